//! Samples are uniform over all deals that the view allows, which the tests find by trying every
//! way to deal the hidden cards: each is played from the start and must show the same view.

use std::collections::BTreeSet;

use cardcore::game::{Game as _, Seat, View as _};
use cardcore::games::hearts::{DeckCard, Hearts, Move, Rules, Standard};
use cardcore::random::Random;

use crate::uniform::assert_uniform;
use crate::{one_deal, rules, step};

/// The hands of all seats.
type World = Vec<Vec<DeckCard>>;

fn world(game: &Hearts) -> World {
    (0..game.seats()).map(|seat| game.hand(seat)).collect()
}

/// The cards of the deck that the viewer has not seen, and how many of them each seat holds.
fn hidden(game: &Hearts, viewer: Option<Seat>) -> (Vec<DeckCard>, Vec<usize>) {
    let rules = game.rules_in_force();
    let view = game.view(viewer);
    let mut seen: Vec<DeckCard> = view.hand().chain(view.plays().iter().map(|p| p.1)).collect();
    if view.is_passing() {
        seen.extend(view.passed().into_iter().flat_map(|(_, cards)| cards));
    }
    let deck = (0..rules.suits())
        .flat_map(|suit| (1..=rules.values()).filter_map(move |value| rules.card(suit, value)));
    let cards = deck.filter(|card| !seen.contains(card)).collect();
    let room = |seat| if Some(seat) == viewer { 0 } else { game.hand(seat).len() };
    (cards, (0..game.seats()).map(room).collect())
}

/// All worlds that show the viewer what it sees.
fn worlds(game: &Hearts, viewer: Option<Seat>) -> BTreeSet<World> {
    let (cards, mut room) = hidden(game, viewer);
    let mut dealt = vec![Vec::new(); game.seats()];
    if let Some(seat) = viewer {
        dealt[seat] = game.hand(seat);
    }
    let mut found = BTreeSet::new();
    deal_all(&cards, &mut room, &mut dealt, &mut |dealt| {
        let mut world = dealt.clone();
        world.iter_mut().for_each(|hand| hand.sort_unstable());
        if shows_the_same(game, viewer, &world) {
            found.insert(world);
        }
    });
    assert!(found.contains(&world(game)));
    found
}

/// Every way to deal the cards; those that find no room are left over.
fn deal_all(
    cards: &[DeckCard],
    room: &mut [usize],
    dealt: &mut World,
    visit: &mut impl FnMut(&World),
) {
    let Some((&card, rest)) = cards.split_first() else {
        return visit(dealt);
    };
    for seat in 0..room.len() {
        if room[seat] > 0 {
            room[seat] -= 1;
            dealt[seat].push(card);
            deal_all(rest, room, dealt, visit);
            dealt[seat].pop();
            room[seat] += 1;
        }
    }
    if rest.len() >= room.iter().sum() {
        deal_all(rest, room, dealt, visit);
    }
}

/// Whether a deal that leaves these hands can have gone the same way before the viewer's eyes.
fn shows_the_same(game: &Hearts, viewer: Option<Seat>, world: &World) -> bool {
    let rules = *game.rules_in_force();
    let view = game.view(viewer);
    // The hands when the play began, and then before the passing: what a seat passed is among
    // what the next one held. Any three will do where the viewer does not know them.
    let mut hands = world.clone();
    view.plays().iter().for_each(|&(seat, card)| hands[seat].push(card));
    let mut passes = Vec::new();
    if let Some((receiver, _)) = view.passed() {
        let (seats, me) = (game.seats(), viewer.unwrap());
        let offset = (receiver + seats - me) % seats;
        for giver in 0..seats {
            let held = &hands[(giver + offset) % seats];
            let known = [view.passed(), view.received()]
                .into_iter()
                .zip([me, (me + seats - offset) % seats]);
            let known = known.filter(|&(_, seat)| seat == giver).find_map(|(pass, _)| pass);
            let mut pass = known.map_or([held[0], held[1], held[2]], |(_, cards)| cards);
            if !pass.iter().all(|card| held.contains(card)) {
                return false;
            }
            pass.sort_unstable();
            passes.push(pass);
        }
        for (giver, pass) in passes.iter().enumerate() {
            hands[(giver + offset) % seats].retain(|card| !pass.contains(card));
        }
        for (giver, pass) in passes.iter().enumerate() {
            hands[giver].extend(pass);
        }
    }
    let mut again = Hearts::with_deals(rules, 0, &[hands]).unwrap();
    let moves = passes.into_iter().map(Move::Pass);
    let plays = view.plays();
    let mut moves = moves.chain(plays.iter().map(|&(_, card)| Move::Play(card)));
    moves.all(|chosen| again.play(&chosen).is_ok())
        && again.view(viewer).facts() == view.facts()
        && again.view(viewer).to_move() == view.to_move()
}

