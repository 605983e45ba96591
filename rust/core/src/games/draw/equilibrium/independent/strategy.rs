//! Who is responded to: players whose chances can be looked up, state by state.

use crate::cards::{Card, CardSet};
use crate::discard::Mask;
use crate::game::Game as _;
use crate::games::draw::bots::OpenBot;
use crate::games::draw::equilibrium::buckets::Holding;
use crate::games::draw::equilibrium::model::Trees;
use crate::games::draw::equilibrium::opponent::{Table, decision, place_of};
use crate::games::draw::equilibrium::solution::Equilibrium;
use crate::games::draw::moves::Move;

use super::draws::Draws;

/// A strategy that can be read.
pub(super) trait Strategy: Sync {
    /// The reach after every move of a betting decision, given the reach of what may be held.
    fn bets(
        &self,
        table: &Table,
        player: usize,
        holdings: &[Holding],
        reach: &[f64],
    ) -> Vec<Vec<f64>>;

    /// Visit the discards that may be made of all hands, whoever is to draw: the number of the hand,
    /// what is thrown away, and the reach after it.
    fn discards(
        &self,
        table: &Table,
        hands: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Mask, f64),
    );
}

/// A bot that is asked at a table.
pub(super) struct Opened<'a> {
    pub bot: &'a dyn OpenBot,
    pub trees: &'a Trees,
}

impl Opened<'_> {
    /// Visit all moves that the player may make with what has any reach.
    fn ask(
        &self,
        table: &Table,
        player: usize,
        holdings: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Move, f64),
    ) {
        let mut state = table.state.clone();
        for (number, (holding, &reach)) in holdings.iter().zip(reach).enumerate() {
            if reach == 0.0 {
                continue;
            }
            if let Some(hand) = state.players.hands.get_mut(player) {
                *hand = holding.cards.iter().filter_map(|&card| Card::from_number(card)).collect();
            }
            let mut visit = |chosen, chance| visit(number, chosen, reach * chance);
            self.bot.show(&state.view(player), &mut visit);
        }
    }
}

impl Strategy for Opened<'_> {
    fn bets(
        &self,
        table: &Table,
        player: usize,
        holdings: &[Holding],
        reach: &[f64],
    ) -> Vec<Vec<f64>> {
        let (_, moves) = decision(self.trees, table.spot);
        let mut after = vec![vec![0.0; reach.len()]; moves];
        self.ask(table, player, holdings, reach, &mut |number, chosen, reach| {
            if let Some(after) = after.get_mut(place_of(chosen)) {
                after[number] += reach;
            }
        });
        after
    }

    fn discards(
        &self,
        table: &Table,
        hands: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Mask, f64),
    ) {
        let (player, _) = decision(self.trees, table.spot);
        self.ask(table, player, hands, reach, &mut |number, chosen, reach| {
            if let (Move::Discard(thrown), Some(hand)) = (chosen, hands.get(number)) {
                visit(number, mask_of(hand, thrown), reach);
            }
        });
    }
}

/// Which places of a hand are thrown away.
fn mask_of(hand: &Holding, thrown: CardSet) -> Mask {
    Mask::of_places(|place| {
        Card::from_number(hand.cards[place]).is_some_and(|card| thrown.contains(card))
    })
}

/// A solution, of which the bucket and the discards of every hand are looked up once.
pub(super) struct Solved<'a> {
    solution: &'a Equilibrium,
    buckets: Vec<usize>,
    discards: Vec<[Mask; 6]>,
}

impl<'a> Solved<'a> {
    pub fn new(solution: &'a Equilibrium, draws: &Draws) -> Self {
        let buckets = draws.hands.iter().map(|hand| solution.buckets.of_holding(hand)).collect();
        let discards = draws.hands.iter().map(|hand| solution.discards(hand.cards)).collect();
        Self { solution, buckets, discards }
    }
}

/// What a chance of 1 is in a solution.
const WHOLE: f64 = 255.0;

impl Strategy for Solved<'_> {
    fn bets(&self, table: &Table, _: usize, holdings: &[Holding], reach: &[f64]) -> Vec<Vec<f64>> {
        let (_, moves) = decision(&self.solution.trees, table.spot);
        let mut after = vec![vec![0.0; reach.len()]; moves];
        for (number, (holding, reach)) in holdings.iter().zip(reach).enumerate() {
            let bucket = match table.spot.link {
                None => self.buckets.get(number).copied().unwrap_or(0),
                Some(_) => self.solution.buckets.of_strength(holding.strength),
            };
            for (after, part) in after.iter_mut().zip(self.solution.parts(table.spot, bucket)) {
                after[number] = reach * f64::from(part) / WHOLE;
            }
        }
        after
    }

    fn discards(
        &self,
        table: &Table,
        _: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Mask, f64),
    ) {
        let known = self.buckets.iter().zip(&self.discards).zip(reach);
        for (number, ((&bucket, discards), reach)) in known.enumerate() {
            for (&discard, part) in discards.iter().zip(self.solution.parts(table.spot, bucket)) {
                if part > 0 {
                    visit(number, discard, reach * f64::from(part) / WHOLE);
                }
            }
        }
    }
}
