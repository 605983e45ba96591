//! Cards as text and numbers, both directions.

use cardcore::cards::{Card, CardError, CardSet, Rank, Suit, distinct, parse_cards};
use proptest::prelude::*;

#[test]
fn every_card_has_one_number_and_one_text() {
    for (number, card) in (0..52).zip(Card::all()) {
        assert_eq!(card.number(), number);
        assert_eq!(Card::from_number(number), Some(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(Rank::from_number(number / 4), Some(card.rank()));
        assert_eq!(Suit::from_number(number % 4), Some(card.suit()));
    }
    assert!((52..=255).all(|number| Card::from_number(number).is_none()));
    assert_eq!((Rank::from_number(13), Suit::from_number(4)), (None, None));
}

#[test]
fn one_card_is_not_two() {
    assert!(matches!("AsKs".parse::<Card>(), Err(CardError::TooMany { expected: 1, .. })));
    assert!(matches!("".parse::<Card>(), Err(CardError::TooFew { expected: 1, found: 0 })));
}

fn cards() -> impl Strategy<Value = Vec<Card>> {
    prop::sample::subsequence(Card::all().collect::<Vec<_>>(), 0..=52).prop_shuffle()
}

proptest! {
    #[test]
    fn printed_lists_read_back(cards in cards(), separator in "[ ,]{0,3}") {
        let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
        prop_assert_eq!(parse_cards(&texts.join(&separator)), Ok(cards));
    }

    #[test]
    fn sets_hold_what_was_put_in(cards in cards()) {
        let set = distinct(&cards)?;
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        prop_assert_eq!(set.len(), cards.len());
        prop_assert_eq!(set | !set, CardSet::FULL);
        prop_assert_eq!(set & !set, CardSet::EMPTY);
        prop_assert!(cards.iter().all(|&card| set.contains(card)));
    }

    #[test]
    fn no_text_breaks_the_parser(text in ".{0,40}") {
        let _ = parse_cards(&text);
    }
}
