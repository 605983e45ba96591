//! A solution: a strategy for every bucket at every decision, and how good it is.

use super::buckets::Buckets;
use super::correction::corrected;
use super::families::family_name;
use super::holding::Holding;
use super::model::{DrawModel, FirstEnd, Layouts, Trees};
use super::removal::Removal;
use super::rules::{EquilibriumError, Limits, MAX_RAISES};
use super::unreached::Unreached;
use crate::cards::Card;
use crate::cfr::{Layout, Node, Solver, Tree};
use crate::game::{Seat, View as _};
use crate::games::draw::moves::{Move, PublicMove};
use crate::games::draw::rules::Rules;
use crate::games::draw::state::Phase;
use crate::games::draw::view::DrawView;
use crate::monitor::Monitor;
use crate::random::Random;

/// How much work to put into solving a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// About how many buckets hands have before the draw.
    pub hands: u32,
    /// How many buckets strengths have after it, at most.
    pub strengths: u32,
    /// The number of iterations.
    pub iterations: u32,
    /// How many hands to deal to measure which final hands meet; 0 to skip it.
    pub deals: u64,
}

impl Effort {
    /// A few seconds, as long as players at a table can wait.
    pub const QUICK: Self = Self { hands: 100, strengths: 50, iterations: 120, deals: 0 };

    pub(super) fn check(&self) -> Result<(), EquilibriumError> {
        for (name, least, most, found) in [
            ("hands", 20, 2000, self.hands),
            ("strengths", 10, 500, self.strengths),
            ("iterations", 1, 1_000_000, self.iterations),
        ] {
            if !(least..=most).contains(&found) {
                return Err(EquilibriumError::OutOfRange { name, least, most, found });
            }
        }
        Ok(())
    }
}

/// A strategy for both seats of a two-player game, near equilibrium.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    pub(super) limits: Limits,
    pub(super) effort: Effort,
    pub(super) seed: u64,
    pub(super) value: f64,
    pub(super) exploitability: f64,
    pub(super) buckets: Buckets,
    pub(super) trees: Trees,
    /// The probabilities of all moves in units of 1/255, in the order of the layouts.
    pub(super) first: Vec<u8>,
    pub(super) second: Vec<u8>,
    pub(super) layouts: Layouts,
}

/// A decision in the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// The link that was passed, if the draw is over.
    pub link: Option<usize>,
    /// The node of the first or the second tree.
    pub node: usize,
}

impl Spot {
    pub const BEGIN: Self = Self { link: None, node: Tree::ROOT };

    /// Where the move at this index leads; `None` where the hand is over.
    pub fn after(self, trees: &Trees, place: usize) -> Option<Self> {
        let tree = trees.tree(self.link);
        let node = tree.child(self.node, place)?;
        match (&tree.nodes()[node], self.link) {
            (Node::Decision { .. }, link) => Some(Self { link, node }),
            (Node::Leaf(leaf), None) => match trees.first_ends.get(*leaf)? {
                FirstEnd::Link(link) => {
                    trees.has_second(*link).then_some(Self { link: Some(*link), node: Tree::ROOT })
                }
                FirstEnd::Settled(_) => None,
            },
            (Node::Leaf(_), Some(_)) => None,
        }
    }
}

