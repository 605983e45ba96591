//! Equity: how often each of several hands or ranges wins, ties, and what share of the pot it gets.
//!
//! Three exact ways, which agree with each other to the last unit, and one by chance:
//!
//! - `matchup` deals whole boards to hands that are known, by ranks first and then by what
//!   flushes change: a hundred thousand cases instead of 1,712,304 boards.
//! - `sweep` plays one range against another: on every board it visits the hands of both from the
//!   worst to the best and counts what is below, with the hands that share a card taken out.
//! - `product` tries every choice of hands on every board, for any number of players and any
//!   game.
//! - `sample` deals at random, and says how far off it may be.
//!
//! Boards that differ only by a permutation of suits that neither the ranges nor the known cards
//! notice are counted together (`suits`). Everything exact is an integer: a deal counts with the
//! product of the weights of its hands, and a pot is worth [`POT`] shares, which two to nine
//! players can split evenly.

mod matchup;
mod preflop;
mod product;
mod runouts;
mod sample;
mod showdown;
mod suits;
mod sweep;

use thiserror::Error;

pub use preflop::{PreflopTable, STARTING_HANDS};
use runouts::Runouts;
pub use showdown::Game;
use showdown::with_showdown;
use suits::Permutation;

use super::range::Range;
use crate::cards::{Card, CardSet};
use crate::combinatorics::binomial;
use crate::monitor::{Monitor, Stopped};

/// The shares of a pot: the least common multiple of 1 to 9.
pub const POT: u32 = 2520;

/// The number of players.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 2..=9;

const MAX_PLAYERS: usize = *PLAYERS.end();

/// The cards of a whole board.
const BOARD: usize = 5;

/// A hand that a player may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The hole cards.
    pub cards: CardSet,
    /// How often, relative to the player's other hands.
    pub weight: u32,
}

/// What is known of a player's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hands {
    /// One of these.
    Listed(Vec<Holding>),
    /// Any cards of the deck.
    Random,
}

impl From<&Range> for Hands {
    fn from(range: &Range) -> Self {
        let holding =
            |(combo, weight): (super::range::Combo, u32)| Holding { cards: combo.set(), weight };
        Self::Listed(range.hands().map(holding).collect())
    }
}

/// Hands, a board, and cards that are out of play.
///
/// ```
/// use cardcore::cards::{CardSet, parse_cards};
/// use cardcore::monitor::Monitor;
/// use cardcore::poker::equity::{Deal, Game, Hands, Method};
/// use cardcore::poker::range::Range;
///
/// // A flush draw against any two cards, with one card to come.
/// let draw: Range = "AsKs".parse()?;
/// let board: CardSet = parse_cards("Qs 7s 2h 3d")?.into_iter().collect();
/// let players = [Hands::from(&draw), Hands::Random];
/// let deal = Deal::new(Game::Holdem, &players, board, CardSet::EMPTY)?;
/// let equity = deal.equity(Method::Exact, &Monitor::new())?;
/// assert!(equity.exact && equity.players.len() == 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    game: Game,
    /// The hands of each player that the known cards allow; `None` for any cards.
    players: Vec<Option<Vec<Holding>>>,
    board: CardSet,
    /// The cards that may still come, hole cards included.
    deck: CardSet,
}

