//! Observation and action encoding of President.
//!
//! Cards have their index in the order of the game, 0 (`3d`) to 51 (`2s`); ranks their value, from
//! 3. Seats are relative to the viewer, counted to the left.
//!
//! Factored actions: 0 to 51 pick a card to play, or give it in a trade; 52 is `done`, 53 `pass`,
//! and from 54 on a rank is requested. The cards of a combination are picked in any order. It is
//! played as soon as no legal combination extends it, and by `done` where one does.
//!
//! Flat actions: all combinations of the deck of the kinds that are moves, 18,891 of all nine, by
//! kind from lowest to highest and within a kind from lowest to highest in the usual order; then
//! `pass`, the requests of the 13 ranks, and the gifts of the 52 cards.
//!
//! What only some rules add to an observation comes at its end, so that the rest has the same place
//! under all of them.

use super::combination::{Combination, Kind, Kinds};
use super::enumerate::{Demand, combinations, for_each_combination};
use super::moves::Move;
use super::options::{MayPass, Passing, ScoreRule};
use super::order::{OrderedSet, card_at, order_index, rank, value};
use super::partial_moves::completions;
use super::rules::Rules;
use super::state::President;
use super::trade::Stage;
use super::view::PresidentView;
use crate::cards::{Card, Rank};
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, allow_bits, fraction, picked_bits,
    seat_to_move, seats_after,
};
use crate::game::{Seat, View as _};
use crate::lazy::Lazy;

const CARDS: usize = Card::COUNT;
const RANKS: usize = 13;
const DONE: usize = CARDS;
const PASS: usize = CARDS + 1;
const REQUESTS: usize = CARDS + 2;

/// All combinations, and an index by their cards.
struct Numbering {
    listed: Vec<Combination>,
    /// Sorted by cards.
    by_cards: Vec<(u64, u32)>,
}

impl Numbering {
    fn number(&self, combination: Combination) -> usize {
        let bits = combination.cards().bits();
        let found = self.by_cards.binary_search_by_key(&bits, |&(bits, _)| bits);
        found
            .ok()
            .and_then(|index| self.by_cards.get(index))
            .map_or(0, |&(_, number)| number as usize)
    }
}

static NUMBERING: Lazy<Numbering> = Lazy::new(|| {
    let mut listed = combinations(OrderedSet::FULL, Demand::default());
    listed.reverse();
    let mut by_cards: Vec<(u64, u32)> =
        (0..).zip(&listed).map(|(number, found)| (found.cards().bits(), number)).collect();
    by_cards.sort_unstable();
    Numbering { listed, by_cards }
});

/// The number of combinations of each kind in the deck.
const BY_KIND: [usize; 9] =
    [52, 13 * 6, 13 * 4, 13, 9 * (1024 - 4), 4 * (1287 - 9), 13 * 4 * 12 * 6, 13 * 48, 9 * 4];

/// Encodes games of President under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct PresidentEncoder {
    rules: Rules,
    /// The number of flat actions that play a combination.
    combinations: usize,
    /// By kind: how many combinations of lower kinds are no moves, and have no number.
    omitted: [usize; 9],
}

impl PresidentEncoder {
    pub(super) fn new(rules: Rules) -> Self {
        let kinds: Kinds = rules.options().kinds;
        let (mut combinations, mut omitted, mut missing) = (0, [0; 9], 0);
        for ((kind, count), slot) in Kind::ALL.into_iter().zip(BY_KIND).zip(&mut omitted) {
            *slot = missing;
            if kinds.contains(kind) {
                combinations += count;
            } else {
                missing += count;
            }
        }
        Self { rules, combinations, omitted }
    }

    /// Whether there is more than one round.
    const fn has_rounds(&self) -> bool {
        self.rules.rounds() > 1
    }

    fn can_reverse(&self) -> bool {
        self.rules.options().revolution
    }

    fn can_lock(&self) -> bool {
        self.rules.options().passing == Passing::Locked
    }

    /// The flat action of a combination.
    fn number(&self, numbering: &Numbering, combination: Combination) -> usize {
        let omitted = self.omitted.get(usize::from(combination.kind().number()));
        numbering.number(combination) - omitted.copied().unwrap_or(0)
    }

