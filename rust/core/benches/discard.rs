//! Discard tables, best discards, whole-game solutions, also with wild cards, and showdowns.

use cardcore::cards::parse_cards;
use cardcore::discard::wild::{DeckHand, WildPaytable, WildValuation};
use cardcore::discard::{
    DiscardTable, HANDS, Hand, Mask, NaturalValuation, Objective, PatShowdowns, Valuation,
    against_pat, best_discards, count_categories_many, solve,
};
use cardcore::monitor::Monitor;
use cardcore::random::Random;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

#[expect(clippy::unwrap_used, reason = "the cards are known")]
fn hand() -> Hand {
    Hand::of(&parse_cards("Ah Ad Kc 7s 2d").unwrap()).unwrap()
}

fn hands() -> Vec<[u8; 5]> {
    let mut random = Random::new(1);
    let mut deck: Vec<u8> = (0..52).collect();
    (0..100_000)
        .map(|_| {
            random.shuffle(&mut deck);
            [deck[0], deck[1], deck[2], deck[3], deck[4]]
        })
        .collect()
}

#[expect(clippy::unwrap_used, reason = "one thread is available")]
fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap()
}

#[divan::bench]
fn one_hand(bencher: Bencher<'_, '_>) {
    let hand = hand();
    assert_eq!(DiscardTable::of(hand), DiscardTable::by_enumeration(hand));
    bencher.bench(|| DiscardTable::of(divan::black_box(hand)));
}

#[divan::bench(sample_count = 10)]
fn one_hand_by_enumeration(bencher: Bencher<'_, '_>) {
    bencher.bench(|| DiscardTable::by_enumeration(divan::black_box(hand())));
}

#[divan::bench(sample_count = 5)]
fn showdowns_of_all_hands_one_thread(bencher: Bencher<'_, '_>) {
    let pool = one_thread();
    bencher.bench_local(|| {
        let pat_showdowns = pool.install(|| PatShowdowns::new(&Monitor::new()));
        // Two players who stand pat are equal.
        assert!(pat_showdowns.is_ok_and(|pat_showdowns| {
            let result = pat_showdowns.result(vec![Mask::NONE; pat_showdowns.hands().len()]);
            2 * result.wins + result.ties == u128::from(HANDS) * u128::from(PatShowdowns::PAIRS)
        }));
    });
}

#[divan::bench]
fn many_hands_one_thread(bencher: Bencher<'_, '_>) {
    let hands = hands();
    let mut counts = vec![[[0; 9]; 32]; hands.len()];
    let pool = one_thread();
    bencher.counter(ItemsCount::new(hands.len())).bench_local(|| {
        pool.install(|| count_categories_many(&hands, &mut counts, &Monitor::new()))
    });
    for (&numbers, &counts) in hands.iter().zip(&counts).step_by(1_000) {
        assert_eq!(Hand::from_numbers(numbers).map(|h| DiscardTable::of(h).counts()), Some(counts));
    }
}

#[divan::bench]
#[expect(clippy::unwrap_used, reason = "the hands are valid and the work is not stopped")]
fn best_discards_one_thread(bencher: Bencher<'_, '_>) {
    let (hands, valuation) = (hands(), NaturalValuation::new(Objective::Class));
    let pool = one_thread();
    let best = || pool.install(|| best_discards(&valuation, &hands, &Monitor::new()));
    let found = best().unwrap().unwrap();
    for (&numbers, &mask) in hands.iter().zip(&found.masks).step_by(1_000) {
        let counts = DiscardTable::of(Hand::from_numbers(numbers).unwrap()).counts();
        // The expected category as a fraction: compared without dividing.
        let value = |mask: usize| {
            let classes = || counts[mask].iter().map(|&count| u64::from(count));
            (classes().zip(0..).map(|(count, class)| count * class).sum::<u64>(), classes().sum())
        };
        let (most, draws): (u64, u64) = value(usize::from(mask));
        for (other, all) in (0..32).map(value) {
            assert!(most * all >= other * draws, "{numbers:?}");
        }
    }
    bencher.counter(ItemsCount::new(hands.len())).bench_local(best);
}

#[divan::bench]
#[expect(clippy::unwrap_used, reason = "the name is known and the work is not stopped")]
fn whole_game(bencher: Bencher<'_, '_>) {
    let valuation = || NaturalValuation::new("jacks-or-better-9-6".parse::<Objective>().unwrap());
    let total = solve(&valuation(), &Monitor::new()).unwrap().total;
    assert_eq!(total, 12 * 1_653_526_326_983);
    bencher.bench(|| solve(&valuation(), &Monitor::new()));
}

#[divan::bench(sample_count = 20)]
#[expect(clippy::unwrap_used, reason = "the work is not stopped")]
fn showdown_against_pat(bencher: Bencher<'_, '_>) {
    let showdown = against_pat(hand(), &Monitor::new()).unwrap();
    assert_eq!((showdown.wins[24], showdown.ties[24]), (1_236_592_274, 20_070));
    bencher.bench(|| against_pat(hand(), &Monitor::new()));
}

#[expect(clippy::unwrap_used, reason = "the paytable is known")]
fn deuces() -> WildValuation {
    WildValuation::new("deuces-wild-full-pay".parse::<WildPaytable>().unwrap())
}

#[divan::bench]
#[expect(clippy::unwrap_used, reason = "the hands are valid and the work is not stopped")]
fn many_hands_with_wild_deuces_one_thread(bencher: Bencher<'_, '_>) {
    let (hands, valuation, monitor) = (hands(), deuces(), Monitor::new());
    let width = 32 * valuation.columns();
    let mut counts = vec![0; hands.len() * width];
    let pool = one_thread();
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| pool.install(|| valuation.count_all(&hands, &mut counts, &monitor)));
    for (&numbers, counts) in hands.iter().zip(counts.chunks(width)).step_by(1_000) {
        let hand = DeckHand::from_numbers(numbers, valuation.paytable().deck()).unwrap();
        let single = valuation.draws(hand, false, &monitor).unwrap().outcomes;
        let mut rows =
            counts.chunks(valuation.columns()).zip(single.chunks(valuation.outcomes().len()));
        assert!(rows.all(|(row, single)| row.starts_with(single)));
    }
}

#[divan::bench(sample_count = 10)]
#[expect(clippy::unwrap_used, reason = "the work is not stopped")]
fn whole_game_with_wild_deuces_one_thread(bencher: Bencher<'_, '_>) {
    let pool = one_thread();
    bencher.bench(|| {
        let valuation = deuces();
        let solution = pool.install(|| solve(&valuation, &Monitor::new())).unwrap();
        // The published return as a fraction: 32,187,682,693 in 31,944,279,675.
        let all = i128::from(valuation.paytable().deck().hands());
        let all = all * i128::from(valuation.denominator());
        assert_eq!(solution.total * 31_944_279_675, 32_187_682_693 * all);
    });
}
