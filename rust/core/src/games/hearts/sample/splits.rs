//! Counting and sampling of contingency tables by dynamic programming over their lines.
//!
//! A table with the cells x represents ∏ n! / ∏ x! deals, where n are its row sums: the cards of a
//! row can be divided in n!/∏x! ways, the multinomial. The number of deals below a state (the
//! column sums left once some rows are filled) is therefore the sum, over all ways to fill the next
//! row, of its multinomial times the number below the resulting state. A table is sampled row by
//! row in proportion to these numbers, which makes every deal equally likely. For the precision of
//! the numbers see [`Count`].
//!
//! A column that no later row can fill must be filled completely. Rows with few choices come first,
//! so that the last one, often cards without restrictions, has no choice left.
//!
//! Rows and columns can be exchanged: ∏ n! is the same for all tables, and so is the product of the
//! factorials of the column sums. The dynamic program runs over the lines that leave fewer possible
//! states. The number of states is still exponential in the smaller number of lines; beyond a limit
//! there is no result.

use smallvec::SmallVec;

use super::count::Count;
use super::table::Margins;
use crate::combinatorics::{self, binomial};
use crate::random::Random;

/// The maximum total number of choices in all states, for up to 64 cards of four suits and the
/// special card, as in the standard game. The worst of a hundred thousand positions of random games
/// needed a tenth of it.
const MAX_CHOICES: usize = 1 << 16;
/// The same for other decks, whose choices are more expensive. Above it, rejection is faster.
const MAX_CHOICES_OF_LARGE_DECKS: usize = 1 << 12;

/// Lines of up to this many cards are counted with tabulated binomial coefficients.
const TABULATED: usize = combinatorics::MAX;

/// All tables with given margins, prepared for sampling.
#[derive(Clone, Debug)]
pub(super) struct Splits {
    lines: Vec<Line>,
    /// For each state, the first of its choices and their total weight in units; the states of a
    /// line come after those of the lines before, starting with the single state of the first.
    states: Vec<State>,
    choices: Vec<Choice>,
    /// The amounts that the choices put into the open cells of their lines.
    amounts: Vec<u16>,
}

/// A row, or a column if the program runs over columns.
#[derive(Clone, Debug)]
struct Line {
    sum: u16,
    /// The crossing lines of its open cells, and whether each is crossed for the last time.
    crossings: SmallVec<[(u16, bool); 8]>,
    /// The numbers of these cells in the table.
    cells: SmallVec<[u32; 8]>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    first: u32,
    end: u32,
    total: u128,
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The cumulative weight of the choices up to this one in its state, in units.
    below: u128,
    next: u32,
    /// The start of its amounts.
    amounts: u32,
}

impl Splits {
    /// Count the tables; `None` if there are too many states.
    pub(super) fn of(margins: &Margins) -> Option<Self> {
        let states = |sums: &[u16]| sums.iter().map(|&sum| f64::from(sum + 1).log2()).sum::<f64>();
        let by_rows = states(&margins.columns) <= states(&margins.rows);
        let (sums, crossing_sums) = if by_rows {
            (&margins.rows, &margins.columns)
        } else {
            (&margins.columns, &margins.rows)
        };
        let lines = lines(margins, sums, crossing_sums.len(), by_rows);
        let mut splits =
            Self { lines, states: Vec::new(), choices: Vec::new(), amounts: Vec::new() };
        let cards: u32 = sums.iter().map(|&sum| u32::from(sum)).sum();
        let is_small = cards <= 64 && margins.rows.len() <= 5;
        let most_choices = if is_small { MAX_CHOICES } else { MAX_CHOICES_OF_LARGE_DECKS };
        let bounds = splits.find_states(crossing_sums, most_choices)?;
        splits.count(&bounds);
        Some(splits)
    }

