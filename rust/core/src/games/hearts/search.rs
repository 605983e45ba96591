//! The search model of Hearts: worlds, candidates and rollouts.

use super::bots::Greedy;
use super::compact::{Compact, Deck, SEATS, below, bit, each};
use super::deck::DeckCard;
use super::learned::{self, Learned, Lookahead};
use super::moves::Move;
use super::opponents::Opponents;
use super::playout::{Plan, Playout, RolloutPolicy};
use super::policy::Policy;
use super::rule::{self, move_of_pass};
use super::sample::Sampler;
use super::shoot;
use super::state::{Hearts, Stage};
use super::value::ValueNet;
use super::view::HeartsView;
use super::weights;
use crate::game::{Bot as _, Expected, Game as _, Parameter, Seat, Setting, Temper, View as _};
use crate::random::Random;
use crate::search::{Budget, Model, Outcome};

/// The model of Hearts for a [`search`](crate::search).
///
/// Worlds are drawn by the [`Sampler`], so every deal of the hidden cards is equally likely.
///
/// Version 2, for the standard game without the jack of diamonds, plays them by the learned policy for some more tricks and
/// values what is left by the learned net. The policy's own move is chosen unless
/// another is better by more than the gate.
///
/// Version 1, and version 2 for other games, rolls them out to the end of the deal by the
/// [`Rule`](super::Rule) policy with some random moves. The value is how much less the seat scores
/// than the others; every card is therefore also evaluated with the plan to shoot the moon, as long
/// as nobody else has points. If the deck is too large for a compact deal, worlds are rolled out by
/// [`Greedy`] through the contract.
#[derive(Clone, Debug)]
pub struct HeartsModel {
    /// Whether the learned weights are used where there are some.
    is_learned: bool,
    lookahead: Lookahead,
    /// Weights to use instead of those that come with the package.
    weights: Option<learned::Weights>,
    playout: Playout,
    passes: usize,
    /// Whether the others are believed to play as they did in the deals before.
    adapts: bool,
    opponents: Opponents,
}

/// The default number of candidate passes.
const PASSES: usize = 40;

const YES_OR_NO: Expected = Expected::Word(&["yes", "no"]);

const PARAMETERS: &[Parameter] = &[
    Budget::WORLDS,
    Budget::TIME,
    Budget::PRUNE,
    Temper::TEMPERATURE,
    Temper::CUTOFF,
    Parameter {
        name: "version",
        summary: "2: learned policy and value net; 1: rule-based rollouts to the end of the deal",
        expected: Expected::Number { minimum: 1, maximum: 2 },
        default: Some("2"),
    },
    Parameter {
        name: "depth",
        summary: "version 2: the number of tricks played after the current one, before the net",
        expected: Expected::Number { minimum: 0, maximum: 17 },
        default: Some("3"),
    },
    Parameter {
        name: "gate",
        summary: "version 2: tenths of a standard error by which a move must beat the policy's",
        expected: Expected::Number { minimum: 0, maximum: 100 },
        default: Some("25"),
    },
    Parameter {
        name: "goal",
        summary: "version 2: whether to play for the match, or for each deal by itself",
        expected: Expected::Word(&["match", "deal"]),
        default: Some("match"),
    },
    Parameter {
        name: "adapt",
        summary: "version 2: whether to expect that the others play as they did in earlier deals",
        expected: YES_OR_NO,
        default: Some("yes"),
    },
    Parameter {
        name: "playout",
        summary: "version 1: the rollout policy",
        expected: Expected::Word(&["rule", "greedy", "random"]),
        default: Some("rule"),
    },
    Parameter {
        name: "noise",
        summary: "version 1: percentage of random moves in a rollout",
        expected: Expected::Number { minimum: 0, maximum: 100 },
        default: Some("5"),
    },
    Parameter {
        name: "passes",
        summary: "version 1: the number of candidate passes; 0 passes like rule",
        expected: Expected::Number { minimum: 0, maximum: 286 },
        default: Some("40"),
    },
    Parameter {
        name: "moon",
        summary: "version 1: whether to consider shooting the moon, by any seat",
        expected: YES_OR_NO,
        default: Some("yes"),
    },
    Parameter {
        name: "solved",
        summary: "version 1: the number of last tricks of a world that are solved double-dummy",
        expected: Expected::Number { minimum: 0, maximum: 3 },
        default: Some("0"),
    },
];

