//! The margin of the first side under optimal play by both, in linear time.
//!
//! Write `V(S)` for the margin of the side to move in the row `S`: `V()` = 0 and, for a row with
//! ends `x` and `y`, `V(S) = max(x − V(S without x), y − V(S without y))`. Two facts turn this
//! quadratic recurrence into one pass with a stack:
//!
//! - **Fusion.** If `a ≤ b ≥ c` are adjacent anywhere in the row, replacing them by the single card
//!   `a − b + c` does not change `V`.
//! - **Greed.** A row without such a triple is taken card by card from the larger end.
//!
//! # Proof
//!
//! *(1) Changing one card by δ changes `V` by at most |δ|*: it changes every possible outcome by
//! δ or −δ.
//!
//! *(2) If no card of the row `W` and no card `z` exceeds `M`, then `V(Wz) + V(W) ≤ 2M − z`.* By
//! induction on the length of `W`. If taking `z` is best in `Wz`, the sum is `z ≤ 2M − z`; that
//! includes the empty `W`. Otherwise `W = wW′` and `V(Wz) = w − V(W′z)`. If `V(W) = w − V(W′)`,
//! then as `V(W′z) ≥ z − V(W′)` the sum is at most `2w − z`. Otherwise `W′ = W″u` and
//! `V(W) = u − V(wW″)`; as `V(wW″) ≥ w − V(W″)` and `V(W″uz) ≥ z − V(W″u)`, the sum is at most
//! `u − z + V(W″) + V(W″u)`, which by induction is at most `u − z + 2M − u`.
//!
//! *(3) If an end card `M` is the largest of its row, taking it is best*: `V(MZ) = M − V(Z)`. By
//! induction on the length of `Z`. With `Z = Z′z` the other move is worth
//! `z − V(MZ′) = z − M + V(Z′)`, and that is at most `M − V(Z′z)` by (2).
//!
//! *(4) Fusion holds where `b` is the largest card of the row.* Let `d = a − b + c`, so
//! `d ≤ c`. By induction on the length of `XabcY`. With neither `X` nor `Y`,
//! `V(abc) = max(a − (b − c), c − (b − a)) = d`. With both, the first move takes a card of `X` or
//! `Y` and induction does the rest. With `Y = Y′y` only (the mirror image is the same),
//! `V(abcY) = max(a − V(bcY), y − V(dY′))`, and by (3)
//! `a − V(bcY) = a − b + V(cY) = max(d − V(Y), a − b + y − V(cY′))`. By (1),
//! `V(dY′) ≤ V(cY′) + b − a`, so the last term is at most `y − V(dY′)`, and what is left is
//! `max(d − V(Y), y − V(dY′)) = V(dY)`.
//!
//! *(5) Fusion holds anywhere.* By induction on the length. If `b` is not the largest card, the
//! largest one, `M`, is greater than `a`, `b`, `c` and `d`, and is in `X` or `Y`. If it is an end,
//! both rows begin with taking it, by (3). If not, it is larger than its neighbors: fuse it with
//! them in both rows, by (4). If `a` (or `c`) is a neighbor, it only becomes smaller, and `d` by
//! the same amount: `a ≤ b ≥ c` are still adjacent, their fusion is still the card in the other
//! row, and both rows are shorter.
//!
//! *(6) Greed.* In a row without `a ≤ b ≥ c` the largest card is an end; by (3) taking it is best,
//! and what remains has no such triple either. ∎
//!
//! Fusing greedily from the left gives the same value as any other order, so one pass over the
//! cards with a stack suffices: every card is pushed once and popped at most once. Time O(N);
//! memory for the cards not yet fused, at most N.

use super::row::{RowError, Size};
use crate::monitor::{Monitor, Stopped};
use thiserror::Error;

/// Why the value of a row cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Sums of the cards may overflow.
    #[error(transparent)]
    Row(#[from] RowError),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Cards between two checks of the monitor: a fraction of a millisecond.
const BATCH: usize = 1 << 16;

/// The margin of the first side under optimal play by both sides.
///
/// The cards are read once, in order, from any iterator.
///
/// ```
/// use cardcore::games::ends::value;
/// use cardcore::monitor::Monitor;
///
/// // Left, then whatever the opponent takes: 3 + 10 against 2 + 4.
/// assert_eq!(value([3, 2, 10, 4].into_iter(), &Monitor::new())?, 7);
/// # Ok::<(), cardcore::games::ends::ValueError>(())
/// ```
///
/// # Errors
///
/// Cards so large that sums of them may overflow 64 bits, or a stop by the monitor.
pub fn value(mut cards: impl Iterator<Item = i64>, monitor: &Monitor) -> Result<i64, ValueError> {
    monitor.expect(cards.size_hint().0 as u64);
    let mut size = Size::default();
    let mut stack = Vec::new();
    loop {
        let mut read = 0;
        for card in cards.by_ref().take(BATCH) {
            size.add(card)?;
            push(&mut stack, card);
            read += 1;
        }
        monitor.advance(read)?;
        if read < BATCH as u64 {
            return Ok(greed(&stack));
        }
    }
}

/// The same for a validated row, without cancellation: rows of a game.
pub(super) fn value_of(cards: &[i64]) -> i64 {
    let mut stack = Vec::with_capacity(cards.len());
    for &card in cards {
        push(&mut stack, card);
    }
    greed(&stack)
}

/// Push a card on the stack, which has no `a ≤ b ≥ c`, and fuse.
///
/// Fused cards cannot overflow: the sum of their absolute values does not exceed that of the row.
#[inline]
fn push(stack: &mut Vec<i64>, card: i64) {
    let mut top = card;
    while let [.., a, b] = stack[..]
        && a <= b
        && b >= top
    {
        stack.truncate(stack.len() - 2);
        top += a - b;
    }
    stack.push(top);
}

/// The margin of the side to move in a row without `a ≤ b ≥ c`: repeatedly the larger end.
fn greed(mut cards: &[i64]) -> i64 {
    let mut margin = 0;
    let mut sign = 1;
    while let (Some(&first), Some(&last)) = (cards.first(), cards.last()) {
        margin += sign * first.max(last);
        sign = -sign;
        cards = if first >= last { &cards[1..] } else { &cards[..cards.len() - 1] };
    }
    margin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cards: &[i64]) -> i64 {
        let value = value(cards.iter().copied(), &Monitor::new()).unwrap();
        assert_eq!(value, value_of(cards));
        value
    }

    #[test]
    fn small_rows_match_manual_values() {
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[-4]), -4);
        assert_eq!(of(&[2, 5]), 3);
        // Taking a 1 leaves the 5 to the opponent.
        assert_eq!(of(&[1, 5, 1]), -3);
        assert_eq!(of(&[5, 1, 4]), 2);
        assert_eq!(of(&[0, 0, 0, 0]), 0);
        assert_eq!(of(&[i64::MAX]), i64::MAX);
    }

    #[test]
    fn long_work_can_be_stopped() {
        let monitor = Monitor::new();
        monitor.stop();
        assert_eq!(value(std::iter::repeat(1), &monitor), Err(ValueError::Stopped(Stopped)));
        assert!(matches!(
            value([i64::MAX, 0, -1].into_iter(), &Monitor::new()),
            Err(ValueError::Row(RowError::TooLarge { position: 3, card: -1 }))
        ));
    }
}
