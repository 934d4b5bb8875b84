// Arguments in, exit code out. 0: fine · 1: something denied or inconsistent · 2: bad usage or bad input, or output that cannot be written.
import { version } from "../index.js";
import { requested } from "./arguments.js";
import { derive } from "./derive.js";
import { explain } from "./explain.js";
import { help } from "./help.js";
import { Closed, Output, Unwritable } from "./output.js";
import { replay } from "./replay.js";
import { rules } from "./rules.js";
import { UsageError } from "./usage.js";

const commands = { derive, replay, explain, rules };

/** `host` has the streams, the environment and the clock. */
export async function main(argv, host) {
  const output = new Output(host);
  try {
    return await run(argv, host, output);
  } catch (error) {
    if (error instanceof UsageError || error instanceof Unwritable) {
      output.complain(`countersign: ${error.message}`);
      return 2;
    }
    // Whoever read our output has seen enough (`| head`).
    if (error instanceof Closed) return output.exitCode;
    throw error;
  } finally {
    output.end();
  }
}

async function run(argv, host, output) {
  const { name, options, files } = requested(argv, Object.keys(commands), host.clock);
  if (options.version) await output.line(version);
  else if (options.help || name === undefined) await output.line(help(name));
  else await commands[name]({ options, files, stdin: host.stdin, output });
  await output.flush();
  // Nothing was asked for: that is a mistake, and the help says what could have been.
  return name === undefined && !options.help && !options.version ? 2 : output.exitCode;
}
