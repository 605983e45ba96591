//! Blueprints against the real game.

use super::layout::Spot;
use super::table::Table;
use super::*;
use crate::cfr::SampledGame as _;
use crate::game::{Game as _, View as _};
use crate::games::draw::equilibrium::buckets::Buckets;
use crate::games::draw::equilibrium::sets::Sets;
use crate::games::draw::moves::Move;
use crate::games::draw::rules::{MAX_PLAYERS, Rules};
use crate::games::draw::state::{FiveCardDraw, Phase};
use crate::monitor::Monitor;
use crate::poker::Ranking;
use crate::random::Random;

const WORK: Work = Work { hands: 30, strengths: 12, seed: 5 };

fn rules(players: usize) -> Rules {
    Rules { players: players as u32, hands: 1, ..Rules::default() }
}

fn table(players: usize) -> Table {
    let buckets = Buckets::cut(Sets::of(Ranking::High), 30, 12);
    Table::new(players, Stakes::of_solvable(&rules(players)).unwrap(), buckets)
}

/// A random move, seldom a fold, so that hands last.
fn lasting_move(state: &FiveCardDraw, random: &mut Random) -> Move {
    loop {
        let chosen = state.view(state.to_move()).random_move(random).unwrap();
        if chosen != Move::Fold || random.below(4) == 0 {
            return chosen;
        }
    }
}

#[test]
fn the_table_follows_the_rules_of_the_game() {
    for players in 3..=MAX_PLAYERS {
        let table = table(players);
        let mut random = Random::new(players as u64);
        let mut showdowns = 0;
        for seed in 0..3000 {
            let mut state = FiveCardDraw::new(rules(players), seed).unwrap();
            let mut spot = Spot::BEGIN;
            while let Some(seat) = state.to_move() {
                let place = table.layout.place(&spot).unwrap();
                let mut legal = Vec::new();
                state.legal_moves(&mut legal);
                let is_draw = state.view(seat).phase() == Phase::Discard;
                assert_eq!((place.player, place.is_draw), (seat, is_draw));
                assert!(is_draw || place.moves == legal.len(), "{legal:?}");
                let chosen = lasting_move(&state, &mut random);
                spot = table.layout.made(spot, seat, chosen.into()).unwrap();
                state.play(&chosen).unwrap();
            }
            assert!(table.layout.place(&spot).is_none());
            let view = state.view(None);
            let last = view.last_hand().unwrap();
            showdowns += usize::from(last.pots.iter().any(|pot| pot.seats.len() > 1));
            // Odd chips are not split in the abstract game.
            let shown =
                |seat: usize| crate::games::draw::result::strength(last.shown[seat], Ranking::High);
            let scores = state.scores();
            let won: Vec<f32> =
                (0..players).map(|seat| table.settled(&spot, seat, shown)).collect();
            assert!(won.iter().sum::<f32>().abs() < 1e-3, "{won:?}");
            for (seat, &score) in scores.iter().enumerate() {
                assert!((won[seat] - score as f32).abs() < 1.0 + 1e-3, "{won:?} {scores:?}");
                assert!(
                    last.pots.iter().any(|pot| pot.winners.len() > 1) || won[seat] == score as f32
                );
            }
        }
        assert!(showdowns > 1000, "{showdowns}");
    }
}

#[test]
fn every_information_set_has_a_place_of_its_own() {
    for players in 3..=MAX_PLAYERS {
        let table = table(players);
        let mut end = 0;
        for set in table.layout.sets(table.buckets.counts()) {
            assert_eq!(set.begin, end);
            end += set.moves * set.buckets;
        }
        assert_eq!(end, table.layout.length);
    }
}

#[test]
fn blueprints_answer_whenever_somebody_is_all_in_or_out() {
    for players in 3..=MAX_PLAYERS {
        let mut training = Training::new(&rules(players), WORK).unwrap();
        training.advance(1, &Monitor::new()).unwrap();
        let blueprint = training.blueprint();
        let mut random = Random::new(2);
        let mut answers = 0;
        for seed in 0..400 {
            // Players are lost on the way.
            let whole = Rules { hands: 12, stack: 40, ..rules(MAX_PLAYERS) };
            let stacks: Vec<u32> = (0..MAX_PLAYERS).map(|_| 1 + random.below(40)).collect();
            let mut state = FiveCardDraw::new(whole, seed).unwrap().with_stacks(&stacks).unwrap();
            while let Some(seat) = state.to_move() {
                let view = state.view(seat);
                let in_play = MAX_PLAYERS - view.out().len();
                let chances = blueprint.chances(&view);
                assert_eq!(chances.is_some(), in_play == players, "{:?}", view.moves());
                for (chosen, _) in chances.iter().flatten() {
                    assert!(state.clone().play(chosen).is_ok(), "{chosen}");
                }
                let sum: f64 = chances.iter().flatten().map(|(_, chance)| chance).sum();
                assert!(chances.is_none() || (sum - 1.0).abs() < 1e-9);
                answers += usize::from(chances.is_some());
                let chosen = lasting_move(&state, &mut random);
                state.play(&chosen).unwrap();
            }
        }
        assert!(answers > 1000, "{answers}");
    }
}

