//! Deals played for learning: sampled from a policy, with all decisions recorded.

use super::super::compact::{Compact, Deck, SEATS, each};
use super::super::features::{MAX_TABLES, Pass, Phase, Play, Selected};
use super::super::playout::greedy;
use super::super::policy::Policy;
use super::super::rules::Rules;
use super::super::tracked::Tracked;
use super::super::value::ValueNet;
use super::super::{rule, shoot};
use crate::nets::{Trace, softmax};
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

/// The decisions of the learning seats in some deals.
#[derive(Debug, Default)]
pub(super) struct Record {
    decisions: Vec<Decision>,
    cards: Vec<Candidate>,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    seat: u8,
    phase: Phase,
    /// The number of the trick, from 1; 0 before the play.
    trick: u8,
    /// Its first card, their number, and the one chosen.
    begin: u32,
    count: u8,
    chosen: u8,
}

/// Whose decision it is, of which kind, and in which trick.
#[derive(Clone, Copy, Debug)]
struct Turn {
    seat: usize,
    phase: Phase,
    trick: usize,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    indices: [u16; MAX_TABLES],
    tables: u8,
    score: f32,
    probability: f32,
}

impl Record {
    pub(super) fn clear(&mut self) {
        self.decisions.clear();
        self.cards.clear();
    }

    /// The number of decisions so far.
    pub(super) fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Draw one of the cards, and record the decision.
    fn draw(
        &mut self,
        policy: &Policy,
        Turn { seat, phase, trick }: Turn,
        cards: u64,
        select: impl Fn(u32) -> Selected,
        random: &mut Random,
    ) -> u32 {
        let begin = self.cards.len();
        let mut scores = [0.0; 32];
        let mut size = 0;
        for (card, score) in each(cards).zip(&mut scores) {
            let selected = select(card);
            *score = policy.score(phase, &selected);
            self.cards.push(Candidate {
                indices: selected.indices,
                tables: selected.count as u8,
                score: *score,
                probability: 0.0,
            });
            size += 1;
        }
        softmax(&mut scores[..size]);
        let mut left = random.unit() as f32;
        let mut chosen = size - 1;
        for (number, &probability) in scores[..size].iter().enumerate() {
            self.cards[begin + number].probability = probability;
            if left >= 0.0 && left < probability {
                chosen = number;
            }
            left -= probability;
        }
        self.decisions.push(Decision {
            seat: seat as u8,
            phase,
            trick: trick as u8,
            begin: begin as u32,
            count: size as u8,
            chosen: chosen as u8,
        });
        each(cards).nth(chosen).unwrap_or(0)
    }

    /// Add the gradient of the policy loss for some decisions, each weighted by the advantage of its
    /// seat in its trick. `entropy` rewards playing at random. Returns the sum of the probabilities
    /// that the chosen cards had.
    pub(super) fn add_gradient(
        &self,
        policy: &Policy,
        decisions: std::ops::Range<usize>,
        advantages: &[[f32; SEATS]],
        entropy: f32,
        gradient: &mut [f32],
    ) -> f64 {
        let mut chosen_sum = 0.0;
        for decision in self.decisions.get(decisions).unwrap_or_default() {
            let begin = decision.begin as usize;
            let cards = &self.cards[begin..begin + usize::from(decision.count)];
            let advantages = advantages.get(usize::from(decision.trick));
            let advantage = advantages.map_or(0.0, |row| row[usize::from(decision.seat) % SEATS]);
            let mean: f32 = cards.iter().map(|card| card.probability * card.score).sum();
            let offset = policy.begins[decision.phase as usize];
            for (number, card) in cards.iter().enumerate() {
                let is_chosen = number == usize::from(decision.chosen);
                let one = if is_chosen { 1.0 } else { 0.0 };
                chosen_sum += f64::from(one * card.probability);
                let slope = advantage * (card.probability - one)
                    + entropy * card.probability * (card.score - mean);
                for &index in &card.indices[..usize::from(card.tables).min(MAX_TABLES)] {
                    gradient[offset + usize::from(index)] += slope;
                }
            }
        }
        chosen_sum
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
                        let select = |card| play.card(phase, card);
                        let turn = Turn { seat: turn, phase, trick };
                        record.draw(self.learner, turn, playable, select, random)
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
                            let select = |card| pick.card(card);
                            let turn = Turn { seat, phase: Phase::Pass, trick: 0 };
                            let card = record.draw(self.learner, turn, rest, select, random);
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
