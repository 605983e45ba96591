//! Deals whose cards are drawn independently, and all again if any of them repeats.
//!
//! A hand of every player and up to three parts of the board, a pair, another pair and a card, are
//! each drawn from a list. If no card repeats, every board of five comes as often as any other,
//! since each falls into such parts in thirty ways. As a rule between a third and seven eighths of
//! the deals remain, and one takes so little that this is twice as fast as a deck: no deal depends
//! on the one before, and those that remain are collected without a branch, as a processor could not
//! predict which they are.

use std::array;

use super::super::{Deal, EquityError, Holding};
use super::listed::Listed;
use super::{BLOCK, Dealer, PlayerSums, SHARES, Sums};
use crate::cards::{Card, CardSet};
use crate::monitor::Monitor;
use crate::poker::best_of::BestOf;
use crate::poker::incremental::Partial;
use crate::random::Random;

/// Deals that are tried before those that remain are ranked.
const TRIED: usize = 128;

/// The most parts of a board.
const PARTS: usize = 3;

/// Up to three players with two cards each, every one's hands listed.
pub(super) struct Rejected<const PLAYERS: usize> {
    best: BestOf<7>,
    /// The cards of the board that are known.
    known: Partial,
    /// What each part of the rest may be, nothing if the part is not needed.
    parts: [Vec<Partial>; PARTS],
    hands: [Listed<Partial>; PLAYERS],
}

/// A deal without a card twice.
#[derive(Clone, Copy)]
struct Dealt<const PLAYERS: usize> {
    board: Partial,
    /// Where the hand of each player is in the list.
    places: [u32; PLAYERS],
}

/// How often a hand was dealt, and won together with how many, itself included: sixteen bits each,
/// which no [`BLOCK`] exceeds.
type Tally = u64;

const TALLY_BITS: usize = 16;
const _: () = assert!(BLOCK < 1 << TALLY_BITS);

impl<const PLAYERS: usize> Rejected<PLAYERS> {
    pub fn new(deal: &Deal, players: [&Vec<Holding>; PLAYERS]) -> Self {
        const { assert!(PLAYERS < Tally::BITS as usize / TALLY_BITS) };
        // Cards that are certain to be in a hand are never drawn for anything else.
        let certain = |hands: &[Holding]| match hands {
            [hand] => hand.cards,
            _ => CardSet::EMPTY,
        };
        let taken = players.iter().fold(CardSet::EMPTY, |taken, hands| taken | certain(hands));
        let deck: Vec<Card> = (deal.deck - taken).iter().collect();
        let hands = players.map(|hands| {
            let others = taken - certain(hands);
            let weight = |hand: &Holding| {
                let is_free = (hand.cards & others).is_empty();
                Holding { weight: if is_free { hand.weight } else { 0 }, ..*hand }
            };
            let hands: Vec<Holding> = hands.iter().map(weight).collect();
            Listed::new(&hands, |cards| Partial::of(cards.iter()))
        });
        let missing = deal.missing();
        let parts = array::from_fn(|part| match missing.saturating_sub(2 * part) {
            0 => vec![Partial::EMPTY],
            1 => deck.iter().map(|&card| Partial::of([card])).collect(),
            _ => pairs(&deck),
        });
        let known = Partial::of(deal.board.iter());
        Self { best: deal.game.best_of(), known, parts, hands }
    }

    /// Try to deal; the deals that remain come first in `dealt`, and their number is returned.
    #[inline]
    fn try_to_deal(&self, random: &mut Random, dealt: &mut [Dealt<PLAYERS>; TRIED]) -> usize {
        let bounds = self.parts.each_ref().map(|part| part.len() as u32);
        let mut remaining = 0;
        for _ in 0..TRIED {
            let numbers = random.below_each(bounds);
            let (mut board, mut sum) = (self.known, self.known.bits());
            for (part, number) in self.parts.iter().zip(numbers) {
                let part = part[number as usize];
                board = board.join(part);
                sum += part.bits();
            }
            let mut all = board.bits();
            let places = self.hands.each_ref().map(|listed| {
                let place = listed.draw(random);
                let cards = listed.hands[place].0.bits();
                sum += cards;
                all |= cards;
                place as u32
            });
            dealt[remaining] = Dealt { board, places };
            // Distinct bits add without a carry, so sum and union are equal exactly if none repeats.
            remaining += usize::from(sum == all);
        }
        remaining
    }
}

impl<const PLAYERS: usize> Dealer for Rejected<PLAYERS> {
    fn deal(
        &self,
        count: u64,
        random: &mut Random,
        sums: &mut [PlayerSums],
        monitor: &Monitor,
    ) -> Result<(), EquityError> {
        let mut tallies: [Vec<Tally>; PLAYERS] =
            self.hands.each_ref().map(|listed| vec![0; listed.hands.len()]);
        let mut dealt = [Dealt { board: Partial::EMPTY, places: [0; PLAYERS] }; TRIED];
        let mut left = count as usize;
        while left > 0 {
            monitor.check()?;
            let remaining = self.try_to_deal(random, &mut dealt).min(left);
            left -= remaining;
            for deal in &dealt[..remaining] {
                let strengths: [u16; PLAYERS] = array::from_fn(|player| {
                    let hole = self.hands[player].hands[deal.places[player] as usize].1;
                    self.best.strength_of(deal.board.join(hole))
                });
                let best = strengths.into_iter().max().unwrap_or_default();
                let won = strengths.map(|strength| strength == best);
                let winners = won.into_iter().map(usize::from).sum::<usize>();
                for ((tallies, place), won) in tallies.iter_mut().zip(deal.places).zip(won) {
                    tallies[place as usize] += 1 + (Tally::from(won) << (TALLY_BITS * winners));
                }
            }
        }
        for (sums, tallies) in sums.iter_mut().zip(tallies) {
            for (sum, tally) in sums.hands.iter_mut().zip(tallies) {
                add::<PLAYERS>(tally, sum, &mut sums.squares);
            }
        }
        Ok(())
    }
}

/// Add a tally to the sums.
fn add<const PLAYERS: usize>(tally: Tally, sum: &mut Sums, squares: &mut u64) {
    let field = |number: usize| tally >> (TALLY_BITS * number) & ((1 << TALLY_BITS) - 1);
    let mut added = Sums { total: field(0), wins: field(1), ..Sums::default() };
    for (winners, share) in SHARES.into_iter().enumerate().take(PLAYERS + 1).skip(1) {
        added.shares += field(winners) * share;
        *squares += field(winners) * share * share;
        added.ties += if winners > 1 { field(winners) } else { 0 };
    }
    sum.add(added);
}

/// Every two of these cards.
fn pairs(deck: &[Card]) -> Vec<Partial> {
    let with_later = |(index, &card): (usize, &Card)| {
        deck[index + 1..].iter().map(move |&other| Partial::of([card, other]))
    };
    deck.iter().enumerate().flat_map(with_later).collect()
}
