//! Uniform sampling of full states consistent with a view (determinization).
//!
//! Sampled is what the view leaves open: the other hands, the cards out of play, later deals. It is
//! uniform over all deals of the unseen cards that respect
//!
//! - the number of cards of every player;
//! - the trade that the seat took part in: cards known to be in the other hand stay there, and the
//!   lower side holds nothing that its answers rule out;
//! - the opening of a round by the lowest card: only its leader holds it, and everything below that
//!   card is out of play;
//! - passes, if only a player without a legal move may pass ([`super::constrained`]).
//!
//! Trades between others leave no trace in the view except their progress; each is filled in
//! consistently with the hands: if it is done, the upper side took the highest cards and gave them
//! back; if it is in progress, requests and gifts are random from possible earlier hands.
//!
//! Everything except the drawing is done once per view, by [`Sampler::new`].

use smallvec::SmallVec;

use crate::cards::Card;
use crate::combinatorics::binomial;
use crate::game::{Seat, View as _};
use crate::random::Random;

use super::constrained::ConstrainedDeal;
use super::options::TradeRule;
use super::order::{OrderedSet, card_at};
use super::rules::MAX_PLAYERS;
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
    /// The lowest card dealt, if its holder leads and has not played it yet.
    opening: Option<Opening>,
    /// The deals in which all who passed had no legal move, if passes prove that.
    pub(super) constrained: Option<ConstrainedDeal>,
    hidden_trades: SmallVec<[HiddenTrade; 2]>,
}

/// The unknown card that opens a round.
#[derive(Clone, Debug)]
struct Opening {
    leader: Seat,
    /// The candidates by their order indices, and the number of deals with each.
    candidates: Vec<(u8, u128)>,
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
        let mut leader = None;
        if let Some(lowest) = view.lowest_dealt() {
            pool = pool - OrderedSet::below(super::order_index(lowest));
        } else if view.rules().lowest_opens(view.round()) && view.traders().is_none() {
            leader = view.to_move();
        }
        let opening = leader.map(|leader| Opening::new(leader, &hands, pool, &missing, excluded));
        let constrained = ConstrainedDeal::new(view, pool, &missing, &hands);
        let hidden_trade =
            |exchange: Exchange| HiddenTrade { exchange, played: view.played_by(exchange.lower) };
        Self {
            known: view.without_hidden(),
            hands,
            missing,
            excluded,
            pool,
            opening,
            constrained,
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
        if let Some(constrained) = &self.constrained {
            let dealt = constrained.draw(random);
            for (hand, cards) in drawn.hands.iter_mut().zip(dealt) {
                *hand = *hand | cards;
            }
            return drawn;
        }
        let mut pool = self.pool;
        let mut given = None;
        if let Some(opening) = &self.opening
            && let Some(order_index) = opening.draw(random)
        {
            let lowest = OrderedSet::from_bits(1 << order_index);
            drawn.opening = card_at(order_index);
            // Unless the viewer knows that the leader holds it.
            given = (!(lowest & pool).is_empty()).then_some(opening.leader);
            drawn.hands[opening.leader] = drawn.hands[opening.leader] | lowest;
            pool = pool - OrderedSet::below(order_index) - lowest;
        }
        for (index, &(seat, count)) in self.missing.iter().enumerate() {
            let count = count.saturating_sub(usize::from(given == Some(seat)));
            let from = if index == 0 { pool - self.excluded } else { pool };
            let cards = draw(from, count, random);
            drawn.hands[seat] = drawn.hands[seat] | cards;
            pool = pool - cards;
        }
        drawn
    }
}

impl Opening {
    /// The candidates for the lowest card dealt, which the leader holds, given the cards known to
    /// be in hands, those to deal, and the number that seats lack; the first of these seats holds
    /// none of the excluded cards.
    fn new(
        leader: Seat,
        hands: &[OrderedSet; MAX_PLAYERS],
        pool: OrderedSet,
        missing: &[(Seat, usize)],
        excluded: OrderedSet,
    ) -> Self {
        let lowest = |cards: OrderedSet| cards.order_indices().next();
        let known = hands.iter().filter_map(|&hand| lowest(hand)).min();
        let of_leader = lowest(hands[leader]).filter(|&index| Some(index) == known);
        let is_first = missing.first().is_some_and(|&(seat, _)| seat == leader);
        let possible = if is_first { pool - excluded } else { pool };
        let of_leader_missing =
            missing.iter().find(|&&(seat, _)| seat == leader).map_or(0, |&(_, count)| count);
        let hidden = possible & OrderedSet::below(known.unwrap_or(52));
        let hidden = if of_leader_missing > 0 { hidden } else { OrderedSet::EMPTY };
        let candidates = hidden.order_indices().chain(of_leader).map(|order_index| {
            let card = OrderedSet::from_bits(1 << order_index);
            let given = (!(card & pool).is_empty()).then_some(leader);
            let left = pool - OrderedSet::below(order_index) - card;
            // The first seat chooses among some cards, the others together among what is left. Who
            // of them gets which cards is the same number for all candidates, except that one more
            // card is divided if the leader's is known.
            let lacks = |&(seat, count): &(Seat, usize)| {
                count.saturating_sub(usize::from(given == Some(seat)))
            };
            let first = missing.first().map_or(0, lacks);
            let others: usize = missing.iter().skip(1).map(lacks).sum();
            let rest = left.len().saturating_sub(first);
            let divided = match (is_first, given) {
                (true, _) => 1,
                (false, Some(_)) => of_leader_missing,
                (false, None) => others,
            };
            let ways = u128::from(binomial((left - excluded).len(), first))
                * u128::from(binomial(rest, others))
                * divided.max(1) as u128;
            (order_index, ways)
        });
        Self { leader, candidates: candidates.collect() }
    }

    /// A candidate, in proportion to its deals.
    fn draw(&self, random: &mut Random) -> Option<u8> {
        let all: u128 = self.candidates.iter().map(|&(_, ways)| ways).sum();
        let mut level = random.below_wide(all.max(1));
        let fits = |&&(_, ways): &&(u8, u128)| {
            let is_reached = level < ways;
            level = level.saturating_sub(ways);
            is_reached
        };
        self.candidates.iter().find(fits).map(|&(order_index, _)| order_index)
    }
}

/// The trades between other seats.
fn other_trades(view: &PresidentView<'_>) -> impl Iterator<Item = Exchange> {
    let seat = view.seat();
    let is_own = move |trade: &Exchange| [Some(trade.upper), Some(trade.lower)].contains(&seat);
    view.exchanges().filter(move |trade| !is_own(trade))
}

/// A random set of `count` cards.
pub(super) fn draw(from: OrderedSet, count: usize, random: &mut Random) -> OrderedSet {
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
