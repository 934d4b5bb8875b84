//! The page of the reversible lifecycle, sentence by sentence, in its order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod given;
mod payload;

mod actions;
mod approvals;
mod chain;
mod commands;
mod data;
mod display;
mod field_cases;
mod import;
mod import_rows;
mod offers;
mod parse;
mod policies;
mod reports;
mod rollback;
mod rows;
mod time;
mod vendor;
mod waiting;
