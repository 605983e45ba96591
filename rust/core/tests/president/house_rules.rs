//! House rules: what every option changes, that all of them conform together, and that samples stay
//! uniform where a pass proves something.

use cardcore::cards::Rank;
use cardcore::game::{Game as _, View as _};
use cardcore::games::president::{
    Beats, DealRule, Ends, Kind, Kinds, Leads, MayPass, Move, Opens, Options, OrderedSet, Passing,
    President, Rules, ScoreRule, TradeRule, moves_to_victory,
};
use cardcore::play::conformance;
use cardcore::random::Random;

use crate::{deal_of, draw, legal, play, sources};

/// The presets.
pub const PRESETS: [Options; 4] =
    [Options::REPORT, Options::BASIC, Options::BIG_TWO, Options::DAIHINMIN];

/// A match of one round with these hands.
fn table(options: Options, hands: &[&str]) -> President {
    let rules = Rules::of(Options { players: hands.len(), rounds: 1, ..options }).unwrap();
    President::with_deals(rules, 1, &[deal_of(hands)]).unwrap()
}

/// Options that can be played, any of them.
fn any_options(random: &mut Random) -> Options {
    loop {
        let kinds = Kinds::from_bits(1 | random.below(512) as u16);
        let mut pick = |count: usize| random.below(count as u32) as usize;
        let options = Options {
            players: 2 + pick(12),
            rounds: 1 + pick(2) as u32,
            kinds: if pick(4) == 0 { Kinds::ALL } else { kinds },
            passing: Passing::ALL[pick(2)],
            may_pass: MayPass::ALL[pick(2)],
            beats: Beats::ALL[pick(3)],
            clears: [None, Some(Rank::Two), Some(Rank::Eight), Some(Rank::ALL[pick(13)])][pick(4)],
            revolution: pick(2) == 1,
            deal: DealRule::ALL[pick(2)],
            opens: Opens::ALL[pick(2)],
            leads: Leads::ALL[pick(3)],
            trade: TradeRule::ALL[pick(3)],
            exchanged: [[2, 1], [1, 0], [3, 2], [1, 2], [4, 4]][pick(5)],
            ends: Ends::ALL[pick(2)],
            score: ScoreRule::ALL[pick(2)],
        };
        if Rules::of(options).is_ok() {
            return options;
        }
    }
}

#[test]
fn random_moves_are_picked_as_from_a_list() {
    let mut random = Random::new(3);
    let (mut picked, mut reversed) = (0, 0);
    for number in 0..400 {
        let options = if number % 8 < 4 { PRESETS[number % 4] } else { any_options(&mut random) };
        let mut game = President::new(Rules::of(options).unwrap(), number as u64);
        let mut moves = Vec::new();
        while let Some(seat) = game.to_move() {
            game.legal_moves(&mut moves);
            let listed = random.clone().pick(&moves).copied();
            let chosen = game.view(seat).random_move(&mut random);
            assert_eq!(chosen, listed, "{options:?}: {moves:?}");
            picked += 1;
            reversed += usize::from(game.view(seat).is_reversed());
            game.play(&chosen.unwrap()).unwrap();
        }
    }
    assert!(picked > 10_000 && reversed > 100, "{picked} {reversed}");
}

#[test]
fn presets_conform() {
    check_presets(&[2, 4, 7, 13]);
}

