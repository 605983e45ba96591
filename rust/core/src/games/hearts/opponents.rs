//! How the others play, inferred from the deals of the match that are over.
//!
//! Once a deal is over all hands are known, so the probability of each card that a seat played is exact
//! under every [`Hypothesis`]. Cards that are equivalent count as one.
//!
//! A search draws a hypothesis for every seat and world from these beliefs, plays the world by them,
//! and chooses the world's deal among several by how well they explain the cards of the deal so far.

use super::compact::{Compact, Deck, SEATS};
use super::past::{OwnDeal, PastDeal};
use super::playout;
use super::policy::Policy;
use super::rule;
use super::search::{distinct, nearest};
use super::shoot;
use super::tracked::Tracked;
use super::view::HeartsView;
use crate::game::{Memory, Seat};
use crate::random::Random;
use crate::search::{Beliefs, Evidence, Hypothesis, POLICIES};

/// A cheap policy. The first is what a search expects of everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Learned,
    Greedy,
    Rule,
    Shooter,
}

const STYLES: [Style; POLICIES] = [Style::Learned, Style::Greedy, Style::Rule, Style::Shooter];

impl Style {
    #[inline]
    fn play(self, policy: &Policy, deck: &Deck, tracked: &Tracked) -> u32 {
        match self {
            Self::Learned => policy.play(deck, tracked),
            Self::Greedy => playout::greedy(deck, &tracked.position),
            Self::Rule => rule::play(deck, &tracked.position),
            Self::Shooter => shoot::choose(deck, &tracked.position),
        }
    }

    fn pass(self, policy: &Policy, deck: &Deck, hand: u64, offset: usize) -> u64 {
        match self {
            Self::Learned => policy.pass(deck, hand, offset),
            Self::Greedy => playout::greedy_pass(deck, hand),
            Self::Rule => rule::pass(deck, hand),
            Self::Shooter => shoot::choose_pass(deck, hand),
        }
    }
}

/// The style of a hypothesis; `None` if all cards are random.
fn style(hypothesis: Hypothesis) -> Option<Style> {
    hypothesis.policy().and_then(|policy| STYLES.get(policy)).copied()
}

/// What the deals of a match have shown of every seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Opponents(Memory<PastDeal, OwnDeal, [Evidence; SEATS]>);

impl Opponents {
    /// Take note of the deals that are over.
    pub(super) fn observe(&mut self, policy: &Policy, deck: &Deck, view: &HeartsView<'_>) {
        self.0.recall(view.past(), |seats, deal, _| count(policy, deck, deal, seats));
    }

    /// What is believed of the others; `None` if nothing is known yet.
    pub(super) fn table(&self, view: &HeartsView<'_>) -> Option<Table> {
        let (viewer, seats) = (view.viewer_index(), view.rules().players());
        let beliefs = self.0.learned().map(|evidence| evidence.beliefs());
        (!view.past().is_empty()).then_some(Table { beliefs, viewer, seats })
    }
}

/// Add the evidence of a deal.
fn count(policy: &Policy, deck: &Deck, deal: &PastDeal, seats: &mut [Evidence; SEATS]) {
    seats.iter_mut().for_each(Evidence::fade);
    let plays = deal.plays.iter().map(|&(seat, card)| (seat, u32::from(card.0)));
    let mut tracked = opened(deck, plays.clone(), [0; SEATS], deck.rules.pass_offset(deal.number));
    for (seat, card) in plays {
        let choices = Choices::new(deck, &tracked.position);
        if choices.count > 1 {
            let chosen = choices.representative(card);
            let chooses = STYLES
                .map(|style| choices.representative(style.play(policy, deck, &tracked)) == chosen);
            seats[seat % SEATS].add(chooses, choices.count);
        }
        tracked.play(deck, card);
    }
}

/// A deal before its first card: the hands of now and what was played from them.
fn opened(
    deck: &Deck,
    plays: impl Iterator<Item = (Seat, u32)>,
    mut hands: [u64; SEATS],
    offset: usize,
) -> Tracked {
    for (seat, card) in plays {
        hands[seat % SEATS] |= 1 << (card & 63);
    }
    Tracked::new(Compact::open(deck, hands), offset)
}

/// The playable cards, equivalent ones as one.
struct Choices {
    cards: u64,
    count: usize,
}

impl Choices {
    fn new(deck: &Deck, position: &Compact) -> Self {
        let cards = distinct(deck, position);
        Self { cards, count: cards.count_ones() as usize }
    }

    /// The card that stands for a card and its equivalents.
    fn representative(&self, card: u32) -> u32 {
        if self.cards >> card & 1 == 1 { card } else { nearest(self.cards, card) }
    }
}

/// What a seat believes of the others at its table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    beliefs: [Beliefs; SEATS],
    viewer: Seat,
    seats: usize,
}

impl Table {
    /// Draw a hypothesis for every seat.
    pub(super) fn draw(&self, random: &mut Random) -> Others {
        let mut seats = [Hypothesis::USUAL; SEATS];
        for seat in (0..self.seats).filter(|&seat| seat != self.viewer) {
            seats[seat] = self.beliefs[seat].draw(random);
        }
        Others { seats }
    }
}

