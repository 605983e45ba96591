//! Enumeration of every combination in a hand, by construction: only combinations are visited.
//!
//! The order is fixed: kinds from highest to lowest; within a kind from the highest combination to
//! the lowest; combinations of one kind with equal keys (two pairs with the same highest card, two
//! full houses with the same triple) by their cards compared from the highest down, higher first.
//! For sets of equal size that last order is the order of their bits, and the loops below are
//! nested so that they produce this order without sorting.
//!
//! Cost: a few word operations per value and suit, and a few per combination found.

use std::ops::ControlFlow;

use super::combination::{Combination, Kind, all_four, at_least_three, at_least_two, runs};
use super::options::MoveRules;
use super::order::{DIAMONDS, OrderedSet};

/// The pairs and triples of one value's four cards, highest first.
const PAIRS: [u64; 6] = [0b1100, 0b1010, 0b1001, 0b0110, 0b0101, 0b0011];
const TRIPLES: [u64; 4] = [0b1110, 0b1101, 0b1011, 0b0111];

/// Five suited cards in a row, from `3d`.
const STRAIGHT_FLUSH: u64 = 0x11111;

/// What the combinations must satisfy besides being in the hand.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Combination, Demand, combinations};
///
/// let hand = parse_cards("3d 4c 4h Qs")?.into_iter().collect();
/// let beat = Combination::of(parse_cards("5h")?.into_iter().collect())?;
/// let found = combinations(hand, Demand { beat: Some(beat), ..Demand::default() });
/// assert_eq!(found.len(), 1); // the queen
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// The combination to beat.
    pub beat: Option<Combination>,
    /// Cards that must be in the combination.
    pub containing: OrderedSet,
    /// Which kinds there are, and what beats what.
    pub rules: MoveRules,
}

impl Demand {
    /// Whether a combination satisfies the demand.
    #[must_use]
    pub fn allows(self, combination: Combination) -> bool {
        self.rules.kinds.contains(combination.kind())
            && self.containing.is_subset(combination.cards())
            && self.beat.is_none_or(|beat| self.rules.beats(combination, beat))
    }

    /// The same demand in the usual order, for a reversed hand.
    pub(super) fn reversed(self) -> Self {
        Self {
            beat: self.beat.map(Combination::reversed),
            containing: self.containing.reversed(),
            rules: MoveRules { reversed: false, ..self.rules },
        }
    }
}

/// All combinations in a hand that satisfy a demand, in order.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Demand, combinations};
///
/// let hand = parse_cards("3d 3c 4h")?.into_iter().collect();
/// let texts: Vec<String> =
///     combinations(hand, Demand::default()).iter().map(|found| found.to_string()).collect();
/// assert_eq!(texts, ["3d 3c", "4h", "3c", "3d"]);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[must_use]
pub fn combinations(hand: OrderedSet, demand: Demand) -> Vec<Combination> {
    let mut found = Vec::new();
    for_each_combination(hand, demand, |combination| found.push(combination));
    found
}

/// Visit all combinations in a hand that satisfy a demand, in order.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Demand, for_each_combination};
///
/// let (hand, mut count) = (parse_cards("3d 3c 4h")?.into_iter().collect(), 0);
/// for_each_combination(hand, Demand::default(), |_| count += 1);
/// assert_eq!(count, 4);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[inline]
pub fn for_each_combination(hand: OrderedSet, demand: Demand, mut visit: impl FnMut(Combination)) {
    let _ = search(hand, demand, &mut |combination| {
        visit(combination);
        ControlFlow::Continue(())
    });
}

/// Whether a hand has any combination that satisfies a demand; stops at the first.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::games::president::{Demand, OrderedSet, any_combination};
///
/// let hand: OrderedSet = parse_cards("3d 3c 4h")?.into_iter().collect();
/// assert!(any_combination(hand, Demand::default()));
/// assert!(!any_combination(OrderedSet::EMPTY, Demand::default()));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[must_use]
pub fn any_combination(hand: OrderedSet, demand: Demand) -> bool {
    search(hand, demand, &mut |_| ControlFlow::Break(())).is_break()
}

