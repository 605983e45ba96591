//! The opponent that a response is looked for: any bot, asked for its moves hand by hand.

use super::buckets::Holding;
use super::correction::{deal, discards, redrawn};
use super::model::{FirstEnd, Trees};
use super::removal::Removal;
use super::rules::Limits;
use super::solution::{Equilibrium, Spot};
use crate::cards::{Card, CardSet};
use crate::cfr::Layout;
use crate::cfr::{Node, RoundEnd};
use crate::discard::{Mask, Prospects};
use crate::game::{Bot, Game as _};
use crate::games::draw::moves::Move;
use crate::games::draw::result::strength;
use crate::games::draw::rules::Rules;
use crate::games::draw::state::{FiveCardDraw, Phase};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// Makes a new bot.
pub type MakeBot<'a> = dyn Fn() -> Box<dyn Bot<FiveCardDraw>> + Sync + 'a;

/// What follows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another decision.
    Spot(Spot),
    /// The end of the hand in one of the betting rounds, with this many bets paid before the draw.
    End { end: RoundEnd, before: u32, is_second: bool },
}

/// What follows the move at an index.
pub(super) fn next(trees: &Trees, spot: Spot, place: usize) -> Option<Next> {
    if let Some(after) = spot.after(trees, place) {
        return Some(Next::Spot(after));
    }
    let tree = if spot.link.is_some() { &trees.second } else { &trees.first };
    let Node::Leaf(leaf) = tree.nodes().get(tree.child(spot.node, place)?)? else { return None };
    Some(match spot.link {
        None => match trees.first_ends.get(*leaf)? {
            FirstEnd::Settled(end) => Next::End { end: *end, before: 0, is_second: false },
            FirstEnd::Link(_) => return None,
        },
        Some(link) => {
            let before = trees.links.get(link)?.bets;
            Next::End { end: *trees.second_ends.get(*leaf)?, before, is_second: true }
        }
    })
}

/// Who decides at a spot, and among how many moves.
pub(super) fn decision(trees: &Trees, spot: Spot) -> (usize, usize) {
    let tree = if spot.link.is_some() { &trees.second } else { &trees.first };
    match tree.nodes().get(spot.node) {
        Some(Node::Decision { player, children }) => (*player, children.len()),
        _ => (0, 0),
    }
}

/// The index of a move among those of a decision.
pub(super) const fn place_of(chosen: Move) -> usize {
    match chosen {
        Move::Fold | Move::Check => 0,
        Move::Call | Move::Bet => 1,
        Move::Raise => 2,
        Move::Discard(cards) => cards.len(),
    }
}

/// A hand of the real game between two players.
#[derive(Clone)]
pub(super) struct Table {
    pub state: FiveCardDraw,
    pub spot: Spot,
}

impl Table {
    /// Deal a hand from these cards.
    pub fn new(limits: Limits, cards: &[u8; 20]) -> Option<Self> {
        let deck: Vec<Card> = cards.iter().filter_map(|&card| Card::from_number(card)).collect();
        let Limits { ante, small_bet, big_bet, raises } = limits;
        let stack = u32::try_from(limits.most()).ok()?;
        let rules = Rules { players: 2, hands: 1, stack, ante, small_bet, big_bet, raises };
        let state = FiveCardDraw::with_deals(rules, 0, &[deck]).ok()?;
        Some(Self { state, spot: Spot::BEGIN })
    }

    /// The move at an index, for a player who would discard these cards.
    pub fn move_at(&self, place: usize, cards: [u8; 5], discards: &[Mask; 6]) -> Move {
        let view = self.state.view(self.state.to_move());
        if view.phase() == Phase::Discard {
            let mask = discards.get(place).copied().unwrap_or_default();
            let thrown = (0..5).filter(|&place| mask.contains(place));
            let thrown: CardSet =
                thrown.filter_map(|place| Card::from_number(cards[place])).collect();
            return Move::Discard(thrown);
        }
        match (view.to_call(), place) {
            (0, 0) => Move::Check,
            (0, _) => Move::Bet,
            (_, 0) => Move::Fold,
            (_, 1) => Move::Call,
            _ => Move::Raise,
        }
    }

