//! Uniform sampling of full states consistent with a view (determinization).
//!
//! Sampled is what the view leaves open: the other hands, the cards out of play, later deals. It is
//! uniform over all deals of the unseen cards that respect
//!
//! - the number of cards of every player;
//! - the trade that the seat took part in: cards known to be in the other hand stay there, and the
//!   lower side holds nothing that its answers rule out;
//! - the opening of the first round: only its leader was dealt the lowest card, and everything
//!   below that card is out of play.
//!
//! Trades between others leave no trace in the view except their progress; each is filled in
//! consistently with the hands: if it is done, the upper side took the highest cards and gave them
//! back; if it is in progress, requests and gifts are random from possible earlier hands.
//!
//! Everything except the drawing is done once per view, by [`Sampler::new`].

use smallvec::SmallVec;

use crate::cards::Card;
use crate::game::{Seat, View as _};
use crate::random::Random;

use super::order::{OrderedSet, card_at};
use super::rules::{MAX_PLAYERS, TradeRule};
use super::state::President;
use super::trade::{Stage, Trade};
use super::view::{Exchange, PresidentView};

/// Everything that is shared by the states sampled from one view.
///
/// To draw many states, prepare a sampler once; [`Game::sample`] prepares one for each state. The
/// states are the same.
///
/// ```
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::president::{President, Rules, Sampler, TradeRule};
/// use cardcore::random::Random;
///
/// let game = President::new(Rules::new(4, 3, TradeRule::Request)?, 7);
/// let view = game.view(2);
/// let sampler = Sampler::new(&view);
/// let mut random = Random::new(1);
/// for _ in 0..100 {
///     assert_eq!(sampler.draw(&mut random).view(2).facts(), view.facts());
/// }
/// # Ok::<(), cardcore::games::president::RulesError>(())
/// ```
///
/// [`Game::sample`]: crate::game::Game::sample
#[derive(Clone, Debug)]
pub struct Sampler {
    /// The state without hidden information.
    known: President,
    /// The cards that are known to be in a hand.
    hands: [OrderedSet; MAX_PLAYERS],
    /// The seats to draw for and the number of cards each lacks.
    missing: SmallVec<[(Seat, usize); 4]>,
    /// Cards that the first of these seats does not hold.
    excluded: OrderedSet,
    /// The cards to draw from.
    pool: OrderedSet,
    /// The leader whose opening card is still unknown, and the lowest order index of the viewer's
    /// cards.
    opening: Option<(Seat, u8)>,
    hidden_trades: SmallVec<[HiddenTrade; 2]>,
}

/// A trade between other seats.
#[derive(Clone, Copy, Debug)]
struct HiddenTrade {
    exchange: Exchange,
    /// What its lower side has played since.
    played: OrderedSet,
}

/// The result of a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// The hands of all seats: those before the trades of others that are in progress.
    pub(super) hands: [OrderedSet; MAX_PLAYERS],
    /// The lowest card dealt, if it is drawn too.
    pub(super) opening: Option<Card>,
}

impl Sampler {
    /// Prepare to sample states with exactly this view.
    #[must_use]
    pub fn new(view: &PresidentView<'_>) -> Self {
        let mut hands = [OrderedSet::EMPTY; MAX_PLAYERS];
        let mut pool = view.unseen();
        let mut missing = SmallVec::new();
        for (seat, hand) in hands.iter_mut().enumerate().take(view.rules().players()) {
            if Some(seat) == view.seat() {
                *hand = view.hand();
            } else {
                *hand = view.known(seat);
                pool = pool - *hand;
                missing.push((seat, view.count(seat) - hand.len()));
            }
        }
        for trade in other_trades(view).filter(|trade| trade.stage() != Stage::Done) {
            for (seat, count) in &mut missing {
                if *seat == trade.upper {
                    *count = *count + trade.returned - trade.taken;
                } else if *seat == trade.lower {
                    *count = *count + trade.taken - trade.returned;
                }
            }
        }
        // The one seat with excluded cards draws first: every choice it has leaves the others
        // equally many, so the draw stays uniform.
        missing.sort_by_key(|&(seat, _)| view.excluded(seat).is_empty());
        let excluded = missing.first().map_or(OrderedSet::EMPTY, |&(seat, _)| view.excluded(seat));
        let mut opening = None;
        if view.round() == 0 {
            if let Some(lowest) = view.lowest_dealt() {
                pool = pool - OrderedSet::below(super::order_index(lowest));
            } else {
                let own = view.hand().order_indices().next().unwrap_or(52);
                opening = view.to_move().map(|leader| (leader, own));
            }
        }
        let hidden_trade =
            |exchange: Exchange| HiddenTrade { exchange, played: view.played_by(exchange.lower) };
        Self {
            known: view.without_hidden(),
            hands,
            missing,
            excluded,
            pool,
            opening,
            hidden_trades: other_trades(view).map(hidden_trade).collect(),
        }
    }

