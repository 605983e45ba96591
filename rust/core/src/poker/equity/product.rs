//! Every choice of hands on every board: any number of players, any game with a board.

use super::runouts::Runouts;
use super::showdown::Showdown;
use super::suits::share_among_images;
use super::{Counts, Holding, MAX_PLAYERS, POT};
use crate::cards::CardSet;
use crate::monitor::{Monitor, Stopped};

/// A hand on a board.
#[derive(Clone, Copy)]
struct Candidate {
    set: u64,
    strength: u16,
    weight: u32,
    index: u32,
}

/// A choice of hands, player by player.
#[derive(Clone, Copy)]
struct Choice {
    used: u64,
    weight: u128,
    indices: [u32; MAX_PLAYERS],
    /// The best strength so far, and who has it, one bit for each player.
    best: u16,
    winners: u16,
}

/// The sums of a thread, and the hands of each player on its board.
type Part = (Vec<Vec<Counts>>, Vec<Vec<Candidate>>);

/// Count every choice of hands of the players on all boards.
pub(super) fn product<S: Showdown>(
    game: S,
    players: &[&[Holding]],
    runouts: &Runouts,
    monitor: &Monitor,
) -> Result<Vec<Vec<Counts>>, Stopped> {
    let holes: Vec<Vec<S::Hole>> = players
        .iter()
        .map(|hands| hands.iter().map(|hand| game.hole(hand.cards)).collect())
        .collect();
    let nothing = || -> Vec<Vec<Counts>> {
        players.iter().map(|hands| vec![Counts::default(); hands.len()]).collect()
    };
    let start = || (nothing(), vec![Vec::new(); players.len()]);
    let add = |(counts, candidates): &mut Part, cards: CardSet, stands_for: u32| {
        let mut each = cards.iter();
        let Some(first) = each.next() else { return };
        let board = game.board(std::array::from_fn(|place| {
            if place == 0 { first } else { each.next().unwrap_or(first) }
        }));
        for ((candidates, hands), holes) in candidates.iter_mut().zip(players).zip(&holes) {
            candidates.clear();
            let possible = (0..)
                .zip(hands.iter().zip(holes))
                .filter(|(_, (hand, _))| (hand.cards & cards).is_empty());
            candidates.extend(possible.map(|(index, (hand, &hole))| Candidate {
                set: hand.cards.bits(),
                strength: game.strength(&board, hole),
                weight: hand.weight,
                index,
            }));
        }
        let choice = Choice {
            used: 0,
            weight: u128::from(stands_for),
            indices: [0; MAX_PLAYERS],
            best: 0,
            winners: 0,
        };
        choose(candidates, 0, choice, counts, monitor);
    };
    let join = |(mut counts, candidates): Part, (others, _): Part| {
        for (counts, others) in counts.iter_mut().zip(&others) {
            counts.iter_mut().zip(others).for_each(|(sum, other)| sum.add(other));
        }
        (counts, candidates)
    };
    let (mut counts, _) = runouts.fold(start, add, join, monitor)?;
    monitor.check()?;
    for (hands, counts) in players.iter().zip(&mut counts) {
        share_among_images(hands, counts, &runouts.symmetries, |images| {
            let mut all = Counts::default();
            images.iter().for_each(|image| all.add(image));
            let number = images.len() as u128;
            let Counts { wins, ties, shares, total } = all;
            Counts {
                wins: wins / number,
                ties: ties / number,
                shares: shares / number,
                total: total / number,
            }
        });
    }
    Ok(counts)
}

fn choose(
    candidates: &[Vec<Candidate>],
    player: usize,
    choice: Choice,
    counts: &mut [Vec<Counts>],
    monitor: &Monitor,
) {
    let Some(own) = candidates.get(player) else {
        return add(choice, candidates.len(), counts);
    };
    for hand in own {
        // A board of many players can take minutes; what was counted is dropped if it stops.
        if player == 0 && monitor.check().is_err() {
            return;
        }
        if hand.set & choice.used != 0 {
            continue;
        }
        let mut next = choice;
        next.used |= hand.set;
        next.weight *= u128::from(hand.weight);
        next.indices[player] = hand.index;
        // Strengths start at 0, so the first player always takes the lead.
        if hand.strength > choice.best || player == 0 {
            (next.best, next.winners) = (hand.strength, 1 << player);
        } else if hand.strength == choice.best {
            next.winners |= 1 << player;
        }
        choose(candidates, player + 1, next, counts, monitor);
    }
}

fn add(choice: Choice, players: usize, counts: &mut [Vec<Counts>]) {
    let winners = choice.winners.count_ones();
    for player in 0..players {
        let counts = &mut counts[player][choice.indices[player] as usize];
        counts.total += choice.weight;
        if choice.winners >> player & 1 == 1 {
            if winners == 1 {
                counts.wins += choice.weight;
            } else {
                counts.ties += choice.weight;
            }
            counts.shares += choice.weight * u128::from(POT / winners);
        }
    }
}
