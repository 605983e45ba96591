//! The best response again, by looking at every draw, with the engine of the game for the tree.
//!
//! Slow, so the game has no raises, the bot seldom draws, and the response is looked at for some hands.

use super::draws::Draws;
use super::strategy::Opened;
use super::{Game, Independent, Response, of_bot, of_notes};
use crate::cards::{Card, CardSet};
use crate::discard::Mask;
use crate::game::{Game as _, View as _, bot};
use crate::games::draw::bots::{OpenBot, open_bot};
use crate::games::draw::equilibrium::model::Trees;
use crate::games::draw::equilibrium::opponent::{Table, observe};
use crate::games::draw::equilibrium::removal::Removal;
use crate::games::draw::equilibrium::rules::Limits;
use crate::games::draw::moves::{Move, PublicMove};
use crate::games::draw::result::strength;
use crate::games::draw::state::{FiveCardDraw, Phase};
use crate::games::draw::view::DrawView;
use crate::monitor::Monitor;
use crate::poker::evaluate::Evaluator;
use crate::random::Random;

const LIMITS: Limits = Limits { ante: 1, small_bet: 2, big_bet: 5, raises: 0 };

/// Does anything, but always the same with the same hand or strength after the same moves.
struct Whimsical;

impl Whimsical {
    fn whim(view: &DrawView<'_>, held: u64) -> Random {
        let seen = view.moves().iter().fold(1_u64, |seen, (seat, chosen)| {
            let chosen = match chosen {
                PublicMove::Draw(count) => 10 + *count as u64,
                PublicMove::Fold => 0,
                PublicMove::Check => 1,
                PublicMove::Call => 2,
                PublicMove::Bet => 3,
                PublicMove::Raise => 4,
            };
            seen * 64 + chosen * 2 + *seat as u64
        });
        Random::stream(seen, held)
    }
}

impl OpenBot for Whimsical {
    fn show(&self, view: &DrawView<'_>, visit: &mut dyn FnMut(Move, f64)) {
        let hand = view.hand();
        let held = match view.phase() {
            Phase::SecondBets => u64::from(strength(hand)),
            _ => hand.iter().fold(0, |held, card| held * 52 + u64::from(card.number())),
        };
        let mut whim = Self::whim(view, held);
        if view.phase() == Phase::Discard {
            // One card of few hands, so that the draws can be counted one by one.
            let place = whim.below(64) as usize;
            let thrown = hand.iter().enumerate().filter(|&(card, _)| card == place);
            visit(Move::Discard(thrown.map(|(_, card)| card).collect()), 0.75);
            return visit(Move::Discard(CardSet::EMPTY), 0.25);
        }
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let first = f64::from(whim.below(5)) / 4.0;
        visit(moves[0], first);
        visit(moves[1], 1.0 - first);
    }
}

/// Checks, and folds to every bet; stands pat.
struct Timid;

impl OpenBot for Timid {
    fn show(&self, view: &DrawView<'_>, visit: &mut dyn FnMut(Move, f64)) {
        let moves = [Move::Check, Move::Fold];
        let allowed = moves.into_iter().find(|&chosen| view.allows(chosen));
        visit(allowed.unwrap_or(Move::Discard(CardSet::EMPTY)), 1.0);
    }
}

fn set(cards: [u8; 5]) -> CardSet {
    cards.iter().filter_map(|&card| Card::from_number(card)).collect()
}

/// How many draws of a discard end in every strength.
fn finals(hand: CardSet, thrown: CardSet) -> Vec<f64> {
    fn draw(cards: &mut [u8; 5], place: usize, least: u8, hand: CardSet, counts: &mut [f64]) {
        if place == 5 {
            let strength = Evaluator::new().strength(*cards);
            counts[usize::from(strength.unwrap_or(0))] += 1.0;
            return;
        }
        for card in least..52 {
            if Card::from_number(card).is_some_and(|drawn| !hand.contains(drawn)) {
                cards[place] = card;
                draw(cards, place + 1, card + 1, hand, counts);
            }
        }
    }
    let mut cards = [0; 5];
    let kept = hand - thrown;
    for (place, card) in kept.iter().enumerate() {
        cards[place] = card.number();
    }
    let mut counts = vec![0.0; Draws::STRENGTHS];
    draw(&mut cards, kept.len(), 0, hand, &mut counts);
    let total: f64 = counts.iter().sum();
    counts.iter().map(|count| count / total).collect()
}

/// What one hand can win, by the plainest means.
struct OneHand<'a> {
    draws: &'a Draws,
    player: usize,
    /// By discard: how likely every strength is.
    finals: Vec<Vec<f64>>,
    /// A hand of every strength.
    shown: Vec<CardSet>,
}

