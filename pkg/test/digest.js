// The digest of a sample of all explored decisions. Native code writes it into tests/vectors; whoever runs the package
// comes to the same one, or decides differently somewhere.

/** Of each asked state the digest of all answers in it, and the digest of these: as tests/explore/digests.rs does it. */
export async function digest(lifecycle, { now, given = [], letters, ways, asked }) {
  const context = { now };
  const decide = (session, { command, now, caller }) => lifecycle.decide(session, command, { now, caller });
  const sessions = [];
  for (const [from, letter] of ways) {
    sessions.push(from < 0 ? (given[letter] ?? null) : decide(sessions[from], letters[letter]).session);
  }
  let all = "";
  for (const session of asked.map((at) => sessions[at])) {
    const answers = letters.map((letter) => decide(session, letter));
    if (session !== null) answers.push(lifecycle.view(session, context), lifecycle.offers(session, context));
    all += `${await sha256(answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""))}\n`;
  }
  return sha256(all);
}

async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
