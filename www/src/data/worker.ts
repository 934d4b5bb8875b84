// Reads, takes in and gives out beside the page, which so stays as quick as it was.
import * as engine from "countersign";
import type { LifecycleName } from "countersign";
import { openStore } from "countersign/store";
import { LIFECYCLE, look } from "./look";
import { asideOf, type Progress, type Reply, type Request } from "./source";
import { take } from "./take";

/** How often the page is told how far it is, in ms. */
const EVERY = 80;

const reply = (message: Reply) => postMessage(message);

async function answer(request: Request): Promise<Reply> {
  if (request.ask === "look") return { looked: await look(request.sources) };
  const store = await openStore({ name: request.database, caller: "OPERATOR", engine });
  try {
    if (request.ask === "export") {
      const exported = await store.exportAll();
      return { exported, unreadable: unreadableIn(await exported.text()) };
    }
    return {
      answer: await take(request.sources, { store, aside: (clock) => aside(request.database, clock) }, rarely()),
    };
  } finally {
    store.close();
  }
}

/** The ids of sessions that no store would take in, and with them nothing of the file. */
function unreadableIn(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const { id, lifecycle, session } = JSON.parse(line);
    try {
      LIFECYCLE[lifecycle as LifecycleName].parse(session);
    } catch {
      found.push(id);
    }
  }
  return found;
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
