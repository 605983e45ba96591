//! One range of two-card hands against another.
//!
//! On every board the hands of both ranges are ordered by strength and visited from the worst to
//! the best. What a hand beats is then the weight of all hands visited so far, less the weight of
//! those that hold one of its cards, which is kept by card. So a board takes time proportional to
//! the number of hands, and not to its square. Postflop solvers do the same at every showdown.
//!
//! Both players are counted at once: lane 0 of a pair of numbers is about the first player's hands,
//! lane 1 about the second's.

use super::runouts::Runouts;
use super::suits::share_among_images;
use super::{Counts, Holding, POT};
use crate::cards::CardSet;
use crate::combinatorics::binomial;
use crate::monitor::{Monitor, Stopped};
use crate::poker::best_of::{BestOf, ranks_of_suit};
use crate::poker::incremental::Partial;

/// A hand that at least one of the players may hold.
struct Hand {
    set: u64,
    cards: [u8; 2],
    /// Its pair of ranks among all pairs.
    ranks: u8,
    /// Its ranks in each suit, and how many there are.
    in_suit: [u16; 4],
    number_in_suit: [u8; 4],
    /// Its weight for the opponent of each player.
    opposing: [u32; 2],
}

/// The pairs of ranks.
const RANK_PAIRS: usize = 91;

/// Bits for the number of a hand, below those of its strength.
const INDEX_BITS: u32 = 11;
const INDEX: usize = (1 << INDEX_BITS) - 1;

/// The low bits of a strength, by which is sorted first, and the values of those above.
const LOW_BITS: u32 = 7;
const LOW: usize = 1 << LOW_BITS;
const HIGH: usize = 1 << (13 - LOW_BITS);

/// The most hands of equal strength: all that a board allows.
const EQUAL: usize = 1081;

/// Sums of one hand for both players: the weight that it beats, and that it ties with.
#[derive(Clone, Copy, Default)]
struct Sums {
    wins: [u64; 2],
    ties: [u64; 2],
}

/// Count two ranges against each other on all boards.
pub(super) fn sweep(
    best: BestOf<7>,
    players: [&[Holding]; 2],
    runouts: &Runouts,
    monitor: &Monitor,
) -> Result<[Vec<Counts>; 2], Stopped> {
    let (hands, places) = merge(players);
    let pairs = rank_pairs();
    let start = || (vec![Sums::default(); hands.len()], Scratch::default());
    let add = |(sums, scratch): &mut (Vec<Sums>, Scratch), board: CardSet, stands_for| {
        scratch.order(best, &pairs, &hands, board);
        count(&hands, &scratch.keys, stands_for, sums);
    };
    let join = |(mut sums, scratch): (Vec<Sums>, Scratch), (others, _): (Vec<Sums>, _)| {
        for (sum, other) in sums.iter_mut().zip(&others) {
            for lane in 0..2 {
                sum.wins[lane] += other.wins[lane];
                sum.ties[lane] += other.ties[lane];
            }
        }
        (sums, scratch)
    };
    let (sums, _) = runouts.fold(start, add, join, monitor)?;
    // With the hands of both players known, every pair of them meets as many boards.
    let boards = binomial(runouts.deck.len() - 4, runouts.missing);
    Ok([0, 1].map(|player| {
        let mut own: Vec<[u64; 2]> = places[player]
            .iter()
            .map(|&place| [sums[place].wins[player], sums[place].ties[player]])
            .collect();
        share_among_images(players[player], &mut own, &runouts.symmetries, |sums| {
            let sum = |lane: usize| sums.iter().map(|sum| sum[lane]).sum::<u64>();
            [0, 1].map(|lane| sum(lane) / sums.len() as u64)
        });
        let opposing = opposing_weights(players[1 - player]);
        let counts = |(hand, [wins, ties]): (&Holding, [u64; 2])| {
            let total = opposing(hand.cards) * boards;
            let [wins, ties, total] =
                [wins, ties, total].map(|sum| u128::from(sum) * u128::from(hand.weight));
            let shares = wins * u128::from(POT) + ties * u128::from(POT / 2);
            Counts { wins, ties, shares, total }
        };
        players[player].iter().zip(own).map(counts).collect()
    }))
}

