// Builds of the engine that break: the shipped binary, changed by binaryen. Nothing of it is in the package.
import { readFileSync } from "node:fs";
import binaryen from "binaryen";

const { Features, i32 } = binaryen;
// As in xtask/src/package.rs: what Node 20 takes.
const FEATURES =
  Features.BulkMemory |
  Features.Multivalue |
  Features.MutableGlobals |
  Features.NontrappingFPToInt |
  Features.ReferenceTypes |
  Features.SignExt;
const shipped = readFileSync(new URL("../../wasm/engine.wasm", import.meta.url));

/** What a command has as its first member to be one that traps. Every other build ignores it. */
export const TRAP = { trap: true };
// The exports that are given a command, and by which parameter.
const COMMANDS = { ask: 4, live_decide: 1 };

/** Reaches `unreachable` when it is given such a command. */
export function trapping() {
  const module = binaryen.readBinary(shipped);
  for (const [name, parameter] of Object.entries(COMMANDS)) {
    const { name: own, params, results, vars, body } = exported(module, name);
    // Behind the brace and the quote.
    const start = module.i32.load(2, 1, module.local.get(parameter, i32));
    const mark = module.i32.const(Buffer.from(Object.keys(TRAP)[0]).readInt32LE());
    const trap = module.if(module.i32.eq(start, mark), module.unreachable());
    module.removeFunction(own);
    module.addFunction(own, params, results, vars, module.block(null, [trap, body], results));
  }
  return emitted(module);
}

/** Has no more memory than so many pages (fewer than 128) of 64 KB. */
export function small(pages) {
  // The section of memories: one, without a limit, of so many pages.
  const at = shipped.indexOf(Buffer.from([5, 3, 1, 0]));
  if (at < 0) throw new Error("the engine has no memory without a limit");
  const limited = Buffer.from([5, 4, 1, 1, shipped[at + 4], pages]);
  return Buffer.concat([shipped.subarray(0, at), limited, shipped.subarray(at + 5)]);
}

function exported(module, name) {
  for (let at = 0; at < module.getNumExports(); at++) {
    const found = binaryen.getExportInfo(module.getExportByIndex(at));
    if (found.name === name) return binaryen.getFunctionInfo(module.getFunction(found.value));
  }
  throw new Error(`the engine exports no ${name}`);
}

function emitted(module) {
  module.setFeatures(FEATURES);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}
