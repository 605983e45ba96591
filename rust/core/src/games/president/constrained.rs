//! Deals of hidden cards to players who are known to have had no legal move.
//!
//! If only a player without a legal move may pass, a pass proves something about a hand. Such a
//! condition concerns one hand, as it was at that time: the cards it holds now, and those that it
//! has played since. Deals that meet all conditions are drawn uniformly:
//!
//! - *By counting.* Over one to four cards of a value, the condition is one for every value by
//!   itself. A table counts, for the values from each one on, the ways to deal them so that every
//!   hand gets the number of cards that it still lacks; a deal is then drawn value by value, in
//!   proportion to these numbers. Seats without conditions share what is left.
//! - *One hand after another*, if the table would be too large: from the cards that it may hold,
//!   fewest such cards first. If the hands before could have left it more of them, the draw is
//!   rejected in proportion. This happens only if no set of such cards contains the other.
//!
//! Either way, a deal that violates another condition is rejected, such as one over five cards.

use smallvec::SmallVec;

use super::enumerate::any_combination;
use super::order::OrderedSet;
use super::rules::MAX_PLAYERS;
use super::sample::draw;
use super::view::{PresidentView, Unable};
use crate::combinatorics::binomial;
use crate::game::Seat;
use crate::random::Random;

/// The number of values.
const VALUES: usize = 13;

/// The most entries per value of a table.
const MAX_STATES: usize = 60_000;

/// A hand to deal.
#[derive(Clone, Debug)]
struct Hand {
    seat: Seat,
    /// The cards that it holds for certain, and the number of those to deal.
    known: OrderedSet,
    missing: usize,
    /// Cards that it does not hold besides.
    excluded: OrderedSet,
    /// The times that it had no legal move.
    unable: Vec<Unable>,
}

impl Hand {
    /// Whether it may hold these of the cards to deal, as far as cards of one value tell.
    fn may_hold(&self, cards: OrderedSet, value: OrderedSet) -> bool {
        let violates = |unable: &&Unable| {
            let held = (self.known | unable.since) & value;
            any_combination(held | cards, unable.demand)
        };
        (cards & self.excluded).is_empty() && !self.unable_by_value().any(|pass| violates(&pass))
    }

    /// The conditions that concern single values.
    fn unable_by_value(&self) -> impl Iterator<Item = &Unable> {
        self.unable.iter().filter(|unable| unable.demand.beat.is_some_and(|beat| beat.size() < 5))
    }

    /// Whether it meets all conditions with these cards dealt.
    fn accepts(&self, cards: OrderedSet) -> bool {
        let violates =
            |unable: &Unable| any_combination(cards | self.known | unable.since, unable.demand);
        (cards & self.excluded).is_empty() && !self.unable.iter().any(violates)
    }

    fn has_conditions(&self) -> bool {
        !self.excluded.is_empty() || self.unable_by_value().next().is_some()
    }
}

/// Deals that meet the conditions of a view.
#[derive(Clone, Debug)]
pub(super) struct ConstrainedDeal {
    pool: OrderedSet,
    hands: Vec<Hand>,
    table: Option<Table>,
}

impl ConstrainedDeal {
    /// The deals of a pool of cards to seats that lack some; `None` if no pass proves anything.
    pub(super) fn new(
        view: &PresidentView<'_>,
        pool: OrderedSet,
        missing: &[(Seat, usize)],
        known: &[OrderedSet; MAX_PLAYERS],
    ) -> Option<Self> {
        let unable = view.unable();
        if unable.is_empty() {
            return None;
        }
        let hand = |&(seat, missing): &(Seat, usize)| Hand {
            seat,
            known: known.get(seat).copied().unwrap_or_default(),
            missing,
            excluded: view.excluded(seat),
            unable: unable.iter().copied().filter(|unable| unable.seat == seat).collect(),
        };
        let mut hands: Vec<Hand> = missing.iter().map(hand).collect();
        // Those with conditions come first in the table; the fewest cards first, one by one.
        let allowed = |hand: &Hand| allowed(hand, pool).len();
        hands.sort_by_cached_key(|hand| (!hand.has_conditions(), allowed(hand)));
        let table = Table::new(pool, &hands);
        Some(Self { pool, hands, table })
    }

    /// Draw the cards of every seat.
    pub(super) fn draw(&self, random: &mut Random) -> [OrderedSet; MAX_PLAYERS] {
        loop {
            let dealt = match &self.table {
                Some(table) => Some(table.draw(self, random)),
                None => self.draw_one_by_one(random),
            };
            if let Some(dealt) = dealt
                && self.hands.iter().all(|hand| hand.accepts(dealt[hand.seat]))
            {
                return dealt;
            }
        }
    }

