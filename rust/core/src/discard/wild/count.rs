//! How many hands contain every set of up to four cards, by line of a paytable.

use rayon::prelude::*;

use super::deck::Deck;
use super::hand::DeckHand;
use super::indexing::{JOKER, Numbering, RANKS, index_of_ranks, start};
use super::kind::Kinds;
use super::paytable::WildPaytable;
use crate::cards::DeckCard;
use crate::combinatorics::{advance_combination, binomial, combination_number, for_each_multiset};
use crate::discard::subsets::{SubsetTable, entries_up_to_four};
use crate::monitor::{Monitor, Stopped};
use crate::parallel;

/// Count the hands containing every set of up to four cards by line of a paytable.
///
/// # Errors
///
/// If the monitor stops it.
pub(super) fn count<const COLUMNS: usize>(
    paytable: &WildPaytable,
    numbering: Numbering,
    monitor: &Monitor,
) -> Result<SubsetTable<COLUMNS>, Stopped> {
    match numbering {
        Numbering::Ranks(wild) => Ok(count_by_rank(paytable, wild)),
        Numbering::Cards => count_by_card(paytable, monitor),
    }
}

fn count_by_rank<const COLUMNS: usize>(paytable: &WildPaytable, wild: u16) -> SubsetTable<COLUMNS> {
    let deck = paytable.deck();
    let is_wild = |rank: usize| wild >> rank & 1 == 1;
    let copies = |rank: usize| match rank {
        JOKER => usize::from(deck.has_joker()),
        _ => 4,
    };
    let of_rank = |ranks: &[usize], rank| ranks.iter().filter(|&&other| other == rank).count();

    let first = entries_up_to_four(RANKS);
    let mut columns = vec![0_u8; 2 * binomial(RANKS + 4, 5) as usize];
    for_each_multiset(RANKS, 5, &copies, &mut |ranks| {
        let natural: Vec<usize> = ranks.iter().copied().filter(|&rank| !is_wild(rank)).collect();
        let mut cards = [DeckCard::JOKER; 5];
        for (index, (card, &rank)) in cards.iter_mut().zip(ranks).enumerate() {
            // Cards of equal rank are adjacent: no two are the same.
            let number = if rank == JOKER { 52 } else { 4 * rank + index % 4 };
            *card = DeckCard::from_number(number as u8).unwrap_or(DeckCard::JOKER);
        }
        for one_suit in [false, true] {
            let mut kinds = Kinds::of_ranks(&natural, one_suit);
            kinds.add_natural(cards, deck);
            columns[index_of_ranks(ranks, one_suit) - first] = paytable.best_of(kinds) as u8;
        }
    });

    let mut rows = vec![[0_u32; COLUMNS]; first];
    for size in (0..5).rev() {
        for_each_multiset(RANKS, size, &copies, &mut |ranks| {
            let natural = ranks.iter().filter(|&&rank| !is_wild(rank)).count();
            let (mut mixed, mut suited) = ([0; COLUMNS], [0; COLUMNS]);
            for rank in 0..RANKS {
                let taken = of_rank(ranks, rank);
                let left = copies(rank).saturating_sub(taken) as u32;
                if left == 0 {
                    continue;
                }
                let mut more = ranks.to_vec();
                more.push(rank);
                more.sort_unstable();
                // How many cards of the rank keep the natural cards suited.
                let keep = match (is_wild(rank), natural, taken) {
                    (true, _, _) | (_, 0, _) => left,
                    (_, _, 0) => 1,
                    _ => 0,
                };
                let add = |sum: &mut [u32; COLUMNS], times: u32, one_suit: bool| {
                    let index = index_of_ranks(&more, one_suit);
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
                add(&mut mixed, left, false);
                add(&mut suited, left - keep, false);
                add(&mut suited, keep, true);
            }
            // Every hand was counted once for each of its cards outside the set.
            let missing = 5 - size as u32;
            rows[index_of_ranks(ranks, false)] = mixed.map(|hands| hands / missing);
            rows[index_of_ranks(ranks, true)] = suited.map(|hands| hands / missing);
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
