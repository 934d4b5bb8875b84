// The interactive lifecycle: what all have, and nothing beyond.
import { lifecycle } from "./lifecycle.js";

export function interactive(engine) {
  return lifecycle("interactive", engine);
}
