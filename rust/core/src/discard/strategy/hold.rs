//! What is kept of a hand, as a player would describe it.
//!
//! A hold is described by what it could become at best, and by nothing that is thrown away: how many
//! wild cards, whether the others are of one rank, of one suit or in a row, how many gaps and how
//! many high cards there are.

use crate::discard::Mask;

/// The ranks from the ten up, as bits.
const ROYAL: u16 = 0b1_1111_0000_0000;

/// The ranks as bits: bit 0 is the two, bit 12 the ace.
const ALL_RANKS: u16 = 0x1fff;

/// What a hold is called by: the best that it could become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Form {
    /// All five cards of a hand that pays.
    Pat,
    /// Cards of one rank, with the wild cards.
    OfAKind,
    /// Three cards of one rank and another.
    OfAKindAndKicker,
    /// Two pairs.
    TwoPairs,
    /// Cards of one suit from the ten up.
    RoyalFlush,
    /// Other cards of one suit within five ranks.
    StraightFlush,
    /// Other cards of one suit.
    Flush,
    /// Cards of several suits within five ranks, not all of them high.
    Straight,
    /// High cards of several suits.
    HighCards,
    /// One card beside the wild cards.
    Single,
    /// The wild cards alone, or nothing.
    Nothing,
}

/// A description of what is kept. Two holds with the same description are the same to a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hold {
    pub(super) form: Form,
    /// How many cards are kept.
    pub(super) kept: u8,
    /// How many of them are wild.
    pub(super) wilds: u8,
    /// The ranks of which there are several, as bits, without wild cards.
    pub(super) several: u16,
    /// All ranks, as bits, without wild cards.
    pub(super) ranks: u16,
    /// How many cards a pair of which pays there are.
    pub(super) high: u8,
    /// How many straights fewer than at best the ranks can become.
    pub(super) gaps: u8,
    /// What the hand pays as it is, if it is kept whole.
    pub(super) pays: i64,
}

/// What descriptions depend on: the wild cards, the straights and the high cards of a game.
#[derive(Clone, Debug)]
pub(super) struct Describer {
    wild: u64,
    high: u16,
    /// The ranks of all straights.
    straights: Vec<u16>,
    /// Those that need no rank of which every card is wild: such a rank is there as a wild card only.
    natural_straights: Vec<u16>,
}

impl Describer {
    /// Describe for a game with these wild cards, as bits, in which pairs of these ranks pay.
    pub(super) fn new(wild: u64, high: u16) -> Self {
        let all_wild = (0..13).fold(0_u16, |ranks, rank| {
            let whole = wild >> (4 * rank) & 0xf == 0xf;
            ranks | u16::from(whole) << rank
        });
        let mut straights: Vec<u16> = (0..9).map(|low| 0x1f << low).collect();
        straights.push(0x100f);
        let is_natural = |straight: &u16| straight & all_wild == 0;
        let natural_straights = straights.iter().copied().filter(is_natural).collect();
        Self { wild, high, straights, natural_straights }
    }

    /// The ranks a pair of which pays, as bits.
    pub(super) const fn high(&self) -> u16 {
        self.high
    }

    /// Describe all that can be kept of a hand that pays so much as it is, most cards first.
    pub(super) fn holds(&self, hand: [u8; 5], pays: i64) -> Vec<(Mask, Hold)> {
        let described = |discard| Some((discard, self.describe(hand, discard, pays)?));
        Mask::BY_PREFERENCE.into_iter().filter_map(described).collect()
    }

    /// Describe what a discard keeps of a hand that pays so much as it is; nothing if a wild card
    /// would be discarded, or no player would name what is kept.
    fn describe(&self, hand: [u8; 5], discard: Mask, pays: i64) -> Option<Hold> {
        let (mut wilds, mut suits) = (0_u8, 0_u8);
        // The ranks that are there at least once, twice, three and four times.
        let mut times = [0_u16; 4];
        for (place, card) in hand.into_iter().enumerate() {
            let is_wild = self.wild >> card & 1 == 1;
            if discard.contains(place) {
                if is_wild {
                    return None;
                }
                continue;
            }
            if is_wild {
                wilds += 1;
                continue;
            }
            let rank = 1_u16 << (card >> 2);
            suits |= 1 << (card & 3);
            for several in (1..4).rev() {
                times[several] |= times[several - 1] & rank;
            }
            times[0] |= rank;
        }
        let [ranks, several, three, _] = times;
        let kept = 5 - discard.len() as u8;
        let hold = Hold {
            form: Form::Nothing,
            kept,
            wilds,
            several,
            ranks,
            high: (ranks & self.high).count_ones() as u8,
            gaps: 0,
            pays: 0,
        };
        if kept == 5 {
            // What is kept whole is told by what it pays.
            let whole = Hold { form: Form::Pat, several: 0, ranks: 0, high: 0, pays, ..hold };
            return (pays > 0).then_some(whole);
        }
        if several != 0 {
            let natural = kept - wilds;
            let form = match (ranks.count_ones(), several.count_ones(), natural) {
                (1, ..) => Form::OfAKind,
                (2, 2, 4) => Form::TwoPairs,
                (2, 1, 4) if three != 0 => Form::OfAKindAndKicker,
                _ => return None,
            };
            return Some(Hold { form, high: 0, ..hold });
        }
        let natural = ranks.count_ones() as u8;
        let fits = |straight: &&u16| ranks & !**straight == 0;
        let in_a_row = self.straights.iter().any(|straight| fits(&straight));
        let ways = self.natural_straights.iter().filter(fits).count() as u8;
        let gaps = if in_a_row { (6 - natural).saturating_sub(ways) } else { 0 };
        let all_high = hold.high == natural;
        let form = match natural {
            0 => Form::Nothing,
            1 => Form::Single,
            _ if suits.is_power_of_two() && ranks & !ROYAL == 0 => Form::RoyalFlush,
            _ if suits.is_power_of_two() && in_a_row => Form::StraightFlush,
            _ if suits.is_power_of_two() => Form::Flush,
            4 if in_a_row => Form::Straight,
            _ if all_high => Form::HighCards,
            _ if in_a_row => Form::Straight,
            _ => return None,
        };
        let gaps = if matches!(form, Form::Single | Form::Flush) { 0 } else { gaps };
        Some(Hold { form, gaps, ..hold })
    }
}

