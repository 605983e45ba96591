//! The search model of President: worlds, candidates and rollouts.
//!
//! A world is a deal of the unseen cards, drawn by [`sample`](super::sample) and chosen by the moves
//! seen ([`belief`](super::belief)), in which every player has a plan; a rollout continues until the
//! seat is out, so the outcome is its place in this round, or what it wins or loses. Candidates are
//! the move that `plan` would make, a pass, and the moves that leave the best plans. In a trade every
//! rank and every card is a candidate: the rest of the trades are completed by rule, and the round is
//! rolled out from its lead.

use super::belief::Record;
use super::bots::Planner;
use super::combination::{Combination, Kind, Kinds};
use super::known_end::KnownEnd;
use super::learned::Policy;
use super::moves::Move;
use super::opponents::{Opponents, Others, Table};
use super::options::{Beats, Leads, ScoreRule};
use super::order::OrderedSet;
use super::plan::{Plan, PlanRules, cost};
use super::policy::PolicyRules;
use super::round::{Player, Playout, Round};
use super::rules::Rules;
use super::sample::Sampler;
use super::seen::{Seen, standings};
use super::state::President;
use super::trade::{Stage, Trade};
use super::view::PresidentView;
use super::weights;
use crate::game::{Expected, Parameter, Seat, Setting, Temper, View as _};
use crate::random::Random;
use crate::search::{Budget, Model, Outcome};

mod trades;

/// The search model and its parameters.
#[derive(Clone, Debug)]
pub struct PresidentModel {
    playout: Playout,
    /// Whether requests and gifts are searched as well.
    searches_trades: bool,
    /// The maximum number of candidate moves.
    candidates: usize,
    /// The number of deals of which a world is chosen by the moves seen.
    deals: u32,
    /// Whether the learned policy plays the deals out and proposes the moves.
    is_learned: bool,
    /// A policy to use instead of those that come with the package.
    policy: Option<&'static Policy>,
    /// The gate, in tenths of a standard error.
    gate: u32,
    /// How many positions are expanded to find out who wins with two players left; 0: none.
    exact: u64,
    /// Whether the others are believed to play as they did in the rounds before.
    adapts: bool,
    opponents: Opponents,
}

impl Default for PresidentModel {
    fn default() -> Self {
        Self {
            playout: Playout::Plan,
            searches_trades: true,
            candidates: 12,
            deals: 8,
            is_learned: true,
            policy: None,
            gate: 10,
            exact: 200,
            adapts: false,
            opponents: Opponents::default(),
        }
    }
}

impl PresidentModel {
    /// A model with its own policy, for games that it fits.
    #[must_use]
    pub fn with_policy(policy: &'static Policy) -> Self {
        Self { policy: Some(policy), ..Self::default() }
    }
}

const PARAMETERS: &[Parameter] = &[
    Budget::WORLDS,
    Budget::TIME,
    Budget::PRUNE,
    Temper::TEMPERATURE,
    Temper::CUTOFF,
    Parameter {
        name: "version",
        summary: "2: the learned policy proposes moves and plays the deals out, with three players or \
                  more; 1: by `plan`",
        expected: Expected::Number { minimum: 1, maximum: 2 },
        default: Some("2"),
    },
    Parameter {
        name: "gate",
        summary: "version 2: tenths of a standard error by which a move must beat the policy's",
        expected: Expected::Number { minimum: 0, maximum: 100 },
        default: Some("10"),
    },
    Parameter {
        name: "exact",
        summary: "version 2: with two players left and no hidden card, the positions looked at for \
                  a move's exact result; 0: none",
        expected: Expected::Number { minimum: 0, maximum: 1_000_000 },
        default: Some("200"),
    },
    Parameter {
        name: "adapt",
        summary: "version 2: whether to expect that the others play as they did in earlier rounds",
        expected: Expected::Word(&["yes", "no"]),
        default: Some("no"),
    },
    Parameter {
        name: "candidates",
        summary: "the maximum number of candidate moves",
        expected: Expected::Number { minimum: 1, maximum: 100 },
        default: Some("12"),
    },
    Parameter {
        name: "deals",
        summary: "of how many sampled deals a world is chosen by the moves seen; 1: uniform worlds",
        expected: Expected::Number { minimum: 1, maximum: 100 },
        default: Some("8"),
    },
    Parameter {
        name: "trades",
        summary: "whether requests and gifts are searched, or made by the rule of `plan`",
        expected: Expected::Word(&["search", "rule"]),
        default: Some("search"),
    },
    Parameter {
        name: "playout",
        summary: "version 1: the rollout policy: that of `plan`, or random moves",
        expected: Expected::Word(&["plan", "random"]),
        default: Some("plan"),
    },
];