    /// A state with this view, each deal of the unseen cards equally likely.
    #[must_use]
    pub fn draw(&self, random: &mut Random) -> President {
        let mut state = self.known.clone();
        state.seed = random.word();
        let drawn = self.deal(random);
        state.hands = drawn.hands;
        state.opening = drawn.opening.or(state.opening);
        for hidden_trade in &self.hidden_trades {
            hidden_trade.fill_in(&mut state, random);
        }
        state
    }

    /// Only the hands of such a state, which is all that a round needs.
    pub(super) fn deal(&self, random: &mut Random) -> Drawn {
        let mut drawn = Drawn { hands: self.hands, opening: None };
        let mut pool = self.pool;
        if let Some((leader, own)) = self.opening
            && let Some(order_index) = self.lowest(own, random)
        {
            let lowest = OrderedSet::from_bits(1 << order_index);
            drawn.opening = card_at(order_index);
            drawn.hands[leader] = lowest;
            pool = pool - OrderedSet::below(order_index) - lowest;
        }
        for (index, &(seat, count)) in self.missing.iter().enumerate() {
            let is_leader = drawn.opening.is_some() && self.leads(seat);
            let count = count.saturating_sub(usize::from(is_leader));
            let from = if index == 0 { pool - self.excluded } else { pool };
            let cards = draw(from, count, random);
            drawn.hands[seat] = drawn.hands[seat] | cards;
            pool = pool - cards;
        }
        drawn
    }

    fn leads(&self, seat: Seat) -> bool {
        self.opening.is_some_and(|(leader, _)| leader == seat)
    }

    /// The order index of the lowest card dealt, which its holder leads and which is below the
    /// viewer's cards.
    fn lowest(&self, own: u8, random: &mut Random) -> Option<u8> {
        let candidates: Vec<u8> = (self.pool & OrderedSet::below(own)).order_indices().collect();
        let dealt = self.missing.iter().map(|&(_, count)| count).sum::<usize>();
        let out_of_play = self.pool.len() - dealt;
        // If the lowest card dealt is candidate number j, the j candidates below it are out of
        // play. The number of deals of the rest, relative to that for j = 0, is multiplied for each
        // further card that must be out of play by the probability that it is.
        let mut weights = Vec::with_capacity(candidates.len());
        let mut weight = 1.0;
        for below in 0..candidates.len() {
            weights.push(weight);
            let rest = (self.pool.len() - below).saturating_sub(1);
            let room = out_of_play.saturating_sub(below);
            weight *= if rest == 0 { 0.0 } else { room as f64 / rest as f64 };
        }
        let mut level = random.unit() * weights.iter().sum::<f64>();
        let fits = |&(_, weight): &(&u8, f64)| {
            level -= weight;
            level < 0.0
        };
        let chosen = candidates.iter().zip(weights).find(fits).map(|(&order_index, _)| order_index);
        chosen.or_else(|| candidates.first().copied())
    }
}

/// The trades between other seats.
fn other_trades(view: &PresidentView<'_>) -> impl Iterator<Item = Exchange> {
    let seat = view.seat();
    let is_own = move |trade: &Exchange| [Some(trade.upper), Some(trade.lower)].contains(&seat);
    view.exchanges().filter(move |trade| !is_own(trade))
}

/// A random set of `count` cards.
fn draw(from: OrderedSet, count: usize, random: &mut Random) -> OrderedSet {
    let mut order_indices = [0; 52];
    let mut size = 0;
    for order_index in from.order_indices() {
        order_indices[size] = order_index;
        size += 1;
    }
    let mut drawn = 0;
    for index in 0..count.min(size) {
        let other = index + random.below((size - index) as u32) as usize;
        order_indices.swap(index, other);
        drawn |= 1 << order_indices[index];
    }
    OrderedSet::from_bits(drawn)
}

impl HiddenTrade {
    /// Fill in the trade at random. The hands are those after it if it is done, otherwise those
    /// before it.
    fn fill_in(&self, state: &mut President, random: &mut Random) {
        let Exchange { upper, lower, size, taken, returned } = self.exchange;
        let mut trade = Trade::new(upper, lower, size);
        if self.exchange.stage() == Stage::Done {
            trade.taken = (state.hands[lower] | self.played).highest(size);
            trade.returned = trade.taken;
        } else if let Ok([above, below]) = state.hands.get_disjoint_mut([upper, lower]) {
            if state.rules.trade() == TradeRule::Best && taken > 0 {
                trade.take_best(above, below);
            }
            while trade.taken.len() < taken
                && let Some(card) = draw(*below, 1, random).lowest()
            {
                trade.request(card.rank(), above, below);
            }
            while trade.returned.len() < returned
                && let Some(card) = draw(*above, 1, random).lowest()
            {
                trade.give(card, above, below);
            }
        }
        if let Some(slot) = state.trades.iter_mut().find(|other| other.upper == upper) {
            *slot = trade;
        }
    }
}