    /// The combination of a flat action.
    fn combination(&self, action: usize) -> Option<Combination> {
        let mut first = 0;
        for kind in self.rules.options().kinds.iter() {
            let index = usize::from(kind.number());
            first += BY_KIND[index];
            if action < first {
                return NUMBERING.listed.get(action + self.omitted[index]).copied();
            }
        }
        None
    }

    /// Observe the match so far and the seat's own trade.
    fn observe_match(&self, view: &PresidentView<'_>, me: Seat, writer: &mut Writer<'_>) {
        let players = self.rules.players();
        let places = players as i64;
        let relative = |seat: usize| seats_after(seat, me, players);
        let mut before = writer.take(players);
        for (place, &seat) in (1..).zip(view.orders().last().into_iter().flatten()) {
            before.set(relative(seat), fraction(place, places));
        }
        let mut totals = writer.take(players);
        let largest = self.largest_total();
        for seat in 0..players {
            totals.set(relative(seat), fraction(view.total(seat), largest));
        }
        writer.number(fraction(view.round_number().into(), self.rules.rounds().into()));
        let trade = view.trade();
        let partner = trade.map(|trade| if trade.upper == me { trade.lower } else { trade.upper });
        writer.one_hot(players, partner.map(relative));
        writer.bits(CARDS, trade.map_or(0, |trade| trade.taken.bits()));
        writer.bits(CARDS, trade.map_or(0, |trade| trade.returned.bits()));
        let mut refused = writer.take(RANKS);
        for rank in trade.into_iter().flat_map(|trade| trade.refused_ranks()) {
            refused.mark(rank_index(rank));
        }
        let stage = if view.is_my_turn() { stage(view) } else { Stage::Done };
        writer.flag(stage == Stage::Request);
        writer.flag(stage == Stage::Give);
    }

    /// The largest total there can be.
    fn largest_total(&self) -> i64 {
        let players = self.rules.players() as i64;
        let largest = match self.rules.options().score {
            ScoreRule::Places => players,
            ScoreRule::Cards => (players - 1) * self.rules.largest_penalty(),
        };
        largest * i64::from(self.rules.rounds())
    }
}

/// The stage of the current trade for the seat to move; done if there is none.
fn stage(view: &PresidentView<'_>) -> Stage {
    match (view.traders(), view.trade()) {
        (Some(_), Some(trade)) => trade.stage(),
        _ => Stage::Done,
    }
}

/// The index of a rank among the 13, from three to two.
fn rank_index(rank: Rank) -> usize {
    usize::from(value(rank) - 3)
}

fn rank_at(index: usize) -> Option<Rank> {
    u8::try_from(index).ok().and_then(|index| rank(index + 3))
}

fn card(action: usize) -> Option<Card> {
    u8::try_from(action).ok().and_then(card_at)
}

impl Encoder<President> for PresidentEncoder {
    fn fits(&self, view: &PresidentView<'_>) -> bool {
        view.rules() == self.rules
    }

