//! The game as a state machine.

use std::sync::Arc;

use smallvec::SmallVec;

use super::bots::BOTS;
use super::encoding::EndsEncoder;
use super::moves::{End, NoCards};
use super::row::Row;
use super::rules::Rules;
use super::sample::sample;
use super::view::EndsView;
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Seat};
use crate::random::Random;

/// The cards that a seat has taken, inline for rows of typical length.
type Taken = SmallVec<[i64; 10]>;

/// A game of Ends. Seat 0 moves first; the scores are the sums of the cards taken.
///
/// Both moves are legal while there is a card; either takes the last one.
///
/// ```
/// use cardcore::game::Game;
/// use cardcore::games::ends::{End, Ends, Rules};
///
/// let mut game = Ends::with_row(Rules::default(), "3 2 10 4".parse()?);
/// game.play(&End::Right)?;
/// assert_eq!((game.cards(), game.to_move()), (&[3, 2, 10][..], Some(1)));
/// assert_eq!(game.scores(), [4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    row: Arc<Row>,
    /// Cards taken from the left.
    left: usize,
    /// The cards of each seat, in the order taken.
    taken: [Taken; 2],
    rules: Rules,
    /// The seed of the row, unless it was given explicitly.
    seed: Option<u64>,
}

impl Ends {
    /// A game with a row drawn from a seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Self {
        Self { seed: Some(seed), ..Self::with_row(rules, rules.row(seed)) }
    }

    /// A game with this row.
    #[must_use]
    pub fn with_row(rules: Rules, row: Row) -> Self {
        let taken = [Taken::new(), Taken::new()];
        Self { row: Arc::new(row), left: 0, taken, rules, seed: None }
    }

    /// The remaining cards.
    #[must_use]
    pub fn cards(&self) -> &[i64] {
        let right = self.moves_made() - self.left;
        let cards = self.row.cards();
        &cards[self.left..cards.len() - right]
    }

    /// The initial row.
    #[must_use]
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// The cards a seat has taken, in order.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> &[i64] {
        self.taken.get(seat).map_or(&[], SmallVec::as_slice)
    }

    /// The number of cards taken from the left.
    #[must_use]
    pub const fn taken_from_left(&self) -> usize {
        self.left
    }

    /// The end greedy bots take when both are equal.
    #[must_use]
    pub const fn ties(&self) -> End {
        self.rules.ties()
    }

    fn moves_made(&self) -> usize {
        self.taken[0].len() + self.taken[1].len()
    }
}

impl Game for Ends {
    type Move = End;
    type View<'a> = EndsView<'a>;
    type IllegalReason = NoCards;

    const NAME: &'static str = "ends";
    const LOW_SCORE_WINS: bool = false;
    const OPEN: bool = true;

    /// An explicit row stays as it is; a random one is drawn again.
    fn new_game(&self, seed: u64) -> Self {
        match self.seed {
            Some(_) => Self::new(self.rules, seed),
            None => Self { left: 0, taken: [Taken::new(), Taken::new()], ..self.clone() },
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.cards().is_empty()).then_some(self.moves_made() % 2)
    }

    fn bounds(&self) -> Bounds {
        let (count, low, high, total) = match self.seed {
            Some(_) => (self.rules.count(), self.rules.low(), self.rules.high(), None),
            None => {
                let cards = self.row.cards();
                let low = cards.iter().copied().min().unwrap_or(0);
                let high = cards.iter().copied().max().unwrap_or(0);
                (cards.len(), low, high, Some(cards.iter().sum()))
            }
        };
        // The first seat takes the extra card of an odd row.
        let [fewer, more] = [count / 2, count.div_ceil(2)].map(|cards| cards as i64);
        let lowest = low.saturating_mul(if low < 0 { more } else { fewer });
        let highest = high.saturating_mul(if high > 0 { more } else { fewer });
        let largest = low.saturating_abs().max(high.saturating_abs()).max(1);
        Bounds {
            seats: 2..=2,
            moves: Some(count as u64),
            score: Some(lowest..=highest),
            margin: Some(largest.saturating_mul(count as i64)),
            total,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<End>) {
        moves.clear();
        if !self.cards().is_empty() {
            moves.extend(End::ALL);
        }
    }

    fn play(&mut self, chosen: &End) -> Result<(), NoCards> {
        let (card, _) = chosen.take(self.cards()).ok_or(NoCards)?;
        let seat = self.moves_made() % 2;
        self.taken[seat].push(card);
        self.left += usize::from(*chosen == End::Left);
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        self.taken.iter().map(|cards| cards.iter().sum()).collect()
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> EndsView<'_> {
        EndsView::new(self, viewer.into().filter(|&seat| seat < self.seats()))
    }

    fn sample(view: &EndsView<'_>, _: &mut Random) -> Self {
        sample(view)
    }

    /// How a row is drawn is a rule only if it is drawn.
    fn rules(&self) -> Facts {
        let mut facts = vec![("ties", self.ties().name().into())];
        if self.seed.is_some() {
            facts.push(("count", self.rules.count().into()));
            facts.push(("low", self.rules.low().into()));
            facts.push(("high", self.rules.high().into()));
        }
        facts
    }

    fn start(&self) -> Facts {
        match self.seed {
            Some(seed) => vec![("seed", Fact::Seed(seed))],
            None => vec![("deal", Fact::list(self.row.cards().iter().copied()))],
        }
    }

    fn move_text(&self, chosen: &End) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<End, MoveError> {
        match text.trim() {
            "L" | "l" => Ok(End::Left),
            "R" | "r" => Ok(End::Right),
            _ => Err(MoveError::new(text, "expected 'L' or 'R'")),
        }
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    /// An explicit row stays the same; others have any cards that the rules allow.
    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        let (count, largest) = match self.seed {
            Some(_) => (self.rules.count(), self.rules.low().abs().max(self.rules.high().abs())),
            None => {
                let largest = self.row.cards().iter().map(|card| card.abs()).max();
                (self.row.cards().len(), largest.unwrap_or(1))
            }
        };
        Ok(Box::new(EndsEncoder::new(count, largest)))
    }
}