/// The combination at a place, from 0, among those of one kind in a hand whose deciding card is one
/// of `above`. The hand is one of the usual order.
pub(super) fn nth_of_kind(hand: u64, kind: Kind, above: u64, place: u32) -> Option<Combination> {
    let mut left = place;
    let mut nth = None;
    let mut visit = |combination| {
        if left > 0 {
            left -= 1;
            return ControlFlow::Continue(());
        }
        nth = Some(combination);
        ControlFlow::Break(())
    };
    let _ = Search { hand, must: 0, visit: &mut visit }.kind(kind, above);
    nth
}

/// Visit combinations until the visitor breaks.
#[inline]
fn search<F>(hand: OrderedSet, demand: Demand, visit: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    if demand.rules == MoveRules::USUAL {
        // The compiler removes what does not apply to these rules.
        search_by(hand, Demand { rules: MoveRules::USUAL, ..demand }, visit)
    } else {
        search_by_options(hand, demand, visit)
    }
}

/// The same by any rules. A reversed order is the usual one for reversed cards.
#[inline(never)]
fn search_by_options<F>(hand: OrderedSet, demand: Demand, visit: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    if demand.rules.reversed {
        let visit = &mut |found: Combination| visit(found.reversed());
        search_by(hand.reversed(), demand.reversed(), visit)
    } else {
        search_by(hand, demand, visit)
    }
}

/// The same in the usual order.
#[inline(always)]
fn search_by<F>(hand: OrderedSet, demand: Demand, visit: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    let must = demand.containing.bits();
    if must & !hand.bits() != 0 {
        return ControlFlow::Continue(());
    }
    let rules = demand.rules;
    let mut search = Search { hand: hand.bits(), must, visit };
    let Some(beat) = demand.beat else {
        for kind in Kind::ALL.into_iter().rev() {
            if rules.kinds.contains(kind) {
                search.kind(kind, u64::MAX)?;
            }
        }
        return ControlFlow::Continue(());
    };
    if beat.size() == 5 {
        for kind in Kind::ALL.into_iter().rev().take_while(|&kind| kind > beat.kind()) {
            if rules.kinds.contains(kind) {
                search.kind(kind, u64::MAX)?;
            }
        }
    }
    if rules.kinds.contains(beat.kind()) {
        search.kind(beat.kind(), rules.above(beat))?;
    }
    ControlFlow::Continue(())
}

struct Search<'a, F> {
    hand: u64,
    must: u64,
    visit: &'a mut F,
}

