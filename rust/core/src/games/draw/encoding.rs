//! Observation and action encoding of five-card draw.
//!
//! Cards have their usual number, `4 * rank + suit`. Seats are relative to the viewer, counted to
//! the left.
//!
//! Factored actions: 0 to 51 pick a card to discard, 52 completes the discard, and 53 to 57 are
//! `fold`, `check`, `call`, `bet` and `raise`. Picking the fifth card completes the discard. Flat
//! actions: 0 to 4 are `fold` to `raise`, and from 5 on are the 32 discards, as bit masks over the
//! sorted hand.

use super::moves::{Move, PublicMove};
use super::rules::Rules;
use super::seats::Seats;
use super::state::{FiveCardDraw, Phase, discard_at};
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, allow_bits, fraction, picked_bits,
    seat_to_move, seats_after,
};

const CARDS: usize = Card::COUNT;
const HAND: usize = 5;
const DONE: usize = CARDS;
const WAGERS: [Move; 5] = [Move::Fold, Move::Check, Move::Call, Move::Bet, Move::Raise];
const DISCARDS: usize = 1 << HAND;

/// The number of possible draw counts: none to five.
const DRAWS: usize = HAND + 1;

/// Encodes games of five-card draw under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct DrawEncoder {
    rules: Rules,
}

impl DrawEncoder {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// The maximum number of bets and raises in a betting round.
    fn raises(&self) -> i64 {
        i64::from(self.rules.raises) + 1
    }

    /// The maximum number of chips a betting round can cost.
    fn most(&self) -> i64 {
        i64::from(self.rules.small_bet.max(self.rules.big_bet)) * self.raises()
    }
}

/// The index of a discard among the 32 of a hand.
fn set_index(hand: CardSet, discard: CardSet) -> usize {
    (0..)
        .zip(hand)
        .filter(|&(_, card)| discard.contains(card))
        .fold(0, |all, (bit, _)| all | 1 << bit)
}

/// The number of the first betting action.
const fn first_wager(space: ActionSpace) -> usize {
    match space {
        ActionSpace::Factored => CARDS + 1,
        ActionSpace::Flat => 0,
    }
}

impl Encoder<FiveCardDraw> for DrawEncoder {
    fn fits(&self, view: &DrawView<'_>) -> bool {
        *view.rules() == self.rules
    }

    fn sections(&self) -> Vec<Section> {
        // One seat can win everybody's chips.
        let all_chips = self.rules.players as f32;
        let players = self.rules.seats();
        vec![
            Section::new("hand", CARDS, "cards that the seat holds, also after it folded"),
            Section::new("picked", CARDS, "cards picked for the discard in progress"),
            Section::new("discarded", CARDS, "cards that the seat has discarded in this hand"),
            Section::new("phase", 3, "first bets, discard or second bets"),
            Section::new("button", players, "seat that has the button"),
            Section::new("turn", players, "seat whose turn it is"),
            Section::new(
                "stacks",
                players,
                "by seat: its chips, as a fraction of a stack at the start",
            )
            .between(0.0, all_chips),
            Section::new(
                "paid",
                players,
                "by seat: chips paid into this hand, as a fraction of a stack at the start",
            )
            .between(0.0, all_chips),
            Section::fractions(
                "bets",
                players,
                "by seat: chips put in in this betting round, as a fraction of the most it can cost",
            ),
            Section::fractions("to_call", 1, "chips to pay to call, as the same part"),
            Section::fractions("raises_left", 1, "raises left in this round, as a fraction of all"),
            Section::new("folded", players, "by seat: whether it has folded"),
            Section::new("all_in", players, "by seat: whether it plays on without chips"),
            Section::new("out", players, "by seat: whether it was dealt no cards"),
            Section::new("drawn", players * DRAWS, "by seat: how many cards it has drawn, 0 to 5"),
            Section::fractions(
                "raised",
                2 * players,
                "by betting round and seat: its bets and raises, as a fraction of all there can be",
            ),
            Section::fractions("hand_number", 1, "number of the hand, as a fraction of all hands"),
        ]
    }

