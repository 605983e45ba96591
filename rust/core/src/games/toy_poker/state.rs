//! The state machine of both games.

use std::fmt;
use std::marker::PhantomData;

use thiserror::Error;

use super::encoding::ToyEncoder;
use super::view::ToyView;
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, RandomBot, Seat, Trajectory};
use crate::random::Random;

/// The number of seats.
pub(super) const SEATS: usize = 2;

/// The number of ranks: jack, queen, king.
pub(super) const RANKS: usize = 3;

/// The most moves of a game: two rounds of call, raise, raise, call.
pub(super) const MAX_MOVES: usize = 8;

/// What distinguishes the games.
///
/// ```
/// use cardcore::games::toy_poker::{Kuhn, Leduc, Variant};
///
/// assert_eq!((Kuhn::NAME, Kuhn::COPIES), ("kuhn", 1));
/// assert_eq!((Leduc::NAME, Leduc::COPIES), ("leduc", 2));
/// ```
pub trait Variant: Clone + Copy + fmt::Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// The number of cards of each rank.
    const COPIES: u8;
    /// The bet of every round.
    const BETS: &'static [u8];
    /// The most bets and raises of a round.
    const RAISES: u8;
    /// The game's bots.
    const BOTS: &'static [BotEntry<ToyPoker<Self>>];
}

/// Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kuhn;

impl Variant for Kuhn {
    const NAME: &'static str = "kuhn";
    const COPIES: u8 = 1;
    const BETS: &'static [u8] = &[1];
    const RAISES: u8 = 1;
    const BOTS: &'static [BotEntry<ToyPoker<Self>>] = &[RandomBot::entry()];
}

/// Leduc poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leduc;

impl Variant for Leduc {
    const NAME: &'static str = "leduc";
    const COPIES: u8 = 2;
    const BETS: &'static [u8] = &[2, 4];
    const RAISES: u8 = 2;
    const BOTS: &'static [BotEntry<ToyPoker<Self>>] = &[RandomBot::entry()];
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Give up the pot.
    Fold,
    /// Call, or check if there is nothing to call.
    Call,
    /// Bet or raise.
    Raise,
}

impl Move {
    /// All moves, in order.
    pub const ALL: [Self; 3] = [Self::Fold, Self::Call, Self::Raise];

    /// The name of the move.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Call => "call",
            Self::Raise => "raise",
        }
    }
}

/// One hand of Kuhn or Leduc poker.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::toy_poker::{Kuhn, Move, ToyPoker};
///
/// // Seat 0 bluffs with the lowest card, and seat 1 folds.
/// let mut game = ToyPoker::<Kuhn>::with_deal(&[0, 1])?;
/// game.play(&Move::Raise)?;
/// game.play(&Move::Fold)?;
/// assert_eq!(game.scores(), [1, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToyPoker<V: Variant> {
    seed: u64,
    is_given: bool,
    /// The cards of the seats and the one that is turned up, as ranks.
    pub(super) cards: [u8; 3],
    pub(super) round: u8,
    pub(super) turn: u8,
    is_over: bool,
    folded: Option<u8>,
    /// The number of moves and of raises in this round.
    acted: u8,
    raises: u8,
    pub(super) paid: [u8; SEATS],
    made: [Move; MAX_MOVES],
    count: u8,
    /// The number of moves in the first round.
    pub(super) first_round: u8,
    variant: PhantomData<V>,
}

