//! The learned weights that come with the package, read on first use.
//!
//! The folder `weights` has a policy for each number of players, and a value net for four.

use super::policy::Policy;
use super::rules::Rules;
use super::value::ValueNet;
use crate::lazy::Lazy;
use crate::nets::TensorFile;

/// The policies for 3 to 6 players.
static POLICIES: [Lazy<Option<Policy>>; 4] = [
    Lazy::new(|| read_policy(include_bytes!("weights/policy-3.safetensors"))),
    Lazy::new(|| read_policy(include_bytes!("weights/policy-4.safetensors"))),
    Lazy::new(|| read_policy(include_bytes!("weights/policy-5.safetensors"))),
    Lazy::new(|| read_policy(include_bytes!("weights/policy-6.safetensors"))),
];

/// The value net for four players.
static VALUE_NET: Lazy<Option<ValueNet>> = Lazy::new(|| {
    let file = TensorFile::from_bytes(include_bytes!("weights/value-4.safetensors"));
    file.ok().and_then(|file| ValueNet::from_file(&file).ok())
});

fn read_policy(content: &[u8]) -> Option<Policy> {
    let file = TensorFile::from_bytes(content).ok()?;
    Policy::from_file(&file).ok()
}

/// The policy for some rules; `None` if there is none.
pub(super) fn policy(rules: &Rules) -> Option<&'static Policy> {
    let number = rules.players().checked_sub(3).filter(|_| rules.is_standard());
    number.and_then(|number| POLICIES.get(number)).and_then(|policy| policy.as_ref())
}

/// The value net for some rules; `None` if there is none. With other numbers of players than four the
/// former search was stronger.
pub(super) fn value_net(rules: &Rules) -> Option<&'static ValueNet> {
    let net = VALUE_NET.as_ref();
    net.filter(|net| rules.is_standard() && rules.players() == net.players())
}

/// Both, for some rules.
pub(super) fn all(rules: &Rules) -> Option<(&'static Policy, &'static ValueNet)> {
    policy(rules).zip(value_net(rules))
}

#[cfg(test)]
mod tests {
    use super::super::rules::Standard;
    use super::*;

    #[test]
    fn all_weights_can_be_read() {
        for players in 3..=6 {
            let rules = Rules::standard(Standard { players, ..Standard::default() }).unwrap();
            assert_eq!(policy(&rules).map(Policy::players), Some(players));
            let expected = (players == 4).then_some(4);
            assert_eq!(value_net(&rules).map(ValueNet::players), expected);
        }
        assert!(policy(&Rules::new(4, 13, 4).unwrap()).is_none());
    }
}
