// GET and POST /runs/:id, GET /runs/:id/history: one Durable Object for each run, which decides and keeps it.
import { unexpected } from "../edge-decide/decide.js";
import { callerOf, pathOf, Refusal, read } from "../edge-decide/request.js";

export { Run } from "./run.js";

// In bytes; how many a command may have, the run says.
const LARGEST = 500_000;

export default {
  async fetch(request, env) {
    try {
      const { method, url, headers } = request;
      const [, id, history] = /^\/runs\/([\w.-]{1,128})(\/history)?$/.exec(pathOf(request)) ?? [];
      if (!id) throw new Refusal(404, "not_found", "there are /runs/:id and /runs/:id/history");
      const allow = history ? "GET, HEAD" : "GET, HEAD, POST";
      if (!allow.split(", ").includes(method)) {
        throw new Refusal(405, "method_not_allowed", `only ${allow} is answered here`, "", { allow });
      }
      const caller = callerOf(request, env.TOKENS);
      const run = env.RUNS.getByName(id);
      if (method !== "POST") return await (history ? run.history(afterOf(url)) : run.present());
      const [revision, commandId] = [seen(headers), headers.get("idempotency-key")];
      if (!/^[\x20-\x7e]{1,255}$/.test(commandId ?? "none")) {
        throw new Refusal(422, "invalid_input", "expected an Idempotency-Key of 1 to 255 characters of ASCII");
      }
      return await run.take({ id, caller, revision, commandId, body: await read(request, LARGEST) });
    } catch (error) {
      return (error instanceof Refusal ? error : unexpected(error)).response();
    }
  },
};

/** The entry behind which a page of history begins. */
function afterOf(url) {
  const after = new URLSearchParams(url.split("?")[1]).get("after") ?? "0";
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new Refusal(422, "invalid_input", `found after=${after}, expected the \`seq\` of an entry`);
}

/** The revision that the client looked at: without it, it would overwrite what it has not seen. */
function seen(headers) {
  if (headers.get("if-none-match") === "*") return 0;
  const found = headers.get("if-match");
  const [, revision] = /^"(0|[1-9]\d{0,15})"$/.exec(found ?? "") ?? [];
  if (revision !== undefined) return Number(revision);
  const message = `found ${found ?? "nothing"}, expected If-Match: "<the revision that you saw>", or If-None-Match: *`;
  throw new Refusal(428, "precondition_required", message);
}
