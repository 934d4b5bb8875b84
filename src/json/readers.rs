//! Typed readers: each gives a value, and complains where there is none; see [`Node`].

use super::scan::Kind;
use super::{ClosedSet, Index, Node, Opaque, listed, time::rfc3339};
use crate::Error;

/// How deep an opaque value may be nested.
const DEEPEST: usize = 128;
/// The largest integer that JavaScript holds exactly, 2⁵³ − 1.
pub const LARGEST_INTEGER: i64 = (1 << 53) - 1;
/// The last time that a JavaScript date can hold, in milliseconds since the epoch; as far before it is the first.
pub const LARGEST_TIME: i64 = 8_640_000_000_000_000;

impl Node<'_> {
    /// An object, whatever its fields.
    pub fn object(&self) {
        if !self.is_object() {
            self.refuse("an object")
        }
    }

    /// The items of a list, each read by `read`.
    pub fn list<'a, T>(&'a self, mut read: impl FnMut(&Node<'a>) -> T) -> Vec<T> {
        let mut list = Vec::new();
        for item in self.items() {
            list.push(read(&item));
        }
        list
    }

    /// Complains if two items of this list have the same id.
    pub fn distinct<'a>(&self, ids: impl Iterator<Item = &'a str>) {
        self.twice(Index::new(ids).twice());
    }

    fn twice(&self, twice: Option<(&str, usize)>) {
        if let Some((id, position)) = twice {
            self.complain(self.invalid(&format!("[{position}]"), format!("the id `{id}` is in {} twice", self.name())));
        }
    }

    /// A value that may be missing or null.
    pub fn optional<T>(&self, read: impl FnOnce(&Self) -> T) -> Option<T> {
        if self.is_absent() { None } else { Some(read(self)) }
    }

    /// A text. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD.
    pub fn text(&self) -> String {
        if self.is_string() { self.unescaped().0 } else { self.refuse("a string") }
    }

    /// An id: a text whose identity matters, so that a lone surrogate is refused.
    pub fn id(&self) -> String {
        match self.unescaped() {
            _ if !self.is_string() => self.refuse("a string"),
            (text, true) => text,
            (_, false) => self.refuse("a string without lone surrogates"),
        }
    }

    /// Yes or no.
    pub fn boolean(&self) -> bool {
        if self.is_boolean() { self.raw() == "true" } else { self.refuse("true or false") }
    }

    /// An integer that JavaScript holds exactly.
    pub fn integer(&self) -> i64 {
        self.from(-LARGEST_INTEGER, "an integer")
    }

    /// A count: an integer that is not negative.
    pub fn count(&self) -> i64 {
        self.from(0, "an integer from 0")
    }

    /// A length of time: a positive integer of milliseconds.
    pub fn millis(&self) -> i64 {
        self.from(1, "a positive integer of milliseconds")
    }

    fn from(&self, smallest: i64, expected: &str) -> i64 {
        self.whole().filter(|value| (smallest..=LARGEST_INTEGER).contains(value)).unwrap_or_else(|| self.refuse(expected))
    }

    /// A time: integer milliseconds since the epoch, or an RFC 3339 string.
    pub fn time(&self) -> i64 {
        let time = if self.is_string() { rfc3339(&self.unescaped().0) } else { self.whole() };
        let time = time.filter(|time| (-LARGEST_TIME..=LARGEST_TIME).contains(time));
        time.unwrap_or_else(|| self.refuse("integer milliseconds since the epoch or an RFC 3339 time"))
    }

    /// A value of a closed set, by its name.
    pub fn one_of<T: ClosedSet>(&self) -> T {
        self.known().unwrap_or_else(|| {
            self.refuse_names(T::NAMES);
            T::FIRST
        })
    }

    /// A value of a closed set, by its name, if it is one.
    pub fn known<T: ClosedSet>(&self) -> Option<T> {
        T::ALL.get(self.place(T::NAMES)?).copied()
    }

    fn place(&self, names: &[&str]) -> Option<usize> {
        match self.kind() {
            Some(Kind::String) => {
                let text = self.between_quotes();
                names.iter().position(|name| *name == text)
            }
            _ => names.iter().position(|name| self.reads(name)),
        }
    }

    /// The complaint that this is none of these.
    pub fn refuse_names(&self, names: &[&str]) {
        self.complain(self.none_of(names));
    }

    /// The same, for who keeps it.
    pub fn none_of(&self, names: &[&str]) -> Error {
        self.not(&format!("one of {}", listed(names.iter().copied())))
    }

    /// An opaque value, as the text it came in; a missing one is null.
    pub fn opaque(&self) -> Opaque {
        let raw = self.raw();
        if raw.len() > DEEPEST && depth(raw) > DEEPEST {
            self.complain(self.invalid("", format!("{} is nested deeper than {DEEPEST}", self.name())));
        }
        if raw == "null" { Opaque::default() } else { Opaque(self.with_nulls()) }
    }

    /// The text, with null for a number that is not finite, as JSON has it.
    fn with_nulls(&self) -> String {
        let (Some(at), Some(entry), false) = (self.at, self.entry(), self.document.is_finite) else { return self.raw().to_owned() };
        let mut text = String::new();
        let mut plain = entry.start;
        for part in self.document.entries.get(at..entry.next).unwrap_or_default() {
            if part.kind == Kind::NotFinite {
                text.push_str(self.document.text.get(plain..part.start).unwrap_or_default());
                text.push_str("null");
                plain = part.end;
            }
        }
        text.push_str(self.document.text.get(plain..entry.end).unwrap_or_default());
        text
    }

    fn whole(&self) -> Option<i64> {
        if self.kind() == Some(Kind::Number) { self.raw().parse().ok() } else { None }
    }
}

fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
