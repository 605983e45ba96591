//! The abstract game of a table, for sampled regret minimization.

use std::ops::Range;

use super::layout::{DRAWS, Layout, Place, Spot, draw_of};
use super::stakes::Stakes;
use crate::cards::Card;
use crate::cfr::{Decision, SampledGame};
use crate::discard::Mask;
use crate::game::{Seat, View as _};
use crate::games::draw::equilibrium::buckets::Buckets;
use crate::games::draw::equilibrium::holding::Holding;
use crate::games::draw::moves::Move;
use crate::games::draw::rules::MAX_PLAYERS;
use crate::games::draw::state::Phase;
use crate::games::draw::view::DrawView;
use crate::random::Random;

/// A table with the abstraction of its game.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub players: usize,
    pub stakes: Stakes,
    pub buckets: Buckets,
    pub layout: Layout,
}

/// A draw comes into question if it brings this part of the best; standing pat always does.
const WORTH_A_TRY: f64 = 0.8;

/// The draws of a hand before the draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    /// What to discard for each.
    pub discards: [Mask; DRAWS],
    /// Those that come into question, as bits.
    pub open: u8,
}

impl Draws {
    /// The draws of a hand.
    pub fn of(buckets: &Buckets, holding: &Holding) -> Self {
        let found = buckets.discards.best(holding);
        let mut values = [0.0; DRAWS];
        let mut discards = [Mask::NONE; DRAWS];
        for (cards, best) in found.iter().enumerate() {
            let draw = draw_of(cards);
            if best.value > values[draw] {
                (values[draw], discards[draw]) = (best.value, best.discard);
            }
        }
        let best = values.into_iter().fold(0.0, f64::max);
        let is_open = |draw: usize| draw == 0 || values[draw] >= WORTH_A_TRY * best;
        let open = (0..DRAWS).filter(|&draw| is_open(draw)).fold(0, |open, draw| open | 1 << draw);
        Self { discards, open }
    }
}

/// What a player holds in a deal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    bucket: usize,
    open: u8,
    /// After each draw: the strength, and its bucket.
    finals: [(u16, usize); DRAWS],
}

/// Where a view stands in a strategy, and the hand there.
pub(super) struct Here {
    pub begin: usize,
    pub moves: usize,
    pub holding: Holding,
    /// The draws of the hand, if it is time to draw.
    pub draws: Option<Draws>,
}

impl Here {
    /// The moves that come into question, as bits.
    pub fn open(&self) -> u8 {
        self.draws.map_or((1 << self.moves) - 1, |draws| draws.open)
    }

    /// The move at a place; what nobody could call is a call.
    pub fn move_at(&self, view: &DrawView<'_>, place: usize) -> Move {
        if let Some(draws) = self.draws {
            let discard = draws.discards.get(place).copied().unwrap_or_default();
            return Move::Discard(self.holding.chosen(discard));
        }
        match (view.to_call(), place) {
            (0, 0) => Move::Check,
            (_, 0) => Move::Fold,
            (0, _) if view.allows(Move::Bet) => Move::Bet,
            (0, _) => Move::Check,
            (_, 2) if view.allows(Move::Raise) => Move::Raise,
            _ => Move::Call,
        }
    }
}

/// The position of a seat among those dealt in, counted from the left of the button.
pub(super) fn position(view: &DrawView<'_>, seat: Seat) -> usize {
    let (seats, button, out) = (view.rules().seats(), view.button(), view.out());
    let before = (1..=seats).map(|step| (button + step) % seats).take_while(|&other| other != seat);
    before.filter(|&other| !out.contains(other)).count()
}

/// What everybody holds in a deal.
pub(super) struct Deal {
    held: [Held; MAX_PLAYERS],
}

impl Table {
    /// The table of a game, with these buckets.
    pub fn new(players: usize, stakes: Stakes, buckets: Buckets) -> Self {
        let layout = Layout::new(players, stakes.raises, buckets.counts());
        Self { players, stakes, buckets, layout }
    }

    /// The cards of a deal. Every player draws from cards of its own, which are as likely as those on top
    /// of the deck.
    pub fn cards(&self, random: &mut Random) -> [u8; Card::COUNT] {
        let mut cards: [u8; Card::COUNT] = std::array::from_fn(|card| card as u8);
        for place in 0..(2 * self.buckets.cards() * self.players).min(Card::COUNT) {
            cards.swap(place, place + random.below((Card::COUNT - place) as u32) as usize);
        }
        cards
    }

    /// What everybody holds of these cards.
    pub fn dealt(&self, cards: &[u8; Card::COUNT]) -> Deal {
        let each = self.buckets.cards();
        let mut held = [Held::default(); MAX_PLAYERS];
        for (held, cards) in held.iter_mut().zip(cards.chunks_exact(2 * each)).take(self.players) {
            *held = self.held(&cards[..each], &cards[each..]);
        }
        Deal { held }
    }

