use super::Node;
use super::scan::{Entry, divided};
use crate::Error;
use std::cell::Cell;

/// A JSON text, checked, and divided into its values.
pub struct Document<'t> {
    pub(super) text: &'t str,
    /// The argument that it is; empty if that is not told.
    pub(super) argument: &'static str,
    /// What messages call the whole value; empty if it is the only one.
    pub(super) name: &'static str,
    pub(super) entries: Vec<Entry>,
    /// Whether a number in it is not finite.
    pub(super) is_finite: bool,
    /// The first complaint about a value that was read.
    pub(super) complaint: Cell<Option<Error>>,
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.text)
    }
}

impl<'t> Document<'t> {
    /// Reads a JSON text; nesting costs no stack.
    pub fn parse(text: &'t str) -> Result<Self, Error> {
        let (entries, is_finite) = divided(text)?;
        Ok(Document { text, argument: "", name: "", entries, is_finite, complaint: Cell::default() })
    }

    /// Reads the argument of that name.
    pub fn of(argument: &'static str, text: &'t str) -> Result<Self, Error> {
        match Document::parse(text) {
            Ok(document) => Ok(Document { argument, ..document }),
            Err(error) => Err(Error { argument, ..error }),
        }
    }

    /// The same, called so in messages, too.
    pub fn named(self) -> Self {
        Document { name: self.argument, ..self }
    }

    /// Reads a JSON text: what `read` makes of it, or the first complaint.
    pub fn read<T>(text: &'t str, read: impl FnOnce(&Node<'_>) -> T) -> Result<T, Error> {
        Document::parse(text)?.value(read)
    }

    /// What `read` makes of the value, or the first complaint.
    pub fn value<T>(&self, read: impl FnOnce(&Node<'_>) -> T) -> Result<T, Error> {
        let value = read(&self.root());
        self.judged(value)
    }

    /// What was read since the last time, or the first complaint about it.
    pub fn judged<T>(&self, value: T) -> Result<T, Error> {
        match self.complaint.take() {
            None => Ok(value),
            Some(complaint) => Err(complaint),
        }
    }

    /// The whole value.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }
}
