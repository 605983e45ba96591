//! The bounds against best responses found by enumeration, on a deck of 13 cards.

use super::pool::{all_hands, set_of, strength_after};
use super::*;
use crate::cfr::RoundEnd;
use crate::combinatorics::binomial;
use crate::games::draw::equilibrium::solution::Effort;
use crate::games::draw::rules::Rules;

fn solved() -> Equilibrium {
    let rules = Rules { raises: 1, stack: 11, ..Rules::default() };
    let effort = Effort { hands: 30, strengths: 12, iterations: 15, deals: 0 };
    let mut solution = Equilibrium::solve(&rules, effort, 1, &Monitor::new()).unwrap();
    draw_at_most(&mut solution, 1);
    solution
}

/// Have the solution draw no more cards than this.
fn draw_at_most(solution: &mut Equilibrium, most: usize) {
    let states = solution.buckets().0;
    for (node, decision) in solution.trees.first.nodes().iter().enumerate() {
        let Node::Decision { children, .. } = decision else { continue };
        if !solution.trees.is_draw(node) {
            continue;
        }
        let begin = solution.layouts.begin(None, node);
        for state in 0..states {
            for count in most + 1..children.len() {
                let part = std::mem::take(&mut solution.first[begin + count * states + state]);
                solution.first[begin + most * states + state] += part;
            }
        }
    }
}

/// Fold to every bet before the draw.
fn fold_before_the_draw(solution: &mut Equilibrium) {
    let states = solution.buckets().0;
    let trees = &solution.trees;
    for (node, decision) in trees.first.nodes().iter().enumerate() {
        let Node::Decision { children, .. } = decision else { continue };
        let Node::Leaf(leaf) = trees.first.nodes()[children[0]] else { continue };
        if matches!(trees.first_ends[leaf], FirstEnd::Settled(RoundEnd::Folded { .. })) {
            let begin = solution.layouts.begin(None, node);
            solution.first[begin..begin + children.len() * states].fill(0);
            solution.first[begin..begin + states].fill(255);
        }
    }
}

fn deck() -> Deck {
    Deck { cards: vec![0, 1, 2, 5, 8, 13, 17, 22, 26, 31, 38, 45, 51], most_drawn: 1 }
}

/// All subsets of some cards.
fn subsets(cards: &[u8], count: usize) -> Vec<Vec<u8>> {
    let chosen = |mask: &u32| mask.count_ones() as usize == count;
    let of_mask =
        |mask: u32| (0..cards.len()).filter(move |i| mask >> i & 1 == 1).map(|i| cards[i]);
    (0..1_u32 << cards.len()).filter(chosen).map(|mask| of_mask(mask).collect()).collect()
}

/// A response, and the solution in its place, by looking at all cards.
struct Enumeration<'a> {
    solution: &'a Equilibrium,
    deck: Deck,
    responder: usize,
    cards: [u8; 5],
}

/// The values of the best response and of the solution itself.
type Pair = [f64; 2];

