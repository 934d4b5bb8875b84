// One run: what happened to it, and the session that this comes to. Nobody else gets a turn between reading and writing.
import { DurableObject } from "cloudflare:workers";
import { reversible, rulesHash } from "countersign";
import { judged, statusOf } from "../edge-decide/decide.js";
import { answered, parsed, Refusal } from "../edge-decide/request.js";

const TABLE = `CREATE TABLE history (seq INTEGER PRIMARY KEY, at INTEGER, caller TEXT, commandId TEXT UNIQUE,
  body TEXT, answer TEXT, rulesHash TEXT)`;
// The storage takes no value and no row of more than 2 MB; the rest is for what it puts around ours.
const LARGEST = 1_990_000;

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
  history() {
    if (!this.session()) return none();
    const rows = this.sql("SELECT * FROM history ORDER BY seq");
    const read = ({ body, answer, ...row }) => ({ ...row, command: JSON.parse(body).command, ...JSON.parse(answer) });
    return answered(rows.map(read));
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
    const decision = judged(reversible, session, command, { now, caller });
    if (decision.outcome === "denied") return told(decision, statusOf(decision), session);
    const { session: next, ...answer } = decision;
    if (id && next.id !== id) throw new Refusal(422, "invalid_input", `this run is \`${id}\``, "command.id");
    const row = [now, caller, commandId, body, JSON.stringify(answer), rulesHash];
    const bytes = encoded(JSON.stringify(next));
    if (Math.max(bytes.length, encoded(row.join()).length) > LARGEST) {
      throw new Refusal(413, "too_large", `this run would be too large: of it at most ${LARGEST} bytes are kept`);
    }
    if (!session) this.sql(TABLE);
    // Of what changed nothing only the answer matters, and only to whoever may ask for it again.
    if (answer.events || commandId) this.sql("INSERT INTO history VALUES (NULL, ?, ?, ?, ?, ?, ?)", ...row);
    this.ctx.storage.kv.put("session", bytes);
    const deadline = reversible.deadline(next);
    if (deadline !== null) this.ctx.storage.setAlarm(deadline);
    return told(decision);
  }

  /** What was answered at first. A denial is not remembered: the same id may be tried again. */
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
const none = () => new Refusal(404, "not_found", "there is no such run").response();
const encoded = (text) => new TextEncoder().encode(text);
