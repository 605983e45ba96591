//! Chopsticks: two players tap each other's hands until one has none left.
//!
//! Each player has two hands that show fingers, one each at the start. A move either *taps* a
//! live hand of the opponent with a live hand of one's own, which makes the tapped hand grow by
//! the fingers of the tapping one, or *splits*: moves fingers from one of one's own hands to
//! another. A hand that reaches five is out, and whoever has no hand left has lost.
//!
//! The rules are those of a course report on the game; [`Rules`] says which house rules there are
//! besides. Three things are solved here:
//!
//! - [`Table`]: the depth-limited game, for every state and every level, by the report's backward
//!   dynamic programming, with the numbers of winning and losing lines;
//! - [`Tablebase`]: the game without a limit, by retrograde analysis, with the distance to the end;
//! - [`Reach`]: the positions that can come up from a given one.
//!
//! Departures from the report: both players have all four taps (its listing loses one of the
//! second player's), moves come in a fixed order instead of the order of a Python set, and odd
//! depths are allowed.
//!
//! The rules do not care which of a player's hands is which, so the solvers work on positions up
//! to the order of hands (225 instead of 625 for the usual game). Callers never see that: they
//! ask about hands in any order.
//!
//! ```
//! use cardcore::games::chopsticks::{Hands, Rules, Tablebase};
//!
//! let rules = Rules::default();
//! let tablebase = Tablebase::new(rules);
//! let start = Hands::new(&rules, &[1, 1])?;
//! // The second player wins, but it takes 26 plies: far more than the report's 20.
//! assert_eq!(tablebase.value(start, start)?, -1);
//! assert_eq!(tablebase.distance(start, start)?, Some(26));
//! # Ok::<(), cardcore::games::chopsticks::PositionError>(())
//! ```

mod bots;
mod encoding;
mod hand_sets;
mod hands;
mod moves;
mod reach;
mod rules;
mod sample;
mod state;
mod table;
mod tablebase;
mod view;

pub use bots::{PerfectBot, TableBot};
pub use encoding::ChopsticksEncoder;
pub use hands::{Hands, PositionError};
pub use moves::{IllegalReason, Move, Successor};
pub use reach::{Reach, ReachError, ReachedPosition};
pub use rules::{HouseRules, Rules, RulesError};
pub use state::{Chopsticks, NewGameError};
pub use table::{Lines, MOST_VALUES, RatedMove, Table, TableError, TieBreak};
pub use tablebase::{SolvedMove, Tablebase};
pub use view::ChopsticksView;