/// How the others play in a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others {
    seats: [Hypothesis; SEATS],
}

impl Others {
    /// Others of whom nothing is known.
    pub(super) const USUAL: Self = Self { seats: [Hypothesis::USUAL; SEATS] };

    /// Whether all play as is expected without evidence.
    pub(super) fn are_usual(&self) -> bool {
        self.seats.iter().all(|&seat| seat == Hypothesis::USUAL)
    }

    /// The card that the seat to move plays.
    #[inline]
    pub(super) fn play(
        &self,
        policy: &Policy,
        deck: &Deck,
        tracked: &Tracked,
        random: &mut Random,
    ) -> u32 {
        let hypothesis = self.seats[usize::from(tracked.position.turn) % SEATS];
        match style(hypothesis) {
            Some(style) if !hypothesis.errs(random) => style.play(policy, deck, tracked),
            _ => playout::random_card(tracked.position.playable(deck), random),
        }
    }

    /// The cards that a seat passes.
    pub(super) fn pass(
        &self,
        policy: &Policy,
        deck: &Deck,
        seat: Seat,
        hand: u64,
        offset: usize,
    ) -> u64 {
        let style = style(self.seats[seat % SEATS]).unwrap_or(Style::Rule);
        style.pass(policy, deck, hand, offset)
    }

