//! A betting round at fixed limit between any number of players who can cover every bet.
//!
//! Points of the round in which the same players are left, have put in the same bets, and the same one
//! is to move after the same raiser, are one.

use std::collections::HashMap;

use crate::games::draw::rules::MAX_PLAYERS;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// To another point, by its number.
    Point(usize),
    /// To an end, by its number.
    End(usize),
}

/// How things stand during a round or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standing {
    /// The players who have not folded, as bits.
    pub live: u8,
    /// How many bets each player has put in.
    pub paid: [u8; MAX_PLAYERS],
    /// The number of bets and raises.
    pub bets: u8,
    /// Who made the last of them.
    pub raiser: Option<u8>,
}

impl Standing {
    /// The players who are left, in order.
    pub fn players(&self) -> impl Iterator<Item = usize> + '_ {
        (0..MAX_PLAYERS).filter(|player| self.live >> player & 1 == 1)
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub player: usize,
    pub standing: Standing,
    /// Check and bet, or fold, call and raise while raises are left.
    pub moves: usize,
    next: [Next; 3],
}

/// All points of a round, the first one at 0, and all ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub points: Vec<Point>,
    pub ends: Vec<Standing>,
}

impl Round {
    /// A round between this many players, of whom the first acts first, with this many raises.
    pub fn new(players: usize, raises: u32) -> Self {
        let all = ((1_u32 << players) - 1) as u8;
        let standing = Standing { live: all, paid: [0; MAX_PLAYERS], bets: 0, raiser: None };
        let most = raises.min(250) as u8 + 1;
        let mut builder = Builder {
            players,
            most,
            round: Self { points: vec![], ends: vec![] },
            places: HashMap::new(),
            ended: HashMap::new(),
        };
        builder.point(0, standing);
        builder.round
    }

    /// Where a move at a point leads; a move that is not there is the last one that is.
    pub fn after(&self, point: usize, chosen: usize) -> Next {
        self.points.get(point).map_or(Next::End(0), |point| point.next[chosen.min(point.moves - 1)])
    }
}

struct Builder {
    players: usize,
    most: u8,
    round: Round,
    places: HashMap<(usize, Standing), usize>,
    ended: HashMap<Standing, usize>,
}

impl Builder {
    /// The number of a point, added if it is new.
    fn point(&mut self, player: usize, standing: Standing) -> usize {
        if let Some(&place) = self.places.get(&(player, standing)) {
            return place;
        }
        let place = self.round.points.len();
        self.places.insert((player, standing), place);
        let is_open = standing.bets > 0;
        let moves = 2 + usize::from(is_open && standing.bets < self.most);
        let next = [Next::End(0); 3];
        self.round.points.push(Point { player, standing, moves, next });
        for chosen in 0..moves {
            let mut after = standing;
            match (is_open, chosen) {
                (false, 0) => {}
                (true, 0) => after.live &= !(1 << player),
                (true, 1) => after.paid[player] = standing.bets,
                _ => {
                    after.bets += 1;
                    after.paid[player] = after.bets;
                    after.raiser = Some(player as u8);
                }
            }
            self.round.points[place].next[chosen] = self.next(player, after);
        }
        place
    }

    /// What follows a player's move.
    fn next(&mut self, player: usize, standing: Standing) -> Next {
        let last = standing.raiser.map_or(self.players, usize::from);
        let waits = |&other: &usize| standing.live >> other & 1 == 1;
        let next = if last > player && last < self.players || standing.raiser.is_none() {
            (player + 1..last).find(waits)
        } else {
            (player + 1..self.players).chain(0..last).find(waits)
        };
        match next.filter(|_| standing.live.count_ones() > 1) {
            Some(next) => Next::Point(self.point(next, standing)),
            None => {
                let count = self.ended.len();
                let place = *self.ended.entry(standing).or_insert(count);
                if place == count {
                    self.round.ends.push(standing);
                }
                Next::End(place)
            }
        }
    }
}
