// `countersign explain`: what can be done with a session now, and why the rest cannot.
import { derived, inWords } from "./derived.js";
import { json } from "./printable.js";
import { records } from "./records.js";
import { SessionTable } from "./session-table.js";
import { eachSession } from "./sessions.js";
import { Table } from "./table.js";

export async function explain({ options, files, stdin, output }) {
  let found = 0;
  for await (const batch of records(files, stdin, output)) {
    for (const record of batch) {
      await eachSession(record, options.lifecycle, output, async (read) => {
        const context = options.context();
        const session = {
          ...derived(read, context),
          offers: read.lifecycle.offers(read.session, context),
          outstanding: read.lifecycle.outstanding(read.session),
          deadline: read.lifecycle.deadline(read.session),
        };
        if (session.view.conditions.inconsistent !== null) output.objection();
        const before = found++;
        if (options.json) return output.line(json(session));
        if (before > 0) await output.line();
        await print(session, output);
      });
    }
  }
  if (found === 0) output.nothing("sessions");
}

async function print(session, output) {
  const table = new SessionTable(output);
  await table.row(session);
  await table.flush();
  await output.line();
  await facts(session, output);
  await output.line();
  await offers(session.offers, output);
}

// What the row above shows already is not repeated.
async function facts({ view, outstanding, deadline }, output) {
  const { display, terminal, attention, changesAt, conditions, ...rest } = view;
  const table = new Table(output, ["VIEW", ""]);
  await table.row(["terminal"], [yes(terminal)]);
  for (const [name, value] of Object.entries(conditions)) {
    if (name !== "inconsistent") await table.row([name], [yes(value)]);
  }
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in conditions) && value !== display) await table.row([name], [words(value)]);
  }
  if (changesAt !== null) await table.row(["changesAt"], [time(changesAt)]);
  if (deadline !== null) await table.row(["deadline"], [time(deadline)]);
  await table.row(["outstanding"], outstanding.length === 0 ? ["nothing"] : outstanding.map(inWords));
  await table.flush();
}

const OUTCOMES = { allowed: "green", noop: "gray", denied: "red" };

async function offers(list, output) {
  const table = new Table(output, ["COMMAND", "BY", "NOW", "NEEDS, OR WHY NOT"]);
  for (const { command, needs, outcome, code, message, by } of list) {
    const now = { text: outcome, style: OUTCOMES[outcome] };
    const reason = code === null ? "" : `${code}: ${message}`;
    // What a command needs is of no use while it is refused anyway.
    await table.row([inWords(command), by, now], [outcome === "allowed" && needs.join(", ")], [reason]);
  }
  await table.flush();
}

function yes(value) {
  return typeof value === "boolean" ? (value ? "yes" : "no") : words(value);
}

// Any value of a view: names and values, nested ones in braces.
function words(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return yes(value);
  if (value === "") return "(empty)";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(inner).join(", ");
  const fields = Object.entries(value).map(([name, field]) => `${name} ${inner(field)}`);
  return fields.join(", ");
}

function inner(value) {
  return typeof value === "object" && value !== null ? `{ ${words(value)} }` : words(value);
}

function time(at) {
  return new Date(at).toISOString();
}
