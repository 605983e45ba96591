//! A hand of the match that is over, as everybody saw it, and as its players did.

use super::deck::Deck;
use super::moves::PublicMove;
use super::players::Players;
use super::result::HandResult;
use super::rules::{MAX_DRAWS, Rules};
use crate::cards::CardSet;
use crate::game::{Fact, Facts, Seat};

/// What everybody knows of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastHand {
    /// How it ended.
    pub result: HandResult,
    /// Its public moves.
    pub moves: Box<[(Seat, PublicMove)]>,
}

/// What one seat alone knows of a hand; empty if it was not dealt in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnHand {
    /// The cards it was dealt.
    pub dealt: CardSet,
    /// Its cards at the end, or when it folded.
    pub held: CardSet,
    /// What it discarded, by draw.
    pub discarded: [CardSet; MAX_DRAWS],
}

impl PastHand {
    /// The hand by name, for this many seats.
    pub(super) fn facts(&self, seats: usize) -> Facts {
        let made = |&(seat, chosen): &(Seat, PublicMove)| {
            Fact::Tuple(vec![seat.into(), chosen.to_string().into()])
        };
        let mut facts = self.result.facts(seats);
        facts.push(("moves", Fact::List(self.moves.iter().map(made).collect())));
        facts
    }
}

impl OwnHand {
    /// What a seat knows at the end of a hand.
    pub(super) fn of(seat: Seat, players: &Players, deck: &Deck, rules: &Rules) -> Self {
        if !players.dealt.contains(seat) {
            return Self::default();
        }
        let (held, discarded) = (players.hands[seat], players.discarded[seat]);
        Self { dealt: deck.hand(seat, rules), held, discarded }
    }

    /// The cards by name.
    pub(super) fn facts(&self) -> Facts {
        let discarded = self.discarded.iter().fold(CardSet::EMPTY, |all, &one| all | one);
        vec![
            ("dealt", Fact::list(self.dealt)),
            ("held", Fact::list(self.held)),
            ("discarded", Fact::list(discarded)),
        ]
    }
}
