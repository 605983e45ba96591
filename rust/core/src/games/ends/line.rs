use super::moves::End;
use super::policy::Side;

/// One card taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who took it.
    pub side: Side,
    /// From which end.
    pub end: End,
    /// Its place in the row, counted from 0.
    pub place: usize,
    /// Its value.
    pub card: i64,
}

/// A row played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    turns: Vec<Turn>,
}

impl Line {
    /// The line on which these ends are taken in turn.
    pub(super) fn new(cards: &[i64], first: Side, ends: Vec<End>) -> Self {
        let (mut left, mut right) = (0, cards.len());
        let mut side = first;
        let mut turns = Vec::with_capacity(ends.len());
        for end in ends {
            let place = match end {
                End::Left => left,
                End::Right => right.wrapping_sub(1),
            };
            let Some(&card) = cards.get(place) else { break };
            match end {
                End::Left => left += 1,
                End::Right => right -= 1,
            }
            turns.push(Turn { side, end, place, card });
            side = side.other();
        }
        Self { turns }
    }

    /// All cards in the order in which they were taken.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turns of one side.
    pub fn turns_of(&self, side: Side) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(move |turn| turn.side == side)
    }

    /// The sum of one side's cards.
    #[must_use]
    pub fn score(&self, side: Side) -> i64 {
        self.turns_of(side).map(|turn| turn.card).sum()
    }

    /// One side's moves, such as `RRL`.
    #[must_use]
    pub fn path(&self, side: Side) -> String {
        self.turns_of(side).map(|turn| turn.end.letter()).collect()
    }
}
