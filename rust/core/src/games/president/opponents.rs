//! How the others play, inferred from the rounds of the match that are over.
//!
//! Of a seat that went out all cards are known, so the round is replayed, and each of its moves has an
//! exact probability under every [`Hypothesis`]. Of the last seat only its owner knows the cards that
//! were left, unless all cards were dealt, and nothing is concluded. Combinations that differ in suits
//! only count as one.
//!
//! A search draws a hypothesis for every seat and world from these beliefs, and plays the world by
//! them. [`Shortest`] is too slow for that: the rule of `plan` takes its place.

use smallvec::SmallVec;

use super::bots::{Greedy, Planner, Shortest};
use super::combination::Combination;
use super::learned::Policy;
use super::moves::Move;
use super::order::OrderedSet;
use super::past::{OwnRound, PastRound};
use super::round::Round;
use super::rules::{MAX_PLAYERS, Rules};
use super::state::{Deal, President};
use super::view::PresidentView;
use crate::game::{Bot, Game as _, Memory, Seat, View as _};
use crate::random::Random;
use crate::search::{Beliefs, Evidence, Hypothesis, POLICIES};

/// A policy. The first is what a search expects of everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Learned,
    Greedy,
    Shortest,
    Plan,
}

const STYLES: [Style; POLICIES] = [Style::Learned, Style::Greedy, Style::Shortest, Style::Plan];

impl Style {
    /// The move of the viewer.
    fn choose(self, policy: &Policy, view: &PresidentView<'_>) -> Option<Move> {
        // None of them uses randomness.
        let random = &mut Random::new(0);
        match self {
            Self::Learned => policy.choose(view),
            Self::Greedy => Greedy::default().choose(view, random),
            Self::Shortest => Shortest::default().choose(view, random),
            Self::Plan => Planner.choose(view, random),
        }
    }
}

/// The style of a hypothesis; `None` if all moves are random.
fn style(hypothesis: Hypothesis) -> Option<Style> {
    hypothesis.policy().and_then(|policy| STYLES.get(policy)).copied()
}

/// What the rounds of a match have shown of every seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Opponents {
    memory: Memory<PastRound, OwnRound, Shown>,
}

/// The evidence by seat, and the orders in which the rounds ended.
#[derive(Clone, Debug, Default)]
struct Shown {
    seats: [Evidence; MAX_PLAYERS],
    orders: Vec<Vec<Seat>>,
}

impl Opponents {
    /// Take note of the rounds that are over.
    pub(super) fn observe(&mut self, policy: &Policy, view: &PresidentView<'_>) {
        let (Some(viewer), rules) = (view.seat(), view.rules()) else { return };
        self.memory.recall(view.past(), |shown, round, own| {
            if let Some(own) = own {
                shown.count(policy, rules, round, (viewer, own.hand));
            }
            shown.orders.push(round.order.to_vec());
        });
    }

    /// What is believed of the others; `None` if nothing is known yet.
    pub(super) fn table(&self, view: &PresidentView<'_>) -> Option<Table> {
        let shown = self.memory.learned();
        let viewer = view.seat().filter(|_| !shown.orders.is_empty())?;
        let beliefs = shown.seats.map(|evidence| evidence.beliefs());
        Some(Table { beliefs, viewer, seats: view.rules().players() })
    }
}

impl Shown {
    /// Add the evidence of a round, of which a seat knows its own hand.
    fn count(&mut self, policy: &Policy, rules: Rules, round: &PastRound, own: (Seat, OrderedSet)) {
        self.seats.iter_mut().for_each(Evidence::fade);
        let Some(&(leader, _)) = round.plays.first() else { return };
        let (hands, are_known) = hands(rules, round, own);
        let mut state = President::replayed(rules, hands, leader, &self.orders);
        // The first move may have to contain a card, and says little then.
        let first = usize::from(rules.lowest_opens(self.orders.len() as u32));
        for (index, &(seat, chosen)) in round.plays.iter().enumerate() {
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            merge_suits(&mut moves);
            if are_known >> seat & 1 == 1 && moves.len() > 1 && index >= first {
                let view = state.view(seat);
                let chooses = STYLES.map(|style| {
                    style.choose(policy, &view).is_some_and(|made| height(made) == height(chosen))
                });
                self.seats[seat].add(chooses, moves.len());
            }
            // Moves of a round that was played are legal.
            if state.play(&chosen).is_err() {
                return;
            }
        }
    }
}

/// What moves that differ in suits only have in common.
fn height(chosen: Move) -> Option<(super::combination::Kind, u8)> {
    chosen.combination().map(|played| (played.kind(), played.key() / 4))
}

/// Keep one of the moves that differ in suits only.
fn merge_suits(moves: &mut Vec<Move>) {
    let mut heights = Vec::with_capacity(moves.len());
    moves.retain(|&chosen| {
        let is_new = !heights.contains(&height(chosen));
        heights.push(height(chosen));
        is_new
    });
}

