//! The moves among which a learned policy chooses.
//!
//! They are the moves of a plan for the hand, sets of one value that the plan uses otherwise, what
//! beats the pile with the lowest cards of each value, five cards by kind and value, the move of
//! `plan`, and a pass: usually four or five. What is certain is not left to the policy: a hand that
//! is one combination is played, and so are unbeatable moves of which at most one other is left.

use smallvec::SmallVec;

use super::combination::{Combination, Kind};
use super::enumerate::{Demand, for_each_combination};
use super::options::MayPass;
use super::order::OrderedSet;
use super::plan::{MOVE, Plan};
use super::policy::{Situation, beaters};
use super::seen::Seen;
use crate::cards::Card;

/// A move that the plan does not have is left out if what it leaves costs this much more than the
/// rest of the plan, in sixteenths of a move.
const SLACK: i32 = 40;

/// The most combinations of five cards besides those of the plan.
const MAX_FIVES: usize = 6;

/// Moves below this value, a ten, are low.
const LOW: u8 = 7;

/// At most this many cards, or sets of one value, beat a move that is nearly unbeatable.
const NEAR: usize = 3;

/// A move, or a pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) played: Option<Combination>,
    /// What it leaves to play.
    pub(super) rest: Rest,
    /// Whether nobody can play on it.
    pub(super) is_sure: bool,
    /// Whether `plan` would choose it.
    pub(super) is_rule: bool,
    /// Its place in the plan, if it is there.
    planned: Option<u8>,
}

/// What a plan leaves to play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    pub(super) moves: usize,
    /// The moves that others may beat, and those of them that are low.
    pub(super) open: usize,
    pub(super) low: usize,
    /// Moves that others may beat, but with few cards, and single cards that they may beat.
    pub(super) near: usize,
    pub(super) singles: usize,
    /// In sixteenths of a move.
    pub(super) cost: i32,
}

/// A decision.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it is made once and never moved")]
pub(super) enum Choices {
    /// The only sensible move.
    Forced(Combination),
    /// Several moves, at least one.
    Several(Several),
}

/// Moves to choose from.
#[derive(Debug)]
pub(super) struct Several {
    /// What there is to play now.
    pub(super) now: Rest,
    pub(super) list: SmallVec<[Choice; 16]>,
}

impl Choices {
    /// The choices of a seat with a plan for its hand. The very first move must contain a card.
    pub(super) fn new(seen: &Seen, plan: &Plan, opening: Option<Card>) -> Self {
        let mut search = Search::new(seen, plan);
        if let Some(whole) = search.whole_hand(opening) {
            return Self::Forced(whole);
        }
        match (opening, seen.now.beat) {
            (Some(card), _) => search.openings(card),
            (None, None) => search.leads(),
            (None, Some(beat)) => search.follows(beat),
        }
        if opening.is_none()
            && let Some(forced) = search.forced()
        {
            return Self::Forced(forced);
        }
        search.finish(opening)
    }
}

/// The search for choices.
struct Search<'a> {
    seen: &'a Seen,
    later: Situation,
    plan: &'a Plan,
    now: Rest,
    /// The moves of the plan that nobody can beat once the pile is cleared, one bit each.
    sure: u16,
    list: SmallVec<[Choice; 16]>,
}

impl<'a> Search<'a> {
    fn new(seen: &'a Seen, plan: &'a Plan) -> Self {
        let later = seen.later();
        let (mut now, mut sure) = (Rest::default(), 0);
        for (index, &planned) in plan.moves().iter().enumerate() {
            let is_sure = later.is_unbeatable(planned);
            sure |= u16::from(is_sure) << index;
            now.add(&Rest::of(planned, is_sure, &later));
        }
        Self { seen, later, plan, now, sure, list: SmallVec::new() }
    }

    /// The whole hand as one move.
    fn whole_hand(&self, opening: Option<Card>) -> Option<Combination> {
        let Situation { hand, beat, rules, .. } = self.seen.now;
        let demand = Demand {
            beat,
            containing: opening.map_or(OrderedSet::EMPTY, OrderedSet::from),
            rules: rules.moves,
        };
        let whole = (hand.len() <= 5).then(|| Combination::of(hand).ok()).flatten();
        whole.filter(|&whole| demand.allows(whole))
    }

