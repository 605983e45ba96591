//! Rejection sampling of tables that are too many to count.
//!
//! Where a deck of many suits is dealt to many seats, counting deals is as hard as the permanent of
//! a matrix. An upper bound serves as well, if the bounds of all successors of a state never sum to
//! more than its own: move to each successor with probability bound(successor)/bound(state), and
//! with the remaining probability reject and restart. Every deal is then reached with probability
//! one over the initial bound, so deals are uniform however loose the bound is; it only determines
//! the rejection rate. This is the method of M. Huber, *Exact sampling from perfect matchings of
//! dense regular bipartite graphs* (2006), with the bound of M. Huber and J. Law, *Fast
//! approximation of the permanent for very dense problems* (2008).
//!
//! The matrix has a row for every card and a column for every free place in a hand, with entries
//! between 0 and 1, 0 where the card may not be. A deal chooses an entry of every row and column
//! and has their product as its weight. The bound is the product of h(s)/e over the row sums s,
//! with h(s) = s + ln(s)/2 + e − 1 for s ≥ 1 and 1 + (e − 1)s below. Proof: removing the column
//! with the entries a changes the bound by the factor ∏ h(s−a)/h(s), and h(s) ≥
//! h(s−a)·exp(a/h(s−a)). With S = ∑ a/h(s−a), the bounds of all successors sum to at most
//! e·S·exp(−S) ≤ 1 of the state's.
//!
//! The entries are λ of the row times μ of the column, chosen by Sinkhorn iteration so that all
//! columns have nearly the same sum and all rows too; this makes the bound tight. Every deal has
//! the same weight, the product of all λ and μ. Rows of one kind are equal, and so are columns of
//! one pile, so a step costs as much as there are kinds.
//!
//! Probabilities are computed with 53 bits. Their errors add up over the cards, up to 4,096; the
//! probabilities of two deals differ by a relative error below 2⁻²⁵, which no feasible number of
//! draws would reveal.

use std::f64::consts::E;

use super::table::Margins;
use crate::random::Random;

/// Rounds of Sinkhorn iteration; it need not converge completely.
const ROUNDS: usize = 200;

/// Tables with given margins, prepared for rejection sampling.
#[derive(Clone, Debug)]
pub(super) struct Rejection {
    margins: Margins,
    /// The entries by row and column; for all cards of a row and all places in a column.
    entries: Vec<f64>,
    /// The sums of a card's entries, by row.
    sums: Vec<f64>,
    /// The columns, those with the fewest rows first.
    order: Vec<usize>,
}

impl Rejection {
    pub(super) fn of(margins: Margins) -> Self {
        let (rows, columns) = (margins.rows.len(), margins.columns.len());
        let mut entries: Vec<f64> = margins.open.iter().map(|&open| f64::from(open)).collect();
        let row_sum = |row: &[f64]| -> f64 {
            row.iter().zip(&margins.columns).map(|(entry, &room)| entry * f64::from(room)).sum()
        };
        for _ in 0..ROUNDS {
            for row in entries.chunks_mut(columns.max(1)) {
                let sum = row_sum(row);
                row.iter_mut().for_each(|entry| *entry /= sum);
            }
            for column in 0..columns {
                let cells = (0..rows).map(|row| margins.cell(row, column));
                let sizes = margins.rows.iter().map(|&size| f64::from(size));
                let sum: f64 =
                    cells.clone().zip(sizes).map(|(cell, size)| entries[cell] * size).sum();
                cells.for_each(|cell| entries[cell] /= sum);
            }
        }
        let mut sums = Vec::with_capacity(rows);
        for row in entries.chunks_mut(columns.max(1)) {
            let most = row.iter().copied().fold(0.0, f64::max);
            row.iter_mut().for_each(|entry| *entry /= most);
            sums.push(row_sum(row));
        }
        let mut order: Vec<usize> = (0..columns).collect();
        let choice =
            |&column: &usize| (0..rows).filter(|&row| margins.is_open(row, column)).count();
        order.sort_by_cached_key(choice);
        Self { margins, entries, sums, order }
    }

