//! A game in numbers, for programs that learn: what a seat sees as a row of numbers, and what it may
//! do as numbered actions.
//!
//! An [`Encoder`] is handed a view and nothing else, so what it writes cannot tell more than the seat
//! may know. An *action* is a number, a move is what one or several actions make: in the
//! [factored](ActionSpace::Factored) space the cards of a move are picked one at a time, in any
//! order, and the move is made as soon as nothing is left to choose; in the
//! [flat](ActionSpace::Flat) space every move has a number of its own.

use thiserror::Error;

use super::{Game, View};

/// How moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionSpace {
    /// A few dozen actions, of which several may make a move.
    Factored,
    /// One action for every move there can be.
    Flat,
}

/// What an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actions {
    /// A number that means the same in every position.
    Numbered(ActionSpace),
    /// The place of a move among the legal ones, for those who weigh moves.
    Listed,
}

/// Numbers that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// What they are called.
    pub name: &'static str,
    /// How many they are.
    pub size: usize,
    /// What they mean.
    pub meaning: &'static str,
    /// The least that any of them can be.
    pub low: f32,
    /// The most that any of them can be.
    pub high: f32,
}

impl Section {
    /// Numbers from 0 to 1.
    #[must_use]
    pub const fn new(name: &'static str, size: usize, meaning: &'static str) -> Self {
        Self { name, size, meaning, low: 0.0, high: 1.0 }
    }

    /// The same with other bounds.
    #[must_use]
    pub const fn between(self, low: f32, high: f32) -> Self {
        Self { low, high, ..self }
    }
}

/// What an action makes of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composed<M> {
    /// The move needs more actions.
    Picked,
    /// The move.
    Complete(M),
}

/// Why a game cannot be put into numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The game does not say how.
    #[error("{game} has no encoding")]
    None {
        /// The name of the game.
        game: &'static str,
    },
    /// More numbers than anyone can learn from.
    #[error("{what}: expected at most {} numbers under these rules, found {found}", LARGEST)]
    TooLarge {
        /// What would have so many.
        what: &'static str,
        /// How many there would be.
        found: u128,
    },
}

/// The most numbers of an observation, and the most actions.
pub const LARGEST: usize = 1 << 22;

/// What turns the views of a game under certain rules into numbers, and actions into moves.
pub trait Encoder<G: Game>: Send + Sync {
    /// Whether a view is of a game under the rules that this was made for.
    fn fits(&self, view: &G::View<'_>) -> bool;

    /// What an observation consists of, in this order.
    fn sections(&self) -> Vec<Section>;

    /// Write what the seat of a view knows, and what it has picked so far, into `numbers`: as many
    /// as all sections have, and all 0 before.
    fn observe(&self, view: &G::View<'_>, picked: &[u32], numbers: &mut [f32]);

    /// How many actions there are.
    fn action_count(&self, space: ActionSpace) -> usize;

    /// Mark with 1 the actions that may follow those picked in `mask`, which has one entry for every
    /// action and is all 0 before. There is none unless it is the turn of the view's seat.
    fn mask(&self, view: &G::View<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]);

    /// What an action makes that the mask allows; nothing for others, as far as that is noticed.
    fn compose(
        &self,
        view: &G::View<'_>,
        space: ActionSpace,
        picked: &[u32],
        action: u32,
    ) -> Option<Composed<G::Move>>;

    /// The actions that make a legal move, in the order in which they are listed for it.
    fn actions(&self, view: &G::View<'_>, space: ActionSpace, chosen: &G::Move) -> Vec<u32>;

    /// What an action is, in words.
    fn action_text(&self, space: ActionSpace, action: u32) -> String;

    /// What the numbers of one move consist of, for those who weigh listed moves.
    fn move_sections(&self) -> Vec<Section>;

    /// Write a legal move into `numbers`: as many as all its sections have, and all 0 before.
    fn describe_move(&self, view: &G::View<'_>, chosen: &G::Move, numbers: &mut [f32]);
}

/// How many numbers these sections have together.
#[must_use]
pub fn total_size(sections: &[Section]) -> usize {
    sections.iter().map(|section| section.size).sum()
}

/// The section in which a number is out of bounds, and that number.
#[must_use]
pub fn out_of_bounds(sections: &[Section], numbers: &[f32]) -> Option<(&'static str, f32)> {
    let mut numbers = numbers.iter();
    sections.iter().find_map(|section| {
        let inside = |number: &f32| (section.low..=section.high).contains(number);
        let wrong = numbers.by_ref().take(section.size).find(|number| !inside(number));
        wrong.map(|&number| (section.name, number))
    })
}

/// Check that an observation has no more numbers than are allowed.
///
/// # Errors
///
/// How many it has.
pub fn check_size(what: &'static str, found: u128) -> Result<(), EncodingError> {
    if found <= LARGEST as u128 { Ok(()) } else { Err(EncodingError::TooLarge { what, found }) }
}

/// The encoder of a game, once it is known to be of use.
///
/// # Errors
///
/// A game without one, or with more numbers than are allowed.
pub fn encoder<G: Game>(game: &G) -> Result<Box<dyn Encoder<G>>, EncodingError> {
    let encoder = game.encoder()?;
    check_size("observation", total_size(&encoder.sections()) as u128)?;
    for space in [ActionSpace::Factored, ActionSpace::Flat] {
        check_size("actions", encoder.action_count(space) as u128)?;
    }
    Ok(encoder)
}

/// A part of a whole, computed in double precision and rounded once.
#[inline]
#[must_use]
pub fn fraction(part: i64, whole: i64) -> f32 {
    (part as f64 / whole.max(1) as f64) as f32
}

/// How many seats a seat sits to the left of another.
#[inline]
#[must_use]
pub const fn seats_after(seat: usize, me: usize, seats: usize) -> usize {
    let place = seat + seats - me;
    if place >= seats { place - seats } else { place }
}

/// Writes the sections of an observation one after the other over zeros.
#[derive(Debug)]
pub struct Writer<'a> {
    rest: &'a mut [f32],
}

impl<'a> Writer<'a> {
    /// Write from the first of these numbers.
    pub const fn new(numbers: &'a mut [f32]) -> Self {
        Self { rest: numbers }
    }

    /// The next so many numbers, or all that are left.
    #[inline]
    pub fn take(&mut self, size: usize) -> Marks<'a> {
        let rest = std::mem::take(&mut self.rest);
        let (taken, rest) = rest.split_at_mut(size.min(rest.len()));
        self.rest = rest;
        Marks(taken)
    }

    /// One number.
    #[inline]
    pub fn number(&mut self, number: f32) {
        if let [slot] = self.take(1).0 {
            *slot = number;
        }
    }

    /// One number: 1 for yes, 0 for no.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.number(if flag { 1.0 } else { 0.0 });
    }

