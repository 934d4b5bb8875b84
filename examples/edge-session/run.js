// One run: what happened to it, and the session that this comes to. Nobody else gets a turn between reading and writing.
import { DurableObject } from "cloudflare:workers";
import { reversible, rulesHash } from "countersign";
import { judged, statusOf } from "../edge-decide/decide.js";
import { answered, parsed, Refusal, written } from "../edge-decide/request.js";

const TABLE = `CREATE TABLE history (seq INTEGER PRIMARY KEY, at INTEGER, caller TEXT, commandId TEXT UNIQUE,
  body TEXT, answer TEXT, rulesHash TEXT)`;
const PAGE = "SELECT * FROM history WHERE seq > ? ORDER BY seq LIMIT 50";
// How many bytes a session may have after a command: the storage takes 2 MB, with what it puts around ours. Half of it is for
// what brings a run to its end, so that whoever acts cannot use it up before somebody says no; the last for what time brings.
// And how many characters a command itself may have, of which only a call needs many.
const LIMITS = new Map([
  ["log_action", { room: 1_000_000, length: 200_000 }],
  ["tick", { room: 1_990_000, length: 4_000 }],
]);
const OTHERS = { room: 1_900_000, length: 4_000 };

export class Run extends DurableObject {
  sql = (...query) => this.ctx.storage.sql.exec(...query).toArray();

  /** As the bytes of its JSON: so their number says whether there is room. */
  session() {
    const bytes = this.ctx.storage.kv.get("session");
    return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null;
  }

  present() {
    const session = this.session();
    return session ? told({ session }) : none();
  }

  /** Before the first command there is no table: whoever only looks makes none. */
  history(after) {
    if (!this.session()) return none();
    // JSON stays text: who knows how deeply it is nested.
    const told = ({ body, answer, ...row }) => `${JSON.stringify(row).slice(0, -1)},"asked":${body},${answer.slice(1)}`;
    return written(`[${this.sql(PAGE, after).map(told)}]`);
  }

  /** All of what follows is kept, or nothing. The body comes as text: what is nested deeply would not survive the call. */
  take(asked) {
    try {
      return this.ctx.storage.transactionSync(() => this.taken(asked));
    } catch (error) {
      if (error instanceof Refusal) return error.response();
      throw error;
    }
  }

  /** Time alone makes something due: a run is abandoned, an approval runs out. */
  async alarm() {
    const answer = this.take({ caller: "SYSTEM", body: '{"command":{"type":"tick"}}' });
    if (!answer.ok) console.error(`a tick was refused: ${await answer.text()}`);
  }

  taken({ id, caller, body, revision, commandId = null }) {
    const session = this.session();
    const [known] = session ? this.sql("SELECT * FROM history WHERE commandId = ?", commandId) : [];
    if (known) return this.recalled(known, caller, body);
    const present = session?.revision ?? 0;
    if ((revision ?? present) !== present) {
      const message = `you saw revision ${revision}; it is ${present}`;
      return told({ error: { code: "revision_conflict", path: "", message }, session }, 412);
    }
    const now = Date.now();
    const { command } = parsed(body);
    const { room, length } = LIMITS.get(command?.type) ?? OTHERS;
    if (body.length > length) throw tooLarge(`at most ${length} characters are read of such a command`);
    const decision = judged(reversible, session, command, { now, caller });
    if (decision.outcome === "denied") return told(decision, statusOf(decision), session);
    const { session: next, ...answer } = decision;
    if (id && next.id !== id) throw new Refusal(422, "invalid_input", `this run is \`${id}\``, "command.id");
    if (answer.events) {
      const row = [now, caller, commandId, body, JSON.stringify(answer), rulesHash];
      this.keep(!session, next, row, room);
    }
    const deadline = reversible.deadline(next);
    if (deadline !== null) this.ctx.storage.setAlarm(deadline);
    return told({ ...answer, session: next });
  }

  keep(isNew, session, row, room) {
    const bytes = encoded(JSON.stringify(session));
    if (Math.max(bytes.length, encoded(row.join()).length) > room) {
      throw tooLarge(`this run would be too large: after such a command at most ${room} bytes of it are kept`);
    }
    if (isNew) this.sql(TABLE);
    this.sql("INSERT INTO history VALUES (NULL, ?, ?, ?, ?, ?, ?)", ...row);
    this.ctx.storage.kv.put("session", bytes);
  }

  /** What was answered at first. What changed nothing is not remembered: the same id may be tried again. */
  recalled({ seq, ...known }, caller, body) {
    if (known.caller !== caller || known.body !== body) {
      throw new Refusal(422, "id_conflict", "this Idempotency-Key came with another body, or from another caller");
    }
    const answers = this.sql("SELECT answer FROM history WHERE seq <= ? ORDER BY seq", seq);
    const events = answers.flatMap(({ answer }) => JSON.parse(answer).events ?? []);
    return told({ ...JSON.parse(known.answer), session: reversible.replay(events) });
  }
}

const told = (body, status, session = body.session) =>
  answered(body, status, session ? { etag: `"${session.revision}"` } : {});
const tooLarge = (message) => new Refusal(413, "too_large", message);
const none = () => new Refusal(404, "not_found", "there is no such run").response();
const encoded = (text) => new TextEncoder().encode(text);
