//! A model of any game through its contract alone: `sample` for worlds, random moves for rollouts.

use super::{Model, Outcome};
use crate::game::{Game, Seat, View as _};
use crate::random::Random;

/// A model with random rollouts for any game. It has no knowledge of the game, so it plays only as
/// well as random rollouts discriminate between moves.
#[derive(Clone, Copy, Debug)]
pub struct RandomRollouts {
    /// The rollout ends after this many moves, with the scores reached by then.
    pub max_moves: u32,
}

impl Default for RandomRollouts {
    fn default() -> Self {
        Self { max_moves: 1000 }
    }
}

/// A full state at the seat's turn, from which every world is sampled: `sample` gives the same
/// worlds for any state with the same view.
#[derive(Debug)]
pub struct ViewedState<G> {
    state: G,
    pub(super) seat: Seat,
}

impl RandomRollouts {
    /// Play a candidate in a world and go on to the end of the hand, round or deal.
    pub(super) fn play_out<G: Game>(
        self,
        seat: Seat,
        world: &G,
        chosen: &G::Move,
        mut next: impl FnMut(&G::View<'_>) -> Option<G::Move>,
    ) -> Outcome {
        let part = world.view(None).part();
        let mut state = world.clone();
        // Only legal moves are played. If the game rejected one, the rollout would end, and the
        // conformance check would catch it.
        let mut continues = state.play(chosen).is_ok();
        for _ in 0..self.max_moves {
            let Some(mover) = state.to_move() else { break };
            continues &= state.view(None).part() == part;
            let made = if continues { next(&state.view(mover)) } else { None };
            continues = made.is_some_and(|made| state.play(&made).is_ok());
            if !continues {
                break;
            }
        }
        outcome(world, &state, seat)
    }
}

impl<G: Game> Model<G> for RandomRollouts {
    type Prepared = ViewedState<G>;
    type World = G;
    type Plan = ();

    fn prepare(&self, view: &G::View<'_>) -> ViewedState<G> {
        let state = G::sample(view, &mut Random::new(0));
        ViewedState { state, seat: view.seat().unwrap_or(0) }
    }

    fn candidates(&self, view: &G::View<'_>, _: &ViewedState<G>) -> Vec<(G::Move, ())> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        moves.into_iter().map(|chosen| (chosen, ())).collect()
    }

    fn sample_world(&self, viewed: &ViewedState<G>, random: &mut Random) -> G {
        G::sample(&viewed.state.view(viewed.seat), random)
    }

    fn rollout(
        &self,
        viewed: &ViewedState<G>,
        world: &G,
        (chosen, ()): &(G::Move, ()),
        random: &mut Random,
    ) -> Outcome {
        self.play_out(viewed.seat, world, chosen, |view| view.random_move(random))
    }

    /// Values are margins times the number of seats.
    fn margin(&self, viewed: &ViewedState<G>, value: f64, _: f64) -> f64 {
        value / viewed.state.seats() as f64
    }
}

/// The points gained since, and the margin over the other seats.
fn outcome<G: Game>(before: &G, after: &G, seat: Seat) -> Outcome {
    let (earlier, later) = (before.scores(), after.scores());
    let gained: Vec<i64> =
        later.iter().zip(earlier).map(|(later, earlier)| later.saturating_sub(earlier)).collect();
    let own = gained.get(seat).copied().unwrap_or(0);
    let others = gained.iter().fold(0_i64, |sum, &points| sum.saturating_add(points));
    let margin = own.saturating_mul(gained.len() as i64).saturating_sub(others);
    let value = if after.low_score_wins() { margin.saturating_neg() } else { margin };
    let narrow = |number: i64| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    Outcome { value: narrow(value), points: narrow(own) }
}
