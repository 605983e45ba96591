//! Moves.
use cardcore::games::president::*;
use cardcore::random::Random;
use std::time::Instant;
fn hand(random: &mut Random, n: usize) -> Cards {
    let mut deck: Vec<u8> = (0..52).collect();
    random.shuffle(&mut deck);
    Cards::from_bits(deck[..n].iter().fold(0, |b, &c| b | 1 << c))
}
#[test]
fn speed() {
    let mut random = Random::new(1);
    let hands: Vec<Cards> = (0..20000).map(|_| hand(&mut random, 13)).collect();
    let mut v = Vec::new();
    let t = Instant::now();
    let mut total = 0;
    for &h in &hands {
        v.clear();
        each_combination(h, Demand::default(), |c| v.push(c));
        total += v.len();
    }
    println!("enumerate {:?} per hand, {} moves", t.elapsed() / 20000, total / 20000);
    for n in [13, 17, 20, 26] {
        let hands: Vec<Cards> = (0..1000).map(|_| hand(&mut random, n)).collect();
        moves_to_victory(hands[0]).unwrap();
        let mut worst = std::time::Duration::ZERO;
        let t = Instant::now();
        let mut sum = 0;
        for &h in &hands {
            let u = Instant::now();
            sum += moves_to_victory(h).unwrap().moves.len();
            worst = worst.max(u.elapsed());
        }
        println!(
            "mtv {n}: mean {:?} worst {:?} avg {}",
            t.elapsed() / 1000,
            worst,
            sum as f64 / 1000.0
        );
    }
    for (a, b, c, d) in [
        (13, 13, 0, 0),
        (12, 12, 2, 0),
        (10, 8, 8, 0),
        (9, 9, 8, 0),
        (10, 10, 6, 0),
        (7, 7, 6, 6),
        (13, 7, 6, 0),
    ] {
        let mut worst = std::time::Duration::ZERO;
        let mut wh = Cards::EMPTY;
        for _ in 0..20 {
            let mut bits = 0u64;
            for (s, n) in [(0, a), (1, b), (2, c), (3, d)] {
                let mut vals: Vec<u8> = (0..13).collect();
                random.shuffle(&mut vals);
                for v in &vals[..n] {
                    bits |= 1 << (4 * v + s);
                }
            }
            let u = Instant::now();
            let l = moves_to_victory(Cards::from_bits(bits)).unwrap();
            if u.elapsed() > worst {
                worst = u.elapsed();
                wh = Cards::from_bits(bits);
            }
            assert_eq!(l.moves.iter().fold(0, |b, m| b | m.cards().bits()), bits);
        }
        println!("{a} {b} {c} {d}: worst {worst:?} {wh}");
    }
    for k in 0..9 {
        println!(
            "{}",
            combinations(Cards::FULL, Demand::default())
                .iter()
                .filter(|c| c.kind() == Kind::ALL[k])
                .count()
        );
    }
}
