// `countersign explain`: what can be done with a session now, and why the rest cannot.
import { printApprovals } from "./approvals.js";
import { commandInWords, derived, inWords } from "./derived.js";
import { printLists } from "./lists.js";
import { moreIn } from "./more.js";
import { outcomeStyle } from "./outcome.js";
import { json } from "./printable.js";
import { records } from "./records.js";
import { printRollback } from "./rollback.js";
import { SessionTable } from "./session-table.js";
import { eachSession } from "./sessions.js";
import { isPossible } from "./shown.js";
import { Table, wrap } from "./table.js";
import { written } from "./time.js";

export async function explain({ options, files, stdin, output }) {
  const more = await moreIn(options, files, stdin, output);
  if (more === null) return;
  let found = 0;
  for await (const batch of records(files, stdin, output)) {
    await eachSession(batch, { ...options, more }, output, async (read) => {
      const explained = all(read, options.context());
      if (explained.view.conditions.inconsistent !== null) output.objection();
      const before = found++;
      if (options.json) return output.line(json(explained));
      if (before > 0) await output.line();
      await print(explained, read, options, output);
    });
  }
  if (found === 0) output.nothing("sessions");
}

function all(read, context) {
  const { lifecycle, session } = read;
  return {
    ...derived(read, context),
    judged: context,
    offers: lifecycle.offers(session, context),
    ...("rollback" in lifecycle && { rollback: lifecycle.rollback(session, context) }),
    outstanding: lifecycle.outstanding(session),
    deadline: lifecycle.deadline(session),
  };
}

async function print(explained, { name, session }, options, output) {
  const { approvals, rollback } = explained;
  const table = new SessionTable(output);
  await table.row({ ...explained, isToldBelow: true });
  await table.flush();
  for (const line of wrap(judgement(explained.judged, options), output.columns)) {
    await output.line(output.paint("dim", line));
  }
  await output.line();
  await facts(explained, output);
  await printLists(name, session, output);
  if (approvals !== undefined) {
    await output.line();
    await printApprovals(approvals, output);
  }
  await output.line();
  await offers(explained.offers, name, output);
  if (rollback !== undefined) {
    await output.line();
    await printRollback(rollback, name, session, output);
  }
}

// By which caller and when, and how another one is chosen.
function judgement({ caller, now }, options) {
  const by = caller === null ? `${UNCHOSEN}, which --caller can change` : caller;
  return `judged for ${by}, at ${written(now)}${options.now === undefined ? ", which --now can change" : ""}`;
}

// Whom the engine takes for the caller when none is told.
const UNCHOSEN = "AGENT";

// What the row above shows already is not repeated.
async function facts({ view, outstanding, deadline, judged }, output) {
  const { display, rule, terminal, attention, changesAt, conditions, ...rest } = view;
  const table = new Table(output, ["VIEW", ""]);
  await table.row(["terminal"], [yes(terminal)]);
  for (const [name, value] of Object.entries(conditions)) {
    if (name !== "inconsistent") await table.row([name], [value === null ? "not known" : yes(value)]);
  }
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in conditions) && value !== display) await table.row([name], parts(value));
  }
  if (changesAt !== null) await table.row(["changesAt"], [written(changesAt)]);
  if (deadline !== null) {
    await table.row(["deadline"], [`${written(deadline)}${deadline <= judged.now ? ", which has passed" : ""}`]);
  }
  await table.row(["outstanding"], outstanding.length === 0 ? ["nothing"] : outstanding.map(inWords));
  await table.flush();
}

async function offers(list, name, output) {
  const table = new Table(output, ["COMMAND", "BY", "NOW", "NEEDS, OR WHY NOT"]);
  for (const { command, needs, outcome, code, message, by } of list) {
    const now = { text: outcome, style: outcomeStyle(outcome) };
    const reason = code === null ? "" : `${code}: ${message}`;
    // What a command needs is of no use while it is refused anyway.
    await table.row([commandInWords(name, command), by, now], [outcome === "allowed" && needs.join(", ")], [reason]);
  }
  await table.flush();
}

function yes(value) {
  return typeof value === "boolean" ? (value ? "yes" : "no") : words(value);
}

// What may be done is told one by one; why it may not, in full, beside the command.
function parts(value) {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([, field]) => isPossible(field))) return [words(value)];
  return entries.map(([name, { allowed, code }]) => `${name} ${allowed ? "yes" : `no: ${code}`}`);
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
