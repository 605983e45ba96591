//! Draws in lowball: for every discard of five cards, how many draws end in each low.
//!
//! The lows are grouped as players name them: by the highest card of a hand without a pair, and
//! otherwise by category. The group of a final hand is a function of its high strength, so the
//! counts come from the subset tables of [`DrawValues`], one for each group.

use super::draw_values::DrawValues;
use super::hand::Hand;
use super::mask::{Mask, WEIGHTS};
use crate::lazy::Lazy;
use crate::poker::order::Order;
use crate::poker::{Category, HandRank, Ranking};

/// A lowball game of five cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lowball {
    /// Deuce-to-seven.
    DeuceToSeven,
    /// Ace-to-five.
    AceToFive,
}

impl Lowball {
    /// Both games.
    pub const ALL: [Self; 2] = [Self::DeuceToSeven, Self::AceToFive];

    /// How hands are compared.
    #[must_use]
    pub const fn ranking(self) -> Ranking {
        match self {
            Self::DeuceToSeven => Ranking::DeuceToSeven,
            Self::AceToFive => Ranking::AceToFive,
        }
    }

    fn order(self) -> &'static Order {
        match self {
            Self::DeuceToSeven => Order::deuce_to_seven(),
            Self::AceToFive => Order::ace_to_five(),
        }
    }

    fn groups(self) -> &'static Groups {
        static DEUCE_TO_SEVEN: Lazy<Groups> = Lazy::new(|| Groups::new(Lowball::DeuceToSeven));
        static ACE_TO_FIVE: Lazy<Groups> = Lazy::new(|| Groups::new(Lowball::AceToFive));
        match self {
            Self::DeuceToSeven => &DEUCE_TO_SEVEN,
            Self::AceToFive => &ACE_TO_FIVE,
        }
    }

    /// The names of the groups, best first: `7 low`, `8 low`, …, `one pair`, ….
    #[must_use]
    pub fn group_names(self) -> &'static [String] {
        &self.groups().names
    }

    /// The group of a strength; `None` for numbers that are not a strength.
    #[must_use]
    pub fn group_of(self, strength: u16) -> Option<usize> {
        self.groups().of_strength.get(usize::from(strength)).copied()
    }

    /// By discard mask, the number of draws that end in each group.
    ///
    /// ```
    /// use cardcore::cards::parse_cards;
    /// use cardcore::discard::{Hand, Lowball};
    ///
    /// let hand = Hand::of(&parse_cards("7c 5d 3h 2s Kc")?)?;
    /// // Drawing one card to 7-5-3-2: the four fours make a seven low, as do the four sixes.
    /// let counts = Lowball::DeuceToSeven.counts(hand);
    /// assert_eq!(counts[16][0], 8);
    /// assert_eq!(counts[16].iter().sum::<u32>(), 47);
    /// # Ok::<(), cardcore::cards::CardError>(())
    /// ```
    #[must_use]
    pub fn counts(self, hand: Hand) -> Vec<Vec<u32>> {
        let groups = self.groups();
        let by_group: Vec<_> = groups.tables.iter().map(|table| table.values(hand)).collect();
        let count = |mask: Mask, values: &[i64; Mask::COUNT]| {
            // The values are over a common number of draws; a count is over its own.
            (values[mask.index()] / i64::from(WEIGHTS[mask.len()])) as u32
        };
        Mask::all()
            .map(|mask| by_group.iter().map(|values| count(mask, values)).collect())
            .collect()
    }
}

/// The groups of a game, best first.
struct Groups {
    names: Vec<String>,
    /// The group of each strength.
    of_strength: Vec<usize>,
    /// For each group, the value of a draw that counts 1 if it ends there.
    tables: Vec<DrawValues>,
}

impl Groups {
    fn new(game: Lowball) -> Self {
        let order = game.order();
        let (mut names, mut of_strength) = (Vec::<String>::new(), Vec::new());
        for pattern in order.patterns.iter().rev() {
            let name = match pattern.category {
                Category::HighCard => format!("{} low", pattern.ranks[0]),
                category => category.to_string(),
            };
            if names.last() != Some(&name) {
                names.push(name);
            }
            of_strength.push(names.len() - 1);
        }
        of_strength.reverse();
        debug_assert!(of_strength.len() <= usize::from(HandRank::COUNT));
        let table = |group: usize| {
            DrawValues::new(|high| {
                let found = of_strength.get(usize::from(order.strength(high)));
                i64::from(found == Some(&group))
            })
        };
        let tables = (0..names.len()).map(table).collect();
        Self { names, of_strength, tables }
    }
}
