//! A softmax policy over cards, learned by self-play: the bot `policy`.
//!
//! The score of a card is the sum of the table entries that its [`features`]
//! select. The bot plays the card with the highest score; training draws cards with probabilities in
//! proportion to the exponential of their scores. It has not learned what the jack of diamonds is
//! worth: where taking it is rewarded, it chooses among the cards that are [sensible](jack::sensible).

use super::compact::{Deck, each};
use super::deck::DeckCard;
use super::features::{self, ENCODER, Pass, Phase, Play, Selected};
use super::jack;
use super::moves::Move;
use super::rule::{Rule, move_of_pass};
use super::rules::Rules;
use super::search::triples;
use super::state::Hearts;
use super::tracked::Tracked;
use super::view::HeartsView;
use super::weights;
use crate::game::{Bot, Parameter, Temper, View as _, bot};
use crate::monitor::{Monitor, Stopped};
use crate::nets::{HeaderError, NetHeader, NetKind, Tables, TensorError, TensorFile};
use crate::random::Random;

/// The phases, in the order of their tables, and the names of their tensors.
const PHASES: [Phase; 4] = [Phase::Lead, Phase::Follow, Phase::Discard, Phase::Pass];
const NAMES: [&str; 4] = ["lead", "follow", "discard", "pass"];

/// The tables of a policy for one number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
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
    /// A policy for the standard game that knows nothing: every card is equally likely. `None` if
    /// the rules are not those of the standard game.
    #[must_use]
    pub fn new(rules: &Rules) -> Option<Self> {
        let deck = Deck::new(rules).filter(|_| rules.is_standard())?;
        let sizes = PHASES.map(|phase| features::size(&deck, phase));
        Some(Self { players: rules.players(), tables: Tables::new(&sizes) })
    }

    /// The number of players it is for.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The number of its weights.
    #[must_use]
    pub fn size(&self) -> usize {
        self.tables.weights().len()
    }

    fn header() -> NetHeader {
        NetHeader::new("hearts", NetKind::TabledPolicy, ENCODER)
    }

    /// Read the policy of a file.
    ///
    /// # Errors
    ///
    /// A file of something else.
    pub fn from_file(file: &TensorFile) -> Result<Self, PolicyError> {
        Self::header().check(&file.metadata)?;
        let players = file.metadata.get("players").and_then(|players| players.parse().ok());
        let standard = |players| super::rules::Standard { players, ..Default::default() };
        let rules = players.and_then(|players| Rules::standard(standard(players)).ok());
        let mut policy = rules.and_then(|rules| Self::new(&rules)).ok_or(PolicyError::Players)?;
        policy.tables.read(file, &NAMES)?;
        Ok(policy)
    }

    /// Write it into a file.
    #[must_use]
    pub fn to_file(&self) -> TensorFile {
        let mut file = TensorFile { metadata: Self::header().metadata(), ..Default::default() };
        file.metadata.insert("players".to_owned(), self.players.to_string());
        self.tables.write(&mut file, &NAMES);
        file
    }

    /// The move of the viewer; `None` if it is not its turn, or a game for other players or by other
    /// rules.
    #[must_use]
    pub fn choose(&self, view: &HeartsView<'_>) -> Option<Move> {
        let rules = view.rules();
        let fits = rules.is_standard() && rules.players() == self.players;
        let deck = Deck::new(rules).filter(|_| fits && view.is_my_turn())?;
        if view.is_passing() {
            let hand = view.compact().hands[view.viewer_index()];
            return move_of_pass(self.pass(&deck, hand, view.pass_offset()));
        }
        let card = self.play(&deck, &Tracked::of_view(view));
        Some(Move::Play(DeckCard(card as u16)))
    }

    /// The moves of the viewer with their scores, differences of which are those of the logarithms of
    /// their probabilities; empty where [`choose`](Self::choose) returns `None`.
    #[must_use]
    pub fn scores(&self, view: &HeartsView<'_>) -> Vec<(Move, f64)> {
        let Some(chosen) = self.choose(view) else { return Vec::new() };
        let Some(deck) = Deck::new(view.rules()) else { return Vec::new() };
        if view.is_passing() {
            let hand = view.compact().hands[view.viewer_index()];
            let mut scored: Vec<(Move, f64)> = self
                .pass_scores(&deck, hand, view.pass_offset())
                .into_iter()
                .filter_map(|(score, cards)| Some((move_of_pass(cards)?, f64::from(score))))
                .collect();
            // The cards are chosen one by one, so other sums may be higher: these are left out.
            let own = scored.iter().find(|(cards, _)| *cards == chosen).map(|&(_, score)| score);
            scored.retain(|&(cards, score)| cards == chosen || own.is_some_and(|own| score < own));
            return scored;
        }
        let tracked = Tracked::of_view(view);
        let playable = tracked.position.playable(&deck);
        let playable = jack::sensible(&deck, &tracked.position, playable);
        let play = Play::new(&deck, &tracked);
        let score = |card| f64::from(self.score(play.phase(), &play.card(play.phase(), card)));
        each(playable).map(|card| (Move::Play(DeckCard(card as u16)), score(card))).collect()
    }

    /// All passes of a hand with the sums of the scores of their cards, none of which is
    /// [kept](jack::kept).
    pub(super) fn pass_scores(&self, deck: &Deck, hand: u64, offset: usize) -> Vec<(f32, u64)> {
        let pass = Pass::new(deck, hand, offset);
        let pick = pass.pick(hand);
        let mut scores = [0.0; 64];
        for card in each(hand) {
            scores[card as usize & 63] = self.score(Phase::Pass, &pick.card(card));
        }
        let sum = |cards: u64| each(cards).map(|card| scores[card as usize & 63]).sum();
        let sets = triples(hand & !jack::kept(deck, hand));
        sets.map(|cards| (sum(cards), cards)).collect()
    }

    /// The score of a card.
    #[inline(always)]
    pub(super) fn score(&self, phase: Phase, selected: &Selected) -> f32 {
        self.tables.score(phase as usize, selected)
    }

    /// The card that the seat to move plays.
    #[inline]
    pub(super) fn play(&self, deck: &Deck, tracked: &Tracked) -> u32 {
        let playable = jack::sensible(deck, &tracked.position, tracked.position.playable(deck));
        if playable & playable.wrapping_sub(1) == 0 {
            return playable.trailing_zeros();
        }
        let play = Play::new(deck, tracked);
        let score = |phase, card| self.score(phase, &play.card(phase, card));
        // One loop for each phase: what all cards have in common is computed once.
        match play.phase() {
            Phase::Lead => best(playable, |card| score(Phase::Lead, card)),
            Phase::Follow => best(playable, |card| score(Phase::Follow, card)),
            Phase::Discard | Phase::Pass => best(playable, |card| score(Phase::Discard, card)),
        }
    }

    /// The three cards that a hand passes.
    pub(super) fn pass(&self, deck: &Deck, hand: u64, offset: usize) -> u64 {
        let pass = Pass::new(deck, hand, offset);
        let mut rest = hand;
        let kept = jack::kept(deck, hand);
        for _ in 0..3 {
            let pick = pass.pick(rest);
            let card = best(rest & !kept, |card| self.score(Phase::Pass, &pick.card(card)));
            rest &= !(1 << (card & 63));
        }
        hand & !rest
    }
}

