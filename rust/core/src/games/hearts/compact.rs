//! A compact deal: a few words that are fast to copy and to play out.
//!
//! Supports decks of up to 64 cards and tables of up to eight seats, including the standard game.
//! The rules are those of [`state`](super::state); a test plays both side by side.

use super::deck::DeckCard;
use super::rules::{Moon, Rules};

/// The most seats.
pub(super) const SEATS: usize = 8;

/// No seat.
pub(super) const NOBODY: u8 = u8::MAX;

/// The deck under some rules, as bit sets.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    pub(super) rules: Rules,
    pub(super) seats: usize,
    pub(super) cards: u64,
    pub(super) hearts: u64,
    /// The special card alone.
    pub(super) special: u64,
    /// The rewarded jack alone; empty if none is.
    pub(super) jack: u64,
    /// All cards of the special card's suit.
    pub(super) special_suit: u64,
    /// For each card, all cards of its suit.
    suits: [u64; 64],
    first_trick_is_free: bool,
    special_breaks: bool,
    special_cost: u16,
    /// The points of the special card and all hearts, if all are dealt.
    pub(super) all_points: u16,
    pub(super) moon: Moon,
}

impl Deck {
    /// The deck of some rules; `None` if it is too large.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        if rules.numbers() > 64 || rules.players() > SEATS {
            return None;
        }
        let values = rules.values();
        let suit = |number: usize| ones(values) << (number / values * values);
        let mut suits = [0; 64];
        for (number, cards_of_suit) in suits.iter_mut().enumerate().take(rules.numbers()) {
            *cards_of_suit = suit(number);
        }
        let special = bit(rules.special());
        let hearts = suits[usize::from(rules.hearts)];
        Some(Self {
            rules: *rules,
            seats: rules.players(),
            cards: ones(rules.numbers()) & !rules.removed,
            hearts,
            special,
            jack: rules.jack.map_or(0, bit),
            special_suit: suits[usize::from(rules.special().0)],
            suits,
            first_trick_is_free: rules.first_trick_is_free(),
            special_breaks: rules.special_breaks(),
            special_cost: rules.values,
            all_points: rules.values + hearts.count_ones() as u16,
            moon: rules.moon(),
        })
    }

    /// All cards of the suit of a card.
    #[inline(always)]
    pub(super) fn suit_of(&self, card: u32) -> u64 {
        self.suits[(card & 63) as usize]
    }

    /// The penalty points of some cards.
    #[inline(always)]
    pub(super) fn cost(&self, cards: u64) -> u16 {
        let special = if cards & self.special == 0 { 0 } else { self.special_cost };
        (cards & self.hearts).count_ones() as u16 + special
    }

    /// Whether shooting the moon has no effect.
    #[inline(always)]
    pub(super) const fn has_no_moon(&self) -> bool {
        matches!(self.moon, Moon::None)
    }

    /// The suits of the deck, each as a set of cards.
    pub(super) fn each_suit(&self) -> impl Iterator<Item = u64> + '_ {
        let values = self.rules.values();
        (0..self.rules.suits()).map(move |suit| self.suits[suit * values])
    }
}

/// The lowest `count` bits.
const fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The bit of a card.
#[inline(always)]
pub(super) const fn bit(card: DeckCard) -> u64 {
    1 << (card.0 & 63)
}

/// The bits below that of a card.
#[inline(always)]
pub(super) const fn below(card: u32) -> u64 {
    (1 << (card & 63)) - 1
}

/// The highest card of a nonempty set.
#[inline(always)]
pub(super) const fn highest(cards: u64) -> u32 {
    63 - (cards | 1).leading_zeros()
}

/// The cards of a set, lowest first.
pub(super) fn each(mut cards: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let card = cards.trailing_zeros();
        cards &= cards.wrapping_sub(1);
        (card < 64).then_some(card)
    })
}