/// A move is a candidate if it leaves a plan that costs at most this much more than the best, in
/// sixteenths of a move.
const SLACK: i32 = 40;

/// The search value of one place, and by how much another move must beat the rule's own choice:
/// with many candidates in few worlds the best looks better than it is (the optimizer's curse), and
/// the rollouts do not reproduce unusual play.
const PLACE: i32 = 32;
const RULE_BONUS: i32 = 2;

/// The search value of one point, if cards score.
const POINT: i32 = 4;

/// How many points are between two places, if cards score: about what Big Two costs the losers.
const CARDS_A_PLACE: f64 = 4.0;

/// Above this many moves, those that differ only in low cards are merged.
const MERGE_ABOVE: usize = 150;

/// Data shared by all worlds of a view.
#[derive(Debug)]
pub struct Prepared {
    seat: Seat,
    sampler: Sampler,
    /// The round as the seat sees it, with its own plan: the other hands are empty.
    round: Round,
    /// What the others have played in it.
    record: Record,
    /// The trades that are not done, the current one first, and the leader after them.
    trades: Vec<Trade>,
    leader: Option<Seat>,
    /// The learned policy of version 2, if there is one for the rules.
    policy: Option<&'static Policy>,
    /// How the others play, if that is known.
    table: Option<Table>,
}

impl Model<President> for PresidentModel {
    type Prepared = Prepared;
    type World = World;
    type Plan = MovePlan;

    fn observe(&mut self, view: &PresidentView<'_>) {
        if let Some(policy) = self.policy_for(view.rules()).filter(|_| self.adapts) {
            self.opponents.observe(policy, view);
        }
    }

    fn prepare(&self, view: &PresidentView<'_>) -> Prepared {
        let seat = view.seat().unwrap_or(0);
        let reversed = view.is_reversed();
        let policy = PolicyRules::new(view.rules(), reversed);
        let hand = ordered(view.hand(), reversed);
        let empty = Player::new(OrderedSet::EMPTY, Plan::EMPTY);
        let mut players = smallvec::smallvec![empty; view.rules().players()];
        if let Some(own) = players.get_mut(seat) {
            *own = Player::new(hand, Plan::of(hand, policy.plan));
        }
        let plays = || view.plays().iter().filter(|(_, play)| *play != Move::Pass);
        let round = Round {
            rules: view.rules(),
            policy,
            reversed,
            players,
            played: OrderedSet::FULL - ordered(view.unseen(), reversed) - hand,
            turn: seat,
            beat: view.beat().map(|beat| if reversed { beat.reversed() } else { beat }),
            last: plays().next_back().map_or(seat, |&(last, _)| last),
            passed: view.passed(),
            has_played: plays().fold(0, |all, (seat, _)| all | 1 << seat),
            winner: view.finished().first().copied(),
            standings: standings(view.rules(), view.roles()),
        };
        let open = view.exchanges().filter(|exchange| exchange.stage() != Stage::Done);
        let trades = open.map(|exchange| match view.trade() {
            Some(own) if own.upper == exchange.upper => *own,
            _ => Trade::new(exchange.upper, exchange.lower, exchange.size),
        });
        let order = view.orders().last();
        let leader = match view.rules().options().leads {
            Leads::President => order.and_then(|order| order.first()),
            Leads::Bum => order.and_then(|order| order.last()),
            // Only known once everything is traded.
            Leads::Lowest => None,
        };
        Prepared {
            policy: self.policy_for(view.rules()),
            table: self.opponents.table(view),
            seat,
            sampler: Sampler::new(view),
            round,
            record: Record::new(view),
            trades: trades.collect(),
            leader: leader.copied(),
        }
    }

    fn candidates(&self, view: &PresidentView<'_>, prepared: &Prepared) -> Vec<(Move, MovePlan)> {
        if let Some(policy) = prepared.policy.filter(|_| prepared.trades.is_empty()) {
            return self.by_policy(policy, view, prepared);
        }
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let chosen = prepared.policy.and_then(|policy| policy.choose(view));
        let rule_move = chosen.or_else(|| Planner.choose_from(view, &moves));
        let left = Left::new(view, prepared.round.policy.plan);
        // A player who can go out does: no other move brings a better place.
        let is_out =
            |chosen: &&Move| matches!(chosen, Move::Play(_)) && left.after(**chosen).is_empty();
        if let Some(&chosen) = moves.iter().find(is_out) {
            return vec![(chosen, MovePlan { plan: Plan::EMPTY, is_rule_move: true })];
        }
        let mut ranked = if prepared.trades.is_empty() {
            promising_moves(moves, &left, rule_move, view.rules())
        } else {
            moves.into_iter().map(|chosen| (left.cost(chosen), chosen)).collect()
        };
        // The rule's move comes first, then a pass: the others must be better than both.
        ranked
            .sort_by_key(|&(cost, chosen)| (Some(chosen) != rule_move, chosen != Move::Pass, cost));
        let is_by_rule = !prepared.trades.is_empty() && !self.searches_trades;
        ranked.truncate(if is_by_rule { 1 } else { self.candidates });
        let planned = |(_, chosen)| {
            let plan = Plan::of(left.after(chosen), left.rules);
            (chosen, MovePlan { plan, is_rule_move: Some(chosen) == rule_move })
        };
        ranked.into_iter().map(planned).collect()
    }

