//! The bots. They receive a [`DrawView`] and nothing else.

use std::sync::Arc;

use super::equilibrium::{
    AdaptiveBot, Equilibrium, EquilibriumError, Limits, blueprint_for, is_at_hand, is_shipped_for,
    limits_of, solution_for,
};
use super::estimates;
use super::low_cards::throw_high_cards;
use super::moves::{Move, PublicMove};
use super::odds::{Odds, OpponentRead};
use super::result::strength;
use super::rules::{Chips, Rules};
use super::stages::Stages;
use super::state::{FiveCardDraw, Phase};
use super::structure::Structure;
use super::view::DrawView;
use crate::cards::{Card, CardSet, Rank};
use crate::discard::{Hand, Mask, NaturalValuation, Objective, keep_pattern};
use crate::game::{Bot, BotEntry, Parameter, RandomBot, Seat, Temper, View as _, Weighed};
use crate::lazy::Lazy;
use crate::monitor::{Monitor, Stopped};
use crate::poker::{Category, Ranking};
use crate::random::Random;

/// All bots, weakest first.
pub(super) const BOTS: &[BotEntry<FiveCardDraw>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "pattern",
        summary: "keeps made hands or low cards, bets by the strength of its hand",
        make: || Box::new(RuleBot::PATTERN),
    },
    BotEntry {
        name: "class",
        summary: "discards for the best expected hand, bets by the strength of its hand",
        make: || Box::new(RuleBot::CLASS),
    },
    BotEntry {
        name: "equity",
        summary: "discards and bets by equity and pot odds, with some bluffs",
        make: || Box::new(EquityBot),
    },
    BotEntry {
        name: "adaptive",
        summary: "learns how its opponent plays and answers that, heads-up at the default stakes; else nash",
        make: || Box::new(AdaptiveBot::new()),
    },
    BotEntry {
        name: "nash",
        summary: "plays near equilibrium at limit with one draw, by blueprints at larger tables; else like equity",
        make: || Box::new(NashBot::new()),
    },
];

static CLASS: Lazy<NaturalValuation> = Lazy::new(|| NaturalValuation::new(Objective::Class));

/// The first legal move of a list. At pot-limit and no-limit a bet is half the pot and a raise the
/// pot, or what comes nearest below.
fn first_legal(view: &DrawView<'_>, preferences: &[Move]) -> Option<Move> {
    if view.rules().betting == Structure::Limit {
        return preferences.iter().copied().find(|&preferred| view.allows(preferred));
    }
    let [least, half, pot, _] = view.sizes();
    let sized = |preferred: Move| match preferred {
        Move::Bet => half.or(least).filter(|found| matches!(found, Move::BetOf(_))),
        Move::Raise => pot.or(half).or(least).filter(|found| matches!(found, Move::RaiseTo(_))),
        other => Some(other).filter(|&other| view.allows(other)),
    };
    preferences.iter().find_map(|&preferred| sized(preferred))
}

/// Whether the price of a call is that of one bet; at pot-limit and no-limit, of a bet of half the pot.
fn is_one_bet(view: &DrawView<'_>) -> bool {
    match view.rules().betting {
        Structure::Limit => view.to_call() <= view.bet_size(),
        // The pot includes the bet.
        Structure::PotLimit | Structure::NoLimit => 3 * view.to_call() <= view.pot(),
    }
}

/// Put in as much as possible.
const RAISE: &[Move] = &[Move::Raise, Move::Bet, Move::Call, Move::Check];
/// Bet, but do not raise.
const BET: &[Move] = &[Move::Bet, Move::Call, Move::Check];
/// Check or call.
const CALL: &[Move] = &[Move::Check, Move::Call];
/// Check or fold.
const CHECK_OR_FOLD: &[Move] = &[Move::Check, Move::Fold];

pub(super) fn hand_of(view: &DrawView<'_>) -> Option<Hand> {
    let cards: Vec<Card> = view.hand().iter().collect();
    Hand::of(&cards).ok()
}

fn discard(hand: Hand, mask: Mask) -> Move {
    Move::Discard(hand.chosen(mask).collect())
}

