//! What an opponent may hold at the showdown, as far as the table can tell.
//!
//! Before an opponent has drawn there is only its betting to go by: a bet suggests the better
//! half of all hands it may have been dealt, a raise on top of it the better quarter, and so on.
//! After the draw there is the number of cards: none is a made hand or pretends to be one, one is two
//! pairs or a chance, three are a pair. The ranges come from [`DEALS`] hands of a fixed seed, half of which
//! discard for the best expected class and half by pattern, and are made on first use, in
//! some tens of milliseconds. They ignore which cards the one who asks holds.

use once_cell::race::OnceBox;

use crate::cards::Card;
use crate::discard::Prospects;
use crate::discard::{Hand, Mask, NaturalValuation, Objective, keep_pattern};
use crate::lazy::Lazy;
use crate::poker::HandRank;
use crate::poker::evaluate::Evaluator;
use crate::random::Random;

/// How many hands the ranges are made of.
const DEALS: u32 = 1 << 18;

/// Every number of cards is given that many hands of five random cards on top, for opponents
/// who draw for reasons of their own.
const DOUBT: f64 = 100.0;

/// Among those who stand pat, so many more hold any five cards: nothing is easier to pretend.
const PRETENDED: f64 = 0.5;

/// How many different numbers of bets before the draw are told apart.
const BETS: usize = 4;

/// What is known of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suspicion {
    /// It has bet or raised so often before the draw.
    Bets(usize),
    /// It has drawn so many cards.
    Drawn(usize),
}

impl Suspicion {
    const COUNT: usize = 6 + BETS;

    const fn index(self) -> usize {
        match self {
            Self::Drawn(count) => {
                if count > 5 {
                    5
                } else {
                    count
                }
            }
            Self::Bets(count) => 6 + if count < BETS { count } else { BETS - 1 },
        }
    }
}

/// The strengths an opponent may have at the showdown.
struct Range {
    /// By strength: the chance to win against it plus half the chance to tie.
    chances: Vec<f64>,
    /// The chance of five random cards.
    weakness: f64,
}

impl Range {
    /// The range in which every strength is as likely as it is frequent.
    fn new(frequencies: &[f64], random_hands: &[f64]) -> Self {
        let total: f64 = frequencies.iter().sum();
        let mut below = 0.0;
        let mut chances = Vec::with_capacity(frequencies.len());
        for frequency in frequencies {
            chances.push((below + frequency / 2.0) / total);
            below += frequency;
        }
        let hands: f64 = random_hands.iter().sum();
        let won = chances.iter().zip(random_hands).map(|(chance, count)| chance * count);
        let weakness = won.sum::<f64>() / hands;
        Self { chances, weakness }
    }
}

/// Ranges of opponents, and what one's own discards are worth against them.
pub(super) struct Odds {
    ranges: Vec<Range>,
    /// By the most dangerous opponent and the number of the others.
    prospects: [[OnceBox<Prospects>; super::rules::MOST_PLAYERS]; Suspicion::COUNT],
}

