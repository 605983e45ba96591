//! Public trees: who decides where, as everybody at the table sees it, and where the numbers of their
//! nodes are kept.

/// A point of a public tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
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
pub struct Tree {
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

/// Where the numbers of every node of a tree begin; they are kept move by move, state by state.
#[derive(Clone, Debug)]
pub struct Layout {
    begins: Vec<usize>,
    length: usize,
}

impl Layout {
    /// The layout of a tree whose players have so many states each.
    pub fn new(tree: &Tree, states: usize) -> Self {
        let mut length = 0;
        let begins = tree.nodes().iter().map(|node| {
            let begin = length;
            if let Node::Decision { children, .. } = node {
                length += children.len() * states;
            }
            begin
        });
        let begins = begins.collect();
        Self { begins, length }
    }

    /// Where the numbers of a node begin.
    pub fn begin(&self, node: usize) -> usize {
        self.begins.get(node).copied().unwrap_or(0)
    }

    /// How many numbers there are in all.
    pub const fn length(&self) -> usize {
        self.length
    }
}
