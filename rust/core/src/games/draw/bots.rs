//! The players of the library. They are given a [`DrawView`] and nothing else.

use std::sync::Arc;

use super::equilibrium::{
    Equilibrium, EquilibriumError, MOST_RAISES, is_at_hand, is_heads_up_without_all_in,
    solution_for,
};
use super::moves::{Move, PublicMove};
use super::odds::{Odds, Suspicion};
use super::result::strength;
use super::rules::Chips;
use super::state::{FiveCardDraw, Phase};
use super::view::DrawView;
use crate::cards::{Card, CardSet, Rank};
use crate::discard::{Hand, Mask, NaturalValuation, Objective, keep_pattern};
use crate::game::{Bot, BotEntry, RandomBot, Seat, View as _};
use crate::lazy::Lazy;
use crate::monitor::{Monitor, Stopped};
use crate::poker::Category;
use crate::random::Random;

/// All bots, weakest first.
pub(super) const BOTS: &[BotEntry<FiveCardDraw>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "pattern",
        summary: "keeps what is made, bets by the class of its hand",
        make: || Box::new(RuleBot::PATTERN),
    },
    BotEntry {
        name: "class",
        summary: "discards for the best expected class, bets by the class of its hand",
        make: || Box::new(RuleBot::CLASS),
    },
    BotEntry {
        name: "equity",
        summary: "discards and bets by its chance to win and the pot odds, bluffs at times",
        make: || Box::new(EquityBot),
    },
    BotEntry {
        name: "nash",
        summary: "plays near equilibrium against one opponent, like equity against more or when all in",
        make: || Box::new(NashBot { solution: None }),
    },
];

static CLASS: Lazy<NaturalValuation> = Lazy::new(|| NaturalValuation::new(Objective::Class));

/// The first of these that is legal.
fn first_legal(view: &DrawView<'_>, wishes: &[Move]) -> Option<Move> {
    wishes.iter().copied().find(|&wish| view.allows(wish))
}

/// Put in as much as one may.
const RAISE: &[Move] = &[Move::Raise, Move::Bet, Move::Call, Move::Check];
/// Bet, but raise nobody.
const BET: &[Move] = &[Move::Bet, Move::Call, Move::Check];
/// Pay, but bet nothing.
const CALL: &[Move] = &[Move::Check, Move::Call];
/// Pay nothing.
const GIVE_UP: &[Move] = &[Move::Check, Move::Fold];

fn hand_of(view: &DrawView<'_>) -> Option<Hand> {
    let cards: Vec<Card> = view.hand().iter().collect();
    Hand::of(&cards).ok()
}

fn discard(hand: Hand, mask: Mask) -> Move {
    Move::Discard(hand.chosen(mask).collect())
}

/// Discards by a rule, and bets by the class of its hand:
///
/// | holds | before the draw | after the draw |
/// |---|---|---|
/// | three of a kind or better | raises | raises |
/// | two pair | raises | bets, calls |
/// | a pair of jacks or better | bets, calls | calls one bet |
/// | a lower pair | calls one bet | gives up |
/// | nothing | gives up | gives up |
struct RuleBot {
    discard: fn(Hand) -> Mask,
}

impl RuleBot {
    const PATTERN: Self = Self { discard: |hand| keep_pattern(hand).complement() };
    const CLASS: Self = Self { discard: |hand| CLASS.best(hand).discard };
}

impl Bot<FiveCardDraw> for RuleBot {
    fn choose(&mut self, view: &DrawView<'_>, _: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        if view.phase() == Phase::Discard {
            let hand = hand_of(view)?;
            return Some(discard(hand, (self.discard)(hand)));
        }
        let first = view.phase() == Phase::FirstBets;
        let one_bet = if view.to_call() <= view.bet_size() { CALL } else { GIVE_UP };
        let wishes = match Category::of_strength(strength(view.hand())) {
            Category::HighCard => GIVE_UP,
            Category::OnePair => match (first, has_high_pair(view.hand())) {
                (true, true) => BET,
                (true, false) | (false, true) => one_bet,
                (false, false) => GIVE_UP,
            },
            Category::TwoPairs if !first => BET,
            _ => RAISE,
        };
        first_legal(view, wishes)
    }
}

/// Whether the hand has a pair of jacks or better.
fn has_high_pair(hand: CardSet) -> bool {
    let count = |rank: Rank| hand.iter().filter(|card| card.rank() == rank).count();
    [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace].into_iter().any(|rank| count(rank) == 2)
}

/// Plays by its chance to win.
///
/// The chance is that of the best discard before the draw, exact for the final hands it leads
/// to, and that of the hand after it, each against what the others' bets and draws suggest (see
/// [`Odds`]). It calls when the chance is worth the price, or when it would otherwise fold so often that
/// any bet gained something, and bets or raises when it would still be ahead of its share among those
/// who would answer. After the draw, against one opponent and
/// with little in hand, it bluffs at times: the more often the more a bet is to the pot.
struct EquityBot;

/// How often a bet is taken for a bluff.
const SUSPECTED: f64 = 0.05;

/// How many of the hands are called with that have to be if bluffs are to gain nothing. Nobody among
/// those it meets bluffs as often as that would take.
const DEFENDED: f64 = 0.92;

/// Hands that win less often than this are bluffed with.
const HOPELESS: f64 = 0.3;

