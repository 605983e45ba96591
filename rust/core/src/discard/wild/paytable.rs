use std::cmp::Reverse;
use std::str::FromStr;

use super::built_in::BUILT_IN;
use super::deck::Deck;
use super::kind::{Kind, Kinds};
use crate::cards::{CardSet, parse_cards};
use crate::discard::line::class_name;
use crate::discard::paytable::{
    Entry, Payout, PaytableError, narrowest, on_common_scale, read_entries, unknown_class,
    widest_class,
};

/// The payout of each final hand in a game with wild cards.
///
/// A hand counts as whatever pays most: every wild card stands for any card, including one already
/// in the hand. The payout is that of the narrowest class given, as without wild cards. Among kinds
/// with the same payout, it counts as the last in the order of [`Kind`].
///
/// The outcomes of such a game are therefore the classes of its paytable, and *no win*.
///
/// ```
/// use cardcore::cards::parse_deck_cards;
/// use cardcore::discard::wild::{DeckHand, WildPaytable};
///
/// let paytable: WildPaytable = "deuces-wild-full-pay".parse()?;
/// let pays = |hand: &str| {
///     let hand = DeckHand::of(&parse_deck_cards(hand)?, paytable.deck())?;
///     let line = &paytable.lines()[paytable.outcome(hand)];
///     Ok::<_, cardcore::cards::CardError>(format!("{} {}", line.name, line.payout))
/// };
/// assert_eq!(pays("2c 2d As Ks Ts")?, "wild royal 25");
/// assert_eq!(pays("2c 2d 2h 2s 9d")?, "four deuces 200");
/// assert_eq!(pays("As Ad Ks Kd 9c")?, "no win 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WildPaytable {
    name: String,
    deck: Deck,
    /// The classes as given.
    entries: Vec<(&'static str, Payout)>,
    lines: Vec<WildLine>,
    /// The payout of each line, times the scale.
    scaled: Vec<u64>,
    scale: u64,
    /// The paying kinds and their lines, highest payout first.
    preference: Vec<(Kind, usize)>,
}

/// A line of the paytable: a class and its payout.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WildLine {
    /// The name of the final hands on this line.
    pub name: String,
    /// The class as a paytable names it; empty for losing hands.
    pub class: &'static str,
    /// The payout.
    pub payout: Payout,
}

/// The classes a paytable with wild cards may name, and the kinds each covers.
const CLASSES: [(&str, &[Kind]); 28] = {
    use Kind::*;
    [
        ("high_card", &[HighCard]),
        (
            "one_pair",
            &[PairOfTwosToNines, PairOfTens, PairOfJacksOrQueens, PairOfKings, PairOfAces],
        ),
        ("tens_or_better", &[PairOfTens, PairOfJacksOrQueens, PairOfKings, PairOfAces]),
        ("jacks_or_better", &[PairOfJacksOrQueens, PairOfKings, PairOfAces]),
        ("kings_or_better", &[PairOfKings, PairOfAces]),
        ("aces_or_better", &[PairOfAces]),
        ("two_pair", &[TwoPairs]),
        ("three_of_a_kind", &[ThreeOfAKind]),
        ("straight", &[Straight]),
        ("flush", &[Flush]),
        ("full_house", &[FullHouse]),
        (
            "four_of_a_kind",
            &[
                FourFivesToKings,
                FourTwosToFours,
                FourTwosToFoursLowKicker,
                FourAces,
                FourAcesLowKicker,
            ],
        ),
        ("four_fives_to_kings", &[FourFivesToKings]),
        ("four_twos_to_fours", &[FourTwosToFours, FourTwosToFoursLowKicker]),
        ("four_twos_to_fours_low_kicker", &[FourTwosToFoursLowKicker]),
        ("four_aces", &[FourAces, FourAcesLowKicker]),
        ("four_aces_low_kicker", &[FourAcesLowKicker]),
        ("straight_flush", &[StraightFlush]),
        ("five_of_a_kind", &[FiveTwosToFives, FiveSixesToKings, FiveAces]),
        ("five_twos_to_fives", &[FiveTwosToFives]),
        ("five_sixes_to_kings", &[FiveSixesToKings]),
        ("five_aces", &[FiveAces]),
        ("wild_royal", &[WildRoyal]),
        ("four_deuces", &[FourDeuces, FourDeucesWithAce]),
        ("four_deuces_with_ace", &[FourDeucesWithAce]),
        ("five_wilds", &[FiveWilds]),
        ("natural_royal", &[NaturalRoyal]),
        ("royal_flush", &[WildRoyal, NaturalRoyal]),
    ]
};

