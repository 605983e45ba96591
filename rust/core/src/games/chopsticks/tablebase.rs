//! The unlimited game solved exactly by retrograde analysis: the value of every position and its
//! distance to the end.
//!
//! Results propagate backward from the finished positions in order of distance: a position is won
//! as soon as one move leads to a lost one, and lost once every move leads to a won one; positions
//! never reached are draws. Distances assume that the winner plays the fastest win and the loser
//! the slowest loss.
//!
//! A position is a pair of hand sets, and a move changes one of the two: a tap the opponent's,
//! depending on one number of the mover; a split the mover's own. Backward moves (unmoves) are
//! therefore stored per hand set instead of per position. Cost: one visit of every move of every
//! position, up to permutation of hands; memory: a few bytes per position (666,000 for 16 fingers
//! and 3 hands).

use std::collections::VecDeque;
use std::convert::Infallible;

use super::hand_sets::HandSets;
use super::hands::{Hands, PositionError};
use super::moves::{Move, Successor};
use super::rules::Rules;
use crate::monitor::{Monitor, Stopped};

/// A position without a result.
const UNKNOWN: i32 = -1;

/// Positions resolved between two reports to the monitor.
const REPORT_EVERY: u64 = 4096;

/// The solved game.
///
/// ```
/// use cardcore::games::chopsticks::{Hands, HouseRules, Rules, Tablebase};
///
/// let rules = Rules::new(HouseRules { splits: false, ..HouseRules::default() })?;
/// let tablebase = Tablebase::new(rules);
/// let start = rules.start();
/// assert_eq!((tablebase.value(start, start)?, tablebase.distance(start, start)?), (-1, Some(8)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tablebase {
    rules: Rules,
    hand_sets: HandSets,
    values: Vec<i8>,
    distances: Vec<i32>,
}

/// A legal move in a [`Tablebase`], from the perspective of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move.
    pub chosen: Move,
    /// The hands of the player who makes it, after it.
    pub me: Hands,
    /// The hands of the other player after it.
    pub opponent: Hands,
    /// The value for the player who makes it: 1, 0 or -1.
    pub value: i8,
    /// The distance to the end after the move, in plies; `None` for a draw.
    pub distance: Option<u32>,
}

