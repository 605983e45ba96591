//! What a learned policy sees of a card: indices into its tables.
//!
//! A decision is a lead, a card that follows suit, a discard, or a card to pass; each kind has its
//! own tables. A table is indexed by a few small numbers together, such as the cards out below and
//! above a card; the score of a card is the sum of the entries it selects. Numbers above the last
//! column count as the last.
//!
//! Only the seat's own hand, the plays, and the cards it has passed are used. The tables are for the
//! standard game.

use super::compact::{Compact, Deck, SEATS, below, highest};
use super::tracked::Tracked;
use super::{rule, shoot};

/// The kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Lead,
    Follow,
    Discard,
    Pass,
}

/// The most tables of a phase.
const MAX_TABLES: usize = 16;

/// The name and version of these features; changes with any table.
pub(super) const ENCODER: &str = "hearts-cards-1";

/// The entries that a card selects, one for each table of its phase.
pub(super) type Selected = crate::nets::Selected<MAX_TABLES>;

/// The number of entries of all tables of a phase.
pub(super) fn size(deck: &Deck, phase: Phase) -> usize {
    let tracked = Tracked::new(Compact::open(deck, [1; SEATS]), 0);
    let play = Play::new(deck, &tracked);
    match phase {
        Phase::Lead => play.lead(0).size(),
        Phase::Follow => play.follow(0).size(),
        Phase::Discard => play.discard(0).size(),
        Phase::Pass => Pass::new(deck, 1, 0).pick(1).card(0).size(),
    }
}

const SUIT: u64 = 0x1fff;
const HEARTS: usize = 2;
const SPADES: usize = 3;

/// The cards above a card.
#[inline(always)]
const fn above(card: u32) -> u64 {
    !below(card) & !(1 << (card & 63))
}

#[inline(always)]
const fn count(cards: u64) -> usize {
    cards.count_ones() as usize
}

/// The number of the first limit that a number does not exceed.
#[inline(always)]
fn bucket<const N: usize>(number: usize, limits: [usize; N]) -> usize {
    limits.iter().map(|&limit| usize::from(number > limit)).sum()
}

/// What cards of a decision in the play have in common.
pub(super) struct Play<'a> {
    deck: &'a Deck,
    position: &'a Compact,
    /// By suit, in four bits each: how many other seats are known to be void.
    voids: u16,
    /// The seats that have yet to play to the trick and are known to be void in the suit led.
    voids_behind: usize,
    playable: u64,
    hand: u64,
    out: u64,
    /// The special card: played, held, out, or known to be with a seat that has yet to play to this
    /// trick, or with one that has not.
    queen: usize,
    queen_guards: usize,
    high_spades: usize,
    moon: usize,
    suspect: usize,
    losers: usize,
    tricks: usize,
    stage: usize,
    behind: usize,
    penalty: usize,
    hearts_left: usize,
    exits: usize,
    rule: u32,
}

impl<'a> Play<'a> {
    /// The decision of the seat to move.
    #[inline]
    pub(super) fn new(deck: &'a Deck, tracked: &'a Tracked) -> Self {
        let position = &tracked.position;
        let (hand, turn) = (position.hand(), usize::from(position.turn));
        let out = deck.cards & !position.played & !hand;
        let behind = (deck.seats - 1).saturating_sub(usize::from(position.size));
        let queen_below = below(highest(deck.special));
        let spades = hand & deck.special_suit;
        let tricks = usize::from(position.tricks);
        let mut play = Self {
            deck,
            position,
            voids: 0,
            voids_behind: 0,
            playable: position.playable(deck),
            hand,
            out,
            queen: 0,
            queen_guards: count(spades & queen_below),
            high_spades: count(spades & !queen_below & !deck.special),
            moon: 0,
            suspect: 0,
            losers: 0,
            tricks: tricks.max(1) - 1,
            stage: bucket(tricks, [3, 6, 9]),
            behind,
            penalty: bucket(usize::from(deck.cost(position.trick)), [0, 1, 3, 12]),
            hearts_left: bucket(count(deck.hearts & deck.cards & !position.played), [0, 3, 6, 9]),
            exits: 0,
            rule: rule::play(deck, position),
        };
        play.queen = if position.played & deck.special != 0 {
            0
        } else if hand & deck.special != 0 {
            1
        } else if tracked.passed[turn % SEATS] & deck.special != 0 {
            let receiver = (turn + usize::from(tracked.offset)) % deck.seats;
            let ahead = (receiver + deck.seats - turn) % deck.seats;
            if ahead <= behind { 3 } else { 4 }
        } else {
            2
        };
        play.read_moon(turn);
        play.read_voids(tracked, turn);
        for suit in 0..4 {
            let cards = SUIT << (13 * suit);
            let own = hand & cards;
            let lowest = below(own.trailing_zeros().min(63));
            play.exits += usize::from(own != 0 && out & cards & lowest == 0);
        }
        play
    }

