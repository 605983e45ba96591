//! Observation and action encoding of Ends: cards keep their positions in the row. Factored and
//! flat actions are the same, 0 for the left end and 1 for the right.

use super::moves::End;
use super::state::Ends;
use super::view::EndsView;
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, fraction, seat_to_move, seats_after,
};

/// Encodes games with rows of one length.
#[derive(Clone, Copy, Debug)]
pub struct EndsEncoder {
    count: usize,
    /// The largest absolute value of a card, at least 1.
    largest: i64,
}

impl EndsEncoder {
    /// The encoder for rows of this many cards with at most this absolute value.
    pub(super) fn new(count: usize, largest: i64) -> Self {
        Self { count, largest: largest.max(1) }
    }

    /// An upper bound on the sum of all cards.
    fn maximum(&self) -> i64 {
        self.largest.saturating_mul(self.count as i64)
    }
}

impl Encoder<Ends> for EndsEncoder {
    fn fits(&self, view: &EndsView<'_>) -> bool {
        let row = view.state().row().cards();
        let fits = |card: &i64| card.checked_abs().is_some_and(|size| size <= self.largest);
        row.len() == self.count && row.iter().all(fits)
    }

    fn sections(&self) -> Vec<Section> {
        vec![
            Section::new(
                "left",
                self.count,
                "by place in the row: whether the card is still there",
            ),
            Section::new(
                "values",
                self.count,
                "by place in the row: the card as a fraction of the largest there can be, 0 once taken",
            )
            .between(-1.0, 1.0),
            Section::new(
                "sums",
                2,
                "what either has taken, oneself first, as a fraction of a row of the largest cards",
            )
            .between(-1.0, 1.0),
            Section::new("turn", 2, "player whose turn it is, oneself first"),
        ]
    }

    #[inline]
    fn observe(&self, view: &EndsView<'_>, _: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let state = view.state();
        let mut writer = Writer::new(numbers);
        let (mut left, mut values) = (writer.take(self.count), writer.take(self.count));
        for (position, &card) in (state.taken_from_left()..).zip(state.cards()) {
            left.mark(position);
            values.set(position, fraction(card, self.largest));
        }
        for seat in [me, 1 - me] {
            let sum = state.taken(seat).iter().sum();
            writer.number(fraction(sum, self.maximum()));
        }
        writer.one_hot(2, view.to_move().map(|seat| seats_after(seat, me, 2)));
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![Section::new("end", End::ALL.len(), "end that is taken, left or right")]
    }

    fn describe_event(&self, chosen: &End, _: bool, numbers: &mut [f32]) {
        let end = End::ALL.iter().position(|end| end == chosen);
        Writer::new(numbers).one_hot(End::ALL.len(), end);
    }

    fn action_count(&self, _: ActionSpace) -> usize {
        End::ALL.len()
    }

    #[inline]
    fn mask(&self, view: &EndsView<'_>, _: ActionSpace, _: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_some() {
            allow(mask, 0);
            allow(mask, 1);
        }
    }

    #[inline]
    fn compose(
        &self,
        _: &EndsView<'_>,
        _: ActionSpace,
        _: &[u32],
        action: u32,
    ) -> Option<Composed<End>> {
        End::ALL.get(action as usize).map(|&end| Composed::Complete(end))
    }

    fn actions(&self, _: &EndsView<'_>, _: ActionSpace, chosen: &End) -> Vec<u32> {
        vec![u32::from(*chosen == End::Right)]
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        End::ALL.get(action as usize).map(End::to_string).unwrap_or_default()
    }

    fn move_sections(&self) -> Vec<Section> {
        vec![
            Section::new("end", 2, "the end, left first"),
            Section::new("value", 1, "the card taken, as a fraction of the largest there can be")
                .between(-1.0, 1.0),
        ]
    }

    fn describe_move(&self, view: &EndsView<'_>, chosen: &End, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        writer.one_hot(2, Some(usize::from(*chosen == End::Right)));
        if let Some((card, _)) = chosen.take(view.state().cards()) {
            writer.number(fraction(card, self.largest));
        }
    }
}
