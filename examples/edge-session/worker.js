// GET and POST /runs/:id, GET /runs/:id/history: one Durable Object for each run, which decides and keeps it.
import { unexpected } from "../edge-decide/decide.js";
import { callerOf, pathOf, Refusal, read } from "../edge-decide/request.js";

export { Run } from "./run.js";

// Of a command, so that a page of history is no more than can be answered.
const LARGEST = 200_000;

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
      if (method !== "POST")
        return await (history ? run.history(Number(/[?&]after=(\d{1,15})\b/.exec(url)?.[1] ?? 0)) : run.present());
      const [revision, commandId] = [seen(headers), headers.get("idempotency-key")];
      if (commandId === "") throw new Refusal(422, "invalid_input", "found an empty Idempotency-Key");
      return await run.take({ id, caller, revision, commandId, body: await read(request, LARGEST) });
    } catch (error) {
      return (error instanceof Refusal ? error : unexpected(error)).response();
    }
  },
};

/** The revision that the client looked at: without it, it would overwrite what it has not seen. */
function seen(headers) {
  if (headers.get("if-none-match") === "*") return 0;
  const found = headers.get("if-match");
  const [, revision] = /^"(0|[1-9]\d{0,15})"$/.exec(found ?? "") ?? [];
  if (revision !== undefined) return Number(revision);
  const message = `found ${found ?? "nothing"}, expected If-Match: "<the revision that you saw>", or If-None-Match: *`;
  throw new Refusal(428, "precondition_required", message);
}
