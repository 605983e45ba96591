//! Combinations counted instead of listed: how many there are of each kind, by a few word
//! operations, and then one of them by its place in the order of [`for_each_combination`].
//!
//! That is all that a uniformly random move needs. A hand of 13 cards has 30 to 200 combinations when
//! it leads, and listing them all to keep one would be most of the cost of a random round.
//!
//! [`for_each_combination`]: super::for_each_combination

use super::combination::{Combination, Kind, all_four, at_least_three, at_least_two, runs};
use super::enumerate::{Demand, nth_of_kind};
use super::order::{DIAMONDS, OrderedSet};

/// The number of flushes, straight flushes included, among this many cards of a suit: C(n, 5).
const FIVES: [u32; 14] = [0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792, 1287];

/// The combinations in a hand that beat another or lead, counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// The hand, reversed if the order is.
    hand: u64,
    is_reversed: bool,
    /// By kind the number of combinations.
    counts: [u32; Kind::ALL.len()],
    /// The kind of the combination to beat, and the deciding cards that beat it.
    beaten: Option<(Kind, u64)>,
    total: u32,
}

impl Counted {
    /// Count the combinations in a hand that satisfy a demand. It may not ask for certain cards.
    #[inline]
    pub(super) fn new(hand: OrderedSet, demand: Demand) -> Self {
        debug_assert!(demand.containing.is_empty());
        let is_reversed = demand.rules.reversed;
        let (hand, demand) = match is_reversed {
            true => (hand.reversed(), demand.reversed()),
            false => (hand, demand),
        };
        let hand = hand.bits();
        let beaten = demand.beat.map(|beat| (beat.kind(), demand.rules.above(beat)));
        let mut counted =
            Self { hand, is_reversed, counts: [0; Kind::ALL.len()], beaten, total: 0 };
        let mut add = |kind: Kind, above: u64| {
            if demand.rules.kinds.contains(kind) {
                let count = count(hand, kind, above);
                counted.counts[kind as usize] = count;
                counted.total += count;
            }
        };
        match beaten {
            None => Kind::ALL.into_iter().for_each(|kind| add(kind, u64::MAX)),
            Some((kind, above)) => {
                add(kind, above);
                if kind.size() == 5 {
                    let higher = Kind::ALL.into_iter().filter(|&other| other > kind);
                    higher.for_each(|higher| add(higher, u64::MAX));
                }
            }
        }
        counted
    }

    /// The number of combinations.
    #[inline]
    pub(super) const fn total(&self) -> u32 {
        self.total
    }

    /// The combination at a place, from 0, in the order of enumeration.
    #[inline]
    pub(super) fn nth(&self, mut place: u32) -> Option<Combination> {
        for kind in Kind::ALL.into_iter().rev() {
            let count = self.counts[kind as usize];
            if place < count {
                let above = match self.beaten {
                    Some((beaten, above)) if beaten == kind => above,
                    _ => u64::MAX,
                };
                let found = nth_of_kind(self.hand, kind, above, place)?;
                return Some(if self.is_reversed { found.reversed() } else { found });
            }
            place -= count;
        }
        None
    }
}

/// The number of combinations of a kind whose deciding card is one of `above`: all order indices
/// from some index up.
#[inline]
const fn count(hand: u64, kind: Kind, above: u64) -> u32 {
    match kind {
        Kind::OneCard => (hand & above).count_ones(),
        // All less those that are below.
        Kind::Pair => pairs(hand) - pairs(hand & !above),
        Kind::ThreeOfAKind => triples(hand) - triples(hand & !above),
        Kind::FourOfAKind => (all_four(hand) & above >> 3).count_ones(),
        Kind::Straight => straights(hand, above),
        Kind::Flush => flushes(hand) - flushes(hand & !above) - straight_flushes(hand, above),
        Kind::FullHouse => full_houses(hand, above),
        Kind::FourPlusOne => {
            let quads = (all_four(hand) & above).count_ones();
            if quads == 0 { 0 } else { quads * (hand.count_ones() - 4) }
        }
        Kind::StraightFlush => straight_flushes(hand, above),
    }
}

