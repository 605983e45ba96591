//! Every hand that can be dealt, and what becomes of it at the draw.
//!
//! How many final hands of each strength a discard leads to follows by inclusion and exclusion from the
//! hands around sets of cards (see [`super::super::sets`]). It is used both ways: what strengths are worth
//! is *pulled* back to discards of hands, and how likely hands and discards are is *pushed* on to
//! strengths.

use super::values::{Batches, Values};
use crate::discard::{Mask, canonical_hands};
use crate::games::draw::equilibrium::buckets::Holding;
use crate::games::draw::equilibrium::sets::{Kind, PLACES, kinds, place_of};
use crate::games::draw::equilibrium::solution::Spot;
use crate::poker::HandRank;

/// The hands of one player.
pub(super) struct Draws {
    /// One hand for all that differ in the names of the suits only.
    pub hands: Vec<Holding>,
    /// How likely one of them is dealt.
    pub chances: Vec<f64>,
    /// A hand of every strength.
    shown: Vec<Holding>,
    /// By hand and cards held of it: the place of such sets.
    places: Vec<[u16; Mask::COUNT]>,
    kinds: Vec<Kind>,
}

/// Numbers for each number of cards drawn.
type ByCount = [f64; 6];

impl Draws {
    /// How many strengths there are.
    pub const STRENGTHS: usize = HandRank::COUNT as usize;

    pub fn new() -> Self {
        let dealt = canonical_hands();
        let all: u32 = dealt.iter().map(|dealt| u32::from(dealt.weight)).sum();
        let chances = dealt.iter().map(|dealt| f64::from(dealt.weight) / f64::from(all)).collect();
        let hands: Vec<Holding> = dealt
            .iter()
            .map(|dealt| Holding::of(dealt.hand.cards().map(crate::cards::Card::number)))
            .collect();
        let mut shown = vec![Holding { cards: [0; 5], strength: 0 }; Self::STRENGTHS];
        for hand in hands.iter().rev() {
            shown[usize::from(hand.strength)] = *hand;
        }
        let places = hands.iter().map(|hand| std::array::from_fn(|held| place(hand, held)));
        let places = places.collect();
        Self { hands, chances, shown, places, kinds: kinds() }
    }

    /// What a player may hold at a spot: hands before the draw, one of every strength after it.
    pub fn holdings(&self, spot: Spot) -> &[Holding] {
        if spot.link.is_some() { &self.shown } else { &self.hands }
    }

    /// By number of cards drawn: how likely every strength is after the draw. What was thrown away of which
    /// hand, and how likely, is visited by who is called with the visitor.
    pub fn pushed(
        &self,
        visit_all: impl FnOnce(&mut dyn FnMut(usize, Mask, f64)),
    ) -> [Vec<f64>; 6] {
        let mut weights = vec![ByCount::default(); PLACES];
        visit_all(&mut |hand, discard, reach| self.push(&mut weights, hand, discard, reach));
        let mut strengths = [(); 6].map(|()| vec![0.0; Self::STRENGTHS]);
        for (weights, kind) in weights.iter().zip(&self.kinds) {
            for (strengths, &weight) in strengths.iter_mut().zip(weights) {
                if weight != 0.0 {
                    for &(strength, count) in &kind.hands {
                        strengths[usize::from(strength)] += weight * f64::from(count);
                    }
                }
            }
        }
        for strength in strengths.iter_mut().flatten() {
            // What cannot come up may be off by a rounding.
            *strength = strength.max(0.0);
        }
        strengths
    }

    /// Add a hand and its discard to the weights of sets: of all hands that hold what is kept, those
    /// without what is thrown away.
    fn push(&self, weights: &mut [ByCount], hand: usize, discard: Mask, reach: f64) {
        let Some(places) = self.places.get(hand) else { return };
        let weight = reach / f64::from(discard.draws());
        let (kept, discard) = (discard.complement().index(), discard.index());
        let count = discard.count_ones() as usize;
        let mut also = discard;
        loop {
            let sign = if also.count_ones().is_multiple_of(2) { weight } else { -weight };
            weights[usize::from(places[kept | also])][count] += sign;
            if also == 0 {
                return;
            }
            also = (also - 1) & discard;
        }
    }

