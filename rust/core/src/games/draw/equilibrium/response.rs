//! How much can be won from a bot.
//!
//! [`exploit`] watches a bot in real deals, against all moves that the other player can make, and takes
//! what it does with each bucket for its strategy. The best response to that is found in the model with
//! card removal, and then plays against the bot on fresh deals: what it wins there any player could win
//! who knew the bot.
//!
//! The best response in the independent game is found as well, without buckets (see
//! [`super::independent`]): exactly if the bot can tell its chances, otherwise from the same deals.
//!
//! [`learn`] does without the model. The response is learnt in real deals, by regrets of the moves that
//! were not made, and plays on fresh deals as well.

use std::ops::Range;

use rayon::prelude::*;

use super::buckets::{Buckets, Holding};
use super::correction::{deal, redrawn};
use super::independent::{self, Independent, Notes};
use super::model::{DrawModel, Trees};
use super::opponent::{AnyBot, MakeBot, Next, Opponent, Table, decision, next, observe};
use super::removal::Removal;
use super::rules::{EquilibriumError, Limits};
use super::solution::{Effort, Equilibrium, Spot, in_parts};
use super::solver::{Layout, Solver};
use super::tree::RoundEnd;
use crate::confidence::quantile;
use crate::discard::{Mask, Prospects};
use crate::game::Game as _;
use crate::games::draw::bots::OpenBot;
use crate::games::draw::rules::Rules;
use crate::monitor::{Monitor, Stopped};
use crate::parallel;
use crate::random::Random;

/// What a response won from a bot on fresh deals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Winnings {
    /// Hands played, half of them from each seat.
    pub hands: u64,
    /// Chips won a hand.
    pub mean: f64,
    /// The half width of the 95% interval around it.
    pub half_width: f64,
    /// Chips won a hand by the response when it begins, and when the bot does.
    pub by_seat: [f64; 2],
}

/// A response to a bot, and what it wins.
#[derive(Clone, Debug)]
pub struct Response {
    /// What the response does.
    pub strategy: Equilibrium,
    /// What it wins in the model in which it was found, if there is one.
    pub model: Option<f64>,
    /// What the best response of all wins in the independent game; nothing of a response that was learnt,
    /// or if the bot was seen in too few deals.
    pub independent: Option<Independent>,
    /// What it won in real deals.
    pub real: Winnings,
}

/// How a response is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// About how many buckets hands have before the draw.
    pub hands: u32,
    /// How many buckets strengths have after it, at most.
    pub strengths: u32,
    /// Deals to watch or learn from, per seat.
    pub deals: u64,
    /// Fresh hands to play; none if they are to be played in parts.
    pub fresh: u64,
    /// The seed of all of it.
    pub seed: u64,
}

impl Search {
    const fn effort(&self, iterations: u32) -> Effort {
        let Self { hands, strengths, deals, .. } = *self;
        Effort { hands, strengths, iterations, deals }
    }
}

/// The best response to a bot in the model with card removal, by what was seen of the bot; and that in
/// the independent game, by the chances of the bot if it can tell them.
///
/// # Errors
///
/// Rules that cannot be solved, numbers out of their ranges, the monitor's stop.
pub fn exploit(
    make: &MakeBot<'_>,
    open: Option<&dyn OpenBot>,
    rules: &Rules,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    search.effort(1).check()?;
    let steps = independent::steps(limits.raises) * if open.is_some() { 1 } else { 2 };
    monitor.expect(2 * search.deals + search.fresh + steps);
    let trees = Trees::new(limits.raises);
    let removal = Removal::count(search.hands as usize, search.strengths as usize, monitor)?;
    let game = (limits, &trees, &removal);
    let observed = observe(make, game, search.deals, search.seed, monitor)?;
    let strategies = (observed.first.as_slice(), observed.second.as_slice());
    let mut response = respond(strategies, make, game, search, monitor)?;
    response.independent = match open {
        Some(open) => Some(independent::of_bot(open, limits, monitor)?),
        None if search.deals < Notes::LEAST => None,
        None => Some(independent::of_notes(&observed.notes, limits, monitor)?),
    };
    Ok(response)
}

