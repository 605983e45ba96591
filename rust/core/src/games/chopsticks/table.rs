//! The depth-limited game, solved by backward induction: every state at every level.
//!
//! At level `h` player A is to move if `h` is even, and `depth - h` plies are left. The value of a
//! state for the player to move depends only on the plies left, so one layer per number of plies
//! left serves both players and every depth. Each layer is a function of the previous one, so all
//! layers after the first repetition are equal and are not stored. The standard game repeats after
//! 33 plies.
//!
//! Cost: one visit of every move of every position (up to permutation of hands) per stored layer,
//! about 2,000 visits in the standard game, and a copy per level for the array of all values.

use once_cell::race::OnceBox;
use std::cmp::Ordering;
use std::convert::Infallible;

use thiserror::Error;

use super::hand_sets::HandSets;
use super::hands::{Hands, PositionError};
use super::moves::{Move, Successor};
use super::rules::Rules;
use crate::monitor::{Monitor, Stopped};

/// The maximum size in bytes of the array of all values.
pub const MAX_VALUE_BYTES: u64 = 1 << 29;

/// The maximum size in bytes of the layers of line counts.
const MAX_COUNT_BYTES: u64 = 1 << 30;

/// How ties between moves of the best value are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The first in move order.
    First,
    /// The largest margin of winning over losing lines for the player to move; the first such move.
    Counts,
}

impl TieBreak {
    /// All tie-breaks.
    pub const ALL: [Self; 2] = [Self::First, Self::Counts];

    /// The name users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Counts => "counts",
        }
    }
}

/// The number of lines of play, from a state to the end of the game or the horizon, that end in a
/// win and in a loss for player A. Saturates at the maximum of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Lines that end in a win.
    pub wins: u128,
    /// Lines that end in a loss.
    pub losses: u128,
}

impl Lines {
    /// The same lines from the other player's perspective.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            losses: self.losses.saturating_add(other.losses),
        }
    }

    /// Order by wins minus losses.
    fn compare_margin(&self, other: &Self) -> Ordering {
        // Negative margins are offset so that one unsigned number gives the order.
        let key = |lines: &Self| match lines.wins.checked_sub(lines.losses) {
            Some(margin) => (true, margin),
            None => (false, u128::MAX - (lines.losses - lines.wins)),
        };
        key(self).cmp(&key(other))
    }
}

/// A legal move at some level of a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub chosen: Move,
    /// The hands of player A after it.
    pub a: Hands,
    /// The hands of player B after it.
    pub b: Hands,
    /// The value for player A under optimal play: 1, 0 or -1.
    pub value: i8,
}

/// The solved game of a given depth.
///
/// ```
/// use cardcore::games::chopsticks::{Hands, TieBreak, Rules, Table};
///
/// let rules = Rules::default();
/// let table = Table::new(rules, 20, TieBreak::First);
/// let start = Hands::new(&rules, &[1, 1])?;
/// assert_eq!(table.value(start, start, 0)?, 0);
/// let best = table.best_move(start, start, 0)?.ok_or("the game goes on")?;
/// assert_eq!(best.chosen.to_string(), "tap L L");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    rules: Rules,
    depth: u32,
    tie_break: TieBreak,
    hand_sets: HandSets,
    moves: MoveLists,
    /// Values for the player to move, by plies left, up to the first repeated layer.
    layers: Vec<Vec<i8>>,
    counts: OnceBox<Result<Vec<Vec<Lines>>, TableError>>,
}

impl Table {
    /// Solve the game of `depth` plies.
    #[must_use]
    pub fn new(rules: Rules, depth: u32, tie_break: TieBreak) -> Self {
        let Ok(table) = Self::build(rules, depth, tie_break, || Ok::<(), Infallible>(()));
        table
    }