    /// Find the states of all lines and their choices; returns the first state of each line and the
    /// end of the last.
    fn find_states(&mut self, crossing_sums: &[u16], most_choices: usize) -> Option<Vec<usize>> {
        // The remaining sums packed into one number, with a field for each crossing.
        let mut weights = SmallVec::<[u64; 8]>::new();
        let mut most = 1_u64;
        for &sum in crossing_sums {
            weights.push(most);
            most = most.checked_mul(u64::from(sum) + 1)?;
        }
        let mut left = SmallVec::<[u16; 8]>::from_slice(crossing_sums);
        let mut amounts = SmallVec::<[u16; 8]>::new();
        let mut keys: Vec<u64> = vec![most - 1];
        let mut targets: Vec<u64> = Vec::new();
        let mut bounds = vec![0];
        for line in &self.lines {
            let first_choice = self.choices.len();
            targets.clear();
            for &key in &keys {
                let mut rest = key;
                for (left, &sum) in left.iter_mut().zip(crossing_sums) {
                    *left = (rest % (u64::from(sum) + 1)) as u16;
                    rest /= u64::from(sum) + 1;
                }
                let first = self.choices.len() as u32;
                let complete = line.for_each_split(&left, &mut amounts, &mut |amounts| {
                    let taken = line.crossings.iter().zip(amounts);
                    let taken = taken.map(|(&(crossing, _), &amount)| {
                        weights
                            .get(usize::from(crossing))
                            .map_or(0, |weight| weight * u64::from(amount))
                    });
                    targets.push(key - taken.sum::<u64>());
                    let begin = self.amounts.len() as u32;
                    self.amounts.extend_from_slice(amounts);
                    self.choices.push(Choice { below: 0, next: 0, amounts: begin });
                    self.choices.len() <= most_choices
                });
                if !complete {
                    return None;
                }
                self.states.push(State { first, end: self.choices.len() as u32, total: 0 });
            }
            bounds.push(self.states.len());
            keys.clear();
            keys.extend_from_slice(&targets);
            keys.sort_unstable();
            keys.dedup();
            let base = self.states.len();
            for (choice, target) in self.choices.iter_mut().skip(first_choice).zip(&targets) {
                choice.next = (base + keys.partition_point(|key| key < target)) as u32;
            }
        }
        Some(bounds)
    }

    /// Count the deals below all states, from the last line to the first.
    fn count(&mut self, bounds: &[usize]) {
        let longest = self.lines.iter().map(|line| usize::from(line.sum)).max().unwrap_or(0);
        let mut shares = Vec::new();
        if longest > TABULATED {
            let mut share = Count::ONE;
            for size in 0..=longest as u16 {
                share = share.divided_by(size);
                shares.push(share);
            }
        }
        // Below the end of the table there is one deal: nothing is left.
        let mut counts = vec![Count::ONE; self.states.len() + 1];
        for (line, bounds) in self.lines.iter().zip(bounds.windows(2)).rev() {
            for index in bounds[0]..bounds[1] {
                let Some(state) = self.states.get_mut(index) else { continue };
                let range = state.first as usize..state.end as usize;
                let choices = self.choices.get_mut(range).unwrap_or_default();
                let mut weights = SmallVec::<[Count; 16]>::new();
                let mut total = Count::ZERO;
                for choice in choices.iter() {
                    let amounts = self.amounts.iter().skip(choice.amounts as usize);
                    let amounts = amounts.take(line.cells.len());
                    let next = counts.get(choice.next as usize).copied().unwrap_or(Count::ZERO);
                    let weight = line.ways(amounts, &shares).times(next);
                    total = total.plus(weight);
                    weights.push(weight);
                }
                let unit = total.unit();
                let mut below = 0_u128;
                for (choice, weight) in choices.iter_mut().zip(weights) {
                    below = below.saturating_add(weight.in_units(unit));
                    choice.below = below;
                }
                state.total = below;
                if let Some(count) = counts.get_mut(index) {
                    *count = total;
                }
            }
        }
    }

    /// Draw a table with probability proportional to the number of deals it represents.
    pub(super) fn draw(&self, random: &mut Random, table: &mut [u16]) {
        let mut index = 0;
        for line in &self.lines {
            let Some(state) = self.states.get(index as usize) else { return };
            let choices = self.choices.get(state.first as usize..state.end as usize);
            let choices = choices.unwrap_or_default();
            let chosen = if choices.len() > 1 {
                let level = random.below_wide(state.total);
                choices.partition_point(|choice| choice.below <= level)
            } else {
                0
            };
            let Some(choice) = choices.get(chosen) else { return };
            let amounts = self.amounts.iter().skip(choice.amounts as usize);
            for (&cell, &amount) in line.cells.iter().zip(amounts) {
                if let Some(cell) = table.get_mut(cell as usize) {
                    *cell = amount;
                }
            }
            index = choice.next;
        }
    }
}

