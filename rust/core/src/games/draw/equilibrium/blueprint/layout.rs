//! The information sets of a table of three or more, and where a strategy keeps them.
//!
//! The bets before the draw are exact. Of them, what follows remembers who is left, how many bets there
//! were and who made the last. Drawing three cards or more counts as one draw. With up to three players
//! left after the first bets the draws of all are distinguished; with more, a player's own, the last
//! raiser's and the fewest of the others. At tables of four and more, where an opponent sits matters only
//! between two players.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::round::{Next, Point, Round, Standing};
use crate::games::draw::moves::PublicMove;
use crate::games::draw::rules::MAX_PLAYERS;

/// The draws that are distinguished: of 0, 1 and 2 cards, and of 3 or more.
pub(super) const DRAWS: usize = 4;

/// The draw of this many cards.
pub(super) fn draw_of(cards: usize) -> usize {
    cards.min(DRAWS - 1)
}

/// The most players whose draws are all distinguished.
const ALL_DRAWS: usize = 3;

/// The ways in which the draws of more players are distinguished before the next one draws: the fewest
/// cards drawn, if anybody has, and the draw of the last raiser.
const DRAW_SUMMARIES: usize = (DRAWS + 1) * (DRAWS + 1);

/// The ways after the draw: the player's own, that of the last raiser, the fewest of the others, and
/// whether the player made the last raise before the draw.
const SUMMARIES: usize = DRAWS * (DRAWS + 1) * DRAWS * 2;

/// A point of the game as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub stage: Stage,
    /// How the first bets ended.
    pub end: usize,
    /// What each player has drawn, in the order of those left.
    pub drawn: [u8; MAX_PLAYERS],
}

/// The stage of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// At a point of the first bets.
    First(usize),
    /// This many players have drawn.
    Draw(usize),
    /// At a point of the second bets.
    Second(usize),
    /// Over: all but one folded before the draw, or the second bets ended so.
    Folded,
    Closed(usize),
}

impl Spot {
    pub const BEGIN: Self = Self { stage: Stage::First(0), end: 0, drawn: [0; MAX_PLAYERS] };
}

/// The decision at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The player's position, counted from the left of the button.
    pub player: usize,
    /// The place of the first bucket in the strategy.
    pub begin: usize,
    pub moves: usize,
    pub is_draw: bool,
    /// Whether buckets are those of hands after the draw.
    pub is_second: bool,
}

/// What is kept of the first bets where they end.
#[derive(Clone, Debug)]
struct Closing {
    /// The players who are left.
    players: Vec<usize>,
    /// The place of the last raiser among them.
    raiser: Option<usize>,
    draws: usize,
    second: usize,
}

/// The second bets between some number of players: the bets, and where the points begin in the numbers
/// of one way to draw.
#[derive(Clone, Debug)]
struct Second {
    round: Round,
    begins: Vec<usize>,
    length: usize,
}

/// The whole layout.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The number of buckets before the draw.
    hands: usize,
    first: Round,
    first_begins: Vec<usize>,
    closings: Vec<Option<Closing>>,
    /// By the number of players left.
    seconds: Vec<Second>,
    pub length: usize,
}

impl Layout {
    /// The layout for a table, with these numbers of buckets before and after the draw.
    pub fn new(players: usize, raises: u32, (before, after): (usize, usize)) -> Self {
        let first = Round::new(players, raises);
        let second = |left: usize| {
            let round = Round::new(left, raises);
            let (begins, length) = match (left, players) {
                (..=2, _) | (3, 3) => begins(&round.points, after, |place, _| place),
                (3, _) => begins(&round.points, after, |_, point| few_key(point)),
                _ => begins(&round.points, after, |_, point| many_key(point)),
            };
            Second { round, begins, length }
        };
        let seconds: Vec<Second> = (0..=players).map(|left| second(left.max(2))).collect();
        let (first_begins, mut length) = begins(&first.points, before, |place, _| place);
        let mut known = HashMap::new();
        let mut closings = Vec::with_capacity(first.ends.len());
        for end in &first.ends {
            let left: Vec<usize> = end.players().collect();
            if left.len() < 2 {
                closings.push(None);
                continue;
            }
            let raiser =
                end.raiser.and_then(|raiser| left.iter().position(|&p| p == usize::from(raiser)));
            let key = closing_key(players, end, raiser);
            let (draws, second) = *known.entry(key).or_insert_with(|| {
                let draws = length;
                let second = draws + draw_sets(left.len()) * before * DRAWS;
                length = second + second_sets(left.len()) * seconds[left.len()].length;
                (draws, second)
            });
            closings.push(Some(Closing { players: left, raiser, draws, second }));
        }
        Self { hands: before, first, first_begins, closings, seconds, length }
    }

