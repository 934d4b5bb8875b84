import { handle } from "./decide.js";

export default { fetch: (request, env) => handle(request, { tokens: env.TOKENS }) };
