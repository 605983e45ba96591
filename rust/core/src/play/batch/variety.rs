//! What differs from game to game besides the cards: who sits where, and how the game begins.
//!
//! Everything here is drawn from a stream of the row's own, so that a row is the same in any batch,
//! and deals do not change with the opponents.

use smallvec::SmallVec;

use super::BatchError;
use crate::game::{BotError, BotSpec, Game};
use crate::random::Random;

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// A learner.
    Learner,
    /// The bot with this index.
    Bot(usize),
    /// A bot drawn from the pool for every game.
    Pool,
}

/// The line-up of the games: who sits where, and how games start.
#[derive(Clone, Debug)]
pub struct LineUp {
    /// The specifications of all bots; empty for one outside of the batch, for which the caller
    /// [answers](super::Batch::answer).
    pub bots: Vec<String>,
    /// The weights with which the first bots are drawn from the pool.
    pub weights: Vec<f64>,
    /// Who sits at each seat.
    pub seats: Vec<Seating>,
    /// Whether everybody changes places at random before every game.
    pub is_shuffled: bool,
}

impl LineUp {
    /// A line-up that is the same in every game: a bot per seat, or `None` for a learner.
    #[must_use]
    pub fn fixed(bots: &[Option<String>]) -> Self {
        let mut names = Vec::new();
        let seats = bots.iter().map(|bot| match bot {
            None => Seating::Learner,
            Some(name) => {
                names.push(name.clone());
                Seating::Bot(names.len() - 1)
            }
        });
        let seats = seats.collect();
        Self { bots: names, weights: Vec::new(), seats, is_shuffled: false }
    }
}

/// With which of [`Game::start_names`] a game begins.
#[derive(Clone, Debug, Default)]
pub enum Starts {
    /// As the rules say: the first.
    #[default]
    First,
    /// One after another; row `n` begins with number `n`.
    Scheduled,
    /// Drawn with these weights, one for each.
    Weighted(Vec<f64>),
}

/// The seats of one game: the index of a bot, or [`LEARNER`].
pub(super) type Seats = SmallVec<[i16; 8]>;

/// A seat without a bot.
pub(super) const LEARNER: i16 = -1;

/// The parsed line-up and starts.
pub(super) struct Table<G: Game> {
    pub specs: Vec<Option<BotSpec<G>>>,
    pool: Weights,
    seats: Vec<Seating>,
    is_shuffled: bool,
    /// Whether everybody sits alike in every game.
    is_fixed: bool,
    starts: Starts,
    start_weights: Weights,
    start_count: usize,
}

impl<G: Game> Table<G> {
    pub fn new(template: &G, line_up: &LineUp, starts: Starts) -> Result<Self, BatchError> {
        let (expected, found) = (template.seats(), line_up.seats.len());
        if found != expected {
            return Err(BatchError::Bots { expected, found });
        }
        if !line_up.seats.contains(&Seating::Learner) {
            return Err(BatchError::NoLearner);
        }
        let specs = line_up
            .bots
            .iter()
            .map(|name| match name.as_str() {
                "" => Ok(None),
                name => BotSpec::for_game(name, template).map(Some),
            })
            .collect::<Result<Vec<_>, BotError>>()?;
        let known = |seating: &Seating| match *seating {
            Seating::Learner => true,
            Seating::Bot(bot) => bot < specs.len().min(i16::MAX as usize),
            Seating::Pool => (1..=specs.len()).contains(&line_up.weights.len()),
        };
        if !line_up.seats.iter().all(known) {
            return Err(BatchError::Bots { expected, found: specs.len() });
        }
        let start_count = template.start_names().len();
        let start_weights = match &starts {
            Starts::Weighted(weights) => Weights::new("starts", weights)?,
            Starts::First | Starts::Scheduled => Weights(vec![1.0]),
        };
        let has_pool = line_up.seats.contains(&Seating::Pool);
        let pool =
            if has_pool { Weights::new("bots", &line_up.weights)? } else { Weights(vec![1.0]) };
        Ok(Self {
            specs,
            pool,
            seats: line_up.seats.clone(),
            is_shuffled: line_up.is_shuffled,
            is_fixed: !has_pool && !line_up.is_shuffled,
            starts,
            start_weights,
            start_count,
        })
    }

    /// Who sits where in the next game. Where nobody changes places, who sat there stays.
    #[inline]
    pub fn seat(&self, seats: &mut Seats, random: &mut Random) {
        if !self.is_fixed || seats.is_empty() {
            self.seat_again(seats, random);
        }
    }

    fn seat_again(&self, seats: &mut Seats, random: &mut Random) {
        seats.clear();
        for seating in &self.seats {
            seats.push(match *seating {
                Seating::Learner => LEARNER,
                Seating::Bot(bot) => bot as i16,
                Seating::Pool => self.pool.draw(random) as i16,
            });
        }
        if self.is_shuffled {
            random.shuffle(seats);
        }
    }

    /// How a row's next game begins.
    pub fn start(&self, row: u64, games: u64, random: &mut Random) -> usize {
        match self.starts {
            Starts::First => 0,
            Starts::Scheduled => {
                (row.wrapping_add(games) % self.start_count.max(1) as u64) as usize
            }
            Starts::Weighted(_) => self.start_weights.draw(random),
        }
    }
}

/// Cumulative weights, ending with 1.
struct Weights(Vec<f64>);

impl Weights {
    fn new(name: &'static str, weights: &[f64]) -> Result<Self, BatchError> {
        let total: f64 = weights.iter().sum();
        let is_valid = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        if !weights.iter().all(is_valid) || !total.is_finite() || total <= 0.0 {
            return Err(BatchError::Weights { name, found: format!("{weights:?}") });
        }
        let mut sum = 0.0;
        let cumulative = weights.iter().map(|weight| {
            sum += weight;
            sum / total
        });
        Ok(Self(cumulative.collect()))
    }

    /// An index; the generator is not used if there is no choice.
    fn draw(&self, random: &mut Random) -> usize {
        if self.0.len() < 2 {
            return 0;
        }
        let number = random.unit();
        self.0.iter().position(|&bound| number < bound).unwrap_or(self.0.len() - 1)
    }
}
