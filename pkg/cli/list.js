// The list that somebody brings, by itself or in an envelope.
import { detect } from "../index.js";

/** `{ items, path }`, or undefined. */
export function listOnly(value) {
  return Array.isArray(value) ? { items: value, path: "" } : undefined;
}

/** The same in an envelope as well. What is known for a payload without its list is one that happens to hold a list. */
export function listOrEnvelope(value) {
  const path = ["items", "data"].find((name) => Array.isArray(value?.[name]));
  const isEnvelope = path !== undefined && detect({ ...value, [path]: null }) === null;
  return isEnvelope ? { items: value[path], path } : listOnly(value);
}
