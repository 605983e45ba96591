//! Chopsticks: the contract, scores and views, and what the other tests share.

#![expect(clippy::unwrap_used, reason = "shared test code may panic")]

mod bots;
mod illegal_moves;
mod moves;
mod reach;
mod table;
mod tablebase;

use cardcore::game::{Fact, Game as _, View as _};
use cardcore::games::chopsticks::{Chopsticks, Hands, HouseRules, Rules};
use cardcore::play::conformance;

const STANDARD: HouseRules = HouseRules {
    fingers: 5,
    hands: 2,
    rollover: false,
    splits: true,
    swaps: false,
    revive: true,
    split_to_zero: true,
    halves_only: false,
    sudden_death: false,
    misere: false,
    start: 1,
};

fn rules(house: HouseRules) -> Rules {
    Rules::new(house).unwrap()
}

fn hands(rules: &Rules, numbers: &[i64]) -> Hands {
    Hands::new(rules, numbers).unwrap()
}

/// All ordered hands of one player, the first hand being most significant.
fn ordered_hands(rules: &Rules) -> Vec<Hands> {
    let base = i64::from(rules.fingers());
    let count = u32::from(rules.hands());
    (0..base.pow(count))
        .map(|code| {
            let numbers: Vec<i64> =
                (0..count).rev().map(|place| code / base.pow(place) % base).collect();
            hands(rules, &numbers)
        })
        .collect()
}

#[test]
fn the_game_conforms() {
    let three = HouseRules { hands: 3, fingers: 4, rollover: true, swaps: true, ..STANDARD };
    let strict = HouseRules { revive: false, split_to_zero: false, ..STANDARD };
    let sudden = HouseRules { sudden_death: true, misere: true, ..STANDARD };
    let one = HouseRules { hands: 1, fingers: 7, rollover: true, start: 3, ..STANDARD };
    for house in [STANDARD, three, strict, sudden, one] {
        let rules = rules(house);
        let new = |seed: u64| Chopsticks::new(rules, i64::try_from(seed % 12).unwrap()).unwrap();
        conformance::check(new, 40).unwrap();
    }
}

#[test]
fn scores_and_the_end() {
    let rules = Rules::default();
    let new = |moves, a: [i64; 2], b: [i64; 2]| {
        Chopsticks::with_hands(rules, moves, hands(&rules, &a), hands(&rules, &b)).unwrap()
    };
    for (a, b, scores) in
        [([0, 0], [1, 1], [-1, 1]), ([1, 1], [0, 0], [1, -1]), ([0, 0], [0, 0], [0, 0])]
    {
        let game = new(10, a, b);
        assert_eq!((game.to_move(), game.scores()), (None, scores.to_vec()));
    }
    let mut game = new(1, [4, 0], [1, 1]);
    for text in ["tap L L", "tap R L"] {
        let chosen = game.parse_move(text).unwrap();
        assert_eq!(game.play(&chosen), Ok(()));
    }
    assert_eq!((game.to_move(), game.scores()), (None, vec![-1, 1]));
    assert_eq!(game.new_game(7), new(1, [4, 0], [1, 1]));
    let tie = new(0, [1, 1], [1, 1]);
    assert_eq!((tie.to_move(), tie.scores()), (None, vec![0, 0]));
    assert_eq!(
        Chopsticks::new(rules, -1).unwrap_err().to_string(),
        "moves -1: expected 0 to 2147483647"
    );
}

#[test]
fn views_show_everything() {
    let rules = Rules::default();
    let (a, b) = (hands(&rules, &[2, 1]), hands(&rules, &[0, 3]));
    let game = Chopsticks::with_hands(rules, 4, a, b).unwrap();
    let tuple = |x: i64, y: i64| Fact::Tuple(vec![Fact::Number(x), Fact::Number(y)]);
    let fact = |seat, name: &str| {
        let facts = game.view(seat).facts();
        facts.into_iter().find(|(known, _)| *known == name).unwrap().1
    };
    assert_eq!((fact(0, "hand"), fact(1, "hand")), (tuple(2, 1), tuple(0, 3)));
    assert_eq!(fact(2, "hand"), Fact::None);
    assert_eq!(fact(1, "hands"), Fact::List(vec![tuple(2, 1), tuple(0, 3)]));
    assert_eq!(fact(0, "plies_left"), Fact::Number(8));
}
