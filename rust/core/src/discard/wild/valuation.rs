use once_cell::race::OnceBox;

use super::canonical::canonical_hands;
use super::count::count;
use super::deck::Deck;
use super::exception::Exception;
use super::hand::DeckHand;
use super::indexing::{Indices, Numbering, RankNumbering, indices_by_card};
use super::paytable::{WildLine, WildPaytable};
use crate::cards::{CardError, DeckCard, without_joker};
use crate::discard::batch::count_all;
use crate::discard::mask::weigh;
use crate::discard::subsets::{SubsetIndex, SubsetTable, Tally, ValueTable};
use crate::discard::table::for_each_final_hand;
use crate::discard::{CanonicalHand, Choice, FiveCards, HandDraws, Line, Mask, Payout, Valuation};
use crate::monitor::{Monitor, Stopped};
use crate::poker::batch::InvalidHand;

/// A paytable with wild cards prepared to count draws and evaluate discards of millions of hands.
///
/// The tables are built on first use, in a few milliseconds.
#[derive(Debug)]
pub struct WildValuation {
    paytable: WildPaytable,
    numbering: Numbering,
    /// The factor that brings a sum over a discard's draws to the common denominator, by mask.
    weights: [i64; Mask::COUNT],
    tables: OnceBox<Tables>,
}

/// The outcomes of the hands containing a set, and their total value.
pub struct Tables {
    counts: Counts,
    totals: ValueTable,
    exceptions: Vec<Exception>,
}

/// The number of lines rounded up to a width for which the compiler generates fast code.
enum Counts {
    Narrow(SubsetTable<{ WildValuation::NARROW }>),
    Middle(SubsetTable<{ WildValuation::MIDDLE }>),
    Wide(SubsetTable<{ WildValuation::WIDE }>),
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Tables")
    }
}

/// Draws of one hand by discard mask and line; columns beyond the lines are 0.
type LineCounts<const COLUMNS: usize> = [[u32; COLUMNS]; Mask::COUNT];

impl WildValuation {
    /// The number of columns for all common paytables, including empty ones.
    pub const NARROW: usize = 12;

    /// The number of columns for most others.
    pub const MIDDLE: usize = 16;

    /// The maximum number of columns.
    pub const WIDE: usize = 32;

    /// Prepare a paytable.
    #[must_use]
    pub fn new(paytable: WildPaytable) -> Self {
        let numbering = RankNumbering::new(paytable.deck());
        Self::by(paytable, Numbering::Ranks(Box::new(numbering)))
    }

    /// The same with tables of every set of cards, to verify the faster one.
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

    /// Build the tables with as many columns as the paytable needs.
    fn build_tables(&self, monitor: &Monitor) -> Result<Tables, Stopped> {
        match self.columns() {
            Self::NARROW => self.build(monitor, Counts::Narrow),
            Self::MIDDLE => self.build(monitor, Counts::Middle),
            _ => self.build(monitor, Counts::Wide),
        }
    }

    fn build<const COLUMNS: usize>(
        &self,
        monitor: &Monitor,
        counts: impl Fn(SubsetTable<COLUMNS>) -> Counts,
    ) -> Result<Tables, Stopped> {
        let table = count(&self.paytable, &self.numbering, monitor)?;
        let totals = table.totals(&std::array::from_fn(|line| self.scaled_payout(line)));
        let mut exceptions = match &self.numbering {
            Numbering::Ranks(numbering) => Exception::all(
                self.paytable.deck(),
                |hand| table.column(numbering.indices(hand)[Mask::NONE.index()].into()),
                |hand| self.paytable.outcome(hand),
            ),
            Numbering::Cards => Vec::new(),
        };
        for exception in &mut exceptions {
            exception.difference =
                self.scaled_payout(exception.line) - self.scaled_payout(exception.by_ranks);
        }
        Ok(Tables { counts: counts(table), totals, exceptions })
    }

    /// The payout of a line, times the scale.
    fn scaled_payout(&self, line: usize) -> i64 {
        self.paytable.scaled_payouts().get(line).map_or(0, |&payout| payout as i64)
    }

