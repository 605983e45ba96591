//! Families: groups of hands before the draw that differ in more than one number.
//!
//! For the high ranking these are hands of one category, by whether they are a four-flush and by how many
//! ranks would complete a straight; each family is ordered by strength. In lowball and badugi the
//! strength before the draw says little, as most hands are drawn to. Families are there the number of
//! cards of the best discard, and how much worse the next best number is; each family is ordered by
//! what the best discard brings.

use super::holding::{Best, Holding};
use crate::poker::{Category, Ranking};

/// The number of families of a ranking.
pub(super) const fn families(ranking: Ranking) -> usize {
    if matches!(ranking, Ranking::High) { 20 } else { 8 }
}

/// The family of a hand for the high ranking, independent of its strength.
pub(super) fn high_family(holding: &Holding) -> usize {
    let category = Category::of_strength(holding.strength);
    match category {
        Category::HighCard | Category::OnePair => {
            6 * usize::from(category.number())
                + 3 * usize::from(has_flush_draw(holding))
                + straight_outs(holding)
        }
        Category::TwoPairs => 12,
        Category::ThreeOfAKind => 13,
        Category::Straight => 14 + usize::from(has_flush_draw(holding)),
        Category::Flush => 16,
        Category::FullHouse => 17,
        Category::FourOfAKind => 18,
        Category::StraightFlush => 19,
    }
}

/// Whether exactly four cards are of one suit.
fn has_flush_draw(holding: &Holding) -> bool {
    let mut counts = [0_u8; 4];
    for card in holding.cards() {
        counts[usize::from(card % 4)] += 1;
    }
    counts.contains(&4)
}

/// How many ranks complete a straight: 0, 1, or 2 for more.
fn straight_outs(holding: &Holding) -> usize {
    let ranks = holding.cards().iter().fold(0_u16, |ranks, card| ranks | 2 << (card / 4));
    let ranks = ranks | ranks >> 13;
    let missing = (0..10).fold(0_u16, |missing, low| {
        let window = 31 << low;
        let held = ranks & window;
        if held.count_ones() == 4 { missing | window & !held } else { missing }
    });
    (missing.count_ones() as usize).min(2)
}

/// Below this part of the best value, another number of cards is no alternative; from the second on, it
/// is nearly as good.
const ALTERNATIVE: [f64; 2] = [0.6, 0.85];

/// The family of a hand in lowball and badugi, and its place there, by its best discards.
pub(super) fn low_place(best: &[Best; 6]) -> (usize, u16) {
    let values = best.map(|best| best.value);
    let count =
        (1..6).fold(0, |most, count| if values[count] > values[most] { count } else { most });
    let alternative = match count {
        0 => values[1],
        1 => values[0],
        _ => 0.0,
    };
    let tier = ALTERNATIVE.iter().filter(|&&part| alternative >= part * values[count]).count();
    let family = match count {
        0 => tier,
        1 => 3 + tier,
        2 => 6,
        _ => 7,
    };
    (family, (values[count].clamp(0.0, 1.0) * f64::from(u16::MAX - 1)) as u16)
}

/// The description of a family.
pub(super) fn family_name(ranking: Ranking, family: usize) -> String {
    if ranking != Ranking::High {
        return low_family_name(family).to_owned();
    }
    let names = |flush: bool, fillers: usize| {
        let flush = if flush { ", four of a suit" } else { "" };
        let straight = ["", ", one rank short of a straight", ", open-ended straight"];
        format!("{flush}{}", straight.get(fillers).copied().unwrap_or(""))
    };
    match family {
        0..=5 => format!("high card{}", names(family >= 3, family % 3)),
        6..=11 => format!("one pair{}", names(family >= 9, family % 3)),
        12 => "two pair".to_owned(),
        13 => "three of a kind".to_owned(),
        14 => "straight".to_owned(),
        15 => "straight, four of a suit".to_owned(),
        16 => "flush".to_owned(),
        17 => "full house".to_owned(),
        18 => "four of a kind".to_owned(),
        _ => "straight flush".to_owned(),
    }
}

const fn low_family_name(family: usize) -> &'static str {
    match family {
        0 => "pat hand",
        1 => "pat hand with a fair draw to one card",
        2 => "pat hand, as good as drawing one card",
        3 => "draw to one card",
        4 => "draw to one card with a fair pat hand",
        5 => "draw to one card, as good as standing pat",
        6 => "draw to two cards",
        _ => "draw to three or more cards",
    }
}
