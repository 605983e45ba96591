//! What bots do follows from no more than they say: before the draw from the hand up to the names of the
//! suits, after it from the strength.

use super::draws::Draws;
use super::strategy::Opened;
use crate::cards::Card;
use crate::discard::{Hand, Mask, canonical};
use crate::game::Game as _;
use crate::games::draw::bots::open_bot;
use crate::games::draw::equilibrium::buckets::Holding;
use crate::games::draw::equilibrium::correction::deal;
use crate::games::draw::equilibrium::model::Trees;
use crate::games::draw::equilibrium::opponent::{Table, decision};
use crate::games::draw::equilibrium::rules::Limits;
use crate::games::draw::equilibrium::sets::place_of;
use crate::games::draw::moves::Move;
use crate::games::draw::state::Phase;
use crate::random::Random;

const LIMITS: Limits = Limits { ante: 1, small_bet: 2, big_bet: 4, raises: 3 };

/// The kinds of the sets by which the draws after a discard are counted.
fn sets(hand: &Holding, discard: Mask) -> Vec<usize> {
    let held = |also: usize| {
        let kept = discard.complement().index() | also;
        let cards: Vec<u8> =
            (0..5).filter(|place| kept >> place & 1 == 1).map(|place| hand.cards[place]).collect();
        place_of(&cards)
    };
    let mut sets: Vec<usize> =
        (0..32).filter(|also| also & !discard.index() == 0).map(held).collect();
    sets.sort_unstable();
    sets
}

/// The discards of a hand with their chances, as far as they lead to different strengths.
fn discards(asked: &Opened<'_>, table: &Table, hand: Holding) -> Vec<(Vec<usize>, f64)> {
    let mut found = Vec::new();
    asked.discards_of(table, &[hand], &[1.0], &mut |_, discard, chance| {
        found.push((sets(&hand, discard), chance));
    });
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found
}

#[test]
fn bots_do_the_same_with_what_stands_for_their_hand() {
    let (trees, draws) = (Trees::new(LIMITS.raises), Draws::new());
    for name in ["random", "pattern", "class", "equity"] {
        let bot = open_bot(name).expect("a bot");
        let asked = Opened { bot: bot.as_ref(), trees: &trees, draws: &draws };
        for number in 0..2_000 {
            let mut random = Random::stream(7, number);
            let mut table = Table::new(LIMITS, &deal(&mut random)).expect("a table");
            while let Some(seat) = table.state.to_move() {
                let hand: Vec<Card> = table.state.view(seat).hand().iter().collect();
                let hand = Hand::of(&hand).expect("five cards");
                let own = Holding::of(hand.cards().map(Card::number));
                let same = match table.spot.link {
                    None => Holding::of(canonical(hand).cards().map(Card::number)),
                    Some(_) => draws.holdings(table.spot)[usize::from(own.strength)],
                };
                let (_, moves) = decision(&trees, table.spot);
                let mut place = random.below(moves as u32) as usize;
                if table.state.phase == Phase::Discard {
                    let same = discards(&asked, &table, same);
                    assert_eq!(discards(&asked, &table, own), same, "{name}: {hand}");
                } else {
                    let bets = |held| asked.bets_of(&table, &[held], &[1.0]);
                    assert_eq!(
                        bets(own),
                        bets(same),
                        "{name}: {hand} of strength {}",
                        own.strength
                    );
                    let total: f64 = bets(own).iter().flatten().sum();
                    assert!((total - 1.0).abs() < 1e-12, "{name}: {total}");
                    // Nobody folds, so that most hands come to their end.
                    place = place.max(usize::from(moves == 3));
                }
                let thrown = table.state.view(seat).hand().iter().take(place).collect();
                let chosen = match table.state.phase {
                    Phase::Discard => Move::Discard(thrown),
                    _ => table.move_at(place, [0; 5], &Default::default()),
                };
                if table.play(&trees, chosen).is_none() {
                    break;
                }
            }
        }
    }
}
