//! The page of the interactive lifecycle, sentence by sentence, in its order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod given;
mod outcome;

mod actions;
mod approvals;
mod barrier;
mod calls;
mod closing;
mod combinations;
mod data;
mod display;
mod endings;
mod field_cases;
mod finished;
mod import;
mod import_events;
mod import_traces;
mod large;
mod leftovers;
mod messages;
mod nonsense;
mod offers;
mod outstanding;
mod parse;
mod projections;
mod troubled;
mod walk;
