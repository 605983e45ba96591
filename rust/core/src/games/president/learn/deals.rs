//! How rounds are played for the policy, and what its decisions were worth.
//!
//! Every deal is played several times with moves drawn from the policy, the trades included. A
//! seat's return is its place, or what it wins or loses, and its advantage is how much better that
//! is than the mean over all plays of the deal: the luck of the cards cancels out. One deal in three
//! is a first round, the others follow a round that ended in a random order. Most deals are played by
//! the policy alone; in the others some seats are played by `plan` and by an earlier version, so
//! that it does not learn to play against itself only.

use smallvec::SmallVec;

use super::super::bots::Planner;
use super::super::choices::Choices;
use super::super::features::{Exchange, Phase, Play};
use super::super::learned::{Policy, requests, trade_of};
use super::super::moves::Move;
use super::super::options::ScoreRule;
use super::super::round::Round;
use super::super::rules::{MAX_PLAYERS, Rules};
use super::super::seen::standings;
use super::super::state::President;
use super::super::trade::Stage;
use super::super::view::PresidentView;
use crate::cards::Card;
use crate::game::{Bot as _, Game as _, Seat};
use crate::learn::{Policies, Record, SelfPlay, Sums, Turn};
use crate::random::Random;

/// A preset of the rules, for a policy to learn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deals {
    /// The rules of a match of two rounds.
    pub(super) rules: Rules,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    /// The policy that learns, with moves drawn from its probabilities.
    Learner,
    /// An earlier version of it, at its best.
    Earlier,
    Plan,
}

/// About the standard deviation of what a round wins or loses, if cards score.
const CARDS_SCALE: f32 = 12.0;

impl SelfPlay for Deals {
    type Policy = Policy;

    fn play(
        &self,
        policies: Policies<'_, Policy>,
        deal: u64,
        random: &mut Random,
        record: &mut Record,
        sums: &mut Sums,
    ) {
        let seats = self.rules.players();
        let seed = random.word();
        let start = if deal.is_multiple_of(3) {
            President::new(self.rules, seed)
        } else {
            let mut order: Vec<Seat> = (0..seats).collect();
            random.shuffle(&mut order);
            President::second_round(self.rules, seed, order)
        };
        let players = self.players(policies.mixed, random);
        let table = Table { policies, players };
        let mut plays = Vec::with_capacity(policies.plays as usize);
        let mut means = [0.0; MAX_PLAYERS];
        for _ in 0..policies.plays {
            let begin = record.len();
            let returns = self.returns(&table.play(&start, random, record));
            for (mean, own) in means.iter_mut().zip(&returns) {
                *mean += own / policies.plays as f32;
            }
            plays.push((begin..record.len(), returns));
        }
        for (decisions, returns) in plays {
            let advantage = |seat: usize, _| (returns[seat] - means[seat]) / self.scale();
            let gradient = &mut sums.gradient;
            sums.chosen += record.add_gradient(decisions, advantage, policies.entropy, gradient);
        }
        let learners = || (0..seats).filter(|&seat| players[seat] == Player::Learner);
        if learners().count() < seats {
            let sum: f32 = learners().map(|seat| means[seat]).sum();
            sums.margins += f64::from(sum) / learners().count().max(1) as f64;
            sums.tables += 1;
        }
    }
}

impl Deals {
    /// What scores are worth: places count from their mean, fewer is better.
    fn returns(&self, scores: &[i64]) -> SmallVec<[f32; 4]> {
        let mean = (scores.len() as f32 + 1.0) / 2.0;
        let value = |&score: &i64| match self.rules.options().score {
            ScoreRule::Places => mean - score as f32,
            ScoreRule::Cards => score as f32,
        };
        scores.iter().map(value).collect()
    }

    /// Advantages are divided by this: about their standard deviation.
    fn scale(&self) -> f32 {
        let players = self.rules.players() as f32;
        match self.rules.options().score {
            ScoreRule::Places => ((players * players - 1.0) / 12.0).sqrt(),
            ScoreRule::Cards => CARDS_SCALE,
        }
    }

