//! Uniform sampling of full states consistent with a view (determinization).
//!
//! What a seat cannot see is a set of cards, and for each of them a set of places where it may be:
//! the hands of seats not known to be void in its suit, or the undealt cards. Cards with a known
//! place (passed by the seat itself, the announced opening card, cards known to be undealt because
//! another one opened) are placed first.
//!
//! # What is uniform
//!
//! Every deal of the hidden cards that could have led to the same view, by legal moves of the
//! others, has the same probability. Nothing is assumed about how the others choose. If cards are
//! passed, what the others passed belongs to the state as well: during the passing it is three
//! cards of the giver's hand; once play has begun, three of those that the receiver then held,
//! which is possible for any hands. Every hand has equally many triples, so the pairs of a deal and
//! its passes are uniform too. The seed of later deals is a new one.
//!
//! # Algorithm
//!
//! Cards that may be in the same places are of one *kind*: the suits, and the special card where
//! its possible places differ from those of its suit. Places that may hold the same kinds form one
//! *pile*, with room for all their cards. A contingency table says how many cards of each kind go
//! to each pile; it is sampled in proportion to the number of deals it represents. Then the cards
//! of each kind are shuffled and dealt to the piles according to the table, and those of each pile
//! are shuffled and dealt to its places.
//!
//! - If nobody has shown a void, there is one kind and one pile, and this is a plain shuffle.
//! - Otherwise the tables are counted ([`splits`]). The few kinds and piles of the standard game
//!   need a few dozen numbers, in most positions fewer than ten.
//! - If that would take too many numbers, which happens in games with many suits and many seats,
//!   tables are drawn by rejection sampling ([`rejection`]). It is uniform as well, but its running
//!   time is unbounded.
//!
//! Everything except the drawing is done once per view, by [`Sampler::new`].

mod count;
mod rejection;
mod splits;
mod table;

use smallvec::SmallVec;

use self::rejection::Rejection;
use self::splits::Splits;
use self::table::Margins;
use super::deck::DeckCard;
use super::hand::Part;
use super::moves::PASSED;
use super::rules::Rules;
use super::state::{Hearts, Stage};
use super::view::{HeartsView, KnownVoids};
use crate::game::Seat;
use crate::random::Random;

/// Everything that is shared by the states sampled from one view.
///
/// To draw many states, prepare a sampler once; [`Game::sample`] prepares one for each state. The
/// states are the same.
///
/// ```
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::hearts::{Hearts, Rules, Sampler};
/// use cardcore::random::Random;
///
/// let game = Hearts::new(Rules::new(4, 13, 4)?, 7);
/// let view = game.view(2);
/// let sampler = Sampler::new(&view);
/// let mut random = Random::new(1);
/// for _ in 0..100 {
///     assert_eq!(sampler.draw(&mut random).view(2).facts(), view.facts());
/// }
/// # Ok::<(), cardcore::games::hearts::RulesError>(())
/// ```
///
/// [`Game::sample`]: crate::game::Game::sample
#[derive(Clone, Debug)]
pub struct Sampler {
    /// What the viewer knows, including known cards in other hands.
    known: Hearts,
    hidden: Hidden,
}

impl Sampler {
    /// Prepare to sample states with exactly this view.
    #[must_use]
    pub fn new(view: &HeartsView<'_>) -> Self {
        let mut known = view.known_state();
        let hidden = Hidden::of(view, &mut known);
        Self { known, hidden }
    }

    /// A state with this view, uniformly at random.
    #[must_use]
    pub fn draw(&self, random: &mut Random) -> Hearts {
        self.hidden.deal(self.known.clone(), random)
    }

    /// The state, if nothing is hidden.
    pub(super) fn draw_once(self, random: &mut Random) -> Hearts {
        self.hidden.deal(self.known, random)
    }
}

/// The hidden information: which cards, where they may be, and what was passed.
#[derive(Clone, Debug)]
struct Hidden {
    /// The hidden cards, by kind.
    cards: SmallVec<[DeckCard; 64]>,
    /// The number of cards of each kind.
    kinds: SmallVec<[u16; 8]>,
    piles: SmallVec<[Pile; 8]>,
    tables: Tables,
    hidden_passes: SmallVec<[HiddenPass; 4]>,
}

