// The delegated lifecycle: what all have, and what only this one has.
import { lifecycle } from "./lifecycle.js";
import { answer, text } from "./text.js";

export function delegated(engine) {
  return {
    ...lifecycle("delegated", engine),
    cascade: (sessions, uid) => {
      const [all, one] = [text(sessions, "sessions"), text(uid, "uid")];
      return answer(engine.ask("delegated.cascade", all, one));
    },
  };
}
