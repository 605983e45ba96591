//! The solved game: its file format, its answers, the bot that plays it, and responses to bots.

use cardcore::cards::parse_cards;
use cardcore::game::{Game as _, bot};
use cardcore::games::draw::equilibrium::{
    Effort, Equilibrium, EquilibriumError, Limits, Search, Sums, Winnings, equilibrium_of, exploit,
    exploit_solution, held_out_parts, is_shipped, learn, learn_from_solution, play_held_out,
};
use cardcore::games::draw::{FiveCardDraw, Move, Rules, Structure};
use cardcore::monitor::Monitor;
use cardcore::play::arena;
use cardcore::poker::Ranking;
use cardcore::random::Random;

const TINY: Effort = Effort { hands: 30, strengths: 12, iterations: 12, deals: 2000 };

fn tiny(rules: &Rules) -> Equilibrium {
    Equilibrium::solve(rules, TINY, 1, &Monitor::new()).unwrap()
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let solve = || tiny(&Rules { raises: 1, ..Rules::default() }).to_bytes();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(solve(), pool.install(solve));
}

#[test]
fn solutions_round_trip_and_damage_is_detected() {
    let solved = tiny(&Rules { raises: 0, ..Rules::default() });
    let bytes = solved.to_bytes();
    let again = Equilibrium::from_bytes(&bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!((again.value(), again.exploitability()), (solved.value(), solved.exploitability()));
    let mut random = Random::new(1);
    for place in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << random.below(8);
        assert!(Equilibrium::from_bytes(&damaged).is_err(), "a bit of byte {place}");
        assert!(Equilibrium::from_bytes(&bytes[..place]).is_err(), "the first {place} bytes");
    }
    for version in [1, 5] {
        let mut other = bytes.clone();
        other[26] = version;
        let error = Equilibrium::from_bytes(&other).unwrap_err().to_string();
        let expected =
            "not a solution of a draw game: it was written by another version of cardcore";
        assert_eq!(error, expected);
    }
}

#[test]
fn unsolvable_rules_are_rejected() {
    let solve = |rules: Rules, effort: Effort| {
        Equilibrium::solve(&rules, effort, 1, &Monitor::new()).unwrap_err().to_string()
    };
    let rules = Rules::default();
    for (error, expected) in [
        (
            solve(Rules { players: 3, ..rules }, TINY),
            "players: only games of 2 can be solved, found 3",
        ),
        (
            solve(Rules { raises: 6, ..rules }, TINY),
            "raises: expected at most 5, found 6: the game would be too large to solve",
        ),
        (
            solve(Rules { betting: Structure::NoLimit, ..rules }, TINY),
            "only games with one draw, at limit and without blinds, can be solved; expected draws = 1, \
             betting = 'limit', big_blind = 0",
        ),
        (solve(rules, Effort { hands: 19, ..TINY }), "hands: expected 20 to 2000, found 19"),
    ] {
        assert_eq!(error, expected);
    }
    let monitor = Monitor::new();
    monitor.stop();
    let stopped = Equilibrium::solve(&rules, TINY, 1, &monitor);
    assert!(matches!(stopped, Err(EquilibriumError::Stopped(_))));
}

#[test]
fn probabilities_cover_legal_moves_and_add_up() {
    let solved = equilibrium_of(&Rules::default(), &Monitor::new()).unwrap();
    check_probabilities(&solved, Rules::default());
}

/// Rules of lowball and badugi that are solved within a second.
fn low_rules() -> [Rules; 3] {
    let rules = Rules { raises: 0, hands: 1, ..Rules::default() };
    [Ranking::DeuceToSeven, Ranking::AceToFive, Ranking::Badugi]
        .map(|ranking| Rules { ranking, ..rules })
}

