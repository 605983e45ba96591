//! Observation and action encoding of five-card draw.
//!
//! Cards have their usual number, `4 * rank + suit`. Seats are relative to the viewer, counted to
//! the left.
//!
//! Factored actions: 0 to 51 pick a card to discard, 52 completes the discard, and 53 to 57 are
//! `fold`, `check`, `call`, `bet` and `raise`. Picking the last card of the hand completes the discard.
//! Flat actions: 0 to 4 are `fold` to `raise`, and from 5 on are the 32 discards, in badugi 16, as bit
//! masks over the sorted hand.
//!
//! At pot-limit and no-limit the places of `bet` and `raise` are taken by four sizes: the least, half
//! the pot, the pot and the most. A size that is not larger than the one before is not legal. Other
//! amounts count as the nearest of them.

use super::betting::SIZES;
use super::moves::{Move, PublicMove};
use super::rules::{MAX_DRAWS, MAX_PLAYERS, Rules};
use super::seats::Seats;
use super::state::{FiveCardDraw, Phase, discard_at};
use super::structure::Structure;
use super::view::DrawView;
use crate::cards::{Card, CardSet};
use crate::game::View as _;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Section, Writer, allow, allow_bits, fraction, picked_bits,
    seat_to_move, seats_after,
};

const CARDS: usize = Card::COUNT;
const DONE: usize = CARDS;
const WAGERS: [Move; 5] = [Move::Fold, Move::Check, Move::Call, Move::Bet, Move::Raise];

/// The number of moves before the bets and raises.
const PASSIVE: usize = 3;

/// The names of the sizes at pot-limit and no-limit.
const SIZE_NAMES: [&str; SIZES] = ["least", "half pot", "pot", "most"];

/// At pot-limit and no-limit, as many bets and raises in a round count as all.
const MANY_RAISES: u32 = 7;

/// Encodes games of five-card draw under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct DrawEncoder {
    rules: Rules,
}

impl DrawEncoder {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Whether bets have any size.
    fn is_sized(&self) -> bool {
        self.rules.betting != Structure::Limit
    }

    /// The number of raises in a betting round that count as all.
    fn most_raises(&self) -> u32 {
        if self.is_sized() { self.rules.raises.min(MANY_RAISES) } else { self.rules.raises }
    }

    /// The maximum number of bets and raises in a betting round.
    fn raises(&self) -> i64 {
        i64::from(self.most_raises()) + 1
    }

    /// The maximum number of chips a betting round can cost, or the unit of its chips.
    fn most(&self) -> i64 {
        if self.is_sized() {
            return i64::from(self.rules.stack) * i64::from(self.rules.players);
        }
        let blind = i64::from(self.rules.straddle.max(self.rules.big_blind));
        i64::from(self.rules.small_bet.max(self.rules.big_bet)) * self.raises() + blind
    }

    /// The number of betting actions.
    fn wagers(&self) -> usize {
        if self.is_sized() { PASSIVE + SIZES } else { WAGERS.len() }
    }

    /// The number of discards.
    const fn discards(&self) -> usize {
        1 << self.rules.cards()
    }

    /// The number of possible draw counts: none to all cards.
    const fn draw_counts(&self) -> usize {
        self.rules.cards() + 1
    }

    /// The number of betting rounds.
    const fn rounds(&self) -> usize {
        self.rules.draws as usize + 1
    }

    /// The betting move with an index, if it is legal or at limit.
    fn wager(&self, view: &DrawView<'_>, index: usize) -> Option<Move> {
        match index.checked_sub(PASSIVE).filter(|_| self.is_sized()) {
            Some(size) => view.sizes().get(size).copied().flatten(),
            None => WAGERS.get(index).copied(),
        }
    }

    /// The index of a betting move; for an amount that is not offered, of the nearest size.
    fn wager_index(&self, view: &DrawView<'_>, chosen: Move) -> Option<usize> {
        let (Move::BetOf(chips) | Move::RaiseTo(chips)) = chosen else {
            return WAGERS.iter().position(|&wager| wager == chosen);
        };
        let amount = |size: Option<Move>| match size {
            Some(Move::BetOf(size) | Move::RaiseTo(size)) => Some(size.abs_diff(chips)),
            _ => None,
        };
        let sizes = view.sizes().into_iter().enumerate();
        let near = sizes.filter_map(|(index, size)| Some((amount(size)?, index))).min();
        near.map(|(_, index)| PASSIVE + index)
    }

    /// Whether a bet or raise is described by its amount.
    fn amount_section(&self) -> Option<Section> {
        let all_chips = self.rules.players as f32;
        self.is_sized().then(|| {
            Section::new(
                "amount",
                1,
                "chips bet or raised to, as a fraction of a stack at the start",
            )
            .between(0.0, all_chips)
        })
    }

