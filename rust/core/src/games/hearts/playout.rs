//! Rollouts: a deal completed by cheap policies.

use super::compact::{Compact, Deck, SEATS, below, each};
use super::{rule, shoot};
use crate::random::Random;

/// The rollout policy of all seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RolloutPolicy {
    Rule,
    Greedy,
    Random,
}

/// The searching seat's plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Take as few points as possible.
    Avoid,
    /// Shoot the moon for as long as possible.
    Shoot,
}

/// The configuration of rollouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Playout {
    pub(super) policy: RolloutPolicy,
    /// The percentage of random moves (ε-greedy noise): nobody plays quite as expected.
    pub(super) noise: u32,
    /// Whether seats that have taken every point so far keep shooting the moon.
    pub(super) moon: bool,
    /// The number of last tricks that are solved double-dummy.
    pub(super) solved: u8,
}

/// The percentage of the points that a seat must have as the only one to keep shooting.
const KEEP_SHOOTING_PERCENT: u16 = 55;

impl Playout {
    /// Roll out a deal to its end; returns what it adds to the scores.
    pub(super) fn run(
        &self,
        deck: &Deck,
        mut position: Compact,
        seat: usize,
        plan: Plan,
        random: &mut Random,
    ) -> [i32; SEATS] {
        let costly = deck.hearts | deck.special | deck.jack;
        while !position.is_over() {
            if position.size == 0 {
                let left = position.hands.iter().fold(0, |left, hand| left | hand);
                if left & costly == 0 {
                    break;
                }
                if position.tricks <= self.solved {
                    return solve(deck, &position);
                }
            }
            let card = self.choose(deck, &position, seat, plan, random);
            position.play(deck, card);
        }
        position.scores(deck)
    }

    #[inline]
    fn choose(
        &self,
        deck: &Deck,
        position: &Compact,
        seat: usize,
        plan: Plan,
        random: &mut Random,
    ) -> u32 {
        let turn = usize::from(position.turn);
        if turn == seat {
            if plan == Plan::Shoot && shoot::is_open(deck, position) {
                return shoot::play(deck, position);
            }
        } else if self.moon && keeps_shooting(deck, position, turn) {
            return shoot::play(deck, position);
        }
        if self.policy == RolloutPolicy::Random || random.below(100) < self.noise {
            return random_card(position.playable(deck), random);
        }
        match self.policy {
            RolloutPolicy::Greedy => greedy(deck, position),
            RolloutPolicy::Rule | RolloutPolicy::Random => rule::play(deck, position),
        }
    }
}

/// Whether a seat other than the searching one appears to shoot the moon.
#[inline(always)]
fn keeps_shooting(deck: &Deck, position: &Compact, turn: usize) -> bool {
    position.points[turn] * 100 >= deck.all_points * KEEP_SHOOTING_PERCENT
        && !deck.has_no_moon()
        && position.only_taker(deck) == Some(turn)
}

/// A random card of a set.
pub(super) fn random_card(cards: u64, random: &mut Random) -> u32 {
    let index = random.below(cards.count_ones()) as usize;
    each(cards).nth(index).unwrap_or(0)
}

/// The card that [`Greedy`](super::Greedy) plays.
pub(super) fn greedy(deck: &Deck, position: &Compact) -> u32 {
    let values = i64::from(deck.rules.values);
    let penalty = i64::from(deck.cost(position.trick));
    let mut best = None;
    for card in each(position.playable(deck)) {
        let bit = 1_u64 << card;
        let value = i64::from(card) % values + 1;
        let (heart, special) = (bit & deck.hearts != 0, bit == deck.special);
        let mut score = if heart { -10 } else { 0 } - if special { 50 } else { 0 };
        if position.size == 0 {
            score += if heart { 0 } else { values - value };
            let threatens = position.played & deck.special == 0;
            score -= if threatens && bit & deck.special_suit != 0 { 5 } else { 0 };
        } else if bit & position.led == 0 {
            score += if heart { 20 } else { 0 } + if special { 100 } else { 0 };
        } else if bit & !below(u32::from(position.best)) != 0 {
            score -= 15 * penalty;
        } else {
            score += value;
        }
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, card));
        }
    }
    best.map_or(0, |(_, card)| card)
}

