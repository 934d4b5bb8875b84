// What the agents of reversible sessions call.
import type { reversible } from "countersign";
import { CUSTOMERS, type Told } from "./story";

export type Kind = "refund" | "incident" | "mail";

export interface Call {
  readonly apiName: string;
  readonly operationType: reversible.OperationType;
  readonly payload: unknown;
  readonly compensation: reversible.Compensation;
  /** Which approval it wants; null: none. */
  readonly gate: Exclude<reversible.Purpose, "ROLLBACK"> | null;
}

interface Run {
  readonly agentId: string;
  readonly label: string;
  readonly calls: readonly Call[];
}

const automatic: reversible.Compensation = { kind: "AUTOMATIC", requireApproval: false };
const gated: reversible.Compensation = { kind: "AUTOMATIC", requireApproval: true };
const never: reversible.Compensation = { kind: "NONE", requireApproval: false };
const unknown: reversible.Compensation = { kind: "UNAVAILABLE", requireApproval: false };

function call(
  apiName: string,
  operationType: reversible.OperationType,
  payload: unknown,
  compensation = automatic,
  gate: Call["gate"] = null,
): Call {
  return { apiName, operationType, payload, compensation, gate };
}

/** What is called in a run of that kind. */
export function callsOf(kind: Kind, random: Told["random"]): Run {
  return RUNS[kind](random);
}

const RUNS: Readonly<Record<Kind, (random: Told["random"]) => Run>> = {
  refund(random) {
    const chance = random("refund");
    const order = chance.between(10_000, 99_999);
    const amount = chance.between(900, 48_000) / 100;
    const customer = chance.pick(CUSTOMERS);
    const to = `${customer.toLowerCase()}@example.com`;
    const isLarge = amount > 120;
    return {
      agentId: "billing",
      label: `Refund order ${order} for ${customer}`,
      calls: [
        call("zendesk.tickets.update", "UPDATE", { ticket: order + 7, status: "open" }),
        call(
          "stripe.refunds.create",
          "CREATE",
          { order, amount, currency: "EUR", reason: chance.pick(["charged twice", "never arrived", "broken"]) },
          isLarge ? gated : automatic,
          isLarge ? "BEFORE_EXECUTION" : null,
        ),
        call("crm.notes.create", "CREATE", { customer, text: `refunded ${amount} EUR` }),
        call("mail.send", "CREATE", { to, subject: `Your refund for order ${order}` }, never, "AFTER_EXECUTION"),
      ],
    };
  },

  incident(random) {
    const chance = random("incident");
    const number = chance.between(200, 999);
    const what = chance.pick([
      "Checkout is slow",
      "Logins fail",
      "Search is stale",
      "Exports hang",
      "Webhooks are late",
    ]);
    return {
      agentId: "incident-scribe",
      label: `Write up incident ${number}: ${what}`,
      calls: [
        call("slack.channels.create", "CREATE", { name: `inc-${number}` }),
        call("docs.pages.create", "CREATE", { title: `Incident ${number}`, summary: what }),
        call("statuspage.incidents.create", "CREATE", { name: what, impact: "minor" }, gated, "BEFORE_EXECUTION"),
        call("pagerduty.incidents.update", "UPDATE", { incident: number, urgency: chance.pick(["low", "high"]) }),
        call(
          "statuspage.incidents.update",
          "UPDATE",
          { status: "monitoring" },
          automatic,
          chance.chance(0.5) ? "AFTER_EXECUTION" : null,
        ),
      ],
    };
  },

  mail(random) {
    const chance = random("mail");
    const segment = chance.pick(["trial users", "late payers", "beta testers", "churned accounts"]);
    const many = chance.between(20, 900);
    return {
      agentId: "customer-care",
      label: `Write to ${many} ${segment}`,
      calls: [
        call("crm.segments.create", "CREATE", { name: segment, members: many }),
        call("mail.drafts.create", "CREATE", { segment, template: chance.pick(["welcome", "reminder", "sorry"]) }),
        call("mail.send", "CREATE", { segment, recipients: many }, never, "BEFORE_EXECUTION"),
        call("crm.segments.delete", "DELETE", { name: segment }, chance.chance(0.3) ? unknown : gated),
      ],
    };
  },
};
