//! Games with wild cards: published returns, and every way to count compared with every other.

use std::collections::{HashMap, HashSet};

use cardcore::cards::{Card, CardSet, DeckCard, parse_cards, parse_deck_cards};
use cardcore::discard::wild::{
    Deck, DeckHand, Kind, Kinds, WildPaytable, WildValuation, canonical_hands,
};
use cardcore::discard::{
    Choice, DrawValues, Mask, Objective, Outcome, Payout, Paytable, Solution, Valuation,
    best_discards, canonical_hands as canonical_hands_without_joker, solve,
};
use cardcore::monitor::{Monitor, Stopped};
use cardcore::poker::Category;
use cardcore::poker::batch::InvalidHand;
use cardcore::poker::evaluate::Evaluator;
use cardcore::random::Random;

use crate::valuation;

fn wild(name: &str) -> WildPaytable {
    name.parse().unwrap()
}

fn solved(valuation: &WildValuation) -> Solution<DeckCard> {
    solve(valuation, &Monitor::new()).unwrap()
}

fn mean(valuation: &WildValuation, solution: &Solution<DeckCard>) -> f64 {
    let hands = f64::from(valuation.paytable().deck().hands());
    solution.total as f64 / (hands * valuation.denominator() as f64)
}

#[test]
fn published_returns_are_reproduced() {
    for (name, value) in [
        ("deuces-wild-full-pay", 1.007_619_6),
        ("deuces-wild-not-so-ugly", 0.997_282_9),
        ("deuces-wild-illinois", 0.989_130_9),
        ("joker-poker-kings-20-7-5", 1.006_463_0),
    ] {
        let valuation = WildValuation::new(wild(name));
        let found = mean(&valuation, &solved(&valuation));
        assert!((found - value).abs() < 5.1e-8, "{name}: {found}");
    }
    for (name, value) in [
        ("deuces-wild-loose", 1.0097),
        ("joker-poker-two-pair-20-10-6", 0.9992),
        ("deuces-and-joker", 0.9907),
    ] {
        let valuation = WildValuation::new(wild(name));
        let found = mean(&valuation, &solved(&valuation));
        assert!((found - value).abs() < 5.1e-5, "{name}: {found}");
    }
}

/// The kind of five natural cards, which need not be distinct.
fn kind_of(cards: [Card; 5]) -> Kind {
    let mut counts = [0_u8; 13];
    for card in cards {
        counts[usize::from(card.rank().number())] += 1;
    }
    let with = |count| {
        let rank = counts.iter().rposition(|&found| found == count);
        rank.map(|rank| Card::from_number(4 * rank as u8).unwrap().rank())
    };
    if let Some(rank) = with(5) {
        return Kind::five(rank);
    }
    if let Some(rank) = with(4) {
        return Kind::four(rank, with(1).unwrap());
    }
    if with(3).is_some() {
        return if with(2).is_some() { Kind::FullHouse } else { Kind::ThreeOfAKind };
    }
    match counts.iter().filter(|&&count| count == 2).count() {
        2 => return Kind::TwoPairs,
        1 => return Kind::pair(with(2).unwrap()),
        _ => {}
    }
    let strength = Evaluator::new().strength_of_cards(cards);
    match Category::of_strength(strength) {
        Category::StraightFlush if strength == 7461 => Kind::NaturalRoyal,
        Category::StraightFlush => Kind::StraightFlush,
        Category::Flush => Kind::Flush,
        Category::Straight => Kind::Straight,
        _ => Kind::HighCard,
    }
}

