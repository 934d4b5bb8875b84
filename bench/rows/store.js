// `countersign/store` in Chromium, with a database on disk: how it stays when it is large, and beside bare `idb`.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ENTRIES, NOW, ndjson } from "../given/sessions.js";
import { log } from "../given/reversible.js";
import { median } from "../measure.js";
import { row, section } from "../report.js";
import { launch, served } from "../store/browser.js";

const SMALL = 1_000;
const LARGE = 20_000;
const BLOCKS = 25;
const OPENINGS = 5;
const CHANGES = 40;
// What people take for at once.
const INTERACTIVE = 100;

const type = "application/x-ndjson";
// What is appended; `$` makes it another one each time.
const command = JSON.stringify({
  ...log(1, { status: "SUCCESS", compensation: { kind: "NONE", requireApproval: false } }),
}).replace("action-1", "action-$");

export async function store() {
  const files = { "/small": [type, ndjson(SMALL, "small")], "/large": [type, ndjson(LARGE, "large")] };
  const server = await served(files);
  const profile = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  let context;
  const restart = async () => {
    await context?.close();
    context = await launch(profile);
  };
  const inTab = async (work) => {
    const tab = await context.newPage();
    await tab.goto(server.url);
    await tab.waitForFunction(() => globalThis.opened);
    try {
      return await work(tab);
    } finally {
      await tab.close();
    }
  };
  try {
    await restart();
    section(
      `The store, with ${number(LARGE)} sessions and ${number(LARGE * ENTRIES)} entries`,
      `In Chromium ${context.browser().version()}, headless, on ${cpus()[0].model.trim()}, ${cpus().length} cores.`,
    );
    await filled(inTab, "small");
    const imported = await filled(inTab, "large");
    await openings(inTab, restart);
    importing(imported);
    await changes(inTab);
    await appends(inTab, "small", `${number(SMALL)} sessions`);
    await appends(inTab, "large", `${number(LARGE)} sessions`);
    await parts(inTab);
  } finally {
    await context?.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Imports the sessions, and makes the database that bare `idb` writes to. */
function filled(inTab, name) {
  return inTab(async (tab) => {
    await tab.evaluate(([name, now]) => opened(name, now), [name, NOW]);
    const imported = await tab.evaluate((name) => globalThis.imported(`/${name}`), name);
    await tab.evaluate((name) => copied(name, `${name}-idb`), name);
    return imported;
  });
}

function importing({ sessions, took }) {
  const rate = number(Math.round(sessions / (took / 1000)));
  row("`importAll`, all of it verified first", "reported", `${rate} sessions/s: ${seconds(took)}`, null);
}

async function openings(inTab, restart) {
  const once = () => inTab((tab) => tab.evaluate(([name, now]) => opening(name, now), ["large", NOW]));
  const [first, warm] = [[], []];
  for (let round = 0; round < OPENINGS; round++) {
    await restart();
    first.push(await once());
    warm.push(await once());
  }
  const of = (all, what) => median(all.map((took) => took[what]));
  const both = (what) => `${ms(of(warm, what))}; ${ms(of(first, what))} in a browser just started`;
  interactive("`openStore` and the first page, `list({ limit: 50 })`", both("page"), of(warm, "page"));
  row("time until all rows are in", "reported", both("ready"), null);
  interactive("meanwhile the longest time at a stretch that the tab answers nothing", both("block"), of(warm, "block"));
  interactive("`counts()`", ms(of(warm, "counts")), of(warm, "counts"));
  interactive(
    "`list` of those that wait, by text, in order of their deadlines",
    ms(of(warm, "waiting")),
    of(warm, "waiting"),
  );
  interactive("`list` of all, in order of their labels", ms(of(warm, "all")), of(warm, "all"));
}

/** From a command until the subscribers in this tab and in another one are told. */
function changes(inTab) {
  return inTab((here) =>
    inTab(async (there) => {
      for (const tab of [here, there]) await tab.evaluate(([name, now]) => opened(name, now), ["large", NOW]);
      const ids = await here.evaluate(reversibles);
      const took = { answer: [], list: [], session: [], listThere: [], sessionThere: [] };
      for (const [at, id] of ids.slice(-CHANGES).entries()) {
        for (const tab of [here, there]) await tab.evaluate((id) => arm(id), id);
        const asked = JSON.parse(command.replaceAll("$", `told-${at}`));
        const { start, end } = await here.evaluate(([id, asked]) => dispatched("reversible", id, asked), [id, asked]);
        const [mine, theirs] = await Promise.all([here, there].map((tab) => tab.evaluate(() => heard)));
        took.answer.push(end - start);
        took.list.push(mine.list - start);
        took.session.push(mine.session - start);
        took.listThere.push(theirs.list - start);
        took.sessionThere.push(theirs.session - start);
      }
      const told = (what, values) => interactive(what, spread(values), quantile(values, 0.95));
      told("`dispatch` of a command, with subscribers in two tabs", took.answer);
      told("from the command until a subscriber of the session is told", took.session);
      told("the same, of the first page", took.list);
      told("until a subscriber of the session is told in another tab", took.sessionThere);
      told("the same, of the first page there", took.listThere);
    }),
  );
}

function appends(inTab, name, size) {
  return inTab(async (tab) => {
    for (const durability of ["strict", "relaxed"]) {
      await tab.evaluate(([name, now, durability]) => opened(name, now, durability), [name, NOW, durability]);
      const ids = await tab.evaluate(reversibles);
      const asked = { other: `${name}-idb`, ids, command, blocks: BLOCKS, durability };
      const { ours, theirs } = await tab.evaluate((asked) => appended(asked), asked);
      await tab.evaluate(() => store.close());
      const [mine, other] = [ours, theirs].map((blocks) => median(blocks.map(meanOf)));
      row(
        `append of a command, ${durability}, beside the same write with bare \`idb\`: ${size}`,
        "≤ 1.5 ×",
        `${(mine / other).toFixed(2)} ×: ${ms(mine)} to ${ms(other)}; 95 % within ${ms(quantile(ours.flat(), 0.95))} and ${ms(quantile(theirs.flat(), 0.95))}`,
        mine / other <= 1.5,
      );
    }
  });
}

/** What the store does beyond the write itself. */
function parts(inTab) {
  return inTab(async (tab) => {
    await tab.evaluate(([name, now]) => opened(name, now), ["large", NOW]);
    const [id] = await tab.evaluate(reversibles);
    const found = await tab.evaluate((asked) => globalThis.parts(asked), { name: "large", id, command, repeats: 300 });
    const { decide, row: derived, post, catchUp } = found;
    row(
      "what the store does beyond that write, each alone: a session of 10 actions",
      "reported",
      `deciding ${ms(decide)}, deriving the row ${ms(derived)}, telling other tabs ${ms(post)}, reading what happened ${ms(catchUp)}`,
      null,
    );
  });
}

/** The ids of the reversible sessions that are at work. In a tab. */
async function reversibles() {
  const rows = await store.list({ lifecycle: "reversible", display: ["ACTIVE", "AWAITING_APPROVAL"] });
  return rows.map(({ id }) => id);
}

function interactive(what, measured, took) {
  row(what, `interactive: ≤ ${INTERACTIVE} ms`, measured, took <= INTERACTIVE);
}

function quantile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
}

const spread = (values) => `${ms(median(values))}; 95 % within ${ms(quantile(values, 0.95))}`;
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const number = (value) => value.toLocaleString("en-US");
const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(0)} s`;