    fn draw_one_by_one(&self, random: &mut Random) -> Option<[OrderedSet; MAX_PLAYERS]> {
        let mut dealt = [OrderedSet::EMPTY; MAX_PLAYERS];
        let mut pool = self.pool;
        for (index, hand) in self.hands.iter().enumerate() {
            let allowed = allowed(hand, self.pool);
            // The most of them that the hands before can have left.
            let most = self.hands[..index].iter().fold(allowed.len(), |most, other| {
                let elsewhere = (self::allowed(other, self.pool) - allowed).len();
                most.saturating_sub(other.missing.saturating_sub(elsewhere))
            });
            let ways = |cards| u128::from(binomial(cards, hand.missing));
            let open = pool & allowed;
            if random.below_wide(ways(most).max(1)) >= ways(open.len()) {
                return None;
            }
            dealt[hand.seat] = draw(open, hand.missing, random);
            pool = pool - dealt[hand.seat];
        }
        Some(dealt)
    }
}

/// The cards of the pool that a hand may hold, each by itself.
fn allowed(hand: &Hand, pool: OrderedSet) -> OrderedSet {
    let may_hold = |index: &u8| {
        let card = OrderedSet::from_bits(1 << index);
        hand.may_hold(card, OrderedSet::of_value(index / 4 + 3))
    };
    let bits = pool.order_indices().filter(may_hold).fold(0, |bits, index| bits | 1 << index);
    OrderedSet::from_bits(bits)
}

/// The number of ways to deal the cards from each value on.
#[derive(Clone, Debug)]
struct Table {
    /// The number of hands that the table deals, and what one card of each changes in an index.
    strides: SmallVec<[usize; 4]>,
    values: Vec<Vec<Division>>,
    /// By value and by the numbers of cards that the hands still lack.
    ways: Vec<Vec<u128>>,
}

/// The ways to divide the cards of a value so that every hand gets a certain number of them.
#[derive(Clone, Debug)]
struct Division {
    counts: SmallVec<[usize; 4]>,
    /// What these counts change in an index.
    step: usize,
    /// The cards of every hand.
    ways: Vec<SmallVec<[OrderedSet; 4]>>,
}

impl Table {
    /// A table for the hands with conditions, which come first; `None` if it would be too large.
    fn new(pool: OrderedSet, hands: &[Hand]) -> Option<Self> {
        let hands: Vec<&Hand> = hands.iter().filter(|hand| hand.has_conditions()).collect();
        let mut strides = SmallVec::new();
        let mut states = 1_usize;
        for hand in &hands {
            strides.push(states);
            states = states.saturating_mul(hand.missing + 1);
        }
        if states > MAX_STATES {
            return None;
        }
        let values: Vec<Vec<Division>> = (3..)
            .take(VALUES)
            .map(|value| divisions(pool & OrderedSet::of_value(value), value, &hands, &strides))
            .collect();
        let needed: usize = hands.iter().map(|hand| hand.missing).sum();
        // Cards that may go to none of these hands.
        let spare = pool.len().saturating_sub(needed);
        let mut ways = vec![vec![0; states]; VALUES + 1];
        if let Some(start) = ways.last_mut().and_then(|last| last.first_mut()) {
            *start = 1;
        }
        let mut left = 0;
        for (number, value) in values.iter().enumerate().rev() {
            left += (pool & OrderedSet::of_value(number as u8 + 3)).len();
            let (before, after) = ways.split_at_mut(number + 1);
            let (Some(before), Some(after)) = (before.last_mut(), after.first()) else { continue };
            for (index, ways) in before.iter_mut().enumerate() {
                let lacking = |hand: usize| index / strides[hand] % (hands[hand].missing + 1);
                let all: usize = (0..hands.len()).map(lacking).sum();
                if all > left || all + spare < left {
                    continue;
                }
                for division in value {
                    let fits = |(hand, &count): (usize, &usize)| count <= lacking(hand);
                    if division.counts.iter().enumerate().all(fits) {
                        *ways += division.ways.len() as u128 * after[index - division.step];
                    }
                }
            }
        }
        Some(Self { strides, values, ways })
    }

