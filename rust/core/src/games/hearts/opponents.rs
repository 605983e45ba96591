//! How the others play, inferred from the deals of the match that are over.
//!
//! Every seat is believed to play by one of a few cheap policies, with a share of random cards: such
//! a pair is a *hypothesis*. Once a deal is over all hands are known, so the probability of each card
//! that a seat played is exact under every hypothesis: with noise ε and n cards to choose from, the
//! policy's card has the probability 1 − ε + ε/n and any other ε/n. Cards that are equivalent count as
//! one. What earlier deals said counts less with every deal, so that a change of style is followed.
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
use crate::nets::softmax;
use crate::random::Random;

/// A cheap policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// The learned policy: what a search expects of everybody.
    Learned,
    Greedy,
    Rule,
    Shooter,
}

const STYLES: [Style; 4] = [Style::Learned, Style::Greedy, Style::Rule, Style::Shooter];

/// The shares of random cards, in percent.
const NOISES: [u8; 3] = [2, 10, 30];

/// Every style with every noise, and random cards only.
const HYPOTHESES: usize = STYLES.len() * NOISES.len() + 1;

/// How much of the evidence of earlier deals is left after each deal.
const KEPT: f32 = 0.8;

/// The logarithm of the prior odds of the learned policy against every other style.
const PRIOR: f32 = 2.0;

/// A policy with a share of random cards, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hypothesis(u8);

impl Hypothesis {
    /// What a search expects without evidence: the learned policy without noise.
    const USUAL: Self = Self(u8::MAX);

    fn all() -> impl Iterator<Item = Self> {
        (0..HYPOTHESES).map(|number| Self(number as u8))
    }

    /// The policy; `None` if all cards are random.
    fn style(self) -> Option<Style> {
        if self == Self::USUAL {
            return Some(Style::Learned);
        }
        STYLES.get(usize::from(self.0) / NOISES.len()).copied()
    }

    /// The percentage of random cards.
    fn noise(self) -> u8 {
        if self == Self::USUAL {
            return 0;
        }
        self.style().map_or(100, |_| NOISES[usize::from(self.0) % NOISES.len()])
    }

    /// The probability that it chooses what the style does (or does not), of `count` choices.
    fn probability(self, is_chosen: bool, count: u32) -> f32 {
        let noise = f32::from(self.noise()) / 100.0;
        let random = noise / count.max(1) as f32;
        if is_chosen { 1.0 - noise + random } else { random }
    }

    /// The logarithm of its prior probability, up to a constant.
    fn prior(self) -> f32 {
        if self.style() == Some(Style::Learned) { PRIOR } else { 0.0 }
    }
}

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

/// By hypothesis, the logarithm of a probability up to a constant.
type Evidence = [f32; HYPOTHESES];

/// What the deals of a match have shown of every seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Opponents(Memory<PastDeal, OwnDeal, [Evidence; SEATS]>);

impl Opponents {
    /// Take note of the deals that are over.
    pub(super) fn observe(&mut self, policy: &Policy, deck: &Deck, view: &HeartsView<'_>) {
        self.0.recall(view.past(), |seats, deal, _| count(policy, deck, deal, seats));
    }

    /// What is believed of the others; `None` if nothing is known yet.
    pub(super) fn beliefs(&self, view: &HeartsView<'_>) -> Option<Beliefs> {
        let mut shares = *self.0.learned();
        for seat in &mut shares {
            for (share, hypothesis) in seat.iter_mut().zip(Hypothesis::all()) {
                *share += hypothesis.prior();
            }
            softmax(seat);
        }
        let (viewer, seats) = (view.viewer_index(), view.rules().players());
        (!view.past().is_empty()).then_some(Beliefs { shares, viewer, seats })
    }
}