#[test]
fn lowball_and_badugi_are_solved_by_the_same_code() {
    for rules in low_rules() {
        let solved = tiny(&rules);
        check_probabilities(&solved, rules);
        let bytes = solved.to_bytes();
        assert_eq!(tiny(&rules).to_bytes(), bytes);
        let again = Equilibrium::from_bytes(&bytes).unwrap();
        assert_eq!((again.to_bytes(), again.limits()), (bytes, Limits::from(&rules)));
        // The one who acts first is at a disadvantage of less than the ante.
        assert!(solved.value() > -1.0 && solved.value() < 0.05, "{rules:?}: {}", solved.value());
        assert!(solved.exploitability() < 0.3, "{rules:?}: {}", solved.exploitability());
        // Only the rules for which it was solved.
        let other =
            FiveCardDraw::new(Rules { hands: 1, raises: 0, ..Rules::default() }, 1).unwrap();
        assert!(solved.chances(&other.view(0)).is_none());
    }
}

#[test]
fn the_best_low_hands_stand_pat_and_never_fold() {
    for (rules, hands) in low_rules().into_iter().zip([
        "2c 3d 4h 5s 7c  Ks Kh 9c 7d 4s",
        "Ac 2d 3h 4s 5c  Ks Kh 9c 7d 4d",
        "Ac 2d 3h 4s  Ks Kh 9c 7d",
    ]) {
        let solved = tiny(&rules);
        let mut deck = parse_cards(hands).unwrap();
        let dealt: Vec<_> = deck.clone();
        deck.extend(cardcore::cards::Card::all().filter(|card| !dealt.contains(card)));
        let mut state = FiveCardDraw::with_deals(rules, 1, &[deck]).unwrap();
        state.play(&Move::Check).unwrap();
        state.play(&Move::Bet).unwrap();
        let chance = |state: &FiveCardDraw, chosen: &Move| {
            let chances = solved.chances(&state.view(0)).unwrap();
            chances.iter().find(|(other, _)| other == chosen).map(|&(_, chance)| chance)
        };
        assert_eq!(chance(&state, &Move::Fold), Some(0.0));
        state.play(&Move::Call).unwrap();
        assert!(chance(&state, &Move::Discard(Default::default())) > Some(0.98), "{rules:?}");
        assert!(solved.describe(&state.view(0)).unwrap().starts_with("pat hand"));
        state.play(&Move::Discard(Default::default())).unwrap();
        state.play(&Move::Discard(Default::default())).unwrap();
        // Betting or checking to call: either wins a bet, but the best hand never folds.
        state.play(&Move::Check).unwrap();
        state.play(&Move::Bet).unwrap();
        assert_eq!(chance(&state, &Move::Fold), Some(0.0));
    }
}

#[test]
fn nash_plays_the_solution_of_lowball() {
    let [rules, ..] = low_rules();
    let solved = equilibrium_of(&rules, &Monitor::new()).unwrap();
    let mut nash = bot::<FiveCardDraw>("nash").unwrap();
    for seed in 0..20 {
        let mut state = FiveCardDraw::new(rules, seed).unwrap();
        let mut random = Random::new(seed);
        while let Some(seat) = state.to_move() {
            let expected = solved.choose(&state.view(seat), &mut random.clone());
            let chosen = nash.choose(&state.view(seat), &mut random);
            assert_eq!(chosen, expected);
            state.play(&chosen.unwrap()).unwrap();
        }
    }
}