impl OneHand<'_> {
    /// What every move of the bot has of its reach.
    fn split(
        &self,
        state: &FiveCardDraw,
        hands: &[CardSet],
        reach: &[f64],
    ) -> Vec<(Move, Vec<f64>)> {
        let mut moves: Vec<(Move, Vec<f64>)> = Vec::new();
        let mut asked = state.clone();
        for (number, hand) in hands.iter().enumerate() {
            asked.players.hands[1 - self.player] = *hand;
            Whimsical.show(&asked.view(1 - self.player), &mut |chosen, chance| {
                let known = moves.iter().position(|known| known.0 == chosen).unwrap_or_else(|| {
                    moves.push((chosen, vec![0.0; hands.len()]));
                    moves.len() - 1
                });
                moves[known].1[number] += reach[number] * chance;
            });
        }
        moves
    }

    /// What is won where a hand ends with a move, by a strength.
    fn end(&self, before: &FiveCardDraw, chosen: Move, reach: &[f64]) -> Vec<f64> {
        let mut after = before.clone();
        after.play(&chosen).expect("legal");
        if chosen == Move::Fold {
            let won = after.scores()[self.player] as f64;
            return vec![won * reach.iter().sum::<f64>(); reach.len()];
        }
        let stake = f64::from(before.view(0).paid(0).max(before.view(0).paid(1)));
        let total: f64 = reach.iter().sum();
        let mut weaker = 0.0;
        let won = reach.iter().map(|reach| {
            let stronger = total - weaker - reach;
            let won = stake * (weaker - stronger);
            weaker += reach;
            won
        });
        won.collect()
    }

    /// What every strength wins after the draw.
    fn second(&self, state: &FiveCardDraw, reach: &[f64]) -> Vec<f64> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let follow = |chosen: Move, reach: &[f64]| {
            let mut after = state.clone();
            after.play(&chosen).expect("legal");
            match after.phase {
                Phase::Over => self.end(state, chosen, reach),
                _ => self.second(&after, reach),
            }
        };
        if state.turn == self.player {
            let values: Vec<Vec<f64>> = moves.iter().map(|&chosen| follow(chosen, reach)).collect();
            let best = |own: usize| values.iter().map(|value| value[own]).fold(-1e9, f64::max);
            return (0..reach.len()).map(best).collect();
        }
        let mut sums = vec![0.0; reach.len()];
        for (chosen, reach) in self.split(state, &self.shown, reach) {
            let values = follow(chosen, &reach);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        sums
    }

    /// What the hand wins before the draw.
    fn first(&self, state: &FiveCardDraw, reach: &[f64]) -> f64 {
        if state.phase == Phase::Discard {
            return self.draw(state, reach);
        }
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let follow = |chosen: Move, reach: &[f64]| {
            let mut after = state.clone();
            after.play(&chosen).expect("legal");
            match after.phase {
                Phase::Over => self.end(state, chosen, reach)[0],
                _ => self.first(&after, reach),
            }
        };
        if state.turn == self.player {
            return moves.iter().map(|&chosen| follow(chosen, reach)).fold(-1e9, f64::max);
        }
        let hands: Vec<CardSet> = self.draws.hands.iter().map(|hand| set(hand.cards)).collect();
        let split = self.split(state, &hands, reach);
        split.iter().map(|(chosen, reach)| follow(*chosen, reach)).sum()
    }

    /// What the hand wins from the draw on.
    fn draw(&self, state: &FiveCardDraw, reach: &[f64]) -> f64 {
        let drawn = |state: &FiveCardDraw, count: usize| {
            let mut state = state.clone();
            let hand = state.view(state.turn).hand();
            state.play(&Move::Discard(hand.iter().take(count).collect())).expect("legal");
            state
        };
        let expected = |discard: Mask, values: &[f64]| -> f64 {
            self.finals[discard.index()].iter().zip(values).map(|(p, value)| p * value).sum()
        };
        if self.player == 0 {
            let of_count = |count: usize| {
                let state = drawn(state, count);
                let mut values = vec![0.0; Draws::STRENGTHS];
                for (other, held) in self.held(&state, reach).iter().enumerate() {
                    let after = self.second(&drawn(&state, other), held);
                    values.iter_mut().zip(after).for_each(|(sum, value)| *sum += value);
                }
                let discards = Mask::all().filter(|discard| discard.len() == count);
                discards.map(|discard| expected(discard, &values)).fold(-1e9, f64::max)
            };
            return (0..6).map(of_count).fold(-1e9, f64::max);
        }
        let held = self.held(state, reach);
        let of_other = |(other, held): (usize, &Vec<f64>)| {
            let state = drawn(state, other);
            let values: Vec<Vec<f64>> =
                (0..6).map(|own| self.second(&drawn(&state, own), held)).collect();
            let worth = |discard: Mask| expected(discard, &values[discard.len()]);
            Mask::all().map(worth).fold(-1e9, f64::max)
        };
        held.iter().enumerate().map(of_other).sum()
    }

    /// The strengths of the bot after it has drawn no card, or one.
    fn held(&self, state: &FiveCardDraw, reach: &[f64]) -> [Vec<f64>; 2] {
        let hands: Vec<CardSet> = self.draws.hands.iter().map(|hand| set(hand.cards)).collect();
        let mut held = [(); 2].map(|()| vec![0.0; Draws::STRENGTHS]);
        let mut asked = state.clone();
        for (hand, &reach) in hands.iter().zip(reach) {
            asked.players.hands[1 - self.player] = *hand;
            Whimsical.show(&asked.view(1 - self.player), &mut |chosen, chance| {
                let Move::Discard(thrown) = chosen else { return };
                if thrown.is_empty() {
                    held[0][usize::from(strength(*hand))] += reach * chance;
                    return;
                }
                let unseen: Vec<Card> = (!*hand).iter().collect();
                for &card in &unseen {
                    let strength = strength((*hand - thrown) | card.into());
                    held[1][usize::from(strength)] += reach * chance / unseen.len() as f64;
                }
            });
        }
        held
    }
}