    /// Who plays a deal.
    fn players(&self, mixed: u32, random: &mut Random) -> [Player; MAX_PLAYERS] {
        let mut players = [Player::Learner; MAX_PLAYERS];
        if random.below(100) < mixed {
            // At least one seat learns, at least one does not.
            let seats = self.rules.players() as u32;
            let learners = 1 + random.below((1 << seats) - 2);
            for (seat, player) in players.iter_mut().enumerate().take(self.rules.players()) {
                let other = if random.below(2) == 0 { Player::Earlier } else { Player::Plan };
                if learners >> seat & 1 == 0 {
                    *player = other;
                }
            }
        }
        players
    }
}

/// The policies at a table, and who has which seat.
struct Table<'a> {
    policies: Policies<'a, Policy>,
    players: [Player; MAX_PLAYERS],
}

impl Table<'_> {
    /// Play a round from its trades to its end, and return the scores.
    fn play(
        &self,
        start: &President,
        random: &mut Random,
        record: &mut Record,
    ) -> SmallVec<[i64; 4]> {
        let mut state = start.clone();
        while let Some(chosen) = self.exchange(&state, random, record) {
            if state.play(&chosen).is_err() {
                break;
            }
        }
        let rules = state.match_rules();
        let mut round = Round::begin(rules, &state.hands, state.turn);
        round.standings = standings(rules, state.roles());
        let mut opening = state.opening;
        round.play_out(|round| self.make(round, opening.take(), random, record))
    }

    /// The next move of a trade; `None` if there is none.
    fn exchange(
        &self,
        state: &President,
        random: &mut Random,
        record: &mut Record,
    ) -> Option<Move> {
        let turn = state.to_move()?;
        let view = state.view(turn);
        trade_of(&view)?;
        match self.players[turn] {
            Player::Learner => self.draw_exchange(&view, turn, random, record),
            Player::Earlier => self.policies.earlier.choose(&view),
            Player::Plan => Planner.choose(&view, random),
        }
    }

    /// Draw a move of a trade.
    fn draw_exchange(
        &self,
        view: &PresidentView<'_>,
        seat: Seat,
        random: &mut Random,
        record: &mut Record,
    ) -> Option<Move> {
        let (trade, rules) = trade_of(view)?;
        let (hand, policy) = (view.hand(), self.policies.learner.as_ref());
        let exchange = Exchange::new(hand, trade, rules);
        if trade.stage() == Stage::Request {
            let ranks: SmallVec<[_; 13]> = requests(hand, trade).collect();
            let turn = Turn { seat, phase: Phase::Request as usize, step: 0 };
            let moves = ranks.iter().map(|&rank| exchange.request(rank));
            let chosen = record.draw(policy, turn, moves, random);
            return ranks.get(chosen).copied().map(Move::Request);
        }
        let turn = Turn { seat, phase: Phase::Give as usize, step: 0 };
        let moves = hand.iter().map(|card| exchange.give(card));
        let chosen = record.draw(policy, turn, moves, random);
        hand.iter().nth(chosen).map(Move::Give)
    }

    /// Make the move of the player to move.
    fn make(
        &self,
        round: &mut Round,
        opening: Option<Card>,
        random: &mut Random,
        record: &mut Record,
    ) {
        let (seen, plan) = (round.seen(), round.plan());
        let player = self.players[round.turn];
        let (played, rest) = match player {
            Player::Learner => match Choices::new(&seen, &plan, opening) {
                Choices::Forced(played) => return round.play(played),
                Choices::Several(several) => {
                    let phase = if seen.now.beat.is_none() { Phase::Lead } else { Phase::Follow };
                    let chosen = if several.list.len() == 1 {
                        0
                    } else {
                        let play = Play::new(&seen, &several);
                        let turn = Turn { seat: round.turn, phase: phase as usize, step: 0 };
                        let moves = several.list.iter().map(|choice| play.select(phase, choice));
                        record.draw(self.policies.learner.as_ref(), turn, moves, random)
                    };
                    let Some(choice) = several.list.get(chosen) else { return round.pass() };
                    (choice.played, choice.plan_after(&seen, &plan))
                }
            },
            // The rule of `plan` has no first move with a certain card: it plays a move of its plan.
            Player::Plan if opening.is_none() => {
                return match round.by_rule() {
                    Some(played) => round.play(played),
                    None => round.pass(),
                };
            }
            Player::Earlier | Player::Plan => self.policies.earlier.play(&seen, &plan, opening),
        };
        match played {
            Some(played) => round.play_planned(played, rest),
            None => round.pass(),
        }
    }
}
