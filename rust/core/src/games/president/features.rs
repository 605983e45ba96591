//! What a learned policy sees of a move: indices into its tables.
//!
//! A decision is a lead, an answer to what was played, a rank to request or a card to give in a
//! trade; each kind has its own tables. A table is indexed by a few small numbers together, such as
//! the kind and value of a move and what it leaves to play; the score of a move is the sum of the
//! entries it selects.

use super::choices::{Choice, Rest, Several};
use super::combination::Combination;
use super::order::OrderedSet;
use super::plan::{MOVE, PlanRules, cost};
use super::policy::beaters;
use super::seen::Seen;
use super::trade::Trade;
use crate::cards::{Card, Rank};

/// The kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Lead,
    Follow,
    Request,
    Give,
}

/// The phases, in the order of their tables, and the names of their tensors.
pub(super) const PHASES: [Phase; 4] = [Phase::Lead, Phase::Follow, Phase::Request, Phase::Give];
pub(super) const NAMES: [&str; 4] = ["lead", "follow", "request", "give"];

/// The most tables of a phase.
const MAX_TABLES: usize = 28;

/// The name and version of these features; changes with any table.
pub(super) const ENCODER: &str = "president-moves-2";

/// The entries that a move selects, one for each table of its phase.
pub(super) type Selected = crate::nets::Selected<MAX_TABLES>;

/// The number of entries of all tables of a phase.
pub(super) fn size(phase: Phase) -> usize {
    let hand = OrderedSet::from_bits(0b11);
    let trade = Trade::new(0, 1, 1);
    match phase {
        Phase::Lead | Phase::Follow => {
            let play = Play::default();
            let pass = Choice::pass();
            if phase == Phase::Lead { play.lead(&pass).size() } else { play.follow(&pass).size() }
        }
        Phase::Request => Exchange::new(hand, &trade, PlanRules::USUAL).request(Rank::Two).size(),
        Phase::Give => {
            let card = hand
                .lowest()
                .map(|card| Exchange::new(hand, &trade, PlanRules::USUAL).give(card).size());
            card.unwrap_or_default()
        }
    }
}

/// The number of the first limit that a number does not exceed.
#[inline(always)]
fn bucket<const N: usize>(number: usize, limits: [usize; N]) -> usize {
    limits.iter().map(|&limit| usize::from(number > limit)).sum()
}

/// Numbers of cards: 1, 2, 3, up to 5, up to 8, more.
const CARDS: [usize; 5] = [1, 2, 3, 5, 8];

/// What the moves of a decision have in common.
#[derive(Debug, Default)]
pub(super) struct Play {
    now: Rest,
    unseen: u64,
    rules: super::options::MoveRules,
    beat_height: usize,
    smallest: usize,
    few: usize,
    next: usize,
    last: usize,
    largest: usize,
    others: usize,
    waiting: usize,
    hand: usize,
    twos: usize,
    aces: usize,
    standing: usize,
    last_standing: usize,
}

/// What is seen of a move.
struct Move {
    /// The kind from 1; 0 is a pass.
    kind: usize,
    /// Pass, single card, pair, three or four, five.
    class: usize,
    height: usize,
    /// How many cards or values out beat it.
    beaters: usize,
    sure: usize,
    rule: usize,
    moves: usize,
    open: usize,
    certain: usize,
    low: usize,
    near: usize,
    singles: usize,
    /// How much what it leaves costs, compared with the plan, and by itself.
    excess: usize,
    cost: usize,
    /// Kings, aces and twos among its cards.
    control: usize,
    /// Whether it is smaller than the smallest hand of others, as large, or larger.
    fits: usize,
}

impl Play {
    pub(super) fn new(seen: &Seen, several: &Several) -> Self {
        let situation = &seen.now;
        let unseen = situation.unseen.bits();
        let of_value = |value: u32| (unseen >> (4 * value) & 15).count_ones() as usize;
        let last = if seen.last == 0 { 0 } else { 1 + bucket(seen.last, CARDS) };
        Self {
            now: several.now,
            unseen,
            rules: situation.rules.moves,
            beat_height: situation.beat.map_or(0, |beat| usize::from(beat.key() / 4)),
            smallest: bucket(situation.smallest, CARDS),
            few: situation.smallest,
            next: bucket(seen.next, CARDS),
            last,
            largest: bucket(situation.largest, CARDS),
            others: bucket(situation.others, [1, 2, 3, 5]),
            waiting: seen.waiting,
            hand: bucket(situation.hand.len(), [1, 2, 3, 4, 6, 8, 10]),
            twos: of_value(12),
            aces: of_value(11),
            standing: usize::from(seen.standings[0]),
            last_standing: usize::from(seen.standings[1]),
        }
    }

