//! One betting round.
//!
//! The round is over when every player who has not folded and still has chips has responded to the
//! last bet or raise. There is no betting if fewer than two such players could bet against each
//! other.
//!
//! At limit every bet and raise adds one size, and an all-in for less counts as a raise. At
//! pot-limit and no-limit a raise adds at least as much as the last one. There an all-in for less does
//! not let players raise who have acted before it, unless they face a full raise in all.

use super::moves::{IllegalReason, Move};
use super::players::Players;
use super::rules::{Chips, Rules};
use super::seats::Seats;
use super::structure::Structure;
use crate::game::Seat;

/// The number of sizes that are offered at pot-limit and no-limit.
pub(super) const SIZES: usize = 4;

/// Legal moves, lowest first, and their number.
pub(super) type Listed = ([Move; 2 + SIZES], usize);

/// A betting round in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Betting {
    /// The size of a bet or raise.
    pub size: Chips,
    /// The highest amount any seat has put in this round; 0 before the first bet.
    pub level: Chips,
    /// What the largest raise so far has added; only at pot-limit and no-limit.
    step: Chips,
    /// The number of raises so far.
    pub raises: u32,
    /// The seats that have acted in this round.
    acted: Seats,
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

    /// A new round after these seats have posted blinds, and the seats to act.
    pub fn open_with_blinds(
        size: Chips,
        blinds: impl Iterator<Item = (Seat, Chips)>,
        players: &mut Players,
    ) -> (Self, Seats) {
        let mut round = Self { size, ..Self::default() };
        for (seat, chips) in blinds {
            round.pay(seat, chips, players);
            round.level = round.level.max(round.bets[seat]);
        }
        let able = players.able();
        // A single player with chips has to decide only if there is something to call.
        let decides = |&seat: &Seat| able.len() > 1 || round.owed(seat, players) > 0;
        let waiting = able.iter().filter(decides).collect();
        (round, waiting)
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
        let (owed, level) = (self.owed(seat, players), self.level);
        match chosen {
            Move::Discard(_) => {
                let expected = match (owed, level) {
                    (0, 0) => "check or bet",
                    (0, _) => "check or raise",
                    _ => "fold, call or raise",
                };
                Err(IllegalReason::Betting { expected })
            }
            Move::Check | Move::Bet | Move::BetOf(_) if owed > 0 => {
                Err(IllegalReason::BetOpen { owed })
            }
            Move::Fold | Move::Call if owed == 0 => Err(IllegalReason::NothingToCall { level }),
            Move::Raise | Move::RaiseTo(_) if level == 0 => {
                Err(IllegalReason::NothingToCall { level })
            }
            Move::Bet | Move::BetOf(_) if level > 0 => Err(IllegalReason::BlindToRaise),
            Move::Raise => {
                self.allows_raise(seat, owed, players, rules)?;
                self.allows_amount(seat, None, players, rules)
            }
            Move::RaiseTo(chips) => {
                self.allows_raise(seat, owed, players, rules)?;
                self.allows_amount(seat, Some(chips), players, rules)
            }
            Move::Bet => self.allows_amount(seat, None, players, rules),
            Move::BetOf(chips) => self.allows_amount(seat, Some(chips), players, rules),
            Move::Fold | Move::Check | Move::Call => Ok(()),
        }
    }

    /// Check the amount of a bet or raise, or that there is none at limit.
    fn allows_amount(
        &self,
        seat: Seat,
        chips: Option<Chips>,
        players: &Players,
        rules: &Rules,
    ) -> Result<(), IllegalReason> {
        if rules.betting == Structure::Limit {
            let expected = if self.level == 0 { "bet" } else { "raise" };
            return match chips {
                Some(_) => Err(IllegalReason::FixedSize { expected }),
                None => Ok(()),
            };
        }
        let (least, most) = self.range(seat, players, rules);
        match chips {
            None => {
                let word = if self.level == 0 { "bet" } else { "raise to" };
                Err(IllegalReason::NoAmount { word, least, most })
            }
            Some(found) if found < least || found > most => {
                Err(IllegalReason::Amount { found, least, most })
            }
            Some(_) => Ok(()),
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
            Err(IllegalReason::NoRaiseLeft { most: rules.raises, owed })
        } else if stack <= owed {
            Err(IllegalReason::NothingToRaiseWith { stack })
        } else if players.able().without(seat).is_empty() {
            Err(IllegalReason::NobodyToCall { owed })
        } else if rules.betting != Structure::Limit {
            self.reopens(seat, owed, players)
        } else {
            Ok(())
        }
    }

    /// Check what only pot-limit and no-limit demand of a raise: somebody who can put in more than the
    /// current bet, and that the seat has not acted or faces a full raise.
    fn reopens(&self, seat: Seat, owed: Chips, players: &Players) -> Result<(), IllegalReason> {
        let can_call = |other: Seat| self.bets[other] + players.stacks[other] > self.level;
        if !players.able().without(seat).iter().any(can_call) {
            Err(IllegalReason::NobodyToCall { owed })
        } else if self.acted.contains(seat) && owed < self.full_raise() {
            Err(IllegalReason::NotReopened)
        } else {
            Ok(())
        }
    }

    /// The least that a raise adds, unless it is all in.
    fn full_raise(&self) -> Chips {
        self.step.max(self.size)
    }

    /// The least and the most that a seat's bet may be raised to at pot-limit and no-limit, if it may
    /// raise at all.
    fn range(&self, seat: Seat, players: &Players, rules: &Rules) -> (Chips, Chips) {
        let all = self.bets[seat] + players.stacks[seat];
        let least = (self.level + self.full_raise()).min(all);
        let most = match rules.betting {
            Structure::Limit => least,
            Structure::PotLimit => self.pot_raise(seat, players).clamp(least, all),
            Structure::NoLimit => all,
        };
        (least, most)
    }

    /// A raise by the pot after the call.
    pub fn pot_raise(&self, seat: Seat, players: &Players) -> Chips {
        self.level + players.pot() + (self.level - self.bets[seat])
    }

    /// The least and the most that a seat may bet or raise to; `None` at limit, or if it may not.
    pub fn raise_range(
        &self,
        seat: Seat,
        players: &Players,
        rules: &Rules,
    ) -> Option<(Chips, Chips)> {
        let may_raise = self.level == 0
            || self.allows_raise(seat, self.owed(seat, players), players, rules).is_ok();
        let range = || self.range(seat, players, rules);
        (rules.betting != Structure::Limit && may_raise).then(range)
    }

    /// The sizes that are offered at pot-limit and no-limit: the least, half the pot, the pot, and
    /// the most. A size is `None` if it is not larger than the one before.
    pub fn sizes(&self, seat: Seat, players: &Players, rules: &Rules) -> [Option<Chips>; SIZES] {
        let Some((least, most)) = self.raise_range(seat, players, rules) else {
            return [None; SIZES];
        };
        let pot = self.pot_raise(seat, players);
        let half = self.level + (pot - self.level) / 2;
        let mut before = 0;
        [least, half, pot, most].map(|size| {
            let size = size.clamp(least, most);
            let is_larger = size > before;
            before = size;
            is_larger.then_some(size)
        })
    }

    /// A bet or raise to an amount.
    pub const fn sized(&self, chips: Chips) -> Move {
        if self.level == 0 { Move::BetOf(chips) } else { Move::RaiseTo(chips) }
    }

    /// The legal moves of a seat, lowest first. At pot-limit and no-limit, only the
    /// [sizes](Self::sizes) that are offered.
    pub fn moves(&self, seat: Seat, players: &Players, rules: &Rules) -> Listed {
        let owed = self.owed(seat, players);
        let (mut list, mut count) =
            if owed == 0 { ([Move::Check; 2 + SIZES], 1) } else { ([Move::Fold; 2 + SIZES], 2) };
        if owed > 0 {
            list[1] = Move::Call;
        }
        if rules.betting == Structure::Limit {
            if self.level == 0 {
                (list[1], count) = (Move::Bet, 2);
            } else if self.allows_raise(seat, owed, players, rules).is_ok() {
                list[count] = Move::Raise;
                count += 1;
            }
        } else {
            for size in self.sizes(seat, players, rules).into_iter().flatten() {
                list[count] = self.sized(size);
                count += 1;
            }
        }
        (list, count)
    }

    /// Make a legal move; returns the seats still to act.
    pub fn make(
        &mut self,
        seat: Seat,
        chosen: Move,
        players: &mut Players,
        waiting: Seats,
    ) -> Seats {
        self.acted = self.acted.with(seat);
        match chosen {
            Move::Bet | Move::Raise => {
                let target = self.level.saturating_add(self.size);
                return self.raise(seat, target, players);
            }
            Move::BetOf(chips) | Move::RaiseTo(chips) => {
                let added = chips.saturating_sub(self.level);
                if added >= self.full_raise() {
                    self.step = added;
                }
                return self.raise(seat, chips, players);
            }
            Move::Call => self.pay(seat, self.owed(seat, players), players),
            Move::Fold => players.fold(seat),
            Move::Check | Move::Discard(_) => {}
        }
        waiting.without(seat)
    }

    /// Raise the bet of a seat, to less if it has not as much; returns the seats still to act.
    fn raise(&mut self, seat: Seat, target: Chips, players: &mut Players) -> Seats {
        self.pay(seat, target.saturating_sub(self.bets[seat]), players);
        self.raises += u32::from(self.level > 0);
        self.level = self.bets[seat];
        players.able().without(seat)
    }

    fn pay(&mut self, seat: Seat, chips: Chips, players: &mut Players) {
        self.bets[seat] += players.pay(seat, chips);
    }
}