/// Why there is no equity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum EquityError {
    /// Too few or too many players.
    #[error("expected 2 to 9 players, found {found}")]
    Players { found: usize },
    /// A board that no street has.
    #[error("board: expected 0, 3, 4 or 5 cards, found {found}")]
    Board { found: usize },
    /// A card of the board or out of play that the deck does not have.
    #[error("{place}: {card} is not in the deck of this game")]
    NotInDeck { place: &'static str, card: Card },
    /// A card that is out of play and on the board.
    #[error("dead: {card} is on the board")]
    OnBoard { card: Card },
    /// No hand of a player is possible.
    #[error("player {player}: no hand is left once the board and the dead cards are known")]
    NoHand { player: usize },
    /// A hand with the wrong number of cards.
    #[error("player {player}: expected hands of {expected} cards, found {found}")]
    HandSize { player: usize, expected: usize, found: usize },
    /// The hands of the players exclude each other.
    #[error("no deal is possible: the hands of the players always share a card")]
    NoDeal,
    /// Not enough cards for all.
    #[error("the deck has too few cards for {players} players and the board")]
    DeckTooSmall { players: usize },
    /// Exact sums that would not fit.
    #[error("exact: the weights have too many digits for an exact sum; round them or sample")]
    Weights,
    /// Hands of a player that are too many to list.
    #[error("exact: player {player} has any {cards} cards, which can only be sampled")]
    TooManyHands { player: usize, cards: usize },
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// How the answer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Exactly if that takes about [a second](AUTOMATIC_NANOSECONDS) or two on one core, else from
    /// samples.
    Automatic(Samples),
    /// Exactly, however long it takes.
    Exact,
    /// From samples.
    Sampled(Samples),
}

/// Deals at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// The number of deals.
    pub count: u64,
    /// The seed: the same one gives the same deals on any number of threads.
    pub seed: u64,
}

/// What an exact answer may take on one core if nobody insists on it.
pub const AUTOMATIC_NANOSECONDS: f64 = 2e9;

/// Sums over deals, each counted with its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Deals that are won alone.
    pub wins: u128,
    /// Deals in which the pot is split.
    pub ties: u128,
    /// What is won, in [shares](POT) of a pot.
    pub shares: u128,
    /// All deals.
    pub total: u128,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.shares += other.shares;
        self.total += other.total;
    }
}

/// The result of one player.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlayerResult {
    /// Over all hands.
    pub all: Counts,
    /// By hand; empty if the player had any cards of a game with more than two hole cards.
    pub hands: Vec<(Holding, Counts)>,
    /// The sum of the squares of the shares, from samples only.
    pub squares: u128,
}

/// The equity of every player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equity {
    /// Whether every deal was counted.
    pub exact: bool,
    /// The players in the order given.
    pub players: Vec<PlayerResult>,
}

impl Deal {
    /// Check what is known.
    ///
    /// # Errors
    ///
    /// If no such deal is possible; see [`EquityError`].
    pub fn new(
        game: Game,
        players: &[Hands],
        board: CardSet,
        dead: CardSet,
    ) -> Result<Self, EquityError> {
        if !PLAYERS.contains(&players.len()) {
            return Err(EquityError::Players { found: players.len() });
        }
        if !matches!(board.len(), 0 | 3..=BOARD) {
            return Err(EquityError::Board { found: board.len() });
        }
        for (place, cards) in [("board", board), ("dead", dead)] {
            if let Some(card) = (cards - game.deck()).iter().next() {
                return Err(EquityError::NotInDeck { place, card });
            }
        }
        if let Some(card) = (board & dead).iter().next() {
            return Err(EquityError::OnBoard { card });
        }
        let deck = game.deck() - board - dead;
        let needed = game.hole_cards() * players.len() + BOARD - board.len();
        if needed > deck.len() {
            return Err(EquityError::DeckTooSmall { players: players.len() });
        }
        let players = (1..)
            .zip(players)
            .map(|(player, hands)| possible(game, deck, player, hands))
            .collect::<Result<Vec<_>, _>>()?;
        let deal = Self { game, players, board, deck };
        if !deal.is_possible() {
            return Err(EquityError::NoDeal);
        }
        Ok(deal)
    }