impl Bot<FiveCardDraw> for EquityBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        let hand = hand_of(view)?;
        if view.phase() == Phase::Discard {
            let suspicions = view.opponents().iter().map(|seat| suspicion(view, seat, 0));
            return Some(discard(hand, Odds::shared().discard(hand, suspicions).0));
        }
        let share = 1.0 / (view.opponents().len() + 1) as f64;
        if chance(view, hand, 1) > share {
            return first_legal(view, RAISE);
        }
        let (chance, price) = (chance(view, hand, 0), view.to_call());
        if price > 0 {
            let worth = chance * f64::from(winnable(view, price)) >= f64::from(price);
            return first_legal(view, if worth || defends(view) { CALL } else { GIVE_UP });
        }
        let may_bluff =
            view.phase() == Phase::SecondBets && view.opponents().len() == 1 && chance < HOPELESS;
        let bluffs = may_bluff && random.unit() < bluff_share(view);
        first_legal(view, if bluffs { BET } else { CALL })
    }
}

/// Whether to call after the draw, against one opponent, for no better reason than that who folds more
/// often can be bluffed out of every pot. A bet or raise with any hand gains nothing as long as no more
/// hands are folded to it than its part of the pot; so the better ones of the hands that one may hold
/// are kept, or [`DEFENDED`] of as many.
fn defends(view: &DrawView<'_>) -> bool {
    let mut opponents = view.opponents().iter();
    let (Some(seat), Some(opponent), None) = (view.seat(), opponents.next(), opponents.next())
    else {
        return false;
    };
    let Some(drawn) = view.drawn(seat).filter(|_| view.phase() == Phase::SecondBets) else {
        return false;
    };
    // What the other had in before the last bet or raise.
    let before = view.bet(seat).saturating_sub(view.bet_size());
    let risk = view.bet(opponent).saturating_sub(before);
    let kept = DEFENDED * (1.0 - f64::from(risk) / f64::from(view.pot().max(1)));
    let weaker = Odds::shared().chance(strength(view.hand()), Suspicion::Drawn(drawn));
    // Who has bet seems to hold the better half.
    let better_part = 0.5_f64.powi(bets_after_draw(view, seat) as i32);
    (1.0 - weaker) / better_part <= kept
}

/// The chance to win the pot at the showdown if every opponent had made `more` bets more than it
/// has.
fn chance(view: &DrawView<'_>, hand: Hand, more: usize) -> f64 {
    let odds = Odds::shared();
    let opponents = view.opponents();
    if view.phase() == Phase::FirstBets {
        return odds.discard(hand, opponents.iter().map(|seat| suspicion(view, seat, more))).1;
    }
    let strength = strength(view.hand());
    opponents
        .iter()
        .map(|seat| {
            let chance = odds.chance(strength, suspicion(view, seat, 0));
            let better_part = 0.5_f64.powi((bets_after_draw(view, seat) + more) as i32);
            let against_better = ((chance - (1.0 - better_part)) / better_part).max(0.0);
            SUSPECTED * chance + (1.0 - SUSPECTED) * against_better
        })
        .product()
}

/// What the bets before the draw, or the draw, tell of an opponent.
fn suspicion(view: &DrawView<'_>, seat: Seat, more: usize) -> Suspicion {
    match view.drawn(seat) {
        Some(count) => Suspicion::Drawn(count),
        None => Suspicion::Bets(bets(view, seat, 0) + more),
    }
}

fn bets_after_draw(view: &DrawView<'_>, seat: Seat) -> usize {
    let is_draw = |&(_, chosen): &(Seat, PublicMove)| matches!(chosen, PublicMove::Draw(_));
    let begin = view.moves().iter().rposition(is_draw).map_or(0, |place| place + 1);
    bets(view, seat, begin)
}

/// How often a seat has bet or raised from a move on.
fn bets(view: &DrawView<'_>, seat: Seat, begin: usize) -> usize {
    let moves = view.moves().iter().skip(begin).filter(|&&(player, _)| player == seat);
    moves.filter(|(_, chosen)| matches!(chosen, PublicMove::Bet | PublicMove::Raise)).count()
}

/// The chips in the pots that the seat plays for once it has paid `price` more.
fn winnable(view: &DrawView<'_>, price: Chips) -> Chips {
    let own = view.seat().map_or(0, |seat| view.paid(seat)) + price;
    let others = (0..view.rules().seats()).filter(|&seat| Some(seat) != view.seat());
    own + others.map(|seat| view.paid(seat).min(own)).sum::<Chips>()
}

/// How often to bluff: a bet over the pot with the bet and its call, the share of bluffs among
/// bets at which whoever holds no more than a bluff's worth gains nothing by calling.
fn bluff_share(view: &DrawView<'_>) -> f64 {
    let bet = f64::from(view.bet_size());
    bet / (f64::from(view.pot()) + 2.0 * bet)
}

/// Plays near equilibrium.
///
/// The strategy for the default stakes and their multiples is part of the library. For other stakes it
/// is solved when it is first needed, which takes several seconds. It is for two players of whom neither
/// can be all in; at other tables and in other hands this bot plays like [`EquityBot`].
struct NashBot {
    solution: Option<Arc<Equilibrium>>,
}

impl NashBot {
    /// Whether a solution has an answer to this view.
    fn is_solvable(view: &DrawView<'_>) -> bool {
        is_heads_up_without_all_in(view) && view.rules().raises <= MOST_RAISES
    }

    /// Whether the bot holds a solution for this view.
    fn is_ready(&self, view: &DrawView<'_>) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.fits(view.rules()))
    }
}

impl Bot<FiveCardDraw> for NashBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        // Nobody stops this monitor.
        self.choose_watched(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_watched(
        &mut self,
        view: &DrawView<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        if Self::is_solvable(view) {
            if !self.is_ready(view) {
                self.solution = match solution_for(view.rules(), monitor) {
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

    fn is_brief(&self, view: &DrawView<'_>) -> bool {
        !Self::is_solvable(view) || self.is_ready(view) || is_at_hand(view.rules())
    }
}