/// The hands of both players, and the place of each player's hands among them.
fn merge(players: [&[Holding]; 2]) -> (Vec<Hand>, [Vec<usize>; 2]) {
    let mut sets: Vec<u64> =
        players.iter().copied().flatten().map(|hand| hand.cards.bits()).collect();
    sets.sort_unstable();
    sets.dedup();
    let place = |hand: &Holding| sets.partition_point(|&set| set < hand.cards.bits());
    let places = players.map(|hands| hands.iter().map(place).collect::<Vec<usize>>());
    let mut hands: Vec<Hand> = sets.iter().filter_map(|&set| Hand::new(set)).collect();
    for (player, places) in places.iter().enumerate() {
        for (&place, hand) in places.iter().zip(players[player]) {
            hands[place].opposing[1 - player] = hand.weight;
        }
    }
    (hands, places)
}

impl Hand {
    fn new(set: u64) -> Option<Self> {
        let cards: Vec<u8> = CardSet::from_bits(set)?.iter().map(|card| card.number()).collect();
        let cards: [u8; 2] = cards.try_into().ok()?;
        let [low, high] = cards.map(|card| usize::from(card / 4));
        let in_suit = [0, 1, 2, 3].map(|suit| ranks_of_suit(set, suit) as u16);
        Some(Self {
            set,
            cards,
            ranks: (high * (high + 1) / 2 + low) as u8,
            in_suit,
            number_in_suit: in_suit.map(|ranks| ranks.count_ones() as u8),
            opposing: [0; 2],
        })
    }
}

/// The weight of the hands that share no card with a hand.
fn opposing_weights(hands: &[Holding]) -> impl Fn(CardSet) -> u64 {
    let (mut all, mut by_card, mut by_hand) = (0, [0; 64], std::collections::HashMap::new());
    for hand in hands {
        let weight = u64::from(hand.weight);
        all += weight;
        hand.cards.iter().for_each(|card| by_card[usize::from(card.number())] += weight);
        *by_hand.entry(hand.cards.bits()).or_insert(0) += weight;
    }
    move |cards| {
        let shared: u64 = cards.iter().map(|card| by_card[usize::from(card.number())]).sum();
        all + by_hand.get(&cards.bits()).unwrap_or(&0) - shared
    }
}

/// Two cards of each pair of ranks, as far as ranks go.
fn rank_pairs() -> [Partial; RANK_PAIRS] {
    let mut pairs = [Partial::EMPTY; RANK_PAIRS];
    for high in 0..13_usize {
        for low in 0..=high {
            let cards = 1_u64 << (4 * high) | 2_u64 << (4 * low);
            pairs[high * (high + 1) / 2 + low] =
                Partial::of(CardSet::from_bits(cards).unwrap_or_default());
        }
    }
    pairs
}

/// What is used again from board to board.
#[derive(Default)]
struct Scratch {
    /// The hands that the board allows, from the worst to the best: strength, then number.
    keys: Vec<u32>,
    unsorted: Vec<u32>,
}

