//! Partial moves: which cards can still be added to a combination picked card by card.
//!
//! The completions are derived from the values and suits of a hand, without enumerating its
//! combinations; a test compares them with the enumeration. Only if straights or flushes are moves
//! but straight flushes are not, the combinations are enumerated.

use super::combination::{Combination, Kind, all_four, at_least_three, at_least_two, runs};
use super::enumerate::{Demand, for_each_combination};
use super::options::MoveRules;
use super::order::{DIAMONDS, OrderedSet};

/// Five suited cards in a row, from `3d`.
const STRAIGHT_FLUSH: u64 = 0x11111;

/// All cards of five values, from the threes.
const FIVE_VALUES: u64 = 0xf_ffff;

/// The further cards of all combinations in the hand that contain the picked cards and satisfy the
/// demand.
pub(super) fn completions(hand: OrderedSet, demand: Demand, picked: OrderedSet) -> OrderedSet {
    let rules = demand.rules;
    if rules.reversed {
        return completions(hand.reversed(), demand.reversed(), picked.reversed()).reversed();
    }
    let is_move = |kind| rules.kinds.contains(kind);
    if !is_move(Kind::StraightFlush) && (is_move(Kind::Straight) || is_move(Kind::Flush)) {
        let mut all = OrderedSet::EMPTY;
        for_each_combination(hand, demand, |found| {
            if picked.is_subset(found.cards()) {
                all = all | found.cards();
            }
        });
        return all - picked;
    }
    let needed = picked | demand.containing;
    if !needed.is_subset(hand) || needed.len() > 5 {
        return OrderedSet::EMPTY;
    }
    let partial = Completions {
        rules,
        hand: hand.bits(),
        needed: needed.bits(),
        missing: 5 - needed.len() as u32,
    };
    let found = match demand.beat {
        Some(beat) if beat.size() == 5 => partial.fives(Some(beat)),
        Some(beat) => partial.of_one_value(beat.kind(), rules.above(beat)),
        None if needed.is_empty() => partial.hand,
        None => [Kind::OneCard, Kind::Pair, Kind::ThreeOfAKind, Kind::FourOfAKind]
            .into_iter()
            .fold(partial.fives(None), |all, kind| all | partial.of_one_value(kind, u64::MAX)),
    };
    OrderedSet::from_bits(found) - picked
}

/// A hand with the cards that a combination must contain.
struct Completions {
    rules: MoveRules,
    hand: u64,
    needed: u64,
    /// The number of cards missing to five.
    missing: u32,
}

impl Completions {
    /// The cards of all combinations of a kind, of cards of one value, that include one of `above`:
    /// all order indices from some index up.
    fn of_one_value(&self, kind: Kind, above: u64) -> u64 {
        let size = kind.size() as u32;
        let values = match size {
            1 => (self.hand | self.hand >> 1 | self.hand >> 2 | self.hand >> 3) & DIAMONDS,
            2 => at_least_two(self.hand),
            3 => at_least_three(self.hand),
            _ => all_four(self.hand),
        };
        let count = self.needed.count_ones();
        if count > size || !self.rules.kinds.contains(kind) {
            return 0;
        }
        each(values & above >> 3)
            .map(|low| self.hand & 15 << low)
            .filter(|held| self.needed & !held == 0)
            .fold(0, |all, held| all | self.some(held, above, size - count))
    }

    /// The cards of all selections of the needed cards and `missing` more of those held that
    /// include one of `above`. There must be enough of them.
    const fn some(&self, held: u64, above: u64, missing: u32) -> u64 {
        let high = held & above;
        match missing {
            _ if high == 0 => 0,
            0 if self.needed & above == 0 => 0,
            0 => self.needed,
            1 if self.needed & above == 0 => self.needed | high,
            _ => held,
        }
    }

    /// The cards of all five-card combinations that beat another, if one is to be beaten.
    fn fives(&self, beat: Option<Combination>) -> u64 {
        let above = |kind: Kind| match beat {
            _ if !self.rules.kinds.contains(kind) => 0,
            Some(beat) if kind < beat.kind() => 0,
            Some(beat) if kind == beat.kind() => self.rules.above(beat),
            _ => u64::MAX,
        };
        self.straight_flushes(above(Kind::StraightFlush))
            | self.quads_plus_one(above(Kind::FourPlusOne))
            | self.full_houses(above(Kind::FullHouse))
            | self.flushes(above(Kind::Flush))
            | self.straights(above(Kind::Straight))
    }

    fn straight_flushes(&self, above: u64) -> u64 {
        each(runs(self.hand) & above)
            .map(|top| STRAIGHT_FLUSH << (top - 16))
            .filter(|run| self.needed & !run == 0)
            .fold(0, |all, run| all | run)
    }