    fn sections(&self) -> Vec<Section> {
        let players = self.rules.players();
        let full = self.rules.hand_size() as i64;
        // The president holds the received cards until it gives as many back.
        let received = self.rules.trade_sizes().max().unwrap_or(0) as i64;
        let most = full + if self.has_rounds() { received } else { 0 };
        let mut sections = vec![
            Section::new("hand", CARDS, "cards that the seat holds"),
            Section::new("picked", CARDS, "cards picked for the move in progress"),
            Section::new("played", players * CARDS, "by seat: cards played in this round"),
            Section::new("beat", CARDS, "cards of the combination to beat"),
            Section::new("kind", Kind::ALL.len(), "kind of the combination to beat"),
            Section::new("leader", players, "seat that played the combination to beat"),
            Section::new(
                "passed",
                players,
                if self.can_lock() {
                    "by seat: whether it has passed since the pile was cleared"
                } else {
                    "by seat: whether it has passed since"
                },
            ),
            Section::fractions(
                "counts",
                players,
                "by seat: cards held, as a fraction of a full hand",
            )
            .between(0.0, fraction(most, full)),
            Section::fractions(
                "finished",
                players,
                "by seat: place in this round as a fraction of all places, 0 while it has cards",
            ),
            Section::new("turn", players, "seat whose turn it is"),
            Section::new("opening", 1, "whether the move must contain the lowest card"),
        ];
        if self.has_rounds() {
            let totals = match self.rules.options().score {
                ScoreRule::Places => Section::fractions(
                    "totals",
                    players,
                    "by seat: sum of its places so far, as a fraction of the largest there can be",
                ),
                ScoreRule::Cards => Section::fractions(
                    "totals",
                    players,
                    "by seat: points so far, as a fraction of the most there can be",
                )
                .between(-1.0, 1.0),
            };
            sections.extend([
                Section::fractions(
                    "places",
                    players,
                    "by seat: place in the round before as a fraction of all places, 0 in the first",
                ),
                totals,
                Section::fractions("round", 1, "number of the round as a fraction of all rounds"),
                Section::new("partner", players, "seat with which the seat trades in this round"),
                Section::new("taken", CARDS, "cards that went up in that trade"),
                Section::new("returned", CARDS, "cards that came back in that trade"),
                Section::new("refused", RANKS, "ranks that were refused in that trade"),
                Section::new("request", 1, "whether the seat has to name a rank"),
                Section::new("give", 1, "whether the seat has to give a card back"),
            ]);
        }
        if self.can_reverse() {
            sections.push(Section::new("reversed", 1, "whether the order of values is reversed"));
        }
        sections
    }

    #[inline]
    fn observe(&self, view: &PresidentView<'_>, picked: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let players = self.rules.players();
        let relative = |seat: usize| seats_after(seat, me, players);
        let mut writer = Writer::new(numbers);
        writer.bits(CARDS, view.hand().bits());
        writer.bits(CARDS, picked_bits(picked));
        let mut played = writer.take(players * CARDS);
        let (mut leader, mut passed) = (None, 0_u64);
        let keeps_passes = self.can_lock();
        for &(seat, play) in view.plays() {
            let seat = relative(seat);
            if let Some(combination) = play.combination() {
                for order_index in combination.cards().order_indices() {
                    played.mark(seat * CARDS + usize::from(order_index));
                }
                (leader, passed) = (Some(seat), 0);
            } else {
                passed |= 1 << seat;
            }
        }
        if keeps_passes {
            passed = view.locked().fold(0, |passed, seat| passed | 1 << relative(seat));
        }
        let beat = view.beat();
        writer.bits(CARDS, beat.map_or(0, |beat| beat.cards().bits()));
        writer.one_hot(Kind::ALL.len(), beat.map(|beat| usize::from(beat.kind().number())));
        writer.one_hot(players, leader.filter(|_| beat.is_some()));
        writer.bits(players, if beat.is_some() { passed } else { 0 });
        let full = self.rules.hand_size() as i64;
        let mut counts = writer.take(players);
        for seat in 0..players {
            counts.set(relative(seat), fraction(view.count(seat) as i64, full));
        }
        let places = players as i64;
        let mut finished = writer.take(players);
        for (place, &seat) in (1..).zip(view.finished()) {
            finished.set(relative(seat), fraction(place, places));
        }
        writer.one_hot(players, view.to_move().map(relative));
        writer.flag(view.opening().is_some());
        if self.has_rounds() {
            self.observe_match(view, me, &mut writer);
        }
        if self.can_reverse() {
            writer.flag(view.is_reversed());
        }
    }

    fn derived_sections(&self) -> Vec<Section> {
        vec![Section::new("unseen", CARDS, "cards that the seat neither holds nor has seen played")]
    }

    fn observe_derived(&self, view: &PresidentView<'_>, numbers: &mut [f32]) {
        let played = view.plays().iter().filter_map(|(_, play)| play.combination());
        let seen = played.fold(view.hand(), |seen, combination| seen | combination.cards());
        Writer::new(numbers).bits(CARDS, OrderedSet::FULL.bits() & !seen.bits());
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![
            Section::new("cards", CARDS, "cards played, or given by the seat itself"),
            Section::new("pass", 1, "whether it is a pass"),
            Section::new("request", 1, "whether a rank is requested in a trade"),
            Section::new("rank", RANKS, "rank that the seat itself requested"),
            Section::new("give", 1, "whether a card is given in a trade"),
        ]
    }

