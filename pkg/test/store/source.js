// What a tab is asked, as text, where its driver takes nothing else.

/** The source that asks a tab: a promise of JSON. */
export function expression(work, given) {
  return `(async () => JSON.stringify(await (${work})(${JSON.stringify(given) ?? ""})))()`;
}

/** What a tab answered. */
export function answered(json, failure) {
  if (failure) throw new Error(`in the tab: ${failure}`);
  return json === undefined || json === null ? undefined : JSON.parse(json);
}