/// The lines in processing order.
fn lines(margins: &Margins, sums: &[u16], crossings: usize, by_rows: bool) -> Vec<Line> {
    let cell = |line, crossing| if by_rows { (line, crossing) } else { (crossing, line) };
    let is_open = |line, crossing| {
        let (row, column) = cell(line, crossing);
        margins.is_open(row, column)
    };
    let mut order: SmallVec<[(usize, usize); 8]> = (0..sums.len())
        .map(|line| ((0..crossings).filter(|&crossing| is_open(line, crossing)).count(), line))
        .collect();
    order.sort_unstable();
    let mut is_crossed = vec![false; crossings];
    let mut lines: Vec<Line> = Vec::with_capacity(sums.len());
    for &(_, number) in order.iter().rev() {
        let mut line = Line {
            sum: sums.get(number).copied().unwrap_or(0),
            crossings: SmallVec::new(),
            cells: SmallVec::new(),
        };
        for (crossing, is_crossed) in is_crossed.iter_mut().enumerate() {
            if is_open(number, crossing) {
                let (row, column) = cell(number, crossing);
                let is_last = !std::mem::replace(is_crossed, true);
                line.crossings.push((crossing as u16, is_last));
                line.cells.push(margins.cell(row, column) as u32);
            }
        }
        lines.push(line);
    }
    lines.reverse();
    lines
}

impl Line {
    /// Visit every way to fill the line with the remaining crossing sums, until a visit returns
    /// false; returns whether all were visited.
    fn for_each_split(
        &self,
        left: &[u16],
        amounts: &mut SmallVec<[u16; 8]>,
        visit: &mut impl FnMut(&[u16]) -> bool,
    ) -> bool {
        amounts.clear();
        let room = |&(crossing, _): &(u16, bool)| {
            left.get(usize::from(crossing)).map_or(0, |&left| u32::from(left))
        };
        let room = self.crossings.iter().map(room).sum();
        self.for_each_rest(left, room, u32::from(self.sum), amounts, visit)
    }

    /// The same for the cells after those in `amounts`, with this much room left, which must take
    /// `sum`.
    fn for_each_rest(
        &self,
        left: &[u16],
        room: u32,
        sum: u32,
        amounts: &mut SmallVec<[u16; 8]>,
        visit: &mut impl FnMut(&[u16]) -> bool,
    ) -> bool {
        let Some(&(crossing, is_last)) = self.crossings.get(amounts.len()) else {
            return sum > 0 || visit(amounts);
        };
        let here = left.get(usize::from(crossing)).map_or(0, |&left| u32::from(left));
        let room = room - here;
        let least = if is_last { here } else { sum.saturating_sub(room) };
        for amount in least..=here.min(sum) {
            amounts.push(amount as u16);
            let continues = self.for_each_rest(left, room, sum - amount, amounts, visit);
            amounts.pop();
            if !continues {
                return false;
            }
        }
        true
    }

