use once_cell::race::OnceBox;

use super::count::count;
use super::hand::DeckHand;
use super::paytable::WildPaytable;
use super::places::{Numbering, places_by_card, places_by_rank};
use crate::discard::subsets::{SubsetTable, WorthTable};
use crate::discard::{Choice, Mask};
use crate::monitor::{Monitor, Stopped};

/// A paytable with wild cards made ready to count draws and to value discards by the million.
///
/// The tables are built at first use: in a few milliseconds where only the ranks of the wild cards
/// matter, else in some tenths of a second.
#[derive(Debug)]
pub struct WildValuation {
    paytable: WildPaytable,
    numbering: Numbering,
    /// What a sum over the draws of a discard mask is multiplied by to stand over all draws.
    weights: [i64; Mask::COUNT],
    tables: OnceBox<Tables>,
}

/// What the hands around a set are, and what they are worth together.
pub(super) struct Tables {
    pub counts: Counts,
    worth: WorthTable,
}

/// As many columns as there are lines, or a few more: the numbers that make the quickest code.
pub(super) enum Counts {
    Narrow(SubsetTable<{ WildValuation::NARROW }>),
    Middle(SubsetTable<{ WildValuation::MIDDLE }>),
    Wide(SubsetTable<{ WildValuation::WIDE }>),
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Tables")
    }
}

/// Draws of one hand by discard mask and line; what is beyond the lines is 0.
pub type LineCounts<const COLUMNS: usize> = [[u32; COLUMNS]; Mask::COUNT];

impl WildValuation {
    /// How many columns the counts of all common paytables have: lines and some that are empty.
    pub const NARROW: usize = 12;

    /// How many those of most others have.
    pub const MIDDLE: usize = 16;

    /// How many they have at most.
    pub const WIDE: usize = 32;

    /// Prepare a paytable.
    #[must_use]
    pub fn new(paytable: WildPaytable) -> Self {
        let numbering = paytable.deck().wild_ranks().map_or(Numbering::Cards, Numbering::Ranks);
        Self::by(paytable, numbering)
    }

    /// The same by the way that any wild cards take, to prove the quicker one.
    #[must_use]
    pub fn by_card(paytable: WildPaytable) -> Self {
        Self::by(paytable, Numbering::Cards)
    }

    fn by(paytable: WildPaytable, numbering: Numbering) -> Self {
        let deck = paytable.deck();
        let mut weights = [0; Mask::COUNT];
        for (mask, weight) in Mask::all().zip(&mut weights) {
            *weight = i64::from(deck.common_draws() / deck.draws(mask.len()));
        }
        Self { paytable, numbering, weights, tables: OnceBox::new() }
    }

    /// The paytable.
    #[must_use]
    pub const fn paytable(&self) -> &WildPaytable {
        &self.paytable
    }

    /// Whether the tables are small and built sooner than anyone notices.
    #[must_use]
    pub const fn is_quick(&self) -> bool {
        matches!(self.numbering, Numbering::Ranks(_))
    }

    /// How many columns the counts have: [`Self::NARROW`], [`Self::MIDDLE`] or [`Self::WIDE`].
    #[must_use]
    pub fn columns(&self) -> usize {
        let lines = self.paytable.lines().len();
        let fits = |columns: &usize| lines <= *columns;
        [Self::NARROW, Self::MIDDLE].into_iter().find(fits).unwrap_or(Self::WIDE)
    }

    /// What values are integers over.
    #[must_use]
    pub const fn denominator(&self) -> u64 {
        self.paytable.deck().common_draws() as u64 * self.paytable.scale()
    }

    /// An integer value as the number it stands for.
    #[must_use]
    pub fn number(&self, value: i64) -> f64 {
        value as f64 / self.denominator() as f64
    }

