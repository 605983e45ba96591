//! A softmax policy over moves, learned by self-play: the bot `policy`.
//!
//! The score of a move is the sum of the table entries that its [`features`] select. The bot plays
//! the move with the highest score among a few [`choices`](super::choices); training draws them with
//! probabilities in proportion to the exponential of their scores. There are policies for some
//! [`Preset`]s of the rules and some numbers of players ([`weights`]); whatever they do not fit is
//! played like [`Planner`].

use super::bots::Planner;
use super::choices::{Choice, Choices};
use super::combination::Combination;
use super::features::{self, ENCODER, Exchange, NAMES, PHASES, Phase, Play, Selected};
use super::moves::Move;
use super::options::Preset;
use super::order::{OrderedSet, value};
use super::plan::{Plan, PlanRules};
use super::policy::PolicyRules;
use super::rules::MAX_PLAYERS;
use super::seen::Seen;
use super::state::President;
use super::trade::{Stage, Trade};
use super::view::PresidentView;
use super::weights;
use crate::cards::{Card, Rank};
use crate::game::{Bot, Parameter, Temper, View as _, bot};
use crate::monitor::{Monitor, Stopped};
use crate::nets::{HeaderError, NetHeader, NetKind, Tables, TensorError, TensorFile};
use crate::random::Random;

/// The tables of a policy for a preset of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    preset: Preset,
    players: usize,
    tables: Tables,
}

impl AsRef<Tables> for Policy {
    fn as_ref(&self) -> &Tables {
        &self.tables
    }
}

impl AsMut<Tables> for Policy {
    fn as_mut(&mut self) -> &mut Tables {
        &mut self.tables
    }
}

impl Policy {
    /// A policy that knows nothing: every choice is equally likely.
    #[must_use]
    pub fn new(preset: Preset, players: usize) -> Self {
        Self { preset, players, tables: Tables::new(&PHASES.map(features::size)) }
    }

