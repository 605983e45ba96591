//! A limit on what may be lost to an opponent who exploits the responses.

/// What the responses have won, and what they may lose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Safety {
    won: f64,
    most: f64,
    /// How often the budget was spent.
    stops: u32,
    /// The hands until responses are played again.
    pause: u32,
}

/// The hands of equilibrium after the budget was spent.
const PAUSE: u32 = 200;

impl Safety {
    /// Whether responses may be played.
    pub const fn allows(&self) -> bool {
        self.pause == 0
    }

    /// Take a hand into account in which a response won this much, luck apart. Once responses have lost
    /// more than the budget since their best moment, they pause, and the budget is halved: in a whole match
    /// they lose hardly more than twice the first one.
    pub fn add(&mut self, won: f64, budget: f64) {
        self.won += won;
        self.most = self.most.max(self.won);
        if self.most - self.won > budget * 0.5_f64.powi(self.stops as i32) {
            let stops = self.stops + 1;
            *self = Self { stops, pause: PAUSE * stops, ..Self::default() };
        }
    }

    /// Let a hand pass in which no response was played.
    pub const fn wait(&mut self) {
        self.pause = self.pause.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_limited() {
        let (mut safety, mut lost) = (Safety::default(), 0.0);
        for _ in 0..10_000 {
            if safety.allows() {
                safety.add(-1.5, 16.0);
                lost += 1.5;
            } else {
                safety.wait();
            }
        }
        // Twice the budget, and at each of at most ten stops a hand more than was left of it.
        assert!((16.0..2.0 * 16.0 + 10.0 * 1.5).contains(&lost), "{lost}");
    }

    #[test]
    fn earlier_winnings_are_not_for_losing() {
        let mut safety = Safety::default();
        for _ in 0..500 {
            safety.add(0.6, 16.0);
        }
        let mut hands = 0;
        while safety.allows() {
            safety.add(-2.0, 16.0);
            hands += 1;
        }
        assert_eq!(hands, 9);
    }
}
