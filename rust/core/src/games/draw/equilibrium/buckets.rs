//! Card abstraction: buckets of hands that are played alike.
//!
//! Before the draw, hands are grouped by category, by whether they are a four-flush, and by how
//! many ranks would complete a straight; each group is split by strength. After the draw, buckets
//! are ranges of strength.

use super::sets::Kind;
use crate::discard::{CanonicalHand, DrawValues, Hand, Mask, keep_pattern};
use crate::poker::evaluate::Evaluator;
use crate::poker::{Category, HandRank};

/// The number of families: groups of hands before the draw that differ in more than strength.
pub(super) const FAMILIES: usize = 20;

/// The number of strengths.
const STRENGTHS: usize = HandRank::COUNT as usize;

/// The card numbers of a hand, in ascending order, and its strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    pub cards: [u8; 5],
    pub strength: u16,
}

impl Holding {
    /// A holding of five different cards in any order.
    pub fn of(mut cards: [u8; 5]) -> Self {
        cards.sort_unstable();
        Self { cards, strength: Evaluator::new().strength(cards).unwrap_or(0) }
    }

    /// The family of the hand, independent of its strength.
    pub fn family(&self) -> usize {
        let category = Category::of_strength(self.strength);
        match category {
            Category::HighCard | Category::OnePair => {
                6 * usize::from(category.number())
                    + 3 * usize::from(self.has_flush_draw())
                    + self.straight_outs()
            }
            Category::TwoPairs => 12,
            Category::ThreeOfAKind => 13,
            Category::Straight => 14 + usize::from(self.has_flush_draw()),
            Category::Flush => 16,
            Category::FullHouse => 17,
            Category::FourOfAKind => 18,
            Category::StraightFlush => 19,
        }
    }

    /// Whether exactly four cards are of one suit.
    fn has_flush_draw(&self) -> bool {
        let mut counts = [0_u8; 4];
        for card in self.cards {
            counts[usize::from(card % 4)] += 1;
        }
        counts.contains(&4)
    }

    /// How many ranks complete a straight: 0, 1, or 2 for more.
    fn straight_outs(&self) -> usize {
        let ranks = self.cards.iter().fold(0_u16, |ranks, card| ranks | 2 << (card / 4));
        let ranks = ranks | ranks >> 13;
        let missing = (0..10).fold(0_u16, |missing, low| {
            let window = 31 << low;
            let held = ranks & window;
            if held.count_ones() == 4 { missing | window & !held } else { missing }
        });
        (missing.count_ones() as usize).min(2)
    }
}

/// The description of a family.
pub(super) fn family_name(family: usize) -> String {
    let names = |flush: bool, fillers: usize| {
        let flush = if flush { ", four of a suit" } else { "" };
        let straight = ["", ", one rank short of a straight", ", open-ended straight"];
        format!("{flush}{}", straight.get(fillers).copied().unwrap_or(""))
    };
    match family {
        0..=5 => format!("high card{}", names(family >= 3, family % 3)),
        6..=11 => format!("one pair{}", names(family >= 9, family % 3)),
        12 => "two pair".to_owned(),
        13 => "three of a kind".to_owned(),
        14 => "straight".to_owned(),
        15 => "straight, four of a suit".to_owned(),
        16 => "flush".to_owned(),
        17 => "full house".to_owned(),
        18 => "four of a kind".to_owned(),
        _ => "straight flush".to_owned(),
    }
}

/// The bucketing of hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Buckets {
    /// For each family, the first strength of each bucket, ascending, starting with 0.
    pub families: Vec<Vec<u16>>,
    /// The first strength of each bucket after the draw, likewise.
    pub strengths: Vec<u16>,
    /// For each bucket after the draw, the equity against a player who draws to its made hand, in
    /// units of [`DrawValues::ONE`]. It determines the discards.
    pub utilities: Vec<u32>,
    /// The number of the first bucket of every family.
    firsts: Vec<usize>,
    /// The bucket after the draw, by strength.
    of_strength: Vec<u16>,
}

impl Buckets {
    /// The buckets with these boundaries; `None` if they are invalid: not one list per family, a
    /// list that does not start with 0 or does not ascend, or a wrong number of utilities.
    pub fn new(families: Vec<Vec<u16>>, strengths: Vec<u16>, utilities: Vec<u32>) -> Option<Self> {
        let is_list = |list: &[u16]| {
            list.first() == Some(&0)
                && list.windows(2).all(|pair| pair[0] < pair[1])
                && list.iter().all(|&start| start < HandRank::COUNT)
        };
        let are_lists = families.iter().all(|list| is_list(list)) && is_list(&strengths);
        let one = DrawValues::ONE as u32;
        if families.len() != FAMILIES
            || !are_lists
            || utilities.len() != strengths.len()
            || utilities.iter().any(|&utility| utility > one)
        {
            return None;
        }
        let mut count = 0;
        let firsts = families.iter().map(|list| {
            count += list.len();
            count - list.len()
        });
        let firsts = firsts.collect();
        let of_strength = (0..HandRank::COUNT)
            .map(|strength| (strengths.partition_point(|&start| start <= strength) - 1) as u16)
            .collect();
        Some(Self { families, strengths, utilities, firsts, of_strength })
    }

