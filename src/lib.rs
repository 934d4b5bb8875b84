//! **countersign** decides whether a transition of an AI-agent session is allowed and why not, and which status to show.
//! The same engine runs natively and, compiled to WebAssembly, wherever JavaScript runs.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | lifecycle | one of the published lifecycles: [`reversible`], [`interactive`], [`delegated`] |
//! | session | all of it, as plain data |
//! | status | where it stands; each lifecycle has its own |
//! | command | imperative, or a report of what happened at the runtime; it may be refused |
//! | event | past tense: a fact; marked ▶ where it is at once an instruction to the host |
//! | rule | a row: id, command, when, from, to, guards |
//! | guard | one condition, with a code and a phrase that completes "this requires that …" |
//! | denial | a refusal that explains itself |
//! | context | the time and the caller |
//! | view | everything that is derived from a session |
//! | offer | a command with its verdict now |
//!
//! # The loop
//!
//! Decide, which changes nothing; store the events; apply them; show the view.
//!
//! ```
//! use countersign::delegated::{Command, decide, replay, view};
//! use countersign::engine::{Context, Decision};
//!
//! let context = Context { now: 1_767_225_600_000, ..Context::default() };
//! let create = Command::Create {
//!     uid: "s-1".into(),
//!     agent: "coder".into(),
//!     task: "fix-login".into(),
//!     harness: "cli".into(),
//!     authority: vec!["repo:write".into()],
//!     parent: None,
//! };
//! let Ok(Decision::Allowed { events, .. }) = decide(None, &create, &context) else { unreachable!() };
//! let session = replay(&events, None).unwrap();
//! assert_eq!(view(&session, &context).display, countersign::delegated::Phase::Pending);
//!
//! let denial = decide(Some(&session), &Command::Activate, &context).unwrap_err();
//! assert_eq!(denial.code, "phase_skipped");
//! assert_eq!(denial.possible_in, ["Initializing"]);
//! ```
//!
//! # The map
//!
//! Dependencies point downwards only; lifecycles do not know each other.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `wasm` | JavaScript; nothing else does (on wasm32 only) |
//! | [`text`] | the engine as JSON text, the same for every host |
//! | [`page`] | the rules as Markdown and Mermaid |
//! | [`reversible`], [`interactive`], [`delegated`] | the lifecycles: nouns, rules, events, view, import |
//! | [`engine`] | what a lifecycle is, and how its rules judge |
//! | [`json`] | reading and writing |
//!
//! # What is deliberately absent
//!
//! No clock, no input or output, no randomness, no globals: time and caller are arguments, and the same input gives the same
//! answer, bit for bit. No panic: every input gets an answer or an [`Error`]. No roles where a lifecycle has none, and no
//! verdict that binds a server: one that a browser gives is advisory, and the server decides again.

pub mod delegated;
pub mod engine;
pub mod interactive;
pub mod page;
pub mod reversible;
pub mod text;

mod error;
mod gather;
mod hash;
pub mod json;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use error::Error;
pub use hash::RULES_HASH;

/// The version of the crate and of the package, which are released together.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