    /// A player's cards after every draw, if they are dealt from cards of its own.
    fn held(&self, cards: &[u8], stub: &[u8]) -> Held {
        let ranking = self.buckets.ranking;
        let holding = Holding::of(ranking, cards);
        let draws = Draws::of(&self.buckets, &holding);
        let finals = draws.discards.map(|discard| {
            let strength = match discard == Mask::NONE {
                true => holding.strength,
                false => holding.redrawn(ranking, discard, stub).strength,
            };
            (strength, self.buckets.of_strength(strength))
        });
        Held { bucket: self.buckets.of_holding(&holding), open: draws.open, finals }
    }

    /// The bucket of a player at a place.
    fn state(&self, held: &Held, place: &Place, spot: &Spot) -> usize {
        if place.is_second { self.last(held, place.player, spot).1 } else { held.bucket }
    }

    /// The strength of a player's last hand, and its bucket.
    fn last(&self, held: &Held, player: usize, spot: &Spot) -> (u16, usize) {
        let place = self.layout.left(spot).iter().position(|&left| left == player);
        let drawn = place.map_or(0, |place| usize::from(spot.drawn[place]));
        held.finals[drawn]
    }

    /// The strength of a player's last hand.
    pub fn strength(&self, deal: &Deal, player: usize, spot: &Spot) -> u16 {
        self.last(&deal.held[player], player, spot).0
    }

    /// What a player has won at the end, by the strengths of the hands.
    pub fn settled(&self, spot: &Spot, player: usize, strength: impl Fn(usize) -> u16) -> f32 {
        let (paid, live) = self.paid(spot);
        let lost = -(paid[player] as f32);
        if live >> player & 1 == 0 {
            return lost;
        }
        let pot: u32 = paid.iter().sum();
        let own = strength(player);
        let mut winners = 1;
        for other in (0..self.players).filter(|&other| other != player && live >> other & 1 == 1) {
            match strength(other).cmp(&own) {
                std::cmp::Ordering::Greater => return lost,
                std::cmp::Ordering::Equal => winners += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        pot as f32 / winners as f32 + lost
    }

    /// Where a view stands that has come to a spot, and the hand there; `None` if the moves since were
    /// not those of this game.
    pub fn here(&self, view: &DrawView<'_>, spot: Spot) -> Option<Here> {
        let is_draw = view.phase() == Phase::Discard;
        let spot = self.layout.until(spot, position(view, view.seat()?), is_draw)?;
        let place = self.layout.place(&spot)?;
        let mut numbers = [0_u8; 5];
        let mut count = 0;
        for (number, card) in numbers.iter_mut().zip(view.hand().iter()) {
            (*number, count) = (card.number(), count + 1);
        }
        if count != self.buckets.cards() {
            return None;
        }
        let holding = Holding::of(self.buckets.ranking, &numbers[..count]);
        let bucket = match place.is_second {
            true => self.buckets.of_strength(holding.strength),
            false => self.buckets.of_holding(&holding),
        };
        let draws = is_draw.then(|| Draws::of(&self.buckets, &holding));
        let Place { begin, moves, .. } = place;
        Some(Here { begin: begin + bucket * moves, moves, holding, draws })
    }

    /// What each player paid in chips, and who is left.
    pub fn paid(&self, spot: &Spot) -> ([u32; MAX_PLAYERS], u8) {
        let Stakes { ante, small_bet, big_bet, .. } = self.stakes;
        let (live, [first, second]) = self.layout.paid(spot).unwrap_or_default();
        let mut chips = [0; MAX_PLAYERS];
        for (player, chips) in chips.iter_mut().enumerate().take(self.players) {
            *chips =
                ante + u32::from(first[player]) * small_bet + u32::from(second[player]) * big_bet;
        }
        (chips, live)
    }
}

impl SampledGame for Table {
    type Deal = Deal;
    type Spot = Spot;
    type Others = ();

    fn length(&self) -> usize {
        self.layout.length
    }

    fn deal(&self, random: &mut Random) -> Deal {
        self.dealt(&self.cards(random))
    }

    fn learners(&self, _: &Deal) -> Range<usize> {
        0..self.players
    }

    fn begin(&self, _: &Deal) -> Spot {
        Spot::BEGIN
    }

    fn decision(&self, deal: &Deal, spot: &Spot) -> Option<Decision> {
        let place = self.layout.place(spot)?;
        let held = &deal.held[place.player];
        let Place { player, begin, moves, is_draw, .. } = place;
        let begin = begin + moves * self.state(held, &place, spot);
        let open = if is_draw { held.open } else { (1 << moves) - 1 };
        Some(Decision { player, begin, moves, open })
    }

    fn after(&self, _: &Deal, spot: &Spot, chosen: usize) -> Spot {
        self.layout.after(spot, chosen)
    }

    fn won(&self, deal: &Deal, spot: &Spot, player: usize) -> f32 {
        self.settled(spot, player, |player| self.strength(deal, player, spot))
    }

    fn others(&self) {}
}
