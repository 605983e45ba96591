//! How good a hand is at each stage of a draw game, compared with the hands of players who draw well.
//!
//! Five-card draw with a single draw has ranges of its own ([`odds`](super::odds)). For the other
//! rankings and for several draws, [`DEALS`] hands of a fixed seed are drawn to the end, and the value
//! of a hand is compared with theirs at the same stage, after a last draw of the same number of cards.
//! Card removal is ignored.
//!
//! The value of a final hand is its place among the final hands of the others. In badugi, the best
//! discards are those of [`MultiDraw`]. With five cards, a discard is chosen for the highest mean of
//! the final value, as if it were the last; with more draws left, of a power of it, as there is time to
//! draw to the best hands. As the others' final hands depend on their discards, this is done twice,
//! first against hands as dealt. The tables are built on first use: in tens of milliseconds, in badugi
//! in about half a second.

use once_cell::race::OnceBox;

use super::result::strength;
use super::rules::{MAX_DRAWS, RANKINGS, Rules};
use crate::cards::{Card, CardSet};
use crate::discard::{DrawGame, DrawValues, Hand, MultiDraw};
use crate::monitor::Monitor;
use crate::poker::Ranking;
use crate::poker::order::Order;
use crate::random::Random;

/// The number of hands that others are compared with.
const DEALS: usize = 1 << 12;

/// With fewer hands after a draw of some number of cards, all hands of the stage are taken.
const FEWEST: usize = 50;

/// The hands of players who draw well, at every stage of a game.
pub(super) struct Stages {
    ranking: Ranking,
    values: Values,
    /// By draws left, from none, and the number of cards last drawn: the values of hands, ascending.
    /// The last list of a stage has all of them.
    hands: Vec<[Vec<f64>; 7]>,
}

/// How discards are chosen.
enum Values {
    /// By draws left, from one: the mean values of discards.
    FiveCards {
        finals: Vec<f64>,
        tables: Vec<DrawValues>,
    },
    Badugi(Box<MultiDraw>),
}

type Shared = [[OnceBox<Stages>; MAX_DRAWS]; RANKINGS.len()];

static SHARED: Shared = [const { [const { OnceBox::new() }; MAX_DRAWS] }; RANKINGS.len()];

impl Stages {
    /// The stages of a game, shared by all players.
    pub fn of(rules: &Rules) -> &'static Self {
        let build = || Box::new(Self::build(rules.ranking, rules.draws as usize));
        Self::slot(rules).get_or_init(build)
    }

    /// Whether the stages of a game are built.
    pub fn is_ready(rules: &Rules) -> bool {
        Self::slot(rules).get().is_some()
    }

    fn slot(rules: &Rules) -> &'static OnceBox<Self> {
        let ranking = RANKINGS.iter().position(|&ranking| ranking == rules.ranking).unwrap_or(0);
        &SHARED[ranking][(rules.draws as usize).clamp(1, MAX_DRAWS) - 1]
    }

    /// The value of a hand with this many draws left, and its best discard.
    pub fn value(&self, hand: CardSet, left: usize) -> (f64, CardSet) {
        self.values.best(hand, self.ranking, left)
    }

    /// The probability of a value to beat a hand of this stage, of a player whose last draw was of this
    /// many cards.
    pub fn chance(&self, value: f64, left: usize, drawn: Option<usize>) -> f64 {
        let Some(stage) = self.hands.get(left) else { return 0.5 };
        let after_draw = drawn.and_then(|count| stage.get(count));
        let hands = after_draw.filter(|hands| hands.len() >= FEWEST).unwrap_or(&stage[6]);
        let below = hands.partition_point(|&other| other < value);
        let equal = hands.partition_point(|&other| other <= value) - below;
        (below as f64 + equal as f64 / 2.0) / hands.len().max(1) as f64
    }

    fn build(ranking: Ranking, draws: usize) -> Self {
        // Nobody stops this monitor.
        let solved = (ranking == Ranking::Badugi)
            .then(|| MultiDraw::solve(DrawGame::Badugi, draws, &Monitor::new()).ok())
            .flatten();
        if let Some(solved) = solved {
            return Self::play(ranking, draws, Values::Badugi(Box::new(solved))).0;
        }
        let mut dealt = vec![1.0; usize::from(ranking.strengths())];
        for deck in decks() {
            let hand: CardSet = deck.into_iter().take(5).collect();
            dealt[usize::from(strength(hand, ranking))] += 1.0;
        }
        let (_, drawn) = Self::play(ranking, draws, Values::five_cards(ranking, draws, &dealt));
        Self::play(ranking, draws, Values::five_cards(ranking, draws, &drawn)).0
    }

    /// Draw hands to the end by these values; also returns how often each final strength occurred.
    fn play(ranking: Ranking, draws: usize, values: Values) -> (Self, Vec<f64>) {
        let size = if ranking == Ranking::Badugi { 4 } else { 5 };
        let mut hands: Vec<[Vec<f64>; 7]> = vec![Default::default(); draws + 1];
        let mut finals = vec![0.01; usize::from(ranking.strengths())];
        for deck in decks() {
            let mut hand: CardSet = deck.iter().take(size).copied().collect();
            let (mut next, mut drawn) = (size, None::<usize>);
            for left in (0..=draws).rev() {
                let (value, discard) = values.best(hand, ranking, left);
                hands[left][6].push(value);
                if let Some(count) = drawn {
                    hands[left][count].push(value);
                }
                if left > 0 {
                    let count = discard.len();
                    let received = deck.iter().skip(next).take(count).copied();
                    hand = (hand - discard) | received.collect::<CardSet>();
                    next += count;
                    drawn = Some(count);
                }
            }
            finals[usize::from(strength(hand, ranking))] += 1.0;
        }
        for values in hands.iter_mut().flatten() {
            values.sort_by(f64::total_cmp);
        }
        (Self { ranking, values, hands }, finals)
    }
}

