use super::moves::End;
use super::policy::Side;

/// One card taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The side that took it.
    pub side: Side,
    /// The end it was taken from.
    pub end: End,
    /// Its position in the row, from 0.
    pub position: usize,
    /// Its value.
    pub card: i64,
}

/// A row played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    turns: Vec<Turn>,
}

impl Line {
    /// The line of play in which these ends are taken in turn.
    pub(super) fn new(cards: &[i64], first: Side, ends: Vec<End>) -> Self {
        let (mut left, mut right) = (0, cards.len());
        let mut side = first;
        let mut turns = Vec::with_capacity(ends.len());
        for end in ends {
            let position = match end {
                End::Left => left,
                End::Right => right.wrapping_sub(1),
            };
            let Some(&card) = cards.get(position) else { break };
            match end {
                End::Left => left += 1,
                End::Right => right -= 1,
            }
            turns.push(Turn { side, end, position, card });
            side = side.other();
        }
        Self { turns }
    }

    /// All cards in the order they were taken.
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