    #[inline]
    fn read_voids(&mut self, tracked: &Tracked, turn: usize) {
        // For every set of suits, a one in the four bits of each.
        const SPREAD: [u16; 16] = {
            let mut spread = [0; 16];
            let mut suits = 0;
            while suits < 16 {
                let ones = suits & 1 | (suits & 2) << 3 | (suits & 4) << 6 | (suits & 8) << 9;
                spread[suits] = ones as u16;
                suits += 1;
            }
            spread
        };
        let led = (u32::from(self.position.best) / 13) & 3;
        let mut seat = turn;
        for ahead in 1..self.deck.seats {
            seat = if seat + 1 == self.deck.seats { 0 } else { seat + 1 };
            let voids = tracked.voids[seat % SEATS] & 15;
            self.voids += SPREAD[usize::from(voids)];
            self.voids_behind += usize::from(ahead <= self.behind && voids >> led & 1 == 1);
        }
    }

    /// Who may still shoot the moon: several seats have points, nobody, this seat, or another one,
    /// and how many.
    #[inline]
    fn read_moon(&mut self, turn: usize) {
        let (deck, position) = (self.deck, self.position);
        let points = &position.points[..deck.seats.min(SEATS)];
        let all: u16 = points.iter().sum();
        let level = bucket(usize::from(all), [7, 15]);
        if deck.has_no_moon() {
            return;
        }
        if all == 0 {
            self.moon = 1;
        } else if points[turn % SEATS] == all {
            self.moon = 2 + level;
        } else if let Some(taker) = position.only_taker(deck) {
            self.moon = 5 + level;
            let ahead = (taker + deck.seats - turn) % deck.seats;
            self.suspect = if position.size > 0 && usize::from(position.winner) == taker {
                1
            } else if ahead <= self.behind {
                2
            } else {
                3
            };
        }
        if self.moon > 0 && self.moon < 5 {
            self.losers = (shoot::losers(deck, position.played, self.hand) as usize).min(4) + 1;
        }
    }

    pub(super) const fn phase(&self) -> Phase {
        if self.position.size == 0 {
            Phase::Lead
        } else if self.playable & self.position.led != 0 {
            Phase::Follow
        } else {
            Phase::Discard
        }
    }

    /// The entries of a card.
    #[inline(always)]
    pub(super) fn card(&self, phase: Phase, card: u32) -> Selected {
        match phase {
            Phase::Lead => self.lead(card),
            Phase::Follow => self.follow(card),
            Phase::Discard | Phase::Pass => self.discard(card),
        }
    }

    /// The number of seats other than the one to move that are known to be void in a suit.
    #[inline(always)]
    const fn voids(&self, suit: usize) -> usize {
        (self.voids >> (4 * suit) & 15) as usize
    }

    #[inline(always)]
    fn lead(&self, card: u32) -> Selected {
        let Seen { class, lower, higher, guards, length, suit, place, left } = self.see(card);
        let is_rule = usize::from(card == self.rule);
        let is_open = usize::from(self.position.hearts_open);
        let mut to = Selected::new();
        to.put([(class, 5), (lower, 9), (higher, 9)]);
        to.put([(self.queen, 5), (class, 5), (length, 7), (guards, 5)]);
        to.put([(self.tricks, 13), (is_open, 2), (class, 5), (place, 3)]);
        to.put([(self.queen, 5), (class, 5), (self.voids(suit), 4), (higher, 5)]);
        to.put([(self.moon, 8), (self.losers, 6), (class, 5), (higher, 4)]);
        to.put([(self.queen, 5), (self.queen_guards, 6), (self.high_spades, 3), (class, 5)]);
        to.put([(self.tricks, 13), (is_rule, 2), (class, 5)]);
        to.put([(self.hearts_left, 5), (class, 5), (lower, 5), (left, 6)]);
        to.put([(self.moon, 8), (self.suspect, 4), (class, 5), (lower, 5)]);
        to.put([(self.exits, 5), (self.stage, 4), (class, 5), (place, 3)]);
        to.put([(self.stage, 4), (card as usize, 52)]);
        to
    }

