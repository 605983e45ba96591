//! The blueprints that are part of the library.

use std::sync::Arc;

use super::strategy::{Blueprint, dealt};
use crate::games::draw::rules::Rules;
use crate::games::draw::view::DrawView;
use crate::lazy::Lazy;

static THREE: Lazy<Option<Arc<Blueprint>>> = Lazy::new(|| read(include_bytes!("three.blueprint")));
static FOUR: Lazy<Option<Arc<Blueprint>>> = Lazy::new(|| read(include_bytes!("four.blueprint")));
static FIVE: Lazy<Option<Arc<Blueprint>>> = Lazy::new(|| read(include_bytes!("five.blueprint")));

fn read(bytes: &[u8]) -> Option<Arc<Blueprint>> {
    Blueprint::from_bytes(bytes).ok().map(Arc::new)
}

fn of_players(players: usize) -> Option<&'static Arc<Blueprint>> {
    match players {
        3 => THREE.as_ref(),
        4 => FOUR.as_ref(),
        5 => FIVE.as_ref(),
        _ => None,
    }
}

/// The blueprint for a table by these rules.
#[must_use]
pub fn blueprint_of(rules: &Rules) -> Option<Arc<Blueprint>> {
    of_players(rules.seats()).filter(|found| found.stakes().fit(rules)).map(Arc::clone)
}

/// Whether there is a blueprint for a table by these rules.
#[must_use]
pub fn is_table_shipped(rules: &Rules) -> bool {
    blueprint_of(rules).is_some()
}

/// The blueprint for a hand, which may be dealt to fewer players than the table has seats.
pub(in crate::games::draw) fn blueprint_for(
    view: &DrawView<'_>,
) -> Option<&'static Arc<Blueprint>> {
    of_players(dealt(view)).filter(|found| found.covers(view))
}
