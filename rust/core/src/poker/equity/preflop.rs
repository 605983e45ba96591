//! All starting hands of hold'em against each other.

use std::collections::HashMap;

use super::matchup::tallies;
use super::suits::{canonical, permutations};
use super::{BOARD, Game, MAX_PLAYERS};
use crate::cards::{Card, CardSet};
use crate::combinatorics::binomial;
use crate::monitor::{Monitor, Stopped};
use crate::poker::range::{Combo, Range};

/// The number of starting hands that differ by more than suits.
pub const STARTING_HANDS: usize = 169;

/// What every starting hand does against every other, over all suits and boards.
///
/// Hands are numbered by their place in the usual grid, row by row from the aces down: pairs on the
/// diagonal, suited hands above it, offsuit hands below.
#[derive(Clone, Debug)]
pub struct PreflopTable {
    /// The deals that the row's hand wins against the column's.
    pub wins: Vec<u64>,
    /// The deals in which they tie.
    pub ties: Vec<u64>,
    /// All deals: choices of suits times boards.
    pub deals: Vec<u64>,
}

/// The hands of a place in the grid.
fn starting_hand(number: usize) -> Vec<CardSet> {
    let rank =
        |place: usize| "AKQJT98765432".as_bytes().get(place).map_or('A', |&byte| char::from(byte));
    let (row, column) = (number / 13, number % 13);
    let text = match row.cmp(&column) {
        std::cmp::Ordering::Equal => format!("{0}{0}", rank(row)),
        std::cmp::Ordering::Less => format!("{}{}s", rank(row), rank(column)),
        std::cmp::Ordering::Greater => format!("{}{}o", rank(column), rank(row)),
    };
    let range = text.parse::<Range>().unwrap_or_else(|_| Range::empty());
    range.hands().map(|(combo, _): (Combo, u32)| combo.set()).collect()
}

impl PreflopTable {
    /// Deal all boards to all pairs of hands that differ by more than suits.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn new(monitor: &Monitor) -> Result<Self, Stopped> {
        let hands: Vec<Vec<CardSet>> = (0..STARTING_HANDS).map(starting_hand).collect();
        let symmetries: Vec<_> = permutations().collect();
        let mut known = HashMap::new();
        let mut different = Vec::new();
        // Suits are alike, so the first hand of a row stands for all.
        let mut meetings: Vec<(usize, usize, u32)> = Vec::new();
        for row in 0..STARTING_HANDS {
            for column in row..STARTING_HANDS {
                let first = hands[row][0];
                for second in hands[column].iter().filter(|&&hand| (hand & first).is_empty()) {
                    let mut sets = [0; MAX_PLAYERS];
                    [sets[0], sets[1]] = canonical([first.bits(), second.bits()], &symmetries);
                    let number = *known.entry(sets).or_insert_with(|| {
                        different.push(sets);
                        different.len() as u32 - 1
                    });
                    meetings.push((row, column, number));
                }
            }
        }
        let tallies = tallies::<2>(Game::Holdem.best_of(), &different, CardSet::FULL, monitor)?;
        let cells = STARTING_HANDS * STARTING_HANDS;
        let mut table = Self { wins: vec![0; cells], ties: vec![0; cells], deals: vec![0; cells] };
        for (row, column, number) in meetings {
            let tally = tallies[number as usize];
            let suits = hands[row].len() as u64;
            let [wins, losses, ties] =
                [tally.wins[0], tally.wins[1], tally.ties[0]].map(|sum| sum.unsigned_abs() * suits);
            let deals = binomial(Card::COUNT - 4, BOARD) * suits;
            let mut cells = vec![(row * STARTING_HANDS + column, wins)];
            if row != column {
                cells.push((column * STARTING_HANDS + row, losses));
            }
            for (cell, wins) in cells {
                table.wins[cell] += wins;
                table.ties[cell] += ties;
                table.deals[cell] += deals;
            }
        }
        Ok(table)
    }
}