/// The best response to a solution in the model with card removal, and that in the independent game. Its
/// moves are known, so nothing has to be watched; the buckets are those of the solution.
///
/// # Errors
///
/// The monitor's stop.
pub fn exploit_solution(
    solution: &Equilibrium,
    make: &MakeBot<'_>,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let Effort { hands, strengths, .. } = solution.effort();
    monitor.expect(search.fresh + independent::steps(solution.limits().raises));
    let removal = Removal::count(hands as usize, strengths as usize, monitor)?;
    let of_parts = |parts: &[u8]| parts.iter().map(|&part| f32::from(part)).collect::<Vec<_>>();
    let second = solution.second.chunks_exact(solution.layouts[1].length().max(1));
    let second: Vec<Vec<f32>> = second.map(of_parts).collect();
    let strategies = (of_parts(&solution.first), second);
    let game = (solution.limits(), &solution.trees, &removal);
    let mut response = respond((&strategies.0, &strategies.1), make, game, search, monitor)?;
    response.independent = Some(independent::of_solution(solution, monitor)?);
    Ok(response)
}

/// The best response to strategies in the model, and what it wins from who plays them.
fn respond(
    (first, second): (&[f32], &[Vec<f32>]),
    make: &MakeBot<'_>,
    (limits, trees, removal): (Limits, &Trees, &Removal),
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let model = DrawModel { limits, trees, removal };
    let mut solver = Solver::new(&model);
    solver.set_averages(first, second);
    let (_, begins) = solver.worth(0, monitor)?;
    let (_, follows) = solver.worth(1, monitor)?;
    let (first, second) = solver.responses();
    let won = f64::midpoint(begins, follows);
    let chances = (first.as_slice(), second.as_slice());
    let strategy = assembled(limits, search.effort(1), search.seed, &removal.buckets, chances);
    let real = evaluate(&strategy, make, search.fresh, search.seed, monitor)?;
    Ok(Response { strategy, model: Some(won), independent: None, real })
}

/// A strategy made of chances in both trees.
fn assembled(
    limits: Limits,
    effort: Effort,
    seed: u64,
    buckets: &Buckets,
    (first, second): (&[f32], &[Vec<f32>]),
) -> Equilibrium {
    let trees = Trees::new(limits.raises);
    let (before, after) = buckets.counts();
    let first = in_parts(&trees.first, first, before);
    let second: Vec<Vec<u8>> =
        second.iter().map(|link| in_parts(&trees.second, link, after)).collect();
    let strategies = (first, second.concat());
    Equilibrium::assemble(limits, effort, seed, (0.0, 0.0), buckets.clone(), strategies)
}

/// How many hands have a random stream and a bot of their own.
const PIECE: u64 = 1 << 10;

/// Seeds of hands to be played are others than those of hands to learn from.
const FRESH: u64 = 0x5eed_f4e5;

