use smallvec::SmallVec;
use thiserror::Error;

use super::deck::DeckCard;
use crate::game::{Bounds, Fact, Facts};

/// The rules of one game of Hearts: the deck, the players, and the house rules.
///
/// Two families share one state machine. [`Rules::new`] is the generalized single-deal game with
/// any number of suits, values and players; [`Rules::standard`] is the standard game with 52 cards,
/// a match of many deals.
///
/// ```
/// use cardcore::games::hearts::{Rules, Standard};
///
/// let rules = Rules::new(3, 5, 4)?;
/// assert_eq!((rules.cards(), rules.hand_size()), (15, 3));
/// assert_eq!(rules.text(rules.special()), "1-4");
///
/// let rules = Rules::standard(Standard { players: 3, ..Standard::default() })?;
/// assert_eq!((rules.cards(), rules.hand_size()), (51, 17));
/// assert_eq!(rules.text(rules.special()), "Qs");
/// # Ok::<(), cardcore::games::hearts::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(super) suits: u16,
    pub(super) values: u16,
    pub(super) players: u16,
    pub(super) hand_size: u16,
    /// The number of the lowest heart: the hearts are the `values` numbers from here.
    pub(super) hearts: u16,
    pub(super) special: DeckCard,
    /// The jack of diamonds, if taking it is rewarded.
    pub(super) jack: Option<DeckCard>,
    /// The card that opens if it is dealt; otherwise the lowest dealt card of its suit.
    pub(super) opening: DeckCard,
    /// Cards that are removed from the 52 before the deal, as bits.
    pub(super) removed: u64,
    pub(super) standard: Option<House>,
}

/// The cards of small decks, copied at the start of every deal.
static SMALL_DECK: [DeckCard; 64] = {
    let mut deck = [DeckCard(0); 64];
    let mut number = 0;
    while number < deck.len() {
        deck[number] = DeckCard(number as u16);
        number += 1;
    }
    deck
};

/// The house rules of the standard game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct House {
    pub(super) passing: bool,
    pub(super) moon: Moon,
    pub(super) target: Option<u32>,
    pub(super) points_on_first_trick: bool,
    pub(super) queen_breaks_hearts: bool,
}

/// The options of the standard game.
///
/// ```
/// use cardcore::games::hearts::{Rules, Standard};
///
/// // Five players: 2d and 2c are removed, and everybody gets ten cards.
/// let rules = Rules::standard(Standard { players: 5, jack: true, ..Standard::default() })?;
/// assert_eq!((rules.players(), rules.hand_size()), (5, 10));
/// # Ok::<(), cardcore::games::hearts::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The number of seats, 3 to 6. Low diamonds and clubs are removed so that the deck divides
    /// evenly.
    pub players: usize,
    /// Whether three cards are passed before each deal.
    pub passing: bool,
    /// How shooting the moon is scored.
    pub moon: Moon,
    /// The match ends after the deal in which a seat reaches this many points; `None`: one deal.
    pub target: Option<u32>,
    /// Whether penalty cards may be discarded on the first trick.
    pub points_on_first_trick: bool,
    /// Whether the queen of spades breaks hearts as a heart does.
    pub queen_breaks_hearts: bool,
    /// Whether taking the jack of diamonds subtracts [`Rules::JACK_BONUS`] points.
    pub jack: bool,
}

impl Default for Standard {
    fn default() -> Self {
        Self {
            players: 4,
            passing: true,
            moon: Moon::Add,
            target: Some(100),
            points_on_first_trick: false,
            queen_breaks_hearts: false,
            jack: false,
        }
    }
}

/// How taking every point of a deal (*shooting the moon*) is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moon {
    /// No effect: points count as taken.
    None,
    /// The shooter gets no points, every other seat gets them all.
    Add,
    /// The points are subtracted from the shooter's total, nobody else gets any.
    Subtract,
}

