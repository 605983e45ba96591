//! Dynamic programmes over all stretches of a row, with the best line, in linear memory.
//!
//! A stretch is what can be left of the row: `length` cards from `start` on. A *level* holds one
//! number per start for all stretches of one length. A programme is solved from short stretches
//! to long ones, one level after the other, and the best line is then read from the longest
//! stretch down to the shortest. Three observations make this cheap:
//!
//! - A number depends only on the few next to it in the level below, so a part of the row can be
//!   carried up many levels on its own, given a margin of the level it starts from. That keeps it
//!   in the fastest cache and lets threads work side by side without waiting for each other.
//! - The line can be read from every level, but keeping them all would take N² numbers (or bits).
//!   Instead one level in every band of levels is kept, and the band through which the line runs is
//!   solved again, in the same manner, for the stretches that can still be reached.
//! - There is always the same number of bands, [`BANDS`], however long the row. The
//!   levels kept on the way are therefore O(N) numbers, and the work done again is a
//!   `1/BANDS + 1/BANDS² + …` part of the work.

use std::convert::Infallible;
use std::ops::{Add, Sub};

use rayon::prelude::*;

use super::moves::End;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// A number wide enough for the difference of any two sums of cards of a row. Narrow ones go
/// through vector units in larger groups, and most rows allow them.
///
/// Both choices below go by the sign of a difference. Compilers turn that into a few vector
/// instructions on every processor, which they cannot do with comparisons of 64 bits.
pub(super) trait Number:
    Copy + Default + Ord + Add<Output = Self> + Sub<Output = Self> + Send + Sync
{
    /// `then` if this number is less than the other one, else `otherwise`.
    fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self;

    /// The larger of two numbers.
    fn larger(self, other: Self) -> Self;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            #[inline(always)]
            fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self {
                let less = (self - other) >> (Self::BITS - 1);
                otherwise ^ ((otherwise ^ then) & less)
            }

            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                let difference = self - other;
                self - (difference & (difference >> (Self::BITS - 1)))
            }
        }
    };
}

number!(i32);
number!(i64);

/// One dynamic programme.
pub(super) trait Programme<T: Number>: Sync {
    /// How many cards shorter the stretches are on which a stretch depends.
    const STEP: usize;

    /// Turn the level of `length - STEP` into that of `length`, in place, for the first `count`
    /// starts of `cards`. Whatever the level holds after those is left over and of no meaning.
    fn raise(&self, cards: &[T], length: usize, level: &mut [T], count: usize);

    /// Choose an end of a stretch of at least `STEP` cards, by the values of the stretches that are
    /// `STEP` shorter and start 0, 1, …, `STEP` cards later; gives also how many cards later the
    /// one starts to which the choice leads.
    fn choose(&self, stretch: &[T], below: &[T]) -> (End, usize);
}

/// Bands into which levels are divided to find the line again.
const BANDS: usize = 16;

/// Starts that are carried up together: with their cards they fit in the first cache. Threads take them
/// tile by tile, so that none waits long for another.
const TILE: usize = 2048;

/// Levels by which they are carried up at once: the margin is small beside [`TILE`], and a few
/// milliseconds pass between two looks at the monitor even on the longest rows.
const CLIMB: usize = 64;

/// The ends taken on the best line from the whole row down to stretches of `bottom` cards, whose
/// level is given.
pub(super) fn best_line<T: Number, P: Programme<T>>(
    programme: &P,
    cards: &[T],
    bottom: usize,
    level: &[T],
    monitor: &Monitor,
) -> Result<Vec<End>, Stopped> {
    let steps = steps::<T, P>(cards, bottom);
    // All numbers once, and the bands again.
    let numbers = steps as u64 * (steps * P::STEP) as u64 / 2;
    monitor.expect(numbers + numbers / BANDS as u64);
    let mut line = Vec::with_capacity(steps);
    follow(programme, cards, bottom, level, monitor, &mut line)?;
    Ok(line)
}

fn steps<T: Number, P: Programme<T>>(cards: &[T], bottom: usize) -> usize {
    (cards.len() - bottom) / P::STEP
}

/// Add the best line to `line`; gives the start of the stretch of `bottom` cards where it ends.
fn follow<T: Number, P: Programme<T>>(
    programme: &P,
    cards: &[T],
    bottom: usize,
    level: &[T],
    monitor: &Monitor,
    line: &mut Vec<End>,
) -> Result<usize, Stopped> {
    let steps = steps::<T, P>(cards, bottom);
    if steps == 0 {
        return Ok(0);
    }
    if steps == 1 {
        let (end, later) = programme.choose(cards, level);
        line.push(end);
        return Ok(later);
    }
    let band = steps.div_ceil(BANDS);
    // One level per band, the lowest first: the length of its stretches, and their values.
    let mut kept = vec![(bottom, level.to_vec())];
    for _ in 1..steps.div_ceil(band) {
        let (length, level) = &kept[kept.len() - 1];
        let next = climb(programme, cards, *length, level.clone(), band, monitor)?;
        kept.push((length + band * P::STEP, next));
    }
    let (mut start, mut length) = (0, cards.len());
    while let Some((below, level)) = kept.pop() {
        let stretch = &cards[start..start + length];
        let reached = &level[start..=start + length - below];
        start += follow(programme, stretch, below, reached, monitor, line)?;
        length = below;
    }
    Ok(start)
}

/// Carry the level of stretches of `length` cards up by a number of steps.
fn climb<T: Number, P: Programme<T>>(
    programme: &P,
    cards: &[T],
    mut length: usize,
    mut level: Vec<T>,
    mut steps: usize,
    monitor: &Monitor,
) -> Result<Vec<T>, Stopped> {
    while steps > 0 {
        let now = steps.min(CLIMB);
        let margin = now * P::STEP;
        let mut raised = vec![T::default(); level.len() - margin];
        let carry = |first: usize, tile: &mut [T]| {
            let mut part = level[first..first + tile.len() + margin].to_vec();
            for step in 1..=now {
                let count = part.len() - step * P::STEP;
                programme.raise(&cards[first..], length + step * P::STEP, &mut part, count);
            }
            tile.copy_from_slice(&part[..tile.len()]);
        };
        if raised.len() <= TILE {
            // Alone it is done sooner than it is handed to another thread.
            carry(0, &mut raised);
        } else {
            let tiles = raised.par_chunks_mut(TILE).enumerate().with_max_len(1);
            let carry = |(), (index, tile): (usize, &mut [T])| {
                carry(index * TILE, tile);
                Ok::<(), Infallible>(())
            };
            let Ok(()) = parallel::sum(tiles, || (), carry, |(), ()| ());
        }
        level = raised;
        length += margin;
        steps -= now;
        monitor.advance((now * level.len()) as u64)?;
    }
    Ok(level)
}