/// The hands at the start of a round that is over, and the seats whose hands are known, one bit each.
/// The other hands are filled up with any cards: they are only counted.
fn hands(rules: Rules, round: &PastRound, (viewer, own): (Seat, OrderedSet)) -> (Deal, u16) {
    let mut hands: Deal = [OrderedSet::EMPTY; MAX_PLAYERS];
    for &(seat, chosen) in &round.plays {
        let cards = chosen.combination().map_or(OrderedSet::EMPTY, Combination::cards);
        hands[seat] = hands[seat] | cards;
    }
    hands[viewer] = own;
    let dealt = hands.iter().fold(OrderedSet::EMPTY, |all, &hand| all | hand);
    let mut rest = OrderedSet::FULL - dealt;
    let (mut are_known, mut unknown) = (1_u16 << viewer, SmallVec::<[Seat; 4]>::new());
    for seat in (0..rules.players()).filter(|&seat| seat != viewer) {
        // Explicit deals may be smaller than usual ones, but are as even.
        let count = (own.len() + rules.cards_dealt(seat)).saturating_sub(rules.cards_dealt(viewer));
        let missing = count.saturating_sub(hands[seat].len());
        if missing == 0 {
            are_known |= 1_u16 << seat;
        }
        unknown.extend((missing > 0).then_some(seat));
        let filling = rest - rest.highest(rest.len().saturating_sub(missing));
        hands[seat] = hands[seat] | filling;
        rest = rest - filling;
    }
    // If all cards are dealt and only one hand is unknown, it has what is left.
    if let [seat] = unknown[..]
        && rest.is_empty()
    {
        are_known |= 1 << seat;
    }
    (hands, are_known)
}

/// What a seat believes of the others at its table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    beliefs: [Beliefs; MAX_PLAYERS],
    viewer: Seat,
    seats: usize,
}

impl Table {
    /// Draw a hypothesis for every seat.
    pub(super) fn draw(&self, random: &mut Random) -> Others {
        let mut seats = [Hypothesis::USUAL; MAX_PLAYERS];
        for seat in (0..self.seats).filter(|&seat| seat != self.viewer) {
            seats[seat] = self.beliefs[seat].draw(random);
        }
        Others { seats }
    }
}

/// How the others play in a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others {
    seats: [Hypothesis; MAX_PLAYERS],
}

impl Others {
    /// Others of whom nothing is known.
    pub(super) const USUAL: Self = Self { seats: [Hypothesis::USUAL; MAX_PLAYERS] };

    /// Whether a seat plays the first kind of move that it may, and passes only if it must.
    pub(super) fn is_greedy(&self, seat: Seat) -> bool {
        style(self.seats[seat % MAX_PLAYERS]) == Some(Style::Greedy)
    }

