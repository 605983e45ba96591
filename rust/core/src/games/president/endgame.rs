//! Who goes out first when two players are left and both hands are known: exact, by proof-number
//! search.
//!
//! A position is won or lost for the player to move, so it is a tree of alternatives that is proven
//! or disproven. Depth-first proof-number search (Nagai, 2002) always looks where the fewest
//! positions are missing from a proof, which here are the lines in which the other side can hardly
//! answer. Positions are kept in a table; those that differ only in what does not matter share an
//! entry: where neither hand can make a flush, only the order of the cards of a value counts, and
//! where neither can make a straight either, values that nobody holds are left out.
//!
//! Three things keep the tree small. A combination that the other side cannot beat keeps the lead, so
//! no pass is searched after it. A hand whose plan has at most one move that can be beaten has won
//! ([`Plan`]). And among cards that are alike only the lowest are played.
//!
//! Every move takes cards away, so there are no cycles, and the result is exact. The cost depends on
//! the cards, see the documentation of the learned bots for figures.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::combination::{Combination, runs};
use super::counted::Counted;
use super::enumerate::{Demand, for_each_combination};
use super::options::{Ends, MayPass};
use super::order::{DIAMONDS, OrderedSet};
use super::plan::Plan;
use super::policy::{PolicyRules, Situation};
use super::rules::Rules;

/// The solver, with the positions that it has seen.
#[derive(Debug)]
pub struct Endgame {
    rules: PolicyRules,
    table: HashMap<Position, Numbers, BuildHasherDefault<Mix>>,
    /// The positions that were expanded since the table was cleared.
    expanded: u64,
    /// The most positions to expand for one answer.
    limit: u64,
}

/// A position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    own: u64,
    other: u64,
    /// The kind of the combination to beat, from 1, and its key; 0 when leading.
    beat: u16,
}

/// How many positions are missing from a proof that the player to move wins, and that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// More than any number of positions.
const NEVER: u32 = u32::MAX / 4;

const WON: Numbers = Numbers { proof: 0, disproof: NEVER };

