//! One game of a batch: applying actions and writing outputs.

use smallvec::SmallVec;

use crate::game::encoding::{Actions, Composed, Encoder};
use crate::game::{Bot, BotSpec, Game, Seat, View as _};
use crate::monitor::Monitor;
use crate::random::Random;

use super::{BatchError, Rewards};

/// After this many games without a learner's decision, assume there will never be one.
pub(super) const MAX_SKIPPED: usize = 1000;

/// One game.
pub(super) struct Row<G: Game> {
    pub state: G,
    /// The actions of the partial move.
    pub picked: SmallVec<[u32; 8]>,
    /// The legal moves, for listed actions.
    pub moves: Vec<G::Move>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// The random streams of the deals, the bots and the random actions.
    pub deals: Random,
    pub playing: Random,
    pub choices: Random,
}

impl<G: Game> Row<G> {
    /// A row without a game.
    pub fn new(template: &G) -> Self {
        Self {
            state: template.clone(),
            picked: SmallVec::new(),
            moves: Vec::new(),
            bots: Vec::new(),
            deals: Random::new(0),
            playing: Random::new(0),
            choices: Random::new(0),
        }
    }

    /// One of the `count` allowed actions, uniformly.
    #[inline]
    pub fn choose(&mut self, mask: &[u8], count: i32) -> u32 {
        let chosen = self.choices.below(u32::try_from(count).unwrap_or(0));
        if mask.is_empty() { chosen } else { nth_allowed(mask, chosen) }
    }
}

/// The output buffers of one row.
pub(super) struct RowOutput<'a> {
    pub observation: &'a mut [f32],
    pub mask: &'a mut [u8],
    pub rewards: &'a mut [f32],
    pub seat: &'a mut i32,
    pub done: &'a mut u8,
    pub legal_count: &'a mut i32,
}

/// The setup shared by all rows.
pub(super) struct Setup<G: Game> {
    pub template: G,
    pub encoder: Box<dyn Encoder<G>>,
    pub actions: Actions,
    pub rewards: Rewards,
    /// The bot of each seat; `None` for a learner.
    pub bots: Vec<Option<BotSpec<G>>>,
}

impl<G: Game> Setup<G> {
    /// Take an action in a row and advance to the next decision of a learner.
    #[inline]
    pub fn act(
        &self,
        number: usize,
        row: &mut Row<G>,
        action: u32,
        mut output: RowOutput<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let illegal = |reason: String| BatchError::IllegalMove { row: number, reason };
        *output.done = 0;
        let composed = match self.actions {
            Actions::Numbered(space) => {
                let view = row.state.view(row.state.to_move());
                self.encoder.compose(&view, space, &row.picked, action)
            }
            Actions::Listed => row.moves.get(action as usize).cloned().map(Composed::Complete),
        };
        match composed {
            Some(Composed::Partial) => row.picked.push(action),
            Some(Composed::Complete(chosen)) => {
                row.state.play(&chosen).map_err(|reason| illegal(reason.to_string()))?;
                row.picked.clear();
                self.play_bots(number, row, monitor)?;
            }
            None => return Err(illegal(format!("action {action} makes no move"))),
        }
        output.rewards.fill(0.0);
        if row.state.to_move().is_none() {
            *output.done = 1;
            self.reward(&row.state, output.rewards);
            self.start_game(number, row, monitor)?;
        }
        self.show(row, &mut output);
        Ok(())
    }

    /// Start games until a learner has a decision.
    pub fn start_game(
        &self,
        number: usize,
        row: &mut Row<G>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        for _ in 0..MAX_SKIPPED {
            row.state = self.template.new_game(row.deals.word());
            row.picked.clear();
            // A bot's memory ends with the game.
            row.bots.clear();
            if self.bots.iter().any(Option::is_some) {
                let made = self.bots.iter().map(|spec| spec.as_ref().map(BotSpec::make));
                row.bots.extend(made);
            }
            self.play_bots(number, row, monitor)?;
            if row.state.to_move().is_some() {
                return Ok(());
            }
        }
        Err(BatchError::NoDecision { row: number })
    }

