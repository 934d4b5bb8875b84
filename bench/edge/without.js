// In place of `countersign`: the decision is removed, and what it was is answered. The rest of the worker stays.
// The build puts the answers in place of `ANSWERS`, by command.
export class CountersignError extends Error {}

const decide = (_session, { type }) => ANSWERS[type];
export const reversible = { decide };
export const interactive = { decide, rules: () => [{ command: "submit", by: "client" }] };
export const delegated = {};
