//! Public trees, and the memory layout of per-node tables.

/// A node of a public tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A player chooses among the children.
    Decision {
        /// 0 for the player who acts first in every round, 1 for the other.
        player: usize,
        /// The successors of the moves, in the game's move order.
        children: Vec<usize>,
    },
    /// A leaf, by number.
    Leaf(usize),
}

/// A public tree, in preorder: children follow their parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Tree {
    /// The root, if the tree is not empty.
    pub const ROOT: usize = 0;

    /// Add a leaf; returns its number.
    pub fn leaf(&mut self) -> usize {
        self.nodes.push(Node::Leaf(self.leaves));
        self.leaves += 1;
        self.leaves - 1
    }

    /// Add a decision whose children will follow; returns the index of the node.
    pub fn decision(&mut self, player: usize) -> usize {
        self.nodes.push(Node::Decision { player, children: Vec::new() });
        self.nodes.len() - 1
    }

    /// Make the next node added a child of `parent`.
    pub fn expect_child(&mut self, parent: usize) {
        let next = self.nodes.len();
        if let Some(Node::Decision { children, .. }) = self.nodes.get_mut(parent) {
            children.push(next);
        }
    }

    /// The number of leaves.
    #[cfg(test)]
    pub const fn leaves(&self) -> usize {
        self.leaves
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The child reached by a move.
    pub fn child(&self, node: usize, index: usize) -> Option<usize> {
        match self.nodes.get(node)? {
            Node::Decision { children, .. } => children.get(index).copied(),
            Node::Leaf(_) => None,
        }
    }
}

/// The offset of every node in a table that is ordered by node, move, then private state.
#[derive(Clone, Debug)]
pub struct Layout {
    offsets: Vec<usize>,
    length: usize,
}

impl Layout {
    /// The layout of a tree with this many private states per player.
    pub fn new(tree: &Tree, states: usize) -> Self {
        let mut length = 0;
        let offsets = tree.nodes().iter().map(|node| {
            let begin = length;
            if let Node::Decision { children, .. } = node {
                length += children.len() * states;
            }
            begin
        });
        let offsets = offsets.collect();
        Self { offsets, length }
    }

    /// The offset of a node.
    pub fn begin(&self, node: usize) -> usize {
        self.offsets.get(node).copied().unwrap_or(0)
    }

    /// The length of the table.
    pub const fn length(&self) -> usize {
        self.length
    }
}
