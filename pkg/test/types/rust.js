// The names that the Rust source spells, as they are on the wire. rustfmt keeps the source regular enough for this.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const src = join(import.meta.dirname, "../../../src");

function source(file) {
  return readFileSync(join(src, file), "utf8");
}

/** The values of a closed set. */
export function closedSet(name) {
  const found = closedSets().get(name);
  if (found) return found;
  throw new Error(`no closed_set! of ${name} in src`);
}

/** The closed sets in a folder, each with its values. */
export function closedSets(folder = "") {
  const found = new Map();
  for (const file of readdirSync(join(src, folder), { recursive: true }).filter((file) => file.endsWith(".rs"))) {
    for (const [, name, body] of source(join(folder, file)).matchAll(/^closed_set!\((\w+) \{\n([^}]*)\}/gm)) {
      found.set(
        name,
        Array.from(body.matchAll(/=> "(.*)"/g), ([, value]) => value),
      );
    }
  }
  return found;
}

/** The fields of a struct. */
export function struct(file, name) {
  return fields(item(file, "struct", name), 1);
}

/** The variants of an enum, each with its fields. */
export function variants(file, name) {
  const found = {};
  for (const [, variant, body = ""] of item(file, "enum", name).matchAll(/^ {4}(\w+)(?:,| \{\n([^}]*)\})/gm)) {
    found[variant] = fields(body, 2);
  }
  return found;
}

/** `AddArtifact` → `add_artifact`. */
export function snake(name) {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function item(file, kind, name) {
  const [, body] = source(file).match(new RegExp(`^pub ${kind} ${name} \\{\\n(.*?)^\\}`, "ms")) ?? [];
  if (body) return body;
  throw new Error(`no ${kind} ${name} in src/${file}`);
}

function fields(body, depth) {
  const field = new RegExp(`^ {${depth * 4}}(?:pub )?(\\w+):`, "gm");
  return [...body.matchAll(field)].map(([, name]) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
}
