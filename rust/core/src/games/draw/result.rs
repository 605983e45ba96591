use smallvec::SmallVec;

use super::players::Players;
use super::pots::{Pot, pots, shares};
use super::rules::{Chips, MAX_PLAYERS};
use super::seats::Seats;
use crate::cards::{Card, CardSet};
use crate::game::{Fact, Facts, Seat};
use crate::poker::Ranking;
use crate::poker::evaluate::Evaluator;

/// The result of a hand: all public information about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandResult {
    /// The number of the hand, from 0.
    pub number: u32,
    /// The seat that had the button.
    pub button: Seat,
    /// The hands shown; empty where none was.
    pub shown: [CardSet; MAX_PLAYERS],
    /// The pots, the main pot first, and their winners.
    pub pots: Vec<Pot>,
    /// What every seat paid, without uncalled bets.
    pub paid: [Chips; MAX_PLAYERS],
    /// What every seat received from the pots.
    pub won: [Chips; MAX_PLAYERS],
}

impl HandResult {
    /// Settle a hand. If more than one player is left, all of them show their hands; a single
    /// remaining player wins without showing.
    pub(super) fn of(number: u32, button: Seat, players: &Players, ranking: Ranking) -> Self {
        let live = players.live();
        let mut shown = [CardSet::EMPTY; MAX_PLAYERS];
        let mut strengths = [0; MAX_PLAYERS];
        if live.len() > 1 {
            for seat in live.iter() {
                shown[seat] = players.hands[seat];
                strengths[seat] = strength(players.hands[seat], ranking);
            }
        }
        let mut pots = pots(&players.paid, live);
        let mut won = [0; MAX_PLAYERS];
        for pot in &mut pots {
            let best = pot.seats.iter().map(|seat| strengths[seat]).max();
            pot.winners = pot.seats.iter().filter(|&seat| Some(strengths[seat]) == best).collect();
            for (won, share) in won.iter_mut().zip(shares(pot.chips, pot.winners, button)) {
                *won += share;
            }
        }
        Self { number, button, shown, pots, paid: players.paid, won }
    }

    /// The result by name, for this many seats.
    pub(super) fn facts(&self, seats: usize) -> Facts {
        let shown = self
            .shown
            .iter()
            .take(seats)
            .map(|hand| if hand.is_empty() { Fact::None } else { Fact::list(hand.iter()) });
        let seat_list = |seats: Seats| Fact::list(seats.iter());
        let pots = self.pots.iter().map(|pot| {
            Fact::Map(vec![
                ("chips", pot.chips.into()),
                ("seats", seat_list(pot.seats)),
                ("winners", seat_list(pot.winners)),
            ])
        });
        let chips = self.won.iter().zip(&self.paid).take(seats);
        let net = Fact::list(chips.map(|(won, paid)| i64::from(*won) - i64::from(*paid)));
        vec![
            ("number", (self.number + 1).into()),
            ("scores", net.clone()),
            ("hand_number", (self.number + 1).into()),
            ("button", self.button.into()),
            ("shown", Fact::List(shown.collect())),
            ("pots", Fact::List(pots.collect())),
            ("net", net),
        ]
    }
}

/// The strength of a hand; 0 for any other number of cards.
pub(super) fn strength(hand: CardSet, ranking: Ranking) -> u16 {
    let mut numbers = [0; 5];
    for (number, card) in numbers.iter_mut().zip(hand) {
        *number = Card::number(card);
    }
    if ranking == Ranking::High {
        return Evaluator::new().strength(numbers).unwrap_or(0);
    }
    let cards: SmallVec<[Card; 5]> = hand.iter().collect();
    ranking.strength(&cards).unwrap_or(0)
}