    /// Make a move; `None` when the hand is over.
    pub fn play(&mut self, trees: &Trees, chosen: Move) -> Option<()> {
        self.state.play(&chosen).ok()?;
        self.spot = self.spot.after(trees, place_of(chosen))?;
        Some(())
    }

    /// What a player won.
    pub fn won(&self, player: usize) -> i64 {
        self.state.scores().get(player).copied().unwrap_or(0)
    }
}

/// How often a bot made each move, by bucket, in both trees.
pub(super) struct Observed {
    pub first: Vec<f32>,
    pub second: Vec<Vec<f32>>,
}

/// The bot that is observed, and where the observations go.
struct Watch<'a> {
    removal: &'a Removal,
    trees: &'a Trees,
    layouts: [Layout; 2],
    prospects: Prospects,
    bot: Box<dyn Bot<FiveCardDraw>>,
    /// The seat of the bot.
    player: usize,
    observed: Observed,
}

/// Observe a bot in both seats in this many deals, against all moves that the opponent can make.
///
/// # Errors
///
/// The monitor's stop.
pub(super) fn observe(
    make: &MakeBot<'_>,
    (limits, trees, removal): (Limits, &Trees, &Removal),
    deals: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Observed, Stopped> {
    let (before, after) = removal.buckets.counts();
    let layouts = [Layout::new(&trees.first, before), Layout::new(&trees.second, after)];
    let mut observed = Observed {
        first: vec![0.0; layouts[0].length()],
        second: vec![vec![0.0; layouts[1].length()]; trees.links.len()],
    };
    for player in 0..2 {
        let prospects = removal.buckets.prospects();
        let (layouts, bot) = (layouts.clone(), make());
        let mut watch = Watch { removal, trees, layouts, prospects, bot, player, observed };
        for number in 0..deals {
            let mut random = Random::stream(seed, number);
            if let Some(table) = Table::new(limits, &deal(&mut random)) {
                watch.look(&table, &mut random);
            }
            monitor.advance(1)?;
        }
        observed = watch.observed;
    }
    Ok(observed)
}

impl Watch<'_> {
    /// Record what the bot does from here on.
    fn look(&mut self, table: &Table, random: &mut Random) {
        let (player, moves) = decision(self.trees, table.spot);
        let hand = table.state.view(player).hand();
        let mut cards = [0; 5];
        for (card, held) in cards.iter_mut().zip(hand) {
            *card = held.number();
        }
        if player == self.player {
            let Some(chosen) = self.bot.choose(&table.state.view(player), random) else { return };
            self.note(table.spot, cards, place_of(chosen));
            self.go_on(table, chosen, random);
            return;
        }
        let discards = discards(&self.prospects, cards);
        for place in 0..moves {
            self.go_on(table, table.move_at(place, cards, &discards), random);
        }
    }

    fn go_on(&mut self, table: &Table, chosen: Move, random: &mut Random) {
        let mut table = table.clone();
        if table.play(self.trees, chosen).is_some() {
            self.look(&table, random);
        }
    }

    fn note(&mut self, spot: Spot, cards: [u8; 5], place: usize) {
        let (before, after) = self.removal.buckets.counts();
        let holding = Holding::of(cards);
        let (numbers, begin, states, state) = match spot.link {
            None => {
                let state = self.removal.buckets.of_holding(&holding);
                (&mut self.observed.first, self.layouts[0].begin(spot.node), before, state)
            }
            Some(link) => {
                let state = self.removal.buckets.of_strength(holding.strength);
                (&mut self.observed.second[link], self.layouts[1].begin(spot.node), after, state)
            }
        };
        if let Some(number) = numbers.get_mut(begin + place * states + state) {
            *number += 1.0;
        }
    }
}

/// An opponent whose moves are sampled while a response is learned.
pub(super) trait Opponent {
    /// What the opponent knows in one hand.
    type Hand: Clone;

