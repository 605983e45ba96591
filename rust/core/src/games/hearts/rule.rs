//! A rule-based player on a [`Compact`] deal: the bot `rule`, and the rollout policy of the search.
//!
//! - Lead cards that others must beat; a high card early, while everyone still follows; a low card
//!   of the special card's suit to flush that card out.
//! - Duck with the highest card that stays below; win with the highest card where nothing is at
//!   stake.
//! - Discard the special card, then the cards that might catch it, then the cards most likely to
//!   win a trick.
//! - Where the jack of diamonds is rewarded, win it if that is cheap.
//! - Do not feed a seat that has taken every point so far, and take a trick from it.
//!
//! Only the player's own hand and public information are used.

use super::bots::Greedy;
use super::compact::{Compact, Deck, below, each, highest};
use super::deck::DeckCard;
use super::jack;
use super::moves::Move;
use super::state::Hearts;
use super::view::HeartsView;
use crate::game::{Bot, View as _};
use crate::random::Random;

/// The bot that plays by these rules; with decks too large for a compact deal it plays like
/// [`Greedy`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Bot<Hearts> for Rule {
    fn choose(&mut self, view: &HeartsView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        let Some(deck) = Deck::new(view.rules()) else { return Greedy.choose(view, random) };
        let position = view.compact();
        if view.is_passing() {
            return move_of_pass(pass(&deck, position.hands[view.viewer_index()]));
        }
        Some(Move::Play(DeckCard(play(&deck, &position) as u16)))
    }
}

/// The move that passes the three cards of a set.
pub(super) fn move_of_pass(cards: u64) -> Option<Move> {
    let mut cards = each(cards).map(|card| DeckCard(card as u16));
    Some(Move::Pass([cards.next()?, cards.next()?, cards.next()?]))
}

/// The percentage of the points that a seat must have, as the only one, to be suspected of
/// shooting.
const SUSPECT_SHARE: u16 = 65;

/// A seat other than the one to move that may be shooting the moon.
#[inline(always)]
fn suspect(deck: &Deck, position: &Compact) -> Option<u8> {
    if deck.has_no_moon() {
        return None;
    }
    let taker = position.only_taker(deck)?;
    let is_near = position.points[taker] * 100 >= deck.all_points * SUSPECT_SHARE;
    (is_near && taker != usize::from(position.turn)).then_some(taker as u8)
}

/// The card that the seat to move plays.
#[inline]
pub(super) fn play(deck: &Deck, position: &Compact) -> u32 {
    let playable = jack::sensible(deck, position, position.playable(deck));
    if playable & playable.wrapping_sub(1) == 0 {
        return playable.trailing_zeros();
    }
    if position.size == 0 {
        lead(deck, position, playable)
    } else if playable & position.led != 0 {
        follow(deck, position, playable)
    } else {
        discard(deck, position, playable)
    }
}

/// The cards that others may hold: neither played nor in the hand of the seat to move.
#[inline(always)]
fn cards_out(deck: &Deck, position: &Compact) -> u64 {
    deck.cards & !position.played & !position.hand()
}

/// The card with the highest rating, the first on ties.
#[inline(always)]
fn best_by(mut cards: u64, mut rate: impl FnMut(u32) -> i32) -> u32 {
    let mut best = cards.trailing_zeros();
    let mut highest = i32::MIN;
    while cards != 0 {
        let card = cards.trailing_zeros();
        cards &= cards - 1;
        let rating = rate(card);
        if rating > highest {
            (highest, best) = (rating, card);
        }
    }
    best
}

/// The expected cost of winning a trick, in tenths of a point, by the number of cards of its suit
/// still out.
fn stake(out: u32, seats: u32) -> i32 {
    match out {
        0 => 90,
        _ if out >= 3 * (seats - 1) => 5,
        _ if out > 2 * (seats - 1) => 14,
        _ if out > seats => 25,
        _ if out >= 3 => 45,
        _ => 70,
    }
}

fn lead(deck: &Deck, position: &Compact, playable: u64) -> u32 {
    let hand = position.hand();
    let out = cards_out(deck, position);
    let special_is_out = out & deck.special != 0;
    let holds_special = hand & deck.special != 0;
    let seats = deck.seats as u32;
    best_by(playable, |card| {
        let suit = deck.suit_of(card);
        let bit = 1_u64 << card;
        let others = out & suit;
        let total = others.count_ones();
        let lower = (others & below(card)).count_ones() as i32;
        // The probability of winning the trick, out of 64.
        let wins = if total == 0 { 64 } else { lower * 64 / total as i32 };
        let mut costs = stake(total, seats);
        if special_is_out || holds_special {
            costs += costs / 2;
        }
        if bit & deck.hearts != 0 {
            costs = costs.max(30) + 10;
        }
        if out & deck.jack & below(card) & suit != 0 {
            costs -= jack::CATCH;
        }
        let mut bonus = 0;
        if suit == deck.special_suit {
            if bit == deck.special {
                costs += 130;
            } else if special_is_out {
                if bit > deck.special {
                    costs += 100;
                } else {
                    // The special card cannot be discarded on this lead, and a seat forced to play
                    // it wins it.
                    costs = costs.min(10);
                    let tops = hand & suit & !below(highest(deck.special));
                    bonus = if tops == 0 { 25 } else { -5 };
                }
            } else if holds_special {
                // The special card's guards are needed.
                bonus = -20;
            }
        }
        // A bonus for getting rid of a card that would win later.
        bonus - wins * (costs - 20) / 64
    })
}