/// Discards by a rule, and bets by hand category:
///
/// | hand | before the draw | after the draw |
/// |---|---|---|
/// | three of a kind or better | raises | raises |
/// | two pair | raises | bets, calls |
/// | a pair of jacks or better | bets, calls | calls one bet |
/// | a lower pair | calls one bet | checks, folds |
/// | no pair | checks, folds | checks, folds |
///
/// In lowball and badugi it compares its hand with others at the same stage ([`Stages`]): with the best
/// fifth it raises, with the best third it bets, and with the better half it calls one bet.
struct RuleBot {
    discard: fn(Hand) -> Mask,
    /// In lowball and badugi, with this many draws left.
    discard_low: fn(CardSet, &Rules, usize) -> CardSet,
}

impl RuleBot {
    const PATTERN: Self = Self {
        discard: |hand| keep_pattern(hand).complement(),
        discard_low: |hand, rules, _| throw_high_cards(hand, rules.ranking),
    };
    const CLASS: Self = Self {
        discard: |hand| CLASS.best(hand).discard,
        discard_low: |hand, rules, left| Stages::of(rules).value(hand, left).1,
    };

    fn choose_low(&self, view: &DrawView<'_>) -> Option<Move> {
        let (rules, left) = (view.rules(), view.draws_left() as usize);
        if view.phase() == Phase::Discard {
            return Some(Move::Discard((self.discard_low)(view.hand(), rules, left)));
        }
        let stages = Stages::of(rules);
        let place = stages.chance(stages.value(view.hand(), left).0, left, None);
        let preferences = match place {
            0.8.. => RAISE,
            0.67.. => BET,
            0.5.. if is_one_bet(view) => CALL,
            _ => CHECK_OR_FOLD,
        };
        first_legal(view, preferences)
    }
}

impl Bot<FiveCardDraw> for RuleBot {
    fn choose(&mut self, view: &DrawView<'_>, _: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        if view.rules().ranking != Ranking::High {
            return self.choose_low(view);
        }
        if view.phase() == Phase::Discard {
            let hand = hand_of(view)?;
            return Some(discard(hand, (self.discard)(hand)));
        }
        let first = view.draws_left() > 0;
        let one_bet = if is_one_bet(view) { CALL } else { CHECK_OR_FOLD };
        let preferences = match Category::of_strength(strength(view.hand(), Ranking::High)) {
            Category::HighCard => CHECK_OR_FOLD,
            Category::OnePair => match (first, has_high_pair(view.hand())) {
                (true, true) => BET,
                (true, false) | (false, true) => one_bet,
                (false, false) => CHECK_OR_FOLD,
            },
            Category::TwoPairs if !first => BET,
            _ => RAISE,
        };
        first_legal(view, preferences)
    }

    fn is_fast(&self, view: &DrawView<'_>) -> bool {
        view.rules().ranking == Ranking::High || Stages::is_ready(view.rules())
    }
}

/// Whether the hand has a pair of jacks or better.
fn has_high_pair(hand: CardSet) -> bool {
    let count = |rank: Rank| hand.iter().filter(|card| card.rank() == rank).count();
    [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace].into_iter().any(|rank| count(rank) == 2)
}

/// Plays by its equity.
///
/// Before the draw this is the exact equity of the best discard over its final hands, after the
/// draw that of the hand, each against the ranges suggested by the opponents' bets and draws (see
/// [`Odds`]; [`Stages`] in other games than five-card draw with one draw). It calls when the pot odds
/// justify it, or when folding would exceed the minimum defense frequency, and bets or raises when it
/// would still be ahead of its fair share against those who would call. After the last draw, heads-up
/// and with a weak hand, it sometimes bluffs: more often the larger the bet relative to the pot.
struct EquityBot;

/// The assumed probability that a bet is a bluff.
const ASSUMED_BLUFF_RATE: f64 = 0.05;

/// The fraction of the minimum defense frequency that it actually defends. None of its opponents
/// bluffs often enough to require more.
const DEFENSE_RATE: f64 = 0.92;

/// Hands with less equity than this are used as bluffs.
const BLUFF_BELOW: f64 = 0.3;

