//! Models of opponents: bots as they were observed, and strategies in the abstraction given by few numbers.

use super::super::opponent::observe;
use super::abstraction::{Abstraction, Kind};
use crate::cfr::Strategy;
use crate::game::BotSpec;
use crate::games::draw::state::FiveCardDraw;
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// A model of an opponent.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Player {
    /// How often a bot made each move in real hands.
    Observed(Strategy),
    /// The equilibrium with other weights for its moves.
    Shifted(Shift),
    /// A player who bets, calls and raises by how many hands are weaker than its own.
    Threshold(Thresholds),
}

/// Factors on the probabilities of an equilibrium's moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shift {
    pub fold: f32,
    pub call: f32,
    pub raise: f32,
    /// How often any move is made instead.
    pub noise: f32,
}

/// What a player needs for its moves, in parts of all hands that are weaker: before and after the draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Thresholds {
    pub bet: [f64; 2],
    pub call: [f64; 2],
    pub raise: [f64; 2],
    /// How much more it needs for each further bet in the round.
    pub step: f64,
    /// How often it bets with a weak hand.
    pub bluff: [f64; 2],
    /// How gradually it goes from one move to another.
    pub width: f64,
    /// How often it makes any move instead.
    pub noise: f64,
    /// Whether it looks at the hand it was dealt rather than at what it draws to.
    pub as_dealt: bool,
    /// How often it draws any number of cards, as often as there are ways to choose them.
    pub any_draw: f64,
}

/// Hands weaker than this are bluffs.
const WEAK: f64 = 0.35;

/// How likely an opponent is the equilibrium before the first hand, beside all other models together 0.7.
const EQUILIBRIUM: f64 = 0.5;

/// The bots that are observed, in how many deals per seat, and with which seed.
const BOTS: [&str; 4] = ["pattern", "class", "equity", "random"];
const DEALS: u64 = 600;

impl Shift {
    pub const NONE: Self = Self { fold: 1.0, call: 1.0, raise: 1.0, noise: 0.0 };
}

impl Player {
    /// The models of a library, and their prior probabilities.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn all(
        game: &Abstraction,
        random_players: usize,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<(Self, f64)>, Stopped> {
        let mut players = vec![(Self::Shifted(Shift { noise: 0.01, ..Shift::NONE }), EQUILIBRIUM)];
        let shifted = [
            (0.5, 1.0, 1.0),
            (0.2, 1.0, 1.0),
            (2.0, 1.0, 1.0),
            (5.0, 1.0, 1.0),
            (1.0, 1.0, 3.0),
            (1.0, 1.0, 0.3),
            (0.3, 1.0, 0.3),
            (0.3, 1.0, 3.0),
            (3.0, 1.0, 0.3),
            (3.0, 1.0, 3.0),
        ];
        for (fold, call, raise) in shifted {
            players.push((Self::Shifted(Shift { fold, call, raise, noise: 0.03 }), 0.01));
        }
        for noise in [0.1, 0.3, 0.6, 1.0] {
            players.push((Self::Shifted(Shift { noise, ..Shift::NONE }), 0.015));
        }
        for name in BOTS {
            players.push((Self::observed(game, name, seed, monitor)?, 0.04));
        }
        let mut random = Random::new(seed);
        for _ in 0..random_players {
            let player = Self::Threshold(Thresholds::random(&mut random));
            players.push((player, 0.38 / random_players as f64));
        }
        Ok(players)
    }