/// Two cards of a value are 1 pair, three are 3, four are 6.
#[inline]
const fn pairs(cards: u64) -> u32 {
    let (two, three, four) = (at_least_two(cards), at_least_three(cards), all_four(cards));
    two.count_ones() + 2 * three.count_ones() + 3 * four.count_ones()
}

/// Three cards of a value are 1 triple, four are 4.
#[inline]
const fn triples(cards: u64) -> u32 {
    at_least_three(cards).count_ones() + 3 * all_four(cards).count_ones()
}

/// Every triple with every pair of another value.
#[inline]
const fn full_houses(hand: u64, above: u64) -> u32 {
    let three_or_four = at_least_three(hand) & above;
    if three_or_four == 0 {
        return 0;
    }
    let four = all_four(hand) & above;
    let three = three_or_four & !four;
    let pairs = pairs(hand);
    let mut count = three.count_ones() * (pairs - 3);
    if four != 0 {
        count += 4 * four.count_ones() * (pairs - 6);
    }
    count
}

/// Five or more cards of each suit, straight flushes included.
#[inline]
const fn flushes(cards: u64) -> u32 {
    let mut count = 0;
    let mut suit = 0;
    while suit < 4 {
        count += FIVES[(cards & DIAMONDS << suit).count_ones() as usize];
        suit += 1;
    }
    count
}

#[inline]
const fn straight_flushes(hand: u64, above: u64) -> u32 {
    (runs(hand) & above).count_ones()
}

/// Every choice of a card of each value in a run, except straight flushes.
#[inline]
const fn straights(hand: u64, above: u64) -> u32 {
    let any = (hand | hand >> 1 | hand >> 2 | hand >> 3) & DIAMONDS;
    let mut lows = runs(any) & above >> 3;
    if lows == 0 {
        return 0;
    }
    let counts = OrderedSet::from_bits(hand).counts();
    let mut count = 0;
    while lows != 0 {
        let low = lows.trailing_zeros();
        lows &= lows - 1;
        let mut choices = (hand & above & 15 << low).count_ones();
        let mut below = 4;
        while below <= 16 {
            choices *= (counts >> (low - below) & 15) as u32;
            below += 4;
        }
        count += choices;
    }
    count - straight_flushes(hand, above)
}

#[cfg(test)]
mod tests {
    use super::super::combination::Kinds;
    use super::super::enumerate::combinations;
    use super::super::options::{Beats, MoveRules};
    use super::*;
    use crate::random::Random;

    fn cards(size: usize, values: u8, random: &mut Random) -> OrderedSet {
        let mut deck: Vec<u8> = (0..4 * values).collect();
        random.shuffle(&mut deck);
        OrderedSet::from_bits(deck[..size].iter().fold(0, |bits, index| bits | 1 << index))
    }

    #[test]
    fn counted_combinations_are_those_that_are_listed_in_their_order() {
        let mut random = Random::new(7);
        let mut seen = [0; Kind::ALL.len()];
        for number in 0..3_000 {
            // Few values make sets, many straights; few cards are the end of a round.
            let values = 5 + (number % 9) as u8;
            let size = random.below(18) as usize;
            let hand = cards(size, values, &mut random);
            let leads = combinations(cards(13, values, &mut random), Demand::default());
            for beats in [Beats::Suit, Beats::Higher, Beats::Equal] {
                for reversed in [false, true] {
                    let kinds = match number % 3 {
                        0 => Kinds::ALL,
                        _ => Kinds::from_bits(random.below(512) as u16 | 1),
                    };
                    let rules = MoveRules { kinds, beats, reversed };
                    let beat = random.pick(&leads).copied().filter(|_| number % 4 > 0);
                    let demand = Demand { beat, containing: OrderedSet::EMPTY, rules };
                    let counted = Counted::new(hand, demand);
                    let listed = combinations(hand, demand);
                    assert_eq!(counted.total() as usize, listed.len(), "{hand} {demand:?}");
                    for (place, &found) in (0..).zip(&listed) {
                        assert_eq!(counted.nth(place), Some(found), "{hand} {demand:?} {place}");
                        seen[found.kind() as usize] += 1;
                    }
                    assert_eq!(counted.nth(counted.total()), None);
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }
}
