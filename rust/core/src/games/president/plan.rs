//! A plan for a hand: a heuristic partition into combinations, found quickly rather than optimally.
//!
//! Every combination of a plan costs one move, minus what it is likely to win: an ace, a pair of
//! twos or a full house usually wins the lead, and with it a low move for free. Two plans are
//! therefore compared by the moves they take *and* by the controls they keep. The cost of a plan is
//! a sum over its combinations, so the rest of a best plan after one of its moves is a best plan
//! for the rest of the hand, and a rollout plans every hand only once.
//!
//! The search tries every set of straights, for every choice of suits to make flushes of; per suit
//! it tries one flush, of the least useful cards. Full houses and four plus one are made of the
//! rest, lowest first. For 13 cards this takes a fraction of a microsecond, where the exact fewest
//! moves ([`super::shortest`]) take several.

use super::combination::{Combination, Kind, Kinds, all_four, at_least_three, at_least_two, runs};
use super::order::{DIAMONDS, OrderedSet};

/// The most combinations of a plan: one per value suffices, unless pairs or larger sets are no
/// moves. Then a plan may be for a part of the hand only, until that is played.
const MAX_MOVES: usize = 13;

/// The maximum number of partitions tried for a hand; only hands of more than 17 cards have that
/// many.
const MAX_PARTITIONS: u32 = 400;

/// The cost of a combination that never wins the lead.
pub(super) const MOVE: i32 = 16;

/// By value from 3, how much of its move a single card or a pair is likely to win back.
const SINGLES: [i32; 13] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 9, 20];
const PAIRS: [i32; 13] = [0, 0, 0, 0, 0, 1, 2, 3, 5, 7, 10, 14, 20];

/// The same for triples, which are rarely beaten.
const TRIPLES: [i32; 13] = [6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 13, 15, 18];

/// The winnings of a move after which its player leads again by the rules.
const CLEARING: i32 = 18;

/// The rules that matter for a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanRules {
    /// The kinds that are moves.
    pub(super) kinds: Kinds,
    /// The value of which one to four cards clear the pile, as its index; more than 12 if none does.
    pub(super) clearing: u8,
}

impl PlanRules {
    /// All kinds are moves, and nothing clears the pile.
    pub(super) const USUAL: Self = Self { kinds: Kinds::ALL, clearing: u8::MAX };

    /// Whether a combination clears the pile.
    pub(super) const fn clears(self, kind: Kind, key: u8) -> bool {
        key / 4 == self.clearing && kind.size() < 5
    }

    /// The cost of a combination in a plan.
    #[inline]
    pub(super) fn cost(self, planned: Combination) -> i32 {
        let (kind, key) = (planned.kind(), planned.key());
        if self.clears(kind, key) { MOVE - CLEARING } else { move_cost(kind, key) }
    }
}

/// A partition of a hand into moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    moves: [Combination; MAX_MOVES],
    len: u8,
}

impl Plan {
    /// A plan for no cards.
    pub(super) const EMPTY: Self =
        Self { moves: [Combination::new(OrderedSet::EMPTY, Kind::OneCard, 0); MAX_MOVES], len: 0 };

    /// A good plan for a hand.
    pub(super) fn of(hand: OrderedSet, rules: PlanRules) -> Self {
        let mut division = PartitionSearch::new(hand.bits(), rules);
        division.run();
        division.plan()
    }

    /// The combinations, in no particular order.
    pub(super) fn moves(&self) -> &[Combination] {
        &self.moves[..usize::from(self.len)]
    }

    /// The number of moves.
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    fn push(&mut self, bits: u64, kind: Kind, key: u8) {
        if let Some(slot) = self.moves.get_mut(usize::from(self.len)) {
            *slot = Combination::new(OrderedSet::from_bits(bits), kind, key);
            self.len += 1;
        }
    }

    /// Remove a move.
    pub(super) fn remove(&mut self, index: usize) {
        if index < self.len() {
            self.len -= 1;
            self.moves[index] = self.moves[usize::from(self.len)];
        }
    }

