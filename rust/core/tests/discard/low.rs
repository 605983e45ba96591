//! Draws of lowball and badugi against brute force.

use cardcore::cards::{Card, parse_cards};
use cardcore::discard::{
    BadugiDraws, DrawGame, Hand, Lowball, Mask, MultiDraw, Showdown, low_against_pat,
};
use cardcore::monitor::Monitor;
use cardcore::poker::Ranking;
use cardcore::poker::badugi::Badugi;
use cardcore::poker::order::FiveCardEvaluator;
use cardcore::random::Random;

/// Cards as bits: brute force visits thousands of millions of hands.
type Bits = u64;

fn bits(cards: &[u8]) -> Bits {
    cards.iter().fold(0, |bits, card| bits | 1 << card)
}

/// The card numbers of a hand.
fn numbers<const CARDS: usize>(mut hand: Bits) -> [u8; CARDS] {
    [(); CARDS].map(|()| {
        let card = hand.trailing_zeros();
        hand &= hand - 1;
        card as u8
    })
}

/// Visit every choice of this many cards.
fn each_choice(cards: Bits, size: usize, visit: &mut impl FnMut(Bits)) {
    fn choose(cards: Bits, size: usize, chosen: Bits, visit: &mut impl FnMut(Bits)) {
        if size == 0 {
            return visit(chosen);
        }
        let mut rest = cards;
        while rest != 0 {
            let card = rest & rest.wrapping_neg();
            rest ^= card;
            choose(rest, size - 1, chosen | card, visit);
        }
    }
    choose(cards, size, 0, visit);
}

/// Random hands of this many cards, as numbers, and the unseen cards.
fn random_hands(seed: u64, cards: usize, count: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut random = Random::new(seed);
    let mut deck: Vec<u8> = (0..52).collect();
    let mut hands = Vec::new();
    for _ in 0..count {
        random.shuffle(&mut deck);
        hands.push((deck[..cards].to_vec(), deck[cards..].to_vec()));
    }
    hands
}

fn cards(numbers: &[u8]) -> Vec<Card> {
    numbers.iter().filter_map(|&number| Card::from_number(number)).collect()
}

fn five(numbers: &[u8]) -> Hand {
    Hand::of(&cards(numbers)).unwrap()
}

/// The cards of a hand that are not discarded.
fn held(hand: &[u8], mask: usize) -> Bits {
    let held = hand.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 0);
    held.fold(0, |bits, (_, card)| bits | 1 << card)
}

fn low_strength(game: Lowball) -> impl Fn(Bits) -> u16 {
    let evaluator = FiveCardEvaluator::of(game.ranking()).unwrap();
    move |hand| evaluator.strength(numbers(hand)).unwrap()
}

fn badugi_strength(hand: Bits) -> u16 {
    Badugi::new().strength(numbers(hand)).unwrap()
}

fn check_counts(game: Lowball, seed: u64, hands: usize) {
    let strength = low_strength(game);
    for (hand, unseen) in random_hands(seed, 5, hands) {
        let mut expected = vec![vec![0; game.group_names().len()]; 32];
        for mask in Mask::all() {
            let held = held(&hand, mask.index());
            each_choice(bits(&unseen), mask.len(), &mut |drawn| {
                let strength = strength(held | drawn);
                expected[mask.index()][game.group_of(strength).unwrap()] += 1;
            });
        }
        assert_eq!(game.counts(five(&hand)), expected, "{game:?} {hand:?}");
    }
}

#[test]
fn the_lows_of_every_discard_match_enumeration() {
    check_counts(Lowball::DeuceToSeven, 1, 4);
    check_counts(Lowball::AceToFive, 2, 4);
}

#[test]
#[ignore = "five thousand million hands: `make test-slow`"]
fn the_lows_of_a_thousand_hands_match_enumeration() {
    check_counts(Lowball::DeuceToSeven, 3, 1000);
    check_counts(Lowball::AceToFive, 4, 1000);
}

/// Count the wins and ties of one discard, pair by pair.
fn brute_force(
    hand: &[u8],
    unseen: &[u8],
    mask: usize,
    strength: &impl Fn(Bits) -> u16,
) -> [u64; 3] {
    let [mut wins, mut ties, mut totals] = [0; 3];
    let (held, unseen) = (held(hand, mask), bits(unseen));
    each_choice(unseen, mask.count_ones() as usize, &mut |drawn| {
        let ours = strength(held | drawn);
        each_choice(unseen & !drawn, hand.len(), &mut |theirs| {
            let theirs = strength(theirs);
            wins += u64::from(ours > theirs);
            ties += u64::from(ours == theirs);
            totals += 1;
        });
    });
    [wins, ties, totals]
}

fn check_showdown(game: Lowball, hand: &[u8], unseen: &[u8], masks: &[usize]) {
    let showdown: Showdown = low_against_pat(five(hand), game, &Monitor::new()).unwrap();
    let strength = low_strength(game);
    for &mask in masks {
        let found = [showdown.wins[mask], showdown.ties[mask], showdown.totals[mask]];
        let expected = brute_force(hand, unseen, mask, &strength);
        assert_eq!(found, expected, "{game:?} {hand:?} {mask}");
    }
}

