// Reads, takes in and gives out beside the page, which so stays as quick as it was.
import * as engine from "countersign";
import { openStore } from "countersign/store";
import { look } from "./look";
import { asideOf, type Progress, type Reply, type Request } from "./source";
import { take } from "./take";

/** How often the page is told how far it is, in ms. */
const EVERY = 80;

const reply = (message: Reply) => postMessage(message);

async function answer(request: Request): Promise<Reply> {
  if (request.ask === "look") return { looked: await look(request.sources) };
  const store = await openStore({ name: request.database, caller: "OPERATOR", engine });
  try {
    if (request.ask === "export") return { exported: await store.exportAll() };
    return {
      answer: await take(request.sources, { store, aside: (clock) => aside(request.database, clock) }, rarely()),
    };
  } finally {
    store.close();
  }
}

async function aside(database: string, clock: () => number) {
  const name = asideOf(database) + crypto.randomUUID();
  const store = await openStore({ name, clock, durability: "relaxed", engine });
  const end = async () => {
    store.close();
    indexedDB.deleteDatabase(name);
  };
  return { store, end };
}

function rarely(): (progress: Progress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < EVERY) return;
    last = now;
    reply({ progress });
  };
}

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  try {
    reply(await answer(data));
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
