//! Hands with weights, drawn by Walker's alias method.

use super::super::Holding;
use crate::cards::CardSet;
use crate::random::Random;

/// Hands with weights, as columns of equal height that each hold up to two hands.
pub(super) struct Listed<Hole> {
    /// The cards of each hand, and what is prepared for it.
    pub hands: Vec<(CardSet, Hole)>,
    /// How much of a column belongs to its own hand, and whose the rest is.
    columns: Vec<(u32, u32)>,
    height: u32,
}

impl<Hole: Copy> Listed<Hole> {
    pub fn new(hands: &[Holding], hole: impl Fn(CardSet) -> Hole) -> Self {
        // Scaled by the number of hands, the mean weight is the sum of all: the height.
        let height: u64 = hands.iter().map(|hand| u64::from(hand.weight)).sum();
        let mut left: Vec<u64> =
            hands.iter().map(|hand| u64::from(hand.weight) * hands.len() as u64).collect();
        let mut columns: Vec<(u32, u32)> = (0..).take(hands.len()).map(|own| (0, own)).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..hands.len()).partition(|&index| left[index] < height);
        while let (Some(&less), Some(&more)) = (small.last(), large.last()) {
            small.pop();
            columns[less] = (left[less] as u32, more as u32);
            left[more] -= height - left[less];
            if left[more] < height {
                large.pop();
                small.push(more);
            }
        }
        for index in large {
            columns[index].0 = height as u32;
        }
        let hands = hands.iter().map(|hand| (hand.cards, hole(hand.cards))).collect();
        Self { hands, columns, height: height as u32 }
    }

    /// Where a hand is in the list, drawn by its weight.
    #[inline]
    pub fn draw(&self, random: &mut Random) -> usize {
        if self.columns.len() == 1 {
            return 0;
        }
        let [column, height] = random.below_each([self.columns.len() as u32, self.height]);
        let (own, other) = self.columns[column as usize];
        let chosen = if height < own { column } else { other };
        chosen as usize
    }
}
