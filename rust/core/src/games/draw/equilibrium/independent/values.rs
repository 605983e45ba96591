//! What a response wins in each of its states.

/// What every state is worth. Where a strategy was watched in two halves of some deals, there are two
/// such lists: the moves of the response are the best ones for the first.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// For what the response was found for.
    pub found: Vec<f64>,
    /// For what it was not found for; as short as nothing if there is no such thing.
    pub fresh: Vec<f64>,
}

impl Values {
    /// So many states that are worth nothing.
    pub fn zeros(states: usize) -> Self {
        Self { found: vec![0.0; states], fresh: Vec::new() }
    }

    /// The same for every state: an amount that is won of all that the opponent may hold.
    pub fn equal(totals: [Option<f64>; 2], won: f64, states: usize) -> Self {
        let [found, fresh] =
            totals.map(|total| total.map_or_else(Vec::new, |total| vec![won * total; states]));
        Self { found, fresh }
    }

    /// What every strength wins when hands are shown, of these strengths of the opponent.
    pub fn shown(strengths: &[Vec<f64>; 2], won: f64) -> Self {
        let [found, fresh] = strengths.each_ref().map(|reach| {
            // From the weakest strength up: the weaker ones less the stronger ones.
            let mut balance = -reach.iter().sum::<f64>();
            let balances = reach.iter().map(|reach| {
                balance += 2.0 * reach;
                won * (balance - reach)
            });
            balances.collect()
        });
        Self { found, fresh }
    }

    /// Add what else may happen.
    pub fn add(&mut self, other: &Self) {
        for (sums, more) in [(&mut self.found, &other.found), (&mut self.fresh, &other.fresh)] {
            // A list that is not there stands for zeros.
            sums.resize(sums.len().max(more.len()), 0.0);
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    /// Take what another move is worth in every state in which it is worth more.
    pub fn improve(&mut self, other: &Self) {
        let length = self.fresh.len().max(other.fresh.len());
        self.fresh.resize(length, 0.0);
        for (state, (best, &found)) in self.found.iter_mut().zip(&other.found).enumerate() {
            if found > *best {
                *best = found;
                if let Some(fresh) = self.fresh.get_mut(state) {
                    *fresh = other.fresh.get(state).copied().unwrap_or(0.0);
                }
            }
        }
    }

    /// What is expected with these chances of the states, of both lists; of the first alone if there is
    /// no other.
    pub fn expected(&self, chances: &[f64]) -> [f64; 2] {
        let expected = |values: &[f64]| {
            values.iter().zip(chances).map(|(value, chance)| value * chance).sum::<f64>()
        };
        let found = expected(&self.found);
        [found, if self.fresh.is_empty() { found } else { expected(&self.fresh) }]
    }
}