    /// The draws of a hand by discard mask and line.
    fn counts_by<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        exceptions: &[Exception],
        hand: DeckHand,
    ) -> Vec<u32> {
        let mut counts = [[0; COLUMNS]; Mask::COUNT];
        self.keep(table, exceptions, hand, &mut counts);
        let lines = self.paytable.lines().len();
        counts.iter().flat_map(|row| row.iter().copied().take(lines)).collect()
    }

    /// The same by enumerating every final hand.
    fn counts_by_enumeration(
        &self,
        hand: DeckHand,
        monitor: &Monitor,
    ) -> Result<Vec<u32>, Stopped> {
        let unseen: Vec<DeckCard> =
            self.paytable.deck().cards().filter(|card| !hand.cards().contains(card)).collect();
        let mut counts = Vec::with_capacity(Mask::COUNT * self.paytable.lines().len());
        for discard in Mask::all() {
            monitor.check()?;
            let mut row = vec![0; self.paytable.lines().len()];
            for_each_final_hand(hand, discard, &unseen, &mut |&cards| {
                row[self.paytable.outcome(FiveCards(cards))] += 1;
            });
            counts.extend(row);
        }
        Ok(counts)
    }

    // Not inlined, for the same reason as the count without wild cards.
    #[inline(never)]
    fn keep<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        exceptions: &[Exception],
        hand: DeckHand,
        counts: &mut LineCounts<COLUMNS>,
    ) {
        match &self.numbering {
            Numbering::Ranks(numbering) => table.keep_exactly(&numbering.indices(hand), counts),
            Numbering::Cards => {
                table.keep_exactly(&indices_by_card(hand, self.paytable.deck()), counts);
            }
        }
        for exception in exceptions {
            let row = &mut counts[exception.discard(hand).index()];
            row[exception.by_ranks % COLUMNS] -= 1;
            row[exception.line % COLUMNS] += 1;
        }
    }

    #[inline]
    fn add_row<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        hand: DeckHand,
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    ) {
        match &self.numbering {
            Numbering::Ranks(numbering) => {
                table.add_one_exactly(&numbering.indices(hand), discard, times, sums);
            }
            Numbering::Cards => {
                let indices = indices_by_card(hand, self.paytable.deck());
                table.add_one_exactly(&indices, discard, times, sums);
            }
        }
    }

    #[inline(always)]
    fn tally_best<I: SubsetIndex>(
        &self,
        tables: &Tables,
        mut indices: impl FnMut(DeckHand) -> [I; 32],
        hands: &[CanonicalHand<DeckCard>],
        choices: &mut [Choice],
        tally: &mut Tally,
    ) {
        for (&CanonicalHand { hand, weight }, choice) in hands.iter().zip(choices) {
            let indices = indices(hand);
            let mut sums = tables.totals.keep_exactly(&indices);
            for exception in &tables.exceptions {
                sums[exception.discard(hand).index()] += exception.difference;
            }
            *choice = Choice::best_of(&weigh(sums, &self.weights));
            let times = u64::from(weight) * self.weights[choice.discard.index()] as u64;
            tally.add(&indices, choice.discard, times);
            for (number, exception) in tables.exceptions.iter().enumerate() {
                if exception.discard(hand) == choice.discard {
                    tally.add_last(tables.exceptions.len() - number, times);
                }
            }
        }
    }

    fn count_all_by<const COLUMNS: usize>(
        &self,
        table: &SubsetTable<COLUMNS>,
        exceptions: &[Exception],
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), InvalidHand>, Stopped> {
        let deck = self.paytable.deck();
        let counts: &mut [LineCounts<COLUMNS>] = counts.as_chunks_mut().0.as_chunks_mut().0;
        let read = |numbers| DeckHand::from_numbers(numbers, deck);
        count_all(hands, counts, monitor, read, |hand, counts| {
            self.keep(table, exceptions, hand, counts);
        })
    }
}

/// Dispatch on the width of a table.
macro_rules! with_counts {
    ($counts:expr, $table:ident => $work:expr) => {
        match $counts {
            Counts::Narrow($table) => $work,
            Counts::Middle($table) => $work,
            Counts::Wide($table) => $work,
        }
    };
}

impl Valuation for WildValuation {
    type Card = DeckCard;
    type Tables = Tables;

    fn name(&self) -> &str {
        self.paytable.name()
    }

    #[inline]
    fn deck(&self) -> Deck {
        self.paytable.deck()
    }

    #[inline]
    fn scale(&self) -> u64 {
        self.paytable.scale()
    }

    fn outcomes(&self) -> Vec<String> {
        self.paytable.lines().iter().map(|line| line.name.clone()).collect()
    }

    fn payouts(&self) -> Vec<Payout> {
        self.paytable.lines().iter().map(|line| line.payout).collect()
    }

    fn entries(&self) -> Vec<(&'static str, Payout)> {
        self.paytable.entries().to_vec()
    }

    fn lines(&self) -> Vec<Line> {
        let lines = self.paytable.lines().iter().enumerate();
        let line = |(index, line): (usize, &WildLine)| Line {
            name: line.name.clone(),
            value: line.payout,
            outcomes: vec![index],
        };
        lines.map(line).collect()
    }