    /// So many numbers of which one, if any, is 1.
    #[inline]
    pub fn one_of(&mut self, size: usize, place: Option<usize>) {
        let mut marks = self.take(size);
        if let Some(place) = place {
            marks.mark(place);
        }
    }

    /// So many numbers, with a 1 for every bit that is set.
    #[inline]
    pub fn bits(&mut self, size: usize, bits: u64) {
        self.take(size).mark_bits(bits);
    }
}

/// Numbers of one section.
#[derive(Debug)]
pub struct Marks<'a>(&'a mut [f32]);

impl Marks<'_> {
    /// Put a 1 at a place.
    #[inline]
    pub fn mark(&mut self, place: usize) {
        self.set(place, 1.0);
    }

    /// Put a number at a place.
    #[inline]
    pub fn set(&mut self, place: usize, number: f32) {
        if let Some(slot) = self.0.get_mut(place) {
            *slot = number;
        }
    }

    /// Put a 1 at the place of every bit that is set.
    #[inline]
    pub fn mark_bits(&mut self, mut bits: u64) {
        while bits != 0 {
            self.mark(bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Mark an action.
#[inline]
pub fn allow(mask: &mut [u8], action: usize) {
    if let Some(slot) = mask.get_mut(action) {
        *slot = 1;
    }
}

/// Mark the actions from `first` up that have a bit set.
#[inline]
pub fn allow_bits(mask: &mut [u8], first: usize, mut bits: u64) {
    while bits != 0 {
        allow(mask, first + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Bits for what was picked, of actions below 64.
#[inline]
#[must_use]
pub fn picked_bits(picked: &[u32]) -> u64 {
    picked.iter().fold(0, |bits, &action| bits | 1_u64.checked_shl(action).unwrap_or(0))
}

/// The actions that a mask allows, in words.
#[must_use]
pub fn expected_actions<G: Game>(
    encoder: &dyn Encoder<G>,
    space: ActionSpace,
    mask: &[u8],
) -> String {
    const MOST: usize = 8;

    let allowed = mask.iter().enumerate().filter(|(_, allowed)| **allowed == 1);
    let count = allowed.clone().count();
    let shown = allowed
        .take(MOST)
        .map(|(action, _)| format!("{action} ('{}')", encoder.action_text(space, action as u32)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match count {
        0 => "no action, it is not the turn of the seat".to_owned(),
        1 => shown,
        2..=MOST => format!("one of {shown}"),
        _ => format!("one of the {count} actions {shown}, …"),
    }
}

/// The seat of a view and whether it is to move.
#[inline]
pub fn seat_to_move<V: View>(view: &V) -> Option<usize> {
    view.seat().filter(|_| view.is_my_turn())
}
