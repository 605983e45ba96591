//! The options of a match: the rules that differ from table to table.

use std::fmt;

use crate::cards::Rank;

use super::combination::{Combination, Kind, Kinds};
use super::rules::Rules;

/// Define an option whose values have names, the default first.
macro_rules! option {
    (
        $(#[$documentation:meta])*
        $name:ident { $($(#[$meaning:meta])* $value:ident = $text:literal,)+ }
    ) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$meaning])* $value,)+
        }

        impl $name {
            /// All values, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The name of the value.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}

option!(
    /// Whether a pass binds.
    Passing {
        /// A player who passed may play again later.
        Free = "free",
        /// A player who passed is out until the pile is cleared.
        Locked = "locked",
    }
);

option!(
    /// Who may pass.
    MayPass {
        /// Everyone except the leader.
        Always = "always",
        /// Only players without a legal move.
        Unable = "unable",
    }
);

option!(
    /// What beats a combination of the same kind.
    Beats {
        /// A higher card: ties of value are broken by suit.
        Suit = "suit",
        /// A higher value.
        Higher = "higher",
        /// An equal or higher value; with five cards a higher one.
        Equal = "equal",
    }
);

option!(
    /// How many cards are dealt.
    DealRule {
        /// The same number to everyone; the rest is out of play.
        Equal = "equal",
        /// All; the first seats may get one more.
        All = "all",
    }
);

option!(
    /// Who leads the first round.
    Opens {
        /// The holder of the lowest card dealt, with a move that contains it.
        Lowest = "lowest",
        /// The first seat, with any move.
        Left = "left",
    }
);

option!(
    /// Who leads later rounds.
    Leads {
        /// The president, with any move.
        President = "president",
        /// The bum, with any move.
        Bum = "bum",
        /// The holder of the lowest card dealt, with a move that contains it.
        Lowest = "lowest",
    }
);

option!(
    /// How the lower side of a trade gives its cards.
    TradeRule {
        /// The upper side requests ranks.
        Request = "request",
        /// The lower side gives its highest cards.
        Best = "best",
        /// There are no trades.
        None = "none",
    }
);

option!(
    /// When a round ends.
    Ends {
        /// When only one player has cards.
        Last = "last",
        /// When the first player is out.
        First = "first",
    }
);

option!(
    /// What a round scores.
    ScoreRule {
        /// The place of every player: low wins.
        Places = "places",
        /// The cards left, which the winner gets and the others lose: high wins.
        Cards = "cards",
    }
);

/// Which combinations may be played, and what beats what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// The kinds that are moves.
    pub kinds: Kinds,
    /// What beats a combination of the same kind.
    pub beats: Beats,
    /// Whether the order of the values is reversed.
    pub reversed: bool,
}

impl MoveRules {
    /// The report's rules.
    pub const USUAL: Self = Self { kinds: Kinds::ALL, beats: Beats::Suit, reversed: false };

    /// Whether a combination may be played on another.
    #[must_use]
    #[inline]
    pub fn beats(self, combination: Combination, other: Combination) -> bool {
        let (combination, other) = match self.reversed {
            true => (combination.reversed(), other.reversed()),
            false => (combination, other),
        };
        let is_higher = || {
            combination.kind() == other.kind() && self.above(other) >> combination.key() & 1 == 1
        };
        combination.size() == other.size() && (combination.kind() > other.kind() || is_higher())
    }

    /// The order indices of the deciding cards that beat a combination of the same kind: all from
    /// some index up. The combination is one of the usual order.
    #[must_use]
    pub(super) const fn above(self, beat: Combination) -> u64 {
        let key = beat.key();
        match self.beats {
            Beats::Suit => u64::MAX << key << 1,
            Beats::Equal if beat.size() < 5 => u64::MAX << (key & !3),
            Beats::Higher | Beats::Equal => u64::MAX << (key | 3) << 1,
        }
    }
}

impl Default for MoveRules {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The rules of a match before they are checked.
///
/// ```
/// use cardcore::games::president::{Options, Rules};
///
/// let rules = Rules::of(Options { players: 3, ..Options::DAIHINMIN })?;
/// assert_eq!(rules.hand_size(), 18);
/// # Ok::<(), cardcore::games::president::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of players, 2 to 13.
    pub players: usize,
    /// The number of rounds.
    pub rounds: u32,
    /// The kinds that are moves.
    pub kinds: Kinds,
    /// Whether a pass binds.
    pub passing: Passing,
    /// Who may pass.
    pub may_pass: MayPass,
    /// What beats a combination of the same kind.
    pub beats: Beats,
    /// The rank of which one to four cards clear the pile: their player leads again.
    pub clears: Option<Rank>,
    /// Whether four of a kind, also plus one, reverse the order of the values for the rest of the
    /// round.
    pub revolution: bool,
    /// How many cards are dealt.
    pub deal: DealRule,
    /// Who leads the first round.
    pub opens: Opens,
    /// Who leads later rounds.
    pub leads: Leads,
    /// How cards are traded before each round except the first.
    pub trade: TradeRule,
    /// The number of cards that the president trades, and the vice-president.
    pub exchanged: [usize; 2],
    /// When a round ends.
    pub ends: Ends,
    /// What a round scores.
    pub score: ScoreRule,
}

impl Options {
    /// The report's rules, with poker hands.
    pub const REPORT: Self = Self {
        players: 4,
        rounds: 3,
        kinds: Kinds::ALL,
        passing: Passing::Free,
        may_pass: MayPass::Always,
        beats: Beats::Suit,
        clears: None,
        revolution: false,
        deal: DealRule::Equal,
        opens: Opens::Lowest,
        leads: Leads::President,
        trade: TradeRule::Request,
        exchanged: [2, 1],
        ends: Ends::Last,
        score: ScoreRule::Places,
    };

    /// The party game: sets of equal cards.
    pub const BASIC: Self = Self {
        kinds: Kinds::SETS,
        beats: Beats::Higher,
        deal: DealRule::All,
        opens: Opens::Left,
        trade: TradeRule::Best,
        ..Self::REPORT
    };

    /// Big Two.
    pub const BIG_TWO: Self = Self {
        kinds: Kinds::ALL.without(Kind::FourOfAKind),
        leads: Leads::Lowest,
        trade: TradeRule::None,
        ends: Ends::First,
        score: ScoreRule::Cards,
        ..Self::REPORT
    };

    /// Daihinmin.
    pub const DAIHINMIN: Self = Self {
        kinds: Kinds::SETS,
        passing: Passing::Locked,
        beats: Beats::Higher,
        clears: Some(Rank::Eight),
        revolution: true,
        deal: DealRule::All,
        trade: TradeRule::Best,
        ..Self::REPORT
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::REPORT
    }
}

/// The presets of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The report's rules, with poker hands.
    Report,
    /// The party game: sets of equal cards.
    Basic,
    /// Big Two.
    BigTwo,
    /// Daihinmin.
    Daihinmin,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Report, Self::Basic, Self::BigTwo, Self::Daihinmin];

    /// Their names.
    pub const NAMES: [&'static str; 4] = ["report", "basic", "big-two", "daihinmin"];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The preset with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The options.
    #[must_use]
    pub const fn options(self) -> Options {
        match self {
            Self::Report => Options::REPORT,
            Self::Basic => Options::BASIC,
            Self::BigTwo => Options::BIG_TWO,
            Self::Daihinmin => Options::DAIHINMIN,
        }
    }

    /// Whether rounds are played by the rules of the preset. The players, the deal, who leads and
    /// the trades may differ.
    #[must_use]
    pub fn fits(self, rules: Rules) -> bool {
        let played = |options: &Options| {
            let &Options {
                kinds, passing, may_pass, beats, clears, revolution, ends, score, ..
            } = options;
            (kinds, passing, may_pass, beats, clears, revolution, ends, score)
        };
        played(rules.options()) == played(&self.options())
    }
}