impl Default for HeartsModel {
    fn default() -> Self {
        Self {
            is_learned: true,
            lookahead: Lookahead::default(),
            weights: None,
            playout: Playout { policy: RolloutPolicy::Rule, noise: 5, moon: true, solved: 0 },
            passes: PASSES,
            adapts: true,
            opponents: Opponents::default(),
        }
    }
}

/// Data shared by all worlds of a view.
#[derive(Debug)]
pub struct Prepared {
    sampler: Sampler,
    deck: Option<Deck>,
    seat: Seat,
    seats: usize,
    pass_offset: usize,
    learned: Option<Learned>,
}

/// A world of a view.
#[derive(Debug)]
pub struct World(Kind);

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a world is made once and never moved")]
enum Kind {
    Playing(Compact),
    /// The hands before the passing, and what the others pass.
    Passing {
        hands: [u64; SEATS],
        passes: [u64; SEATS],
    },
    /// A deal for the learned policy and net.
    Learned(learned::World),
    /// A deck that is too large for a compact deal.
    Full(Box<Hearts>),
}

/// The plan behind a card.
#[derive(Clone, Copy, Debug)]
pub struct Intent(Plan);

impl Model<Hearts> for HeartsModel {
    type Prepared = Prepared;
    type World = World;
    type Plan = Intent;

    fn observe(&mut self, view: &HeartsView<'_>) {
        if let Some((policy, _)) = self.weights.or_else(|| weights::all(view.rules()))
            && let Some(deck) = Deck::new(view.rules())
            && self.is_learned
            && self.adapts
        {
            self.opponents.observe(policy, &deck, view);
        }
    }

    fn prepare(&self, view: &HeartsView<'_>) -> Prepared {
        Prepared {
            sampler: Sampler::new(view),
            deck: Deck::new(view.rules()),
            seat: view.viewer_index(),
            seats: view.rules().players(),
            pass_offset: view.pass_offset(),
            learned: if self.is_learned {
                Learned::of_view(&self.lookahead, view, self.weights, &self.opponents)
            } else {
                None
            },
        }
    }

    fn candidates(&self, view: &HeartsView<'_>, prepared: &Prepared) -> Vec<(Move, Intent)> {
        let avoid = |chosen| (chosen, Intent(Plan::Avoid));
        let Some(deck) = &prepared.deck else {
            let mut moves = Vec::new();
            view.legal_moves(&mut moves);
            return moves.into_iter().map(avoid).collect();
        };
        if let Some(learned) = &prepared.learned {
            return self.lookahead.candidates(deck, learned).into_iter().map(avoid).collect();
        }
        let position = view.compact();
        if view.is_passing() {
            return self.passes(deck, position.hands[prepared.seat]);
        }
        let cards = distinct(deck, &position);
        let first = rule::play(deck, &position);
        // The rule's card, or its equivalent.
        let first = if cards >> first & 1 == 1 { first } else { nearest(cards, first) };
        let others = each(cards).filter(|&card| card != first);
        let order: Vec<u32> = [first].into_iter().chain(others).collect();
        let card = |&card: &u32| Move::Play(DeckCard(card as u16));
        let mut candidates: Vec<(Move, Intent)> = order.iter().map(card).map(avoid).collect();
        let hand = position.hand();
        let may_shoot = self.playout.moon
            && shoot::is_open(deck, &position)
            && shoot::losers(deck, position.played, hand) <= MAX_LOSERS;
        if may_shoot {
            let shoot = |chosen| (chosen, Intent(Plan::Shoot));
            candidates.extend(order.iter().map(card).map(shoot));
        }
        candidates
    }

