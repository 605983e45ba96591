//! Hands as sets of bits, and questions about the part of a hand that a rule selects.
//!
//! All hands of a table lie in one array, some words for each seat: one word for decks of up to
//! 64 cards, up to 64 words for the largest. A rule never lists cards: it names a [`Part`] of the
//! hand, and whether a card is in it, how many there are and which is the n-th are answered on
//! whole words. With one word a question costs a few instructions; with more it costs a pass over
//! the words concerned. Neither depends on the cards already played.

use smallvec::{SmallVec, smallvec};

use super::deck::DeckCard;
use crate::game::Seat;

/// Cards chosen by number: those inside or outside a run of numbers, but for one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    from: u16,
    to: u16,
    inside: bool,
    except: u16,
}

/// No card has this number.
const NO_CARD: u16 = u16::MAX;

impl Part {
    /// Every card.
    pub(super) const ALL: Self = Self { from: 0, to: 0, inside: false, except: NO_CARD };

    /// The cards numbered `from` to `to - 1`.
    pub(super) const fn run(from: u16, to: u16) -> Self {
        Self { from, to, inside: true, except: NO_CARD }
    }

    /// This card alone.
    pub(super) const fn only(card: DeckCard) -> Self {
        Self::run(card.0, card.0 + 1)
    }

    /// All cards but those numbered `from` to `to - 1`.
    pub(super) const fn outside(from: u16, to: u16) -> Self {
        Self { from, to, inside: false, except: NO_CARD }
    }

    /// The same without one card.
    pub(super) const fn except(self, card: DeckCard) -> Self {
        Self { except: card.0, ..self }
    }

    /// Whether a card is in it.
    #[inline]
    pub(super) const fn contains(self, card: DeckCard) -> bool {
        (self.from <= card.0 && card.0 < self.to) == self.inside && card.0 != self.except
    }

    /// Its cards among the 64 of word number `index`.
    #[inline]
    const fn word(self, index: u16) -> u64 {
        let first = index * 64;
        let run = below(self.to, first) & !below(self.from, first);
        let word = if self.inside { run } else { !run };
        let place = self.except.wrapping_sub(first);
        if place < 64 { word & !(1 << place) } else { word }
    }

    /// The words of a hand that it can concern.
    const fn words(self, words: u16) -> (u16, u16) {
        if self.inside { (self.from / 64, self.to.div_ceil(64)) } else { (0, words) }
    }
}

/// The bits of the numbers from `first` up that are below `end`.
#[inline]
const fn below(end: u16, first: u16) -> u64 {
    let count = end.saturating_sub(first);
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The hands of all seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hands {
    words: u16,
    bits: SmallVec<[u64; 8]>,
}

impl Hands {
    /// Empty hands for a deck of so many numbers.
    pub(super) fn empty(seats: usize, numbers: usize) -> Self {
        let words = numbers.div_ceil(64);
        Self { words: words as u16, bits: smallvec![0; seats * words] }
    }

    /// Put a card into a hand.
    #[inline]
    pub(super) fn insert(&mut self, seat: Seat, card: DeckCard) {
        let index = self.index(seat, card);
        if let Some(word) = self.bits.get_mut(index) {
            *word |= 1 << (card.0 % 64);
        }
    }

    /// Take a card out of a hand.
    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, card: DeckCard) {
        let index = self.index(seat, card);
        if let Some(word) = self.bits.get_mut(index) {
            *word &= !(1 << (card.0 % 64));
        }
    }

    /// Take all cards out of a hand.
    pub(super) fn clear(&mut self, seat: Seat) {
        let words = usize::from(self.words);
        if let Some(hand) = self.bits.get_mut(seat * words..(seat + 1) * words) {
            hand.fill(0);
        }
    }

    /// Whether a hand holds a card.
    #[inline]
    pub(super) fn contains(&self, seat: Seat, card: DeckCard) -> bool {
        let word = self.bits.get(self.index(seat, card));
        card.0 / 64 < self.words && word.is_some_and(|word| word >> (card.0 % 64) & 1 == 1)
    }

    /// Whether a hand holds any card of a part.
    #[inline]
    pub(super) fn any(&self, seat: Seat, part: Part) -> bool {
        if self.words == 1 {
            return self.selected(seat, part, 0) != 0;
        }
        let (from, to) = part.words(self.words);
        (from..to).any(|index| self.selected(seat, part, index) != 0)
    }

    /// How many cards of a part a hand holds.
    pub(super) fn count(&self, seat: Seat, part: Part) -> usize {
        let (from, to) = part.words(self.words);
        (from..to).map(|index| self.selected(seat, part, index).count_ones() as usize).sum()
    }

    /// The card that a number below the count of a part of a hand chooses, in order; the number
    /// is asked for once the count is known.
    #[inline]
    pub(super) fn pick(
        &self,
        seat: Seat,
        part: Part,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<DeckCard> {
        if self.words == 1 {
            let word = self.selected(seat, part, 0);
            let ranks = Ranks::of(word);
            let place = ranks.place(word, choose(ranks.count()));
            return (word != 0).then_some(DeckCard(place as u16));
        }
        let mut rest = choose(self.count(seat, part) as u32);
        let (from, to) = part.words(self.words);
        for index in from..to {
            let word = self.selected(seat, part, index);
            let ranks = Ranks::of(word);
            if rest < ranks.count() {
                return Some(DeckCard(index * 64 + ranks.place(word, rest) as u16));
            }
            rest -= ranks.count();
        }
        None
    }

    /// The cards of a part of a hand, in order.
    #[inline]
    pub(super) fn iter(&self, seat: Seat, part: Part) -> impl Iterator<Item = DeckCard> + '_ {
        let (from, to) = part.words(self.words);
        (from..to).flat_map(move |index| {
            let mut word = self.selected(seat, part, index);
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let place = word.trailing_zeros();
                    word &= word - 1;
                    DeckCard(index * 64 + place as u16)
                })
            })
        })
    }

    #[inline]
    fn selected(&self, seat: Seat, part: Part, index: u16) -> u64 {
        let place = seat * usize::from(self.words) + usize::from(index);
        self.bits.get(place).copied().unwrap_or(0) & part.word(index)
    }

    #[inline]
    fn index(&self, seat: Seat, card: DeckCard) -> usize {
        seat * usize::from(self.words) + usize::from(card.0 / 64)
    }
}