    /// The decision at a spot; `None` if the hand is over.
    pub fn place(&self, spot: &Spot) -> Option<Place> {
        match spot.stage {
            Stage::First(place) => {
                let point = self.first.points.get(place)?;
                let (begin, moves) = (*self.first_begins.get(place)?, point.moves);
                Some(Place { player: point.player, begin, moves, is_draw: false, is_second: false })
            }
            Stage::Draw(count) => {
                let closing = self.closing(spot)?;
                let set = draw_set(closing, &spot.drawn[..count]);
                let begin = closing.draws + set * self.hands * DRAWS;
                let player = *closing.players.get(count)?;
                Some(Place { player, begin, moves: DRAWS, is_draw: true, is_second: false })
            }
            Stage::Second(place) => {
                let closing = self.closing(spot)?;
                let second = self.seconds.get(closing.players.len())?;
                let point = second.round.points.get(place)?;
                let set = second_set(closing, &spot.drawn, point);
                let begin = closing.second + set * second.length + second.begins.get(place)?;
                let player = *closing.players.get(point.player)?;
                Some(Place { player, begin, moves: point.moves, is_draw: false, is_second: true })
            }
            Stage::Folded | Stage::Closed(_) => None,
        }
    }

    fn closing(&self, spot: &Spot) -> Option<&Closing> {
        self.closings.get(spot.end)?.as_ref()
    }

    /// Where a move leads.
    pub fn after(&self, spot: &Spot, chosen: usize) -> Spot {
        let mut after = *spot;
        match spot.stage {
            Stage::First(place) => match self.first.after(place, chosen) {
                Next::Point(next) => after.stage = Stage::First(next),
                Next::End(end) => {
                    after.end = end;
                    let is_open = self.closings.get(end).is_some_and(Option::is_some);
                    after.stage = if is_open { Stage::Draw(0) } else { Stage::Folded };
                }
            },
            Stage::Draw(count) => {
                let left = self.closing(spot).map_or(0, |closing| closing.players.len());
                if let Some(drawn) = after.drawn.get_mut(count) {
                    *drawn = chosen as u8;
                }
                after.stage =
                    if count + 1 < left { Stage::Draw(count + 1) } else { Stage::Second(0) };
            }
            Stage::Second(place) => {
                let left = self.closing(spot).map_or(0, |closing| closing.players.len());
                match self.seconds.get(left).map(|second| second.round.after(place, chosen)) {
                    Some(Next::Point(next)) => after.stage = Stage::Second(next),
                    Some(Next::End(end)) => after.stage = Stage::Closed(end),
                    None => after.stage = Stage::Folded,
                }
            }
            Stage::Folded | Stage::Closed(_) => {}
        }
        after
    }

    /// What checks or calls.
    pub fn passive(&self, spot: &Spot) -> usize {
        let point = match spot.stage {
            Stage::First(place) => self.first.points.get(place),
            Stage::Second(place) => {
                let second =
                    self.closing(spot).and_then(|closing| self.seconds.get(closing.players.len()));
                second.and_then(|second| second.round.points.get(place))
            }
            _ => None,
        };
        usize::from(point.is_some_and(|point| point.standing.bets > 0))
    }

