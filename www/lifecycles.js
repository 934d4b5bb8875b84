// The lifecycles that the page shows, and how what somebody brings becomes sessions of theirs.
import { delegated, detect, interactive, reversible } from "countersign";
import { listOrEnvelope } from "../pkg/cli/list.js";

/** Another one is another name. */
export const lifecycles = { reversible, interactive, delegated };

/** The status of the lifecycle's diagram that the session is in: the stored one, where the word displayed is another. */
export function drawnStatus(name, view) {
  return name === "reversible" ? view.status : view.display;
}

/**
 * What the page knows of commands, which the engine does not tell. `foretold`: the lifecycle's method that says what the
 * command would do, shown before it is given. `optional`: fields that it may do without, and people want to fill in.
 * `prose`: fields of opaque JSON that people fill in with words.
 */
const KNOWN = {
  reversible: {
    create: {
      optional: [
        "sandbox",
        "settings.abandonAfterMs",
        "settings.unconfirmedAfterMs",
        "settings.rollbackApprovalTimeoutMs",
      ],
    },
    log_action: { optional: ["action.payload", "timeoutMs"] },
    resolve_approval: { optional: ["reason"] },
    request_rollback: { foretold: "rollback" },
    report_undo: { optional: ["error"] },
  },
  interactive: {
    create: { optional: ["toolPolicies.tools"] },
    submit: ({ inputs }) => ({
      optional: fields(inputs, "denyMessage", ({ decision }) => decision === "deny"),
      prose: fields(inputs, "content", ({ type }) => type === "message"),
    }),
  },
};

function fields(inputs, name, has) {
  return inputs.flatMap((input, at) => (has(input) ? [`inputs[${at}].${name}`] : []));
}

/** What is known of a command, of which at least the type is told. */
export function known(name, command) {
  const entry = KNOWN[name]?.[command.type] ?? {};
  return typeof entry === "function" ? entry(command) : entry;
}

/**
 * The sessions in a text: `{ sessions: [{ name, session, warnings }], errors }`; the errors are those of a list's items,
 * where others could be read. `beside` is the text of what the vendor keeps beside its payloads, or empty. Throws with a
 * code, a path and a message, and with `isBeside` for a mistake in `beside`.
 */
export function open(text, beside = "") {
  const value = parsed(text);
  const more = beside.trim() === "" ? undefined : ofBeside(() => parsed(beside));
  const list = listOrEnvelope(value);
  if (!list) return { sessions: [read(value, more)], errors: [] };
  const [sessions, errors] = [[], []];
  for (const [index, item] of list.items.entries()) {
    try {
      sessions.push(read(item, more));
    } catch (error) {
      errors.push(error.isBeside ? error : within(`${list.path}[${index}]`, error));
    }
  }
  if (sessions.length === 0) throw errors[0] ?? nonsense("no_sessions", "the list is empty");
  return { sessions, errors };
}

function read(value, more) {
  // A stored session names its lifecycle, a payload is a vendor's.
  const isStored = typeof value === "object" && value !== null && value.lifecycle !== undefined;
  const name = isStored ? value.lifecycle : detect(value);
  const names = Object.keys(lifecycles);
  if (!names.includes(name)) {
    const message = `of no lifecycle that this page knows, expected a payload or a stored session of one of: ${names.join(", ")}`;
    throw nonsense("unknown_lifecycle", message, isStored ? "lifecycle" : "");
  }
  const lifecycle = lifecycles[name];
  if (isStored) return { name, session: lifecycle.parse(value), warnings: [] };
  try {
    return { name, ...lifecycle.fromApi(value, more) };
  } catch (error) {
    // The engine calls what is beside the payload `more`.
    if (!/^more\b/.test(error.path)) throw error;
    const mistake = nonsense(error.code, error.message, error.path.replace(/^more\.?/, ""));
    throw Object.assign(mistake, { isBeside: true });
  }
}

function ofBeside(work) {
  try {
    return work();
  } catch (error) {
    throw Object.assign(error, { isBeside: true });
  }
}

function within(place, { code, path, message }) {
  return nonsense(code, message, path === "" || path.startsWith("[") ? place + path : `${place}.${path}`);
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw nonsense("invalid_json", cause.message);
  }
}

/** Errors of ours look like the engine's. */
export function nonsense(code, message, path = "") {
  return Object.assign(new Error(message), { code, path });
}