    /// Let the bots move until a learner is to move.
    #[inline]
    fn play_bots(
        &self,
        number: usize,
        row: &mut Row<G>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        if row.bots.is_empty() {
            return Ok(());
        }
        while let Some(seat) = row.state.to_move() {
            let Some(bot) = row.bots.get_mut(seat).and_then(Option::as_mut) else { break };
            let chosen = {
                let view = row.state.view(seat);
                bot.choose_cancellable(&view, &mut row.playing, monitor)?
            };
            let played = match chosen {
                Some(chosen) => {
                    row.state.play(&chosen).map_err(|action_error| action_error.to_string())
                }
                None => Err("a bot made no move".to_owned()),
            };
            played.map_err(|reason| BatchError::IllegalMove { row: number, reason })?;
        }
        Ok(())
    }

    /// Write the rewards of every seat for a finished game.
    fn reward(&self, state: &G, rewards: &mut [f32]) {
        let scores = state.scores();
        let better = if G::LOW_SCORE_WINS { -1 } else { 1 };
        let count = scores.len().max(1) as i128;
        let sum: i128 = scores.iter().map(|&score| i128::from(score)).sum();
        for (reward, &score) in rewards.iter_mut().zip(&scores) {
            let score = i128::from(score);
            *reward = match self.rewards {
                Rewards::Scores => (better * score) as f64 as f32,
                Rewards::Margin => ((better * (count * score - sum)) as f64 / count as f64) as f32,
            };
        }
    }

    /// Write the observation and the allowed actions of the seat to decide.
    #[inline]
    pub fn show(&self, row: &mut Row<G>, output: &mut RowOutput<'_>) {
        let seat: Option<Seat> = row.state.to_move();
        let view = row.state.view(seat);
        *output.seat = seat.map_or(-1, |seat| seat as i32);
        output.observation.fill(0.0);
        self.encoder.observe(&view, &row.picked, output.observation);
        match self.actions {
            Actions::Numbered(space) => {
                output.mask.fill(0);
                self.encoder.mask(&view, space, &row.picked, output.mask);
                *output.legal_count = count(output.mask);
            }
            Actions::Listed => {
                row.moves.clear();
                view.legal_moves(&mut row.moves);
                *output.legal_count = row.moves.len() as i32;
            }
        }
    }

    /// Write the features of a row's listed moves, `size` numbers each.
    pub fn describe(&self, row: &Row<G>, numbers: &mut [f32], size: usize) {
        let view = row.state.view(row.state.to_move());
        numbers.fill(0.0);
        for (chosen, numbers) in row.moves.iter().zip(numbers.chunks_exact_mut(size.max(1))) {
            self.encoder.describe_move(&view, chosen, numbers);
        }
    }
}

/// Eight mask entries as one word.
#[inline]
const fn word(entries: [u8; 8]) -> u64 {
    u64::from_le_bytes(entries)
}

/// The number of actions that a mask allows.
#[inline]
fn count(mask: &[u8]) -> i32 {
    let (words, rest) = mask.as_chunks();
    let in_words: u32 = words.iter().map(|&entries| word(entries).count_ones()).sum();
    let in_rest: u32 = rest.iter().map(|&entry| u32::from(entry)).sum();
    (in_words + in_rest) as i32
}

/// The allowed action with index `rest`.
#[inline]
fn nth_allowed(mask: &[u8], mut rest: u32) -> u32 {
    let (words, last) = mask.as_chunks::<8>();
    let mut first = 0;
    for &entries in words {
        let mut bits = word(entries);
        let here = bits.count_ones();
        if rest < here {
            for _ in 0..rest {
                bits &= bits - 1;
            }
            return first + bits.trailing_zeros() / 8;
        }
        rest -= here;
        first += 8;
    }
    let place = last.iter().enumerate().filter(|(_, entry)| **entry == 1).nth(rest as usize);
    first + place.map_or(0, |(place, _)| place as u32)
}
