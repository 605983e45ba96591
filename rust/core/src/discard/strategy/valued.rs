//! Every hand of a game with the exact EVs of its discards.

use super::hold::Dealt;
use crate::cards::Card;
use crate::discard::{FiveCards, Mask, Valuation};
use crate::monitor::{Monitor, Stopped};

/// The joker, as a bit among the cards.
const JOKER: u64 = 1 << Card::COUNT;

/// All hands of a game with the exact EVs of their discards.
#[derive(Clone, Debug)]
pub struct ValuedHands {
    /// The hands, as they are dealt.
    pub hands: Vec<Dealt>,
    /// The number of isomorphic hands.
    pub weights: Vec<u32>,
    /// The EV of every discard, by mask, in a common unit.
    pub values: Vec<[i64; Mask::COUNT]>,
    /// The wild cards, as bits.
    pub wild: u64,
    /// The payouts of made hands, lowest line first, in the same unit.
    pub payouts: Vec<PayingLine>,
}

/// A line of a paytable, as needed for chart text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayingLine {
    /// What it is called.
    pub name: String,
    /// The payout as text.
    pub payout: String,
    /// The payout in the unit of the values.
    pub value: i64,
}

/// The line of each outcome of a game, and whether it pays.
pub struct Lines {
    by_outcome: Vec<(u8, bool)>,
}

impl Lines {
    /// The lines of a game.
    pub fn new<V: Valuation>(valuation: &V) -> Self {
        let mut by_outcome = vec![(0, false); valuation.outcomes().len()];
        for (number, line) in (0..).zip(valuation.lines()) {
            for outcome in line.outcomes {
                if let Some(entry) = by_outcome.get_mut(outcome) {
                    *entry = (number, line.value.over(valuation.denominator()) > 0);
                }
            }
        }
        Self { by_outcome }
    }

    /// A hand as it is dealt.
    pub fn dealt<V: Valuation>(
        &self,
        valuation: &V,
        tables: &V::Tables,
        hand: FiveCards<V::Card>,
    ) -> Dealt {
        let mut times = vec![0; self.by_outcome.len()];
        valuation.add_outcomes(tables, hand, Mask::NONE, 1, &mut times);
        let found = times.iter().zip(&self.by_outcome).find(|&(&times, _)| times > 0);
        let (line, pays) = found.map_or((0, false), |(_, &line)| line);
        Dealt { cards: hand.numbers(), line, pays }
    }
}

impl ValuedHands {
    /// The hands of a game.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn new<V: Valuation>(valuation: &V, monitor: &Monitor) -> Result<Self, Stopped> {
        let hands = valuation.canonical_hands(monitor)?;
        let (deck, tables) = (valuation.deck(), valuation.tables(monitor)?);
        let reader = Lines::new(valuation);
        let lines = valuation.lines().into_iter().map(|line| PayingLine {
            value: line.value.over(valuation.denominator()),
            payout: line.value.to_string(),
            name: line.name,
        });
        Ok(Self {
            values: hands.iter().map(|hand| valuation.values_by(tables, hand.hand)).collect(),
            weights: hands.iter().map(|hand| hand.weight).collect(),
            hands: hands.iter().map(|hand| reader.dealt(valuation, tables, hand.hand)).collect(),
            wild: deck.wild().bits() | if deck.has_joker() { JOKER } else { 0 },
            payouts: lines.collect(),
        })
    }

    /// The ranks whose pair pays, next to three cards that add nothing, as bits.
    pub(super) fn high_ranks(&self) -> u16 {
        let mut high = 0;
        for hand in &self.hands {
            if !hand.pays || hand.cards.iter().any(|&card| self.wild >> card & 1 == 1) {
                continue;
            }
            let (mut ranks, mut several) = (0_u16, 0_u16);
            for card in hand.cards {
                let rank = 1 << (card >> 2);
                several |= ranks & rank;
                ranks |= rank;
            }
            if ranks.count_ones() == 4 {
                high |= several;
            }
        }
        high
    }
}
