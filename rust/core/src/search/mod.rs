//! Flat Monte Carlo search over determinizations (perfect-information Monte Carlo, PIMC), for any
//! game with cheap rollouts.
//!
//! The search samples full states consistent with the view (determinizations, or *worlds*), plays
//! every candidate move in each of them, completes each world with a cheap rollout policy, and
//! picks the move with the best mean. All candidates are evaluated in the same worlds, so the luck
//! of the deal cancels out in their differences. Clearly worse candidates are pruned by successive
//! elimination at fixed numbers of worlds (`flat`). A model whose first candidate is good by itself, such
//! as that of a learned policy, sets a gate: another move must be better beyond doubt.
//!
//! What it needs to know about a game is a [`Model`]: preparation for a view, the candidate moves,
//! how to sample a world and how to complete it. [`RandomRollouts`] works for any game through its
//! contract alone, with random moves, [`BotRollouts`] with the moves of another bot. A game that wants strong play brings its own model with a
//! state that is cheap to copy and a sensible rollout policy, which matters more than anything
//! else. [`SearchBot`] turns a model into a bot.
//!
//! Every world has its own random stream, so with a budget in worlds the choice is the same on any
//! number of threads.

mod beliefs;
mod bot;
mod bot_rollouts;
mod budget;
mod flat;
mod random_rollouts;

pub(crate) use beliefs::{Beliefs, Evidence, Hypothesis, POLICIES};
pub use bot::SearchBot;
pub use bot_rollouts::BotRollouts;
pub use budget::Budget;
pub use flat::search;
pub use random_rollouts::RandomRollouts;

use crate::game::{Game, Parameter, Setting};
use crate::random::Random;

/// What a search needs to know about a game.
///
/// ```
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::ends::{End, Ends, EndsView, Row, Rules};
/// use cardcore::monitor::Monitor;
/// use cardcore::random::Random;
/// use cardcore::search::{Budget, Model, Outcome, search};
///
/// /// Looks no further than the card that is taken.
/// struct Nearsighted;
///
/// impl Model<Ends> for Nearsighted {
///     type Prepared = Vec<i64>;
///     type World = ();
///     type Plan = ();
///
///     fn prepare(&self, view: &EndsView<'_>) -> Vec<i64> {
///         view.state().cards().to_vec()
///     }
///
///     fn candidates(&self, view: &EndsView<'_>, _: &Vec<i64>) -> Vec<(End, ())> {
///         let mut moves = Vec::new();
///         view.legal_moves(&mut moves);
///         moves.into_iter().map(|end| (end, ())).collect()
///     }
///
///     fn sample_world(&self, _: &Vec<i64>, _: &mut Random) {}
///
///     fn rollout(&self, cards: &Vec<i64>, _: &(), (end, _): &(End, ()), _: &mut Random) -> Outcome {
///         let points = end.take(cards).map_or(0, |(card, _)| card as i32);
///         Outcome { value: points, points }
///     }
///
///     fn margin(&self, _: &Vec<i64>, value: f64, _: f64) -> f64 {
///         value / 2.0
///     }
/// }
///
/// let game = Ends::with_row(Rules::default(), Row::new(vec![1, 9, 2])?);
/// let budget = Budget::of_worlds(8);
/// let moves = search(&Nearsighted, &game.view(0), budget, 1, &Monitor::new())?;
/// assert_eq!(moves[0].chosen, End::Right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Model<G: Game>: Send + Sync {
    /// Data shared by all worlds of one view.
    type Prepared: Send + Sync;

    /// A full state, in whatever form is cheapest to roll out.
    type World;

    /// The seat's plan for the rest of the game, where it affects the rollout: a move may be
    /// evaluated with several plans. `()` if there is only one.
    type Plan: Clone + Send + Sync;

    /// Take note of what the view tells of earlier hands, rounds or deals, before a search. What is
    /// kept must follow from the view alone: a search that joins late chooses the same.
    fn observe(&mut self, _view: &G::View<'_>) {}

    /// Prepare to sample worlds consistent with this view, whose seat is to move.
    fn prepare(&self, view: &G::View<'_>) -> Self::Prepared;

    /// The candidate moves, most promising first: ties go to the earlier one. Legal moves only, at
    /// least one.
    fn candidates(
        &self,
        view: &G::View<'_>,
        prepared: &Self::Prepared,
    ) -> Vec<(G::Move, Self::Plan)>;

    /// Sample a world.
    fn sample_world(&self, prepared: &Self::Prepared, random: &mut Random) -> Self::World;

    /// Play a candidate in a world and roll out until its outcome is known.
    fn rollout(
        &self,
        prepared: &Self::Prepared,
        world: &Self::World,
        candidate: &(G::Move, Self::Plan),
        random: &mut Random,
    ) -> Outcome;

    /// The margin over the mean of all seats, more is better, that means of [`Outcome::value`] and
    /// [`Outcome::points`] stand for, both in points.
    fn margin(&self, prepared: &Self::Prepared, value: f64, points: f64) -> f64;

    /// The gate: the first candidate is chosen unless the best one is better by more than this many
    /// standard errors of their paired difference. Without one the best is chosen.
    fn gate(&self, _prepared: &Self::Prepared) -> Option<f64> {
        None
    }

    /// How many units of an [`Outcome`] are a point.
    fn unit(&self, _prepared: &Self::Prepared) -> i32 {
        1
    }

    /// The margin at stake in a usual decision: see [`Bot::stake`](crate::game::Bot::stake).
    fn stake(&self, _view: &G::View<'_>) -> f64 {
        1.0
    }

    /// The parameters of a bot with this model, including those of the budget if it has one.
    fn parameters(&self) -> &'static [Parameter] {
        Budget::PARAMETERS
    }

    /// Set one of the parameters.
    fn set(&mut self, _parameter: &str, _setting: Setting) {}
}

/// The outcome of a world for the searching seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The quantity that the search maximizes, in the model's [units](Model::unit).
    pub value: i32,
    /// The seat's points, as the game counts them, in the same units.
    pub points: i32,
}
