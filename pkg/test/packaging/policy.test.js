// The engine under a Content-Security-Policy: what the README says of loading it oneself, in Chromium.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { checking, examples, readme } from "../readme.js";
import { opened, served } from "./cells/page.js";
import { fresh } from "./project.js";
import { POLICY } from "./servers.js";
import { browser, closeBrowser } from "./tools.js";

const section = readme.match(/## Load the engine yourself\n(.*?)\n## /s)[1];
const [page, worker] = examples.filter((example) => section.includes(example));
const SHOW = "const show = (answer) => document.body.append(JSON.stringify(answer));";
const CODE = "({ name, code, message, cause }) => ({ name, code, message, cause: cause?.name })";

let project;
let integrity;
before(async () => {
  project = await fresh();
  // As the README has it.
  const [, copy, print] = section.match(/```sh\n(mkdir .*?) +#.*?\n(.*?)\n```/s);
  const sh = (line) => execFileSync("sh", ["-c", line], { cwd: project.folder, encoding: "utf8" }).trim();
  project.write(
    "public/index.html",
    `<!doctype html><title>policy</title><script type="module" src="page.js"></script>`,
  );
  sh(copy);
  integrity = sh(print);
  assert.match(integrity, /^sha384-.{64}$/);
});
after(async () => {
  await closeBrowser();
  await project?.remove();
});

/** What a page shows whose script, and the others with it, is made of these sources. */
async function shown(...page) {
  return opened(await made(...page));
}

/** That page on a server. */
async function made(name, sources, policy = POLICY) {
  for (const [file, source] of Object.entries(sources)) project.write(`${name}/${file}`, source);
  cpSync(join(project.folder, "public"), join(project.folder, name, "dist"), { recursive: true });
  await build({
    absWorkingDir: project.folder,
    entryPoints: Object.keys(sources).map((file) => `${name}/${file}`),
    outdir: `${name}/dist`,
    bundle: true,
    format: "esm",
    logLevel: "error",
  });
  return served(project, `${name}/dist`, { policy });
}

test("the README names the policy of these pages", () => {
  assert.ok(section.includes(`\`${POLICY}\``));
});

describe("under the strictest policy", () => {
  test("the README's page runs, with the hash of its own", async () => {
    const pinned = checking(page).replace("sha384-…", integrity);
    const source = `${SHOW}\nconst check = (...both) => show(both);\n${pinned}`;
    assert.deepEqual(await shown("page", { "page.js": source }), ["ACTIVE", "ACTIVE"]);
  });

  test("bytes of another hash are refused, and the page can load others", async () => {
    const other = `sha384-${Buffer.alloc(48).toString("base64")}`;
    const source = `import { init, reversible } from "countersign/slim";
      ${SHOW}
      const refused = await init(fetch("/engine.wasm", { integrity: "${other}" })).catch(${CODE});
      let before;
      try { reversible.rules(); } catch ({ code }) { before = code; }
      await init(fetch("/engine.wasm"));
      show([refused.name, before, reversible.rules().length > 0]);`;
    assert.deepEqual(await shown("other", { "page.js": source }), ["TypeError", "not_initialized", true]);
  });

  test("the README's service worker decides, also when it is started where no server is reached", async () => {
    const source = `const { serviceWorker } = navigator;
      const controlled = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
      await serviceWorker.register("/worker.js", { type: "module" });
      if (!serviceWorker.controller) await controlled;
      document.title = "controlled";`;
    const claiming = `${worker}\naddEventListener("activate", (event) => event.waitUntil(clients.claim()));`;
    const { url, close } = await made("worker", { "page.js": source, "worker.js": claiming });
    const page = await (await browser()).newPage();
    const ask = (body) =>
      page.evaluate(async (body) => {
        const response = await fetch("/decide", { method: "POST", body });
        return [response.status, await response.json()];
      }, body);
    const decides = async () => {
      const command = { type: "create", id: "run-7", agentId: "billing" };
      const [status, { outcome, session }] = await ask(JSON.stringify({ session: null, command }));
      assert.deepEqual([status, outcome, session.id], [200, "allowed", "run-7"]);
    };
    const refuses = async (body, ...expected) => {
      const [status, { error }] = await ask(body);
      assert.deepEqual([status, error.code, error.path], [422, ...expected]);
      assert.ok(error.message);
    };
    try {
      await page.goto(url);
      await page.waitForFunction(() => document.title === "controlled");
      await decides();
      await refuses('{"session":null,"command":{"type":"vanish"}}', "unknown_command", "type");
      await refuses("{", "invalid_json", "");
      await refuses("null", "invalid_json", "");

      close();
      await assert.rejects(page.evaluate(() => fetch("/engine.wasm")));
      await stopped(page);
      await decides();
    } finally {
      await page.close();
      close();
    }
  });
});

/** Once every service worker is stopped, as the browser stops one that has nothing to do. */
async function stopped(page) {
  const devtools = await page.context().newCDPSession(page);
  const all = new Promise((resolve) => {
    devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      if (versions.length > 0 && versions.every(({ runningStatus }) => runningStatus === "stopped")) resolve();
    });
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await all;
  await devtools.detach();
}

describe("under a policy that allows no WebAssembly", () => {
  const without = POLICY.replace(" 'wasm-unsafe-eval'", "");
  const tried = {
    "the entry": `import { reversible } from "countersign"; const asked = async () => reversible.rules();`,
    "slim, streamed": `import { init } from "countersign/slim"; const asked = () => init(fetch("/engine.wasm"));`,
    "slim, from bytes": `import { initSync } from "countersign/slim";
      const asked = async () => initSync(await (await fetch("/engine.wasm")).arrayBuffer());`,
  };
  for (const [name, source] of Object.entries(tried)) {
    test(`${name} says what is missing`, async () => {
      const folder = name.replace(/\W+/g, "-");
      const script = `${source}\n${SHOW}\nshow(await asked().catch(${CODE}));`;
      const found = await shown(folder, { "page.js": script }, without);
      assert.deepEqual(
        [found.name, found.code, found.cause],
        ["CountersignError", "compilation_blocked", "CompileError"],
      );
      assert.match(found.message, /Content-Security-Policy needs 'wasm-unsafe-eval' in script-src/);
    });
  }
});
