use super::scan::{Entry, Kind, mark};
use super::{Document, listed};
use crate::Error;
use crate::gather::Gather;

/// A place in a [`Document`]: a value, or where one is missing.
///
/// A reader gives the value in the wanted type. Where there is none it complains, with the path to the place, and gives
/// something in its stead: the first complaint is what comes of the whole, see [`Document::read`]. So no reader has to
/// stop half-way, and none of them has two ends.
#[derive(Debug, Clone, Copy)]
pub struct Node<'n> {
    pub(super) document: &'n Document<'n>,
    pub(super) at: Option<usize>,
    step: Step<'n>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'n> {
    Root,
    Key(&'n Node<'n>, &'n str),
    Index(&'n Node<'n>, usize),
}

impl<'n> Node<'n> {
    pub(super) fn root(document: &'n Document<'n>) -> Self {
        Node { document, at: Some(0), step: Step::Root }
    }

    #[inline(always)]
    pub(super) fn entry(&self) -> Option<&'n Entry> {
        self.document.entries.get(self.at?)
    }

    #[inline(always)]
    pub(super) fn kind(&self) -> Option<Kind> {
        self.entry().map(|entry| entry.kind)
    }

    #[inline]
    pub(super) fn raw(&self) -> &'n str {
        self.entry().and_then(|entry| self.document.text.get(entry.start..entry.end)).unwrap_or("null")
    }

    #[inline]
    pub(super) fn between_quotes(&self) -> &'n str {
        let inside = |entry: &'n Entry| self.document.text.get(entry.start + 1..entry.end - 1);
        self.entry().filter(|_| self.is_string()).and_then(inside).unwrap_or_default()
    }

    /// Whether the value is missing or null.
    #[inline]
    pub fn is_absent(&self) -> bool {
        matches!(self.kind(), None | Some(Kind::Null))
    }

    /// Whether the value is there, and null.
    pub fn is_null(&self) -> bool {
        self.kind() == Some(Kind::Null)
    }

    /// Whether the value is true or false.
    pub fn is_boolean(&self) -> bool {
        self.kind() == Some(Kind::Boolean)
    }

    /// The text of a number.
    pub fn number(&self) -> Option<&'n str> {
        if self.kind() == Some(Kind::Number) { Some(self.raw()) } else { None }
    }

    /// Whether the value is an object.
    #[inline]
    pub fn is_object(&self) -> bool {
        self.kind() == Some(Kind::Object)
    }

    /// Whether the value is a list.
    #[inline]
    pub fn is_list(&self) -> bool {
        self.kind() == Some(Kind::List)
    }

    /// Whether the value is a string.
    #[inline(always)]
    pub fn is_string(&self) -> bool {
        matches!(self.kind(), Some(Kind::String | Kind::Escaped))
    }

    /// The field of that name, the last one if it occurs twice; a missing one if this is no object.
    pub fn field<'a>(&'a self, name: &'a str) -> Node<'a> {
        let mut found = None;
        if let (Some(at), Some(Entry { kind: Kind::Object, next, .. })) = (self.at, self.entry()) {
            let mark = mark(name.as_bytes());
            let mut rest = self.document.entries.get(at + 1..*next).unwrap_or_default();
            let mut key = at + 1;
            while let [name_of_key, value, ..] = rest {
                if (name_of_key.mark == mark || name_of_key.kind == Kind::Escaped) && self.is_key(key, name) {
                    found = Some(key + 1);
                }
                rest = rest.get(value.next - key..).unwrap_or_default();
                key = value.next;
            }
        }
        Node { document: self.document, at: found, step: Step::Key(self, name) }
    }

    /// The names of an object's fields, in their order.
    pub fn names(&self) -> Vec<String> {
        self.fields().into_iter().map(|(name, _)| name).gather()
    }

    /// An object's fields and their names, in their order; each name is an id.
    pub fn fields<'a>(&'a self) -> Vec<(String, Node<'a>)> {
        let mut fields = Vec::new();
        if let (Some(at), Some(object)) = (self.at, self.entry().filter(|entry| entry.kind == Kind::Object)) {
            let mut key = at + 1;
            while key < object.next {
                let name = Node { at: Some(key), ..*self };
                fields.push((name.id(), Node { document: self.document, at: Some(key + 1), step: Step::Key(self, name.between_quotes()) }));
                key = self.document.entries.get(key + 1).map_or(object.next, |value| value.next);
            }
        }
        fields
    }

    fn is_key(&self, key: usize, name: &str) -> bool {
        Node { at: Some(key), ..*self }.reads(name)
    }

    /// Whether this is the text.
    pub fn reads(&self, text: &str) -> bool {
        match self.kind() {
            Some(Kind::String) => self.between_quotes() == text,
            Some(Kind::Escaped) => self.unescaped().0 == text,
            _ => false,
        }
    }

    /// Complains; the first complaint stands.
    pub fn complain(&self, complaint: Error) {
        let before = self.document.complaint.take();
        self.document.complaint.set(before.or(Some(complaint)));
    }

    /// Complains that this is not what was expected, and gives something in its stead.
    pub fn refuse<T: Default>(&self, expected: &str) -> T {
        self.complain(self.not(expected));
        T::default()
    }

    /// What was read since the last time, or the first complaint about it.
    pub fn judged<T>(&self, value: T) -> Result<T, Error> {
        self.document.judged(value)
    }

    /// The items of a list.
    pub fn items<'a>(&'a self) -> Items<'a> {
        let list = self.entry().filter(|entry| entry.kind == Kind::List);
        if list.is_none() {
            self.refuse::<()>("a list");
        }
        Items { list: self, at: self.at.unwrap_or_default() + 1, end: list.map_or(0, |list| list.next), index: 0 }
    }

    /// The string that the text stands for, and whether it was well-formed.
    pub(super) fn unescaped(&self) -> (String, bool) {
        if self.kind() == Some(Kind::String) {
            return (self.between_quotes().to_owned(), true);
        }
        let units = self.units();
        String::from_utf16(&units).map_or_else(|_| (String::from_utf16_lossy(&units), false), |text| (text, true))
    }

    /// The string that the text stands for as JavaScript holds it, lone surrogates included.
    pub fn units(&self) -> Vec<u16> {
        let raw = self.between_quotes();
        let mut units = Vec::with_capacity(raw.len());
        let mut rest = raw.chars();
        while let Some(letter) = rest.next() {
            if letter != '\\' {
                units.extend(letter.encode_utf16(&mut [0; 2]).iter());
                continue;
            }
            units.push(match rest.next() {
                Some('n') => 0x0a,
                Some('r') => 0x0d,
                Some('t') => 0x09,
                Some('b') => 0x08,
                Some('f') => 0x0c,
                Some('u') => (0..4).fold(0, |unit, _| unit << 4 | rest.next().and_then(|digit| digit.to_digit(16)).unwrap_or(0) as u16),
                other => other.map_or(0, |letter| letter as u16),
            });
        }
        units
    }

    /// Where this is, as in `actions[3].status`.
    pub fn path(&self) -> String {
        match self.step {
            Step::Root => self.document.name.to_owned(),
            Step::Key(above, name) => match above.path() {
                path if path.is_empty() => name.to_owned(),
                path => format!("{path}.{name}"),
            },
            Step::Index(above, index) => format!("{}[{index}]", above.path()),
        }
    }

    /// The complaint about this place, or about what is at that step behind it.
    pub(super) fn invalid(&self, step: &str, message: String) -> Error {
        let Document { argument, name, .. } = *self.document;
        let path = [&self.path(), step].concat();
        let inside = path.strip_prefix(name).unwrap_or_default().trim_start_matches('.');
        Error { argument, ..Error::invalid(inside, message) }
    }

    /// How a message speaks of this place.
    pub(super) fn name(&self) -> String {
        match self.path() {
            path if !path.is_empty() => listed([path.as_str()]),
            _ if ["", "value"].contains(&self.document.argument) => "the value".to_owned(),
            _ => listed([self.document.argument]),
        }
    }

    /// The complaint that this is not what was expected.
    pub fn not(&self, expected: &str) -> Error {
        let found = match self.kind() {
            None => "missing".to_owned(),
            Some(Kind::List) => "a list".to_owned(),
            Some(Kind::Object) => "an object".to_owned(),
            Some(_) => shortened(self.raw()),
        };
        self.invalid("", format!("{} is {found}, expected {expected}", self.name()))
    }
}

/// The items of a list, one by one.
#[derive(Debug)]
pub struct Items<'n> {
    list: &'n Node<'n>,
    at: usize,
    end: usize,
    index: usize,
}

impl<'n> Iterator for Items<'n> {
    type Item = Node<'n>;

    fn next(&mut self) -> Option<Node<'n>> {
        if self.at >= self.end {
            return None;
        }
        let item = Node { document: self.list.document, at: Some(self.at), step: Step::Index(self.list, self.index) };
        self.at = item.entry().map_or(self.end, |entry| entry.next);
        self.index += 1;
        Some(item)
    }
}

fn shortened(raw: &str) -> String {
    match raw.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", raw.get(..end).unwrap_or_default()),
        None => raw.to_owned(),
    }
}