/// Places that may hold the same cards.
#[derive(Clone, Debug)]
struct Pile {
    /// The places and the number of cards each takes. A place is a seat, or, after the seats, the
    /// undealt cards.
    places: SmallVec<[(u16, u16); 8]>,
    room: u16,
}

/// The source of the contingency tables of kinds and piles.
#[derive(Clone, Debug)]
enum Tables {
    /// There is only one table.
    Single(SmallVec<[u16; 16]>),
    Counted(Splits),
    Rejected(Rejection),
}

/// A pass that is hidden from the viewer.
#[derive(Clone, Debug)]
struct HiddenPass {
    giver: Seat,
    /// The seat whose hand the passed cards come from.
    holder: Seat,
    /// The cards that have left this hand since.
    played: SmallVec<[DeckCard; 16]>,
    /// Whether the cards have not been handed over yet.
    is_passing: bool,
}

impl Hidden {
    /// Determine what is hidden, and add known cards to the known hands.
    fn of(view: &HeartsView<'_>, known: &mut Hearts) -> Self {
        let (rules, me) = (*view.rules(), view.viewer_index());
        if known.stage == Stage::Over {
            return Self::nothing();
        }
        let left_over = rules.players();
        let plays = view.plays();
        let mut room = SmallVec::<[u16; 8]>::from_elem(rules.hand_size, rules.players());
        for &(seat, _) in &plays {
            room[seat] -= 1;
        }
        if let Some(room) = room.get_mut(me) {
            *room = 0;
        }
        room.push((rules.cards() - rules.hand_size() * rules.players()) as u16);

        let mut seen = SmallVec::<[bool; 64]>::from_elem(false, rules.numbers());
        let own_pass = view.passed();
        let own = view.hand().chain(own_pass.into_iter().flat_map(|(_, cards)| cards));
        for card in own.chain(plays.iter().map(|&(_, card)| card)) {
            seen[usize::from(card.0)] = true;
        }
        if known.stage == Stage::Playing {
            let opener = usize::from(known.opener);
            let passed = own_pass.map(|(receiver, cards)| cards.map(|card| (card, receiver)));
            let placed = passed.into_iter().flatten().chain([(known.opening, opener)]);
            for (card, seat) in placed.filter(|&(_, seat)| seat != me) {
                if !known.played.contains(&card) && !known.hands.contains(seat, card) {
                    known.hands.insert(seat, card);
                    seen[usize::from(card.0)] = true;
                    room[seat] -= 1;
                }
            }
        }
        let mut cards = rules.deck();
        cards.retain(|card| {
            let is_hidden = !seen[usize::from(card.0)];
            let is_out = known.stage == Stage::Playing && is_undealt(&rules, known.opening, *card);
            if is_hidden && is_out {
                room[left_over] -= 1;
            }
            is_hidden && !is_out
        });
        let hidden_passes = hidden_passes(view, known, &plays);
        Self::of_cards(&rules, &view.known_voids(), cards, &room, hidden_passes)
    }

    fn nothing() -> Self {
        Self {
            cards: SmallVec::new(),
            kinds: SmallVec::new(),
            piles: SmallVec::new(),
            tables: Tables::Single(SmallVec::new()),
            hidden_passes: SmallVec::new(),
        }
    }

