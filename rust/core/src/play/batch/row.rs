//! One game of a batch: applying actions and writing outputs.

use smallvec::SmallVec;

use crate::game::encoding::{Actions, Composed, Encoder, Features, seats_after, total_size};
use crate::game::packing::{Packing, pack_bits};
use crate::game::{BotSpec, Game, Seat, Trajectory, View as _};
use crate::monitor::Monitor;
use crate::random::Random;

use super::buffers::RowOutput;
use super::variety::{LEARNER, Seats, Table};
use super::{BatchError, Rewards, Sizes};
use crate::play::SeatedBots;

/// After this many games without a learner's decision, assume there will never be one.
pub(super) const MAX_SKIPPED: usize = 1000;

/// One game.
pub(super) struct Row<G: Game> {
    /// Its number in the batch it was made for.
    pub number: u64,
    pub state: G,
    /// The actions of the partial move.
    pub picked: SmallVec<[u32; 8]>,
    /// The legal moves, for listed actions.
    pub moves: Vec<G::Move>,
    /// What the game was made from: the number of games before it, its seed and start, and who sits
    /// where.
    pub games: u64,
    pub seed: u64,
    pub start: usize,
    pub seats: Seats,
    /// The moves made in this game, with their seats.
    pub made: Vec<(u16, G::Move)>,
    bots: SeatedBots<G>,
    /// The random streams of the deals, the bots, the random actions and the line-ups.
    pub deals: Random,
    pub playing: Random,
    pub choices: Random,
    pub varying: Random,
}

impl<G: Game> Row<G> {
    /// A row without a game.
    pub fn new(template: &G, number: u64) -> Self {
        Self {
            number,
            state: template.clone(),
            picked: SmallVec::new(),
            moves: Vec::new(),
            games: 0,
            seed: 0,
            start: 0,
            seats: Seats::new(),
            made: Vec::new(),
            bots: SeatedBots::new(Vec::new(), template),
            deals: Random::new(0),
            playing: Random::new(0),
            choices: Random::new(0),
            varying: Random::new(0),
        }
    }

    /// Begin the streams of a seed.
    pub fn begin(&mut self, seed: u64) {
        self.games = 0;
        self.deals = Random::stream(seed, 3 * self.number);
        self.playing = Random::stream(seed, 3 * self.number + 1);
        self.choices = Random::stream(seed, 3 * self.number + 2);
        self.varying = Random::stream(seed, u64::MAX - self.number);
    }

    /// One of the `count` allowed actions, uniformly.
    #[inline]
    pub fn choose(&mut self, mask: &[u8], count: i32) -> u32 {
        let chosen = self.choices.below(u32::try_from(count).unwrap_or(0));
        if mask.is_empty() { chosen } else { nth_allowed(mask, chosen) }
    }

    /// Make a move of the seat to move.
    #[inline]
    pub fn play(&mut self, chosen: G::Move) -> Result<(), String> {
        let seat = self.state.to_move().unwrap_or_default() as u16;
        self.state.play(&chosen).map_err(|reason| reason.to_string())?;
        self.made.push((seat, chosen));
        Ok(())
    }
}

/// The setup shared by all rows.
pub(super) struct Setup<G: Game> {
    pub template: G,
    pub encoder: Box<dyn Encoder<G>>,
    pub actions: Actions,
    pub rewards: Rewards,
    /// What a margin of 1 is worth.
    pub scale: f64,
    pub features: Features,
    /// The length of a basic observation.
    pub basic: usize,
    pub packing: Option<Packing>,
    pub sizes: Sizes,
    pub table: Table<G>,
}

/// Memory for what is packed and for scores, reused by the rows of a thread.
pub(super) struct Scratch {
    observation: Vec<f32>,
    event: Vec<f32>,
    scores: Vec<i64>,
}

