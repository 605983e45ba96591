//! The generic parts, tested on a toy game small enough to count by hand.
//!
//! *Lowest*: each of two seats holds one hidden card of 0, 1, 2, 3 (dealt from a seed). In turn
//! they take 1 or 2 sticks from a pile of five, or all if fewer are left; the player who takes the
//! last stick scores its own card plus one, the other nothing.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

mod arena;
mod batch;
mod checks;
mod memory;
mod playing;

use cardcore::game::encoding::{ActionSpace, Composed, Encoder, EncodingError, Section};
use cardcore::game::{
    Bot, BotEntry, Bounds, Fact, Facts, Game, MoveError, RandomBot, Seat, Trajectory, View,
};
use cardcore::random::Random;

/// The flaws that a type has by its constants are a parameter of it. All others are a field: the
/// generic parts are compiled once for every type.
#[derive(Clone, Debug, PartialEq)]
struct Lowest<const FLAW: u8> {
    flaw: u8,
    seed: u64,
    hands: [u32; 2],
    pile: u32,
    turn: Seat,
    taken: Vec<u32>,
}

/// No flaw.
const SOUND: u8 = 0;
/// One stick of two may be taken, but two of two are not listed.
const SHORT_LIST: u8 = 1;
/// The other seat's card is visible in a view.
const LEAK: u8 = 2;
/// A rejected move changes the state.
const DIRTY_REFUSAL: u8 = 3;
/// The winner scores nothing.
const WRONG_SCORE: u8 = 4;
/// The public text reveals the card of the seat to move.
const LOUD: u8 = 5;
/// The cards are hidden, but the game declares perfect information.
const FALSELY_OPEN: u8 = 6;
/// A new game keeps the seed of the old one.
const STALE: u8 = 7;
/// A fact is named but missing.
const NO_PILE: u8 = 8;
/// The other seat's card leaks into an observation.
const TELLING_NUMBERS: u8 = 9;
/// The mask depends on the other seat's card.
const TELLING_MASK: u8 = 10;
/// An action makes another move than the one it stands for.
const WRONG_ACTION: u8 = 11;
/// An action is allowed that makes no legal move.
const LOOSE_MASK: u8 = 12;
/// Both moves have the same features.
const SAME_ROWS: u8 = 13;
/// A card exceeds the bounds of its section.
const LARGE_NUMBER: u8 = 14;
/// The number of sticks exceeds the bounds of its section.
const LARGE_ROW: u8 = 15;
/// Both actions have the same text.
const SAME_NAMES: u8 = 16;
/// A third action makes the same move as another.
const THIRD_ACTION: u8 = 17;
/// Both seats are declared simultaneous deciders, though each sees what the other takes.
const OBSERVED: u8 = 18;
/// A game is declared to be shorter than it may be.
const SHORT_BOUND: u8 = 19;
/// A score is declared to be lower than it may be.
const LOW_BOUND: u8 = 20;
/// Scores are declared to add up to zero.
const ZERO_SUM: u8 = 21;
/// A resampled history starts at the current state.
const NO_HISTORY: u8 = 22;
/// A resampled history has another number of sticks in its last move.
const OTHER_HISTORY: u8 = 23;
/// A resampled history has the other seat's card.
const TRUE_HISTORY: u8 = 24;
/// The number of sticks of another seat is part of a history, but not of the public text.
const TELLING_EVENT: u8 = 25;
/// A number that is declared to be 0 or 1 is neither.
const NOT_BINARY: u8 = 26;

impl<const FLAW: u8> Lowest<FLAW> {
    fn new(seed: u64) -> Self {
        Self::with(FLAW, seed)
    }

    fn with(flaw: u8, seed: u64) -> Self {
        let mut deck = [0, 1, 2, 3];
        Random::new(seed).shuffle(&mut deck);
        Self { flaw, seed, hands: [deck[0], deck[1]], pile: 5, turn: 0, taken: Vec::new() }
    }
}

struct LowestView<'a, const FLAW: u8> {
    state: &'a Lowest<FLAW>,
    seat: Option<Seat>,
}

