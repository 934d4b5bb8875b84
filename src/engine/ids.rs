//! Where the items of a list stand, by id.

use crate::json::Index;

/// An item of a list whose ids are distinct.
pub trait Identified {
    /// The id.
    fn id(&self) -> &str;
}

/// An id that is all there is of an item.
impl Identified for String {
    fn id(&self) -> &str {
        self
    }
}

/// The positions of the items of a list in the order of their ids: what is looked up is found in logarithmic time.
#[derive(Debug, Clone, Default)]
pub struct Ids(Vec<usize>);

impl Ids {
    /// Of the items of a list.
    pub fn new<T: Identified>(items: &[T]) -> Self {
        Ids(Index::new(items.iter().map(Identified::id)).into_positions())
    }

    /// Where the item of that id stands.
    pub fn find<T: Identified>(&self, items: &[T], id: &str) -> Option<usize> {
        let position = *self.0.get(self.place(items, id))?;
        items.get(position).filter(|item| item.id() == id).map(|_| position)
    }

    /// Adds an item to the list; false if its id is there already.
    pub fn push<T: Identified>(&mut self, items: &mut Vec<T>, item: T) -> bool {
        if self.find(items, item.id()).is_some() {
            return false;
        }
        self.0.insert(self.place(items, item.id()), items.len());
        items.push(item);
        true
    }

    /// A number that is no item's id: of one more numbers than there are items, one at least is free.
    pub fn fresh<T: Identified>(items: &[T]) -> String {
        let mut taken = vec![false; items.len() + 1];
        for number in items.iter().filter_map(|item| item.id().parse::<usize>().ok()) {
            if let Some(taken) = taken.get_mut(number) {
                *taken = true;
            }
        }
        taken.iter().position(|taken| !taken).unwrap_or_default().to_string()
    }

    fn place<T: Identified>(&self, items: &[T], id: &str) -> usize {
        self.0.partition_point(|position| items.get(*position).is_some_and(|item| item.id().cmp(id).is_lt()))
    }
}