    /// A new hand with the opponent in this seat.
    fn begin(&self, cards: &[u8; 20], player: usize) -> Option<Self::Hand>;

    /// The index of the opponent's move.
    fn choose(&mut self, hand: &Self::Hand, spot: Spot, random: &mut Random) -> Option<usize>;

    /// Continue a hand after the move at an index; for a draw of the other player, with its cards and
    /// what it discards.
    fn follow(&self, hand: &mut Self::Hand, place: usize, other: Option<([u8; 5], &[Mask; 6])>);

    /// Called when both have drawn this many cards.
    fn draw(&self, hand: &mut Self::Hand, drawn: [usize; 2]);

    /// The strength of the hand that the opponent shows.
    fn strength(&self, hand: &Self::Hand) -> u16;
}

/// A bot at a real table.
pub(super) struct AnyBot<'a> {
    pub bot: Box<dyn Bot<FiveCardDraw>>,
    pub limits: Limits,
    pub trees: &'a Trees,
}

/// A table with the opponent in one of the seats, and its last choice.
#[derive(Clone)]
pub(super) struct Seated {
    table: Table,
    player: usize,
    chosen: std::cell::Cell<Option<Move>>,
}

impl Opponent for AnyBot<'_> {
    type Hand = Seated;

    fn begin(&self, cards: &[u8; 20], player: usize) -> Option<Seated> {
        let table = Table::new(self.limits, cards)?;
        Some(Seated { table, player, chosen: std::cell::Cell::new(None) })
    }

    fn choose(&mut self, hand: &Seated, _: Spot, random: &mut Random) -> Option<usize> {
        let chosen = self.bot.choose(&hand.table.state.view(hand.player), random);
        hand.chosen.set(chosen);
        chosen.map(place_of)
    }

    fn follow(&self, hand: &mut Seated, place: usize, other: Option<([u8; 5], &[Mask; 6])>) {
        let chosen = match other {
            Some((cards, discards)) => Some(hand.table.move_at(place, cards, discards)),
            None => hand.chosen.get(),
        };
        if let Some(chosen) = chosen {
            // Nothing follows the end of the hand.
            let _ = hand.table.play(self.trees, chosen);
        }
    }

    fn draw(&self, _: &mut Seated, _: [usize; 2]) {}

    fn strength(&self, hand: &Seated) -> u16 {
        let shown = hand.table.state.view(hand.player);
        let shown = shown.last_hand().map(|last| last.shown[hand.player]);
        shown.filter(|shown| !shown.is_empty()).map_or(0, strength)
    }
}

/// What a solution holds in one hand.
#[derive(Clone, Copy)]
pub(super) struct Known {
    cards: [u8; 20],
    player: usize,
    hand: [u8; 5],
    discards: [Mask; 6],
    /// The bucket and the strength of the current hand.
    state: usize,
    strength: u16,
}

/// A solution needs no table: its moves are looked up.
impl Opponent for &Equilibrium {
    type Hand = Known;

    fn begin(&self, cards: &[u8; 20], player: usize) -> Option<Known> {
        let holding = Holding::of(std::array::from_fn(|place| cards[5 * player + place]));
        let Holding { cards: hand, strength } = holding;
        let state = self.buckets.of_holding(&holding);
        Some(Known { cards: *cards, player, hand, discards: self.discards(hand), state, strength })
    }

    fn choose(&mut self, hand: &Known, spot: Spot, random: &mut Random) -> Option<usize> {
        Some(self.sample(spot, hand.state, random))
    }

    fn follow(&self, _: &mut Known, _: usize, _: Option<([u8; 5], &[Mask; 6])>) {}

    fn draw(&self, hand: &mut Known, drawn: [usize; 2]) {
        let begin = if hand.player == 0 { 10 } else { 10 + drawn[0] };
        let discard = hand.discards[drawn[hand.player]];
        hand.strength = Holding::of(redrawn(hand.hand, discard, &hand.cards[begin..])).strength;
        hand.state = self.buckets.of_strength(hand.strength);
    }

    fn strength(&self, hand: &Known) -> u16 {
        hand.strength
    }
}
