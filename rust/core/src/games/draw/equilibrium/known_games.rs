//! The solver, proven on games whose values are known.
//!
//! Kuhn and Leduc poker have published values. A game of one card each, in which a card may be drawn
//! once, has what five-card draw adds: a draw of which everybody sees how many, cards that are gone for
//! the other player, and hands that change. Its best responses are found here by looking at every
//! deal, with nothing of the solver's.

use super::solver::{Layout, Model, Solver};
use super::tree::{Node, RoundEnd, Tree, add_round};
use crate::monitor::Monitor;

/// What the leaves of a betting round are, and its tree.
fn round(raises: u32) -> (Tree, Vec<RoundEnd>) {
    let (mut tree, mut ends) = (Tree::default(), Vec::new());
    add_round(&mut tree, raises, &mut |tree, end| {
        tree.leaf();
        ends.push(end);
    });
    (tree, ends)
}

/// The chips that a player wins where a round ends, if the pot held `base` of each before.
fn won(end: RoundEnd, player: usize, base: f32, size: f32, order: std::cmp::Ordering) -> f32 {
    match end {
        RoundEnd::Folded { player: folded, bets } => {
            let lost = base + size * bets as f32;
            if folded == player { -lost } else { lost }
        }
        RoundEnd::Closed { bets } => (base + size * bets as f32) * f32::from(order as i8),
    }
}

struct Kuhn {
    tree: Tree,
    ends: Vec<RoundEnd>,
    none: Tree,
}

impl Model for Kuhn {
    fn first(&self) -> &Tree {
        &self.tree
    }

    fn second(&self) -> &Tree {
        &self.none
    }

    fn links(&self) -> usize {
        0
    }

    fn links_of(&self, _: usize) -> std::ops::Range<usize> {
        0..0
    }

    fn states(&self) -> (usize, usize) {
        (3, 1)
    }

    fn chances(&self) -> &[f32] {
        &[1.0 / 3.0; 3]
    }

    fn settle(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                // Another card is the opponent's one time in two, not in three.
                *value += 1.5 * reach * won(self.ends[leaf], player, 1.0, 1.0, own.cmp(&other));
            }
        }
    }

    fn enter(&self, _: usize, _: usize, _: &[f32]) -> Vec<f32> {
        Vec::new()
    }

    fn settle_second(&self, _: usize, _: usize, _: usize, _: &[f32], _: &mut [f32]) {}

    fn leave(&self, _: usize, _: usize, _: &[f32], _: [&[f32]; 2]) -> Vec<f32> {
        Vec::new()
    }
}

/// Six cards, two of each of three ranks: card / 2 is the rank.
struct Leduc {
    first: Tree,
    second: Tree,
    ends: Vec<RoundEnd>,
    /// By leaf of the first tree: its place among those that go on.
    closed: Vec<Option<usize>>,
}

impl Leduc {
    fn new() -> Self {
        let (first, ends) = round(1);
        let mut count = 0..;
        let closed = ends.iter().map(|end| match end {
            RoundEnd::Closed { .. } => count.next(),
            RoundEnd::Folded { .. } => None,
        });
        Self { second: first.clone(), first, closed: closed.collect(), ends }
    }

    /// What each has paid before a link, and the card that it turns up.
    fn link(&self, link: usize) -> (f32, usize) {
        let leaf = self.closed.iter().position(|&closed| closed == Some(link / 6)).unwrap();
        (won(self.ends[leaf], 0, 1.0, 2.0, std::cmp::Ordering::Greater), link % 6)
    }
}

impl Model for Leduc {
    fn first(&self) -> &Tree {
        &self.first
    }

    fn second(&self) -> &Tree {
        &self.second
    }

    fn links(&self) -> usize {
        6 * self.closed.iter().flatten().count()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        self.closed[leaf].map_or(0..0, |place| 6 * place..6 * place + 6)
    }

    fn states(&self) -> (usize, usize) {
        (6, 6)
    }

    fn chances(&self) -> &[f32] {
        &[1.0 / 6.0; 6]
    }

