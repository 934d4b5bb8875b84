// Why a reversible session is shown as it is: the rules of its lifecycle's page, read when the dashboard is built.
import { readFileSync } from "node:fs";

const ID = "virtual:display-rules";
const PAGE = new URL("../src/reversible/README.md", import.meta.url);
const ROW = /^\| (\d+) \| `[A-Z_]+` \| (.+) \|$/gm;

/** Gives the page the module `virtual:display-rules`: when each holds, in the order of their numbers. */
export const displayRules = {
  name: "display-rules",
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load(id) {
    if (id !== `\0${ID}`) return null;
    const found = [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(([, number, when]) => [Number(number), when]);
    if (found.length === 0 || found.some(([number], at) => number !== at + 1)) throw new Error(`no rules in ${PAGE}`);
    return `export default ${JSON.stringify(found.map(([, when]) => when))};`;
  },
};