    /// Solve the game of `depth` plies, checking the monitor after every step. The number of steps
    /// is unknown until a layer repeats.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn solve(
        rules: Rules,
        depth: u32,
        tie_break: TieBreak,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        Self::build(rules, depth, tie_break, || monitor.advance(1))
    }

    fn build<E>(
        rules: Rules,
        depth: u32,
        tie_break: TieBreak,
        mut report: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let hand_sets = HandSets::new(rules);
        let moves = MoveLists::new(&rules, &hand_sets, &mut report)?;
        let mut layers = vec![moves.outcomes.iter().map(|v| v.unwrap_or(0)).collect::<Vec<_>>()];
        let mut open = moves.playable();
        for _ in 0..depth {
            let Some(next) = layers.last().and_then(|last| moves.next_values(last, &mut open))
            else {
                break;
            };
            layers.push(next);
            report()?;
        }
        Ok(Self { rules, depth, tie_break, hand_sets, moves, layers, counts: OnceBox::new() })
    }

    /// The rules of the solved game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of plies to the horizon.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// How ties between best moves are broken.
    #[must_use]
    pub const fn tie_break(&self) -> TieBreak {
        self.tie_break
    }

    /// The value of this state at this level for player A under optimal play.
    ///
    /// # Errors
    ///
    /// Invalid hands, or a level beyond the horizon.
    pub fn value(&self, a: Hands, b: Hands, level: u32) -> Result<i8, TableError> {
        let (a, b) = self.check(a, b, level)?;
        Ok(self.value_of(a, b, level))
    }

    /// The lines from this state at this level to the end or the horizon; the lines under a move
    /// are those of its successor, one level on. Counted on first use.
    ///
    /// # Errors
    ///
    /// Invalid hands, a level beyond the horizon, or counts that do not fit into memory.
    pub fn lines(&self, a: Hands, b: Hands, level: u32) -> Result<Lines, TableError> {
        let (a, b) = self.check(a, b, level)?;
        Ok(self.lines_of(self.count_layers()?, a, b, level))
    }

    /// Every legal move in its fixed order, with its value; none at the horizon or when the game is
    /// over.
    ///
    /// # Errors
    ///
    /// Invalid hands, or a level beyond the horizon.
    pub fn moves(&self, a: Hands, b: Hands, level: u32) -> Result<Vec<RatedMove>, TableError> {
        let (a, b) = self.check(a, b, level)?;
        if level == self.depth {
            return Ok(Vec::new());
        }
        let a_moves = level.is_multiple_of(2);
        let (me, opponent) = if a_moves { (a, b) } else { (b, a) };
        let rate = |Successor { chosen, me, opponent }: Successor| {
            let (a, b) = if a_moves { (me, opponent) } else { (opponent, me) };
            RatedMove { chosen, a, b, value: self.value_of(a, b, level + 1) }
        };
        Ok(self.rules.successors(me, opponent).into_iter().map(rate).collect())
    }

    /// The best move under the table's tie-break; `None` at the horizon or when the game is over.
    ///
    /// # Errors
    ///
    /// Invalid hands, a level beyond the horizon, or, with [`TieBreak::Counts`], counts that do not
    /// fit into memory.
    pub fn best_move(
        &self,
        a: Hands,
        b: Hands,
        level: u32,
    ) -> Result<Option<RatedMove>, TableError> {
        let counts = match self.tie_break {
            TieBreak::First => None,
            TieBreak::Counts => Some(self.count_layers()?),
        };
        let compare = |left: &RatedMove, right: &RatedMove| {
            left.value.cmp(&right.value).then_with(|| {
                let Some(counts) = counts else { return Ordering::Equal };
                let lines = |rated: &RatedMove| self.lines_of(counts, rated.a, rated.b, level + 1);
                lines(left).compare_margin(&lines(right))
            })
        };
        // Values and lines are from the perspective of player A, who maximizes them.
        let better = if level.is_multiple_of(2) { Ordering::Greater } else { Ordering::Less };
        let mut best: Option<RatedMove> = None;
        for rated in self.moves(a, b, level)? {
            if best.is_none_or(|best| compare(&rated, &best) == better) {
                best = Some(rated);
            }
        }
        Ok(best)
    }

    /// The number of ordered hands of one player: the length of each axis of the array of values.
    #[must_use]
    pub fn side(&self) -> usize {
        self.hand_sets.set_of_ordered().len()
    }

    /// The value for player A at every level for all ordered hands of A and of B, each in ascending
    /// order with the first hand being most significant.
    ///
    /// # Errors
    ///
    /// An array of more than 512 MiB.
    pub fn values(&self) -> Result<Vec<i8>, TableError> {
        let set_of = self.hand_sets.set_of_ordered();
        let (level_size, sets) = (set_of.len() * set_of.len(), self.hand_sets.len());
        let levels = u64::from(self.depth) + 1;
        let bytes = levels * level_size as u64;
        if bytes > MAX_VALUE_BYTES {
            return Err(TableError::TooLarge { what: "values", bytes, maximum: MAX_VALUE_BYTES });
        }
        let mut values = vec![0; bytes as usize];
        // From the horizon back: levels with a repeated layer are copied from two levels later.
        for level in (0..levels as usize).rev() {
            let plies_left = levels as usize - 1 - level;
            let (head, tail) = values.split_at_mut((level + 1) * level_size);
            let target = &mut head[level * level_size..];
            if plies_left > self.layers.len() {
                target.copy_from_slice(&tail[level_size..2 * level_size]);
                continue;
            }
            let layer = self.layer(plies_left);
            for (row, &a) in target.chunks_exact_mut(set_of.len()).zip(set_of) {
                let a = usize::from(a);
                for (value, &b) in row.iter_mut().zip(set_of) {
                    let b = usize::from(b);
                    *value =
                        if level % 2 == 0 { layer[a * sets + b] } else { -layer[b * sets + a] };
                }
            }
        }
        Ok(values)
    }

    fn check(&self, a: Hands, b: Hands, level: u32) -> Result<(Hands, Hands), TableError> {
        if level > self.depth {
            return Err(TableError::Level { level, depth: self.depth });
        }
        Ok((a.check(&self.rules)?, b.check(&self.rules)?))
    }

    fn layer(&self, plies_left: usize) -> &[i8] {
        &self.layers[plies_left.min(self.layers.len() - 1)]
    }

    fn value_of(&self, a: Hands, b: Hands, level: u32) -> i8 {
        let layer = self.layer((self.depth - level) as usize);
        if level.is_multiple_of(2) {
            layer[self.hand_sets.position(a, b)]
        } else {
            -layer[self.hand_sets.position(b, a)]
        }
    }

    fn lines_of(&self, counts: &[Vec<Lines>], a: Hands, b: Hands, level: u32) -> Lines {
        let layer = &counts[((self.depth - level) as usize).min(counts.len() - 1)];
        if level.is_multiple_of(2) {
            layer[self.hand_sets.position(a, b)]
        } else {
            layer[self.hand_sets.position(b, a)].reversed()
        }
    }

    /// Count the lines now instead of on first use, checking the monitor after every layer.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn count_lines(&self, monitor: &Monitor) -> Result<(), Stopped> {
        if self.counts.get().is_none() {
            let counts = self.build_counts(|| monitor.advance(1))?;
            // If another thread was faster, its counts are the same.
            let _ = self.counts.set(Box::new(counts));
        }
        Ok(())
    }

    /// The lines for the player to move, by plies left.
    fn count_layers(&self) -> Result<&[Vec<Lines>], TableError> {
        let layers = self.counts.get_or_init(|| {
            let Ok(counts) = self.build_counts(|| Ok::<(), Infallible>(()));
            Box::new(counts)
        });
        layers.as_deref().map_err(|error| *error)
    }

    /// Counts never shrink from layer to layer and they saturate, so these layers eventually repeat
    /// as the values do.
    fn build_counts<E>(
        &self,
        mut report: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<Vec<Vec<Lines>>, TableError>, E> {
        let layer_bytes = (self.hand_sets.positions() * size_of::<Lines>()) as u64;
        let mut layers = vec![self.moves.ended_lines()];
        for _ in 0..self.depth {
            let Some(last) = layers.last() else { break };
            let next = self.moves.next_lines(last);
            if next == *last {
                break;
            }
            let bytes = (layers.len() as u64 + 1) * layer_bytes;
            if bytes > MAX_COUNT_BYTES {
                let error =
                    TableError::TooLarge { what: "counts", bytes, maximum: MAX_COUNT_BYTES };
                return Ok(Err(error));
            }
            layers.push(next);
            report()?;
        }
        Ok(Ok(layers))
    }
}

