//! Beliefs about how a player plays: which of a few policies, and with how many random moves.
//!
//! A policy together with a share of random moves is a *hypothesis*. With noise ε and n moves to choose
//! from, it makes the policy's move with the probability 1 − ε + ε/n and any other with ε/n. Evidence
//! adds the logarithms of these probabilities; the posterior by Bayes are the beliefs. The first
//! policy is what a search expects of everybody without evidence.

use crate::nets::softmax;
use crate::random::Random;

/// The number of policies.
pub(crate) const POLICIES: usize = 4;

/// The shares of random moves, in percent.
const NOISES: [u8; 3] = [2, 10, 30];

/// Every policy with every noise, and random moves only.
const HYPOTHESES: usize = POLICIES * NOISES.len() + 1;

/// How much of the earlier evidence is left when a hand, round or deal is over.
const KEPT: f32 = 0.8;

/// The logarithm of the prior odds of the first policy against every other one.
const PRIOR: f32 = 2.0;

/// A policy with a share of random moves, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hypothesis(u8);

impl Hypothesis {
    /// What a search expects without evidence: the first policy, without noise.
    pub(crate) const USUAL: Self = Self(u8::MAX);

    /// A policy with one of the noises.
    #[cfg(test)]
    pub(crate) const fn new(policy: usize, noise: usize) -> Self {
        Self((policy * NOISES.len() + noise) as u8)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..HYPOTHESES).map(|number| Self(number as u8))
    }

    /// The number of the policy; `None` if all moves are random.
    pub(crate) fn policy(self) -> Option<usize> {
        if self == Self::USUAL {
            return Some(0);
        }
        Some(usize::from(self.0) / NOISES.len()).filter(|&policy| policy < POLICIES)
    }

    /// The percentage of random moves.
    pub(crate) fn noise(self) -> u32 {
        if self == Self::USUAL {
            return 0;
        }
        self.policy().map_or(100, |_| u32::from(NOISES[usize::from(self.0) % NOISES.len()]))
    }

    /// Whether the next move is a random one.
    pub(crate) fn errs(self, random: &mut Random) -> bool {
        let noise = self.noise();
        noise > 0 && random.below(100) < noise
    }

    /// The probability of a move of `count`: of the policy's own, or of another.
    pub(crate) fn probability(self, is_chosen: bool, count: usize) -> f32 {
        let noise = self.noise() as f32 / 100.0;
        let random = noise / count.max(1) as f32;
        if is_chosen { 1.0 - noise + random } else { random }
    }
}

/// What the moves of one player have shown: the logarithm of their probability by hypothesis, up to a
/// constant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence([f32; HYPOTHESES]);

impl Evidence {
    /// Let it count less than what follows.
    pub(crate) fn fade(&mut self) {
        for logarithm in &mut self.0 {
            *logarithm *= KEPT;
        }
    }

    /// Add a move of `count`, and which policies would have made it.
    pub(crate) fn add(&mut self, chooses: [bool; POLICIES], count: usize) {
        for (logarithm, hypothesis) in self.0.iter_mut().zip(Hypothesis::all()) {
            let is_chosen = hypothesis.policy().is_some_and(|policy| chooses[policy]);
            *logarithm += hypothesis.probability(is_chosen, count).ln();
        }
    }

    /// What it makes one believe.
    pub(crate) fn beliefs(&self) -> Beliefs {
        let mut shares = self.0;
        for (share, hypothesis) in shares.iter_mut().zip(Hypothesis::all()) {
            if hypothesis.policy() == Some(0) {
                *share += PRIOR;
            }
        }
        softmax(&mut shares);
        Beliefs(shares)
    }
}

/// The probability of every hypothesis about a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beliefs([f32; HYPOTHESES]);

impl Beliefs {
    /// Draw a hypothesis. One of the first policy is the usual one: a little noise is what a search
    /// expects anyway.
    pub(crate) fn draw(&self, random: &mut Random) -> Hypothesis {
        let mut rest = random.unit();
        for (hypothesis, &share) in Hypothesis::all().zip(&self.0) {
            rest -= f64::from(share);
            if rest < 0.0 {
                let is_usual = hypothesis.policy() == Some(0);
                return if is_usual { Hypothesis::USUAL } else { hypothesis };
            }
        }
        Hypothesis::USUAL
    }

    /// The probability of a policy with any noise, or of random moves.
    #[cfg(test)]
    pub(crate) fn share(&self, policy: Option<usize>) -> f32 {
        let shares = Hypothesis::all().zip(self.0);
        shares.filter(|(hypothesis, _)| hypothesis.policy() == policy).map(|(_, share)| share).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_all_moves_sum_to_one() {
        for hypothesis in Hypothesis::all().chain([Hypothesis::USUAL]) {
            for count in 1..20 {
                let others = (count - 1) as f32 * hypothesis.probability(false, count);
                assert!((hypothesis.probability(true, count) + others - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn beliefs_are_those_of_bayes() {
        let seen = [([true, false, false, false], 4), ([false, true, false, true], 3)];
        let mut evidence = Evidence::default();
        for (chooses, count) in seen {
            evidence.add(chooses, count);
        }
        // The same by multiplying probabilities.
        let weight = |hypothesis: Hypothesis| {
            let prior = if hypothesis.policy() == Some(0) { PRIOR.exp() } else { 1.0 };
            seen.iter().fold(prior, |weight, &(chooses, count)| {
                let noise = hypothesis.noise() as f32 / 100.0;
                let is_chosen = hypothesis.policy().is_some_and(|policy| chooses[policy]);
                let own = if is_chosen { 1.0 - noise } else { 0.0 };
                weight * (own + noise / count as f32)
            })
        };
        let total: f32 = Hypothesis::all().map(weight).sum();
        for policy in (0..POLICIES).map(Some).chain([None]) {
            let all = Hypothesis::all().filter(|hypothesis| hypothesis.policy() == policy);
            let expected = all.map(weight).sum::<f32>() / total;
            assert!((evidence.beliefs().share(policy) - expected).abs() < 1e-5);
        }
    }

    #[test]
    fn hypotheses_are_drawn_as_often_as_they_are_believed() {
        let mut evidence = Evidence::default();
        evidence.add([false, true, false, false], 2);
        let beliefs = evidence.beliefs();
        let mut random = Random::new(1);
        let draws: Vec<Hypothesis> = (0..20_000).map(|_| beliefs.draw(&mut random)).collect();
        for policy in (0..POLICIES).map(Some).chain([None]) {
            let count = draws.iter().filter(|drawn| drawn.policy() == policy).count();
            assert!((count as f32 / 20_000.0 - beliefs.share(policy)).abs() < 0.02);
        }
    }
}
