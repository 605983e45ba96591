//! President in Rust: enumerating moves, shortest lines, and whole rounds.

use cardcore::game::{Bot, Game as _, View as _, bot};
use cardcore::games::president::{
    Combination, Demand, Kinds, Options, OrderedSet, President, Rules, Sampler, combinations,
    for_each_combination, moves_to_victory,
};
use cardcore::play::{playout, random_playout};
use cardcore::random::Random;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn hands(count: usize, size: usize) -> Vec<OrderedSet> {
    let mut random = Random::new(1);
    let mut deck: [u8; 52] = std::array::from_fn(|place| place as u8);
    let mut hand = || {
        random.shuffle(&mut deck);
        OrderedSet::from_bits(deck[..size].iter().fold(0, |bits, place| bits | 1 << place))
    };
    (0..count).map(|_| hand()).collect()
}

/// All subsets of at most this many cards of a hand.
fn subsets(hand: OrderedSet, most: u32) -> impl Iterator<Item = OrderedSet> {
    let places: Vec<u8> = hand.order_indices().collect();
    (1_u32..1 << places.len()).filter(move |chosen| chosen.count_ones() <= most).map(
        move |chosen| {
            let held = (0..places.len()).filter(|&index| chosen >> index & 1 == 1);
            OrderedSet::from_bits(held.fold(0, |bits, index| bits | 1 << places[index]))
        },
    )
}

/// All moves of 1,000 hands of 13 cards: short enough that most samples are not interrupted.
#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    let hands = hands(1_000, 13);
    let mut moves: Vec<Combination> = Vec::new();
    let mut list = || {
        let mut total = 0;
        for &hand in &hands {
            moves.clear();
            for_each_combination(hand, Demand::default(), |found| moves.push(found));
            total += black_box(&moves).len();
        }
        total
    };
    let moves_among =
        |&hand: &OrderedSet| subsets(hand, 5).filter(|&set| Combination::of(set).is_ok());
    assert_eq!(list(), hands.iter().map(|hand| moves_among(hand).count()).sum::<usize>());
    bencher.counter(ItemsCount::new(hands.len())).bench_local(list);
}

/// Whether a hand can be emptied in this many moves, by trying every move for its lowest card.
fn can_be_emptied(hand: OrderedSet, moves: usize) -> bool {
    let Some(lowest) = hand.order_indices().next() else { return true };
    let demand = Demand { containing: OrderedSet::from_bits(1 << lowest), ..Demand::default() };
    // No move takes more than five cards.
    hand.len() <= 5 * moves
        && combinations(hand, demand)
            .iter()
            .any(|found| can_be_emptied(hand - found.cards(), moves - 1))
}

/// A shortest line of a hand of 13 or 26 cards; the slowest sample is the worst of 1,000 hands.
#[divan::bench(args = [13, 26], sample_count = 1000, sample_size = 1)]
fn shortest_line(bencher: Bencher<'_, '_>, size: usize) {
    let hands = hands(1_000, size);
    // A plain search of 26 cards is too slow except for a few hands.
    let searched = if size <= 13 { hands.len() } else { 3 };
    for (number, &hand) in hands.iter().enumerate() {
        let moves =
            moves_to_victory(hand, Kinds::ALL).map_or_else(|_| Vec::new(), |line| line.moves);
        let played = moves.iter().fold(OrderedSet::EMPTY, |all, found| all | found.cards());
        assert_eq!(played, hand);
        assert_eq!(moves.iter().map(|found| found.size()).sum::<usize>(), size);
        assert!(number >= searched || !can_be_emptied(hand, moves.len() - 1), "{hand}");
    }
    let mut next = hands.iter().cycle();
    bencher
        .with_inputs(|| next.next().copied().unwrap_or_default())
        .bench_local_values(|hand| moves_to_victory(black_box(hand), Kinds::ALL));
}

const ROUNDS: u64 = 40;

fn round(seed: u64) -> Option<President> {
    round_by(Options::REPORT, seed)
}

fn round_by(options: Options, seed: u64) -> Option<President> {
    let rules = Rules::of(Options { rounds: 1, ..options });
    rules.ok().map(|rules| President::new(rules, seed))
}

/// Time `play` on rounds of four players, including deals; it returns the number of moves.
fn rounds(bencher: Bencher<'_, '_>, play: impl FnMut(&mut President, &mut Random) -> u64) {
    rounds_by(bencher, Options::REPORT, play);
}

/// The same by any rules.
fn rounds_by(
    bencher: Bencher<'_, '_>,
    options: Options,
    mut play: impl FnMut(&mut President, &mut Random) -> u64,
) {
    let mut all = || {
        let mut random = Random::new(2);
        let mut moves = 0;
        for seed in 0..ROUNDS {
            if let Some(mut state) = round_by(options, seed) {
                moves += play(&mut state, &mut random);
                assert!(state.to_move().is_none());
            }
        }
        moves
    };
    let moves = all();
    assert!(moves > 40 * ROUNDS, "{moves}");
    bencher.counter(ItemsCount::new(moves)).bench_local(all);
}

/// Rounds of random moves; items are decisions.
#[divan::bench]
fn random_rounds(bencher: Bencher<'_, '_>) {
    rounds(bencher, |state, random| random_playout(state, random).unwrap_or(0));
}

/// The same by presets of the rules.
#[divan::bench(args = ["report", "basic", "big-two", "daihinmin"])]
fn preset_rounds(bencher: Bencher<'_, '_>, name: &str) {
    let options = match name {
        "basic" => Options::BASIC,
        "big-two" => Options::BIG_TWO,
        "daihinmin" => Options::DAIHINMIN,
        _ => Options::REPORT,
    };
    rounds_by(bencher, options, |state, random| random_playout(state, random).unwrap_or(0));
}

/// Rounds between four bots; items are decisions.
#[divan::bench(args = ["greedy", "shortest", "plan"])]
fn bot_rounds(bencher: Bencher<'_, '_>, name: &str) {
    let mut bots: Vec<Option<Box<dyn Bot<President>>>> = (0..4).map(|_| bot(name).ok()).collect();
    rounds(bencher, |state, random| playout(state, &mut bots, random).unwrap_or(0));
}

/// A round after a number of random moves.
fn after(moves: usize) -> Option<President> {
    let mut state = round(1)?;
    let mut random = Random::new(1);
    for _ in 0..moves {
        let chosen = state.view(state.to_move()?).random_move(&mut random)?;
        state.play(&chosen).ok()?;
    }
    let view = state.view(0);
    let sampled = President::sample(&view, &mut random);
    assert_eq!(sampled.view(0).facts(), view.facts());
    Some(state)
}

/// A sampled state after a number of moves, preparing the sampler each time.
#[divan::bench(args = [1, 20])]
fn samples(bencher: Bencher<'_, '_>, moves: usize) {
    let Some(state) = after(moves) else { return };
    let mut random = Random::new(1);
    bencher.bench_local(|| President::sample(&state.view(0), &mut random));
}

/// The same from a sampler that was prepared once.
#[divan::bench(args = [1, 20])]
fn prepared_samples(bencher: Bencher<'_, '_>, moves: usize) {
    let Some(state) = after(moves) else { return };
    let sampler = Sampler::new(&state.view(0));
    let mut random = Random::new(1);
    bencher.bench_local(|| sampler.draw(&mut random));
}
