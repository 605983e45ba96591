//! How deals are played for the policy, and what its decisions were worth.
//!
//! Every deal is played several times with moves drawn from the policy. A seat's return is its
//! margin, the mean score of the others less its own, and its advantage is the return of a play less
//! the mean over all plays of the deal: the luck of the cards cancels out. With a critic, a value
//! net that sees all hands, the advantage of a card is instead what happens from its trick on, less
//! what the critic expected (generalized advantage estimation; Schulman et al., 2016): what went
//! well or badly before is no longer credited to it. Most deals are played by
//! the policy alone; in the others some seats are played by bots and by an earlier version, so that
//! it does not learn to play against itself only.

use super::super::compact::{Deck, SEATS};
use super::super::policy::Policy;
use super::super::rules::Rules;
use super::super::value::ValueNet;
use super::episode::{Course, Player, Start, Table};
use crate::learn::{Policies, PolicySettings, Record, SelfPlay, Sums};
use crate::random::Random;

/// The pace with a critic, when the policy is good already.
pub(super) const WITH_CRITIC: PolicySettings =
    PolicySettings { deals: 250_000, plays: 4, batch: 512, rate: 0.015, entropy: 0.004, mixed: 40 };

/// The standard game, for a policy to learn.
#[derive(Clone, Debug)]
pub(super) struct Deals {
    pub(super) rules: Rules,
    pub(super) deck: Deck,
    pub(super) critic: Option<ValueNet>,
}

/// Advantages are divided by this: about their standard deviation, in points.
const SCALE: f32 = 8.0;

impl SelfPlay for Deals {
    type Policy = Policy;

    fn play(
        &self,
        policies: Policies<'_, Policy>,
        deal: u64,
        random: &mut Random,
        record: &mut Record,
        sums: &mut Sums,
    ) {
        let seats = self.deck.seats;
        let start = Start::deal(&self.rules, deal, random);
        let players = self.players(policies.mixed, random);
        let table = Table {
            deck: &self.deck,
            learner: policies.learner,
            earlier: policies.earlier,
            critic: self.critic.as_ref(),
            players,
        };
        let mut plays = Vec::with_capacity(policies.plays as usize);
        let mut means = [0.0; SEATS];
        for _ in 0..policies.plays {
            let begin = record.len();
            let course = table.play(&start, random, record);
            for (mean, own) in means.iter_mut().zip(course.margins) {
                *mean += own / policies.plays as f32;
            }
            plays.push((begin..record.len(), course));
        }
        for (decisions, course) in plays {
            let advantages = advantages(&course, &means);
            let advantage = |seat: usize, trick: usize| {
                advantages.get(trick).map_or(0.0, |row| row[seat % SEATS])
            };
            let gradient = &mut sums.gradient;
            sums.chosen += record.add_gradient(decisions, advantage, policies.entropy, gradient);
        }
        let learners = || (0..seats).filter(|&seat| players[seat] == Player::Learner);
        if learners().count() < seats {
            let sum: f32 = learners().map(|seat| means[seat]).sum();
            sums.margins += f64::from(sum) / learners().count().max(1) as f64;
            sums.tables += 1;
        }
    }
}

impl Deals {
    /// Who plays a deal.
    fn players(&self, mixed: u32, random: &mut Random) -> [Player; SEATS] {
        const OTHERS: [Player; 4] =
            [Player::Rule, Player::Shooter, Player::Greedy, Player::Earlier];
        let mut players = [Player::Learner; SEATS];
        if random.below(100) < mixed {
            // At least one seat learns, at least one does not.
            let seats = self.deck.seats as u32;
            let learners = 1 + random.below((1 << seats) - 2);
            for (seat, player) in players.iter_mut().enumerate().take(self.deck.seats) {
                let other = OTHERS[random.below(4) as usize % OTHERS.len()];
                if learners >> seat & 1 == 0 {
                    *player = other;
                }
            }
        }
        players
    }
}

/// The most tricks of a deal.
const TRICKS: usize = 17;

/// How much the surprises of later tricks count, from one trick to the next.
const LAMBDA: f32 = 0.9;

/// The advantages of every seat, of its pass and then of each trick.
fn advantages(course: &Course, means: &[f32; SEATS]) -> Vec<[f32; SEATS]> {
    let Course { margins, expected } = course;
    let by_group = std::array::from_fn(|seat| (margins[seat] - means[seat]) / SCALE);
    let mut advantages = vec![by_group; TRICKS + 1];
    let (mut later, mut next) = ([0.0; SEATS], margins);
    for (trick, now) in expected.iter().enumerate().rev() {
        later = std::array::from_fn(|seat| next[seat] - now[seat] + LAMBDA * later[seat]);
        if let Some(row) = advantages.get_mut(trick + 1) {
            *row = later.map(|advantage| advantage / SCALE);
        }
        next = now;
    }
    advantages
}
