//! Toy games for the sampled solver, and best responses to what it finds by enumeration.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::cfr::{Decision, SampledGame, SampledSolver};
use crate::random::Random;

/// Kuhn poker for any number of players: a card more than players, one each, and a single bet of 1.
pub struct KuhnTable {
    pub players: usize,
}

impl KuhnTable {
    pub fn deals(&self) -> Vec<Vec<usize>> {
        let mut deals = vec![vec![]];
        for _ in 0..self.players {
            let longer = |deal: Vec<usize>| {
                let free =
                    (0..=self.players).filter(|card| !deal.contains(card)).collect::<Vec<_>>();
                free.into_iter().map(move |card| [deal.as_slice(), &[card]].concat())
            };
            deals = deals.into_iter().flat_map(longer).collect();
        }
        deals
    }

    /// The first bet, if there is one.
    fn first_bet(moves: &[usize]) -> Option<usize> {
        moves.iter().position(|&made| made == 1)
    }
}

impl SampledGame for KuhnTable {
    type Deal = Vec<usize>;
    /// The moves: 0 to check or fold, 1 to bet or call.
    type Spot = Vec<usize>;
    type Others = ();

    fn length(&self) -> usize {
        (self.players + 1) << (2 * self.players + 1)
    }

    fn deal(&self, random: &mut Random) -> Vec<usize> {
        let mut cards: Vec<usize> = (0..=self.players).collect();
        random.shuffle(&mut cards);
        cards.truncate(self.players);
        cards
    }

    fn learners(&self, _: &Vec<usize>) -> Range<usize> {
        0..self.players
    }

    fn begin(&self, _: &Vec<usize>) -> Vec<usize> {
        Vec::new()
    }

    fn decision(&self, deal: &Vec<usize>, moves: &Vec<usize>) -> Option<Decision> {
        let end = Self::first_bet(moves).unwrap_or(0) + self.players;
        if moves.len() == end {
            return None;
        }
        let player = moves.len() % self.players;
        let history = moves.iter().fold(1, |history, made| 2 * history + made);
        let begin = 2 * (history * (self.players + 1) + deal[player]);
        Some(Decision { player, begin, moves: 2, open: 3 })
    }

    fn after(&self, _: &Vec<usize>, moves: &Vec<usize>, chosen: usize) -> Vec<usize> {
        [moves.as_slice(), &[chosen]].concat()
    }

    fn won(&self, deal: &Vec<usize>, moves: &Vec<usize>, player: usize) -> f32 {
        let mut paid = vec![1.0; self.players];
        let mut stays = vec![true; self.players];
        if let Some(first) = Self::first_bet(moves) {
            for (place, &made) in moves.iter().enumerate().skip(first) {
                paid[place % self.players] += made as f32;
                stays[place % self.players] = made == 1;
            }
        }
        let winner =
            (0..self.players).filter(|&other| stays[other]).max_by_key(|&other| deal[other]);
        if winner == Some(player) { paid.iter().sum::<f32>() - paid[player] } else { -paid[player] }
    }

    fn others(&self) {}
}

/// Leduc poker for two or three players: two cards of each rank, one rank more than players; bets of 2
/// before a card is turned up and of 4 after it, one raise in each round.
pub struct LeducTable {
    players: usize,
    /// The numbers of all points.
    numbers: HashMap<LeducMoves, usize>,
}

/// The moves of both rounds.
pub type LeducMoves = [Vec<usize>; 2];

impl LeducTable {
    pub fn new(players: usize) -> Self {
        let mut numbers = HashMap::new();
        let mut open = vec![LeducMoves::default()];
        while let Some(spot) = open.pop() {
            if let Some((_, moves)) = Self::next(players, &spot) {
                let number = numbers.len();
                numbers.insert(spot.clone(), number);
                open.extend((0..moves).map(|chosen| Self::moved(players, &spot, chosen)));
            }
        }
        Self { players, numbers }
    }

