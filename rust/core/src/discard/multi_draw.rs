//! Lowball and badugi with several draws, by backward induction over the number of draws left.
//!
//! The value of a final hand is its probability of beating a random hand, dealt from a whole deck
//! and standing pat, plus half that of a tie. With draws left, the value of a hand is the best over
//! all discards of the mean value after the draw, with one draw fewer left.
//!
//! What is exact: every mean is over all ways to draw from the cards outside the hand, 47 or 48 of
//! them, and the maximum is over all discards. What is a model: the opponent's hand is independent
//! of ours, and cards that were discarded in earlier draws may come back, since a hand does not
//! remember them. So a single draw ignores the opponent's cards only; with more draws, the few
//! discards before the current one are ignored too.
//!
//! The means come from the total value of all hands that contain a set of cards, for the 294,204
//! sets of up to four cards (23,479 of up to three in badugi), by inclusion–exclusion. Values are
//! integers over 2⁴⁰, rounded after each draw, so that sums do not depend on the number of threads.

use rayon::prelude::*;

use super::lowball::Lowball;
use crate::cards::{Card, CardError, distinct};
use crate::combinatorics::{advance_combination, binomial, combination_at};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Ranking;
use crate::poker::badugi::Badugi;
use crate::poker::order::FiveCardEvaluator;

/// The fixed-point representation of value 1.
const ONE: i64 = 1 << 40;

/// The most draws.
pub const MAX_DRAWS: usize = 3;

/// Hands computed between two checks of the monitor, about a millisecond.
const CHUNK: usize = 8192;

/// A draw game in which low hands win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawGame {
    /// Five cards.
    Lowball(Lowball),
    /// Four cards.
    Badugi,
}

impl DrawGame {
    /// How hands are compared.
    #[must_use]
    pub const fn ranking(self) -> Ranking {
        match self {
            Self::Lowball(game) => game.ranking(),
            Self::Badugi => Ranking::Badugi,
        }
    }

    /// The game with the name of its ranking.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let [low, other] = Lowball::ALL.map(Self::Lowball);
        [low, other, Self::Badugi].into_iter().find(|game| game.ranking().name() == name)
    }

    /// The number of cards of a hand.
    #[must_use]
    pub const fn cards(self) -> usize {
        match self {
            Self::Lowball(_) => 5,
            Self::Badugi => 4,
        }
    }
}

/// The best discards of a game with up to [`MAX_DRAWS`] draws.
#[derive(Clone, Debug)]
pub struct MultiDraw {
    game: DrawGame,
    /// The value of each strength.
    final_values: Vec<i64>,
    /// By draws left, from one: the total value after the draw of all hands that contain a set of
    /// fewer cards than a hand.
    totals: Vec<Vec<i64>>,
    /// By draws left, from none: the mean value over all hands.
    means: Vec<f64>,
    /// By draws left, from one: the number of hands whose best discard is of each size.
    sizes: Vec<[u64; 6]>,
}