    fn sample_world(&self, prepared: &Prepared, random: &mut Random) -> World {
        let mut round = prepared.round.clone();
        let others = prepared.table.as_ref().map_or(Others::USUAL, |table| table.draw(random));
        let hands = prepared.record.draw(&prepared.sampler, &others, self.deals, random);
        let is_trading = !prepared.trades.is_empty();
        for (seat, player) in round.players.iter_mut().enumerate() {
            if seat != prepared.seat {
                let hand = ordered(hands[seat], prepared.round.reversed);
                // A trade changes hands and plans, and random moves need no plans.
                let is_planned = !is_trading && self.playout == Playout::Plan;
                let rules = prepared.round.policy.plan;
                let plan = if is_planned { Plan::of(hand, rules) } else { Plan::EMPTY };
                *player = Player::new(hand, plan);
            }
        }
        World(round, others)
    }

    /// The mean of all places is known, points sum to zero, and the bonus of a value is no
    /// expectation.
    fn margin(&self, prepared: &Prepared, _: f64, points: f64) -> f64 {
        match prepared.round.rules.options().score {
            ScoreRule::Places => (prepared.round.players.len() as f64 + 1.0) / 2.0 - points,
            ScoreRule::Cards => points,
        }
    }

    /// A place, or what is usually won or lost between two.
    fn stake(&self, view: &PresidentView<'_>) -> f64 {
        match view.rules().options().score {
            ScoreRule::Places => 1.0,
            ScoreRule::Cards => CARDS_A_PLACE,
        }
    }

    fn rollout(
        &self,
        prepared: &Prepared,
        World(world, others): &World,
        (chosen, intention): &(Move, MovePlan),
        random: &mut Random,
    ) -> Outcome {
        let mut round = world.clone();
        match chosen {
            Move::Play(combination) => {
                let reversed = round.reversed;
                round.play(if reversed { combination.reversed() } else { *combination });
                // A revolution has changed all plans.
                if round.reversed == reversed
                    && let Some(own) = round.players.get_mut(prepared.seat)
                {
                    *own = Player::new(own.hand(), intention.plan);
                }
            }
            Move::Pass => round.pass(),
            Move::Request(_) | Move::Give(_) => {
                trades::complete(&mut round, prepared, *chosen);
            }
        }
        let unit = match round.rules.options().score {
            ScoreRule::Places => -PLACE,
            ScoreRule::Cards => POINT,
        };
        if let Some(policy) = prepared.policy {
            let points =
                round.roll_out_by(prepared.seat, |round| others.make(policy, round, random));
            let points = points as i32;
            return Outcome { value: unit * points, points };
        }
        let points = round.roll_out(prepared.seat, self.playout, random) as i32;
        let bonus = if intention.is_rule_move { 0 } else { RULE_BONUS };
        Outcome { value: unit * points - bonus, points }
    }

    fn gate(&self, prepared: &Prepared) -> Option<f64> {
        prepared.policy.map(|_| f64::from(self.gate) / 10.0)
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn set(&mut self, parameter: &str, setting: Setting) {
        match (parameter, setting) {
            ("candidates", Setting::Number(maximum)) => self.candidates = maximum as usize,
            ("deals", Setting::Number(deals)) => self.deals = deals,
            ("version", Setting::Number(version)) => self.is_learned = version > 1,
            ("gate", Setting::Number(gate)) => self.gate = gate,
            ("exact", Setting::Number(exact)) => self.exact = exact.into(),
            ("adapt", Setting::Word(word)) => self.adapts = word == "yes",
            ("trades", Setting::Word(word)) => self.searches_trades = word == "search",
            ("playout", Setting::Word("random")) => self.playout = Playout::Random,
            ("playout", _) => self.playout = Playout::Plan,
            _ => {}
        }
    }
}

impl PresidentModel {
    /// The learned policy for some rules.
    fn policy_for(&self, rules: Rules) -> Option<&'static Policy> {
        // With two players the policy takes ten times as long and has not been shown to be better.
        let shipped = || Some(rules).filter(|rules| rules.players() > 2);
        let policy = self.policy.or_else(|| shipped().and_then(weights::policy));
        policy.filter(|policy| self.is_learned && policy.preset().fits(rules))
    }