impl Moon {
    const NAMES: [(&'static str, Self); 3] =
        [("none", Self::None), ("add", Self::Add), ("subtract", Self::Subtract)];

    /// The name users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Add => "add",
            Self::Subtract => "subtract",
        }
    }

    /// The option with this name.
    ///
    /// # Errors
    ///
    /// An unknown name.
    pub fn from_name(name: &str) -> Result<Self, RulesError> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, moon)| moon).ok_or_else(|| RulesError::Moon { found: name.to_owned() })
    }
}

/// Invalid rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Fewer than two suits.
    #[error("suits = {found}: expected at least 2")]
    Suits {
        /// The number given.
        found: usize,
    },
    /// Fewer than two values.
    #[error("values = {found}: expected at least 2")]
    Values {
        /// The number given.
        found: usize,
    },
    /// Too few or too many players.
    #[error("players = {found}: expected {expected}")]
    Players {
        /// The number given.
        found: usize,
        /// The accepted numbers.
        expected: &'static str,
    },
    /// A deck that is too large.
    #[error("{suits} suits of {values} values: expected at most {} cards", Rules::MAX_CARDS)]
    Cards {
        /// The number of suits.
        suits: usize,
        /// The number of values.
        values: usize,
    },
    /// More players than cards.
    #[error("players = {players}: expected at most one for each of the {cards} cards")]
    MorePlayersThanCards {
        /// The number of players.
        players: usize,
        /// The number of cards in the deck.
        cards: usize,
    },
    /// An unknown moon option.
    #[error("moon = '{found}': expected one of none, add, subtract")]
    Moon {
        /// The name given.
        found: String,
    },
    /// A target that is zero or too high.
    #[error("target = {found}: expected 1 to {}, or none for one deal", Rules::MAX_TARGET)]
    Target {
        /// The number given.
        found: u32,
    },
}

impl Rules {
    /// The largest deck.
    pub const MAX_CARDS: usize = 4096;
    /// The highest target of a match.
    pub const MAX_TARGET: u32 = 1_000_000;
    /// What the jack of diamonds takes off the score of its taker, if it does.
    pub const JACK_BONUS: i32 = 10;

    /// The generalized game: `suits` suits of the values 1 to `values`, where suit 0 is hearts and
    /// suit 1 has the special card.
    ///
    /// # Errors
    ///
    /// Fewer than two suits, values or players, more than [`Rules::MAX_CARDS`] cards, more players
    /// than cards.
    pub fn new(suits: usize, values: usize, players: usize) -> Result<Self, RulesError> {
        if suits < 2 {
            return Err(RulesError::Suits { found: suits });
        }
        if values < 2 {
            return Err(RulesError::Values { found: values });
        }
        if players < 2 {
            return Err(RulesError::Players { found: players, expected: "at least 2" });
        }
        let cards = suits.saturating_mul(values);
        if cards > Self::MAX_CARDS {
            return Err(RulesError::Cards { suits, values });
        }
        if players > cards {
            return Err(RulesError::MorePlayersThanCards { players, cards });
        }
        // All numbers are at most MAX_CARDS here.
        let value_count = values as u16;
        Ok(Self {
            suits: suits as u16,
            values: value_count,
            players: players as u16,
            hand_size: (cards / players) as u16,
            hearts: 0,
            special: DeckCard(2 * value_count - 2),
            jack: None,
            opening: DeckCard(value_count + 1),
            removed: 0,
            standard: None,
        })
    }