/// The card with the highest score, the first on ties.
#[inline(always)]
fn best(cards: u64, score: impl Fn(u32) -> f32) -> u32 {
    let mut best = (f32::NEG_INFINITY, 0);
    for card in each(cards) {
        let score = score(card);
        if score > best.0 {
            best = (score, card);
        }
    }
    best.1
}

/// Why a file is not a policy of Hearts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// Metadata of something else.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// Tensors of another shape.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// No number of players.
    #[error("the net's players: expected 3 to 6")]
    Players,
}

/// The bot that plays by a learned policy, without search. Games other than the standard one are
/// played like [`Rule`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyBot {
    policy: Option<&'static Policy>,
}

impl PolicyBot {
    /// A bot with its own policy instead of the one that comes with the package.
    #[must_use]
    pub const fn with(policy: &'static Policy) -> Self {
        Self { policy: Some(policy) }
    }
}

/// Rates the moves of games for which no policy was learned, so that a temperature works there too.
const STAND_IN: &str = "search:version=1:worlds=4";

/// The moves with their margins in a few sampled deals, a point for a score of one.
fn stand_in(
    view: &HeartsView<'_>,
    random: &mut Random,
    monitor: &Monitor,
) -> Result<Vec<(Move, f64)>, Stopped> {
    let Ok(mut search) = bot::<Hearts>(STAND_IN) else { return Ok(Vec::new()) };
    search.preferences(view, random, monitor)
}

impl Bot<Hearts> for PolicyBot {
    fn choose(&mut self, view: &HeartsView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        let policy = self.policy.or_else(|| weights::policy(view.rules()));
        let chosen = policy.and_then(|policy| policy.choose(view));
        chosen.or_else(|| Rule.choose(view, random))
    }

    /// The scores of the policy; where nothing was learned, those of a short search.
    fn preferences(
        &mut self,
        view: &HeartsView<'_>,
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
