// Makes a machine with only Rust and Node work. Each part does nothing when there is nothing to do.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, output, root, run } from "./steps.js";

const TARGET = "wasm32-unknown-unknown";

/** The npm packages of a folder, as its package-lock.json says. */
export function packages(folder = ".") {
  const path = join(root, folder);
  const lock = createHash("sha256")
    .update(readFileSync(join(path, "package-lock.json")))
    .digest("hex");
  const installed = join(path, "node_modules/.installed");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: path });
  writeFileSync(installed, lock);
}

/** A compiler for WebAssembly: from rustup, else Debian's. COUNTERSIGN_WITHOUT_RUSTUP=1 pretends that rustup fails. */
export function wasmTarget() {
  if (!output("cargo", ["--version"]))
    throw new Failure("Rust is missing: install it with rustup, or Debian's rustup package");
  if (!process.env.COUNTERSIGN_WITHOUT_RUSTUP) {
    const library = output("rustc", ["--print", "target-libdir", "--target", TARGET]);
    if (library && existsSync(library)) return;
    if (output("rustup", ["target", "add", TARGET]) !== undefined) return;
  }
  if (existsSync("/usr/share/doc/rustc-web") && existsSync("/usr/share/doc/rust-web-src")) return;
  debian(
    ["rustc-web", "rust-web-src"],
    `WebAssembly needs a compiler: run \`rustup target add ${TARGET}\`, or install Debian's rustc-web and rust-web-src`,
  );
}

/** Whether wasm32 is built by the same compiler as the rest, which then also lints it. */
export function wasmByRustup() {
  const library = output("rustc", ["--print", "target-libdir", "--target", TARGET]);
  return !process.env.COUNTERSIGN_WITHOUT_RUSTUP && library !== undefined && existsSync(library);
}

/** Chromium and its driver, for the tests in a browser. */
export function chromium() {
  if (existsSync("/usr/bin/chromium") && existsSync("/usr/bin/chromedriver")) return;
  debian(["chromium", "chromium-driver"], "the tests need /usr/bin/chromium and /usr/bin/chromedriver: install them");
}

/** Firefox, for `npm run test:browsers`. */
export function firefox() {
  if (existsSync("/usr/bin/firefox-esr")) return;
  debian(["firefox-esr"], "these tests need /usr/bin/firefox-esr: install it");
}

/** WebKitGTK with its driver, what runs a browser of our own around it, and a screen that nobody sees. */
export function webkit() {
  const programs = ["WebKitWebDriver", "gjs", "Xvfb"].map((name) => `/usr/bin/${name}`);
  if ([...programs, "/usr/share/doc/gir1.2-webkit2-4.1"].every(existsSync)) return;
  debian(
    ["webkit2gtk-driver", "gir1.2-webkit2-4.1", "gjs", "xvfb"],
    `these tests need ${programs.join(", ")} and the types of WebKit2 4.1: install Debian's webkit2gtk-driver, gjs, xvfb and gir1.2-webkit2-4.1`,
  );
}

function debian(names, otherwise) {
  if (process.getuid?.() !== 0 || !output("apt-get", ["--version"])) throw new Failure(otherwise);
  const install = () =>
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  console.log(`installing ${names.join(" and ")} from Debian`);
  try {
    install();
  } catch {
    // The list of packages may be missing or old.
    try {
      run("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"] });
      install();
    } catch {
      throw new Failure(otherwise);
    }
  }
}

/** pkg/wasm/, quick when nothing changed. */
export function build() {
  run("cargo", ["run", "--package", "xtask", "--", "build"]);
}
