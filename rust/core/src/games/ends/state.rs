use std::sync::Arc;

use thiserror::Error;

use super::bots;
use super::deal::Deal;
use super::row::Row;
use super::rules::End;
use super::view::EndsView;
use crate::game::{BotEntry, Facts, Game, MoveError, Seat};
use crate::random::Random;

/// A game of Ends. Seat 0 moves first; the scores are the sums of the cards taken.
///
/// Both moves are legal while there is a card: the last one is taken by either.
///
/// ```
/// use cardcore::game::Game;
/// use cardcore::games::ends::{End, Ends};
///
/// let mut game = Ends::from_row("3 2 10 4".parse()?, End::Left);
/// game.play(&End::Right)?;
/// assert_eq!((game.cards(), game.to_move()), (&[3, 2, 10][..], Some(1)));
/// assert_eq!(game.scores(), [4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    row: Arc<Row>,
    /// Cards taken from the left.
    left: usize,
    /// Who has what, in the order in which it was taken.
    taken: [Vec<i64>; 2],
    ties: End,
    deal: Option<Deal>,
}

/// A move when there is no card left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no card is left")]
pub struct NoCards;

impl Ends {
    /// A game with this row; `ties` is the end greedy bots take when both are equal.
    #[must_use]
    pub fn from_row(row: Row, ties: End) -> Self {
        Self { row: Arc::new(row), left: 0, taken: [Vec::new(), Vec::new()], ties, deal: None }
    }

    /// A game with a row drawn from a seed.
    #[must_use]
    pub fn dealt(deal: Deal, seed: u64, ties: End) -> Self {
        Self { deal: Some(deal), ..Self::from_row(deal.row(seed), ties) }
    }

    /// What is left of the row.
    #[must_use]
    pub fn cards(&self) -> &[i64] {
        let right = self.moves_made() - self.left;
        let cards = self.row.cards();
        &cards[self.left..cards.len() - right]
    }

    /// The row the game began with.
    #[must_use]
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// The cards a seat has taken, in that order.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> &[i64] {
        self.taken.get(seat).map_or(&[], Vec::as_slice)
    }

    /// The end greedy bots take when both are equal.
    #[must_use]
    pub const fn ties(&self) -> End {
        self.ties
    }

    fn moves_made(&self) -> usize {
        self.taken[0].len() + self.taken[1].len()
    }
}

impl Game for Ends {
    type Move = End;
    type View<'a> = EndsView<'a>;
    type Refusal = NoCards;

    const NAME: &'static str = "ends";
    const LOW_SCORE_WINS: bool = false;

    /// A given row stays as it is; a random one is drawn again.
    fn new_game(&self, seed: u64) -> Self {
        match self.deal {
            Some(deal) => Self::dealt(deal, seed, self.ties),
            None => Self { left: 0, taken: [Vec::new(), Vec::new()], ..self.clone() },
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.cards().is_empty()).then_some(self.moves_made() % 2)
    }

    fn legal_moves(&self, moves: &mut Vec<End>) {
        moves.clear();
        if !self.cards().is_empty() {
            moves.extend(End::ALL);
        }
    }

    fn play(&mut self, chosen: &End) -> Result<(), NoCards> {
        let (card, _) = chosen.take(self.cards()).ok_or(NoCards)?;
        let seat = self.moves_made() % 2;
        self.taken[seat].push(card);
        self.left += usize::from(*chosen == End::Left);
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        self.taken.iter().map(|cards| cards.iter().sum()).collect()
    }

    fn view(&self, seat: Seat) -> EndsView<'_> {
        EndsView::new(self, seat)
    }

    /// Nothing is hidden: the state.
    fn sample(view: &EndsView<'_>, _: &mut Random) -> Self {
        view.state().clone()
    }

    fn rules(&self) -> Facts {
        let mut facts = vec![("ties", self.ties.name().into())];
        if let Some(deal) = self.deal {
            facts.push(("count", deal.count().into()));
            facts.push(("low", deal.low().into()));
            facts.push(("high", deal.high().into()));
        }
        facts
    }

    fn move_text(&self, chosen: &End) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<End, MoveError> {
        match text.trim() {
            "L" | "l" => Ok(End::Left),
            "R" | "r" => Ok(End::Right),
            _ => Err(MoveError::new(text, "expected 'L' or 'R'")),
        }
    }

    fn bots() -> &'static [BotEntry<Self>] {
        bots::ENTRIES
    }
}