impl Tablebase {
    /// Solve the game.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let Ok(tablebase) = Self::build(rules, |_| Ok::<(), Infallible>(()));
        tablebase
    }

    /// Solve the game, reporting resolved positions to the monitor.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn solve(rules: Rules, monitor: &Monitor) -> Result<Self, Stopped> {
        let positions = HandSets::new(rules).positions() as u64;
        monitor.expect(positions);
        let tablebase = Self::build(rules, |steps| monitor.advance(steps))?;
        // Draws are never resolved, so they are counted as done at the end.
        monitor.advance(positions.saturating_sub(monitor.progress().0))?;
        Ok(tablebase)
    }

    fn build<E>(rules: Rules, mut report: impl FnMut(u64) -> Result<(), E>) -> Result<Self, E> {
        let hand_sets = HandSets::new(rules);
        let mut retrograde = Retrograde::new(&rules, &hand_sets);
        while (0..REPORT_EVERY).all(|_| retrograde.step()) {
            report(REPORT_EVERY)?;
        }
        let Retrograde { values, distances, .. } = retrograde;
        Ok(Self { rules, hand_sets, values, distances })
    }

    /// The rules of the solved game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The value for the player to move, who has the hands `me`: 1 won, 0 drawn, -1 lost.
    ///
    /// # Errors
    ///
    /// Invalid hands.
    pub fn value(&self, me: Hands, opponent: Hands) -> Result<i8, PositionError> {
        Ok(self.values[self.position(me, opponent)?])
    }

    /// The number of plies to the end with the fastest win and the slowest loss; `None` for a draw
    /// by endless play.
    ///
    /// # Errors
    ///
    /// Invalid hands.
    pub fn distance(&self, me: Hands, opponent: Hands) -> Result<Option<u32>, PositionError> {
        Ok(u32::try_from(self.distances[self.position(me, opponent)?]).ok())
    }

    /// The greatest distance of any position.
    #[must_use]
    pub fn longest(&self) -> u32 {
        self.distances
            .iter()
            .filter_map(|&distance| u32::try_from(distance).ok())
            .max()
            .unwrap_or(0)
    }

    /// Every legal move in its fixed order, with its value; none when the game is over.
    ///
    /// # Errors
    ///
    /// Invalid hands.
    pub fn moves(&self, me: Hands, opponent: Hands) -> Result<Vec<SolvedMove>, PositionError> {
        let (me, opponent) = (me.check(&self.rules)?, opponent.check(&self.rules)?);
        let rate = |Successor { chosen, me, opponent }: Successor| {
            let position = self.hand_sets.position(opponent, me);
            let distance = u32::try_from(self.distances[position]).ok();
            SolvedMove { chosen, me, opponent, value: -self.values[position], distance }
        };
        Ok(self.rules.successors(me, opponent).into_iter().map(rate).collect())
    }

    /// The best move: the fastest win, else the first drawing move, else the slowest loss; the
    /// first among equals. `None` when the game is over.
    ///
    /// # Errors
    ///
    /// Invalid hands.
    pub fn best_move(
        &self,
        me: Hands,
        opponent: Hands,
    ) -> Result<Option<SolvedMove>, PositionError> {
        let key = |solved: &SolvedMove| {
            let distance = i64::from(solved.distance.unwrap_or(0));
            (solved.value, -i64::from(solved.value) * distance)
        };
        let mut best: Option<SolvedMove> = None;
        for solved in self.moves(me, opponent)? {
            if best.is_none_or(|best| key(&solved) > key(&best)) {
                best = Some(solved);
            }
        }
        Ok(best)
    }

    /// The number of ordered hands of one player: the length of each axis of the arrays.
    #[must_use]
    pub fn side(&self) -> usize {
        self.hand_sets.set_of_ordered().len()
    }

    /// The value of every position for the player to move, for all ordered hands of that player and
    /// of the other, each in ascending order with the first hand being most significant.
    #[must_use]
    pub fn values(&self) -> Vec<i8> {
        self.spread(&self.values)
    }

    /// The distance of every position in the order of [`values`](Tablebase::values), -1 for a draw
    /// by endless play.
    #[must_use]
    pub fn distances(&self) -> Vec<i32> {
        self.spread(&self.distances)
    }

    fn position(&self, me: Hands, opponent: Hands) -> Result<usize, PositionError> {
        Ok(self.hand_sets.position(me.check(&self.rules)?, opponent.check(&self.rules)?))
    }

    fn spread<T: Copy>(&self, by_set: &[T]) -> Vec<T> {
        let set_of = self.hand_sets.set_of_ordered();
        let mut all = Vec::with_capacity(set_of.len() * set_of.len());
        for &me in set_of {
            let row = &by_set[usize::from(me) * self.hand_sets.len()..][..self.hand_sets.len()];
            all.extend(set_of.iter().map(|&opponent| row[usize::from(opponent)]));
        }
        all
    }
}

/// The retrograde search.
struct Retrograde<'a> {
    rules: &'a Rules,
    hand_sets: &'a HandSets,
    back: BackwardMoves,
    values: Vec<i8>,
    distances: Vec<i32>,
    /// The number of a position's moves that are not yet known to lead to a won position of the
    /// opponent.
    open: Vec<u16>,
    /// Resolved positions whose predecessors are still to be updated, nearest to the end first.
    queue: VecDeque<u32>,
}

impl<'a> Retrograde<'a> {
    fn new(rules: &'a Rules, hand_sets: &'a HandSets) -> Self {
        let positions = hand_sets.positions();
        let mut this = Self {
            rules,
            hand_sets,
            back: BackwardMoves::new(rules, hand_sets),
            values: vec![0; positions],
            distances: vec![UNKNOWN; positions],
            open: vec![0; positions],
            queue: VecDeque::new(),
        };
        for (me, &my_hands) in hand_sets.sets().iter().enumerate() {
            for (opponent, &other_hands) in hand_sets.sets().iter().enumerate() {
                let position = me * hand_sets.len() + opponent;
                if let Some(value) = rules.outcome(my_hands, other_hands) {
                    this.values[position] = value;
                    this.distances[position] = 0;
                    if value != 0 {
                        this.queue.push_back(position as u32);
                    }
                } else {
                    this.open[position] = this.back.forward_count(my_hands, me, opponent);
                }
            }
        }
        this
    }

