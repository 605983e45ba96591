//! Vectorized environments.

use cardcore::game::encoding::{ActionSpace, Actions};
use cardcore::monitor::Monitor;
use cardcore::play::batch::{Batch, BatchError, Buffers, LineUp, Options, Rewards, Team, Worker};

use crate::{Lowest, SOUND};

/// The outputs of a batch of 100 two-player games: observations, masks, rewards, seats, ends,
/// counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    seats: Vec<i32>,
    done: Vec<u8>,
    legal_counts: Vec<i32>,
    history_lengths: Vec<i32>,
}

impl Arrays {
    fn new() -> Self {
        Self {
            observations: vec![0.0; 200],
            masks: vec![0; 200],
            rewards: vec![0.0; 200],
            seats: vec![0; 100],
            done: vec![0; 100],
            legal_counts: vec![0; 100],
            history_lengths: vec![0; 100],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            packed: &mut [],
            history: &mut [],
            history_lengths: &mut self.history_lengths,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            seats: &mut self.seats,
            done: &mut self.done,
            legal_counts: &mut self.legal_counts,
        }
    }
}

fn sticks(bots: [Option<&str>; 2], rewards: Rewards) -> Result<Batch<Lowest<SOUND>>, BatchError> {
    let line_up = LineUp::fixed(&bots.map(|name| name.map(str::to_owned)));
    let actions = Actions::Numbered(ActionSpace::Factored);
    Batch::new(&Lowest::new(0), 100, Options::new(actions, rewards, line_up))
}

/// Runs the work on three threads.
fn on_three_threads(worker: Worker<'_>) {
    std::thread::scope(|scope| {
        scope.spawn(|| worker(2));
        scope.spawn(|| worker(1));
        worker(0);
    });
}

/// Runs the work of three workers one after another, the last first.
fn in_turn(worker: Worker<'_>) {
    (0..3).rev().for_each(worker);
}

#[test]
fn a_batch_does_not_depend_on_the_number_of_threads() {
    for bots in [[None, None], [Some("random"), None]] {
        let monitor = Monitor::new();
        let teams = [
            Team::ALONE,
            Team { size: 3, call: &on_three_threads },
            Team { size: 3, call: &in_turn },
        ];
        let mut batches = teams.map(|_| (sticks(bots, Rewards::Margin).unwrap(), Arrays::new()));
        let mut ended = 0;
        for step in 0..20 {
            for ((batch, arrays), team) in batches.iter_mut().zip(teams) {
                let mut buffers = arrays.buffers();
                match step {
                    0 => batch.reset(7, &mut buffers, team, &monitor).unwrap(),
                    _ => batch.step_random(&mut buffers, team, &monitor).unwrap(),
                }
            }
            assert_eq!(batches[0].1, batches[1].1);
            assert_eq!(batches[0].1, batches[2].1);
            let shown = &batches[0].1;
            ended += shown.done.iter().map(|&done| usize::from(done)).sum::<usize>();
            for (rewards, &done) in shown.rewards.chunks(2).zip(&shown.done) {
                assert!(rewards[0] == -rewards[1] && (done == 1 || rewards[0] == 0.0));
            }
            assert!(bots[0].is_none() || shown.seats.iter().all(|&seat| seat == 1));
        }
        assert!(ended > 200);
    }
}

#[test]
fn a_batch_rejects_invalid_actions_and_changes_nothing() {
    let monitor = Monitor::new();
    let mut batch = sticks([None, None], Rewards::Scores).unwrap();
    let mut arrays = Arrays::new();
    batch.reset(7, &mut arrays.buffers(), Team::ALONE, &monitor).unwrap();
    let before = arrays.clone();
    let mut actions = vec![0; 100];
    for (action, text) in [(2, ""), (-1, "")] {
        actions[40] = action;
        let error = batch.step(&actions, &mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
        let expected = "expected one of 0 ('take 1'), 1 ('take 2')";
        assert_eq!(error.to_string(), format!("actions: row 40: {expected}, found {action}{text}"));
        assert_eq!(arrays, before);
    }
    let error =
        batch.step(&actions[1..], &mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
    assert_eq!(error.to_string(), "actions: expected 100, one per row, found 99");
    monitor.stop();
    let stopped = batch.step_random(&mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
    assert!(matches!(stopped, BatchError::Stopped(_)));
    assert!(matches!(sticks([Some("one"); 2], Rewards::Margin), Err(BatchError::NoLearner)));
    assert!(matches!(sticks([Some("two"), None], Rewards::Margin), Err(BatchError::Bot(_))));
}
