//! A deal of the match that is over. All its cards were played, so everybody knows all hands after the
//! passing; who passed what only the two who gave and received.

use super::deck::DeckCard;
use super::moves::PASSED;
use super::rules::Rules;
use super::state::{Hearts, deal_scores};
use super::trick::Trick;
use crate::game::{Fact, Facts, Seat};

/// What everybody knows of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastDeal {
    /// Its number, from 0; it tells how cards were passed.
    pub number: u32,
    /// The cards in the order in which they were played, with their seats.
    pub plays: Box<[(Seat, DeckCard)]>,
    /// The points that every seat took.
    pub points: Box<[u32]>,
    /// The seat that took the rewarded jack.
    pub jack: Option<Seat>,
}

/// What one seat alone knows of a deal; nothing if no cards were passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnDeal {
    /// The cards it passed.
    pub passed: Option<[DeckCard; PASSED]>,
    /// The cards it received.
    pub received: Option<[DeckCard; PASSED]>,
}

impl PastDeal {
    /// The deal that has just been played to its end.
    pub(super) fn of(state: &Hearts) -> Self {
        let mut plays = Vec::with_capacity(state.played.len());
        follow_plays(&state.rules, state.opener, &state.played, |_, seat, card| {
            plays.push((seat, card));
        });
        Self {
            number: state.deal,
            plays: plays.into(),
            points: state.points.as_slice().into(),
            jack: state.jack.map(usize::from),
        }
    }

    /// The deal by name.
    pub(super) fn facts(&self, rules: &Rules) -> Facts {
        let mut facts = deal_facts(rules, self.number + 1, &self.points, self.jack);
        let play = |&(seat, card): &(Seat, DeckCard)| {
            Fact::Tuple(vec![seat.into(), rules.text(card).into()])
        };
        facts.push(("moves", Fact::list(self.plays.iter().map(play))));
        facts
    }
}

impl OwnDeal {
    /// What a seat knows of the deal that has just been played to its end.
    pub(super) fn of(seat: Seat, state: &Hearts) -> Self {
        let (offset, players) = (state.rules.pass_offset(state.deal), state.rules.players());
        let giver = (seat + players - offset % players) % players;
        Self { passed: state.passed.get(seat).copied(), received: state.passed.get(giver).copied() }
    }

    /// The passes by name.
    pub(super) fn facts(&self, rules: &Rules) -> Facts {
        let cards = |pass: Option<[DeckCard; PASSED]>| -> Fact {
            pass.map(|cards| Fact::list(cards.map(|card| rules.fact(card)))).into()
        };
        vec![("passed", cards(self.passed)), ("received", cards(self.received))]
    }
}

/// How a deal ended, by name.
pub(super) fn deal_facts(rules: &Rules, number: u32, points: &[u32], jack: Option<Seat>) -> Facts {
    let all: u32 = points.iter().sum();
    let scores = deal_scores(rules, points, jack.map(|seat| seat as u16)).map(i64::from);
    vec![
        ("number", number.into()),
        ("scores", Fact::list(scores)),
        ("points", Fact::list(points.iter().copied())),
        ("moon", points.iter().position(|&taken| taken == all).into()),
        ("jack", jack.into()),
    ]
}

/// Visit plays in order: the trick before the play, the seat, the card.
pub(super) fn follow_plays(
    rules: &Rules,
    opener: u16,
    played: &[DeckCard],
    mut visit: impl FnMut(&Trick, Seat, DeckCard),
) {
    let mut seat = opener;
    let mut trick = Trick::EMPTY;
    for &card in played {
        visit(&trick, usize::from(seat), card);
        trick.add(rules, seat, card);
        seat = if seat + 1 == rules.players { 0 } else { seat + 1 };
        if trick.size == rules.players {
            seat = trick.winner;
            trick = Trick::EMPTY;
        }
    }
}
