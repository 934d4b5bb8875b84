//! Placeholder.
pub mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;
