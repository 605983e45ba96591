//! How many hands contain every set of up to four cards, by line of a paytable.

use rayon::prelude::*;

use super::deck::Deck;
use super::hand::DeckHand;
use super::indexing::{Numbering, RANKS, RankNumbering, start};
use super::kind::Kinds;
use super::paytable::WildPaytable;
use crate::combinatorics::{advance_combination, binomial, combination_number, for_each_multiset};
use crate::discard::subsets::SubsetTable;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// The rank numbers of a deuce and of an ace.
const DEUCE: usize = 0;
const ACE: usize = 12;

/// Count the hands containing every set of up to four cards by line of a paytable.
///
/// # Errors
///
/// If the monitor stops it.
pub(super) fn count<const COLUMNS: usize>(
    paytable: &WildPaytable,
    numbering: &Numbering,
    monitor: &Monitor,
) -> Result<SubsetTable<COLUMNS>, Stopped> {
    match numbering {
        Numbering::Ranks(numbering) => Ok(count_by_rank(paytable, numbering)),
        Numbering::Cards => count_by_card(paytable, monitor),
    }
}

fn count_by_rank<const COLUMNS: usize>(
    paytable: &WildPaytable,
    numbering: &RankNumbering,
) -> SubsetTable<COLUMNS> {
    let deck = paytable.deck();
    let is_wild = |rank: usize| numbering.is_wild(rank);
    let copies = |rank: usize| numbering.copies(rank);
    let of_rank = |ranks: &[usize], rank| ranks.iter().filter(|&&other| other == rank).count();

    let (first, length) = numbering.lengths();
    let mut columns = vec![0_u8; length - first];
    for_each_multiset(RANKS, 5, &copies, &mut |ranks| {
        let natural: Vec<usize> = ranks.iter().copied().filter(|&rank| !is_wild(rank)).collect();
        let (deuces, aces) = (of_rank(ranks, DEUCE), of_rank(ranks, ACE));
        let column = |one_suit| {
            let mut kinds = Kinds::of_ranks(&natural, one_suit);
            kinds.add_wild(deck, deuces, aces, natural.is_empty());
            paytable.best_of(kinds) as u8
        };
        columns[numbering.index(ranks, 0) - first] = column(false);
        let suited = column(true);
        for entry in 1..numbering.entries() {
            columns[numbering.index(ranks, entry) - first] = suited;
        }
    });

    let mut rows = vec![[0_u32; COLUMNS]; first];
    let mut sums = vec![[0_u32; COLUMNS]; numbering.entries()];
    for size in (0..5).rev() {
        for_each_multiset(RANKS, size, &copies, &mut |ranks| {
            let all_wild = ranks.iter().all(|&rank| is_wild(rank));
            sums.fill([0; COLUMNS]);
            for rank in 0..RANKS {
                let taken = of_rank(ranks, rank);
                let left = copies(rank).saturating_sub(taken) as u32;
                if left == 0 {
                    continue;
                }
                let mut more = ranks.to_vec();
                more.push(rank);
                more.sort_unstable();
                let first_index = numbering.index(&more, 0);
                let add = |sum: &mut [u32; COLUMNS], times: u32, entry: usize| {
                    let index = first_index + entry;
                    match (rows.get(index), columns.get(index.wrapping_sub(first))) {
                        (Some(row), _) => {
                            for (sum, hands) in sum.iter_mut().zip(row) {
                                *sum += times * hands;
                            }
                        }
                        (None, Some(&column)) => sum[usize::from(column) % COLUMNS] += times,
                        (None, None) => {}
                    }
                };
                let (mixed, suited) = sums.split_at_mut(1);
                add(&mut mixed[0], left, 0);
                for ((entry, suited), &kind) in (1..).zip(suited).zip(numbering.kinds()) {
                    if is_wild(rank) {
                        add(suited, left, entry);
                    } else if all_wild {
                        // The first natural card decides the suit.
                        let natural = deck.natural_suits(rank);
                        for (suit, entry) in numbering.entries_of_suits().into_iter().enumerate() {
                            add(suited, (natural >> suit & 1).into(), entry);
                        }
                    } else {
                        // At most one card of a new rank keeps the natural cards suited.
                        let keep = u32::from(taken == 0 && kind >> rank & 1 == 1);
                        add(suited, left - keep, 0);
                        add(suited, keep, entry);
                    }
                }
            }
            // Every hand was counted once for each of its cards outside the set.
            let missing = 5 - size as u32;
            for (entry, sum) in sums.iter().enumerate() {
                rows[numbering.index(ranks, entry)] = sum.map(|hands| hands / missing);
            }
        });
    }
    SubsetTable::new(rows, columns)
}

