//! Samples are uniform over all deals consistent with the view. The tests find these by trying
//! every way to deal the hidden cards: each is played from the start and must give the same view.

use std::collections::BTreeSet;

use cardcore::game::{Game as _, Seat, View as _};
use cardcore::games::hearts::{DeckCard, Hearts, Move, Rules, Sampler, Standard};
use cardcore::random::Random;

use crate::uniform::assert_uniform;
use crate::{game, one_deal, rules, step};

/// The hands of all seats.
type World = Vec<Vec<DeckCard>>;

fn world(game: &Hearts) -> World {
    (0..game.seats()).map(|seat| game.hand(seat)).collect()
}

/// The unseen cards of the deck, and how many of them each seat holds.
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

/// All worlds with the same view.
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

/// Every way to deal the cards; those without room are undealt.
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

/// Whether a deal with these final hands could have been played the same way in the viewer's eyes.
fn shows_the_same(game: &Hearts, viewer: Option<Seat>, world: &World) -> bool {
    let rules = *game.rules_in_force();
    let view = game.view(viewer);
    // The hands when the play began, and then before the passing: what a seat passed is among what
    // the next one held. Any triple will do where the viewer does not know it.
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

fn check(what: &str, game: &Hearts, viewer: Option<Seat>) {
    let possible = worlds(game, viewer);
    let mut random = Random::new(1);
    let view = game.view(viewer);
    assert_uniform(what, possible, || world(&Hearts::sample(&view, &mut random)));
}

/// An upper bound on the number of ways to deal the unseen cards.
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
/// per game, and with few enough ways to deal the hidden cards.
fn positions(
    start: impl Fn(u64) -> Hearts,
    count: usize,
    wanted: impl Fn(&Hearts, Option<Seat>) -> bool,
) -> Vec<(Hearts, Option<Seat>)> {
    let mut found = Vec::new();
    for seed in 0..20_000 {
        let mut random = Random::stream(seed, 9);
        let mut game = start(seed);
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

/// Whether three suits fit two seats each in a cycle.
fn is_cyclic(game: &Hearts, viewer: Option<Seat>) -> bool {
    let fits = fits(game, viewer);
    let pairs: BTreeSet<u32> = fits.into_iter().filter(|seats| seats.count_ones() == 2).collect();
    let goes_round = |first: &u32, second: &u32| pairs.contains(&(first ^ second));
    pairs.iter().any(|first| {
        pairs.iter().any(|second| (first & second).count_ones() == 1 && goes_round(first, second))
    })
}

/// Check some positions of random games that satisfy a condition.
fn check_all(
    what: &str,
    start: impl Fn(u64) -> Hearts,
    count: usize,
    wanted: impl Fn(&Hearts, Option<Seat>) -> bool,
) {
    for (number, (game, viewer)) in positions(start, count, wanted).iter().enumerate() {
        check(&format!("{what}, position {number}"), game, *viewer);
    }
}

/// Whether some hidden card does not fit every seat.
fn shows_voids(game: &Hearts, viewer: Option<Seat>) -> bool {
    let fits = fits(game, viewer);
    let all = fits.iter().fold(0, |all, seats| all | seats);
    fits.iter().any(|&seats| seats != all)
}

fn standard(players: usize, passing: bool) -> Rules {
    one_deal(Standard { players, passing, ..Standard::default() })
}

#[test]
fn cyclic_voids() {
    for shape in [(4, 4, 4), (4, 5, 4), (5, 5, 4), (4, 6, 5)] {
        check_all(&format!("{shape:?}"), |seed| Hearts::new(rules(shape), seed), 6, is_cyclic);
    }
}

#[test]
fn cyclic_voids_of_the_standard_game() {
    for players in 4..=6 {
        let rules = standard(players, false);
        check_all(&rules.to_string(), |seed| Hearts::new(rules, seed), 4, is_cyclic);
    }
}

#[test]
fn other_voids() {
    let mut kinds: Vec<Rules> = (3..=6).map(|players| standard(players, false)).collect();
    let house = Standard { points_on_first_trick: true, ..Standard::default() };
    kinds.push(one_deal(Standard { passing: false, queen_breaks_hearts: true, ..house }));
    kinds.extend([(3, 4, 3), (3, 3, 2), (4, 4, 4)].map(rules));
    for rules in kinds {
        check_all(&rules.to_string(), |seed| Hearts::new(rules, seed), 4, shows_voids);
    }
}

#[test]
fn views_of_a_spectator() {
    let kinds = [standard(3, false), standard(4, false), rules((3, 4, 3)), rules((3, 5, 4))];
    for rules in kinds {
        let start = |seed| Hearts::new(rules, seed);
        let wanted =
            |game: &Hearts, viewer: Option<Seat>| viewer.is_none() && shows_voids(game, viewer);
        check_all(&format!("{rules}, from beside"), start, 4, wanted);
    }
}

#[test]
fn undealt_cards() {
    for shape in [(3, 5, 4), (2, 6, 5), (4, 4, 3), (5, 3, 4), (3, 4, 5)] {
        let rules = rules(shape);
        let start = |seed| Hearts::new(rules, seed);
        check_all(&rules.to_string(), start, 4, shows_voids);
        // The card that usually opens was not dealt.
        let opens_otherwise = |game: &Hearts, viewer| {
            game.view(viewer).fact("opening") != rules.card(1, 2).map(|card| rules.fact(card))
        };
        check_all(&format!("{rules}, another card opens"), start, 4, opens_otherwise);
    }
}

#[test]
fn a_hand_of_points_on_the_first_trick() {
    // Seat 0 leads clubs to the end; seat 1 discards points on the first of them.
    let texts = [
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
        "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Qs",
        "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd As",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Ks Ad Ah",
    ];
    let is_open = |game: &Hearts, viewer: Option<Seat>| {
        let (cards, _) = hidden(game, viewer);
        viewer == Some(0) && cards.contains(&game.rules_in_force().special())
    };
    check_all("a hand of points", |_| game(standard(4, false), &texts), 6, is_open);
}

#[test]
fn cards_that_were_passed() {
    for players in 3..=6 {
        let rules = standard(players, true);
        // Another seat holds a card that the viewer passed.
        let knows_a_card = |game: &Hearts, viewer: Option<Seat>| {
            let passed = game.view(viewer).passed();
            passed.is_some_and(|(receiver, cards)| {
                cards.iter().any(|card| game.hand(receiver).contains(card))
            })
        };
        check_all(&rules.to_string(), |seed| Hearts::new(rules, seed), 4, knows_a_card);
    }
}

/// All three-card subsets of these cards.
fn threes(cards: &[DeckCard]) -> impl Iterator<Item = [DeckCard; 3]> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    let count = cards.len();
    let triple = move |first: usize, second: usize, third: usize| {
        [cards[first], cards[second], cards[third]]
    };
    let mut found = Vec::new();
    for third in 2..count {
        for second in 1..third {
            found.extend((0..second).map(|first| triple(first, second, third)));
        }
    }
    found.into_iter()
}

#[test]
fn deals_and_passes_of_others_together() {
    // Six players of eight cards. Seat 0 knows what it passed to seat 1 and received from seat 5,
    // but not what seat 2 passed to seat 3.
    let rules = standard(6, true);
    let wanted = |game: &Hearts, viewer: Option<Seat>| {
        viewer == Some(0) && !game.view(0).is_passing() && ways(game, viewer) < 800.0
    };
    for (game, viewer) in positions(|seed| Hearts::new(rules, seed), 3, wanted) {
        let possible = worlds(&game, viewer).into_iter().flat_map(|world| {
            let plays = game.view(0).plays().into_iter().filter(|&(seat, _)| seat == 3);
            let mut held = world[3].clone();
            held.extend(plays.map(|(_, card)| card));
            threes(&held).map(|cards| (world.clone(), cards)).collect::<Vec<_>>()
        });
        let sampler = Sampler::new(&game.view(0));
        let mut random = Random::new(1);
        assert_uniform("deals and passes", possible, || {
            let sampled = sampler.draw(&mut random);
            (world(&sampled), sampled.view(2).passed().unwrap().1)
        });
    }
}

#[test]
fn passes_in_progress() {
    // Seat 0 has passed, seat 1 is the viewer: any three of the cards that it does not hold.
    let mut game = Hearts::new(standard(4, true), 3);
    step(&mut game, &mut Random::new(3));
    let (cards, _) = hidden(&game, Some(1));
    assert_eq!(cards.len(), 39);
    let sampler = Sampler::new(&game.view(1));
    let mut random = Random::new(1);
    assert_uniform("a pass under way", threes(&cards), || {
        sampler.draw(&mut random).view(0).passed().unwrap().1
    });
}

#[test]
fn many_suits_and_seats_are_consistent() {
    // Too many ways to count: sampled by rejection.
    for shape in [(12, 12, 12), (20, 20, 20), (4, 100, 10)] {
        let mut game = Hearts::new(rules(shape), 1);
        let mut random = Random::new(1);
        let length = game.cards_left();
        for turn in 0..length {
            if turn % (length / 12) == 1 {
                for viewer in [game.to_move(), None] {
                    let view = game.view(viewer);
                    let sampled = Hearts::sample(&view, &mut random);
                    assert_eq!(sampled.view(viewer).facts(), view.facts());
                    assert!(shows_the_same(&game, viewer, &world(&sampled)));
                }
            }
            step(&mut game, &mut random);
        }
    }
}
