//! The depth-limited game as a state machine.

use thiserror::Error;

use super::bots::BOTS;
use super::encoding::ChopsticksEncoder;
use super::hands::{Hands, PositionError};
use super::moves::{IllegalReason, Move};
use super::rules::Rules;
use super::sample::sample;
use super::view::ChopsticksView;
use crate::game::encoding::{Encoder, EncodingError};
use crate::game::{BotEntry, Bounds, Fact, Facts, Game, MoveError, Seat};
use crate::random::Random;

/// A two-player game: seat 0 (player A) moves first. It ends when a player is out, or as a tie
/// after a given number of moves by each.
///
/// The scores are 1 for the winner, -1 for the loser and 0 for both in a tie.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::chopsticks::{Chopsticks, Rules};
/// use cardcore::play::Session;
///
/// let mut game = Session::new(Chopsticks::new(Rules::default(), 10)?);
/// game.play_text("tap L R")?;
/// game.play_text("split 3 0")?;
/// assert_eq!(game.state().to_move(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chopsticks {
    rules: Rules,
    moves: u32,
    start: Option<[Hands; 2]>,
    players: [Hands; 2],
    ply: u32,
}

impl Chopsticks {
    /// A new game in which each player moves at most `moves` times.
    ///
    /// # Errors
    ///
    /// A negative or too large number of moves.
    pub fn new(rules: Rules, moves: i64) -> Result<Self, NewGameError> {
        let maximum = u32::MAX / 2;
        let moves = u32::try_from(moves)
            .ok()
            .filter(|&moves| moves <= maximum)
            .ok_or(NewGameError::Moves { found: moves, maximum })?;
        let players = [rules.start(); 2];
        Ok(Self { rules, moves, start: None, players, ply: 0 })
    }

    /// A new game starting with these hands of player A and of player B.
    ///
    /// # Errors
    ///
    /// A negative or too large number of moves, or invalid hands.
    pub fn with_hands(rules: Rules, moves: i64, a: Hands, b: Hands) -> Result<Self, NewGameError> {
        let players = [a.check(&rules)?, b.check(&rules)?];
        Ok(Self { start: Some(players), players, ..Self::new(rules, moves)? })
    }

    /// The rules.
    #[must_use]
    pub const fn house_rules(&self) -> &Rules {
        &self.rules
    }

    /// The maximum number of moves of each player.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The number of plies after which the game is a tie.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        2 * self.moves
    }

    /// The number of plies played.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The hands of player A and of player B.
    #[must_use]
    pub const fn players(&self) -> [Hands; 2] {
        self.players
    }

    /// The seat to move, ignoring the limit, and the hands of that player and of the other.
    pub(super) const fn turn(&self) -> (Seat, Hands, Hands) {
        let [a, b] = self.players;
        if self.ply.is_multiple_of(2) { (0, a, b) } else { (1, b, a) }
    }
}

/// Hands as a fact.
pub(super) fn hands_fact(hands: Hands) -> Fact {
    Fact::Tuple(hands.as_slice().iter().map(|&number| u32::from(number).into()).collect())
}

impl Game for Chopsticks {
    type Move = Move;
    type View<'a> = ChopsticksView<'a>;
    type IllegalReason = IllegalReason;
    const NAME: &'static str = "chopsticks";
    const LOW_SCORE_WINS: bool = false;
    const OPEN: bool = true;

    /// The game is deterministic: every new game is the same.
    fn new_game(&self, _: u64) -> Self {
        let players = self.start.unwrap_or([self.rules.start(); 2]);
        Self { players, ply: 0, ..self.clone() }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        let (seat, me, opponent) = self.turn();
        (self.ply < self.depth() && self.rules.outcome(me, opponent).is_none()).then_some(seat)
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            seats: 2..=2,
            moves: Some(self.depth().into()),
            score: Some(-1..=1),
            margin: Some(2),
            total: Some(0),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.to_move().is_some() {
            let (_, me, opponent) = self.turn();
            moves.extend(self.rules.successors(me, opponent).iter().map(|next| next.chosen));
        }
    }

    fn play(&mut self, chosen: &Move) -> Result<(), IllegalReason> {
        if self.to_move().is_none() {
            return Err(IllegalReason::Over);
        }
        let (seat, me, opponent) = self.turn();
        let next = self.rules.successor(me, opponent, chosen)?;
        self.players = if seat == 0 { [next.me, next.opponent] } else { [next.opponent, next.me] };
        self.ply += 1;
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        let [a, b] = self.players;
        let score = i64::from(self.rules.outcome(a, b).unwrap_or(0));
        vec![score, -score]
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> ChopsticksView<'_> {
        ChopsticksView::new(self, viewer.into().filter(|&seat| seat < self.seats()))
    }

    fn sample(view: &ChopsticksView<'_>, _: &mut Random) -> Self {
        sample(view)
    }

    fn rules(&self) -> Facts {
        let mut facts = self.rules.facts();
        facts.push(("moves", self.moves.into()));
        facts
    }

    fn start(&self) -> Facts {
        let hands = |players: [Hands; 2]| Fact::Tuple(players.map(hands_fact).to_vec());
        self.start.map(|players| ("deal", hands(players))).into_iter().collect()
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    /// A tap that leads to the same position as an earlier one in the list is parsed as that one.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let chosen = Move::parse(&self.rules, text)?;
        let (_, me, opponent) = self.turn();
        Ok(self.rules.first_equal(me, opponent, chosen))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        BOTS
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(ChopsticksEncoder::new(self.rules, self.depth())))
    }
}

/// A game that cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NewGameError {
    /// A negative or too large number of moves.
    #[error("moves {found}: expected 0 to {maximum}")]
    Moves {
        /// The number given.
        found: i64,
        /// The maximum.
        maximum: u32,
    },
    /// Invalid hands.
    #[error(transparent)]
    Position(#[from] PositionError),
}