    #[inline(always)]
    fn follow(&self, card: u32) -> Selected {
        let Seen { class, lower, higher, guards, length, left, .. } = self.see(card);
        let best = u32::from(self.position.best);
        let wins = if card < best {
            0
        } else if self.behind > 0 && higher > 0 {
            1
        } else {
            2
        };
        let over = self.playable & !below(best);
        let order = if card < best {
            usize::from(self.playable & below(best) & above(card) != 0)
        } else if over & above(card) == 0 {
            4
        } else {
            2 + usize::from(over & below(card) != 0)
        };
        let is_rule = usize::from(card == self.rule);
        let costs = usize::from(self.penalty > 0);
        let is_first = usize::from(self.position.is_first_trick);
        // All cards are of the suit led.
        let (left, voids) = ((left, 6), (self.voids_behind, 4));
        let mut to = Selected::new();
        to.put([(self.behind, 5), (self.penalty, 5), (class, 5), (wins, 3), (higher, 5)]);
        to.put([(self.behind, 5), (self.penalty, 5), (class, 5), (order, 5)]);
        to.put([(class, 5), (lower, 9), (higher, 9), (wins, 3)]);
        to.put([(self.tricks, 13), (costs, 2), (wins, 3), (class, 5)]);
        to.put([(self.moon, 8), (self.losers, 6), (self.penalty, 5), (wins, 3)]);
        to.put([(self.queen, 5), (self.behind, 5), left, (class, 5), (wins, 3)]);
        to.put([voids, (self.queen, 5), left, (costs, 2), (wins, 3)]);
        to.put([(self.behind, 5), (is_rule, 2), (class, 5), (order, 5)]);
        to.put([(length, 7), (guards, 5), (wins, 3), (class, 5)]);
        to.put([(self.moon, 8), (self.suspect, 4), (self.penalty, 5), (wins, 3)]);
        let spades = (self.queen_guards, 6);
        to.put([(self.queen, 5), spades, (self.high_spades, 3), (class, 5), (wins, 3)]);
        to.put([(is_first, 2), (length, 7), (wins, 3), (higher, 5)]);
        let hearts = (self.hearts_left, 5);
        to.put([left, (self.queen, 5), (self.stage, 4), hearts, (wins, 3)]);
        to.put([(self.stage, 4), (card as usize, 52), (wins, 3)]);
        to.put([(self.exits, 5), (self.stage, 4), (self.penalty, 5), (wins, 3)]);
        to
    }

    #[inline(always)]
    fn discard(&self, card: u32) -> Selected {
        let Seen { class, lower, higher, guards, length, suit, place, left } = self.see(card);
        let is_rule = usize::from(card == self.rule);
        let is_open = usize::from(self.position.hearts_open);
        let is_first = usize::from(self.position.is_first_trick);
        let mut to = Selected::new();
        to.put([(class, 5), (lower, 9), (higher, 9)]);
        to.put([(self.queen, 5), (class, 5), (length, 7), (guards, 5)]);
        to.put([(self.tricks, 13), (class, 5), (place, 3)]);
        to.put([(self.moon, 8), (self.suspect, 4), (self.losers, 6), (class, 5)]);
        to.put([(self.queen, 5), (self.queen_guards, 6), (self.high_spades, 3), (class, 5)]);
        to.put([(self.tricks, 13), (is_rule, 2), (class, 5)]);
        to.put([(self.penalty, 5), (self.suspect, 4), (class, 5)]);
        to.put([(class, 5), (left, 6), (lower, 5), (length, 7)]);
        to.put([(is_first, 2), (class, 5), (length, 7), (guards, 5)]);
        to.put([(self.stage, 4), (card as usize, 52)]);
        to.put([(self.exits, 5), (is_open, 2), (class, 5), (place, 3)]);
        to.put([(class, 5), (self.voids(suit), 4), (lower, 5), (length, 7)]);
        to.put([(self.moon, 8), (self.losers, 6), (class, 5), (higher, 4)]);
        to
    }

    /// What is seen of one card.
    #[inline(always)]
    fn see(&self, card: u32) -> Seen {
        let suit = (card / 13) as usize & 3;
        let cards = SUIT << (13 * suit);
        let (out, own) = (self.out & cards, self.hand & cards);
        let (lower, higher) = (count(out & below(card)), count(out & above(card)));
        Seen {
            class: class(self.deck, card),
            lower,
            higher,
            guards: count(own & below(card)),
            length: count(own),
            suit,
            place: if lower == 0 { 0 } else { 1 + usize::from(higher == 0) },
            left: bucket(lower + higher, [0, 2, 4, 6, 8]),
        }
    }
}