#[test]
fn threads_and_checkpoints_do_not_change_the_result() {
    let rules = rules(3);
    let monitor = Monitor::new();
    let mut alone = Training::new(&rules, WORK).unwrap();
    alone.advance(2048, &monitor).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let resumed = pool.install(|| {
        let mut begun = Training::new(&rules, WORK).unwrap();
        begun.advance(1000, &monitor).unwrap();
        assert_eq!(begun.deals(), 1024);
        let mut resumed = Training::resume(&rules, WORK, &begun.to_bytes()).unwrap();
        resumed.advance(2048, &monitor).unwrap();
        resumed
    });
    assert!(alone.solver == resumed.solver);
    let bytes = alone.to_bytes();
    let other = Work { seed: 6, ..WORK };
    assert!(Training::resume(&rules, other, &bytes).is_err());
    assert!(Training::resume(&rules, WORK, &bytes[..bytes.len() - 1]).is_err());
    assert!(Training::resume(&rules, WORK, b"").is_err());
}

#[test]
fn files_round_trip_and_damage_is_found() {
    let mut training = Training::new(&rules(4), WORK).unwrap();
    training.advance(1024, &Monitor::new()).unwrap();
    let blueprint = training.blueprint();
    let bytes = blueprint.to_bytes();
    let read = Blueprint::from_bytes(&bytes).unwrap();
    assert!(read.parts == blueprint.parts && read.reached == blueprint.reached);
    assert_eq!((read.players(), read.deals(), read.stakes()), (4, 1024, blueprint.stakes()));
    for place in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert!(Blueprint::from_bytes(&damaged).is_err(), "{place}");
        assert!(Blueprint::from_bytes(&bytes[..place]).is_err(), "{place}");
    }
}

#[test]
fn every_decision_has_probabilities() {
    let mut training = Training::new(&rules(3), WORK).unwrap();
    training.advance(4096, &Monitor::new()).unwrap();
    let blueprint = training.blueprint();
    for set in blueprint.table.layout.sets(blueprint.table.buckets.counts()) {
        for bucket in 0..set.buckets {
            let begin = set.begin + bucket * set.moves;
            let sum: u32 =
                blueprint.parts[begin..begin + set.moves].iter().map(|&part| u32::from(part)).sum();
            assert_eq!(sum, 255);
        }
    }
    assert_eq!(blueprint.table.length(), blueprint.parts.len());
}

#[test]
fn a_response_wins_from_who_bets_by_chance() {
    use crate::game::RandomBot;
    use crate::games::draw::equilibrium::Search;

    let make = || (RandomBot::entry::<FiveCardDraw>().make)();
    let search = Search { hands: 30, strengths: 12, deals: 2000, held_out: 3000, seed: 1 };
    let found = |stacks: Option<&[u32]>| {
        respond_at_table(&make, None, &rules(3), stacks, search, &Monitor::new()).unwrap()
    };
    let deep = found(None);
    assert!(deep.real.mean > 1.0, "{:?}", deep.real);
    assert_eq!(deep.real.deals, 1000);
    let short = found(Some(&[5, 9, 30]));
    assert!(short.real.mean > 0.2, "{:?}", short.real);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    assert_eq!(pool.install(|| found(None)).real, deep.real);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refused = |rules: Rules| Training::new(&rules, WORK).unwrap_err().to_string();
    assert_eq!(refused(Rules::default()), "players: expected a table of 3 to 5, found 2");
    assert!(refused(Rules { draws: 2, ..rules(3) }).starts_with("only five-card draw"));
    assert!(refused(Rules { raises: 6, ..rules(3) }).starts_with("raises: expected at most 5"));
    let few = Work { hands: 19, ..WORK };
    let error = Training::new(&rules(3), few).unwrap_err();
    assert_eq!(error.to_string(), "hands: expected 20 to 500, found 19");
}