    /// Play cards of the hand: a move of the plan, or any others, after which the rest of the moves
    /// they were taken from is replanned.
    pub(super) fn play(&mut self, cards: OrderedSet, rules: PlanRules) {
        if let Some(index) = self.moves().iter().position(|planned| planned.cards() == cards) {
            self.remove(index);
            return;
        }
        let mut broken = OrderedSet::EMPTY;
        let mut index = 0;
        while index < self.len() {
            let planned = self.moves[index].cards();
            if (planned & cards).is_empty() {
                index += 1;
            } else {
                broken = broken | (planned - cards);
                self.remove(index);
            }
        }
        let replanned = Self::of(broken, rules);
        if self.len() + replanned.len() > MAX_MOVES {
            let rest = self.moves().iter().fold(broken, |all, planned| all | planned.cards());
            *self = Self::of(rest, rules);
            return;
        }
        for &planned in replanned.moves() {
            self.push(planned.cards().bits(), planned.kind(), planned.key());
        }
    }
}

/// The cost of a hand's best plan, in sixteenths of a move.
pub(super) fn cost(hand: OrderedSet, rules: PlanRules) -> i32 {
    let mut division = PartitionSearch::new(hand.bits(), rules);
    division.run();
    division.best
}

/// The search for the best partition.
struct PartitionSearch {
    rules: PlanRules,
    hand: u64,
    /// The five-card combinations of the current partition, and those of the best.
    current: Fives,
    found: Fives,
    best: i32,
    budget: u32,
}

/// Flushes and straights, of which a hand has at most ten.
#[derive(Clone, Copy)]
struct Fives {
    cards: [u64; 10],
    len: usize,
}

impl Fives {
    const NONE: Self = Self { cards: [0; 10], len: 0 };

    fn push(&mut self, cards: u64) {
        if let Some(slot) = self.cards.get_mut(self.len) {
            *slot = cards;
        }
        self.len += 1;
    }

    const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.cards.into_iter().take(self.len)
    }
}

impl PartitionSearch {
    const fn new(hand: u64, rules: PlanRules) -> Self {
        Self {
            rules,
            hand,
            current: Fives::NONE,
            found: Fives::NONE,
            best: i32::MAX,
            budget: MAX_PARTITIONS,
        }
    }

    fn run(&mut self) {
        self.flushes(self.hand, 0, 0);
    }

    /// Try all straights with no more flushes, and with one of each suit from `suit` on.
    fn flushes(&mut self, left: u64, suit: u32, cost: i32) {
        self.straights(left, 0, cost);
        for suit in suit..4 {
            let suited = left & DIAMONDS << suit;
            if suited.count_ones() < 5 {
                continue;
            }
            let flush = least_needed(left, suited);
            let kind = five_kind(flush);
            if !self.rules.kinds.contains(kind) {
                continue;
            }
            self.current.push(flush);
            self.flushes(left & !flush, suit + 1, cost + move_cost(kind, top(flush)));
            self.current.pop();
        }
    }

    /// Try all sets of straights whose lowest values are not below `from`.
    fn straights(&mut self, left: u64, from: u32, cost: i32) {
        let whole = cost + self.rest_cost(left);
        if whole < self.best {
            self.best = whole;
            self.found = self.current;
        }
        let any = (left | left >> 1 | left >> 2 | left >> 3) & DIAMONDS;
        let mut tops = runs(any) >> 16 & (u64::MAX << (4 * from));
        while tops != 0 && self.budget > 0 {
            self.budget -= 1;
            let lowest = tops.trailing_zeros();
            tops &= tops - 1;
            let straight = straight_from(left, lowest);
            let kind = five_kind(straight);
            if !self.rules.kinds.contains(kind) {
                continue;
            }
            let cost = cost + move_cost(kind, top(straight));
            self.current.push(straight);
            self.straights(left & !straight, lowest / 4, cost);
            self.current.pop();
        }
    }

    /// The best partition as a plan.
    fn plan(&self) -> Plan {
        let left = self.found.iter().fold(self.hand, |left, cards| left & !cards);
        let mut plan = Plan::EMPTY;
        let mut rest = 0;
        let kinds = self.rules.kinds;
        for_each_rest(left, kinds, |_, _, _| rest += 1);
        if self.found.len + rest > MAX_MOVES {
            for_each_rest(self.hand, kinds, |bits, kind, key| plan.push(bits, kind, key));
            return plan;
        }
        for cards in self.found.iter() {
            plan.push(cards, five_kind(cards), top(cards));
        }
        for_each_rest(left, kinds, |bits, kind, key| plan.push(bits, kind, key));
        plan
    }

    /// The cost of the cards outside flushes and straights.
    fn rest_cost(&self, left: u64) -> i32 {
        let mut cost = 0;
        for_each_rest(left, self.rules.kinds, |_, kind, key| {
            cost += match self.rules.clears(kind, key) {
                true => MOVE - CLEARING,
                false => move_cost(kind, key),
            };
        });
        cost
    }
}

