//! Hands as bit sets, and queries about the part of a hand that a rule selects.
//!
//! A hand has one word for decks of up to 64 cards, and up to 64 words for the largest. A rule
//! never lists cards: it names a [`Part`] of the hand, and membership, counts and the n-th card are
//! computed on whole words. With one word a query costs a few instructions; with more it costs a
//! pass over the words concerned. Neither depends on the cards already played.

use super::deck::DeckCard;
use crate::game::Seat;

/// A selection of cards by number: those inside or outside a range of numbers, except one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its cards, if the deck fits in one word; otherwise empty.
    only_word: u64,
    from: u16,
    to: u16,
    inside: bool,
    except: u16,
}

/// A number that no card has.
const NO_CARD: u16 = u16::MAX;

impl Part {
    /// Every card.
    pub(super) const ALL: Self = Self::outside(0, 0);

    /// The cards numbered `from` to `to - 1`.
    #[inline(always)]
    pub(super) const fn run(from: u16, to: u16) -> Self {
        // A suit is at most half of the deck, so a range is shorter than a word.
        let only_word = ((1 << ((to - from) & 63)) - 1) << (from & 63);
        Self { only_word, from, to, inside: true, except: NO_CARD }
    }

    /// This card alone.
    pub(super) const fn only(card: DeckCard) -> Self {
        Self::run(card.0, card.0 + 1)
    }

    /// All cards except those numbered `from` to `to - 1`.
    #[inline(always)]
    pub(super) const fn outside(from: u16, to: u16) -> Self {
        let run = Self::run(from, to);
        Self { only_word: !run.only_word, inside: false, ..run }
    }

    /// The same without one card.
    #[inline(always)]
    pub(super) const fn except(self, card: DeckCard) -> Self {
        Self { only_word: self.only_word & !(1 << (card.0 & 63)), except: card.0, ..self }
    }

    /// Whether a card is inside the range.
    #[inline(always)]
    pub(super) const fn spans(&self, card: DeckCard) -> bool {
        self.from <= card.0 && card.0 < self.to
    }

    /// Its cards among the 64 of word number `index`.
    #[inline]
    const fn word(self, index: u16) -> u64 {
        let first = index * 64;
        let run = below(self.to, first) & !below(self.from, first);
        let word = if self.inside { run } else { !run };
        let position = self.except.wrapping_sub(first);
        if position < 64 { word & !(1 << position) } else { word }
    }

    /// The range of words of a hand that it can affect.
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

/// The hands of all seats: inline for up to eight of one word each, on the heap otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holdings {
    words: u16,
    inline_words: [u64; 8],
    heap_words: Vec<u64>,
}

impl Holdings {
    /// Empty hands for a deck with this many card numbers.
    pub(super) fn empty(seats: usize, numbers: usize) -> Self {
        let words = numbers.div_ceil(64);
        let inline_words = [0; 8];
        let heap_words = if words == 1 && seats <= inline_words.len() { 0 } else { seats * words };
        Self { words: words as u16, inline_words, heap_words: vec![0; heap_words] }
    }

    #[inline(always)]
    const fn is_inline(&self) -> bool {
        self.heap_words.is_empty()
    }

    #[inline(always)]
    fn word(&self, position: usize) -> u64 {
        let word = if self.is_inline() {
            self.inline_words.get(position)
        } else {
            self.heap_words.get(position)
        };
        word.copied().unwrap_or(0)
    }

    #[inline(always)]
    fn word_mut(&mut self, position: usize) -> Option<&mut u64> {
        if self.is_inline() {
            self.inline_words.get_mut(position)
        } else {
            self.heap_words.get_mut(position)
        }
    }

    /// A hand of a deck of up to 64 cards as one word.
    #[inline]
    pub(super) fn only_word(&self, seat: Seat) -> u64 {
        if self.words == 1 { self.word(seat) } else { 0 }
    }

