//! The games that share a board, and how hands are compared in them.

use super::BOARD;
use crate::cards::{Card, CardSet};
use crate::poker::best_of::BestOf;
use crate::poker::incremental::Partial;

/// A game with a board of five cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Game {
    /// Texas hold'em: the best five of two hole cards and the board.
    Holdem,
}

impl Game {
    /// The game of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// All games.
    pub const ALL: [Self; 1] = [Self::Holdem];

    /// The name of the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
        }
    }

    /// The number of hole cards.
    #[must_use]
    pub const fn hole_cards(self) -> usize {
        match self {
            Self::Holdem => 2,
        }
    }

    /// The cards that are dealt.
    #[must_use]
    pub const fn deck(self) -> CardSet {
        match self {
            Self::Holdem => CardSet::FULL,
        }
    }

    /// The evaluator of seven cards, in games with two hole cards.
    pub(super) fn best_of(self) -> BestOf<7> {
        match self {
            Self::Holdem => BestOf::<7>::new(),
        }
    }
}

/// Compares hands on whole boards.
pub(super) trait Showdown: Copy + Send + Sync {
    /// What is prepared for a board.
    type Board;
    /// What is prepared for a hand.
    type Hole: Copy + Send + Sync;

    fn board(self, cards: [Card; BOARD]) -> Self::Board;

    fn hole(self, cards: CardSet) -> Self::Hole;

    fn strength(self, board: &Self::Board, hole: Self::Hole) -> u16;
}

impl Showdown for BestOf<7> {
    type Board = Partial;
    type Hole = Partial;

    #[inline]
    fn board(self, cards: [Card; BOARD]) -> Partial {
        Partial::of(cards)
    }

    #[inline]
    fn hole(self, cards: CardSet) -> Partial {
        Partial::of(cards)
    }

    #[inline]
    fn strength(self, board: &Partial, hole: Partial) -> u16 {
        self.strength_of(board.join(hole))
    }
}

/// Run generic code with the showdown of a game.
macro_rules! with_showdown {
    ($game:expr, $showdown:ident => $work:expr) => {
        match $game {
            game => {
                let $showdown = game.best_of();
                $work
            }
        }
    };
}
pub(super) use with_showdown;