    /// The standard game with 52 cards.
    ///
    /// # Errors
    ///
    /// A number of players other than 3 to 6, a target of zero or above [`Rules::MAX_TARGET`].
    pub fn standard(options: Standard) -> Result<Self, RulesError> {
        let removed: &[DeckCard] = match options.players {
            3 => &[DeckCard::TWO_OF_DIAMONDS],
            4 => &[],
            5 => &[DeckCard::TWO_OF_DIAMONDS, DeckCard::TWO_OF_CLUBS],
            6 => &[
                DeckCard::TWO_OF_DIAMONDS,
                DeckCard::TWO_OF_CLUBS,
                DeckCard::THREE_OF_DIAMONDS,
                DeckCard::THREE_OF_CLUBS,
            ],
            found => return Err(RulesError::Players { found, expected: "3 to 6" }),
        };
        if let Some(found) = options.target
            && !(1..=Self::MAX_TARGET).contains(&found)
        {
            return Err(RulesError::Target { found });
        }
        let players = options.players as u16;
        Ok(Self {
            suits: 4,
            values: 13,
            players,
            hand_size: 52 / players,
            hearts: DeckCard::TWO_OF_HEARTS.0,
            special: DeckCard::QUEEN_OF_SPADES,
            jack: options.jack.then_some(DeckCard::JACK_OF_DIAMONDS),
            opening: DeckCard::TWO_OF_CLUBS,
            removed: removed.iter().fold(0, |bits, card| bits | 1 << card.0),
            standard: Some(House {
                passing: options.passing,
                moon: options.moon,
                target: options.target,
                points_on_first_trick: options.points_on_first_trick,
                queen_breaks_hearts: options.queen_breaks_hearts,
            }),
        })
    }

    /// The number of suits.
    #[must_use]
    pub const fn suits(&self) -> usize {
        self.suits as usize
    }

    /// The number of values per suit.
    #[must_use]
    pub const fn values(&self) -> usize {
        self.values as usize
    }

    /// The number of seats.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The number of cards dealt to each player; the rest is out of play.
    #[must_use]
    pub const fn hand_size(&self) -> usize {
        self.hand_size as usize
    }

