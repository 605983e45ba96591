//! One fixed-limit betting round.
//!
//! The round is over when every player who has not folded and still has chips has responded to the
//! last bet or raise. There is no betting if fewer than two such players could bet against each
//! other.

use super::moves::{IllegalReason, Move};
use super::players::Players;
use super::rules::{Chips, Rules};
use super::seats::Seats;
use crate::game::Seat;

/// A betting round in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Betting {
    /// The size of a bet or raise.
    pub size: Chips,
    /// The highest amount any seat has put in this round; 0 before the first bet.
    pub level: Chips,
    /// The number of raises so far.
    pub raises: u32,
    /// The amount each seat has put in this round.
    pub bets: [Chips; super::rules::MAX_PLAYERS],
}

impl Betting {
    /// A new round and the seats to act.
    pub fn open(size: Chips, players: &Players) -> (Self, Seats) {
        let able = players.able();
        let waiting = if able.len() < 2 { Seats::EMPTY } else { able };
        (Self { size, ..Self::default() }, waiting)
    }

    /// The price of a call; less than the full amount if the seat would be all in.
    pub fn owed(&self, seat: Seat, players: &Players) -> Chips {
        match (self.bets.get(seat), players.stacks.get(seat)) {
            (Some(&bet), Some(&stack)) => self.level.saturating_sub(bet).min(stack),
            _ => 0,
        }
    }

    /// Check whether the rules allow a seat's move.
    pub fn allows(
        &self,
        seat: Seat,
        chosen: Move,
        players: &Players,
        rules: &Rules,
    ) -> Result<(), IllegalReason> {
        let owed = self.owed(seat, players);
        match chosen {
            Move::Discard(_) => {
                let expected = if owed == 0 { "check or bet" } else { "fold, call or raise" };
                Err(IllegalReason::Betting { expected })
            }
            Move::Check | Move::Bet if owed > 0 => Err(IllegalReason::BetOpen { owed }),
            Move::Fold | Move::Call | Move::Raise if owed == 0 => Err(IllegalReason::NothingToCall),
            Move::Raise => self.allows_raise(seat, owed, players, rules),
            Move::Fold | Move::Check | Move::Call | Move::Bet => Ok(()),
        }
    }

    fn allows_raise(
        &self,
        seat: Seat,
        owed: Chips,
        players: &Players,
        rules: &Rules,
    ) -> Result<(), IllegalReason> {
        let stack = players.stacks[seat];
        if self.raises >= rules.raises {
            Err(IllegalReason::NoRaiseLeft { most: rules.raises })
        } else if stack <= owed {
            Err(IllegalReason::NothingToRaiseWith { stack })
        } else if players.able().without(seat).is_empty() {
            Err(IllegalReason::NobodyToCall)
        } else {
            Ok(())
        }
    }

    /// The legal moves of a seat, lowest first, and their number.
    pub fn moves(&self, seat: Seat, players: &Players, rules: &Rules) -> ([Move; 3], usize) {
        let owed = self.owed(seat, players);
        if owed == 0 {
            return ([Move::Check, Move::Bet, Move::Raise], 2);
        }
        let count = if self.allows_raise(seat, owed, players, rules).is_ok() { 3 } else { 2 };
        ([Move::Fold, Move::Call, Move::Raise], count)
    }

    /// Make a legal move; returns the seats still to act.
    pub fn make(
        &mut self,
        seat: Seat,
        chosen: Move,
        players: &mut Players,
        waiting: Seats,
    ) -> Seats {
        match chosen {
            Move::Bet | Move::Raise => {
                let target = self.level.saturating_add(self.size);
                self.pay(seat, target.saturating_sub(self.bets[seat]), players);
                self.raises += u32::from(self.level > 0);
                self.level = self.bets[seat];
                return players.able().without(seat);
            }
            Move::Call => self.pay(seat, self.owed(seat, players), players),
            Move::Fold => players.fold(seat),
            Move::Check | Move::Discard(_) => {}
        }
        waiting.without(seat)
    }

    fn pay(&mut self, seat: Seat, chips: Chips, players: &mut Players) {
        self.bets[seat] += players.pay(seat, chips);
    }
}
