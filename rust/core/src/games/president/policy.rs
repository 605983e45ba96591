//! The plan-based policy of the bot `plan`, also used as the rollout policy.
//!
//! *Leading*, it plays the lowest beatable move of its plan and keeps its controls: unbeatable
//! moves come first only once at most one beatable one is left, for then nobody can stop it. Once
//! at most two other players are left and one is about to go out, it leads what that one cannot
//! follow, or its highest move. *Following*, it plays the lowest beating move of its plan. It
//! passes voluntarily rather than spend an unbeatable move or break up its plan, unless the rest of
//! the hand then runs out or another player is about to go out.
//!
//! If the first player out ends the round, the others are about to lose by the cards they hold:
//! once somebody has few cards left, it plays whatever it can, the most cards first.
//!
//! Under a reversed order everything here is reversed too: hands, plans and combinations are those
//! of the usual order.

use super::combination::{Combination, Kind, all_four, at_least_three, at_least_two};
use super::enumerate::{Demand, any_combination, for_each_combination};
use super::options::{Ends, MayPass, MoveRules};
use super::order::{DIAMONDS, OrderedSet, value};
use super::plan::{Plan, PlanRules};
use super::rules::Rules;

/// With at most this many moves left the plan is broken up to get the lead.
const FEW_MOVES: usize = 5;

/// An unbeatable move is spent when at most this many others are beatable.
const FEW_OPEN: usize = 2;

/// With more opponents in play, it does not lead high to stop one of them from going out: at large
/// tables somebody is always about to, the cards are needed, and another goes out instead.
const FEW_OTHERS: usize = 2;

/// How many values higher a move may be for every card that it has less, to be led first.
const RELUCTANCE_BY_SIZE: i32 = 2;

/// The same if the first player out ends the round: the many cards of a large move are worth more.
const RELUCTANCE_BY_SIZE_TO_FIRST: i32 = 0;

/// A player with at most this many cards may end the round soon.
const FEW_CARDS_TO_FIRST: usize = 3;

/// The rules that matter for a policy, in the order of the moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolicyRules {
    pub(super) plan: PlanRules,
    pub(super) moves: MoveRules,
    pub(super) may_pass: MayPass,
    pub(super) ends: Ends,
    /// Whether four of a kind reverse the order of the values.
    pub(super) revolution: bool,
}

impl PolicyRules {
    /// The rules of a match, for cards in the usual order or reversed ones.
    pub(super) fn new(rules: Rules, reversed: bool) -> Self {
        let options = rules.options();
        let clearing = options.clears.map_or(u8::MAX, |rank| {
            let index = value(rank) - 3;
            if reversed { 12 - index } else { index }
        });
        Self {
            plan: PlanRules { kinds: options.kinds, clearing },
            moves: rules.moves(false),
            may_pass: options.may_pass,
            ends: options.ends,
            revolution: options.revolution,
        }
    }
}

/// What a seat knows when it is to play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// Its cards.
    pub(super) hand: OrderedSet,
    /// The cards that may be in another hand.
    pub(super) unseen: OrderedSet,
    /// The combination to beat; `None` when leading.
    pub(super) beat: Option<Combination>,
    /// The most cards that another player holds who may still play on this pile.
    pub(super) largest: usize,
    /// The fewest cards that another player in play holds.
    pub(super) smallest: usize,
    /// The number of other players in play.
    pub(super) others: usize,
    pub(super) rules: PolicyRules,
}

impl Situation {
    /// Whether no other player can play on a combination.
    pub(super) fn is_unbeatable(&self, combination: Combination) -> bool {
        let unseen = self.unseen.bits();
        let higher = unseen & self.rules.moves.above(combination);
        let among = |values: u64| {
            (higher | higher >> 1 | higher >> 2 | higher >> 3) & DIAMONDS & values == 0
        };
        combination.size() > self.largest
            || self.rules.plan.clears(combination.kind(), combination.key())
            || match combination.size() {
                1 => higher == 0,
                2 => among(at_least_two(unseen)),
                3 => among(at_least_three(unseen)),
                4 => among(all_four(unseen)),
                _ => !any_combination(self.unseen, self.demand(Some(combination))),
            }
    }

    const fn demand(&self, beat: Option<Combination>) -> Demand {
        Demand { beat, containing: OrderedSet::EMPTY, rules: self.rules.moves }
    }