    fn draw(&self, deal: &ConstrainedDeal, random: &mut Random) -> [OrderedSet; MAX_PLAYERS] {
        let mut dealt = [OrderedSet::EMPTY; MAX_PLAYERS];
        let hands = &deal.hands[..self.strides.len()];
        let mut lacking: SmallVec<[usize; 4]> = hands.iter().map(|hand| hand.missing).collect();
        let mut index: usize =
            lacking.iter().zip(&self.strides).map(|(count, stride)| count * stride).sum();
        for (value, ways) in self.values.iter().zip(self.ways.windows(2)) {
            let mut level = random.below_wide(ways[0][index].max(1));
            for division in value {
                let fits =
                    division.counts.iter().zip(&lacking).all(|(count, lacks)| count <= lacks);
                if !fits {
                    continue;
                }
                let rest = ways[1][index - division.step];
                let all = division.ways.len() as u128 * rest;
                if level >= all {
                    level -= all;
                    continue;
                }
                // The level is below the number of ways times `rest`, which is not 0.
                let way = &division.ways[(level / rest.max(1)) as usize];
                for (hand, &cards) in hands.iter().zip(way) {
                    dealt[hand.seat] = dealt[hand.seat] | cards;
                }
                for (lacks, count) in lacking.iter_mut().zip(&division.counts) {
                    *lacks -= count;
                }
                index -= division.step;
                break;
            }
        }
        let mut pool = dealt.iter().fold(deal.pool, |pool, &cards| pool - cards);
        for hand in &deal.hands[self.strides.len()..] {
            dealt[hand.seat] = draw(pool, hand.missing, random);
            pool = pool - dealt[hand.seat];
        }
        dealt
    }
}

/// All ways to divide the cards of a value among hands, or to give them to none.
fn divisions(cards: OrderedSet, value: u8, hands: &[&Hand], strides: &[usize]) -> Vec<Division> {
    let value = OrderedSet::of_value(value);
    let mut ways = vec![SmallVec::<[OrderedSet; 4]>::from_elem(OrderedSet::EMPTY, hands.len())];
    for index in cards.order_indices() {
        let card = OrderedSet::from_bits(1 << index);
        let with = |way: &SmallVec<[OrderedSet; 4]>, hand: usize| {
            let mut way = way.clone();
            way[hand] = way[hand] | card;
            way
        };
        let further: Vec<_> = ways
            .iter()
            .flat_map(|way| (0..hands.len()).map(move |hand| with(way, hand)))
            // More cards never help: whatever a hand could play with fewer, it can play with more.
            .filter(|way| hands.iter().zip(way).all(|(hand, &held)| hand.may_hold(held, value)))
            .collect();
        ways.extend(further);
    }
    let mut found: Vec<Division> = Vec::new();
    for way in ways {
        let counts: SmallVec<[usize; 4]> = way.iter().map(|held| held.len()).collect();
        match found.iter_mut().find(|division| division.counts == counts) {
            Some(division) => division.ways.push(way),
            None => {
                let step = counts.iter().zip(strides).map(|(count, stride)| count * stride).sum();
                found.push(Division { counts, step, ways: vec![way] });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::moves::Move;
    use super::super::options::{DealRule, MayPass, Opens, Options};
    use super::super::rules::Rules;
    use super::super::sample::Sampler;
    use super::super::state::President;
    use super::*;
    use crate::cards::parse_cards;
    use crate::game::Game as _;

    #[test]
    fn hands_drawn_one_by_one_are_as_likely_as_counted_ones() {
        let options = Options {
            players: 3,
            rounds: 1,
            may_pass: MayPass::Unable,
            deal: DealRule::All,
            opens: Opens::Left,
            ..Options::REPORT
        };
        let deal = ["3d 3c 5h", "3h 4c", "3s 4h"].map(|hand| parse_cards(hand).unwrap()).to_vec();
        let rules = Rules::of(options).unwrap();
        let mut state = President::with_deals(rules, 1, &[deal]).unwrap();
        for text in ["3d 3c", "pass", "pass", "5h", "pass", "pass"] {
            state.play(&Move::parse(text).unwrap()).unwrap();
        }
        let counted = Sampler::new(&state.view(0)).constrained.unwrap();
        assert!(counted.table.is_some());
        let one_by_one = ConstrainedDeal { table: None, ..counted.clone() };
        let draws = |deal: &ConstrainedDeal| {
            let (mut random, mut found) = (Random::new(1), BTreeMap::<_, i32>::new());
            for _ in 0..100_000 {
                *found.entry(deal.draw(&mut random)).or_default() += 1;
            }
            found
        };
        let (counted, one_by_one) = (draws(&counted), draws(&one_by_one));
        assert!(counted.keys().eq(one_by_one.keys()) && counted.len() > 100);
        let expected = 100_000 / counted.len() as i32;
        let distance = |&(one, other): &(&i32, &i32)| (one - other).abs();
        let worst = counted.values().zip(one_by_one.values()).max_by_key(distance).unwrap();
        // Six standard deviations of the difference of two counts.
        assert!(distance(&worst).pow(2) < 36 * 2 * expected, "{worst:?} of {expected}");
    }
}
