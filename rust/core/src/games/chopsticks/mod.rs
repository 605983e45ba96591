//! Chopsticks: two players tap each other's hands until one has none left.
//!
//! Each player has two hands that show fingers, initially one each. A move either *taps* a live
//! hand of the opponent with one's own live hand, which adds the tapping hand's fingers to the
//! tapped hand, or *splits*: moves fingers from one of one's own hands to another. A hand that
//! reaches five is out, and a player with no live hand has lost.
//!
//! The rules are those of a course report on the game; [`Rules`] lists the house rules. Three
//! things are solved here:
//!
//! - [`Table`]: the depth-limited game, for every state and every level, by the report's backward
//!   induction (dynamic programming), with the numbers of winning and losing lines;
//! - [`Tablebase`]: the unlimited game, by retrograde analysis, with the distance to the end;
//! - [`Reach`]: the positions reachable from a given one.
//!
//! Departures from the report: both players have all four taps (its listing loses one of the second
//! player's), moves have a fixed order instead of that of a Python set, and odd depths are allowed.
//!
//! The rules are symmetric in a player's hands, so the solvers work on positions up to permutation
//! of hands (225 instead of 625 for the standard game). This is internal: callers may give hands in
//! any order.
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
pub use table::{Lines, MAX_VALUE_BYTES, RatedMove, Table, TableError, TieBreak};
pub use tablebase::{SolvedMove, Tablebase};
pub use view::ChopsticksView;
