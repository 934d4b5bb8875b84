//! Divides a JSON text into its values, and checks it on the way.

use super::plain;
use crate::Error;

/// One value (or one key) in the order of the text; what it contains follows, up to `next`.
#[derive(Debug)]
pub(super) struct Entry {
    pub kind: Kind,
    /// Of a text the same for equal ones, so that most unequal ones are told apart by it.
    pub mark: u8,
    pub start: usize,
    pub end: usize,
    pub next: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Number,
    /// `NaN`, `Infinity` or `-Infinity`, which is no JSON: it is how such a number crosses the boundary.
    NotFinite,
    /// A string that is as it is written.
    String,
    /// A string with escapes.
    Escaped,
    List,
    Object,
}

/// See [`Entry::mark`]: of names that an object has, few are alike in length, first and last letter.
#[inline]
pub(super) fn mark(text: &[u8]) -> u8 {
    match text {
        [first, .., last] => (text.len() as u8).wrapping_mul(7) ^ first ^ last.wrapping_mul(3),
        _ => text.first().copied().unwrap_or(0),
    }
}

/// The values of a text, in their order, and whether all its numbers are finite. Nesting costs no stack.
pub(super) fn divided(text: &str) -> Result<(Vec<Entry>, bool), Error> {
    let entries = Vec::with_capacity(text.len() / 8 + 4);
    let mut scan = Scan { bytes: text.as_bytes(), at: 0, entries, open: Vec::new(), is_finite: true };
    loop {
        scan.space();
        let opened = match scan.peek() {
            b'{' => scan.begin(Kind::Object),
            b'[' => scan.begin(Kind::List),
            _ => scan.scalar()?,
        };
        if (!opened || scan.close()) && scan.after_value()? {
            return Ok((scan.entries, scan.is_finite));
        }
        if scan.expects_key() {
            scan.key()?;
        }
    }
}

/// A position in the text while it is divided.
struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    entries: Vec<Entry>,
    /// The entries of the containers that are not closed yet.
    open: Vec<(usize, Kind)>,
    is_finite: bool,
}

impl Scan<'_> {
    #[inline(always)]
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Goes on behind space, of which there is mostly none.
    #[inline(always)]
    fn space(&mut self) {
        if self.peek() <= b' ' {
            self.some_space();
        }
    }

    fn some_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    #[inline(always)]
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte && self.at < self.bytes.len();
        self.at += usize::from(found);
        found
    }

    fn begin(&mut self, kind: Kind) -> bool {
        self.open.push((self.entries.len(), kind));
        self.entries.push(Entry { kind, mark: 0, start: self.at, end: 0, next: 0 });
        self.at += 1;
        self.space();
        true
    }

    /// Closes the innermost container if its bracket stands here.
    fn close(&mut self) -> bool {
        let Some(&(index, kind)) = self.open.last() else { return false };
        if !self.eat(if kind == Kind::Object { b'}' } else { b']' }) {
            return false;
        }
        self.open.pop();
        let next = self.entries.len();
        if let Some(entry) = self.entries.get_mut(index) {
            entry.end = self.at;
            entry.next = next;
        }
        true
    }

    fn expects_key(&self) -> bool {
        self.open.last().is_some_and(|(_, kind)| *kind == Kind::Object)
    }

    /// Goes on behind a value; true when the text is over.
    fn after_value(&mut self) -> Result<bool, Error> {
        loop {
            self.space();
            if self.open.is_empty() {
                return if self.at == self.bytes.len() { Ok(true) } else { Err(self.unexpected("the end")) };
            }
            if self.eat(b',') {
                self.space();
                return Ok(false);
            }
            if !self.close() {
                return Err(self.unexpected("a comma or a closing bracket"));
            }
        }
    }

    fn key(&mut self) -> Result<(), Error> {
        self.string()?;
        self.space();
        if self.eat(b':') { Ok(()) } else { Err(self.unexpected("a colon")) }
    }

    fn scalar(&mut self) -> Result<bool, Error> {
        match self.peek() {
            b'"' => self.string()?,
            b'N' => self.word("NaN", Kind::NotFinite)?,
            b'I' => self.word("Infinity", Kind::NotFinite)?,
            b'-' if self.bytes.get(self.at + 1) == Some(&b'I') => self.word("-Infinity", Kind::NotFinite)?,
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word("true", Kind::Boolean)?,
            b'f' => self.word("false", Kind::Boolean)?,
            b'n' => self.word("null", Kind::Null)?,
            _ => return Err(self.unexpected("a value")),
        }
        Ok(false)
    }

    fn leaf(&mut self, kind: Kind, start: usize) {
        let next = self.entries.len() + 1;
        let mark = if kind == Kind::String { mark(self.bytes.get(start + 1..self.at - 1).unwrap_or_default()) } else { 0 };
        self.is_finite &= kind != Kind::NotFinite;
        self.entries.push(Entry { kind, mark, start, end: self.at, next });
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<(), Error> {
        let start = self.at;
        if !self.bytes.get(start..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return Err(self.unexpected("a value"));
        }
        self.at += word.len();
        self.leaf(kind, start);
        Ok(())
    }

    #[inline]
    fn digits(&mut self) -> Result<(), Error> {
        if !self.peek().is_ascii_digit() {
            return Err(self.unexpected("a digit"));
        }
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _sign = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        self.leaf(Kind::Number, start);
        Ok(())
    }

    fn string(&mut self) -> Result<(), Error> {
        let start = self.at;
        if !self.eat(b'"') {
            return Err(self.unexpected("a string"));
        }
        let mut kind = Kind::String;
        loop {
            self.at += plain(self.bytes.get(self.at..).unwrap_or_default());
            if self.eat(b'"') {
                break;
            }
            if !self.eat(b'\\') {
                return Err(self.unexpected("the rest of a string"));
            }
            kind = Kind::Escaped;
            self.escape()?;
        }
        self.leaf(kind, start);
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Error> {
        let hex = |byte: &u8| byte.is_ascii_hexdigit();
        let length = match self.peek() {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 1,
            b'u' if self.bytes.get(self.at + 1..self.at + 5).is_some_and(|digits| digits.iter().all(hex)) => 5,
            _ => return Err(self.unexpected("an escape")),
        };
        self.at += length;
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> Error {
        let found = match self.bytes.get(self.at) {
            None => "the end".to_owned(),
            Some(byte @ 0x20..=0x7e) => format!("`{}`", char::from(*byte)),
            Some(byte) => format!("byte {byte}"),
        };
        Error::invalid("", format!("not JSON: {found} at byte {}, expected {expected}", self.at))
    }
}
