//! The opponent's hands: all that it may hold, each with random cards for its draw.

use crate::games::draw::equilibrium::holding::Holding;
use crate::games::draw::equilibrium::sets::{for_each_hand_around, numbers};
use crate::games::draw::equilibrium::solution::Equilibrium;
use crate::poker::Ranking;
use crate::poker::evaluate::Evaluator;
use crate::random::Random;

/// The cards of the game; a test plays with fewer.
pub(super) struct Deck {
    /// Their numbers.
    pub cards: Vec<u8>,
    /// The most cards that a player may draw.
    pub most_drawn: usize,
}

impl Deck {
    pub fn full() -> Self {
        Self { cards: (0..52).collect(), most_drawn: 5 }
    }

    /// As bits.
    pub fn set(&self) -> u64 {
        set_of(&self.cards)
    }

    /// Five random cards, in ascending order.
    pub fn deal(&self, random: &mut Random) -> [u8; 5] {
        let mut cards = [0; 5];
        self.draw(0, &mut cards, random);
        cards.sort_unstable();
        cards
    }

    /// Fill `drawn` with random cards that are not taken.
    pub fn draw(&self, mut taken: u64, drawn: &mut [u8], random: &mut Random) {
        for place in drawn {
            *place = loop {
                let card = self.cards[random.below(self.cards.len() as u32) as usize];
                if taken >> card & 1 == 0 {
                    break card;
                }
            };
            taken |= 1 << *place;
        }
    }

    /// The discards that are allowed, as masks of places, with their numbers of cards.
    pub fn discards(&self) -> impl Iterator<Item = (usize, usize)> {
        let most = self.most_drawn;
        let counted = (0..32_usize).map(|mask| (mask, mask.count_ones() as usize));
        counted.filter(move |&(_, count)| count <= most)
    }
}

/// Cards as bits.
pub(super) fn set_of(cards: &[u8]) -> u64 {
    cards.iter().fold(0, |set, card| set | 1 << card)
}

/// The final strength of a hand after discarding the cards of a mask for new ones.
pub(super) fn strength_after(cards: [u8; 5], mask: usize, drawn: &[u8]) -> u16 {
    let mut cards = cards;
    let places = (0..5).filter(|place| mask >> place & 1 == 1);
    for (place, &card) in places.zip(drawn) {
        cards[place] = card;
    }
    Evaluator::new().strength_of_distinct(cards)
}

/// A hand that the opponent may hold.
pub(super) struct Known {
    pub set: u64,
    cards: [u8; 5],
    pub bucket: u16,
    /// What it discards, by the number of cards.
    discards: [u8; 6],
}

impl Known {
    /// The final strength after drawing this many cards: the first of these.
    pub fn drawn_to(&self, count: usize, drawn: &[u8]) -> u16 {
        strength_after(self.cards, self.discards[count].into(), drawn)
    }
}

/// All hands of a deck.
pub(super) fn all_hands(solution: &Equilibrium, deck: &Deck) -> Vec<Known> {
    let (all, mut hands) = (deck.set(), Vec::new());
    for_each_hand_around(0, 5, &mut |set| {
        if set & !all != 0 {
            return;
        }
        let holding = Holding::of(Ranking::High, &numbers(set));
        let Ok(cards) = holding.cards().try_into() else { return };
        let bucket = solution.buckets.of_holding(&holding) as u16;
        let discards = solution.buckets.discards(&holding).map(|mask| mask.number());
        hands.push(Known { set, cards, bucket, discards });
    });
    hands
}

/// Final hands after the draw of some number of cards, by strength.
#[derive(Default)]
pub(super) struct Finals {
    /// The cards held and drawn, and the bucket before the draw.
    sets: Vec<u64>,
    buckets: Vec<u16>,
    /// The first of every strength, and the end.
    starts: Vec<u32>,
}

impl Finals {
    /// Order them by strength.
    fn of(entries: &[(u64, u16, u16)]) -> Self {
        let strengths = usize::from(Ranking::High.strengths());
        let mut starts = vec![0_u32; strengths + 1];
        for &(_, _, strength) in entries {
            starts[usize::from(strength) + 1] += 1;
        }
        for strength in 0..strengths {
            starts[strength + 1] += starts[strength];
        }
        let mut next = starts.clone();
        let (mut sets, mut buckets) = (vec![0; entries.len()], vec![0; entries.len()]);
        for &(set, bucket, strength) in entries {
            let place = &mut next[usize::from(strength)];
            (sets[*place as usize], buckets[*place as usize]) = (set, bucket);
            *place += 1;
        }
        Self { sets, buckets, starts }
    }

    /// For each reach by bucket, the weight of the hands of every cell without blocked cards. Cells are
    /// ranges of strength that begin at these cuts.
    pub fn weigh(&self, blocked: u64, cuts: &[u16], reaches: &[&[f32]]) -> Vec<Vec<f64>> {
        let buckets = reaches.first().map_or(0, |reach| reach.len());
        let mut weights = vec![vec![0.0; cuts.len()]; reaches.len()];
        let mut counts = vec![0_u32; buckets];
        let ends = cuts[1..].iter().copied().chain([Ranking::High.strengths()]);
        for (cell, (&cut, end)) in cuts.iter().zip(ends).enumerate() {
            let [begin, end] =
                [cut, end].map(|strength| self.starts[usize::from(strength)] as usize);
            if begin == end {
                continue;
            }
            counts.fill(0);
            for (set, &bucket) in self.sets[begin..end].iter().zip(&self.buckets[begin..end]) {
                counts[usize::from(bucket)] += u32::from(set & blocked == 0);
            }
            for (weights, reach) in weights.iter_mut().zip(reaches) {
                let products =
                    counts.iter().zip(*reach).map(|(&count, &reach)| count as f32 * reach);
                weights[cell] = products.sum::<f32>().into();
            }
        }
        weights
    }
}

/// The final hands of an opponent, by the number of cards drawn.
pub(super) type Pool = [Finals; 6];

/// Two pools of final hands of all hands without the responder's cards: each with independent draws. Only
/// draws that the opponent may make are dealt.
pub(super) fn deal_pools(
    hands: &[Known],
    counts_drawn: &[u8],
    deck: &Deck,
    blocked: u64,
    random: &mut Random,
) -> [Pool; 2] {
    [(); 2].map(|()| {
        let mut entries: [Vec<(u64, u16, u16)>; 6] = Default::default();
        for hand in hands.iter().filter(|hand| hand.set & blocked == 0) {
            let counts = counts_drawn[usize::from(hand.bucket)];
            let most = counts.checked_ilog2().unwrap_or(0) as usize;
            let mut drawn = [0; 5];
            deck.draw(hand.set | blocked, &mut drawn[..most], random);
            let mut set = hand.set;
            for (count, entries) in entries.iter_mut().enumerate().take(most + 1) {
                if counts >> count & 1 == 1 {
                    entries.push((set, hand.bucket, hand.drawn_to(count, &drawn)));
                }
                set |= drawn.get(count).filter(|_| count < most).map_or(0, |card| 1 << card);
            }
        }
        entries.map(|entries| Finals::of(&entries))
    })
}
