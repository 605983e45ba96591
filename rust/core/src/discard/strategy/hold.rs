//! Descriptions of holds, as on a strategy chart.
//!
//! A hold is described by the best hand it can become: the number of wild cards, whether the others
//! are of one rank, suited or connected, and the numbers of gaps and high cards. Discarded cards are
//! considered only on request, as penalty cards.

use std::hash::{Hash, Hasher};

use crate::discard::Mask;

/// The ranks from ten to ace, as bits.
pub(super) const ROYAL: u16 = 0b1_1111_0000_0000;

/// The ranks as bits: bit 0 is the two, bit 12 the ace.
pub(super) const ALL_RANKS: u16 = 0x1fff;

/// The form of a hold: the best hand it can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// All five cards of a paying hand.
    Pat,
    /// Cards of one rank, with the wild cards.
    OfAKind,
    /// Three cards of one rank and a kicker.
    OfAKindAndKicker,
    /// Two pair.
    TwoPairs,
    /// Suited cards from ten to ace.
    RoyalFlush,
    /// Other suited cards within five ranks.
    StraightFlush,
    /// Other suited cards.
    Flush,
    /// Offsuit cards within five ranks, not all of them high.
    Straight,
    /// Offsuit high cards.
    HighCards,
    /// One card next to the wild cards.
    Single,
    /// The wild cards alone, or nothing.
    Nothing,
}

/// The description of a hold. A chart does not distinguish holds with the same description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hold {
    pub(super) form: Form,
    /// The number of cards held.
    pub(super) kept: u8,
    /// The number of wild cards among them.
    pub(super) wilds: u8,
    /// The ranks that occur more than once, as bits, without wild cards.
    pub(super) several: u16,
    /// All ranks, as bits, without wild cards.
    pub(super) ranks: u16,
    /// The number of high cards: cards whose pair pays.
    pub(super) high: u8,
    /// The number of gaps: how many straights fewer than the maximum the ranks can become.
    pub(super) gaps: u8,
    /// The line of the paytable that the hand is on as it is, if all five cards are held.
    pub(super) line: u8,
    /// Whether a discarded card is of the suit of the held ones, if they are of one suit.
    pub(super) flush_penalty: bool,
    /// Whether a discarded card fits into a straight with the held ones.
    pub(super) straight_penalty: bool,
}

impl Hash for Hold {
    /// Millions of holds are looked up: all fields fit into one word.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let small = [self.form as u8, self.kept, self.wilds, self.high];
        let small = small.iter().fold(0, |bits, &field| bits << 4 | u64::from(field));
        let penalties = u64::from(self.flush_penalty) << 1 | u64::from(self.straight_penalty);
        let word = small << 8 | u64::from(self.line);
        let word = word << 4 | u64::from(self.gaps);
        let word = word << 13 | u64::from(self.several);
        let word = word << 13 | u64::from(self.ranks);
        state.write_u64(word << 2 | penalties);
    }
}

/// A dealt hand as charts see it.
#[derive(Clone, Copy, Debug)]
pub struct Dealt {
    /// The cards, by number.
    pub cards: [u8; 5],
    /// The line of the paytable that it is on, from the lowest.
    pub line: u8,
    /// Whether that line pays.
    pub pays: bool,
}

/// What descriptions depend on: the wild cards, straights and high cards of a game.
#[derive(Clone, Debug)]
pub(super) struct Describer {
    wild: u64,
    high: u16,
    /// The ranks of all straights.
    straights: Vec<u16>,
    /// The ranks whose cards are all wild.
    all_wild: u16,
    /// The ranks of which some cards are wild and some are not.
    partly_wild: u16,
    /// Straights without such a rank, which occurs only as a wild card.
    natural_straights: Vec<u16>,
    /// Whether holds are distinguished by penalty cards.
    penalties: bool,
}