    /// Add a card to a hand.
    #[inline]
    pub(super) fn insert(&mut self, seat: Seat, card: DeckCard) {
        if let Some(word) = self.word_mut(self.index(seat, card)) {
            *word |= 1 << (card.0 % 64);
        }
    }

    /// Add cards to a hand.
    #[inline]
    pub(super) fn give(&mut self, seat: Seat, cards: &[DeckCard]) {
        if let (true, Some(word)) = (self.words == 1, self.word_mut(seat)) {
            *word = cards.iter().fold(*word, |word, card| word | 1 << (card.0 & 63));
            return;
        }
        for &card in cards {
            self.insert(seat, card);
        }
    }

    /// Remove a card of a part from a hand; returns whether it was there.
    #[inline(always)]
    pub(super) fn take(&mut self, seat: Seat, part: &Part, card: DeckCard) -> bool {
        if self.is_inline() {
            let bit = if card.0 < 64 { part.only_word & 1 << card.0 } else { 0 };
            let Some(word) = self.inline_words.get_mut(seat) else { return false };
            let held = *word & bit != 0;
            *word &= !bit;
            return held;
        }
        self.take_on_heap(seat, part, card)
    }

    #[inline(never)]
    fn take_on_heap(&mut self, seat: Seat, part: &Part, card: DeckCard) -> bool {
        if card.0 / 64 >= self.words {
            return false;
        }
        let bit = part.word(card.0 / 64) & 1 << (card.0 % 64);
        let Some(word) = self.word_mut(self.index(seat, card)) else { return false };
        let held = *word & bit != 0;
        *word &= !bit;
        held
    }

    /// Remove all cards from a hand.
    pub(super) fn clear(&mut self, seat: Seat) {
        let words = usize::from(self.words);
        for position in seat * words..(seat + 1) * words {
            if let Some(word) = self.word_mut(position) {
                *word = 0;
            }
        }
    }

    /// Whether a hand contains a card.
    #[inline]
    pub(super) fn contains(&self, seat: Seat, card: DeckCard) -> bool {
        let word = self.word(self.index(seat, card));
        card.0 / 64 < self.words && word >> (card.0 % 64) & 1 == 1
    }

    /// Whether a hand contains any card of a part.
    #[inline(always)]
    pub(super) fn any(&self, seat: Seat, part: &Part) -> bool {
        if self.is_inline() {
            return self.word(seat) & part.only_word != 0;
        }
        self.any_on_heap(seat, part)
    }

    #[inline(never)]
    fn any_on_heap(&self, seat: Seat, part: &Part) -> bool {
        let (from, to) = part.words(self.words);
        (from..to).any(|index| self.selected(seat, part, index) != 0)
    }

    /// The number of cards of a part in a hand.
    pub(super) fn count(&self, seat: Seat, part: &Part) -> usize {
        let (from, to) = part.words(self.words);
        (from..to).map(|index| self.selected(seat, part, index).count_ones() as usize).sum()
    }

    /// The card of a part of a hand at the index that `choose` gives for their count.
    #[inline(always)]
    pub(super) fn pick(
        &self,
        seat: Seat,
        part: &Part,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<DeckCard> {
        if self.is_inline() {
            let word = self.word(seat) & part.only_word;
            let rank = choose(word.count_ones());
            return (word != 0).then(|| DeckCard(position(word, rank)));
        }
        self.pick_on_heap(seat, part, choose(self.count(seat, part) as u32))
    }

    #[inline(never)]
    fn pick_on_heap(&self, seat: Seat, part: &Part, mut rest: u32) -> Option<DeckCard> {
        let (from, to) = part.words(self.words);
        for index in from..to {
            let word = self.selected(seat, part, index);
            if rest < word.count_ones() {
                return Some(DeckCard(index * 64 + position(word, rest)));
            }
            rest -= word.count_ones();
        }
        None
    }

    /// The cards of a part of a hand, in order.
    #[inline]
    pub(super) fn iter(&self, seat: Seat, part: &Part) -> HeldCards<'_> {
        let (index, end) = part.words(self.words);
        let word = if index < end { self.selected(seat, part, index) } else { 0 };
        HeldCards { hands: self, seat, part: *part, index, end, word }
    }