fn check(what: &str, game: &Hearts, viewer: Option<Seat>, least: usize) {
    let possible = worlds(game, viewer);
    assert!(possible.len() >= least, "{what}: {} worlds", possible.len());
    let mut random = Random::new(1);
    let view = game.view(viewer);
    assert_uniform(what, possible, || world(&Hearts::sample(&view, &mut random)));
}

/// How many ways there are at most to deal what a viewer has not seen.
fn ways(game: &Hearts, viewer: Option<Seat>) -> f64 {
    let (cards, room) = hidden(game, viewer);
    let mut left = cards.len();
    let mut ways = 1.0;
    for size in room {
        for taken in 0..size {
            ways *= (left - taken) as f64 / (size - taken) as f64;
        }
        left -= size;
    }
    ways
}

/// The first positions of random games that satisfy a condition, with their viewers; at most one
/// of a game, and with few enough ways to deal the hidden cards.
fn positions(
    rules: Rules,
    count: usize,
    wanted: impl Fn(&Hearts, Option<Seat>) -> bool,
) -> Vec<(Hearts, Option<Seat>)> {
    let mut found = Vec::new();
    for seed in 0..20_000 {
        let mut random = Random::stream(seed, 9);
        let mut game = Hearts::new(rules, seed);
        'game: while game.to_move().is_some() {
            for viewer in (0..game.seats()).map(Some).chain([None]) {
                if (2.0..2_000.0).contains(&ways(&game, viewer)) && wanted(&game, viewer) {
                    found.push((game.clone(), viewer));
                    break 'game;
                }
            }
            step(&mut game, &mut random);
        }
        if found.len() == count {
            return found;
        }
    }
    panic!("{} positions found, expected {count}", found.len())
}

/// The seats that may hold a hidden card of each suit, as bits.
fn fits(game: &Hearts, viewer: Option<Seat>) -> Vec<u32> {
    let (cards, room) = hidden(game, viewer);
    let view = game.view(viewer);
    let fits = |&card: &DeckCard| {
        let suit = game.rules_in_force().suit(card);
        let may_hold = |&seat: &Seat| room[seat] > 0 && !view.voids(seat).contains(&suit);
        (0..game.seats()).filter(may_hold).fold(0, |seats, seat| seats | 1 << seat)
    };
    cards.iter().map(fits).collect()
}

/// Whether three suits fit two seats each and go round.
fn is_cyclic(game: &Hearts, viewer: Option<Seat>) -> bool {
    let fits = fits(game, viewer);
    let pairs: BTreeSet<u32> = fits.into_iter().filter(|seats| seats.count_ones() == 2).collect();
    let goes_round = |first: &u32, second: &u32| pairs.contains(&(first ^ second));
    pairs.iter().any(|first| {
        pairs.iter().any(|second| (first & second).count_ones() == 1 && goes_round(first, second))
    })
}

#[test]
fn cyclic_voids() {
    for shape in [(4, 4, 4), (4, 5, 4), (5, 5, 4), (4, 6, 5)] {
        for (number, (game, viewer)) in positions(rules(shape), 6, is_cyclic).iter().enumerate() {
            check(&format!("{shape:?}, position {number}"), game, *viewer, 2);
        }
    }
}

#[test]
fn cyclic_voids_of_the_common_game() {
    for players in 4..=6 {
        let rules = one_deal(Standard { players, passing: false, ..Standard::default() });
        for (number, (game, viewer)) in positions(rules, 4, is_cyclic).iter().enumerate() {
            check(&format!("{players} players, position {number}"), game, *viewer, 2);
        }
    }
}

#[test]
fn random_positions() {
    let standard = |players, points_on_first_trick, queen_breaks_hearts| {
        let options = Standard { players, passing: false, ..Standard::default() };
        one_deal(Standard { points_on_first_trick, queen_breaks_hearts, ..options })
    };
    let mut kinds: Vec<Rules> = (3..=6).map(|players| standard(players, false, false)).collect();
    kinds.push(standard(4, true, true));
    // With cards left over, without, and with decks that lack what opens or costs most.
    let shapes = [(3, 4, 3), (4, 4, 3), (3, 5, 4), (2, 6, 5), (5, 3, 4), (3, 3, 2)];
    kinds.extend(shapes.map(rules));
    let shows_voids = |game: &Hearts, viewer| {
        let fits = fits(game, viewer);
        let all = fits.iter().fold(0, |all, seats| all | seats);
        fits.iter().any(|&seats| seats != all)
    };
    for rules in kinds {
        for (number, (game, viewer)) in positions(rules, 4, shows_voids).iter().enumerate() {
            check(&format!("{rules}, position {number}"), game, *viewer, 1);
        }
    }
}