/// A deal in play, from the opening lead on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compact {
    pub(super) hands: [u64; SEATS],
    /// All cards played in the deal.
    pub(super) played: u64,
    /// The cards of the suit led; empty before a lead.
    pub(super) led: u64,
    /// The cards of the trick.
    pub(super) trick: u64,
    pub(super) points: [u16; SEATS],
    /// The seat that has taken the rewarded jack, or [`NOBODY`].
    pub(super) jack: u8,
    pub(super) turn: u8,
    /// The number of cards in the trick.
    pub(super) size: u8,
    /// The highest card of the suit led, and the seat that played it.
    pub(super) best: u8,
    pub(super) winner: u8,
    /// The number of tricks left, including the current one.
    pub(super) tricks: u8,
    /// The number of the opening card, until it is played.
    pub(super) opening: Option<u8>,
    pub(super) is_first_trick: bool,
    pub(super) hearts_open: bool,
}

impl Compact {
    /// The start of a deal with these hands.
    pub(super) fn open(deck: &Deck, hands: [u64; SEATS]) -> Self {
        let all = hands.iter().fold(0, |all, hand| all | hand);
        let first = deck.rules.opening;
        let suit = all & deck.suit_of(u32::from(first.0));
        let opening = match (all & bit(first), suit) {
            (0, 0) => all.trailing_zeros(),
            (0, suit) => suit.trailing_zeros(),
            _ => u32::from(first.0),
        };
        let holder = hands.iter().position(|hand| hand >> (opening & 63) & 1 == 1).unwrap_or(0);
        Self {
            hands,
            played: 0,
            led: 0,
            trick: 0,
            points: [0; SEATS],
            jack: NOBODY,
            turn: holder as u8,
            size: 0,
            best: 0,
            winner: 0,
            tricks: hands[0].count_ones() as u8,
            opening: Some(opening as u8),
            is_first_trick: true,
            hearts_open: false,
        }
    }

    /// The hand of the seat to move.
    #[inline(always)]
    pub(super) fn hand(&self) -> u64 {
        self.hands[usize::from(self.turn) % SEATS]
    }

    /// The legal cards of the seat to move.
    #[inline(always)]
    pub(super) fn playable(&self, deck: &Deck) -> u64 {
        let hand = self.hand();
        if self.size > 0 {
            let following = hand & self.led;
            if following != 0 {
                return following;
            }
            if self.is_first_trick && deck.first_trick_is_free {
                let free = hand & !(deck.hearts | deck.special);
                if free != 0 {
                    return free;
                }
            }
            return hand;
        }
        if let Some(opening) = self.opening {
            return 1 << (opening & 63);
        }
        let others = hand & !deck.hearts;
        if self.hearts_open || others == 0 { hand } else { others }
    }

    /// Play a card of the seat to move.
    #[inline(always)]
    pub(super) fn play(&mut self, deck: &Deck, card: u32) {
        let bit = 1_u64 << (card & 63);
        self.hands[usize::from(self.turn) % SEATS] &= !bit;
        self.played |= bit;
        self.hearts_open |= bit & deck.hearts != 0;
        self.hearts_open |= deck.special_breaks && bit == deck.special;
        self.opening = None;
        if self.size == 0 {
            self.led = deck.suit_of(card);
            self.best = card as u8;
            self.winner = self.turn;
        } else if bit & self.led != 0 && card > u32::from(self.best) {
            self.best = card as u8;
            self.winner = self.turn;
        }
        self.trick |= bit;
        self.size += 1;
        if usize::from(self.size) < deck.seats {
            self.turn = if usize::from(self.turn) + 1 == deck.seats { 0 } else { self.turn + 1 };
            return;
        }
        self.turn = self.winner;
        self.points[usize::from(self.winner) % SEATS] += deck.cost(self.trick);
        if self.trick & deck.jack != 0 {
            self.jack = self.winner;
        }
        self.trick = 0;
        self.led = 0;
        self.size = 0;
        self.tricks -= 1;
        self.is_first_trick = false;
    }

