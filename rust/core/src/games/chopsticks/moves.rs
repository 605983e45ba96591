//! Moves: their text, their order and their successors.
//!
//! The order is fixed: taps by one's own hand and then by the opponent's hand, both from left to
//! right; then splits by the giving hand, the receiving hand and the number of fingers moved. Among
//! moves that lead to the same position only the first is listed.

use thiserror::Error;

use std::fmt;

use super::hands::Hands;
use super::rules::Rules;
use crate::game::MoveError;

/// One decision.
///
/// ```
/// use cardcore::games::chopsticks::{Hands, Rules};
///
/// let rules = Rules::default();
/// let (me, opponent) = (Hands::new(&rules, &[1, 1])?, Hands::new(&rules, &[1, 1])?);
/// // The first is a tap of the left hand with the left one.
/// let next = rules.successors(me, opponent);
/// assert_eq!(next[0].chosen.to_string(), "tap L L");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Tap a hand of the opponent.
    Tap {
        /// The index of one's own hand, from the left.
        own: u8,
        /// The index of the opponent's hand, from the left.
        other: u8,
        /// The number of hands per player, which determines their names.
        hands: u8,
    },
    /// Move fingers between one's own hands, resulting in these hands.
    Split(Hands),
}

/// A legal move and the position after it, from the perspective of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The move.
    pub chosen: Move,
    /// The hands of the player who made it.
    pub me: Hands,
    /// The hands of the other player, whose turn it is now.
    pub opponent: Hands,
}

/// The names of the hands, from left to right. A single hand is `L`.
const fn hand_names(hands: u8) -> &'static [&'static str] {
    match hands {
        1 => &["L"],
        2 => &["L", "R"],
        _ => &["L", "M", "R"],
    }
}

/// The name of one of the hands.
pub(super) fn hand_name(hands: u8, index: u8) -> &'static str {
    hand_names(hands).get(usize::from(index)).copied().unwrap_or("?")
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap { own, other, hands } => {
                let name = |index: &u8| hand_name(*hands, *index);
                write!(f, "tap {} {}", name(own), name(other))
            }
            Self::Split(hands) => write!(f, "split {hands}"),
        }
    }
}

impl Move {
    /// Parse a move: `tap L R` names one's own hand and the opponent's, `split 2 0` gives the
    /// resulting hands. Hands are named `L` and `R`, or `L`, `M` and `R` if there are three; a
    /// single hand is `L`. Case does not matter, and numbers may be separated by commas.
    ///
    /// # Errors
    ///
    /// Text that is not a move with this number of hands.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, MoveError> {
        let names = hand_names(rules.hands());
        let mut words =
            text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let kind = words.next().unwrap_or_default().to_ascii_lowercase();
        let words: Vec<&str> = words.collect();
        match (kind.as_str(), words.as_slice()) {
            ("tap", [own, other]) => {
                let index = |word: &str| {
                    names
                        .iter()
                        .position(|name| name.eq_ignore_ascii_case(word))
                        .and_then(|index| u8::try_from(index).ok())
                        .ok_or_else(|| {
                            let expected = names.join(", ");
                            let reason =
                                format!("unknown hand '{word}', expected one of {expected}");
                            MoveError::new(text, reason)
                        })
                };
                Ok(Self::Tap { own: index(own)?, other: index(other)?, hands: rules.hands() })
            }
            ("split", numbers) => {
                let read = |word: &&str| {
                    word.parse().map_err(|_| {
                        MoveError::new(text, format!("'{word}' is not a number of fingers"))
                    })
                };
                let numbers: Vec<i64> = numbers.iter().map(read).collect::<Result<_, _>>()?;
                let hands = Hands::new(rules, &numbers);
                Ok(Self::Split(hands.map_err(|error| MoveError::new(text, error))?))
            }
            _ => {
                let hands = rules.start();
                let (first, last) = (names.first().unwrap_or(&"L"), names.last().unwrap_or(&"R"));
                let reason =
                    format!("expected a move such as 'tap {first} {last}' or 'split {hands}'");
                Err(MoveError::new(text, reason))
            }
        }
    }
}

