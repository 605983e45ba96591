//! A player of which no more is known than what it did in some deals.

use std::collections::BTreeMap;

use super::draws::Draws;
use super::strategy::Strategy;
use crate::games::draw::equilibrium::model::Trees;
use crate::games::draw::equilibrium::opponent::{Table, decision};
use crate::games::draw::equilibrium::solution::Spot;

/// What a player did at one seat, deal by deal, against all moves of the other.
///
/// The deals are real ones, but as the player cannot see the cards of the other, it does the same as if it
/// had a deck of its own.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Notes {
    /// How many deals there were.
    deals: u32,
    /// By spot: the numbers of deals, and the place of the move that was made.
    moves: BTreeMap<Spot, Vec<(u32, u8)>>,
    /// By link: the numbers of deals, and the strength that the player then had.
    strengths: BTreeMap<usize, Vec<(u32, u16)>>,
}

impl Notes {
    /// No more deals than this are noted.
    pub const MOST: u64 = 10_000;

    /// Say that the next deal begins.
    pub fn begin_deal(&mut self) {
        self.deals += 1;
    }

    /// Note a move of the deal under way, and how strong the hand was with which it was made.
    pub fn note(&mut self, spot: Spot, place: usize, strength: u16) {
        let deal = self.deals.saturating_sub(1);
        let moves = self.moves.entry(spot).or_default();
        moves.push((deal, place as u8));
        if let Some(link) = spot.link {
            let strengths = self.strengths.entry(link).or_default();
            // All that follows a link is seen at one go.
            if strengths.last().is_none_or(|&(last, _)| last != deal) {
                strengths.push((deal, strength));
            }
        }
    }

    /// The moves that were made at a spot.
    fn at(&self, spot: Spot) -> &[(u32, u8)] {
        self.moves.get(&spot).map_or(&[], Vec::as_slice)
    }
}

/// A player of whom the response may know every other deal.
pub(super) struct Watched<'a> {
    pub notes: &'a Notes,
    pub trees: &'a Trees,
    /// Whether the response knows the deals of even numbers, or those of odd ones.
    pub half: u32,
}

impl Watched<'_> {
    /// 0 if the response knows a deal, else 1.
    const fn side(&self, deal: u32) -> usize {
        ((deal + self.half) % 2) as usize
    }

    /// The reach after every move of a decision.
    fn split<const MOVES: usize>(&self, spot: Spot, reach: &[f64]) -> [Vec<f64>; MOVES] {
        let mut after = [(); MOVES].map(|()| vec![0.0; reach.len()]);
        for &(deal, place) in self.notes.at(spot) {
            if let Some(after) = after.get_mut(usize::from(place)) {
                after[deal as usize] = reach[deal as usize];
            }
        }
        after
    }
}

impl Strategy for Watched<'_> {
    fn dealt(&self) -> Vec<f64> {
        let deals = self.notes.deals;
        let on_side = |side: usize| (0..deals).filter(|&deal| self.side(deal) == side).count();
        let counts = [on_side(0), on_side(1)];
        (0..deals).map(|deal| 1.0 / counts[self.side(deal)] as f64).collect()
    }

    fn bets(&self, table: &Table, reach: &[f64]) -> Vec<Vec<f64>> {
        let (_, moves) = decision(self.trees, table.spot);
        self.split::<3>(table.spot, reach).into_iter().take(moves).collect()
    }

    fn draws(&self, table: &Table, reach: &[f64]) -> [Vec<f64>; 6] {
        self.split(table.spot, reach)
    }

    fn totals(&self, reach: &[f64]) -> [Option<f64>; 2] {
        let mut totals = [0.0; 2];
        for (deal, reach) in (0..).zip(reach) {
            totals[self.side(deal)] += reach;
        }
        totals.map(Some)
    }

    fn strengths(&self, spot: Spot, reach: &[f64]) -> [Vec<f64>; 2] {
        let mut strengths = [(); 2].map(|()| vec![0.0; Draws::STRENGTHS]);
        let noted = spot.link.and_then(|link| self.notes.strengths.get(&link));
        for &(deal, strength) in noted.into_iter().flatten() {
            strengths[self.side(deal)][usize::from(strength)] += reach[deal as usize];
        }
        strengths
    }
}
