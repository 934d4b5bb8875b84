// The package's samples: named at once, fetched when they are opened.
import index from "countersign/samples/index.json";

// Through node_modules, where the package is for everybody.
const files = import.meta.glob("../node_modules/countersign/samples/*", { query: "?raw", import: "default" });
const text = (file) => files[`../node_modules/countersign/samples/${file}`]();

/**
 * `[{ name, title, lifecycle, now, texts() }]`, where the texts are the sessions' and, for some, that of what is beside
 * them; logs of commands are for the command line.
 */
export const samples = index
  .filter(({ holds }) => holds !== "commands")
  .map(({ file, title, lifecycle, now, beside }) => ({
    name: file.replace(/\.json$/, ""),
    title,
    lifecycle,
    now: Date.parse(now),
    texts: () => Promise.all(beside ? [text(beside), text(file)] : [text(file)]),
  }));