    /// The rules it is for.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The number of players it was learned with.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    fn header() -> NetHeader {
        NetHeader::new("president", NetKind::TabledPolicy, ENCODER)
    }

    /// Read the policy of a file.
    ///
    /// # Errors
    ///
    /// A file of something else.
    pub fn from_file(file: &TensorFile) -> Result<Self, PolicyError> {
        Self::header().check(&file.metadata)?;
        let word = |key: &str| file.metadata.get(key).map_or("", String::as_str);
        let preset = Preset::named(word("preset")).ok_or(PolicyError::Preset)?;
        let players = word("players").parse().ok();
        let players = players.filter(|players| (2..=MAX_PLAYERS).contains(players));
        let mut policy = Self::new(preset, players.ok_or(PolicyError::Players)?);
        policy.tables.read(file, &NAMES)?;
        Ok(policy)
    }

    /// Write it into a file.
    #[must_use]
    pub fn to_file(&self) -> TensorFile {
        let mut file = TensorFile { metadata: Self::header().metadata(), ..Default::default() };
        file.metadata.insert("preset".to_owned(), self.preset.name().to_owned());
        file.metadata.insert("players".to_owned(), self.players.to_string());
        self.tables.write(&mut file, &NAMES);
        file
    }

    /// The move of the viewer; `None` if it is not its turn, or a game by other rules.
    #[must_use]
    pub fn choose(&self, view: &PresidentView<'_>) -> Option<Move> {
        if !view.is_my_turn() || !self.preset.fits(view.rules()) {
            return None;
        }
        if let Some((trade, plan_rules)) = trade_of(view) {
            return Some(match trade.stage() {
                Stage::Request => Move::Request(self.request(view.hand(), trade, plan_rules)?),
                _ => Move::Give(self.give(view.hand(), trade, plan_rules)?),
            });
        }
        let seen = Seen::of_view(view);
        let plan = Plan::of(seen.now.hand, seen.now.rules.plan);
        let (played, _) = self.play(&seen, &plan, view.opening());
        let reversed = view.is_reversed();
        let made = |played: Combination| if reversed { played.reversed() } else { played };
        Some(played.map_or(Move::Pass, |played| Move::Play(made(played))))
    }

    /// The moves among which [`choose`](Self::choose) chooses with their scores, differences of which
    /// are those of the logarithms of their probabilities; empty where it returns `None`.
    #[must_use]
    pub fn scores(&self, view: &PresidentView<'_>) -> Vec<(Move, f64)> {
        if !view.is_my_turn() || !self.preset.fits(view.rules()) {
            return Vec::new();
        }
        let score = |phase: Phase, selected: &Selected| {
            f64::from(self.tables.score(phase as usize, selected))
        };
        if let Some((trade, rules)) = trade_of(view) {
            let exchange = Exchange::new(view.hand(), trade, rules);
            let request =
                |rank| (Move::Request(rank), score(Phase::Request, &exchange.request(rank)));
            let give = |card| (Move::Give(card), score(Phase::Give, &exchange.give(card)));
            return match trade.stage() {
                Stage::Request => requests(view.hand(), trade).map(request).collect(),
                _ => view.hand().iter().map(give).collect(),
            };
        }
        let seen = Seen::of_view(view);
        let plan = Plan::of(seen.now.hand, seen.now.rules.plan);
        let reversed = view.is_reversed();
        let made =
            |played: Combination| Move::Play(if reversed { played.reversed() } else { played });
        match Choices::new(&seen, &plan, view.opening()) {
            Choices::Forced(played) => vec![(made(played), 0.0)],
            Choices::Several(several) => {
                let phase = if seen.now.beat.is_none() { Phase::Lead } else { Phase::Follow };
                let play = Play::new(&seen, &several);
                let scored = |choice: &Choice| {
                    let score = score(phase, &play.select(phase, choice));
                    (choice.played.map_or(Move::Pass, made), score)
                };
                several.list.iter().map(scored).collect()
            }
        }
    }

    /// What a seat plays, and its plan for the rest; `None` is a pass.
    #[inline]
    pub(super) fn play(
        &self,
        seen: &Seen,
        plan: &Plan,
        opening: Option<Card>,
    ) -> (Option<Combination>, Plan) {
        match Choices::new(seen, plan, opening) {
            Choices::Forced(played) => (Some(played), after(seen, plan, played)),
            Choices::Several(several) => {
                let phase = if seen.now.beat.is_none() { Phase::Lead } else { Phase::Follow };
                let play = Play::new(seen, &several);
                let score = |choice: &&Choice| {
                    self.tables.score(phase as usize, &play.select(phase, choice))
                };
                let chosen = best(several.list.iter(), score);
                chosen
                    .map_or((None, *plan), |chosen| (chosen.played, chosen.plan_after(seen, plan)))
            }
        }
    }

    /// The choices of a seat, best first, without their scores.
    pub(super) fn ranked(
        &self,
        seen: &Seen,
        plan: &Plan,
        opening: Option<Card>,
    ) -> Vec<(Option<Combination>, Plan)> {
        match Choices::new(seen, plan, opening) {
            Choices::Forced(played) => vec![(Some(played), after(seen, plan, played))],
            Choices::Several(several) => {
                let phase = if seen.now.beat.is_none() { Phase::Lead } else { Phase::Follow };
                let play = Play::new(seen, &several);
                let score = |choice: &Choice| {
                    self.tables.score(phase as usize, &play.select(phase, choice))
                };
                let mut scored: Vec<(f32, &Choice)> =
                    several.list.iter().map(|choice| (score(choice), choice)).collect();
                scored.sort_by(|left, right| right.0.total_cmp(&left.0));
                let made =
                    |(_, choice): (f32, &Choice)| (choice.played, choice.plan_after(seen, plan));
                scored.into_iter().map(made).collect()
            }
        }
    }

    /// The rank to request in a trade.
    pub(super) fn request(
        &self,
        hand: OrderedSet,
        trade: &Trade,
        rules: PlanRules,
    ) -> Option<Rank> {
        let exchange = Exchange::new(hand, trade, rules);
        let score =
            |rank: &Rank| self.tables.score(Phase::Request as usize, &exchange.request(*rank));
        best(requests(hand, trade), score)
    }

    /// The card to give in a trade.
    pub(super) fn give(&self, hand: OrderedSet, trade: &Trade, rules: PlanRules) -> Option<Card> {
        let exchange = Exchange::new(hand, trade, rules);
        let score = |card: &Card| self.tables.score(Phase::Give as usize, &exchange.give(*card));
        best(hand.iter(), score)
    }
}

