//! Observation and action encoding of Hearts.
//!
//! Cards have their number in the deck, `suit * values + value - 1`, whether the deck has them or
//! not. Seats are relative to the viewer, counted to the left.
//!
//! Actions: playing a card is its number. Factored, a pass is three cards picked one after another,
//! in any order. Flat, the passes follow the cards: the cards a < b < c have the number `cards +
//! C(c, 3) + C(b, 2) + a`.

use super::deck::DeckCard;
use super::moves::{Move, PASSED};
use super::rules::{Moon, Rules};
use super::state::Hearts;
use super::view::HeartsView;
use crate::combinatorics::{binomial, combination_at, combination_number};
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, EncodingError, Section, Writer, allow, check_size, fraction,
    seat_to_move, seats_after,
};

/// Encodes games of Hearts under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct HeartsEncoder {
    rules: Rules,
    passing: bool,
}

impl HeartsEncoder {
    /// The encoder for these rules.
    ///
    /// # Errors
    ///
    /// Rules with so many cards and players that an observation would be too large.
    pub fn new(rules: Rules) -> Result<Self, EncodingError> {
        let (cards, players) = (rules.numbers() as u128, rules.players() as u128);
        check_size("observation", cards * players)?;
        let passing = rules.options().is_some_and(|options| options.passing);
        Ok(Self { rules, passing })
    }

    fn cards(&self) -> usize {
        self.rules.numbers()
    }

    /// The total penalty of all cards: every deck has all its hearts, and the special card, which
    /// costs as much as all of them.
    fn all_points(&self) -> i64 {
        2 * self.rules.values() as i64
    }

    fn card_text(&self, card: u32) -> String {
        u16::try_from(card).map_or_else(|_| String::new(), |card| self.rules.text(DeckCard(card)))
    }
}

/// The rank of three ascending cards among all triples.
fn triple_rank(cards: [DeckCard; PASSED]) -> u32 {
    combination_number(cards.map(|card| card.0.into())) as u32
}

/// The three cards with this rank, in a deck of this many cards.
fn triple_at(rank: u32, deck: u32) -> [u32; PASSED] {
    combination_at(rank.into(), deck as usize).map(|card| card as u32)
}

impl Encoder<Hearts> for HeartsEncoder {
    fn fits(&self, view: &HeartsView<'_>) -> bool {
        *view.rules() == self.rules
    }

    fn sections(&self) -> Vec<Section> {
        let (cards, players) = (self.cards(), self.rules.players());
        let mut sections = vec![Section::new("hand", cards, "cards that the seat holds")];
        if self.passing {
            sections.extend([
                Section::new("picked", cards, "cards picked for the pass in progress"),
                Section::new("passed", cards, "cards that the seat has passed in this deal"),
                Section::new("received", cards, "cards that the seat has received in this deal"),
                Section::new(
                    "passes_to",
                    players,
                    "seat that this one passes to in this deal, if cards are passed",
                ),
                Section::new("passing", 1, "whether cards are being passed"),
            ]);
        }
        sections.extend([
            Section::new("played", players * cards, "by seat: cards played in this deal"),
            Section::new("trick", cards, "cards of the trick so far"),
            Section::new(
                "voids",
                players * self.rules.suits(),
                "by seat: suits in which it is known to be void",
            ),
            Section::fractions(
                "points",
                players,
                "by seat: points taken in this deal, as a fraction of all points of the deck",
            ),
        ]);
        if self.rules.jack.is_some() {
            let meaning = "seat that has taken the jack of diamonds in this deal";
            sections.push(Section::new("jack", players, meaning));
        }
        if let Some(target) = self.rules.target().map(i64::from) {
            // The last deal may exceed the target, and moons may be subtracted repeatedly.
            let subtracted = self.rules.moon() == Moon::Subtract;
            let totals = Section::fractions(
                "totals",
                players,
                "by seat: points of the deals that have ended, as a fraction of the target",
            );
            let lowest = self.rules.bounds().score.map_or(0, |score| *score.start());
            let low = if subtracted { f32::NEG_INFINITY } else { fraction(lowest, target) };
            sections.push(totals.between(low, fraction(target + self.all_points(), target)));
        }
        sections.extend([
            Section::new("hearts_broken", 1, "whether hearts may be led"),
            Section::new("special_played", 1, "whether the special card has been played"),
            Section::new("turn", players, "seat whose turn it is"),
        ]);
        sections
    }

    #[inline]
    fn observe(&self, view: &HeartsView<'_>, picked: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let (rules, cards, players) = (&self.rules, self.cards(), self.rules.players());
        let mut writer = Writer::new(numbers);
        let mut hand = writer.take(cards);
        view.hand().for_each(|card| hand.mark(usize::from(card.0)));
        if self.passing {
            let mut marks = writer.take(cards);
            picked.iter().for_each(|&card| marks.mark(card as usize));
            for pass in [view.passed(), view.received()] {
                let mut marks = writer.take(cards);
                for card in pass.iter().flat_map(|(_, cards)| cards) {
                    marks.mark(usize::from(card.0));
                }
            }
            let receiver = view.receiver(me).map(|seat| seats_after(seat, me, players));
            writer.one_hot(players, receiver);
            writer.flag(view.is_passing());
        }
        let mut played = writer.take(players * cards);
        let shown = view.shown_by_plays(|seat, card| {
            played.mark(seats_after(seat, me, players) * cards + usize::from(card.0));
        });
        let mut trick = writer.take(cards);
        view.trick_cards().iter().for_each(|card| trick.mark(usize::from(card.0)));
        let mut voids = writer.take(players * rules.suits());
        for seat in 0..players {
            let first = seats_after(seat, me, players) * rules.suits();
            for suit in (0..rules.suits()).filter(|&suit| view.is_void(&shown, seat, suit)) {
                voids.mark(first + suit);
            }
        }
        let mut points = writer.take(players);
        let all = self.all_points();
        for (seat, &taken) in view.points().iter().enumerate().filter(|(_, taken)| **taken > 0) {
            points.set(seats_after(seat, me, players), fraction(taken.into(), all));
        }
        if rules.jack.is_some() {
            writer.one_hot(players, view.jack().map(|seat| seats_after(seat, me, players)));
        }
        if let Some(target) = rules.target() {
            let mut totals = writer.take(players);
            for (seat, &total) in view.totals().iter().enumerate() {
                let part = fraction(total.into(), target.into());
                totals.set(seats_after(seat, me, players), part);
            }
        }
        writer.flag(view.hearts_open());
        writer.flag(view.special_played());
        writer.one_hot(players, view.to_move().map(|seat| seats_after(seat, me, players)));
    }