    /// Approximately this many buckets before and after the draw.
    pub fn cut(hands: &[CanonicalHand], kinds: &[Kind], before: usize, after: usize) -> Self {
        let mut masses = vec![vec![0.0; STRENGTHS]; FAMILIES];
        let mut weights = vec![0_i64; kinds.len()];
        for dealt in hands {
            let holding = Holding::of(dealt.hand.cards().map(crate::cards::Card::number));
            let mass = &mut masses[holding.family()][usize::from(holding.strength)];
            *mass += f64::from(dealt.weight);
            let discard = keep_pattern(dealt.hand).complement();
            // Weighted so that all numbers of cards drawn are equally likely.
            let parts = (crate::discard::COMMON_DRAWS / discard.draws()) as i64;
            add_final_hands(&mut weights, &holding, discard, parts * i64::from(dealt.weight));
        }
        let finals = final_masses(&weights, kinds);
        let total: f64 = finals.iter().sum();
        let mut borders = finals.clone();
        for (category, &end) in Category::ENDS.iter().enumerate() {
            // A quarter of the buckets is split evenly among the categories: the rare ones decide
            // the largest pots.
            let start = category.checked_sub(1).map_or(0, |before| Category::ENDS[before]);
            let range = usize::from(start)..usize::from(end);
            let mass: f64 = finals[range.clone()].iter().sum();
            for (border, of_strength) in borders[range.clone()].iter_mut().zip(&finals[range]) {
                *border = 0.75 * of_strength / total + 0.25 / 9.0 * of_strength / mass.max(1.0);
            }
        }
        let strengths = quantiles(&borders, after);
        let mut below = 0.0;
        let ends = strengths[1..].iter().copied().chain([HandRank::COUNT]);
        let utilities = strengths.iter().zip(ends).map(|(&start, end)| {
            let mass: f64 = finals[usize::from(start)..usize::from(end)].iter().sum();
            below += mass;
            ((below - mass / 2.0) / total * DrawValues::ONE as f64) as u32
        });
        let utilities = utilities.collect();
        let shares: Vec<f64> =
            masses.iter().map(|of_family| of_family.iter().sum::<f64>().powf(0.6)).collect();
        let all: f64 = shares.iter().sum();
        let families = masses.iter().zip(&shares).map(|(of_family, share)| {
            quantiles(of_family, ((share / all * before as f64).round() as usize).max(1))
        });
        let families = families.collect();
        let whole = vec![vec![0]; FAMILIES];
        Self::new(families, strengths, utilities)
            .or_else(|| Self::new(whole, vec![0], vec![0]))
            .unwrap_or_else(|| unreachable!("borders are cut in ascending order"))
    }

    /// The numbers of buckets before and after the draw.
    pub fn counts(&self) -> (usize, usize) {
        (self.families.iter().map(Vec::len).sum(), self.strengths.len())
    }

    /// The bucket of a hand before the draw.
    pub fn of_holding(&self, holding: &Holding) -> usize {
        let family = holding.family();
        let begins = &self.families[family];
        let position = begins.partition_point(|&start| start <= holding.strength);
        self.firsts[family] + position.saturating_sub(1)
    }

    /// The bucket of a hand after the draw.
    pub fn of_strength(&self, strength: u16) -> usize {
        self.of_strength.get(usize::from(strength)).copied().unwrap_or(0).into()
    }

    /// The family of a bucket before the draw.
    pub fn family_of(&self, bucket: usize) -> usize {
        self.firsts.partition_point(|&first| first <= bucket).saturating_sub(1)
    }

    /// The utility of final hands that determines the discards.
    pub fn draw_values(&self) -> DrawValues {
        DrawValues::new(|strength| i64::from(self.utilities[self.of_strength(strength)]))
    }
}

/// The best discard for every number of cards.
pub(super) fn best_masks(draw_values: &DrawValues, hand: Hand) -> [Mask; 6] {
    let values = draw_values.values(hand);
    let mut best = [None::<Mask>; 6];
    for mask in Mask::all() {
        let best = &mut best[mask.len()];
        if best.is_none_or(|best| values[mask.index()] > values[best.index()]) {
            *best = Some(mask);
        }
    }
    best.map(Option::unwrap_or_default)
}

/// Add a hand with a discard to the weights of the kinds of sets from which final hands are
/// counted: of all hands that contain the hold, those without the discards.
pub(super) fn add_final_hands(weights: &mut [i64], holding: &Holding, discard: Mask, weight: i64) {
    let discard = usize::from(discard.number());
    let mut also = discard;
    loop {
        let held = (discard ^ 31) | also;
        let mut cards = [0; 5];
        let mut count = 0;
        for (position, card) in holding.cards.into_iter().enumerate() {
            if held >> position & 1 == 1 {
                cards[count] = card;
                count += 1;
            }
        }
        let sign = if also.count_ones() % 2 == 0 { weight } else { -weight };
        weights[super::sets::set_index(&cards[..count])] += sign;
        if also == 0 {
            return;
        }
        also = (also - 1) & discard;
    }
}

/// The frequency of every final strength, from weights of kinds of sets.
fn final_masses(weights: &[i64], kinds: &[Kind]) -> Vec<f64> {
    let mut masses = vec![0_i128; STRENGTHS];
    for (&weight, kind) in weights.iter().zip(kinds).filter(|(weight, _)| **weight != 0) {
        for &(strength, hands) in &kind.hands {
            masses[usize::from(strength)] += i128::from(weight) * i128::from(hands);
        }
    }
    masses.into_iter().map(|mass| mass as f64).collect()
}

/// Boundaries that split strengths into at most this many parts of about equal mass.
fn quantiles(masses: &[f64], parts: usize) -> Vec<u16> {
    let total: f64 = masses.iter().sum();
    let mut borders = vec![0];
    let (mut below, mut last) = (0.0, None);
    for (strength, mass) in (0..).zip(masses) {
        if *mass <= 0.0 {
            continue;
        }
        let part = ((below + mass / 2.0) / total * parts as f64) as usize;
        if last.is_some_and(|last| last < part) {
            borders.push(strength);
        }
        last = Some(part);
        below += mass;
    }
    borders
}