    /// The spot at which a player bets or draws, if all before it check or call: they are all in.
    pub fn until(&self, mut spot: Spot, player: usize, draws: bool) -> Option<Spot> {
        loop {
            let place = self.place(&spot)?;
            if place.player == player && place.is_draw == draws {
                return Some(spot);
            }
            if place.is_draw {
                return None;
            }
            spot = self.after(&spot, self.passive(&spot));
        }
    }

    /// The spot after a player's move in a hand of the game.
    pub fn made(&self, spot: Spot, player: usize, made: PublicMove) -> Option<Spot> {
        if let PublicMove::Draw(cards) = made {
            let spot = self.until(spot, player, true)?;
            return Some(self.after(&spot, draw_of(cards)));
        }
        let spot = self.until(spot, player, false)?;
        let passive = self.passive(&spot);
        let chosen = match made {
            PublicMove::Check | PublicMove::Call => passive,
            PublicMove::Bet | PublicMove::Raise => passive + 1,
            _ => 0,
        };
        Some(self.after(&spot, chosen))
    }

    /// At the end: who is left, and the bets that each player paid before and after the draw.
    pub fn paid(&self, spot: &Spot) -> Option<(u8, [[u8; MAX_PLAYERS]; 2])> {
        let first = self.first.ends.get(spot.end)?;
        let Stage::Closed(end) = spot.stage else {
            return Some((first.live, [first.paid, [0; MAX_PLAYERS]]));
        };
        let closing = self.closing(spot)?;
        let end = self.seconds.get(closing.players.len())?.round.ends.get(end)?;
        let (mut live, mut paid) = (0, [0; MAX_PLAYERS]);
        for (place, &player) in closing.players.iter().enumerate() {
            live |= (end.live >> place & 1) << player;
            paid[player] = end.paid[place];
        }
        Some((live, [first.paid, paid]))
    }

    /// The players after the first bets, in order.
    pub fn left(&self, spot: &Spot) -> &[usize] {
        self.closing(spot).map_or(&[], |closing| closing.players.as_slice())
    }

    /// Every information set but those of hands: where it begins, its moves, its buckets before or
    /// after the draw, and the place where those begin that differ from it only by the draws and the
    /// first bets.
    pub fn sets(&self, (before, after): (usize, usize)) -> Vec<Set> {
        let mut sets: Vec<Set> = Vec::new();
        let mut add = |begin, moves, buckets, kind, bets: u8| {
            sets.push(Set { begin, moves, buckets, kind, is_open: bets > 0 });
        };
        for (place, (&begin, point)) in self.first_begins.iter().zip(&self.first.points).enumerate()
        {
            add(begin, point.moves, before, Kind::First(place), point.standing.bets);
        }
        let mut known = HashSet::new();
        for closing in self.closings.iter().flatten() {
            // Many ways to bet are remembered alike.
            if !known.insert(closing.draws) {
                continue;
            }
            let left = closing.players.len();
            for set in 0..draw_sets(left) {
                add(closing.draws + set * before * DRAWS, DRAWS, before, Kind::Draw(left), 0);
            }
            let second = &self.seconds[left];
            for set in 0..second_sets(left) {
                for (place, (begin, point)) in
                    second.begins.iter().zip(&second.round.points).enumerate()
                {
                    let begin = closing.second + set * second.length + begin;
                    add(begin, point.moves, after, Kind::Second(left, place), point.standing.bets);
                }
            }
        }
        sets.sort_by_key(|set| set.begin);
        sets.dedup_by_key(|set| set.begin);
        sets
    }
}

/// A decision with all its buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub begin: usize,
    pub moves: usize,
    pub buckets: usize,
    pub kind: Kind,
    /// Whether there is a bet.
    is_open: bool,
}

impl Set {
    /// What checks, calls or stands pat.
    pub const fn passive(&self) -> usize {
        match self.kind {
            Kind::Draw(_) => 0,
            Kind::First(_) | Kind::Second(..) => self.is_open as usize,
        }
    }
}

/// Decisions of a kind are played alike in the main.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    First(usize),
    /// With this many players left.
    Draw(usize),
    /// With this many players left, at this point.
    Second(usize, usize),
}