    /// The equity of every player.
    ///
    /// ```
    /// use cardcore::cards::CardSet;
    /// use cardcore::monitor::Monitor;
    /// use cardcore::poker::equity::{Deal, Game, Method};
    /// use cardcore::poker::range::Range;
    ///
    /// let ranges = ["AsAh", "KsKh"].map(|text| text.parse::<Range>().map(|range| (&range).into()));
    /// let [aces, kings] = ranges;
    /// let (board, dead) = (CardSet::EMPTY, CardSet::EMPTY);
    /// let deal = Deal::new(Game::Holdem, &[aces?, kings?], board, dead)?;
    /// let equity = deal.equity(Method::Exact, &Monitor::new())?;
    /// let aces = equity.players[0].all;
    /// assert_eq!((aces.wins, aces.ties, aces.total), (1_410_336, 9_308, 1_712_304));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the monitor stops it, or an exact answer is asked for that cannot be had.
    pub fn equity(&self, method: Method, monitor: &Monitor) -> Result<Equity, EquityError> {
        let players = match method {
            Method::Sampled(samples) => return self.sampled(samples, monitor),
            Method::Automatic(samples) => match self.plan() {
                Ok(plan) if plan.nanoseconds <= AUTOMATIC_NANOSECONDS => {
                    self.exactly(plan.way, monitor)?
                }
                _ => return self.sampled(samples, monitor),
            },
            Method::Exact => self.exactly(self.plan()?.way, monitor)?,
        };
        Ok(Equity { exact: true, players })
    }

    fn sampled(&self, samples: Samples, monitor: &Monitor) -> Result<Equity, EquityError> {
        let players = sample::sample(self, samples, monitor)?;
        Ok(Equity { exact: false, players })
    }

    /// Whether the players can hold hands without a card in common.
    fn is_possible(&self) -> bool {
        fn place(players: &[&Vec<Holding>], used: u64) -> bool {
            let Some((first, others)) = players.split_first() else { return true };
            first.iter().any(|hand| {
                let cards = hand.cards.bits();
                cards & used == 0 && place(others, used | cards)
            })
        }
        let mut listed: Vec<&Vec<Holding>> = self.players.iter().flatten().collect();
        listed.sort_by_key(|hands| hands.len());
        place(&listed, 0)
    }

    /// The cards of the board that are still to come.
    fn missing(&self) -> usize {
        BOARD - self.board.len()
    }
}