    /// Write what kind of betting move a move is, and its amount.
    fn write_wager(&self, writer: &mut Writer<'_>, chosen: &Move) {
        let (kind, chips) = match *chosen {
            Move::BetOf(chips) => (Move::Bet, chips),
            Move::RaiseTo(chips) => (Move::Raise, chips),
            other => (other, 0),
        };
        writer.one_hot(WAGERS.len(), WAGERS.iter().position(|&wager| wager == kind));
        if self.is_sized() {
            writer.number(fraction(chips.into(), self.rules.stack.into()));
        }
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
            Section::new(
                "phase",
                2 * self.rounds() - 1,
                if self.rules.draws == 1 {
                    "first bets, discard or second bets"
                } else {
                    "first bets, first discard, second bets, and so on"
                },
            ),
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
            Section::new(
                "drawn",
                self.rules.draws as usize * players * self.draw_counts(),
                if self.rules.draws == 1 && self.rules.cards() == 5 {
                    "by seat: how many cards it has drawn, 0 to 5"
                } else {
                    "by draw and seat: how many cards it has drawn, 0 to all"
                },
            ),
            Section::fractions(
                "raised",
                self.rounds() * players,
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
        let done = 2 * (rules.draws - view.draws_left()) as usize;
        writer.one_hot(
            2 * self.rounds() - 1,
            match view.phase() {
                Phase::Over => None,
                Phase::Discard => Some(done + 1),
                _ => Some(done),
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
        let raises = self.most_raises();
        writer.number(fraction(view.raises_left().min(raises).into(), raises.into()));
        let mut mark_seats = |seats: Seats| {
            let mut marks = writer.take(players);
            seats.iter().filter(|&seat| seat < players).for_each(|seat| marks.mark(relative(seat)));
        };
        mark_seats(view.folded());
        mark_seats(view.all_in());
        mark_seats(view.out());
        let counts_each = self.draw_counts();
        let mut drawn = writer.take(rules.draws as usize * players * counts_each);
        let mut counts = [0_i64; (MAX_DRAWS + 1) * MAX_PLAYERS];
        let mut draws = [0_usize; MAX_PLAYERS];
        let mut round = 0;
        for &(seat, made) in view.moves() {
            if let PublicMove::Draw(count) = made {
                drawn.mark((draws[seat] * players + relative(seat)) * counts_each + count);
                draws[seat] += 1;
                round = draws[seat];
            } else if made.is_bet()
                && let Some(count) = counts.get_mut(round * players + relative(seat))
            {
                *count += 1;
            }
        }
        let mut raised = writer.take(self.rounds() * players);
        for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            raised.set(index, fraction(count.min(self.raises()), self.raises()));
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
        let mut sections =
            vec![Section::new("wager", WAGERS.len(), "fold, check, call, bet or raise")];
        sections.extend(self.amount_section());
        sections.extend([
            Section::new("draws", self.draw_counts(), "how many cards are drawn, from 0"),
            Section::new("cards", CARDS, "cards discarded, of the seat's own discard"),
        ]);
        sections
    }

    /// Of another seat's discard, only the number of cards.
    fn describe_event(&self, chosen: &Move, own: bool, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        self.write_wager(&mut writer, chosen);
        if let Move::Discard(cards) = chosen {
            writer.one_hot(self.draw_counts(), Some(cards.len()));
            writer.bits(CARDS, if own { cards.bits() } else { 0 });
        }
    }

    fn action_count(&self, space: ActionSpace) -> usize {
        match space {
            ActionSpace::Factored => CARDS + 1 + self.wagers(),
            ActionSpace::Flat => self.wagers() + self.discards(),
        }
    }

    #[inline]
    fn mask(&self, view: &DrawView<'_>, space: ActionSpace, picked: &[u32], mask: &mut [u8]) {
        if seat_to_move(view).is_none() {
            return;
        }
        if view.phase() != Phase::Discard {
            let first = first_wager(space);
            if self.is_sized() {
                let passive = WAGERS.iter().take(PASSIVE).map(|&wager| view.allows(wager));
                let sizes = view.sizes().map(|size| size.is_some());
                for (index, _) in passive.chain(sizes).enumerate().filter(|(_, legal)| *legal) {
                    allow(mask, first + index);
                }
                return;
            }
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
                (0..self.discards()).for_each(|index| allow(mask, self.wagers() + index));
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
        let wager = action.checked_sub(first_wager(space)).filter(|&index| index < self.wagers());
        if let Some(index) = wager {
            return self.wager(view, index).map(Composed::Complete);
        }
        if space == ActionSpace::Flat {
            let discard = discard_at(view.hand(), (action - self.wagers()) as u32);
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
                vec![(self.wagers() + set_index(view.hand(), cards)) as u32]
            }
            (wager, _) => {
                let index = self.wager_index(view, wager);
                index.map(|index| (first_wager(space) + index) as u32).into_iter().collect()
            }
        }
    }

    fn action_text(&self, space: ActionSpace, action: u32) -> String {
        let action = action as usize;
        let wager = action.checked_sub(first_wager(space)).filter(|&index| index < self.wagers());
        if let Some(index) = wager {
            let size = index.checked_sub(PASSIVE).filter(|_| self.is_sized());
            return match size.and_then(|size| SIZE_NAMES.get(size)) {
                Some(name) => format!("bet or raise: {name}"),
                None => WAGERS.get(index).map_or_else(String::new, Move::to_string),
            };
        }
        match space {
            ActionSpace::Factored if action == DONE => "done".to_owned(),
            ActionSpace::Factored => u8::try_from(action)
                .ok()
                .and_then(Card::from_number)
                .map_or_else(String::new, |card| card.to_string()),
            ActionSpace::Flat => {
                let mask = action - self.wagers();
                let selected = (0..self.rules.cards()).filter(|bit| mask >> bit & 1 == 1);
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
        let mut sections =
            vec![Section::new("wager", WAGERS.len(), "fold, check, call, bet or raise")];
        sections.extend(self.amount_section());
        sections.extend([
            Section::new("discard", 1, "whether the move is a discard, possibly of no cards"),
            Section::new("cards", CARDS, "cards discarded"),
        ]);
        sections
    }

    fn describe_move(&self, _: &DrawView<'_>, chosen: &Move, numbers: &mut [f32]) {
        let mut writer = Writer::new(numbers);
        self.write_wager(&mut writer, chosen);
        if let Move::Discard(cards) = chosen {
            writer.flag(true);
            writer.bits(CARDS, cards.bits());
        }
    }
}