impl Rules {
    /// The legal moves of the player with the hands `me`, in their fixed order, with their
    /// successors; none if the game is over.
    #[must_use]
    pub fn successors(&self, me: Hands, opponent: Hands) -> Vec<Successor> {
        let mut list = Vec::new();
        if self.outcome(me, opponent).is_some() {
            return list;
        }
        let hands = self.hands();
        list.extend(self.taps(me, opponent).map(|(own, other, opponent)| Successor {
            chosen: Move::Tap { own, other, hands },
            me,
            opponent,
        }));
        list.extend(self.splits(me).map(|me| Successor { chosen: Move::Split(me), me, opponent }));
        list
    }

    /// The listed taps in their fixed order: own hand, tapped hand, the opponent's hands after it.
    pub(super) fn taps(
        &self,
        me: Hands,
        opponent: Hands,
    ) -> impl Iterator<Item = (u8, u8, Hands)> + '_ {
        (0..self.hands()).flat_map(move |own| {
            (0..self.hands()).filter_map(move |other| {
                let number = self.first_tap(me, opponent, own, other)?;
                Some((own, other, opponent.with(other, number)))
            })
        })
    }

    /// The tapped hand after a tap, if both hands are live and no hand further to the left has the
    /// same effect.
    fn first_tap(&self, me: Hands, opponent: Hands, own: u8, other: u8) -> Option<u8> {
        let (by, hand) = (me.number(own), opponent.number(other));
        let number = self.tapped(hand, by);
        let same = |earlier: u8| {
            let by = me.number(earlier);
            by > 0 && self.tapped(hand, by) == number
        };
        (by > 0 && hand > 0 && !(0..own).any(same)).then_some(number)
    }

    /// The hands that splits lead to, in their fixed order, all different.
    pub(super) fn splits(&self, hands: Hands) -> impl Iterator<Item = Hands> + '_ {
        let hands_per_player = if self.house().splits { self.hands() } else { 0 };
        (0..hands_per_player)
            .flat_map(move |from| (0..hands_per_player).map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
            .flat_map(move |(from, to)| {
                let room = self.fingers() - 1 - hands.number(to);
                (1..=hands.number(from).min(room)).filter_map(move |moved| {
                    let result = hands
                        .with(from, hands.number(from) - moved)
                        .with(to, hands.number(to) + moved);
                    self.check_transfer(hands, result, from, to).is_ok().then_some(result)
                })
            })
    }

    /// Check whether these rules allow this transfer between two hands.
    fn check_transfer(
        &self,
        hands: Hands,
        result: Hands,
        from: u8,
        to: u8,
    ) -> Result<(), IllegalReason> {
        let house = self.house();
        if !house.swaps && result.sorted() == hands.sorted() {
            return Err(IllegalReason::Swap);
        }
        if !house.revive && hands.number(to) == 0 {
            return Err(IllegalReason::Revival);
        }
        if !house.split_to_zero && result.number(from) == 0 {
            return Err(IllegalReason::Emptied);
        }
        if house.halves_only && (hands.number(to) > 0 || result.number(from) != result.number(to)) {
            return Err(IllegalReason::NotHalved);
        }
        Ok(())
    }

    /// The successor of a move.
    ///
    /// # Errors
    ///
    /// Why the move is illegal. A move that leads to the same position as an earlier one in the
    /// list is illegal too, see [`first_equal`](Rules::first_equal).
    pub fn successor(
        &self,
        me: Hands,
        opponent: Hands,
        chosen: &Move,
    ) -> Result<Successor, IllegalReason> {
        if self.outcome(me, opponent).is_some() {
            return Err(IllegalReason::Over);
        }
        match *chosen {
            Move::Tap { own, other, hands } => {
                if hands != self.hands() || own >= hands || other >= hands {
                    return Err(IllegalReason::NoSuchHand { hands: self.hands() });
                }
                if me.number(own) == 0 {
                    return Err(IllegalReason::OwnHandOut);
                }
                if opponent.number(other) == 0 {
                    return Err(IllegalReason::OtherHandOut);
                }
                let Some(number) = self.first_tap(me, opponent, own, other) else {
                    let first = self.first_equal(me, opponent, *chosen);
                    return Err(IllegalReason::SameAs { first });
                };
                let opponent = opponent.with(other, number);
                Ok(Successor { chosen: *chosen, me, opponent })
            }
            Move::Split(result) => {
                self.check_split(me, result)?;
                Ok(Successor { chosen: *chosen, me: result, opponent })
            }
        }
    }

    /// The listed move that leads to the same position as this one; the move itself if there is
    /// none.
    #[must_use]
    pub fn first_equal(&self, me: Hands, opponent: Hands, chosen: Move) -> Move {
        let Move::Tap { own, other, hands } = chosen else { return chosen };
        let number = self.tapped(opponent.number(other), me.number(own));
        let first = (0..own).find(|&earlier| {
            me.number(own) > 0 && self.first_tap(me, opponent, earlier, other) == Some(number)
        });
        first.map_or(chosen, |own| Move::Tap { own, other, hands })
    }

    fn check_split(&self, hands: Hands, result: Hands) -> Result<(), IllegalReason> {
        if !self.house().splits {
            return Err(IllegalReason::NoSplits);
        }
        if result.check(self).is_err() {
            return Err(IllegalReason::NoSuchHand { hands: self.hands() });
        }
        if result.total() != hands.total() {
            return Err(IllegalReason::Total { found: result.total(), expected: hands.total() });
        }
        let mut changed = (0..self.hands()).filter(|&p| result.number(p) != hands.number(p));
        match (changed.next(), changed.next(), changed.next()) {
            (Some(first), Some(second), None) => {
                let shrinks = result.number(first) < hands.number(first);
                let (from, to) = if shrinks { (first, second) } else { (second, first) };
                self.check_transfer(hands, result, from, to)
            }
            _ => Err(IllegalReason::NotOneTransfer),
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// No player is to move any more.
    #[error("the game is over")]
    Over,
    /// The move is from a game with other rules.
    #[error("no such hand, expected {hands} hands per player")]
    NoSuchHand {
        /// The number of hands per player.
        hands: u8,
    },
    /// A hand that is out cannot tap.
    #[error("one's own hand is out, expected a live one")]
    OwnHandOut,
    /// A hand that is out cannot be tapped.
    #[error("the opponent's hand is out, expected a live one")]
    OtherHandOut,
    /// Another listed move leads to the same position.
    #[error("it leads to the same position as '{first}', which is listed instead")]
    SameAs {
        /// The listed move.
        first: Move,
    },
    /// The rules have no splits.
    #[error("these rules have no splits")]
    NoSplits,
    /// The total number of fingers would change.
    #[error("{found} fingers in all, expected {expected}")]
    Total {
        /// Fingers after the split.
        found: u8,
        /// Fingers before it.
        expected: u8,
    },
    /// A split moves fingers from one hand to one other.
    #[error("expected fingers moved from one hand to one other")]
    NotOneTransfer,
    /// The numbers would only be swapped.
    #[error("it only swaps the numbers, which these rules forbid")]
    Swap,
    /// A hand that is out would be revived.
    #[error("it revives a hand that is out, which these rules forbid")]
    Revival,
    /// The player's own hand would be put out.
    #[error("it puts out one's own hand, which these rules forbid")]
    Emptied,
    /// Not a halving of an even hand.
    #[error("expected an even hand halved into an empty one")]
    NotHalved,
}