fn count_by_card<const COLUMNS: usize>(
    paytable: &WildPaytable,
    monitor: &Monitor,
) -> Result<SubsetTable<COLUMNS>, Stopped> {
    let deck = paytable.deck();
    let mut columns = vec![0_u8; deck.hands() as usize];
    in_parallel(&mut columns, 5, deck, monitor, |cards| {
        let numbers = [0, 1, 2, 3, 4].map(|index| cards[index] as u8);
        DeckHand::from_numbers(numbers, deck).map_or(0, |hand| paytable.outcome(hand) as u8)
    })?;
    let mut rows = vec![[0_u32; COLUMNS]; start(deck, 5) as usize];
    for size in (0..5).rev() {
        let (smaller, larger) = rows.split_at_mut(start(deck, size + 1) as usize);
        let smaller = &mut smaller[start(deck, size) as usize..];
        in_parallel(smaller, size, deck, monitor, |cards| {
            let mut sum = [0; COLUMNS];
            for_each_superset(cards, deck, &mut |index| match larger.get(index) {
                Some(row) if size < 4 => {
                    for (sum, hands) in sum.iter_mut().zip(row) {
                        *sum += hands;
                    }
                }
                _ => sum[usize::from(columns.get(index).copied().unwrap_or(0)) % COLUMNS] += 1,
            });
            sum.map(|hands| hands / (5 - size as u32))
        })?;
    }
    Ok(SubsetTable::new(rows, columns))
}

/// Visit the indices of all supersets, with one more card, of these sorted cards.
fn for_each_superset(cards: &[usize], deck: Deck, visit: &mut impl FnMut(usize)) {
    let mut added = 0;
    for index in 0..=cards.len() {
        let before = combination_number(cards.iter().copied().take(index));
        let after = cards.iter().zip(2..).skip(index).map(|(&card, size)| binomial(card, size));
        let others = before + after.sum::<u64>();
        let end = cards.get(index).copied().unwrap_or(deck.len());
        while added < end {
            visit((others + binomial(added, index + 1)) as usize);
            added += 1;
        }
        added = end + 1;
    }
}

/// Compute the entries of all sets of this many cards, in order, on all threads.
fn in_parallel<T: Send>(
    values: &mut [T],
    size: usize,
    deck: Deck,
    monitor: &Monitor,
    value: impl Fn(&[usize]) -> T + Send + Sync,
) -> Result<(), Stopped> {
    // Sets with the same highest card are contiguous.
    let mut parts = Vec::with_capacity(deck.len());
    let mut rest = values;
    for highest in 0..deck.len() {
        let length = match size {
            0 => usize::from(highest == 0),
            _ => binomial(highest, size - 1) as usize,
        };
        let (part, after) = rest.split_at_mut(length.min(rest.len()));
        parts.push((highest, part));
        rest = after;
    }
    parallel::sum(
        parts.into_par_iter().with_max_len(1),
        || (),
        |(), (highest, part)| {
            let mut cards: Vec<usize> = (0..size.saturating_sub(1)).collect();
            if size > 0 {
                cards.push(highest);
            }
            for (number, index) in part.iter_mut().enumerate() {
                if number % 4096 == 0 {
                    monitor.check()?;
                }
                *index = value(&cards);
                advance_combination(&mut cards);
            }
            Ok(())
        },
        |(), ()| (),
    )
}
