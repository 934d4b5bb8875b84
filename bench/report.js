// What was measured, as it is said on the way and as it stands in RESULTS.md.

const sections = [];

/** The rows that follow are of this; `note` tells what they were measured in, where the head of the page does not. */
export function section(title, note) {
  sections.push({ title, note, rows: [] });
  console.log(`\n${title}`);
}

/** `met` is null where there is no budget. */
export function row(what, budget, measured, met) {
  sections.at(-1).rows.push({ what, budget, measured, met });
  console.log(`${met === null ? " " : met ? "✓" : "✗"} ${what}\n    ${measured}   (budget: ${budget})`);
}

/** How many times as fast as theirs ours is, in nanoseconds each. */
export function faster(what, least, ours, theirs, more = "", budget = `≥ ${least} ×`) {
  const factor = theirs / ours;
  row(what, budget, `${times(factor)}: ${micro(ours)} to ${micro(theirs)}${more}`, factor >= least);
}

/** Calls a second beside those of a lookup. */
export function lookup(what, ours, theirs, budget = "≥ 20 M/s where the lookup does 70 M/s") {
  const millions = (nanoseconds) => `${(1000 / nanoseconds).toFixed(0)} M/s`;
  const measured = `${millions(ours)} to ${millions(theirs)}`;
  row(what, budget, measured, ours / theirs <= 70 / 20);
}

export const times = (factor) => `${factor.toFixed(factor < 1 ? 2 : factor < 10 ? 1 : 0)} ×`;
export const micro = (nanoseconds) => `${(nanoseconds / 1000).toFixed(2)} µs`;

/** The page, with the machine that it was measured on. */
export function page(machine) {
  const head = `# Results\n\nWritten by \`npm run bench -- --write\` on ${machine}.\nAll that is compared took turns in one run; figures are medians.\n`;
  return [head, ...sections.map(table)].join("\n");
}

/** The page as it was, with what was measured of it in place of what it had. */
export function renewed(before) {
  const parts = before.split(/\n(?=## )/);
  for (const section of sections) {
    const at = parts.findIndex((part) => part.startsWith(`## ${section.title}\n`));
    parts.splice(at < 0 ? parts.length : at, 1, table(section));
  }
  return parts.join("\n");
}

function table({ title, note, rows }) {
  const line = ({ what, budget, measured, met }) =>
    `| ${what} | ${budget} | ${measured} | ${met === null ? "" : met ? "met" : "missed"} |`;
  const head = note ? `${title}\n\n${note}` : title;
  return `## ${head}\n\n| what | budget | measured | |\n| --- | --- | --- | --- |\n${rows.map(line).join("\n")}\n`;
}
