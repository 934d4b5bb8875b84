//! `pkg/wasm/`: the engine as WebAssembly and the JavaScript around it.

use crate::{Result, cargo_for_wasm, root, run};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;

/// What `rustc` emits by default for wasm32 and every supported runtime (Node 20 is the oldest) understands.
/// Named one by one: with `--all-features` the optimiser emits what Node 20 refuses.
const FEATURES: [&str; 6] = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

pub fn build() -> Result<()> {
    // npm takes them from the package's own folder only.
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        if root().join(name).exists() {
            fs::copy(root().join(name), root().join("pkg").join(name))?;
        }
    }
    let (mut cargo, target, compiler) = cargo_for_wasm("build")?;
    run(cargo.args(["--quiet", "--package", "countersign", "--lib", "--release"]))?;
    let compiled = target.join("release/countersign.wasm");

    let out = root().join("pkg/wasm");
    let stamp = out.join(".stamp");
    // The second line is for the size gate: another compiler makes another size.
    let inputs = format!("{:016x}\n{compiler}\n", fingerprint(&fs::read(&compiled)?)?);
    if fs::read_to_string(&stamp).is_ok_and(|written| written == inputs) {
        return Ok(());
    }
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;

    let bound = target.join("bindgen");
    bind(&compiled, &bound)?;
    let wasm = out.join("engine.wasm");
    optimise(&bound.join("engine_bg.wasm"), &wasm)?;
    fs::write(out.join("glue.js"), factory(&fs::read_to_string(bound.join("engine_bg.js"))?))?;
    fs::write(out.join("inline.js"), inline(&fs::read(&wasm)?))?;
    fs::write(out.join("meta.js"), meta())?;
    // Last: whatever fails above is done again.
    fs::write(stamp, inputs)?;
    println!("pkg/wasm/engine.wasm: {} bytes", fs::metadata(wasm)?.len());
    Ok(())
}

/// Of all that the files depend on: the compiler's output, the optimiser, this program.
fn fingerprint(compiled: &[u8]) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    compiled.hash(&mut hasher);
    fs::read(binaryen().join("package.json"))?.hash(&mut hasher);
    include_str!("package.rs").hash(&mut hasher);
    meta().hash(&mut hasher);
    Ok(hasher.finish())
}

fn bind(compiled: &Path, out: &Path) -> Result<()> {
    let arguments = ["wasm-bindgen", "--target", "bundler", "--no-typescript", "--out-name", "engine", "--out-dir"];
    let arguments = arguments.into_iter().map(Into::into).chain([out.as_os_str().into(), compiled.as_os_str().into()]);
    Ok(wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments.collect::<Vec<std::ffi::OsString>>())?)
}

fn binaryen() -> std::path::PathBuf {
    root().join("node_modules/binaryen")
}

fn optimise(from: &Path, to: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(binaryen().join("bin/wasm-opt")).arg(from).arg("-o").arg(to);
    node.args(["-O3", "--converge", "--strip-debug", "--strip-producers", "--strip-target-features"]);
    // What compresses best: functions that stay apart, and those of one name for several lifecycles side by side. Only the
    // smallest go into their callers: a sixth faster for 200 bytes.
    node.args(["--one-caller-inline-max-function-size", "1", "--always-inline-max-function-size", "8", "--reorder-functions-by-name"]);
    node.arg("--mvp-features").args(FEATURES.map(|feature| format!("--enable-{feature}")));
    run(&mut node)
}

/// Long strings are encoded by the host, several times as fast as by the glue's loop over characters. Most are ASCII and fit;
/// of any other the rest takes up to three bytes a character.
const ENCODE: &str = "
const passShort = passStringToWasm0;
passStringToWasm0 = (arg, malloc, realloc) => {
    const length = arg.length;
    if (length < 200) return passShort(arg, malloc, realloc);
    let ptr = malloc(length, 1) >>> 0;
    let { read, written } = cachedTextEncoder.encodeInto(arg, getUint8ArrayMemory0().subarray(ptr, ptr + length));
    if (read < length) {
        const most = written + (length - read) * 3;
        ptr = realloc(ptr, length, most, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + written, ptr + most);
        written += cachedTextEncoder.encodeInto(arg.slice(read), view).written;
        ptr = realloc(ptr, most, written, 1) >>> 0;
    }
    WASM_VECTOR_LEN = written;
    return ptr;
};
";

/// The glue keeps its state (the instance, its memory, the length of the last string) in module variables. In a function
/// each instance has its own, importing the module does nothing, and a fresh instance can follow one that trapped.
fn factory(glue: &str) -> String {
    let mut names = Vec::new();
    let mut body = String::new();
    for line in glue.lines() {
        let line = match line.strip_prefix("export ") {
            Some(item) => {
                let name = item.trim_start_matches("class ").trim_start_matches("function ");
                names.extend(name.split(['(', ' ', '{']).next());
                item
            }
            None => line,
        };
        body.push_str(line);
        body.push('\n');
    }
    // Handles are freed by lifecycle.js, which knows whether their instance still lives: the glue's own registries
    // would call into a dead one.
    format!("export function glue() {{\nconst FinalizationRegistry = undefined;\n{body}{ENCODE}return {{ {} }};\n}}\n", names.join(", "))
}

/// The bytes as a string of printable ASCII, which no bundler, minifier or server changes. A byte below 91 is one character,
/// another one `}` or `~` and a character: unlike base64, equal bytes look alike wherever they stand, which is what compressors
/// live on. Of 195 KB (67 by brotli) it makes 229 (69), base64 260 (91), hex 391 (72), and it decodes about as fast.
fn inline(wasm: &[u8]) -> String {
    let mut text = String::with_capacity(wasm.len() * 5 / 4);
    for byte in wasm {
        match byte / 91 {
            0 => {}
            1 => text.push('}'),
            _ => text.push('~'),
        }
        // Printable ASCII without the quote and the backslash.
        let character = 32 + byte % 91;
        let character = character + u8::from(character >= b'"');
        text.push(char::from(character + u8::from(character >= b'\\')));
    }
    format!("export const text =\n  \"{text}\";\n")
}

fn meta() -> String {
    format!("export const version = \"{}\";\nexport const rulesHash = \"{}\";\n", countersign::VERSION, countersign::RULES_HASH)
}