/// What a strategy wins from a bot at real tables.
///
/// # Errors
///
/// The monitor's stop.
pub fn evaluate(
    strategy: &Equilibrium,
    make: &MakeBot<'_>,
    hands: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Winnings, Stopped> {
    let parts = 0..fresh_parts(hands);
    play_fresh(strategy, make, parts, seed, monitor).map(|sums| Winnings::of(&sums))
}

/// How many parts so many fresh hands have; the last one is played to its end.
#[must_use]
pub const fn fresh_parts(hands: u64) -> u64 {
    hands.div_ceil(2 * PIECE)
}

/// What came of fresh hands when the response began, and when the bot did: how many there were, the
/// chips that the response won, and the sum of their squares. Those of several parts add up.
pub type Sums = [[i128; 3]; 2];

/// Play the parts with these numbers of the fresh hands, each by a random stream of its own.
///
/// # Errors
///
/// The monitor's stop.
pub fn play_fresh(
    strategy: &Equilibrium,
    make: &MakeBot<'_>,
    parts: Range<u64>,
    seed: u64,
    monitor: &Monitor,
) -> Result<Sums, Stopped> {
    let limits = strategy.limits();
    let trees = Trees::new(limits.raises);
    let pieces = usize::try_from(parts.end.saturating_sub(parts.start)).unwrap_or(usize::MAX);
    parallel::sum(
        (0..pieces).into_par_iter().with_max_len(4),
        Sums::default,
        |mut sums, piece| {
            let mut random = Random::stream(seed ^ FRESH, parts.start + piece as u64);
            let mut bot = make();
            for _ in 0..PIECE {
                for (player, [count, sum, squares]) in sums.iter_mut().enumerate() {
                    let Some(mut table) = Table::new(limits, &deal(&mut random)) else { continue };
                    while let Some(seat) = table.state.to_move() {
                        let view = table.state.view(seat);
                        let chosen = if seat == player {
                            strategy.choose(&view, &mut random)
                        } else {
                            bot.choose(&view, &mut random)
                        };
                        let Some(chosen) = chosen else { break };
                        if table.play(&trees, chosen).is_none() {
                            break;
                        }
                    }
                    let won = i128::from(table.won(player));
                    *count += 1;
                    *sum += won;
                    *squares += won * won;
                }
            }
            monitor.advance(2 * PIECE)?;
            Ok(sums)
        },
        |mut left, right| {
            for (left, right) in left.iter_mut().flatten().zip(right.into_iter().flatten()) {
                *left += right;
            }
            left
        },
    )
}

impl Winnings {
    /// What fresh hands add up to.
    #[must_use]
    pub fn of(sums: &Sums) -> Self {
        let mean = |[count, sum, _]: [i128; 3]| sum as f64 / (count as f64).max(1.0);
        let variance = |sums: [i128; 3]| {
            let count = (sums[0] as f64).max(2.0);
            (sums[2] as f64 / count - mean(sums).powi(2)) / (count - 1.0)
        };
        // Both seats have as many hands, which are fewer degrees of freedom than there are in all.
        let freedom = u64::try_from(sums[0][0].min(sums[1][0]) - 1).unwrap_or(0).max(1);
        let half_width = quantile(freedom) * (variance(sums[0]) + variance(sums[1])).sqrt() / 2.0;
        Self {
            hands: sums[0][0].saturating_add(sums[1][0]).try_into().unwrap_or(u64::MAX),
            mean: f64::midpoint(mean(sums[0]), mean(sums[1])),
            half_width,
            by_seat: [mean(sums[0]), mean(sums[1])],
        }
    }
}

/// A response that is learnt in real deals against a bot.
///
/// # Errors
///
/// Rules that cannot be solved, numbers out of their ranges, the monitor's stop.
pub fn learn(
    make: &MakeBot<'_>,
    rules: &Rules,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let limits = Limits::of_solvable(rules)?;
    let trees = Trees::new(limits.raises);
    learn_from(|| AnyBot { bot: make(), limits, trees: &trees }, make, limits, search, monitor)
}

/// The same against a solution, whose moves need no table to be known.
///
/// # Errors
///
/// As for [`learn`].
pub fn learn_from_solution(
    solution: &Equilibrium,
    make: &MakeBot<'_>,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    learn_from(|| solution, make, solution.limits(), search, monitor)
}

fn learn_from<O: Opponent>(
    opponent: impl Fn() -> O + Sync,
    make: &MakeBot<'_>,
    limits: Limits,
    search: Search,
    monitor: &Monitor,
) -> Result<Response, EquilibriumError> {
    let effort = search.effort(1);
    effort.check()?;
    monitor.expect(2 * search.deals + search.fresh);
    let trees = Trees::new(limits.raises);
    let hands = crate::discard::canonical_hands();
    let kinds = super::sets::kinds();
    let buckets = Buckets::cut(&hands, &kinds, search.hands as usize, search.strengths as usize);
    // The nodes of the two players are different ones, so what both have learnt can be added.
    let learnt = parallel::sum(
        [0_usize, 1].into_par_iter(),
        || None,
        |sum: Option<[Vec<f32>; 2]>, player| {
            let mut learner = Learner::new(limits, &trees, &buckets, player);
            learner.learn(&mut opponent(), search, monitor)?;
            Ok::<_, Stopped>(joined(sum, Some(learner.sums)))
        },
        joined,
    )?;
    let [first, second] = learnt.unwrap_or_default();
    let (before, after) = buckets.counts();
    let length = Layout::new(&trees.second, after).length();
    let first = shares(&trees.first, &first, before);
    let second: Vec<Vec<f32>> =
        second.chunks_exact(length.max(1)).map(|link| shares(&trees.second, link, after)).collect();
    let strategy = assembled(limits, effort, search.seed, &buckets, (&first, &second));
    let real = evaluate(&strategy, make, search.fresh, search.seed, monitor)?;
    Ok(Response { strategy, model: None, independent: None, real })
}

fn joined(left: Option<[Vec<f32>; 2]>, right: Option<[Vec<f32>; 2]>) -> Option<[Vec<f32>; 2]> {
    match (left, right) {
        (Some(mut left), Some(right)) => {
            for (left, right) in left.iter_mut().flatten().zip(right.iter().flatten()) {
                *left += right;
            }
            Some(left)
        }
        (left, right) => left.or(right),
    }
}

/// Sums of chances as chances that add up to 1.
fn shares(tree: &super::tree::Tree, sums: &[f32], states: usize) -> Vec<f32> {
    let layout = Layout::new(tree, states);
    let mut chances = sums.to_vec();
    for (node, decision) in tree.nodes().iter().enumerate() {
        if let super::tree::Node::Decision { children, .. } = decision {
            let begin = layout.begin(node);
            let of_node = &mut chances[begin..begin + children.len() * states];
            super::solver::normalize(of_node, states, children.len());
        }
    }
    chances
}

/// A response under way, for one player.
struct Learner<'a> {
    limits: Limits,
    trees: &'a Trees,
    buckets: &'a Buckets,
    layouts: [Layout; 2],
    prospects: Prospects,
    player: usize,
    regrets: [Vec<f32>; 2],
    sums: [Vec<f32>; 2],
    /// How much the deal under way counts.
    weight: f32,
}