/// Visit the combinations of the cards left after flushes and straights: the lowest triple with the
/// lowest pair, the lowest quad with the lowest single card, the rest by value; what is not a move by
/// the rules is divided.
#[inline]
fn for_each_rest(left: u64, kinds: Kinds, mut visit: impl FnMut(u64, Kind, u8)) {
    let fours = all_four(left);
    let (mut three, mut two) = (at_least_three(left) & !fours, at_least_two(left));
    two &= !three & !fours;
    let any = (left | left >> 1 | left >> 2 | left >> 3) & DIAMONDS;
    let mut one = any & !two & !three & !fours;
    let digit = |low: u64| left & (low * 15);
    let mut rest = fours;
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        rest ^= low;
        let key = low.trailing_zeros() as u8 + 3;
        if one == 0 || !kinds.contains(Kind::FourPlusOne) {
            visit_set(low * 15, Kind::FourOfAKind, kinds, &mut visit);
        } else {
            let single = one & one.wrapping_neg();
            one ^= single;
            visit((low * 15) | digit(single), Kind::FourPlusOne, key);
        }
    }
    while three != 0 {
        let low = three & three.wrapping_neg();
        three ^= low;
        let pair = two & two.wrapping_neg();
        // A pair of kings or better is more valuable by itself.
        if pair != 0 && pair < HIGH_PAIR && kinds.contains(Kind::FullHouse) {
            two ^= pair;
            visit(digit(low) | digit(pair), Kind::FullHouse, low.trailing_zeros() as u8 + 3);
        } else {
            visit_set(digit(low), Kind::ThreeOfAKind, kinds, &mut visit);
        }
    }
    while two != 0 {
        let low = two & two.wrapping_neg();
        two ^= low;
        visit_set(digit(low), Kind::Pair, kinds, &mut visit);
    }
    while one != 0 {
        let low = one & one.wrapping_neg();
        one ^= low;
        visit(digit(low), Kind::OneCard, top(digit(low)));
    }
}

/// Visit cards of one value as a set of this kind if it is a move, otherwise as smaller sets.
#[inline]
fn visit_set(cards: u64, kind: Kind, kinds: Kinds, visit: &mut impl FnMut(u64, Kind, u8)) {
    if kinds.contains(kind) {
        visit(cards, kind, top(cards));
        return;
    }
    let size = match kind {
        Kind::FourOfAKind | Kind::ThreeOfAKind if kinds.contains(Kind::Pair) => Kind::Pair,
        Kind::FourOfAKind if kinds.contains(Kind::ThreeOfAKind) => Kind::ThreeOfAKind,
        _ => Kind::OneCard,
    };
    let mut left = cards;
    while left.count_ones() as usize >= size.size() {
        let mut taken = 0;
        for _ in 0..size.size() {
            taken |= left & left.wrapping_neg();
            left &= left - 1;
        }
        visit(taken, size, top(taken));
    }
    while left != 0 {
        visit(left & left.wrapping_neg(), Kind::OneCard, left.trailing_zeros() as u8);
        left &= left - 1;
    }
}

/// From this value on a pair is not put into a full house.
const HIGH_PAIR: u64 = 1 << 40;

/// The cost of a combination.
fn move_cost(kind: Kind, key: u8) -> i32 {
    let value = usize::from(key / 4).min(12);
    let won = match kind {
        Kind::OneCard => SINGLES[value],
        Kind::Pair => PAIRS[value],
        Kind::ThreeOfAKind => TRIPLES[value],
        Kind::FourOfAKind => 16,
        Kind::Straight => 5 + value as i32 / 3,
        Kind::Flush => 9 + value as i32 / 6,
        Kind::FullHouse => 11 + value as i32 / 3,
        Kind::FourPlusOne => 18,
        Kind::StraightFlush => 20,
    };
    MOVE - won
}

/// The kind of five cards that are a straight or a flush.
fn five_kind(cards: u64) -> Kind {
    let suited = (0..4).any(|suit| cards & !(DIAMONDS << suit) == 0);
    let any = (cards | cards >> 1 | cards >> 2 | cards >> 3) & DIAMONDS;
    match (suited, runs(any) != 0) {
        (true, true) => Kind::StraightFlush,
        (true, false) => Kind::Flush,
        _ => Kind::Straight,
    }
}

/// The five cards of a suit that the rest of the hand needs least: single cards, lowest first.
fn least_needed(hand: u64, suited: u64) -> u64 {
    let several = at_least_two(hand) * 15;
    let mut taken = 0_u64;
    for mut cards in [suited & !several, suited & several] {
        while cards != 0 && taken.count_ones() < 5 {
            taken |= cards & cards.wrapping_neg();
            cards &= cards - 1;
        }
    }
    taken
}