    /// Add a move of the plan.
    fn planned(&mut self, index: usize) {
        let Some(&played) = self.plan.moves().get(index) else { return };
        let is_sure_later = self.sure >> index & 1 == 1;
        let mut rest = self.now;
        rest.remove(&Rest::of(played, is_sure_later, &self.later));
        let is_sure = is_sure_later
            || self.seen.now.largest != self.later.largest && self.seen.now.is_unbeatable(played);
        let planned = Some(index as u8);
        self.list.push(Choice { played: Some(played), rest, is_sure, is_rule: false, planned });
    }

    /// Add a move that may be one of the plan.
    fn add(&mut self, played: Combination) {
        let same = |planned: &Combination| planned.cards() == played.cards();
        match self.plan.moves().iter().position(same) {
            Some(index) => self.planned(index),
            None => self.unplanned(played),
        }
    }

    /// Add a move that the plan does not have.
    fn unplanned(&mut self, played: Combination) {
        let rest = self.rest_after(played);
        let is_sure = self.seen.now.is_unbeatable(played);
        let choice = Choice { played: Some(played), rest, is_sure, is_rule: false, planned: None };
        self.list.push(choice);
    }

    fn rest_after(&self, played: Combination) -> Rest {
        let plan = Plan::of(self.seen.now.hand - played.cards(), self.later.rules.plan);
        let mut rest = Rest::default();
        for &planned in plan.moves() {
            rest.add(&Rest::of(planned, self.later.is_unbeatable(planned), &self.later));
        }
        rest
    }

    /// The first moves, which contain a card.
    fn openings(&mut self, card: Card) {
        let rules = self.seen.now.rules.moves;
        let demand = Demand { beat: None, containing: OrderedSet::from(card), rules };
        self.fives_and_sets(demand, usize::MAX);
    }

    /// The combinations that satisfy a demand: of each kind and value the one of the lowest cards.
    fn fives_and_sets(&mut self, demand: Demand, most: usize) {
        let mut found = SmallVec::<[Combination; 16]>::new();
        for_each_combination(self.seen.now.hand, demand, |combination| {
            let is_same = |other: &&mut Combination| {
                other.kind() == combination.kind() && other.key() / 4 == combination.key() / 4
            };
            match found.last_mut().filter(is_same) {
                // The last of them has the lowest cards.
                Some(last) => *last = combination,
                None => found.push(combination),
            }
        });
        let is_planned = |played: &Combination| {
            self.plan.moves().iter().any(|planned| planned.cards() == played.cards())
        };
        let unplanned: SmallVec<[Combination; 16]> =
            found.iter().rev().filter(|played| !is_planned(played)).take(most).copied().collect();
        for index in 0..self.plan.len() {
            if demand.allows(self.plan.moves()[index]) {
                self.planned(index);
            }
        }
        for played in unplanned {
            self.unplanned(played);
        }
    }

    fn leads(&mut self) {
        for index in 0..self.plan.len() {
            self.planned(index);
        }
        let Situation { hand, rules, .. } = self.seen.now;
        // All cards of a value, where the plan uses them otherwise.
        for value in 0..13 {
            let cards = OrderedSet::from_bits(hand.bits() & 15 << (4 * value));
            let kind = match cards.len() {
                0 => continue,
                1 => Kind::OneCard,
                2 => Kind::Pair,
                3 => Kind::ThreeOfAKind,
                _ => Kind::FourOfAKind,
            };
            let is_planned = self.plan.moves().iter().any(|planned| planned.cards() == cards);
            if !is_planned && rules.plan.kinds.contains(kind) {
                let key = 63 - cards.bits().leading_zeros() as u8;
                self.unplanned(Combination::new(cards, kind, key));
            }
        }
    }

    fn follows(&mut self, beat: Combination) {
        let Situation { hand, rules, .. } = self.seen.now;
        let (size, kind) = (beat.size(), beat.kind());
        if size == 5 {
            let demand =
                Demand { beat: Some(beat), containing: OrderedSet::EMPTY, rules: rules.moves };
            self.fives_and_sets(demand, MAX_FIVES);
            return;
        }
        let above = rules.moves.above(beat);
        for value in 0..13 {
            let cards = hand.bits() & 15 << (4 * value);
            if cards & above == 0 || (cards.count_ones() as usize) < size {
                continue;
            }
            let same = |planned: &Combination| {
                planned.kind() == kind
                    && planned.key() / 4 == value
                    && above >> planned.key() & 1 == 1
            };
            if let Some(index) = self.plan.moves().iter().position(same) {
                self.planned(index);
                continue;
            }
            // The lowest cards with one that is high enough.
            let (mut taken, mut left) = (0_u64, cards);
            for _ in 1..size {
                taken |= left & left.wrapping_neg();
                left &= left - 1;
            }
            let top = left & above & (left & above).wrapping_neg();
            if top != 0 {
                let set = OrderedSet::from_bits(taken | top);
                self.unplanned(Combination::new(set, kind, top.trailing_zeros() as u8));
            }
        }
    }

