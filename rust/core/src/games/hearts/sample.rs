//! Full states that a view allows.
//!
//! What a seat cannot see is a set of cards, and for each of them a set of places where it may
//! be: the hands of seats that have not shown to be without its suit, or the cards left over from
//! the deal. Cards that the seat knows to be somewhere (passed by itself, or the announced
//! opening card) are put there first. The others are dealt in random order to places with room,
//! the suits with the least choice first; where a card finds no room, a chain of cards moves on
//! (an augmenting path), which always succeeds because the true state is a solution. So there is
//! no trial and error and every sample is consistent.
//!
//! Without any void shown, the samples are exactly uniform. With voids, dealing card by card
//! favours some solutions; random exchanges of two cards that may change places, which leave the
//! uniform distribution as it is, then level the samples.

use std::collections::VecDeque;

use super::deck::DeckCard;
use super::hand::Part;
use super::moves::PASSED;
use super::rules::Rules;
use super::state::{Hearts, Stage};
use super::view::{HeartsView, Shown};
use crate::game::Seat;
use crate::random::Random;

/// Proposed exchanges for each hidden card.
const EXCHANGES: usize = 8;

/// A random state that shows exactly this view.
pub(super) fn sample(view: &HeartsView<'_>, random: &mut Random) -> Hearts {
    let mut state = view.known_state();
    let (rules, me) = (*view.rules(), view.place());
    state.seed = random.word();
    if state.stage == Stage::Over {
        return state;
    }
    let mut hidden = Hidden::of(view, &state, random);
    hidden.assign(random);
    hidden.exchange(random);
    for (&card, &place) in hidden.cards.iter().zip(&hidden.places) {
        if place < rules.players() {
            state.hands.insert(place, card);
        }
    }
    for &(card, seat) in &hidden.placed {
        state.hands.insert(seat, card);
    }
    let received_from = view.received().map(|(giver, _)| giver);
    let passing = view.is_passing();
    let plays = view.plays();
    for giver in 0..state.passed.len() {
        if giver == me || received_from == Some(giver) {
            continue;
        }
        // While the passing goes on, the cards come out of the giver's hand; afterwards they are
        // three of those that the receiver held when the play began.
        let holder =
            (giver + if passing { 0 } else { rules.pass_offset(state.deal) }) % rules.players();
        let mut cards: Vec<DeckCard> = state.hands.iter(holder, &Part::ALL).collect();
        cards.extend(plays.iter().filter(|&&(seat, _)| seat == holder).map(|&(_, card)| card));
        random.shuffle(&mut cards);
        if let Some(&[first, second, third]) = cards.first_chunk::<PASSED>() {
            let mut chosen = [first, second, third];
            chosen.sort_unstable();
            if passing {
                for card in chosen {
                    state.hands.take(holder, &Part::ALL, card);
                }
            }
            if let Some(passed) = state.passed.get_mut(giver) {
                *passed = chosen;
            }
        }
    }
    if state.stage == Stage::Playing {
        state.playable = state.find_playable();
    }
    state
}

/// The cards a seat does not see and the places they may be in: the seats, and after them the
/// cards left over from the deal.
struct Hidden {
    rules: Rules,
    shown: Shown,
    /// Cards to be assigned, in random order.
    cards: Vec<DeckCard>,
    /// Where each of them is, `NOWHERE` before it is assigned.
    places: Vec<usize>,
    /// How many more cards each place takes.
    room: Vec<usize>,
    /// Cards whose seat is known.
    placed: Vec<(DeckCard, Seat)>,
}

const NOWHERE: usize = usize::MAX;

impl Hidden {
    fn of(view: &HeartsView<'_>, known: &Hearts, random: &mut Random) -> Self {
        let (rules, me) = (*view.rules(), view.place());
        let left_over = rules.players();
        let mut room = vec![rules.hand_size(); rules.players()];
        let plays = view.plays();
        for &(seat, _) in &plays {
            if let Some(room) = room.get_mut(seat) {
                *room -= 1;
            }
        }
        if let Some(room) = room.get_mut(me) {
            *room = 0;
        }
        room.push(rules.cards() - rules.hand_size() * rules.players());

        let mut placed = Vec::new();
        if known.stage == Stage::Playing {
            if let Some((receiver, cards)) = view.passed() {
                placed.extend(cards.map(|card| (card, receiver)));
            }
            let opener = usize::from(known.opener);
            if opener != me && !placed.iter().any(|&(card, _)| card == known.opening) {
                placed.push((known.opening, opener));
            }
            placed.retain(|&(card, _)| !known.played.contains(&card));
        }
        for &(_, seat) in &placed {
            room[seat] -= 1;
        }

        let mut seen = vec![false; rules.numbers()];
        let own_pass = view.passed().map(|(_, cards)| cards);
        let known_cards = view.hand().chain(plays.iter().map(|&(_, card)| card));
        let known_cards = known_cards.chain(placed.iter().map(|&(card, _)| card));
        for card in known_cards.chain(own_pass.into_iter().flatten()) {
            seen[usize::from(card.0)] = true;
        }
        let mut cards = Vec::new();
        for card in rules.deck().into_iter().filter(|card| !seen[usize::from(card.0)]) {
            if known.stage == Stage::Playing && is_left_over(&rules, known.opening, card) {
                room[left_over] -= 1;
            } else {
                cards.push(card);
            }
        }
        random.shuffle(&mut cards);
        let places = vec![NOWHERE; cards.len()];
        Self { rules, shown: view.shown(), cards, places, room, placed }
    }

