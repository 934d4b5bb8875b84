// The names that the Rust source spells, as they are on the wire. rustfmt keeps the source regular enough for this.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const src = join(import.meta.dirname, "../../../src");

/** All of a module: what is in its folder and below, and the file beside it that has its name. */
function source(module) {
  const files = readdirSync(src, { recursive: true }).filter((file) => file.endsWith(".rs"));
  const its = files.filter((file) => file === `${module}.rs` || file.startsWith(module === "" ? "" : `${module}/`));
  return its.map((file) => readFileSync(join(src, file), "utf8")).join("\n");
}

/** The values of a closed set. */
export function closedSet(name) {
  const found = closedSets().get(name);
  if (found) return found;
  throw new Error(`no closed_set! of ${name} in src`);
}

/** The closed sets of a module, each with its values. */
export function closedSets(module = "") {
  const found = new Map();
  for (const [, name, body] of source(module).matchAll(/^closed_set!\((\w+) \{\n([^}]*)\}/gm)) {
    found.set(
      name,
      Array.from(body.matchAll(/=> "(.*)"/g), ([, value]) => value),
    );
  }
  return found;
}

/** The fields of a struct of a module. */
export function struct(module, name) {
  return fields(item(module, "struct", name), 1);
}

/** The variants of an enum of a module, each with its fields. */
export function variants(module, name) {
  const found = {};
  for (const [, variant, body = ""] of item(module, "enum", name).matchAll(/^ {4}(\w+)(?:,| \{\n([^}]*)\})/gm)) {
    found[variant] = fields(body, 2);
  }
  return found;
}

/** `AddArtifact` → `add_artifact`. */
export function snake(name) {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function item(module, kind, name) {
  const found = Array.from(source(module).matchAll(new RegExp(`^pub ${kind} ${name} \\{\\n(.*?)^\\}`, "gms")));
  if (found.length === 1) return found[0][1];
  throw new Error(`${found.length} times ${kind} ${name} in src/${module}`);
}

function fields(body, depth) {
  const field = new RegExp(`^ {${depth * 4}}(?:pub )?(\\w+):`, "gm");
  return [...body.matchAll(field)].map(([, name]) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
}
