//! The search with what was learned: the policy's candidates, sampled deals played by the policy for
//! some tricks, and the net's value of what is left.

use std::cell::RefCell;

use super::compact::{Compact, Deck, SEATS, bit, each};
use super::deck::DeckCard;
use super::moves::Move;
use super::opponents::{Opponents, Others, Table};
use super::policy::Policy;
use super::rule::move_of_pass;
use super::sample::Sampler;
use super::search::{distinct, nearest};
use super::state::{Hearts, Stage};
use super::tracked::Tracked;
use super::value::ValueNet;
use super::view::HeartsView;
use super::weights;
use crate::game::Seat;
use crate::nets::{Trace, softmax};
use crate::random::Random;
use crate::search::Outcome;

/// How many units of an outcome are a point.
pub(super) const UNIT: i32 = 256;

/// The number of candidate passes.
const PASSES: usize = 16;

/// Of how many sampled deals one is chosen by the plays, if something is known of the others.
const DEALS: u32 = 4;

/// How far and how carefully to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead {
    /// The tricks that are played after the current one.
    depth: u8,
    /// The gate, in tenths of a standard error.
    gate: u32,
    /// Whether each deal counts by itself, also in a match.
    by_deal: bool,
}

impl Default for Lookahead {
    fn default() -> Self {
        Self { depth: 3, gate: 25, by_deal: false }
    }
}

/// A policy, and the value net for its play.
pub(super) type Weights = (&'static Policy, &'static ValueNet);

/// What was learned, and what the viewer knows.
#[derive(Debug)]
pub(super) struct Learned {
    policy: &'static Policy,
    net: &'static ValueNet,
    known: Tracked,
    seat: Seat,
    is_passing: bool,
    standing: Standing,
    /// How the others play, if that is known.
    table: Option<Table>,
    /// The plays of the deal.
    plays: Vec<(Seat, u32)>,
}

/// A sampled deal.
#[derive(Debug)]
pub(super) struct World {
    /// In the play; before the passing, only the hands count.
    tracked: Tracked,
    /// What the others pass.
    passes: [u64; SEATS],
    others: Others,
    trace: RefCell<Trace>,
}

impl Learned {
    /// Prepare for a view, with these weights or those of the package; `None` if there are none for
    /// its rules.
    pub(super) fn of_view(
        lookahead: &Lookahead,
        view: &HeartsView<'_>,
        weights: Option<Weights>,
        opponents: &Opponents,
    ) -> Option<Self> {
        let rules = view.rules();
        let (policy, net) = weights.or_else(|| weights::all(rules))?;
        // The net has not learned what the jack of diamonds is worth.
        let fits = rules.is_standard()
            && rules.jack.is_none()
            && policy.players() == rules.players()
            && net.players() == rules.players();
        let single = Standing { totals: None };
        fits.then(|| Self {
            policy,
            net,
            known: Tracked::of_view(view),
            seat: view.viewer_index(),
            is_passing: view.is_passing(),
            standing: if lookahead.by_deal { single } else { Standing::of_view(view) },
            table: opponents.table(view),
            plays: view.plays().iter().map(|&(seat, card)| (seat, u32::from(card.0))).collect(),
        })
    }

    /// A sampled deal, one of several by how well it explains the plays, if something is known of how
    /// the others play.
    pub(super) fn draw(&self, deck: &Deck, sampler: &Sampler, random: &mut Random) -> World {
        let others = self.table.as_ref().map_or(Others::USUAL, |table| table.draw(random));
        let mut chosen = sampler.draw(random);
        if !others.are_usual() && !self.plays.is_empty() {
            let weight = |state: &Hearts| {
                others.likelihood(self.policy, deck, &self.plays, &state.compact().hands)
            };
            let mut total = weight(&chosen);
            for _ in 1..DEALS {
                let state = sampler.draw(random);
                let weight = weight(&state);
                total += weight;
                if random.unit() * total < weight {
                    chosen = state;
                }
            }
        }
        self.world(deck, &chosen, others)
    }

    /// A sampled deal with what the viewer knows.
    fn world(&self, deck: &Deck, state: &Hearts, others: Others) -> World {
        let mut tracked = Tracked { position: state.compact(), ..self.known };
        let mut passes = [0; SEATS];
        if state.stage == Stage::Passing {
            for (seat, hand) in tracked.position.hands.iter_mut().enumerate().take(deck.seats) {
                // Passes are hidden too: cards are returned and passed again by the policy.
                let passed = state.passed.get(seat).into_iter().flatten();
                *hand = passed.fold(*hand, |hand, &card| hand | bit(card));
                if seat != self.seat {
                    let offset = usize::from(tracked.offset);
                    passes[seat] = others.pass(self.policy, deck, seat, *hand, offset);
                }
            }
        }
        World { tracked, passes, others, trace: RefCell::default() }
    }
}

impl Lookahead {
    /// The gate in standard errors: for passes three times as much, as the best of many candidates is
    /// overestimated more.
    pub(super) fn gate(&self, learned: &Learned) -> f64 {
        let errors = f64::from(self.gate) / 10.0;
        if learned.is_passing { 3.0 * errors } else { errors }
    }

    pub(super) fn set(&mut self, parameter: &str, number: u32) {
        match parameter {
            "depth" => self.depth = number.min(255) as u8,
            "gate" => self.gate = number,
            "by_deal" => self.by_deal = number == 1,
            _ => {}
        }
    }