#[test]
#[ignore = "takes minutes"]
fn presets_conform_for_any_number_of_players() {
    check_presets(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
}

fn check_presets(numbers_of_players: &[usize]) {
    for options in PRESETS {
        for &players in numbers_of_players {
            let rules = Rules::of(Options { players, rounds: 2, ..options }).unwrap();
            conformance::check(|seed| President::new(rules, seed), 1).unwrap();
        }
    }
}

/// Check random combinations of options, most of them for many players: small hands are checked
/// sooner.
fn check_combinations(count: usize) {
    let mut random = Random::new(1);
    for number in 0..count {
        let mut options = any_options(&mut random);
        options.players = options.players.max(if number % 10 == 9 { 4 } else { 7 });
        let rules = Rules::of(options).unwrap();
        conformance::check(|seed| President::new(rules, seed), 1)
            .unwrap_or_else(|violation| panic!("{options:?}: {violation}"));
    }
}

#[test]
fn random_combinations_conform() {
    check_combinations(8);
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_random_combinations_conform() {
    check_combinations(200);
}

#[test]
fn kinds_that_are_no_moves_are_rejected() {
    let mut state = table(Options::BASIC, &["3d 4d 5c 6d 7d", "8d 9d Td Jd Qd"]);
    assert_eq!(legal(&state), ["7d", "6d", "5c", "4d", "3d"]);
    let error = state.play(&Move::parse("3d 4d 5c 6d 7d").unwrap()).unwrap_err().to_string();
    assert_eq!(
        error,
        "straight is not a move by these rules, expected one card, pair, three of a kind or four \
         of a kind"
    );
}

#[test]
fn a_pass_that_binds_locks_until_the_pile_is_cleared() {
    let options = Options { passing: Passing::Locked, opens: Opens::Left, ..Options::REPORT };
    let mut state = table(options, &["3d 9d Jd Kd", "4d 8d Td Qd", "5d 7d Ad 2d"]);
    play(&mut state, &["3d", "pass", "5d"]);
    assert_eq!(state.view(0).locked().collect::<Vec<_>>(), [1]);
    // Seat 1 is skipped.
    play(&mut state, &["9d"]);
    assert_eq!(state.to_move(), Some(2));
    play(&mut state, &["pass"]);
    assert_eq!((state.to_move(), state.view(1).locked().count()), (Some(0), 0));
    assert_eq!(legal(&state), ["Kd", "Jd"]);
}

#[test]
fn a_play_clears_the_pile_if_everyone_else_is_locked() {
    let options = Options {
        passing: Passing::Locked,
        deal: DealRule::All,
        opens: Opens::Left,
        ..Options::REPORT
    };
    // Seats 1 and 2 pass, seat 3 goes out, and seat 0 beats that with its last card: nobody is left
    // to answer, and the next player leads.
    let mut state = table(options, &["3d 9d", "4d Td", "4c Jd", "5d"]);
    play(&mut state, &["3d", "pass", "pass", "5d", "9d"]);
    assert_eq!((state.to_move(), state.view(1).beat()), (Some(1), None));
    assert_eq!(legal(&state), ["Td", "4d"]);
}

#[test]
fn only_players_without_a_move_pass() {
    let options = Options { may_pass: MayPass::Unable, ..Options::REPORT };
    let mut state = table(options, &["3d 9d", "4d 8d", "3c 5d"]);
    play(&mut state, &["3d"]);
    assert_eq!(legal(&state), ["8d", "4d"]);
    let error = state.play(&Move::Pass).unwrap_err().to_string();
    assert_eq!(error, "only a player without a legal move may pass, expected cards that beat '3d'");
    play(&mut state, &["8d"]);
    assert_eq!(legal(&state), ["pass"]);
}

#[test]
fn suits_decide_or_equal_values_beat_or_neither() {
    let beating = |beats, led: &str| {
        let options = Options { beats, opens: Opens::Left, ..Options::REPORT };
        let mut state = table(options, &["5h 9d 9c 4d", "5d 5s 9h 9s"]);
        play(&mut state, &[led]);
        legal(&state)
    };
    assert_eq!(beating(Beats::Suit, "5h"), ["9s", "9h", "5s", "pass"]);
    assert_eq!(beating(Beats::Higher, "5h"), ["9s", "9h", "pass"]);
    assert_eq!(beating(Beats::Equal, "5h"), ["9s", "9h", "5s", "5d", "pass"]);
    assert_eq!(beating(Beats::Suit, "9d 9c"), ["9h 9s", "pass"]);
    assert_eq!(beating(Beats::Higher, "9d 9c"), ["pass"]);
    assert_eq!(beating(Beats::Equal, "9d 9c"), ["9h 9s", "pass"]);
}

#[test]
fn five_cards_of_equal_value_never_beat_by_value() {
    for (beats, expected) in [(Beats::Suit, 3), (Beats::Higher, 2), (Beats::Equal, 2)] {
        let options = Options { beats, opens: Opens::Left, ..Options::REPORT };
        let mut state = table(options, &["3d 4c 5d 6d 7d 9d", "3h 4s 5h 6h 7h 9h"]);
        play(&mut state, &["3d 4c 5d 6d 7d"]);
        // A flush and a pass besides.
        assert_eq!(legal(&state).len(), expected, "{beats}");
    }
}

#[test]
fn a_rank_clears_the_pile() {
    let options = Options { clears: Some(Rank::Eight), opens: Opens::Left, ..Options::REPORT };
    let mut state = table(options, &["3d 9d 4d", "8d 8c 4c", "5d 7d 8s"]);
    play(&mut state, &["3d", "8d"]);
    assert_eq!((state.to_move(), state.view(0).beat()), (Some(1), None));
    assert_eq!(legal(&state), ["8c", "4c"]);
    play(&mut state, &["8c", "4c"]);
    // Seat 1 is out, but did not clear the pile with its last card.
    assert_eq!(state.to_move(), Some(2));
    play(&mut state, &["8s"]);
    assert_eq!((state.to_move(), state.view(0).beat()), (Some(2), None));
}

#[test]
fn a_revolution_reverses_the_order_and_another_one_restores_it() {
    let options = Options { revolution: true, opens: Opens::Left, ..Options::REPORT };
    let hands = ["6d 6c 6h 6s 3c 4c Kc", "5d 5c 5h 5s 9d 2d Ac", "7d 7c 7h 7s Td Jd Qd"];
    let mut state = table(options, &hands);
    play(&mut state, &["6d 6c 6h 6s"]);
    assert!(state.view(0).is_reversed());
    assert_eq!(legal(&state), ["5d 5c 5h 5s", "pass"]);
    play(&mut state, &["pass", "pass"]);
    assert_eq!(legal(&state), ["3c", "4c", "Kc"]);
    // Lower ranks beat now, and suits still go up.
    play(&mut state, &["Kc"]);
    assert_eq!(legal(&state), ["5s", "5h", "5c", "5d", "9d", "pass"]);
    play(&mut state, &["pass", "Qd", "pass", "pass", "Td"]);
    let error = state.play(&Move::parse("Kc").unwrap()).unwrap_err().to_string();
    assert_eq!(error, "'Kc' is not in the hand");
    play(&mut state, &["4c"]);
    let error = state.play(&Move::parse("9d").unwrap()).unwrap_err().to_string();
    let expected = "does not beat '4c', expected a lower card, as the order is reversed, or 'pass'";
    assert_eq!(error, expected);
    // Seat 0 goes out, and seat 1 leads after two passes.
    play(&mut state, &["pass", "pass", "3c", "pass", "pass", "5d 5c 5h 5s"]);
    assert!(!state.view(0).is_reversed());
}

#[test]
fn a_reversed_straight_is_as_high_as_its_lowest_card() {
    let options = Options { revolution: true, opens: Opens::Left, ..Options::REPORT };
    let hands = ["9d 9c 9h 9s 5d 6d 7c 8d Tc", "3d 4d 5c 6c 7d 8s 8c 8h 2d"];
    let mut state = table(options, &hands);
    play(&mut state, &["9d 9c 9h 9s", "pass", "Tc", "8s", "pass"]);
    let straights = ["3d 4d 5c 6c 7d", "4d 5c 6c 7d 8h", "4d 5c 6c 7d 8c"];
    assert_eq!(legal(&state)[..3], straights);
    play(&mut state, &["4d 5c 6c 7d 8h"]);
    assert_eq!(legal(&state), ["pass"]);
}

#[test]
fn all_cards_are_dealt_and_the_first_seats_have_more() {
    let rules = Rules::of(Options { players: 5, ..Options::BASIC }).unwrap();
    let state = President::new(rules, 3);
    let sizes: Vec<usize> = (0..5).map(|seat| state.hand(seat).len()).collect();
    assert_eq!(sizes, [11, 11, 10, 10, 10]);
    assert_eq!(state.to_move(), Some(0));
    let uneven = President::with_deals(rules, 1, &[deal_of(&["3d", "4d", "5d 6d", "7d", "8d"])]);
    assert_eq!(
        uneven.unwrap_err().to_string(),
        "expected as many cards in every hand, or one more in the first hands, found 1 in hand 1 \
         and 2 in hand 3"
    );
}

#[test]
fn the_first_player_out_is_paid_for_the_cards_of_the_others() {
    let hands = [
        "3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd",
        "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc",
        "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
    ];
    let mut state = table(Options::BIG_TWO, &hands);
    play(&mut state, &["3d 4d 5d 6d 7d", "4c 5c 6c 7c 8c", "pass"]);
    play(&mut state, &["8d 9d Td Jd Qd", "pass", "pass", "Kd"]);
    // Six cards once played, and eleven untouched ones: 6 + 3 * 11.
    assert_eq!((state.to_move(), state.scores()), (None, vec![39, -6, -33]));
    assert_eq!(state.view(0).orders(), [vec![0, 1, 2]]);
    assert!(!state.low_score_wins());
}

#[test]
fn later_rounds_are_led_by_whom_the_rules_say() {
    for (leads, leader) in [(Leads::President, 0), (Leads::Bum, 2), (Leads::Lowest, 1)] {
        let options = Options {
            players: 3,
            rounds: 2,
            trade: TradeRule::None,
            opens: Opens::Left,
            leads,
            ..Options::REPORT
        };
        let deals = [deal_of(&["3d", "4d", "5d"]), deal_of(&["6d 7d", "3d 4d", "8d 9d"])];
        let mut state = President::with_deals(Rules::of(options).unwrap(), 1, &deals).unwrap();
        play(&mut state, &["3d", "4d"]);
        assert_eq!(state.to_move(), Some(leader), "{leads}");
        assert_eq!(state.view(leader).opening().is_some(), leads == Leads::Lowest);
    }
}

#[test]
fn combinations_that_cannot_be_played_are_refused_with_both_fields() {
    let error = |options: Options| Rules::of(options).unwrap_err().to_string();
    let sets = Kinds::SETS.without(Kind::FourOfAKind);
    assert_eq!(
        error(Options { kinds: sets, revolution: true, ..Options::REPORT }),
        "revolution = True, kinds: expected 'four of a kind' or 'four of a kind plus one' among \
         them, as only these start a revolution"
    );
    assert_eq!(
        error(Options { players: 13, exchanged: [5, 1], ..Options::REPORT }),
        "exchanged = 5, players = 13: expected at most 4, as a player may hold only 4 cards"
    );
    assert_eq!(
        error(Options { exchanged: [0, 0], ..Options::REPORT }),
        "exchanged = 0, trade = 'request': expected at least one card, or trade = 'none'"
    );
    let no_single = Options { kinds: Kinds::from_bits(2), ..Options::REPORT };
    assert!(error(no_single).starts_with("kinds: expected 'one card' among them"));
}

/// The fewest moves by trying every combination that contains the lowest card.
fn fewest(hand: OrderedSet, kinds: Kinds) -> usize {
    use cardcore::games::president::{Demand, MoveRules, combinations};
    let Some(lowest) = hand.order_indices().next() else { return 0 };
    let rules = MoveRules { kinds, ..MoveRules::USUAL };
    let containing = OrderedSet::from_bits(1 << lowest);
    let moves = combinations(hand, Demand { containing, rules, ..Demand::default() });
    1 + moves.iter().map(|found| fewest(hand - found.cards(), kinds)).min().unwrap()
}

#[test]
fn shortest_lines_by_any_kinds_equal_a_brute_force_partition() {
    let mut random = Random::new(2);
    for number in 0..600_usize {
        let kinds = Kinds::from_bits(1 | random.below(512) as u16);
        let from = sources()[number % 4];
        let hand = draw(from, 4 + number % 7, &mut random);
        let line = moves_to_victory(hand, kinds).unwrap();
        assert_eq!(line.moves.len(), fewest(hand, kinds), "{hand} by {kinds}");
        let played = line.moves.iter().fold(OrderedSet::EMPTY, |all, found| all | found.cards());
        assert_eq!(played, hand, "{hand} by {kinds}");
        assert!(line.moves.iter().all(|found| kinds.contains(found.kind())));
    }
}
