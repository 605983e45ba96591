//! Policies made of tables: the score of a move is the sum of the entries that its features select.
//!
//! A decision belongs to a *phase*, such as a lead or a card to pass, and every phase has its own
//! tables, one after another. A move selects one entry of each table by a few small numbers together
//! ([`Selected::put`]). Probabilities are in proportion to the exponential of the scores.

use super::tensors::{Tensor, TensorError, TensorFile};

/// The entries that a move selects, one for each of up to `N` tables of its phase.
#[derive(Clone, Copy, Debug)]
pub struct Selected<const N: usize> {
    indices: [u16; N],
    count: usize,
    size: usize,
}

impl<const N: usize> Selected<N> {
    /// Nothing selected yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { indices: [0; N], count: 0, size: 0 }
    }

    /// Select an entry of the next table by numbers with their numbers of columns. Numbers above the
    /// last column count as the last.
    #[inline(always)]
    pub fn put<const M: usize>(&mut self, parts: [(usize, usize); M]) {
        let (mut index, mut size) = (0, 1);
        for (value, columns) in parts {
            index = index * columns + value.min(columns - 1);
            size *= columns;
        }
        self.indices[self.count % N] = (self.size + index) as u16;
        self.count += 1;
        self.size += size;
    }

    /// The indices into the entries of the phase.
    #[inline(always)]
    #[must_use]
    pub fn indices(&self) -> &[u16] {
        &self.indices[..self.count.min(N)]
    }

    /// The number of entries of all tables so far.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }
}

impl<const N: usize> Default for Selected<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// The weights of a tabled policy: the entries of all phases, one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    weights: Vec<f32>,
    /// Where the entries of each phase begin, and after the last one the end.
    begins: Vec<usize>,
}

impl Tables {
    /// Zeros, for phases with these numbers of entries: every move is equally likely.
    #[must_use]
    pub fn new(sizes: &[usize]) -> Self {
        let mut begins = vec![0];
        let mut end = 0;
        for size in sizes {
            end += size;
            begins.push(end);
        }
        Self { weights: vec![0.0; end], begins }
    }

    /// All weights.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All weights, to change them.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Where the entries of a phase begin.
    #[inline(always)]
    #[must_use]
    pub fn begin(&self, phase: usize) -> usize {
        self.begins.get(phase).copied().unwrap_or_default()
    }

    /// The score of a move.
    #[inline(always)]
    #[must_use]
    pub fn score<const N: usize>(&self, phase: usize, selected: &Selected<N>) -> f32 {
        let begin = self.begin(phase);
        let mut sum = 0.0;
        for &index in selected.indices() {
            sum += self.weights.get(begin + usize::from(index)).copied().unwrap_or(0.0);
        }
        sum
    }

    /// Read the tensors of a file, one for each phase.
    ///
    /// # Errors
    ///
    /// A tensor that is missing or has another size.
    pub fn read(&mut self, file: &TensorFile, phases: &[&str]) -> Result<(), TensorError> {
        for (range, name) in self.begins.windows(2).zip(phases) {
            let numbers = file.tensor(name, &[range[1] - range[0]])?;
            self.weights[range[0]..range[1]].copy_from_slice(numbers);
        }
        Ok(())
    }

    /// Write them into a file, one tensor for each phase.
    pub fn write(&self, file: &mut TensorFile, phases: &[&str]) {
        for (range, name) in self.begins.windows(2).zip(phases) {
            file.put(name, &self.weights[range[0]..range[1]]);
        }
    }
}

impl TensorFile {
    /// Add a list of numbers.
    pub fn put(&mut self, name: &str, numbers: &[f32]) {
        if let Some(tensor) = Tensor::new(&[numbers.len()], numbers.to_vec()) {
            self.tensors.insert(name.to_owned(), tensor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_sums_of_selected_entries() {
        let mut tables = Tables::new(&[2, 8]);
        tables
            .weights_mut()
            .iter_mut()
            .zip(0..)
            .for_each(|(weight, number)| *weight = number as f32);
        let mut selected = Selected::<4>::new();
        selected.put([(1, 2)]);
        selected.put([(1, 2), (9, 3)]);
        assert_eq!((selected.indices(), selected.size()), ([1, 7].as_slice(), 8));
        assert_eq!(tables.score(1, &selected), 3.0 + 9.0);
    }

    #[test]
    fn tables_read_as_written() {
        let mut tables = Tables::new(&[2, 3]);
        tables.weights_mut().copy_from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let mut file = TensorFile::default();
        tables.write(&mut file, &["lead", "follow"]);
        let mut read = Tables::new(&[2, 3]);
        assert_eq!(read.read(&file, &["lead", "follow"]), Ok(()));
        assert_eq!(read, tables);
        assert!(Tables::new(&[2, 4]).read(&file, &["lead", "follow"]).is_err());
    }
}
