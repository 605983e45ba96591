//! A deal of the standard game given as a seat's observations, for callers that know what they have
//! seen but have no record.
//!
//! The observed plays are replayed with the known cards, so the rules themselves decide whether
//! they are possible; a consistent history is then resampled from the view of that seat.

use thiserror::Error;

use super::deck::DeckCard;
use super::hand::{Holdings, Part};
use super::moves::{IllegalReason, PASSED};
use super::resample::resample;
use super::rules::Rules;
use super::state::{Hearts, Stage};
use crate::game::{Game as _, Seat, Trajectory};
use crate::random::Random;

/// What the seat to move has observed of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The seat.
    pub seat: Seat,
    /// The number of previous deals.
    pub deal: u32,
    /// Whether cards are being passed.
    pub passing: bool,
    /// The cards it holds.
    pub hand: Vec<DeckCard>,
    /// The plays, in order.
    pub plays: Vec<(Seat, DeckCard)>,
    /// The cards it has passed, if any.
    pub passed: Vec<DeckCard>,
    /// The cards it has received, if any.
    pub received: Vec<DeckCard>,
}

impl Observed {
    /// Sample a history of the deal consistent with all observations.
    ///
    /// # Errors
    ///
    /// An inconsistency.
    pub fn resample(
        &self,
        rules: Rules,
        random: &mut Random,
    ) -> Result<Trajectory<Hearts>, ObservedError> {
        let state = self.known_state(rules)?;
        check_room(&state, self.seat)?;
        Ok(resample(&state.view(self.seat), random))
    }

    /// The state with the known cards only.
    fn known_state(&self, rules: Rules) -> Result<Hearts, ObservedError> {
        if !rules.is_standard() {
            return Err(ObservedError::NotStandard);
        }
        let mut state = Hearts::new(rules, 0);
        state.deal = self.deal;
        state.hands = Holdings::empty(rules.players(), rules.numbers());
        state.stage = if self.passing { Stage::Passing } else { Stage::Playing };
        let receiver = state.view(self.seat).receiver(self.seat);
        let passed = self.passes(&state, receiver)?;
        let held = self.hand.iter().map(|&card| (self.seat, card));
        for (seat, card) in held.chain(self.plays.iter().copied()) {
            put(&mut state, seat, card)?;
        }
        let mine = state.hands.count(self.seat, &Part::ALL);
        if mine != rules.hand_size() {
            return Err(ObservedError::HandSize { expected: rules.hand_size(), found: mine });
        }
        if self.hand.is_empty() {
            return Err(ObservedError::NoCards);
        }
        if self.passing {
            state.turn = self.seat as u16;
            state.passed = vec![[DeckCard(0); PASSED]; self.seat];
            return Ok(state);
        }
        for (receiver, [own, _]) in receiver.into_iter().zip(passed) {
            for card in own {
                if !state.hands.contains(receiver, card) {
                    put(&mut state, receiver, card)?;
                }
            }
        }
        self.play_out(&mut state)?;
        if let (Some([own, received]), Some(receiver)) = (passed, receiver) {
            let seats = rules.players();
            let giver = (2 * self.seat + seats - receiver) % seats;
            state.passed = vec![[DeckCard(0); PASSED]; seats];
            state.passed[self.seat] = own;
            state.passed[giver] = received;
        }
        Ok(state)
    }

    /// The cards the seat has passed and received; none in a deal without passing, or before it.
    fn passes(
        &self,
        state: &Hearts,
        receiver: Option<Seat>,
    ) -> Result<Option<[[DeckCard; PASSED]; 2]>, ObservedError> {
        if receiver.is_none() && self.passing {
            return Err(ObservedError::NoPassing { deal: self.deal });
        }
        if receiver.is_none() || self.passing {
            return Ok(None);
        }
        let three = |cards: &[DeckCard]| {
            let mut cards = <[DeckCard; PASSED]>::try_from(cards).ok()?;
            cards.sort_unstable();
            Some(cards)
        };
        let both = three(&self.passed).zip(three(&self.received));
        let (passed, received) = both.ok_or(ObservedError::Passes)?;
        let had = |card| self.hand.contains(card) || self.plays.contains(&(self.seat, *card));
        if let Some(&card) = received.iter().find(|card| !had(card)) {
            return Err(ObservedError::NotReceived { card: state.rules.text(card) });
        }
        Ok(Some([passed, received]))
    }