/// Hands around the wheel, which deuce-to-seven reads in its own way, suited and not.
fn wheels() -> Vec<(Vec<u8>, Vec<u8>)> {
    let texts = ["As 2d 3h 4c 5s", "As 2s 3s 4s 5s", "As 2s 3s 4s Kd", "2c 3c 4c 5c 6c"];
    let hands = texts.map(|text| {
        let hand: Vec<u8> = parse_cards(text).unwrap().iter().map(|card| card.number()).collect();
        let unseen = (0..52).filter(|card| !hand.contains(card)).collect();
        (hand, unseen)
    });
    hands.to_vec()
}

#[test]
fn standing_pat_matches_every_opposing_hand() {
    for game in Lowball::ALL {
        for (hand, unseen) in wheels().into_iter().chain(random_hands(5, 5, 2)) {
            check_showdown(game, &hand, &unseen, &[0]);
        }
    }
}

#[test]
#[ignore = "thousands of millions of pairs: `make test-slow`"]
fn showdowns_match_brute_force() {
    for game in Lowball::ALL {
        for (hand, unseen) in random_hands(6, 5, 1000) {
            check_showdown(game, &hand, &unseen, &[0]);
        }
        for (hand, unseen) in wheels().into_iter().chain(random_hands(7, 5, 2)) {
            check_showdown(game, &hand, &unseen, &[1, 2, 4, 8, 16]);
        }
        for (hand, unseen) in wheels().into_iter().skip(2).chain(random_hands(8, 5, 1)) {
            check_showdown(game, &hand, &unseen, &[16 + 1]);
        }
    }
}

/// Two random hands: what one wins the other loses, whatever they are.
#[test]
fn drawing_five_cards_wins_as_often_as_it_loses() {
    for game in Lowball::ALL {
        for (hand, _) in random_hands(9, 5, 3) {
            let showdown = low_against_pat(five(&hand), game, &Monitor::new()).unwrap();
            assert_eq!(2 * showdown.wins[31] + showdown.ties[31], showdown.totals[31]);
            assert!(showdown.ties[31] > 0);
        }
    }
}

fn badugi_draws(hand: &[u8]) -> BadugiDraws {
    BadugiDraws::of(cards(hand).try_into().unwrap()).unwrap()
}

fn check_badugi(seed: u64, hands: usize) {
    for (hand, unseen) in random_hands(seed, 4, hands) {
        let draws = badugi_draws(&hand);
        for mask in 0..16_usize {
            let mut expected = vec![0; usize::from(Ranking::Badugi.strengths())];
            let held = held(&hand, mask);
            each_choice(bits(&unseen), mask.count_ones() as usize, &mut |drawn| {
                expected[usize::from(badugi_strength(held | drawn))] += 1;
            });
            assert_eq!(draws.counts[mask], expected, "{hand:?} {mask}");
        }
        let pat = [draws.wins[0], draws.ties[0], draws.totals[0]];
        assert_eq!(pat, brute_force(&hand, &unseen, 0, &badugi_strength), "{hand:?}");
    }
}

#[test]
fn badugi_draws_match_enumeration() {
    check_badugi(10, 6);
}

#[test]
#[ignore = "five hundred million hands: `make test-slow`"]
fn badugi_draws_of_a_thousand_hands_match_enumeration() {
    check_badugi(11, 1000);
}

fn check_badugi_showdown(hand: &[u8], unseen: &[u8], masks: &[usize]) {
    let draws = badugi_draws(hand);
    for &mask in masks {
        let found = [draws.wins[mask], draws.ties[mask], draws.totals[mask]];
        let expected = brute_force(hand, unseen, mask, &badugi_strength);
        assert_eq!(found, expected, "{hand:?} {mask}");
    }
}

#[test]
fn badugi_showdowns_match_brute_force() {
    for (hand, unseen) in random_hands(12, 4, 1) {
        check_badugi_showdown(&hand, &unseen, &[1, 8]);
    }
}

#[test]
#[ignore = "thousands of millions of pairs: `make test-slow`"]
fn badugi_showdowns_of_many_discards_match_brute_force() {
    for (hand, unseen) in random_hands(13, 4, 20) {
        check_badugi_showdown(&hand, &unseen, &[1, 2, 4, 8]);
    }
    for (hand, unseen) in random_hands(14, 4, 3) {
        check_badugi_showdown(&hand, &unseen, &[3, 12]);
    }
    let (hand, unseen) = random_hands(15, 4, 1).remove(0);
    check_badugi_showdown(&hand, &unseen, &[7]);
}