fn check_probabilities(solved: &Equilibrium, rules: Rules) {
    let mut random = Random::new(5);
    for seed in 0..40 {
        let mut state = FiveCardDraw::new(Rules { hands: 1, ..rules }, seed).unwrap();
        while let Some(seat) = state.to_move() {
            let chances = solved.chances(&state.view(seat)).unwrap();
            assert!((chances.iter().map(|chance| chance.1).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(solved.chances(&state.view(1 - seat)).is_none());
            assert!(solved.describe(&state.view(seat)).is_some());
            for (chosen, _) in &chances {
                state.clone().play(chosen).unwrap();
            }
            // Not only along likely moves: it has an answer to all of them.
            let place = random.below(chances.len() as u32) as usize;
            state.play(&chances[place].0).unwrap();
        }
    }
}

#[test]
fn four_aces_are_kept_and_bet() {
    let solved = equilibrium_of(&Rules::default(), &Monitor::new()).unwrap();
    let deck = "As Ah Ad Ac 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h";
    let rules = Rules { hands: 1, ..Rules::default() };
    let mut state = FiveCardDraw::with_deals(rules, 1, &[parse_cards(deck).unwrap()]).unwrap();
    for chosen in [Move::Bet, Move::Raise] {
        state.play(&chosen).unwrap();
    }
    let chances = solved.chances(&state.view(0)).unwrap();
    assert_eq!(chances[0], (Move::Fold, 0.0));
    state.play(&Move::Call).unwrap();
    for (chosen, chance) in solved.chances(&state.view(0)).unwrap() {
        let Move::Discard(cards) = chosen else { panic!("{chosen} at the draw") };
        assert!(cards.len() < 2 || chance < 0.02, "{chosen}: {chance}");
    }
}

#[test]
fn the_bot_near_equilibrium_beats_the_others() {
    let template = FiveCardDraw::new(Rules { hands: 1, ..Rules::default() }, 0).unwrap();
    for other in ["random", "pattern", "class", "equity"] {
        let names = ["nash", other];
        let tally = arena::run(&template, &names, 0..120_000, 3, &Monitor::new()).unwrap();
        let (mean, half_width) = tally.mean(0);
        println!("nash against {other}: {mean:.4} ± {:.4}", half_width.unwrap());
        // The seed is fixed. The winnings exceed the width of the interval.
        assert!(mean > half_width.unwrap(), "{other}: {mean} ± {half_width:?}");
    }
}

#[test]
fn multiples_of_the_stakes_need_no_solving() {
    let usual = Rules { hands: 1, ..Rules::default() };
    let large = Rules { ante: 25, small_bet: 50, big_bet: 100, stack: 2500, ..usual };
    assert!(is_shipped(&usual) && is_shipped(&large));
    for other in
        [Rules { ante: 2, ..usual }, Rules { raises: 2, ..usual }, Rules { players: 3, ..usual }]
    {
        assert!(!is_shipped(&other), "{other:?}");
    }

    // A stopped monitor forbids all solving.
    let stopped = Monitor::new();
    stopped.stop();
    let solved = equilibrium_of(&usual, &stopped).unwrap();
    let scaled = equilibrium_of(&large, &stopped).unwrap();
    assert_eq!(scaled.limits(), Limits::from(&large));
    assert_eq!(scaled.value(), 25.0 * solved.value());
    assert_eq!(scaled.exploitability(), 25.0 * solved.exploitability());

    let mut nash = bot::<FiveCardDraw>("nash").unwrap();
    for seed in 0..40 {
        let mut small = FiveCardDraw::new(usual, seed).unwrap();
        let mut big = FiveCardDraw::new(large, seed).unwrap();
        let mut random = Random::new(seed);
        while let Some(seat) = small.to_move() {
            let chances = solved.chances(&small.view(seat));
            assert!(chances.is_some());
            assert_eq!(chances, scaled.chances(&big.view(seat)));
            assert_eq!(chances, solved.chances(&big.view(seat)));
            let chosen = nash.choose(&small.view(seat), &mut random.clone()).unwrap();
            assert_eq!(nash.choose(&big.view(seat), &mut random), Some(chosen));
            small.play(&chosen).unwrap();
            big.play(&chosen).unwrap();
        }
    }
}

/// Matches between two players with these stacks, one hand each.
fn with_stacks(rules: Rules, stacks: [u32; 2], seed: u64) -> FiveCardDraw {
    let rules = Rules { hands: 1, stack: stacks[0].max(stacks[1]), ..rules };
    FiveCardDraw::new(rules, seed).unwrap().with_stacks(&stacks).unwrap()
}

#[test]
fn every_stack_has_a_solution_at_the_default_stakes_and_their_multiples() {
    // A stopped monitor forbids all solving.
    let stopped = Monitor::new();
    stopped.stop();
    let mut nash = bot::<FiveCardDraw>("nash").unwrap();
    let mut random = Random::new(3);
    for unit in [1, 25] {
        let Rules { ante, small_bet, big_bet, .. } = Rules::default();
        let [ante, small_bet, big_bet] = [ante, small_bet, big_bet].map(|chips| unit * chips);
        let rules = Rules { ante, small_bet, big_bet, ..Rules::default() };
        for seed in 0..600 {
            let stacks = [1 + random.below(40 * unit), 1 + random.below(40 * unit)];
            let effective = Rules { stack: stacks[0].min(stacks[1]), ..rules };
            assert!(is_shipped(&effective), "{stacks:?}");
            let solved = equilibrium_of(&effective, &stopped).unwrap();
            assert_eq!(solved.limits(), Limits::from(&effective));
            let mut state = with_stacks(rules, stacks, seed);
            while let Some(seat) = state.to_move() {
                let view = state.view(seat);
                let chances = solved.chances(&view).unwrap();
                let total: f64 = chances.iter().map(|chance| chance.1).sum();
                assert!((total - 1.0).abs() < 1e-9);
                assert!(solved.describe(&view).is_some());
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                assert!(chances.iter().all(|(chosen, _)| moves.contains(chosen)), "{stacks:?}");
                if !matches!(moves[0], Move::Discard(_)) {
                    assert_eq!(chances.len(), moves.len(), "{stacks:?}");
                }
                assert!(nash.is_fast(&view));
                let expected = solved.choose(&view, &mut random.clone());
                let chosen = nash.choose_cancellable(&view, &mut random, &stopped).unwrap();
                assert_eq!(chosen, expected);
                // Not only along likely moves.
                let place = random.below(chances.len() as u32) as usize;
                state.play(&chances[place].0).unwrap();
            }
        }
    }
}

#[test]
fn the_bot_can_be_stopped_while_it_solves() {
    let stopped = Monitor::new();
    stopped.stop();
    let state = FiveCardDraw::new(Rules { ante: 3, ..Rules::default() }, 1).unwrap();
    let view = state.view(state.to_move().unwrap());
    let mut nash = bot::<FiveCardDraw>("nash").unwrap();
    assert!(!nash.is_fast(&view));
    assert!(nash.choose_cancellable(&view, &mut Random::new(1), &stopped).is_err());
}

#[test]
fn other_rules_are_solved_on_first_use() {
    let rules = Rules { raises: 0, hands: 1, ..Rules::default() };
    let template = FiveCardDraw::new(rules, 0).unwrap();
    let run = || arena::run(&template, &["nash", "class"], 0..200, 3, &Monitor::new()).unwrap();
    // Also on threads that all need it at once.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(run), run());
}

#[test]
fn the_bot_plays_at_other_tables_too() {
    for rules in [
        Rules { players: 4, hands: 4, ..Rules::default() },
        Rules { stack: 9, hands: 20, ..Rules::default() },
        Rules { raises: 7, hands: 4, stack: 1000, ..Rules::default() },
    ] {
        let template = FiveCardDraw::new(rules, 0).unwrap();
        let names = vec!["nash"; rules.seats()];
        let tally = arena::run(&template, &names, 0..40, 3, &Monitor::new()).unwrap();
        assert_eq!(tally.games, 40);
    }
}

#[test]
fn responses_beat_exploitable_bots() {
    let rules = Rules::default();
    let search = Search { hands: 60, strengths: 25, deals: 1500, held_out: 20_000, seed: 2 };
    let won = |name: &'static str| {
        let make = move || bot::<FiveCardDraw>(name).unwrap();
        exploit(&make, &rules, search, &Monitor::new()).unwrap()
    };
    let (random, pattern, equity) = (won("random"), won("pattern"), won("equity"));
    for (name, response) in [("random", &random), ("pattern", &pattern), ("equity", &equity)] {
        println!("{name}: {:?} in the model, {:?}", response.model, response.real);
    }
    assert!(random.real.mean > 3.5);
    assert!(pattern.real.mean > 0.4 && pattern.real.mean < 1.0);
    // It used to fold to every pat hand, and lost three chips per hand to players who stood pat.
    assert!(equity.real.mean > 0.4 && equity.real.mean < 0.85);
}

#[test]
fn the_best_response_to_a_solution_needs_no_observation() {
    let rules = Rules { raises: 0, ..Rules::default() };
    let solution = tiny(&rules);
    let search = Search { hands: 0, strengths: 0, deals: 0, held_out: 0, seed: 2 };
    let make = || bot::<FiveCardDraw>("nash").unwrap();
    let found = exploit_solution(&solution, &make, search, &Monitor::new()).unwrap();
    assert_eq!(found.strategy.buckets(), solution.buckets());
    assert!(found.model.unwrap() > 0.0, "{:?}", found.model);
}

#[test]
fn chunks_of_held_out_hands_add_up() {
    let search = Search { hands: 20, strengths: 10, deals: 50, held_out: 5_000, seed: 2 };
    let make = || bot::<FiveCardDraw>("pattern").unwrap();
    let found = exploit(&make, &Rules::default(), search, &Monitor::new()).unwrap();
    // The strategy is sent as bytes.
    let strategy = Equilibrium::from_bytes(&found.strategy.to_bytes()).unwrap();
    assert_eq!(held_out_parts(search.held_out), 3);
    let mut sums = Sums::default();
    for part in [2, 0, 1] {
        let played = play_held_out(&strategy, &make, part..part + 1, 2, &Monitor::new()).unwrap();
        for (sum, number) in sums.iter_mut().flatten().zip(played.into_iter().flatten()) {
            *sum += number;
        }
    }
    assert_eq!(Winnings::of(&sums), found.real);
    let none = exploit(&make, &Rules::default(), Search { held_out: 0, ..search }, &Monitor::new());
    assert_eq!(none.unwrap().real, Winnings::default());
}

#[test]
fn responses_to_bots_of_lowball_and_badugi_win() {
    let search = Search { hands: 40, strengths: 20, deals: 600, held_out: 8_000, seed: 2 };
    for rules in low_rules() {
        let make = || bot::<FiveCardDraw>("random").unwrap();
        let found = exploit(&make, &rules, search, &Monitor::new()).unwrap();
        assert!(found.real.mean > 1.0, "{rules:?}: {:?}", found.real);
        let learned = learn(&make, &rules, search, &Monitor::new()).unwrap();
        assert!(learned.real.mean > 0.5, "{rules:?}: {:?}", learned.real);
    }
}

#[test]
fn responses_are_learned_in_real_deals() {
    let rules = Rules::default();
    let search = Search { hands: 40, strengths: 20, deals: 4000, held_out: 20_000, seed: 2 };
    let make = || bot::<FiveCardDraw>("random").unwrap();
    let learned = learn(&make, &rules, search, &Monitor::new()).unwrap();
    assert!(learned.real.mean > 1.5, "{:?}", learned.real);
    assert_eq!(learned.model, None);

    // The looked-up moves are those of the bot in a real game.
    let solution = equilibrium_of(&rules, &Monitor::new()).unwrap();
    let make = || bot::<FiveCardDraw>("nash").unwrap();
    let looked_up = learn_from_solution(&solution, &make, search, &Monitor::new()).unwrap().real;
    let at_table = learn(&make, &rules, search, &Monitor::new()).unwrap().real;
    let error = looked_up.half_width + at_table.half_width;
    assert!((looked_up.mean - at_table.mean).abs() < 2.0 * error, "{looked_up:?} {at_table:?}");
}