impl<G: Game> Setup<G> {
    /// Memory for the rows of a thread.
    pub fn scratch(&self) -> Scratch {
        let packed = if self.packing.is_some() { self.sizes.observation } else { 0 };
        let event = if self.sizes.history == 0 {
            0
        } else {
            self.sizes.seats + total_size(&self.encoder.event_sections())
        };
        Scratch { observation: vec![0.0; packed], event: vec![0.0; event], scores: Vec::new() }
    }

    /// Take an action in a row and advance to the next decision of a learner or of a bot outside of
    /// the batch. An answer of such a bot belongs to the learner's step before it: the end of a game
    /// in that step stays.
    #[inline]
    pub fn act(
        &self,
        row: &mut Row<G>,
        action: u32,
        is_answer: bool,
        mut output: RowOutput<'_>,
        scratch: &mut Scratch,
        monitor: &Monitor,
    ) -> Result<(), BatchError> {
        let number = row.number;
        let illegal = |reason: String| BatchError::IllegalMove { row: number, reason };
        let has_ended = is_answer && *output.done == 1;
        if !has_ended {
            *output.done = 0;
            output.rewards.fill(0.0);
        }
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
                row.play(chosen).map_err(illegal)?;
                row.picked.clear();
                self.play_bots(row, monitor)?;
            }
            None => return Err(illegal(format!("action {action} makes no move"))),
        }
        if row.state.to_move().is_none() {
            if !has_ended {
                *output.done = 1;
                self.reward(&row.state, output.rewards, &mut scratch.scores);
            }
            self.start_game(row, monitor)?;
        }
        self.show(row, &mut output, scratch);
        Ok(())
    }

    /// Start games until a learner has a decision.
    pub fn start_game(&self, row: &mut Row<G>, monitor: &Monitor) -> Result<(), BatchError> {
        for _ in 0..MAX_SKIPPED {
            row.seed = row.deals.word();
            row.start = self.table.start(row.number, row.games, &mut row.varying);
            self.table.seat(&mut row.seats, &mut row.varying);
            row.games += 1;
            row.state = self.template.new_game_from(row.seed, row.start);
            row.picked.clear();
            row.made.clear();
            self.seat_bots(row);
            self.play_bots(row, monitor)?;
            if row.state.to_move().is_some() {
                return Ok(());
            }
        }
        Err(BatchError::NoDecision { row: row.number })
    }

    /// The start of a row's game and the moves made since.
    pub fn trajectory(&self, row: &Row<G>) -> Trajectory<G> {
        let start = self.template.new_game_from(row.seed, row.start);
        Trajectory { start, moves: row.made.iter().map(|(_, chosen)| chosen.clone()).collect() }
    }

    /// Create the bots of a row: their memory ends with the game.
    pub fn seat_bots(&self, row: &mut Row<G>) {
        let made = |&bot: &i16| {
            let spec = usize::try_from(bot).ok().and_then(|bot| self.table.specs.get(bot));
            spec.and_then(Option::as_ref).map(BotSpec::make)
        };
        let is_bot = |&bot: &i16| bot != LEARNER;
        let bots = if row.seats.iter().any(is_bot) {
            row.seats.iter().map(made).collect()
        } else {
            Vec::new()
        };
        row.bots = SeatedBots::new(bots, &row.state);
    }

    /// A copy of a row that continues alike: a bot's choice depends only on its view and the
    /// stream, so new bots replace the old ones.
    pub fn copy(&self, row: &Row<G>) -> Row<G> {
        let mut copy = Row {
            number: row.number,
            state: row.state.clone(),
            picked: row.picked.clone(),
            moves: row.moves.clone(),
            games: row.games,
            seed: row.seed,
            start: row.start,
            seats: row.seats.clone(),
            made: row.made.clone(),
            bots: SeatedBots::new(Vec::new(), &row.state),
            deals: row.deals.clone(),
            playing: row.playing.clone(),
            choices: row.choices.clone(),
            varying: row.varying.clone(),
        };
        self.seat_bots(&mut copy);
        copy
    }

    /// Let the bots move until a learner is to move.
    #[inline]
    fn play_bots(&self, row: &mut Row<G>, monitor: &Monitor) -> Result<(), BatchError> {
        if row.bots.is_empty() {
            return Ok(());
        }
        while let Some(seat) = row.state.to_move() {
            row.bots.follow(&row.state);
            let Some(bot) = row.bots.bot(seat) else { break };
            let chosen = {
                let view = row.state.view(seat);
                bot.choose_cancellable(&view, &mut row.playing, monitor)?
            };
            let played = match chosen {
                Some(chosen) => row.play(chosen),
                None => Err("a bot made no move".to_owned()),
            };
            played.map_err(|reason| BatchError::IllegalMove { row: row.number, reason })?;
        }
        row.bots.follow(&row.state);
        Ok(())
    }

    /// Write the rewards of every seat for a finished game.
    fn reward(&self, state: &G, rewards: &mut [f32], scores: &mut Vec<i64>) {
        state.write_scores(scores);
        let better = if state.low_score_wins() { -1 } else { 1 };
        let count = scores.len().max(1) as i128;
        let (sum, seats) =
            (scores.iter().map(|&score| i128::from(score)).sum::<i128>(), float(count));
        for (reward, &score) in rewards.iter_mut().zip(scores.iter()) {
            let score = i128::from(score);
            let margin = || float(better * (count * score - sum)) / seats;
            *reward = match self.rewards {
                Rewards::Scores => float(better * score) as f32,
                Rewards::Margin => margin() as f32,
                Rewards::Normalized => (margin() * self.scale) as f32,
            };
        }
    }

    /// Write the observation of a seat into zeros.
    #[inline]
    pub fn observe(&self, row: &Row<G>, seat: Option<Seat>, numbers: &mut [f32]) {
        let view = row.state.view(seat);
        let picked = if seat == row.state.to_move() { row.picked.as_slice() } else { &[] };
        self.features.observe(self.encoder.as_ref(), &view, picked, self.basic, numbers);
    }

    /// Write the observation and the allowed actions of the seat to decide.
    #[inline]
    pub fn show(&self, row: &mut Row<G>, output: &mut RowOutput<'_>, scratch: &mut Scratch) {
        let seat: Option<Seat> = row.state.to_move();
        *output.seat = seat.map_or(-1, |seat| seat as i32);
        match &self.packing {
            None => {
                output.observation.fill(0.0);
                self.observe(row, seat, output.observation);
            }
            Some(packing) => {
                scratch.observation.fill(0.0);
                self.observe(row, seat, &mut scratch.observation);
                packing.pack(&scratch.observation, output.packed);
            }
        }
        if self.sizes.history > 0 {
            let seat = seat.unwrap_or_default();
            *output.history_length = self.tell(row, seat, output.history, &mut scratch.event);
        }
        let view = row.state.view(seat);
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

    /// Write what a seat was told about the latest moves, in order, and return their number.
    fn tell(&self, row: &Row<G>, me: Seat, history: &mut [u8], event: &mut [f32]) -> i32 {
        let (seats, size) = (self.sizes.seats, self.sizes.event.max(1));
        let told = row.made.len().min(self.sizes.history);
        let latest = row.made.get(row.made.len() - told..).unwrap_or_default();
        let (used, unused) = history.split_at_mut((told * size).min(history.len()));
        for ((seat, chosen), bytes) in latest.iter().zip(used.chunks_exact_mut(size)) {
            let seat = usize::from(*seat);
            event.fill(0.0);
            let (who, what) = event.split_at_mut(seats.min(event.len()));
            if let Some(slot) = who.get_mut(seats_after(seat, me, seats)) {
                *slot = 1.0;
            }
            self.encoder.describe_event(chosen, seat == me, what);
            pack_bits(event, bytes);
        }
        unused.fill(0);
        told as i32
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

/// The nearest float. Nearly every number fits into 64 bits, whose conversion is one instruction.
#[inline]
fn float(number: i128) -> f64 {
    i64::try_from(number).map_or_else(|_| number as f64, |number| number as f64)
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
