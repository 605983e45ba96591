use std::ops::Range;

use super::moves::End;
use super::policy::{Policy, Side, greedy_end, lookahead_end};
use super::row::Row;
use super::solve::solve;
use super::state::Ends;
use super::value::value_of;
use super::view::EndsView;
use crate::game::{Bot, BotEntry, Game as _, Parameter, RandomBot, Temper, View as _, Weighed};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// The bots.
pub(super) const BOTS: &[BotEntry<Ends>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "greedy",
        summary: "the dog: takes the larger end",
        make: || Box::new(Rule(greedy_end)),
    },
    BotEntry {
        name: "lookahead",
        summary: "the best difference between its card and a greedy reply",
        make: || Box::new(Rule(|cards, _| lookahead_end(cards))),
    },
    BotEntry {
        name: "optimal",
        summary: "optimal play against a greedy opponent",
        make: || Box::new(Planner::default()),
    },
    BotEntry {
        name: "perfect",
        summary: "optimal play against an optimal opponent (minimax)",
        make: || Box::new(Perfect),
    },
];

/// The remaining cards, if it is the viewer's turn.
fn cards<'a>(view: &EndsView<'a>) -> Option<&'a [i64]> {
    view.is_my_turn().then(|| view.state().cards())
}

/// Chooses by the remaining cards and the tie-break end.
struct Rule(fn(&[i64], End) -> End);

impl Bot<Ends> for Rule {
    fn choose(&mut self, view: &EndsView<'_>, _: &mut Random) -> Option<End> {
        Some((self.0)(cards(view)?, view.state().ties()))
    }
}

/// Takes the end with the best margin under optimal play by both; left on ties. O(N).
struct Perfect;

impl Perfect {
    /// How far ahead of the opponent each end leads, the better one first.
    fn margins(cards: &[i64]) -> Option<[(End, i64); 2]> {
        let margin = |end: End| end.take(cards).map(|(card, rest)| (end, card - value_of(rest)));
        let (left, right) = (margin(End::Left)?, margin(End::Right)?);
        Some(if left.1 >= right.1 { [left, right] } else { [right, left] })
    }
}

impl Bot<Ends> for Perfect {
    fn choose(&mut self, view: &EndsView<'_>, _: &mut Random) -> Option<End> {
        let [(best, _), _] = Self::margins(cards(view)?)?;
        Some(best)
    }

    /// Both ends, exactly; one if only one card is left.
    fn weigh(
        &mut self,
        view: &EndsView<'_>,
        _: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<End>>, Stopped> {
        monitor.check()?;
        let (Some(cards), Some(seat)) = (cards(view), view.seat()) else { return Ok(Vec::new()) };
        let scores = view.state().scores();
        let lead = scores.iter().fold(2 * scores[seat], |lead, score| lead - score);
        let left: i64 = cards.iter().sum();
        let weigh = |(chosen, margin): (End, i64)| Weighed {
            chosen,
            // What is left is shared out with this margin.
            points: scores[seat] as f64 + (left as f64 + margin as f64) / 2.0,
            margin: (lead as f64 + margin as f64) / 2.0,
            half_width: Some(0.0),
            worlds: 0,
        };
        let both = Self::margins(cards).map(|ends| ends.map(weigh).to_vec()).unwrap_or_default();
        Ok(if cards.len() == 1 { both.into_iter().take(1).collect() } else { both })
    }

    /// The difference of the highest and the lowest card left.
    fn stake(&self, view: &EndsView<'_>) -> f64 {
        let cards = view.state().cards();
        let (low, high) = (cards.iter().min(), cards.iter().max());
        low.zip(high).map_or(1.0, |(low, high)| (high - low) as f64)
    }

    fn parameters(&self) -> &'static [Parameter] {
        Temper::PARAMETERS
    }
}

/// Plans the whole line against the dog, and replans when the opponent deviates. O(N²) per plan.
#[derive(Default)]
struct Planner {
    /// The cards that were left when the plan was made, and the tie-break end.
    cards: Vec<i64>,
    ties: End,
    /// Which of those cards will be left on each of the bot's own turns, and the end to take then;
    /// the next turn is last.
    turns: Vec<(Range<usize>, End)>,
}

impl Planner {
    fn plan(&mut self, cards: &[i64], ties: End) -> Option<()> {
        let row = Row::new(cards.to_vec()).ok()?;
        let line = solve(&row, Policy::Optimal, Side::Player, ties, &Monitor::new()).ok()?;
        let mut left = 0..cards.len();
        self.turns.clear();
        for turn in line.turns() {
            if turn.side == Side::Player {
                self.turns.push((left.clone(), turn.end));
            }
            match turn.end {
                End::Left => left.start += 1,
                End::Right => left.end -= 1,
            }
        }
        self.turns.reverse();
        self.cards = row.into_cards();
        self.ties = ties;
        Some(())
    }

    fn next(&mut self, cards: &[i64], ties: End) -> Option<End> {
        let (left, end) = self.turns.pop()?;
        (self.ties == ties && self.cards[left] == *cards).then_some(end)
    }
}

impl Bot<Ends> for Planner {
    fn choose(&mut self, view: &EndsView<'_>, _: &mut Random) -> Option<End> {
        let (cards, ties) = (cards(view)?, view.state().ties());
        if let Some(end) = self.next(cards, ties) {
            return Some(end);
        }
        self.plan(cards, ties)?;
        self.next(cards, ties)
    }
}