/// The hands of a player that the deck allows.
fn possible(
    game: Game,
    deck: CardSet,
    player: usize,
    hands: &Hands,
) -> Result<Option<Vec<Holding>>, EquityError> {
    let expected = game.hole_cards();
    let listed = match hands {
        Hands::Listed(hands) => hands.clone(),
        Hands::Random if expected == 2 => match Hands::from(&Range::random()) {
            Hands::Listed(hands) => hands,
            Hands::Random => return Ok(None),
        },
        Hands::Random => return Ok(None),
    };
    if let Some(hand) = listed.iter().find(|hand| hand.cards.len() != expected) {
        let found = hand.cards.len();
        return Err(EquityError::HandSize { player, expected, found });
    }
    let mut left: Vec<Holding> =
        listed.into_iter().filter(|hand| hand.weight > 0 && hand.cards.is_subset(deck)).collect();
    // The smallest whole numbers with the same ratios.
    let divisor =
        left.iter().fold(0, |divisor, hand| greatest_common_divisor(divisor, hand.weight));
    left.iter_mut().for_each(|hand| hand.weight /= divisor);
    if left.is_empty() { Err(EquityError::NoHand { player }) } else { Ok(Some(left)) }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A way to an exact answer.
enum Way {
    /// Every choice of hands, dealt whole boards.
    Matchups(matchup::Matchups),
    /// Two ranges against each other, board by board.
    Sweep(Vec<Permutation>),
    /// Every choice of hands on every board.
    Product(Vec<Permutation>),
}

struct Plan {
    way: Way,
    /// About how long it takes on one core.
    nanoseconds: f64,
}

impl Deal {
    /// The hands of all players, if every one's are listed.
    fn listed(&self) -> Result<Vec<&[Holding]>, EquityError> {
        let cards = self.game.hole_cards();
        let listed = (1..).zip(&self.players).map(|(player, hands)| {
            hands.as_deref().ok_or(EquityError::TooManyHands { player, cards })
        });
        listed.collect()
    }

    /// The fastest way to an exact answer.
    fn plan(&self) -> Result<Plan, EquityError> {
        /// What was measured for each way, in nanoseconds: a match-up; a board of a sweep and a
        /// hand on it; a hand on a board, and a choice of hands on it.
        const MATCHUP: f64 = 3e5;
        const SWEEP: (f64, f64) = (1000.0, 10.0);
        const PRODUCT: (f64, f64) = (20.0, 4.0);

        let players = self.listed()?;
        self.check_weights(&players)?;
        let symmetries = suits::symmetries(self.board, self.deck, &players);
        let boards =
            binomial(self.deck.len(), self.missing()) as f64 / (symmetries.len() + 1) as f64;
        let choices: f64 = players.iter().map(|hands| hands.len() as f64).product();
        let hands: f64 = players.iter().map(|hands| hands.len() as f64).sum();
        let each = if self.game.hole_cards() == 2 { PRODUCT.0 } else { 5.0 * PRODUCT.0 };
        let product = boards * (hands * each + choices * PRODUCT.1);
        let mut best = Plan { way: Way::Product(symmetries.clone()), nanoseconds: product };
        if self.game.hole_cards() != 2 {
            return Ok(best);
        }
        if players.len() == 2 {
            let sweep = boards * (SWEEP.0 + hands * SWEEP.1);
            if sweep < best.nanoseconds {
                best = Plan { way: Way::Sweep(symmetries), nanoseconds: sweep };
            }
        }
        // At least a twenty-fourth of the choices differ by more than suits.
        if self.board.is_empty() && choices / 24.0 * MATCHUP < best.nanoseconds && choices < 1e7 {
            let matchups = matchup::Matchups::new(&players, self.deck);
            let nanoseconds = matchups.len() as f64 * MATCHUP + choices * 500.0;
            if nanoseconds < best.nanoseconds {
                best = Plan { way: Way::Matchups(matchups), nanoseconds };
            }
        }
        Ok(best)
    }

    /// Check that no sum can overflow.
    fn check_weights(&self, players: &[&[Holding]]) -> Result<(), EquityError> {
        let weight = |hands: &&[Holding]| hands.iter().map(|hand| u128::from(hand.weight)).sum();
        let boards = u128::from(binomial(self.deck.len(), self.missing()) * u64::from(POT));
        let all = players.iter().map(weight).try_fold(boards, u128::checked_mul);
        match all.filter(|&all| i128::try_from(all).is_ok()) {
            Some(_) => Ok(()),
            None => Err(EquityError::Weights),
        }
    }

    fn exactly(&self, way: Way, monitor: &Monitor) -> Result<Vec<PlayerResult>, EquityError> {
        let players = self.listed()?;
        let runouts = |symmetries| Runouts {
            board: self.board,
            deck: self.deck,
            missing: self.missing(),
            symmetries,
        };
        let counts = match way {
            Way::Matchups(matchups) => matchups.counts(&players, self.game.best_of(), monitor)?,
            Way::Sweep(symmetries) => {
                let [first, second] = players[..] else { return Err(EquityError::NoDeal) };
                let runouts = runouts(symmetries);
                sweep::sweep(self.game.best_of(), [first, second], &runouts, monitor)?.into()
            }
            Way::Product(symmetries) => {
                let runouts = runouts(symmetries);
                with_showdown!(self.game, game => product::product(game, &players, &runouts, monitor))?
            }
        };
        let result = |(hands, counts): (&[Holding], Vec<Counts>)| {
            let mut all = Counts::default();
            counts.iter().for_each(|counts| all.add(counts));
            let hands = hands.iter().copied().zip(counts).collect();
            PlayerResult { all, hands, squares: 0 }
        };
        Ok(players.iter().copied().zip(counts).map(result).collect())
    }
}

#[cfg(test)]
mod tests;
