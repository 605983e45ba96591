//! Deals of hidden cards to players who are known to have had no legal move.
//!
//! If only a player without a legal move may pass, a pass proves something about a hand. Such a
//! condition concerns one hand, as it was at that time: the cards it holds now, and those that it
//! has played since. Over one to four cards of a value, it is a condition on every value by itself:
//! which sets of its four cards the hand may hold. Deals that meet all conditions are drawn
//! uniformly:
//!
//! - *All hands at once*, value by value ([`Table`]), if there are few: nothing is rejected.
//! - *One hand after another* ([`Sequence`]), each uniformly among those that meet its conditions. If
//!   the hands before could have left it more of them, the draw is rejected in proportion.
//!
//! Either way, a deal that violates a condition over five cards is rejected.

mod sequence;
mod table;

use self::sequence::Sequence;
use self::table::Table;
use super::enumerate::any_combination;
use super::order::OrderedSet;
use super::rules::MAX_PLAYERS;
use super::sample::draw;
use super::view::{PresidentView, Unable};
use crate::game::Seat;
use crate::random::Random;

/// The number of values.
const VALUES: usize = 13;

/// A hand to deal.
#[derive(Clone, Debug)]
struct Hand {
    seat: Seat,
    /// The cards that it holds for certain, and the number of those to deal.
    known: OrderedSet,
    missing: usize,
    /// The times that it had no legal move, over one to four cards and over five.
    unable: Vec<Unable>,
    unable_by_five: Vec<Unable>,
    /// By value, one bit for each set of its cards: whether the hand may hold it, of those to deal.
    sets: [u16; VALUES],
}

impl Hand {
    /// A hand that lacks some cards of a pool, and has none of the excluded ones.
    fn new(
        (seat, missing): (Seat, usize),
        pool: OrderedSet,
        known: OrderedSet,
        excluded: OrderedSet,
        unable: &[Unable],
    ) -> Self {
        // What no card could have changed proves nothing.
        let proves = |unable: &Unable| any_combination(pool | known | unable.since, unable.demand);
        let own = unable.iter().filter(|unable| unable.seat == seat && proves(unable)).copied();
        let is_by_five = |unable: &Unable| unable.demand.beat.is_some_and(|beat| beat.size() == 5);
        let (unable_by_five, unable) = own.partition(is_by_five);
        let mut hand = Self { seat, known, missing, unable, unable_by_five, sets: [0; VALUES] };
        for value in 0..VALUES {
            let possible = cards_of(pool - excluded, value);
            hand.sets[value] = (0..16)
                .filter(|set| set & !possible == 0 && hand.may_hold(value, *set))
                .fold(0, |sets, set| sets | 1 << set);
        }
        hand
    }

    /// Whether it may hold a set of cards of a value.
    fn may_hold(&self, value: usize, set: u64) -> bool {
        let digit = OrderedSet::from_bits(15 << (4 * value));
        let cards = OrderedSet::from_bits(set << (4 * value));
        let violates = |unable: &Unable| {
            any_combination((self.known | unable.since) & digit | cards, unable.demand)
        };
        !self.unable.iter().any(violates)
    }

    /// Whether it meets the conditions over five cards with these cards dealt.
    fn accepts(&self, cards: OrderedSet) -> bool {
        let violates =
            |unable: &Unable| any_combination(cards | self.known | unable.since, unable.demand);
        !self.unable_by_five.iter().any(violates)
    }

    /// The cards that it may hold, each by itself.
    fn allowed(&self) -> OrderedSet {
        let single = |(value, sets): (usize, &u16)| {
            let cards = (0..4).filter(|card| sets >> (1 << card) & 1 == 1);
            cards.fold(0, |bits, card| bits | 1_u64 << (4 * value + card))
        };
        OrderedSet::from_bits(self.sets.iter().enumerate().map(single).sum())
    }

    /// Whether it may not hold every set of the cards of a pool.
    fn has_conditions(&self, pool: OrderedSet) -> bool {
        (0..VALUES).any(|value| {
            let sets = 1_u32 << cards_of(pool, value).count_ones();
            self.sets[value].count_ones() < sets
        })
    }
}

/// The cards of a value in a set, as its four lowest bits.
const fn cards_of(cards: OrderedSet, value: usize) -> u64 {
    cards.bits() >> (4 * value) & 15
}

/// Deals that meet the conditions of a view.
#[derive(Clone, Debug)]
pub(super) struct ConstrainedDeal {
    pool: OrderedSet,
    /// Those with conditions on single values first, and of these the one with the fewest cards to
    /// choose from.
    hands: Vec<Hand>,
    /// How many of them have such conditions.
    conditioned: usize,
    method: Method,
}

/// How deals are drawn.
#[derive(Clone, Debug)]
enum Method {
    AtOnce(Table),
    OneByOne(Sequence),
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
        let hand = |&lacking: &(Seat, usize)| {
            let (seat, _) = lacking;
            let known = known.get(seat).copied().unwrap_or_default();
            Hand::new(lacking, pool, known, view.excluded(seat), &unable)
        };
        let mut hands: Vec<Hand> = missing.iter().map(hand).collect();
        hands.sort_by_cached_key(|hand| (!hand.has_conditions(pool), hand.allowed().len()));
        let conditioned = hands.iter().filter(|hand| hand.has_conditions(pool)).count();
        let method = match Table::new(pool, &hands[..conditioned]) {
            Some(table) => Method::AtOnce(table),
            None => Method::OneByOne(Sequence::new(pool, &hands[..conditioned])),
        };
        Some(Self { pool, hands, conditioned, method })
    }

    /// Draw the cards of every seat.
    pub(super) fn draw(&self, random: &mut Random) -> [OrderedSet; MAX_PLAYERS] {
        let (hands, free) = self.hands.split_at(self.conditioned);
        loop {
            let drawn = match &self.method {
                Method::AtOnce(table) => Some(table.draw(hands, random)),
                Method::OneByOne(sequence) => sequence.draw(self.pool, hands, random),
            };
            let Some(mut dealt) = drawn else { continue };
            let mut pool = dealt.iter().fold(self.pool, |pool, &cards| pool - cards);
            for hand in free {
                dealt[hand.seat] = draw(pool, hand.missing, random);
                pool = pool - dealt[hand.seat];
            }
            if self.hands.iter().all(|hand| hand.accepts(dealt[hand.seat])) {
                return dealt;
            }
        }
    }
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
        assert!(matches!(counted.method, Method::AtOnce(_)));
        let sequence = Sequence::new(counted.pool, &counted.hands[..counted.conditioned]);
        let one_by_one = ConstrainedDeal { method: Method::OneByOne(sequence), ..counted.clone() };
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
