//! The invariants of the graph, recomputed.

use rustc_hash::FxHashSet;

use super::{EGraph, Node};

impl EGraph {
    /// Recomputes the invariants.
    ///
    /// # Errors
    /// A description of the broken invariant.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        self.check_classes()?;
        self.check_forest()?;
        self.check_uses()?;
        // What waits to be closed may be missing from the classes.
        if self.queue.is_empty() { self.check_table() } else { Ok(()) }
    }

    fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.classes.label.len()).filter_map(|index| u32::try_from(index).ok()).map(Node)
    }

    /// Rings hold exactly the nodes of one label; constants are in their classes.
    fn check_classes(&self) -> Result<(), String> {
        let mut seen = 0_usize;
        for root in self.nodes().filter(|node| self.representative(*node) == *node) {
            let mut count = 0_u32;
            let mut node = root;
            loop {
                if self.representative(node) != root || count > self.classes.size[root.index()] {
                    return Err(format!("the ring of {root:?} leaves its class at {node:?}"));
                }
                count += 1;
                node = self.classes.next[node.index()];
                if node == root {
                    break;
                }
            }
            if count != self.classes.size[root.index()] {
                return Err(format!("{root:?} has {count} members"));
            }
            seen += count as usize;
            for fact in [self.classes.constant[root.index()], self.classes.number[root.index()]] {
                if fact.is_some_and(|fact| self.representative(fact) != root) {
                    return Err(format!("{root:?} has a constant or a number of another class"));
                }
            }
        }
        if seen == self.classes.label.len() {
            Ok(())
        } else {
            Err("a label is not a representative".to_owned())
        }
    }

    /// The merged pairs of a class are a tree over its nodes.
    fn check_forest(&self) -> Result<(), String> {
        let mut edges = vec![0_u32; self.classes.label.len()];
        for node in self.nodes() {
            if let Some((parent, _)) = self.forest.edge[node.index()] {
                if !self.are_equal(node, parent) {
                    return Err(format!("an edge leads from {node:?} out of its class"));
                }
                edges[self.representative(node).index()] += 1;
            }
        }
        for root in self.nodes().filter(|node| self.representative(*node) == *node) {
            if edges[root.index()] + 1 != self.classes.size[root.index()] {
                return Err(format!("the merged pairs of {root:?} are no tree"));
            }
        }
        Ok(())
    }

    /// Every application is in the list of uses of each class of its arguments.
    fn check_uses(&self) -> Result<(), String> {
        let mut known: FxHashSet<(Node, Node)> = FxHashSet::default();
        for root in self.nodes() {
            known.extend(self.classes.uses[root.index()].iter().map(|user| (root, *user)));
        }
        for node in self.nodes() {
            for argument in &self.arguments[node.index()] {
                if !known.contains(&(self.representative(*argument), node)) {
                    return Err(format!("{node:?} is missing from the uses of {argument:?}"));
                }
            }
        }
        Ok(())
    }

    /// Applications with one signature are equal.
    fn check_table(&self) -> Result<(), String> {
        for node in self.nodes().filter(|node| !self.arguments[node.index()].is_empty()) {
            let found = self.table.get(&self.signature(node));
            if !found.is_some_and(|other| self.are_equal(node, *other)) {
                return Err(format!("{node:?} is not equal to what has its signature"));
            }
        }
        Ok(())
    }
}