    /// The candidates, the policy's own move first.
    pub(super) fn candidates(&self, deck: &Deck, learned: &Learned) -> Vec<Move> {
        let Learned { policy, known, seat, .. } = learned;
        if learned.is_passing {
            let hand = known.position.hands[seat % SEATS];
            return passes(policy, deck, hand, usize::from(known.offset));
        }
        let cards = distinct(deck, &known.position);
        let first = policy.play(deck, known);
        // The policy's card, or its equivalent.
        let first = if cards >> first & 1 == 1 { first } else { nearest(cards, first) };
        let others = each(cards).filter(|&card| card != first);
        let order = [first].into_iter().chain(others);
        order.map(|card| Move::Play(DeckCard(card as u16))).collect()
    }

    /// Play a candidate in a world, and value the result.
    pub(super) fn evaluate(
        &self,
        deck: &Deck,
        learned: &Learned,
        world: &World,
        chosen: &Move,
        random: &mut Random,
    ) -> Outcome {
        let mut tracked = world.tracked;
        match *chosen {
            Move::Play(card) => tracked.play(deck, u32::from(card.0)),
            Move::Pass(cards) => {
                let (mut hands, mut passes) = (tracked.position.hands, world.passes);
                passes[learned.seat % SEATS] = cards.iter().fold(0, |set, &card| set | bit(card));
                for (giver, &passed) in passes.iter().enumerate().take(deck.seats) {
                    hands[giver] &= !passed;
                    hands[(giver + usize::from(tracked.offset)) % deck.seats] |= passed;
                }
                tracked.position = Compact::open(deck, hands);
                tracked.passed = passes;
            }
        }
        // A card that completes a trick leaves it behind, and so do passes: there is no current one.
        let current = u8::from(tracked.position.size > 0);
        // The net values what the learned policy does with a position; others play to the end.
        let last = match world.others.are_usual() {
            true => tracked.position.tricks.saturating_sub(self.depth + current),
            false => 0,
        };
        let costly = deck.hearts | deck.special;
        loop {
            let position = &tracked.position;
            if position.size == 0 {
                let left = position.hands.iter().fold(0, |left, hand| left | hand);
                if left & costly == 0 || position.is_over() {
                    let scores = position.scores(deck).map(|score| score as f32);
                    return learned.outcome(deck, &scores, 0);
                }
                if position.tricks <= last {
                    let trace = &mut world.trace.borrow_mut();
                    let scores = learned.net.scores(deck, position, trace);
                    return learned.outcome(deck, &scores, position.tricks);
                }
            }
            let card = world.others.play(learned.policy, deck, &tracked, random);
            tracked.play(deck, card);
        }
    }
}

impl Learned {
    /// The outcome of a deal with these scores, expected when this number of tricks is left.
    fn outcome(&self, deck: &Deck, scores: &[f32; SEATS], tricks: u8) -> Outcome {
        let scores = &scores[..deck.seats.min(SEATS)];
        let own = scores[self.seat % scores.len()];
        let value = self.standing.value(scores, self.seat, tricks);
        let whole = |points: f32| (points * UNIT as f32).round_ties_even() as i32;
        Outcome { value: whole(value), points: whole(own) }
    }
}

/// What the scores of a deal are worth: in a match the totals decide.
#[derive(Debug)]
struct Standing {
    /// The totals and the target; `None` if the deal counts by itself.
    totals: Option<([f32; SEATS], f32)>,
}

/// The spread of what is yet to come in a match, for each seat and the square root of deals: half of
/// the standard deviation of the difference of two scores.
const SPREAD: f32 = 6.0;

/// How many points the seat that will end the match gains in a deal.
const PACE: f32 = 10.0;

impl Standing {
    fn of_view(view: &HeartsView<'_>) -> Self {
        let of_match = |target: u32| {
            let total = |seat: usize| view.totals().get(seat).map_or(0.0, |&total| total as f32);
            (std::array::from_fn(total), target as f32)
        };
        Self { totals: view.rules().target().map(of_match) }
    }

    /// What scores of the deal, expected when this number of tricks is left, are worth to a seat.
    ///
    /// In a single deal: how much less it scores than the others, times their number. In a match:
    /// how likely it wins, if what is yet to come has the same spread for all seats (a softmax of the
    /// totals), in units that make a point worth about the same when all are even.
    fn value(&self, scores: &[f32], seat: Seat, tricks: u8) -> f32 {
        let seats = scores.len();
        let Some((totals, target)) = &self.totals else {
            let all: f32 = scores.iter().sum();
            return all - scores[seat % seats] * seats as f32;
        };
        let leader = totals[..seats].iter().copied().fold(f32::MIN, f32::max);
        let spread = |highest: f32, rest: f32| {
            let deals = ((target - highest) / PACE).max(0.0);
            SPREAD * (deals + rest + 0.01).sqrt()
        };
        let mut chances = [0.0; SEATS];
        let mut highest = f32::MIN;
        for ((chance, total), score) in chances.iter_mut().zip(totals).zip(scores) {
            *chance = total + score;
            highest = highest.max(*chance);
        }
        let scale = -1.0 / spread(highest, f32::from(tricks) / 13.0);
        for chance in &mut chances[..seats] {
            *chance *= scale;
        }
        softmax(&mut chances[..seats]);
        let unit = (seats * seats) as f32 * spread(leader, 1.0);
        chances[seat % seats] * unit
    }
}

/// The most promising passes, the policy's first.
fn passes(policy: &Policy, deck: &Deck, hand: u64, offset: usize) -> Vec<Move> {
    let first = policy.pass(deck, hand, offset);
    let mut others = policy.pass_scores(deck, hand, offset);
    others.retain(|&(_, cards)| cards != first);
    others.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
    let others = others.into_iter().map(|(_, cards)| cards).take(PASSES - 1);
    [first].into_iter().chain(others).filter_map(move_of_pass).collect()
}
