// node:http speaks streams of its own; in between stands what this file is about.
import { once } from "node:events";
import { createServer } from "node:http";
import { handle } from "../edge-decide/decide.js";

const { TOKENS: tokens, PORT = "8787" } = process.env;

const server = createServer(async (incoming, outgoing) => {
  try {
    const response = await handle(requestOf(incoming), { tokens });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
    if (!incoming.complete) linger(incoming);
  } catch {
    // A target that is no URL, or a method that the web has not: no request that could be asked about.
    outgoing.writeHead(400, { connection: "close" }).end();
  }
});
try {
  server.listen(Number(PORT), "127.0.0.1");
  await once(server, "listening");
  console.log(`Ready on http://127.0.0.1:${server.address().port}`);
} catch ({ message }) {
  console.error(`cannot listen on port ${PORT}: ${message}`);
  process.exitCode = 1;
}

/** Whoever is cut off while sending does not hear the answer; whoever does not stop is cut off. */
function linger(incoming) {
  const timer = setTimeout(() => incoming.destroy(), 1_000);
  incoming.resume().once("end", () => clearTimeout(timer));
}

function requestOf(incoming) {
  const { method, url, headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  // Left open when the handler stops reading: the answer goes out on the same socket.
  const body = hasBody ? ReadableStream.from(incoming.iterator({ destroyOnReturn: false })) : undefined;
  // Not relative to it: of `//x/decide` that would take `x` for the host.
  const target = url.startsWith("/") ? `http://localhost${url}` : url;
  return new Request(target, { method, headers, body, duplex: "half" });
}