impl Numbers {
    const fn swapped(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct Child {
    position: Position,
    key: Position,
    /// Whether the same player moves again.
    again: bool,
    numbers: Numbers,
}

impl Endgame {
    /// The positions that are kept at most; the table is cleared when there are more.
    const MAX_TABLE: usize = 1 << 20;

    /// A solver for some rules; `None` if the order may be reversed, or if a round ends with the
    /// first player out.
    #[must_use]
    pub fn new(rules: Rules) -> Option<Self> {
        let rules = PolicyRules::new(rules, false);
        (!rules.revolution && rules.ends == Ends::Last).then(|| Self {
            rules,
            table: HashMap::default(),
            expanded: 0,
            limit: u64::MAX,
        })
    }

    /// The same with a limit of the positions that are expanded for an answer.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// Whether a combination clears the pile, so that its player leads again.
    pub(super) const fn clears(&self, played: Combination) -> bool {
        self.rules.plan.clears(played.kind(), played.key())
    }

    /// The number of positions expanded so far.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether the player to move goes out first, if both play perfectly; it leads, or has to beat
    /// what the other one has played. `None` if the limit was reached.
    pub fn wins(
        &mut self,
        own: OrderedSet,
        other: OrderedSet,
        beat: Option<Combination>,
    ) -> Option<bool> {
        if self.table.len() > Self::MAX_TABLE {
            self.table.clear();
        }
        let position = Position::new(own, other, beat);
        let key = self.key(position);
        let end = self.expanded.saturating_add(self.limit);
        let start = Numbers { proof: NEVER, disproof: NEVER };
        let known = self.table.get(&key).copied();
        let mut numbers = known.unwrap_or_else(|| self.estimate(position));
        while !numbers.is_solved() {
            numbers = self.search(position, key, start, end);
            if self.expanded >= end && !numbers.is_solved() {
                return None;
            }
        }
        Some(numbers.proof == 0)
    }

    /// Expand a position until its numbers reach these limits.
    fn search(&mut self, position: Position, key: Position, most: Numbers, end: u64) -> Numbers {
        self.expanded += 1;
        let mut children = smallvec::SmallVec::<[Child; 32]>::new();
        if self.expand(position, &mut children) {
            self.table.insert(key, WON);
            return WON;
        }
        for child in &mut children {
            let known = self.table.get(&child.key).copied();
            child.numbers = known.unwrap_or_else(|| self.estimate(child.position));
        }
        loop {
            let (mut proof, mut disproof) = (NEVER, 0_u32);
            let (mut best, mut second) = (0, NEVER);
            for (index, child) in children.iter().enumerate() {
                let numbers = child.own_numbers();
                disproof = (disproof + numbers.disproof).min(NEVER);
                if numbers.proof < proof {
                    (best, second, proof) = (index, proof, numbers.proof);
                } else {
                    second = second.min(numbers.proof);
                }
            }
            if proof == 0 {
                disproof = NEVER;
            }
            let numbers = Numbers { proof, disproof };
            let is_over = proof >= most.proof || disproof >= most.disproof;
            if numbers.is_solved() || is_over || self.expanded >= end {
                self.table.insert(key, numbers);
                return numbers;
            }
            let Some(child) = children.get_mut(best) else { return numbers };
            let others = disproof - child.own_numbers().disproof;
            // A little more than the second best, so that the search does not swing between two.
            let limits = Numbers {
                proof: most.proof.min(second.saturating_add(1 + second / 4)),
                disproof: most.disproof - others.min(most.disproof),
            };
            let limits = if child.again { limits } else { limits.swapped() };
            child.numbers = self.search(child.position, child.key, limits, end);
        }
    }

    /// List the positions after every move; true if one of the moves certainly wins.
    fn expand(&self, position: Position, children: &mut smallvec::SmallVec<[Child; 32]>) -> bool {
        let (own, other) =
            (OrderedSet::from_bits(position.own), OrderedSet::from_bits(position.other));
        let beat = position.beat();
        let demand = Demand { beat, containing: OrderedSet::EMPTY, rules: self.rules.moves };
        let whole = (own.len() <= 5).then(|| Combination::of(own).ok()).flatten();
        if whole.is_some_and(|whole| demand.allows(whole)) {
            return true;
        }
        if beat.is_none() && self.has_won(own, other) {
            return true;
        }
        // Of two cards of a value only one may be higher than what is to be beaten.
        let pile = beat.map_or(0, |beat| 1 << beat.key());
        let alike = Alike::new(own, other | OrderedSet::from_bits(pile));
        let situation = self.situation(own, other);
        let mut wins = false;
        for_each_combination(own, demand, |played| {
            if wins || !alike.is_lowest(played.cards().bits()) {
                return;
            }
            let left = own - played.cards();
            let again = situation.is_unbeatable(played);
            if again {
                wins = self.has_won(left, other);
                children.push(self.child(Position::new(left, other, None), true));
            } else {
                children.push(self.child(Position::new(other, left, Some(played)), false));
            }
        });
        if wins {
            return true;
        }
        let must_play = self.rules.may_pass == MayPass::Unable && !children.is_empty();
        if beat.is_some() && !must_play {
            children.push(self.child(Position::new(other, own, None), false));
        }
        false
    }

    /// The numbers of a position before it is expanded: whether it is won at once, and otherwise how
    /// many moves stand in the way of a proof.
    fn estimate(&self, position: Position) -> Numbers {
        let (own, other) =
            (OrderedSet::from_bits(position.own), OrderedSet::from_bits(position.other));
        let beat = position.beat();
        let demand = Demand { beat, containing: OrderedSet::EMPTY, rules: self.rules.moves };
        let whole = (own.len() <= 5).then(|| Combination::of(own).ok()).flatten();
        if whole.is_some_and(|whole| demand.allows(whole)) {
            return WON;
        }
        if beat.is_some() {
            // Every answer and the pass must fail.
            let answers = Counted::new(own, demand).total();
            return Numbers { proof: 1, disproof: 1 + answers.min(20) };
        }
        let (open, moves) = self.open(own, other);
        if open <= 1 {
            return WON;
        }
        Numbers { proof: open - 1, disproof: moves }
    }

    fn child(&self, position: Position, again: bool) -> Child {
        Child { position, key: self.key(position), again, numbers: UNKNOWN }
    }

    /// What the leader knows.
    fn situation(&self, own: OrderedSet, other: OrderedSet) -> Situation {
        let count = other.len();
        Situation {
            hand: own,
            unseen: other,
            beat: None,
            largest: count,
            smallest: count,
            others: 1,
            rules: self.rules,
        }
    }

    /// How many moves of the leader's plan can be beaten, and how many it has.
    fn open(&self, own: OrderedSet, other: OrderedSet) -> (u32, u32) {
        let situation = self.situation(own, other);
        let plan = Plan::of(own, self.rules.plan);
        let open = plan.moves().iter().filter(|&&planned| !situation.is_unbeatable(planned));
        let planned: usize = plan.moves().iter().map(|planned| planned.size()).sum();
        // A plan may be for a part of the hand only.
        let unplanned = (own.len() - planned) as u32;
        (open.count() as u32 + unplanned, plan.len() as u32 + unplanned)
    }

    /// Whether the leader has a plan in which at most one move can be beaten.
    fn has_won(&self, own: OrderedSet, other: OrderedSet) -> bool {
        self.open(own, other).0 <= 1
    }

    /// The entry of a position in the table.
    fn key(&self, position: Position) -> Position {
        let Position { own, other, beat } = position;
        if has_flush(own) || has_flush(other) || beat > 4 << 6 | 63 {
            return position;
        }
        let any = |cards: u64| (cards | cards >> 1 | cards >> 2 | cards >> 3) & DIAMONDS;
        let is_straight = runs(any(own)) | runs(any(other)) != 0;
        let clearing = u32::from(self.rules.plan.clearing);
        let (mut short_own, mut short_other, mut short_beat) = (0, 0, beat);
        let mut place = 0;
        let key = u32::from(beat & 63);
        for value in 0..13 {
            let (mine, theirs) = (own >> (4 * value) & 15, other >> (4 * value) & 15);
            let is_beat = beat != 0 && key / 4 == value;
            if mine | theirs == 0 && !is_straight && !is_beat && clearing > 12 {
                continue;
            }
            // The cards of the value, without gaps.
            let mut suit = 0;
            for bit in 0..4 {
                let is_played = is_beat && key % 4 == bit;
                if is_played {
                    short_beat = beat & !63 | (4 * place + suit) as u16;
                    suit += 1;
                }
                let slot = 4 * place + suit;
                if mine >> bit & 1 == 1 {
                    short_own |= 1 << slot;
                    suit += 1;
                } else if theirs >> bit & 1 == 1 {
                    short_other |= 1 << slot;
                    suit += 1;
                }
            }
            place += 1;
        }
        // What was left out is marked: a straight is no straight without its place.
        let left_out = if is_straight || clearing <= 12 { SUITS } else { SUITS | VALUES };
        Position { own: short_own, other: short_other, beat: short_beat | left_out }
    }
}

/// Marks of entries for which only the order of the cards of a value counts, or that of the values.
const SUITS: u16 = 1 << 15;
const VALUES: u16 = 1 << 14;

/// Before a position is looked at.
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

/// Whether a hand has five cards of a suit.
const fn has_flush(hand: u64) -> bool {
    let mut suit = 0;
    while suit < 4 {
        if (hand >> suit & DIAMONDS).count_ones() >= 5 {
            return true;
        }
        suit += 1;
    }
    false
}

impl Position {
    fn new(own: OrderedSet, other: OrderedSet, beat: Option<Combination>) -> Self {
        let number =
            |beat: Combination| (u16::from(beat.kind().number()) + 1) << 6 | u16::from(beat.key());
        Self { own: own.bits(), other: other.bits(), beat: beat.map_or(0, number) }
    }

    /// The combination to beat: its cards do not matter, only its kind and key.
    fn beat(self) -> Option<Combination> {
        let kind = (self.beat >> 6).checked_sub(1)?;
        let kind = super::combination::Kind::ALL.get(usize::from(kind))?;
        Some(Combination::new(OrderedSet::EMPTY, *kind, (self.beat & 63) as u8))
    }
}

impl Child {
    /// Its numbers for the player who moves into it.
    const fn own_numbers(&self) -> Numbers {
        if self.again { self.numbers } else { self.numbers.swapped() }
    }
}

/// Which cards of a hand are alike: of one value, with no card of the other hand or of the pile between
/// them, and of suits of which the hand has no five.
struct Alike {
    /// The cards whose next lower like is one, two or three suits below.
    lower: [u64; 3],
}

impl Alike {
    fn new(own: OrderedSet, others: OrderedSet) -> Self {
        let mut free = own.bits();
        for suit in 0..4 {
            let suited = own.bits() & DIAMONDS << suit;
            if suited.count_ones() >= 5 {
                free &= !suited;
            }
        }
        let from = |suit: u32| u64::MAX / 15 * (15 << suit & 15);
        let (gap, all) = (!others.bits(), from(1));
        // The cards one, two and three suits below, by what lies between them.
        let one = free & free << 1 & all;
        let two = free & free << 2 & from(2) & gap << 1 & !(own.bits() << 1);
        let three =
            free & free << 3 & from(3) & (gap & !own.bits()) << 1 & (gap & !own.bits()) << 2;
        Self { lower: [one, two, three] }
    }

    /// Whether a move takes the lowest of cards that are alike.
    const fn is_lowest(&self, cards: u64) -> bool {
        let [one, two, three] = self.lower;
        let needed = (cards & one) >> 1 | (cards & two) >> 2 | (cards & three) >> 3;
        needed & !cards == 0
    }
}

/// A fast hash of a few words.
#[derive(Clone, Copy, Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }
}
