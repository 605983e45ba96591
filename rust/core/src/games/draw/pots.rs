//! Main and side pots.
//!
//! A pot is what was paid up to the whole payment of some player who has not folded, above the
//! next smaller one: whoever paid all of that, and has not folded, plays for it. Chips of players
//! who folded stay where they were paid.

use super::rules::{Chips, MOST_PLAYERS};
use super::seats::Seats;
use crate::game::Seat;

/// Chips, and who plays for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pot {
    /// How many chips are in it.
    pub chips: Chips,
    /// The seats that play for it.
    pub seats: Seats,
    /// The seats that share it; none before the showdown.
    pub winners: Seats,
}

/// The pots of a hand, the main pot first: from what every seat has paid and who has not folded.
///
/// Should a player who folded have paid more than all who have not, which no betting leads to,
/// then that is in the last pot. If everyone folded there is no pot.
#[must_use]
pub fn pots(paid: &[Chips; MOST_PLAYERS], live: Seats) -> Vec<Pot> {
    let mut pots: Vec<Pot> = Vec::with_capacity(2);
    let mut floor = 0;
    loop {
        let above: Seats = live.iter().filter(|&seat| paid[seat] > floor).collect();
        let Some(ceiling) = above.iter().map(|seat| paid[seat]).min() else { break };
        let chips = paid.iter().map(|&paid| paid.min(ceiling).saturating_sub(floor)).sum();
        pots.push(Pot { chips, seats: above, winners: Seats::EMPTY });
        floor = ceiling;
    }
    if let Some(last) = pots.last_mut() {
        last.chips += paid.iter().map(|&paid| paid.saturating_sub(floor)).sum::<Chips>();
    }
    pots
}

/// What each winner gets of a pot: equal shares, and the first winner to the left of the button
/// what is left over.
#[must_use]
pub fn shares(chips: Chips, winners: Seats, button: Seat) -> [Chips; MOST_PLAYERS] {
    let mut shares = [0; MOST_PLAYERS];
    let Some(first) = winners.left_of(button) else { return shares };
    let count = winners.len() as Chips;
    for seat in winners.iter() {
        shares[seat] = chips / count;
    }
    shares[first] += chips % count;
    shares
}

/// Whom the last bet was not called, and by how much: the only one who paid the most gets back
/// what nobody else has paid.
#[must_use]
pub fn uncalled(paid: &[Chips; MOST_PLAYERS]) -> Option<(Seat, Chips)> {
    let (seat, &most) = paid.iter().enumerate().max_by_key(|&(_, &paid)| paid)?;
    let others = paid.iter().enumerate().filter(|&(other, _)| other != seat);
    let next = others.map(|(_, &paid)| paid).max()?;
    (most > next).then_some((seat, most - next))
}