/// What the response holds in one deal.
#[derive(Clone, Copy)]
struct Own {
    cards: [u8; 5],
    discards: [Mask; 6],
    bucket: usize,
    /// After the draw: the strength, and its bucket.
    strength: u16,
    state: usize,
}

/// Moves that seem bad are tried once in so many deals.
const SELDOM: u32 = 4;

impl<'a> Learner<'a> {
    fn new(limits: Limits, trees: &'a Trees, buckets: &'a Buckets, player: usize) -> Self {
        let (before, after) = buckets.counts();
        let layouts = [Layout::new(&trees.first, before), Layout::new(&trees.second, after)];
        let lengths = [layouts[0].length(), trees.links.len() * layouts[1].length()];
        let zeros = || lengths.map(|length| vec![0.0; length]);
        let prospects = buckets.prospects();
        let (regrets, sums) = (zeros(), zeros());
        Self { limits, trees, buckets, layouts, prospects, player, regrets, sums, weight: 0.0 }
    }

    fn learn<O: Opponent>(
        &mut self,
        opponent: &mut O,
        search: Search,
        monitor: &Monitor,
    ) -> Result<(), Stopped> {
        for number in 0..search.deals {
            let mut random = Random::stream(search.seed, 2 * number + self.player as u64);
            let cards = deal(&mut random);
            let holding = Holding::of(std::array::from_fn(|place| cards[5 * self.player + place]));
            let own = Own {
                cards: holding.cards,
                discards: super::correction::discards(&self.prospects, holding.cards),
                bucket: self.buckets.of_holding(&holding),
                strength: holding.strength,
                state: 0,
            };
            // Later deals count for more: the first ones were played by chance.
            self.weight = (number + 1) as f32 / search.deals as f32;
            if let Some(hand) = opponent.begin(&cards, 1 - self.player) {
                self.explore(opponent, &hand, Spot::BEGIN, (&own, &cards), 1.0, &mut random);
            }
            monitor.advance(1)?;
        }
        Ok(())
    }

