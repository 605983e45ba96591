//! Fixed workloads for instruction counts: `instructions WORKLOAD TIMES`.
//!
//! The work is repeated TIMES times after its setup, so that the difference between the counts of
//! two runs and one run is the work alone. Without arguments the workloads are listed.

#![expect(clippy::print_stdout, reason = "the list of workloads is for the caller")]
#![expect(clippy::unwrap_used, reason = "a workload may panic")]

use std::hint::black_box;

use cardcore::cards::parse_cards;
use cardcore::discard::{
    DiscardTable, Hand, NaturalValuation, Objective, best_discards, count_categories_many,
};
use cardcore::game::{Bot, Game, bot};
use cardcore::games::chopsticks::{self, Table, Tablebase};
use cardcore::games::ends::{self, End, Row, Side};
use cardcore::games::hearts::{self, Hearts, Standard};
use cardcore::games::president::{
    self, Demand, Kinds, OrderedSet, President, TradeRule, for_each_combination, moves_to_victory,
};
use cardcore::monitor::Monitor;
use cardcore::play::{playout, random_playout};
use cardcore::poker::batch::map_hands;
use cardcore::poker::best_of::BestOf;
use cardcore::poker::evaluate::Evaluator;
use cardcore::random::Random;

/// Prepared work that can be repeated.
type Work = Box<dyn FnMut()>;

/// Everything that comes before the work.
type Prepare = fn() -> Work;

const WORKLOADS: [(&str, Prepare); 18] = [
    ("strength of 20,000 hands", strengths_one_by_one),
    ("strengths of a batch of 20,000 hands", strengths_of_a_batch),
    ("best five of seven of 20,000 hands", best_of_seven),
    ("one discard table by enumeration", table_by_enumeration),
    ("discard tables of 2,000 hands", tables_of_a_batch),
    ("best discards of 2,000 hands", discards_of_a_batch),
    ("president: moves of 1,000 hands", president_moves),
    ("president: 40 rounds of random moves", || president_random(president::Options::REPORT)),
    ("president: the same of the party game", || president_random(president::Options::BASIC)),
    ("president: the same of Big Two", || president_random(president::Options::BIG_TWO)),
    ("president: 20 rounds between greedy bots", president_rounds),
    ("president: shortest lines of 50 hands", president_lines),
    ("chopsticks: table of 20 plies", chopsticks_table),
    ("chopsticks: tablebase", chopsticks_tablebase),
    ("hearts: 100 random deals", hearts_random),
    ("hearts: 100 deals between greedy bots", hearts_greedy),
    ("ends: line of 1,000 cards", ends_line),
    ("ends: value of 100,000 cards", ends_value),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let times: u32 = arguments.next().map_or(1, |text| text.parse().unwrap());
    let (_, prepare) = WORKLOADS.iter().find(|(known, _)| *known == name).unwrap();
    let mut work = prepare();
    // Once uncounted: lazily built tables are not part of the work.
    work();
    (0..times).for_each(|_| work());
}

fn hands<const CARDS: usize>(count: usize) -> Vec<[u8; CARDS]> {
    let mut random = Random::new(1);
    let mut deck: Vec<u8> = (0..52).collect();
    (0..count)
        .map(|_| {
            random.shuffle(&mut deck);
            std::array::from_fn(|place| deck[place])
        })
        .collect()
}

fn strengths_one_by_one() -> Work {
    let (evaluator, hands) = (Evaluator::new(), hands(20_000));
    Box::new(move || {
        for &hand in &hands {
            black_box(evaluator.strength(black_box(hand)));
        }
    })
}

fn strengths_of_a_batch() -> Work {
    let (evaluator, hands) = (Evaluator::new(), hands(20_000));
    Box::new(move || {
        let strength = move |hand| evaluator.strength(hand);
        black_box(map_hands(&hands, strength, &Monitor::new()).unwrap().unwrap());
    })
}

fn best_of_seven() -> Work {
    let (best, hands) = (BestOf::<7>::new(), hands(20_000));
    Box::new(move || {
        for &hand in &hands {
            black_box(best.strength(black_box(hand)));
        }
    })
}

fn table_by_enumeration() -> Work {
    let hand = Hand::of(&parse_cards("Ah Ad Kc 7s 2d").unwrap()).unwrap();
    Box::new(move || {
        black_box(DiscardTable::by_enumeration(black_box(hand)));
    })
}

