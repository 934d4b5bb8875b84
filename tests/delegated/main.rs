//! The page of the delegated lifecycle, sentence by sentence, in its order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod given;

mod common;
mod data;
mod delegation;
mod first_outcome;
mod import;
mod reflection;
mod transitions;
mod what_is_derived;
