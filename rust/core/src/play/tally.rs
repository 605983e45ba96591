//! Additive integer statistics of many games between the same bots.
//!
//! The games of a *block* share a deal and are not independent, so the variance of a mean is
//! estimated from whole blocks.

use crate::confidence::half_width;

/// First places are counted in units of 1 / this number. Every number of seats up to 40 divides it,
/// so shared first places add up without rounding. At the largest tables, of 4,096 seats, a share
/// loses less than a part in 10¹².
pub const FIRST_PLACE: u128 = 5_342_931_457_063_200;

/// The statistics of a match; one entry per bot in the order they were named.
///
/// ```
/// use cardcore::play::{FIRST_PLACE, Tally};
///
/// // A block of two games between two bots.
/// let mut tally = Tally::new(2);
/// tally.count(&[5, 3, 1, 1], false);
/// assert_eq!(tally.totals, [6, 4]);
/// assert_eq!(tally.wins[0][1], 1);
/// assert_eq!(tally.firsts[0], FIRST_PLACE + FIRST_PLACE / 2); // a win and half of a tie
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Blocks whose games were all played.
    pub blocks: u64,
    /// Sum of the scores.
    pub totals: Vec<i128>,
    /// Sum of the scores in whole blocks.
    pub block_totals: Vec<i128>,
    /// Sum over whole blocks of the squared sum of the bot's scores in the block; saturates at
    /// `i128::MAX`.
    pub block_squares: Vec<i128>,
    /// First places in units of [`FIRST_PLACE`]; a shared one is split.
    pub firsts: Vec<u128>,
    /// `wins[a][b]`: games in which bot `a` scored better than bot `b`.
    pub wins: Vec<Vec<u64>>,
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self {
            games: 0,
            blocks: 0,
            totals: vec![0; bots],
            block_totals: vec![0; bots],
            block_squares: vec![0; bots],
            firsts: vec![0; bots],
            wins: vec![vec![0; bots]; bots],
        }
    }

    /// Add consecutive games from the first of a block on: `scores` has one game after another,
    /// each by bot.
    pub fn count(&mut self, scores: &[i64], low_score_wins: bool) {
        let bots = self.totals.len();
        if bots == 0 {
            return;
        }
        for block in scores.chunks(bots * bots) {
            let games = block.chunks_exact(bots);
            games.clone().for_each(|scores| self.count_game(scores, low_score_wins));
            if games.len() == bots {
                self.count_block(games);
            }
        }
    }

    /// Add the scores of one game, by bot.
    fn count_game(&mut self, scores: &[i64], low_score_wins: bool) {
        let better = |a: i64, b: i64| if low_score_wins { a < b } else { a > b };
        self.games += 1;
        let first = |score: i64| !scores.iter().any(|&other| better(other, score));
        let shared = scores.iter().filter(|&&score| first(score)).count().max(1) as u128;
        for (index, &score) in scores.iter().enumerate() {
            self.totals[index] += i128::from(score);
            if first(score) {
                self.firsts[index] += FIRST_PLACE / shared;
            }
            for (wins, &other) in self.wins[index].iter_mut().zip(scores) {
                *wins += u64::from(better(score, other));
            }
        }
    }

    /// Add the sums of a whole block.
    fn count_block<'a>(&mut self, games: impl Iterator<Item = &'a [i64]> + Clone) {
        self.blocks += 1;
        for index in 0..self.totals.len() {
            let sum: i128 = games.clone().map(|scores| i128::from(scores[index])).sum();
            self.block_totals[index] += sum;
            let square = sum.saturating_mul(sum);
            self.block_squares[index] = self.block_squares[index].saturating_add(square);
        }
    }

    /// The sum of both tallies.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        fn add<T: Copy + std::ops::AddAssign>(left: &mut [T], right: &[T]) {
            left.iter_mut().zip(right).for_each(|(left, &right)| *left += right);
        }
        self.games += other.games;
        self.blocks += other.blocks;
        add(&mut self.totals, &other.totals);
        add(&mut self.block_totals, &other.block_totals);
        for (left, &right) in self.block_squares.iter_mut().zip(&other.block_squares) {
            *left = left.saturating_add(right);
        }
        add(&mut self.firsts, &other.firsts);
        for (left, right) in self.wins.iter_mut().zip(&other.wins) {
            add(left, right);
        }
        self
    }

    /// The mean score of a bot and the half width of its 95% confidence interval, which needs at
    /// least two whole blocks and squares that fit in 128 bits; see [`half_width`].
    #[must_use]
    pub fn mean(&self, bot: usize) -> (f64, Option<f64>) {
        let mean = self.totals[bot] as f64 / (self.games as f64).max(1.0);
        let (blocks, seats) = (self.blocks as f64, self.totals.len() as f64);
        let half =
            self.spread(bot).and_then(|spread| half_width(self.blocks, spread as f64 / blocks));
        (mean, half.map(|half| half / seats))
    }

    /// n·Σx² − (Σx)² over the block sums, in integers: no cancellation, never negative.
    fn spread(&self, bot: usize) -> Option<i128> {
        let (squares, total) = (self.block_squares[bot], self.block_totals[bot]);
        i128::from(self.blocks).checked_mul(squares)?.checked_sub(total.checked_mul(total)?)
    }
}
