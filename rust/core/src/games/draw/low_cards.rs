//! The simplest way to draw to a low hand: keep low cards that fit together.

use crate::cards::{Card, CardSet, Rank};
use crate::poker::Ranking;

/// The highest rank to keep, with aces low.
const HIGHEST: u8 = 8;

/// What to discard: everything but eights and lower cards of different ranks, in badugi also of
/// different suits. Lower cards come first. In deuce-to-seven, aces are high.
pub(super) fn throw_high_cards(hand: CardSet, ranking: Ranking) -> CardSet {
    let low = |card: Card| match card.rank() {
        Rank::Ace if ranking == Ranking::DeuceToSeven => 14,
        Rank::Ace => 1,
        rank => 2 + rank as u8,
    };
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|&card| low(card));
    let mut kept: Vec<Card> = Vec::with_capacity(5);
    for card in cards {
        let clashes = |other: &Card| {
            other.rank() == card.rank()
                || (ranking == Ranking::Badugi && other.suit() == card.suit())
        };
        if low(card) <= HIGHEST && !kept.iter().any(clashes) {
            kept.push(card);
        }
    }
    hand - kept.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    #[test]
    fn low_cards_that_fit_together_are_kept() {
        for (hand, ranking, thrown) in [
            ("7c 5d 4h 3s 2c", Ranking::DeuceToSeven, ""),
            ("As 5d 4h 3s 2c", Ranking::DeuceToSeven, "As"),
            ("As 5d 4h 3s 2c", Ranking::AceToFive, ""),
            ("8s 8d 4h 3s 9c", Ranking::AceToFive, "8s 9c"),
            ("Ac 2d 3h 3s", Ranking::Badugi, "3s"),
            ("Ac 2c 8h Ks", Ranking::Badugi, "2c Ks"),
        ] {
            let set = |text: &str| parse_cards(text).unwrap().into_iter().collect::<CardSet>();
            assert_eq!(throw_high_cards(set(hand), ranking), set(thrown), "{hand} {ranking}");
        }
    }
}
