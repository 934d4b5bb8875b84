import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { asks } from "./decide.js";

const head = [
  "POST /decide HTTP/1.1",
  "host: localhost",
  "authorization: Bearer demo-agent",
  "content-type: application/json",
  "content-length: 2000000",
];

asks("node", (url) => {
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
