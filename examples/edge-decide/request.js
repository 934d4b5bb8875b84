// What a request has to be before anything is decided: from somebody known, of the right kind, not too large, and JSON.

/** Refuses a request, with a status and a body that says why. */
export class Refusal extends Error {
  constructor(status, code, message, path = "", headers = {}) {
    super(message);
    Object.assign(this, { status, code, path, headers });
  }

  response() {
    const { code, path, message, status, headers } = this;
    return answered({ error: { code, path, message } }, status, headers);
  }
}

export function answered(body, status, headers) {
  return written(JSON.stringify(body), status, headers);
}

/** Nobody on the way keeps an answer: it is about one session, at one time. */
export function written(json, status = 200, headers = {}) {
  const known = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(json, { status, headers: { ...known, ...headers } });
}

/** Not by `URL`, which throws for a host that is none. */
export function pathOf({ url }) {
  return /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1];
}

const CALLERS = ["AGENT", "OPERATOR", "SYSTEM"];

/** Who asks, by bearer token. `tokens` is JSON, `{"token": "AGENT"}`; without it nobody is let in. */
export function callerOf(request, tokens = "{}") {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const caller = JSON.parse(tokens)[token];
  if (CALLERS.includes(caller)) return caller;
  const headers = { "www-authenticate": "Bearer" };
  throw new Refusal(401, "unauthorized", "a bearer token that is known here is required", "", headers);
}

/** The text of the body, at most `limit` bytes of it, whatever its length claims to be. */
export async function read(request, limit = 1_000_000) {
  const type = request.headers.get("content-type") ?? "none";
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new Refusal(415, "unsupported_media_type", `found ${type}, expected application/json`);
  }
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (!/^identity$/i.test(encoding)) {
    throw new Refusal(415, "unsupported_media_type", `found the encoding ${encoding}, expected none`);
  }
  const tooLarge = () => new Refusal(413, "too_large", `at most ${limit} bytes are read`);
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, length] = ["", 0];
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > limit) throw tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof Refusal ? error : noJson(error);
  }
}

export function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch (error) {
    throw noJson(error);
  }
}

const noJson = ({ message }) => new Refusal(400, "invalid_json", `the body is no JSON: ${message}`);
