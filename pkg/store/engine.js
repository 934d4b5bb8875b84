// Which lifecycle of the engine is asked.
import { CountersignError } from "../error.js";

export function lifecycleOf(engine, name) {
  const names = Object.keys(engine).filter((key) => typeof engine[key]?.decide === "function");
  if (names.includes(name)) return engine[name];
  throw new CountersignError(
    "invalid_input",
    "lifecycle",
    `\`lifecycle\` is ${name}, expected one of ${names.join(", ")}`,
  );
}