impl Hold {
    /// The rank of which there are several, or the highest of all, 0 to 12.
    pub(super) fn top(&self) -> u8 {
        let ranks = if self.several == 0 { self.ranks } else { self.several };
        (ranks & ALL_RANKS).checked_ilog2().unwrap_or(0) as u8
    }

    /// The rank of the card beside several of another, 0 to 12.
    pub(super) fn kicker(&self) -> u8 {
        (self.ranks & !self.several).checked_ilog2().unwrap_or(0) as u8
    }

    /// What puts holds on the same line of a chart in order: the higher cards are the greater.
    pub(super) const fn height(&self) -> u32 {
        (self.several as u32) << 16 | self.ranks as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    const JACKS_UP: u16 = 0b1_1110_0000_0000;
    const DEUCES: u64 = 0xf;

    /// Describe the cards before the bar, held of all.
    fn described(wild: u64, text: &str) -> Option<Hold> {
        let held = parse_cards(text.split('|').next().unwrap()).unwrap().len();
        let cards = parse_cards(&text.replace('|', " ")).unwrap();
        let hand = [0, 1, 2, 3, 4].map(|place: usize| cards[place].number());
        let discard = Mask::of_places(|place| place >= held);
        Describer::new(wild, JACKS_UP).describe(hand, discard, 0)
    }

    #[test]
    fn a_hold_is_called_by_the_best_that_it_could_become() {
        for (text, form, high, gaps) in [
            ("Ah Kh Qh Jh | 2c", Form::RoyalFlush, 4, 1),
            ("Jh Th | 2c 3d 4s", Form::RoyalFlush, 1, 0),
            ("9h 8h 7h | 2c 3d", Form::StraightFlush, 0, 0),
            ("4h 3h 2h | 9c Td", Form::StraightFlush, 0, 1),
            ("Ah 3h 2h | 9c Td", Form::StraightFlush, 1, 2),
            ("Jh 9h 7h | 2c 3d", Form::StraightFlush, 1, 2),
            ("Kh 9h 7h 2h | 3d", Form::Flush, 1, 0),
            ("Jh Td 9c 8s | 2c", Form::Straight, 1, 0),
            ("Ah Kd Qc Js | 2c", Form::Straight, 4, 1),
            ("Jh Td | 2c 5s 8s", Form::Straight, 1, 0),
            ("Kh Qd Jc | 2c 5s", Form::HighCards, 3, 1),
            ("Ah Jd | 2c 5s 8s", Form::HighCards, 2, 3),
            ("Ah | 2c 5s 8s 9d", Form::Single, 1, 0),
            ("8h 8d | 2c 5s 9d", Form::OfAKind, 0, 0),
            ("8h 8d 2c 2d | 9d", Form::TwoPairs, 0, 0),
            ("8h 8d 8c 2d | 9d", Form::OfAKindAndKicker, 0, 0),
        ] {
            let hold = described(0, text).unwrap();
            assert_eq!((hold.form, hold.high, hold.gaps), (form, high, gaps), "{text}");
        }
        // No player would hold these.
        assert_eq!(described(0, "Kh 7d | 2c 5s 9s"), None);
        assert_eq!(described(0, "8h 8d 7c | 2c 5s"), None);
    }

    #[test]
    fn wild_cards_are_held_and_straights_are_made_of_what_is_not_wild() {
        assert_eq!(described(DEUCES, "Kh Kd | 2c 5s 9s"), None);
        let alike = described(DEUCES, "2c Kh Kd | 5s 9s").unwrap();
        assert_eq!((alike.form, alike.kept, alike.wilds), (Form::OfAKind, 3, 1));
        for (text, gaps) in
            [("2c 2d 7h 6h | Ks", 0), ("2c 2d 6h 5h | Ks", 1), ("2c Ah 4h 5h | Ks", 3)]
        {
            let hold = described(DEUCES, text).unwrap();
            assert_eq!((hold.form, hold.gaps), (Form::StraightFlush, gaps), "{text}");
        }
        let alone = described(DEUCES, "2c 2d | 7h 6h Ks").unwrap();
        assert_eq!((alone.form, alone.wilds), (Form::Nothing, 2));
    }

    #[test]
    fn the_higher_cards_come_first() {
        let height = |text| described(0, text).unwrap().height();
        assert!(height("Ah Jd | 2c 5s 8s") > height("Kh Qd | 2c 5s 8s"));
        assert!(height("Kh Qd | 2c 5s 8s") > height("Kh Jd | 2c 5s 8s"));
        assert!(height("8h 8d | 2c 5s 9d") > height("7h 7d | 2c 5s 9d"));
    }
}
