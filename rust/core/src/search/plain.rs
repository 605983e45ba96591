//! Any game, by its contract alone: worlds by `sample`, finished with random moves.

use super::{Model, Outcome};
use crate::game::{Game, Seat, View as _};
use crate::random::Random;

/// The model of any game. It knows nothing about the game, so it plays no better than random moves
/// tell moves apart; it is what the contract promises a search.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// A world is left after so many moves, with the scores that it then has.
    pub longest: u32,
}

impl Default for Plain {
    fn default() -> Self {
        Self { longest: 1000 }
    }
}

/// A full state at the turn of a seat, from which every world is drawn again: where the game shows
/// one view, it draws the same worlds from any state that does.
#[derive(Debug)]
pub struct Shown<G> {
    state: G,
    seat: Seat,
}

impl<G: Game> Model<G> for Plain {
    type Prepared = Shown<G>;
    type World = G;
    type Plan = ();

    fn prepare(&self, view: &G::View<'_>) -> Shown<G> {
        let state = G::sample(view, &mut Random::new(0));
        Shown { state, seat: view.seat().unwrap_or(0) }
    }

    fn candidates(&self, view: &G::View<'_>, _: &Shown<G>) -> Vec<(G::Move, ())> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        moves.into_iter().map(|chosen| (chosen, ())).collect()
    }

    fn draw(&self, shown: &Shown<G>, random: &mut Random) -> G {
        G::sample(&shown.state.view(shown.seat), random)
    }

    fn finish(
        &self,
        shown: &Shown<G>,
        world: &G,
        (chosen, ()): &(G::Move, ()),
        random: &mut Random,
    ) -> Outcome {
        let part = world.view(None).part();
        let mut state = world.clone();
        // Only legal moves are made. A game that refused one would stop there, and its conformance
        // check would tell.
        let mut goes_on = state.play(chosen).is_ok();
        for _ in 0..self.longest {
            let Some(seat) = state.to_move() else { break };
            goes_on &= state.view(None).part() == part;
            let next = if goes_on { state.view(seat).random_move(random) } else { None };
            goes_on = next.is_some_and(|chosen| state.play(&chosen).is_ok());
            if !goes_on {
                break;
            }
        }
        outcome::<G>(&world.scores(), &state.scores(), shown.seat)
    }
}

/// What was scored since, and how much better that is than what the others scored.
fn outcome<G: Game>(before: &[i64], after: &[i64], seat: Seat) -> Outcome {
    let gained: Vec<i64> =
        after.iter().zip(before).map(|(after, before)| after.saturating_sub(*before)).collect();
    let own = gained.get(seat).copied().unwrap_or(0);
    let others = gained.iter().fold(0_i64, |sum, &points| sum.saturating_add(points));
    let margin = own.saturating_mul(gained.len() as i64).saturating_sub(others);
    let value = if G::LOW_SCORE_WINS { margin.saturating_neg() } else { margin };
    let narrow = |number: i64| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    Outcome { value: narrow(value), points: narrow(own) }
}
