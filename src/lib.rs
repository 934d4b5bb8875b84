//! One policy engine for AI-agent sessions.

pub mod delegated;
pub mod engine;
mod error;
mod hash;
pub mod json;
pub mod page;
pub mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use error::Error;
pub use hash::RULES_HASH;

/// The version of the crate and of the package, which are released together.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
