//! A double-dummy solver: the exact outcome of a deal with all hands open, when every seat
//! minimizes its own penalty.
//!
//! The value of a position is a vector: the final score of each seat in the deal. The seat to move
//! picks the move whose vector is lowest in its own component, **the first in card order on ties**
//! (max^n search with a fixed tie-break, so that the answer is unique).
//!
//! A transposition table stores positions between tricks. Its key is what matters for the future:
//! for every suit, in order of value, the holders of the remaining cards (only the relative order
//! matters, not the values), the location of the special card, the leader, whether hearts may be
//! led, and, if the moon can be shot, who has taken points. Equivalent cards (adjacent among the
//! remaining cards, in one hand, with equal cost) are searched once. Both are exact: the positions
//! correspond move by move, in the same order. A seat that finds a move without further cost, and
//! with the rewarded jack if it is still to be taken, stops searching, since no later move can be
//! better.
//!
//! Cost: at most as many positions as there are ways to have played t of the c cards of each of the
//! p hands, the sum over t of C(c,t)^p leads, times the tricks in each; following suit leaves a
//! small fraction of it.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};
use thiserror::Error;

use super::deck::DeckCard;
use super::hand::Part;
use super::moves::Move;
use super::rules::{Moon, Rules};
use super::state::{Hearts, Stage};
use crate::game::Game as _;
use crate::monitor::{Monitor, Stopped};

/// The outcome of a deal when every seat minimizes its own penalty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The scores of the seats after the deal.
    pub scores: Vec<i64>,
    /// The moves to the end of the deal.
    pub moves: Vec<Move>,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Too many cards to search.
    #[error("{found} cards are left to play, expected at most {}", Solution::MAX_CARDS)]
    TooManyCards {
        /// The number of cards left.
        found: usize,
    },
    /// Cards are still to be passed.
    #[error("cards are still to be passed, expected a position of the play")]
    Passing,
    /// The search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Solution {
    /// The maximum number of cards left in a position to solve.
    pub const MAX_CARDS: usize = 32;
}

/// Solve the current deal.
///
/// ```
/// use cardcore::games::hearts::{Hearts, Rules, solve};
/// use cardcore::monitor::Monitor;
///
/// let game = Hearts::new(Rules::new(3, 6, 3)?, 4);
/// let solution = solve(&game, &Monitor::new())?;
/// assert_eq!(solution.moves.len(), 18);
/// assert_eq!(solution.scores.iter().sum::<i64>(), 6 + 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// More than [`Solution::MAX_CARDS`] cards left, cards still to be passed, or a stop by the
/// monitor.
pub fn solve(state: &Hearts, monitor: &Monitor) -> Result<Solution, SolveError> {
    match state.stage {
        Stage::Passing => return Err(SolveError::Passing),
        Stage::Over => return Ok(Solution { scores: state.scores(), moves: Vec::new() }),
        Stage::Playing => {}
    }
    let found = state.cards_left();
    if found > Solution::MAX_CARDS {
        return Err(SolveError::TooManyCards { found });
    }
    let mut search = Search::new(state, monitor);
    let mut position = search.position(state);
    let (values, _) = search.value(&position)?;
    let scores = state.scores().into_iter().zip(values);
    let scores = scores.map(|(score, value)| score + i64::from(value)).collect();
    let mut moves = Vec::with_capacity(found);
    while position.cards_in_hands() != 0 {
        let (_, card) = search.value(&position)?;
        moves.push(Move::Play(search.deck[card]));
        position = search.after(&position, card).0;
    }
    Ok(Solution { scores, moves })
}

/// What the rest of a deal adds to the score of each seat.
type Values = SmallVec<[i16; 8]>;

/// The deal as the search represents it: the remaining cards, renumbered in order, as bits.
struct Search<'a> {
    monitor: &'a Monitor,
    rules: Rules,
    /// All cards that are left, and the best card of the trick at the root.
    deck: Vec<DeckCard>,
    /// For each card, the cards of its suit.
    suits: Vec<u64>,
    hearts: u64,
    special: u64,
    /// The rewarded jack, if it is left.
    jack: u64,
    /// All points of the deal.
    total: i16,
    table: HashMap<Key, (Values, u8)>,
    visited: u64,
}

#[derive(Clone)]
struct Position {
    hands: SmallVec<[u64; 8]>,
    turn: usize,
    trick_size: usize,
    led: u64,
    best: usize,
    winner: usize,
    penalty: i16,
    has_jack: bool,
    hearts_open: bool,
    opening: Option<usize>,
    first_trick: bool,
    taker: Taker,
}

/// Who has taken points, as far as the moon is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Taker {
    /// The moon can no longer be shot, or has no effect.
    Settled,
    Nobody,
    Only(u16),
}

