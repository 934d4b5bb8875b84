// The package's samples: named at once, fetched when they are opened.
import index from "countersign/samples/index.json";

// Through node_modules, where the package is for everybody.
const files = import.meta.glob("../node_modules/countersign/samples/*", { query: "?raw", import: "default" });

/** `[{ name, title, lifecycle, text() }]`; logs of commands are for the command line. */
export const samples = index
  .filter(({ holds }) => holds === "sessions")
  .map(({ file, title, lifecycle }) => ({
    name: file.replace(/\.json$/, ""),
    title,
    lifecycle,
    text: files[`../node_modules/countersign/samples/${file}`],
  }));