/// Where points begin if those with the same key are one, and the length of all.
fn begins<K: Hash + Eq>(
    points: &[Point],
    buckets: usize,
    key: impl Fn(usize, &Point) -> K,
) -> (Vec<usize>, usize) {
    let (mut known, mut length) = (HashMap::new(), 0);
    let begins = points.iter().enumerate().map(|(place, point)| {
        *known.entry((key(place, point), point.moves)).or_insert_with(|| {
            length += buckets * point.moves;
            length - buckets * point.moves
        })
    });
    (begins.collect(), length)
}

/// Between three players of a larger table: what the others have put in is merged.
fn few_key(point: &Point) -> impl Hash + Eq + use<> {
    let Standing { live, paid, bets, raiser } = point.standing;
    (point.player, live, bets, raiser, paid[point.player])
}

/// Between more: only how many are left, and how many of them still act.
fn many_key(point: &Point) -> impl Hash + Eq + use<> {
    let Standing { live, paid, bets, raiser } = point.standing;
    let last = raiser.map_or(MAX_PLAYERS, usize::from);
    let is_between = |other: usize| match last > point.player {
        true => other > point.player && other < last,
        false => other > point.player || other < last,
    };
    let behind = point.standing.players().filter(|&other| is_between(other)).count();
    (bets, live.count_ones(), behind, paid[point.player] > 0)
}

/// What is remembered of the first bets.
fn closing_key(players: usize, end: &Standing, raiser: Option<usize>) -> [u8; 4] {
    let left = end.live.count_ones() as u8;
    let place = raiser.map_or(u8::MAX, |raiser| raiser as u8);
    let seat = end.raiser.unwrap_or(u8::MAX);
    match (players, left) {
        (..=3, _) => [left, end.live, end.bets, place],
        (_, 2) => [left, end.bets, seat, place],
        (_, 3) => [left, end.bets.min(3), place, 0],
        _ => [left, end.bets.min(2), 0, 0],
    }
}

/// The number of ways to draw that are distinguished when a player draws.
fn draw_sets(left: usize) -> usize {
    if left > ALL_DRAWS {
        left * DRAW_SUMMARIES
    } else {
        (DRAWS.pow(left as u32) - 1) / (DRAWS - 1)
    }
}

/// The same after the draw.
fn second_sets(left: usize) -> usize {
    if left > ALL_DRAWS { SUMMARIES } else { DRAWS.pow(left as u32) }
}

fn draw_set(closing: &Closing, drawn: &[u8]) -> usize {
    if closing.players.len() > ALL_DRAWS {
        let fewest = drawn.iter().min().map_or(DRAWS, |&fewest| fewest.into());
        let raiser = closing.raiser.and_then(|raiser| drawn.get(raiser));
        let raiser = raiser.map_or(DRAWS, |&drawn| drawn.into());
        return drawn.len() * DRAW_SUMMARIES + fewest * (DRAWS + 1) + raiser;
    }
    (DRAWS.pow(drawn.len() as u32) - 1) / (DRAWS - 1) + number(drawn)
}

fn second_set(closing: &Closing, drawn: &[u8; MAX_PLAYERS], point: &Point) -> usize {
    let left = closing.players.len();
    if left <= ALL_DRAWS {
        return number(&drawn[..left]);
    }
    let own = usize::from(drawn[point.player]);
    let raiser = point.standing.raiser.map_or(DRAWS, |raiser| drawn[usize::from(raiser)].into());
    let others = point.standing.players().filter(|&other| other != point.player);
    let fewest = others.map(|other| usize::from(drawn[other])).min().unwrap_or(0);
    let was_raiser = usize::from(closing.raiser == Some(point.player));
    ((own * (DRAWS + 1) + raiser) * DRAWS + fewest) * 2 + was_raiser
}

/// Some draws as one number.
fn number(drawn: &[u8]) -> usize {
    drawn.iter().fold(0, |number, &drawn| DRAWS * number + usize::from(drawn))
}