    /// Try the moves of the response at a spot; gives what its strategy wins from there.
    fn explore<O: Opponent>(
        &mut self,
        opponent: &mut O,
        hand: &O::Hand,
        spot: Spot,
        held: (&Own, &[u8; 20]),
        reach: f32,
        random: &mut Random,
    ) -> f32 {
        let (player, moves) = decision(self.trees, spot);
        if player != self.player {
            let Some(place) = opponent.choose(hand, spot, random) else { return 0.0 };
            let mut hand = hand.clone();
            opponent.follow(&mut hand, place, None);
            return self.go_on(opponent, hand, (spot, place), held, reach, random);
        }
        let (before, after) = self.buckets.counts();
        let (tree, begin, states) = match spot.link {
            None => (0, self.layouts[0].begin(spot.node) + held.0.bucket, before),
            Some(link) => {
                let begin = link * self.layouts[1].length() + self.layouts[1].begin(spot.node);
                (1, begin + held.0.state, after)
            }
        };
        let mut chances = [0.0_f32; 6];
        let mut total = 0.0;
        for (place, chance) in chances.iter_mut().take(moves).enumerate() {
            *chance = self.regrets[tree][begin + place * states].max(0.0);
            total += *chance;
        }
        for chance in chances.iter_mut().take(moves) {
            *chance = if total > 0.0 { *chance / total } else { 1.0 / moves as f32 };
        }
        let mut values = [None; 6];
        let mut value = 0.0;
        for place in 0..moves {
            let seldom = chances[place] == 0.0;
            if seldom && random.below(SELDOM) > 0 {
                continue;
            }
            let mut hand = hand.clone();
            opponent.follow(&mut hand, place, Some((held.0.cards, &held.0.discards)));
            let reach = reach * chances[place];
            let won = self.go_on(opponent, hand, (spot, place), held, reach, random);
            value += chances[place] * won;
            values[place] = Some((won, if seldom { SELDOM as f32 } else { 1.0 }));
        }
        for place in 0..moves {
            let number = begin + place * states;
            if let Some((won, times)) = values[place] {
                self.regrets[tree][number] += self.weight * times * (won - value);
            }
            self.sums[tree][number] += self.weight * self.weight * reach * chances[place];
        }
        value
    }

    /// What the response wins after a move.
    fn go_on<O: Opponent>(
        &mut self,
        opponent: &mut O,
        mut hand: O::Hand,
        (spot, place): (Spot, usize),
        (own, cards): (&Own, &[u8; 20]),
        reach: f32,
        random: &mut Random,
    ) -> f32 {
        match next(self.trees, spot, place) {
            None => 0.0,
            Some(Next::Spot(after)) => {
                let mut own = *own;
                if let (None, Some(link)) = (spot.link, after.link) {
                    let drawn = self.trees.links[link].drawn;
                    opponent.draw(&mut hand, drawn);
                    let begin = if self.player == 0 { 10 } else { 10 + drawn[0] };
                    let discard = own.discards[drawn[self.player]];
                    own.strength =
                        Holding::of(redrawn(own.cards, discard, &cards[begin..])).strength;
                    own.state = self.buckets.of_strength(own.strength);
                }
                self.explore(opponent, &hand, after, (&own, cards), reach, random)
            }
            Some(Next::End { end, before, is_second }) => {
                let size = if is_second { self.limits.big_bet } else { self.limits.small_bet };
                let won = self.limits.won(end, self.player, before, size) as f32;
                match end {
                    RoundEnd::Folded { .. } => won,
                    RoundEnd::Closed { .. } => {
                        let order = own.strength.cmp(&opponent.strength(&hand));
                        won * f32::from(order as i8)
                    }
                }
            }
        }
    }
}
