//! One game of a batch: what an action makes of it, and what it shows.

use smallvec::SmallVec;

use crate::game::encoding::{Actions, Composed, Encoder};
use crate::game::{Bot, BotSpec, Game, Seat, View as _};
use crate::monitor::Monitor;
use crate::random::Random;

use super::{BatchError, Rewards};

/// So many games without a decision for a learner are taken for a sign that there never is one.
pub(super) const MOST_SKIPPED: usize = 1000;

/// One game.
pub(super) struct Row<G: Game> {
    pub state: G,
    /// The actions taken of the move that is being composed.
    pub picked: SmallVec<[u32; 8]>,
    /// The legal moves, where they are listed.
    pub moves: Vec<G::Move>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// What deals come from, what the bots choose by, and what actions taken at random come from.
    pub deals: Random,
    pub playing: Random,
    pub choices: Random,
}

impl<G: Game> Row<G> {
    /// A row in which no game has begun.
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

    /// One of the so many actions that are allowed, each equally likely.
    #[inline]
    pub fn choose(&mut self, mask: &[u8], count: i32) -> u32 {
        let chosen = self.choices.below(u32::try_from(count).unwrap_or(0));
        if mask.is_empty() { chosen } else { nth_allowed(mask, chosen) }
    }
}

/// What one row shows.
pub(super) struct Shown<'a> {
    pub observation: &'a mut [f32],
    pub mask: &'a mut [u8],
    pub rewards: &'a mut [f32],
    pub seat: &'a mut i32,
    pub done: &'a mut u8,
    pub legal_count: &'a mut i32,
}

/// What all rows have in common.
pub(super) struct Table<G: Game> {
    pub template: G,
    pub encoder: Box<dyn Encoder<G>>,
    pub actions: Actions,
    pub rewards: Rewards,
    /// By seat its bot; none for a learner.
    pub bots: Vec<Option<BotSpec<G>>>,
}

impl<G: Game> Table<G> {
    /// Take an action in a row, and go on to the next decision of a learner.
    #[inline]
    pub fn act(
        &self,
        number: usize,
        row: &mut Row<G>,
        action: u32,
        mut shown: Shown<'_>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let refused = |reason: String| BatchError::Refused { row: number, reason };
        *shown.done = 0;
        let composed = match self.actions {
            Actions::Numbered(space) => {
                let view = row.state.view(row.state.to_move());
                self.encoder.compose(&view, space, &row.picked, action)
            }
            Actions::Listed => row.moves.get(action as usize).cloned().map(Composed::Complete),
        };
        match composed {
            Some(Composed::Picked) => row.picked.push(action),
            Some(Composed::Complete(chosen)) => {
                row.state.play(&chosen).map_err(|refusal| refused(refusal.to_string()))?;
                row.picked.clear();
                self.answer(number, row, monitor)?;
            }
            None => return Err(refused(format!("action {action} makes no move"))),
        }
        shown.rewards.fill(0.0);
        if row.state.to_move().is_none() {
            *shown.done = 1;
            self.reward(&row.state, shown.rewards);
            self.begin(number, row, monitor)?;
        }
        self.show(row, &mut shown);
        Ok(())
    }

    /// Begin games until a learner has a decision.
    pub fn begin(
        &self,
        number: usize,
        row: &mut Row<G>,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        for _ in 0..MOST_SKIPPED {
            row.state = self.template.new_game(row.deals.word());
            row.picked.clear();
            // What a bot remembers goes with the game.
            row.bots.clear();
            if self.bots.iter().any(Option::is_some) {
                let made = self.bots.iter().map(|spec| spec.as_ref().map(BotSpec::make));
                row.bots.extend(made);
            }
            self.answer(number, row, monitor)?;
            if row.state.to_move().is_some() {
                return Ok(());
            }
        }
        Err(BatchError::NoDecision { row: number })
    }

    /// Let the bots move until a learner is to.
    #[inline]
    fn answer(&self, number: usize, row: &mut Row<G>, monitor: &Monitor) -> Result<(), BatchError> {
        if row.bots.is_empty() {
            return Ok(());
        }
        while let Some(seat) = row.state.to_move() {
            let Some(bot) = row.bots.get_mut(seat).and_then(Option::as_mut) else { break };
            let chosen = {
                let view = row.state.view(seat);
                bot.choose_watched(&view, &mut row.playing, monitor)?
            };
            let played = match chosen {
                Some(chosen) => row.state.play(&chosen).map_err(|refusal| refusal.to_string()),
                None => Err("a bot made no move".to_owned()),
            };
            played.map_err(|reason| BatchError::Refused { row: number, reason })?;
        }
        Ok(())
    }

    /// Write what every seat gets for a game that is over.
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

    /// Write what the seat to decide knows and may do.
    #[inline]
    pub fn show(&self, row: &mut Row<G>, shown: &mut Shown<'_>) {
        let seat: Option<Seat> = row.state.to_move();
        let view = row.state.view(seat);
        *shown.seat = seat.map_or(-1, |seat| seat as i32);
        shown.observation.fill(0.0);
        self.encoder.observe(&view, &row.picked, shown.observation);
        match self.actions {
            Actions::Numbered(space) => {
                shown.mask.fill(0);
                self.encoder.mask(&view, space, &row.picked, shown.mask);
                *shown.legal_count = count(shown.mask);
            }
            Actions::Listed => {
                row.moves.clear();
                view.legal_moves(&mut row.moves);
                *shown.legal_count = row.moves.len() as i32;
            }
        }
    }

    /// Describe the listed moves of a row, each in so many numbers.
    pub fn describe(&self, row: &Row<G>, numbers: &mut [f32], size: usize) {
        let view = row.state.view(row.state.to_move());
        numbers.fill(0.0);
        for (chosen, numbers) in row.moves.iter().zip(numbers.chunks_exact_mut(size.max(1))) {
            self.encoder.describe_move(&view, chosen, numbers);
        }
    }
}

/// Eight entries of a mask as one word.
#[inline]
const fn word(entries: [u8; 8]) -> u64 {
    u64::from_le_bytes(entries)
}

/// How many actions a mask allows.
#[inline]
fn count(mask: &[u8]) -> i32 {
    let (words, rest) = mask.as_chunks();
    let in_words: u32 = words.iter().map(|&entries| word(entries).count_ones()).sum();
    let in_rest: u32 = rest.iter().map(|&entry| u32::from(entry)).sum();
    (in_words + in_rest) as i32
}

/// The action that so many others that a mask allows come before.
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
