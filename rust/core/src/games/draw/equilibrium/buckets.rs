//! Card abstraction: buckets of hands that are played alike.
//!
//! Before the draw, every family of hands ([`super::families`]) is split by strength, in lowball and
//! badugi by what the best discard brings. After the draw, buckets are ranges of strength.

use std::sync::Arc;

use super::families::{families, high_family, low_place};
use super::holding::{Discards, Holding};
use super::sets::Sets;
use crate::cards::Card;
use crate::combinatorics::binomial;
use crate::discard::{COMMON_DRAWS, Hand, Mask, keep_pattern};
use crate::games::draw::low_cards::throw_high_cards;
use crate::poker::{Category, Ranking};

/// The bucketing of hands.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    pub ranking: Ranking,
    /// For each family, the first place of each bucket, ascending, starting with 0. The place of a hand
    /// is its strength, in lowball and badugi what its best discard brings.
    pub families: Vec<Vec<u16>>,
    /// The first strength of each bucket after the draw, likewise.
    pub strengths: Vec<u16>,
    /// For each bucket after the draw, the equity against a player who draws to a made hand or to low
    /// cards, in units of [`Discards::ONE`]. It determines the discards.
    pub utilities: Vec<u32>,
    /// The number of the first bucket of every family.
    firsts: Vec<usize>,
    /// The bucket after the draw, by strength.
    of_strength: Vec<u16>,
    /// The best discards of every hand.
    pub discards: Arc<Discards>,
}

impl Buckets {
    /// The buckets with these boundaries; `None` if they are invalid: not one list per family, a
    /// list that does not start with 0 or does not ascend, or a wrong number of utilities.
    pub fn new(
        ranking: Ranking,
        places: Vec<Vec<u16>>,
        strengths: Vec<u16>,
        utilities: Vec<u32>,
    ) -> Option<Self> {
        let is_list = |list: &[u16], end: u16| {
            list.first() == Some(&0)
                && list.windows(2).all(|pair| pair[0] < pair[1])
                && list.iter().all(|&start| start < end)
        };
        let end = if ranking == Ranking::High { ranking.strengths() } else { u16::MAX };
        let are_lists = places.iter().all(|list| is_list(list, end))
            && is_list(&strengths, ranking.strengths());
        let one = Discards::ONE as u32;
        if places.len() != families(ranking)
            || !are_lists
            || utilities.len() != strengths.len()
            || utilities.iter().any(|&utility| utility > one)
        {
            return None;
        }
        let mut count = 0;
        let firsts = places.iter().map(|list| {
            count += list.len();
            count - list.len()
        });
        let firsts = firsts.collect();
        let of_strength: Vec<u16> = (0..ranking.strengths())
            .map(|strength| (strengths.partition_point(|&start| start <= strength) - 1) as u16)
            .collect();
        let utility =
            |strength: u16| i64::from(utilities[usize::from(of_strength[usize::from(strength)])]);
        let discards = Arc::new(Discards::new(ranking, utility));
        Some(Self {
            ranking,
            families: places,
            strengths,
            utilities,
            firsts,
            of_strength,
            discards,
        })
    }

    /// Approximately this many buckets before and after the draw.
    pub fn cut(sets: &Sets, before: usize, after: usize) -> Self {
        let ranking = sets.ranking;
        let hands = sets.hands();
        let finals = final_hands(sets, &hands, |holding| simple_discard(ranking, holding));
        if ranking == Ranking::High {
            let strengths = quantiles(&high_borders(&finals), after);
            let utilities = utilities(&finals, &strengths);
            let place = |holding: &Holding| (high_family(holding), holding.strength);
            let places = places(ranking, &hands, before, place);
            return Self::checked(ranking, places, strengths, utilities);
        }
        // Others draw better than by the simple rule, so what beats them is found twice.
        let simple = Self::of_finals(ranking, &finals, after);
        let finals = final_hands(sets, &hands, |holding| {
            let best = simple.discards.best(holding);
            best.into_iter()
                .fold(best[0], |most, next| if next.value > most.value { next } else { most })
                .discard
        });
        let Self { strengths, utilities, discards, .. } = Self::of_finals(ranking, &finals, after);
        let places = places(ranking, &hands, before, |holding| low_place(&discards.best(holding)));
        Self::checked(ranking, places, strengths, utilities)
    }

    /// Without families: the buckets after the draw of lowball or badugi.
    fn of_finals(ranking: Ranking, finals: &[f64], after: usize) -> Self {
        let strengths = quantiles(&low_borders(finals), after);
        let utilities = utilities(finals, &strengths);
        Self::checked(ranking, vec![vec![0]; families(ranking)], strengths, utilities)
    }

    fn checked(
        ranking: Ranking,
        places: Vec<Vec<u16>>,
        strengths: Vec<u16>,
        utilities: Vec<u32>,
    ) -> Self {
        let whole = vec![vec![0]; families(ranking)];
        Self::new(ranking, places, strengths, utilities)
            .or_else(|| Self::new(ranking, whole, vec![0], vec![0]))
            .unwrap_or_else(|| unreachable!("borders are cut in ascending order"))
    }

    /// The numbers of buckets before and after the draw.
    pub fn counts(&self) -> (usize, usize) {
        (self.families.iter().map(Vec::len).sum(), self.strengths.len())
    }

    /// The number of cards in a hand.
    pub const fn cards(&self) -> usize {
        if matches!(self.ranking, Ranking::Badugi) { 4 } else { 5 }
    }

