//! The learned policies that come with the package, read on first use.
//!
//! By the report's rules there is one for two, three, four, five and for more players; by other
//! presets the policy for four players plays at all tables.

use super::learned::Policy;
use super::options::Preset;
use super::rules::{MAX_PLAYERS, Rules};
use crate::lazy::Lazy;
use crate::nets::TensorFile;

/// A policy that comes with the package.
struct Shipped {
    preset: Preset,
    /// The numbers of players it plays for.
    players: std::ops::RangeInclusive<usize>,
    policy: Lazy<Option<Policy>>,
}

/// Define the shipped policies.
macro_rules! shipped {
    ($($preset:ident $players:expr, $file:literal;)*) => {
        [$(Shipped {
            preset: Preset::$preset,
            players: $players,
            policy: Lazy::new(|| {
                let file = TensorFile::from_bytes(include_bytes!($file));
                file.ok().and_then(|file| Policy::from_file(&file).ok())
            }),
        },)*]
    };
}

static SHIPPED: [Shipped; 8] = shipped! {
    Report 2..=2, "weights/report-2.safetensors";
    Report 3..=3, "weights/report-3.safetensors";
    Report 4..=4, "weights/report-4.safetensors";
    Report 5..=5, "weights/report-5.safetensors";
    Report 6..=MAX_PLAYERS, "weights/report-7.safetensors";
    Basic 2..=MAX_PLAYERS, "weights/basic-4.safetensors";
    Daihinmin 2..=MAX_PLAYERS, "weights/daihinmin-4.safetensors";
    BigTwo 2..=MAX_PLAYERS, "weights/big-two-4.safetensors";
};

/// The policy for some rules; `None` if there is none.
pub(super) fn policy(rules: Rules) -> Option<&'static Policy> {
    let fits = |shipped: &&Shipped| {
        shipped.players.contains(&rules.players()) && shipped.preset.fits(rules)
    };
    SHIPPED.iter().find(fits).and_then(|shipped| shipped.policy.as_ref())
}

#[cfg(test)]
mod tests {
    use super::super::options::{Options, Passing};
    use super::*;

    #[test]
    fn all_weights_can_be_read() {
        for preset in Preset::ALL {
            for players in 2..=MAX_PLAYERS {
                let rules = Rules::of(Options { players, ..preset.options() }).unwrap();
                assert_eq!(policy(rules).map(Policy::preset), Some(preset));
            }
        }
        assert!(SHIPPED.iter().all(|shipped| {
            shipped
                .policy
                .as_ref()
                .is_some_and(|policy| shipped.players.contains(&policy.players()))
        }));
        let other = Options { passing: Passing::Locked, ..Options::REPORT };
        assert!(policy(Rules::of(other).unwrap()).is_none());
    }
}
