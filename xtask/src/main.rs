//! What Cargo cannot do by itself: the WebAssembly of the npm package, and the runner for wasm tests.
//!
//! ```text
//! cargo run -p xtask -- build               writes pkg/wasm/
//! cargo run -p xtask -- wasm-test [web]     tests/wasm.rs in Node, or in headless Chromium
//! cargo run -p xtask -- wasm-test-runner …  called by Cargo, see .cargo/config.toml
//! ```

mod package;

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1);
    match args.next().as_deref().and_then(OsStr::to_str) {
        Some("build") => package::build(),
        Some("wasm-test") => wasm_test(args.next().as_deref() == Some(OsStr::new("web"))),
        Some("wasm-test-runner") => {
            // The library expects its own name where ours has the sub-command.
            Ok(wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os().skip(1))?)
        }
        _ => Err("usage: cargo run -p xtask -- build | wasm-test [web] | wasm-test-runner FILE".into()),
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Cargo for wasm32, the folder that it builds into and its compiler: with rustup's target where that is installed, else
/// with Debian's compiler (`rustc-web`), which builds the standard library from `rust-web-src`.
fn cargo_for_wasm(subcommand: &str) -> Result<(Command, PathBuf, String)> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root()).args([subcommand, "--target", TARGET]);
    if env::var_os("COUNTERSIGN_WITHOUT_RUSTUP").is_none() && Path::new(&output("rustc", &["--print", "target-libdir", "--target", TARGET])?).is_dir()
    {
        return Ok((cargo, root().join("target").join(TARGET), output("rustc", &["--version"])?));
    }

    const DEBIAN: &str = "/usr/bin/rustc";
    if !Path::new(DEBIAN).is_file() {
        return Err(format!("no compiler for WebAssembly: rustup target add {TARGET}").into());
    }
    // A folder of its own: the two compilers would throw away each other's work.
    let folder = root().join("target/rustc-web");
    cargo.args(["-Zbuild-std=std,panic_abort", "--target-dir"]).arg(&folder);
    cargo.env("RUSTC", DEBIAN).env("RUSTC_BOOTSTRAP", "1");
    // Debian's compiler brings no linker for WebAssembly, rustup's does.
    let linker = Path::new(&output("rustc", &["--print", "target-libdir"])?).with_file_name("bin/rust-lld");
    if linker.is_file() {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    Ok((cargo, folder.join(TARGET), output(DEBIAN, &["--version"])?))
}

/// What a program prints.
fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

fn wasm_test(web: bool) -> Result<()> {
    let (mut cargo, ..) = cargo_for_wasm("test")?;
    cargo.args(["--package", "countersign", "--test", "wasm"]);
    // This very program, not the `cargo run` of .cargo/config.toml: that would be rebuilt by the other compiler.
    let runner = env::current_exe()?;
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", format!("{} wasm-test-runner", runner.to_str().ok_or("a path that is not text")?));
    if web {
        cargo.env("WASM_BINDGEN_USE_BROWSER", "1");
        cargo.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("scripts/webdriver.json"));
    }
    run(&mut cargo)
}
