//! Samples are uniform where only players without a legal move pass. The possible deals are found by
//! trying every deal of the hidden cards: each is played from the start and must give the same view.

use cardcore::cards::{Card, Rank};
use cardcore::game::{Game as _, View as _};
use cardcore::games::president::{
    Beats, DealRule, MayPass, Move, Opens, Options, OrderedSet, President, Rules, Sampler,
};
use cardcore::play::random_playout;
use cardcore::random::Random;

use crate::deal_of;
use crate::uniform::assert_uniform;

const UNABLE: Options =
    Options { may_pass: MayPass::Unable, opens: Opens::Left, rounds: 1, ..Options::REPORT };

/// Check the samples of seat 0 in a round; returns the number of possible deals.
fn check(what: &str, options: Options, hands: &[&str], moves: &[&str]) -> usize {
    let rules = Rules::of(Options { players: hands.len(), ..options }).unwrap();
    let made = |deal: &[Vec<Card>]| {
        let mut state = President::with_deals(rules, 1, &[deal.to_vec()]).unwrap();
        let mut moves = moves.iter().map(|text| Move::parse(text).unwrap());
        moves.all(|chosen| state.play(&chosen).is_ok()).then_some(state)
    };
    let dealt = deal_of(hands);
    let state = made(&dealt).unwrap();
    let view = state.view(0);
    let hidden = |state: &President| -> Vec<OrderedSet> {
        (1..hands.len()).map(|seat| state.hand(seat)).collect()
    };
    let mut possible = Vec::new();
    let pool: Vec<Card> = view.unseen().iter().collect();
    each_deal(
        &pool,
        &(1..hands.len()).map(|seat| view.count(seat)).collect::<Vec<_>>(),
        &mut |rest| {
            let mut deal = dealt.clone();
            for (seat, cards) in (1..).zip(rest) {
                deal[seat] = cards.iter().copied().chain(view.played_by(seat).iter()).collect();
            }
            if let Some(other) = made(&deal)
                && other.view(0).facts() == view.facts()
            {
                possible.push(hidden(&other));
            }
        },
    );
    let count = possible.len();
    let (mut random, sampler) = (Random::new(1), Sampler::new(&view));
    assert_uniform(what, possible, || hidden(&sampler.draw(&mut random)));
    count
}

/// Visit all ways to deal hands of these sizes.
fn each_deal(pool: &[Card], sizes: &[usize], visit: &mut impl FnMut(&[Vec<Card>])) {
    deal_rest(pool, sizes, &mut Vec::new(), visit);
}

fn deal_rest(
    pool: &[Card],
    sizes: &[usize],
    dealt: &mut Vec<Vec<Card>>,
    visit: &mut impl FnMut(&[Vec<Card>]),
) {
    let Some(&size) = sizes.get(dealt.len()) else { return visit(dealt) };
    each_hand(pool, size, &mut Vec::new(), &mut |hand| {
        let rest: Vec<Card> = pool.iter().copied().filter(|card| !hand.contains(card)).collect();
        dealt.push(hand.to_vec());
        deal_rest(&rest, sizes, dealt, visit);
        dealt.pop();
    });
}

fn each_hand(cards: &[Card], size: usize, hand: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if hand.len() == size {
        return visit(hand);
    }
    for (index, &card) in cards.iter().enumerate() {
        hand.push(card);
        each_hand(&cards[index + 1..], size, hand, visit);
        hand.pop();
    }
}

#[test]
fn a_pass_over_one_card() {
    // Seat 1 has two of the seven other threes and fours, and seat 2 any other card.
    let count = check("one card", UNABLE, &["5d 3d", "3c 4c", "Kd 9c"], &["5d", "pass", "Kd"]);
    assert_eq!(count, 7 * 6 / 2 * (52 - 3 - 2));
    // An equal value would have been enough, so that there are only threes and fours.
    let equal = Options { beats: Beats::Equal, ..UNABLE };
    assert_eq!(check("equal", equal, &["5d 3d", "3c 4c"], &["5d", "pass"]), 7 * 6 / 2);
    let higher = Options { beats: Beats::Higher, ..UNABLE };
    // The other fives are as high.
    assert_eq!(check("higher", higher, &["5d 3d", "3c 4c"], &["5d", "pass"]), 10 * 9 / 2);
}

#[test]
fn passes_over_pairs_and_single_cards() {
    // Neither of the others has a pair above the threes, or anything above the 5h: two cards each of
    // 3h 3s, four fours, 5d and 5c, and no pairs.
    let options = Options { deal: DealRule::All, ..UNABLE };
    let hands = ["3d 3c 5h", "3h 4c", "3s 4h"];
    let moves = ["3d 3c", "pass", "pass", "5h", "pass", "pass"];
    let count = check("pairs and cards", options, &hands, &moves);
    assert!((100..400).contains(&count), "{count}");
}

#[test]
fn passes_over_five_cards_are_respected_by_rejection() {
    let hands = ["3d 4c 5d 6h 7s 3c 3h 3s", "8d 9h Tc Jd Kc 2h 4d 6s"];
    let moves = [
        "3d 4c 5d 6h 7s",
        "pass",
        "3c",
        "8d",
        "pass",
        "9h",
        "pass",
        "Tc",
        "pass",
        "Jd",
        "pass",
        "Kc",
        "pass",
        "2h",
        "pass",
    ];
    // Two of the 38 unseen cards, without a straight, a flush, a full house or four and one.
    let count = check("five cards", UNABLE, &hands, &moves);
    assert!((200..703).contains(&count), "{count}");
}

#[test]
fn passes_in_a_reversed_order() {
    let options = Options { revolution: true, beats: Beats::Higher, players: 2, ..UNABLE };
    let rules = Rules::of(options).unwrap();
    let hands = ["9d 9c 9h 9s 8d Kd 3d", "8h Th Jh Qh Kh Ah 2h"];
    let mut state = President::with_deals(rules, 1, &[deal_of(&hands)]).unwrap();
    for text in ["9d 9c 9h 9s", "pass", "Kd", "Th", "8d", "pass"] {
        state.play(&Move::parse(text).unwrap()).unwrap();
    }
    // Seat 1 has nothing below the eights.
    let (view, mut random) = (state.view(0), Random::new(1));
    let low = (3..8).fold(OrderedSet::EMPTY, |all, value| all | OrderedSet::of_value(value));
    for _ in 0..200 {
        let sampled = President::sample(&view, &mut random);
        assert!((sampled.hand(1) & low).is_empty());
        assert_eq!(sampled.view(0).facts(), view.facts());
    }
}

#[test]
fn samples_agree_with_all_passes_whatever_the_rules() {
    // Whole histories are checked by the conformance kit; here many samples.
    for (players, seed) in [(2, 1), (3, 2), (3, 3), (4, 4), (4, 5), (5, 6)] {
        let options = Options {
            players,
            clears: Some(Rank::Eight),
            revolution: true,
            ..Options { opens: Opens::Lowest, ..UNABLE }
        };
        let mut state = President::new(Rules::of(options).unwrap(), seed);
        let mut random = Random::new(seed);
        while let Some(seat) = state.to_move() {
            let view = state.view(seat);
            let history = President::resample(&view, &mut random);
            let mut again = history.start.clone();
            for chosen in &history.moves {
                again.play(chosen).unwrap();
            }
            assert_eq!(again.view(seat).facts(), view.facts());
            let chosen = view.random_move(&mut random).unwrap();
            state.play(&chosen).unwrap();
        }
        assert!(random_playout(&mut state, &mut random).is_ok());
    }
}