impl Odds {
    /// The odds that all players share.
    pub fn shared() -> &'static Self {
        static ODDS: Lazy<Odds> = Lazy::new(Odds::build);
        &ODDS
    }

    /// The chance that a final hand beats one opponent, ties counted as half.
    pub fn chance(&self, strength: u16, opponent: Suspicion) -> f64 {
        let chances = self.ranges.get(opponent.index()).map(|range| &range.chances);
        chances.and_then(|chances| chances.get(usize::from(strength))).copied().unwrap_or(0.5)
    }

    /// What to discard, and the chance to win after it, against some opponents: the most
    /// dangerous one for what it is, the others for anyone.
    pub fn discard(&self, hand: Hand, opponents: impl Iterator<Item = Suspicion>) -> (Mask, f64) {
        let mut count = 0;
        let mut worst: Option<usize> = None;
        for index in opponents.map(Suspicion::index) {
            count += 1;
            let danger = |index: usize| -self.ranges[index].weakness;
            if worst.is_none_or(|worst| danger(index) > danger(worst)) {
                worst = Some(index);
            }
        }
        let Some(worst) = worst else { return (Mask::NONE, 1.0) };
        let others = (count - 1).min(super::rules::MOST_PLAYERS - 1);
        let prospects = self.prospects[worst][others].get_or_init(|| {
            let anyone = &self.ranges[Suspicion::Bets(0).index()].chances;
            let one = Prospects::ONE as f64;
            Box::new(Prospects::new(|strength| {
                let strength = usize::from(strength);
                let chance =
                    self.ranges[worst].chances[strength] * anyone[strength].powi(others as i32);
                (chance * one) as i64
            }))
        });
        prospects.best(hand)
    }

    fn build() -> Self {
        let count = usize::from(HandRank::COUNT);
        let dealt = deals();
        let mut starts = vec![0.0; count];
        for deal in &dealt {
            starts[usize::from(deal.start)] += 1.0;
        }
        let share = DOUBT / dealt.len() as f64;
        let doubt = || starts.iter().map(|frequency| frequency * share).collect::<Vec<f64>>();
        let mut by_draw: Vec<Vec<f64>> = (0..6).map(|_| doubt()).collect();
        for deal in &dealt {
            by_draw[deal.drawn][usize::from(deal.end)] += 1.0;
        }
        let pretended = PRETENDED / (1.0 - PRETENDED) / dealt.len() as f64;
        let pretended = pretended * by_draw[0].iter().sum::<f64>();
        for (frequency, start) in by_draw[0].iter_mut().zip(&starts) {
            *frequency += start * pretended;
        }
        let by_bets = (0..BETS).map(|bets| {
            let mut ends = vec![0.0; count];
            for deal in &dealt[dealt.len() - (dealt.len() >> bets)..] {
                ends[usize::from(deal.end)] += 1.0;
            }
            ends
        });
        let ranges = by_draw.into_iter().chain(by_bets);
        Self {
            ranges: ranges.map(|frequencies| Range::new(&frequencies, &starts)).collect(),
            prospects: Default::default(),
        }
    }
}

/// A hand that was dealt and played to the end.
struct Deal {
    start: u16,
    drawn: usize,
    end: u16,
}

/// Hands in the order of their strength before the draw.
fn deals() -> Vec<Deal> {
    let valuation = NaturalValuation::new(Objective::Class);
    let mut random = Random::new(0);
    let mut deck: Vec<Card> = Card::all().collect();
    let mut dealt: Vec<Deal> = (0..DEALS)
        .filter_map(|number| {
            for place in 0..10 {
                let other = place + random.below((deck.len() - place) as u32) as usize;
                deck.swap(place, other);
            }
            let hand = Hand::of(&deck[..5]).ok()?;
            let discard = match number % 2 {
                0 => valuation.best(hand).discard,
                _ => keep_pattern(hand).complement(),
            };
            let mut cards = hand.cards();
            let places = (0..5).filter(|&place| discard.contains(place));
            for (place, &drawn) in places.zip(&deck[5..]) {
                cards[place] = drawn;
            }
            let strength = |cards| Evaluator::new().strength_of_cards(cards);
            Some(Deal { start: strength(hand.cards()), drawn: discard.len(), end: strength(cards) })
        })
        .collect();
    dealt.sort_by_key(|deal| deal.start);
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_signs_mean_stronger_hands() {
        let odds = Odds::shared();
        let weakness = |opponent: Suspicion| odds.ranges[opponent.index()].weakness;
        for bets in 1..BETS {
            assert!(weakness(Suspicion::Bets(bets)) < weakness(Suspicion::Bets(bets - 1)));
        }
        // One card is two pair or a chance, three are a pair. Two cards may be three of a kind or
        // nothing but three of a suit.
        let order = [1, 3, 4].map(|count| weakness(Suspicion::Drawn(count)));
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{order:?}");
    }

    #[test]
    fn who_stands_pat_holds_much_or_nothing() {
        let odds = Odds::shared();
        let against = |cards: &str, drawn| {
            let hand = Hand::of(&crate::cards::parse_cards(cards).unwrap()).unwrap();
            let strength = Evaluator::new().strength_of_cards(hand.cards());
            odds.chance(strength, Suspicion::Drawn(drawn))
        };
        let (flush, pair) = ("2h 4h 6h 8h Th", "2s 2h 5d 7c 8d");
        assert!(against(flush, 0) < against(flush, 1));
        assert!(against(pair, 0) > against(pair, 1));
    }

    #[test]
    fn chances_rise_with_strength() {
        let odds = Odds::shared();
        for range in &odds.ranges {
            assert!(range.chances.windows(2).all(|pair| pair[0] <= pair[1]));
            assert!(range.chances[0] < 0.01 && range.chances[7461] > 0.99);
        }
    }
}