impl Enumeration<'_> {
    fn value(&self) -> Pair {
        let left = self.left(set_of(&self.cards));
        let hands = all_hands(self.solution, &self.deck);
        let blocked = set_of(&self.cards);
        let weight = 1.0 / binomial(left.len(), 5) as f64;
        let there = hands.iter().filter(|hand| hand.set & blocked == 0);
        self.before(Tree::ROOT, None, &there.map(|hand| (hand, weight)).collect::<Vec<_>>())
    }

    fn left(&self, taken: u64) -> Vec<u8> {
        self.deck.cards.iter().copied().filter(|card| taken >> card & 1 == 0).collect()
    }

    fn holding(&self) -> crate::games::draw::equilibrium::holding::Holding {
        crate::games::draw::equilibrium::holding::Holding::of(Ranking::High, &self.cards)
    }

    fn best(&self, moves: impl Iterator<Item = (f64, Pair)>) -> Pair {
        moves.fold([f64::NEG_INFINITY, 0.0], |[best, own], (chance, value)| {
            [best.max(value[0]), own + chance * value[1]]
        })
    }

    fn before(&self, node: usize, mask: Option<usize>, hands: &[(&Known, f64)]) -> Pair {
        let (trees, limits) = (&self.solution.trees, self.solution.limits());
        let (begin, states) = (self.solution.layouts.begin(None, node), self.solution.buckets().0);
        let chance = |place: usize, bucket: usize| {
            f64::from(self.solution.first[begin + place * states + bucket]) / 255.0
        };
        let (player, children) = match &trees.first.nodes()[node] {
            Node::Leaf(leaf) => {
                return match trees.first_ends[*leaf] {
                    FirstEnd::Link(link) => self.draw(link, mask.unwrap(), hands),
                    FirstEnd::Settled(end) => {
                        let won = limits.won(end, self.responder, 0, limits.small_bet);
                        [won * hands.iter().map(|hand| hand.1).sum::<f64>(); 2]
                    }
                };
            }
            Node::Decision { player, children } => (*player, children),
        };
        if player != self.responder {
            let mut sum = [0.0; 2];
            for (place, &child) in children.iter().enumerate() {
                let of_move = hands
                    .iter()
                    .map(|&(hand, weight)| (hand, weight * chance(place, hand.bucket.into())));
                let hands: Vec<_> = of_move.filter(|hand| hand.1 > 0.0).collect();
                if !hands.is_empty() {
                    let value = self.before(child, mask, &hands);
                    sum = [sum[0] + value[0], sum[1] + value[1]];
                }
            }
            return sum;
        }
        let holding = self.holding();
        let bucket = self.solution.buckets.of_holding(&holding);
        if trees.is_draw(node) {
            let chosen = self.solution.buckets.discards(&holding);
            return self.best(self.deck.discards().map(|(mask, count)| {
                let is_own = chosen[count].index() == mask;
                let chance = if is_own { chance(count, bucket) } else { 0.0 };
                (chance, self.before(children[count], Some(mask), hands))
            }));
        }
        let moves = children.iter().enumerate();
        self.best(
            moves.map(|(place, &child)| (chance(place, bucket), self.before(child, mask, hands))),
        )
    }

    fn draw(&self, link: usize, mask: usize, hands: &[(&Known, f64)]) -> Pair {
        let [own, other] = self.solution.trees.sides(link, self.responder);
        let set = set_of(&self.cards);
        let left = self.left(set);
        let all = binomial(left.len(), 5) as f64;
        let draws = subsets(&left, own);
        let mut sum = [0.0; 2];
        for drawn in &draws {
            let blocked = set | set_of(drawn);
            let mut finals = Vec::new();
            let disjoint = hands.iter().filter(|(hand, _)| hand.set & blocked == 0);
            for (hand, weight) in disjoint {
                let deals = subsets(&self.left(blocked | hand.set), other);
                let given = binomial(left.len() - own, 5) as f64 * deals.len() as f64;
                for cards in &deals {
                    finals.push((hand.drawn_to(other, cards), weight * all / given));
                }
            }
            let strength = strength_after(self.cards, mask, drawn);
            let value = self.after(link, Tree::ROOT, strength, &finals);
            sum = [sum[0] + value[0], sum[1] + value[1]];
        }
        sum.map(|sum| sum / draws.len() as f64)
    }

    fn after(&self, link: usize, node: usize, strength: u16, finals: &[(u16, f64)]) -> Pair {
        let (trees, limits) = (&self.solution.trees, self.solution.limits());
        let begin = self.solution.layouts.begin(Some(link), node);
        let states = self.solution.buckets().1;
        let chance = |place: usize, strength: u16| {
            let bucket = self.solution.buckets.of_strength(strength);
            f64::from(self.solution.second[begin + place * states + bucket]) / 255.0
        };
        let (player, children) = match &trees.second(link).nodes()[node] {
            Node::Leaf(leaf) => {
                let (end, bets) = (trees.second_ends(link)[*leaf], trees.links[link].bets);
                let won = limits.won(end, self.responder, bets, limits.big_bet);
                let sign = |other: u16| match end {
                    RoundEnd::Folded { .. } => 1.0,
                    RoundEnd::Closed { .. } => f64::from(strength.cmp(&other) as i8),
                };
                return [finals.iter().map(|&(other, weight)| won * sign(other) * weight).sum(); 2];
            }
            Node::Decision { player, children } => (*player, children),
        };
        if player == self.responder {
            let moves = children.iter().enumerate();
            return self.best(moves.map(|(place, &child)| {
                (chance(place, strength), self.after(link, child, strength, finals))
            }));
        }
        let mut sum = [0.0; 2];
        for (place, &child) in children.iter().enumerate() {
            let of_move =
                finals.iter().map(|&(other, weight)| (other, weight * chance(place, other)));
            let value = self.after(link, child, strength, &of_move.collect::<Vec<_>>());
            sum = [sum[0] + value[0], sum[1] + value[1]];
        }
        sum
    }
}