    fn settle(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                *value += 1.2 * reach * won(self.ends[leaf], player, 1.0, 2.0, own.cmp(&other));
            }
        }
    }

    fn enter(&self, link: usize, _: usize, reach: &[f32]) -> Vec<f32> {
        let (_, up) = self.link(link);
        reach
            .iter()
            .enumerate()
            .map(|(card, &reach)| if card == up { 0.0 } else { reach })
            .collect()
    }

    fn settle_second(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let (base, up) = self.link(link);
        let strength = |card: usize| (card / 2 == up / 2, card / 2);
        for (own, value) in values.iter_mut().enumerate().filter(|&(own, _)| own != up) {
            for (other, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                let order = strength(own).cmp(&strength(other));
                *value += 1.2 / 4.0 * reach * won(self.ends[leaf], player, base, 4.0, order);
            }
        }
    }

    fn leave(&self, _: usize, _: usize, values: &[f32], _: [&[f32]; 2]) -> Vec<f32> {
        values.to_vec()
    }
}

/// One card each of six, two of each of three ranks; a bet of 1, a card may be drawn for one's own, a
/// bet of 2. After the draw a private state is the card dealt times 6 and the card held.
struct OneCardDraw {
    first: Tree,
    ends: Vec<RoundEnd>,
    second: Tree,
    second_ends: Vec<RoundEnd>,
    /// By leaf of the first tree: how its round ended, and the number of the link.
    leaves: Vec<(RoundEnd, Option<usize>)>,
    /// By link: what each has paid, and whether each draws.
    links: Vec<(f32, [bool; 2])>,
}

impl OneCardDraw {
    fn new() -> Self {
        let (mut first, mut leaves, mut links) = (Tree::default(), Vec::new(), Vec::new());
        let mut ends = Vec::new();
        add_round(&mut first, 1, &mut |tree, end| {
            ends.push(end);
            let RoundEnd::Closed { bets } = end else {
                tree.leaf();
                leaves.push((end, None));
                return;
            };
            let draws = tree.decision(0);
            for first_draws in [false, true] {
                tree.expect_child(draws);
                let answer = tree.decision(1);
                for second_draws in [false, true] {
                    tree.expect_child(answer);
                    tree.leaf();
                    leaves.push((end, Some(links.len())));
                    links.push((1.0 + bets as f32, [first_draws, second_draws]));
                }
            }
        });
        let (second, second_ends) = round(1);
        Self { first, ends, second, second_ends, leaves, links }
    }
}

/// The chance of a deal of so many cards in order.
fn chance_of_deal(cards: u32) -> f32 {
    1.0 / (0..cards).map(|dealt| 6 - dealt).product::<u32>() as f32
}

impl Model for OneCardDraw {
    fn first(&self) -> &Tree {
        &self.first
    }

    fn second(&self) -> &Tree {
        &self.second
    }

    fn links(&self) -> usize {
        self.links.len()
    }

    fn links_of(&self, leaf: usize) -> std::ops::Range<usize> {
        self.leaves[leaf].1.map_or(0..0, |link| link..link + 1)
    }

    fn states(&self) -> (usize, usize) {
        (6, 36)
    }

    fn chances(&self) -> &[f32] {
        &[1.0; 6]
    }

    fn settle(&self, leaf: usize, player: usize, opponent: &[f32], values: &mut [f32]) {
        for (own, value) in values.iter_mut().enumerate() {
            for (_, reach) in opponent.iter().enumerate().filter(|&(other, _)| other != own) {
                let won = won(self.leaves[leaf].0, player, 1.0, 1.0, std::cmp::Ordering::Equal);
                *value += chance_of_deal(2) * reach * won;
            }
        }
    }

    fn enter(&self, link: usize, player: usize, reach: &[f32]) -> Vec<f32> {
        let draws = self.links[link].1[player];
        let state =
            |state: usize| if draws == (state / 6 != state % 6) { reach[state / 6] } else { 0.0 };
        (0..36).map(state).collect()
    }

