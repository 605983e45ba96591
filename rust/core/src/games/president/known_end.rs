//! The end of a round with two players left, when the seat to move can infer the other hand: what
//! each of its moves leads to, exactly ([`Endgame`]).

use super::combination::Combination;
use super::endgame::Endgame;
use super::enumerate::{Demand, combinations};
use super::moves::Move;
use super::options::ScoreRule;
use super::order::OrderedSet;
use super::view::PresidentView;
use crate::game::{Seat, View as _};

/// An end in which no card is hidden, seen by the player to move.
#[derive(Debug)]
pub struct KnownEnd {
    solver: Endgame,
    own: OrderedSet,
    other: OrderedSet,
    demand: Demand,
    after_pass: AfterPass,
}

/// What follows if the seat passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterPass {
    /// The other player leads, or the seat itself.
    Lead { own: bool },
    /// The other player may still beat a pile of somebody who is out; then somebody leads.
    Answer { own_leads: bool },
}

impl KnownEnd {
    /// The end that a viewer is to move in; `None` if others are in play, cards are hidden, or the
    /// rules are not those of an [`Endgame`] for places. At most `limit` positions are expanded for
    /// an answer.
    #[must_use]
    pub fn of_view(view: &PresidentView<'_>, limit: u64) -> Option<Self> {
        let (rules, seat) = (view.rules(), view.seat().filter(|_| view.is_my_turn())?);
        let players = rules.players();
        let in_play = |step: &usize| view.count((seat + step) % players) > 0;
        let mut others = (1..players).filter(in_play).map(|step| (seat + step) % players);
        let (other, None) = (others.next()?, others.next()) else { return None };
        let hidden = view.unseen();
        let fits = view.traders().is_none()
            && view.opening().is_none()
            && rules.options().score == ScoreRule::Places
            && hidden.len() == view.count(other);
        let solver = Endgame::new(rules).filter(|_| fits)?.with_limit(limit);
        let demand = view.demand();
        let after_pass = after_pass(view, seat, other);
        Some(Self { solver, own: view.hand(), other: hidden, demand, after_pass })
    }

    /// Whether the seat goes out before the other player after a move, if both play perfectly; `None`
    /// if the limit was reached.
    pub fn wins_by(&mut self, chosen: Move) -> Option<bool> {
        match chosen {
            Move::Play(played) => self.wins_by_playing([self.own, self.other], played),
            Move::Pass => match self.after_pass {
                AfterPass::Lead { own } => self.wins_by_lead(own),
                AfterPass::Answer { own_leads } => self.wins_by_answer(own_leads),
            },
            Move::Request(_) | Move::Give(_) => None,
        }
    }

    /// Whether the first of two players goes out before the other after it has played.
    fn wins_by_playing(
        &mut self,
        [first, second]: [OrderedSet; 2],
        played: Combination,
    ) -> Option<bool> {
        let left = first - played.cards();
        if left.is_empty() {
            return Some(true);
        }
        if self.solver.clears(played) {
            return self.solver.wins(left, second, None);
        }
        self.solver.wins(second, left, Some(played)).map(|wins| !wins)
    }

    fn wins_by_lead(&mut self, own: bool) -> Option<bool> {
        if own {
            return self.solver.wins(self.own, self.other, None);
        }
        self.solver.wins(self.other, self.own, None).map(|wins| !wins)
    }

    /// The same if the other player may answer, or pass as well.
    fn wins_by_answer(&mut self, own_leads: bool) -> Option<bool> {
        if !self.wins_by_lead(own_leads)? {
            return Some(false);
        }
        for answer in combinations(self.other, self.demand) {
            if self.wins_by_playing([self.other, self.own], answer)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// What follows if a seat passes, with one other player in play.
fn after_pass(view: &PresidentView<'_>, seat: Seat, other: Seat) -> AfterPass {
    let plays = view.plays().iter().rev();
    let last = plays.filter(|(_, play)| play.combination().is_some()).map(|&(last, _)| last);
    let Some(last) = last.take(1).next().filter(|&last| last != other) else {
        return AfterPass::Lead { own: false };
    };
    // Somebody who is out has played last: the next player in play leads in the end.
    let players = view.rules().players();
    let after = |seat: Seat| (seat + players - last - 1) % players;
    let own_leads = after(seat) < after(other);
    if view.passed() >> other & 1 == 1 {
        AfterPass::Lead { own: own_leads }
    } else {
        AfterPass::Answer { own_leads }
    }
}
