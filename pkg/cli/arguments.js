// What was asked for on the command line.
import { parseArgs } from "node:util";
import { lifecycles } from "./sessions.js";
import { millis } from "./time.js";
import { UsageError } from "./usage.js";

export const CALLERS = ["AGENT", "OPERATOR", "SYSTEM"];

const common = { help: { type: "boolean", short: "h" }, version: { type: "boolean" } };
const judged = {
  json: { type: "boolean" },
  caller: { type: "string" },
  now: { type: "string" },
  lifecycle: { type: "string" },
  more: { type: "string" },
};
const accepted = {
  derive: { ...common, ...judged },
  replay: { ...common, ...judged, session: { type: "string" } },
  explain: { ...common, ...judged },
  rules: { ...common, json: { type: "boolean" }, mermaid: { type: "boolean" } },
};

/** `{ name, options, files }`; `options.context(given?)` is the context at the moment of the call. */
export function requested(argv, names, clock) {
  const name = argv[0]?.startsWith("-") ? undefined : argv[0];
  if (name !== undefined && !names.includes(name)) {
    throw new UsageError(`there is no command \`${name}\`, only ${names.join(", ")}; \`countersign --help\` says more`);
  }
  const args = name === undefined ? argv : argv.slice(1);
  const { values, positionals } = parsed(args, accepted[name] ?? common, name);
  const { caller, lifecycle } = values;
  if (caller !== undefined && !CALLERS.includes(caller)) {
    throw new UsageError(`--caller is \`${caller}\`, expected one of ${CALLERS.join(", ")}`);
  }
  if (lifecycle !== undefined) known(lifecycle, "--lifecycle");
  return { name, files: positionals, options: { ...values, context: contexts(values, clock) } };
}

/** The lifecycle of that name. */
export function known(name, what) {
  if (Object.hasOwn(lifecycles, name)) return lifecycles[name];
  throw new UsageError(`${what} is \`${name}\`, expected one of ${Object.keys(lifecycles).join(", ")}`);
}

function parsed(args, options, name) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const help = name === undefined ? "countersign --help" : `countersign ${name} --help`;
    // What Node advises after the mistake itself is left out.
    const [mistake] = error.message.split(/\.\n|(?<=')\. To specify /);
    throw new UsageError(`${mistake}; \`${help}\` says what there is`);
  }
}

// Without --now the clock is read anew for each session: a stream may take hours.
function contexts({ now, caller }, clock) {
  const fixed = now === undefined ? undefined : millis(/^-?\d+$/.test(now) ? Number(now) : now);
  if (now !== undefined && fixed === undefined) {
    throw new UsageError(
      `--now is \`${now}\`, expected milliseconds since the epoch or an RFC 3339 time such as 2026-03-01T09:30:00Z`,
    );
  }
  return (given = {}) => ({ now: given.now ?? fixed ?? clock(), caller: given.caller ?? caller ?? null });
}