    /// Build the tables, unless they are there.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    pub fn prepare(&self, monitor: &Monitor) -> Result<(), Stopped> {
        self.tables(monitor).map(|_| ())
    }

    pub(super) fn tables(&self, monitor: &Monitor) -> Result<&Tables, Stopped> {
        if let Some(tables) = self.tables.get() {
            return Ok(tables);
        }
        let (counts, worth) = match self.columns() {
            Self::NARROW => {
                let (counts, worth) = self.build(monitor)?;
                (Counts::Narrow(counts), worth)
            }
            Self::MIDDLE => {
                let (counts, worth) = self.build(monitor)?;
                (Counts::Middle(counts), worth)
            }
            _ => {
                let (counts, worth) = self.build(monitor)?;
                (Counts::Wide(counts), worth)
            }
        };
        Ok(self.tables.get_or_init(|| Box::new(Tables { counts, worth })))
    }

    fn build<const COLUMNS: usize>(
        &self,
        monitor: &Monitor,
    ) -> Result<(SubsetTable<COLUMNS>, WorthTable), Stopped> {
        let payouts = self.paytable.scaled_payouts();
        let worth = |line: usize| payouts.get(line).map_or(0, |&payout| payout as i64);
        let counts = count(&self.paytable, self.numbering, monitor)?;
        let worth = counts.worth(&std::array::from_fn(worth));
        Ok((counts, worth))
    }

    /// The value of every discard, by mask, over [`Self::denominator`].
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop while the tables are built.
    pub fn values(&self, hand: DeckHand, monitor: &Monitor) -> Result<[i64; Mask::COUNT], Stopped> {
        Ok(self.values_by(self.tables(monitor)?, hand))
    }

    #[inline]
    pub(super) fn values_by(&self, tables: &Tables, hand: DeckHand) -> [i64; Mask::COUNT] {
        let mut values = match self.numbering {
            Numbering::Ranks(wild) => tables.worth.keep_exactly(&places_by_rank(hand, wild)),
            Numbering::Cards => {
                tables.worth.keep_exactly(&places_by_card(hand, self.paytable.deck()))
            }
        };
        for (value, weight) in values.iter_mut().zip(self.weights) {
            *value = value.wrapping_mul(weight);
        }
        values
    }

    /// The best discard: the highest value; among equals the fewest cards, then the smallest mask.
    #[must_use]
    pub fn best_of(&self, values: &[i64; Mask::COUNT]) -> Choice {
        let mut best = Choice { discard: Mask::NONE, value: values[0] };
        for discard in Mask::BY_PREFERENCE {
            let value = values[discard.index()];
            if value > best.value {
                best = Choice { discard, value };
            }
        }
        best
    }

    /// The draws of a hand by discard mask and line.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop while the tables are built.
    pub fn counts(
        &self,
        hand: DeckHand,
        monitor: &Monitor,
    ) -> Result<LineCounts<{ Self::WIDE }>, Stopped> {
        Ok(match &self.tables(monitor)?.counts {
            Counts::Narrow(table) => self.widened(table, hand),
            Counts::Middle(table) => self.widened(table, hand),
            Counts::Wide(table) => self.widened(table, hand),
        })
    }

    fn widened<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        hand: DeckHand,
    ) -> LineCounts<{ Self::WIDE }> {
        let mut counts = [[0; COLUMNS]; Mask::COUNT];
        self.keep(table, hand, &mut counts);
        let mut wide = [[0; Self::WIDE]; Mask::COUNT];
        for (wide, counts) in wide.iter_mut().zip(counts) {
            for (wide, count) in wide.iter_mut().zip(counts) {
                *wide = count;
            }
        }
        wide
    }

    /// The same by looking at every final hand, which is the proof of the other.
    ///
    /// # Errors
    ///
    /// When the monitor asks to stop.
    pub fn counts_by_enumeration(
        &self,
        hand: DeckHand,
        monitor: &Monitor,
    ) -> Result<LineCounts<{ Self::WIDE }>, Stopped> {
        let deck = self.paytable.deck();
        let unseen: Vec<u8> = deck
            .cards()
            .filter(|card| !hand.cards().contains(card))
            .map(crate::cards::DeckCard::number)
            .collect();
        let mut counts = [[0; Self::WIDE]; Mask::COUNT];
        for discard in Mask::all() {
            monitor.check()?;
            let row = &mut counts[discard.index()];
            let mut numbers = [0; 5];
            let kept = discard.complement();
            for (number, card) in numbers.iter_mut().zip(hand.chosen(kept)) {
                *number = card.number();
            }
            for_each_draw(&unseen, &mut numbers, kept.len(), &mut |&numbers| {
                if let Some(hand) = DeckHand::from_numbers(numbers, deck) {
                    row[self.paytable.outcome(hand) % Self::WIDE] += 1;
                }
            });
        }
        Ok(counts)
    }

    #[inline]
    pub(super) fn keep<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        hand: DeckHand,
        counts: &mut LineCounts<COLUMNS>,
    ) {
        match self.numbering {
            Numbering::Ranks(wild) => table.keep_exactly(&places_by_rank(hand, wild), counts),
            Numbering::Cards => {
                table.keep_exactly(&places_by_card(hand, self.paytable.deck()), counts);
            }
        }
    }

    /// Add the draws of one discard of a hand to sums by line, so many times; nothing unless the
    /// tables are there.
    pub(super) fn add_outcomes(
        &self,
        hand: DeckHand,
        choice: Choice,
        times: u64,
        sums: &mut [u64],
    ) {
        match self.tables.get().map(|tables| &tables.counts) {
            Some(Counts::Narrow(table)) => self.add_row(table, hand, choice, times, sums),
            Some(Counts::Middle(table)) => self.add_row(table, hand, choice, times, sums),
            Some(Counts::Wide(table)) => self.add_row(table, hand, choice, times, sums),
            None => {}
        }
    }

    fn add_row<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        hand: DeckHand,
        choice: Choice,
        times: u64,
        sums: &mut [u64],
    ) {
        let discard = choice.discard.index();
        let draws = match self.numbering {
            Numbering::Ranks(wild) => table.keep_one_exactly(&places_by_rank(hand, wild), discard),
            Numbering::Cards => {
                let places = places_by_card(hand, self.paytable.deck());
                table.keep_one_exactly(&places, discard)
            }
        };
        for (sum, draws) in sums.iter_mut().zip(draws) {
            *sum += times * u64::from(draws);
        }
    }

    /// The best discard of a hand, once the tables are there.
    pub(super) fn best(&self, hand: DeckHand, monitor: &Monitor) -> Result<Choice, Stopped> {
        Ok(self.best_of(&self.values(hand, monitor)?))
    }
}

/// Fill `numbers` from `length` on with every choice of cards from `unseen`.
fn for_each_draw(
    unseen: &[u8],
    numbers: &mut [u8; 5],
    length: usize,
    visit: &mut impl FnMut(&[u8; 5]),
) {
    if length == 5 {
        visit(numbers);
        return;
    }
    for (index, &number) in unseen.iter().enumerate() {
        numbers[length] = number;
        for_each_draw(&unseen[index + 1..], numbers, length + 1, visit);
    }
}
