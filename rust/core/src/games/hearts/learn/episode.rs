//! Deals played for learning: sampled from a policy, with all decisions recorded.

use super::super::compact::{Compact, Deck, SEATS, each};
use super::super::features::{Pass, Phase, Play};
use super::super::playout::greedy;
use super::super::policy::Policy;
use super::super::rules::Rules;
use super::super::tracked::Tracked;
use super::super::value::ValueNet;
use super::super::{rule, shoot};
use crate::learn::{Record, Turn};
use crate::nets::Trace;
use crate::random::Random;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// The policy that learns, with moves drawn from its probabilities.
    Learner,
    /// An earlier version of it, at its best.
    Earlier,
    Rule,
    Shooter,
    Greedy,
}

/// A deal to be played several times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) hands: [u64; SEATS],
    pub(super) offset: usize,
}

impl Start {
    /// A random deal; the number decides the direction of the pass.
    pub(super) fn deal(rules: &Rules, number: u64, random: &mut Random) -> Self {
        let mut cards = rules.deck();
        random.shuffle(&mut cards);
        let mut hands = [0; SEATS];
        for (hand, cards) in hands.iter_mut().zip(cards.chunks_exact(rules.hand_size())) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << (card.0 & 63));
        }
        // All directions recur within twelve deals.
        Self { hands, offset: rules.pass_offset((number % 12) as u32) }
    }
}

/// The policies at a table.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub(super) deck: &'a Deck,
    pub(super) learner: &'a Policy,
    pub(super) earlier: &'a Policy,
    pub(super) critic: Option<&'a ValueNet>,
    pub(super) players: [Player; SEATS],
}

/// How a deal went.
#[derive(Debug)]
pub(super) struct Course {
    /// Every seat's margin at the end: the mean score of the others less its own.
    pub(super) margins: [f32; SEATS],
    /// The margins that the critic expected at the start of every trick; empty without a critic.
    pub(super) expected: Vec<[f32; SEATS]>,
}

impl Table<'_> {
    /// Every seat's margin.
    fn margins(&self, scores: [f32; SEATS]) -> [f32; SEATS] {
        let seats = self.deck.seats;
        let all: f32 = scores[..seats].iter().sum();
        scores.map(|own| (all - own) / (seats - 1) as f32 - own)
    }

    /// Play a deal to its end.
    pub(super) fn play(&self, start: &Start, random: &mut Random, record: &mut Record) -> Course {
        let deck = self.deck;
        let mut expected = Vec::new();
        let mut trace = Trace::default();
        let mut trick = 0;
        let mut tracked = self.pass(start, random, record);
        while !tracked.position.is_over() {
            let position = &tracked.position;
            if position.size == 0 {
                let left = position.hands.iter().fold(0, |left, hand| left | hand);
                if left & (deck.hearts | deck.special) == 0 {
                    break;
                }
                trick += 1;
                if let Some(critic) = self.critic {
                    expected.push(self.margins(critic.scores(deck, position, &mut trace)));
                }
            }
            let turn = usize::from(position.turn) % SEATS;
            let playable = position.playable(deck);
            let card = if playable & playable.wrapping_sub(1) == 0 {
                playable.trailing_zeros()
            } else {
                match self.players[turn] {
                    Player::Learner => {
                        let play = Play::new(deck, &tracked);
                        let phase = play.phase();
                        let turn = Turn { seat: turn, phase: phase as usize, step: trick };
                        let moves = each(playable).map(|card| play.card(phase, card));
                        let chosen = record.draw(self.learner.as_ref(), turn, moves, random);
                        each(playable).nth(chosen).unwrap_or(0)
                    }
                    Player::Earlier => self.earlier.play(deck, &tracked),
                    Player::Rule => rule::play(deck, position),
                    Player::Shooter => shoot::choose(deck, position),
                    Player::Greedy => greedy(deck, position),
                }
            };
            tracked.play(deck, card);
        }
        let scores = tracked.position.scores(deck).map(|score| score as f32);
        Course { margins: self.margins(scores), expected }
    }

    /// Pass the cards, and open the deal.
    fn pass(&self, start: &Start, random: &mut Random, record: &mut Record) -> Tracked {
        let deck = self.deck;
        let mut passed = [0; SEATS];
        if start.offset > 0 {
            for (seat, cards) in passed.iter_mut().enumerate().take(deck.seats) {
                let hand = start.hands[seat];
                *cards = match self.players[seat] {
                    Player::Learner => {
                        let pass = Pass::new(deck, hand, start.offset);
                        let mut rest = hand;
                        for _ in 0..3 {
                            let pick = pass.pick(rest);
                            let turn = Turn { seat, phase: Phase::Pass as usize, step: 0 };
                            let moves = each(rest).map(|card| pick.card(card));
                            let chosen = record.draw(self.learner.as_ref(), turn, moves, random);
                            let card = each(rest).nth(chosen).unwrap_or(0);
                            rest &= !(1 << (card & 63));
                        }
                        hand & !rest
                    }
                    Player::Earlier => self.earlier.pass(deck, hand, start.offset),
                    Player::Rule | Player::Greedy => rule::pass(deck, hand),
                    Player::Shooter => shoot::choose_pass(deck, hand),
                };
            }
        }
        open(deck, start, passed)
    }
}

/// Hand the passed cards over and open the deal.
pub(super) fn open(deck: &Deck, start: &Start, passed: [u64; SEATS]) -> Tracked {
    let mut hands = start.hands;
    for (giver, &cards) in passed.iter().enumerate().take(deck.seats) {
        hands[giver] &= !cards;
        hands[(giver + start.offset) % deck.seats] |= cards;
    }
    let mut tracked = Tracked::new(Compact::open(deck, hands), start.offset);
    tracked.passed = passed;
    tracked
}
