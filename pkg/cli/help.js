// What `--help` prints.

const GENERAL = `countersign: what AI-agent sessions are in, what they wait for, and what may be done with them

  countersign derive [FILES…]     one line a session: status, attention, what it waits for
  countersign explain [FILES…]    what is possible now, and why the rest is not
  countersign replay LOG          the commands of a log, each with its verdict and reason
  countersign rules [LIFECYCLE]   what is allowed: table, diagram or data

  countersign COMMAND --help      more about a command
  countersign --version

It decides nothing that binds anybody: whoever owns the sessions has to decide again.`;

const INPUT = `FILES hold sessions or the payloads of a vendor's API, as JSON (one, a list, or an
envelope with a list) or one JSON value a line. Without FILES, or for \`-\`, they
come from stdin. A bad one loses no other. An empty .json file is bad input; of lines
there may be none: then stderr says "no sessions", and the exit code is 0.`;

const JUDGED = `  --json               one JSON object a line
  --more FILE          what the vendor keeps beside its payloads, as one JSON
                       document: for reversible sessions that of GET /approvals,
                       for an interactive one its events; the samples
                       reversible-awaiting-approval-payload.json and
                       approvals-of-reversible-awaiting-approval-payload.json go
                       together
  --lifecycle NAME     read payloads as this lifecycle's, instead of detecting it
  --now TIME           judge at this time (milliseconds since the epoch, or
                       RFC 3339), instead of now
  --caller CALLER      judge for AGENT (the default), OPERATOR or SYSTEM`;

const HELP = {
  derive: `countersign derive [FILES…] [--json] [--more FILE] [--lifecycle NAME]
                          [--now TIME] [--caller CALLER]

One line a session: its id, lifecycle, status (with the rule that gave it, where
there are several), whom it concerns (attention), and what it waits for: instructions
that the host still owes and approvals that are not given, else whose move it is and
which moves there are. Unless a caller is chosen, the moves of an OPERATOR are shown
where a person is needed, or where an AGENT has none; named where theirs differ. Where
a person is needed and nothing else says why, what holds of the session does.

${INPUT}

${JUDGED}

exit code: 0 · 1 a session is inconsistent · 2 bad usage or input`,

  explain: `countersign explain [FILES…] [--json] [--more FILE] [--lifecycle NAME]
                           [--now TIME] [--caller CALLER]

Everything derived from a session, by which caller and at what time, its actions or
calls, its approvals, every command with what it needs or why it cannot be given now,
and what a rollback would do or how far it has come, where there is one.

${INPUT}

${JUDGED}

exit code: 0 · 1 a session is inconsistent · 2 bad usage or input`,

  replay: `countersign replay [LOG] [--session FILE] [--json] [--more FILE] [--lifecycle NAME]
                          [--now TIME] [--caller CALLER]

Judges the commands of a log one after another, from no session or from the one in
FILE: each with its verdict, its rule, and what happened or why not; beneath one with
inputs, what each of them came to. Then what has become of the session.

LOG is a JSON list or one JSON value a line, from stdin if it is not given. An entry
is a command, or { "command": …, "now": TIME, "caller": CALLER } with what it was
given with; a bad one loses no other. An empty .json file is bad input; of lines
there may be none: then stderr says "no commands", and no command was denied.

  --session FILE       begin with this session or payload
${JUDGED}

exit code: 0 · 1 a command was denied, or the session ends up inconsistent ·
2 bad usage or input`,

  rules: `countersign rules [LIFECYCLE…] [--mermaid | --json]

What the engine decides by: for each command the rules from which statuses to
which (on: in which status of what the command is about), and what they require, in
the order in which it is judged.

  --mermaid            a state diagram
  --json               one JSON object a line, one for each command

exit code: 0 · 2 bad usage`,
};

export function help(name) {
  return HELP[name] ?? GENERAL;
}
