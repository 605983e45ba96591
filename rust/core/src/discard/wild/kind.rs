//! What a hand with wild cards can count as.

use super::deck::Deck;
use crate::cards::{Card, DeckCard, Rank};
use crate::poker::Category;
use crate::poker::pattern::Pattern;

/// The categories that common paytables with wild cards distinguish, once every wild card stands
/// for a card of the holder's choice. The order decides between kinds with the same payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants say what they are")]
pub enum Kind {
    HighCard,
    PairOfTwosToNines,
    PairOfTens,
    PairOfJacksOrQueens,
    PairOfKings,
    PairOfAces,
    TwoPairs,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourFivesToKings,
    FourTwosToFours,
    FourTwosToFoursLowKicker,
    FourAces,
    FourAcesLowKicker,
    StraightFlush,
    FiveTwosToFives,
    FiveSixesToKings,
    FiveAces,
    /// A royal flush with a wild card.
    WildRoyal,
    /// All four twos, which are wild, without an ace.
    FourDeuces,
    FourDeucesWithAce,
    /// Five wild cards.
    FiveWilds,
    /// A royal flush without wild cards.
    NaturalRoyal,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 25;

    /// All kinds in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::HighCard,
        Self::PairOfTwosToNines,
        Self::PairOfTens,
        Self::PairOfJacksOrQueens,
        Self::PairOfKings,
        Self::PairOfAces,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourFivesToKings,
        Self::FourTwosToFours,
        Self::FourTwosToFoursLowKicker,
        Self::FourAces,
        Self::FourAcesLowKicker,
        Self::StraightFlush,
        Self::FiveTwosToFives,
        Self::FiveSixesToKings,
        Self::FiveAces,
        Self::WildRoyal,
        Self::FourDeuces,
        Self::FourDeucesWithAce,
        Self::FiveWilds,
        Self::NaturalRoyal,
    ];

    /// The number of this kind, 0 to 24.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The kind of a pair of this rank.
    #[must_use]
    pub const fn pair(rank: Rank) -> Self {
        match rank {
            Rank::Ace => Self::PairOfAces,
            Rank::King => Self::PairOfKings,
            Rank::Queen | Rank::Jack => Self::PairOfJacksOrQueens,
            Rank::Ten => Self::PairOfTens,
            _ => Self::PairOfTwosToNines,
        }
    }

    /// The kind of four of a rank with a kicker.
    #[must_use]
    pub fn four(rank: Rank, kicker: Rank) -> Self {
        let low = |rank: Rank| rank <= Rank::Four;
        match rank {
            Rank::Ace if low(kicker) => Self::FourAcesLowKicker,
            Rank::Ace => Self::FourAces,
            _ if low(rank) && (low(kicker) || kicker == Rank::Ace) => {
                Self::FourTwosToFoursLowKicker
            }
            _ if low(rank) => Self::FourTwosToFours,
            _ => Self::FourFivesToKings,
        }
    }

    /// The kind of five of a rank.
    #[must_use]
    pub fn five(rank: Rank) -> Self {
        match rank {
            Rank::Ace => Self::FiveAces,
            _ if rank <= Rank::Five => Self::FiveTwosToFives,
            _ => Self::FiveSixesToKings,
        }
    }

    /// The kind of five natural cards.
    #[must_use]
    pub fn natural(pattern: &Pattern) -> Self {
        let [first, _, _, _, last] = pattern.ranks;
        match pattern.category {
            Category::HighCard => Self::HighCard,
            Category::OnePair => Self::pair(first),
            Category::TwoPairs => Self::TwoPairs,
            Category::ThreeOfAKind => Self::ThreeOfAKind,
            Category::Straight => Self::Straight,
            Category::Flush => Self::Flush,
            Category::FullHouse => Self::FullHouse,
            Category::FourOfAKind => Self::four(first, last),
            Category::StraightFlush if first == Rank::Ace => Self::NaturalRoyal,
            Category::StraightFlush => Self::StraightFlush,
        }
    }
}

/// A set of kinds: everything a hand can count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u32);

