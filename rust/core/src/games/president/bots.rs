//! The bots. They receive a view and nothing else.

use crate::game::{Bot, BotEntry, RandomBot, View as _};
use crate::random::Random;
use crate::search::{Budget, SearchBot};

use super::combination::{Combination, kinds_in};
use super::enumerate::{Demand, any_combination};
use super::moves::Move;
use super::order::OrderedSet;
use super::plan::{Plan, cost};
use super::policy::Situation;
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
        let hand = view.hand();
        let mut best = *self.moves.first()?;
        let mut most = 0;
        for &chosen in &self.moves {
            let cards = match chosen {
                Move::Play(combination) => combination.cards(),
                Move::Give(card) => OrderedSet::from(card),
                Move::Pass | Move::Request(_) => continue,
            };
            // One more than the kinds, so that a move that empties the hand still counts.
            let kinds = kinds_in(hand - cards) + 1;
            if kinds > most {
                (best, most) = (chosen, kinds);
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
/// go out, and passes otherwise.
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
        let leftover = |chosen: &&Move| match chosen {
            Move::Give(card) => fewest_moves(view.hand() - OrderedSet::from(*card), usize::MAX),
            _ => None,
        };
        self.moves.iter().min_by_key(leftover).copied()
    }

    fn lead(&self, view: &PresidentView<'_>) -> Option<Move> {
        let hand = view.hand();
        let is_legal = |found: &&Combination| self.moves.contains(&Move::Play(**found));
        let line = moves_to_victory(hand).ok()?;
        let opponents = Opponents::new(view);
        let (unbeatable, open): (Vec<Combination>, Vec<Combination>) =
            line.moves.iter().partition(|found| opponents.is_unbeatable(**found));
        let order: Vec<Combination> = if open.len() <= 1 {
            unbeatable.into_iter().chain(open).collect()
        } else {
            open.into_iter().rev().chain(unbeatable).collect()
        };
        // The very first move must contain a given card; some combination of a line does.
        let chosen = order.iter().find(is_legal).copied().map(Move::Play);
        chosen.or_else(|| self.moves.last().copied())
    }

    fn follow(&self, view: &PresidentView<'_>) -> Option<Move> {
        let hand = view.hand();
        let opponents = Opponents::new(view);
        let needed = fewest_moves(hand, usize::MAX)?;
        let mut best: Option<(Score, Move)> = None;
        for &chosen in self.moves.iter().rev() {
            let Move::Play(combination) = chosen else { continue };
            let unbeatable = opponents.is_unbeatable(combination);
            // Above the limit the exact number makes no difference.
            let limit = best.as_ref().map_or((needed - 1).max(2), |(score, _)| score.left);
            let left = fewest_moves(hand - combination.cards(), limit).unwrap_or(needed);
            let is_useful = left == 0
                || left < needed && (opponents.is_urgent() || !unbeatable)
                || unbeatable && (opponents.is_urgent() || left <= 2);
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
        let hand = view.hand();
        match *moves.first()? {
            Move::Request(_) => request(view, moves),
            Move::Give(_) => {
                let left = |chosen: &&Move| match chosen {
                    Move::Give(card) => cost(hand - OrderedSet::from(*card)),
                    _ => i32::MAX,
                };
                moves.iter().min_by_key(left).copied()
            }
            Move::Pass => Some(Move::Pass),
            Move::Play(_) => {
                let plan = Plan::of(hand);
                if let Some(card) = view.opening() {
                    // Some combination of a plan has the card that the very first move must
                    // contain.
                    let contains = |planned: &&Combination| planned.cards().contains(card);
                    return plan.moves().iter().find(contains).copied().map(Move::Play);
                }
                let Opponents { unseen, largest, smallest, others } = Opponents::new(view);
                let beat = view.beat();
                let situation = Situation { hand, unseen, beat, largest, smallest, others };
                Some(situation.choose(&plan).map_or(Move::Pass, Move::Play))
            }
        }
    }
}

/// What a view reveals about the other players.
struct Opponents {
    unseen: OrderedSet,
    /// The most cards that another player holds.
    largest: usize,
    /// The fewest cards that another player still in play holds.
    smallest: usize,
    /// The number of other players still in play.
    others: usize,
}

impl Opponents {
    fn new(view: &PresidentView<'_>) -> Self {
        let others = (0..view.rules().players()).filter(|&seat| Some(seat) != view.seat());
        let counts: Vec<usize> =
            others.map(|seat| view.count(seat)).filter(|&count| count > 0).collect();
        Self {
            unseen: view.unseen(),
            largest: counts.iter().copied().max().unwrap_or(0),
            smallest: counts.iter().copied().min().unwrap_or(0),
            others: counts.len(),
        }
    }

    /// Whether another player may go out within the next move or two.
    const fn is_urgent(&self) -> bool {
        self.smallest <= 2
    }

    /// Whether no other player can beat a combination.
    fn is_unbeatable(&self, combination: Combination) -> bool {
        let demand = Demand { beat: Some(combination), containing: OrderedSet::EMPTY };
        combination.size() > self.largest || !any_combination(self.unseen, demand)
    }
}
