//! The bots. They receive a view and nothing else.

use crate::game::{Bot, BotEntry, RandomBot, View as _};
use crate::random::Random;
use crate::search::{Budget, SearchBot};

use super::combination::{Combination, Kinds, kinds_in};
use super::enumerate::{Demand, any_combination};
use super::learned::PolicyBot;
use super::moves::Move;
use super::options::Ends;
use super::order::OrderedSet;
use super::plan::{Plan, cost};
use super::policy::{PolicyRules, Situation};
use super::search::PresidentModel;
use super::shortest::{fewest_moves, moves_to_victory};
use super::state::President;
use super::view::PresidentView;

pub(super) const BOTS: &[BotEntry<President>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "greedy",
        summary: "keeps the hand with the highest kinds of moves",
        make: || Box::new(Greedy::default()),
    },
    BotEntry {
        name: "shortest",
        summary: "keeps the hand with the fewest moves, and its unbeatable cards",
        make: || Box::new(Shortest::default()),
    },
    BotEntry {
        name: "plan",
        summary: "plans its whole hand, leads low, keeps its controls and passes voluntarily",
        make: || Box::new(Planner),
    },
    BotEntry {
        name: "policy",
        summary: "a policy learned by self-play, without search; by other rules like plan",
        make: || Box::new(PolicyBot::default()),
    },
    BotEntry {
        name: "search",
        summary: "flat Monte Carlo search over sampled deals, including requests and gifts",
        make: || Box::new(SearchBot::new(PresidentModel::default(), Budget::default())),
    },
];

/// The report's player: plays the legal move whose remaining hand contains the highest kinds of
/// moves, the first in order on ties; it passes only when it must.
///
/// It requests the highest rank that was not refused, and gives away the card whose loss leaves the
/// highest kinds, the lowest such card.
#[derive(Debug, Default)]
pub struct Greedy {
    moves: Vec<Move>,
}

impl Bot<President> for Greedy {
    fn choose(&mut self, view: &PresidentView<'_>, _: &mut Random) -> Option<Move> {
        view.legal_moves(&mut self.moves);
        let mut best = *self.moves.first()?;
        if self.moves.len() == 1 {
            return Some(best);
        }
        let hand = view.hand();
        let allowed = view.rules().options().kinds.bits();
        // Fewer cards contain no more kinds.
        let highest = (kinds_in(hand) & allowed) + 1;
        let mut most = 0;
        for &chosen in &self.moves {
            let cards = match chosen {
                Move::Play(combination) => combination.cards(),
                Move::Give(card) => OrderedSet::from(card),
                Move::Pass | Move::Request(_) => continue,
            };
            // One more than the kinds, so that a move that empties the hand still counts.
            let kinds = (kinds_in(hand - cards) & allowed) + 1;
            if kinds > most {
                (best, most) = (chosen, kinds);
            }
            if most == highest {
                break;
            }
        }
        Some(best)
    }
}

/// A player that counts the moves it still needs.
///
/// Leading, it plays the lowest beatable combination of a shortest line, and the unbeatable ones
/// once at most one beatable one is left: then nobody can stop it. Otherwise it plays the lowest
/// move that brings it one move closer to the end; it spends an unbeatable combination, or breaks
/// up its line, only when that wins the lead for the last moves or when another player is about to
/// go out, and passes otherwise, if it may.
///
/// If the first player out ends the round and one is about to, it plays as many cards as it can.
#[derive(Debug, Default)]
pub struct Shortest {
    moves: Vec<Move>,
}

impl Bot<President> for Shortest {
    fn choose(&mut self, view: &PresidentView<'_>, _: &mut Random) -> Option<Move> {
        view.legal_moves(&mut self.moves);
        match *self.moves.first()? {
            Move::Request(_) => request(view, &self.moves),
            Move::Give(_) => self.give(view),
            Move::Play(_) if view.beat().is_none() => self.lead(view),
            Move::Play(_) => self.follow(view),
            Move::Pass => Some(Move::Pass),
        }
    }
}