impl Scratch {
    /// Order the hands by strength.
    fn order(
        &mut self,
        best: BestOf<7>,
        pairs: &[Partial; RANK_PAIRS],
        hands: &[Hand],
        board: CardSet,
    ) {
        let ranks = Partial::of(board);
        let mut by_ranks = [0; 128];
        for (strength, &pair) in by_ranks.iter_mut().zip(pairs) {
            *strength = u32::from(best.strength_by_ranks(ranks.join(pair)));
        }
        let (mut low, mut high) = ([0_u32; LOW], [0_u32; HIGH]);
        let mut note = |strength: u32| {
            low[strength as usize % LOW] += 1;
            high[strength as usize / LOW % HIGH] += 1;
        };
        let set = board.bits();
        let possible = (0..).zip(hands).filter(|(_, hand)| hand.set & set == 0);
        let suit = (0..4).find(|&suit| ranks_of_suit(set, suit).count_ones() >= 3);
        self.unsorted.clear();
        if let Some(suit) = suit {
            let suited = ranks_of_suit(set, suit);
            let (suit, needed) = (suit as usize, 5_u8.saturating_sub(suited.count_ones() as u8));
            self.unsorted.extend(possible.map(|(index, hand): (u32, &Hand)| {
                let strength = if hand.number_in_suit[suit] >= needed {
                    u32::from(best.flush_of(suited | usize::from(hand.in_suit[suit])))
                } else {
                    by_ranks[usize::from(hand.ranks) % 128]
                };
                note(strength);
                strength << INDEX_BITS | index
            }));
        } else {
            self.unsorted.extend(possible.map(|(index, hand): (u32, &Hand)| {
                let strength = by_ranks[usize::from(hand.ranks) % 128];
                note(strength);
                strength << INDEX_BITS | index
            }));
        }
        self.keys.clear();
        self.keys.resize(self.unsorted.len(), 0);
        first_places(&mut low);
        first_places(&mut high);
        for &key in &self.unsorted {
            place(&mut self.keys, &mut low[(key >> INDEX_BITS) as usize % LOW], key);
        }
        for &key in &self.keys {
            let strength = (key >> INDEX_BITS) as usize;
            place(&mut self.unsorted, &mut high[strength / LOW % HIGH], key);
        }
        std::mem::swap(&mut self.keys, &mut self.unsorted);
    }
}

/// Turn numbers of keys into the place of the first of each.
fn first_places(numbers: &mut [u32]) {
    let mut before = 0;
    for number in numbers {
        before += std::mem::replace(number, before);
    }
}

#[inline]
fn place(keys: &mut [u32], place: &mut u32, key: u32) {
    if let Some(slot) = keys.get_mut(*place as usize) {
        *slot = key;
    }
    *place += 1;
}

/// Visit the hands from the worst to the best, and add what each beats and ties with.
fn count(hands: &[Hand], keys: &[u32], stands_for: u32, sums: &mut [Sums]) {
    // All weights of a player are below 2³¹, so 32 bits suffice for what was visited.
    let (mut all, mut by_card) = ([0_u32; 2], [[0_u32; 2]; 64]);
    let without = |all: [u32; 2], by_card: &[[u32; 2]; 64], hand: &Hand| {
        let [one, other] = hand.cards.map(|card| by_card[usize::from(card) % 64]);
        [0, 1].map(|lane: usize| all[lane].wrapping_sub(one[lane]).wrapping_sub(other[lane]))
    };
    let hand = |key: u32| (&hands[key as usize & INDEX], key as usize & INDEX);
    let times = |weight: u32| u64::from(weight) * u64::from(stands_for);
    let mut below = [[0_u32; 2]; EQUAL];
    for equal in keys.chunk_by(|one, other| one >> INDEX_BITS == other >> INDEX_BITS) {
        for (&key, below) in equal.iter().zip(&mut below) {
            *below = without(all, &by_card, hand(key).0);
        }
        for &key in equal {
            let (hand, _) = hand(key);
            all = [0, 1].map(|lane: usize| all[lane] + hand.opposing[lane]);
            for card in hand.cards {
                let sum = &mut by_card[usize::from(card) % 64];
                *sum = [0, 1].map(|lane: usize| sum[lane] + hand.opposing[lane]);
            }
        }
        for (&key, below) in equal.iter().zip(&below) {
            let (hand, index) = hand(key);
            let up_to = without(all, &by_card, hand);
            let sum = &mut sums[index];
            for lane in 0..2 {
                // The same two cards were taken out twice.
                let equal = up_to[lane].wrapping_add(hand.opposing[lane]).wrapping_sub(below[lane]);
                sum.wins[lane] += times(below[lane]);
                sum.ties[lane] += times(equal);
            }
        }
    }
}
