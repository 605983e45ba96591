//! How a side chooses, and the two sides.

use super::moves::End;

/// The two who take cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one for whom a policy is worked out.
    #[default]
    Player,
    /// The opponent.
    Dog,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Player, Self::Dog];

    /// The name users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Dog => "dog",
        }
    }

    /// The one who moves next.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Player => Self::Dog,
            Self::Dog => Self::Player,
        }
    }
}

/// How the player chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// The most that can be had against the greedy dog.
    #[default]
    Optimal,
    /// The larger end: what the dog does.
    Greedy,
    /// The best difference between the own card and the dog's reply.
    Lookahead,
    /// The most that can be had against an opponent that is perfect too.
    Minimax,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 4] = [Self::Optimal, Self::Greedy, Self::Lookahead, Self::Minimax];

    /// The name users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Greedy => "greedy",
            Self::Lookahead => "lookahead",
            Self::Minimax => "minimax",
        }
    }
}

/// The larger end; `ties` if both are equal. This is all the dog knows.
#[must_use]
pub fn greedy_end(cards: &[i64], ties: End) -> End {
    match cards.first().cmp(&cards.last()) {
        std::cmp::Ordering::Less => End::Right,
        std::cmp::Ordering::Equal => ties,
        std::cmp::Ordering::Greater => End::Left,
    }
}

/// The end whose card is worth most after the dog's reply is taken off; left if both are equal.
/// Which of two equal cards the dog replies with makes no difference.
#[must_use]
pub fn lookahead_end(cards: &[i64]) -> End {
    let gain = |end: End| {
        let (card, rest) = end.take(cards)?;
        // No reply to the last card. The validated size of a row keeps this from overflowing.
        Some(card - rest.first().max(rest.last()).copied().unwrap_or(0))
    };
    if gain(End::Left) >= gain(End::Right) { End::Left } else { End::Right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dog_takes_the_larger_end_and_ties_as_told() {
        assert_eq!(greedy_end(&[3, 9, 2], End::Right), End::Left);
        assert_eq!(greedy_end(&[-3, 9, -2], End::Left), End::Right);
        for ties in End::ALL {
            assert_eq!(greedy_end(&[4, 9, 4], ties), ties);
            assert_eq!(greedy_end(&[4], ties), ties);
        }
    }

    #[test]
    fn lookahead_counts_the_reply() {
        // Left: 9 - 10; right: 5 - 9.
        assert_eq!(lookahead_end(&[9, 10, 0, 5]), End::Left);
        // Left: 9 - 20; right: 5 - 9.
        assert_eq!(lookahead_end(&[9, 20, 0, 5]), End::Right);
        // Left: 1 - 2; right: 2 - 1.
        assert_eq!(lookahead_end(&[1, 2]), End::Right);
        assert_eq!(lookahead_end(&[2, 2]), End::Left);
        assert_eq!(lookahead_end(&[-7]), End::Left);
    }
}