    /// Replay the plays, adding cards to the hands as they become known.
    fn play_out(&self, state: &mut Hearts) -> Result<(), ObservedError> {
        let opener = self.plays.first().map_or(self.seat, |&(seat, _)| seat);
        state.opener = opener as u16;
        state.turn = opener as u16;
        state.opening = opening(&state.rules);
        state.playable = Part::only(state.opening);
        if !state.hands.contains(opener, state.opening) {
            return Err(ObservedError::Opening { card: state.rules.text(state.opening) });
        }
        for (number, &(seat, card)) in (1..).zip(&self.plays) {
            if usize::from(state.turn) != seat {
                return Err(ObservedError::Turn { number, seat: state.turn.into() });
            }
            state.play_card(card).map_err(|cause| ObservedError::Play { number, cause })?;
        }
        if usize::from(state.turn) != self.seat {
            return Err(ObservedError::NotToMove { seat: self.seat, turn: state.turn.into() });
        }
        Ok(())
    }
}

/// The opening card: all cards of the deck are dealt, but not all of the 52 belong to it.
fn opening(rules: &Rules) -> DeckCard {
    let suit = rules.suit(rules.opening);
    let lowest = rules.deck().into_iter().filter(|&card| rules.suit(card) == suit).min();
    lowest.unwrap_or(rules.opening)
}

/// Add a card to a hand, unless another seat holds it.
fn put(state: &mut Hearts, seat: Seat, card: DeckCard) -> Result<(), ObservedError> {
    let players = state.rules.players();
    if seat >= players {
        return Err(ObservedError::NoSuchSeat { maximum: players - 1, found: seat });
    }
    if !state.rules.has(card) || (0..players).any(|other| state.hands.contains(other, card)) {
        return Err(ObservedError::Card { card: state.rules.text(card) });
    }
    state.hands.insert(seat, card);
    Ok(())
}

/// Check that the unknown cards fit into the hands they may be in. By Hall's theorem they do if
/// every group of suits has room; here the special card is a suit of its own.
fn check_room(state: &Hearts, viewer: Seat) -> Result<(), ObservedError> {
    let rules = &state.rules;
    let seats = 0..rules.players();
    let (view, is_playing) = (state.view(viewer), state.stage == Stage::Playing);
    let known_voids = view.known_voids();
    let mut played = vec![0; rules.players()];
    for (seat, _) in view.plays() {
        played[seat] += 1;
    }
    let mut hidden = vec![0; rules.suits() + 1];
    for card in rules.deck() {
        let is_known = seats.clone().any(|seat| state.hands.contains(seat, card))
            || state.played.contains(&card);
        let class = if card == rules.special { rules.suits() } else { rules.suit(card) };
        hidden[class] += usize::from(!is_known);
    }
    let mut room = vec![0; rules.players()];
    for seat in seats.clone() {
        let known = played[seat] + state.hands.count(seat, &Part::ALL);
        let left = rules.hand_size().checked_sub(known);
        room[seat] = left.ok_or(ObservedError::NoDeal)?;
    }
    for group in 0..1_usize << hidden.len() {
        let is_in = |class: &usize| group >> class & 1 == 1;
        let may_hold = |seat: &Seat| {
            (0..hidden.len())
                .filter(is_in)
                .any(|class| !(is_playing && known_voids.is_excluded(*seat, class)))
        };
        let cards: usize = (0..hidden.len()).filter(is_in).map(|class| hidden[class]).sum();
        let fitting: usize = seats.clone().filter(may_hold).map(|seat| room[seat]).sum();
        if cards > fitting {
            return Err(ObservedError::NoDeal);
        }
    }
    Ok(())
}

/// An inconsistency in the observations of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum ObservedError {
    #[error("expected the standard game, found suits or values; send a record")]
    NotStandard,
    #[error("expected at least one card in the hand")]
    NoCards,
    #[error("expected a seat from 0 to {maximum}, found {found}")]
    NoSuchSeat { maximum: usize, found: usize },
    #[error("{card} is not in the deck, or given twice")]
    Card { card: String },
    #[error("expected {expected} cards held and played, found {found}")]
    HandSize { expected: usize, found: usize },
    #[error("expected no passing in deal {deal}")]
    NoPassing { deal: u32 },
    #[error("expected three cards passed and three received")]
    Passes,
    #[error("{card} was received, but is neither held nor played")]
    NotReceived { card: String },
    #[error("play {number}: it was the turn of seat {seat}")]
    Turn { number: usize, seat: Seat },
    #[error("play {number}: {cause}")]
    Play { number: usize, cause: IllegalReason },
    #[error("it is the turn of seat {turn}, not {seat}")]
    NotToMove { seat: Seat, turn: Seat },
    #[error("expected {card}, which opens the deal, to be the first card played")]
    Opening { card: String },
    #[error("no deal of the hidden cards is possible")]
    NoDeal,
}