/// Add the evidence of a deal.
fn count(policy: &Policy, deck: &Deck, deal: &PastDeal, seats: &mut [Evidence; SEATS]) {
    for evidence in seats.iter_mut().flatten() {
        *evidence *= KEPT;
    }
    let plays = deal.plays.iter().map(|&(seat, card)| (seat, u32::from(card.0)));
    let mut tracked = opened(deck, plays.clone(), [0; SEATS], deck.rules.pass_offset(deal.number));
    for (seat, card) in plays {
        let choices = Choices::new(deck, &tracked.position);
        if choices.count > 1 {
            let chosen = choices.representative(card);
            let chooses = STYLES
                .map(|style| choices.representative(style.play(policy, deck, &tracked)) == chosen);
            for hypothesis in Hypothesis::all() {
                let number = usize::from(hypothesis.0);
                let is_chosen = chooses.get(number / NOISES.len()).is_some_and(|&it| it);
                let probability = hypothesis.probability(is_chosen, choices.count);
                seats[seat % SEATS][number] += probability.ln();
            }
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
    count: u32,
}

impl Choices {
    fn new(deck: &Deck, position: &Compact) -> Self {
        let cards = distinct(deck, position);
        Self { cards, count: cards.count_ones() }
    }

    /// The card that stands for a card and its equivalents.
    fn representative(&self, card: u32) -> u32 {
        if self.cards >> card & 1 == 1 { card } else { nearest(self.cards, card) }
    }
}

/// What a seat believes of the others.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    /// By seat, the probability of every hypothesis.
    shares: [Evidence; SEATS],
    viewer: Seat,
    seats: usize,
}

impl Beliefs {
    /// Draw a hypothesis for every seat.
    pub(super) fn draw(&self, random: &mut Random) -> Others {
        let mut seats = [Hypothesis::USUAL; SEATS];
        for (seat, drawn) in seats.iter_mut().enumerate().take(self.seats) {
            if seat != self.viewer {
                *drawn = pick(&self.shares[seat], random.unit());
            }
        }
        Others { seats }
    }
}

/// The hypothesis at a place between 0 and 1; of the learned policy, the usual one.
fn pick(shares: &Evidence, place: f64) -> Hypothesis {
    let mut rest = place;
    let mut picked = Hypothesis::USUAL;
    for (hypothesis, &share) in Hypothesis::all().zip(shares) {
        rest -= f64::from(share);
        if rest < 0.0 {
            picked = hypothesis;
            break;
        }
    }
    if picked.style() == Some(Style::Learned) { Hypothesis::USUAL } else { picked }
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
        let noise = u32::from(hypothesis.noise());
        match hypothesis.style() {
            Some(style) if noise == 0 || random.below(100) >= noise => {
                style.play(policy, deck, tracked)
            }
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
        let style = self.seats[seat % SEATS].style().unwrap_or(Style::Rule);
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
                && let Some(style) = hypothesis.style()
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

    fn beliefs(state: &Hearts, viewer: Seat) -> Beliefs {
        let deck = Deck::new(&state.rules).unwrap();
        let mut opponents = Opponents::default();
        let policy = weights::policy(&state.rules).unwrap();
        opponents.observe(policy, &deck, &state.view(viewer));
        opponents.beliefs(&state.view(viewer)).unwrap()
    }

    /// The probability that a seat plays by a style.
    fn share(beliefs: &Beliefs, seat: Seat, style: Option<Style>) -> f32 {
        let of_style = |(hypothesis, _): &(Hypothesis, &f32)| hypothesis.style() == style;
        let shares = Hypothesis::all().zip(&beliefs.shares[seat]);
        shares.filter(of_style).map(|(_, share)| share).sum()
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
            for seed in 0..10 {
                let mut state = match_of(seed);
                play(&mut state, bots, 3, &mut Random::new(seed));
                let beliefs = beliefs(&state, 0);
                for (seat, style) in (1..).zip(styles) {
                    let share = share(&beliefs, seat, style);
                    assert!(share > 0.9, "{bots:?} {seed} {seat}: {share}");
                }
            }
        }
    }

    #[test]
    fn a_change_of_style_is_followed() {
        let mut state = match_of(3);
        let random = &mut Random::new(3);
        play(&mut state, ["rule", "greedy", "rule", "rule"], 4, random);
        assert!(share(&beliefs(&state, 0), 1, Some(Style::Greedy)) > 0.9);
        play(&mut state, ["rule", "policy", "rule", "rule"], 8, random);
        assert!(share(&beliefs(&state, 0), 1, Some(Style::Learned)) > 0.9);
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
                *hypothesis = Hypothesis((style * NOISES.len() + index) as u8);
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
                    let noise = f32::from(noise) / 100.0;
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
