//! Opponents for best responses: any bot, queried hand by hand.

use super::correction::deal;
use super::holding::Holding;
use super::model::{FirstEnd, Layouts, Trees};
use super::removal::Removal;
use super::rules::Limits;
use super::solution::{Equilibrium, Spot};
use crate::cards::Card;
use crate::cfr::{Node, RoundEnd};
use crate::discard::Mask;
use crate::game::{Bot, Game as _};
use crate::games::draw::moves::Move;
use crate::games::draw::result::strength;
use crate::games::draw::rules::Rules;
use crate::games::draw::state::{FiveCardDraw, Phase};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// Creates a new instance of the bot.
pub type MakeBot<'a> = dyn Fn() -> Box<dyn Bot<FiveCardDraw>> + Sync + 'a;

/// The successor of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another decision.
    Spot(Spot),
    /// The end of the hand, before the draw or after the draw of a link.
    End { end: RoundEnd, link: Option<usize> },
}

impl Next {
    /// The link that has been passed.
    pub const fn link(&self) -> Option<usize> {
        match self {
            Self::Spot(spot) => spot.link,
            Self::End { link, .. } => *link,
        }
    }
}

/// The successor of a move, by its index.
pub(super) fn next(trees: &Trees, spot: Spot, action: usize) -> Option<Next> {
    if let Some(after) = spot.after(trees, action) {
        return Some(Next::Spot(after));
    }
    let tree = trees.tree(spot.link);
    let Node::Leaf(leaf) = tree.nodes().get(tree.child(spot.node, action)?)? else { return None };
    let (link, leaf) = match spot.link {
        None => match trees.first_ends.get(*leaf)? {
            FirstEnd::Settled(end) => {
                return Some(Next::End { end: *end, link: None });
            }
            // Nobody can bet any more.
            FirstEnd::Link(link) => (*link, 0),
        },
        Some(link) => (link, *leaf),
    };
    Some(Next::End { end: *trees.second_ends(link).get(leaf)?, link: Some(link) })
}

/// The player to decide at a spot, and the number of moves.
pub(super) fn decision(trees: &Trees, spot: Spot) -> (usize, usize) {
    match trees.tree(spot.link).nodes().get(spot.node) {
        Some(Node::Decision { player, children }) => (*player, children.len()),
        _ => (0, 0),
    }
}

/// The index of a move among those of a decision.
pub(super) const fn move_index(chosen: Move) -> usize {
    match chosen {
        Move::Fold | Move::Check => 0,
        Move::Call | Move::Bet | Move::BetOf(_) => 1,
        Move::Raise | Move::RaiseTo(_) => 2,
        Move::Discard(cards) => cards.len(),
    }
}

/// A hand of the real game between two players.
#[derive(Clone)]
pub(super) struct RealHand {
    pub state: FiveCardDraw,
    pub spot: Spot,
}

impl RealHand {
    /// Deal a hand with these upcoming cards.
    pub fn new(limits: Limits, cards: &[u8; 20]) -> Option<Self> {
        let deck: Vec<Card> = cards.iter().filter_map(|&card| Card::from_number(card)).collect();
        let Limits { ranking, ante, small_bet, big_bet, raises, stack } = limits;
        let rules = Rules {
            players: 2,
            hands: 1,
            stack,
            ante,
            small_bet,
            big_bet,
            raises,
            ranking,
            ..Rules::default()
        };
        let state = FiveCardDraw::with_deals(rules, 0, &[deck]).ok()?;
        Some(Self { state, spot: Spot::BEGIN })
    }

    /// The move with an index, for a player with this hand and these discards.
    pub fn move_at(&self, action: usize, holding: &Holding, discards: &[Mask; 6]) -> Move {
        let view = self.state.view(self.state.to_move());
        if view.phase() == Phase::Discard {
            return Move::Discard(
                holding.chosen(discards.get(action).copied().unwrap_or_default()),
            );
        }
        match (view.to_call(), action) {
            (0, 0) => Move::Check,
            (0, _) => Move::Bet,
            (_, 0) => Move::Fold,
            (_, 1) => Move::Call,
            _ => Move::Raise,
        }
    }

    /// Play a move; `None` when the hand is over.
    pub fn play(&mut self, trees: &Trees, chosen: Move) -> Option<()> {
        self.state.play(&chosen).ok()?;
        self.spot = self.spot.after(trees, move_index(chosen))?;
        Some(())
    }

    /// A player's winnings.
    pub fn won(&self, player: usize) -> i64 {
        self.state.scores().get(player).copied().unwrap_or(0)
    }
}

/// How often a bot made each move, by bucket, in both trees.
pub(super) struct Observed {
    pub first: Vec<f32>,
    pub second: Vec<f32>,
}