    fn quads_plus_one(&self, above: u64) -> u64 {
        if self.hand.count_ones() < 5 {
            return 0;
        }
        each(all_four(self.hand) & above).map(|low| 15 << low).fold(0, |all, quad| {
            let others = self.needed & !quad;
            match others.count_ones() {
                0 => self.hand,
                1 => all | quad | others,
                _ => all,
            }
        })
    }

    fn full_houses(&self, above: u64) -> u64 {
        let twos = at_least_two(self.hand);
        let mut all = 0;
        for low in each(at_least_three(self.hand) & above) {
            let triple = self.hand & 15 << low;
            for other in each(twos & !(1 << low)) {
                let pair = self.hand & 15 << other;
                let (of_triple, of_pair) = (self.needed & triple, self.needed & pair);
                let (threes, pairs) = (of_triple.count_ones(), of_pair.count_ones());
                if self.needed & !(triple | pair) == 0 && threes <= 3 && pairs <= 2 {
                    all |= if threes < 3 { triple } else { of_triple };
                    all |= if pairs < 2 { pair } else { of_pair };
                }
            }
        }
        all
    }

    /// Straight flushes are included: they beat whatever a flush beats.
    fn flushes(&self, above: u64) -> u64 {
        (0..4)
            .map(|suit| self.hand & DIAMONDS << suit)
            .filter(|suited| self.needed & !suited == 0 && suited.count_ones() >= 5)
            .fold(0, |all, suited| all | self.some(suited, above, self.missing))
    }

    /// Straight flushes are included: they beat whatever a straight beats.
    fn straights(&self, above: u64) -> u64 {
        if at_least_two(self.needed) != 0 {
            return 0;
        }
        let any = (self.hand | self.hand >> 1 | self.hand >> 2 | self.hand >> 3) & DIAMONDS;
        let mut all = 0;
        for low in each(runs(any) & above >> 3) {
            if self.needed & !(FIVE_VALUES << (low - 16)) != 0 {
                continue;
            }
            let of_value = |low: u32| match self.needed & 15 << low {
                0 => self.hand & 15 << low,
                needed => needed,
            };
            let top = of_value(low) & above;
            if top != 0 {
                all |= (1..5).fold(top, |cards, below| cards | of_value(low - 4 * below));
            }
        }
        all
    }
}

/// The indices of the set bits.
fn each(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let order_index = bits.trailing_zeros();
            bits &= bits - 1;
            order_index
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::combination::Kinds;
    use super::super::enumerate::combinations;
    use super::super::options::Beats;
    use super::*;
    use crate::random::Random;

    /// The same by enumerating all combinations.
    fn listed(hand: OrderedSet, demand: Demand, picked: OrderedSet) -> OrderedSet {
        let all = combinations(hand, demand).into_iter().map(Combination::cards);
        let fits = all.filter(|cards| picked.is_subset(*cards));
        fits.fold(OrderedSet::EMPTY, |all, cards| all | cards) - picked
    }

    #[test]
    fn completions_match_the_listed_combinations() {
        let mut random = Random::new(5);
        let mut deck: Vec<u8> = (0..52).collect();
        let mut set = |size: usize| {
            random.shuffle(&mut deck);
            let bits =
                deck.iter().take(size).fold(0, |bits, order_index| bits | 1_u64 << order_index);
            (OrderedSet::from_bits(bits), random.word())
        };
        let mut beaten = 0;
        for round in 0..3000 {
            let (hand, word) = set([4, 8, 13, 17, 26][round % 5]);
            let (other, _) = set(13);
            let others = combinations(other, Demand::default());
            let beat = match round % 3 {
                0 => None,
                _ => others.get(word as usize % others.len().max(1)).copied(),
            };
            let containing = match round % 9 {
                0 => hand.lowest().map_or(OrderedSet::EMPTY, OrderedSet::from),
                _ => OrderedSet::EMPTY,
            };
            let usual = MoveRules { beats: Beats::ALL[round % 3], ..MoveRules::USUAL };
            let rules = match round % 4 {
                0 => MoveRules::USUAL,
                1 => MoveRules { reversed: true, ..usual },
                2 => MoveRules { kinds: Kinds::from_bits(1 | (word >> 32) as u16), ..usual },
                _ => usual,
            };
            let beat = beat.filter(|beat| rules.kinds.contains(beat.kind()));
            let demand = Demand { beat, containing, rules };
            beaten += usize::from(beat.is_some_and(|beat| beat.size() == 5));
            let mut picked = OrderedSet::EMPTY;
            loop {
                let found = completions(hand, demand, picked);
                assert_eq!(found, listed(hand, demand, picked), "{hand} {demand:?} {picked}");
                let choices: Vec<u8> = found.order_indices().collect();
                let Some(&order_index) = choices.get(word as usize % choices.len().max(1)) else {
                    break;
                };
                picked = picked | OrderedSet::from_bits(1 << order_index);
            }
        }
        assert!(beaten > 100);
    }
}