    /// Whether all cards are played.
    #[inline(always)]
    pub(super) const fn is_over(&self) -> bool {
        self.tricks == 0
    }

    /// What the deal adds to the score of every seat, once it is over.
    #[inline]
    pub(super) fn scores(&self, deck: &Deck) -> [i32; SEATS] {
        let mut scores = self.points.map(i32::from);
        let all: i32 = scores.iter().sum();
        if let Some(shooter) = scores.iter().position(|&points| points == all && all > 0) {
            match deck.moon {
                Moon::None => {}
                Moon::Add => {
                    scores[..deck.seats].fill(all);
                    scores[shooter] = 0;
                }
                Moon::Subtract => scores[shooter] = -all,
            }
        }
        if let Some(score) = scores.get_mut(usize::from(self.jack)) {
            *score -= Rules::JACK_BONUS;
        }
        scores
    }

    /// The only seat with points; `None` if none or several have.
    #[inline(always)]
    pub(super) fn only_taker(&self, deck: &Deck) -> Option<usize> {
        let mut taker = None;
        for (seat, &points) in self.points[..deck.seats.min(SEATS)].iter().enumerate() {
            if points > 0 {
                if taker.is_some() {
                    return None;
                }
                taker = Some(seat);
            }
        }
        taker
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::rules::Standard;
    use super::super::state::Hearts;
    use super::*;
    use crate::game::{Game as _, View as _};
    use crate::random::Random;

    fn shapes() -> Vec<Rules> {
        let one_deal = Standard { passing: false, target: None, ..Standard::default() };
        let standard = [
            one_deal,
            Standard { players: 3, moon: Moon::Subtract, ..one_deal },
            Standard { players: 5, moon: Moon::None, queen_breaks_hearts: true, ..one_deal },
            Standard { players: 6, points_on_first_trick: true, ..one_deal },
            Standard { jack: true, ..one_deal },
            Standard { jack: true, moon: Moon::Subtract, ..one_deal },
        ];
        let general =
            [(4, 13, 4), (2, 2, 2), (2, 3, 5), (3, 5, 4), (5, 3, 7), (2, 32, 3), (3, 4, 8)];
        standard
            .into_iter()
            .map(|options| Rules::standard(options).unwrap())
            .chain(
                general.map(|(suits, values, players)| Rules::new(suits, values, players).unwrap()),
            )
            .collect()
    }

    #[test]
    fn compact_deals_follow_the_same_rules() {
        for rules in shapes() {
            let deck = Deck::new(&rules).unwrap();
            for seed in 0..40 {
                let mut state = Hearts::new(rules, seed);
                let mut random = Random::new(seed);
                let mut compact = Compact::open(&deck, state.compact().hands);
                while let Some(seat) = state.to_move() {
                    if compact.size == 0 {
                        // The best card of the last trick does not matter.
                        (compact.best, compact.winner) = (0, 0);
                    }
                    assert_eq!(compact, state.compact(), "{rules} {seed}");
                    let playable: Vec<u32> =
                        state.view(seat).playable().map(|card| u32::from(card.number())).collect();
                    assert_eq!(each(compact.playable(&deck)).collect::<Vec<_>>(), playable);
                    let Some(Move::Play(card)) = state.view(seat).random_move(&mut random) else {
                        unreachable!("nobody passes")
                    };
                    compact.play(&deck, u32::from(card.number()));
                    state.play(&Move::Play(card)).unwrap();
                }
                assert!(compact.is_over());
                let scores: Vec<i64> = compact.scores(&deck).map(i64::from).to_vec();
                assert_eq!(scores[..deck.seats], state.scores(), "{rules} {seed}");
            }
        }
        assert!(Deck::new(&Rules::new(5, 13, 4).unwrap()).is_none());
        assert!(Deck::new(&Rules::new(3, 5, 9).unwrap()).is_none());
    }
}