impl<F: FnMut(Combination) -> ControlFlow<()>> Search<'_, F> {
    /// Visit the combinations of one kind whose deciding card is one of `above`: all order indices
    /// from some index up.
    #[inline]
    fn kind(&mut self, kind: Kind, above: u64) -> ControlFlow<()> {
        match kind {
            Kind::OneCard => self.one_cards(above),
            Kind::Pair => self.pairs(above),
            Kind::ThreeOfAKind => self.triples(above),
            Kind::FourOfAKind => self.quads(above),
            Kind::Straight => self.straights(above),
            Kind::Flush => self.flushes(above),
            Kind::FullHouse => self.full_houses(above),
            Kind::FourPlusOne => self.quads_plus_one(above),
            Kind::StraightFlush => self.straight_flushes(above),
        }
    }

    #[inline]
    fn found(&mut self, bits: u64, kind: Kind, key: u8) -> ControlFlow<()> {
        if bits & self.must == self.must {
            (self.visit)(Combination::new(OrderedSet::from_bits(bits), kind, key))
        } else {
            ControlFlow::Continue(())
        }
    }

    fn straight_flushes(&mut self, above: u64) -> ControlFlow<()> {
        for top in downward(runs(self.hand) & above) {
            self.found(STRAIGHT_FLUSH << (top - 16), Kind::StraightFlush, top)?;
        }
        ControlFlow::Continue(())
    }

    fn quads_plus_one(&mut self, above: u64) -> ControlFlow<()> {
        for low in downward(all_four(self.hand) & above) {
            let quad = 15 << low;
            for one in downward(self.hand & !quad) {
                self.found(quad | 1 << one, Kind::FourPlusOne, low + 3)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn full_houses(&mut self, above: u64) -> ControlFlow<()> {
        let twos = at_least_two(self.hand);
        for low in downward(at_least_three(self.hand) & above) {
            let (kind, key) = (Kind::FullHouse, low + 3);
            let others = twos & !(1 << low);
            let digit = self.hand >> low & 15;
            // A pair above the triple comes first in card order, one below it last.
            for high in downward(others & u64::MAX << low) {
                for pair in subsets(&PAIRS, self.hand >> high & 15) {
                    for triple in subsets(&TRIPLES, digit) {
                        self.found(pair << high | triple << low, kind, key)?;
                    }
                }
            }
            for triple in subsets(&TRIPLES, digit) {
                for lower in downward(others & !(u64::MAX << low)) {
                    for pair in subsets(&PAIRS, self.hand >> lower & 15) {
                        self.found(triple << low | pair << lower, kind, key)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn flushes(&mut self, above: u64) -> ControlFlow<()> {
        let mut suited = 0;
        for suit in 0..4 {
            let cards = self.hand & DIAMONDS << suit;
            if cards.count_ones() >= 5 {
                suited |= cards;
            }
        }
        for top in downward(suited & above) {
            let under = suited & (DIAMONDS << (top % 4)) & !(u64::MAX << top);
            if under.count_ones() < 4 {
                continue;
            }
            let in_a_row = if top < 16 { 0 } else { STRAIGHT_FLUSH << (top - 16) };
            for second in downward(under) {
                for third in downward(under & !(u64::MAX << second)) {
                    for fourth in downward(under & !(u64::MAX << third)) {
                        for fifth in downward(under & !(u64::MAX << fourth)) {
                            let bits =
                                1 << top | 1 << second | 1 << third | 1 << fourth | 1 << fifth;
                            if bits != in_a_row {
                                self.found(bits, Kind::Flush, top)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn straights(&mut self, above: u64) -> ControlFlow<()> {
        let any = (self.hand | self.hand >> 1 | self.hand >> 2 | self.hand >> 3) & DIAMONDS;
        // The top value's digit overlaps `above` if its highest index does.
        for low in downward(runs(any) & (above >> 3)) {
            let digit = |below: u8| self.hand >> (low - 4 * below) & 15;
            let digits = [digit(0), digit(1), digit(2), digit(3), digit(4)];
            for first in downward(digits[0] & above >> low) {
                for second in downward(digits[1]) {
                    for third in downward(digits[2]) {
                        for fourth in downward(digits[3]) {
                            for fifth in downward(digits[4]) {
                                let suits = [first, second, third, fourth, fifth];
                                if suits[1..].iter().all(|&suit| suit == first) {
                                    continue;
                                }
                                let bits = (1 << first) << low
                                    | (1 << second) << (low - 4)
                                    | (1 << third) << (low - 8)
                                    | (1 << fourth) << (low - 12)
                                    | (1 << fifth) << (low - 16);
                                self.found(bits, Kind::Straight, low + first)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn quads(&mut self, above: u64) -> ControlFlow<()> {
        for low in downward(all_four(self.hand) & above >> 3) {
            self.found(15 << low, Kind::FourOfAKind, low + 3)?;
        }
        ControlFlow::Continue(())
    }

    fn triples(&mut self, above: u64) -> ControlFlow<()> {
        for low in downward(at_least_three(self.hand) & above >> 3) {
            for triple in subsets(&TRIPLES, self.hand >> low & 15) {
                let bits = triple << low;
                if bits & above != 0 {
                    self.found(bits, Kind::ThreeOfAKind, top(bits))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pairs(&mut self, above: u64) -> ControlFlow<()> {
        for low in downward(at_least_two(self.hand) & above >> 3) {
            for pair in subsets(&PAIRS, self.hand >> low & 15) {
                let bits = pair << low;
                if bits & above != 0 {
                    self.found(bits, Kind::Pair, top(bits))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn one_cards(&mut self, above: u64) -> ControlFlow<()> {
        for order_index in downward(self.hand & above) {
            self.found(1 << order_index, Kind::OneCard, order_index)?;
        }
        ControlFlow::Continue(())
    }
}

/// The index of the highest set bit of a nonzero word.
const fn top(bits: u64) -> u8 {
    63 - bits.leading_zeros() as u8
}

/// The indices of the set bits, highest first.
#[inline]
fn downward(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let order_index = top(bits);
            bits ^= 1 << order_index;
            order_index
        })
    })
}

/// The digits that are subsets of a digit.
#[inline]
fn subsets(digits: &[u64], digit: u64) -> impl Iterator<Item = u64> {
    digits.iter().copied().filter(move |&subset| subset & digit == subset)
}