impl Describer {
    /// A describer for a game with these wild cards, as bits, in which pairs of these ranks pay.
    pub(super) fn new(wild: u64, high: u16, penalties: bool) -> Self {
        let ranks_with = |is_wanted: fn(u64) -> bool| {
            (0..13).fold(0_u16, |ranks, rank| {
                ranks | u16::from(is_wanted(wild >> (4 * rank) & 0xf)) << rank
            })
        };
        let all_wild = ranks_with(|suits| suits == 0xf);
        let partly_wild = ranks_with(|suits| suits != 0) & !all_wild;
        let mut straights: Vec<u16> = (0..9).map(|low| 0x1f << low).collect();
        straights.push(0x100f);
        let is_natural = |straight: &u16| straight & all_wild == 0;
        let natural_straights = straights.iter().copied().filter(is_natural).collect();
        Self { wild, high, straights, all_wild, partly_wild, natural_straights, penalties }
    }

    /// The ranks of high cards, whose pair pays, as bits.
    pub(super) const fn high(&self) -> u16 {
        self.high
    }

    /// The ranks of which some cards are wild, as bits, so that pairs and draws with them are rare.
    pub(super) const fn partly_wild(&self) -> u16 {
        self.partly_wild
    }

    /// Whether one of these ranks, as bits, occurs only as wild cards.
    pub(super) const fn is_all_wild(&self, ranks: u16) -> bool {
        self.all_wild & ranks != 0
    }

    /// Describe all holds of a hand, most cards first.
    pub(super) fn holds(&self, dealt: Dealt) -> Vec<(Mask, Hold)> {
        let described = |discard| Some((discard, self.describe(dealt, discard)?));
        Mask::BY_PREFERENCE.into_iter().filter_map(described).collect()
    }