impl MultiDraw {
    /// Solve a game with this many draws, one to [`MAX_DRAWS`].
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn solve(game: DrawGame, draws: usize, monitor: &Monitor) -> Result<Self, Stopped> {
        let draws = draws.clamp(1, MAX_DRAWS);
        let hands = Hands::of(game);
        monitor.expect((2 * draws + 1) as u64 * hands.count as u64);
        let strengths = hands.map(monitor, |_, cards| strength(game, cards))?;
        let final_values = final_values(game, &strengths);
        let mut values: Vec<i64> =
            strengths.iter().map(|&strength| final_values[usize::from(strength)]).collect();
        let mean = |values: &[i64]| {
            let sum: i64 = values.iter().sum();
            sum as f64 / (ONE as f64 * values.len() as f64)
        };
        let mut solution = Self {
            game,
            final_values,
            totals: Vec::new(),
            means: vec![mean(&values)],
            sizes: Vec::new(),
        };
        for _ in 0..draws {
            let totals = hands.totals(&values, monitor)?;
            let best = hands.map(monitor, |number, cards| {
                let means = hands.means(&totals, cards, values[number]);
                let (mask, value) = best(&means, hands.cards);
                (value, mask.count_ones() as u8)
            })?;
            let mut sizes = [0; 6];
            for (value, (found, size)) in values.iter_mut().zip(best) {
                *value = found;
                sizes[usize::from(size) % 6] += 1;
            }
            solution.totals.push(totals);
            solution.means.push(mean(&values));
            solution.sizes.push(sizes);
        }
        Ok(solution)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> DrawGame {
        self.game
    }

    /// The mean value over all hands, by draws left from none.
    #[must_use]
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// By draws left from one, the number of hands whose best discard has each size.
    #[must_use]
    pub fn sizes(&self) -> &[[u64; 6]] {
        &self.sizes
    }

    /// The value of every discard of a hand by mask, of the cards as given, and the best one: ties
    /// go to the fewest cards, then to the smallest mask. Without a draw left, the only discard is
    /// none.
    ///
    /// # Errors
    ///
    /// The wrong number of cards, or a duplicate card.
    pub fn values(&self, hand: &[Card], draws: usize) -> Result<(Vec<f64>, usize), CardError> {
        let count = self.game.cards();
        if hand.len() != count {
            return Err(CardError::count(count..=count, hand));
        }
        distinct(hand)?;
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by_key(|&place| hand[place]);
        let sorted: Vec<usize> = order.iter().map(|&place| hand[place].number().into()).collect();
        let values = self.sorted_values(&sorted, draws.min(self.totals.len()));
        // From masks of the sorted cards to masks of the cards as given.
        let given = |mask: usize| {
            let places = order.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
            places.fold(0, |mask, (_, &place)| mask | 1 << place)
        };
        let mut by_mask = vec![0; values.len()];
        for (mask, &value) in values.iter().enumerate() {
            by_mask[given(mask)] = value;
        }
        let (mask, _) = best(&by_mask, count);
        Ok((by_mask.iter().map(|&value| value as f64 / ONE as f64).collect(), mask))
    }

    fn sorted_values(&self, cards: &[usize], draws: usize) -> Vec<i64> {
        let Some(before) = draws.checked_sub(1) else {
            let mut numbers = [0; 5];
            for (number, &card) in numbers.iter_mut().zip(cards) {
                *number = card;
            }
            return vec![self.final_values[usize::from(strength(self.game, &numbers))]];
        };
        let pat = best(&self.sorted_values(cards, before), cards.len()).1;
        let mut padded = [0; 5];
        padded[..cards.len()].copy_from_slice(cards);
        let means = Hands::of(self.game).means(&self.totals[before], &padded, pat);
        means[..1 << cards.len()].to_vec()
    }
}

/// The strength of a hand, its cards ascending.
fn strength(game: DrawGame, cards: &[usize; 5]) -> u16 {
    let [a, b, c, d, e] = cards.map(|card| card as u8);
    let strength = match game {
        DrawGame::Badugi => Badugi::new().strength([a, b, c, d]),
        DrawGame::Lowball(game) => {
            FiveCardEvaluator::of(game.ranking()).and_then(|five| five.strength([a, b, c, d, e]))
        }
    };
    strength.unwrap_or(0)
}

/// The value of each strength: the fraction of hands below it, plus half of those equal.
fn final_values(game: DrawGame, strengths: &[u16]) -> Vec<i64> {
    let mut hands = vec![0_i64; usize::from(game.ranking().strengths())];
    for &strength in strengths {
        hands[usize::from(strength)] += 1;
    }
    let mut below = 0;
    let value = |&equal: &i64| {
        let twice = 2 * below + equal;
        below += equal;
        rounded(twice * (ONE / 2), strengths.len() as i64)
    };
    hands.iter().map(value).collect()
}

/// The nearest integer to a quotient of numbers that are not negative.
fn rounded(dividend: i64, divisor: i64) -> i64 {
    (dividend + divisor / 2) / divisor
}

/// The best of the values by mask, and its value.
fn best(values: &[i64], cards: usize) -> (usize, i64) {
    let masks = (0..values.len().min(1 << cards)).map(|mask| (mask, values[mask]));
    let better = |&(left, value): &(usize, i64), &(right, other): &(usize, i64)| {
        let preference = |mask: usize| std::cmp::Reverse((mask.count_ones(), mask));
        (value, preference(left)).cmp(&(other, preference(right)))
    };
    masks.max_by(better).unwrap_or((0, 0))
}

/// All hands of a game, numbered as combinations.
#[derive(Clone, Copy)]
struct Hands {
    cards: usize,
    count: usize,
    /// The first index of the sets of each size.
    starts: [usize; 6],
}

impl Hands {
    fn of(game: DrawGame) -> Self {
        let cards = game.cards();
        let mut starts = [0; 6];
        for size in 1..6 {
            starts[size] = starts[size - 1] + binomial(Card::COUNT, size - 1) as usize;
        }
        Self { cards, count: binomial(Card::COUNT, cards) as usize, starts }
    }

