//! The jack of diamonds where taking it is rewarded: how the rule-based and the learned player treat
//! it.
//!
//! - A trick with the jack is worth winning while it costs less than the jack brings.
//! - The holder plays it to a trick that it wins, and otherwise as late as possible.
//! - The jack is not passed, nor are the cards that catch it.
//!
//! Only the player's own hand and public information are used.

use super::compact::{Compact, Deck, below, highest};
use super::rules::Rules;

/// What a card that may catch the jack is worth as a lead, in tenths of a point: it is with one of
/// three others, and does not always have to fall.
pub(super) const CATCH: i32 = 25;

/// How much less a card that is [kept] should be passed.
///
/// [kept]: kept()
pub(super) const KEEP: i32 = 40;

/// The points in a trick up to which it is worth winning for the jack, with others still to play.
const CHEAP: u16 = 4;

/// The cards that a hand does not pass: the jack, and those above it in its suit.
pub(super) fn kept(deck: &Deck, hand: u64) -> u64 {
    if deck.jack == 0 {
        return 0;
    }
    let jack = highest(deck.jack);
    hand & deck.suit_of(jack) & !below(jack)
}

/// The playable cards that are sensible with regard to the jack: all, if it does not matter.
#[inline(always)]
pub(super) fn sensible(deck: &Deck, position: &Compact, playable: u64) -> u64 {
    if deck.jack == 0 { playable } else { narrow(deck, position, playable) }
}

#[inline(never)]
fn narrow(deck: &Deck, position: &Compact, playable: u64) -> u64 {
    let chosen = if position.trick & deck.jack != 0 {
        winning(deck, position, playable)
    } else if playable & deck.jack == 0 {
        playable
    } else if wins(deck, position) {
        deck.jack
    } else {
        playable & !deck.jack
    };
    if chosen == 0 { playable } else { chosen }
}

/// The highest card that wins a trick with the jack, if the trick is cheap enough.
fn winning(deck: &Deck, position: &Compact, playable: u64) -> u64 {
    let is_last = usize::from(position.size) + 1 == deck.seats;
    let limit = if is_last { Rules::JACK_BONUS as u16 - 1 } else { CHEAP };
    let over = playable & position.led & !below(u32::from(position.best)) & !deck.special;
    if over == 0 || deck.cost(position.trick) > limit { 0 } else { 1 << highest(over) }
}

/// Whether the jack, played now, surely wins a trick that is cheap enough.
fn wins(deck: &Deck, position: &Compact) -> bool {
    let jack = highest(deck.jack);
    let suit = deck.suit_of(jack);
    let out = deck.cards & !position.played & !position.hand();
    let higher = out & suit & !below(jack);
    if position.size == 0 {
        // Where nobody has to follow, the special card may be discarded.
        return higher == 0 && (out & suit != 0 || out & deck.special == 0);
    }
    let is_last = usize::from(position.size) + 1 == deck.seats;
    position.led == suit
        && jack > u32::from(position.best)
        && (is_last || higher == 0)
        && deck.cost(position.trick) < Rules::JACK_BONUS as u16
}
