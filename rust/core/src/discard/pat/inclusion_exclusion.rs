//! Inclusion–exclusion over the cards of a hand.

/// Turn counts of "at least these cards", out of `among`, into "exactly these cards".
#[inline]
pub(super) fn exactly(numbers: &mut [i64; 32], among: usize) {
    for bit in [1, 2, 4, 8, 16] {
        if among & bit != 0 {
            for cards in (0..32).filter(|cards| cards & bit == 0) {
                numbers[cards] -= numbers[cards | bit];
            }
        }
    }
}

/// The number, negated for an odd number of cards.
#[inline]
pub(super) fn signed(number: i64, cards: usize) -> i64 {
    if cards.count_ones().is_multiple_of(2) { number } else { -number }
}

/// All subsets of a bit set, itself first, the empty set last.
#[inline]
pub(super) fn subsets(set: usize) -> impl Iterator<Item = usize> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let found = next?;
        next = found.checked_sub(1).map(|less| less & set);
        Some(found)
    })
}

/// All nonempty subsets.
#[inline]
pub(super) fn nonempty_subsets(set: usize) -> impl Iterator<Item = usize> {
    subsets(set).take_while(|&subset| subset != 0)
}