    /// Apply a function to the number and the ascending cards of every hand, in parallel.
    fn map<T: Copy + Default + Send>(
        &self,
        monitor: &Monitor,
        answer: impl Fn(usize, &[usize; 5]) -> T + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let mut answers = vec![T::default(); self.count];
        let chunks = answers.par_chunks_mut(CHUNK).enumerate().with_max_len(1);
        let fill = |(), (chunk, places): (usize, &mut [T])| {
            monitor.advance(places.len() as u64)?;
            self.visit(chunk * CHUNK, places.len(), |number, cards| {
                places[number - chunk * CHUNK] = answer(number, cards);
            });
            Ok(())
        };
        parallel::sum(chunks, || (), fill, |(), ()| ())?;
        Ok(answers)
    }

    /// Visit this many hands from a number on; badugi hands have a fifth number without meaning.
    fn visit(&self, first: usize, count: usize, mut visit: impl FnMut(usize, &[usize; 5])) {
        let mut cards = [0; 5];
        match self.cards {
            4 => cards[..4].copy_from_slice(&combination_at::<4>(first as u64, Card::COUNT)),
            _ => cards = combination_at::<5>(first as u64, Card::COUNT),
        }
        for number in first..first + count {
            visit(number, &cards);
            advance_combination(&mut cards[..self.cards]);
        }
    }

    /// The index of every subset of a hand, by mask of its cards.
    #[inline]
    fn subsets(&self, cards: &[usize; 5]) -> [usize; 32] {
        let mut numbers = [0; 32];
        for mask in 1..1_usize << self.cards {
            let top = mask.ilog2() as usize;
            let size = mask.count_ones() as usize;
            numbers[mask] = numbers[mask ^ 1 << top] + binomial(cards[top % 5], size) as usize;
        }
        for (mask, number) in numbers.iter_mut().enumerate() {
            *number += self.starts[mask.count_ones() as usize % 6];
        }
        numbers
    }

    /// For every set of fewer cards, the total value of the hands that contain it.
    fn totals(&self, values: &[i64], monitor: &Monitor) -> Result<Vec<i64>, Stopped> {
        let chunks = values.par_chunks(CHUNK).enumerate().with_max_len(1);
        let whole = (1 << self.cards) - 1;
        parallel::sum(
            chunks,
            || vec![0; self.starts[self.cards]],
            |mut totals, (chunk, values)| {
                monitor.advance(values.len() as u64)?;
                self.visit(chunk * CHUNK, values.len(), |number, cards| {
                    let value = values[number - chunk * CHUNK];
                    for &subset in &self.subsets(cards)[..whole] {
                        totals[subset] += value;
                    }
                });
                Ok(totals)
            },
            |mut left, right| {
                for (left, right) in left.iter_mut().zip(right) {
                    *left += right;
                }
                left
            },
        )
    }

    /// The mean value after each discard, by mask; `pat` is that of standing pat.
    fn means(&self, totals: &[i64], cards: &[usize; 5], pat: i64) -> [i64; 32] {
        let whole = (1_usize << self.cards) - 1;
        let subsets = self.subsets(cards);
        let mut values = [0; 32];
        values[0] = pat;
        for discard in 1..=whole {
            values[discard] = totals[subsets[whole ^ discard]];
        }
        // From hands that contain the hold to hands that share nothing else with this one.
        for card in 0..self.cards {
            for discard in (0..=whole).filter(|discard| discard >> card & 1 == 1) {
                values[discard] -= values[discard ^ 1 << card];
            }
        }
        for (discard, value) in values.iter_mut().enumerate().take(whole + 1) {
            let drawn = discard.count_ones() as usize;
            *value = rounded(*value, binomial(Card::COUNT - self.cards, drawn) as i64);
        }
        values
    }
}
