// The names that the Rust source spells, as they are on the wire. rustfmt keeps the source regular enough for this.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const src = join(import.meta.dirname, "../../../src");

function source(file) {
  return readFileSync(join(src, file), "utf8");
}

/** The values of a closed set. */
export function closedSet(name) {
  for (const file of readdirSync(src, { recursive: true }).filter((file) => file.endsWith(".rs"))) {
    const [, body] = source(file).match(new RegExp(`^closed_set!\\(${name} \\{\\n([^}]*)\\}`, "m")) ?? [];
    if (body) return [...body.matchAll(/=> "(.*)"/g)].map(([, value]) => value);
  }
  throw new Error(`no closed_set! of ${name} in src`);
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
