//! The match: contract.
use cardcore::game::*;
use cardcore::games::president::*;
use cardcore::random::Random;
use cardcore::search::*;
use std::time::Instant;
fn new(players: usize, rounds: u32, trade: TradeRule, seed: u64) -> President {
    President::new(Rules::new(players, rounds, trade).unwrap(), seed)
}
#[test]
fn conforms() {
    for players in 2..=13 {
        for trade in [TradeRule::Request, TradeRule::Best] {
            let t = Instant::now();
            conformance::check(
                |seed| new(players, 3, trade, seed),
                if players == 2 { 1 } else { 3 },
            )
            .unwrap();
            println!("{players} {trade} {:?}", t.elapsed());
        }
    }
}
#[test]
fn speed() {
    let mut random = Random::new(1);
    let t = Instant::now();
    let mut n = 0;
    for seed in 0..20000 {
        let mut s = new(4, 1, TradeRule::Request, seed);
        n += random_playout(&mut s, &mut random).unwrap();
    }
    println!("random {} /s; {} per round", n as f64 / t.elapsed().as_secs_f64(), n / 20000);
    for name in ["greedy", "shortest"] {
        let mut bots: Vec<_> = (0..4).map(|_| bot::<President>(name).unwrap()).collect();
        let t = Instant::now();
        let mut n = 0;
        for seed in 0..2000 {
            let mut s = new(4, 1, TradeRule::Request, seed);
            n += playout(&mut s, &mut bots, &mut random).unwrap();
        }
        println!("{name} {} /s; {} per round", n as f64 / t.elapsed().as_secs_f64(), n / 2000);
    }
    for p in [2, 3, 4, 6] {
        for names in [["shortest", "greedy"], ["greedy", "random"], ["shortest", "random"]] {
            let mut tot = [0i64; 2];
            let mut bots: Vec<_> =
                (0..p).map(|i| bot::<President>(names[i % 2]).unwrap()).collect();
            let mut rbots: Vec<_> =
                (0..p).map(|i| bot::<President>(names[1 - i % 2]).unwrap()).collect();
            let t = Instant::now();
            for seed in 0..300 {
                let mut s = new(p, 5, TradeRule::Request, seed);
                playout(&mut s, &mut bots, &mut random).unwrap();
                for (i, x) in s.scores().iter().enumerate() {
                    tot[i % 2] += x;
                }
                let mut s = new(p, 5, TradeRule::Request, seed);
                playout(&mut s, &mut rbots, &mut random).unwrap();
                for (i, x) in s.scores().iter().enumerate() {
                    tot[1 - i % 2] += x;
                }
            }
            println!(
                "{p} {names:?} {:?} {:?}",
                tot.map(|x| x as f64 / (p as f64 / 2.0) / 3000.0),
                t.elapsed()
            );
        }
    }
}