    /// The entries of a lead or an answer.
    #[inline(always)]
    pub(super) fn select(&self, phase: Phase, choice: &Choice) -> Selected {
        if phase == Phase::Lead { self.lead(choice) } else { self.follow(choice) }
    }

    fn see(&self, choice: &Choice) -> Move {
        let Choice { played, rest, is_sure, is_rule, .. } = *choice;
        let excess = (rest.cost - (self.now.cost - MOVE) + 4).clamp(0, 40) as usize / 4;
        let (kind, class, height, size) = played.map_or((0, 0, 0, 0), |played| {
            let class = match played.size() {
                1 => 1,
                2 => 2,
                3 | 4 => 3,
                _ => 4,
            };
            let kind = 1 + usize::from(played.kind().number());
            (kind, class, usize::from(played.key() / 4), played.size())
        });
        let fits = match size.cmp(&self.few) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        Move {
            kind,
            class,
            height,
            beaters: match played {
                Some(played) if !is_sure => self.beaters(played),
                _ => 0,
            },
            sure: usize::from(is_sure),
            rule: usize::from(is_rule),
            moves: rest.moves,
            open: rest.open,
            certain: rest.moves - rest.open,
            low: rest.low,
            near: rest.near,
            singles: rest.singles,
            excess,
            cost: (rest.cost + 8).max(0) as usize / 8,
            control: if size == 5 { 0 } else { height.max(9) - 9 },
            fits,
        }
    }

    /// How many cards or sets out beat a move that can be beaten.
    #[inline(always)]
    fn beaters(&self, played: Combination) -> usize {
        1 + bucket(beaters(self.unseen, self.rules, played), [1, 2, 4, 7, 12])
    }

    fn lead(&self, choice: &Choice) -> Selected {
        let it = self.see(choice);
        let (kind, class, height) = ((it.kind, 10), (it.class, 5), (it.height, 13));
        let (sure, rule) = ((it.sure, 2), (it.rule, 2));
        let (moves, open, certain) = ((it.moves, 9), (it.open, 6), (it.certain, 4));
        let smallest = (self.smallest, 6);
        let mut to = Selected::new();
        to.put([kind, height, rule]);
        to.put([kind, (it.excess, 11), open]);
        to.put([moves, open, certain, sure]);
        to.put([smallest, moves, class]);
        to.put([height, (it.beaters, 7), class]);
        to.put([(self.next, 6), height, class]);
        to.put([smallest, (it.fits, 3), height]);
        to.put([(self.twos, 5), (self.aces, 5), (it.control, 4), sure]);
        to.put([(self.others, 5), moves, class]);
        to.put([(self.largest, 6), class, (it.height / 3, 5)]);
        to.put([(self.now.moves, 9), (self.now.open, 6), sure, class]);
        to.put([certain, open, class, sure]);
        to.put([(self.standing, 4), class, height]);
        to.put([rule, smallest, open, class]);
        to.put([(it.low, 5), height, class]);
        to.put([(self.hand, 8), height, class]);
        to.put([rule, (self.others, 5), (self.hand, 8)]);
        to.put([(it.beaters, 7), moves, open, certain]);
        to.put([smallest, (self.next, 6), (it.fits, 3), class]);
        to.put([(it.near, 5), open, certain, sure]);
        to.put([(it.singles, 6), open, certain, class]);
        to.put([(it.cost, 20), smallest]);
        to.put([(it.cost, 20), class, sure]);
        to
    }