    /// What the best discard of every hand is worth, given what every strength is worth after so many
    /// cards were drawn.
    pub fn best(&self, worths: &[Values]) -> Values {
        let mut around = vec![ByCount::default(); PLACES];
        for (count, worths) in worths.iter().enumerate().take(6) {
            for (sums, kind) in around.iter_mut().zip(&self.kinds) {
                let worth = |&(strength, hands): &(u16, u32)| {
                    f64::from(hands) * worths.found[usize::from(strength)]
                };
                sums[count] = kind.hands.iter().map(worth).sum();
            }
        }
        let fresh: Vec<Vec<Batches>> =
            worths.iter().map(|worths| self.around(&worths.fresh)).collect();
        let is_tried = fresh.iter().any(|fresh| !fresh.is_empty());
        let mut best = Values::zeros(0);
        for places in &self.places {
            let values = expected(&around, places);
            let discard = Mask::all().fold(Mask::NONE, |best, discard| {
                if values[discard.index()] > values[best.index()] { discard } else { best }
            });
            best.found.push(values[discard.index()]);
            if is_tried {
                best.fresh.push(expected_of(&fresh[discard.len()], places, discard));
            }
        }
        best
    }

    /// What all hands around every set are worth together in batches; nothing if that is nothing.
    fn around(&self, worths: &[Batches]) -> Vec<Batches> {
        if worths.is_empty() {
            return Vec::new();
        }
        let sum = |kind: &Kind| {
            let mut sums = Batches::default();
            for &(strength, hands) in &kind.hands {
                let worths = worths[usize::from(strength)];
                sums.iter_mut()
                    .zip(worths)
                    .for_each(|(sum, worth)| *sum += f64::from(hands) * worth);
            }
            sums
        };
        self.kinds.iter().map(sum).collect()
    }
}

/// The place of the sets that are held of a hand.
fn place(hand: &Holding, held: usize) -> u16 {
    let mut cards = [0; 5];
    let mut count = 0;
    for (place, card) in hand.cards.into_iter().enumerate() {
        if held >> place & 1 == 1 {
            cards[count] = card;
            count += 1;
        }
    }
    place_of(&cards[..count]) as u16
}

/// What is expected of every discard of a hand, by mask.
fn expected(around: &[ByCount], places: &[u16; Mask::COUNT]) -> [f64; Mask::COUNT] {
    let mut sums = places.map(|place| around[usize::from(place)]);
    // Of the hands that hold these cards, those that hold none of the others.
    for bit in [1, 2, 4, 8, 16] {
        for held in (0..Mask::COUNT).filter(|held| held & bit == 0) {
            let with = sums[held | bit];
            sums[held].iter_mut().zip(with).for_each(|(sum, with)| *sum -= with);
        }
    }
    let mut expected = [0.0; Mask::COUNT];
    for discard in Mask::all() {
        let sum = sums[discard.complement().index()][discard.len()];
        expected[discard.index()] = sum / f64::from(discard.draws());
    }
    expected
}

/// What is expected of one discard in batches.
fn expected_of(around: &[Batches], places: &[u16; Mask::COUNT], discard: Mask) -> Batches {
    let mut sums = Batches::default();
    if around.is_empty() {
        return sums;
    }
    let (kept, thrown) = (discard.complement().index(), discard.index());
    let mut also = thrown;
    loop {
        let sign = if also.count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        let with = around[usize::from(places[kept | also])];
        sums.iter_mut().zip(with).for_each(|(sum, with)| *sum += sign * with);
        if also == 0 {
            break;
        }
        also = (also - 1) & thrown;
    }
    sums.map(|sum| sum / f64::from(discard.draws()))
}
