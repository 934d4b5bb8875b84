//! JSON as this crate reads and writes it: typed, with a path for every complaint, and with opaque
//! values kept as the text they came in.
//!
//! What a general JSON library would not give: an opaque value goes back out byte for byte, an error
//! names the place (`actions[3].status`) and what is accepted there, depth costs no stack, and all of
//! it is a few kilobytes of WebAssembly.

pub(crate) mod decimal;
mod document;
mod index;
mod node;
mod readers;
mod scan;
mod time;
mod write;

pub use document::Document;
#[doc(hidden)]
pub use index::{Index, sorted};
pub use node::Node;
pub use readers::{LARGEST_INTEGER, LARGEST_TIME};
pub use time::to_rfc3339;
pub use write::{Object, ToJson, Writer, write_list, write_object};

/// The values of a closed set, under the names that the specification spells.
///
/// Anything else in such a place is nonsense and raised as an [`Error`](crate::Error).
pub trait ClosedSet: Copy + PartialEq + 'static {
    /// The first value, which stands in for what was complained of.
    const FIRST: Self;
    /// All values, in the specification's order.
    const ALL: &'static [Self];
    /// Their names on the wire.
    const NAMES: &'static [&'static str];
    /// The value's name on the wire.
    fn name(self) -> &'static str;
}

/// Names the values of a closed set; the compiler finds one that was forgotten.
macro_rules! closed_set {
    ($set:ident { $first:ident => $name_of_first:literal $(, $value:ident => $name:literal)* $(,)? }) => {
        impl $crate::json::ClosedSet for $set {
            const FIRST: Self = $set::$first;
            const ALL: &'static [Self] = &[$set::$first $(, $set::$value)*];
            const NAMES: &'static [&'static str] = &[$name_of_first $(, $name)*];

            fn name(self) -> &'static str {
                match self {
                    $set::$first => $name_of_first,
                    $($set::$value => $name),*
                }
            }
        }
    };
}
pub(crate) use closed_set;

/// A value that the engine carries and never looks into: the text of its JSON.
///
/// Two are equal when their texts are (README of the specification, *opaque values*). The default is null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opaque(String);

impl Opaque {
    /// The JSON text.
    pub fn as_str(&self) -> &str {
        // Most are null, which is kept as nothing.
        if self.is_null() { "null" } else { &self.0 }
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        self.0.is_empty()
    }
}

/// A part of a key that is joined by separators: percent-encoded as JavaScript's `encodeURIComponent` does, so that no
/// part holds a separator.
#[doc(hidden)]
pub fn percent_encoded(part: &str) -> String {
    let mut encoded = String::with_capacity(part.len());
    for byte in part.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => encoded.push(char::from(byte)),
            _ => {
                encoded.push('%');
                for digit in [byte >> 4, byte & 15] {
                    encoded.push(char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase());
                }
            }
        }
    }
    encoded
}

/// `` `a`, `b`, `c` ``: how a message lists names.
#[doc(hidden)]
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names = joined(names, "`, `");
    if names.is_empty() { names } else { ["`", &names, "`"].concat() }
}

/// The parts, with something between them.
#[doc(hidden)]
pub fn joined<'a>(parts: impl IntoIterator<Item = &'a str>, between: &str) -> String {
    let mut parts = parts.into_iter();
    joined_from(&mut || parts.next(), between)
}

/// Once for all iterators, which keeps the engine small.
fn joined_from<'a>(next: &mut dyn FnMut() -> Option<&'a str>, between: &str) -> String {
    let mut joined = String::new();
    let mut before = "";
    while let Some(part) = next() {
        joined.push_str(before);
        joined.push_str(part);
        before = between;
    }
    joined
}

/// How many bytes from the beginning stand for themselves in a JSON string.
pub(crate) fn plain(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(bytes.len())
}