    fn sample_world(&self, prepared: &Prepared, random: &mut Random) -> World {
        if let Some((learned, deck)) = prepared.learned.as_ref().zip(prepared.deck.as_ref()) {
            return World(Kind::Learned(learned.draw(deck, &prepared.sampler, random)));
        }
        let state = prepared.sampler.draw(random);
        let Some(deck) = &prepared.deck else { return World(Kind::Full(Box::new(state))) };
        if state.stage != Stage::Passing {
            return World(Kind::Playing(state.compact()));
        }
        let mut hands = state.compact().hands;
        let mut passes = [0; SEATS];
        for (seat, hand) in hands.iter_mut().enumerate().take(deck.seats) {
            // Passes are hidden too: cards are returned and passed again by the rule.
            let passed = state.passed.get(seat).into_iter().flatten();
            *hand = passed.fold(*hand, |hand, &card| hand | bit(card));
            if seat != prepared.seat {
                passes[seat] = rule::pass(deck, *hand);
            }
        }
        World(Kind::Passing { hands, passes })
    }

    /// Values are margins times the number of seats.
    fn margin(&self, prepared: &Prepared, value: f64, _: f64) -> f64 {
        value / prepared.seats as f64
    }

    fn rollout(
        &self,
        prepared: &Prepared,
        World(world): &World,
        &(chosen, Intent(plan)): &(Move, Intent),
        random: &mut Random,
    ) -> Outcome {
        let seat = prepared.seat;
        let (position, deck) = match (world, &prepared.deck) {
            (Kind::Full(state), _) => return rollout_full(state, &chosen, seat, random),
            (Kind::Learned(world), Some(deck)) => {
                let learned = prepared.learned.as_ref();
                let none = Outcome { value: 0, points: 0 };
                return learned
                    .map_or(none, |it| self.lookahead.evaluate(deck, it, world, &chosen, random));
            }
            (_, None) => return Outcome { value: 0, points: 0 },
            (Kind::Playing(position), Some(deck)) => {
                let mut position = *position;
                if let Move::Play(card) = chosen {
                    position.play(deck, u32::from(card.0));
                }
                (position, deck)
            }
            (Kind::Passing { hands, passes }, Some(deck)) => {
                let (mut hands, mut passes) = (*hands, *passes);
                if let Move::Pass(cards) = chosen {
                    passes[seat] = cards.iter().fold(0, |cards, &card| cards | bit(card));
                }
                for (giver, &passed) in passes.iter().enumerate().take(deck.seats) {
                    hands[giver] &= !passed;
                    hands[(giver + prepared.pass_offset) % deck.seats] |= passed;
                }
                (Compact::open(deck, hands), deck)
            }
        };
        let scores = self.playout.run(deck, position, seat, plan, random);
        outcome(&scores[..deck.seats], seat)
    }

    fn gate(&self, prepared: &Prepared) -> Option<f64> {
        prepared.learned.as_ref().map(|learned| self.lookahead.gate(learned))
    }

    fn unit(&self, prepared: &Prepared) -> i32 {
        if prepared.learned.is_some() { learned::UNIT } else { 1 }
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn set(&mut self, parameter: &str, setting: Setting) {
        match (parameter, setting) {
            ("version", Setting::Number(version)) => self.is_learned = version > 1,
            ("depth" | "gate", Setting::Number(number)) => self.lookahead.set(parameter, number),
            ("goal", Setting::Word(word)) => {
                self.lookahead.set("by_deal", u32::from(word == "deal"));
            }
            ("playout", Setting::Word(word)) => {
                self.playout.policy = match word {
                    "greedy" => RolloutPolicy::Greedy,
                    "random" => RolloutPolicy::Random,
                    _ => RolloutPolicy::Rule,
                };
            }
            ("adapt", Setting::Word(word)) => self.adapts = word == "yes",
            ("noise", Setting::Number(noise)) => self.playout.noise = noise,
            ("passes", Setting::Number(passes)) => self.passes = passes as usize,
            ("moon", Setting::Word(word)) => self.playout.moon = word == "yes",
            ("solved", Setting::Number(solved)) => self.playout.solved = solved as u8,
            _ => {}
        }
    }
}

/// With more losers than this, shooting the moon is not considered.
const MAX_LOSERS: u32 = 5;

impl HeartsModel {
    /// A model with its own policy and value net, for games with as many players as both.
    #[must_use]
    pub fn with_weights(policy: &'static Policy, net: &'static ValueNet) -> Self {
        Self { weights: Some((policy, net)), ..Self::default() }
    }

