//! Lists of what an iterator gives, in a third of the code that `collect` takes for each kind of iterator.

/// An iterator whose items are put into a list.
pub(crate) trait Gather: Iterator + Sized {
    /// The items as a list.
    fn gather(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}

impl<I: Iterator> Gather for I {}
