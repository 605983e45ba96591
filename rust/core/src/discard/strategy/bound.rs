//! A lower bound on the loss of every chart of some lines.
//!
//! Hands with the same holds are decided by the same line of any chart, so they are one group. If the
//! order of the lines did not matter and every group could pick the best of the lines in the chart,
//! it would lose at most as much: the problem of choosing the lines is then that of the *p*-median.
//! Its Lagrangian relaxation charges every group a price for being decided. For any prices at all,
//!
//! > the sum of the prices + the sum over the best lines of min(0, loss − price) over their groups
//!
//! is at most the loss of every chart. Prices that give a high bound are found by subgradient
//! ascent. See Cornuéjols, Fisher and Nemhauser, *Location of bank accounts to optimize float* (1977).

use super::search::{Candidate, Loss, WHOLE};
use crate::monitor::{Monitor, Stopped};

/// The number of steps of the ascent.
const STEPS: usize = 300;

/// Steps without progress after which they become half as long.
const PATIENCE: usize = 12;

/// Losses are sums of floating-point numbers that add up to at most 1: this is far above their
/// rounding errors.
const ROUNDING: f64 = 1e-11;

/// The smallest loss that a chart of this many lines and the last one could have, as a fraction of
/// the return; `reached` is the loss of a chart that was found.
pub(super) fn lower_bound(
    candidates: &[Candidate],
    fallback_losses: &[Loss],
    max_lines: usize,
    reached: f64,
    monitor: &Monitor,
) -> Result<f64, Stopped> {
    let candidates: Vec<Priced<'_>> = candidates.iter().map(Priced::new).collect();
    let fallback_losses: Vec<f64> = fallback_losses.iter().copied().map(fraction).collect();
    // If every group had the best line of all, no line would be worth more than its price.
    let mut prices = fallback_losses.clone();
    for line in &candidates {
        for (&group, &loss) in line.groups.iter().zip(&line.losses) {
            let price = &mut prices[group as usize];
            *price = price.min(loss);
        }
    }
    let (mut best, mut best_prices) = (0.0_f64, prices.clone());
    let (mut length, mut waited) = (1.0, 0);
    for _ in 0..STEPS {
        monitor.check()?;
        let saved = |line: &Priced<'_>| -> f64 {
            let losses = line.groups.iter().zip(&line.losses);
            losses.map(|(&group, loss)| (loss - prices[group as usize]).min(0.0)).sum()
        };
        let without: f64 =
            fallback_losses.iter().zip(&prices).map(|(loss, price)| (loss - price).min(0.0)).sum();
        let mut order: Vec<(f64, usize)> =
            candidates.iter().enumerate().map(|(index, line)| (saved(line), index)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order.truncate(max_lines);
        let bound = prices.iter().sum::<f64>()
            + without
            + order.iter().map(|&(saved, _)| saved).sum::<f64>();
        if bound > best + 1e-9 * reached {
            (best, waited) = (bound, 0);
            best_prices.clone_from(&prices);
        } else {
            waited += 1;
            if waited > PATIENCE {
                (length, waited) = (length / 2.0, 0);
                prices.clone_from(&best_prices);
                continue;
            }
        }
        // A group that is decided more than once pays too much, one that is not, too little.
        let mut slope: Vec<f64> = fallback_losses
            .iter()
            .zip(&prices)
            .map(|(loss, price)| if loss < price { 0.0 } else { 1.0 })
            .collect();
        for line in order.iter().map(|&(_, index)| &candidates[index]) {
            for (&group, &loss) in line.groups.iter().zip(&line.losses) {
                if loss < prices[group as usize] {
                    slope[group as usize] -= 1.0;
                }
            }
        }
        let steepness: f64 = slope.iter().map(|slope: &f64| slope * slope).sum();
        if steepness == 0.0 {
            break;
        }
        let step = length * (1.01 * reached - bound).max(0.0) / steepness;
        for (price, slope) in prices.iter_mut().zip(&slope) {
            *price += step * slope;
        }
    }
    Ok((best - ROUNDING).max(0.0).min(reached))
}

/// A candidate with its losses as fractions of the return.
struct Priced<'a> {
    groups: &'a [u32],
    losses: Vec<f64>,
}

impl<'a> Priced<'a> {
    fn new(candidate: &'a Candidate) -> Self {
        let losses = candidate.losses.iter().copied().map(fraction).collect();
        Self { groups: &candidate.groups, losses }
    }
}

fn fraction(loss: Loss) -> f64 {
    loss as f64 / WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn no_chart_of_few_lines_loses_less_than_the_bound() {
        const HANDS: usize = 40;
        let mut random = Random::new(5);
        let (mut bounds, mut optima) = (0.0, 0.0);
        for _ in 0..30 {
            let candidates: Vec<Candidate> = (0..8)
                .map(|hold| {
                    let mut line = Candidate { holds: vec![hold], ..Candidate::default() };
                    for hand in 0..HANDS as u32 {
                        if random.below(3) == 0 {
                            line.groups.push(hand);
                            line.losses.push((f64::from(random.below(1000)) / 1e6 * WHOLE) as Loss);
                        }
                    }
                    line
                })
                .collect();
            let fallback_losses = vec![(0.001 * WHOLE) as Loss; HANDS];
            let decided = |hand: usize, chart: &[usize]| {
                let line = chart.iter().find_map(|&line| {
                    let hands = &candidates[line].groups;
                    let index = hands.iter().position(|&other| other as usize == hand)?;
                    Some(candidates[line].losses[index])
                });
                fraction(line.unwrap_or(fallback_losses[hand]))
            };
            let losses =
                |chart: &[usize]| -> Vec<f64> { (0..HANDS).map(|h| decided(h, chart)).collect() };
            let pairs = (0..8).flat_map(|a| (0..8).map(move |b| [a, b]));
            let best = pairs
                .min_by(|a, b| {
                    losses(a).iter().sum::<f64>().total_cmp(&losses(b).iter().sum::<f64>())
                })
                .unwrap();
            let optimum: f64 = losses(&best).iter().sum();
            let monitor = Monitor::new();
            let Ok(bound) = lower_bound(&candidates, &fallback_losses, 2, optimum, &monitor) else {
                unreachable!()
            };
            assert!(bound <= optimum);
            bounds += bound;
            optima += optimum;
        }
        assert!(bounds > 0.9 * optima);
    }
}