impl Equilibrium {
    /// Solve the two-player game by these rules.
    ///
    /// # Errors
    ///
    /// Rules that cannot be solved, an effort out of range, the monitor's stop.
    pub fn solve(
        rules: &Rules,
        effort: Effort,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Self, EquilibriumError> {
        Self::solve_limits(Limits::of_solvable(rules)?, effort, seed, monitor)
    }

    /// Solve the game with these limits, taken from rules that can be solved.
    pub(super) fn solve_limits(
        limits: Limits,
        effort: Effort,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Self, EquilibriumError> {
        effort.check()?;
        let trees = Trees::new(&limits);
        let trial = if effort.deals > 0 { effort.iterations.div_ceil(4) } else { 0 };
        monitor.expect(u64::from(effort.iterations + trial));
        let (hands, strengths) = (effort.hands as usize, effort.strengths as usize);
        let mut removal = Removal::count(limits.ranking, hands, strengths, monitor)?;
        if effort.deals > 0 {
            let model = DrawModel { limits, trees: &trees, removal: &removal };
            let mut solver = Solver::new(&model);
            for _ in 0..trial {
                solver.iterate(monitor)?;
                monitor.advance(1)?;
            }
            let (first, _) = solver.averages();
            removal.after = corrected(&removal, &trees, &first, effort.deals, seed, monitor)?;
        }
        let model = DrawModel { limits, trees: &trees, removal: &removal };
        let mut solver = Solver::new(&model);
        for _ in 0..effort.iterations {
            solver.iterate(monitor)?;
            monitor.advance(1)?;
        }
        let (first, second) = solver.averages();
        let counts = removal.buckets.counts();
        let mut first = in_parts(&trees.first, &first, counts.0);
        let of_links = second.iter().enumerate();
        let second: Vec<Vec<u8>> = of_links
            .map(|(link, numbers)| in_parts(trees.second(link), numbers, counts.1))
            .collect();
        let mut second = second.concat();
        let layouts = Layouts::new(&trees, counts);
        if !limits.is_deep() {
            let unreached = Unreached { trees: &trees, layouts: &layouts, removal: &removal };
            unreached.purify(&mut first, &mut second);
        }
        let averages: Vec<Vec<f32>> = layouts.by_link(&second).map(of_parts).collect();
        solver.set_averages(&of_parts(&first), &averages);
        let (value, best) = solver.evaluate(0, monitor)?;
        let (other, best_of_other) = solver.evaluate(1, monitor)?;
        let exploitability = f64::midpoint(best - value, best_of_other - other);
        let value = f64::midpoint(value, -other);
        drop(solver);
        let buckets = removal.buckets;
        Ok(Self::assemble(limits, effort, seed, (value, exploitability), buckets, (first, second)))
    }

    /// Assemble a solution.
    pub(super) fn assemble(
        limits: Limits,
        effort: Effort,
        seed: u64,
        (value, exploitability): (f64, f64),
        buckets: Buckets,
        (first, second): (Vec<u8>, Vec<u8>),
    ) -> Self {
        let trees = Trees::new(&limits);
        let layouts = Layouts::new(&trees, buckets.counts());
        Self { limits, effort, seed, value, exploitability, buckets, trees, first, second, layouts }
    }

    /// The same strategy for other stakes with the same ratios; `None` if these are its own already, or
    /// have other ratios.
    pub(super) fn scaled_to(&self, limits: Limits) -> Option<Self> {
        if limits == self.limits || limits.in_lowest_terms() != self.limits.in_lowest_terms() {
            return None;
        }
        // The ratios are equal and bets are at least one chip, so this does not divide by zero.
        let factor = f64::from(limits.big_bet) / f64::from(self.limits.big_bet);
        let (value, exploitability) = (factor * self.value, factor * self.exploitability);
        Some(Self { limits, value, exploitability, ..self.clone() })
    }

    /// The stakes of the game.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The effort that went into it.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// The number of buckets before the draw, and after it.
    #[must_use]
    pub fn buckets(&self) -> (usize, usize) {
        self.buckets.counts()
    }

    /// The chips per hand that the first player wins when both play it, in the model.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The chips per hand that a best response gains in the model that was solved, averaged over both
    /// seats.
    #[must_use]
    pub const fn exploitability(&self) -> f64 {
        self.exploitability
    }

    /// Whether the solution covers what a seat sees: a hand of two players with its limits or a multiple
    /// of them.
    #[must_use]
    pub fn covers(&self, view: &DrawView<'_>) -> bool {
        view.is_my_turn() && limits_of(view).is_some_and(|limits| self.fits(limits))
    }

    /// Whether limits are the solution's or a multiple of them.
    pub(in crate::games::draw) fn fits(&self, limits: Limits) -> bool {
        limits == self.limits || limits.in_lowest_terms() == self.limits.in_lowest_terms()
    }

    /// The legal moves with their probabilities; `None` where the solution does not cover the view.
    #[must_use]
    pub fn chances(&self, view: &DrawView<'_>) -> Option<Vec<(Move, f64)>> {
        let (spot, state) = self.place(view)?;
        let parts = self.parts(spot, state);
        let chances = parts
            .enumerate()
            .map(|(place, part)| (self.move_at(view, place), f64::from(part) / 255.0));
        Some(chances.collect())
    }

    /// A move sampled from the strategy; `None` where the solution does not cover the view.
    pub fn choose(&self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        let (spot, state) = self.place(view)?;
        let place = self.sample(spot, state, random);
        Some(self.move_at(view, place))
    }

    /// A description of the bucket of the hand.
    #[must_use]
    pub fn describe(&self, view: &DrawView<'_>) -> Option<String> {
        let (spot, state) = self.place(view)?;
        let ranking = self.limits.ranking;
        if spot.link.is_some() {
            let starts = &self.buckets.strengths;
            let begin = starts.get(state).copied().unwrap_or(0);
            let end = starts.get(state + 1).copied().unwrap_or_else(|| ranking.strengths());
            return Some(format!("{} to {}", ranking.describe(begin), ranking.describe(end - 1)));
        }
        Some(family_name(ranking, self.buckets.family_of(state)))
    }

    /// The decision that a view is at, and the bucket of its hand.
    fn place(&self, view: &DrawView<'_>) -> Option<(Spot, usize)> {
        if !self.covers(view) {
            return None;
        }
        let spot = self.spot(view.moves())?;
        let holding = self.holding(view)?;
        let state = match spot.link {
            None => self.buckets.of_holding(&holding),
            Some(_) => self.buckets.of_strength(holding.strength),
        };
        Some((spot, state))
    }

    /// The decision that these moves lead to.
    pub(super) fn spot(&self, moves: &[(Seat, PublicMove)]) -> Option<Spot> {
        moves.iter().try_fold(Spot::BEGIN, |spot, (_, made)| {
            let place = match made {
                PublicMove::Fold | PublicMove::Check => 0,
                PublicMove::Call | PublicMove::Bet => 1,
                PublicMove::Raise => 2,
                PublicMove::BetOf(_) | PublicMove::RaiseTo(_) => return None,
                PublicMove::Draw(count) => *count,
            };
            spot.after(&self.trees, place)
        })
    }

    /// The probabilities of the moves at a spot with a bucket, in units of 1/255.
    pub(super) fn parts(&self, spot: Spot, state: usize) -> impl Iterator<Item = u8> + '_ {
        let (before, after) = self.buckets.counts();
        let begin = self.layouts.begin(spot.link, spot.node);
        let (numbers, states) = match spot.link {
            None => (&self.first, before),
            Some(_) => (&self.second, after),
        };
        let moves = match self.trees.tree(spot.link).nodes().get(spot.node) {
            Some(Node::Decision { children, .. }) => children.len(),
            _ => 0,
        };
        let part = move |place| numbers.get(begin + place * states + state).copied().unwrap_or(0);
        (0..moves).map(part)
    }

    /// The index of a move at a spot, sampled from the strategy.
    pub(super) fn sample(&self, spot: Spot, state: usize, random: &mut Random) -> usize {
        let mut left = random.below(255);
        let mut last = 0;
        for (place, part) in self.parts(spot, state).enumerate() {
            if left < part.into() {
                return place;
            }
            left -= u32::from(part);
            last = place;
        }
        last
    }

    /// The hand of a view.
    fn holding(&self, view: &DrawView<'_>) -> Option<Holding> {
        let numbers: Vec<u8> = view.hand().iter().map(Card::number).collect();
        let is_whole = numbers.len() == self.limits.cards();
        is_whole.then(|| Holding::of(self.limits.ranking, &numbers))
    }

    fn move_at(&self, view: &DrawView<'_>, place: usize) -> Move {
        if view.phase() == Phase::Discard {
            let chosen = self.holding(view).map(|holding| {
                let mask = self.buckets.discards(&holding).get(place).copied().unwrap_or_default();
                holding.chosen(mask)
            });
            return Move::Discard(chosen.unwrap_or_default());
        }
        match (view.to_call(), place) {
            (0, 0) => Move::Check,
            (0, _) => Move::Bet,
            (_, 0) => Move::Fold,
            (_, 1) => Move::Call,
            _ => Move::Raise,
        }
    }
}

/// The limits of a hand of two players; `None` at other tables and in games that cannot be solved.
pub(in crate::games::draw) fn limits_of(view: &DrawView<'_>) -> Option<Limits> {
    let rules = view.rules();
    if rules.players != 2 || !rules.is_limit_single_draw() || rules.raises > MAX_RAISES {
        return None;
    }
    let chips = |seat: Seat| view.stack(seat) + view.paid(seat);
    Some(Limits::new(rules, chips(0).min(chips(1))))
}

/// Strategies rounded to units of 1/255, so that they add up to 1.
pub(super) fn in_parts(tree: &Tree, strategy: &[f32], states: usize) -> Vec<u8> {
    let mut parts = vec![0_u8; strategy.len()];
    let layout = Layout::new(tree, states);
    for (node, decision) in tree.nodes().iter().enumerate() {
        let Node::Decision { children, .. } = decision else { continue };
        let begin = layout.begin(node);
        for state in 0..states {
            let mut exact = 0.0_f64;
            let mut whole = 0;
            for place in 0..children.len() {
                // Cumulative sums are rounded, so that the last move gets the remainder.
                let number = begin + place * states + state;
                exact += 255.0 * f64::from(strategy[number]);
                let until = if place + 1 == children.len() { 255 } else { exact.round() as u32 };
                parts[number] = (until.min(255) - whole) as u8;
                whole = until.min(255);
            }
        }
    }
    parts
}

/// Units of 1/255 as weights.
pub(super) fn of_parts(parts: &[u8]) -> Vec<f32> {
    parts.iter().map(|&part| part.into()).collect()
}
