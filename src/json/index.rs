use crate::gather::Gather;
use std::collections::BinaryHeap;

/// Ids and where they stand in a list, to be looked up in logarithmic time.
#[derive(Debug)]
pub struct Index<'a>(Vec<(&'a str, usize)>);

impl<'a> Index<'a> {
    /// Of the ids in their order.
    pub fn new(ids: impl Iterator<Item = &'a str>) -> Self {
        // A heap sorts as fast as is needed here, in a tenth of the code of `sort`.
        let mut entries = BinaryHeap::new();
        for (position, id) in ids.enumerate() {
            entries.push((id, position));
        }
        Index(entries.into_sorted_vec())
    }

    /// The positions of an id, in ascending order.
    pub fn positions(&self, id: &str) -> impl Iterator<Item = usize> + use<'_, 'a> {
        let first = self.0.partition_point(|(known, _)| *known < id);
        let id = self.0.get(first).map(|(known, _)| *known).filter(|known| *known == id);
        self.0.iter().skip(first).take_while(move |(known, _)| Some(*known) == id).map(|(_, position)| *position)
    }

    /// Whether the id is among them.
    pub fn holds(&self, id: &str) -> bool {
        self.positions(id).next().is_some()
    }

    /// The positions in the order of their ids.
    pub fn into_positions(self) -> Vec<usize> {
        self.0.into_iter().map(|(_, position)| position).gather()
    }

    /// Where each id stands first, in the order of the list.
    pub fn firsts(&self) -> impl Iterator<Item = usize> + use<> {
        let mut is_first = vec![true; self.0.len()];
        for (one, next) in self.0.iter().zip(self.0.iter().skip(1)) {
            if let Some(is_first) = is_first.get_mut(next.1) {
                *is_first = one.0 != next.0;
            }
        }
        is_first.into_iter().enumerate().filter(|(_, is_first)| *is_first).map(|(position, _)| position)
    }

    /// An id that stands there twice, and its second position.
    pub fn twice(&self) -> Option<(&'a str, usize)> {
        let twins = self.0.iter().zip(self.0.iter().skip(1)).find(|(one, next)| one.0 == next.0);
        twins.map(|(_, second)| *second)
    }
}

/// By number, ties by position. Most are in order, and a heap sorts the rest in a tenth of the code of `sort`.
pub fn sorted(places: Vec<(i64, usize)>) -> Vec<(i64, usize)> {
    if places.is_sorted() { places } else { BinaryHeap::from(places).into_sorted_vec() }
}
