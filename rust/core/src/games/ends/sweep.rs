//! Interval dynamic programming over a row, with the best line, in linear memory.
//!
//! An interval is what can be left of the row: `length` cards from `start` on. A *level* has one
//! number per start for all intervals of one length. A program is solved from short intervals to
//! long ones, level by level, and the best line is then read from the longest interval down to the
//! shortest. Three observations make this cheap:
//!
//! - A number depends only on a few neighbors in the level below, so a tile of the row can be
//!   advanced many levels on its own, given a margin of the level it starts from. It then stays in
//!   the L1 cache, and threads work side by side without synchronization.
//! - The line can be read from every level, but storing them all would take N² numbers (or bits).
//!   Instead one level in every band of levels is stored, and the band through which the line runs
//!   is solved again, recursively, for the intervals that can still be reached.
//! - The number of bands, [`BANDS`], is constant. The stored levels are therefore O(N) numbers, and
//!   the repeated work is a fraction `1/BANDS + 1/BANDS² + …` of the whole.

use std::convert::Infallible;
use std::ops::{Add, Sub};

use rayon::prelude::*;

use super::moves::End;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// An integer wide enough for the difference of any two sums of cards of a row. Narrow ones allow
/// wider vectors, and suffice for most rows.
///
/// Both selections below use the sign of a difference. Compilers turn that into a few vector
/// instructions on every processor, which they cannot do with 64-bit comparisons.
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

/// A dynamic program over intervals.
pub(super) trait DynamicProgram<T: Number>: Sync {
    /// How many cards shorter the intervals are on which an interval depends.
    const STEP: usize;

    /// Turn the level of `length - STEP` into that of `length`, in place, for the first `count`
    /// starts of `cards`. The rest of the level is unspecified afterwards.
    fn next_level(&self, cards: &[T], length: usize, level: &mut [T], count: usize);

    /// Choose an end of an interval of at least `STEP` cards, given the values of the intervals
    /// that are `STEP` shorter and start 0, 1, …, `STEP` cards later; also returns how many cards
    /// later the resulting interval starts.
    fn choose(&self, interval: &[T], below: &[T]) -> (End, usize);
}

/// The number of bands of levels for recovering the line.
const BANDS: usize = 16;

/// Starts that are advanced together: with their cards they fit in the L1 cache. Small enough that
/// no thread waits long for another.
const TILE: usize = 2048;

/// Levels advanced at once: the margin is small compared to [`TILE`], and the monitor is checked
/// every few milliseconds even on the longest rows.
const LEVELS_PER_PASS: usize = 64;

/// The ends taken on the best line from the whole row down to intervals of `bottom` cards, whose
/// level is given.
pub(super) fn best_line<T: Number, P: DynamicProgram<T>>(
    program: &P,
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
    append_line(program, cards, bottom, level, monitor, &mut line)?;
    Ok(line)
}

fn steps<T: Number, P: DynamicProgram<T>>(cards: &[T], bottom: usize) -> usize {
    (cards.len() - bottom) / P::STEP
}

/// Append the best line to `line`; returns the start of the interval of `bottom` cards where it
/// ends.
fn append_line<T: Number, P: DynamicProgram<T>>(
    program: &P,
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
        let (end, later) = program.choose(cards, level);
        line.push(end);
        return Ok(later);
    }
    let band = steps.div_ceil(BANDS);
    // One level per band, the lowest first: the length of its intervals, and their values.
    let mut kept = vec![(bottom, level.to_vec())];
    for _ in 1..steps.div_ceil(band) {
        let (length, level) = &kept[kept.len() - 1];
        let next = advance_levels(program, cards, *length, level.clone(), band, monitor)?;
        kept.push((length + band * P::STEP, next));
    }
    let (mut start, mut length) = (0, cards.len());
    while let Some((below, level)) = kept.pop() {
        let interval = &cards[start..start + length];
        let reached = &level[start..=start + length - below];
        start += append_line(program, interval, below, reached, monitor, line)?;
        length = below;
    }
    Ok(start)
}

/// Advance the level of intervals of `length` cards by a number of steps.
fn advance_levels<T: Number, P: DynamicProgram<T>>(
    program: &P,
    cards: &[T],
    mut length: usize,
    mut level: Vec<T>,
    mut steps: usize,
    monitor: &Monitor,
) -> Result<Vec<T>, Stopped> {
    while steps > 0 {
        let now = steps.min(LEVELS_PER_PASS);
        let margin = now * P::STEP;
        let mut raised = vec![T::default(); level.len() - margin];
        let carry = |first: usize, tile: &mut [T]| {
            let mut part = level[first..first + tile.len() + margin].to_vec();
            for step in 1..=now {
                let count = part.len() - step * P::STEP;
                program.next_level(&cards[first..], length + step * P::STEP, &mut part, count);
            }
            tile.copy_from_slice(&part[..tile.len()]);
        };
        if raised.len() <= TILE {
            // Small work finishes sooner than it could be handed to another thread.
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
