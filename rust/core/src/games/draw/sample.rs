//! Determinizations: matches and hands consistent with a view.

use smallvec::SmallVec;

use super::deck::Deck;
use super::moves::{Move, PublicMove};
use super::rules::{MAX_DRAWS, MAX_PLAYERS};
use super::state::{FiveCardDraw, Phase};
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::{Seat, Trajectory, View as _};
use crate::random::Random;

/// A match consistent with the view: everything the seat has not seen is dealt again at random.
///
/// Unseen cards, all but the seat's own hand and discards, go to the hands and discards of the
/// others, as many as they are known to have, and to the deck. Later hands get a new seed.
pub(super) fn sample(view: &DrawView<'_>, random: &mut Random) -> FiveCardDraw {
    let mut state = view.known();
    state.seed = random.word();
    if state.phase == Phase::Over {
        return state;
    }
    let mut unseen: Vec<Card> = (!(view.hand() | view.discarded())).iter().collect();
    random.shuffle(&mut unseen);
    let counts = draw_counts(view);
    let mut histories: Vec<History> = vec![History::default(); view.rules().seats()];
    for seat in state.players.dealt.iter() {
        let history = &mut histories[seat];
        if Some(seat) == view.seat() {
            (history.dealt, history.drawn) = (view.dealt_hand(), view.own_draws());
            continue;
        }
        let mut hand = take(&mut unseen, view.rules().cards());
        state.players.hands[seat] = hand.iter().copied().collect();
        // Backwards from the last draw. The cards are in random order, so any of them may be the
        // drawn ones.
        for (draw, &count) in counts[seat].iter().enumerate().rev() {
            if draw + 1 < counts[seat].len() {
                random.shuffle(&mut hand);
            }
            let thrown = take(&mut unseen, count);
            history.drawn[draw] = hand.drain(..count).collect();
            state.players.discarded[seat][draw] = thrown.iter().copied().collect();
            hand.extend(thrown);
        }
        history.dealt = hand.into_iter().collect();
    }
    state.deck = full_deck(view, &histories, &mut unseen);
    state
}

/// The cards that a seat was dealt, and those of each of its draws.
#[derive(Clone, Copy, Default)]
struct History {
    dealt: CardSet,
    drawn: [CardSet; MAX_DRAWS],
}

/// By seat, the number of cards of each of its draws.
fn draw_counts(view: &DrawView<'_>) -> [SmallVec<[usize; MAX_DRAWS]>; MAX_PLAYERS] {
    let mut counts: [SmallVec<[usize; MAX_DRAWS]>; MAX_PLAYERS] = Default::default();
    for &(seat, made) in view.moves() {
        if let PublicMove::Draw(count) = made {
            counts[seat].push(count);
        }
    }
    counts
}

/// Take cards from the end.
fn take(cards: &mut Vec<Card>, count: usize) -> Vec<Card> {
    cards.split_off(cards.len().saturating_sub(count))
}

/// The whole deck of the hand: as dealt, the draws in order, and the rest.
fn full_deck(view: &DrawView<'_>, histories: &[History], unseen: &mut Vec<Card>) -> Deck {
    let size = view.rules().cards();
    let mut cards: Vec<Card> = Vec::with_capacity(Card::COUNT);
    for history in histories {
        cards.extend(history.dealt.iter());
        if history.dealt.is_empty() {
            // A player without chips is skipped, but has cards reserved in the deck.
            cards.extend(take(unseen, size));
        }
    }
    let mut draws = [0; MAX_PLAYERS];
    for &(seat, made) in view.moves() {
        if let PublicMove::Draw(_) = made {
            cards.extend(histories[seat].drawn[draws[seat]].iter());
            draws[seat] += 1;
        }
    }
    let gone = cards.len() - size * histories.len();
    cards.append(unseen);
    Deck::of(&cards).after_draws(view.rules(), gone)
}

/// A hand history that the viewer cannot distinguish from the current one.
pub(super) fn resample(view: &DrawView<'_>, random: &mut Random) -> Trajectory<FiveCardDraw> {
    let state = sample(view, random);
    if state.phase == Phase::Over {
        return Trajectory { start: state, moves: Vec::new() };
    }
    let mut draws = [0; MAX_PLAYERS];
    let made = |&(seat, made): &(Seat, PublicMove)| match made {
        PublicMove::Fold => Move::Fold,
        PublicMove::Check => Move::Check,
        PublicMove::Call => Move::Call,
        PublicMove::Bet => Move::Bet,
        PublicMove::Raise => Move::Raise,
        PublicMove::BetOf(chips) => Move::BetOf(chips),
        PublicMove::RaiseTo(chips) => Move::RaiseTo(chips),
        PublicMove::Draw(_) => {
            draws[seat] += 1;
            Move::Discard(state.players.discarded[seat][draws[seat] - 1])
        }
    };
    let moves = state.moves.iter().map(made).collect();
    let deck = state.deck.rewound();
    Trajectory { start: state.with_hand_dealt(deck), moves }
}