    /// Of a trade, the others are told neither the rank nor the card.
    fn describe_event(&self, chosen: &Move, own: bool, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        let cards = match chosen {
            Move::Play(combination) => combination.cards(),
            Move::Give(card) if own => (*card).into(),
            _ => OrderedSet::EMPTY,
        };
        writer.bits(CARDS, cards.bits());
        writer.flag(*chosen == Move::Pass);
        writer.flag(matches!(chosen, Move::Request(_)));
        let requested = match chosen {
            Move::Request(rank) if own => Some(rank_index(*rank)),
            _ => None,
        };
        writer.one_hot(RANKS, requested);
        writer.flag(matches!(chosen, Move::Give(_)));
    }

    fn action_count(&self, space: ActionSpace) -> usize {
        match space {
            ActionSpace::Factored => REQUESTS + RANKS,
            ActionSpace::Flat => self.combinations + 1 + RANKS + CARDS,
        }
    }

    #[inline]
    fn mask(&self, view: &PresidentView<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_none() {
            return;
        }
        let flat = space == ActionSpace::Flat;
        match stage(view) {
            Stage::Request => {
                let first = if flat { self.combinations + 1 } else { REQUESTS };
                for rank in view.trade().into_iter().flat_map(|trade| trade.requests()) {
                    allow(mask, first + rank_index(rank));
                }
                return;
            }
            Stage::Give => {
                let first = if flat { self.combinations + 1 + RANKS } else { 0 };
                allow_bits(mask, first, view.hand().bits());
                return;
            }
            Stage::Done => {}
        }
        let (hand, demand) = (view.hand(), view.demand());
        let mut has_move = false;
        if flat {
            let numbering = &*NUMBERING;
            for_each_combination(hand, demand, |found| {
                has_move = true;
                allow(mask, self.number(numbering, found));
            });
        } else {
            let picked = OrderedSet::from_bits(picked_bits(picked));
            let cards = completions(hand, demand, picked);
            has_move = !cards.is_empty();
            allow_bits(mask, 0, cards.bits());
            if !picked.is_empty() {
                if Combination::of(picked).is_ok_and(|found| demand.allows(found)) {
                    allow(mask, DONE);
                }
                return;
            }
        }
        let may_pass = self.rules.options().may_pass == MayPass::Always || !has_move;
        if demand.beat.is_some() && may_pass {
            allow(mask, if flat { self.combinations } else { PASS });
        }
    }

    #[inline]
    fn compose(
        &self,
        view: &PresidentView<'_>,
        space: ActionSpace,
        picked: &[u32],
        action: u32,
    ) -> Option<Composed<Move>> {
        let action = action as usize;
        if space == ActionSpace::Flat {
            let Some(rest) = action.checked_sub(self.combinations) else {
                let found = self.combination(action);
                return found.map(|found| Composed::Complete(Move::Play(found)));
            };
            return Some(Composed::Complete(match rest {
                0 => Move::Pass,
                1..=RANKS => Move::Request(rank_at(rest - 1)?),
                _ => Move::Give(card(rest - 1 - RANKS)?),
            }));
        }
        let mut cards = OrderedSet::from_bits(picked_bits(picked));
        match action {
            DONE => {}
            PASS => return Some(Composed::Complete(Move::Pass)),
            REQUESTS.. => {
                return Some(Composed::Complete(Move::Request(rank_at(action - REQUESTS)?)));
            }
            _ => {
                let card = card(action)?;
                if stage(view) == Stage::Give {
                    return Some(Composed::Complete(Move::Give(card)));
                }
                cards = cards | card.into();
                if !completions(view.hand(), view.demand(), cards).is_empty() {
                    return Some(Composed::Partial);
                }
            }
        }
        Combination::of(cards).ok().map(|found| Composed::Complete(Move::Play(found)))
    }

