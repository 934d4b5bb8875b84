import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { asks } from "./decide.js";

const head = [
  "POST /decide HTTP/1.1",
  "host: localhost",
  "authorization: Bearer demo-agent",
  "content-type: application/json",
  "content-length: 2000000",
];

asks("node", (url) => {
  test("the path is what was asked", async () => {
    const asked = async (path) => {
      const sent = request({ host: "127.0.0.1", port: new URL(url()).port, method: "POST", path });
      const [response] = await once(sent.end(), "response");
      response.resume();
      return response.statusCode;
    };
    assert.deepEqual(await Promise.all(["//x/decide", "/x/../decide/", "/decide/.."].map(asked)), [404, 404, 404]);
    assert.deepEqual(await Promise.all(["/decide", "/decide?now=1", "http://x/decide"].map(asked)), [401, 401, 401]);
  });

  test("a port that it cannot have is told in one sentence", () => {
    for (const PORT of [new URL(url()).port, "http"]) {
      const script = fileURLToPath(new URL("../servers/node.js", import.meta.url));
      const env = { ...process.env, PORT };
      const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^cannot listen on port ${PORT}: .+\n$`));
    }
  });

  test("whoever goes on sending hears why not, and is cut off if they do not stop", async () => {
    const socket = connect(new URL(url()).port, "127.0.0.1");
    let heard = "";
    socket.on("data", (data) => (heard += data)).on("error", () => {});
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const sending = setInterval(() => socket.write(" "), 50);
    await once(socket, "close", { signal: AbortSignal.timeout(10_000) });
    clearInterval(sending);
    assert.match(heard, /^HTTP\/1\.1 413 /);
  });
});
