//! A minimal round for rollouts: hands, plans and the turn.
//!
//! The rules of turns are those of [`super::state`]; a test plays the two side by side. While the
//! order of the values is reversed, all cards here are reversed instead, so that everything else
//! works in the usual order.

use smallvec::SmallVec;

use super::combination::{Combination, kinds_in};
use super::enumerate::{Demand, combinations, for_each_combination};
use super::learned::Policy;
use super::options::{Ends, MayPass, Passing, ScoreRule};
use super::order::OrderedSet;
use super::plan::Plan;
use super::policy::{PolicyRules, Situation};
use super::rules::Rules;
use super::seen::{Other, Seen};
use super::state::starts_revolution;
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
    pub(super) rules: Rules,
    /// The rules in the order of the moment.
    pub(super) policy: PolicyRules,
    /// Whether the order of the values is reversed, and all cards with it.
    pub(super) reversed: bool,
    pub(super) players: SmallVec<[Player; 4]>,
    /// Cards that have been played.
    pub(super) played: OrderedSet,
    /// The seat to move.
    pub(super) turn: Seat,
    /// The combination to beat; `None` when leading.
    pub(super) beat: Option<Combination>,
    /// The last seat to play.
    pub(super) last: Seat,
    /// The seats that have passed and may not play now, one bit each.
    pub(super) passed: u16,
    /// The seats that have played, one bit each.
    pub(super) has_played: u16,
    /// The first seat to go out, if one is.
    pub(super) winner: Option<Seat>,
    /// The [`standing`](super::seen::standing) of every seat, two bits each.
    pub(super) standings: u32,
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
    /// A round that begins with the lead of a seat.
    pub(super) fn begin(rules: Rules, hands: &[OrderedSet], leader: Seat) -> Self {
        let policy = PolicyRules::new(rules, false);
        let player = |&hand: &OrderedSet| Player::new(hand, Plan::of(hand, policy.plan));
        Self {
            rules,
            policy,
            reversed: false,
            players: hands.iter().take(rules.players()).map(player).collect(),
            played: OrderedSet::EMPTY,
            turn: leader,
            beat: None,
            last: leader,
            passed: 0,
            has_played: 0,
            winner: None,
            standings: 0,
        }
    }

    /// The number of players who still have cards.
    fn in_play(&self) -> usize {
        self.players.iter().filter(|player| player.count > 0).count()
    }

    /// What the player to move knows.
    fn situation(&self) -> Situation {
        let hand = self.players[self.turn].hand;
        let (mut largest, mut smallest, mut others) = (0, usize::MAX, 0);
        let locked = match self.rules.options().passing {
            Passing::Free => 0,
            Passing::Locked => self.passed,
        };
        for (seat, player) in self.players.iter().enumerate() {
            if seat != self.turn && player.count > 0 {
                if locked >> seat & 1 == 0 {
                    largest = player.count.max(largest);
                }
                smallest = player.count.min(smallest);
                others += 1;
            }
        }
        let unseen = OrderedSet::FULL - self.played - hand;
        let rules = self.policy;
        Situation { hand, unseen, beat: self.beat, largest, smallest, others, rules }
    }

    /// What the player to move sees.
    #[inline]
    pub(super) fn seen(&self) -> Seen {
        let (turn, players) = (self.turn, self.players.len());
        let hand = self.players[turn].hand;
        let other = |step: usize| {
            let seat = if turn + step < players { turn + step } else { turn + step - players };
            Other {
                count: self.players[seat].count,
                has_passed: self.passed >> seat & 1 == 1,
                is_last: seat == self.last,
                standing: (self.standings >> (2 * seat) & 3) as u8,
            }
        };
        Seen::new(
            (hand, OrderedSet::FULL - self.played - hand),
            self.beat,
            (self.policy, self.rules.options().passing),
            (self.standings >> (2 * turn) & 3) as u8,
            (1..players).map(other),
        )
    }

    /// The plan of the player to move.
    pub(super) fn plan(&self) -> Plan {
        let Player { hand, plan, .. } = &self.players[self.turn];
        // Only a part of the hand was planned if that is empty.
        if plan.len() == 0 { Plan::of(*hand, self.policy.plan) } else { *plan }
    }

    /// Play cards.
    pub(super) fn play(&mut self, combination: Combination) {
        let mut plan = self.players[self.turn].plan;
        plan.play(combination.cards(), self.policy.plan);
        self.play_planned(combination, plan);
    }

    /// Play cards, with a plan for the rest of the hand.
    pub(super) fn play_planned(&mut self, combination: Combination, rest: Plan) {
        let player = &mut self.players[self.turn];
        player.hand = player.hand - combination.cards();
        player.count -= combination.size();
        player.plan = rest;
        self.played = self.played | combination.cards();
        self.beat = Some(combination);
        self.last = self.turn;
        self.has_played |= 1 << self.turn;
        if self.rules.options().passing == Passing::Free {
            self.passed = 0;
        }
        let is_clearing = self.policy.plan.clears(combination.kind(), combination.key());
        if self.rules.options().revolution && starts_revolution(combination) {
            self.reverse();
        }
        if is_clearing {
            self.clear();
        } else {
            self.advance();
        }
    }

    /// Pass.
    pub(super) fn pass(&mut self) {
        self.passed |= 1 << self.turn;
        self.advance();
    }

    /// Reverse the order of the values.
    fn reverse(&mut self) {
        self.reversed = !self.reversed;
        self.policy = PolicyRules::new(self.rules, self.reversed);
        self.played = self.played.reversed();
        self.beat = self.beat.map(Combination::reversed);
        for player in &mut self.players {
            player.hand = player.hand.reversed();
            player.plan = Plan::of(player.hand, self.policy.plan);
        }
    }

    /// Give the turn to the next player who may beat the pile; if there is none, clear it.
    fn advance(&mut self) {
        let can_play = |seat: Seat| seat != self.last && self.passed >> seat & 1 == 0;
        match self.next_in_play(self.turn, can_play) {
            Some(next) => self.turn = next,
            None => self.clear(),
        }
    }

    /// Clear the pile: the last seat to play leads, or the next one with cards.
    fn clear(&mut self) {
        self.beat = None;
        self.passed = 0;
        let last_has_cards = !self.players[self.last].hand.is_empty();
        let leader = if last_has_cards { None } else { self.next_in_play(self.last, |_| true) };
        self.turn = leader.unwrap_or(self.last);
    }

    /// The next seat after this one that has cards and meets a condition, if another does.
    #[inline]
    fn next_in_play(&self, seat: Seat, condition: impl Fn(Seat) -> bool) -> Option<Seat> {
        let mut next = seat;
        for _ in 1..self.players.len() {
            next = if next + 1 == self.players.len() { 0 } else { next + 1 };
            if !self.players[next].hand.is_empty() && condition(next) {
                return Some(next);
            }
        }
        None
    }

    /// Roll out until the score of a seat for this round is known, and return it: its place, from
    /// 1, or what it wins or loses.
    pub(super) fn roll_out(self, seat: Seat, playout: Playout, random: &mut Random) -> i64 {
        self.roll_out_by(seat, |round| match round.choose(playout, random) {
            Some(combination) => round.play(combination),
            None => round.pass(),
        })
    }

    /// The same with moves made by `make`.
    #[inline]
    pub(super) fn roll_out_by(mut self, seat: Seat, mut make: impl FnMut(&mut Self)) -> i64 {
        let options = *self.rules.options();
        let needs_all = options.score == ScoreRule::Cards && options.ends == Ends::Last;
        let mut in_play = self.in_play();
        while !self.is_over(in_play) && (self.players[seat].count > 0 || needs_all) {
            self.advance_by(&mut in_play, &mut make);
        }
        self.score(seat, in_play)
    }

    /// Play a round from its start to its end with moves made by `make`, and return the scores of all
    /// seats.
    pub(super) fn play_out(mut self, mut make: impl FnMut(&mut Self)) -> SmallVec<[i64; 4]> {
        let players = self.players.len();
        let mut in_play = self.in_play();
        let mut places = SmallVec::from_elem(players as i64, players);
        while !self.is_over(in_play) {
            let turn = self.turn;
            self.advance_by(&mut in_play, &mut make);
            if self.players[turn].count == 0 {
                places[turn] = (players - in_play) as i64;
            }
        }
        match (self.rules.options().score, self.rules.options().ends) {
            (ScoreRule::Places, Ends::Last) => places,
            _ => (0..players).map(|seat| self.score(seat, in_play)).collect(),
        }
    }

    /// Whether the round is over when this many players have cards.
    fn is_over(&self, in_play: usize) -> bool {
        in_play <= 1 || self.rules.options().ends == Ends::First && in_play < self.players.len()
    }

    /// Make a move, and count the players who have cards.
    #[inline]
    fn advance_by(&mut self, in_play: &mut usize, make: &mut impl FnMut(&mut Self)) {
        let turn = self.turn;
        make(self);
        if self.players[turn].count == 0 {
            *in_play -= 1;
            self.winner = self.winner.or(Some(turn));
        }
    }

    /// Make the move of a learned policy.
    #[inline]
    pub(super) fn make_by(&mut self, policy: &Policy) {
        let (seen, plan) = (self.seen(), self.plan());
        match policy.play(&seen, &plan, None) {
            (Some(combination), rest) => self.play_planned(combination, rest),
            (None, _) => self.pass(),
        }
    }

    /// The score of a seat that is out or at the end of the round. In rounds that go on until one
    /// player is left, only the last one pays for cards.
    fn score(&self, seat: Seat, in_play: usize) -> i64 {
        let players = self.players.len();
        let count = |seat: Seat| self.players[seat].count;
        match self.rules.options().score {
            ScoreRule::Places if count(seat) == 0 => (players - in_play) as i64,
            ScoreRule::Places => {
                // Fewer cards, or as many and an earlier turn after the winner.
                let rank = |seat: Seat| (count(seat), (seat + players - self.last) % players);
                (1 + (0..players).filter(|&other| rank(other) < rank(seat)).count()) as i64
            }
            ScoreRule::Cards => {
                let lost =
                    |seat: Seat| self.rules.penalty(count(seat), self.has_played >> seat & 1 == 0);
                match self.winner {
                    Some(winner) if winner == seat => (0..players).map(lost).sum(),
                    _ => -lost(seat),
                }
            }
        }
    }

    /// The move of the player to move by the rule of `plan`; `None` for a pass.
    pub(super) fn by_rule(&self) -> Option<Combination> {
        let Player { hand, plan, .. } = &self.players[self.turn];
        if plan.len() == 0 {
            // Only a part of the hand was planned.
            return self.situation().choose(&Plan::of(*hand, self.policy.plan));
        }
        self.situation().choose(plan)
    }

    /// The move of the player to move; `None` for a pass.
    fn choose(&self, playout: Playout, random: &mut Random) -> Option<Combination> {
        let hand = self.players[self.turn].hand;
        let plan = &self.players[self.turn].plan;
        match playout {
            Playout::Plan if plan.len() > 0 && random.below(RANDOM_MOVE_ONE_IN) == 0 => {
                self.random_planned_move(plan, random)
            }
            Playout::Plan => self.by_rule(),
            Playout::Random => {
                let rules = self.policy.moves;
                let demand = Demand { beat: self.beat, containing: OrderedSet::EMPTY, rules };
                let moves = combinations(hand, demand);
                let can_pass = self.policy.may_pass == MayPass::Always || moves.is_empty();
                let choices = moves.len() + usize::from(self.beat.is_some() && can_pass);
                moves.get(random.below(choices as u32) as usize).copied()
            }
        }
    }

    /// The move of the bot [`Greedy`](super::bots::Greedy); `None` for a pass.
    pub(super) fn by_greed(&self) -> Option<Combination> {
        // It knows nothing of reversed cards: theirs are the usual names.
        let usual = |combination: Combination| match self.reversed {
            true => combination.reversed(),
            false => combination,
        };
        let hand = self.players[self.turn].hand;
        let hand = if self.reversed { hand.reversed() } else { hand };
        let rules = self.rules.moves(self.reversed);
        let beat = self.beat.map(usual);
        let demand = Demand { beat, containing: OrderedSet::EMPTY, rules };
        let allowed = rules.kinds.bits();
        let (mut best, mut most) = (None, 0);
        for_each_combination(hand, demand, |combination| {
            // One more than the kinds, so that a move that empties the hand counts.
            let kinds = (kinds_in(hand - combination.cards()) & allowed) + 1;
            if kinds > most {
                (best, most) = (Some(combination), kinds);
            }
        });
        best.map(usual)
    }

    /// Any move, each equally likely; `None` for a pass.
    pub(super) fn at_random(&self, random: &mut Random) -> Option<Combination> {
        self.choose(Playout::Random, random)
    }

    /// A random playable move of the plan, or a pass if allowed.
    fn random_planned_move(&self, plan: &Plan, random: &mut Random) -> Option<Combination> {
        let rules = self.policy.moves;
        let fits =
            |planned: &&Combination| self.beat.is_none_or(|beat| rules.beats(**planned, beat));
        let choices = plan.moves().iter().filter(fits).count();
        if self.policy.may_pass == MayPass::Unable && choices == 0 {
            return self.situation().choose(plan);
        }
        let can_pass = self.beat.is_some() && self.policy.may_pass == MayPass::Always;
        let index = random.below((choices + usize::from(can_pass)) as u32) as usize;
        plan.moves().iter().filter(fits).nth(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::options::Options;
    use super::super::state::President;
    use super::*;
    use crate::game::{Game as _, View as _};

    /// The options of all presets, and some that they do not have.
    fn tables() -> Vec<Options> {
        let presets =
            [Options::REPORT, Options::BASIC, Options::BIG_TWO, Options::DAIHINMIN].to_vec();
        let more = [
            Options { may_pass: MayPass::Unable, ..Options::DAIHINMIN },
            Options { revolution: true, passing: Passing::Locked, ..Options::REPORT },
            Options { score: ScoreRule::Cards, ..Options::BASIC },
            Options { ends: Ends::First, ..Options::REPORT },
        ];
        presets.into_iter().chain(more).collect()
    }

    /// The first round of a match.
    fn first_round(state: &President) -> Round {
        Round::begin(state.match_rules(), &state.hands, state.to_move().unwrap())
    }

    #[test]
    fn a_round_matches_the_match() {
        let mut revolutions = 0;
        for (players, seed) in (2..=13).flat_map(|players| (0..10).map(move |s| (players, s))) {
            for options in tables() {
                let rules = Rules::of(Options { players, rounds: 1, ..options }).unwrap();
                let mut state = President::new(rules, seed);
                let mut random = Random::new(seed);
                let mut round = first_round(&state);
                while let Some(turn) = state.to_move() {
                    let reversed = state.view(0).is_reversed();
                    let ordered =
                        |cards: OrderedSet| if reversed { cards.reversed() } else { cards };
                    assert_eq!((round.turn, round.reversed), (turn, reversed));
                    let beat = round.beat.map(|beat| ordered(beat.cards()));
                    assert_eq!(beat, state.view(0).beat().map(Combination::cards));
                    for (seat, player) in round.players.iter().enumerate() {
                        assert_eq!(ordered(player.hand), state.hand(seat));
                        assert_eq!(player.count, player.hand.len());
                    }
                    let situation = round.situation();
                    assert_eq!(ordered(situation.unseen), state.view(turn).unseen());
                    revolutions += usize::from(reversed);
                    let chosen = state.view(turn).random_move(&mut random).unwrap();
                    state.play(&chosen).unwrap();
                    match chosen {
                        Move::Play(played) if reversed => round.play(played.reversed()),
                        Move::Play(played) => round.play(played),
                        _ => round.pass(),
                    }
                }
            }
        }
        assert!(revolutions > 0);
    }

    #[test]
    fn every_player_gets_a_score() {
        for (playout, players) in
            [Playout::Plan, Playout::Random].into_iter().flat_map(|p| (2..=13).map(move |n| (p, n)))
        {
            for options in tables() {
                let rules = Rules::of(Options { players, rounds: 1, ..options }).unwrap();
                let round = first_round(&President::new(rules, 5));
                // The same moves are made whichever seat is followed.
                let score = |seat| round.clone().roll_out(seat, playout, &mut Random::new(1));
                let mut scores: Vec<i64> = (0..players).map(score).collect();
                if options.score == ScoreRule::Cards {
                    assert_eq!(scores.iter().sum::<i64>(), 0);
                } else {
                    scores.sort_unstable();
                    assert!(scores.into_iter().eq(1..=players as i64));
                }
            }
        }
    }
}
