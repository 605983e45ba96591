//! The margins of a contingency table: how many cards of each kind go to each pile.

use smallvec::SmallVec;

/// The row and column sums of a table of nonnegative integers, and its open cells: rows are kinds
/// of cards, columns are piles. No two rows and no two columns have the same open cells.
#[derive(Clone, Debug)]
pub(super) struct Margins {
    /// The row sums.
    pub(super) rows: SmallVec<[u16; 8]>,
    /// The column sums.
    pub(super) columns: SmallVec<[u16; 8]>,
    /// Whether each cell may be nonzero, by row and column.
    pub(super) open: Vec<bool>,
}

impl Margins {
    /// Whether a cell may be nonzero.
    pub(super) fn is_open(&self, row: usize, column: usize) -> bool {
        self.open.get(self.cell(row, column)).copied().unwrap_or(false)
    }

    /// The index of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        row * self.columns.len() + column
    }
}
