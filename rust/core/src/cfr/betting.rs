//! A betting round at fixed limit between two players, as part of a public tree.

use super::tree::Tree;

/// How a betting round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// A player has folded, having paid so many bets in the round.
    Folded {
        /// Who.
        player: usize,
        /// What it lost in this round.
        bets: u32,
    },
    /// Both have paid so many bets.
    Closed {
        /// How many.
        bets: u32,
    },
}

/// Add a betting round between two players to a tree; `end` is called where the round is over and
/// adds what follows, exactly one node with all that is below it.
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

/// Add the answer of a player to bet or raise number `bets`: fold, call, raise.
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
    fn a_round_has_the_ends_that_counting_gives() {
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
