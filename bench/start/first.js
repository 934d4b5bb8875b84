// A process that decides once.
import { delegated } from "countersign";

const command = { type: "create", uid: "s-1", agent: "coder", task: "fix-login", harness: "cli", authority: [] };
if (delegated.decide(null, command, { now: 0 }).outcome !== "allowed") process.exitCode = 1;
