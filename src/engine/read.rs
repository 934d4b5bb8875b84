//! How sessions, commands and events are recognised before a lifecycle reads them.

use super::{Lifecycle, Warning};
use crate::Error;
use crate::json::{Document, Node};

/// The version of the sessions' form.
pub const SCHEMA: i64 = 1;

/// Reads a session; its schema before anything else.
pub fn read_session<L: Lifecycle>(node: &Node<'_>) -> L::Session {
    check_header(node, L::NAME, L::is_payload);
    L::read_session(node)
}

fn check_header(node: &Node<'_>, name: &'static str, is_payload: fn(&Node<'_>) -> bool) {
    node.object();
    let schema = node.field("schema");
    if schema.is_absent() && is_payload(node) {
        node.refuse::<()>("a session, and not a vendor's payload, which `fromApi` reads");
    }
    if schema.integer() != SCHEMA {
        node.complain(Error { code: "unknown_schema", ..schema.not(&SCHEMA.to_string()) });
    }
    place(&node.field("lifecycle"), &[name], "invalid_input");
}

/// Reads a command; none of a name that is not the lifecycle's.
pub fn read_command<L: Lifecycle>(node: &Node<'_>) -> Option<L::Command> {
    node.object();
    let place = place(&node.field("type"), &L::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "unknown_command");
    L::COMMANDS.get(place?).map(|(name, _)| L::read_command(name, node))
}

/// Reads an event; none of a name that is not the lifecycle's.
pub fn read_event<L: Lifecycle>(node: &Node<'_>) -> Option<L::Event> {
    node.object();
    L::EVENTS.get(place(&node.field("type"), L::EVENTS, "unknown_event")?).map(|name| L::read_event(name, node))
}

/// Which of the names this is.
fn place(node: &Node<'_>, names: &[&str], code: &'static str) -> Option<usize> {
    let place = names.iter().position(|name| node.reads(name));
    if !node.is_string() {
        node.refuse::<()>("a string");
    } else if place.is_none() {
        node.complain(Error { code, ..node.none_of(names) });
    }
    place
}

/// A vendor's payload, or a list of them, and what the vendor keeps beside it, which complaints call `more`.
pub fn payload<'t>(value: &'t str, more: &'t str) -> Result<(Document<'t>, Document<'t>), Error> {
    Ok((Document::of("value", value)?, Document::of("more", more)?.named()))
}

/// The list that is beside a payload, or in an object as `data`; none if nothing is beside it.
pub fn beside<'a>(more: &'a Node<'a>, expected: &str) -> Option<Node<'a>> {
    let data = more.field("data");
    let list = if data.is_list() { data } else { *more };
    match list.is_list() {
        _ if more.is_absent() => None,
        true => Some(list),
        false => more.refuse(expected),
    }
}

/// Reads a payload with what is beside it, or gives the first complaint about either.
pub fn import<L: Lifecycle>(node: &Node<'_>, more: &Node<'_>, is_alone: bool) -> Result<(L::Session, Vec<Warning>), Error> {
    let import = L::import(node, more, is_alone);
    node.judged(()).and(more.judged(import))
}
