//! How many cards of each kind go to each pile: the sums of a table, and where it may not be zero.

use smallvec::SmallVec;

/// The sums of a table of whole numbers and the cells that may hold some: rows are kinds of cards,
/// columns are piles. No two rows and no two columns have the same open cells.
#[derive(Clone, Debug)]
pub(super) struct Margins {
    /// The sums of the rows.
    pub(super) rows: SmallVec<[u16; 8]>,
    /// The sums of the columns.
    pub(super) columns: SmallVec<[u16; 8]>,
    /// By row and column whether the cell may hold anything.
    pub(super) open: Vec<bool>,
}

impl Margins {
    /// Whether a cell may hold anything.
    pub(super) fn is_open(&self, row: usize, column: usize) -> bool {
        self.open.get(self.cell(row, column)).copied().unwrap_or(false)
    }

    /// The number of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        row * self.columns.len() + column
    }
}
