//! Other rankings, several draws, pot-limit and no-limit, blinds and straddles.

use cardcore::cards::{Card, parse_cards};
use cardcore::game::Game as _;
use cardcore::games::draw::{Chips, FiveCardDraw, Move, Phase, RANKINGS, Rules, Structure};
use cardcore::play::{Session, conformance};
use cardcore::poker::Ranking;
use cardcore::random::Random;

use crate::{play, rules, stacks};

/// The same rules as another game, any that can be played.
pub fn any_variant(rules: Rules, random: &mut Random) -> Rules {
    loop {
        let mut pick = |count: u32| random.below(count);
        let big_blind = pick(3) * pick(3);
        let variant = Rules {
            players: 2 + pick(4),
            ranking: RANKINGS[pick(4) as usize],
            draws: 1 + pick(3),
            betting: Structure::ALL[pick(3) as usize],
            small_blind: if big_blind > 0 { pick(big_blind + 1) } else { 0 },
            big_blind,
            straddle: if pick(2) == 0 { 0 } else { 2 * big_blind + pick(3) },
            ..rules
        };
        if variant.check().is_ok() {
            return variant;
        }
    }
}

fn texts(session: &Session<FiveCardDraw>) -> Vec<String> {
    session.legal_moves().iter().map(Move::to_string).collect()
}

fn error(session: &mut Session<FiveCardDraw>, text: &str) -> String {
    session.play_text(text).unwrap_err().to_string()
}

fn new(rules: Rules, stacks: &[Chips]) -> Session<FiveCardDraw> {
    Session::new(FiveCardDraw::new(rules, 1).unwrap().with_stacks(stacks).unwrap())
}

const NO_LIMIT: Rules = Rules {
    players: 3,
    hands: 1,
    stack: 100,
    ante: 0,
    small_bet: 2,
    big_bet: 2,
    raises: 1000,
    ranking: Ranking::DeuceToSeven,
    draws: 1,
    betting: Structure::NoLimit,
    small_blind: 1,
    big_blind: 2,
    straddle: 0,
};

