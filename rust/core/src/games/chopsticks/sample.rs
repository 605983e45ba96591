//! Sampling: with perfect information, the state itself.

use super::state::Chopsticks;
use super::view::ChopsticksView;

pub(super) fn sample(view: &ChopsticksView<'_>) -> Chopsticks {
    view.state().clone()
}