    fn settle_second(
        &self,
        link: usize,
        leaf: usize,
        player: usize,
        opponent: &[f32],
        values: &mut [f32],
    ) {
        let (base, draws) = self.links[link];
        let chance = chance_of_deal(2 + u32::from(draws[0]) + u32::from(draws[1]));
        let end = self.second_ends[leaf];
        for (own, value) in values.iter_mut().enumerate() {
            for (other, reach) in opponent.iter().enumerate() {
                let cards = [own / 6, own % 6];
                if !cards.contains(&(other / 6)) && !cards.contains(&(other % 6)) {
                    let order = (own % 6 / 2).cmp(&(other % 6 / 2));
                    *value += chance * reach * won(end, player, base, 2.0, order);
                }
            }
        }
    }

    fn leave(&self, link: usize, player: usize, values: &[f32], _: [&[f32]; 2]) -> Vec<f32> {
        let draws = self.links[link].1[player];
        let is_possible = |dealt: usize, held: usize| draws == (dealt != held);
        let sum = |dealt: usize| {
            (0..6)
                .filter(|&held| is_possible(dealt, held))
                .map(|held| values[6 * dealt + held])
                .sum()
        };
        (0..6).map(sum).collect()
    }
}

/// The best response of a player to average strategies of the game of one card, by looking at all
/// deals: the cards of both, then those that both would draw.
struct Enumeration<'a> {
    game: &'a OneCardDraw,
    layouts: [Layout; 2],
    averages: (Vec<f32>, Vec<Vec<f32>>),
    responder: usize,
}

/// A deal and the chance that the opponent comes to where it is looked at.
type Reached = ([usize; 4], f64);

impl Enumeration<'_> {
    /// What the responder wins at a node, of all these deals, among which it cannot tell those apart
    /// that it holds the same in; `link` after the draw.
    fn value(&self, node: usize, link: Option<usize>, deals: &[Reached]) -> f64 {
        let tree = if link.is_some() { &self.game.second } else { &self.game.first };
        let (player, children) = match &tree.nodes()[node] {
            Node::Decision { player, children } => (*player, children),
            Node::Leaf(leaf) => return self.end(*leaf, link, deals),
        };
        if player != self.responder {
            let moves = children.iter().enumerate().map(|(place, &child)| {
                let chance = |deal| f64::from(self.chance(node, place, link, player, deal));
                let reached: Vec<Reached> =
                    deals.iter().map(|&(deal, reach)| (deal, reach * chance(deal))).collect();
                self.value(child, link, &reached)
            });
            return moves.sum();
        }
        let mut total = 0.0;
        for state in 0..36 {
            let same: Vec<Reached> = deals
                .iter()
                .copied()
                .filter(|&(deal, _)| self.state(player, link, deal) == state)
                .collect();
            if !same.is_empty() {
                let values = children.iter().map(|&child| self.value(child, link, &same));
                total += values.fold(f64::NEG_INFINITY, f64::max);
            }
        }
        total
    }

    /// What a player holds: before the draw its card, after it both.
    fn state(&self, player: usize, link: Option<usize>, deal: [usize; 4]) -> usize {
        match link {
            None => deal[player],
            Some(link) => 6 * deal[player] + self.held(player, link, deal),
        }
    }

    fn held(&self, player: usize, link: usize, deal: [usize; 4]) -> usize {
        let draws = self.game.links[link].1;
        match (draws[player], player == 1 && draws[0]) {
            (false, _) => deal[player],
            (true, false) => deal[2],
            (true, true) => deal[3],
        }
    }

    fn chance(
        &self,
        node: usize,
        place: usize,
        link: Option<usize>,
        player: usize,
        deal: [usize; 4],
    ) -> f32 {
        let state = self.state(player, link, deal);
        match link {
            None => self.averages.0[self.layouts[0].begin(node) + 6 * place + state],
            Some(link) => self.averages.1[link][self.layouts[1].begin(node) + 36 * place + state],
        }
    }

    fn end(&self, leaf: usize, link: Option<usize>, deals: &[Reached]) -> f64 {
        match (link, self.game.leaves.get(leaf)) {
            (None, Some((_, Some(link)))) => self.value(Tree::ROOT, Some(*link), deals),
            (None, _) => {
                let won = won(
                    self.game.leaves[leaf].0,
                    self.responder,
                    1.0,
                    1.0,
                    std::cmp::Ordering::Equal,
                );
                deals.iter().map(|(_, reach)| reach * f64::from(won)).sum()
            }
            (Some(link), _) => {
                let base = self.game.links[link].0;
                let ranks = |player, deal| self.held(player, link, deal) / 2;
                let won = |deal| {
                    let (own, other) =
                        (ranks(self.responder, deal), ranks(1 - self.responder, deal));
                    won(self.game.second_ends[leaf], self.responder, base, 2.0, own.cmp(&other))
                };
                deals.iter().map(|&(deal, reach)| reach * f64::from(won(deal))).sum()
            }
        }
    }
}