    /// A bot as it plays real hands. With hands in which it was not observed it plays like the equilibrium.
    fn observed(
        game: &Abstraction,
        name: &str,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Self, Stopped> {
        let Ok(spec) = BotSpec::<FiveCardDraw>::parse(name) else {
            return Ok(Self::Shifted(Shift::NONE));
        };
        let rules = (game.limits, &game.trees, &game.removal);
        let found = observe(&|| spec.make(), rules, DEALS, seed, &monitor.step())?;
        let (mut first, mut second) = game.nash.clone();
        // As if every move had been seen in parts of a deal.
        let blend = |nash: &mut [f32], seen: &[f32]| {
            for (chance, seen) in nash.iter_mut().zip(seen) {
                *chance = 0.2 * *chance + seen;
            }
        };
        blend(&mut first, &found.first);
        let length = game.layouts[1].length();
        for (nash, seen) in second.iter_mut().zip(found.second.chunks_exact(length.max(1))) {
            blend(nash, seen);
        }
        Ok(Self::Observed((first, second)))
    }

    /// Write the probabilities of all moves at a node, move by move, each by bucket. `link` is set after
    /// the draw.
    pub fn write(&self, game: &Abstraction, link: Option<usize>, node: usize, chances: &mut [f32]) {
        let tree = usize::from(link.is_some());
        let (before, after) = game.removal.buckets.counts();
        let states = if link.is_some() { after } else { before };
        let kind = game.kinds[tree][node];
        let begin = game.layouts[tree].begin(node);
        let numbers = link.map_or(&game.nash.0, |link| &game.nash.1[link]);
        let nash = &numbers[begin..begin + chances.len()];
        match (self, kind) {
            (Self::Observed((first, second)), _) => {
                let seen = link.map_or(first, |link| &second[link]);
                write_observed(&seen[begin..begin + chances.len()], states, chances);
            }
            (Self::Shifted(shift), _) => shift.write(kind, nash, states, chances),
            (Self::Threshold(player), Kind::Draw) => player.write_draws(nash, chances),
            (Self::Threshold(player), _) => {
                let places = match (link, player.as_dealt) {
                    (Some(_), _) => &game.after,
                    (None, true) => &game.by_strength,
                    (None, false) => &game.by_potential,
                };
                let moves = chances.len() / states.max(1);
                for (state, &place) in places.iter().enumerate() {
                    let found = player.chances(kind, tree, place, moves == 3);
                    for (action, chance) in found.into_iter().take(moves).enumerate() {
                        chances[action * states + state] = chance as f32;
                    }
                }
            }
        }
    }
}

/// The part of moves that are made for no reason that was observed.
const SLIP: f32 = 0.01;

/// Write what was observed as probabilities.
fn write_observed(seen: &[f32], states: usize, chances: &mut [f32]) {
    let moves = chances.len() / states.max(1);
    for state in 0..states {
        let total: f32 = (0..moves).map(|action| seen[action * states + state]).sum();
        for action in 0..moves {
            let number = action * states + state;
            let often = if total > 0.0 { seen[number] / total } else { 1.0 / moves as f32 };
            chances[number] = (1.0 - SLIP) * often + SLIP / moves as f32;
        }
    }
}

impl Shift {
    fn write(&self, kind: Kind, nash: &[f32], states: usize, chances: &mut [f32]) {
        let moves = chances.len() / states.max(1);
        let weights: &[f32] = match kind {
            Kind::Open => &[1.0, self.raise],
            Kind::Answer { .. } => &[self.fold, self.call, self.raise],
            Kind::Draw | Kind::End => &[1.0; 6],
        };
        for state in 0..states {
            let weighted = |action: usize| nash[action * states + state] * weights[action];
            let total: f32 = (0..moves).map(weighted).sum();
            for action in 0..moves {
                let shifted =
                    if total > 0.0 { weighted(action) / total } else { 1.0 / moves as f32 };
                chances[action * states + state] =
                    (1.0 - self.noise) * shifted + self.noise / moves as f32;
            }
        }
    }
}

impl Thresholds {
    /// A player of any style.
    fn random(random: &mut Random) -> Self {
        let mut between = |least: f64, most: f64| least + (most - least) * random.unit();
        let mut pair = |least: f64, most: f64| {
            let base = between(least, most);
            [base, (base + between(-0.15, 0.15)).max(-0.1)]
        };
        let (bet, call) = (pair(0.0, 1.1), pair(-0.1, 0.9));
        let raise = if pair(0.0, 1.0)[0] < 0.2 { pair(-0.1, 0.6) } else { pair(0.5, 1.15) };
        let bluff = pair(-0.5, 0.5).map(|often| often.max(0.0));
        let noise = (between(-0.4, 0.4)).max(0.01);
        let step = between(-0.02, 0.2);
        let (width, as_dealt) = (between(0.01, 0.12), between(0.0, 1.0) < 0.4);
        let any_draw = between(-3.0, 1.0).max(0.0);
        Self { bet, call, raise, step, bluff, width, noise, as_dealt, any_draw }
    }

    /// The probabilities of the moves with a hand of this place: check and bet, or fold, call and raise.
    fn chances(&self, kind: Kind, street: usize, place: f64, may_raise: bool) -> [f64; 3] {
        let above = |threshold: f64| 1.0 / (1.0 + ((threshold - place) / self.width).exp());
        let bluff = if place < WEAK { self.bluff[street] } else { 0.0 };
        match kind {
            Kind::Answer { bets } => {
                let more = self.step * f64::from(bets - 1);
                let raise = above(self.raise[street] + more).max(bluff / 4.0);
                let stay = above(self.call[street] + more).max(raise);
                let raise = if may_raise { raise } else { 0.0 };
                let moves = if may_raise { 3.0 } else { 2.0 };
                let mixed = |chance: f64| (1.0 - self.noise) * chance + self.noise / moves;
                [mixed(1.0 - stay), mixed(stay - raise), mixed(raise)]
            }
            _ => {
                let bet = above(self.bet[street]).max(bluff);
                let mixed = |chance: f64| (1.0 - self.noise) * chance + self.noise / 2.0;
                [mixed(1.0 - bet), mixed(bet), 0.0]
            }
        }
    }

    /// Draws like the equilibrium, or at random.
    fn write_draws(&self, nash: &[f32], chances: &mut [f32]) {
        /// The ways to choose each number of five cards, of 32.
        const WAYS: [f32; 6] = [1.0, 5.0, 10.0, 10.0, 5.0, 1.0];

        let any = (self.any_draw as f32).max(0.02);
        let states = chances.len() / WAYS.len();
        for (place, (chance, &nash)) in chances.iter_mut().zip(nash).enumerate() {
            *chance = (1.0 - any) * nash + any * WAYS[(place / states.max(1)).min(5)] / 32.0;
        }
    }
}