/// Discarding all four cards: the pairs of hands of equal strength that share no card, one by one.
#[test]
fn badugi_hands_tie_as_often_as_disjoint_hands_are_equal() {
    let (hand, unseen) = random_hands(16, 4, 1).remove(0);
    let draws = badugi_draws(&hand);
    assert_eq!(2 * draws.wins[15] + draws.ties[15], draws.totals[15]);
    let mut by_strength = vec![Vec::new(); usize::from(Ranking::Badugi.strengths())];
    each_choice(bits(&unseen), 4, &mut |hand| {
        by_strength[usize::from(badugi_strength(hand))].push(hand);
    });
    let ties = by_strength.iter().flat_map(|hands| {
        hands.iter().map(|hand| hands.iter().filter(|&other| hand & other == 0).count() as u64)
    });
    assert_eq!(draws.ties[15], ties.sum::<u64>());
}

#[test]
fn known_chances_come_out() {
    // 4-3-2 with three suits draws one: 10 spades of the 13 make a badugi, 20.8 %.
    let hand = [8, 5, 2, 46];
    let counts = &badugi_draws(&hand).counts[8];
    assert_eq!(counts[377..].iter().sum::<u32>(), 10);
    // A one-card draw to 7-5-4-2 in deuce-to-seven: the 3s and the 6s make a seven, the 8s an eight.
    let hand = five(&[20, 13, 10, 3, 45]);
    let counts = &Lowball::DeuceToSeven.counts(hand)[16];
    assert_eq!(Lowball::DeuceToSeven.group_names()[..2], ["7 low", "8 low"]);
    assert_eq!(counts[..2], [8, 4]);
    // In ace-to-five the ace plays below the deuce: 3s, 6s and aces make a seven.
    let counts = &Lowball::AceToFive.counts(hand)[16];
    assert_eq!(Lowball::AceToFive.group_names()[..3], ["5 low", "6 low", "7 low"]);
    assert_eq!(counts[..3], [0, 0, 12]);
}

/// The value of a final hand: the fraction of hands that it beats, ties counting half.
fn percentile(game: DrawGame, strength: &impl Fn(Bits) -> u16) -> Vec<f64> {
    let mut hands = vec![0_u64; usize::from(game.ranking().strengths())];
    each_choice((1 << 52) - 1, game.cards(), &mut |hand| hands[usize::from(strength(hand))] += 1);
    let total: u64 = hands.iter().sum();
    let mut below = 0;
    let mut values = Vec::new();
    for equal in hands {
        values.push((2 * below + equal) as f64 / (2 * total) as f64);
        below += equal;
    }
    values
}

#[test]
fn badugi_with_three_draws_is_the_best_of_all_means() {
    let game = DrawGame::Badugi;
    let solution = MultiDraw::solve(game, 3, &Monitor::new()).unwrap();
    let finals = percentile(game, &badugi_strength);
    assert!((solution.means()[0] - 0.5).abs() < 1e-9);
    assert!(solution.means().windows(2).all(|means| means[0] < means[1]));
    assert!(solution.sizes().iter().all(|sizes| sizes.iter().sum::<u64>() == 270_725));
    for (hand, unseen) in random_hands(17, 4, 4) {
        for draws in 1..=3 {
            let (values, best) = solution.values(&cards(&hand), draws).unwrap();
            assert!(values.iter().all(|&value| value <= values[best]));
            for mask in (0..16_usize).filter(|mask| mask.count_ones() <= 2) {
                let (mut sum, mut count) = (0.0, 0);
                let held = held(&hand, mask);
                each_choice(bits(&unseen), mask.count_ones() as usize, &mut |drawn| {
                    let after = held | drawn;
                    sum += if draws == 1 {
                        finals[usize::from(badugi_strength(after))]
                    } else {
                        let after = cards(&numbers::<4>(after));
                        let (values, best) = solution.values(&after, draws - 1).unwrap();
                        values[best]
                    };
                    count += 1;
                });
                let mean = sum / f64::from(count);
                assert!((values[mask] - mean).abs() < 1e-9, "{hand:?} {draws} {mask}");
            }
        }
    }
}

#[test]
fn a_single_draw_of_deuce_to_seven_is_the_mean_of_all_final_hands() {
    let low = Lowball::DeuceToSeven;
    let game = DrawGame::Lowball(low);
    let solution = MultiDraw::solve(game, 1, &Monitor::new()).unwrap();
    let strength = low_strength(low);
    let finals = percentile(game, &strength);
    for (hand, unseen) in random_hands(18, 5, 2) {
        let (values, best) = solution.values(&cards(&hand), 1).unwrap();
        assert!(values.iter().all(|&value| value <= values[best]));
        for mask in (0..32_usize).filter(|mask| mask.count_ones() <= 3) {
            let (mut sum, mut count) = (0.0, 0);
            let held = held(&hand, mask);
            each_choice(bits(&unseen), mask.count_ones() as usize, &mut |drawn| {
                sum += finals[usize::from(strength(held | drawn))];
                count += 1;
            });
            let mean = sum / f64::from(count);
            assert!((values[mask] - mean).abs() < 1e-9, "{hand:?} {mask}");
        }
    }
    let wrong = solution.values(&cards(&[0, 1, 2, 3]), 1).unwrap_err();
    assert_eq!(wrong.to_string(), "expected 5 cards, found 4");
}
