use super::deck::Deck;
use super::state::{FiveCardDraw, Phase};
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::View as _;
use crate::random::Random;

/// A match as the seat may imagine it: everything it has not seen is dealt anew at random.
///
/// The cards it has not seen, all but its own hand and discards, go to the hands and discards of
/// the others, as many as they are known to have, and to the deck. Later hands get a new seed.
pub(super) fn sample(view: &DrawView<'_>, random: &mut Random) -> FiveCardDraw {
    let mut state = view.known();
    state.seed = random.word();
    if state.phase == Phase::Over {
        return state;
    }
    let mut unseen: Vec<Card> = (!(view.hand() | view.discarded())).iter().collect();
    random.shuffle(&mut unseen);
    let mut take =
        |count: usize| -> CardSet { unseen.drain(unseen.len().saturating_sub(count)..).collect() };
    for seat in state.players.dealt.iter().filter(|&seat| Some(seat) != view.seat()) {
        state.players.hands[seat] = take(5);
        state.players.discarded[seat] = take(view.drawn(seat).unwrap_or(0));
    }
    state.deck = Deck::of(&unseen);
    state
}
