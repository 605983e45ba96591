//! Draws in badugi: for every discard of four cards, how many draws end in each hand, and how they
//! do against an opponent who stands pat.
//!
//! All 270,725 final hands are evaluated: each belongs to exactly one discard, that of the cards it
//! does not share with the hand. For the showdown, the number of opposing hands below a final hand
//! that avoid the k drawn cards comes by inclusion–exclusion from the hands that contain one, two
//! and three given cards: tables by single card and by pair of cards, and for each of the 17,296
//! draws of three cards the 45 hands that contain it. Discarding all four cards leaves both sides
//! with random hands, so they win equally often, and only the ties are counted.

use crate::cards::{Card, CardError, CardSet, distinct};
use crate::combinatorics::binomial;
use crate::poker::Ranking;
use crate::poker::badugi::{Badugi, STRENGTHS};

/// The number of discards of four cards.
const MASKS: usize = 16;

/// The cards outside a hand.
const UNSEEN: usize = 48;

/// The number of strengths.
const HANDS: usize = STRENGTHS as usize;

/// The discards of a badugi hand; bit i of a mask is its i-th card.
///
/// ```
/// use cardcore::cards::parse_cards;
/// use cardcore::discard::BadugiDraws;
///
/// let cards = parse_cards("4c 3d 2h Ks")?;
/// let draws = BadugiDraws::of([cards[0], cards[1], cards[2], cards[3]])?;
/// // Drawing one to 4-3-2: nine spades make a badugi, all but the king that went and 4, 3, 2.
/// let counts = &draws.counts[8];
/// assert_eq!(counts[377..].iter().sum::<u32>(), 9);
/// assert_eq!(counts.iter().sum::<u32>(), 48);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadugiDraws {
    /// Draws by discard mask and final strength.
    pub counts: Vec<Vec<u32>>,
    /// Pairs of a draw and an opposing hand, by discard mask.
    pub totals: [u64; MASKS],
    /// Pairs that win.
    pub wins: [u64; MASKS],
    /// Pairs that tie.
    pub ties: [u64; MASKS],
}

impl BadugiDraws {
    /// The discards of a hand.
    ///
    /// # Errors
    ///
    /// A duplicate card.
    pub fn of(hand: [Card; 4]) -> Result<Self, CardError> {
        let seen = distinct(&hand)?;
        Ok(Counter::new(hand, seen).count())
    }

    /// The discard with the highest equity; ties go to the fewest cards, then to the smallest mask.
    /// Compared as exact fractions.
    #[must_use]
    pub fn best(&self) -> usize {
        let mut masks: Vec<usize> = (0..MASKS).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let twice = |mask: usize| 2 * u128::from(self.wins[mask]) + u128::from(self.ties[mask]);
        let better = |best: usize, mask: usize| {
            let (total, of) = (u128::from(self.totals[mask]), u128::from(self.totals[best]));
            if twice(mask) * of > twice(best) * total { mask } else { best }
        };
        masks.into_iter().fold(0, better)
    }

    /// The names of the groups of strengths, best first, and the group of each strength.
    #[must_use]
    pub fn groups() -> (Vec<String>, Vec<usize>) {
        let (mut names, mut of_strength) = (Vec::<String>::new(), Vec::new());
        for strength in (0..STRENGTHS).rev() {
            let words = Ranking::Badugi.describe(strength);
            let name = match words.split_once(", ") {
                Some((cards, _)) if cards != "badugi" => cards.to_owned(),
                _ => words.replace(',', ""),
            };
            if names.last() != Some(&name) {
                names.push(name);
            }
            of_strength.push(names.len() - 1);
        }
        of_strength.reverse();
        (names, of_strength)
    }
}

/// The number of hands below each strength; the last entry is their number.
type Below = [u32; HANDS + 1];

struct Counter {
    hand: [u8; 4],
    unseen: [u8; UNSEEN],
    evaluator: Badugi,
    /// All hands of the opponent, those with a card, and those with a pair of cards.
    all: Below,
    with_card: Vec<Below>,
    with_pair: Vec<Below>,
}

/// The index of a pair of unseen cards.
fn pair(high: usize, low: usize) -> usize {
    high * (high - 1) / 2 + low
}