/// The straight from the value with the given lowest index: the lowest card of every value except
/// the last, of which the highest decides.
fn straight_from(hand: u64, lowest: u32) -> u64 {
    let digit = |step: u32| hand & 15 << (lowest + 4 * step);
    let low = |cards: u64| cards & cards.wrapping_neg();
    low(digit(0)) | low(digit(1)) | low(digit(2)) | low(digit(3)) | 1 << top(digit(4))
}

/// The index of the highest card of a nonempty set.
const fn top(bits: u64) -> u8 {
    63_u32.saturating_sub(bits.leading_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::super::shortest::fewest_moves;
    use super::*;
    use crate::cards::parse_cards;
    use crate::random::Random;

    fn hand(text: &str) -> OrderedSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn planned(text: &str) -> Vec<String> {
        let plan = Plan::of(hand(text), PlanRules::USUAL);
        let mut texts: Vec<String> = plan.moves().iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    /// Check that a plan consists of valid combinations and covers all the cards.
    fn check(plan: &Plan, hand: OrderedSet) {
        let mut left = hand;
        for &planned in plan.moves() {
            assert_eq!(Combination::of(planned.cards()), Ok(planned));
            assert!(planned.cards().is_subset(left), "{planned} of {left}");
            left = left - planned.cards();
        }
        assert!(left.is_empty(), "{left} of {hand} is left");
    }

    fn random_hand(size: usize, random: &mut Random) -> OrderedSet {
        let mut deck: Vec<u8> = (0..52).collect();
        random.shuffle(&mut deck);
        OrderedSet::from_bits(deck[..size].iter().fold(0, |bits, index| bits | 1 << index))
    }

    #[test]
    fn a_plan_is_a_partition_into_combinations() {
        let mut random = Random::new(1);
        for size in (0..=26).chain([52]) {
            for _ in 0..60 {
                let hand = random_hand(size, &mut random);
                check(&Plan::of(hand, PlanRules::USUAL), hand);
            }
        }
    }

    #[test]
    fn most_plans_are_shortest() {
        let mut random = Random::new(2);
        let (mut excess, mut worst) = (0, 0);
        for _ in 0..1_000 {
            let hand = random_hand(13, &mut random);
            let fewest = fewest_moves(hand, Kinds::ALL, usize::MAX).unwrap();
            let longer = Plan::of(hand, PlanRules::USUAL).len() - fewest;
            excess += longer;
            worst = worst.max(longer);
        }
        // Longer plans keep a winning card instead.
        assert!(excess < 200 && worst <= 4, "{excess} moves in all, {worst} at most");
    }

    #[test]
    fn controls_are_kept_out_of_long_moves() {
        assert_eq!(planned("3d 4c 5d 6h 7s 8d 2s"), ["2s", "3d 4c 5d 6h 7s", "8d"]);
        assert_eq!(planned("5d 5c 5h 2c 2s"), ["2c 2s", "5d 5c 5h"]);
        assert_eq!(planned("5d 5c 5h 4c 4s"), ["4c 4s 5d 5c 5h"]);
        assert_eq!(planned("9d 9c 9h 9s 3d 4d"), ["3d 9d 9c 9h 9s", "4d"]);
    }

    #[test]
    fn any_cards_may_be_played_from_a_plan() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let mut hand = random_hand(13, &mut random);
            let mut plan = Plan::of(hand, PlanRules::USUAL);
            while !hand.is_empty() {
                let moves = super::super::combinations(hand, super::super::Demand::default());
                let cards = random.pick(&moves).unwrap().cards();
                hand = hand - cards;
                plan.play(cards, PlanRules::USUAL);
                check(&plan, hand);
            }
            assert_eq!(plan.len(), 0);
        }
    }

    #[test]
    fn the_rest_of_a_best_plan_is_a_best_plan() {
        let mut random = Random::new(4);
        for _ in 0..300 {
            let hand = random_hand(13, &mut random);
            for &planned in Plan::of(hand, PlanRules::USUAL).moves() {
                let left = cost(hand, PlanRules::USUAL) - move_cost(planned.kind(), planned.key());
                // A flush of other cards may become possible.
                assert!(
                    cost(hand - planned.cards(), PlanRules::USUAL) <= left,
                    "{planned} of {hand}"
                );
            }
        }
    }
}
