//! The games that share a board, and how hands are compared in them.

use super::BOARD;
use crate::cards::{Card, CardSet};
use crate::poker::Ranking;
use crate::poker::best_of::BestOf;
use crate::poker::incremental::Partial;
use crate::poker::omaha::{self, Omaha};
use crate::poker::order::Order;

/// A game with a board of five cards.
///
/// ```
/// use cardcore::poker::equity::Game;
///
/// assert_eq!(Game::from_name("omaha-5"), Some(Game::OmahaFive));
/// assert_eq!((Game::OmahaFive.hole_cards(), Game::ShortDeck.deck().len()), (5, 36));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Game {
    /// Texas hold'em: the best five of two hole cards and the board.
    Holdem,
    /// The same without the cards below the sixes; a flush beats a full house.
    ShortDeck,
    /// The same with three of a kind above a straight.
    ShortDeckTrips,
    /// Omaha with four hole cards: two of them and three of the board.
    Omaha,
    /// The same with five hole cards.
    OmahaFive,
    /// The same with six hole cards.
    OmahaSix,
}

impl Game {
    /// All games.
    pub const ALL: [Self; 6] = [
        Self::Holdem,
        Self::ShortDeck,
        Self::ShortDeckTrips,
        Self::Omaha,
        Self::OmahaFive,
        Self::OmahaSix,
    ];

    /// The game of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The name of the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
            Self::ShortDeck => "short-deck",
            Self::ShortDeckTrips => "short-deck-trips",
            Self::Omaha => "omaha",
            Self::OmahaFive => "omaha-5",
            Self::OmahaSix => "omaha-6",
        }
    }

    /// The number of hole cards.
    #[must_use]
    pub const fn hole_cards(self) -> usize {
        match self {
            Self::Holdem | Self::ShortDeck | Self::ShortDeckTrips => 2,
            Self::Omaha => 4,
            Self::OmahaFive => 5,
            Self::OmahaSix => 6,
        }
    }

    /// The cards that are dealt.
    #[must_use]
    pub fn deck(self) -> CardSet {
        match self {
            Self::ShortDeck | Self::ShortDeckTrips => Order::short_deck().deck,
            _ => CardSet::FULL,
        }
    }

    /// The evaluator of seven cards, in games with two hole cards.
    pub(super) fn best_of(self) -> BestOf<7> {
        let ranking = match self {
            Self::ShortDeck => Ranking::ShortDeck,
            Self::ShortDeckTrips => Ranking::ShortDeckTrips,
            _ => Ranking::High,
        };
        BestOf::<7>::of(ranking).unwrap_or_default()
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

/// Omaha with this many hole cards.
#[derive(Clone, Copy)]
pub(super) struct OmahaHands<const HOLE: usize>(pub Omaha);

impl<const HOLE: usize> Showdown for OmahaHands<HOLE> {
    type Board = Option<omaha::Board>;
    type Hole = [u8; HOLE];

    #[inline]
    fn board(self, cards: [Card; BOARD]) -> Self::Board {
        self.0.board(cards.map(Card::number))
    }

    #[inline]
    fn hole(self, cards: CardSet) -> Self::Hole {
        let mut numbers = cards.iter().map(Card::number);
        std::array::from_fn(|_| numbers.next().unwrap_or_default())
    }

    #[inline]
    fn strength(self, board: &Self::Board, hole: Self::Hole) -> u16 {
        // Cards are distinct here, so there is always a strength.
        board.and_then(|board| board.strength(hole)).unwrap_or_default()
    }
}

/// Run generic code with the showdown of a game.
macro_rules! with_showdown {
    ($game:expr, $showdown:ident => $work:expr) => {
        match $game {
            $crate::poker::equity::Game::Omaha => {
                let $showdown = $crate::poker::equity::showdown::OmahaHands::<4>(
                    $crate::poker::omaha::Omaha::new(),
                );
                $work
            }
            $crate::poker::equity::Game::OmahaFive => {
                let $showdown = $crate::poker::equity::showdown::OmahaHands::<5>(
                    $crate::poker::omaha::Omaha::new(),
                );
                $work
            }
            $crate::poker::equity::Game::OmahaSix => {
                let $showdown = $crate::poker::equity::showdown::OmahaHands::<6>(
                    $crate::poker::omaha::Omaha::new(),
                );
                $work
            }
            game => {
                let $showdown = game.best_of();
                $work
            }
        }
    };
}
pub(super) use with_showdown;