    /// Who decides between how many moves.
    fn next(players: usize, [first, second]: &LeducMoves) -> Option<(usize, usize)> {
        let all: Vec<usize> = (0..players).collect();
        let (left, _, next) = Self::round(&all, first);
        next.or_else(|| Self::round(&left, second).2.filter(|_| left.len() > 1))
    }

    fn moved(players: usize, spot: &LeducMoves, chosen: usize) -> LeducMoves {
        let all: Vec<usize> = (0..players).collect();
        let is_first = Self::round(&all, &spot[0]).2.is_some();
        let mut after = spot.clone();
        after[usize::from(!is_first)].push(chosen);
        after
    }

    /// Who is left, what each paid in bets, and who is to move, after the moves of a round between
    /// these players: 0 folds or checks, 1 calls or bets, 2 raises.
    fn round(
        players: &[usize],
        moves: &[usize],
    ) -> (Vec<usize>, Vec<usize>, Option<(usize, usize)>) {
        let mut left = players.to_vec();
        let most = players.iter().max().map_or(0, |most| most + 1);
        let mut paid = vec![0; most];
        let (mut bets, mut waiting) = (0, players.to_vec());
        for &made in moves {
            let player = waiting.remove(0);
            let is_bet = made == 2 || made == 1 && bets == 0;
            if is_bet {
                bets += 1;
                paid[player] = bets;
                let place = left.iter().position(|&other| other == player).unwrap();
                waiting = [&left[place + 1..], &left[..place]].concat();
            } else if made == 1 {
                paid[player] = bets;
            } else if bets > 0 {
                left.retain(|&other| other != player);
            }
        }
        let moves = if bets == 1 { 3 } else { 2 };
        let next = waiting.first().filter(|_| left.len() > 1).map(|&player| (player, moves));
        (left, paid, next)
    }

    fn all(&self) -> Vec<usize> {
        (0..self.players).collect()
    }

    pub fn deals(&self) -> Vec<Vec<usize>> {
        let mut deals = vec![vec![]];
        for _ in 0..=self.players {
            let longer = |deal: Vec<usize>| {
                let cards = 0..2 * (self.players + 1);
                let free = cards.filter(|card| !deal.contains(card)).collect::<Vec<_>>();
                free.into_iter().map(move |card| [deal.as_slice(), &[card]].concat())
            };
            deals = deals.into_iter().flat_map(longer).collect();
        }
        deals
    }
}

impl SampledGame for LeducTable {
    /// The cards of the players, and the one that is turned up.
    type Deal = Vec<usize>;
    type Spot = LeducMoves;
    type Others = ();

    fn length(&self) -> usize {
        // By the point, the rank that is turned up, if it is, and the player's.
        3 * self.numbers.len() * (self.players + 2) * (self.players + 1)
    }

    fn deal(&self, random: &mut Random) -> Vec<usize> {
        let mut cards: Vec<usize> = (0..2 * (self.players + 1)).collect();
        random.shuffle(&mut cards);
        cards.truncate(self.players + 1);
        cards
    }

    fn learners(&self, _: &Vec<usize>) -> Range<usize> {
        0..self.players
    }

    fn begin(&self, _: &Vec<usize>) -> LeducMoves {
        LeducMoves::default()
    }

    fn decision(&self, deal: &Vec<usize>, spot: &LeducMoves) -> Option<Decision> {
        let (player, moves) = Self::next(self.players, spot)?;
        let is_first = Self::round(&self.all(), &spot[0]).2.is_some();
        let board = if is_first { 0 } else { 1 + deal[self.players] / 2 };
        let set = self.numbers[spot] * (self.players + 2) + board;
        let begin = 3 * (set * (self.players + 1) + deal[player] / 2);
        Some(Decision { player, begin, moves, open: (1 << moves) - 1 })
    }

    fn after(&self, _: &Vec<usize>, spot: &LeducMoves, chosen: usize) -> LeducMoves {
        Self::moved(self.players, spot, chosen)
    }

