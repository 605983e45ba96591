//! Observation and action encoding of Chopsticks.
//!
//! A seat's own hands come first. Factored and flat actions are the same: tapping hand `other` with
//! hand `own` is `own * hands + other`; after these, moving fingers from hand `from` to hand `to`
//! is `hands² + (from * (hands - 1) + to) * (fingers - 1) + moved - 1`, with `to` counted without
//! `from`.

use super::hands::Hands;
use super::moves::Move;
use super::rules::Rules;
use super::state::Chopsticks;
use super::view::ChopsticksView;
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, fraction, seat_to_move, seats_after,
};

/// Encodes games of Chopsticks under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct ChopsticksEncoder {
    rules: Rules,
    depth: u32,
}

/// An action.
enum Action {
    Tap { own: u8, other: u8 },
    Transfer { from: u8, to: u8, moved: u8 },
}

impl ChopsticksEncoder {
    pub(super) const fn new(rules: Rules, depth: u32) -> Self {
        Self { rules, depth }
    }

    fn hands(&self) -> usize {
        usize::from(self.rules.hands())
    }

    fn fingers(&self) -> usize {
        usize::from(self.rules.fingers())
    }

    fn tap(&self, own: u8, other: u8) -> usize {
        usize::from(own) * self.hands() + usize::from(other)
    }

    fn transfer(&self, from: u8, to: u8, moved: u8) -> usize {
        let to = usize::from(if to > from { to - 1 } else { to });
        let pair = usize::from(from) * (self.hands() - 1) + to;
        self.hands().pow(2) + pair * (self.fingers() - 1) + usize::from(moved) - 1
    }

    /// The action of the split that leads from some hands to others.
    fn split(&self, before: Hands, after: Hands) -> Option<usize> {
        let index = |grows: bool| {
            (0..self.rules.hands()).find(|&index| {
                let (before, after) = (before.number(index), after.number(index));
                before != after && (after > before) == grows
            })
        };
        let (from, to) = (index(false)?, index(true)?);
        Some(self.transfer(from, to, after.number(to) - before.number(to)))
    }

    fn action(&self, action: u32) -> Option<Action> {
        let (hands, action) = (self.hands(), action as usize);
        if action >= self.action_count(ActionSpace::Factored) {
            return None;
        }
        let small = |number: usize| number as u8;
        let Some(rest) = action.checked_sub(hands * hands) else {
            return Some(Action::Tap { own: small(action / hands), other: small(action % hands) });
        };
        let (pair, moved) = (rest / (self.fingers() - 1), rest % (self.fingers() - 1) + 1);
        let (from, to) = (pair / (hands - 1), pair % (hands - 1));
        let to = if to >= from { to + 1 } else { to };
        Some(Action::Transfer { from: small(from), to: small(to), moved: small(moved) })
    }

    /// Write a player's hands, one number per hand.
    fn write_hands(&self, writer: &mut Writer<'_>, hands: Hands) {
        for index in 0..self.rules.hands() {
            writer.one_hot(self.fingers(), Some(usize::from(hands.number(index))));
        }
    }
}

impl Encoder<Chopsticks> for ChopsticksEncoder {
    fn fits(&self, view: &ChopsticksView<'_>) -> bool {
        *view.rules() == self.rules && view.state().depth() == self.depth
    }

    fn sections(&self) -> Vec<Section> {
        let hands = self.hands() * self.fingers();
        vec![
            Section::new("own", hands, "by own hand: its fingers, 0 to one less than put it out"),
            Section::new("other", hands, "by hand of the opponent: its fingers"),
            Section::fractions("plies_left", 1, "plies to the tie, as a fraction of all"),
            Section::new("turn", 2, "player whose turn it is, oneself first"),
        ]
    }