/// The trade that a viewer has to move in, and the rules for its plans.
pub(super) fn trade_of<'a>(view: &PresidentView<'a>) -> Option<(&'a Trade, PlanRules)> {
    view.traders()?;
    Some((view.trade()?, PolicyRules::new(view.rules(), false).plan))
}

/// The ranks that a hand may request with a chance of success; all that are left if there is none.
pub(super) fn requests(hand: OrderedSet, trade: &Trade) -> impl Iterator<Item = Rank> {
    let may_exist = move |rank: &Rank| !OrderedSet::of_value(value(*rank)).is_subset(hand);
    let none_may = !trade.requests().any(|rank| may_exist(&rank));
    trade.requests().filter(move |rank| none_may || may_exist(rank))
}

/// A plan for what is left after a move.
fn after(seen: &Seen, plan: &Plan, played: Combination) -> Plan {
    let mut rest = *plan;
    rest.play(played.cards(), seen.now.rules.plan);
    rest
}

/// The item with the highest score, the first on ties.
#[inline(always)]
fn best<T>(items: impl Iterator<Item = T>, score: impl Fn(&T) -> f32) -> Option<T> {
    let mut best: Option<(f32, T)> = None;
    for item in items {
        let score = score(&item);
        if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
            best = Some((score, item));
        }
    }
    best.map(|(_, item)| item)
}

/// Why a file is not a policy of President.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// Metadata of something else.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Tensors of another shape.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// No preset of the rules.
    #[error("the net's preset: expected one of {}", Preset::NAMES.join(", "))]
    Preset,
    /// No number of players.
    #[error("the net's players: expected 2 to {MAX_PLAYERS}")]
    Players,
}

/// The bot that plays by a learned policy, without search.
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyBot {
    policy: Option<&'static Policy>,
}

impl PolicyBot {
    /// A bot with its own policy instead of those that come with the package.
    #[must_use]
    pub const fn with(policy: &'static Policy) -> Self {
        Self { policy: Some(policy) }
    }
}

/// Rates the moves of games for which no policy was learned, so that a temperature works there too.
const STAND_IN: &str = "search:version=1:worlds=4";

/// The score that a place is worth in [`STAND_IN`]: so much that temperatures weaken it about as much
/// as a learned policy.
const SCORE_OF_PLACE: f64 = 8.0;

/// The moves with their margins in a few sampled deals.
fn stand_in(
    view: &PresidentView<'_>,
    random: &mut Random,
    monitor: &Monitor,
) -> Result<Vec<(Move, f64)>, Stopped> {
    let Ok(mut search) = bot::<President>(STAND_IN) else { return Ok(Vec::new()) };
    let scale = SCORE_OF_PLACE / search.stake(view);
    let rated = search.preferences(view, random, monitor)?;
    Ok(rated.into_iter().map(|(chosen, margin)| (chosen, margin * scale)).collect())
}

impl Bot<President> for PolicyBot {
    fn choose(&mut self, view: &PresidentView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        let policy = self.policy.or_else(|| weights::policy(view.rules()));
        let chosen = policy.and_then(|policy| policy.choose(view));
        chosen.or_else(|| Planner.choose(view, random))
    }

    /// The scores of the policy; where nothing was learned, those of a short search.
    fn preferences(
        &mut self,
        view: &PresidentView<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<(Move, f64)>, Stopped> {
        monitor.check()?;
        let policy = self.policy.or_else(|| weights::policy(view.rules()));
        let scores = policy.map(|policy| policy.scores(view)).unwrap_or_default();
        if scores.is_empty() {
            return stand_in(view, random, monitor);
        }
        Ok(scores)
    }

    fn parameters(&self) -> &'static [Parameter] {
        Temper::PARAMETERS
    }
}