/// The observation of a bot.
struct Observer<'a> {
    removal: &'a Removal,
    trees: &'a Trees,
    layouts: Layouts,
    bot: Box<dyn Bot<FiveCardDraw>>,
    /// The bot's player number.
    player: usize,
    observed: Observed,
}

/// Observe a bot in both seats in this many deals, against all possible moves of the other player.
///
/// # Errors
///
/// If the monitor stops it.
pub(super) fn observe(
    make: &MakeBot<'_>,
    (limits, trees, removal): (Limits, &Trees, &Removal),
    deals: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Observed, Stopped> {
    let layouts = Layouts::new(trees, removal.buckets.counts());
    let [first, second] = layouts.lengths().map(|length| vec![0.0; length]);
    let mut observed = Observed { first, second };
    for player in 0..2 {
        let (layouts, bot) = (layouts.clone(), make());
        let mut observe = Observer { removal, trees, layouts, bot, player, observed };
        for number in 0..deals {
            let mut random = Random::stream(seed, number);
            if let Some(real_hand) = RealHand::new(limits, &deal(&mut random)) {
                observe.observe_from(&real_hand, &mut random);
            }
            monitor.advance(1)?;
        }
        observed = observe.observed;
    }
    Ok(observed)
}

impl Observer<'_> {
    /// Record what the bot does from here on.
    fn observe_from(&mut self, real_hand: &RealHand, random: &mut Random) {
        let (player, moves) = decision(self.trees, real_hand.spot);
        let hand = real_hand.state.view(player).hand();
        let cards: Vec<u8> = hand.iter().map(Card::number).collect();
        let holding = Holding::of(self.removal.buckets.ranking, &cards);
        if player == self.player {
            let Some(chosen) = self.bot.choose(&real_hand.state.view(player), random) else {
                return;
            };
            self.record(real_hand.spot, &holding, move_index(chosen));
            self.play_move(real_hand, chosen, random);
            return;
        }
        let discards = self.removal.buckets.discards(&holding);
        for action in 0..moves {
            self.play_move(real_hand, real_hand.move_at(action, &holding, &discards), random);
        }
    }

    fn play_move(&mut self, real_hand: &RealHand, chosen: Move, random: &mut Random) {
        let mut real_hand = real_hand.clone();
        if real_hand.play(self.trees, chosen).is_some() {
            self.observe_from(&real_hand, random);
        }
    }

    fn record(&mut self, spot: Spot, holding: &Holding, action: usize) {
        let (before, after) = self.removal.buckets.counts();
        let start = self.layouts.begin(spot.link, spot.node);
        let (numbers, states, state) = match spot.link {
            None => {
                let state = self.removal.buckets.of_holding(holding);
                (&mut self.observed.first, before, state)
            }
            Some(_) => {
                let state = self.removal.buckets.of_strength(holding.strength);
                (&mut self.observed.second, after, state)
            }
        };
        if let Some(number) = numbers.get_mut(start + action * states + state) {
            *number += 1.0;
        }
    }
}

/// An opponent whose moves are sampled while a response is learned.
pub(super) trait Opponent {
    /// The opponent's state in one hand.
    type Hand: Clone;

    /// Start a new hand in which the opponent is this player.
    fn start(&self, cards: &[u8; 20], player: usize) -> Option<Self::Hand>;

    /// The index of the opponent's move.
    fn choose(&mut self, hand: &Self::Hand, spot: Spot, random: &mut Random) -> Option<usize>;

    /// Advance a hand by the move with an index; for the other player's draw, with its hand and
    /// discards.
    fn apply(&self, hand: &mut Self::Hand, action: usize, other: Option<(&Holding, &[Mask; 6])>);

    /// Called when both players have drawn.
    fn draw(&self, hand: &mut Self::Hand, drawn: [usize; 2]);

    /// The strength of the opponent's final hand.
    fn strength(&self, hand: &Self::Hand) -> u16;
}

/// A bot playing real hands.
pub(super) struct AnyBot<'a> {
    pub bot: Box<dyn Bot<FiveCardDraw>>,
    pub limits: Limits,
    pub trees: &'a Trees,
}

/// A real hand with the opponent's player number and its last choice.
#[derive(Clone)]
pub(super) struct BotHand {
    real_hand: RealHand,
    player: usize,
    chosen: std::cell::Cell<Option<Move>>,
}

