//! What every ranking is held to: a place in the order, written from the rules alone, for every
//! hand there is.

use std::collections::HashMap;

use cardcore::cards::{Card, parse_cards};
use cardcore::poker::Ranking;

/// Visit every hand of this many cards, ascending, from the card `first` on.
pub fn each_hand<const CARDS: usize>(first: u8, mut visit: impl FnMut([u8; CARDS])) {
    let mut hand: [u8; CARDS] = std::array::from_fn(|place| first + place as u8);
    loop {
        visit(hand);
        let highest = |place: usize| (52 - CARDS + place) as u8;
        let Some(last) = (0..CARDS).rev().find(|&place| hand[place] < highest(place)) else {
            return;
        };
        hand[last] += 1;
        for place in last + 1..CARDS {
            hand[place] = hand[place - 1] + 1;
        }
    }
}

/// Check all hands against the places that the rules give them, of which the greater wins: equal
/// places have equal strengths, and the places in order have the strengths 0, 1, 2, … without a
/// gap. Returns the number of hands with each strength.
pub fn check_every_hand<const CARDS: usize>(
    first: u8,
    ranking: Ranking,
    strength: impl Fn([u8; CARDS]) -> Option<u16>,
    place: impl Fn([u8; CARDS]) -> [i8; 6],
) -> Vec<u32> {
    let mut found: HashMap<[i8; 6], (u16, u32)> = HashMap::new();
    each_hand(first, |hand| {
        let strength = strength(hand).unwrap();
        let entry = found.entry(place(hand)).or_insert((strength, 0));
        assert_eq!(entry.0, strength, "{hand:?}");
        entry.1 += 1;
    });
    let mut places: Vec<_> = found.into_iter().collect();
    places.sort_unstable();
    assert_eq!(places.len(), usize::from(ranking.strengths()));
    assert!((0..).zip(&places).all(|(strength, (_, found))| strength == found.0));
    places.into_iter().map(|(_, (_, hands))| hands).collect()
}

/// The ranks of five cards and how often each occurs, the most frequent first, then the highest;
/// the number of a rank is given by `number`.
pub fn groups(hand: [u8; 5], number: impl Fn(u8) -> i8) -> Vec<(i8, i8)> {
    let mut groups: Vec<(i8, i8)> = Vec::new();
    for rank in hand.map(|card| number(card / 4)) {
        match groups.iter_mut().find(|group| group.1 == rank) {
            Some(group) => group.0 += 1,
            None => groups.push((1, rank)),
        }
    }
    groups.sort_unstable_by(|a, b| b.cmp(a));
    groups
}

pub fn is_flush(hand: [u8; 5]) -> bool {
    hand.iter().all(|card| card % 4 == hand[0] % 4)
}

/// A place: a class, then ranks.
pub fn place(class: i8, ranks: impl IntoIterator<Item = i8>) -> [i8; 6] {
    let mut place = [0; 6];
    place[0] = class;
    for (entry, rank) in place[1..].iter_mut().zip(ranks) {
        *entry = rank;
    }
    place
}

/// The strength of cards given as text, in words.
pub fn words(ranking: Ranking, text: &str) -> String {
    ranking.describe(ranking.strength(&cards(text)).unwrap())
}

pub fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Hands given as text are of falling strength.
pub fn assert_falling(ranking: Ranking, hands: &[&str]) {
    let strengths: Vec<u16> =
        hands.iter().map(|text| ranking.strength(&cards(text)).unwrap()).collect();
    assert!(strengths.windows(2).all(|pair| pair[0] > pair[1]), "{hands:?}: {strengths:?}");
}

/// The best of all subsets with one card fewer.
pub fn best_of_fewer<const CARDS: usize, const FEWER: usize>(
    hand: [u8; CARDS],
    strength: impl Fn([u8; FEWER]) -> Option<u16>,
) -> Option<u16> {
    let without = |gone: usize| -> [u8; FEWER] {
        std::array::from_fn(|place| hand[if place < gone { place } else { place + 1 }])
    };
    (0..CARDS).map(|gone| strength(without(gone))).max().flatten()
}

#[test]
fn rankings_are_found_by_their_names() {
    for ranking in Ranking::ALL {
        assert_eq!(Ranking::from_name(ranking.name()), Some(ranking));
        assert_eq!(ranking.to_string(), ranking.name());
    }
    assert_eq!(Ranking::from_name("hi"), None);
}

#[test]
fn the_wrong_number_of_cards_is_refused() {
    for ranking in Ranking::ALL {
        let all: Vec<Card> = Card::all().rev().collect();
        for count in 0..=8 {
            let hand = &all[..count];
            assert_eq!(
                ranking.strength(hand).is_ok(),
                ranking.cards().contains(&count),
                "{ranking} {count}"
            );
        }
    }
    let message = |ranking: Ranking, text| ranking.strength(&cards(text)).unwrap_err().to_string();
    assert_eq!(message(Ranking::Badugi, "As Ks Qs"), "expected 4 cards, found 3");
    assert_eq!(
        message(Ranking::DeuceToSeven, "2c 3c 4c 5c 7d 9s"),
        "expected 5 cards, found 6: card 6, '9s', is one too many"
    );
    assert_eq!(
        message(Ranking::ShortDeck, "As Ks Qs 2d 6c"),
        "card 4 of 5, '2d': not in a short deck, which starts at the sixes"
    );
    let twice = [cards("As Ks Qs"), cards("Ks")].concat();
    assert_eq!(
        Ranking::Badugi.strength(&twice).unwrap_err().to_string(),
        "card 4 of 4, 'Ks': duplicate of card 2"
    );
}

/// The whole high ranking by the same table as the others: the identity.
#[test]
fn the_high_ranking_is_that_of_hand_ranks() {
    for strength in 0..Ranking::High.strengths() {
        let rank = cardcore::poker::HandRank::from_strength(strength).unwrap();
        assert_eq!(Ranking::High.describe(strength), rank.to_string());
        assert_eq!(Ranking::High.category(strength), Some(rank.category()));
    }
    assert_eq!(words(Ranking::High, "As Ks Qs Js Ts 2c 2d"), "straight flush, ace high");
}