    #[inline]
    fn observe(&self, view: &DrawView<'_>, picked: &[u32], numbers: &mut [f32]) {
        let Some(me) = view.seat() else { return };
        let (rules, players) = (&self.rules, self.rules.seats());
        let relative = |seat: usize| seats_after(seat, me, players);
        let mut writer = Writer::new(numbers);
        writer.bits(CARDS, view.hand().bits());
        writer.bits(CARDS, picked_bits(picked));
        writer.bits(CARDS, view.discarded().bits());
        writer.one_hot(
            3,
            match view.phase() {
                Phase::FirstBets => Some(0),
                Phase::Discard => Some(1),
                Phase::SecondBets => Some(2),
                Phase::Over => None,
            },
        );
        writer.one_hot(players, Some(relative(view.button())));
        writer.one_hot(players, view.to_move().map(relative));
        let (mut stacks, mut paid) = (writer.take(players), writer.take(players));
        let mut bets = writer.take(players);
        let (stack, most) = (i64::from(rules.stack), self.most());
        for seat in 0..players {
            stacks.set(relative(seat), fraction(view.stack(seat).into(), stack));
            paid.set(relative(seat), fraction(view.paid(seat).into(), stack));
            bets.set(relative(seat), fraction(view.bet(seat).into(), most));
        }
        writer.number(fraction(view.to_call().into(), most));
        writer.number(fraction(view.raises_left().into(), rules.raises.into()));
        let mut mark_seats = |seats: Seats| {
            let mut marks = writer.take(players);
            seats.iter().filter(|&seat| seat < players).for_each(|seat| marks.mark(relative(seat)));
        };
        mark_seats(view.folded());
        mark_seats(view.all_in());
        mark_seats(view.out());
        let mut drawn = writer.take(players * DRAWS);
        for seat in 0..players {
            if let Some(count) = view.drawn(seat) {
                drawn.mark(relative(seat) * DRAWS + count);
            }
        }
        let mut counts = [0_i64; 2 * super::rules::MAX_PLAYERS];
        let mut round = 0;
        for &(seat, made) in view.moves() {
            match made {
                PublicMove::Draw(_) => round = 1,
                PublicMove::Bet | PublicMove::Raise => {
                    if let Some(count) = counts.get_mut(round * players + relative(seat)) {
                        *count += 1;
                    }
                }
                PublicMove::Fold | PublicMove::Check | PublicMove::Call => {}
            }
        }
        let mut raised = writer.take(2 * players);
        for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            raised.set(index, fraction(count, self.raises()));
        }
        writer.number(fraction(i64::from(view.number()) + 1, rules.hands.into()));
    }

    fn derived_sections(&self) -> Vec<Section> {
        vec![Section::new("unseen", CARDS, "cards that the seat has not seen in this hand")]
    }

    fn observe_derived(&self, view: &DrawView<'_>, numbers: &mut [f32]) {
        Writer::new(numbers).bits(CARDS, (!(view.hand() | view.discarded())).bits());
    }

    fn event_sections(&self) -> Vec<Section> {
        vec![
            Section::new("wager", WAGERS.len(), "fold, check, call, bet or raise"),
            Section::new("draws", DRAWS, "how many cards are drawn, 0 to 5"),
            Section::new("cards", CARDS, "cards discarded, of the seat's own discard"),
        ]
    }

    /// Of another seat's discard, only the number of cards.
    fn describe_event(&self, chosen: &Move, own: bool, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        writer.one_hot(WAGERS.len(), WAGERS.iter().position(|wager| wager == chosen));
        if let Move::Discard(cards) = chosen {
            writer.one_hot(DRAWS, Some(cards.len()));
            writer.bits(CARDS, if own { cards.bits() } else { 0 });
        }
    }

    fn action_count(&self, space: ActionSpace) -> usize {
        match space {
            ActionSpace::Factored => CARDS + 1 + WAGERS.len(),
            ActionSpace::Flat => WAGERS.len() + DISCARDS,
        }
    }

    #[inline]
    fn mask(&self, view: &DrawView<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_none() {
            return;
        }
        if view.phase() != Phase::Discard {
            let first = first_wager(space);
            for (index, &wager) in WAGERS.iter().enumerate() {
                if view.allows(wager) {
                    allow(mask, first + index);
                }
            }
            return;
        }
        match space {
            ActionSpace::Factored => {
                allow_bits(mask, 0, view.hand().bits() & !picked_bits(picked));
                allow(mask, DONE);
            }
            ActionSpace::Flat => {
                (0..DISCARDS).for_each(|index| allow(mask, WAGERS.len() + index));
            }
        }
    }

    #[inline]
    fn compose(
        &self,
        view: &DrawView<'_>,
        space: ActionSpace,
        picked: &[u32],
        action: u32,
    ) -> Option<Composed<Move>> {
        let action = action as usize;
        let wager = action.checked_sub(first_wager(space)).and_then(|index| WAGERS.get(index));
        if let Some(&wager) = wager {
            return Some(Composed::Complete(wager));
        }
        if space == ActionSpace::Flat {
            let discard = discard_at(view.hand(), (action - WAGERS.len()) as u32);
            return Some(Composed::Complete(Move::Discard(discard)));
        }
        let mut bits = picked_bits(picked);
        if action < CARDS {
            bits |= 1 << action;
            if bits != view.hand().bits() {
                return Some(Composed::Partial);
            }
        }
        CardSet::from_bits(bits).map(|cards| Composed::Complete(Move::Discard(cards)))
    }

    fn actions(&self, view: &DrawView<'_>, space: ActionSpace, chosen: &Move) -> Vec<u32> {
        match (*chosen, space) {
            (Move::Discard(cards), ActionSpace::Factored) => {
                let done = (cards != view.hand()).then_some(DONE as u32);
                cards.iter().map(|card| u32::from(card.number())).chain(done).collect()
            }
            (Move::Discard(cards), ActionSpace::Flat) => {
                vec![(WAGERS.len() + set_index(view.hand(), cards)) as u32]
            }
            (wager, _) => {
                let index = WAGERS.iter().position(|&listed| listed == wager);
                index.map(|index| (first_wager(space) + index) as u32).into_iter().collect()
            }
        }
    }

    fn action_text(&self, space: ActionSpace, action: u32) -> String {
        let action = action as usize;
        let wager = action.checked_sub(first_wager(space)).and_then(|index| WAGERS.get(index));
        if let Some(wager) = wager {
            return wager.to_string();
        }
        match space {
            ActionSpace::Factored if action == DONE => "done".to_owned(),
            ActionSpace::Factored => u8::try_from(action)
                .ok()
                .and_then(Card::from_number)
                .map_or_else(String::new, |card| card.to_string()),
            ActionSpace::Flat => {
                let selected = (0..HAND).filter(|bit| (action - WAGERS.len()) >> bit & 1 == 1);
                let indices: Vec<String> = selected.map(|bit| (bit + 1).to_string()).collect();
                match indices.len() {
                    0 => "discard no card".to_owned(),
                    1 => format!("discard card {}", indices.join(" ")),
                    _ => format!("discard cards {}", indices.join(" ")),
                }
            }
        }
    }

    fn move_sections(&self) -> Vec<Section> {
        vec![
            Section::new("wager", WAGERS.len(), "fold, check, call, bet or raise"),
            Section::new("discard", 1, "whether the move is a discard, possibly of no cards"),
            Section::new("cards", CARDS, "cards discarded"),
        ]
    }

    fn describe_move(&self, _: &DrawView<'_>, chosen: &Move, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        writer.one_hot(WAGERS.len(), WAGERS.iter().position(|wager| wager == chosen));
        if let Move::Discard(cards) = chosen {
            writer.flag(true);
            writer.bits(CARDS, cards.bits());
        }
    }
}