impl Opponent for AnyBot<'_> {
    type Hand = BotHand;

    fn start(&self, cards: &[u8; 20], player: usize) -> Option<BotHand> {
        let real_hand = RealHand::new(self.limits, cards)?;
        Some(BotHand { real_hand, player, chosen: std::cell::Cell::new(None) })
    }

    fn choose(&mut self, hand: &BotHand, _: Spot, random: &mut Random) -> Option<usize> {
        let chosen = self.bot.choose(&hand.real_hand.state.view(hand.player), random);
        hand.chosen.set(chosen);
        chosen.map(move_index)
    }

    fn apply(&self, hand: &mut BotHand, action: usize, other: Option<(&Holding, &[Mask; 6])>) {
        let chosen = match other {
            Some((held, discards)) => Some(hand.real_hand.move_at(action, held, discards)),
            None => hand.chosen.get(),
        };
        if let Some(chosen) = chosen {
            // When the hand is over, nothing follows.
            let _ = hand.real_hand.play(self.trees, chosen);
        }
    }

    fn draw(&self, _: &mut BotHand, _: [usize; 2]) {}

    fn strength(&self, hand: &BotHand) -> u16 {
        let shown = hand.real_hand.state.view(hand.player);
        let shown = shown.last_hand().map(|last| last.shown[hand.player]);
        shown
            .filter(|shown| !shown.is_empty())
            .map_or(0, |hand| strength(hand, self.limits.ranking))
    }
}

/// A solution's state in one hand.
#[derive(Clone, Copy)]
pub(super) struct SolutionHand {
    cards: [u8; 20],
    player: usize,
    hand: Holding,
    discards: [Mask; 6],
    /// The bucket of its current hand, and its strength.
    state: usize,
    strength: u16,
}

/// A solution needs no real game: its moves are looked up.
impl Opponent for &Equilibrium {
    type Hand = SolutionHand;

    fn start(&self, cards: &[u8; 20], player: usize) -> Option<SolutionHand> {
        let hand = self.buckets.dealt(cards, player);
        let discards = self.buckets.discards(&hand);
        let state = self.buckets.of_holding(&hand);
        let strength = hand.strength;
        Some(SolutionHand { cards: *cards, player, hand, discards, state, strength })
    }

    fn choose(&mut self, hand: &SolutionHand, spot: Spot, random: &mut Random) -> Option<usize> {
        Some(self.sample(spot, hand.state, random))
    }

    fn apply(&self, _: &mut SolutionHand, _: usize, _: Option<(&Holding, &[Mask; 6])>) {}

    fn draw(&self, hand: &mut SolutionHand, drawn: [usize; 2]) {
        let stub = 2 * self.limits.cards();
        let start = if hand.player == 0 { stub } else { stub + drawn[0] };
        let discard = hand.discards[drawn[hand.player]];
        let after = hand.hand.redrawn(self.limits.ranking, discard, &hand.cards[start..]);
        hand.strength = after.strength;
        hand.state = self.buckets.of_strength(hand.strength);
    }

    fn strength(&self, hand: &SolutionHand) -> u16 {
        hand.strength
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random hands between random stacks, also all in, line by line in the engine and in the trees: the
    /// same players decide among as many moves, and win the same.
    #[test]
    fn the_trees_are_those_of_the_engine_and_pay_like_it() {
        let mut random = Random::new(5);
        let mut all_in = 0;
        for seed in 0..4000 {
            let rules = Rules {
                hands: 1,
                stack: 30,
                ante: random.below(4),
                small_bet: 1 + random.below(4),
                big_bet: 1 + random.below(6),
                raises: random.below(4),
                ..Rules::default()
            };
            let stacks = [1 + random.below(30), 1 + random.below(30)];
            let state = FiveCardDraw::new(rules, seed).unwrap();
            let mut state = state.with_stacks(&stacks).unwrap();
            let limits = Limits::new(&rules, stacks[0].min(stacks[1]));
            all_in += u32::from(!limits.is_deep());
            let trees = Trees::new(&limits);
            let mut place = Some(Next::Spot(Spot::BEGIN));
            while let Some(seat) = state.to_move() {
                let Some(Next::Spot(spot)) = place else { panic!("{place:?} in {rules:?}") };
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let is_draw = matches!(moves[0], Move::Discard(_));
                let count = if is_draw { 6 } else { moves.len() };
                assert_eq!(decision(&trees, spot), (seat, count), "{rules:?} {stacks:?}");
                let chosen = moves[random.below(moves.len() as u32) as usize];
                place = next(&trees, spot, move_index(chosen));
                state.play(&chosen).unwrap();
            }
            let Some(Next::End { end, link }) = place else { panic!("{place:?} in {rules:?}") };
            let (before, size) = match link {
                None => (0, limits.small_bet),
                Some(link) => (trees.links[link].bets, limits.big_bet),
            };
            let scores = state.scores();
            let winner = usize::from(scores[0] < 0);
            let won = limits.won(end, winner, before, size);
            let is_split = matches!(end, RoundEnd::Closed { .. }) && scores[0] == 0;
            assert!(
                is_split || won == scores[winner] as f64,
                "{won} {scores:?} {rules:?} {stacks:?}"
            );
        }
        assert!((1000..3900).contains(&all_in), "{all_in}");
    }
}
