//! The value of a row: the quadratic recurrence, fusion and mirroring.

use cardcore::games::ends::{End, Policy, Side};
use proptest::prelude::*;

use crate::{cards, margin, margins, solved};

#[test]
fn value_agrees_with_the_quadratic_recurrence() {
    for seed in 0..400 {
        let count = 1 + seed as usize * 7 % 500;
        let (low, high) = [(-1, 1), (0, 3), (2, 14), (-1000, 1000)][seed as usize % 4];
        let cards = cards(count, low, high, seed);
        assert_eq!(margin(&cards), margins(&cards)[0][count], "{cards:?}");
    }
}

proptest! {
    #[test]
    fn fusion_anywhere_preserves_the_value(cards in prop::collection::vec(-20_i64..20, 3..40)) {
        let whole = margins(&cards)[0][cards.len()];
        for place in 1..cards.len() - 1 {
            let [a, b, c] = [cards[place - 1], cards[place], cards[place + 1]];
            if a <= b && b >= c {
                let mut fused = cards.clone();
                fused.splice(place - 1..=place + 1, [a - b + c]);
                prop_assert_eq!(margins(&fused)[0][fused.len()], whole);
            }
        }
    }

    #[test]
    fn a_mirrored_row_has_the_same_value(mut cards in prop::collection::vec(-9_i64..9, 0..60)) {
        let (forward, best) = (margin(&cards), solved(&cards, Policy::Optimal, Side::Player, End::Left));
        cards.reverse();
        prop_assert_eq!(margin(&cards), forward);
        let mirrored = solved(&cards, Policy::Optimal, Side::Player, End::Right);
        prop_assert_eq!(mirrored.score(Side::Player), best.score(Side::Player));
    }
}