    fn won(&self, deal: &Vec<usize>, [first, second]: &LeducMoves, player: usize) -> f32 {
        let (mut left, early, _) = Self::round(&self.all(), first);
        let mut paid: Vec<f32> = early.iter().map(|&bets| 1.0 + 2.0 * bets as f32).collect();
        if left.len() > 1 {
            let (after, late, _) = Self::round(&left, second);
            left = after;
            for (paid, bets) in paid.iter_mut().zip(late) {
                *paid += 4.0 * bets as f32;
            }
        }
        let up = deal[self.players] / 2;
        let strength = |other: usize| (deal[other] / 2 == up, deal[other] / 2);
        let best = left.iter().map(|&other| strength(other)).max();
        let winners =
            left.iter().filter(|&&other| left.len() == 1 || Some(strength(other)) == best);
        let winners: Vec<usize> = winners.copied().collect();
        let share = paid.iter().sum::<f32>() / winners.len() as f32;
        if winners.contains(&player) { share - paid[player] } else { -paid[player] }
    }

    fn others(&self) {}
}

/// A deal with the probability that it is dealt and that the others' moves reach a spot with it.
type Reached<'a, G> = Vec<(&'a <G as SampledGame>::Deal, f64)>;

/// What a player wins if all play the averages, or if it alone responds best, over all these deals.
pub struct Enumerated<'a, G: SampledGame> {
    pub game: &'a G,
    pub solver: &'a SampledSolver,
    pub player: usize,
    pub responds: bool,
}

impl<G: SampledGame> Enumerated<'_, G> {
    pub fn value(&self, deals: &[G::Deal]) -> f64 {
        let chance = 1.0 / deals.len() as f64;
        let begin = self.game.begin(&deals[0]);
        self.at(&begin, deals.iter().map(|deal| (deal, chance)).collect())
    }

    fn at(&self, spot: &G::Spot, deals: Reached<'_, G>) -> f64 {
        let decides = |deal| self.game.decision(deal, spot);
        let Some(Decision { player, moves, .. }) = deals.first().and_then(|first| decides(first.0))
        else {
            let won = |deal| f64::from(self.game.won(deal, spot, self.player));
            return deals.iter().map(|&(deal, reach)| reach * won(deal)).sum();
        };
        if !self.responds || player != self.player {
            // A player who responds later does not see what the others hold: the deals stay together.
            let values = (0..moves).map(|chosen| {
                let chance = |deal| {
                    let begin = decides(deal).map_or(0, |found| found.begin);
                    f64::from(self.solver.average(begin, moves).0[chosen])
                };
                let after = self.game.after(deals[0].0, spot, chosen);
                let reached = deals.iter().map(|&(deal, reach)| (deal, reach * chance(deal)));
                self.at(&after, reached.collect())
            });
            return values.sum();
        }
        let mut groups: BTreeMap<usize, Reached<'_, G>> = BTreeMap::new();
        for (deal, reach) in deals {
            let begin = decides(deal).map_or(0, |found| found.begin);
            groups.entry(begin).or_default().push((deal, reach));
        }
        let best = |deals: Reached<'_, G>| {
            let values = (0..moves).map(|chosen| {
                let after = self.game.after(deals[0].0, spot, chosen);
                self.at(&after, deals.clone())
            });
            values.fold(f64::NEG_INFINITY, f64::max)
        };
        groups.into_values().map(best).sum()
    }
}

/// The values of all players, and what each gains by a best response.
pub fn evaluated<G: SampledGame>(
    game: &G,
    solver: &SampledSolver,
    players: usize,
    deals: &[G::Deal],
) -> (Vec<f64>, Vec<f64>) {
    let value = |player, responds| Enumerated { game, solver, player, responds }.value(deals);
    let values: Vec<f64> = (0..players).map(|player| value(player, false)).collect();
    let gains = (0..players).map(|player| value(player, true) - values[player]).collect();
    (values, gains)
}