/// What is seen of a card in the play.
struct Seen {
    class: usize,
    /// The cards of its suit that are out, below and above it.
    lower: usize,
    higher: usize,
    /// Own cards of its suit below it, and all of them.
    guards: usize,
    length: usize,
    suit: usize,
    /// Whether no card out is below it, some are below and some above, or none is above.
    place: usize,
    /// How many cards of its suit are out.
    left: usize,
}

/// Clubs and diamonds, spades below the queen, the queen, spades above her, hearts.
#[inline(always)]
fn class(deck: &Deck, card: u32) -> usize {
    let bit = 1_u64 << (card & 63);
    if bit & deck.hearts != 0 {
        4
    } else if bit & deck.special_suit == 0 {
        0
    } else {
        1 + usize::from(bit >= deck.special) + usize::from(bit > deck.special)
    }
}

/// The choice of cards to pass, one at a time.
pub(super) struct Pass<'a> {
    deck: &'a Deck,
    hand: u64,
    direction: usize,
    losers: usize,
    /// Aces, kings and queens.
    tops: usize,
    high_hearts: usize,
    hearts: usize,
    spades: usize,
    queen_guards: usize,
}

impl<'a> Pass<'a> {
    /// The choice from a hand.
    pub(super) fn new(deck: &'a Deck, hand: u64, offset: usize) -> Self {
        let across = usize::from(deck.seats.is_multiple_of(2) && offset == deck.seats / 2);
        let direction = if offset == 1 { 0 } else { 1 + across };
        let queen = highest(deck.special);
        let of_values = |from: u32| {
            (0..4).fold(0, |set, suit| set | (SUIT << from & SUIT) << (13 * suit)) & hand
        };
        let spade = |card: u32| usize::from(hand >> (card & 63) & 1 == 1);
        Self {
            deck,
            hand,
            direction,
            losers: shoot::losers(deck, 0, hand) as usize,
            tops: count(of_values(10)),
            high_hearts: count(of_values(8) & deck.hearts),
            hearts: count(hand & deck.hearts),
            spades: 4 * spade(queen) + 2 * spade(queen + 1) + spade(queen + 2),
            queen_guards: count(hand & deck.special_suit & below(queen)),
        }
    }

    /// The choice of the next card, when `rest` is left of the hand.
    pub(super) fn pick(&self, rest: u64) -> Pick<'_> {
        let shortest = (0..2).map(|minor| count(rest & SUIT << (13 * minor))).min().unwrap_or(0);
        Pick { pass: self, rest, rule: rule::next_pass(self.deck, rest), shortest }
    }
}

/// The choice of the next card to pass.
pub(super) struct Pick<'a> {
    pass: &'a Pass<'a>,
    rest: u64,
    rule: u32,
    /// The length of the shorter of clubs and diamonds.
    shortest: usize,
}

impl Pick<'_> {
    /// The entries of a card.
    #[inline]
    pub(super) fn card(&self, card: u32) -> Selected {
        let Pass { deck, hand, direction, losers, spades, .. } = *self.pass;
        let suit = (card / 13) as usize & 3;
        let cards = SUIT << (13 * suit);
        let value = (card % 13) as usize;
        let chosen = (count(hand) - count(self.rest), 3);
        let length = (count(self.rest & cards), 8);
        let guards = (count(self.rest & cards & below(card)), 5);
        let missing = count(deck.cards & cards & !hand & below(card));
        let kind = match suit {
            SPADES => value.max(9) - 9,
            HEARTS => 4,
            _ => 5,
        };
        let chosen_of_suit = count(hand & cards & !self.rest);
        let is_rule = usize::from(card == self.rule);
        let own = (card as usize, 52);
        let mut to = Selected::new();
        to.put([own, length]);
        to.put([own, guards]);
        to.put([(spades, 8), (self.pass.queen_guards, 6), (kind, 6), chosen]);
        to.put([(direction, 3), own]);
        to.put([(losers, 7), own]);
        to.put([chosen, length, (suit, 4), (chosen_of_suit, 3)]);
        to.put([(is_rule, 2), chosen, (losers, 7)]);
        to.put([(self.pass.high_hearts, 5), (self.pass.hearts, 7), (kind, 6), chosen]);
        to.put([(self.shortest, 5), (suit, 4), length, (bucket(value, [3, 6, 9]), 4)]);
        to.put([(self.pass.tops, 9), own]);
        to.put([(suit, 4), (missing, 10), guards, length]);
        to.put([(direction, 3), (spades, 8), (kind, 6)]);
        to
    }
}