    /// Make the move of the seat to move.
    #[inline]
    pub(super) fn make(&self, policy: &Policy, round: &mut Round, random: &mut Random) {
        let hypothesis = self.seats[round.turn % MAX_PLAYERS];
        if hypothesis == Hypothesis::USUAL {
            return round.make_by(policy);
        }
        let played = match style(hypothesis) {
            Some(style) if !hypothesis.errs(random) => match style {
                Style::Learned => return round.make_by(policy),
                Style::Greedy => round.by_greed(),
                Style::Shortest | Style::Plan => round.by_rule(),
            },
            _ => round.at_random(random),
        };
        match played {
            Some(combination) => round.play(combination),
            None => round.pass(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::search::PresidentModel;
    use super::super::weights;
    use super::*;
    use crate::game::{Setting, bot};
    use crate::search::{Budget, SearchBot};

    fn match_of(rounds: u32, seed: u64) -> President {
        let options = Options { rounds, ..Options::REPORT };
        President::new(Rules::of(options).unwrap(), seed)
    }

    /// Play a number of rounds by these bots.
    fn play(state: &mut President, bots: [&str; 4], rounds: usize, random: &mut Random) {
        let mut bots = bots.map(|name| bot::<President>(name).unwrap());
        while let Some(seat) = state.to_move().filter(|_| state.past.len() < rounds) {
            let chosen = bots[seat].choose(&state.view(seat), random).unwrap();
            state.play(&chosen).unwrap();
        }
    }

    fn table(state: &President, viewer: Seat) -> Table {
        let mut opponents = Opponents::default();
        opponents.observe(weights::policy(state.rules).unwrap(), &state.view(viewer));
        opponents.table(&state.view(viewer)).unwrap()
    }

    /// The probability that a seat plays by a style.
    fn share(table: &Table, seat: Seat, style: Option<Style>) -> f32 {
        let policy = style.and_then(|style| STYLES.iter().position(|&other| other == style));
        table.beliefs[seat].share(policy)
    }

    #[test]
    fn the_planted_policies_are_found_after_five_rounds() {
        let styles = [Some(Style::Greedy), Some(Style::Shortest), None];
        for seed in 0..10 {
            let mut state = match_of(6, seed);
            let bots = ["plan", "greedy", "shortest", "random"];
            play(&mut state, bots, 5, &mut Random::new(seed));
            let table = table(&state, 0);
            for (seat, style) in (1..).zip(styles) {
                let share = share(&table, seat, style);
                assert!(share > 0.9, "{seed} {seat}: {share}");
            }
        }
    }

    #[test]
    fn only_hands_that_were_played_out_or_follow_are_known() {
        for seed in 0..20 {
            let mut state = match_of(2, seed);
            let dealt = state.hands;
            play(&mut state, ["plan", "greedy", "shortest", "plan"], 1, &mut Random::new(seed));
            let round = state.past.last().unwrap();
            // All cards are dealt to four players: what nobody else had was the last seat's.
            let (found, are_known) = hands(state.rules, round, (0, dealt[0]));
            assert_eq!((found, are_known), (dealt, 0b1111), "{seed}");
        }
        let five = Options { players: 5, rounds: 2, ..Options::REPORT };
        for seed in 0..20 {
            let mut state = President::new(Rules::of(five).unwrap(), seed);
            let dealt = state.hands;
            let random = &mut Random::new(seed);
            while state.past.is_empty() {
                let chosen = state.view(state.turn).random_move(random).unwrap();
                state.play(&chosen).unwrap();
            }
            let round = state.past.last().unwrap();
            let last = *round.order.last().unwrap();
            let (found, are_known) = hands(state.rules, round, (0, dealt[0]));
            let expected = if last == 0 { 0b11111 } else { 0b11111 & !(1 << last) };
            assert_eq!(are_known, expected, "{seed}");
            for seat in (0..5).filter(|seat| are_known >> seat & 1 == 1) {
                assert_eq!(found[seat], dealt[seat]);
            }
            assert_eq!(found[last].len(), dealt[last].len());
        }
    }

    #[test]
    fn greed_in_a_round_is_the_greedy_bot() {
        for options in [Options::REPORT, Options::BASIC, Options::BIG_TWO, Options::DAIHINMIN] {
            let rules = Rules::of(Options { rounds: 1, ..options }).unwrap();
            for seed in 0..20 {
                let mut state = President::new(rules, seed);
                let mut random = Random::new(seed);
                let mut round: Option<Round> = None;
                while let Some(seat) = state.to_move() {
                    if let Some(round) = round.as_ref().filter(|_| state.opening.is_none()) {
                        let made = Greedy::default().choose(&state.view(seat), &mut random);
                        let reversed = round.reversed;
                        let usual = |found: Combination| match reversed {
                            true => found.reversed(),
                            false => found,
                        };
                        let found = round.by_greed().map_or(Move::Pass, |it| Move::Play(usual(it)));
                        assert_eq!(Some(found), made, "{seed}");
                    }
                    let next = state.view(seat).random_move(&mut random).unwrap();
                    let started = round.get_or_insert_with(|| {
                        Round::begin(rules, &state.hands[..rules.players()], seat)
                    });
                    match next.combination() {
                        Some(played) if started.reversed => started.play(played.reversed()),
                        Some(played) => started.play(played),
                        None => started.pass(),
                    }
                    state.play(&next).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_search_that_joins_late_or_comes_from_another_match_chooses_the_same() {
        let search = || {
            let mut bot = SearchBot::new(PresidentModel::default(), Budget::of_worlds(16));
            Bot::<President>::set(&mut bot, "adapt", Setting::Word("yes"));
            bot
        };
        let (mut state, mut elsewhere) = (match_of(6, 5), match_of(6, 6));
        let random = &mut Random::new(5);
        play(&mut state, ["plan", "greedy", "greedy", "random"], 2, random);
        play(&mut elsewhere, ["plan", "shortest", "random", "greedy"], 3, random);
        let (mut stays, mut returns) = (search(), search());
        for step in 0..200 {
            let Some(seat) = state.to_move() else { break };
            let view = state.view(seat);
            if seat == 0 {
                let chosen = stays.choose(&view, &mut Random::new(step)).unwrap();
                assert_eq!(search().choose(&view, &mut Random::new(step)).unwrap(), chosen);
                if let Some(other) = elsewhere.to_move() {
                    returns.choose(&elsewhere.view(other), &mut Random::new(0));
                }
                assert_eq!(returns.choose(&view, &mut Random::new(step)).unwrap(), chosen);
            }
            let next = Planner.choose(&view, random).unwrap();
            state.play(&next).unwrap();
        }
    }
}