    /// Whether another player may go out within the next move or two.
    const fn is_urgent(&self) -> bool {
        match self.rules.ends {
            Ends::Last => self.smallest <= 2,
            Ends::First => self.smallest <= FEW_CARDS_TO_FIRST,
        }
    }

    /// Whether the round is likely to be lost soon, and the cards held then count.
    fn is_losing(&self, moves: &[Combination]) -> bool {
        self.rules.ends == Ends::First && self.is_urgent() && moves.len() > 2
    }

    /// The move to play by a plan for the hand; `None` for a pass.
    pub(super) fn choose(&self, plan: &Plan) -> Option<Combination> {
        let Some(beat) = self.beat else { return self.lead(plan) };
        let chosen = self.follow(plan, beat);
        if chosen.is_some() || self.rules.may_pass == MayPass::Always {
            return chosen;
        }
        self.lowest_legal(beat)
    }

    /// The lowest move that beats a combination.
    fn lowest_legal(&self, beat: Combination) -> Option<Combination> {
        let mut lowest = None;
        for_each_combination(self.hand, self.demand(Some(beat)), |found| lowest = Some(found));
        lowest
    }

    fn lead(&self, plan: &Plan) -> Option<Combination> {
        let moves = plan.moves();
        if moves.len() <= 1 {
            return moves.first().copied();
        }
        if self.is_losing(moves) {
            return moves.iter().copied().max_by_key(|planned| (planned.size(), planned.key()));
        }
        let mut open = 0;
        let mut unbeatable: Option<Combination> = None;
        let mut best: Option<(i32, Combination)> = None;
        for &planned in moves {
            if self.is_unbeatable(planned) {
                if unbeatable.is_none_or(|other| other.size() < planned.size()) {
                    unbeatable = Some(planned);
                }
            } else {
                open += 1;
                let rank = self.reluctance(planned);
                if best.is_none_or(|(other, _)| rank < other) {
                    best = Some((rank, planned));
                }
            }
        }
        if open <= 1 && unbeatable.is_some() {
            unbeatable
        } else {
            best.map(|(_, planned)| planned).or(unbeatable)
        }
    }

    /// The reluctance to lead a beatable move; lower is better.
    fn reluctance(&self, planned: Combination) -> i32 {
        let height = i32::from(planned.key() / 4);
        let size = planned.size();
        // A player with as many cards goes out if the move is low.
        let blocks = self.is_urgent() && self.others <= FEW_OTHERS;
        if blocks && size <= self.smallest {
            return 1000 - height;
        }
        if blocks && size == self.smallest + 1 {
            return height;
        }
        let by_size = match self.rules.ends {
            Ends::Last => RELUCTANCE_BY_SIZE,
            Ends::First => RELUCTANCE_BY_SIZE_TO_FIRST,
        };
        height + by_size * size as i32
    }

    fn follow(&self, plan: &Plan, beat: Combination) -> Option<Combination> {
        let moves = plan.moves();
        let mut lowest: Option<Combination> = None;
        for &planned in moves {
            if self.rules.moves.beats(planned, beat)
                && lowest.is_none_or(|other| other.beats(planned))
            {
                lowest = Some(planned);
            }
        }
        let Some(planned) = lowest else {
            let is_worth = self.is_urgent() || moves.len() <= FEW_MOVES;
            let split = if is_worth { self.split(moves, beat) } else { None };
            return match split {
                None if self.is_losing(moves) => self.lowest_legal(beat),
                split => split,
            };
        };
        let is_worth = moves.len() <= 2
            || self.is_urgent()
            || !self.is_unbeatable(planned)
            || self.open_without(moves, planned) <= FEW_OPEN;
        is_worth.then_some(planned)
    }

    /// The number of other moves that are beatable.
    fn open_without(&self, moves: &[Combination], planned: Combination) -> usize {
        moves.iter().filter(|&&other| other != planned && !self.is_unbeatable(other)).count()
    }

