// `countersign rules`: what the engine decides by, as a table, a diagram or data.
import { known } from "./arguments.js";
import { json } from "./printable.js";
import { lifecycles } from "./sessions.js";
import { Table } from "./table.js";
import { UsageError } from "./usage.js";

export async function rules({ options, files: names, output }) {
  if (options.json && options.mermaid) throw new UsageError("--json and --mermaid are two forms: choose one");
  for (const name of names) known(name, "the lifecycle");
  const print = options.json ? asJson : options.mermaid ? asDiagram : asTable;
  let found = 0;
  for (const name of names.length > 0 ? names : Object.keys(lifecycles)) {
    if (found++ > 0 && !options.json) await output.line();
    await print(name, lifecycles[name], output);
  }
}

async function asJson(name, lifecycle, output) {
  for (const table of lifecycle.rules()) await output.line(json({ lifecycle: name, ...table }));
}

async function asDiagram(name, lifecycle, output) {
  const [kind, ...arrows] = lifecycle.diagram().trimEnd().split("\n");
  for (const line of [kind, `    %% ${name}`, ...arrows]) await output.line(line);
}

async function asTable(name, lifecycle, output) {
  const tables = lifecycle.rules();
  await output.line(output.paint("bold", name));
  await output.line();
  const table = new Table(output, ["COMMAND", "BY", "RULE", "FROM → TO, AND WHAT IT REQUIRES"]);
  for (const { command, by, rules } of tables) {
    for (const rule of rules) await table.row([command, by, rule.id], [move(rule)], conditions(rule));
  }
  await table.flush();
  await output.line();
  const guards = new Table(output, ["GUARD", "DENIED WITH", "THIS REQUIRES THAT …"]);
  for (const { guard, code, requires } of each(tables)) await guards.row([guard, code], [requires]);
  await guards.flush();
}

// As on the lifecycle's page: the statuses of the session, on those of what the command is about; "same" where it may stay.
function move({ from, to, stays, target }) {
  const start = from.length > 0 ? from.join(", ") : "no session";
  const on = target.length > 0 ? `, on ${target.join(", ")}` : "";
  return `${start}${on} → ${[...(stays ? ["same"] : []), ...to].join(", ")}`;
}

function conditions({ when, guards, noop }) {
  return [
    when.length > 0 && { text: `when ${when.join(", and ")}`, style: "dim" },
    guards.length > 0 && `requires ${guards.map(({ guard }) => guard).join(", ")}`,
    noop !== null && `nothing to do: ${noop}`,
  ];
}

// The guards, in the order in which the table first names them.
function each(tables) {
  const guards = new Map();
  for (const { rules } of tables) {
    for (const rule of rules)
      for (const guard of rule.guards) guards.set(guard.guard, guards.get(guard.guard) ?? guard);
  }
  return guards.values();
}
