//! Determinizations: matches and hands consistent with a view.

use super::deck::Deck;
use super::moves::{Move, PublicMove};
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
    let seats = state.players.hands.len().min(view.rules().seats());
    // For each seat, the cards it was dealt and those it has drawn since.
    let mut dealt = vec![CardSet::EMPTY; seats];
    let mut drawn = vec![CardSet::EMPTY; seats];
    for seat in state.players.dealt.iter() {
        if Some(seat) == view.seat() {
            dealt[seat] = view.dealt_hand();
            drawn[seat] = view.hand() - view.dealt_hand();
            continue;
        }
        let hand = take(&mut unseen, 5);
        let count = view.drawn(seat).unwrap_or(0);
        // The cards are in random order, so any of them may be the drawn ones.
        drawn[seat] = hand.iter().take(count).copied().collect();
        state.players.hands[seat] = hand.into_iter().collect();
        state.players.discarded[seat] = take(&mut unseen, count).into_iter().collect();
        dealt[seat] = (state.players.hands[seat] - drawn[seat]) | state.players.discarded[seat];
    }
    state.deck = full_deck(view, &dealt, &drawn, &mut unseen);
    state
}

/// Take cards from the end.
fn take(cards: &mut Vec<Card>, count: usize) -> Vec<Card> {
    cards.split_off(cards.len().saturating_sub(count))
}

/// The whole deck of the hand: as dealt, the draws in order, and the rest.
fn full_deck(
    view: &DrawView<'_>,
    dealt: &[CardSet],
    drawn: &[CardSet],
    unseen: &mut Vec<Card>,
) -> Deck {
    let mut cards: Vec<Card> = Vec::with_capacity(Card::COUNT);
    for hand in dealt {
        cards.extend(hand.iter());
        if hand.is_empty() {
            // A player without chips is skipped, but has cards reserved in the deck.
            cards.extend(take(unseen, 5));
        }
    }
    let draws = view.moves().iter().filter(|(_, made)| matches!(made, PublicMove::Draw(_)));
    cards.extend(draws.flat_map(|&(seat, _)| drawn[seat].iter()));
    let gone = cards.len() - 5 * dealt.len();
    cards.append(unseen);
    Deck::of(&cards).after_draws(view.rules(), gone)
}

/// A hand history that the viewer cannot distinguish from the current one.
pub(super) fn resample(view: &DrawView<'_>, random: &mut Random) -> Trajectory<FiveCardDraw> {
    let state = sample(view, random);
    if state.phase == Phase::Over {
        return Trajectory { start: state, moves: Vec::new() };
    }
    let made = |&(seat, made): &(Seat, PublicMove)| match made {
        PublicMove::Fold => Move::Fold,
        PublicMove::Check => Move::Check,
        PublicMove::Call => Move::Call,
        PublicMove::Bet => Move::Bet,
        PublicMove::Raise => Move::Raise,
        PublicMove::Draw(_) => Move::Discard(state.players.discarded[seat]),
    };
    let moves = state.moves.iter().map(made).collect();
    let deck = state.deck.rewound();
    Trajectory { start: state.with_hand_dealt(deck), moves }
}