impl<const FLAW: u8> View for LowestView<'_, FLAW> {
    type Move = u32;

    const FACTS: &'static [&'static str] =
        if FLAW == LEAK { &["hand", "pile", "other"] } else { &["hand", "pile"] };

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        if self.is_my_turn() {
            self.state.legal_moves(moves);
        }
    }

    fn fact(&self, name: &str) -> Option<Fact> {
        let hand = |seat: Option<Seat>| seat.map(|seat| self.state.hands[seat]);
        match name {
            "hand" => Some(Fact::list(hand(self.seat))),
            "pile" if self.state.flaw != NO_PILE => Some(self.state.pile.into()),
            "other" => Some(hand(self.seat.map(|seat| 1 - seat)).into()),
            _ => None,
        }
    }
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("expected 1 or 2 and at most {left}")]
struct TooMany {
    left: u32,
}

impl<const FLAW: u8> Game for Lowest<FLAW> {
    type Move = u32;
    type View<'a> = LowestView<'a, FLAW>;
    type IllegalReason = TooMany;
    const NAME: &'static str = "lowest";
    const LOW_SCORE_WINS: bool = false;
    const OPEN: bool = FLAW == FALSELY_OPEN;

    fn new_game(&self, seed: u64) -> Self {
        Self { seed: if self.flaw == STALE { 99 } else { seed }, ..Self::with(self.flaw, seed) }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (self.pile > 0).then_some(self.turn)
    }

    fn deciders(&self) -> Vec<Seat> {
        let others = (self.flaw == OBSERVED && self.pile == 5).then_some(1);
        self.to_move().into_iter().chain(others).collect()
    }

    /// The other card may be any of the four, the winner's at most 3.
    fn bounds(&self) -> Bounds {
        Bounds {
            seats: 2..=2,
            moves: Some(if self.flaw == SHORT_BOUND { 4 } else { 5 }),
            score: Some(if self.flaw == LOW_BOUND { 0..=3 } else { 0..=4 }),
            margin: Some(4),
            total: (self.flaw == ZERO_SUM).then_some(0),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        let most = if self.flaw == SHORT_LIST && self.pile == 2 { 1 } else { 2 };
        moves.extend(1..=self.pile.min(most));
    }

    fn play(&mut self, chosen: &u32) -> Result<(), TooMany> {
        if self.flaw == DIRTY_REFUSAL {
            self.turn = 1 - self.turn;
        }
        if !(1..=2).contains(chosen) || *chosen > self.pile {
            return Err(TooMany { left: self.pile });
        }
        self.pile -= chosen;
        self.taken.push(*chosen);
        if self.pile > 0 && self.flaw != DIRTY_REFUSAL {
            self.turn = 1 - self.turn;
        }
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0, 0];
        if self.pile == 0 && self.flaw != WRONG_SCORE {
            scores[self.turn] = i64::from(self.hands[self.turn]) + 1;
        }
        scores
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> LowestView<'_, FLAW> {
        LowestView { state: self, seat: viewer.into() }
    }

    fn sample(view: &LowestView<'_, FLAW>, random: &mut Random) -> Self {
        let own = view.seat.map(|seat| (seat, view.state.hands[seat]));
        let mut deck: Vec<u32> =
            (0..4).filter(|&card| Some(card) != own.map(|own| own.1)).collect();
        random.shuffle(&mut deck);
        let mut state = view.state.clone();
        state.seed = 0;
        state.hands = [deck[0], deck[1]];
        if let Some((seat, card)) = own {
            state.hands[seat] = card;
        }
        state
    }

    fn resample(view: &LowestView<'_, FLAW>, random: &mut Random) -> Trajectory<Self> {
        let state = if view.state.flaw == TRUE_HISTORY {
            view.state.clone()
        } else {
            Self::sample(view, random)
        };
        let mut moves = state.taken.clone();
        if view.state.flaw == NO_HISTORY {
            return Trajectory { start: state, moves: Vec::new() };
        }
        if let Some(last) = moves.last_mut().filter(|_| view.state.flaw == OTHER_HISTORY) {
            *last = 3 - *last;
        }
        Trajectory { start: Self { pile: 5, turn: 0, taken: Vec::new(), ..state }, moves }
    }

