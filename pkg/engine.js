// The API over a compiled module. Nothing happens before the first call; a trap costs one instance, not the process.
import { delegated } from "./delegated.js";
import { CountersignError } from "./error.js";
import { interactive } from "./interactive.js";
import { reversible } from "./reversible.js";
import { answer, error, text } from "./text.js";
import { glue } from "./wasm/glue.js";
import { rulesHash, version } from "./wasm/meta.js";

/** `load` gives the WebAssembly.Module, for every instance the same; `makeGlue` makes an instance's JavaScript side. */
export function api(load, makeGlue = glue) {
  const engine = new Engine(load, makeGlue);
  return {
    reversible: reversible(engine),
    interactive: interactive(engine),
    delegated: delegated(engine),
    detect: (value) => answer(engine.ask("detect", text(value, "value"))),
    start: () => engine.start(),
  };
}

class Engine {
  #load;
  #makeGlue;
  #instance;
  #handles;

  constructor(load, makeGlue) {
    this.#load = load;
    this.#makeGlue = makeGlue;
  }

  /** Called by itself at the first call. */
  start() {
    this.#instance ??= this.#instantiate();
    return this.#instance;
  }

  ask(what, first = "", second = "", now = 0, caller = undefined) {
    return this.call((js) => js.ask(what, first, second, now, caller));
  }

  call(use) {
    return this.on(this.start(), use);
  }

  /** Like `call`, on the instance that a handle belongs to. */
  on(instance, use) {
    if (instance !== this.#instance) {
      throw new CountersignError(
        "engine_restarted",
        "",
        "the engine that held this session in memory had to be restarted: open the session again",
      );
    }
    try {
      return use(instance);
    } catch (cause) {
      // A refusal of ours, thrown by a method that returns a handle.
      if (typeof cause === "string" && cause.startsWith("!")) throw error(JSON.parse(cause.slice(1)));
      // Anything else (a trap, the end of the stack or of the memory) left the instance in the middle of something.
      this.#instance = undefined;
      throw new CountersignError(
        "engine_trapped",
        "",
        `the engine stopped in the middle of a call (${cause}); the next call starts a fresh one`,
        { cause },
      );
    }
  }

  /** Frees `handle` when `owner` is collected, where the runtime can tell. */
  freeWith(owner, instance, handle) {
    if (typeof FinalizationRegistry === "undefined") return;
    this.#handles ??= new FinalizationRegistry((held) => this.free(held.instance, held.handle));
    this.#handles.register(owner, { instance, handle }, owner);
  }

  /** The memory of a dead instance is gone already. */
  free(instance, handle, owner) {
    if (owner) this.#handles?.unregister(owner);
    if (instance === this.#instance) this.on(instance, () => handle.free());
  }

  #instantiate() {
    const js = this.#makeGlue();
    try {
      const { exports } = new WebAssembly.Instance(this.#load(), { "./engine_bg.js": js });
      js.__wbg_set_wasm(exports);
      exports.__wbindgen_start();
      if (js.version() === version && js.rulesHash() === rulesHash) return js;
    } catch (cause) {
      // Another module may lack what is called here, or want what there is not.
      if (cause instanceof WebAssembly.LinkError || cause instanceof TypeError) throw mismatch("another module", cause);
      throw cause;
    }
    throw mismatch(`the engine of countersign ${js.version()} (rules ${js.rulesHash()})`);
  }
}

function mismatch(found, cause) {
  const message = `found ${found}, expected the engine of countersign ${version} (rules ${rulesHash})`;
  return new CountersignError("engine_mismatch", "", message, { cause });
}