impl WildPaytable {
    /// A paytable from its deck, its classes and the payouts as text: `9`, `0.5` or `1/2`.
    ///
    /// # Errors
    ///
    /// An unknown, duplicate or missing class, or one that cannot occur with these wild cards; a
    /// payout that is not a number of 0 or more.
    pub fn new<'a>(
        name: &str,
        deck: Deck,
        entries: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, PaytableError> {
        let name = name.to_owned();
        let unknown = |class| unknown_class(&name, class, Self::classes());
        let given =
            read_entries(&name, &CLASSES, entries, unknown, |class| impossible(class, deck))?;
        let pairs_pay = given.iter().any(|entry| {
            entry.covered.iter().any(|&kind| kind > Kind::HighCard && kind < Kind::TwoPairs)
        });
        let needed = |kind: Kind| match kind {
            Kind::TwoPairs => pairs_pay,
            Kind::FourDeucesWithAce | Kind::FiveWilds => false,
            _ => kind > Kind::TwoPairs && occurs(kind, deck),
        };
        let missing = |kind: &Kind| needed(*kind) && narrowest(&given, *kind).is_none();
        if let Some(kind) = Kind::ALL.into_iter().find(missing) {
            let class = class_to_ask_for(kind);
            return Err(PaytableError::Missing { name, class });
        }

        // A line for every paying class that covers some kind.
        let nothing = Payout::whole(0);
        let mut lines = vec![WildLine { name: "no win".to_owned(), class: "", payout: nothing }];
        let mut preference: Vec<(Kind, usize)> = Vec::new();
        for kind in Kind::ALL {
            let Some(&Entry { class, payout, .. }) = narrowest(&given, kind) else {
                continue;
            };
            if payout == nothing || !occurs(kind, deck) {
                continue;
            }
            let line = lines.iter().position(|line| line.class == class).unwrap_or(lines.len());
            if line == lines.len() {
                lines.push(WildLine { name: class_name(class), class, payout });
            }
            preference.push((kind, line));
        }
        let line_payouts: Vec<Payout> = lines.iter().map(|line| line.payout).collect();
        let Some((scaled, scale)) = on_common_scale(&line_payouts) else {
            return Err(PaytableError::TooFine { name });
        };
        preference.sort_by_key(|&(kind, line)| Reverse((scaled.get(line).copied(), kind)));
        let entries = given.into_iter().map(|entry| (entry.class, entry.payout)).collect();
        Ok(Self { name, deck, entries, lines, scaled, scale, preference })
    }

    /// The names of the built-in paytables with wild cards.
    pub fn built_in() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|built_in| built_in.name)
    }

    /// The names of the classes a paytable with wild cards may give a payout for.
    pub fn classes() -> impl Iterator<Item = &'static str> {
        CLASSES.iter().map(|&(class, _)| class)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The classes as given, with their payouts.
    #[must_use]
    pub fn entries(&self) -> &[(&'static str, Payout)] {
        &self.entries
    }

    /// The lines in the order of [`Kind`], losing hands first: the outcomes of the game.
    #[must_use]
    pub fn lines(&self) -> &[WildLine] {
        &self.lines
    }

    /// The payout of each line, times the [`scale`](Self::scale).
    pub(super) fn scaled_payouts(&self) -> &[u64] {
        &self.scaled
    }

    /// The smallest factor that makes all payouts integers.
    #[must_use]
    pub const fn scale(&self) -> u64 {
        self.scale
    }

    /// The line of a hand that can count as these kinds.
    #[must_use]
    pub fn best_of(&self, kinds: Kinds) -> usize {
        let best = self.preference.iter().find(|&&(kind, _)| kinds.contains(kind));
        best.map_or(0, |&(_, line)| line)
    }

    /// The line of a hand.
    #[must_use]
    pub fn outcome(&self, hand: super::DeckHand) -> usize {
        self.best_of(Kinds::of(hand, self.deck))
    }
}

impl FromStr for WildPaytable {
    type Err = PaytableError;

    /// The built-in paytable with this name.
    fn from_str(name: &str) -> Result<Self, PaytableError> {
        // Both spellings of two pair are in use.
        let name = &name.replace("-two-pairs-", "-two-pair-");
        let Some(found) = BUILT_IN.iter().find(|built_in| built_in.name == name) else {
            return Err(PaytableError::UnknownName { name: name.to_owned() });
        };
        let wild: CardSet = parse_cards(found.wild).unwrap_or_default().into_iter().collect();
        let deck = Deck::new(wild, found.joker);
        Self::new(name, deck, found.payouts.iter().copied())
    }
}

/// Why a class cannot occur in a deck.
fn impossible(class: &str, deck: Deck) -> Option<&'static str> {
    let (_, covered) = CLASSES.iter().find(|entry| entry.0 == class)?;
    match covered.first()? {
        _ if covered.iter().any(|&kind| occurs(kind, deck)) => None,
        Kind::FourDeuces | Kind::FourDeucesWithAce => Some("not all four twos are wild"),
        Kind::FiveWilds => Some("it has fewer than five wild cards"),
        _ => Some("no card is wild"),
    }
}

/// Whether a hand of a deck can be of a kind, for the kinds that some decks lack.
fn occurs(kind: Kind, deck: Deck) -> bool {
    match kind {
        Kind::FiveTwosToFives | Kind::FiveSixesToKings | Kind::FiveAces | Kind::WildRoyal => {
            deck.wild_cards() > 0
        }
        Kind::FourDeuces | Kind::FourDeucesWithAce => deck.has_wild_deuces(),
        Kind::FiveWilds => deck.wild_cards() >= 5,
        _ => true,
    }
}

/// The class to report when nothing covers a kind.
fn class_to_ask_for(kind: Kind) -> &'static str {
    match kind {
        Kind::WildRoyal => "wild_royal",
        Kind::NaturalRoyal => "natural_royal",
        _ => widest_class(&CLASSES, kind),
    }
}