impl Shortest {
    /// The card whose loss leaves the shortest line, the lowest such card.
    fn give(&self, view: &PresidentView<'_>) -> Option<Move> {
        let kinds = view.rules().options().kinds;
        let fewest = |hand| fewest_moves(hand, kinds, usize::MAX);
        let leftover = |chosen: &&Move| match chosen {
            Move::Give(card) => fewest(view.hand() - OrderedSet::from(*card)),
            _ => None,
        };
        self.moves.iter().min_by_key(leftover).copied()
    }

    fn lead(&self, view: &PresidentView<'_>) -> Option<Move> {
        let known = Known::new(view);
        let is_legal = |found: &&Combination| self.moves.contains(&known.made(**found));
        let line = moves_to_victory(known.hand, known.kinds()).ok()?;
        let (unbeatable, open): (Vec<Combination>, Vec<Combination>) =
            line.moves.iter().partition(|found| known.is_unbeatable(**found));
        let is_losing = known.is_losing(line.moves.len());
        let order: Vec<Combination> = if is_losing {
            let mut order = line.moves;
            order.sort_by_key(|found| std::cmp::Reverse(found.size()));
            order
        } else if open.len() <= 1 {
            unbeatable.into_iter().chain(open).collect()
        } else {
            open.into_iter().rev().chain(unbeatable).collect()
        };
        // The very first move must contain a given card; some combination of a line does.
        let chosen = order.iter().find(is_legal).map(|&found| known.made(found));
        chosen.or_else(|| self.moves.last().copied())
    }

    fn follow(&self, view: &PresidentView<'_>) -> Option<Move> {
        let known = Known::new(view);
        let (hand, kinds) = (known.hand, known.kinds());
        let needed = fewest_moves(hand, kinds, usize::MAX)?;
        let must_play = !self.moves.contains(&Move::Pass) || known.is_losing(needed);
        let mut best: Option<(Score, Move)> = None;
        for &chosen in self.moves.iter().rev() {
            let Move::Play(combination) = chosen else { continue };
            let combination = known.ordered(combination);
            let unbeatable = known.is_unbeatable(combination);
            // Above the limit the exact number makes no difference.
            let limit = best.as_ref().map_or((needed - 1).max(2), |(score, _)| score.left);
            let left = fewest_moves(hand - combination.cards(), kinds, limit).unwrap_or(needed);
            let is_useful = left == 0
                || must_play
                || left < needed && (known.is_urgent() || !unbeatable)
                || unbeatable && (known.is_urgent() || left <= 2);
            let score = Score { left, unbeatable };
            if is_useful && best.as_ref().is_none_or(|(other, _)| score < *other) {
                best = Some((score, chosen));
            }
        }
        best.map(|(_, chosen)| chosen).or(Some(Move::Pass))
    }
}

/// The highest rank that the other side may hold.
fn request(view: &PresidentView<'_>, moves: &[Move]) -> Option<Move> {
    let may_exist = |chosen: &&Move| match chosen {
        Move::Request(rank) => !OrderedSet::of_value(super::value(*rank)).is_subset(view.hand()),
        _ => false,
    };
    moves.iter().find(may_exist).or_else(|| moves.first()).copied()
}

/// The score of a beating move; lower is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// The moves needed afterwards.
    left: usize,
    /// Whether it spends an unbeatable combination.
    unbeatable: bool,
}

/// A player with a heuristic plan for its whole hand.
///
/// It requests the highest rank that the other side may hold and gives away the card whose loss
/// leaves the best plan, the lowest such card.
#[derive(Debug, Default)]
pub struct Planner;

impl Bot<President> for Planner {
    fn choose(&mut self, view: &PresidentView<'_>, _: &mut Random) -> Option<Move> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        self.choose_from(view, &moves)
    }
}

