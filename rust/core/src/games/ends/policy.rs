//! Policies and the two sides.

use super::moves::End;

/// The two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that follows the policy.
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

    /// The side that moves next.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Player => Self::Dog,
            Self::Dog => Self::Player,
        }
    }
}

/// A policy of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Maximizes its score against the greedy dog.
    #[default]
    Optimal,
    /// The larger end: what the dog does.
    Greedy,
    /// The best difference between its card and the dog's reply.
    Lookahead,
    /// Optimal play against an optimal opponent.
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

/// The larger end; `ties` if both are equal. This is the dog's policy.
///
/// ```
/// use cardcore::games::ends::{End, greedy_end};
///
/// assert_eq!(greedy_end(&[3, 9, 4], End::Left), End::Right);
/// assert_eq!(greedy_end(&[4, 9, 4], End::Left), End::Left); // the tie
/// ```
#[must_use]
pub fn greedy_end(cards: &[i64], ties: End) -> End {
    match cards.first().cmp(&cards.last()) {
        std::cmp::Ordering::Less => End::Right,
        std::cmp::Ordering::Equal => ties,
        std::cmp::Ordering::Greater => End::Left,
    }
}

/// The end whose card is the most valuable minus the dog's reply; left on ties. Which of two equal
/// cards the dog takes makes no difference.
///
/// ```
/// use cardcore::games::ends::{End, lookahead_end};
///
/// // Taking the 4 would give the 9 away.
/// assert_eq!(lookahead_end(&[3, 1, 9, 4]), End::Left);
/// ```
#[must_use]
pub fn lookahead_end(cards: &[i64]) -> End {
    let gain = |end: End| {
        let (card, rest) = end.take(cards)?;
        // There is no reply to the last card. The validated size of a row prevents overflow.
        Some(card - rest.first().max(rest.last()).copied().unwrap_or(0))
    };
    if gain(End::Left) >= gain(End::Right) { End::Left } else { End::Right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dog_takes_the_larger_end_and_breaks_ties_as_configured() {
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