fn follow(deck: &Deck, position: &Compact, playable: u64) -> u32 {
    let seats = deck.seats as u32;
    let best = u32::from(position.best);
    let under = playable & below(best);
    let over = playable & !below(best);
    if under & deck.special != 0 {
        return highest(deck.special);
    }
    let out = cards_out(deck, position);
    let penalty = deck.cost(position.trick);
    let behind = seats - 1 - u32::from(position.size);
    let suit_out = out & position.led;
    let over_safely = over & !deck.special;
    if over_safely != 0
        && let Some(shooter) = suspect(deck, position)
        && penalty > 0
        && (position.winner == shooter || behind == 0)
        && penalty * 2 < deck.all_points
    {
        return highest(over_safely);
    }
    if behind == 0 {
        if over_safely != 0 && (penalty == 0 || under == 0) {
            return highest(over_safely);
        }
        return highest(if under != 0 { under } else { over });
    }
    let special_threatens = position.led == deck.special_suit && out & deck.special != 0;
    let top = highest(over_safely);
    let may_catch = special_threatens && over_safely != 0 && 1_u64 << top > deck.special;
    // Everybody is likely to follow, so the trick stays cheap: a good moment to play a high card.
    let is_cheap = penalty == 0
        && position.led != deck.hearts
        && suit_out.count_ones() >= 2 * behind + 3
        && !may_catch;
    if over_safely != 0 && is_cheap {
        return top;
    }
    if under != 0 {
        return highest(under);
    }
    // Forced to go over: as low as possible if another may go higher.
    let low = over_safely & if special_threatens { below(highest(deck.special)) } else { u64::MAX };
    if low != 0 {
        let lowest = low.trailing_zeros();
        let beaten = suit_out & !below(lowest) != 0;
        return if beaten { lowest } else { highest(low) };
    }
    if over_safely != 0 { highest(over_safely) } else { highest(over) }
}

fn discard(deck: &Deck, position: &Compact, playable: u64) -> u32 {
    let feeds = suspect(deck, position) == Some(position.winner);
    if playable & deck.special != 0 && !feeds {
        return highest(deck.special);
    }
    let hand = position.hand();
    let out = cards_out(deck, position);
    let special_is_out = out & deck.special != 0;
    let holds_special = hand & deck.special != 0;
    best_by(playable, |card| {
        let bit = 1_u64 << card;
        let suit = deck.suit_of(card);
        let others = out & suit;
        let lower = (others & below(card)).count_ones() as i32;
        let total = others.count_ones() as i32;
        let guards = (hand & suit & below(card)).count_ones() as i32;
        // How likely it wins a trick later: lower cards elsewhere, minus own cards that can be
        // played first.
        let mut rating = if total == 0 { 10 } else { lower * 64 / total + lower * 2 - guards * 10 };
        if bit & deck.hearts != 0 {
            rating += 14;
            if feeds {
                rating -= 1000;
            }
        } else if suit == deck.special_suit {
            if special_is_out && bit > deck.special {
                rating += 60 - guards * 6;
            } else if holds_special {
                rating -= 60;
            }
        }
        if bit == deck.special {
            rating -= 2000;
        }
        rating
    })
}

/// How desirable it is to pass a card, given the rest of the hand.
pub(super) fn danger(deck: &Deck, hand: u64, card: u32) -> i32 {
    let bit = 1_u64 << card;
    let suit = deck.suit_of(card);
    let held = hand & suit;
    let length = held.count_ones() as i32;
    let height = (suit & below(card)).count_ones() as i32;
    if suit == deck.special_suit {
        let guards = (held & below(highest(deck.special))).count_ones() as i32;
        if bit == deck.special {
            return if guards >= 4 { 0 } else { 70 - 6 * guards };
        }
        if bit > deck.special {
            let bare = if guards >= 3 { 4 } else { 50 - 8 * guards };
            return bare + height;
        }
        return -20;
    }
    let kept = if jack::kept(deck, hand) & bit == 0 { 0 } else { jack::KEEP };
    // Low cards of the suit help to duck later.
    let guards = (held & below(card)).count_ones() as i32;
    let short = if length <= 3 { 12 - 3 * length } else { 0 };
    let heart = if bit & deck.hearts != 0 { 5 } else { 0 };
    4 * height - 4 * guards + short + heart - kept
}

/// The three cards that a hand passes: chosen one at a time, as each may shorten its suit.
pub(super) fn pass(deck: &Deck, hand: u64) -> u64 {
    let mut rest = hand;
    for _ in 0..3 {
        rest &= !(1_u64 << (next_pass(deck, rest) & 63));
    }
    hand & !rest
}

/// The next card to pass from what is left of a hand.
pub(super) fn next_pass(deck: &Deck, rest: u64) -> u32 {
    best_by(rest, |card| danger(deck, rest, card))
}
