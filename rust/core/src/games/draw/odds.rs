//! Opponent ranges at the showdown, as far as betting and draws reveal them.
//!
//! Before an opponent has drawn, only its betting is known: a bet suggests the better half of all
//! dealt hands, a raise on top of it the better quarter, and so on. After the draw, the number of
//! cards is known: none is a made hand or a bluff, one is two pair or a draw, three are a pair. The
//! ranges come from [`DEALS`] hands of a fixed seed, half of which discard for the best expected
//! category and half by pattern, and are built on first use, in some tens of milliseconds. They
//! ignore card removal by the player's own cards.

use once_cell::race::OnceBox;

use crate::cards::Card;
use crate::discard::DrawValues;
use crate::discard::{Hand, Mask, NaturalValuation, Objective, keep_pattern};
use crate::lazy::Lazy;
use crate::poker::HandRank;
use crate::poker::evaluate::Evaluator;
use crate::random::Random;

/// The number of hands the ranges are built from.
const DEALS: u32 = 1 << 18;

/// Every draw count gets this many additional random hands, for opponents with unusual drawing
/// rules.
const PRIOR_HANDS: f64 = 100.0;

/// Players who stand pat are assumed to bluff: this fraction of additional random hands.
const PAT_BLUFFS: f64 = 0.5;

/// The number of distinguished bet counts before the draw.
const BETS: usize = 4;

/// What is known about an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpponentRead {
    /// The number of its bets and raises before the draw.
    Bets(usize),
    /// The number of cards it has drawn.
    Drawn(usize),
}

impl OpponentRead {
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

/// The distribution of an opponent's strength at the showdown.
struct Range {
    /// For each strength, the equity against the range.
    equities: Vec<f64>,
    /// The equity of five random cards against the range.
    random_equity: f64,
}

impl Range {
    /// The range with these relative frequencies of strengths.
    fn new(frequencies: &[f64], random_hands: &[f64]) -> Self {
        let total: f64 = frequencies.iter().sum();
        let mut below = 0.0;
        let mut equities = Vec::with_capacity(frequencies.len());
        for frequency in frequencies {
            equities.push((below + frequency / 2.0) / total);
            below += frequency;
        }
        let hands: f64 = random_hands.iter().sum();
        let won = equities.iter().zip(random_hands).map(|(chance, count)| chance * count);
        let random_equity = won.sum::<f64>() / hands;
        Self { equities, random_equity }
    }
}

/// Ranges of opponents, and the EVs of one's own discards against them.
pub(super) struct Odds {
    ranges: Vec<Range>,
    /// By the most dangerous opponent and the number of the others.
    draw_values: [[OnceBox<DrawValues>; super::rules::MAX_PLAYERS]; OpponentRead::COUNT],
}

impl Odds {
    /// The instance shared by all players.
    pub fn shared() -> &'static Self {
        static ODDS: Lazy<Odds> = Lazy::new(Odds::build);
        &ODDS
    }

    /// The equity of a final hand against one opponent.
    pub fn chance(&self, strength: u16, opponent: OpponentRead) -> f64 {
        let equities = self.ranges.get(opponent.index()).map(|range| &range.equities);
        equities.and_then(|equities| equities.get(usize::from(strength))).copied().unwrap_or(0.5)
    }

    /// The best discard and the equity after it, against some opponents: the most dangerous one by
    /// its own range, the others by the general range.
    pub fn discard(
        &self,
        hand: Hand,
        opponents: impl Iterator<Item = OpponentRead>,
    ) -> (Mask, f64) {
        self.draw_values(opponents).map_or((Mask::NONE, 1.0), |values| values.best(hand))
    }

    /// The equity after every discard, by mask.
    pub fn discards(
        &self,
        hand: Hand,
        opponents: impl Iterator<Item = OpponentRead>,
    ) -> [f64; Mask::COUNT] {
        self.draw_values(opponents).map_or([1.0; Mask::COUNT], |values| values.fractions(hand))
    }