    /// Draw a table with probability proportional to the number of deals it represents.
    pub(super) fn draw(&self, random: &mut Random, table: &mut [u16]) {
        while !self.attempt(random, table) {}
    }

    /// One attempt over all places; returns whether it was accepted.
    fn attempt(&self, random: &mut Random, table: &mut [u16]) -> bool {
        table.fill(0);
        let mut left: Vec<f64> = self.margins.rows.iter().map(|&size| f64::from(size)).collect();
        let mut sums = self.sums.clone();
        let mut shares = vec![0.0; left.len()];
        for &column in &self.order {
            for _ in 0..self.margins.columns[column] {
                // The change of the bound apart from the card taken, and by kind the successors'
                // parts of it.
                let mut change = 0.0;
                for row in 0..left.len() {
                    let entry = self.entries[self.margins.cell(row, column)];
                    shares[row] = 0.0;
                    if entry > 0.0 && left[row] > 0.0 {
                        let before = factor(sums[row]);
                        sums[row] = (sums[row] - entry).max(0.0);
                        let after = factor(sums[row]);
                        change += left[row] * (after / before).ln();
                        shares[row] = left[row] * entry * E / after;
                    }
                }
                let mut level = random.unit() / change.exp();
                let chosen = shares.iter().position(|&share| {
                    level -= share;
                    level < 0.0
                });
                let Some(row) = chosen else { return false };
                left[row] -= 1.0;
                table[self.margins.cell(row, column)] += 1;
            }
        }
        true
    }
}

/// The factor of a row in the bound, times e.
fn factor(sum: f64) -> f64 {
    if sum < 1.0 { 1.0 + (E - 1.0) * sum } else { sum + 0.5 * sum.ln() + E - 1.0 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use smallvec::SmallVec;

    use super::super::splits::Splits;
    use super::*;

    #[test]
    fn the_bound_never_grows() {
        for step in 0..=4_000 {
            let rest = f64::from(step) / 100.0;
            for tenth in 0..=10 {
                let entry = f64::from(tenth) / 10.0;
                let least = factor(rest) * (entry / factor(rest)).exp();
                assert!(factor(rest + entry) >= least * (1.0 - 1e-15), "{rest} {entry}");
            }
        }
    }

    #[test]
    fn rejection_matches_counting() {
        let shapes: [(&[u16], &[u16], &[u8]); 4] = [
            (&[1, 1, 1], &[1, 1, 1], &[1, 1, 0, 0, 1, 1, 1, 0, 1]),
            (&[3, 2, 4], &[2, 5, 2], &[1, 1, 0, 0, 1, 1, 1, 1, 1]),
            (&[4, 3, 1, 2], &[5, 3, 2], &[1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0]),
            (&[20, 15], &[10, 12, 13], &[1, 1, 0, 1, 1, 1]),
        ];
        for (rows, columns, open) in shapes {
            let margins = Margins {
                rows: SmallVec::from_slice(rows),
                columns: SmallVec::from_slice(columns),
                open: open.iter().map(|&open| open == 1).collect(),
            };
            let splits = Splits::of(&margins).unwrap();
            let mut table = vec![0; open.len()];
            let rejection = Rejection::of(margins);
            let mut random = Random::new(1);
            let mut counts: HashMap<Vec<u16>, [f64; 2]> = HashMap::new();
            const DRAWS: usize = 50_000;
            for _ in 0..DRAWS {
                splits.draw(&mut random, &mut table);
                counts.entry(table.clone()).or_default()[0] += 1.0;
                rejection.draw(&mut random, &mut table);
                counts.entry(table.clone()).or_default()[1] += 1.0;
            }
            for (table, [counted, rejected]) in counts {
                // The difference of two equal binomials, six standard deviations.
                let deviation = (counted + rejected).sqrt();
                assert!((counted - rejected).abs() < 6.0 * deviation, "{table:?}");
            }
        }
    }
}