/// The successors of every position, up to permutation of hands. Moves that lead to permutations of
/// the same hands are all stored, because they are separate lines.
#[derive(Debug)]
struct MoveLists {
    /// The moves of position `p` are `targets[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    outcomes: Vec<Option<i8>>,
}

impl MoveLists {
    fn new<E>(
        rules: &Rules,
        hand_sets: &HandSets,
        report: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut lists = Self { starts: vec![0], targets: Vec::new(), outcomes: Vec::new() };
        let sets = hand_sets.len();
        for (me, &my_hands) in hand_sets.sets().iter().enumerate() {
            let splits: Vec<usize> =
                rules.splits(my_hands).map(|after| hand_sets.set(after)).collect();
            for (opponent, &other_hands) in hand_sets.sets().iter().enumerate() {
                let outcome = rules.outcome(my_hands, other_hands);
                lists.outcomes.push(outcome);
                if outcome.is_none() {
                    // After the move it is the opponent's turn.
                    let taps = rules
                        .taps(my_hands, other_hands)
                        .map(|(_, _, after)| hand_sets.set(after) * sets + me);
                    let splits = splits.iter().map(|&after| opponent * sets + after);
                    lists.targets.extend(taps.chain(splits).map(|target| target as u32));
                }
                lists.starts.push(lists.targets.len() as u32);
            }
            report()?;
        }
        Ok(lists)
    }

