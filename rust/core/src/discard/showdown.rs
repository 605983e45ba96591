//! Showdown equity, exact, against an opponent who stands pat.
//!
//! After a discard of k cards there are C(47, k) draws, and for each of them C(47 − k, 5) opposing
//! hands: up to 1.3 × 10¹² pairs. They are counted without enumeration. The number of hands weaker
//! than a given one is computed in two parts:
//!
//! - *by ranks*, as if there were no flushes: it depends only on how many cards of each rank are
//!   left, so it is summed once for every multiset of drawn ranks (at most 1,820 of each size);
//! - *by suits*, the correction for suited hands, which move from the high cards and straights to
//!   the flushes and straight flushes: this counts five-card subsets of the thirteen bits left in
//!   each suit.
//!
//! Only the second part visits every draw. Discarding all five cards needs neither: both sides then
//! hold five random cards, so they win equally often, and ties are counted by ranks.
//!
//! The lowball games are counted the same way. Deuce-to-seven is a high ranking without a wheel in
//! which the weaker hand wins. In ace-to-five suits do not count, so there is nothing to correct.

use rayon::prelude::*;

use super::hand::Hand;
use super::lowball::Lowball;
use super::mask::{DRAWS, Mask};
use crate::cards::{CardSet, Rank, Suit};
use crate::combinatorics::{binomial, multiset_number};
use crate::lazy::Lazy;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::poker::Category;
use crate::poker::order::Order;
use crate::poker::pattern::Pattern;

/// C(42, k): the draws left by the opponent's hand.
pub(super) const DRAWS_LEFT: [u64; 6] = [1, 42, 861, 11_480, 111_930, 850_668];

/// The win and tie counts of each of the 32 discards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// Pairs of a draw and an opposing hand, by discard mask.
    pub totals: [u64; Mask::COUNT],
    /// Pairs that win.
    pub wins: [u64; Mask::COUNT],
    /// Pairs that tie.
    pub ties: [u64; Mask::COUNT],
}

impl Showdown {
    /// The equity: the probability of a win plus half the probability of a tie.
    #[must_use]
    pub fn equity(&self, discard: Mask) -> f64 {
        let mask = discard.index();
        (2 * self.wins[mask] + self.ties[mask]) as f64 / (2 * self.totals[mask]) as f64
    }

    /// The discard with the highest equity; ties go to the fewest cards, then to the smallest mask.
    /// Compared as exact fractions.
    #[must_use]
    pub fn best(&self) -> Mask {
        let twice = |mask: Mask| {
            let mask = mask.index();
            let points = 2 * u128::from(self.wins[mask]) + u128::from(self.ties[mask]);
            (points, u128::from(self.totals[mask]))
        };
        let mut best = Mask::NONE;
        for mask in Mask::BY_PREFERENCE {
            let ((points, total), (most, of)) = (twice(mask), twice(best));
            if points * of > most * total {
                best = mask;
            }
        }
        best
    }
}

/// The exact win, tie and loss counts of all 32 discards against an opponent who holds any five of
/// the 47 unseen cards and stands pat.
///
/// # Errors
///
/// If the monitor stops it.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, Mask, against_pat};
/// use cardcore::monitor::Monitor;
///
/// let hand = Hand::of(&parse_cards("As Ks Qs Js Ts")?)?;
/// let showdown = against_pat(hand, &Monitor::new())?;
/// // Standing pat on a royal flush: only the other three of the 1,533,939 hands tie.
/// assert_eq!(showdown.wins[0], 1_533_936);
/// assert_eq!(showdown.ties[0], 3);
/// assert_eq!(showdown.best(), Mask::NONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn against_pat(hand: Hand, monitor: &Monitor) -> Result<Showdown, Stopped> {
    count_against_pat(hand, &HIGH, monitor)
}

/// The same for a lowball game.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::{Hand, Lowball, Mask, low_against_pat};
/// use cardcore::monitor::Monitor;
///
/// // The best hand of deuce-to-seven stands pat.
/// let hand = Hand::of(&parse_cards("7c 5d 4h 3s 2c")?)?;
/// let showdown = low_against_pat(hand, Lowball::DeuceToSeven, &Monitor::new())?;
/// assert_eq!(showdown.best(), Mask::NONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the monitor stops it.
pub fn low_against_pat(hand: Hand, game: Lowball, monitor: &Monitor) -> Result<Showdown, Stopped> {
    match game {
        Lowball::DeuceToSeven => {
            let mut showdown = count_against_pat(hand, &ACES_HIGH, monitor)?;
            for (mask, wins) in showdown.wins.iter_mut().enumerate() {
                *wins = showdown.totals[mask] - showdown.ties[mask] - *wins;
            }
            Ok(showdown)
        }
        Lowball::AceToFive => count_against_pat(hand, &ACE_TO_FIVE, monitor),
    }
}

