//! Resampling of a deal's history: the hands before the passing, the passes and the plays.
//!
//! The sampler draws the hidden hands and what the others passed, so the deal only has to be
//! rewound: played cards return to the hands, then passed cards to their givers.

use super::deck::DeckCard;
use super::hand::Part;
use super::moves::Move;
use super::sample::Sampler;
use super::state::{Deal, Hearts, Stage};
use super::view::HeartsView;
use crate::game::{Game as _, Trajectory};
use crate::random::Random;

/// A deal history that the viewer cannot distinguish from the current one.
pub(super) fn resample(view: &HeartsView<'_>, random: &mut Random) -> Trajectory<Hearts> {
    let state = Sampler::new(view).draw_once(random);
    if state.stage == Stage::Over {
        return Trajectory { start: state, moves: Vec::new() };
    }
    let hands = dealt(&state);
    let passes = state.passed.iter().copied().map(Move::Pass);
    let moves = passes.chain(state.played.iter().copied().map(Move::Play)).collect();
    Trajectory { start: begin(state, hands), moves }
}

/// The hands at the start of a deal.
fn dealt(state: &Hearts) -> Deal {
    let seats = state.seats();
    let mut hands: Deal =
        (0..seats).map(|seat| state.hands.iter(seat, &Part::ALL).collect()).collect();
    for (seat, card) in state.view(None).plays() {
        hands[seat].push(card);
    }
    let offset = state.rules.pass_offset(state.deal);
    for (giver, cards) in state.passed.iter().enumerate() {
        if state.passed.len() == seats {
            hands[(giver + offset) % seats].retain(|card| !cards.contains(card));
        }
        hands[giver].extend(cards);
    }
    for hand in &mut hands {
        hand.sort_unstable();
    }
    hands
}

/// The state at the start of its deal, with these hands.
fn begin(mut state: Hearts, hands: Vec<Vec<DeckCard>>) -> Hearts {
    for (seat, hand) in hands.iter().enumerate() {
        state.hands.clear(seat);
        state.hands.give(seat, hand);
    }
    state.given = (state.deal == 0).then(|| [hands].into());
    state.points.fill(0);
    state.trick = super::trick::Trick::EMPTY;
    state.playable = Part::ALL;
    state.begin_deal();
    state
}