    /// The number of cards in the deck.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.numbers() - self.removed.count_ones() as usize
    }

    /// Whether this is the standard game.
    #[must_use]
    pub const fn is_standard(&self) -> bool {
        self.standard.is_some()
    }

    /// The special card, which costs as many points as a suit has values.
    #[must_use]
    pub const fn special(&self) -> DeckCard {
        self.special
    }

    /// The options of the standard game, if this is it.
    #[must_use]
    pub fn options(&self) -> Option<Standard> {
        self.standard.map(|house| Standard {
            players: self.players(),
            passing: house.passing,
            moon: house.moon,
            target: house.target,
            points_on_first_trick: house.points_on_first_trick,
            queen_breaks_hearts: house.queen_breaks_hearts,
            jack: self.jack.is_some(),
        })
    }

    /// The penalty points of a card.
    #[must_use]
    pub const fn cost(&self, card: DeckCard) -> u32 {
        if card.0 == self.special.0 { self.values as u32 } else { self.is_heart(card) as u32 }
    }

    /// Whether a card is a heart.
    #[must_use]
    pub const fn is_heart(&self, card: DeckCard) -> bool {
        // Below the hearts the difference wraps around to a large number.
        card.0.wrapping_sub(self.hearts) < self.values
    }

    /// The suit of a card, from 0.
    #[must_use]
    pub const fn suit(&self, card: DeckCard) -> usize {
        (card.0 / self.values) as usize
    }

    /// The value of a card, from 1.
    #[must_use]
    pub const fn value(&self, card: DeckCard) -> usize {
        (card.0 % self.values) as usize + 1
    }

    /// The names and values from which the rules can be recreated.
    #[must_use]
    pub fn facts(&self) -> Facts {
        match self.standard {
            None => vec![
                ("suits", self.suits().into()),
                ("values", self.values().into()),
                ("players", self.players().into()),
            ],
            Some(house) => vec![
                ("players", self.players().into()),
                ("passing", house.passing.into()),
                ("moon", house.moon.name().into()),
                ("target", house.target.map_or(Fact::None, Fact::from)),
                ("points_on_first_trick", house.points_on_first_trick.into()),
                ("queen_breaks_hearts", house.queen_breaks_hearts.into()),
                ("jack", self.jack.is_some().into()),
            ],
        }
    }

    /// One more than the highest card number.
    pub(super) const fn numbers(&self) -> usize {
        self.suits as usize * self.values as usize
    }

    /// The cards of the deck in order.
    pub(super) fn deck(&self) -> SmallVec<[DeckCard; 64]> {
        let mut deck = match SMALL_DECK.get(..self.numbers()) {
            Some(cards) => SmallVec::from_slice(cards),
            None => (0..self.numbers() as u16).map(DeckCard).collect(),
        };
        if self.removed != 0 {
            deck.retain(|card| self.has(*card));
        }
        deck
    }

    /// Whether the special card breaks hearts.
    pub(super) const fn special_breaks(&self) -> bool {
        match self.standard {
            None => true,
            Some(house) => house.queen_breaks_hearts,
        }
    }

    /// Whether penalty cards are forbidden on the first trick.
    pub(super) const fn first_trick_is_free(&self) -> bool {
        match self.standard {
            None => false,
            Some(house) => !house.points_on_first_trick,
        }
    }

    pub(super) const fn moon(&self) -> Moon {
        match self.standard {
            None => Moon::None,
            Some(house) => house.moon,
        }
    }

    pub(super) const fn target(&self) -> Option<u32> {
        match self.standard {
            None => None,
            Some(house) => house.target,
        }
    }

    /// Limits that hold for every game under these rules.
    pub(super) fn bounds(&self) -> Bounds {
        let points: u32 = self.deck().iter().map(|&card| self.cost(card)).sum();
        let (points, players) = (i64::from(points), self.players() as i64);
        let bonus = self.jack.map_or(0, |_| i64::from(Self::JACK_BONUS));
        let subtracts = self.moon() == Moon::Subtract;
        // Every deal adds at least all points less the bonus to the totals, and nobody has reached
        // the target before the last one. If all points can be subtracted there is no such limit.
        let (deals, highest) = match self.target() {
            None => (Some(1), Some(points)),
            Some(_) if subtracts => (None, None),
            Some(target) => {
                let below = i64::from(target).saturating_sub(1).max(0);
                (Some(players * below / (points - bonus).max(1) + 1), Some(below + points))
            }
        };
        let bonuses = deals.unwrap_or(0) * bonus;
        let lowest = if subtracts { -points } else { 0 } - bonuses;
        let all_dealt = self.cards() == self.hand_size() * self.players();
        let is_constant = self.target().is_none() && self.moon() == Moon::None && all_dealt;
        let moves = (self.hand_size() + usize::from(self.pass_offset(0) > 0)) * self.players();
        Bounds {
            seats: 2..=Self::MAX_CARDS,
            moves: deals.map(|deals| (deals as u64).saturating_mul(moves as u64)),
            score: highest.map(|highest| lowest..=highest),
            margin: highest.map(|highest| highest + bonuses),
            total: is_constant.then_some(points - bonus),
        }
    }

    /// The names of the pass directions, in the order of the deals.
    pub(super) const fn pass_names(&self) -> &'static [&'static str] {
        match self.standard {
            Some(House { passing: true, .. }) if self.players().is_multiple_of(2) => {
                &["left", "right", "across", "hold"]
            }
            Some(House { passing: true, .. }) => &["left", "right", "hold"],
            _ => &["first"],
        }
    }

    /// The pass offset of this deal, in seats to the left; 0 is a deal without passing. Tables with
    /// a seat straight across (4, 6) pass left, right, across, not at all; the others (3, 5) left,
    /// right, not at all.
    pub(super) const fn pass_offset(&self, deal: u32) -> usize {
        let seats = self.players();
        match self.standard {
            Some(House { passing: true, .. }) if seats.is_multiple_of(2) => match deal % 4 {
                0 => 1,
                1 => seats - 1,
                2 => seats / 2,
                _ => 0,
            },
            Some(House { passing: true, .. }) => match deal % 3 {
                0 => 1,
                1 => seats - 1,
                _ => 0,
            },
            _ => 0,
        }
    }
}
