//! Shooting the moon: how to try, and when it may work.

use super::bots::Greedy;
use super::compact::{Compact, Deck, below, each, highest};
use super::deck::DeckCard;
use super::moves::Move;
use super::rule::{self, move_of_pass};
use super::state::Hearts;
use super::view::HeartsView;
use crate::game::{Bot, View as _};
use crate::random::Random;

/// The bot that shoots the moon whenever its hand may allow it, and otherwise plays like
/// [`Rule`](super::Rule).
#[derive(Clone, Copy, Debug, Default)]
pub struct Shooter;

impl Bot<Hearts> for Shooter {
    fn choose(&mut self, view: &HeartsView<'_>, random: &mut Random) -> Option<Move> {
        if !view.is_my_turn() {
            return None;
        }
        let Some(deck) = Deck::new(view.rules()) else { return Greedy.choose(view, random) };
        let position = view.compact();
        if view.is_passing() {
            return move_of_pass(choose_pass(&deck, position.hands[view.viewer_index()]));
        }
        Some(Move::Play(DeckCard(choose(&deck, &position) as u16)))
    }
}

/// The three cards that [`Shooter`] passes.
pub(super) fn choose_pass(deck: &Deck, hand: u64) -> u64 {
    let best = pass(deck, hand);
    // Received cards are unknown; what is kept should be strong enough without them.
    let tries = !deck.has_no_moon() && losers(deck, 0, hand & !best) <= MAX_LOSERS;
    if tries { best } else { rule::pass(deck, hand) }
}

/// The card that [`Shooter`] plays.
pub(super) fn choose(deck: &Deck, position: &Compact) -> u32 {
    let tries =
        is_open(deck, position) && losers(deck, position.played, position.hand()) <= MAX_LOSERS;
    if tries { play(deck, position) } else { rule::play(deck, position) }
}

/// The maximum number of losers with which it still tries.
const MAX_LOSERS: u32 = 3;

/// Whether the seat to move can still take every point.
#[inline(always)]
pub(super) fn is_open(deck: &Deck, position: &Compact) -> bool {
    let own = position.points[usize::from(position.turn)];
    !deck.has_no_moon() && position.points[..deck.seats].iter().sum::<u16>() == own
}

/// An estimate of the tricks a hand loses: cards that are beaten, unless the higher cards of their
/// suit run it out.
pub(super) fn losers(deck: &Deck, played: u64, hand: u64) -> u32 {
    let out = deck.cards & !played & !hand;
    deck.each_suit()
        .map(|suit| {
            let (own, others) = (hand & suit, out & suit);
            if own == 0 || others == 0 {
                return 0;
            }
            let tops = (own & !below(highest(others))).count_ones();
            // A lead draws a card from nearly everybody else.
            let taken = tops * (deck.seats as u32 - 1) * 4 / 5;
            if others.count_ones() <= taken { 0 } else { own.count_ones() - tops }
        })
        .sum()
}

/// The card with which the seat to move tries to take every point.
#[inline]
pub(super) fn play(deck: &Deck, position: &Compact) -> u32 {
    let playable = position.playable(deck);
    let out = deck.cards & !position.played & !position.hand();
    if position.size == 0 {
        return lead(deck, out, playable);
    }
    let last = usize::from(position.size) + 1 == deck.seats;
    let over = playable & position.led & !below(u32::from(position.best));
    if over != 0 {
        // The last player wins as cheaply as possible, the others as safely as possible.
        return if last { over.trailing_zeros() } else { highest(over) };
    }
    // The trick is lost, so play nothing that costs: the lowest card of the shortest suit with a
    // higher card out.
    let free = playable & !(deck.hearts | deck.special);
    let cards = if free == 0 { playable } else { free };
    let rate = |card: u32| {
        let suit = deck.suit_of(card);
        let higher = (out & suit & !below(card)).count_ones();
        (higher, std::cmp::Reverse((position.hand() & suit).count_ones()))
    };
    each(cards).max_by_key(|&card| rate(card)).unwrap_or(0)
}

/// The highest unbeatable card, from the longest such suit; otherwise the card with the fewest
/// higher cards out.
fn lead(deck: &Deck, out: u64, playable: u64) -> u32 {
    let rate = |card: u32| {
        let suit = deck.suit_of(card);
        let higher = (out & suit & !below(card)).count_ones();
        let length = (playable & suit).count_ones();
        (std::cmp::Reverse(higher), length, card)
    };
    each(playable).max_by_key(|&card| rate(card)).unwrap_or(0)
}

/// The three worst cards for shooting the moon.
pub(super) fn pass(deck: &Deck, hand: u64) -> u64 {
    worst(deck, hand, 3)
}

/// The worst cards for shooting the moon: low ones of suits that cannot be run, low hearts first,
/// and then those of the shortest suit.
pub(super) fn worst(deck: &Deck, hand: u64, count: usize) -> u64 {
    let mut rest = hand;
    for _ in 0..count {
        let rate = |&card: &u32| {
            let suit = deck.suit_of(card);
            let higher = (deck.cards & !hand & suit & !below(card)).count_ones();
            let heart = u32::from(1 << card & deck.hearts != 0);
            (higher * (1 + heart), std::cmp::Reverse((rest & suit).count_ones()))
        };
        let Some(card) = each(rest).max_by_key(rate) else { break };
        rest &= !(1 << card);
    }
    hand & !rest
}