    fn follow(&self, choice: &Choice) -> Selected {
        let it = self.see(choice);
        let (kind, class, height) = ((it.kind, 10), (it.class, 5), (it.height, 13));
        let (sure, rule) = ((it.sure, 2), (it.rule, 2));
        let (moves, open, certain) = ((it.moves, 9), (it.open, 6), (it.certain, 4));
        let (smallest, waiting) = ((self.smallest, 6), (self.waiting, 4));
        let passes = (usize::from(it.kind == 0), 2);
        let gap = (it.height.saturating_sub(self.beat_height), 6);
        let mut to = Selected::new();
        to.put([kind, height, rule]);
        to.put([kind, (it.excess, 11), open]);
        to.put([moves, open, certain, sure, passes]);
        to.put([smallest, moves, class]);
        to.put([height, (it.beaters, 7), class]);
        to.put([(self.next, 6), (it.height / 3, 5), class, waiting]);
        to.put([(self.last, 7), waiting, class, sure]);
        to.put([(self.twos, 5), (self.aces, 5), (it.control, 4), passes]);
        to.put([(self.others, 5), moves, class]);
        to.put([(self.hand, 8), (self.largest, 6), passes]);
        to.put([(it.excess, 11), smallest, passes]);
        to.put([(self.beat_height, 13), gap, passes]);
        to.put([(self.now.moves, 9), (self.now.open, 6), passes, sure]);
        to.put([certain, open, class, sure]);
        to.put([(self.standing, 4), (self.last_standing, 4), class]);
        to.put([rule, smallest, open, class]);
        to.put([waiting, (it.beaters, 7), open]);
        to.put([(it.low, 5), class, (it.height / 3, 5)]);
        to.put([(self.hand, 8), height, class]);
        to.put([rule, (self.others, 5), (self.last, 7)]);
        to.put([(it.beaters, 7), moves, open, waiting]);
        to.put([(self.last, 7), smallest, open, passes]);
        to.put([(it.excess, 11), certain, open, passes]);
        to.put([(self.last, 7), (self.beat_height, 13), waiting, passes]);
        to.put([(it.near, 5), open, certain, passes, sure]);
        to.put([(it.singles, 6), open, certain, class]);
        to.put([(it.cost, 20), smallest, passes]);
        to.put([(it.cost, 20), class, waiting]);
        to
    }
}

/// What the moves of a trade have in common.
pub(super) struct Exchange {
    hand: OrderedSet,
    rules: PlanRules,
    cost: i32,
    /// The cards that are still to be taken or given, and the ranks that were refused.
    left: usize,
    refused: usize,
}

impl Exchange {
    pub(super) fn new(hand: OrderedSet, trade: &Trade, rules: PlanRules) -> Self {
        let moved = if trade.taken.len() < trade.size { trade.taken } else { trade.returned };
        let left = trade.size.saturating_sub(moved.len());
        let refused = trade.refused_ranks().count();
        Self { hand, rules, cost: cost(hand, rules), left, refused }
    }

    /// How many cards of a value the hand has.
    fn count(&self, value: usize) -> usize {
        (self.hand.bits() >> (4 * value) & 15).count_ones() as usize
    }

    /// The entries of a rank to request.
    pub(super) fn request(&self, rank: Rank) -> Selected {
        let value = usize::from(super::value(rank)) - 3;
        // The highest card of the rank that the hand lacks.
        let missing = OrderedSet::of_value(value as u8 + 3) - self.hand;
        let gain = cost(self.hand | missing.highest(1), self.rules) - self.cost;
        let gain = ((gain + 24).clamp(0, 47) as usize / 4, 12);
        let (rank, held) = ((value, 13), (self.count(value), 5));
        let mut to = Selected::new();
        to.put([rank, held]);
        to.put([rank, (self.left, 3), (self.refused, 4)]);
        to.put([gain, (value / 3, 5)]);
        to.put([gain, (self.left, 3)]);
        to
    }

    /// The entries of a card to give.
    pub(super) fn give(&self, card: Card) -> Selected {
        let value = usize::from(super::value(card.rank())) - 3;
        let left = self.hand - OrderedSet::from(card);
        let loss = cost(left, self.rules) - self.cost;
        let loss = ((loss + 24).clamp(0, 63) as usize / 4, 16);
        let lower = (self.hand & OrderedSet::below(super::order_index(card))).len();
        let (rank, held) = ((value, 13), (self.count(value), 5));
        let mut to = Selected::new();
        to.put([rank, held, (self.left, 3)]);
        to.put([loss, (value / 3, 5)]);
        to.put([loss, held]);
        to.put([loss, (self.left, 3)]);
        to.put([(lower, 14), held]);
        to
    }
}