#[test]
fn every_draw_looked_at_gives_the_same() {
    let (trees, draws) = (Trees::new(LIMITS.raises), Draws::new());
    let strategy = Opened { bot: &Whimsical, trees: &trees, draws: &draws };
    let game = Game { limits: LIMITS, trees: &trees, draws: &draws };
    let monitor = Monitor::new();
    let mut shown = vec![CardSet::EMPTY; Draws::STRENGTHS];
    for hand in draws.hands.iter().rev() {
        shown[usize::from(hand.strength)] = set(hand.cards);
    }
    for player in 0..2 {
        let response = Response { game: &game, strategy: &strategy, player, monitor: &monitor };
        let values = response.by_hand().expect("nobody stops it").found;
        for text in ["2c 2d 7h Kh Ac", "9c Tc Jc Qc Qd"] {
            let hand: CardSet =
                crate::cards::parse_cards(text).expect("cards").into_iter().collect();
            let number = draws.hands.iter().position(|held| set(held.cards) == hand);
            let number = number.expect("the first of its kind");
            let thrown = |discard: Mask| {
                let chosen = hand.iter().enumerate();
                let chosen = chosen.filter(|&(place, _)| discard.contains(place));
                chosen.map(|(_, card)| card).collect()
            };
            let finals = Mask::all().map(|discard| finals(hand, thrown(discard))).collect();
            let one = OneHand { draws: &draws, player, finals, shown: shown.clone() };
            let cards = std::array::from_fn(|card| card as u8);
            let table = Table::new(LIMITS, &cards).expect("a table");
            let value = one.first(&table.state, &draws.chances);
            let found = values[number];
            assert!((value - found).abs() < 1e-9, "{player} {hand}: {value} and {found}");
        }
    }
}

#[test]
fn who_always_folds_loses_the_ante() {
    let limits = Limits { ante: 3, raises: 1, ..LIMITS };
    let won = of_bot(&Timid, limits, &Monitor::new()).expect("nobody stops it");
    assert!(won.by_seat.iter().all(|won| (won - 3.0).abs() < 1e-9), "{won:?}");
    assert_eq!(won.error, 0.0);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let bot = open_bot("equity").expect("a bot");
    let find = || of_bot(bot.as_ref(), LIMITS, &Monitor::new()).expect("nobody stops it");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
    let bits = |won: Independent| [won.by_seat[0], won.by_seat[1], won.mean].map(f64::to_bits);
    assert_eq!(bits(pool.install(find)), bits(find()));
}

#[test]
fn what_was_seen_of_a_bot_tells_about_as_much_as_its_chances() {
    let monitor = Monitor::new();
    let trees = Trees::new(LIMITS.raises);
    let removal = Removal::count(20, 10, &monitor).expect("nobody stops it");
    let make = || bot("pattern").expect("a bot");
    let game = (LIMITS, &trees, &removal);
    let observed = observe(&make, game, 3_000, 1, &monitor).expect("nobody stops it");
    let seen = of_notes(&observed.notes, LIMITS, &monitor).expect("nobody stops it");
    let open = open_bot("pattern").expect("a bot");
    let known = of_bot(open.as_ref(), LIMITS, &monitor).expect("nobody stops it");
    assert!(0.0 < seen.error && seen.error < 0.2, "{seen:?}");
    assert!((seen.mean - known.mean).abs() < seen.error, "{seen:?} and {known:?}");
}