/// How many bits of a word are set in its lowest byte, its two lowest, … up to all eight.
///
/// Counting and finding the n-th bit share this: the usual sideways addition whose last
/// multiplication leaves the running totals in the bytes (no instruction beyond the common ones
/// is needed, and no loop over the bits).
#[derive(Clone, Copy)]
struct Ranks(u64);

impl Ranks {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;

    #[inline]
    const fn of(word: u64) -> Self {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self(bytes.wrapping_mul(Self::ONES))
    }

    #[inline]
    const fn count(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The place of set bit number `rank`, counted from 0; for ranks below the count.
    #[inline]
    const fn place(self, word: u64, rank: u32) -> u32 {
        // A byte's top bit stays set where its running total is above the rank: the lowest such
        // byte holds the bit. Totals are at most 64, so no byte borrows from the next.
        let reached = ((self.0 | Self::TOPS) - (rank as u64 + 1) * Self::ONES) & Self::TOPS;
        let shift = reached.trailing_zeros() & 56;
        let before = ((self.0 << 8) >> shift & 0xff) as u32;
        let mut byte = word >> shift & 0xff;
        let mut left = rank.wrapping_sub(before) & 7;
        while left > 0 {
            byte &= byte.wrapping_sub(1);
            left -= 1;
        }
        shift + (byte.trailing_zeros() & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_places_of_set_bits_are_found() {
        let mut random = Random::new(1);
        let mut words = vec![1, u64::MAX, 1 << 63, 0x8000_0000_0000_0001];
        words.extend((0..2000).map(|_| random.word() & random.word()));
        for word in words {
            let ranks = Ranks::of(word);
            assert_eq!(ranks.count(), word.count_ones());
            let places: Vec<u32> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            let found: Vec<u32> = (0..ranks.count()).map(|rank| ranks.place(word, rank)).collect();
            assert_eq!(found, places);
        }
    }

    #[test]
    fn parts_of_a_hand_agree_with_plain_lists() {
        let mut random = Random::new(2);
        for round in 0..400 {
            let numbers = [52, 64, 65, 200, 4096][round % 5];
            let mut hands = Hands::empty(3, numbers);
            let mut held = Vec::new();
            for number in 0..numbers as u16 {
                if random.below(3) == 0 {
                    hands.insert(1, DeckCard(number));
                    held.push(DeckCard(number));
                }
            }
            let mut bound = || random.below(numbers as u32 + 1) as u16;
            let (from, to) = (bound(), bound());
            let card = DeckCard(bound());
            let run = Part::run(from.min(to), from.max(to));
            let parts = [
                Part::ALL,
                run,
                Part::outside(from.min(to), from.max(to)).except(card),
                Part::only(card),
            ];
            for part in parts {
                let wanted: Vec<DeckCard> =
                    held.iter().copied().filter(|&card| part.contains(card)).collect();
                assert_eq!(hands.iter(1, part).collect::<Vec<_>>(), wanted);
                assert_eq!(hands.count(1, part), wanted.len());
                assert_eq!(hands.any(1, part), !wanted.is_empty());
                let picked: Vec<DeckCard> = (0..wanted.len())
                    .filter_map(|rank| hands.pick(1, part, |_| rank as u32))
                    .collect();
                assert_eq!(picked, wanted);
            }
            assert!(!hands.any(0, Part::ALL) && !hands.any(2, Part::ALL));
            for &card in &held {
                assert!(hands.contains(1, card) && !hands.contains(0, card));
                hands.remove(1, card);
            }
            assert_eq!(hands, Hands::empty(3, numbers));
        }
    }
}