    /// How likely the cards of the deal so far are, with these hands now.
    pub(super) fn likelihood(
        &self,
        policy: &Policy,
        deck: &Deck,
        plays: &[(Seat, u32)],
        hands: &[u64; SEATS],
    ) -> f64 {
        let mut tracked = opened(deck, plays.iter().copied(), *hands, 0);
        let mut likelihood = 1.0;
        for &(seat, card) in plays {
            let hypothesis = self.seats[seat % SEATS];
            if hypothesis != Hypothesis::USUAL
                && let Some(style) = style(hypothesis)
            {
                let choices = Choices::new(deck, &tracked.position);
                if choices.count > 1 {
                    let expected = choices.representative(style.play(policy, deck, &tracked));
                    let is_chosen = expected == choices.representative(card);
                    likelihood *= f64::from(hypothesis.probability(is_chosen, choices.count));
                }
            }
            tracked.play(deck, card);
        }
        likelihood
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::rules::{Rules, Standard};
    use super::super::search::HeartsModel;
    use super::super::state::Hearts;
    use super::super::weights;
    use super::*;
    use crate::game::{Bot, Game as _, bot};
    use crate::search::{Budget, SearchBot};

    fn match_of(seed: u64) -> Hearts {
        Hearts::new(Rules::standard(Standard::default()).unwrap(), seed)
    }

    /// Play a number of deals by these bots.
    fn play(state: &mut Hearts, bots: [&str; 4], deals: usize, random: &mut Random) {
        let mut bots = bots.map(|name| bot::<Hearts>(name).unwrap());
        while let Some(seat) = state.to_move().filter(|_| state.past.len() < deals) {
            let chosen = bots[seat].choose(&state.view(seat), random).unwrap();
            state.play(&chosen).unwrap();
        }
    }

    fn table(state: &Hearts, viewer: Seat) -> Table {
        let deck = Deck::new(&state.rules).unwrap();
        let mut opponents = Opponents::default();
        let policy = weights::policy(&state.rules).unwrap();
        opponents.observe(policy, &deck, &state.view(viewer));
        opponents.table(&state.view(viewer)).unwrap()
    }

    /// The probability that a seat plays by a style.
    fn share(table: &Table, seat: Seat, style: Option<Style>) -> f32 {
        let policy = style.and_then(|style| STYLES.iter().position(|&other| other == style));
        table.beliefs[seat].share(policy)
    }

    #[test]
    fn the_planted_policies_are_found_after_three_deals() {
        let tables = [
            (
                ["rule", "greedy", "policy", "random"],
                [Some(Style::Greedy), Some(Style::Learned), None],
            ),
            (
                ["greedy", "rule", "rule", "greedy"],
                [Some(Style::Rule), Some(Style::Rule), Some(Style::Greedy)],
            ),
        ];
        for (bots, styles) in tables {
            let mut sums = [0.0; 3];
            for seed in 0..10 {
                let mut state = match_of(seed);
                play(&mut state, bots, 3, &mut Random::new(seed));
                let table = table(&state, 0);
                for (seat, style) in (1..).zip(styles) {
                    sums[seat - 1] += share(&table, seat, style);
                    // It plays like `rule` unless it can shoot the moon.
                    if style == Some(Style::Rule) {
                        sums[seat - 1] += share(&table, seat, Some(Style::Shooter));
                    }
                }
            }
            assert!(sums.iter().all(|&sum| sum > 9.0), "{bots:?}: {sums:?}");
        }
    }

    #[test]
    fn a_change_of_style_is_followed() {
        let mut state = match_of(3);
        let random = &mut Random::new(3);
        play(&mut state, ["rule", "greedy", "rule", "rule"], 4, random);
        assert!(share(&table(&state, 0), 1, Some(Style::Greedy)) > 0.9);
        play(&mut state, ["rule", "policy", "rule", "rule"], 8, random);
        assert!(share(&table(&state, 0), 1, Some(Style::Learned)) > 0.9);
    }

    /// Whether two cards of the seat to move are worth the same: of one suit, nothing that others may
    /// hold or have played in this trick is between them, and neither is special.
    fn is_equivalent(state: &Hearts, seat: Seat, one: u32, other: u32) -> bool {
        let (low, high) = (one.min(other), one.max(other));
        let hand = state.hand(seat);
        let trick = state.view(None).trick_cards();
        let is_gone = |card: u32| {
            let card = super::super::deck::DeckCard(card as u16);
            hand.contains(&card) || (state.played.contains(&card) && !trick.contains(&card))
        };
        let special = u32::from(state.rules.special().0);
        one == other
            || low / 13 == high / 13
                && (low + 1..high).all(is_gone)
                && ![low, high].contains(&special)
                // Each step counts: no special card in between, either.
                && !((low + 1..high).contains(&special)
                    && hand.contains(&state.rules.special()))
    }

    #[test]
    fn the_likelihood_is_that_of_the_bots_on_the_full_state() {
        let rules = Standard { passing: false, target: None, ..Standard::default() };
        let rules = Rules::standard(rules).unwrap();
        let (deck, policy) = (Deck::new(&rules).unwrap(), weights::policy(&rules).unwrap());
        let styles = [Style::Greedy, Style::Rule, Style::Shooter];
        let names = ["greedy", "rule", "shooter"];
        for seed in 0..12 {
            let mut state = Hearts::new(rules, seed);
            let mut random = Random::new(seed);
            let mut bots = names.map(|name| bot::<Hearts>(name).unwrap());
            let mut seats = [Hypothesis::USUAL; SEATS];
            for (index, hypothesis) in seats.iter_mut().skip(1).take(3).enumerate() {
                let style = STYLES.iter().position(|&style| style == styles[index]).unwrap();
                *hypothesis = Hypothesis::new(style, index);
            }
            let others = Others { seats };
            let (mut plays, mut expected) = (Vec::new(), 1.0);
            for _ in 0..40 {
                let seat = state.to_move().unwrap();
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let card = |chosen: &Move| match chosen {
                    Move::Play(card) => u32::from(card.0),
                    Move::Pass(_) => unreachable!("nobody passes"),
                };
                let chosen = *random.pick(&moves).unwrap();
                if seat > 0 {
                    // One of each class of equivalent cards.
                    let mut classes: Vec<u32> = Vec::new();
                    for other in moves.iter().map(card) {
                        if !classes.iter().any(|&one| is_equivalent(&state, seat, one, other)) {
                            classes.push(other);
                        }
                    }
                    let (count, noise) = (classes.len() as f32, seats[seat].noise());
                    let noise = noise as f32 / 100.0;
                    let made = bots[seat - 1].choose(&state.view(seat), &mut random).unwrap();
                    let is_made = is_equivalent(&state, seat, card(&made), card(&chosen));
                    let share = if is_made { 1.0 - noise } else { 0.0 } + noise / count;
                    expected *= f64::from(if classes.len() > 1 { share } else { 1.0 });
                }
                plays.push((seat, card(&chosen)));
                state.play(&chosen).unwrap();
                let found = others.likelihood(policy, &deck, &plays, &state.compact().hands);
                assert!((found / expected - 1.0).abs() < 1e-5, "{seed}: {found} {expected}");
            }
        }
    }

    fn search() -> SearchBot<Hearts, HeartsModel> {
        SearchBot::new(HeartsModel::default(), Budget::of_worlds(16))
    }

    #[test]
    fn a_search_that_joins_late_or_comes_from_another_match_chooses_the_same() {
        let mut state = match_of(5);
        let mut elsewhere = match_of(6);
        let random = &mut Random::new(5);
        play(&mut state, ["rule", "greedy", "greedy", "random"], 2, random);
        play(&mut elsewhere, ["rule", "shooter", "random", "greedy"], 3, random);
        let (mut stays, mut returns) = (search(), search());
        for step in 0..150 {
            let Some(seat) = state.to_move() else { break };
            let view = state.view(seat);
            if seat == 0 {
                let choose = |bot: &mut SearchBot<Hearts, HeartsModel>| {
                    bot.choose(&view, &mut Random::new(step)).unwrap()
                };
                let chosen = choose(&mut stays);
                assert_eq!(choose(&mut search()), chosen);
                if let Some(other) = elsewhere.to_move() {
                    returns.choose(&elsewhere.view(other), &mut Random::new(0));
                }
                let chosen_after = returns.choose(&view, &mut Random::new(step)).unwrap();
                assert_eq!(chosen_after, chosen);
            }
            let next = bot::<Hearts>("greedy").unwrap().choose(&state.view(seat), random).unwrap();
            state.play(&next).unwrap();
        }
    }
}