    /// Group cards and places by what fits where.
    fn of_cards(
        rules: &Rules,
        known_voids: &KnownVoids,
        mut cards: SmallVec<[DeckCard; 64]>,
        room: &[u16],
        hidden_passes: SmallVec<[HiddenPass; 4]>,
    ) -> Self {
        let class =
            |card: DeckCard| if card == rules.special { rules.suits() } else { rules.suit(card) };
        let mut sizes = SmallVec::<[u16; 8]>::from_elem(0, rules.suits() + 1);
        for &card in &cards {
            sizes[class(card)] += 1;
        }
        let classes: SmallVec<[usize; 8]> =
            (0..sizes.len()).filter(|&class| sizes[class] > 0).collect();

        // The piles, each with one of its places as representative.
        let mut piles = SmallVec::<[Pile; 8]>::new();
        let mut first = SmallVec::<[Seat; 8]>::new();
        for (place, &room) in room.iter().enumerate().filter(|&(_, &room)| room > 0) {
            let is_equivalent = |other: &Seat| {
                classes.iter().all(|&class| {
                    known_voids.is_excluded(place, class) == known_voids.is_excluded(*other, class)
                })
            };
            let number = first.iter().position(is_equivalent).unwrap_or_else(|| {
                first.push(place);
                piles.push(Pile { places: SmallVec::new(), room: 0 });
                first.len() - 1
            });
            piles[number].places.push((place as u16, room));
            piles[number].room += room;
        }

        let mut kinds = SmallVec::<[u16; 8]>::new();
        let mut kind_of = SmallVec::<[u16; 8]>::from_elem(0, sizes.len());
        let mut examples = SmallVec::<[usize; 8]>::new();
        for &class in &classes {
            let is_equivalent = |other: &usize| {
                first.iter().all(|&place| {
                    known_voids.is_excluded(place, class) == known_voids.is_excluded(place, *other)
                })
            };
            let number = examples.iter().position(is_equivalent).unwrap_or_else(|| {
                examples.push(class);
                kinds.push(0);
                examples.len() - 1
            });
            kind_of[class] = number as u16;
            kinds[number] += sizes[class];
        }
        if kinds.len() > 1 {
            cards.sort_by_key(|&card| kind_of[class(card)]);
        }

        let margins = Margins {
            open: examples
                .iter()
                .flat_map(|&class| {
                    first.iter().map(move |&place| !known_voids.is_excluded(place, class))
                })
                .collect(),
            rows: kinds.clone(),
            columns: piles.iter().map(|pile| pile.room).collect(),
        };
        let tables = if kinds.len() <= 1 {
            Tables::Single(margins.columns.iter().copied().collect())
        } else if let Some(splits) = Splits::of(&margins) {
            Tables::Counted(splits)
        } else {
            Tables::Rejected(Rejection::of(margins))
        };
        Self { cards, kinds, piles, tables, hidden_passes }
    }

    /// Deal the hidden cards to a state that lacks them.
    fn deal(&self, mut state: Hearts, random: &mut Random) -> Hearts {
        state.seed = random.word();
        if state.stage == Stage::Over {
            return state;
        }
        let mut table = SmallVec::<[u16; 16]>::from_elem(0, self.kinds.len() * self.piles.len());
        match &self.tables {
            Tables::Single(amounts) => table.copy_from_slice(amounts),
            Tables::Counted(splits) => splits.draw(random, &mut table),
            Tables::Rejected(rejection) => rejection.draw(random, &mut table),
        }
        self.deal_by(&table, &mut state, random);
        for hidden_pass in &self.hidden_passes {
            hidden_pass.sample_pass(&mut state, random);
        }
        if state.stage == Stage::Playing {
            state.playable = state.find_playable();
        }
        state
    }

    /// Deal the cards of each kind to the piles according to a table.
    fn deal_by(&self, table: &[u16], state: &mut Hearts, random: &mut Random) {
        let mut cards = self.cards.clone();
        let mut dealt = self.cards.clone();
        let mut ends = SmallVec::<[usize; 8]>::new();
        let mut end = 0;
        for pile in &self.piles {
            ends.push(end);
            end += usize::from(pile.room);
        }
        let mut rest = cards.as_mut_slice();
        for (&size, amounts) in self.kinds.iter().zip(table.chunks(self.piles.len().max(1))) {
            let (kind, others) = rest.split_at_mut(usize::from(size));
            rest = others;
            let last = amounts.iter().rev().find(|&&amount| amount > 0);
            draw_first(kind, usize::from(size - last.copied().unwrap_or(0)), random);
            let mut begin = 0;
            for (end, &amount) in ends.iter_mut().zip(amounts) {
                let amount = usize::from(amount);
                dealt[*end..*end + amount].copy_from_slice(&kind[begin..begin + amount]);
                begin += amount;
                *end += amount;
            }
        }
        let mut rest = dealt.as_mut_slice();
        for pile in &self.piles {
            let (cards, others) = rest.split_at_mut(usize::from(pile.room));
            rest = others;
            let last = pile.places.last().map_or(0, |&(_, room)| room);
            draw_first(cards, usize::from(pile.room - last), random);
            let mut cards = &*cards;
            for &(place, room) in &pile.places {
                let (hand, others) = cards.split_at(usize::from(room));
                cards = others;
                if place < state.rules.players {
                    state.hands.give(usize::from(place), hand);
                }
            }
        }
    }
}