    /// The positions that are not over.
    fn playable(&self) -> Vec<u32> {
        let numbered = (0..).zip(&self.outcomes);
        numbered.filter(|(_, outcome)| outcome.is_none()).map(|(index, _)| index).collect()
    }

    fn targets(&self, position: u32) -> &[u32] {
        let position = position as usize;
        &self.targets[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// The values with one more ply left; `None` if they do not change. A result proven within some
    /// plies holds within more, so only `open` positions, without a result so far, are visited.
    fn next_values(&self, last: &[i8], open: &mut Vec<u32>) -> Option<Vec<i8>> {
        let mut next = last.to_vec();
        let before = open.len();
        open.retain(|&position| {
            let mut best = -1;
            for &target in self.targets(position) {
                best = best.max(-last[target as usize]);
                if best == 1 {
                    break;
                }
            }
            next[position as usize] = best;
            best == 0
        });
        (open.len() < before).then_some(next)
    }

    fn ended_lines(&self) -> Vec<Lines> {
        self.outcomes.iter().map(|&outcome| ended(outcome.unwrap_or(0))).collect()
    }

    fn next_lines(&self, last: &[Lines]) -> Vec<Lines> {
        let sum = |position: u32| {
            self.targets(position)
                .iter()
                .fold(Lines::default(), |sum, &target| sum.plus(last[target as usize].reversed()))
        };
        (0..)
            .zip(&self.outcomes)
            .map(|(position, outcome)| outcome.map_or_else(|| sum(position), ended))
            .collect()
    }
}

/// The single line of a finished game.
fn ended(outcome: i8) -> Lines {
    Lines { wins: u128::from(outcome == 1), losses: u128::from(outcome == -1) }
}

/// A query that a table cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// Invalid hands.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A level beyond the horizon.
    #[error("level {level}: expected 0 to {depth}")]
    Level {
        /// The level given.
        level: u32,
        /// The level of the horizon.
        depth: u32,
    },
    /// A table that would be too large.
    #[error("the table of {what} would take {bytes} bytes, expected at most {maximum}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size in bytes.
        bytes: u64,
        /// The maximum size.
        maximum: u64,
    },
}