fn count_against_pat(
    hand: Hand,
    positions: &Positions,
    monitor: &Monitor,
) -> Result<Showdown, Stopped> {
    let unseen = Unseen::of(!hand.set());
    let draws = unseen.rank_draws();
    let kept: Vec<Vec<Kept>> = (0..5).map(|size| kept_after(hand, size)).collect();
    monitor.expect(draws.len() as u64);
    let add = |mut left: [[i64; Mask::COUNT]; 2], right: [[i64; Mask::COUNT]; 2]| {
        for (left, right) in left.as_flattened_mut().iter_mut().zip(right.as_flattened()) {
            *left += right;
        }
        left
    };
    let ([wins, ties], _) = parallel::sum(
        draws.par_iter(),
        // The scratch space is allocated by the first task of each thread.
        || ([[0; Mask::COUNT]; 2], Vec::new()),
        |(counts, mut below), drawn| {
            monitor.advance(1)?;
            below.resize(positions.mixed.len() + 1, 0);
            Ok((add(counts, unseen.count(positions, &kept[drawn.len()], drawn, &mut below)), below))
        },
        |(left, below), (right, _)| (add(left, right), below),
    )?;
    let mut showdown = Showdown {
        totals: [0; Mask::COUNT],
        wins: wins.map(i64::unsigned_abs),
        ties: ties.map(i64::unsigned_abs),
    };
    for (mask, total) in Mask::all().zip(&mut showdown.totals) {
        *total = u64::from(DRAWS[5]) * DRAWS_LEFT[mask.len()];
    }
    showdown.ties[31] = unseen.equal_pairs(positions);
    showdown.wins[31] = (showdown.totals[31] - showdown.ties[31]) / 2;
    Ok(showdown)
}

/// The hold of a discard.
struct Kept {
    discard: Mask,
    ranks: Vec<Rank>,
    /// The ranks as bits and the suit, if the cards are of one suit.
    one_suit: Option<(u16, usize)>,
}

/// The holds of all discards of this many cards.
fn kept_after(hand: Hand, size: usize) -> Vec<Kept> {
    Mask::all()
        .filter(|discard| discard.len() == size)
        .map(|discard| {
            let cards: Vec<_> = hand.chosen(discard.complement()).collect();
            let ranks = cards.iter().fold(0, |bits, card| bits | 1 << card.rank().number());
            let suit = cards.first().map(|card| card.suit());
            let suit = suit.filter(|&suit| cards.iter().all(|card| card.suit() == suit));
            Kept {
                discard,
                ranks: cards.iter().map(|card| card.rank()).collect(),
                one_suit: suit.map(|suit| (ranks, usize::from(suit.number()))),
            }
        })
        .collect()
}

/// A hand's position in the ranking of the opponent's hands.
#[derive(Clone, Copy)]
struct HandPosition {
    /// The number of offsuit patterns below it.
    position: u16,
    kind: Kind,
}

/// How suited hands affect a hand: which of them are below it, at their real position and at the
/// one they would have if they were offsuit.
#[derive(Clone, Copy)]
enum Kind {
    /// A high card with these ranks, and the straights that would be below it if they were high
    /// cards.
    HighCard { ranks: u16, straights: u16 },
    /// One pair, two pair or three of a kind.
    Paired,
    /// A straight with this number, from the wheel up.
    Straight { number: u32 },
    /// A flush, with the same fields as a high card.
    Flush { ranks: u16, straights: u16 },
    /// A full house or four of a kind.
    Full,
    /// A straight flush with this number.
    StraightFlush { number: u32 },
}

/// The order of hands, offsuit and suited.
struct Positions {
    /// The offsuit patterns in order: for each distinct rank, five times the rank plus its
    /// multiplicity, padded with `NO_CELL`.
    mixed: Vec<[u8; 5]>,
    /// The position of each offsuit pattern.
    positions: Vec<HandPosition>,
    /// The place in `positions` of five ranks, by the number of their multiset.
    by_ranks: Vec<u16>,
    /// The straights as sets of ranks, from the wheel up; [`NO_STRAIGHT`] for those that do not
    /// count.
    straights: [u16; 10],
    /// The straights contained in a set of ranks, one bit each.
    straights_in: Vec<u16>,
    /// Whether suited hands differ from others.
    has_flushes: bool,
}

/// More than thirteen ranks: in no hand.
const NO_STRAIGHT: u16 = u16::MAX;

