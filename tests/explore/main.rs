//! Every session that can be reached by a named alphabet of commands, and what holds in all of them.
//!
//! The harness is the same for all lifecycles; a lifecycle plugs in as a [`World`](harness::World): its alphabet, its
//! bound, its invariants. With `UPDATE=1` the digests are written anew, with `COUNTERSIGN_FULL=1` the bound is wider.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod delegated;
mod digests;
mod harness;
mod interactive;
mod judge;
mod reversible;
