//! The learned policies that come with the package, read on first use.

use super::learned::Policy;
use super::options::Preset;
use super::rules::Rules;
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
        &[$(Shipped {
            preset: Preset::$preset,
            players: $players,
            policy: Lazy::new(|| {
                let file = TensorFile::from_bytes(include_bytes!($file));
                file.ok().and_then(|file| Policy::from_file(&file).ok())
            }),
        },)*]
    };
}

static SHIPPED: &[Shipped] = shipped! {};

/// The policy for some rules; `None` if there is none.
pub(super) fn policy(rules: Rules) -> Option<&'static Policy> {
    let fits = |shipped: &&Shipped| {
        shipped.players.contains(&rules.players()) && shipped.preset.fits(rules)
    };
    SHIPPED.iter().find(fits).and_then(|shipped| shipped.policy.as_ref())
}
