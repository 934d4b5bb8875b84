// Delegated sessions in the middle of their work.
import { delegated } from "countersign";

export const context = { now: 1_767_225_600_000 };

/** With as many artifacts as told. */
export function working(artifacts) {
  const commands = [
    {
      type: "create",
      uid: "s-1",
      agent: "coder",
      task: "fix-login",
      harness: "cli",
      authority: ["repo:read", "repo:write"],
    },
    { type: "initialize" },
    { type: "activate" },
    ...Array.from({ length: artifacts }, (_, index) => ({
      type: "add_artifact",
      artifact: { id: `artifact-${index}`, kind: "patch", path: `src/file-${index}.ts`, lines: index },
    })),
  ];
  return commands.reduce((session, command) => delegated.decide(session, command, context).session, null);
}
