// `countersign derive`: one line a session.
import { attentionStyle, inOrder } from "./attention.js";
import { derived } from "./derived.js";
import { moreIn } from "./more.js";
import { json } from "./printable.js";
import { isLive, records } from "./records.js";
import { SessionTable } from "./session-table.js";
import { eachSession } from "./sessions.js";

export async function derive({ options, files, stdin, output }) {
  const more = await moreIn(options, files, stdin, output);
  if (more === null) return;
  let found = 0;
  const report = options.json ? new Lines(output) : new Rows(output);
  for await (const batch of records(files, stdin, output)) {
    await eachSession(batch, { ...options, more }, output, async (read) => {
      const session = derived(read, options.context());
      found++;
      if (session.view.conditions.inconsistent !== null) output.objection();
      await report.session(session);
    });
    if (isLive(files)) await report.pause();
  }
  if (found === 0) output.nothing("sessions");
  await report.end();
}

class Lines {
  #output;

  constructor(output) {
    this.#output = output;
  }

  session(session) {
    return this.#output.line(json(session));
  }

  pause() {
    return this.#output.flush();
  }

  end() {}
}

class Rows {
  #output;
  #table;
  #counts = new Map();

  constructor(output) {
    this.#output = output;
    this.#table = new SessionTable(output);
  }

  session(session) {
    this.#counts.set(session.attention, (this.#counts.get(session.attention) ?? 0) + 1);
    return this.#table.row(session);
  }

  async pause() {
    await this.#table.flush();
    await this.#output.flush();
  }

  async end() {
    await this.#table.flush();
    const counts = inOrder(this.#counts);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    if (total < 2) return;
    const parts = counts.map(([attention, count]) =>
      this.#output.paint(attentionStyle(attention), `${count.toLocaleString("en")} ${attention}`),
    );
    await this.#output.line();
    await this.#output.line(`${total.toLocaleString("en")} sessions: ${parts.join(", ")}`);
  }
}
