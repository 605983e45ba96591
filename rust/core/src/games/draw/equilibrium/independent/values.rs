//! What a response wins in each of its states.

/// Into how many batches the deals go that a response was not found for, to tell how far off their mean
/// may be.
pub(super) const BATCHES: usize = 8;

/// Numbers for each of these batches.
pub(super) type Batches = [f64; BATCHES];

/// What every state is worth, against what the response was found for; and against other deals of a
/// player that was watched, in which the response plays the same.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub found: Vec<f64>,
    /// As short as nothing if there are no other deals, or if nothing is won in any.
    pub fresh: Vec<Batches>,
}

impl Values {
    /// So many states that are worth nothing.
    pub fn zeros(states: usize) -> Self {
        Self { found: vec![0.0; states], fresh: Vec::new() }
    }

    /// The same for every state: an amount that is won of all that the opponent may hold.
    pub fn equal((found, fresh): (f64, Option<Batches>), won: f64, states: usize) -> Self {
        let fresh = fresh.map(|fresh| vec![fresh.map(|total| won * total); states]);
        Self { found: vec![won * found; states], fresh: fresh.unwrap_or_default() }
    }

    /// What every strength wins when hands are shown, of these strengths of the opponent.
    pub fn shown((found, fresh): (&[f64], &[Batches]), won: f64) -> Self {
        // From the weakest strength up: the weaker ones less the stronger ones.
        let mut balance = -found.iter().sum::<f64>();
        let found = found.iter().map(|reach| {
            balance += 2.0 * reach;
            won * (balance - reach)
        });
        let found = found.collect();
        let mut balances = Batches::default();
        for reach in fresh {
            balances.iter_mut().zip(reach).for_each(|(balance, reach)| *balance -= reach);
        }
        let fresh = fresh.iter().map(|reach| {
            balances.iter_mut().zip(reach).for_each(|(balance, reach)| *balance += 2.0 * reach);
            std::array::from_fn(|batch| won * (balances[batch] - reach[batch]))
        });
        Self { found, fresh: fresh.collect() }
    }

    /// Add what else may happen.
    pub fn add(&mut self, other: &Self) {
        self.found.iter_mut().zip(&other.found).for_each(|(sum, more)| *sum += more);
        self.fresh.resize(self.fresh.len().max(other.fresh.len()), Batches::default());
        for (sums, more) in self.fresh.iter_mut().zip(&other.fresh) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    /// Take what another move is worth in every state in which it is worth more.
    pub fn improve(&mut self, other: &Self) {
        self.fresh.resize(self.fresh.len().max(other.fresh.len()), Batches::default());
        for (state, (best, &found)) in self.found.iter_mut().zip(&other.found).enumerate() {
            if found > *best {
                *best = found;
                if let Some(fresh) = self.fresh.get_mut(state) {
                    *fresh = other.fresh.get(state).copied().unwrap_or_default();
                }
            }
        }
    }

    /// What is expected with these chances of the states, in what the response was found for and in
    /// the batches.
    pub fn expected(&self, chances: &[f64]) -> (f64, Batches) {
        let found = self.found.iter().zip(chances).map(|(value, chance)| value * chance).sum();
        let mut fresh = Batches::default();
        for (values, chance) in self.fresh.iter().zip(chances) {
            fresh.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * chance);
        }
        (found, fresh)
    }
}
