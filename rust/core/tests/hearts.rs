//! Hearts.

use cardcore::games::hearts::{Hearts, Rules, Standard};
use cardcore::search::conformance;

#[test]
fn conforms() {
    for (k, n, p) in
        [(4, 13, 4), (2, 2, 2), (2, 3, 2), (3, 5, 4), (2, 40, 3), (5, 3, 7), (2, 2, 3), (3, 2, 4)]
    {
        let rules = Rules::new(k, n, p).unwrap();
        conformance::check(|seed| Hearts::new(rules, seed), 20).unwrap();
    }
    for players in 3..=6 {
        let rules =
            Rules::standard(Standard { players, target: Some(30), ..Standard::default() }).unwrap();
        conformance::check(|seed| Hearts::new(rules, seed), 2).unwrap();
    }
}
