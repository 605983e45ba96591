//! A model of any game whose rollouts are played by a bot, such as a network.

use std::sync::Arc;

use super::random_rollouts::ViewedState;
use super::{Model, Outcome, RandomRollouts};
use crate::game::{BotSpec, Game};
use crate::random::Random;

/// A model whose rollouts a bot plays for all seats. Each of its choices is made from the view of
/// the seat to move, so the seats of a rollout know no more than players do.
///
/// ```
/// use cardcore::game::{BotSpec, Game as _};
/// use cardcore::games::hearts::{Hearts, Rules, Standard};
/// use cardcore::monitor::Monitor;
/// use cardcore::search::{BotRollouts, Budget, search};
///
/// let rules = Rules::standard(Standard { passing: false, ..Standard::default() })?;
/// let game = Hearts::new(rules, 1);
/// let policy = BotSpec::<Hearts>::parse("greedy")?.into();
/// let view = game.view(game.to_move().unwrap_or(0));
/// let model = BotRollouts::new(policy);
/// let weighed = search::<Hearts, _>(&model, &view, Budget::of_worlds(8), 1, &Monitor::new())?;
/// assert!(weighed[0].margin >= weighed[weighed.len() - 1].margin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BotRollouts<G: Game> {
    policy: Arc<BotSpec<G>>,
    random: RandomRollouts,
}

impl<G: Game> BotRollouts<G> {
    /// A model whose rollouts are played by this bot.
    #[must_use]
    pub fn new(policy: Arc<BotSpec<G>>) -> Self {
        Self { policy, random: RandomRollouts::default() }
    }
}

impl<G: Game> Model<G> for BotRollouts<G> {
    type Prepared = ViewedState<G>;
    type World = G;
    type Plan = ();

    fn prepare(&self, view: &G::View<'_>) -> ViewedState<G> {
        self.random.prepare(view)
    }

    fn candidates(&self, view: &G::View<'_>, viewed: &ViewedState<G>) -> Vec<(G::Move, ())> {
        self.random.candidates(view, viewed)
    }

    fn sample_world(&self, viewed: &ViewedState<G>, random: &mut Random) -> G {
        self.random.sample_world(viewed, random)
    }

    fn rollout(
        &self,
        viewed: &ViewedState<G>,
        world: &G,
        (chosen, ()): &(G::Move, ()),
        random: &mut Random,
    ) -> Outcome {
        let mut bot = self.policy.make();
        self.random.play_out(viewed.seat, world, chosen, |view| bot.choose(view, random))
    }

    fn margin(&self, viewed: &ViewedState<G>, value: f64, points: f64) -> f64 {
        Model::<G>::margin(&self.random, viewed, value, points)
    }
}