/// Decks of a fixed seed: the first cards of each, for a hand and all its draws.
fn decks() -> impl Iterator<Item = [Card; 20]> {
    let mut random = Random::new(0);
    let mut deck: Vec<Card> = Card::all().collect();
    (0..DEALS).map(move |_| {
        let mut first = [deck[0]; 20];
        for (place, card) in first.iter_mut().enumerate() {
            let other = place + random.below((deck.len() - place) as u32) as usize;
            deck.swap(place, other);
            *card = deck[place];
        }
        first
    })
}

impl Values {
    /// Values against final hands of these frequencies by strength.
    fn five_cards(ranking: Ranking, draws: usize, frequencies: &[f64]) -> Self {
        let total: f64 = frequencies.iter().sum();
        let mut below = 0.0;
        let place = |&frequency: &f64| {
            let place = (below + frequency / 2.0) / total;
            below += frequency;
            place
        };
        let finals: Vec<f64> = frequencies.iter().map(place).collect();
        let order = Order::of(ranking);
        let table = |left: usize| {
            DrawValues::new(|high| {
                let strength = order.map_or(high, |order| order.strength(high));
                let value = finals.get(usize::from(strength)).copied().unwrap_or(0.0);
                (value.powi(left as i32) * DrawValues::ONE as f64) as i64
            })
        };
        let tables = (1..=draws).map(table).collect();
        Self::FiveCards { finals, tables }
    }

    /// The value of a hand with this many draws left, and its best discard.
    fn best(&self, hand: CardSet, ranking: Ranking, left: usize) -> (f64, CardSet) {
        let cards: Vec<Card> = hand.iter().collect();
        match self {
            Self::Badugi(solved) => {
                let Ok((values, mask)) = solved.values(&cards, left) else {
                    return (0.0, CardSet::EMPTY);
                };
                let thrown = cards.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
                let value = values.get(mask).copied().unwrap_or(0.0);
                (value, thrown.map(|(_, &card)| card).collect())
            }
            Self::FiveCards { finals, tables } => {
                let table = left.checked_sub(1).and_then(|index| tables.get(index));
                match (table, Hand::of(&cards)) {
                    (Some(table), Ok(hand)) => {
                        let (mask, value) = table.best(hand);
                        (value, hand.chosen(mask).collect())
                    }
                    _ => {
                        let strength = usize::from(strength(hand, ranking));
                        (finals.get(strength).copied().unwrap_or(0.0), CardSet::EMPTY)
                    }
                }
            }
        }
    }
}