impl<V: Variant> ToyPoker<V> {
    /// A hand dealt from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut deck = [0; 2 * RANKS];
        let size = usize::from(V::COPIES) * RANKS;
        for (index, card) in (0_u8..).zip(&mut deck) {
            *card = index / V::COPIES;
        }
        for index in 0..3 {
            deck.swap(index, index + random.below((size - index) as u32) as usize);
        }
        Self::begin(seed, false, [deck[0], deck[1], deck[2]])
    }

    /// A hand with these cards: ranks from 0 for the two seats and, in Leduc poker, the card that
    /// is turned up.
    ///
    /// # Errors
    ///
    /// A wrong number of cards, or more of a rank than there are.
    pub fn with_deal(ranks: &[u8]) -> Result<Self, DealError> {
        let expected = SEATS + V::BETS.len() - 1;
        let (&[first, second], rest) = ranks
            .split_first_chunk()
            .filter(|_| ranks.len() == expected)
            .ok_or(DealError::Count { expected, found: ranks.len() })?;
        for &rank in ranks {
            let copies = ranks.iter().filter(|&&other| other == rank).count();
            if usize::from(rank) >= RANKS || copies > usize::from(V::COPIES) {
                return Err(DealError::Rank { rank, copies: V::COPIES });
            }
        }
        Ok(Self::begin(0, true, [first, second, rest.first().copied().unwrap_or(0)]))
    }

    fn begin(seed: u64, is_given: bool, cards: [u8; 3]) -> Self {
        Self {
            seed,
            is_given,
            cards,
            round: 0,
            turn: 0,
            is_over: false,
            folded: None,
            acted: 0,
            raises: 0,
            paid: [1; SEATS],
            made: [Move::Fold; MAX_MOVES],
            count: 0,
            first_round: 0,
            variant: PhantomData,
        }
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.made.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// The rank that is turned up, if it is.
    pub(super) fn public(&self) -> Option<u8> {
        (self.round > 0).then_some(self.cards[2])
    }

    /// The same hand with other cards.
    pub(super) fn with_cards(mut self, cards: [u8; 3]) -> Self {
        self.cards = cards;
        self.is_given = true;
        self
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn allows(&self, chosen: Move) -> bool {
        !self.is_over
            && match chosen {
                Move::Fold => self.paid[0] != self.paid[1],
                Move::Call => true,
                Move::Raise => self.raises < V::RAISES,
            }
    }

    fn pay_up(&mut self, more: u8) {
        let most = self.paid[0].max(self.paid[1]);
        self.paid[usize::from(self.turn & 1)] = most + more;
    }

    /// The seat with the better hand; `None` if they are equal.
    fn winner(&self) -> Option<usize> {
        let [first, second, public] = self.cards;
        let strength = |rank: u8| (self.public() == Some(rank) && rank == public, rank);
        match strength(first).cmp(&strength(second)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl<V: Variant> Game for ToyPoker<V> {
    type Move = Move;
    type View<'a> = ToyView<'a, V>;
    type IllegalReason = IllegalReason;

    const NAME: &'static str = V::NAME;
    const LOW_SCORE_WINS: bool = false;

    fn new_game(&self, seed: u64) -> Self {
        if self.is_given { Self::begin(seed, true, self.cards) } else { Self::new(seed) }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn to_move(&self) -> Option<Seat> {
        (!self.is_over).then_some(usize::from(self.turn))
    }

    fn bounds(&self) -> Bounds {
        let bets: i64 = V::BETS.iter().map(|&bet| i64::from(bet)).sum();
        let most = 1 + bets * i64::from(V::RAISES);
        let moves = V::BETS.len() as u64 * (u64::from(V::RAISES) + 2);
        Bounds {
            seats: SEATS..=SEATS,
            moves: Some(moves),
            score: Some(-most..=most),
            margin: Some(2 * most),
            total: Some(0),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(Move::ALL.into_iter().filter(|&chosen| self.allows(chosen)));
    }

    #[inline]
    fn play(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        if self.is_over {
            return Err(IllegalReason::Over);
        }
        if !self.allows(*chosen) {
            return Err(match chosen {
                Move::Fold => IllegalReason::Nothing,
                Move::Call | Move::Raise => IllegalReason::Raises { most: V::RAISES },
            });
        }
        if let Some(slot) = self.made.get_mut(usize::from(self.count)) {
            *slot = *chosen;
        }
        self.count += 1;
        self.acted += 1;
        match chosen {
            Move::Fold => {
                self.folded = Some(self.turn);
                self.is_over = true;
                return Ok(());
            }
            Move::Call => {
                self.pay_up(0);
                // A check that opens the round leaves the decision to the other seat.
                if self.acted > 1 {
                    self.end_round();
                    return Ok(());
                }
            }
            Move::Raise => {
                self.pay_up(V::BETS.get(usize::from(self.round)).copied().unwrap_or(0));
                self.raises += 1;
            }
        }
        self.turn ^= 1;
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        let mut scores = Vec::with_capacity(SEATS);
        self.write_scores(&mut scores);
        scores
    }

    #[inline]
    fn write_scores(&self, scores: &mut Vec<i64>) {
        let winner = match (self.is_over, self.folded) {
            (false, _) => None,
            (true, Some(seat)) => Some(usize::from(seat ^ 1)),
            (true, None) => self.winner(),
        };
        scores.clear();
        scores.resize(SEATS, 0);
        if let Some(winner) = winner {
            let lost = i64::from(self.paid[1 - winner]);
            scores[winner] = lost;
            scores[1 - winner] = -lost;
        }
    }

    #[inline]
    fn view(&self, viewer: impl Into<Option<Seat>>) -> ToyView<'_, V> {
        ToyView::new(self, viewer.into())
    }

    fn sample(view: &ToyView<'_, V>, random: &mut Random) -> Self {
        view.sample(random)
    }

    fn resample(view: &ToyView<'_, V>, random: &mut Random) -> Trajectory<Self> {
        let state = view.sample(random);
        let start = Self::begin(state.seed, true, state.cards);
        if state.is_over {
            return Trajectory { start: state, moves: Vec::new() };
        }
        Trajectory { start, moves: state.moves().to_vec() }
    }

    fn rules(&self) -> Facts {
        Vec::new()
    }

    fn start(&self) -> Facts {
        if !self.is_given {
            return vec![("seed", Fact::Seed(self.seed))];
        }
        let cards = self.cards.iter().take(SEATS + V::BETS.len() - 1);
        vec![("deal", Fact::list(cards.map(|&rank| rank_text(rank))))]
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.name().to_owned()
    }

    fn public_text(&self, chosen: &Move) -> String {
        chosen.name().to_owned()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let name = text.trim();
        let found = Move::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| MoveError::new(text, "expected fold, call or raise"))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        V::BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(ToyEncoder))
    }
}

impl<V: Variant> ToyPoker<V> {
    fn end_round(&mut self) {
        self.acted = 0;
        self.raises = 0;
        self.turn = 0;
        if usize::from(self.round) + 1 < V::BETS.len() {
            self.round += 1;
            self.first_round = self.count;
        } else {
            self.is_over = true;
        }
    }
}

/// The text of a rank.
pub(super) fn rank_text(rank: u8) -> &'static str {
    ["J", "Q", "K"].get(usize::from(rank)).copied().unwrap_or("?")
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The hand is over.
    #[error("the hand is over")]
    Over,
    /// There is nothing to call.
    #[error("there is nothing to call, expected call or raise")]
    Nothing,
    /// No raise is left.
    #[error("expected fold or call after {most} raises")]
    Raises {
        /// The most raises of a round.
        most: u8,
    },
}

/// Why a deal is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// A wrong number of cards.
    #[error("deal: expected {expected} cards, found {found}")]
    Count {
        /// The number of cards.
        expected: usize,
        /// The number given.
        found: usize,
    },
    /// A rank that is unknown or dealt too often.
    #[error("deal: expected at most {copies} of J, Q and K each, found rank {rank}")]
    Rank {
        /// The rank.
        rank: u8,
        /// The cards of a rank.
        copies: u8,
    },
}
