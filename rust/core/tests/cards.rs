//! Cards as text and numbers, both directions.

use cardcore::cards::{
    Card, CardSet, ROWS_PER_STREAM, Rank, Suit, deal_many, distinct, parse_cards,
};
use cardcore::monitor::Monitor;
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
fn a_text_of_two_cards_is_not_one_card() {
    let message = |text: &str| text.parse::<Card>().unwrap_err().to_string();
    assert_eq!(message("AsKs"), "expected 1 card, found 2: card 2, 'Ks', is one too many");
    assert_eq!(message(""), "expected 1 card, found 0");
}

fn cards() -> impl Strategy<Value = Vec<Card>> {
    prop::sample::subsequence(Card::all().collect::<Vec<_>>(), 0..=52).prop_shuffle()
}

proptest! {
    #[test]
    fn formatted_lists_parse_back(cards in cards(), separator in "[ ,]{0,3}") {
        let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
        prop_assert_eq!(parse_cards(&texts.join(&separator)), Ok(cards));
    }

    #[test]
    fn sets_contain_their_cards(cards in cards()) {
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

#[test]
fn a_seed_always_deals_the_same_rows() {
    let mut rows = [0; 10];
    deal_many(&mut rows, 5, 7, &Monitor::new()).unwrap();
    assert_eq!(rows, [16, 17, 2, 18, 22, 21, 32, 6, 17, 11]);
}

#[test]
fn every_card_is_equally_frequent_at_every_position() {
    let (rows, cards) = (52_000, 7);
    let mut dealt = vec![0; rows * cards];
    deal_many(&mut dealt, cards, 3, &Monitor::new()).unwrap();
    let mut counts = vec![[0_i64; Card::COUNT]; cards];
    for row in dealt.chunks(cards) {
        assert!(row.iter().all(|card| row.iter().filter(|other| *other == card).count() == 1));
        (0..cards).for_each(|place| counts[place][usize::from(row[place])] += 1);
    }
    // Five standard deviations of a binomial with mean 1,000.
    assert!(counts.iter().flatten().all(|count| (count - 1_000).abs() < 157), "{counts:?}");
}

#[test]
fn whole_decks_are_permutations_and_rows_do_not_depend_on_their_number() {
    let rows = 2 * ROWS_PER_STREAM + 1;
    let mut many = vec![0; rows * 52];
    deal_many(&mut many, 52, 11, &Monitor::new()).unwrap();
    for row in many.chunks(52) {
        let mut sorted = row.to_vec();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..52));
    }
    let mut few = vec![0; (ROWS_PER_STREAM + 3) * 52];
    deal_many(&mut few, 52, 11, &Monitor::new()).unwrap();
    assert_eq!(few, many[..few.len()]);
    // The next block starts with another stream.
    assert_ne!(many[..52], many[52 * ROWS_PER_STREAM..][..52]);
}
