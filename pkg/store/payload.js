// A vendor's payloads: recognised and read by the engine, and stored as what a server says.
import { CountersignError } from "../error.js";
import { lifecycleOf } from "./engine.js";

/** Reads one payload or a list of them: `[{ lifecycle, session, warnings, version, label } | { error }]`. */
export async function read(engine, json, { lifecycle, more } = {}) {
  const items = itemsOf(json);
  if (items?.length === 0) return [];
  const name = lifecycle ?? engine.detect(json);
  if (!name) throw new CountersignError("invalid_input", "", "say which `lifecycle`");
  const asked = lifecycleOf({ engine }, name);
  const one = async () => asked.fromApi(json, more);
  const found = items ? asked.fromApiList(json, more) : [await one().catch((error) => ({ error }))];
  return found.map((item, at) => ({ ...item, lifecycle: name, more, ...told(items?.[at] ?? json) }));
}

// As `fromApiList` takes them.
function itemsOf(json) {
  return [json, json?.items, json?.data].find(Array.isArray);
}

/** What the store keeps of a payload beside its session: when it was last changed, and what the run is for. */
function told(item) {
  const payload = item?.data ?? item;
  const updated = payload?.updatedAt ?? payload?.updated_at ?? payload?.status?.updatedAt;
  const version = typeof updated === "number" ? updated : Date.parse(updated);
  return {
    version: version >= 0 ? version : null,
    label: payload?.intent ?? payload?.title,
  };
}
