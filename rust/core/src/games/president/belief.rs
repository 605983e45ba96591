//! Belief weighting: worlds in which the others would have played as they did.
//!
//! A uniform sample ignores that players choose: who passes on a nine hardly holds a plain ten. So
//! several deals are sampled, the round is replayed in each by the rule of `plan`, and one of them
//! is chosen: every move that the rule would not have made makes a deal less likely by a constant
//! factor. The factor is far from 0, as others may play by other rules.

use super::combination::Combination;
use super::moves::Move;
use super::opponents::Others;
use super::order::OrderedSet;
use super::round::Round;
use super::rules::{MAX_PLAYERS, Rules};
use super::sample::Sampler;
use super::view::PresidentView;
use crate::game::{Seat, View as _};
use crate::random::Random;

/// How much less likely a move that the rule would not have made is, as a power of two.
const SURPRISE: u32 = 2;

/// How many of them a move is that `greedy` would not have made, of a seat that plays like it.
const GREEDY_SURPRISE: u32 = 3;

/// More such moves than this count as this many.
const MAX_SURPRISES: u32 = 28;

/// The plays and passes of a round so far.
#[derive(Debug)]
pub(super) struct Record {
    rules: Rules,
    viewer: Option<Seat>,
    plays: Vec<(Seat, Move)>,
    /// What every seat has played.
    played: [OrderedSet; MAX_PLAYERS],
    /// Whether the first move had to contain the lowest card.
    is_opened: bool,
}

impl Record {
    /// The record of the current round.
    pub(super) fn new(view: &PresidentView<'_>) -> Self {
        let mut played = [OrderedSet::EMPTY; MAX_PLAYERS];
        for (seat, cards) in played.iter_mut().enumerate().take(view.rules().players()) {
            *cards = view.played_by(seat);
        }
        Self {
            rules: view.rules(),
            viewer: view.seat(),
            plays: view.plays().to_vec(),
            played,
            is_opened: view.lowest_dealt().is_some(),
        }
    }

    /// Draw the hands of all seats: one of several sampled deals, by how well it explains the moves.
    pub(super) fn draw(
        &self,
        sampler: &Sampler,
        others: &Others,
        deals: u32,
        random: &mut Random,
    ) -> [OrderedSet; MAX_PLAYERS] {
        let mut chosen = sampler.deal(random).hands;
        if deals == 1 || self.plays.iter().all(|&(seat, _)| Some(seat) == self.viewer) {
            return chosen;
        }
        let mut total = self.weight(&chosen, others);
        for _ in 1..deals {
            let hands = sampler.deal(random).hands;
            let weight = self.weight(&hands, others);
            total += weight;
            if random.below_wide(total.into()) < weight.into() {
                chosen = hands;
            }
        }
        chosen
    }

    /// How likely the moves are with these hands, up to a constant factor.
    fn weight(&self, hands: &[OrderedSet; MAX_PLAYERS], others: &Others) -> u64 {
        1 << (SURPRISE * (MAX_SURPRISES - self.surprises(hands, others).min(MAX_SURPRISES)))
    }

    /// The number of moves that the rule would not have made, had these been the hands.
    fn surprises(&self, hands: &[OrderedSet; MAX_PLAYERS], others: &Others) -> u32 {
        let mut round = self.start(hands);
        let mut surprises = 0;
        for (index, &(seat, chosen)) in self.plays.iter().enumerate() {
            let made = chosen.combination().map(|played| match round.reversed {
                true => played.reversed(),
                false => played,
            });
            let is_forced = index == 0 && self.is_opened;
            if Some(seat) != self.viewer && !is_forced {
                let height = |played: Combination| (played.kind(), played.key() / 4);
                let (expected, surprise) = if others.is_greedy(seat) {
                    (round.by_greed(), GREEDY_SURPRISE)
                } else {
                    (round.by_rule(), 1)
                };
                if made.map(height) != expected.map(height) {
                    surprises += surprise;
                }
            }
            match made {
                Some(combination) => round.play(combination),
                None => round.pass(),
            }
        }
        surprises
    }

    /// The start of the round, had these been the hands of now.
    fn start(&self, hands: &[OrderedSet; MAX_PLAYERS]) -> Round {
        let mut dealt = *hands;
        for (hand, &played) in dealt.iter_mut().zip(&self.played) {
            *hand = *hand | played;
        }
        let leader = self.plays.first().map_or(0, |&(leader, _)| leader);
        Round::begin(self.rules, &dealt, leader)
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::{Opens, Options};
    use super::super::state::President;
    use super::*;
    use crate::cards::parse_cards;
    use crate::game::Game as _;

    fn set(text: &str) -> OrderedSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    /// The view of seat 0 after it has led a nine, and seat 1 has passed.
    fn after_a_pass() -> President {
        let deal = ["3d 9d", "4d 5d", "6d 7d"].map(|hand| parse_cards(hand).unwrap()).to_vec();
        let options = Options { players: 3, rounds: 1, opens: Opens::Left, ..Options::REPORT };
        let mut state = President::with_deals(Rules::of(options).unwrap(), 1, &[deal]).unwrap();
        for text in ["9d", "pass"] {
            state.play(&Move::parse(text).unwrap()).unwrap();
        }
        state
    }

    #[test]
    fn a_pass_with_cards_to_spare_is_a_surprise() {
        let state = after_a_pass();
        let record = Record::new(&state.view(0));
        let with = |hand: &str| {
            let mut hands = [OrderedSet::EMPTY; MAX_PLAYERS];
            (hands[0], hands[1], hands[2]) = (set("3d"), set(hand), set("6d 7d"));
            record.surprises(&hands, &Others::USUAL)
        };
        assert_eq!((with("4d 5d"), with("4d Td")), (0, 1));
    }

    #[test]
    fn deals_that_explain_the_moves_are_chosen_more_often() {
        let state = after_a_pass();
        let view = state.view(0);
        let (record, sampler) = (Record::new(&view), Sampler::new(&view));
        let low = OrderedSet::below(super::super::order_index(parse_cards("9d").unwrap()[0]));
        let share = |deals: u32| {
            let mut random = Random::new(1);
            let is_low = |_: &u32| {
                record.draw(&sampler, &Others::USUAL, deals, &mut random)[1].is_subset(low)
            };
            (0..2000).filter(is_low).count()
        };
        // Uniformly it is C(23, 2) / C(50, 2), about a fifth.
        let (uniform, weighted) = (share(1), share(4));
        assert!((350..480).contains(&uniform) && weighted > uniform + 200, "{uniform} {weighted}");
    }
}