impl Bot<FiveCardDraw> for EquityBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        if view.phase() == Phase::Discard {
            return equity_discard(view);
        }
        let share = 1.0 / (view.opponents().len() + 1) as f64;
        if chance(view, 1) > share {
            return first_legal(view, RAISE);
        }
        let (chance, price) = (chance(view, 0), view.to_call());
        if price > 0 {
            let is_profitable = chance * f64::from(eligible_pot(view, price)) >= f64::from(price);
            return first_legal(
                view,
                if is_profitable || should_defend(view) { CALL } else { CHECK_OR_FOLD },
            );
        }
        let may_bluff =
            view.draws_left() == 0 && view.opponents().len() == 1 && chance < BLUFF_BELOW;
        let bluffs = may_bluff && random.unit() < bluff_frequency(view);
        first_legal(view, if bluffs { BET } else { CALL })
    }

    fn is_fast(&self, view: &DrawView<'_>) -> bool {
        has_ranges(view.rules()) || Stages::is_ready(view.rules())
    }

    /// Estimates by [`estimates`]; a bluff comes first where the bot bluffs.
    fn weigh(
        &mut self,
        view: &DrawView<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<Move>>, Stopped> {
        let chosen = self.choose_cancellable(view, random, monitor)?;
        let mut weighed = estimates::weigh(view);
        if let Some(index) = weighed.iter().position(|found| Some(found.chosen) == chosen) {
            weighed[..=index].rotate_right(1);
        }
        Ok(weighed)
    }

    /// The bet after the draw.
    fn stake(&self, view: &DrawView<'_>) -> f64 {
        f64::from(view.rules().big_bet)
    }

    fn parameters(&self) -> &'static [Parameter] {
        Temper::PARAMETERS
    }
}

/// Whether hands are compared by the ranges of five-card draw with one draw.
pub(super) fn has_ranges(rules: &Rules) -> bool {
    rules.ranking == Ranking::High && rules.draws == 1
}

pub(super) fn equity_discard(view: &DrawView<'_>) -> Option<Move> {
    if !has_ranges(view.rules()) {
        let left = view.draws_left() as usize;
        return Some(Move::Discard(Stages::of(view.rules()).value(view.hand(), left).1));
    }
    let hand = hand_of(view)?;
    let reads = view.opponents().iter().map(|seat| read_opponent(view, seat, 0));
    Some(discard(hand, Odds::shared().discard(hand, reads).0))
}

/// Whether to call after the draw, heads-up, only to avoid being bluffed too often. A bet or raise
/// with any hand gains nothing as long as the fold frequency is at most its fraction of the
/// pot (the minimum defense frequency); so the best hands of the range are defended, or
/// [`DEFENSE_RATE`] of them.
fn should_defend(view: &DrawView<'_>) -> bool {
    let mut opponents = view.opponents().iter();
    let (Some(seat), Some(opponent), None) = (view.seat(), opponents.next(), opponents.next())
    else {
        return false;
    };
    let Some(drawn) = view.drawn(seat).filter(|_| view.draws_left() == 0) else {
        return false;
    };
    // What the opponent had in before the last bet or raise; unknown if bets have any size.
    let before = match view.rules().betting {
        Structure::Limit => view.bet(seat).saturating_sub(view.bet_size()),
        Structure::PotLimit | Structure::NoLimit => 0,
    };
    let risk = view.bet(opponent).saturating_sub(before);
    let kept = DEFENSE_RATE * (1.0 - f64::from(risk) / f64::from(view.pot().max(1)));
    let weaker = if has_ranges(view.rules()) {
        let strength = strength(view.hand(), Ranking::High);
        Odds::shared().chance(strength, OpponentRead::Drawn(drawn))
    } else {
        let stages = Stages::of(view.rules());
        stages.chance(stages.value(view.hand(), 0).0, 0, Some(drawn))
    };
    // A player who has bet appears to hold the better half.
    let better_part = 0.5_f64.powi(bets_after_draw(view, seat) as i32);
    (1.0 - weaker) / better_part <= kept
}

/// The equity at the showdown if every opponent had made `more` additional bets.
pub(super) fn chance(view: &DrawView<'_>, more: usize) -> f64 {
    let opponents = view.opponents();
    if !has_ranges(view.rules()) {
        let (stages, left) = (Stages::of(view.rules()), view.draws_left() as usize);
        let value = stages.value(view.hand(), left).0;
        let against =
            |seat| against_better(view, seat, more, stages.chance(value, left, view.drawn(seat)));
        return opponents.iter().map(against).product();
    }
    let odds = Odds::shared();
    if view.draws_left() > 0 {
        let reads = opponents.iter().map(|seat| read_opponent(view, seat, more));
        return hand_of(view).map_or(0.0, |hand| odds.discard(hand, reads).1);
    }
    let strength = strength(view.hand(), Ranking::High);
    let against = |seat| {
        against_better(view, seat, more, odds.chance(strength, read_opponent(view, seat, 0)))
    };
    opponents.iter().map(against).product()
}

