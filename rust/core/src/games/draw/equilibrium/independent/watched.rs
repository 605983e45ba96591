//! A player of which no more is known than what it did in some deals.

use std::collections::BTreeMap;

use super::draws::Draws;
use super::strategy::Strategy;
use super::values::{BATCHES, Batches};
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

    /// With fewer deals there is nothing in some batches.
    pub const LEAST: u64 = 2 * BATCHES as u64;

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
    /// The batch of a deal that the response does not know.
    const fn batch(&self, deal: u32) -> Option<usize> {
        if (deal + self.half).is_multiple_of(2) {
            return None;
        }
        Some(deal as usize / 2 % BATCHES)
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
        let deals = || 0..self.notes.deals;
        let count = |batch| deals().filter(|&deal| self.batch(deal) == batch).count() as f64;
        let (found, fresh) = (count(None), std::array::from_fn(|batch| count(Some(batch))));
        let fresh: Batches = fresh;
        deals().map(|deal| 1.0 / self.batch(deal).map_or(found, |batch| fresh[batch])).collect()
    }

    fn bets(&self, table: &Table, reach: &[f64]) -> Vec<Vec<f64>> {
        let (_, moves) = decision(self.trees, table.spot);
        self.split::<3>(table.spot, reach).into_iter().take(moves).collect()
    }

    fn draws(&self, table: &Table, reach: &[f64]) -> [Vec<f64>; 6] {
        self.split(table.spot, reach)
    }

    fn totals(&self, reach: &[f64]) -> (f64, Option<Batches>) {
        let (mut found, mut fresh) = (0.0, Batches::default());
        for (deal, reach) in (0..).zip(reach) {
            *self.batch(deal).map_or(&mut found, |batch| &mut fresh[batch]) += reach;
        }
        (found, Some(fresh))
    }

    fn strengths(&self, spot: Spot, reach: &[f64]) -> (Vec<f64>, Vec<Batches>) {
        let mut found = vec![0.0; Draws::STRENGTHS];
        let mut fresh = vec![Batches::default(); Draws::STRENGTHS];
        let noted = spot.link.and_then(|link| self.notes.strengths.get(&link));
        for &(deal, strength) in noted.into_iter().flatten() {
            let strength = usize::from(strength);
            let sum = match self.batch(deal) {
                None => &mut found[strength],
                Some(batch) => &mut fresh[strength][batch],
            };
            *sum += reach[deal as usize];
        }
        (found, fresh)
    }
}