/// The three cards that [`Greedy`](super::Greedy) passes: those with the highest
/// [`danger`](super::danger), of several the first in order.
pub(super) fn greedy_pass(deck: &Deck, hand: u64) -> u64 {
    let values = u32::from(deck.rules.values);
    let danger = |card: u32| {
        let value = (card % values) as i32 + 1;
        let (bit, suit) = (1_u64 << card, deck.suit_of(card));
        if suit == deck.special_suit {
            let guards = (hand & suit & (deck.special - 1)).count_ones();
            return match (bit >= deck.special, guards >= 4) {
                (true, false) => 50 + value,
                (true, true) => 0,
                (false, _) => value - 20,
            };
        }
        let short = 2 * (4 - (hand & suit).count_ones() as i32).max(0);
        value + if bit & deck.hearts == 0 { short } else { 3 }
    };
    let mut rest = hand;
    for _ in 0..3 {
        let first = each(rest).min_by_key(|&card| std::cmp::Reverse(danger(card)));
        rest &= !first.map_or(0, |card| 1_u64 << card);
    }
    hand & !rest
}

/// What the rest adds to the scores with all hands open, if every seat minimizes its own points.
fn solve(deck: &Deck, position: &Compact) -> [i32; SEATS] {
    if position.is_over() {
        return position.scores(deck);
    }
    let turn = usize::from(position.turn);
    let mut best: Option<[i32; SEATS]> = None;
    for card in each(position.playable(deck)) {
        let mut next = *position;
        next.play(deck, card);
        let scores = solve(deck, &next);
        if best.is_none_or(|best| scores[turn] < best[turn]) {
            best = Some(scores);
        }
    }
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::compact::bit;
    use super::super::rule::move_of_pass;
    use super::super::rules::{Rules, Standard};
    use super::super::state::Hearts;
    use super::super::{Greedy, Solution};
    use super::*;
    use crate::game::{Bot as _, Game as _, View as _};
    use crate::games::hearts::{Move, solve as solve_exactly};
    use crate::monitor::Monitor;

    #[test]
    fn greedy_on_a_compact_deal_is_the_greedy_bot() {
        let one_deal = Standard { passing: false, target: None, ..Standard::default() };
        for rules in [Rules::standard(one_deal).unwrap(), Rules::new(3, 7, 5).unwrap()] {
            let deck = Deck::new(&rules).unwrap();
            for seed in 0..30 {
                let mut state = Hearts::new(rules, seed);
                let mut random = Random::new(seed);
                while let Some(seat) = state.to_move() {
                    let chosen = Greedy.choose(&state.view(seat), &mut random);
                    let Some(Move::Play(card)) = chosen else { unreachable!("nobody passes") };
                    assert_eq!(greedy(&deck, &state.compact()), u32::from(card.number()));
                    let next = state.view(seat).random_move(&mut random).unwrap();
                    state.play(&next).unwrap();
                }
            }
        }
    }

    #[test]
    fn greedy_passes_as_the_greedy_bot() {
        for players in [3, 4, 5, 6] {
            let rules = Rules::standard(Standard { players, ..Standard::default() }).unwrap();
            let deck = Deck::new(&rules).unwrap();
            for seed in 0..100 {
                let state = Hearts::new(rules, seed);
                let chosen = Greedy.choose(&state.view(0), &mut Random::new(0));
                let hand = state.hand(0).iter().fold(0, |hand, &card| hand | bit(card));
                assert_eq!(move_of_pass(greedy_pass(&deck, hand)), chosen, "{rules} {seed}");
            }
        }
    }

    #[test]
    fn the_last_tricks_match_the_solver() {
        for rules in [Rules::new(3, 4, 4).unwrap(), Rules::new(2, 6, 3).unwrap()] {
            let deck = Deck::new(&rules).unwrap();
            for seed in 0..40 {
                let state = Hearts::new(rules, seed);
                let found = solve(&deck, &state.compact());
                let Solution { scores, .. } = solve_exactly(&state, &Monitor::new()).unwrap();
                let found: Vec<i64> = found.map(i64::from).to_vec();
                assert_eq!(found[..deck.seats], scores, "{rules} {seed}");
            }
        }
    }
}
