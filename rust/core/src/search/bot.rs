//! A bot that plays the best move found by flat Monte Carlo search.

use std::sync::Arc;

use super::{BotRollouts, Budget, Model, flat};
use crate::game::{Bot, BotSpec, Game, Parameter, Setting, View as _, Weighed};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// A bot that plays the best move found by a search with a [`Model`].
///
/// ```
/// use cardcore::game::{Bot, Game as _};
/// use cardcore::games::hearts::{Hearts, Rules};
/// use cardcore::random::Random;
/// use cardcore::search::{Budget, RandomRollouts, SearchBot};
///
/// let game = Hearts::new(Rules::new(2, 4, 2)?, 1);
/// let mut bot = SearchBot::new(RandomRollouts::default(), Budget::of_worlds(20));
/// let chosen = game.to_move().and_then(|seat| {
///     Bot::<Hearts>::choose(&mut bot, &game.view(seat), &mut Random::new(1))
/// });
/// assert!(chosen.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchBot<G: Game, M> {
    model: M,
    budget: Budget,
    /// What takes the place of the model if another bot plays the rollouts.
    rollouts: Option<BotRollouts<G>>,
}

impl<G: Game, M: Model<G>> SearchBot<G, M> {
    /// A bot with this model and budget.
    #[must_use]
    pub const fn new(model: M, budget: Budget) -> Self {
        Self { model, budget, rollouts: None }
    }

    fn search(
        &self,
        view: &G::View<'_>,
        seed: u64,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<G::Move>>, Stopped> {
        match &self.rollouts {
            None => flat::search(&self.model, view, self.budget, seed, monitor),
            Some(model) => flat::search(model, view, self.budget, seed, monitor),
        }
    }

    /// The forced move, if there is only one legal move.
    fn only_move(view: &G::View<'_>) -> Option<G::Move> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.len() == 1 { moves.pop() } else { None }
    }
}

impl<G: Game, M: Model<G>> Bot<G> for SearchBot<G, M> {
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        // This monitor is never cancelled.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<G::Move>, Stopped> {
        let seed = random.word();
        if let Some(only) = Self::only_move(view) {
            return Ok(Some(only));
        }
        self.model.observe(view);
        let weighed = self.search(view, seed, monitor)?;
        Ok(weighed.into_iter().next().map(|best| best.chosen))
    }

    fn weigh(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Vec<Weighed<G::Move>>, Stopped> {
        self.model.observe(view);
        self.search(view, random.word(), monitor)
    }

    fn stake(&self, view: &G::View<'_>) -> f64 {
        self.model.stake(view)
    }

    fn is_fast(&self, _: &G::View<'_>) -> bool {
        false
    }

    fn is_reproducible(&self) -> bool {
        self.budget.time().is_none()
    }

    fn roll_out_with(&mut self, policy: &Arc<BotSpec<G>>) -> bool {
        self.rollouts = Some(BotRollouts::new(Arc::clone(policy)));
        true
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.model.parameters()
    }

    fn set(&mut self, parameter: &str, setting: Setting) {
        self.budget.set(parameter, setting);
        self.model.set(parameter, setting);
    }
}