    /// The most promising passes, the rule's first, and those that keep a hand for shooting the
    /// moon.
    fn passes(&self, deck: &Deck, hand: u64) -> Vec<(Move, Intent)> {
        let first = rule::pass(deck, hand);
        let likely = |cards: u64| -> i32 {
            let emptied =
                deck.each_suit().filter(|suit| hand & suit != 0 && hand & suit & !cards == 0);
            let danger: i32 = each(cards).map(|card| rule::danger(deck, hand, card)).sum();
            danger + 8 * emptied.count() as i32
        };
        let mut sets: Vec<(i32, u64)> = triples(hand)
            .filter(|&cards| cards != first)
            .map(|cards| (-likely(cards), cards))
            .collect();
        sets.sort_unstable();
        let others = sets.into_iter().map(|(_, cards)| cards);
        let mut candidates: Vec<(u64, Plan)> = [first]
            .into_iter()
            .chain(others)
            .take(self.passes.max(1))
            .map(|cards| (cards, Plan::Avoid))
            .collect();
        if self.playout.moon && !deck.has_no_moon() && self.passes > 1 {
            let strong = |cards: &u64| shoot::losers(deck, 0, hand & !cards) <= MAX_LOSERS;
            let worst = shoot::worst(deck, hand, 5);
            let shooting = triples(worst).filter(strong);
            candidates.extend(shooting.map(|cards| (cards, Plan::Shoot)));
        }
        let pass = |(cards, plan)| Some((move_of_pass(cards)?, Intent(plan)));
        candidates.into_iter().filter_map(pass).collect()
    }
}

/// All three-card subsets of a hand.
pub(super) fn triples(hand: u64) -> impl Iterator<Item = u64> {
    each(hand).flat_map(move |first| {
        each(hand & below(first)).flat_map(move |second| {
            each(hand & below(second)).map(move |third| 1 << first | 1 << second | 1 << third)
        })
    })
}

/// The playable cards without those equivalent to the next higher one: no card of others or of the
/// trick is between them.
pub(super) fn distinct(deck: &Deck, position: &Compact) -> u64 {
    let playable = position.playable(deck);
    let separates = (deck.cards & !position.played & !position.hand()) | position.trick;
    let mut cards = playable;
    for card in each(playable) {
        let higher = playable & deck.suit_of(card) & !below(card) & !(1 << card);
        let next = higher.trailing_zeros();
        let between = below(next) & !below(card) & separates;
        let same_cost = (1_u64 << card | 1_u64 << (next & 63)) & (deck.special | deck.jack) == 0;
        if higher != 0 && between == 0 && same_cost {
            cards &= !(1 << card);
        }
    }
    cards
}

/// The lowest card of a set that is not below a card: its equivalent.
pub(super) fn nearest(cards: u64, card: u32) -> u32 {
    let higher = cards & !below(card);
    if higher == 0 { cards.trailing_zeros() } else { higher.trailing_zeros() }
}

/// How much less a seat scores than the others, times their number, and its points.
fn outcome(scores: &[i32], seat: Seat) -> Outcome {
    let own = scores.get(seat).copied().unwrap_or(0);
    let all: i32 = scores.iter().sum();
    Outcome { value: all - own * scores.len() as i32, points: own }
}

/// Roll out a world of a large deck through the contract. Such games have one deal.
fn rollout_full(state: &Hearts, chosen: &Move, seat: Seat, random: &mut Random) -> Outcome {
    let mut state = state.clone();
    let mut continues = state.play(chosen).is_ok();
    while let Some(turn) = state.to_move().filter(|_| continues) {
        let chosen = Greedy.choose(&state.view(turn), random);
        continues = chosen.is_some_and(|chosen| state.play(&chosen).is_ok());
    }
    let scores: Vec<i32> = state.scores().iter().map(|&score| score as i32).collect();
    outcome(&scores, seat)
}