/// The transposition-table key of a position between tricks. One byte for each remaining card in
/// order: its holder, and whether it starts a suit, is a heart, is the special card; the rewarded jack
/// is marked as a special heart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    cards: [u8; Solution::MAX_CARDS],
    leader: u8,
    hearts_open: bool,
    taker: Taker,
}

const NEW_SUIT: u8 = 1 << 5;
const HEART: u8 = 1 << 6;
const SPECIAL: u8 = 1 << 7;

impl Position {
    fn cards_in_hands(&self) -> u64 {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }
}

impl<'a> Search<'a> {
    fn new(state: &Hearts, monitor: &'a Monitor) -> Self {
        let rules = state.rules;
        let seats = 0..rules.players();
        let mut deck: Vec<DeckCard> =
            seats.flat_map(|seat| state.hands.iter(seat, &Part::ALL)).collect();
        let left: u32 = deck.iter().map(|&card| rules.cost(card)).sum();
        if state.trick.size > 0 {
            deck.push(state.trick.best);
        }
        deck.sort_unstable();
        let select = |chosen: &dyn Fn(DeckCard) -> bool| {
            let bits = deck.iter().enumerate().filter(|&(_, &card)| chosen(card));
            bits.fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let suit_of = |&card: &DeckCard| select(&|other| rules.suit(other) == rules.suit(card));
        let taken: u32 = state.points.iter().sum();
        Self {
            monitor,
            rules,
            suits: deck.iter().map(suit_of).collect(),
            hearts: select(&|card| rules.is_heart(card)),
            special: select(&|card| card == rules.special),
            jack: select(&|card| rules.jack == Some(card) && !state.trick.has_jack),
            total: (left + taken + state.trick.penalty) as i16,
            deck,
            table: HashMap::new(),
            visited: 0,
        }
    }

    /// The root of the search.
    fn position(&self, state: &Hearts) -> Position {
        let bits = |chosen: &dyn Fn(DeckCard) -> bool| {
            let cards = self.deck.iter().enumerate().filter(|&(_, &card)| chosen(card));
            cards.fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let index_of = |card| self.deck.iter().position(|&other| other == card);
        let mut takers = (0_u16..).zip(&state.points).filter(|&(_, &points)| points > 0);
        let taker = match (self.rules.moon(), takers.next(), takers.next()) {
            (Moon::None, ..) | (_, _, Some(_)) => Taker::Settled,
            (_, None, None) => Taker::Nobody,
            (_, Some((seat, _)), None) => Taker::Only(seat),
        };
        Position {
            hands: (0..self.rules.players())
                .map(|seat| bits(&|card| state.hands.contains(seat, card)))
                .collect(),
            turn: usize::from(state.turn),
            trick_size: usize::from(state.trick.size),
            led: bits(&|card| state.trick.follows(card)),
            best: index_of(state.trick.best).unwrap_or(0),
            winner: usize::from(state.trick.winner),
            penalty: state.trick.penalty as i16,
            has_jack: state.trick.has_jack,
            hearts_open: state.hearts_open(),
            opening: state.played.is_empty().then(|| index_of(state.opening)).flatten(),
            first_trick: state.played.len() < self.rules.players(),
            taker,
        }
    }

    /// The legal cards of the seat to move.
    fn playable(&self, position: &Position) -> u64 {
        let hand = position.hands[position.turn];
        let first_of = |parts: &[u64]| {
            parts.iter().map(|part| hand & part).find(|&part| part != 0).unwrap_or(hand)
        };
        if let Some(opening) = position.opening {
            return 1 << opening;
        }
        if position.trick_size > 0 {
            if position.first_trick && self.rules.first_trick_is_free() {
                return first_of(&[position.led, !(self.hearts | self.special)]);
            }
            return first_of(&[position.led]);
        }
        if position.hearts_open { hand } else { first_of(&[!self.hearts]) }
    }

    /// The position after a card, and whose score changed by how much with it.
    fn after(&self, position: &Position, card: usize) -> (Position, usize, i16) {
        let mut next = position.clone();
        let bit = 1 << card;
        next.opening = None;
        next.hands[next.turn] &= !bit;
        next.hearts_open |= self.hearts & bit != 0;
        next.hearts_open |= self.special & bit != 0 && self.rules.special_breaks();
        if next.trick_size == 0 {
            (next.led, next.best, next.winner) = (self.suits[card], card, next.turn);
        } else if next.led & bit != 0 && card > next.best {
            (next.best, next.winner) = (card, next.turn);
        }
        next.penalty += self.rules.cost(self.deck[card]) as i16;
        next.has_jack |= self.jack & bit != 0;
        next.trick_size += 1;
        next.turn = (next.turn + 1) % next.hands.len();
        if next.trick_size < next.hands.len() {
            return (next, position.winner, 0);
        }
        let (winner, points) = (next.winner, next.penalty);
        let bonus = if next.has_jack { Rules::JACK_BONUS as i16 } else { 0 };
        (next.turn, next.trick_size, next.penalty, next.first_trick) = (winner, 0, 0, false);
        next.has_jack = false;
        next.taker = match next.taker {
            Taker::Nobody if points > 0 => Taker::Only(winner as u16),
            Taker::Only(seat) if points > 0 && usize::from(seat) != winner => Taker::Settled,
            taker => taker,
        };
        (next, winner, points - bonus)
    }

    /// What the rest of the deal adds to the score of each seat, and the card to play.
    fn value(&mut self, position: &Position) -> Result<(Values, usize), Stopped> {
        let left = position.cards_in_hands();
        let playable = self.playable(position);
        let is_settled = position.penalty == 0 && !position.has_jack;
        if left & (self.hearts | self.special | self.jack) == 0 && is_settled {
            return Ok((self.moon_values(position), playable.trailing_zeros() as usize));
        }
        let between = position.trick_size == 0 && !position.first_trick;
        let key = between.then(|| self.key(position, left));
        if let Some((values, rank)) = key.and_then(|key| self.table.get(&key)) {
            return Ok((values.clone(), nth(left, *rank)));
        }
        self.visited += 1;
        if self.visited.is_multiple_of(4096) {
            self.monitor.advance(4096)?;
        }
        let seat = position.turn;
        let can_take_jack = position.has_jack || left & self.jack != 0;
        let lowest = if can_take_jack { -Rules::JACK_BONUS as i16 } else { 0 };
        let mut best: Option<(Values, usize)> = None;
        let mut rest = playable;
        while rest != 0 {
            let card = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.has_equivalent(position, left, playable, card) {
                continue;
            }
            let (next, winner, points) = self.after(position, card);
            let mut values = self.value(&next)?.0;
            values[winner] += points;
            let mine = values[seat];
            if best.as_ref().is_none_or(|(best, _)| mine < best[seat]) {
                best = Some((values, card));
            }
            if mine == lowest && position.taker == Taker::Settled {
                break;
            }
        }
        let (values, card) = best.unwrap_or_else(|| (self.moon_values(position), 0));
        if let Some(key) = key {
            let rank = (left & ((1 << card) - 1)).count_ones() as u8;
            // Positions that do not fit into the table are searched again.
            if self.table.try_reserve(1).is_ok() {
                self.table.insert(key, (values.clone(), rank));
            }
        }
        Ok((values, card))
    }

    /// What the end of the deal adds, once all points are taken: the moon.
    fn moon_values(&self, position: &Position) -> Values {
        let mut values: Values = smallvec![0; position.hands.len()];
        if let Taker::Only(seat) = position.taker {
            let (shooter, others) = match self.rules.moon() {
                Moon::None => (0, 0),
                Moon::Add => (-self.total, self.total),
                Moon::Subtract => (-2 * self.total, 0),
            };
            values.fill(others);
            values[usize::from(seat)] = shooter;
        }
        values
    }

    /// Whether the next lower remaining card is equivalent: of the same suit, hand and cost, and
    /// also playable. It has already been searched.
    fn has_equivalent(&self, position: &Position, left: u64, playable: u64, card: usize) -> bool {
        let best = if position.trick_size > 0 { 1 << position.best } else { 0 };
        let lower = (left | best) & self.suits[card] & ((1 << card) - 1);
        if lower == 0 {
            return false;
        }
        let next = 1 << (63 - lower.leading_zeros());
        next & playable != 0 && ((self.special | self.jack) & (next | 1 << card)) == 0
    }

    fn key(&self, position: &Position, left: u64) -> Key {
        let mut cards = [0; Solution::MAX_CARDS];
        let mut rest = left;
        let mut suit = 0;
        for byte in &mut cards {
            if rest == 0 {
                break;
            }
            let card = rest.trailing_zeros() as usize;
            let bit = 1 << card;
            rest &= rest - 1;
            let holder = position.hands.iter().position(|hand| hand & bit != 0).unwrap_or(0) as u8;
            let new_suit = if suit == self.suits[card] { 0 } else { NEW_SUIT };
            let heart = if (self.hearts | self.jack) & bit == 0 { 0 } else { HEART };
            let special = if (self.special | self.jack) & bit == 0 { 0 } else { SPECIAL };
            suit = self.suits[card];
            *byte = holder | new_suit | heart | special;
        }
        let leader = position.turn as u8;
        Key { cards, leader, hearts_open: position.hearts_open, taker: position.taker }
    }
}

/// The position of set bit number `rank`.
fn nth(mut bits: u64, rank: u8) -> usize {
    for _ in 0..rank {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize
}