/// All orders in which four of six cards can come, equally likely.
fn deals() -> Vec<Reached> {
    let numbers = (0..6 * 6 * 6 * 6_usize).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216]);
    let distinct = numbers.filter(|deal| (0..4).all(|place| !deal[..place].contains(&deal[place])));
    distinct.map(|deal| (deal, 1.0 / 360.0)).collect()
}

/// The value to the first player and the exploitability, after so many iterations.
fn solved<M: Model>(solver: &mut Solver<'_, M>, iterations: u32) -> (f64, f64) {
    let monitor = Monitor::new();
    for _ in 0..iterations {
        solver.iterate(&monitor).unwrap();
    }
    let (value, first) = solver.worth(0, &monitor).unwrap();
    let (other, second) = solver.worth(1, &monitor).unwrap();
    assert!((value + other).abs() < 1e-5, "what one wins the other loses: {value} {other}");
    (value, (first + second) / 2.0)
}

#[test]
fn kuhn_poker_is_worth_what_is_published() {
    let (tree, ends) = round(0);
    let kuhn = Kuhn { tree, ends, none: Tree::default() };
    let (value, exploitability) = solved(&mut Solver::new(&kuhn), 20_000);
    assert!((value + 1.0 / 18.0).abs() < 1e-4, "{value}");
    assert!(exploitability.abs() < 1e-4, "{exploitability}");
}

#[test]
fn leduc_poker_is_worth_what_is_published() {
    let leduc = Leduc::new();
    let (value, exploitability) = solved(&mut Solver::new(&leduc), 2000);
    assert!((value + 0.0856).abs() < 2e-4, "{value}");
    assert!((0.0..1e-3).contains(&exploitability), "{exploitability}");
}

#[test]
fn a_draw_with_card_removal_is_solved_as_looking_at_all_deals_says() {
    let game = OneCardDraw::new();
    assert_eq!(game.ends.len(), 9);
    for (iterations, bound) in [(3, 1.0), (1500, 2e-3)] {
        let mut solver = Solver::new(&game);
        let (_, exploitability) = solved(&mut solver, iterations);
        let layouts = [Layout::new(&game.first, 6), Layout::new(&game.second, 36)];
        let enumerated: f64 = [0, 1]
            .map(|responder| {
                let (layouts, averages) = (layouts.clone(), solver.averages());
                Enumeration { game: &game, layouts, averages, responder }.value(
                    Tree::ROOT,
                    None,
                    &deals(),
                )
            })
            .iter()
            .sum();
        assert!((exploitability - enumerated / 2.0).abs() < 1e-5, "{exploitability} {enumerated}");
        assert!(exploitability < bound, "{exploitability} after {iterations}");
    }
}

#[test]
fn threads_do_not_change_the_result() {
    let game = OneCardDraw::new();
    let solve = || {
        let mut solver = Solver::new(&game);
        solved(&mut solver, 20);
        solver.averages()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(solve(), pool.install(solve));
}
