//! The finished parts of a match, and what bots remember of them.
//!
//! A bot's memory is a function of its view: a bot that joins a match late, plays several at once, or is
//! asked about a single view chooses like one that has been there from the start. The state of a
//! match therefore keeps its finished hands, rounds or deals in a [`Past`], a view shows a seat what it
//! may know of them in a [`SeatPast`], and a [`Memory`] reads each of them once.

use std::sync::Arc;

use super::Seat;

/// The finished parts of a match: of each what everybody knows, `P`, and what only single seats know,
/// one `O` per seat.
///
/// Cloning is cheap, and a clone shares what is past with the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past<P, O = ()>(Option<Arc<Parts<P, O>>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts<P, O> {
    public: Arc<Vec<Arc<P>>>,
    own: Vec<Own<O>>,
}

/// What one seat knows of the parts, except the first ones, of which it knows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Own<O> {
    unknown: usize,
    known: Arc<Vec<O>>,
}

impl<P, O> Default for Past<P, O> {
    fn default() -> Self {
        Self(None)
    }
}

impl<P: Clone, O: Clone> Past<P, O> {
    /// Add a part, with what each seat knows of it.
    pub fn push(&mut self, public: P, own: impl IntoIterator<Item = O>) {
        let parts = self
            .0
            .get_or_insert_with(|| Arc::new(Parts { public: Arc::default(), own: Vec::new() }));
        let parts = Arc::make_mut(parts);
        let count = parts.public.len();
        Arc::make_mut(&mut parts.public).push(Arc::new(public));
        for (seat, item) in own.into_iter().enumerate() {
            if seat == parts.own.len() {
                parts.own.push(Own { unknown: count, known: Arc::default() });
            }
            if let Some(own) = parts.own.get_mut(seat) {
                Arc::make_mut(&mut own.known).push(item);
            }
        }
    }

    /// The same without what only other seats know.
    #[must_use]
    pub fn known_to(&self, viewer: Option<Seat>) -> Self {
        let Some(parts) = &self.0 else { return Self(None) };
        let nothing = || Own { unknown: parts.public.len(), known: Arc::default() };
        let own = parts.own.iter().enumerate().map(|(seat, own)| match Some(seat) == viewer {
            true => own.clone(),
            false => nothing(),
        });
        Self(Some(Arc::new(Parts { public: Arc::clone(&parts.public), own: own.collect() })))
    }
}

impl<P, O> Past<P, O> {
    /// The number of finished parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |parts| parts.public.len())
    }

    /// Whether the first part is still being played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The part that was finished last.
    #[must_use]
    pub fn last(&self) -> Option<&P> {
        self.0.as_ref().and_then(|parts| parts.public.last()).map(Arc::as_ref)
    }

    /// What a seat or, for `None`, a spectator knows of it.
    #[must_use]
    pub const fn seen_by(&self, viewer: Option<Seat>) -> SeatPast<'_, P, O> {
        SeatPast { past: self, viewer }
    }

    fn shared(&self, index: usize) -> Option<&Arc<P>> {
        self.0.as_ref()?.public.get(index)
    }

    fn own(&self, seat: Seat) -> Option<&Own<O>> {
        self.0.as_ref()?.own.get(seat)
    }
}

/// The finished parts of a match as one seat, or a spectator, knows them.
#[derive(Debug)]
pub struct SeatPast<'a, P, O = ()> {
    past: &'a Past<P, O>,
    viewer: Option<Seat>,
}

impl<P, O> Clone for SeatPast<'_, P, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, O> Copy for SeatPast<'_, P, O> {}

impl<'a, P, O> SeatPast<'a, P, O> {
    /// The number of finished parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether the first part is still being played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// A part by its index: what everybody knows, and what only the viewer does. The latter is missing
    /// for spectators, and for parts before a game was sampled from another seat's view.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<(&'a P, Option<&'a O>)> {
        let public = self.past.shared(index)?;
        let own = self.viewer.and_then(|seat| self.past.own(seat));
        let own = own.and_then(|own| own.known.get(index.checked_sub(own.unknown)?));
        Some((public, own))
    }

    /// The parts from this index on.
    pub fn from(self, start: usize) -> impl Iterator<Item = (&'a P, Option<&'a O>)> {
        (start..self.len()).filter_map(move |index| self.get(index))
    }
}

/// What a bot has concluded from the finished parts of a match: each is read once.
///
/// [`recall`](Memory::recall) takes the past of a view. If it continues the one of the last call, only
/// what is new is read; if it belongs to another match or another seat, everything is read again. The
/// result is the same either way, so no memory reaches from one match into another.
///
/// ```
/// use cardcore::game::{Memory, Past};
///
/// let mut past: Past<u32> = Past::default();
/// past.push(3, []);
/// let mut sum = Memory::<u32, (), u32>::default();
/// let add = |sum: &mut u32, number: &u32, _: Option<&()>| *sum += number;
/// assert_eq!(*sum.recall(past.seen_by(Some(0)), add), 3);
/// past.push(4, []);
/// assert_eq!(*sum.recall(past.seen_by(Some(0)), add), 7);
/// // The past of another match.
/// assert_eq!(*sum.recall(Past::default().seen_by(Some(0)), add), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Memory<P, O, M> {
    /// The seat, how much of the past it does not know, and the last part that was read. Parts are
    /// created once, so a past in which it has the same index is the same up to there.
    latest: Option<(Option<Seat>, usize, Arc<P>)>,
    count: usize,
    learned: M,
    own: std::marker::PhantomData<fn(&O)>,
}