fn tables_of_a_batch() -> Work {
    let hands = hands(2_000);
    let mut counts = vec![[[0; 9]; 32]; hands.len()];
    Box::new(move || count_categories_many(&hands, &mut counts, &Monitor::new()).unwrap().unwrap())
}

fn discards_of_a_batch() -> Work {
    let (hands, policy) = (hands(2_000), NaturalValuation::new(Objective::Class));
    Box::new(move || {
        black_box(best_discards(&policy, &hands, &Monitor::new()).unwrap().unwrap());
    })
}

fn president_hands(count: usize) -> Vec<OrderedSet> {
    let mut random = Random::new(1);
    let mut deck: [u8; 52] = std::array::from_fn(|place| place as u8);
    let mut hand = || {
        random.shuffle(&mut deck);
        OrderedSet::from_bits(deck[..13].iter().fold(0, |bits, place| bits | 1 << place))
    };
    (0..count).map(|_| hand()).collect()
}

fn president_moves() -> Work {
    let hands = president_hands(1_000);
    let mut moves = Vec::new();
    Box::new(move || {
        for &hand in &hands {
            moves.clear();
            for_each_combination(hand, Demand::default(), |found| moves.push(found));
            black_box(&moves);
        }
    })
}

fn president_random(options: president::Options) -> Work {
    let rules = president::Rules::of(president::Options { rounds: 1, ..options }).unwrap();
    Box::new(move || {
        let mut random = Random::new(2);
        for seed in 0..40 {
            black_box(random_playout(&mut President::new(rules, seed), &mut random).unwrap());
        }
    })
}

fn president_rounds() -> Work {
    let rules = president::Rules::new(4, 1, TradeRule::Request).unwrap();
    rounds(20, "greedy", move |seed| President::new(rules, seed))
}

fn president_lines() -> Work {
    let hands = president_hands(50);
    Box::new(move || {
        for &hand in &hands {
            black_box(moves_to_victory(hand, Kinds::ALL).unwrap());
        }
    })
}

fn chopsticks_table() -> Work {
    let rules = chopsticks::Rules::default();
    Box::new(move || {
        black_box(Table::new(rules, 20, chopsticks::TieBreak::First).values().unwrap());
    })
}

fn chopsticks_tablebase() -> Work {
    let rules = chopsticks::Rules::default();
    Box::new(move || {
        black_box(Tablebase::new(rules));
    })
}

/// One deal of the standard game without passing.
fn hearts_rules() -> hearts::Rules {
    let rules = Standard { passing: false, target: None, ..Standard::default() };
    hearts::Rules::standard(rules).unwrap()
}

fn hearts_random() -> Work {
    let rules = hearts_rules();
    Box::new(move || {
        let mut random = Random::new(1);
        for seed in 0..100 {
            random_playout(&mut Hearts::new(rules, seed), &mut random).unwrap();
        }
    })
}

fn hearts_greedy() -> Work {
    let rules = hearts_rules();
    rounds(100, "greedy", move |seed| Hearts::new(rules, seed))
}

/// Four-player games between bots of one kind, including deals.
fn rounds<G: Game + 'static>(count: u64, name: &str, new: impl Fn(u64) -> G + 'static) -> Work {
    let mut bots: Vec<Option<Box<dyn Bot<G>>>> = (0..4).map(|_| bot(name).ok()).collect();
    Box::new(move || {
        let mut random = Random::new(1);
        for seed in 0..count {
            let mut state = new(seed);
            assert!(playout(&mut state, &mut bots, &mut random).is_ok());
            assert!(state.to_move().is_none());
        }
    })
}

fn row(count: usize) -> Row {
    ends::Rules::new(count, 1, 100, End::Left).unwrap().row(1)
}

fn ends_line() -> Work {
    let row = row(1_000);
    Box::new(move || {
        let policy = ends::Policy::Optimal;
        black_box(ends::solve(&row, policy, Side::Player, End::Left, &Monitor::new()).unwrap());
    })
}

fn ends_value() -> Work {
    let row = row(100_000);
    Box::new(move || {
        black_box(ends::value(row.cards().iter().copied(), &Monitor::new()).unwrap());
    })
}