/// The standard ranking.
static HIGH: Lazy<Positions> = Lazy::new(|| Positions::new(Pattern::all().iter(), STRAIGHTS, true));

/// The standard ranking without the wheel: deuce-to-seven turned around.
static ACES_HIGH: Lazy<Positions> = Lazy::new(|| {
    let mut straights = STRAIGHTS;
    straights[0] = NO_STRAIGHT;
    Positions::new(Order::deuce_to_seven().patterns.iter().rev(), straights, true)
});

/// Ace-to-five lowball.
static ACE_TO_FIVE: Lazy<Positions> =
    Lazy::new(|| Positions::new(Order::ace_to_five().patterns.iter(), [NO_STRAIGHT; 10], false));

/// Padding: no rank.
const NO_CELL: u8 = 65;

/// The straights as sets of ranks, from the wheel up.
const STRAIGHTS: [u16; 10] = {
    let mut straights = [0b1_0000_0000_1111; 10];
    let mut number = 1;
    while number < 10 {
        straights[number] = 0b1_1111 << (number - 1);
        number += 1;
    }
    straights
};

/// The number of ranks in a set: a population count, because most compilation targets cannot assume
/// an instruction for it.
static SIZES: [u8; 1 << 13] = {
    let mut sizes = [0; 1 << 13];
    let mut set = 0;
    while set < sizes.len() {
        sizes[set] = set.count_ones() as u8;
        set += 1;
    }
    sizes
};

fn size(set: u16) -> usize {
    usize::from(SIZES[usize::from(set) % SIZES.len()])
}

impl Positions {
    /// The order of these patterns, weakest first.
    fn new<'a>(
        patterns: impl Iterator<Item = &'a Pattern>,
        straights: [u16; 10],
        has_flushes: bool,
    ) -> Self {
        let (mut mixed, mut positions) = (Vec::new(), Vec::new());
        let mut by_ranks = vec![0; binomial(17, 5) as usize];
        for pattern in patterns {
            let ranks = rank_bits(&pattern.ranks);
            let kind = match pattern.category {
                // Without flushes no hand needs a correction, as these need none without straights.
                _ if !has_flushes => Kind::Full,
                Category::HighCard => {
                    Kind::HighCard { ranks, straights: straights_before(&straights, ranks) }
                }
                Category::OnePair | Category::TwoPairs | Category::ThreeOfAKind => Kind::Paired,
                Category::Straight => Kind::Straight { number: straight_number(ranks) },
                Category::FullHouse | Category::FourOfAKind => Kind::Full,
                Category::Flush | Category::StraightFlush => continue,
            };
            let mut cells = [NO_CELL; 5];
            let distinct = Rank::ALL.into_iter().filter(|&rank| ranks >> rank.number() & 1 == 1);
            for (cell, rank) in cells.iter_mut().zip(distinct) {
                let count = pattern.ranks.iter().filter(|&&other| other == rank).count();
                *cell = 5 * rank.number() + count as u8;
            }
            let position = mixed.len() as u16;
            by_ranks[number_of_ranks(pattern.ranks)] = position;
            positions.push(HandPosition { position, kind });
            mixed.push(cells);
        }
        let straights_in = (0..1 << 13_u16).map(|set: u16| {
            let inside = |straight: u16| u16::from(straight & !set == 0);
            (0..).zip(straights).fold(0, |bits, (n, straight)| bits | inside(straight) << n)
        });
        let straights_in = straights_in.collect();
        Self { mixed, positions, by_ranks, straights, straights_in, has_flushes }
    }

    /// The position of a hand with these ranks, suited or not.
    fn position_of(&self, ranks: [Rank; 5], flush: bool) -> HandPosition {
        let bits = rank_bits(&ranks);
        if !flush || !self.has_flushes {
            let place = self.by_ranks[number_of_ranks(ranks)];
            return self.positions[usize::from(place)];
        }
        if self.straights.contains(&bits) {
            let kind = Kind::StraightFlush { number: straight_number(bits) };
            return HandPosition { position: self.mixed.len() as u16, kind };
        }
        // As many offsuit patterns are below a flush with a wheel as without.
        let position = Category::ENDS[usize::from(Category::Straight.number())];
        let straights = straights_before(&self.straights, bits);
        HandPosition { position, kind: Kind::Flush { ranks: bits, straights } }
    }
}

/// The straights that precede a set of ranks when all sets are ordered by their highest ranks,
/// straight or not.
fn straights_before(straights: &[u16; 10], ranks: u16) -> u16 {
    (0..).zip(straights).fold(0, |bits, (n, &straight)| bits | u16::from(straight < ranks) << n)
}