/// A probability to win against a whole range, if every bet of the opponent in this round, and `more`
/// of them, halves the range to its better part.
fn against_better(view: &DrawView<'_>, seat: Seat, more: usize, chance: f64) -> f64 {
    let better_part = 0.5_f64.powi((bets_after_draw(view, seat) + more) as i32);
    let against_better = ((chance - (1.0 - better_part)) / better_part).max(0.0);
    ASSUMED_BLUFF_RATE * chance + (1.0 - ASSUMED_BLUFF_RATE) * against_better
}

/// The read on an opponent from its bets before the draw, or from its draw.
pub(super) fn read_opponent(view: &DrawView<'_>, seat: Seat, more: usize) -> OpponentRead {
    match view.drawn(seat) {
        Some(count) => OpponentRead::Drawn(count),
        None => OpponentRead::Bets(bets(view, seat, 0) + more),
    }
}

fn bets_after_draw(view: &DrawView<'_>, seat: Seat) -> usize {
    let is_draw = |&(_, chosen): &(Seat, PublicMove)| matches!(chosen, PublicMove::Draw(_));
    let begin = view.moves().iter().rposition(is_draw).map_or(0, |index| index + 1);
    bets(view, seat, begin)
}

/// How often a seat has bet or raised from a move on.
fn bets(view: &DrawView<'_>, seat: Seat, begin: usize) -> usize {
    let moves = view.moves().iter().skip(begin).filter(|&&(player, _)| player == seat);
    moves.filter(|(_, chosen)| chosen.is_bet()).count()
}

/// The chips in the pots the seat is eligible for after paying `price` more.
pub(super) fn eligible_pot(view: &DrawView<'_>, price: Chips) -> Chips {
    let own = view.seat().map_or(0, |seat| view.paid(seat)) + price;
    let others = (0..view.rules().seats()).filter(|&seat| Some(seat) != view.seat());
    own + others.map(|seat| view.paid(seat).min(own)).sum::<Chips>()
}

/// The bluffing frequency: the bet divided by the pot including the bet and its call. At this
/// fraction of bluffs among all bets, calling with a bluff-catcher gains nothing.
fn bluff_frequency(view: &DrawView<'_>) -> f64 {
    let bet = f64::from(match first_legal(view, BET) {
        Some(Move::BetOf(chips)) => chips,
        _ => view.bet_size(),
    });
    bet / (f64::from(view.pot()) + 2.0 * bet)
}

/// Plays near equilibrium.
///
/// The strategies for five-card draw with the default stakes and their multiples are part of the library,
/// one for every stack with which a player can be all in. For lowball, badugi and other stakes it is
/// solved when it is first needed, which takes several seconds, for two players of whom neither can be all
/// in. At larger tables it plays blueprints at the default stakes and their multiples. Elsewhere it plays
/// like [`EquityBot`].
pub(super) struct NashBot {
    solution: Option<Arc<Equilibrium>>,
}

impl NashBot {
    pub(super) const fn new() -> Self {
        Self { solution: None }
    }

    /// The limits of the hand, if a solution has an answer to this view.
    fn limits(view: &DrawView<'_>) -> Option<Limits> {
        let is_answered = |limits: &Limits| limits.is_deep() || is_shipped_for(*limits);
        limits_of(view).filter(|limits| view.is_my_turn() && is_answered(limits))
    }

    /// Whether the bot holds a solution for these limits.
    fn is_ready(&self, limits: Limits) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.fits(limits))
    }
}

impl Bot<FiveCardDraw> for NashBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        // Nobody stops this monitor.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &DrawView<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        let blueprint = blueprint_for(view);
        if let Some(chosen) = blueprint.and_then(|blueprint| blueprint.choose(view, random)) {
            return Ok(Some(chosen));
        }
        if let Some(limits) = Self::limits(view) {
            if !self.is_ready(limits) {
                self.solution = match solution_for(limits, monitor) {
                    Err(EquilibriumError::Stopped(stopped)) => return Err(stopped),
                    found => found.ok(),
                };
            }
            let chosen = self.solution.as_ref().and_then(|known| known.choose(view, random));
            if chosen.is_some() {
                return Ok(chosen);
            }
        }
        Ok(EquityBot.choose(view, random))
    }

    fn is_fast(&self, view: &DrawView<'_>) -> bool {
        match Self::limits(view) {
            Some(limits) => self.is_ready(limits) || is_at_hand(limits),
            None => blueprint_for(view).is_some() || EquityBot.is_fast(view),
        }
    }
}