impl Planner {
    /// The choice among the legal moves of a view.
    pub(super) fn choose_from(&self, view: &PresidentView<'_>, moves: &[Move]) -> Option<Move> {
        match *moves.first()? {
            Move::Request(_) => request(view, moves),
            Move::Give(_) => {
                let rules = PolicyRules::new(view.rules(), false).plan;
                let left = |chosen: &&Move| match chosen {
                    Move::Give(card) => cost(view.hand() - OrderedSet::from(*card), rules),
                    _ => i32::MAX,
                };
                moves.iter().min_by_key(left).copied()
            }
            Move::Pass => Some(Move::Pass),
            Move::Play(_) => {
                let known = Known::new(view);
                let plan = Plan::of(known.hand, known.rules.plan);
                if let Some(card) = view.opening() {
                    // Some combination of a plan has the card that the very first move must
                    // contain.
                    let contains = |planned: &&Combination| planned.cards().contains(card);
                    let opening = plan.moves().iter().find(contains).copied().map(Move::Play);
                    return opening.or_else(|| moves.last().copied());
                }
                let chosen = known.situation(view).choose(&plan);
                Some(chosen.map_or(Move::Pass, |found| known.made(found)))
            }
        }
    }
}

/// What a seat knows when it is to play, in the order of the moment: while that is reversed, so are
/// all cards here.
struct Known {
    hand: OrderedSet,
    unseen: OrderedSet,
    /// The most cards that another player holds who may still play on this pile.
    largest: usize,
    /// The fewest cards that another player still in play holds.
    smallest: usize,
    /// The number of other players still in play.
    others: usize,
    reversed: bool,
    rules: PolicyRules,
}

impl Known {
    fn new(view: &PresidentView<'_>) -> Self {
        let reversed = view.is_reversed();
        let ordered = |cards: OrderedSet| if reversed { cards.reversed() } else { cards };
        let others = (0..view.rules().players()).filter(|&seat| Some(seat) != view.seat());
        let counts: Vec<(usize, bool)> = others
            .map(|seat| (view.count(seat), view.locked().any(|locked| locked == seat)))
            .filter(|&(count, _)| count > 0)
            .collect();
        let may_play = counts.iter().filter(|(_, is_locked)| !is_locked);
        Self {
            hand: ordered(view.hand()),
            unseen: ordered(view.unseen()),
            largest: may_play.map(|&(count, _)| count).max().unwrap_or(0),
            smallest: counts.iter().map(|&(count, _)| count).min().unwrap_or(0),
            others: counts.len(),
            reversed,
            rules: PolicyRules::new(view.rules(), reversed),
        }
    }

    const fn kinds(&self) -> Kinds {
        self.rules.plan.kinds
    }

    /// A combination in the order of the moment; the other way round it is the same.
    const fn ordered(&self, combination: Combination) -> Combination {
        if self.reversed { combination.reversed() } else { combination }
    }

    /// The move that plays a combination.
    const fn made(&self, combination: Combination) -> Move {
        Move::Play(self.ordered(combination))
    }

    fn situation(&self, view: &PresidentView<'_>) -> Situation {
        let beat = view.beat().map(|beat| self.ordered(beat));
        let &Self { hand, unseen, largest, smallest, others, rules, .. } = self;
        Situation { hand, unseen, beat, largest, smallest, others, rules }
    }

    /// Whether another player may go out within the next move or two.
    const fn is_urgent(&self) -> bool {
        self.smallest <= 2
    }

    /// Whether the round is likely to be lost soon, and the cards held then count.
    fn is_losing(&self, moves: usize) -> bool {
        self.rules.ends == Ends::First && self.is_urgent() && moves > 2
    }

    /// Whether no other player can play on a combination.
    fn is_unbeatable(&self, combination: Combination) -> bool {
        let clears = self.rules.plan.clears(combination.kind(), combination.key());
        let rules = self.rules.moves;
        let demand = Demand { beat: Some(combination), containing: OrderedSet::EMPTY, rules };
        clears || combination.size() > self.largest || !any_combination(self.unseen, demand)
    }
}
