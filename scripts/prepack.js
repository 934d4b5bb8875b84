// Before `npm pack` in pkg/: what the build makes is there, else the package would be broken and nothing would say so.
import { existsSync } from "node:fs";

const made = ["engine.wasm", "glue.js", "inline.js", "meta.js"].map((name) => `wasm/${name}`);
const missing = [...made, "README.md", "LICENSE-APACHE", "LICENSE-MIT"].filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`nothing is packed: ${missing.join(", ")} are missing; run \`npm run build\` in the repository first`);
  process.exit(1);
}
