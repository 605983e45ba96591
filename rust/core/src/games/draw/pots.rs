//! Main and side pots.
//!
//! Each distinct total payment of a player who has not folded defines a pot: the chips up to it,
//! above the next smaller one. Players who paid all of it and have not folded are eligible. Chips
//! of folded players stay where they were paid.

use super::rules::{Chips, MAX_PLAYERS};
use super::seats::Seats;
use crate::game::Seat;

/// Chips, and the seats eligible for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pot {
    /// The number of chips.
    pub chips: Chips,
    /// The eligible seats.
    pub seats: Seats,
    /// The seats that share it; none before the showdown.
    pub winners: Seats,
}

/// The pots of a hand, the main pot first, from what every seat has paid and which seats have not
/// folded.
///
/// If a folded player paid more than all others, which cannot happen in play, the excess is in the
/// last pot. If everyone folded there is no pot.
///
/// ```
/// use cardcore::games::draw::{Seats, pots};
///
/// // Seat 0 is all in for 10 of 30 chips: there is a main pot, and a side pot without it.
/// let live: Seats = [0, 1, 2].into_iter().collect();
/// let mut paid = [0; cardcore::games::draw::MAX_PLAYERS];
/// paid[..3].copy_from_slice(&[10, 30, 30]);
/// let chips: Vec<_> = pots(&paid, live).iter().map(|pot| pot.chips).collect();
/// assert_eq!(chips, [30, 40]);
/// ```
#[must_use]
pub fn pots(paid: &[Chips; MAX_PLAYERS], live: Seats) -> Vec<Pot> {
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

/// Each winner's part of a pot: equal shares, with odd chips to the first winner to the left of the
/// button.
///
/// ```
/// use cardcore::games::draw::{Seats, shares};
///
/// // The odd chip goes to the first winner to the left of the button.
/// let winners: Seats = [0, 2].into_iter().collect();
/// assert_eq!(shares(7, winners, 0)[..3], [3, 0, 4]);
/// ```
#[must_use]
pub fn shares(chips: Chips, winners: Seats, button: Seat) -> [Chips; MAX_PLAYERS] {
    let mut shares = [0; MAX_PLAYERS];
    let Some(first) = winners.left_of(button) else { return shares };
    let count = winners.len() as Chips;
    for seat in winners.iter() {
        shares[seat] = chips / count;
    }
    shares[first] += chips % count;
    shares
}

/// The seat whose bet was not called, and the uncalled amount: what the single highest payer paid
/// above everybody else.
///
/// ```
/// use cardcore::games::draw::uncalled;
///
/// let mut paid = [0; cardcore::games::draw::MAX_PLAYERS];
/// paid[..2].copy_from_slice(&[10, 30]);
/// assert_eq!(uncalled(&paid), Some((1, 20)));
/// ```
#[must_use]
pub fn uncalled(paid: &[Chips; MAX_PLAYERS]) -> Option<(Seat, Chips)> {
    let (seat, &most) = paid.iter().enumerate().max_by_key(|&(_, &paid)| paid)?;
    let others = paid.iter().enumerate().filter(|&(other, _)| other != seat);
    let next = others.map(|(_, &paid)| paid).max()?;
    (most > next).then_some((seat, most - next))
}
