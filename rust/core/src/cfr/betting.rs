//! A fixed-limit betting round between two players, as part of a public tree.

use super::tree::Tree;

/// How a betting round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// A player has folded.
    Folded {
        /// The player who folded.
        player: usize,
        /// How many bets it had put in during this round.
        bets: u32,
    },
    /// Both players have put in the same number of bets.
    Closed {
        /// How many bets.
        bets: u32,
    },
}

/// Add a two-player betting round to a tree. Where the round ends, `end` is called to add exactly
/// one node and everything below it.
pub fn add_round(tree: &mut Tree, raises: u32, end: &mut dyn FnMut(&mut Tree, RoundEnd)) {
    let root = tree.decision(0);
    tree.expect_child(root);
    let checked = tree.decision(1);
    tree.expect_child(checked);
    end(tree, RoundEnd::Closed { bets: 0 });
    tree.expect_child(checked);
    add_answer(tree, 0, 1, raises, end);
    tree.expect_child(root);
    add_answer(tree, 1, 1, raises, end);
}

/// Add a player's response to bet or raise number `bets`: fold, call, raise.
fn add_answer(
    tree: &mut Tree,
    player: usize,
    bets: u32,
    raises: u32,
    end: &mut dyn FnMut(&mut Tree, RoundEnd),
) {
    let node = tree.decision(player);
    tree.expect_child(node);
    end(tree, RoundEnd::Folded { player, bets: bets - 1 });
    tree.expect_child(node);
    end(tree, RoundEnd::Closed { bets });
    if bets <= raises {
        tree.expect_child(node);
        add_answer(tree, 1 - player, bets + 1, raises, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfr::Node;

    #[test]
    fn a_betting_round_has_the_expected_leaves() {
        for raises in 0..=5 {
            let (mut folds, mut closed) = (0, Vec::new());
            let mut tree = Tree::default();
            add_round(&mut tree, raises, &mut |tree, end| {
                tree.leaf();
                match end {
                    RoundEnd::Folded { .. } => folds += 1,
                    RoundEnd::Closed { bets } => closed.push(bets),
                }
            });
            let answers = 2 * (raises as usize + 1);
            assert_eq!((folds, closed.len()), (answers, answers + 1));
            assert_eq!(closed.iter().max(), Some(&(raises + 1)));
            let decisions =
                tree.nodes().iter().filter(|node| matches!(node, Node::Decision { .. }));
            assert_eq!(decisions.count(), answers + 2);
            assert_eq!(tree.leaves(), 2 * answers + 1);
        }
    }
}