#[test]
fn variants_conform() {
    let mut random = Random::new(5);
    for number in 0..20 {
        let stack = if number % 2 == 0 { 1 + random.below(12) } else { 60 };
        let ante = random.below(3);
        let rules = any_variant(Rules { hands: 2, stack, ante, ..Rules::default() }, &mut random);
        let check = conformance::check(|seed| FiveCardDraw::new(rules, seed).unwrap(), 2);
        assert_eq!(check, Ok(()), "{rules:?}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_variants_conform() {
    let mut random = Random::new(6);
    for number in 0..1000 {
        let stack = if number % 2 == 0 { 1 + random.below(12) } else { 60 };
        let ante = random.below(3);
        let rules = any_variant(Rules { hands: 2, stack, ante, ..Rules::default() }, &mut random);
        let check = conformance::check(|seed| FiveCardDraw::new(rules, seed).unwrap(), 2);
        assert_eq!(check, Ok(()), "{rules:?}");
    }
}

#[test]
fn the_big_blind_may_raise_although_nobody_did() {
    let mut session = new(NO_LIMIT, &[100; 3]);
    // Seat 2 has the button, seat 0 the small blind, seat 1 the big one; seat 2 begins.
    assert_eq!(session.state().to_move(), Some(2));
    assert_eq!(session.state().view(2).to_call(), 2);
    play(&mut session, "call, call");
    assert_eq!(
        texts(&session),
        ["check", "raise to 4", "raise to 5", "raise to 8", "raise to 100"]
    );
    let expected = "seat 1, move 'bet 4': there is a blind to raise, expected check or raise";
    assert_eq!(error(&mut session, "bet 4"), expected);
    play(&mut session, "check");
    assert_eq!(session.state().view(0).phase(), Phase::Discard);
    assert_eq!(session.state().to_move(), Some(0));
}

#[test]
fn the_button_posts_the_small_blind_between_two() {
    let mut session = new(Rules { players: 2, ..NO_LIMIT }, &[100; 2]);
    assert_eq!(session.state().view(1).button(), 1);
    assert_eq!((session.state().to_move(), stacks(session.state())), (Some(1), vec![98, 99]));
    play(&mut session, "call, check, discard, discard");
    assert_eq!(session.state().to_move(), Some(0));
}

#[test]
fn a_straddle_acts_last() {
    let mut session = new(Rules { players: 4, straddle: 4, ..NO_LIMIT }, &[100; 4]);
    assert_eq!(stacks(session.state()), [99, 98, 96, 100]);
    assert_eq!(session.state().to_move(), Some(3));
    play(&mut session, "call, call, call");
    assert_eq!(
        (session.state().to_move(), &texts(&session)[..2]),
        (Some(2), &["check".to_owned(), "raise to 6".to_owned()][..])
    );
}

#[test]
fn raises_are_at_least_the_last_one() {
    let mut session = new(NO_LIMIT, &[100; 3]);
    assert_eq!(session.state().view(2).raise_to(), Some((4, 100)));
    play(&mut session, "raise to 10");
    // 8 more than the blind, so at least 8 more.
    assert_eq!(session.state().view(0).raise_to(), Some((18, 100)));
    let low = error(&mut session, "raise to 17");
    assert_eq!(low, "seat 0, move 'raise to 17': 17 chips, expected 18 to 100");
    assert!(error(&mut session, "raise 101").ends_with("101 chips, expected 18 to 100"));
    let without = error(&mut session, "raise");
    assert!(without.ends_with("expected an amount of 18 to 100 chips, such as 'raise to 18'"));
    play(&mut session, "raise to 40");
    assert_eq!(session.state().view(1).raise_to(), Some((70, 100)));
}

#[test]
fn a_short_all_in_does_not_reopen_the_betting() {
    let mut session = new(NO_LIMIT, &[100, 14, 100]);
    // Seat 2 raises by 8; seat 1 goes all in for 14, 4 more, which is less than a full raise.
    play(&mut session, "raise to 10, call");
    assert_eq!(session.state().view(1).raise_to(), Some((14, 14)));
    play(&mut session, "all in");
    assert_eq!(texts(&session), ["fold", "call"]);
    assert!(error(&mut session, "raise to 22").contains("smaller than a full one"));
    // Who has not acted may raise.
    let mut session = new(NO_LIMIT, &[100, 100, 5]);
    play(&mut session, "raise to 5");
    assert_eq!(session.state().view(0).raise_to(), Some((8, 100)));
}

#[test]
fn two_short_all_ins_that_make_a_full_raise_reopen_the_betting() {
    let rules = Rules { players: 4, ..NO_LIMIT };
    let mut session = new(rules, &[15, 20, 100, 100]);
    // Seat 2 raises by 8 to 10, seat 3 calls; 15 and 20 are each less than 8 more, together 10 more.
    play(&mut session, "raise to 10, call, raise to 15, raise to 20");
    assert_eq!(session.state().view(2).raise_to(), Some((28, 100)));
}

#[test]
fn a_pot_limit_raise_adds_at_most_the_pot() {
    let mut session = new(Rules { betting: Structure::PotLimit, ..NO_LIMIT }, &[100; 3]);
    // 3 chips of blinds and a call of 2 make 5, so a raise goes from 2 to 7.
    assert_eq!(session.state().view(2).raise_to(), Some((4, 7)));
    assert_eq!(texts(&session), ["fold", "call", "raise to 4", "raise to 7"]);
    play(&mut session, "raise pot");
    // 10 chips, a call of 6: from 7 to 23.
    assert_eq!(session.state().view(0).raise_to(), Some((12, 23)));
    assert!(error(&mut session, "all in").ends_with("100 chips, expected 12 to 23"));
    play(&mut session, "raise half pot");
    assert_eq!(session.state().view(1).raise_to().unwrap().0, 23);
}

#[test]
fn all_in_is_a_call_if_nothing_is_left_to_raise() {
    let mut session = new(NO_LIMIT, &[100, 5, 100]);
    play(&mut session, "raise to 10, fold, all in");
    assert_eq!(session.state().view(1).paid(1), 5);
    assert_eq!(session.state().view(1).phase(), Phase::Discard);
}

#[test]
fn three_draws_have_four_betting_rounds() {
    let rules = Rules { draws: 3, ranking: Ranking::Badugi, ..rules(3, 1, 100) };
    let mut session = Session::new(FiveCardDraw::new(rules, 3).unwrap());
    let view = |session: &Session<FiveCardDraw>| {
        let view = session.state().view(0);
        (view.phase().name(), view.draws_left(), view.bet_size())
    };
    let mut seen = vec![view(&session)];
    while session.state().to_move().is_some() {
        let drawing = session.state().view(0).phase() == Phase::Discard;
        play(&mut session, if drawing { "discard" } else { "check" });
        if *seen.last().unwrap() != view(&session) {
            seen.push(view(&session));
        }
    }
    let expected = [
        ("first bets", 3, 2),
        ("discard", 3, 0),
        ("second bets", 2, 2),
        ("discard", 2, 0),
        ("third bets", 1, 4),
        ("discard", 1, 0),
        ("fourth bets", 0, 4),
        ("over", 0, 0),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn the_ranking_decides() {
    let deck = "7c 5d 4h 3s 2c  As Ah Ad Ac Ks  2d 2h 2s 3c 3d 3h 4c 4d 4s 5c";
    let winner = |ranking: Ranking| {
        let rules = Rules { ranking, ..rules(2, 1, 100) };
        let deck: Vec<Card> = parse_cards(deck).unwrap();
        let state = FiveCardDraw::with_deals(rules, 1, &[deck]).unwrap();
        let mut session = Session::new(state);
        play(&mut session, "check, check, discard, discard, check, check");
        session.state().scores()[0]
    };
    assert_eq!(winner(Ranking::High), -1);
    assert_eq!(winner(Ranking::DeuceToSeven), 1);
    assert_eq!(winner(Ranking::AceToFive), 1);
}

#[test]
fn rules_that_contradict_each_other_are_refused() {
    let error = |rules: Rules| rules.check().unwrap_err().to_string();
    assert_eq!(
        error(Rules { players: 3, draws: 3, ..Rules::default() }),
        "players = 3, draws = 3: expected at most 2 players, as each may need 20 of the 52 cards"
    );
    assert_eq!(
        Rules { players: 3, draws: 3, ranking: Ranking::Badugi, ..Rules::default() }.check(),
        Ok(())
    );
    assert_eq!(
        error(Rules { small_blind: 1, ..Rules::default() }),
        "small_blind = 1, big_blind = 0: expected a big blind that is not smaller"
    );
    assert_eq!(
        error(Rules { big_blind: 3, ..Rules::default() }),
        "big_blind = 3, small_bet = 2: expected a big blind of at most the small bet at limit"
    );
    assert_eq!(
        error(Rules { big_blind: 2, straddle: 4, ..Rules::default() }),
        "straddle = 4: expected at least 3 players, as the third one posts it"
    );
    assert_eq!(
        error(Rules { straddle: 3, ..NO_LIMIT }),
        "straddle = 3, big_blind = 2: expected a big blind and a straddle of at least twice that"
    );
    let short = Rules { ranking: Ranking::ShortDeck, ..Rules::default() };
    assert_eq!(error(short), "ranking: expected one of high, 2-7, a-5, badugi, found 'short-deck'");
    let game = || FiveCardDraw::new(NO_LIMIT, 1).unwrap();
    let error = |stacks: &[Chips]| game().with_stacks(stacks).unwrap_err().to_string();
    assert_eq!(error(&[1, 2]), "stacks: expected 3 stacks, one per player, found 2");
    let large = "stacks: seat 2: expected 1 to 100, the stack of the rules, found 101";
    assert_eq!(error(&[1, 2, 101]), large);
}

#[test]
fn bots_beat_random_moves_in_every_variant() {
    use cardcore::monitor::Monitor;
    use cardcore::play::arena;
    for (ranking, draws, betting) in [
        (Ranking::DeuceToSeven, 1, Structure::NoLimit),
        (Ranking::DeuceToSeven, 3, Structure::Limit),
        (Ranking::AceToFive, 2, Structure::PotLimit),
        (Ranking::Badugi, 3, Structure::Limit),
        (Ranking::High, 2, Structure::NoLimit),
    ] {
        let rules = Rules { hands: 1, ranking, draws, betting, ..rules(2, 1, 100) };
        let template = FiveCardDraw::new(rules, 0).unwrap();
        for bot in ["pattern", "class", "equity", "nash"] {
            let tally = arena::run(&template, &[bot, "random"], 0..200, 1, &Monitor::new());
            let total = tally.unwrap().totals[0];
            assert!(total > 0, "{bot} in {rules:?}: {total}");
        }
    }
}