    /// A move after which nobody can stop the seat: unbeatable moves, and at most one other.
    fn forced(&self) -> Option<Combination> {
        let rules = &self.later.rules;
        let is_quad =
            |played: &Combination| matches!(played.kind(), Kind::FourOfAKind | Kind::FourPlusOne);
        if rules.revolution && self.plan.moves().iter().any(is_quad) {
            return None;
        }
        let wins = |choice: &&Choice| choice.is_sure && choice.rest.open <= 1;
        let sure = self.list.iter().filter(wins).filter_map(|choice| choice.played);
        // The largest lead, the lowest answer.
        match self.seen.now.beat {
            None => sure.max_by_key(|played| (played.size(), std::cmp::Reverse(played.key()))),
            Some(_) => sure.min_by_key(|played| (played.kind(), played.key())),
        }
    }

    /// Add the rule's move and a pass, and leave out what costs too much.
    fn finish(mut self, opening: Option<Card>) -> Choices {
        let now = &self.seen.now;
        let is_leading = now.beat.is_none();
        let can_pass =
            !is_leading && (now.rules.may_pass == MayPass::Always || self.list.is_empty());
        let rule = if opening.is_some() { None } else { now.choose(self.plan) };
        if let Some(played) = rule {
            let same = |choice: &&mut Choice| {
                choice.played.is_some_and(|other| {
                    (other.kind(), other.key() / 4) == (played.kind(), played.key() / 4)
                })
            };
            match self.list.iter_mut().find(same) {
                Some(choice) => choice.is_rule = true,
                None => {
                    self.add(played);
                    self.list.iter_mut().next_back().into_iter().for_each(|it| it.is_rule = true);
                }
            }
        }
        let cheapest = self.list.iter().map(|choice| choice.rest.cost).min().unwrap_or(0);
        let limit = cheapest.max(self.now.cost - MOVE) + SLACK;
        self.list.retain(|choice| {
            choice.rest.cost <= limit || choice.is_rule || choice.planned.is_some()
        });
        if can_pass {
            let (rest, is_rule) = (self.now, rule.is_none() && opening.is_none());
            self.list.push(Choice { rest, is_rule, ..Choice::pass() });
        }
        Choices::Several(Several { now: self.now, list: self.list })
    }
}

impl Rest {
    /// A single move.
    #[inline(always)]
    fn of(planned: Combination, is_sure: bool, later: &Situation) -> Self {
        let is_near = || beaters(later.unseen.bits(), later.rules.moves, planned) <= NEAR;
        Self {
            moves: 1,
            open: usize::from(!is_sure),
            low: usize::from(!is_sure && planned.key() / 4 < LOW),
            near: usize::from(!is_sure && is_near()),
            singles: usize::from(!is_sure && planned.size() == 1),
            cost: later.rules.plan.cost(planned),
        }
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.open += other.open;
        self.low += other.low;
        self.near += other.near;
        self.singles += other.singles;
        self.cost += other.cost;
    }

    #[inline(always)]
    fn remove(&mut self, other: &Self) {
        self.moves -= other.moves;
        self.open -= other.open;
        self.low -= other.low;
        self.near -= other.near;
        self.singles -= other.singles;
        self.cost -= other.cost;
    }
}

impl Choice {
    /// A pass that leaves nothing.
    pub(super) fn pass() -> Self {
        let rest = Rest::default();
        Self { played: None, rest, is_sure: false, is_rule: false, planned: None }
    }

    /// The plan for what is left, given the plan and the hand before.
    pub(super) fn plan_after(&self, seen: &Seen, plan: &Plan) -> Plan {
        let mut rest = *plan;
        match (self.played, self.planned) {
            (None, _) => {}
            (Some(_), Some(index)) => rest.remove(usize::from(index)),
            (Some(played), None) => {
                rest = Plan::of(seen.now.hand - played.cards(), seen.now.rules.plan);
            }
        }
        rest
    }
}