/// A partial Fisher-Yates shuffle: move `count` random cards to the front, in random order.
fn draw_first(cards: &mut [DeckCard], count: usize, random: &mut Random) {
    for index in 0..count.min(cards.len()) {
        let other = index + random.below((cards.len() - index) as u32) as usize;
        cards.swap(index, other);
    }
}

/// The passes that are hidden from the viewer.
fn hidden_passes(
    view: &HeartsView<'_>,
    known: &Hearts,
    plays: &[(Seat, DeckCard)],
) -> SmallVec<[HiddenPass; 4]> {
    let rules = view.rules();
    let received_from = view.received().map(|(giver, _)| giver);
    let is_passing = view.is_passing();
    let givers = (0..known.passed.len())
        .filter(|&giver| giver != view.viewer_index() && received_from != Some(giver));
    let hidden_pass = |giver| {
        let offset = if is_passing { 0 } else { rules.pass_offset(known.deal) };
        let holder = (giver + offset) % rules.players();
        let played =
            plays.iter().filter(|&&(seat, _)| seat == holder).map(|&(_, card)| card).collect();
        HiddenPass { giver, holder, played, is_passing }
    };
    givers.map(hidden_pass).collect()
}

impl HiddenPass {
    /// Choose the passed cards among those that the holder has or had.
    fn sample_pass(&self, state: &mut Hearts, random: &mut Random) {
        let mut cards: SmallVec<[DeckCard; 64]> =
            state.hands.iter(self.holder, &Part::ALL).collect();
        cards.extend_from_slice(&self.played);
        draw_first(&mut cards, PASSED, random);
        let Some(&(mut passed)) = cards.first_chunk::<PASSED>() else { return };
        passed.sort_unstable();
        if self.is_passing {
            for card in passed {
                state.hands.take(self.holder, &Part::ALL, card);
            }
        }
        if let Some(slot) = state.passed.get_mut(self.giver) {
            *slot = passed;
        }
    }
}

/// Whether the announced opening card implies that a card was not dealt: the card that would have
/// opened, and every card that would have come before the actual one.
fn is_undealt(rules: &Rules, opening: DeckCard, card: DeckCard) -> bool {
    if opening == rules.opening {
        return false;
    }
    let suit = rules.suit(rules.opening);
    card == rules.opening
        || (card < opening && rules.suit(card) == suit)
        || (rules.suit(opening) != suit && (rules.suit(card) == suit || card < opening))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, View as _};
    use crate::games::hearts::Standard;

    /// How many samplers of random games shuffle, count and reject.
    fn ways(rules: Rules, games: u64, every: usize) -> [usize; 3] {
        let mut ways = [0; 3];
        for seed in 0..games {
            let mut game = Hearts::new(rules, seed);
            let mut random = Random::stream(seed, 1);
            while let Some(seat) = game.to_move() {
                let viewers = 0..=rules.players();
                for viewer in viewers.filter(|_| game.played.len().is_multiple_of(every)) {
                    let viewer = Some(viewer).filter(|&seat| seat < rules.players());
                    ways[match Sampler::new(&game.view(viewer)).hidden.tables {
                        Tables::Single(_) => 0,
                        Tables::Counted(_) => 1,
                        Tables::Rejected(_) => 2,
                    }] += 1;
                }
                let chosen = game.view(seat).random_move(&mut random).unwrap();
                game.play(&chosen).unwrap();
            }
        }
        ways
    }

    #[test]
    fn the_standard_game_is_always_counted() {
        for players in 3..=6 {
            let options = Standard { players, passing: false, target: None, ..Standard::default() };
            let [shuffled, counted, rejected] = ways(Rules::standard(options).unwrap(), 30, 1);
            assert!(shuffled > 0 && counted > 0 && rejected == 0, "{rejected} of {counted}");
        }
    }

    #[test]
    fn large_games_are_shuffled_counted_and_rejected() {
        let ways = ways(Rules::new(12, 12, 12).unwrap(), 2, 6);
        assert!(ways.iter().all(|&count| count > 10), "{ways:?}");
    }
}
