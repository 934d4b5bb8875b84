import { handle } from "../edge-decide/decide.js";

const { TOKENS: tokens, PORT: port = "8787" } = process.env;
const { url } = Bun.serve({ hostname: "127.0.0.1", port, fetch: (request) => handle(request, { tokens }) });
console.log(`Ready on ${url.origin}`);
