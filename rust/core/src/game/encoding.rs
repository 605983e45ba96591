//! Observation and action encoding for reinforcement learning: a seat's information as a vector of
//! numbers, and its moves as numbered actions.
//!
//! An [`Encoder`] receives a view and nothing else, so an observation cannot leak hidden
//! information. An *action* is a number; one or several actions make a move. In the
//! [factored](ActionSpace::Factored) (autoregressive) space, the cards of a move are picked one at
//! a time, in any order, and the move is complete as soon as no choice is left. In the
//! [flat](ActionSpace::Flat) discrete space every move has its own number.

use thiserror::Error;

use super::{Game, View};

/// How moves are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionSpace {
    /// A few dozen actions; a move may take several of them (autoregressive).
    Factored,
    /// One action for every possible move (flat discrete).
    Flat,
}

/// What an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actions {
    /// A number that means the same in every position.
    Numbered(ActionSpace),
    /// The index of a move in the list of legal moves, for models that score each move's features.
    Listed,
}

/// A named group of numbers in an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// The name.
    pub name: &'static str,
    /// How many numbers there are.
    pub size: usize,
    /// What they mean.
    pub meaning: &'static str,
    /// A lower bound on each number.
    pub low: f32,
    /// An upper bound on each number.
    pub high: f32,
    /// Whether each number is 0 or 1, so that it packs into a bit.
    pub is_binary: bool,
}

impl Section {
    /// Numbers that are 0 or 1.
    #[must_use]
    pub const fn new(name: &'static str, size: usize, meaning: &'static str) -> Self {
        Self { name, size, meaning, low: 0.0, high: 1.0, is_binary: true }
    }

    /// Numbers from 0 to 1, such as fractions of a maximum.
    #[must_use]
    pub const fn fractions(name: &'static str, size: usize, meaning: &'static str) -> Self {
        Self { is_binary: false, ..Self::new(name, size, meaning) }
    }

    /// The same section with other bounds.
    #[must_use]
    pub const fn between(self, low: f32, high: f32) -> Self {
        Self { low, high, is_binary: false, ..self }
    }
}

/// The result of appending an action to a partial move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composed<M> {
    /// The move needs more actions.
    Partial,
    /// The move is complete.
    Complete(M),
}

/// Why a game cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The game has no encoder.
    #[error("{game} has no encoding")]
    None {
        /// The name of the game.
        game: &'static str,
    },
    /// The encoding would be too large.
    #[error("{what}: expected at most {} numbers under these rules, found {found}", MAX_SIZE)]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size.
        found: u128,
    },
}

/// The largest size of an observation, and the largest number of actions.
pub const MAX_SIZE: usize = 1 << 22;