    /// The moves that the policy proposes, its own first.
    fn by_policy(
        &self,
        policy: &Policy,
        view: &PresidentView<'_>,
        prepared: &Prepared,
    ) -> Vec<(Move, MovePlan)> {
        let seen = Seen::of_view(view);
        let ranked = policy.ranked(&seen, &prepared.round.plan(), view.opening());
        let planned = |(index, (played, plan)): (usize, (Option<Combination>, Plan))| {
            let made = |played: Combination| {
                Move::Play(if prepared.round.reversed { played.reversed() } else { played })
            };
            (played.map_or(Move::Pass, made), MovePlan { plan, is_rule_move: index == 0 })
        };
        let mut found: Vec<(Move, MovePlan)> =
            ranked.into_iter().take(self.candidates).enumerate().map(planned).collect();
        // With two players left and nothing hidden, what certainly wins is played.
        if let Some(mut end) = KnownEnd::of_view(view, self.exact) {
            let wins = |(chosen, _): &(Move, MovePlan)| end.wins_by(*chosen) == Some(true);
            if let Some(index) = found.iter().position(wins) {
                found = vec![found.swap_remove(index)];
            }
        }
        found
    }
}

/// A deal of the unseen cards, in which every player has a plan.
#[derive(Clone, Debug)]
pub struct World(Round, Others);

/// The seat's plan after a move.
#[derive(Clone, Copy, Debug)]
pub struct MovePlan {
    plan: Plan,
    /// Whether it is the rule's move.
    is_rule_move: bool,
}

/// Cards in the order of the moment.
const fn ordered(cards: OrderedSet, reversed: bool) -> OrderedSet {
    if reversed { cards.reversed() } else { cards }
}

/// What is left of a hand after a move, in the order of the moment.
struct Left {
    hand: OrderedSet,
    reversed: bool,
    rules: PlanRules,
}

impl Left {
    fn new(view: &PresidentView<'_>, rules: PlanRules) -> Self {
        Self { hand: view.hand(), reversed: view.is_reversed(), rules }
    }

    /// The hand left after a move.
    fn after(&self, chosen: Move) -> OrderedSet {
        let left = match chosen {
            Move::Play(combination) => self.hand - combination.cards(),
            Move::Give(card) => self.hand - OrderedSet::from(card),
            Move::Pass | Move::Request(_) => self.hand,
        };
        ordered(left, self.reversed)
    }

    /// The cost of the best plan for it.
    fn cost(&self, chosen: Move) -> i32 {
        cost(self.after(chosen), self.rules)
    }
}

/// The moves that leave plans which cost little more than the best, with those costs; a pass and
/// the rule's move are always included.
fn promising_moves(
    mut moves: Vec<Move>,
    left: &Left,
    rule_move: Option<Move>,
    rules: Rules,
) -> Vec<(i32, Move)> {
    merge_equivalent(&mut moves, rule_move, rules);
    let mut ranked: Vec<(i32, Move)> =
        moves.into_iter().map(|chosen| (left.cost(chosen), chosen)).collect();
    let plays = ranked.iter().filter(|(_, chosen)| *chosen != Move::Pass);
    let limit = plays.map(|&(cost, _)| cost).min().unwrap_or(0) + SLACK;
    ranked.retain(|&(cost, chosen)| {
        cost <= limit || chosen == Move::Pass || Some(chosen) == rule_move
    });
    ranked
}

/// Merge moves that differ only in suits, if no suit matters. If there are very many, merge all that
/// differ only in cards that do not decide: hands of 26 cards have hundreds of straights.
fn merge_equivalent(moves: &mut Vec<Move>, rule_move: Option<Move>, rules: Rules) {
    let options = rules.options();
    let is_suitless =
        options.beats != Beats::Suit && options.kinds.bits() & !Kinds::SETS.bits() == 0;
    if moves.len() <= MERGE_ABOVE && !is_suitless {
        return;
    }
    let height = |played: Combination| {
        (played.kind(), if is_suitless { played.key() / 4 } else { played.key() })
    };
    // The rule's move is kept, and otherwise the last of those with equal keys, which has the
    // lowest cards.
    let mut seen: Vec<(Kind, u8)> =
        rule_move.and_then(Move::combination).map(height).into_iter().collect();
    moves.reverse();
    moves.retain(|chosen| {
        let Move::Play(played) = *chosen else { return true };
        let is_new = !seen.contains(&height(played));
        seen.extend(is_new.then(|| height(played)));
        is_new || Some(*chosen) == rule_move
    });
}
