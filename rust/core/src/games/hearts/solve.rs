//! The exact outcome of a deal with all hands open, when every seat minimises its own penalty.
//!
//! A position is worth one vector: what each seat will have scored at the end of the deal. The
//! seat to move takes the move whose vector is lowest in its own place; **of moves that are equal
//! for it, the first in the order of the cards** (max^n with a fixed tie rule, so that there is
//! exactly one answer).
//!
//! The search remembers positions between tricks. A position is stored by what matters for its
//! future: for every suit, in order of value, who holds the remaining cards (which values they
//! have does not matter, only their order), where the special card is, who leads, whether hearts
//! may be led, and, if the moon can be shot, who has taken points. Cards of one hand that are
//! neighbours among the remaining cards and cost the same are tried once. Both are exact: the
//! positions correspond move by move, in the same order. A seat that finds a move at no further
//! cost stops looking, since no later move can be better.
//!
//! Cost: at most as many positions as there are ways to have played t of the c cards of each of
//! the p hands, the sum over t of C(c,t)^p leads, times the tricks in each; following suit leaves a
//! small part of it.

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

/// What a deal comes to when every seat minimises its own penalty.
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
    /// More cards than the search can be asked to see through.
    #[error("{found} cards are left to play, expected at most {}", Solution::MAX_CARDS)]
    TooManyCards {
        /// Cards left.
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
    /// The most cards that a position to be solved may have left.
    pub const MAX_CARDS: usize = 32;
}

/// Solve the deal that is being played.
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
/// More than [`Solution::MAX_CARDS`] cards left, cards still to be passed, or stopped.
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

/// The deal as the search sees it: the remaining cards, numbered in order, as bits.
struct Search<'a> {
    monitor: &'a Monitor,
    rules: Rules,
    /// All cards that are left, and the best of the trick at the root.
    deck: Vec<DeckCard>,
    /// For each card the cards of its suit.
    suits: Vec<u64>,
    hearts: u64,
    special: u64,
    /// All points of the deal.
    total: i16,
    memory: HashMap<Key, (Values, u8)>,
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
    hearts_open: bool,
    opening: Option<usize>,
    first_trick: bool,
    taker: Taker,
}

/// Who has taken points, as far as the moon is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Taker {
    /// The moon cannot be shot any more, or counts nothing.
    Settled,
    Nobody,
    Only(u16),
}

/// The future of a position between tricks. For each remaining card in order one byte: its
/// holder, and whether it begins a suit, is a heart, is the special card.
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
            total: (left + taken + state.trick.penalty) as i16,
            deck,
            memory: HashMap::new(),
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
            hearts_open: state.hearts_open(),
            opening: state.played.is_empty().then(|| index_of(state.opening)).flatten(),
            first_trick: state.played.len() < self.rules.players(),
            taker,
        }
    }

    /// The cards the seat to move may play.
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

    /// The position after a card, and who took how many points with it.
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
        next.trick_size += 1;
        next.turn = (next.turn + 1) % next.hands.len();
        if next.trick_size < next.hands.len() {
            return (next, position.winner, 0);
        }
        let (winner, points) = (next.winner, next.penalty);
        (next.turn, next.trick_size, next.penalty, next.first_trick) = (winner, 0, 0, false);
        next.taker = match next.taker {
            Taker::Nobody if points > 0 => Taker::Only(winner as u16),
            Taker::Only(seat) if points > 0 && usize::from(seat) != winner => Taker::Settled,
            taker => taker,
        };
        (next, winner, points)
    }

    /// What the rest of the deal adds to the score of each seat, and the card to play.
    fn value(&mut self, position: &Position) -> Result<(Values, usize), Stopped> {
        let left = position.cards_in_hands();
        let playable = self.playable(position);
        if left & (self.hearts | self.special) == 0 && position.penalty == 0 {
            return Ok((self.settle(position), playable.trailing_zeros() as usize));
        }
        let between = position.trick_size == 0 && !position.first_trick;
        let key = between.then(|| self.key(position, left));
        if let Some((values, place)) = key.and_then(|key| self.memory.get(&key)) {
            return Ok((values.clone(), nth(left, *place)));
        }
        self.visited += 1;
        if self.visited.is_multiple_of(4096) {
            self.monitor.advance(4096)?;
        }
        let seat = position.turn;
        let mut best: Option<(Values, usize)> = None;
        let mut rest = playable;
        while rest != 0 {
            let card = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.has_twin(position, left, playable, card) {
                continue;
            }
            let (next, winner, points) = self.after(position, card);
            let mut values = self.value(&next)?.0;
            values[winner] += points;
            let mine = values[seat];
            if best.as_ref().is_none_or(|(lowest, _)| mine < lowest[seat]) {
                best = Some((values, card));
            }
            if mine == 0 && position.taker == Taker::Settled {
                break;
            }
        }
        let (values, card) = best.unwrap_or_else(|| (self.settle(position), 0));
        if let Some(key) = key {
            let place = (left & ((1 << card) - 1)).count_ones() as u8;
            // What cannot be remembered is worked out again.
            if self.memory.try_reserve(1).is_ok() {
                self.memory.insert(key, (values.clone(), place));
            }
        }
        Ok((values, card))
    }

    /// What the end of the deal adds, once all points are taken: the moon.
    fn settle(&self, position: &Position) -> Values {
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

    /// Whether the next lower card that matters is as good: of the same suit, hand and cost, and
    /// playable too. It has been tried before.
    fn has_twin(&self, position: &Position, left: u64, playable: u64, card: usize) -> bool {
        let best = if position.trick_size > 0 { 1 << position.best } else { 0 };
        let lower = (left | best) & self.suits[card] & ((1 << card) - 1);
        if lower == 0 {
            return false;
        }
        let next = 1 << (63 - lower.leading_zeros());
        next & playable != 0 && (self.special & (next | 1 << card)) == 0
    }

    fn key(&self, position: &Position, left: u64) -> Key {
        let mut cards = [0; Solution::MAX_CARDS];
        let mut rest = left;
        let mut suit = 0;
        for place in &mut cards {
            if rest == 0 {
                break;
            }
            let card = rest.trailing_zeros() as usize;
            let bit = 1 << card;
            rest &= rest - 1;
            let holder = position.hands.iter().position(|hand| hand & bit != 0).unwrap_or(0) as u8;
            let new_suit = if suit == self.suits[card] { 0 } else { NEW_SUIT };
            let heart = if self.hearts & bit == 0 { 0 } else { HEART };
            let special = if self.special & bit == 0 { 0 } else { SPECIAL };
            suit = self.suits[card];
            *place = holder | new_suit | heart | special;
        }
        let leader = position.turn as u8;
        Key { cards, leader, hearts_open: position.hearts_open, taker: position.taker }
    }
}

/// The place of set bit number `rank`.
fn nth(mut bits: u64, rank: u8) -> usize {
    for _ in 0..rank {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize
}