    fn actions(&self, view: &PresidentView<'_>, space: ActionSpace, chosen: &Move) -> Vec<u32> {
        let flat = space == ActionSpace::Flat;
        let action = match *chosen {
            Move::Play(combination) if flat => self.number(&NUMBERING, combination),
            Move::Play(combination) => {
                let cards = combination.cards();
                let mut actions: Vec<u32> = cards.order_indices().map(u32::from).collect();
                if !completions(view.hand(), view.demand(), cards).is_empty() {
                    actions.push(DONE as u32);
                }
                return actions;
            }
            Move::Pass => {
                if flat {
                    self.combinations
                } else {
                    PASS
                }
            }
            Move::Request(rank) => {
                let first = if flat { self.combinations + 1 } else { REQUESTS };
                first + rank_index(rank)
            }
            Move::Give(card) => {
                let first = if flat { self.combinations + 1 + RANKS } else { 0 };
                first + usize::from(order_index(card))
            }
        };
        vec![action as u32]
    }

    fn action_text(&self, space: ActionSpace, action: u32) -> String {
        let action = action as usize;
        let request = |index| rank_at(index).map(|rank| Move::Request(rank).to_string());
        let text = if space == ActionSpace::Flat {
            match action.checked_sub(self.combinations) {
                None => self.combination(action).map(|found| found.to_string()),
                Some(0) => Some(Move::Pass.to_string()),
                Some(rest @ 1..=RANKS) => request(rest - 1),
                Some(rest) => card(rest - 1 - RANKS).map(|card| Move::Give(card).to_string()),
            }
        } else {
            match action {
                DONE => Some("done".to_owned()),
                PASS => Some(Move::Pass.to_string()),
                REQUESTS.. => request(action - REQUESTS),
                _ => card(action).map(|card| card.to_string()),
            }
        };
        text.unwrap_or_default()
    }

    fn move_sections(&self) -> Vec<Section> {
        let mut sections = vec![
            Section::new("cards", CARDS, "cards played or given"),
            Section::new("kind", Kind::ALL.len(), "kind of the combination played"),
            Section::new("pass", 1, "whether it is a pass"),
        ];
        if self.has_rounds() {
            sections.extend([
                Section::new("request", RANKS, "rank requested"),
                Section::new("give", 1, "whether the card is given in a trade"),
            ]);
        }
        sections
    }

    fn describe_move(&self, _: &PresidentView<'_>, chosen: &Move, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        let cards = match chosen {
            Move::Play(combination) => combination.cards(),
            Move::Give(card) => (*card).into(),
            Move::Pass | Move::Request(_) => OrderedSet::EMPTY,
        };
        writer.bits(CARDS, cards.bits());
        let kind = chosen.combination().map(|combination| combination.kind());
        writer.one_hot(Kind::ALL.len(), kind.map(|kind| usize::from(kind.number())));
        writer.flag(*chosen == Move::Pass);
        if self.has_rounds() {
            let requested = match chosen {
                Move::Request(rank) => Some(rank_index(*rank)),
                _ => None,
            };
            writer.one_hot(RANKS, requested);
            writer.flag(matches!(chosen, Move::Give(_)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::*;

    #[test]
    fn the_number_of_combinations_is_correct() {
        assert_eq!(NUMBERING.listed.len(), 18_891);
        for (kind, count) in Kind::ALL.into_iter().zip(BY_KIND) {
            assert_eq!(NUMBERING.listed.iter().filter(|found| found.kind() == kind).count(), count);
        }
    }

    #[test]
    fn only_moves_have_a_flat_action() {
        for (options, combinations) in [
            (Options::REPORT, 18_891),
            (Options::BASIC, 195),
            (Options::BIG_TWO, 18_878),
            (Options::DAIHINMIN, 195),
        ] {
            let encoder = PresidentEncoder::new(Rules::of(options).unwrap());
            assert_eq!(encoder.action_count(ActionSpace::Flat), combinations + 66);
            for action in 0..combinations {
                let found = encoder.combination(action).unwrap();
                assert!(options.kinds.contains(found.kind()));
                assert_eq!(encoder.number(&NUMBERING, found), action);
            }
            assert!(encoder.combination(combinations).is_none());
        }
    }
}
