import { handle } from "../edge-decide/decide.js";

const tokens = Deno.env.get("TOKENS");
const port = Number(Deno.env.get("PORT") ?? "8787");
const onListen = ({ port }) => console.log(`Ready on http://127.0.0.1:${port}`);
Deno.serve({ hostname: "127.0.0.1", port, onListen }, (request) => handle(request, { tokens }));