    fn hand(&self, cards: &[DeckCard]) -> Result<DeckHand, CardError> {
        if !self.paytable.deck().has_joker() {
            without_joker(cards)?;
        }
        DeckHand::of(cards, self.paytable.deck())
    }

    #[inline]
    fn hand_from_numbers(&self, numbers: [u8; 5]) -> Option<DeckHand> {
        DeckHand::from_numbers(numbers, self.paytable.deck())
    }

    fn canonical_hands(&self, monitor: &Monitor) -> Result<Vec<CanonicalHand<DeckCard>>, Stopped> {
        canonical_hands(self.paytable.deck(), monitor)
    }

    fn is_fast(&self) -> bool {
        matches!(self.numbering, Numbering::Ranks(_))
    }

    fn tables(&self, monitor: &Monitor) -> Result<&Tables, Stopped> {
        if let Some(tables) = self.tables.get() {
            return Ok(tables);
        }
        let tables = self.build_tables(monitor)?;
        Ok(self.tables.get_or_init(|| Box::new(tables)))
    }

    #[inline]
    fn weights(&self) -> &[i64; Mask::COUNT] {
        &self.weights
    }

    /// One more entry for each exception: how often it is reached.
    fn tally(&self, tables: &Tables) -> Tally {
        let sets = with_counts!(&tables.counts, table => table.len());
        Tally::new(sets + tables.exceptions.len())
    }

    fn best_tallied(
        &self,
        tables: &Tables,
        hands: &[CanonicalHand<DeckCard>],
        choices: &mut [Choice],
        tally: &mut Tally,
    ) {
        match &self.numbering {
            Numbering::Ranks(numbering) => {
                let mut indices = Indices::new(numbering);
                self.tally_best(tables, |hand| indices.of(hand), hands, choices, tally);
            }
            Numbering::Cards => {
                let indices = |hand| indices_by_card(hand, self.paytable.deck());
                self.tally_best(tables, indices, hands, choices, tally);
            }
        }
    }

    fn tallied(&self, tables: &Tables, tally: &Tally) -> Vec<u64> {
        let lines = self.paytable.lines().len();
        with_counts!(&tables.counts, table => {
            let mut sums = table.tallied(tally).to_vec();
            for (number, exception) in tables.exceptions.iter().enumerate() {
                let times = tally.get(table.len() + number);
                sums[exception.by_ranks] -= times;
                sums[exception.line] += times;
            }
            sums.truncate(lines);
            sums
        })
    }

    #[inline]
    fn values_by(&self, tables: &Tables, hand: DeckHand) -> [i64; Mask::COUNT] {
        let mut sums = match &self.numbering {
            Numbering::Ranks(numbering) => tables.totals.keep_exactly(&numbering.indices(hand)),
            Numbering::Cards => {
                tables.totals.keep_exactly(&indices_by_card(hand, self.paytable.deck()))
            }
        };
        for exception in &tables.exceptions {
            sums[exception.discard(hand).index()] += exception.difference;
        }
        weigh(sums, &self.weights)
    }

    #[inline]
    fn add_outcomes(
        &self,
        tables: &Tables,
        hand: DeckHand,
        discard: Mask,
        times: u64,
        sums: &mut [u64],
    ) {
        with_counts!(&tables.counts, table => self.add_row(table, hand, discard, times, sums));
        for exception in &tables.exceptions {
            if exception.discard(hand) == discard {
                sums[exception.by_ranks] -= times;
                sums[exception.line] += times;
            }
        }
    }

    fn draws(
        &self,
        hand: DeckHand,
        by_enumeration: bool,
        monitor: &Monitor,
    ) -> Result<HandDraws, Stopped> {
        let outcomes = match by_enumeration {
            true => self.counts_by_enumeration(hand, monitor)?,
            false => {
                let Tables { counts, exceptions, .. } = self.tables(monitor)?;
                with_counts!(counts, table => self.counts_by(table, exceptions, hand))
            }
        };
        Ok(HandDraws { outcomes, classes: None })
    }

    /// [`Self::NARROW`], [`Self::MIDDLE`] or [`Self::WIDE`].
    fn columns(&self) -> usize {
        let lines = self.paytable.lines().len();
        let fits = |columns: &usize| lines <= *columns;
        [Self::NARROW, Self::MIDDLE].into_iter().find(fits).unwrap_or(Self::WIDE)
    }

    fn count_all(
        &self,
        hands: &[[u8; 5]],
        counts: &mut [u32],
        monitor: &Monitor,
    ) -> Result<Result<(), InvalidHand>, Stopped> {
        let Tables { counts: by_set, exceptions, .. } = self.tables(monitor)?;
        with_counts!(by_set, table => {
            self.count_all_by(table, exceptions, hands, counts, monitor)
        })
    }
}