impl<P, O, M: Default> Default for Memory<P, O, M> {
    fn default() -> Self {
        Self { latest: None, count: 0, learned: M::default(), own: std::marker::PhantomData }
    }
}

impl<P, O, M> Memory<P, O, M> {
    /// What followed from the past of the last call.
    pub const fn learned(&self) -> &M {
        &self.learned
    }
}

impl<P, O, M: Default> Memory<P, O, M> {
    /// What follows from this past: `learn` is called with every part that was not read before.
    pub fn recall(
        &mut self,
        past: SeatPast<'_, P, O>,
        mut learn: impl FnMut(&mut M, &P, Option<&O>),
    ) -> &mut M {
        let unknown = |seat| past.past.own(seat).map_or(0, |own| own.unknown);
        let unknown = past.viewer.map_or(0, unknown);
        let continues = match &self.latest {
            None => true,
            Some((viewer, was_unknown, part)) => {
                let there = self.count.checked_sub(1).and_then(|index| past.past.shared(index));
                (*viewer, *was_unknown) == (past.viewer, unknown)
                    && there.is_some_and(|there| Arc::ptr_eq(there, part))
            }
        };
        if !continues {
            *self = Self::default();
        }
        for (public, own) in past.from(self.count) {
            learn(&mut self.learned, public, own);
        }
        if past.len() > self.count {
            self.count = past.len();
            let part = past.past.shared(self.count - 1).map(Arc::clone);
            self.latest = part.map(|part| (past.viewer, unknown, part));
        }
        &mut self.learned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers = Past<u32, char>;

    fn past(count: u32) -> Numbers {
        let mut past = Numbers::default();
        for number in 0..count {
            past.push(number, ['a', 'b']);
        }
        past
    }

    /// What was learned, and how many parts were read for it.
    fn recall(
        memory: &mut Memory<u32, char, String>,
        past: &Numbers,
        viewer: Option<Seat>,
    ) -> (String, usize) {
        let mut read = 0;
        let learned = memory.recall(past.seen_by(viewer), |text, number, own| {
            read += 1;
            text.push_str(&format!("{number}{}", own.unwrap_or(&'-')));
        });
        (learned.clone(), read)
    }

    #[test]
    fn a_memory_reads_every_part_once() {
        let (mut memory, mut past) = (Memory::default(), past(2));
        assert_eq!(recall(&mut memory, &past, Some(1)), ("0b1b".to_owned(), 2));
        assert_eq!(recall(&mut memory, &past, Some(1)), ("0b1b".to_owned(), 0));
        past.push(7, ['a', 'b']);
        assert_eq!(recall(&mut memory, &past.clone(), Some(1)), ("0b1b7b".to_owned(), 1));
    }

    #[test]
    fn another_match_seat_or_earlier_time_is_read_from_the_start() {
        let (mut memory, original) = (Memory::default(), past(2));
        recall(&mut memory, &original, Some(1));
        assert_eq!(recall(&mut memory, &past(2), Some(1)), ("0b1b".to_owned(), 2));
        assert_eq!(recall(&mut memory, &original, Some(0)), ("0a1a".to_owned(), 2));
        assert_eq!(recall(&mut memory, &original, None), ("0-1-".to_owned(), 2));
        assert_eq!(recall(&mut memory, &past(1), None), ("0-".to_owned(), 1));
        assert_eq!(recall(&mut memory, &Past::default(), Some(1)), (String::new(), 0));
        // Two matches that went separate ways after the same first part.
        let (mut left, mut right) = (past(1), Numbers::default());
        right.clone_from(&left);
        left.push(5, ['a', 'b']);
        right.push(5, ['a', 'b']);
        recall(&mut memory, &left, Some(1));
        assert_eq!(recall(&mut memory, &right, Some(1)).1, 2);
    }

    #[test]
    fn what_others_know_is_removed() {
        let original = past(2);
        let mut known = original.known_to(Some(0));
        known.push(9, ['c', 'd']);
        let own = |seat| {
            let parts = known.seen_by(seat).from(0);
            parts.map(|(_, own)| own.copied()).collect::<Vec<_>>()
        };
        assert_eq!(own(Some(0)), [Some('a'), Some('a'), Some('c')]);
        assert_eq!(own(Some(1)), [None, None, Some('d')]);
        assert_eq!(own(None), [None; 3]);
        // A memory of what was removed has to go.
        let mut memory = Memory::default();
        recall(&mut memory, &original, Some(1));
        let read = recall(&mut memory, &original.known_to(Some(0)), Some(1));
        assert_eq!(read, ("0-1-".to_owned(), 2));
    }
}