    fn derived_sections(&self) -> Vec<Section> {
        let players = self.rules.players();
        vec![
            Section::new("trick_leader", players, "seat that led the trick"),
            Section::new("trick_winner", players, "seat that is winning the trick"),
            Section::new("unseen", self.cards(), "cards that may be in the hands of the others"),
        ]
    }

    fn observe_derived(&self, view: &HeartsView<'_>, numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let players = self.rules.players();
        let relative = |seat: usize| seats_after(seat, me, players);
        let mut writer = Writer::new(numbers);
        let trick = view.trick_seats();
        writer.one_hot(players, trick.map(|(leader, _)| relative(leader)));
        writer.one_hot(players, trick.map(|(_, winner)| relative(winner)));
        let mut unseen = writer.take(self.cards());
        self.rules.deck().iter().for_each(|card| unseen.mark(usize::from(card.0)));
        view.hand().for_each(|card| unseen.set(usize::from(card.0), 0.0));
        for (_, card) in view.plays() {
            unseen.set(usize::from(card.0), 0.0);
        }
    }

    fn event_sections(&self) -> Vec<Section> {
        self.move_sections()
    }

    /// Of another seat's pass, only that it passed.
    fn describe_event(&self, chosen: &Move, own: bool, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        let mut cards = writer.take(self.cards());
        match chosen {
            Move::Play(card) => cards.mark(usize::from(card.0)),
            Move::Pass(passed) => {
                if own {
                    passed.iter().for_each(|card| cards.mark(usize::from(card.0)));
                }
                writer.flag(true);
            }
        }
    }

    fn action_count(&self, space: ActionSpace) -> usize {
        let cards = self.cards();
        match space {
            ActionSpace::Flat if self.passing => cards + binomial(cards, PASSED) as usize,
            _ => cards,
        }
    }

    #[inline]
    fn mask(&self, view: &HeartsView<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_none() {
            return;
        }
        if !view.is_passing() {
            view.playable().for_each(|card| allow(mask, usize::from(card.0)));
            return;
        }
        match space {
            ActionSpace::Factored => {
                for card in view.hand().filter(|card| !picked.contains(&card.0.into())) {
                    allow(mask, usize::from(card.0));
                }
            }
            ActionSpace::Flat => {
                for (last, third) in view.hand().enumerate() {
                    for (middle, second) in view.hand().enumerate().take(last) {
                        for first in view.hand().take(middle) {
                            let rank = triple_rank([first, second, third]);
                            allow(mask, self.cards() + rank as usize);
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn compose(
        &self,
        view: &HeartsView<'_>,
        _: ActionSpace,
        picked: &[u32],
        action: u32,
    ) -> Option<Composed<Move>> {
        let card = |number: u32| u16::try_from(number).ok().map(DeckCard);
        let cards = self.cards() as u32;
        if let Some(rank) = action.checked_sub(cards) {
            let [first, second, third] = triple_at(rank, cards);
            let pass = Move::Pass([card(first)?, card(second)?, card(third)?]);
            return Some(Composed::Complete(pass));
        }
        if !view.is_passing() {
            return card(action).map(|card| Composed::Complete(Move::Play(card)));
        }
        let &[first, second] = picked else { return Some(Composed::Partial) };
        let mut cards = [card(first)?, card(second)?, card(action)?];
        cards.sort_unstable();
        Some(Composed::Complete(Move::Pass(cards)))
    }

    fn actions(&self, _: &HeartsView<'_>, space: ActionSpace, chosen: &Move) -> Vec<u32> {
        match (space, *chosen) {
            (_, Move::Play(card)) => vec![card.0.into()],
            (ActionSpace::Factored, Move::Pass(cards)) => {
                cards.iter().map(|card| card.0.into()).collect()
            }
            (ActionSpace::Flat, Move::Pass(cards)) => {
                vec![self.cards() as u32 + triple_rank(cards)]
            }
        }
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        let cards = self.cards() as u32;
        match action.checked_sub(cards) {
            None => self.card_text(action),
            Some(rank) => {
                let [first, second, third] =
                    triple_at(rank, cards).map(|card| self.card_text(card));
                format!("pass {first} {second} {third}")
            }
        }
    }

    fn move_sections(&self) -> Vec<Section> {
        let mut sections = vec![Section::new("cards", self.cards(), "cards played or passed")];
        if self.passing {
            sections.push(Section::new("pass", 1, "whether they are passed"));
        }
        sections
    }

    fn describe_move(&self, _: &HeartsView<'_>, chosen: &Move, numbers: &mut [f32]) {
        self.describe_event(chosen, true, numbers);
    }
}
