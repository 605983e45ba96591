//! Who is responded to. Bots that can tell their chances and solutions are looked up hand by hand, and
//! strength by strength.

use crate::cards::{Card, CardSet};
use crate::discard::Mask;
use crate::game::Game as _;
use crate::games::draw::bots::OpenBot;
use crate::games::draw::equilibrium::buckets::Holding;
use crate::games::draw::equilibrium::model::Trees;
use crate::games::draw::equilibrium::opponent::{Table, decision, place_of};
use crate::games::draw::equilibrium::solution::{Equilibrium, Spot};
use crate::games::draw::moves::Move;

use super::draws::Draws;
use super::values::Batches;

/// A strategy, over states of its own before the draw and after it.
pub(super) trait Strategy: Sync {
    /// The reach of everything that the player may be dealt.
    fn dealt(&self) -> Vec<f64>;

    /// The reach after every move of a betting decision of the player.
    fn bets(&self, table: &Table, reach: &[f64]) -> Vec<Vec<f64>>;

    /// The reach after the draw of the player, by number of cards.
    fn draws(&self, table: &Table, reach: &[f64]) -> [Vec<f64>; 6];

    /// All of a reach together: of what a response is found for, and of what else it is tried on.
    fn totals(&self, reach: &[f64]) -> (f64, Option<Batches>);

    /// The reach by strength after the draw, likewise.
    fn strengths(&self, spot: Spot, reach: &[f64]) -> (Vec<f64>, Vec<Batches>);
}

/// A bot that is asked at a table.
pub(super) struct Opened<'a> {
    pub bot: &'a dyn OpenBot,
    pub trees: &'a Trees,
    pub draws: &'a Draws,
}

impl Opened<'_> {
    /// Visit all moves that whoever is to move may make with what has any reach.
    fn ask(
        &self,
        table: &Table,
        holdings: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Move, f64),
    ) {
        let (player, _) = decision(self.trees, table.spot);
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

    /// The reach after every bet with what may be held.
    pub fn bets_of(&self, table: &Table, holdings: &[Holding], reach: &[f64]) -> Vec<Vec<f64>> {
        let (_, moves) = decision(self.trees, table.spot);
        let mut after = vec![vec![0.0; reach.len()]; moves];
        self.ask(table, holdings, reach, &mut |number, chosen, reach| {
            if let Some(after) = after.get_mut(place_of(chosen)) {
                after[number] += reach;
            }
        });
        after
    }

    /// Visit the discards that may be made of hands: the number of the hand, what is thrown away, and
    /// the reach after it.
    pub fn discards_of(
        &self,
        table: &Table,
        hands: &[Holding],
        reach: &[f64],
        visit: &mut dyn FnMut(usize, Mask, f64),
    ) {
        self.ask(table, hands, reach, &mut |number, chosen, reach| {
            if let (Move::Discard(thrown), Some(hand)) = (chosen, hands.get(number)) {
                visit(number, mask_of(hand, thrown), reach);
            }
        });
    }
}

impl Strategy for Opened<'_> {
    fn dealt(&self) -> Vec<f64> {
        self.draws.chances.clone()
    }

    fn bets(&self, table: &Table, reach: &[f64]) -> Vec<Vec<f64>> {
        self.bets_of(table, self.draws.holdings(table.spot), reach)
    }

    fn draws(&self, table: &Table, reach: &[f64]) -> [Vec<f64>; 6] {
        self.draws.pushed(|visit| self.discards_of(table, &self.draws.hands, reach, visit))
    }

    fn totals(&self, reach: &[f64]) -> (f64, Option<Batches>) {
        (reach.iter().sum(), None)
    }

    fn strengths(&self, _: Spot, reach: &[f64]) -> (Vec<f64>, Vec<Batches>) {
        (reach.to_vec(), Vec::new())
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
    draws: &'a Draws,
    buckets: Vec<usize>,
    discards: Vec<[Mask; 6]>,
}

impl<'a> Solved<'a> {
    pub fn new(solution: &'a Equilibrium, draws: &'a Draws) -> Self {
        let buckets = draws.hands.iter().map(|hand| solution.buckets.of_holding(hand)).collect();
        let discards = draws.hands.iter().map(|hand| solution.discards(hand.cards)).collect();
        Self { solution, draws, buckets, discards }
    }
}

/// What a chance of 1 is in a solution.
const WHOLE: f64 = 255.0;

impl Strategy for Solved<'_> {
    fn dealt(&self) -> Vec<f64> {
        self.draws.chances.clone()
    }

    fn bets(&self, table: &Table, reach: &[f64]) -> Vec<Vec<f64>> {
        let (_, moves) = decision(&self.solution.trees, table.spot);
        let mut after = vec![vec![0.0; reach.len()]; moves];
        let holdings = self.draws.holdings(table.spot);
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

    fn draws(&self, table: &Table, reach: &[f64]) -> [Vec<f64>; 6] {
        let known = || self.buckets.iter().zip(&self.discards).zip(reach).enumerate();
        self.draws.pushed(|visit| {
            for (number, ((&bucket, discards), reach)) in known() {
                let parts = self.solution.parts(table.spot, bucket);
                for (&discard, part) in discards.iter().zip(parts).filter(|(_, part)| *part > 0) {
                    visit(number, discard, reach * f64::from(part) / WHOLE);
                }
            }
        })
    }

    fn totals(&self, reach: &[f64]) -> (f64, Option<Batches>) {
        (reach.iter().sum(), None)
    }

    fn strengths(&self, _: Spot, reach: &[f64]) -> (Vec<f64>, Vec<Batches>) {
        (reach.to_vec(), Vec::new())
    }
}