/// The means over some hands of the best response, the solution itself, and of the bounds and the
/// solution as estimated, with their standard errors.
fn compared(solution: &Equilibrium, precision: Precision) -> ([f64; 2], [(f64, f64); 3]) {
    let game = Game::new(solution, deck(), precision);
    let mut random = Random::new(4);
    let (mut exact, mut sums) = ([0.0; 2], [[0.0; 2]; 3]);
    let (hands, times) = (24, 40);
    for _ in 0..hands {
        let cards = game.deck.deal(&mut random);
        for responder in 0..2 {
            let value = Enumeration { solution, deck: deck(), responder, cards }.value();
            exact = [exact[0] + value[0] / 2.0, exact[1] + value[1] / 2.0];
        }
        let mut found = [[0.0; 2]; 3];
        for _ in 0..times {
            let Found { lower, upper, own } = game.respond(cards, &mut random);
            for (found, number) in found.iter_mut().zip([lower, upper, own]) {
                *found = [found[0] + number, found[1] + number * number];
            }
        }
        for (sum, [total, squares]) in sums.iter_mut().zip(found) {
            let mean = total / f64::from(times);
            let variance = squares / f64::from(times) - mean * mean;
            *sum = [sum[0] + mean, sum[1] + variance / f64::from(times - 1)];
        }
    }
    let hands = f64::from(hands);
    (
        exact.map(|sum| sum / hands),
        sums.map(|[sum, variance]| (sum / hands, variance.sqrt() / hands)),
    )
}

#[test]
fn bounds_enclose_best_responses_found_by_enumeration() {
    let plain = solved();
    let mut leaky = plain.clone();
    fold_before_the_draw(&mut leaky);
    for (solution, least) in [(&plain, 0.0), (&leaky, 1.0)] {
        // All draws of the responder, and some of them.
        for draws in [48, 4] {
            let precision = Precision { draws, others: draws };
            let ([best, itself], [lower, upper, own]) = compared(solution, precision);
            println!("{best:.4} {itself:.4}: {lower:.4?} {upper:.4?} {own:.4?}");
            assert!(best > itself && best > least);
            assert!(lower.0 < best + 3.0 * lower.1, "{lower:?} {best}");
            assert!(upper.0 > best - 3.0 * upper.1, "{upper:?} {best}");
            assert!((own.0 - itself).abs() < 4.0 * own.1 + 1e-6, "{own:?} {itself}");
            // They say something.
            assert!(upper.0 - lower.0 < 0.6, "{lower:?} {upper:?}");
        }
    }
}

#[test]
fn cards_are_drawn_without_the_taken_ones() {
    let deck = deck();
    let mut random = Random::new(1);
    let mut seen = 0;
    for _ in 0..200 {
        let mut drawn = [0; 3];
        deck.draw(1 << 13 | 1 << 51, &mut drawn, &mut random);
        assert_eq!(set_of(&drawn).count_ones(), 3);
        seen |= set_of(&drawn);
    }
    assert_eq!(seen, deck.set() & !(1 << 13 | 1 << 51));
}