/// The reference: substitute every card for every wild card, and classify the result.
fn by_substitution(hand: DeckHand, deck: Deck) -> Kinds {
    fn replace(cards: &mut Vec<Card>, lowest: u8, kinds: &mut Kinds) {
        if let Ok(five) = cards.as_slice().try_into() {
            kinds.insert(match kind_of(five) {
                Kind::NaturalRoyal => Kind::WildRoyal,
                kind => kind,
            });
            return;
        }
        for number in lowest..52 {
            cards.push(Card::from_number(number).unwrap());
            replace(cards, number, kinds);
            cards.pop();
        }
    }
    let mut kinds = Kinds::default();
    let natural = |card: &DeckCard| card.card().filter(|_| !deck.is_wild(*card));
    let mut cards: Vec<Card> = hand.cards().iter().filter_map(natural).collect();
    if cards.len() == 5 {
        kinds.insert(kind_of(cards.try_into().unwrap()));
        return kinds;
    }
    replace(&mut cards, 0, &mut kinds);
    let lying: Vec<Card> = hand.cards().iter().filter_map(|card| card.card()).collect();
    if lying.clone().try_into().is_ok_and(|five| kind_of(five) == Kind::NaturalRoyal) {
        kinds.insert(Kind::NaturalRoyal);
    }
    let text = hand.to_string();
    if deck.has_wild_deuces() && text.matches('2').count() == 4 {
        let ace = text.contains('A');
        kinds.insert(if ace { Kind::FourDeucesWithAce } else { Kind::FourDeuces });
    }
    if hand.cards().iter().all(|&card| deck.is_wild(card)) {
        kinds.insert(Kind::FiveWilds);
    }
    kinds
}

fn deck(cards: &str, joker: bool) -> Deck {
    Deck::new(parse_cards(cards).unwrap().into_iter().collect(), joker)
}

const DEUCES: &str = "2c 2d 2h 2s";

#[test]
fn every_canonical_hand_matches_substitution() {
    for deck in
        [deck("", true), deck(DEUCES, false), deck(DEUCES, true), deck("8c 8d 8h 8s", false)]
    {
        for canonical in canonical_hands(deck, &Monitor::new()).unwrap() {
            let found = Kinds::of(canonical.hand, deck);
            assert_eq!(found, by_substitution(canonical.hand, deck), "{}", canonical.hand);
        }
    }
}

#[test]
fn wild_cards_of_any_suit_match_substitution() {
    let mut random = Random::new(31);
    for deck in [deck("Jh Js", false), deck("Jh Js Kd", true), deck("As 2c", false)] {
        let mut cards: Vec<DeckCard> = deck.cards().collect();
        let royal = DeckHand::of(&parse_deck_cards("As Ks Qs Js Ts").unwrap(), deck).unwrap();
        assert!(Kinds::of(royal, deck).contains(Kind::NaturalRoyal));
        for _ in 0..4_000 {
            random.shuffle(&mut cards);
            let hand = DeckHand::of(&cards[..5], deck).unwrap();
            assert_eq!(Kinds::of(hand, deck), by_substitution(hand, deck), "{hand}");
        }
    }
}