    /// Describe the hold of a discard; `None` if a wild card would be discarded, or if players have
    /// no name for the hold.
    fn describe(&self, dealt: Dealt, discard: Mask) -> Option<Hold> {
        let (mut wilds, mut suits) = (0_u8, 0_u8);
        // The ranks present at least once, twice, three and four times.
        let mut times = [0_u16; 4];
        for (index, card) in dealt.cards.into_iter().enumerate() {
            let is_wild = self.wild >> card & 1 == 1;
            if discard.contains(index) {
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
        if kept == 5 {
            // A pat hand is described by its line.
            let whole = Hold { line: dealt.line, ..Hold::new(Form::Pat, 5, wilds) };
            return dealt.pays.then_some(whole);
        }
        if several != 0 {
            let form = match (ranks.count_ones(), several.count_ones(), kept - wilds) {
                (1, ..) => Form::OfAKind,
                (2, 2, 4) => Form::TwoPairs,
                (2, 1, 4) if three != 0 => Form::OfAKindAndKicker,
                _ => return None,
            };
            return Some(Hold { several, ranks, ..Hold::new(form, kept, wilds) });
        }
        let hold = self.draw(ranks, suits.is_power_of_two(), kept, wilds)?;
        Some(if self.penalties {
            self.with_penalties(hold, dealt.cards, discard, suits)
        } else {
            hold
        })
    }

    /// Describe cards of different ranks, as bits, of one suit or not, next to wild cards.
    pub(super) fn draw(&self, ranks: u16, suited: bool, kept: u8, wilds: u8) -> Option<Hold> {
        let high = (ranks & self.high).count_ones() as u8;
        let natural = ranks.count_ones() as u8;
        let in_a_row = self.straights.iter().any(|straight| ranks & !straight == 0);
        let ways = self.natural_straights.iter().filter(|&straight| ranks & !straight == 0).count();
        let gaps = if in_a_row { (6 - natural).saturating_sub(ways as u8) } else { 0 };
        let form = match natural {
            0 => Form::Nothing,
            1 => Form::Single,
            _ if suited && ranks & !ROYAL == 0 => Form::RoyalFlush,
            _ if suited && in_a_row => Form::StraightFlush,
            _ if suited => Form::Flush,
            4 if in_a_row => Form::Straight,
            _ if high == natural => Form::HighCards,
            _ if in_a_row => Form::Straight,
            _ => return None,
        };
        let gaps = if matches!(form, Form::Single | Form::Flush) { 0 } else { gaps };
        Some(Hold { ranks, high, gaps, ..Hold::new(form, kept, wilds) })
    }

    fn with_penalties(&self, hold: Hold, cards: [u8; 5], discard: Mask, suits: u8) -> Hold {
        let suited = matches!(
            hold.form,
            Form::RoyalFlush | Form::StraightFlush | Form::Flush | Form::Single
        );
        let connected = !matches!(hold.form, Form::Flush | Form::Nothing);
        let discarded = cards.into_iter().enumerate().filter(|&(index, _)| discard.contains(index));
        let (mut flush_penalty, mut straight_penalty) = (false, false);
        for (_, card) in discarded {
            flush_penalty |= suited && suits >> (card & 3) & 1 == 1;
            let with = hold.ranks | 1 << (card >> 2);
            straight_penalty |= connected
                && with != hold.ranks
                && self.natural_straights.iter().any(|straight| with & !straight == 0);
        }
        Hold { flush_penalty, straight_penalty, ..hold }
    }
}

impl Hold {
    /// A hold of a form.
    const fn new(form: Form, kept: u8, wilds: u8) -> Self {
        Self {
            form,
            kept,
            wilds,
            several: 0,
            ranks: 0,
            high: 0,
            gaps: 0,
            line: 0,
            flush_penalty: false,
            straight_penalty: false,
        }
    }

    /// The rank that occurs several times, or else the highest, 0 to 12.
    pub(super) fn top(&self) -> u8 {
        let ranks = if self.several == 0 { self.ranks } else { self.several };
        (ranks & ALL_RANKS).checked_ilog2().unwrap_or(0) as u8
    }

    /// The rank of the kicker, 0 to 12.
    pub(super) fn kicker(&self) -> u8 {
        (self.ranks & !self.several).checked_ilog2().unwrap_or(0) as u8
    }

    /// The order of holds on the same line: higher cards are greater.
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

    /// Describe the cards before the bar, held from all.
    fn described(wild: u64, text: &str) -> Option<Hold> {
        let held = parse_cards(text.split('|').next().unwrap()).unwrap().len();
        let cards = parse_cards(&text.replace('|', " ")).unwrap();
        let hand = [0, 1, 2, 3, 4].map(|index: usize| cards[index].number());
        let discard = Mask::from_fn(|index| index >= held);
        let dealt = Dealt { cards: hand, line: 0, pays: false };
        Describer::new(wild, JACKS_UP, true).describe(dealt, discard)
    }

    #[test]
    fn a_hold_is_named_after_its_best_draw() {
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
        // Players do not name these holds.
        assert_eq!(described(0, "Kh 7d | 2c 5s 9s"), None);
        assert_eq!(described(0, "8h 8d 7c | 2c 5s"), None);
    }

    #[test]
    fn wild_cards_are_held_and_straights_use_natural_cards() {
        assert_eq!(described(DEUCES, "Kh Kd | 2c 5s 9s"), None);
        let same_rank = described(DEUCES, "2c Kh Kd | 5s 9s").unwrap();
        assert_eq!((same_rank.form, same_rank.kept, same_rank.wilds), (Form::OfAKind, 3, 1));
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
    fn penalty_cards_are_of_the_suit_or_fit_into_a_straight() {
        for (text, flush, straight) in [
            ("Kh Th | 2c 5s 7d", false, false),
            ("Kh Th | 2h 5s 7d", true, false),
            ("Kh Th | 2c 5s 9d", false, true),
            ("Jh Tc | 2h 5c 7d", false, true),
            ("Ah | 2h 7c 8d 9d", true, true),
            ("Kh 9h 7h 2h | 3h", true, false),
        ] {
            let hold = described(0, text).unwrap();
            assert_eq!((hold.flush_penalty, hold.straight_penalty), (flush, straight), "{text}");
        }
    }

    #[test]
    fn the_higher_cards_come_first() {
        let height = |text| described(0, text).unwrap().height();
        assert!(height("Ah Jd | 2c 5s 8s") > height("Kh Qd | 2c 5s 8s"));
        assert!(height("Kh Qd | 2c 5s 8s") > height("Kh Jd | 2c 5s 8s"));
        assert!(height("8h 8d | 2c 5s 9d") > height("7h 7d | 2c 5s 9d"));
    }
}