    #[inline]
    fn observe(&self, view: &ChopsticksView<'_>, _: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let state = view.state();
        let [a, b] = state.players();
        let (own, other) = if me == 0 { (a, b) } else { (b, a) };
        let mut writer = Writer::new(numbers);
        self.write_hands(&mut writer, own);
        self.write_hands(&mut writer, other);
        let left = i64::from(state.depth()) - i64::from(state.ply());
        writer.number(fraction(left, self.depth.into()));
        writer.one_hot(2, view.to_move().map(|seat| seats_after(seat, me, 2)));
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![
            Section::new("tap", self.hands().pow(2), "by hand of the mover and hand tapped: a tap"),
            Section::new(
                "split",
                self.hands() * self.fingers(),
                "by hand of the mover: its fingers after a split",
            ),
        ]
    }

    fn describe_event(&self, chosen: &Move, _: bool, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        match *chosen {
            Move::Tap { own, other, .. } => {
                writer.one_hot(self.hands().pow(2), Some(self.tap(own, other)));
            }
            Move::Split(after) => {
                writer.one_hot(self.hands().pow(2), None);
                self.write_hands(&mut writer, after);
            }
        }
    }

    fn action_count(&self, _: ActionSpace) -> usize {
        let hands = self.hands();
        hands * hands + hands * (hands - 1) * (self.fingers() - 1)
    }

    #[inline]
    fn mask(&self, view: &ChopsticksView<'_>, _: ActionSpace, _: &[u32], mask: &mut [u8]) {
        let Some(me) = seat_to_move(view) else { return };
        let [a, b] = view.state().players();
        let (own, other) = if me == 0 { (a, b) } else { (b, a) };
        for (own, other, _) in self.rules.taps(own, other) {
            allow(mask, self.tap(own, other));
        }
        for after in self.rules.splits(own) {
            if let Some(action) = self.split(own, after) {
                allow(mask, action);
            }
        }
    }

    #[inline]
    fn compose(
        &self,
        view: &ChopsticksView<'_>,
        _: ActionSpace,
        _: &[u32],
        action: u32,
    ) -> Option<Composed<Move>> {
        let hands = self.rules.hands();
        Some(Composed::Complete(match self.action(action)? {
            Action::Tap { own, other } => Move::Tap { own, other, hands },
            Action::Transfer { from, to, moved } => {
                let own = view.hand()?;
                let less = own.number(from).checked_sub(moved)?;
                Move::Split(own.with(from, less).with(to, own.number(to) + moved))
            }
        }))
    }

    fn actions(&self, view: &ChopsticksView<'_>, _: ActionSpace, chosen: &Move) -> Vec<u32> {
        let action = match *chosen {
            Move::Tap { own, other, .. } => Some(self.tap(own, other)),
            Move::Split(after) => view.hand().and_then(|own| self.split(own, after)),
        };
        action.map(|action| action as u32).into_iter().collect()
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        let hands = self.rules.hands();
        let name = |index: u8| super::moves::hand_name(hands, index);
        match self.action(action) {
            None => String::new(),
            Some(Action::Tap { own, other }) => Move::Tap { own, other, hands }.to_string(),
            Some(Action::Transfer { from, to, moved }) => {
                format!("move {moved} from {} to {}", name(from), name(to))
            }
        }
    }

    fn move_sections(&self) -> Vec<Section> {
        let hands = self.hands() * self.fingers();
        vec![
            Section::new("split", 1, "whether fingers are moved between one's own hands"),
            Section::new("own", hands, "by own hand: its fingers after the move"),
            Section::new("other", hands, "by hand of the opponent: its fingers after the move"),
        ]
    }

    fn describe_move(&self, view: &ChopsticksView<'_>, chosen: &Move, numbers: &mut [f32]) {
        let (_, me, opponent) = view.state().turn();
        let Ok(next) = self.rules.successor(me, opponent, chosen) else { return };
        let mut writer = Writer::new(numbers);
        writer.flag(matches!(chosen, Move::Split(_)));
        self.write_hands(&mut writer, next.me);
        self.write_hands(&mut writer, next.opponent);
    }
}