    /// The EVs of discards against some opponents; `None` without any.
    fn draw_values(&self, opponents: impl Iterator<Item = OpponentRead>) -> Option<&DrawValues> {
        let mut count = 0;
        let mut worst: Option<usize> = None;
        for index in opponents.map(OpponentRead::index) {
            count += 1;
            let danger = |index: usize| -self.ranges[index].random_equity;
            if worst.is_none_or(|worst| danger(index) > danger(worst)) {
                worst = Some(index);
            }
        }
        let worst = worst?;
        let others = (count - 1).min(super::rules::MAX_PLAYERS - 1);
        Some(self.draw_values[worst][others].get_or_init(|| {
            let anyone = &self.ranges[OpponentRead::Bets(0).index()].equities;
            let one = DrawValues::ONE as f64;
            Box::new(DrawValues::new(|strength| {
                let strength = usize::from(strength);
                let chance =
                    self.ranges[worst].equities[strength] * anyone[strength].powi(others as i32);
                (chance * one) as i64
            }))
        }))
    }

    fn build() -> Self {
        let count = usize::from(HandRank::COUNT);
        let dealt = deals();
        let mut starts = vec![0.0; count];
        for deal in &dealt {
            starts[usize::from(deal.start)] += 1.0;
        }
        let share = PRIOR_HANDS / dealt.len() as f64;
        let prior = || starts.iter().map(|frequency| frequency * share).collect::<Vec<f64>>();
        let mut by_draw: Vec<Vec<f64>> = (0..6).map(|_| prior()).collect();
        for deal in &dealt {
            by_draw[deal.drawn][usize::from(deal.end)] += 1.0;
        }
        let bluffs = PAT_BLUFFS / (1.0 - PAT_BLUFFS) / dealt.len() as f64;
        let bluffs = bluffs * by_draw[0].iter().sum::<f64>();
        for (frequency, start) in by_draw[0].iter_mut().zip(&starts) {
            *frequency += start * bluffs;
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
            draw_values: Default::default(),
        }
    }
}

/// A hand that was dealt and drawn to the end.
struct Deal {
    start: u16,
    drawn: usize,
    end: u16,
}

/// Hands ordered by strength before the draw.
fn deals() -> Vec<Deal> {
    let valuation = NaturalValuation::new(Objective::Class);
    let mut random = Random::new(0);
    let mut deck: Vec<Card> = Card::all().collect();
    let mut dealt: Vec<Deal> = (0..DEALS)
        .filter_map(|number| {
            for position in 0..10 {
                let other = position + random.below((deck.len() - position) as u32) as usize;
                deck.swap(position, other);
            }
            let hand = Hand::of(&deck[..5]).ok()?;
            let discard = match number % 2 {
                0 => valuation.best(hand).discard,
                _ => keep_pattern(hand).complement(),
            };
            let mut cards = hand.cards();
            let indices = (0..5).filter(|&position| discard.contains(position));
            for (position, &drawn) in indices.zip(&deck[5..]) {
                cards[position] = drawn;
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
    fn stronger_actions_mean_stronger_hands() {
        let odds = Odds::shared();
        let random_equity = |opponent: OpponentRead| odds.ranges[opponent.index()].random_equity;
        for bets in 1..BETS {
            assert!(
                random_equity(OpponentRead::Bets(bets))
                    < random_equity(OpponentRead::Bets(bets - 1))
            );
        }
        // One card is two pair or a draw, three are a pair. Two cards may be three of a kind or
        // nothing but a three-flush.
        let order = [1, 3, 4].map(|count| random_equity(OpponentRead::Drawn(count)));
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{order:?}");
    }

    #[test]
    fn a_pat_range_is_polarized() {
        let odds = Odds::shared();
        let against = |cards: &str, drawn| {
            let hand = Hand::of(&crate::cards::parse_cards(cards).unwrap()).unwrap();
            let strength = Evaluator::new().strength_of_cards(hand.cards());
            odds.chance(strength, OpponentRead::Drawn(drawn))
        };
        let (flush, pair) = ("2h 4h 6h 8h Th", "2s 2h 5d 7c 8d");
        assert!(against(flush, 0) < against(flush, 1));
        assert!(against(pair, 0) > against(pair, 1));
    }

    #[test]
    fn chances_rise_with_strength() {
        let odds = Odds::shared();
        for range in &odds.ranges {
            assert!(range.equities.windows(2).all(|pair| pair[0] <= pair[1]));
            assert!(range.equities[0] < 0.01 && range.equities[7461] > 0.99);
        }
    }
}
