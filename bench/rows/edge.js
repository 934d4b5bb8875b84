// The edge example under load, beside the same worker without the decision, and under what nobody should send.
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { interactive, reversible } from "countersign";
import { hostile } from "../../examples/test/hostile.js";
import { packages } from "../../scripts/setup.js";
import { client } from "../edge/load.js";
import { workerd } from "../edge/workerd.js";
import { allow, waiting } from "../given/interactive.js";
import { approve, log, working } from "../given/reversible.js";
import { median } from "../measure.js";
import { row, section } from "../report.js";

const CONNECTIONS = 16;
const ROUNDS = 8;
const LASTING = 1_000;
const WARM_UP = 2_000;
const BODIES = Number(process.env.BODIES ?? 10_000);
// What is remembered of each would be as much again for as many again.
const GROWTH = 1.1;

const session = working(20);
const chat = waiting(20);
const logs = log(21, { status: "SUCCESS", compensation: { kind: "AUTOMATIC", requireApproval: false } });

export async function edge() {
  packages("pkg/test/runtimes");
  section(
    "The edge example, in workerd on loopback",
    `\`POST /decide\` with a session of 20 actions, or of 20 calls, on ${cpus()[0].model.trim()}, ${cpus().length} cores, which workerd and what asks it share.`,
  );
  const asked = {
    logged: { lifecycle: "reversible", session, command: logs },
    signed: { lifecycle: "reversible", session, command: approve(17) },
    // Its rules leave to the host who may give what.
    answered: { lifecycle: "interactive", session: chat, command: allow("call-2") },
  };
  const context = { now: Date.now(), caller: "AGENT" };
  const decided = Object.values(asked).map(({ lifecycle, session, command }) => [
    command.type,
    { reversible, interactive }[lifecycle].decide(session, command, context),
  ]);
  const alias = { countersign: fileURLToPath(new URL("../edge/without.js", import.meta.url)) };
  const define = { ANSWERS: JSON.stringify(Object.fromEntries(decided)) };
  const servers = [];
  try {
    for (const replaced of [{}, { alias, define }]) servers.push(await workerd(replaced));
    const [logged, signed, answered] = decided.map(([, decision]) => decision);
    await loaded("a call is logged: allowed", asked.logged, "agent", 200, logged, servers);
    await loaded("an agent signs for itself: denied", asked.signed, "agent", 403, signed, servers);
    await loaded("a person allows a tool call: allowed", asked.answered, "operator", 200, answered, servers);
    await hurt(servers[0]);
  } finally {
    for (const server of servers) await server.close();
  }
}

/** Two servers in turns: under load for the throughput, then one request at a time for the latency. */
async function loaded(what, question, token, status, decision, servers) {
  const body = JSON.stringify(question);
  const asked = { body, token, status, length: JSON.stringify(decision).length };
  const many = await inTurns(asked, servers, CONNECTIONS);
  const [ours, theirs] = many;
  const size = (length) => `${(length / 1000).toFixed(1)} KB`;
  row(
    `${what}; ${size(body.length)} in, ${size(asked.length)} out; ${CONNECTIONS} connections`,
    "reported",
    `${ours.rate}; without the decision ${theirs.rate}`,
    null,
  );
  row(
    "the same: processor time of workerd for a request",
    "reported",
    `${ms(ours.cpu)}; without ${ms(theirs.cpu)}: deciding takes ${ms(ours.cpu - theirs.cpu)}`,
    null,
  );
  const [one, other] = await inTurns(asked, servers, 1);
  row("the same: latency, one after another", "reported", `${one.latency}; without ${other.latency}`, null);
}

async function inTurns(asked, servers, connections) {
  const clients = servers.map(({ port }) => client(port, connections));
  const rounds = servers.map(() => []);
  for (const its of clients) await its.during(WARM_UP, asked);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, its] of clients.entries()) {
      const before = servers[at].cpu();
      const start = performance.now();
      const took = await its.during(LASTING, asked);
      const seconds = (performance.now() - start) / 1000;
      rounds[at].push({ took, rate: took.length / seconds, cpu: (servers[at].cpu() - before) / took.length });
    }
  }
  for (const its of clients) its.close();
  return rounds.map((its) => {
    const latency = spread(its.flatMap(({ took }) => took));
    const rate = median(its.map(({ rate }) => rate));
    return { latency, rate: `${number(rate)} requests/s, ${latency}`, cpu: median(its.map(({ cpu }) => cpu)) };
  });
}

/** Memory once everything was there, when half of the bodies were answered, and at the end. */
async function hurt(server) {
  const its = client(server.port, CONNECTIONS);
  const statuses = {};
  const memory = [];
  const some = async (from, to) => {
    await its.all(
      (number) => from + number < to,
      async (number) => {
        const { status, text } = await its.ask(hostile(from + number), "system");
        if (status >= 500) throw new Error(`${status} for hostile(${from + number}): ${text}`);
        JSON.parse(text);
        statuses[status] = (statuses[status] ?? 0) + 1;
      },
    );
    memory.push(server.memory());
  };
  memory.push(server.memory());
  await some(0, BODIES / 2);
  await some(BODIES / 2, BODIES);
  const { status, text } = await its.ask(JSON.stringify({ lifecycle: "reversible", session, command: logs }), "agent");
  const right = status === 200 && JSON.parse(text).session.actions.length === session.actions.length + 1;
  its.close();
  const counted = Object.entries(statuses).map(([status, count]) => `${number(count)} × ${status}`);
  row(
    `${number(BODIES)} hostile bodies: each answered, and the right one afterwards`,
    "no crash, no 5xx",
    counted.join(", "),
    right && server.alive(),
  );
  const [before, half, end] = memory;
  row(
    "memory of workerd before, after half of them, after all",
    `from half to all ≤ ${GROWTH} ×`,
    [before, half, end].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(", "),
    end <= half * GROWTH,
  );
}

const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
const number = (value) => Math.round(value).toLocaleString("en-US");

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return `${ms(median(values))}, 95 % within ${ms(sorted[Math.floor(sorted.length * 0.95)])}`;
}