/// Encodes views under fixed rules as numbers, and decodes actions into moves.
///
/// ```
/// use cardcore::game::encoding::{ActionSpace, Composed, encoder, total_size};
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::hearts::{Hearts, Rules, Standard};
///
/// let mut game = Hearts::new(Rules::standard(Standard { passing: false, ..Default::default() })?, 7);
/// let encoder = encoder(&game)?;
/// let view = game.view(game.to_move());
/// let mut observation = vec![0.0; total_size(&encoder.sections())];
/// encoder.observe(&view, &[], &mut observation);
///
/// // The two of clubs opens: the mask allows one action, which is a whole move.
/// let mut mask = vec![0; encoder.action_count(ActionSpace::Factored)];
/// encoder.mask(&view, ActionSpace::Factored, &[], &mut mask);
/// assert_eq!(mask.iter().filter(|&&allowed| allowed == 1).count(), 1);
/// let action = mask.iter().position(|&allowed| allowed == 1).unwrap_or_default() as u32;
/// let Some(Composed::Complete(opening)) = encoder.compose(&view, ActionSpace::Factored, &[], action)
/// else {
///     unreachable!("a card is a move");
/// };
/// assert_eq!(game.move_text(&opening), "2c");
/// game.play(&opening)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Encoder<G: Game>: Send + Sync {
    /// Whether a view is of a game under this encoder's rules.
    fn fits(&self, view: &G::View<'_>) -> bool;

    /// The layout of an observation.
    fn sections(&self) -> Vec<Section>;

    /// Write the information of the view's seat, and the actions it has picked so far, into
    /// `numbers`, which has the total size of all sections and is all zeros.
    fn observe(&self, view: &G::View<'_>, picked: &[u32], numbers: &mut [f32]);

    /// The layout of what follows from the other sections but is awkward for a network to compute:
    /// the unseen cards, who is winning the trick. Part of an observation on request.
    fn derived_sections(&self) -> Vec<Section> {
        Vec::new()
    }

    /// Write the [derived sections](Encoder::derived_sections) into zeros.
    fn observe_derived(&self, _view: &G::View<'_>, _numbers: &mut [f32]) {}

    /// The layout of what a seat is told about one move, all of it 0 or 1. Together with the
    /// observation, the seats and moves so far in order are the seat's information state in a game
    /// of one deal. Empty in games without a history.
    fn event_sections(&self) -> Vec<Section> {
        Vec::new()
    }

    /// Write what a seat is told about a move into zeros: everything if it is the seat's `own`
    /// move, otherwise no more than [`Game::public_text`] reveals.
    fn describe_event(&self, _chosen: &G::Move, _own: bool, _numbers: &mut [f32]) {}

    /// The number of actions.
    fn action_count(&self, space: ActionSpace) -> usize;

    /// Set `mask` to 1 for the actions that may follow those picked. The mask has one entry for
    /// every action and is all zeros; it stays so unless it is the turn of the view's seat.
    fn mask(&self, view: &G::View<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]);

    /// Append an action that the mask allows. Disallowed actions give `None` where they are
    /// detected.
    fn compose(
        &self,
        view: &G::View<'_>,
        space: ActionSpace,
        picked: &[u32],
        action: u32,
    ) -> Option<Composed<G::Move>>;

    /// The actions that make a legal move, in canonical order.
    fn actions(&self, view: &G::View<'_>, space: ActionSpace, chosen: &G::Move) -> Vec<u32>;

    /// A human-readable description of an action.
    fn action_text(&self, space: ActionSpace, action: u32) -> String;

    /// The layout of a move's features, for models that score listed moves.
    fn move_sections(&self) -> Vec<Section>;

    /// Write the features of a legal move into `numbers`, which has the total size of all move
    /// sections and is all zeros.
    fn describe_move(&self, view: &G::View<'_>, chosen: &G::Move, numbers: &mut [f32]);
}

/// Which sections are part of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// Those of [`Encoder::sections`].
    Basic,
    /// The [derived sections](Encoder::derived_sections) after them.
    Full,
}

impl Features {
    /// The sections of an observation.
    pub fn sections<G: Game>(self, encoder: &dyn Encoder<G>) -> Vec<Section> {
        let mut sections = encoder.sections();
        if self == Self::Full {
            sections.append(&mut encoder.derived_sections());
        }
        sections
    }

    /// Write an observation into zeros; `basic` is the total size of [`Encoder::sections`].
    #[inline]
    pub fn observe<G: Game>(
        self,
        encoder: &dyn Encoder<G>,
        view: &G::View<'_>,
        picked: &[u32],
        basic: usize,
        numbers: &mut [f32],
    ) {
        let (first, rest) = numbers.split_at_mut(basic.min(numbers.len()));
        encoder.observe(view, picked, first);
        if self == Self::Full {
            encoder.observe_derived(view, rest);
        }
    }
}

/// The total size of some sections.
///
/// ```
/// use cardcore::game::encoding::{Section, total_size};
///
/// let sections = [Section::new("held", 52, "held cards"), Section::fractions("points", 4, "points")];
/// assert_eq!(total_size(&sections), 56);
/// ```
#[must_use]
pub fn total_size(sections: &[Section]) -> usize {
    sections.iter().map(|section| section.size).sum()
}

/// The first number outside the bounds of its section, with the section's name. In a binary section
/// that is one that is neither 0 nor 1.
///
/// ```
/// use cardcore::game::encoding::{Section, out_of_bounds};
///
/// let sections = [Section::new("held", 2, "held cards"), Section::fractions("points", 1, "points")];
/// assert_eq!(out_of_bounds(&sections, &[1.0, 0.0, 0.5]), None);
/// assert_eq!(out_of_bounds(&sections, &[1.0, 0.5, 0.5]), Some(("held", 0.5)));
/// ```
#[must_use]
pub fn out_of_bounds(sections: &[Section], numbers: &[f32]) -> Option<(&'static str, f32)> {
    let mut numbers = numbers.iter();
    sections.iter().find_map(|section| {
        let inside = |number: &f32| match section.is_binary {
            true => [0.0, 1.0].contains(number),
            false => (section.low..=section.high).contains(number),
        };
        let wrong = numbers.by_ref().take(section.size).find(|number| !inside(number));
        wrong.map(|&number| (section.name, number))
    })
}

/// Check that a size is within [`MAX_SIZE`].
///
/// ```
/// use cardcore::game::encoding::{MAX_SIZE, check_size};
///
/// assert!(check_size("actions", MAX_SIZE as u128).is_ok());
/// assert!(check_size("actions", MAX_SIZE as u128 + 1).is_err());
/// ```
///
/// # Errors
///
/// A size that is too large.
pub fn check_size(what: &'static str, found: u128) -> Result<(), EncodingError> {
    if found <= MAX_SIZE as u128 { Ok(()) } else { Err(EncodingError::TooLarge { what, found }) }
}

/// The encoder of a game, with its size checked.
///
/// ```
/// use cardcore::game::encoding::encoder;
/// use cardcore::games::ends::{Ends, Rules};
///
/// let encoder = encoder(&Ends::new(Rules::default(), 1))?;
/// assert!(encoder.sections().iter().any(|section| section.name == "turn"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A game without an encoder, or an encoding that is too large.
pub fn encoder<G: Game>(game: &G) -> Result<Box<dyn Encoder<G>>, EncodingError> {
    let encoder = game.encoder()?;
    check_size("observation", total_size(&encoder.sections()) as u128)?;
    for space in [ActionSpace::Factored, ActionSpace::Flat] {
        check_size("actions", encoder.action_count(space) as u128)?;
    }
    Ok(encoder)
}

/// A ratio, computed in double precision and rounded once.
///
/// ```
/// assert_eq!(cardcore::game::encoding::fraction(13, 26), 0.5);
/// ```
#[inline]
#[must_use]
pub fn fraction(part: i64, whole: i64) -> f32 {
    (part as f64 / whole.max(1) as f64) as f32
}

/// The relative position of a seat: how many seats to the left of `me` it sits.
///
/// ```
/// // Seat 0 is to the left of the last seat.
/// assert_eq!(cardcore::game::encoding::seats_after(0, 3, 4), 1);
/// ```
#[inline]
#[must_use]
pub const fn seats_after(seat: usize, me: usize, seats: usize) -> usize {
    let index = seat + seats - me;
    if index >= seats { index - seats } else { index }
}

/// Writes the sections of an observation one after another into a zeroed slice.
///
/// ```
/// use cardcore::game::encoding::Writer;
///
/// let mut numbers = [0.0; 6];
/// let mut writer = Writer::new(&mut numbers);
/// writer.flag(true);
/// writer.one_hot(3, Some(1));
/// writer.bits(2, 0b10);
/// assert_eq!(numbers, [1.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
/// ```
#[derive(Debug)]
pub struct Writer<'a> {
    rest: &'a mut [f32],
}

impl<'a> Writer<'a> {
    /// Start at the first number.
    pub const fn new(numbers: &'a mut [f32]) -> Self {
        Self { rest: numbers }
    }

    /// The next `size` numbers, or all that are left.
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

    /// A one-hot (or all-zero) group of `size` numbers.
    #[inline]
    pub fn one_hot(&mut self, size: usize, index: Option<usize>) {
        let mut marks = self.take(size);
        if let Some(index) = index {
            marks.mark(index);
        }
    }

    /// A group of `size` numbers with a 1 for every set bit.
    #[inline]
    pub fn bits(&mut self, size: usize, bits: u64) {
        self.take(size).mark_bits(bits);
    }
}

/// The numbers of one section.
#[derive(Debug)]
pub struct Marks<'a>(&'a mut [f32]);

