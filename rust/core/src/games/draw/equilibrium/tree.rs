//! Public trees: who decides where, as everybody at the table sees it.

/// A point of a public tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A player chooses among the children.
    Decision {
        /// 0 for the player who begins every round, 1 for the other.
        player: usize,
        /// Where the moves lead, in the order in which the game lists them.
        children: Vec<usize>,
    },
    /// The end of this tree, by number.
    Leaf(usize),
}

/// A public tree. Children come after their parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Tree {
    /// The root, if there is any node.
    pub const ROOT: usize = 0;

    /// Add a leaf; gives its number.
    pub fn leaf(&mut self) -> usize {
        self.nodes.push(Node::Leaf(self.leaves));
        self.leaves += 1;
        self.leaves - 1
    }

    /// Add a decision whose children are to follow; gives the place of the node.
    pub fn decision(&mut self, player: usize) -> usize {
        self.nodes.push(Node::Decision { player, children: Vec::new() });
        self.nodes.len() - 1
    }

    /// Say that the next node to be added is a child of this one.
    pub fn expect_child(&mut self, parent: usize) {
        let next = self.nodes.len();
        if let Some(Node::Decision { children, .. }) = self.nodes.get_mut(parent) {
            children.push(next);
        }
    }

    /// How many leaves there are.
    #[cfg(test)]
    pub const fn leaves(&self) -> usize {
        self.leaves
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where a move leads.
    pub fn child(&self, node: usize, place: usize) -> Option<usize> {
        match self.nodes.get(node)? {
            Node::Decision { children, .. } => children.get(place).copied(),
            Node::Leaf(_) => None,
        }
    }
}

/// How a betting round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
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
pub(super) fn add_round(tree: &mut Tree, raises: u32, end: &mut dyn FnMut(&mut Tree, RoundEnd)) {
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
