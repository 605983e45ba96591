//! Binomials, and ranking and unranking of combinations and multisets.
//!
//! Combinations and multisets of one size are ranked in colexicographic order: compared by their
//! highest element, then by the next one down. The rank of the combination a₀ < a₁ < … < aₖ is
//! Σ C(aᵢ, i + 1). Adding i to the i-th element turns a multiset into a combination, so the rank of
//! the multiset a₀ ≤ a₁ ≤ … ≤ aₖ is Σ C(aᵢ + i, i + 1). Neither sum depends on the number of
//! elements to choose from.

/// The largest n and k of [`binomial`]; C(64, 32) < 2⁶¹.
pub(crate) const MAX: usize = 64;

/// Pascal's triangle: C(n, k) by n, then by k.
static BINOMIALS: [[u64; MAX + 1]; MAX + 1] = {
    let mut rows = [[0; MAX + 1]; MAX + 1];
    let mut n = 0;
    while n <= MAX {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// C(n, k) for n and k up to [`MAX`]; 0 where k is greater than n.
#[inline]
pub(crate) const fn binomial(n: usize, k: usize) -> u64 {
    if n <= MAX && k <= MAX { BINOMIALS[n][k] } else { 0 }
}

/// The rank of a combination, lowest element first, among those of its size.
pub(crate) fn combination_number(elements: impl IntoIterator<Item = usize>) -> u64 {
    elements.into_iter().zip(1..).map(|(element, size)| binomial(element, size)).sum()
}

/// The combination of `elements` elements with this rank, lowest element first.
pub(crate) fn combination_at<const SIZE: usize>(mut number: u64, elements: usize) -> [usize; SIZE] {
    let mut combination = [0; SIZE];
    for (index, chosen) in combination.iter_mut().enumerate().rev() {
        // The highest element with no more combinations below it than the remaining rank.
        let fits = |&element: &usize| binomial(element, index + 1) <= number;
        *chosen = (0..elements).rev().find(fits).unwrap_or(0);
        number -= binomial(*chosen, index + 1);
    }
    combination
}

/// Advance a combination, lowest element first, to the next rank.
pub(crate) fn advance_combination(elements: &mut [usize]) {
    for index in 0..elements.len() {
        let next = elements[index] + 1;
        if elements.get(index + 1).is_none_or(|&above| next < above) {
            elements[index] = next;
            for (lower, element) in elements.iter_mut().take(index).enumerate() {
                *element = lower;
            }
            return;
        }
    }
}

/// The contribution of the element at an index, from 0 for the lowest, to the rank of a multiset.
pub(crate) const fn multiset_step(element: usize, index: usize) -> usize {
    binomial(element + index, index + 1) as usize
}

/// The rank of a multiset, lowest element first, among those of its size.
pub(crate) fn multiset_number(elements: impl IntoIterator<Item = usize>) -> usize {
    elements.into_iter().enumerate().map(|(index, element)| multiset_step(element, index)).sum()
}

/// The first rank of each size when all multisets of up to five elements are ranked together,
/// smaller ones first; the last entry is their total number.
pub(crate) const fn multiset_starts(elements: usize) -> [usize; 7] {
    let mut starts = [0; 7];
    let mut size = 0;
    while size < 6 {
        starts[size + 1] = starts[size] + binomial(elements + size - 1, size) as usize;
        size += 1;
    }
    starts
}

/// Visit every multiset of a size, lowest element first, in lexicographic order; `copies` is the
/// maximum multiplicity of an element.
pub(crate) fn for_each_multiset(
    elements: usize,
    size: usize,
    copies: &impl Fn(usize) -> usize,
    visit: &mut impl FnMut(&[usize]),
) {
    fn extend(
        chosen: &mut Vec<usize>,
        elements: usize,
        size: usize,
        copies: &impl Fn(usize) -> usize,
        visit: &mut impl FnMut(&[usize]),
    ) {
        if chosen.len() == size {
            visit(chosen);
            return;
        }
        for element in chosen.last().copied().unwrap_or(0)..elements {
            if chosen.iter().filter(|&&other| other == element).count() < copies(element) {
                chosen.push(element);
                extend(chosen, elements, size, copies, visit);
                chosen.pop();
            }
        }
    }
    extend(&mut Vec::with_capacity(size), elements, size, copies, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_follow_pascals_rule_and_the_quotient_of_factorials() {
        for n in 0..=MAX {
            let row: u128 = (0..=n).map(|k| u128::from(binomial(n, k))).sum();
            assert_eq!(row, 1 << n);
            let mut ways = 1_u128;
            for k in 0..=n {
                assert_eq!(u128::from(binomial(n, k)), ways, "C({n}, {k})");
                assert_eq!(binomial(n, k), binomial(n, n - k));
                if n > 0 && k > 0 {
                    assert_eq!(binomial(n, k), binomial(n - 1, k - 1) + binomial(n - 1, k));
                }
                ways = ways * (n - k) as u128 / (k + 1) as u128;
            }
            assert!((n + 1..=MAX + 2).all(|k| binomial(n, k) == 0));
        }
        assert_eq!(binomial(52, 5), 2_598_960);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(binomial(MAX + 1, 1), 0);
    }

    /// Rank and unrank all combinations of a size.
    fn check_combinations<const SIZE: usize>(elements: usize) {
        let mut combination: [usize; SIZE] = std::array::from_fn(|index| index);
        for number in 0..binomial(elements, SIZE) {
            assert!(combination.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(combination.iter().all(|&element| element < elements));
            assert_eq!(combination_number(combination), number, "{combination:?}");
            assert_eq!(combination_at(number, elements), combination);
            advance_combination(&mut combination);
        }
        if SIZE > 0 {
            assert_eq!(combination[SIZE - 1], elements.max(SIZE - 1));
        }
    }

    #[test]
    fn combinations_are_numbered_without_a_gap() {
        for elements in 0..=12 {
            check_combinations::<0>(elements);
            check_combinations::<1>(elements);
            check_combinations::<2>(elements);
            check_combinations::<3>(elements);
            check_combinations::<4>(elements);
            check_combinations::<5>(elements);
        }
        check_combinations::<3>(52);
    }

    #[test]
    fn multisets_are_numbered_without_a_gap() {
        for elements in 1..=14 {
            let starts = multiset_starts(elements);
            for size in 0..=5 {
                let mut found = Vec::new();
                let mut before: Option<Vec<usize>> = None;
                for_each_multiset(elements, size, &|_| size, &mut |multiset| {
                    assert!(before.as_deref().is_none_or(|before| before < multiset));
                    before = Some(multiset.to_vec());
                    found.push((multiset_number(multiset.iter().copied()), multiset.to_vec()));
                });
                found.sort_unstable();
                let numbers = found.iter().map(|&(number, _)| number);
                assert!(numbers.eq(0..starts[size + 1] - starts[size]));
                let reversed = |multiset: &[usize]| multiset.iter().rev().copied().collect();
                let descending: Vec<Vec<usize>> =
                    found.iter().map(|(_, multiset)| reversed(multiset)).collect();
                assert!(descending.is_sorted());
            }
        }
        assert_eq!(multiset_starts(13), [0, 1, 14, 105, 560, 2_380, 8_568]);
    }

    #[test]
    fn copies_are_limited_for_each_element() {
        let mut found = Vec::new();
        for_each_multiset(3, 3, &|element| element, &mut |multiset| found.push(multiset.to_vec()));
        assert_eq!(found, [[1, 2, 2]]);
        let mut hands = 0;
        for_each_multiset(13, 5, &|_| 4, &mut |ranks| {
            let of_rank = |rank| ranks.iter().filter(|&&other| other == rank).count();
            hands += (0..13).map(|rank| binomial(4, of_rank(rank))).product::<u64>();
        });
        assert_eq!(hands, binomial(52, 5));
    }
}
