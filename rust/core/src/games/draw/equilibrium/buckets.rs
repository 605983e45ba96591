//! Buckets: hands that the solver treats alike.
//!
//! Before the draw, hands are grouped by category, by whether they are four to a flush, and by how many
//! ranks complete a straight; each such family is split by strength. After the draw, hands are split by
//! strength alone.

use super::sets::Kind;
use crate::discard::{CanonicalHand, Hand, Mask, Prospects, keep_pattern};
use crate::poker::evaluate::Evaluator;
use crate::poker::{Category, HandRank};

/// The number of families: kinds of hands before the draw that differ in more than strength.
pub(super) const FAMILIES: usize = 20;

/// The number of strengths.
const STRENGTHS: usize = HandRank::COUNT as usize;

/// The numbers of five cards in ascending order, and the strength of the hand.
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

    /// The family of the hand.
    pub fn family(&self) -> usize {
        let category = Category::of_strength(self.strength);
        match category {
            Category::HighCard | Category::OnePair => {
                6 * usize::from(category.number())
                    + 3 * usize::from(self.has_flush_draw())
                    + self.straight_fillers()
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

    /// Whether exactly four cards share a suit.
    fn has_flush_draw(&self) -> bool {
        let mut counts = [0_u8; 4];
        for card in self.cards {
            counts[usize::from(card % 4)] += 1;
        }
        counts.contains(&4)
    }

    /// How many ranks make four of the cards a straight: 0, 1, or 2 for more.
    fn straight_fillers(&self) -> usize {
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

/// The name of a family.
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

/// The buckets, by the strengths at which they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Buckets {
    /// For each family, the strengths at which a bucket begins, ascending from 0.
    pub families: Vec<Vec<u16>>,
    /// The strengths at which a bucket begins after the draw, ascending from 0.
    pub strengths: Vec<u16>,
    /// For each bucket after the draw, the chance to win against a player who draws to the made hand, in
    /// units of 1 / [`Prospects::ONE`]. Discards are chosen by it.
    pub worths: Vec<u32>,
    /// The number of the first bucket of each family.
    firsts: Vec<usize>,
    /// The bucket after the draw of each strength.
    of_strength: Vec<u16>,
}

impl Buckets {
    /// The buckets with these borders; `None` if they are not valid: not one list for each family, a list
    /// that does not ascend from 0, or a wrong number of worths.
    pub fn new(families: Vec<Vec<u16>>, strengths: Vec<u16>, worths: Vec<u32>) -> Option<Self> {
        let is_list = |list: &[u16]| {
            list.first() == Some(&0)
                && list.windows(2).all(|pair| pair[0] < pair[1])
                && list.iter().all(|&begin| begin < HandRank::COUNT)
        };
        let are_lists = families.iter().all(|list| is_list(list)) && is_list(&strengths);
        let one = Prospects::ONE as u32;
        if families.len() != FAMILIES
            || !are_lists
            || worths.len() != strengths.len()
            || worths.iter().any(|&worth| worth > one)
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
            .map(|strength| (strengths.partition_point(|&begin| begin <= strength) - 1) as u16)
            .collect();
        Some(Self { families, strengths, worths, firsts, of_strength })
    }

    /// About this many buckets before the draw, and after it.
    pub fn cut(hands: &[CanonicalHand], kinds: &[Kind], before: usize, after: usize) -> Self {
        let mut masses = vec![vec![0.0; STRENGTHS]; FAMILIES];
        let mut weights = vec![0_i64; kinds.len()];
        for dealt in hands {
            let holding = Holding::of(dealt.hand.cards().map(crate::cards::Card::number));
            let mass = &mut masses[holding.family()][usize::from(holding.strength)];
            *mass += f64::from(dealt.weight);
            let discard = keep_pattern(dealt.hand).complement();
            // The common denominator that makes the draws of every number of cards equally likely.
            let parts = (crate::discard::COMMON_DRAWS / discard.draws()) as i64;
            add_final_hands(&mut weights, &holding, discard, parts * i64::from(dealt.weight));
        }
        let finals = final_masses(&weights, kinds);
        let total: f64 = finals.iter().sum();
        let mut borders = finals.clone();
        for (category, &end) in Category::ENDS.iter().enumerate() {
            // A quarter of the buckets is shared equally by all categories: the rare ones decide the
            // largest pots.
            let begin = category.checked_sub(1).map_or(0, |before| Category::ENDS[before]);
            let range = usize::from(begin)..usize::from(end);
            let mass: f64 = finals[range.clone()].iter().sum();
            for (border, of_strength) in borders[range.clone()].iter_mut().zip(&finals[range]) {
                *border = 0.75 * of_strength / total + 0.25 / 9.0 * of_strength / mass.max(1.0);
            }
        }
        let strengths = quantiles(&borders, after);
        let mut below = 0.0;
        let ends = strengths[1..].iter().copied().chain([HandRank::COUNT]);
        let worths = strengths.iter().zip(ends).map(|(&begin, end)| {
            let mass: f64 = finals[usize::from(begin)..usize::from(end)].iter().sum();
            below += mass;
            ((below - mass / 2.0) / total * Prospects::ONE as f64) as u32
        });
        let worths = worths.collect();
        let shares: Vec<f64> =
            masses.iter().map(|of_family| of_family.iter().sum::<f64>().powf(0.6)).collect();
        let all: f64 = shares.iter().sum();
        let families = masses.iter().zip(&shares).map(|(of_family, share)| {
            quantiles(of_family, ((share / all * before as f64).round() as usize).max(1))
        });
        let families = families.collect();
        let whole = vec![vec![0]; FAMILIES];
        Self::new(families, strengths, worths)
            .or_else(|| Self::new(whole, vec![0], vec![0]))
            .unwrap_or_else(|| unreachable!("borders are cut in ascending order"))
    }

    /// The number of buckets before the draw, and after it.
    pub fn counts(&self) -> (usize, usize) {
        (self.families.iter().map(Vec::len).sum(), self.strengths.len())
    }

    /// The bucket of a hand before the draw.
    pub fn of_holding(&self, holding: &Holding) -> usize {
        let family = holding.family();
        let begins = &self.families[family];
        let place = begins.partition_point(|&begin| begin <= holding.strength);
        self.firsts[family] + place.saturating_sub(1)
    }

    /// The bucket of a hand after the draw.
    pub fn of_strength(&self, strength: u16) -> usize {
        self.of_strength.get(usize::from(strength)).copied().unwrap_or(0).into()
    }

    /// The family of a bucket before the draw.
    pub fn family_of(&self, bucket: usize) -> usize {
        self.firsts.partition_point(|&first| first <= bucket).saturating_sub(1)
    }

    /// The worth of final hands, by which discards are chosen.
    pub fn prospects(&self) -> Prospects {
        Prospects::new(|strength| i64::from(self.worths[self.of_strength(strength)]))
    }
}

/// The best discard for each number of cards.
pub(super) fn best_masks(prospects: &Prospects, hand: Hand) -> [Mask; 6] {
    let values = prospects.values(hand);
    let mut best = [None::<Mask>; 6];
    for mask in Mask::all() {
        let best = &mut best[mask.len()];
        if best.is_none_or(|best| values[mask.index()] > values[best.index()]) {
            *best = Some(mask);
        }
    }
    best.map(Option::unwrap_or_default)
}

/// Add a hand with a discard to the weights of kinds of sets. The sums count the final hands: all hands
/// that hold the kept cards, less those that hold discarded ones.
pub(super) fn add_final_hands(weights: &mut [i64], holding: &Holding, discard: Mask, weight: i64) {
    let discard = usize::from(discard.number());
    let mut also = discard;
    loop {
        let held = (discard ^ 31) | also;
        let mut cards = [0; 5];
        let mut count = 0;
        for (place, card) in holding.cards.into_iter().enumerate() {
            if held >> place & 1 == 1 {
                cards[count] = card;
                count += 1;
            }
        }
        let sign = if also.count_ones() % 2 == 0 { weight } else { -weight };
        weights[super::sets::place_of(&cards[..count])] += sign;
        if also == 0 {
            return;
        }
        also = (also - 1) & discard;
    }
}

/// How often each final strength occurs, from weights of kinds of sets.
fn final_masses(weights: &[i64], kinds: &[Kind]) -> Vec<f64> {
    let mut masses = vec![0_i128; STRENGTHS];
    for (&weight, kind) in weights.iter().zip(kinds).filter(|(weight, _)| **weight != 0) {
        for &(strength, hands) in &kind.hands {
            masses[usize::from(strength)] += i128::from(weight) * i128::from(hands);
        }
    }
    masses.into_iter().map(|mass| mass as f64).collect()
}

/// Where to split strengths into at most this many parts of about the same mass.
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