    /// A player's hand among the first cards of a deck.
    pub fn dealt(&self, deck: &[u8], player: usize) -> Holding {
        Holding::dealt(self.ranking, deck, player, self.cards())
    }

    /// The bucket of a hand before the draw.
    pub fn of_holding(&self, holding: &Holding) -> usize {
        let (family, place) = match self.ranking {
            Ranking::High => (high_family(holding), holding.strength),
            _ => low_place(&self.discards.best(holding)),
        };
        let position = self.families[family].partition_point(|&start| start <= place);
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

    /// The best discard of a hand for every number of cards.
    pub fn discards(&self, holding: &Holding) -> [Mask; 6] {
        self.discards.best(holding).map(|best| best.discard)
    }
}

/// What a player discards who does not calculate.
fn simple_discard(ranking: Ranking, holding: &Holding) -> Mask {
    if ranking != Ranking::High {
        let thrown = throw_high_cards(holding.set(), ranking);
        return Mask::from_fn(|index| {
            let card = holding.cards().get(index).and_then(|&card| Card::from_number(card));
            card.is_some_and(|card| thrown.contains(card))
        });
    }
    let hand = holding.cards().try_into().ok().and_then(Hand::from_numbers);
    hand.map_or(Mask::NONE, |hand| keep_pattern(hand).complement())
}

/// How often every final strength occurs if hands are drawn to by a rule.
fn final_hands(
    sets: &Sets,
    hands: &[(Holding, u32)],
    discard: impl Fn(&Holding) -> Mask,
) -> Vec<f64> {
    let cards = sets.cards();
    // The least common multiple of the numbers of ways to draw.
    let common_draws = if cards == 4 { 778_320 } else { i64::from(COMMON_DRAWS) };
    let mut weights = vec![0_i64; sets.kinds.len()];
    for (holding, weight) in hands {
        let discard = discard(holding);
        // Weighted so that all numbers of cards drawn are equally likely.
        let parts = common_draws / binomial(52 - cards, discard.len()) as i64;
        add_final_hands(sets, &mut weights, holding, discard, parts * i64::from(*weight));
    }
    final_masses(&weights, sets)
}

/// How to spread the buckets after the draw over the strengths of the high ranking.
fn high_borders(finals: &[f64]) -> Vec<f64> {
    let total: f64 = finals.iter().sum();
    let mut borders = finals.to_vec();
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
    borders
}

/// The same in lowball and badugi: twice as many among the best hands as on average, which decide the
/// largest pots.
fn low_borders(finals: &[f64]) -> Vec<f64> {
    let total: f64 = finals.iter().sum();
    let mut below = 0.0;
    let border = |&mass: &f64| {
        let place = (below + mass / 2.0) / total;
        below += mass;
        mass * (0.5 + 1.5 * place * place)
    };
    finals.iter().map(border).collect()
}

/// The equity of every bucket after the draw against all final hands.
fn utilities(finals: &[f64], strengths: &[u16]) -> Vec<u32> {
    let total: f64 = finals.iter().sum();
    let mut below = 0.0;
    let ends = strengths[1..].iter().map(|&end| usize::from(end)).chain([finals.len()]);
    let utilities = strengths.iter().zip(ends).map(|(&start, end)| {
        let mass: f64 = finals[usize::from(start)..end].iter().sum();
        below += mass;
        ((below - mass / 2.0) / total * Discards::ONE as f64) as u32
    });
    utilities.collect()
}

/// The first places of about this many buckets, by family; large families get more.
fn places(
    ranking: Ranking,
    hands: &[(Holding, u32)],
    count: usize,
    place: impl Fn(&Holding) -> (usize, u16),
) -> Vec<Vec<u16>> {
    let mut masses = vec![vec![0.0; 1 << 16]; families(ranking)];
    for (holding, weight) in hands {
        let (family, place) = place(holding);
        masses[family][usize::from(place)] += f64::from(*weight);
    }
    let shares: Vec<f64> =
        masses.iter().map(|of_family| of_family.iter().sum::<f64>().powf(0.6)).collect();
    let all: f64 = shares.iter().sum();
    let places = masses.iter().zip(&shares).map(|(of_family, share)| {
        quantiles(of_family, ((share / all * count as f64).round() as usize).max(1))
    });
    places.collect()
}

/// Add a hand with a discard to the weights of the kinds of sets from which final hands are
/// counted: of all hands that contain the hold, those without the discards.
pub(super) fn add_final_hands(
    sets: &Sets,
    weights: &mut [i64],
    holding: &Holding,
    discard: Mask,
    weight: i64,
) {
    let thrown = discard.number();
    let mut also = thrown;
    loop {
        let (cards, count) = holding.held(discard, also);
        let sign = if also.count_ones().is_multiple_of(2) { weight } else { -weight };
        weights[sets.index(&cards[..count])] += sign;
        if also == 0 {
            return;
        }
        also = (also - 1) & thrown;
    }
}

/// The frequency of every final strength, from weights of kinds of sets.
fn final_masses(weights: &[i64], sets: &Sets) -> Vec<f64> {
    let mut masses = vec![0_i128; sets.ranking.strengths().into()];
    for (&weight, kind) in weights.iter().zip(&sets.kinds).filter(|(weight, _)| **weight != 0) {
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
    for (strength, mass) in (0..=u16::MAX).zip(masses) {
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