/// The number of a straight, from the wheel up.
fn straight_number(ranks: u16) -> u32 {
    STRAIGHTS.iter().take_while(|&&straight| straight != ranks).count() as u32
}

/// The number of a multiset of five ranks.
fn number_of_ranks(mut ranks: [Rank; 5]) -> usize {
    ranks.sort_unstable();
    multiset_number(ranks.map(|rank| usize::from(rank.number())))
}

fn rank_bits(ranks: &[Rank]) -> u16 {
    ranks.iter().fold(0, |bits, rank| bits | 1 << rank.number())
}

/// How many five-rank subsets of `available` precede `ranks` when ordered by their highest ranks.
fn sets_before(available: u16, ranks: u16) -> i64 {
    let (mut before, mut missing, mut left) = (0, 5, ranks);
    while left != 0 {
        let highest = 1 << (15 - left.leading_zeros());
        before += binomial(size(available & (highest - 1)), missing) as i64;
        if available & highest == 0 {
            break;
        }
        missing -= 1;
        left ^= highest;
    }
    before
}

impl Kind {
    /// How many more suited hands from the available ranks are below than if they were offsuit.
    #[inline]
    fn correction(self, order: &Positions, available: u16) -> i64 {
        let straights = order.straights_in[usize::from(available) % SIZES.len()];
        let sets = binomial(size(available), 5) as i64;
        let count = |straights: u16| size(straights) as i64;
        match self {
            Self::HighCard { ranks, straights: before } => {
                count(straights & before) - sets_before(available, ranks)
            }
            Self::Paired => count(straights) - sets,
            Self::Straight { number } => count(straights >> number) - sets,
            Self::Flush { ranks, straights: before } => {
                sets_before(available, ranks) - count(straights & before) - sets
            }
            Self::Full => -count(straights),
            Self::StraightFlush { number } => -count(straights >> number),
        }
    }

    /// The same for hands of equal strength.
    #[inline]
    fn equal_correction(self, available: u16) -> i64 {
        let inside = |ranks: u16| i64::from(ranks & !available == 0);
        match self {
            Self::HighCard { ranks, .. } => -inside(ranks),
            Self::Straight { number } => -inside(STRAIGHTS[number as usize]),
            Self::Flush { ranks, .. } => inside(ranks),
            Self::StraightFlush { number } => inside(STRAIGHTS[number as usize]),
            Self::Paired | Self::Full => 0,
        }
    }

    const fn is_flush(self) -> bool {
        matches!(self, Self::Flush { .. } | Self::StraightFlush { .. })
    }
}

/// The 47 unseen cards.
struct Unseen {
    /// The number of cards of each rank.
    counts: [usize; 13],
    /// The ranks available in each suit.
    suits: [u16; 4],
}

impl Unseen {
    fn of(cards: CardSet) -> Self {
        let mut unseen = Self { counts: [0; 13], suits: [0; 4] };
        for card in cards.iter() {
            unseen.counts[usize::from(card.rank().number())] += 1;
            unseen.suits[usize::from(card.suit().number())] |= 1 << card.rank().number();
        }
        unseen
    }

    /// Every multiset of up to four ranks that can be drawn, lowest rank first.
    fn rank_draws(&self) -> Vec<Vec<Rank>> {
        let mut draws: Vec<Vec<Rank>> = vec![Vec::new()];
        let mut start = 0;
        for _ in 0..4 {
            let end = draws.len();
            for index in start..end {
                let shorter = draws[index].clone();
                let lowest = shorter.last().copied().unwrap_or(Rank::Two);
                for rank in Rank::ALL.into_iter().filter(|&rank| rank >= lowest) {
                    let there = shorter.iter().filter(|&&other| other == rank).count();
                    if there < self.counts[usize::from(rank.number())] {
                        let mut longer = shorter.clone();
                        longer.push(rank);
                        draws.push(longer);
                    }
                }
            }
            start = end;
        }
        draws
    }