impl Marks<'_> {
    /// Set the number at an index to 1.
    #[inline]
    pub fn mark(&mut self, index: usize) {
        self.set(index, 1.0);
    }

    /// Set the number at an index.
    #[inline]
    pub fn set(&mut self, index: usize, number: f32) {
        if let Some(slot) = self.0.get_mut(index) {
            *slot = number;
        }
    }

    /// Set the numbers at all set bits to 1.
    #[inline]
    pub fn mark_bits(&mut self, mut bits: u64) {
        while bits != 0 {
            self.mark(bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Allow an action.
#[inline]
pub fn allow(mask: &mut [u8], action: usize) {
    if let Some(slot) = mask.get_mut(action) {
        *slot = 1;
    }
}

/// Allow the actions `first + bit` for all set bits.
#[inline]
pub fn allow_bits(mask: &mut [u8], first: usize, mut bits: u64) {
    while bits != 0 {
        allow(mask, first + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// A bit set of the picked actions below 64.
#[inline]
#[must_use]
pub fn picked_bits(picked: &[u32]) -> u64 {
    picked.iter().fold(0, |bits, &action| bits | 1_u64.checked_shl(action).unwrap_or(0))
}

/// A description of the actions that a mask allows, for error messages.
#[must_use]
pub fn expected_actions<G: Game>(
    encoder: &dyn Encoder<G>,
    space: ActionSpace,
    mask: &[u8],
) -> String {
    const MAX_SHOWN: usize = 8;

    let allowed = mask.iter().enumerate().filter(|(_, allowed)| **allowed == 1);
    let count = allowed.clone().count();
    let shown = allowed
        .take(MAX_SHOWN)
        .map(|(action, _)| format!("{action} ('{}')", encoder.action_text(space, action as u32)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match count {
        0 => "no action, the seat is not to move".to_owned(),
        1 => shown,
        2..=MAX_SHOWN => format!("one of {shown}"),
        _ => format!("one of the {count} actions {shown}, …"),
    }
}

/// The view's seat, if it is to move.
#[inline]
pub fn seat_to_move<V: View>(view: &V) -> Option<usize> {
    view.seat().filter(|_| view.is_my_turn())
}
