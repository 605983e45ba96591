//! A minimal round for rollouts: hands, plans and the turn.
//!
//! The rules of turns are those of [`super::state`]; a test plays the two side by side.

use smallvec::SmallVec;

use super::combination::Combination;
use super::enumerate::{Demand, combinations};
use super::order::OrderedSet;
use super::plan::Plan;
use super::policy::Situation;
use crate::game::Seat;
use crate::random::Random;

/// A player in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    /// Its cards; none once it is out.
    hand: OrderedSet,
    /// Their number, cached because counting bits would dominate a rollout.
    count: usize,
    /// Its plan.
    plan: Plan,
}

impl Player {
    /// A player with these cards and this plan.
    pub(super) const fn new(hand: OrderedSet, plan: Plan) -> Self {
        Self { hand, count: hand.len(), plan }
    }

    /// The cards.
    pub(super) const fn hand(&self) -> OrderedSet {
        self.hand
    }
}

/// A round in progress.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) players: SmallVec<[Player; 4]>,
    /// Cards that have been played.
    pub(super) played: OrderedSet,
    /// The seat to move.
    pub(super) turn: Seat,
    /// The combination to beat; `None` when leading.
    pub(super) beat: Option<Combination>,
    /// The last seat to play, and the number of passes since.
    pub(super) last: Seat,
    pub(super) passes: usize,
}

/// The rollout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Playout {
    /// By plan, with occasional random moves of the plan.
    Plan,
    /// Uniformly random legal moves.
    Random,
}

/// One decision in this many is random: otherwise unlikely lines would never be sampled.
const RANDOM_MOVE_ONE_IN: u32 = 20;

impl Round {
    /// The number of players who still have cards.
    fn in_play(&self) -> usize {
        self.players.iter().filter(|player| player.count > 0).count()
    }

    /// What the player to move knows.
    fn situation(&self) -> Situation {
        let hand = self.players[self.turn].hand;
        let (mut largest, mut smallest, mut others) = (0, usize::MAX, 0);
        for (seat, player) in self.players.iter().enumerate() {
            if seat != self.turn && player.count > 0 {
                largest = player.count.max(largest);
                smallest = player.count.min(smallest);
                others += 1;
            }
        }
        let unseen = OrderedSet::FULL - self.played - hand;
        Situation { hand, unseen, beat: self.beat, largest, smallest, others }
    }

    /// Play cards.
    pub(super) fn play(&mut self, combination: Combination) {
        let player = &mut self.players[self.turn];
        player.hand = player.hand - combination.cards();
        player.count -= combination.size();
        player.plan.play(combination.cards());
        self.played = self.played | combination.cards();
        self.beat = Some(combination);
        self.last = self.turn;
        self.passes = 0;
        self.turn = self.next_in_play(self.turn);
    }

    /// Pass.
    pub(super) fn pass(&mut self) {
        self.passes += 1;
        let last_has_cards = !self.players[self.last].hand.is_empty();
        if self.passes < self.in_play() - usize::from(last_has_cards) {
            self.turn = self.next_in_play(self.turn);
        } else {
            self.beat = None;
            self.passes = 0;
            self.turn = if last_has_cards { self.last } else { self.next_in_play(self.last) };
        }
    }

    /// The next seat after this one that has cards.
    fn next_in_play(&self, seat: Seat) -> Seat {
        let mut next = seat;
        for _ in 0..self.players.len() {
            next = if next + 1 == self.players.len() { 0 } else { next + 1 };
            if !self.players[next].hand.is_empty() {
                break;
            }
        }
        next
    }

    /// Roll out until a seat is out or is the last one left; returns its place, from 1.
    pub(super) fn roll_out(mut self, seat: Seat, playout: Playout, random: &mut Random) -> usize {
        let mut in_play = self.in_play();
        loop {
            if self.players[seat].count == 0 {
                return self.players.len() - in_play;
            }
            if in_play <= 1 {
                return self.players.len();
            }
            match self.choose(playout, random) {
                Some(combination) => {
                    self.play(combination);
                    in_play -= usize::from(self.players[self.last].count == 0);
                }
                None => self.pass(),
            }
        }
    }

    /// The move of the player to move; `None` for a pass.
    fn choose(&self, playout: Playout, random: &mut Random) -> Option<Combination> {
        let plan = &self.players[self.turn].plan;
        match playout {
            Playout::Plan if random.below(RANDOM_MOVE_ONE_IN) == 0 => {
                self.random_planned_move(plan, random)
            }
            Playout::Plan => self.situation().choose(plan),
            Playout::Random => {
                let demand = Demand { beat: self.beat, ..Demand::default() };
                let moves = combinations(self.players[self.turn].hand, demand);
                let choices = moves.len() + usize::from(self.beat.is_some());
                moves.get(random.below(choices as u32) as usize).copied()
            }
        }
    }

    /// A random playable move of the plan, or a pass if allowed.
    fn random_planned_move(&self, plan: &Plan, random: &mut Random) -> Option<Combination> {
        let fits = |planned: &&Combination| self.beat.is_none_or(|beat| planned.beats(beat));
        let choices = plan.moves().iter().filter(fits).count();
        let index = random.below((choices + usize::from(self.beat.is_some())) as u32) as usize;
        plan.moves().iter().filter(fits).nth(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::rules::{Rules, TradeRule};
    use super::super::state::President;
    use super::*;
    use crate::game::{Game as _, View as _};

    #[test]
    fn a_round_matches_the_match() {
        for (players, seed) in (2..=13).flat_map(|players| (0..10).map(move |s| (players, s))) {
            let rules = Rules::new(players, 1, TradeRule::Request).unwrap();
            let mut state = President::new(rules, seed);
            let mut random = Random::new(seed);
            let hands = (0..players).map(|seat| state.hand(seat));
            let mut round = Round {
                players: hands.map(|hand| Player::new(hand, Plan::of(hand))).collect(),
                played: OrderedSet::EMPTY,
                turn: state.to_move().unwrap(),
                beat: None,
                last: 0,
                passes: 0,
            };
            while let Some(turn) = state.to_move() {
                assert_eq!(round.turn, turn);
                assert_eq!(round.beat, state.view(0).beat());
                for (seat, player) in round.players.iter().enumerate() {
                    assert_eq!((player.hand, player.count), (state.hand(seat), player.hand.len()));
                }
                let situation = round.situation();
                assert_eq!(situation.unseen, state.view(turn).unseen());
                let chosen = state.view(turn).random_move(&mut random).unwrap();
                state.play(&chosen).unwrap();
                match chosen {
                    Move::Play(combination) => round.play(combination),
                    _ => round.pass(),
                }
            }
        }
    }

    #[test]
    fn every_player_gets_a_place() {
        for playout in [Playout::Plan, Playout::Random] {
            for players in 2..=13 {
                let rules = Rules::new(players, 1, TradeRule::Request).unwrap();
                let state = President::new(rules, 5);
                let hands = (0..players).map(|seat| state.hand(seat));
                let round = Round {
                    players: hands.map(|hand| Player::new(hand, Plan::of(hand))).collect(),
                    played: OrderedSet::EMPTY,
                    turn: 0,
                    beat: None,
                    last: 0,
                    passes: 0,
                };
                // The same moves are made whichever seat is followed.
                let place = |seat| round.clone().roll_out(seat, playout, &mut Random::new(1));
                let mut places: Vec<usize> = (0..players).map(place).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(1..=players));
            }
        }
    }
}
