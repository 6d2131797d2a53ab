//! Where facts come from.

/// A set of assertions, as a node in [`Origins`].
type Node = u32;

#[derive(Clone, Copy, Debug)]
enum Merged {
    None,
    Leaf(u32),
    Join(Node, Node),
}

/// Sets of assertions, shared: joining two costs one node, and only a set that is asked for is
/// ever written out.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    nodes: Vec<Merged>,
    newest: Vec<u32>,
}

impl Origins {
    /// No sets yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The set of no assertion: what holds in any case.
    pub fn none(&mut self) -> u32 {
        self.push(Merged::None, 0)
    }

    /// The set of one assertion.
    pub fn leaf(&mut self, assertion: u32) -> u32 {
        self.push(Merged::Leaf(assertion), assertion)
    }

    /// The union of two sets.
    pub fn join(&mut self, a: u32, b: u32) -> u32 {
        let newest = self.newest(a).max(self.newest(b));
        if a == b { a } else { self.push(Merged::Join(a, b), newest) }
    }

    /// The largest number of an assertion in a set.
    #[must_use]
    pub fn newest(&self, set: u32) -> u32 {
        self.newest[set as usize]
    }

    fn push(&mut self, kind: Merged, newest: u32) -> Node {
        self.newest.push(newest);
        self.nodes.push(kind);
        u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 sets")
    }

    /// The assertions of the union of some sets, in ascending order.
    #[must_use]
    pub fn assertions(&self, sets: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = sets.to_vec();
        let mut found = Vec::new();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            match self.nodes[node as usize] {
                Merged::None => {}
                Merged::Leaf(assertion) => found.push(assertion),
                Merged::Join(a, b) => stack.extend([a, b]),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_written_out_once() {
        let mut origins = Origins::new();
        let [a, b, c] = [3, 1, 2].map(|assertion| origins.leaf(assertion));
        let ab = origins.join(a, b);
        let abb = origins.join(ab, b);
        assert_eq!(origins.assertions(&[abb]), [1, 3]);
        assert_eq!(origins.assertions(&[abb, c]), [1, 2, 3]);
        assert_eq!(origins.join(a, a), a);
        assert_eq!(origins.newest(abb), 3);
        assert_eq!(origins.newest(b), 1);
        assert!(origins.assertions(&[]).is_empty());
        let none = origins.none();
        let with_none = origins.join(none, a);
        assert!(origins.assertions(&[none]).is_empty());
        assert_eq!(origins.assertions(&[with_none]), [3]);
    }
}