impl Kinds {
    /// Add a kind.
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.number();
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.number() & 1 == 1
    }

    /// The kinds in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }

    /// Everything a hand can count as.
    ///
    /// ```
    /// use cardcore::cards::{CardSet, parse_deck_cards};
    /// use cardcore::discard::wild::{Deck, DeckHand, Kind, Kinds};
    ///
    /// let deck = Deck::new(CardSet::EMPTY, true);
    /// let hand = DeckHand::of(&parse_deck_cards("Jk As Ad Kc 9h")?, deck)?;
    /// let kinds = Kinds::of(hand, deck);
    /// assert!(kinds.contains(Kind::ThreeOfAKind) && kinds.contains(Kind::TwoPairs));
    /// assert!(!kinds.contains(Kind::FullHouse));
    /// # Ok::<(), cardcore::cards::CardError>(())
    /// ```
    #[must_use]
    pub fn of(hand: super::DeckHand, deck: Deck) -> Self {
        let (mut ranks, mut length, mut suits) = ([0_usize; 5], 0, 0b1111_u8);
        for card in hand.cards().into_iter().filter(|&card| !deck.is_wild(card)) {
            ranks[length] = usize::from(card.number() / 4);
            suits &= 1 << (card.number() % 4);
            length += 1;
        }
        let natural = &mut ranks[..length];
        natural.sort_unstable();
        let mut kinds = Self::of_ranks(natural, suits != 0);
        kinds.add_natural(hand.cards(), deck);
        kinds
    }

    /// Add the kinds that depend on the actual cards rather than on what they can stand for.
    fn add_natural(&mut self, cards: [DeckCard; 5], deck: Deck) {
        let holds = |rank: Rank| {
            cards.iter().filter(|card| card.card().is_some_and(|card| card.rank() == rank)).count()
        };
        let all_wild = cards.iter().all(|&card| deck.is_wild(card));
        self.add_wild(deck, holds(Rank::Two), holds(Rank::Ace), all_wild);
        let suit = |card: Card| card.suit();
        let first = cards[0].card().map(suit);
        let royal = |rank: Rank| {
            let lies = |card: Card| card.rank() == rank && Some(suit(card)) == first;
            cards.iter().any(|card| card.card().is_some_and(lies))
        };
        if Rank::ALL[8..].iter().all(|&rank| royal(rank)) {
            self.insert(Kind::NaturalRoyal);
        }
    }

    /// Add the kinds of hands with this many deuces and aces that are named after wild cards.
    pub(super) const fn add_wild(
        &mut self,
        deck: Deck,
        deuces: usize,
        aces: usize,
        all_wild: bool,
    ) {
        if deck.has_wild_deuces() && deuces == 4 {
            self.insert(if aces == 1 { Kind::FourDeucesWithAce } else { Kind::FourDeuces });
        }
        if all_wild {
            self.insert(Kind::FiveWilds);
        }
    }

    /// Everything that up to five natural cards, given by rank from the lowest up and by whether
    /// they are suited, can become when completed to five by wild cards.
    pub(super) fn of_ranks(natural: &[usize], one_suit: bool) -> Self {
        let mut kinds = Self::default();
        let distinct = natural.windows(2).all(|pair| pair[0] < pair[1]);
        if let &[a, b, c, d, e] = natural {
            let ranks = [a, b, c, d, e].map(|rank| Rank::ALL[rank % 13]);
            kinds.insert(Kind::natural(&Pattern::new(ranks, one_suit && distinct)));
            return kinds;
        }
        let mut counts = [0_usize; 13];
        for &rank in natural {
            counts[rank % 13] += 1;
        }
        let different = counts.iter().filter(|&&count| count > 0).count();
        let most = counts.into_iter().max().unwrap_or(0);
        // The natural cards are among at most this many ranks.
        let fits = |wanted: [(usize, usize); 2]| {
            let among = wanted.into_iter().map(|(rank, count)| counts[rank].min(count));
            among.sum::<usize>() == natural.len()
        };
        for (number, rank) in Rank::ALL.into_iter().enumerate() {
            // The others must differ from each other and leave room for those of the rank.
            let others = natural.len() - counts[number];
            let apart = different - usize::from(counts[number] > 0) == others;
            if apart && others <= 3 && counts[number] <= 2 {
                kinds.insert(Kind::pair(rank));
            }
            if apart && others <= 2 && counts[number] <= 3 {
                kinds.insert(Kind::ThreeOfAKind);
            }
            if different > 2 {
                continue;
            }
            if others == 0 {
                kinds.insert(Kind::five(rank));
            }
            for (other, kicker) in Rank::ALL.into_iter().enumerate().filter(|r| r.1 != rank) {
                if fits([(number, 4), (other, 1)]) {
                    kinds.insert(Kind::four(rank, kicker));
                }
                if fits([(number, 3), (other, 2)]) {
                    kinds.insert(Kind::FullHouse);
                }
            }
        }
        if different <= 3 && most <= 2 {
            kinds.insert(Kind::TwoPairs);
        }
        if distinct {
            kinds.insert(Kind::HighCard);
            if one_suit {
                kinds.insert(Kind::Flush);
            }
            // By the lowest card; an ace also counts below the two.
            for lowest in 0..10 {
                let within = |&rank: &usize| rank + 1 >= lowest && rank + 1 < lowest + 5;
                let ace_low = |rank: &usize| lowest == 0 && *rank == 12;
                if !natural.iter().all(|rank| within(rank) || ace_low(rank)) {
                    continue;
                }
                kinds.insert(Kind::Straight);
                if one_suit {
                    kinds.insert(if lowest == 9 { Kind::WildRoyal } else { Kind::StraightFlush });
                }
            }
        }
        kinds
    }
}