impl Counter {
    fn new(hand: [Card; 4], seen: CardSet) -> Self {
        let evaluator = Badugi::new();
        let mut unseen = [0; UNSEEN];
        for (place, card) in unseen.iter_mut().zip((!seen).iter()) {
            *place = card.number();
        }
        let mut all = [0; HANDS + 1];
        let mut with_card = vec![[0; HANDS + 1]; UNSEEN];
        let mut with_pair = vec![[0; HANDS + 1]; UNSEEN * (UNSEEN - 1) / 2];
        for d in 3..UNSEEN {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let cards = [unseen[a], unseen[b], unseen[c], unseen[d]];
                        let above = usize::from(evaluator.strength(cards).unwrap_or(0)) + 1;
                        all[above] += 1;
                        for card in [a, b, c, d] {
                            with_card[card][above] += 1;
                        }
                        for (high, low) in [(b, a), (c, a), (d, a), (c, b), (d, b), (d, c)] {
                            with_pair[pair(high, low)][above] += 1;
                        }
                    }
                }
            }
        }
        for below in with_card.iter_mut().chain(&mut with_pair).chain([&mut all]) {
            for strength in 0..HANDS {
                below[strength + 1] += below[strength];
            }
        }
        let hand = hand.map(Card::number);
        Self { hand, unseen, evaluator, all, with_card, with_pair }
    }

    /// The strength of the hand after a discard, with these unseen cards drawn.
    fn final_strength(&self, mask: usize, drawn: &[usize]) -> usize {
        let mut cards = self.hand;
        let places = (0..4).filter(|place| mask >> place & 1 == 1);
        for (place, &index) in places.zip(drawn) {
            cards[place] = self.unseen[index];
        }
        self.evaluator.strength(cards).unwrap_or(0).into()
    }

    /// The opposing hands below a bound that contain none of one or two cards.
    fn avoiding(&self, drawn: &[usize], bound: usize) -> u64 {
        let all = u64::from(self.all[bound]);
        let with = |index: usize| u64::from(self.with_card[index][bound]);
        match *drawn {
            [a] => all - with(a),
            [a, b] => all + u64::from(self.with_pair[pair(b, a)][bound]) - with(a) - with(b),
            [a, b, c] => {
                let pairs = [(b, a), (c, a), (c, b)];
                let with_two = |(high, low)| u64::from(self.with_pair[pair(high, low)][bound]);
                let pairs: u64 = pairs.into_iter().map(with_two).sum();
                // Less those that contain all three, which the caller counts.
                all + pairs - with(a) - with(b) - with(c)
            }
            _ => all,
        }
    }

    fn count(&self) -> BadugiDraws {
        let mut draws = BadugiDraws {
            counts: vec![vec![0; HANDS]; MASKS],
            totals: [0; MASKS],
            wins: [0; MASKS],
            ties: [0; MASKS],
        };
        for mask in 0..MASKS {
            let drawn = mask.count_ones() as usize;
            draws.totals[mask] = binomial(UNSEEN, drawn) * binomial(UNSEEN - drawn, 4);
        }
        let masks = |size: u32| (1..MASKS - 1).filter(move |mask| mask.count_ones() == size);
        self.add(&mut draws, 0, &[], &[]);
        for a in 0..UNSEEN {
            masks(1).for_each(|mask| self.add(&mut draws, mask, &[a], &[]));
            for b in a + 1..UNSEEN {
                masks(2).for_each(|mask| self.add(&mut draws, mask, &[a, b], &[]));
                for c in b + 1..UNSEEN {
                    let with_all = self.with_three([a, b, c]);
                    masks(3).for_each(|mask| self.add(&mut draws, mask, &[a, b, c], &with_all));
                }
            }
        }
        let all = MASKS - 1;
        for (count, below) in draws.counts[all].iter_mut().zip(self.all.windows(2)) {
            *count = below[1] - below[0];
        }
        draws.ties[all] = self.equal_pairs();
        draws.wins[all] = (draws.totals[all] - draws.ties[all]) / 2;
        draws
    }

    /// Add one draw; `with_all` has the strengths of the opposing hands that contain all of three
    /// drawn cards.
    fn add(&self, draws: &mut BadugiDraws, mask: usize, drawn: &[usize], with_all: &[usize]) {
        let strength = self.final_strength(mask, drawn);
        let below = |bound: usize| {
            let with_all = with_all.iter().filter(|&&strength| strength < bound).count();
            self.avoiding(drawn, bound) - with_all as u64
        };
        let wins = below(strength);
        draws.counts[mask][strength] += 1;
        draws.wins[mask] += wins;
        draws.ties[mask] += below(strength + 1) - wins;
    }

    /// The strengths of the 45 opposing hands that contain three cards.
    fn with_three(&self, drawn: [usize; 3]) -> Vec<usize> {
        let [a, b, c] = drawn.map(|index| self.unseen[index]);
        let others = (0..UNSEEN).filter(|index| !drawn.contains(index));
        let strength = |index: usize| self.evaluator.strength([a, b, c, self.unseen[index]]);
        others.map(|index| strength(index).unwrap_or(0).into()).collect()
    }

    /// The number of ordered pairs of disjoint hands of equal strength, by inclusion–exclusion over
    /// the cards that they share.
    fn equal_pairs(&self) -> u64 {
        let squares = |below: &Below| {
            below.windows(2).map(|pair| u64::from(pair[1] - pair[0]).pow(2)).sum::<u64>()
        };
        let ones: u64 = self.with_card.iter().map(squares).sum();
        let twos: u64 = self.with_pair.iter().map(squares).sum();
        let mut threes = 0;
        for a in 0..UNSEEN {
            for b in a + 1..UNSEEN {
                for c in b + 1..UNSEEN {
                    let mut strengths = self.with_three([a, b, c]);
                    strengths.sort_unstable();
                    let ties = strengths.chunk_by(|left, right| left == right);
                    threes += ties.map(|ties| (ties.len() as u64).pow(2)).sum::<u64>();
                }
            }
        }
        // Sharing all four cards, a hand ties with itself.
        squares(&self.all) + twos + binomial(UNSEEN, 4) - ones - threes
    }
}