    /// The number of ways to divide cards into these amounts; for lines longer than [`TABULATED`],
    /// proportional to it, by reciprocal factorials.
    fn ways<'a>(&self, amounts: impl Iterator<Item = &'a u16>, shares: &[Count]) -> Count {
        let mut rest = usize::from(self.sum);
        if rest > TABULATED {
            let share = |&amount: &u16| shares.get(usize::from(amount)).copied();
            return amounts.filter_map(share).fold(Count::ONE, Count::times);
        }
        amounts.fold(Count::ONE, |ways, &amount| {
            let of_rest = binomial(rest, amount.into());
            rest -= usize::from(amount);
            ways.times(Count::of(of_rest.into()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Margins;
    use super::*;

    /// Random margins of a table, and the total number of deals of all tables with them, found by
    /// filling cell after cell.
    fn example(random: &mut Random, rows: usize, columns: usize) -> (Margins, u128) {
        let open: Vec<bool> = (0..rows * columns).map(|_| random.below(3) > 0).collect();
        let mut margins = Margins {
            rows: SmallVec::from_elem(0, rows),
            columns: SmallVec::from_elem(0, columns),
            open,
        };
        for row in 0..rows {
            for column in 0..columns {
                if margins.is_open(row, column) {
                    let amount = random.below(4) as u16;
                    margins.rows[row] += amount;
                    margins.columns[column] += amount;
                }
            }
        }
        let (mut rows, mut columns) = (margins.rows.clone(), margins.columns.clone());
        let all = fill(&margins, 0, &mut rows, &mut columns);
        (margins, all)
    }

    fn fill(margins: &Margins, cell: usize, rows: &mut [u16], columns: &mut [u16]) -> u128 {
        let (row, column) = (cell / columns.len(), cell % columns.len());
        if row == rows.len() {
            return u128::from(columns.iter().all(|&left| left == 0));
        }
        let mut all = 0;
        let most = if margins.is_open(row, column) { rows[row].min(columns[column]) } else { 0 };
        for amount in 0..=most {
            let ways = u128::from(binomial(rows[row].into(), amount.into()));
            rows[row] -= amount;
            columns[column] -= amount;
            if column + 1 < columns.len() || rows[row] == 0 {
                all += ways * fill(margins, cell + 1, rows, columns);
            }
            rows[row] += amount;
            columns[column] += amount;
        }
        all
    }

    fn factorials(sums: &[u16]) -> u128 {
        sums.iter().flat_map(|&sum| 1..=u128::from(sum)).product()
    }

    #[test]
    fn counts_match_enumeration() {
        let mut random = Random::new(1);
        let mut directions = [0; 2];
        for round in 0..600 {
            let (rows, columns) = ([2, 3, 4][round % 3], [3, 2, 4, 3][round % 4]);
            let (margins, all) = example(&mut random, rows, columns);
            let splits = Splits::of(&margins).unwrap();
            let by_rows = splits.lines.len() == rows
                && (0..rows).all(|row| {
                    splits.lines.iter().any(|line| {
                        line.sum == margins.rows[row]
                            && line.cells.iter().all(|&cell| cell as usize / columns == row)
                    })
                });
            directions[usize::from(by_rows)] += 1;
            // When run over columns, deals are counted with another constant factor.
            let total = splits.states[0].total;
            if by_rows {
                assert_eq!(total, all, "{margins:?}");
            } else {
                let (rows, columns) = (factorials(&margins.rows), factorials(&margins.columns));
                assert_eq!(total.checked_mul(rows), all.checked_mul(columns), "{margins:?}");
            }
            let mut table = vec![0; rows * columns];
            splits.draw(&mut random, &mut table);
            for (row, cells) in table.chunks(columns).enumerate() {
                assert_eq!(cells.iter().sum::<u16>(), margins.rows[row]);
                assert!(
                    (0..columns).all(|column| cells[column] == 0 || margins.is_open(row, column))
                );
            }
            for column in 0..columns {
                let sum: u16 = table.chunks(columns).map(|cells| cells[column]).sum();
                assert_eq!(sum, margins.columns[column]);
            }
        }
        assert!(directions.iter().all(|&count| count > 100), "{directions:?}");
    }

    #[test]
    fn large_tables_have_the_right_distribution() {
        // A thousand cards, part of which go to the first pile: the hypergeometric distribution, by
        // the ratio of neighboring terms.
        let margins = Margins {
            rows: SmallVec::from_slice(&[700, 300, 5]),
            columns: SmallVec::from_slice(&[405, 600]),
            open: vec![true, true, true, true, true, false],
        };
        let splits = Splits::of(&margins).unwrap();
        let state = splits.states.iter().max_by_key(|state| state.end - state.first).unwrap();
        let choices = &splits.choices[state.first as usize..state.end as usize];
        assert_eq!(choices.len(), 301);
        let mut before = 0;
        let mut last = None;
        for choice in choices {
            let weight = choice.below - before;
            before = choice.below;
            let amount = f64::from(splits.amounts[choice.amounts as usize]);
            if let Some((last_weight, last_amount)) = last {
                // Of 1,000 cards, 700 of them in the first row, 400 go to the first pile.
                let x: f64 = last_amount;
                let ratio = (700.0 - x) * (400.0 - x) / ((x + 1.0) * (x - 99.0));
                // The rarest are so rare that their weight in units has few bits.
                if last_weight > 1 << 60 && weight > 1 << 60 {
                    assert!((weight as f64 / last_weight as f64 / ratio - 1.0).abs() < 1e-12);
                }
            }
            last = Some((weight, amount));
        }
        assert!(state.total > 1 << 126);
    }

    #[test]
    fn too_many_states_are_rejected() {
        let margins = Margins {
            rows: SmallVec::from_elem(20, 10),
            columns: SmallVec::from_elem(20, 10),
            open: (0..100).map(|cell| cell / 10 != cell % 10).collect(),
        };
        assert!(Splits::of(&margins).is_none());
    }
}