    fn start(&self) -> Facts {
        vec![("seed", Fact::Seed(self.seed))]
    }

    fn public_text(&self, chosen: &u32) -> String {
        match self.flaw {
            LOUD => format!("take {chosen} holding {}", self.hands[self.turn]),
            TELLING_EVENT => "takes".to_owned(),
            _ => self.move_text(chosen),
        }
    }

    fn rules(&self) -> Facts {
        Vec::new()
    }

    fn move_text(&self, chosen: &u32) -> String {
        format!("take {chosen}")
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        text.strip_prefix("take ")
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| MoveError::new(text, "expected 'take' and a number"))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const { &[RandomBot::entry(), BotEntry { name: "one", summary: "", make: || Box::new(One) }] }
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(Sticks { flaw: self.flaw }))
    }
}

/// Taking one stick is action 0, taking two is action 1.
struct Sticks {
    flaw: u8,
}

impl<const FLAW: u8> Encoder<Lowest<FLAW>> for Sticks {
    fn fits(&self, _: &LowestView<'_, FLAW>) -> bool {
        true
    }

    fn sections(&self) -> Vec<Section> {
        let most = if self.flaw == LARGE_NUMBER { 2.0 } else { 3.0 };
        vec![
            if self.flaw == NOT_BINARY {
                Section::new("hand", 1, "own card")
            } else {
                Section::new("hand", 1, "own card").between(0.0, most)
            },
            Section::new("pile", 1, "sticks that are left").between(0.0, 5.0),
        ]
    }

    fn observe(&self, view: &LowestView<'_, FLAW>, _: &[u32], numbers: &mut [f32]) {
        let shown = if self.flaw == TELLING_NUMBERS { view.seat.map(|s| 1 - s) } else { view.seat };
        numbers[0] = shown.map_or(0.0, |seat| view.state.hands[seat] as f32);
        numbers[1] = view.state.pile as f32;
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![Section::new("sticks", 2, "sticks taken, one or two")]
    }

    fn describe_event(&self, chosen: &u32, _: bool, numbers: &mut [f32]) {
        numbers[*chosen as usize - 1] = 1.0;
    }

    fn action_count(&self, _: ActionSpace) -> usize {
        if self.flaw == THIRD_ACTION { 3 } else { 2 }
    }

    fn mask(&self, view: &LowestView<'_, FLAW>, _: ActionSpace, _: &[u32], mask: &mut [u8]) {
        let Some(seat) = view.seat.filter(|_| view.is_my_turn()) else { return };
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        mask[0] = 1;
        mask[1] = u8::from(moves.contains(&2) || self.flaw == LOOSE_MASK);
        if self.flaw == TELLING_MASK && view.state.hands[1 - seat] == 0 {
            mask[0] = 0;
        }
    }

    fn compose(
        &self,
        _: &LowestView<'_, FLAW>,
        _: ActionSpace,
        _: &[u32],
        action: u32,
    ) -> Option<Composed<u32>> {
        Some(Composed::Complete(if self.flaw == WRONG_ACTION { 1 } else { action % 2 + 1 }))
    }

    fn actions(&self, _: &LowestView<'_, FLAW>, _: ActionSpace, chosen: &u32) -> Vec<u32> {
        vec![chosen - 1]
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        format!("take {}", if self.flaw == SAME_NAMES { 1 } else { action + 1 })
    }

    fn move_sections(&self) -> Vec<Section> {
        let most = if self.flaw == LARGE_ROW { 1.0 } else { 2.0 };
        vec![Section::new("sticks", 1, "sticks taken").between(1.0, most)]
    }

    fn describe_move(&self, _: &LowestView<'_, FLAW>, chosen: &u32, numbers: &mut [f32]) {
        numbers[0] = if self.flaw == SAME_ROWS { 1.0 } else { *chosen as f32 };
    }
}

/// Always takes one stick.
struct One;

impl<const FLAW: u8> Bot<Lowest<FLAW>> for One {
    fn choose(&mut self, _: &LowestView<'_, FLAW>, _: &mut Random) -> Option<u32> {
        Some(1)
    }
}