/// All hands of a deck.
fn for_each_hand(deck: Deck, visit: &mut impl FnMut(DeckHand)) {
    let length = deck.len() as u8;
    for a in 0..length {
        for b in a + 1..length {
            for c in b + 1..length {
                for d in c + 1..length {
                    for e in d + 1..length {
                        visit(DeckHand::from_numbers([a, b, c, d, e], deck).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
#[ignore = "takes minutes: some 900 million substitutions"]
fn every_hand_matches_substitution() {
    for (deck, hands) in [
        (deck(DEUCES, false), 2_598_960),
        (deck("", true), 2_869_685),
        (deck(DEUCES, true), 2_869_685),
        (deck("Jh Js", false), 2_598_960),
    ] {
        let mut count = 0;
        for_each_hand(deck, &mut |hand| {
            assert_eq!(Kinds::of(hand, deck), by_substitution(hand, deck), "{hand}");
            count += 1;
        });
        assert_eq!(count, hands);
    }
}

#[test]
fn the_highest_payout_decides() {
    let mut random = Random::new(32);
    let deck = deck(DEUCES, true);
    let hands = canonical_hands(deck, &Monitor::new()).unwrap();
    for _ in 0..20 {
        // Random payouts, also equal ones, in any order.
        let payouts: Vec<String> =
            WildPaytable::classes().map(|_| random.below(6).to_string()).collect();
        let entries: Vec<(&str, &str)> =
            WildPaytable::classes().zip(payouts.iter().map(String::as_str)).collect();
        let paytable = WildPaytable::new("random", deck, entries.iter().copied()).unwrap();
        let pays = |kind: Kind| -> u64 {
            // The narrowest class of a kind decides the payout.
            let class = match kind {
                Kind::HighCard => "high_card",
                Kind::PairOfTwosToNines => "one_pair",
                Kind::PairOfTens => "tens_or_better",
                Kind::PairOfJacksOrQueens => "jacks_or_better",
                Kind::PairOfKings => "kings_or_better",
                Kind::PairOfAces => "aces_or_better",
                Kind::TwoPairs => "two_pair",
                Kind::ThreeOfAKind => "three_of_a_kind",
                Kind::Straight => "straight",
                Kind::Flush => "flush",
                Kind::FullHouse => "full_house",
                Kind::FourFivesToKings => "four_fives_to_kings",
                Kind::FourTwosToFours => "four_twos_to_fours",
                Kind::FourTwosToFoursLowKicker => "four_twos_to_fours_low_kicker",
                Kind::FourAces => "four_aces",
                Kind::FourAcesLowKicker => "four_aces_low_kicker",
                Kind::StraightFlush => "straight_flush",
                Kind::FiveTwosToFives => "five_twos_to_fives",
                Kind::FiveSixesToKings => "five_sixes_to_kings",
                Kind::FiveAces => "five_aces",
                Kind::WildRoyal => "wild_royal",
                Kind::FourDeuces => "four_deuces",
                Kind::FourDeucesWithAce => "four_deuces_with_ace",
                Kind::FiveWilds => "five_wilds",
                Kind::NaturalRoyal => "natural_royal",
            };
            entries.iter().find(|entry| entry.0 == class).unwrap().1.parse().unwrap()
        };
        for canonical in hands.iter().step_by(61) {
            let kinds = by_substitution(canonical.hand, deck);
            let best = kinds.iter().map(pays).max().unwrap();
            let line = &paytable.lines()[paytable.outcome(canonical.hand)];
            assert_eq!(line.payout.to_string(), best.to_string(), "{}", canonical.hand);
        }
    }
}

#[test]
fn ties_between_payouts_go_to_the_higher_class() {
    let paytable = wild("deuces-wild-full-pay");
    let line = |hand: &str| {
        let hand = DeckHand::of(&parse_deck_cards(hand).unwrap(), paytable.deck()).unwrap();
        paytable.lines()[paytable.outcome(hand)].name.clone()
    };
    // A straight and a flush pay 2, and it could be either.
    assert_eq!(line("2c 4d 5d 6d 9d"), "flush");
    assert_eq!(line("2c 2d 5d 6d 8d"), "straight flush");
    // Five of a kind pays 15, a wild royal flush 25, and three deuces complete either with two
    // aces.
    assert_eq!(line("2c 2d 2h Ad Ac"), "five of a kind");
    assert_eq!(line("2c 2d 2h Ad Kd"), "wild royal");
}

/// Solve a game by ranks and by cards.
fn solve_in_two_ways(paytable: &WildPaytable) {
    let name = paytable.name();
    let quick = WildValuation::new(paytable.clone());
    let slow = WildValuation::by_card(paytable.clone());
    assert!(quick.is_fast() && !slow.is_fast());
    let (quick, slow) = (solved(&quick), solved(&slow));
    assert_eq!(quick.total, slow.total, "{name}");
    assert_eq!(quick.squares, slow.squares, "{name}");
    assert_eq!(quick.outcomes, slow.outcomes, "{name}");
    assert_eq!(quick.choices, slow.choices, "{name}");
}

/// A paytable with different payouts for all classes that it needs.
fn with_wild(cards: &str, joker: bool) -> WildPaytable {
    let deck = deck(cards, joker);
    let mut classes: Entries = vec![
        ("tens_or_better", "1"),
        ("two_pair", "2"),
        ("three_of_a_kind", "3"),
        ("straight", "5"),
        ("flush", "7"),
        ("full_house", "11"),
        ("four_of_a_kind", "13"),
        ("straight_flush", "17"),
        ("five_of_a_kind", "29"),
        ("wild_royal", "37"),
        ("natural_royal", "801"),
    ];
    if deck.has_wild_deuces() {
        classes.extend([("four_deuces", "200"), ("four_deuces_with_ace", "401")]);
    }
    if deck.wild_cards() > 4 {
        classes.push(("five_wilds", "1003"));
    }
    WildPaytable::new(cards, deck, classes).unwrap()
}

#[test]
fn unusual_decks_are_the_same_by_card() {
    // The one-eyed jacks.
    solve_in_two_ways(&with_wild("Jh Js", false));
}

#[test]
#[ignore = "takes half a minute: tables of every set of cards for several decks"]
fn more_unusual_decks_are_the_same_by_card() {
    for (cards, joker) in [
        ("Jh Js", true),
        ("Kc Kd Kh Ks", false),
        ("3c 3d 3h 3s", false),
        ("As 2c 2d 2h 2s", true),
        ("2c 7d 7h Th Qs Ac", false),
        ("Ts Js Qs Ks As 2c 3d", true),
        ("Kd Jh Js 9c", false),
    ] {
        solve_in_two_ways(&with_wild(cards, joker));
    }
}

#[test]
fn tables_by_rank_and_by_card_give_the_same_game() {
    for name in ["deuces-wild-full-pay", "joker-poker-kings-20-7-5", "deuces-and-joker"] {
        solve_in_two_ways(&wild(name));
    }
}

/// Solve a game without wild cards with the tables for arbitrary wild cards.
fn solve_naturally_in_two_ways(name: &str) {
    let paytable: Paytable = name.parse().unwrap();
    let entries: Vec<(&str, String)> =
        paytable.entries().iter().map(|(class, payout)| (*class, payout.to_string())).collect();
    let entries = entries.iter().map(|(class, payout)| (*class, payout.as_str()));
    let by_card = WildPaytable::new(name, Deck::new(CardSet::EMPTY, false), entries).unwrap();
    let by_card = solved(&WildValuation::by_card(by_card));
    let found = solve(&valuation(name), &Monitor::new()).unwrap();
    assert_eq!(found.total, by_card.total, "{name}");
    assert_eq!(found.squares, by_card.squares, "{name}");
    let choices = |hands: Vec<(String, Choice)>| hands.into_iter().collect::<HashMap<_, _>>();
    let natural = found.hands.iter().map(|hand| hand.hand.to_string()).zip(found.choices);
    let cards = by_card.hands.iter().map(|hand| hand.hand.to_string()).zip(by_card.choices);
    assert_eq!(choices(natural.collect()), choices(cards.collect()), "{name}");
}

#[test]
fn a_game_without_wild_cards_is_the_same_by_card() {
    solve_naturally_in_two_ways("jacks-or-better-9-6");
}

#[test]
#[ignore = "takes a minute: tables of every set of cards for every built-in paytable"]
fn all_games_are_the_same_by_card() {
    for name in WildPaytable::built_in() {
        solve_in_two_ways(&wild(name));
    }
    for name in Paytable::built_in() {
        solve_naturally_in_two_ways(name);
    }
}

#[test]
fn all_games_without_wild_cards_are_the_same_by_strength() {
    for name in Paytable::built_in() {
        let valuation = valuation(name);
        let Objective::Paytable(paytable) = valuation.objective() else { unreachable!() };
        // The payout of a hand by its strength, without the tables by outcome.
        let draw_values = DrawValues::new(|strength| {
            let payout = paytable.payout(Outcome::of_strength(strength)).to_string();
            payout.parse().unwrap()
        });
        let total: i128 = canonical_hands_without_joker()
            .iter()
            .map(|hand| {
                let best = draw_values.values(hand.hand).into_iter().max().unwrap();
                i128::from(hand.weight) * i128::from(best)
            })
            .sum();
        assert_eq!(solve(&valuation, &Monitor::new()).unwrap().total, total, "{name}");
    }
}

#[test]
fn frequencies_add_up_to_the_value() {
    for name in WildPaytable::built_in() {
        let valuation = WildValuation::new(wild(name));
        let (solution, deck) = (solved(&valuation), valuation.paytable().deck());
        let all = u64::from(deck.hands()) * u64::from(deck.common_draws());
        assert_eq!(solution.outcomes.iter().sum::<u64>(), all, "{name}");
        let lines = valuation.paytable().lines().iter();
        let paid = lines.zip(&solution.outcomes).map(|(line, &frequency)| {
            line.payout.to_string().parse::<i128>().unwrap() * i128::from(frequency)
        });
        assert_eq!(paid.sum::<i128>(), solution.total, "{name}");
        let weights = solution.hands.iter().map(|hand| hand.weight);
        assert_eq!(weights.sum::<u32>(), deck.hands(), "{name}");
    }
}

#[test]
fn tables_and_enumeration_agree() {
    let one_eyed = WildPaytable::new(
        "one-eyed jacks",
        deck("Jh Js", true),
        wild("joker-poker-kings-20-7-5").entries().iter().map(|(class, _)| (*class, "1/3")),
    )
    .unwrap();
    let monitor = Monitor::new();
    for (paytable, hands) in [
        (wild("deuces-wild-full-pay"), ["2c 2d As Ks 9d", "2c 3c 4c 7d Js"]),
        (wild("joker-poker-kings-20-7-5"), ["Jk As Ks 9d 4c", "As Ks Qs Js Ts"]),
        (wild("deuces-and-joker"), ["2c 2d 2h 2s Jk", "Jk 2c Ts 9s 3d"]),
        (one_eyed, ["Jh Js Jk 4d 5d", "Jh Jc Ks 9d 9s"]),
        (with_wild("Jh Js", false), ["Ah Kh Qh Js Ts", "Ac Kh Qh Jh 2d"]),
        (with_wild("2c 2d 2h 2s Ah Kd", true), ["2c 2d 2h Ah 9s", "Ad Kd Qd 2s 9d"]),
    ] {
        let valuation = WildValuation::new(paytable);
        let deck = valuation.paytable().deck();
        for text in hands {
            let hand = DeckHand::of(&parse_deck_cards(text).unwrap(), deck).unwrap();
            let draws = valuation.draws(hand, false, &monitor).unwrap();
            assert_eq!(draws, valuation.draws(hand, true, &monitor).unwrap(), "{text}");
            assert_eq!(draws.classes, None);
            let values = valuation.values_by(valuation.tables(&monitor).unwrap(), hand);
            let rows = draws.outcomes.chunks(valuation.outcomes().len());
            for (mask, row) in Mask::all().zip(rows) {
                assert_eq!(row.iter().sum::<u32>(), deck.draws(mask.len()), "{text}");
                let lines = valuation.paytable().lines().iter().zip(row);
                let value: f64 = lines.map(|(l, &n)| f64::from(n) * number(&l.payout)).sum();
                let found = valuation.number(values[mask.index()]);
                let expected = value / f64::from(deck.draws(mask.len()));
                assert!((found - expected).abs() < 1e-12, "{text} {mask:?}");
            }
        }
    }
}

fn number(payout: &Payout) -> f64 {
    let text = payout.to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

#[test]
fn batches_equal_single_hands() {
    let mut random = Random::new(33);
    let monitor = Monitor::new();
    for name in WildPaytable::built_in() {
        let valuation = WildValuation::new(wild(name));
        let deck = valuation.paytable().deck();
        let mut cards: Vec<DeckCard> = deck.cards().collect();
        let hands: Vec<DeckHand> = (0..1_200)
            .map(|_| {
                random.shuffle(&mut cards);
                DeckHand::of(&cards[..5], deck).unwrap()
            })
            .collect();
        let mut numbers: Vec<[u8; 5]> = hands.iter().map(|hand| hand.numbers()).collect();
        let columns = valuation.columns();
        let mut counts = vec![0; hands.len() * 32 * columns];
        valuation.count_all(&numbers, &mut counts, &monitor).unwrap().unwrap();
        let best = best_discards(&valuation, &numbers, &monitor).unwrap().unwrap();
        let tables = valuation.tables(&monitor).unwrap();
        for (row, &hand) in hands.iter().enumerate() {
            let choice = valuation.best_by(tables, hand);
            assert_eq!(best.masks[row], choice.discard.number(), "{hand}");
            assert_eq!(best.values[row], valuation.number(choice.value), "{hand}");
            let single = valuation.draws(hand, false, &monitor).unwrap().outcomes;
            let rows = counts[row * 32 * columns..].chunks(columns);
            for (found, expected) in rows.zip(single.chunks(valuation.outcomes().len())) {
                let (lines, beyond) = found.split_at(expected.len());
                assert_eq!(lines, expected, "{hand}");
                assert!(beyond.iter().all(|&count| count == 0), "{hand}");
            }
        }
        numbers[700][3] = deck.len() as u8;
        let bad = Err(InvalidHand { row: 700 });
        assert_eq!(valuation.count_all(&numbers, &mut counts, &monitor), Ok(bad));
        assert_eq!(best_discards(&valuation, &numbers, &monitor).unwrap().map(|_| ()), bad);
    }
}

#[test]
fn canonical_hands_with_any_wild_cards_cover_all() {
    // Kings wild: every suit permutation leaves them wild. One-eyed jacks: four of them do, and by
    // Burnside's lemma there are (2,598,960 + 2 × 101,608) / 4 classes.
    for (deck, kinds) in [(deck("Kc Kd Kh Ks", false), 134_459), (deck("Jh Js", false), 700_544)] {
        let hands = canonical_hands(deck, &Monitor::new()).unwrap();
        assert_eq!(hands.len(), kinds);
        assert_eq!(hands.iter().map(|hand| hand.weight).sum::<u32>(), deck.hands());
    }
}

#[test]
fn every_hand_is_in_one_class() {
    // Wild cards below the ten and the joker replace each other, unless all deuces are wild.
    for (deck, interchangeable) in [
        (deck("3c 3d Jh Js", true), "3c 3d Jk"),
        (deck("2c 2d 2h 2s 7h 7s", false), "7h 7s"),
        (deck("2c 4c Ah", false), "2c 4c"),
    ] {
        let members: Vec<u8> =
            parse_deck_cards(interchangeable).unwrap().iter().map(|card| card.number()).collect();
        let is_wild = |number| deck.is_wild(DeckCard::from_number(number).unwrap());
        let permutations: Vec<[u8; 4]> = (0..256_u32)
            .map(|number| [0, 2, 4, 6].map(|shift| (number >> shift & 3) as u8))
            .filter(|names| (0..4).all(|suit| names.contains(&suit)))
            .filter(|names| {
                let renamed = |n: u8| n & !3 | names[usize::from(n & 3)];
                (0..52).all(|number| is_wild(number) == is_wild(renamed(number)))
            })
            .collect();
        let mut seen: HashSet<u64> = HashSet::new();
        for canonical in canonical_hands(deck, &Monitor::new()).unwrap() {
            let numbers = canonical.hand.numbers();
            assert!(numbers.is_sorted(), "{}", canonical.hand);
            let bits = |numbers: &[u8]| numbers.iter().fold(0_u64, |bits, n| bits | 1 << n);
            let all_deuces = |number: &u8| *number < 4 && deck.has_wild_deuces();
            let (other, fixed): (Vec<u8>, Vec<u8>) =
                numbers.iter().partition(|number| members.contains(number) || all_deuces(number));
            let (deuces, wild): (Vec<u8>, Vec<u8>) = other.iter().partition(|n| all_deuces(n));
            let mut class: HashSet<u64> = HashSet::new();
            for names in &permutations {
                let renamed =
                    |n: &u8| if *n > 51 { *n } else { n & !3 | names[usize::from(n & 3)] };
                let cards = bits(&fixed.iter().map(renamed).collect::<Vec<u8>>());
                for some_deuces in subsets(&[0, 1, 2, 3], deuces.len()) {
                    for some_wild in subsets(&members, wild.len()) {
                        class.insert(cards | bits(&some_deuces) | bits(&some_wild));
                    }
                }
            }
            assert_eq!(class.len(), canonical.weight as usize, "{}", canonical.hand);
            assert!(class.into_iter().all(|hand| seen.insert(hand)), "{}", canonical.hand);
        }
        assert_eq!(seen.len(), deck.hands() as usize);
    }
}

/// All subsets of this size.
fn subsets(members: &[u8], size: usize) -> Vec<Vec<u8>> {
    let chosen = |bits: usize| {
        let members = members.iter().enumerate();
        members.filter(|(index, _)| bits >> index & 1 == 1).map(|(_, &member)| member).collect()
    };
    let all = (0..1_usize << members.len()).filter(|bits| bits.count_ones() as usize == size);
    all.map(chosen).collect()
}

#[test]
fn work_can_be_stopped() {
    let monitor = Monitor::new();
    monitor.stop();
    let quick = WildValuation::new(wild("deuces-wild-full-pay"));
    assert_eq!(solve(&quick, &monitor).unwrap_err(), Stopped);
    let slow = WildValuation::by_card(wild("deuces-wild-full-pay"));
    assert_eq!(slow.tables(&monitor).unwrap_err(), Stopped);
}

/// Classes and payouts.
type Entries<'a> = Vec<(&'a str, &'a str)>;

#[test]
fn invalid_paytables_are_errors() {
    let good = wild("deuces-wild-full-pay");
    let payouts: Vec<(&str, String)> =
        good.entries().iter().map(|(class, payout)| (*class, payout.to_string())).collect();
    let good_entries: Entries =
        payouts.iter().map(|(class, payout)| (*class, payout.as_str())).collect();
    let rejected = |deck: Deck, change: &dyn Fn(&mut Entries)| {
        let mut entries = good_entries.clone();
        change(&mut entries);
        WildPaytable::new("mine", deck, entries).unwrap_err().to_string()
    };
    for (class, _) in good.entries() {
        let message = rejected(good.deck(), &|entries| entries.retain(|entry| entry.0 != *class));
        assert_eq!(message, format!("paytable 'mine': the payout for '{class}' is missing"));
    }
    assert_eq!(
        rejected(deck("", true), &|_| {}),
        "paytable 'mine': class 'four_deuces' cannot occur in this deck: not all four twos are wild"
    );
    assert_eq!(
        rejected(good.deck(), &|entries| entries.push(("five_wilds", "1"))),
        "paytable 'mine': class 'five_wilds' cannot occur in this deck: it has fewer than five wild \
         cards"
    );
    assert_eq!(
        rejected(deck("", false), &|_| {}),
        "paytable 'mine': class 'five_of_a_kind' cannot occur in this deck: no card is wild"
    );
    assert_eq!(
        rejected(good.deck(), &|entries| entries.push(("flush", "1"))),
        "paytable 'mine': class 'flush' is given twice"
    );
    assert_eq!(
        rejected(good.deck(), &|entries| entries.push(("kings_or_better", "1"))),
        "paytable 'mine': the payout for 'two_pair' is missing"
    );
    assert_eq!(
        rejected(good.deck(), &|entries| entries[0].1 = "-1"),
        "paytable 'mine', class 'three_of_a_kind': expected a number of 0 or more, found '-1'"
    );
    let message = rejected(good.deck(), &|entries| entries.push(("six_of_a_kind", "1")));
    assert!(message.starts_with(
        "paytable 'mine': unknown class 'six_of_a_kind', expected one of high_card, one_pair,"
    ));
    let natural = Paytable::new("mine", [("five_of_a_kind", "1")]).unwrap_err().to_string();
    assert_eq!(
        natural,
        "paytable 'mine': class 'five_of_a_kind' is for decks with wild cards, and this one has none"
    );
}
