//! Ranking every five-card hand, in the order of enumeration and shuffled.

use cardcore::poker::evaluate::Evaluator;
use cardcore::random::Random;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn all_hands() -> Vec<[u8; 5]> {
    let mut hands = Vec::with_capacity(2_598_960);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    hands.extend((d + 1..52).map(|e| [a, b, c, d, e]));
                }
            }
        }
    }
    hands
}

/// The sum of all strengths: a wrong table cannot be timed.
const SUM: u64 = 4_790_174_220;

fn rank_all(bencher: divan::Bencher<'_, '_>, hands: &[[u8; 5]]) {
    let evaluator = Evaluator::new();
    let sum = || hands.iter().filter_map(|&h| evaluator.strength(h)).map(u64::from).sum::<u64>();
    assert_eq!(sum(), SUM);
    bencher.counter(ItemsCount::new(hands.len())).bench(sum);
}

#[divan::bench]
fn in_order(bencher: divan::Bencher<'_, '_>) {
    rank_all(bencher, &all_hands());
}

#[divan::bench]
fn shuffled(bencher: divan::Bencher<'_, '_>) {
    let mut hands = all_hands();
    Random::new(1).shuffle(&mut hands);
    rank_all(bencher, &hands);
}