    #[inline]
    fn selected(&self, seat: Seat, part: &Part, index: u16) -> u64 {
        let position = seat.wrapping_mul(usize::from(self.words)).wrapping_add(usize::from(index));
        self.word(position) & if self.is_inline() { part.only_word } else { part.word(index) }
    }

    #[inline(always)]
    fn index(&self, seat: Seat, card: DeckCard) -> usize {
        seat.wrapping_mul(usize::from(self.words)).wrapping_add(usize::from(card.0 / 64))
    }
}

/// The cards of a part of a hand, in order.
#[derive(Clone)]
pub(super) struct HeldCards<'a> {
    hands: &'a Holdings,
    seat: Seat,
    part: Part,
    index: u16,
    end: u16,
    word: u64,
}

impl Iterator for HeldCards<'_> {
    type Item = DeckCard;

    #[inline]
    fn next(&mut self) -> Option<DeckCard> {
        while self.word == 0 {
            self.index += 1;
            if self.index >= self.end {
                // Stay at the end, however often the next card is requested.
                self.index = self.end;
                return None;
            }
            self.word = self.hands.selected(self.seat, &self.part, self.index);
        }
        let position = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(DeckCard(self.index * 64 + position as u16))
    }
}

/// The position of set bit number `rank`, counted from 0; requires a rank below the number of set
/// bits.
///
/// A loop over the lower bits: the legal cards are usually few, and a constant-time select by
/// prefix sums was no faster.
#[inline]
const fn position(mut word: u64, mut rank: u32) -> u16 {
    while rank > 0 {
        word &= word.wrapping_sub(1);
        rank -= 1;
    }
    word.trailing_zeros() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn parts_of_a_hand_match_plain_lists() {
        let mut random = Random::new(2);
        for round in 0..400 {
            let numbers = [52, 64, 65, 200, 4096][round % 5];
            let mut hands = Holdings::empty(3, numbers);
            let mut held = Vec::new();
            for number in 0..numbers as u16 {
                if random.below(3) == 0 {
                    hands.insert(1, DeckCard(number));
                    held.push(DeckCard(number));
                }
            }
            let mut below = |bound: usize| random.below(bound as u32) as u16;
            // Ranges are suits, at most half of the deck.
            let from = below(numbers / 2);
            let to = from + 1 + below(numbers / 2);
            let card = DeckCard(below(numbers));
            let inside = |held: DeckCard| (from..to).contains(&held.0);
            let parts: [(Part, &dyn Fn(DeckCard) -> bool); 5] = [
                (Part::ALL, &|_| true),
                (Part::run(from, to), &inside),
                (Part::outside(from, to), &|held| !inside(held)),
                (Part::outside(from, to).except(card), &|held| !inside(held) && held != card),
                (Part::only(card), &|held| held == card),
            ];
            for (part, contains) in parts {
                let wanted: Vec<DeckCard> =
                    held.iter().copied().filter(|&card| contains(card)).collect();
                assert_eq!(hands.iter(1, &part).collect::<Vec<_>>(), wanted);
                assert_eq!(hands.count(1, &part), wanted.len());
                assert_eq!(hands.any(1, &part), !wanted.is_empty());
                let picked: Vec<DeckCard> = (0..wanted.len())
                    .filter_map(|rank| hands.pick(1, &part, |_| rank as u32))
                    .collect();
                assert_eq!(picked, wanted);
            }
            assert!(!hands.any(0, &Part::ALL) && !hands.any(2, &Part::ALL));
            for &card in &held {
                assert!(hands.contains(1, card) && !hands.contains(0, card));
                assert!(!hands.take(1, &Part::ALL.except(card), card));
                assert!(hands.take(1, &Part::ALL, card) && !hands.take(1, &Part::ALL, card));
            }
            assert_eq!(hands, Holdings::empty(3, numbers));
        }
    }
}