    fn class(&self, card: DeckCard) -> usize {
        if card == self.rules.special { self.rules.suits() } else { self.rules.suit(card) }
    }

    /// Whether cards of a class may be in a place. Nothing is known of the cards left over.
    fn may_be(&self, class: usize, place: usize) -> bool {
        !self.shown.is_barred(place, class)
    }

    /// Give every card a place.
    fn assign(&mut self, random: &mut Random) {
        let classes = self.rules.suits() + 1;
        let choice = |class: usize| -> usize {
            (0..self.room.len())
                .filter(|&place| self.may_be(class, place))
                .map(|place| self.room[place])
                .sum()
        };
        let choices: Vec<usize> = (0..classes).map(choice).collect();
        let mut order: Vec<usize> = (0..self.cards.len()).collect();
        order.sort_by_key(|&index| choices[self.class(self.cards[index])]);
        for index in order {
            let class = self.class(self.cards[index]);
            let free = |place: usize| if self.may_be(class, place) { self.room[place] } else { 0 };
            let total: usize = (0..self.room.len()).map(free).sum();
            let mut rest = random.below(total as u32) as usize;
            let place = (0..self.room.len()).find(|&place| {
                let here = free(place);
                let found = rest < here;
                rest = rest.saturating_sub(here);
                found
            });
            match place {
                Some(place) => {
                    self.places[index] = place;
                    self.room[place] -= 1;
                }
                None => self.make_room(index),
            }
        }
    }

    /// Place a card whose places are all full: find, breadth first, a chain of cards that can
    /// each move to the place of the next, the last one to a place with room.
    fn make_room(&mut self, index: usize) {
        let mut from: Vec<Option<usize>> = vec![None; self.room.len()];
        let mut reached = vec![false; self.room.len()];
        let mut expanded = vec![false; self.rules.suits() + 1];
        let mut queue = VecDeque::from([index]);
        while let Some(moving) = queue.pop_front() {
            let class = self.class(self.cards[moving]);
            if std::mem::replace(&mut expanded[class], true) {
                continue;
            }
            for place in 0..self.room.len() {
                if reached[place] || !self.may_be(class, place) {
                    continue;
                }
                reached[place] = true;
                from[place] = Some(moving);
                if self.room[place] > 0 {
                    self.room[place] -= 1;
                    return self.move_along(index, place, &from);
                }
                queue.extend((0..self.cards.len()).filter(|&other| self.places[other] == place));
            }
        }
    }

    /// Move every card of a chain that ends in `place` one place on.
    fn move_along(&mut self, index: usize, mut place: usize, from: &[Option<usize>]) {
        while let Some(moving) = from.get(place).copied().flatten() {
            let left = std::mem::replace(&mut self.places[moving], place);
            if moving == index {
                return;
            }
            place = left;
        }
    }

    /// Let random pairs of cards change places where both may.
    fn exchange(&mut self, random: &mut Random) {
        let bars = (0..self.rules.players())
            .any(|seat| (0..=self.rules.suits()).any(|class| !self.may_be(class, seat)));
        if !bars {
            return;
        }
        let count = self.cards.len();
        for _ in 0..count * EXCHANGES {
            let first = random.below(count as u32) as usize;
            let second = random.below(count as u32) as usize;
            let (left, right) = (self.places[first], self.places[second]);
            if self.may_be(self.class(self.cards[first]), right)
                && self.may_be(self.class(self.cards[second]), left)
            {
                self.places.swap(first, second);
            }
        }
    }
}

/// Whether the announced opening card shows that a card was not dealt: the card that would have
/// opened, and every card that would have come before the one that did.
fn is_left_over(rules: &Rules, opening: DeckCard, card: DeckCard) -> bool {
    if opening == rules.opening {
        return false;
    }
    let suit = rules.suit(rules.opening);
    card == rules.opening
        || (card < opening && rules.suit(card) == suit)
        || (rules.suit(opening) != suit && (rules.suit(card) == suit || card < opening))
}