    /// A single card from the lowest pair or triple that is high enough, or otherwise the highest
    /// card or pair of the hand, when the plan has none.
    fn split(&self, moves: &[Combination], beat: Combination) -> Option<Combination> {
        let hand = self.hand.bits();
        let (kind, values) = match beat.size() {
            1 => (Kind::OneCard, hand),
            2 => (Kind::Pair, at_least_two(hand)),
            _ => return None,
        };
        if kind == Kind::OneCard {
            let above = self.rules.moves.above(beat);
            let is_group = |planned: &&Combination| {
                matches!(planned.kind(), Kind::Pair | Kind::ThreeOfAKind)
                    && above >> planned.key() & 1 == 1
            };
            let groups = moves.iter().filter(is_group);
            if let Some(key) = groups.map(|planned| planned.key()).min() {
                let card = OrderedSet::from_bits(1 << key);
                return Some(Combination::new(card, Kind::OneCard, key));
            }
        }
        let low = 63_u32.saturating_sub(values.leading_zeros()) / 4 * 4;
        let digit = hand & 15 << low;
        let first = highest_bit(digit);
        let cards = if kind == Kind::Pair { first | highest_bit(digit ^ first) } else { first };
        let key = first.trailing_zeros() as u8;
        let found = Combination::new(OrderedSet::from_bits(cards), kind, key);
        (values != 0 && self.rules.moves.beats(found, beat)).then_some(found)
    }
}

/// How many of these cards, or sets of one value among them, beat a combination; for five cards not
/// counted but always the same.
#[inline(always)]
pub(super) fn beaters(unseen: u64, rules: MoveRules, played: Combination) -> usize {
    const FIVES: usize = 3;
    let higher = unseen & rules.above(played);
    let any = higher | higher >> 1 | higher >> 2 | higher >> 3;
    let count = match played.kind() {
        Kind::OneCard => higher.count_ones(),
        Kind::Pair => (any & at_least_two(unseen)).count_ones(),
        Kind::ThreeOfAKind => (any & at_least_three(unseen)).count_ones(),
        Kind::FourOfAKind => (any & all_four(unseen)).count_ones(),
        _ => return FIVES,
    };
    count as usize
}

/// The highest set bit of a word; 0 for 0.
const fn highest_bit(bits: u64) -> u64 {
    if bits == 0 { 0 } else { 1 << (63 - bits.leading_zeros()) }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::*;
    use crate::random::Random;

    fn usual() -> PolicyRules {
        PolicyRules::new(Rules::of(Options::REPORT).unwrap(), false)
    }

    #[test]
    fn unbeatable_means_no_unseen_cards_beat_it() {
        let mut random = Random::new(1);
        let mut deck: Vec<u8> = (0..52).collect();
        for size in (1..30).cycle().take(600) {
            random.shuffle(&mut deck);
            let set = |order_indices: &[u8]| {
                OrderedSet::from_bits(
                    order_indices.iter().fold(0, |bits, order_index| bits | 1 << order_index),
                )
            };
            let (hand, unseen) = (set(&deck[..13]), set(&deck[13..13 + size]));
            let largest = 1 + random.below(13) as usize;
            let situation = Situation {
                hand,
                unseen,
                beat: None,
                largest,
                smallest: 1,
                others: 3,
                rules: usual(),
            };
            for_each_combination(hand, Demand::default(), |found| {
                let demand = Demand { beat: Some(found), ..Demand::default() };
                let is_beaten = largest >= found.size() && any_combination(unseen, demand);
                assert_eq!(situation.is_unbeatable(found), !is_beaten, "{found} and {unseen}");
            });
        }
    }

    #[test]
    fn at_large_tables_one_player_may_go_out() {
        let set = |text| crate::cards::parse_cards(text).unwrap().into_iter().collect();
        let hand: OrderedSet = set("5d 9c Kh");
        let unseen: OrderedSet = set("3d 4d Ac 2s Tc Jc");
        let leads = |others, smallest| {
            let rules = usual();
            let situation =
                Situation { hand, unseen, beat: None, largest: 3, smallest, others, rules };
            situation.choose(&Plan::of(hand, PlanRules::USUAL)).unwrap().to_string()
        };
        // Near the end of a round every place is either one's own or the opponent's.
        assert_eq!((leads(1, 1), leads(2, 1)), ("Kh".into(), "Kh".into()));
        assert_eq!(
            (leads(2, 3), leads(3, 1), leads(12, 1)),
            ("5d".into(), "5d".into(), "5d".into())
        );
    }
}