    /// Wins and ties over all draws of these ranks, by discard mask. `below` is scratch space.
    fn count(
        &self,
        order: &Positions,
        kept: &[Kept],
        drawn: &[Rank],
        below: &mut [i64],
    ) -> [[i64; Mask::COUNT]; 2] {
        self.sum_by_ranks(order, drawn, below);
        let ranks_of = |kept: &Kept| {
            let mut ranks = [Rank::Two; 5];
            for (slot, &rank) in ranks.iter_mut().zip(kept.ranks.iter().chain(drawn)) {
                *slot = rank;
            }
            ranks
        };
        let positions: Vec<HandPosition> =
            kept.iter().map(|kept| order.position_of(ranks_of(kept), false)).collect();
        let bits = rank_bits(drawn);
        let distinct = bits.count_ones() as usize == drawn.len();

        let mut counts = [[0; Mask::COUNT]; 2];
        self.for_each_draw(drawn, self.suits, &mut |available| {
            // The suit all drawn cards share, if they do.
            let drawn_suit = (0..4).find(|&suit| {
                distinct && (self.suits[suit] ^ available[suit]) == bits && !drawn.is_empty()
            });
            for (kept, &mixed) in kept.iter().zip(&positions) {
                let flush = kept.one_suit.filter(|&(ranks, suit)| {
                    let all = drawn.is_empty() || drawn_suit == Some(suit);
                    all && (ranks | bits).count_ones() == 5
                });
                let hand_position = match flush {
                    Some(_) => order.position_of(ranks_of(kept), true),
                    None => mixed,
                };
                let position = usize::from(hand_position.position);
                let (mut wins, mut ties) = (below[position], 0);
                if !hand_position.kind.is_flush() {
                    ties = below[position + 1] - below[position];
                }
                for suit in available {
                    wins += hand_position.kind.correction(order, suit);
                    ties += hand_position.kind.equal_correction(suit);
                }
                counts[0][kept.discard.index()] += wins;
                counts[1][kept.discard.index()] += ties;
            }
        });
        counts
    }

    /// For each pattern, write the number of opposing hands below it, by ranks alone, into `below`,
    /// after cards of these ranks are drawn.
    fn sum_by_ranks(&self, order: &Positions, drawn: &[Rank], below: &mut [i64]) {
        let mut ways = [1_u32; 66];
        for rank in Rank::ALL {
            let number = usize::from(rank.number());
            let left = self.counts[number] - drawn.iter().filter(|&&other| other == rank).count();
            for count in 0..5 {
                ways[5 * number + count] = binomial(left, count) as u32;
            }
        }
        let mut sum = 0;
        for (below, cells) in below.iter_mut().zip(&order.mixed) {
            *below = sum;
            let mut product = 1;
            for &cell in cells {
                product *= ways[usize::from(cell.min(NO_CELL))];
            }
            sum += i64::from(product);
        }
        if let Some(last) = below.last_mut() {
            *last = sum;
        }
    }

    /// Visit every way to draw cards of these ranks, with the ranks then left in each suit.
    fn for_each_draw(&self, drawn: &[Rank], left: [u16; 4], visit: &mut impl FnMut([u16; 4])) {
        let Some((&rank, _)) = drawn.split_first() else {
            visit(left);
            return;
        };
        let count = drawn.iter().take_while(|&&other| other == rank).count();
        let bit = 1 << rank.number();
        for suits in (0..16_u8).filter(|suits| suits.count_ones() as usize == count) {
            let chosen = |suit: Suit| suits >> suit.number() & 1 == 1;
            let there = |suit: Suit| self.suits[usize::from(suit.number())] & bit != 0;
            if Suit::ALL.into_iter().all(|suit| !chosen(suit) || there(suit)) {
                let mut less = left;
                for suit in Suit::ALL.into_iter().filter(|&suit| chosen(suit)) {
                    less[usize::from(suit.number())] &= !bit;
                }
                self.for_each_draw(&drawn[count..], less, visit);
            }
        }
    }

    /// The number of ordered pairs of disjoint hands of equal strength.
    fn equal_pairs(&self, order: &Positions) -> u64 {
        let mut pairs = 0;
        for (cells, hand_position) in order.mixed.iter().zip(&order.positions) {
            // Both by ranks, then the corrections for suited hands.
            let (mut both, mut other) = (1, 1);
            for &cell in cells.iter().filter(|&&cell| cell != NO_CELL) {
                let (left, count) = (self.counts[usize::from(cell / 5)], usize::from(cell % 5));
                let ways = |left: usize| binomial(left, count) as i64;
                both *= ways(left) * ways(left.saturating_sub(count));
                other *= ways(left.saturating_sub(count));
            }
            let ranks = match hand_position.kind {
                Kind::HighCard { ranks, .. } => ranks,
                Kind::Straight { number } => STRAIGHTS[number as usize],
                _ => {
                    pairs += both;
                    continue;
                }
            };
            let flushes = self.suits.iter().filter(|&&suit| ranks & !suit == 0).count() as i64;
            // Two offsuit hands: all pairs minus those in which one or the other is suited, plus
            // those in which both are (inclusion–exclusion). Then two suited hands.
            pairs += both - 2 * flushes * other + flushes * (flushes - 1);
            pairs += flushes * (flushes - 1);
        }
        pairs.unsigned_abs()
    }
}
