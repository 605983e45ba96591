//! President: the contract, and what the other tests share.

#![expect(clippy::unwrap_used, clippy::panic, reason = "shared test code may panic")]

mod bots;
mod combinations;
mod endgame;
mod house_rules;
mod illegal_moves;
mod learning;
mod passes;
mod sampling;
mod search;
mod shortest;
mod trades;
mod turns;
#[path = "../uniform/mod.rs"]
mod uniform;
mod uniformity;

use cardcore::cards::{Card, parse_cards};
use cardcore::game::{Game as _, View as _};
use cardcore::games::president::{DealError, Move, OrderedSet, President, Rules, TradeRule};
use cardcore::play::conformance;
use cardcore::random::Random;

const TRADES: [TradeRule; 2] = [TradeRule::Request, TradeRule::Best];

fn new(players: usize, rounds: u32, trade: TradeRule, seed: u64) -> President {
    President::new(Rules::new(players, rounds, trade).unwrap(), seed)
}

fn deal(rounds: u32, hands: &[&str]) -> President {
    try_deal(rounds, hands).unwrap()
}

fn try_deal(rounds: u32, hands: &[&str]) -> Result<President, DealError> {
    let rules = Rules::new(hands.len(), rounds, TradeRule::Request).unwrap();
    President::with_deals(rules, 1, &[deal_of(hands)])
}

fn deal_of(hands: &[&str]) -> Vec<Vec<Card>> {
    hands.iter().map(|hand| parse_cards(hand).unwrap()).collect()
}

fn play(state: &mut President, texts: &[&str]) {
    for text in texts {
        assert_eq!(state.play(&Move::parse(text).unwrap()), Ok(()), "{text}");
    }
}

fn legal(state: &President) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// A match at the first trade of its second round.
fn at_trade(players: usize, trade: TradeRule, seed: u64) -> President {
    let mut state = new(players, 2, trade, seed);
    let mut random = Random::new(seed);
    while state.view(0).traders().is_none() {
        let seat = state.to_move().unwrap();
        let chosen = state.view(seat).random_move(&mut random).unwrap();
        state.play(&chosen).unwrap();
    }
    state
}

/// A random hand out of the given cards.
fn draw(from: OrderedSet, size: usize, random: &mut Random) -> OrderedSet {
    let mut places: Vec<u8> = from.order_indices().collect();
    random.shuffle(&mut places);
    OrderedSet::from_bits(places[..size].iter().fold(0, |bits, place| bits | 1 << place))
}

/// The whole deck, two suits, eight values, and two suits with a few cards of a third: hands from
/// the smaller ones are full of five-card combinations.
fn sources() -> [OrderedSet; 4] {
    let suit = |suit: u32| 0x1_1111_1111_1111_u64 << suit;
    [
        OrderedSet::FULL,
        OrderedSet::from_bits(suit(0) | suit(1)),
        OrderedSet::from_bits((1 << 32) - 1),
        OrderedSet::from_bits(suit(1) | suit(3) | suit(2) & 0xff_ff00_0000),
    ]
}

#[test]
fn the_game_conforms_for_any_number_of_players() {
    check_numbers_of_players(1);
}

#[test]
#[ignore = "takes minutes"]
fn many_games_conform_for_any_number_of_players() {
    check_numbers_of_players(8);
}

fn check_numbers_of_players(games: u64) {
    for players in 2..=13 {
        for trade in TRADES {
            conformance::check(|seed| new(players, 2, trade, seed), games).unwrap();
        }
    }
}

#[test]
fn small_deals_conform() {
    let small = |seed: u64| {
        let mut deck: Vec<Card> = Card::all().collect();
        Random::new(seed).shuffle(&mut deck);
        let size = 1 + (seed % 5) as usize;
        let hands: Vec<Vec<Card>> = deck.chunks(size).take(3).map(<[Card]>::to_vec).collect();
        let rules = Rules::new(3, 1, TradeRule::Request).unwrap();
        President::with_deals(rules, seed, &[hands]).unwrap()
    };
    conformance::check(small, 60).unwrap();
}