    /// Update the predecessors of the nearest resolved position; returns whether there was one.
    fn step(&mut self) -> bool {
        let Some(position) = self.queue.pop_front() else { return false };
        let sets = self.hand_sets.len();
        let (me, opponent) = (position as usize / sets, position as usize % sets);
        let (value, distance) = (self.values[position as usize], self.distances[position as usize]);
        // The opponent has just moved: by a tap on `me`, or by a split of its own hands.
        for by in live_numbers(self.rules, self.hand_sets.sets()[opponent]) {
            for index in self.back.taps.range(me, by) {
                let before = self.back.taps.items[index];
                self.propagate(opponent * sets + usize::from(before), value, distance);
            }
        }
        for index in self.back.splits.range(opponent, 0) {
            let before = self.back.splits.items[index];
            self.propagate(usize::from(before) * sets + me, value, distance);
        }
        true
    }

    /// Record that one move of a position leads to a position with this value for the other player.
    fn propagate(&mut self, position: usize, value: i8, distance: i32) {
        if self.distances[position] != UNKNOWN {
            return;
        }
        if value > 0 {
            self.open[position] -= 1;
            if self.open[position] > 0 {
                return;
            }
        }
        self.values[position] = -value;
        self.distances[position] = distance + 1;
        self.queue.push_back(position as u32);
    }
}

/// The distinct numbers on live hands.
fn live_numbers(rules: &Rules, hands: Hands) -> impl Iterator<Item = usize> + use<> {
    (1..rules.fingers()).filter(move |by| hands.as_slice().contains(by)).map(usize::from)
}

/// The backward moves, per hand set. Different tapping numbers with the same effect count as
/// different moves; the forward counts do the same.
struct BackwardMoves {
    rules: Rules,
    /// For a set and a tapping number, its predecessors.
    taps: Lists,
    /// For a set, the sets it can be split from.
    splits: Lists,
    /// For a set and a tapping number, the number of successors by taps.
    tap_counts: Vec<u16>,
    /// For a set, the number of successors by splits.
    split_counts: Vec<u16>,
}

impl BackwardMoves {
    fn new(rules: &Rules, hand_sets: &HandSets) -> Self {
        let numbers = usize::from(rules.fingers());
        let mut taps = Vec::new();
        let mut splits = Vec::new();
        let mut tap_counts = vec![0; hand_sets.len() * numbers];
        let mut split_counts = vec![0; hand_sets.len()];
        for (before, &hands) in hand_sets.sets().iter().enumerate() {
            let back = |after: Hands| (hand_sets.set(after), before as u16);
            for by in 1..rules.fingers() {
                let live = (0..rules.hands()).filter(|&hand| hands.number(hand) > 0);
                let mut after: Vec<_> = live
                    .map(|hand| hands.with(hand, rules.tapped(hands.number(hand), by)))
                    .map(back)
                    .collect();
                after.sort_unstable();
                after.dedup();
                tap_counts[before * numbers + usize::from(by)] = after.len() as u16;
                taps.extend(
                    after
                        .into_iter()
                        .map(|(set, before)| (set * numbers + usize::from(by), before)),
                );
            }
            let mut after: Vec<_> = rules.splits(hands).map(back).collect();
            after.sort_unstable();
            after.dedup();
            split_counts[before] = after.len() as u16;
            splits.extend(after);
        }
        Self {
            rules: *rules,
            taps: Lists::new(taps, hand_sets.len(), numbers),
            splits: Lists::new(splits, hand_sets.len(), 1),
            tap_counts,
            split_counts,
        }
    }

    /// The number of moves of a position, as counted by the backward moves.
    fn forward_count(&self, my_hands: Hands, me: usize, opponent: usize) -> u16 {
        let numbers = usize::from(self.rules.fingers());
        let taps = live_numbers(&self.rules, my_hands)
            .map(|by| self.tap_counts[opponent * numbers + by])
            .sum::<u16>();
        taps + self.split_counts[me]
    }
}

/// Lists of sets, one for each set and number, contiguous in memory.
struct Lists {
    numbers: usize,
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    /// Build from pairs of list and item.
    fn new(pairs: Vec<(usize, u16)>, sets: usize, numbers: usize) -> Self {
        let mut starts = vec![0; sets * numbers + 1];
        for &(list, _) in &pairs {
            starts[list + 1] += 1;
        }
        for list in 1..starts.len() {
            starts[list] += starts[list - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for (list, item) in pairs {
            items[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { numbers, starts, items }
    }

    fn range(&self, set: usize, number: usize) -> std::ops::Range<usize> {
        let list = set * self.numbers + number;
        self.starts[list] as usize..self.starts[list + 1] as usize
    }
}
