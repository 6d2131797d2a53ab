//! Cycles of a directed graph.

use std::collections::BTreeSet;

/// The groups of at least two nodes that all reach each other, by their smallest node. `edges`
/// holds the numbers of nodes below `count`.
pub(super) fn cycles(count: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..count).map(|node| reached(node, edges)).collect();
    let mut found = Vec::new();
    let mut placed = vec![false; count];
    for node in 0..count {
        if placed[node] {
            continue;
        }
        let together = |other: &usize| {
            *other == node || (reached[node].contains(other) && reached[*other].contains(&node))
        };
        let group: Vec<usize> = (0..count).filter(together).collect();
        group.iter().for_each(|member| placed[*member] = true);
        if group.len() > 1 {
            found.push(group);
        }
    }
    found
}

/// All nodes at the ends of ways that begin at a node.
fn reached(node: usize, edges: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        for (_, next) in edges.range((node, 0)..=(node, usize::MAX)) {
            if found.insert(*next) {
                open.push(*next);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[(usize, usize)], expected: &[&[usize]]) {
        assert_eq!(cycles(6, &edges.iter().copied().collect()), expected, "{edges:?}");
    }

    #[test]
    fn cycles_are_found() {
        check(&[(0, 1), (1, 0)], &[&[0, 1]]);
        check(&[(0, 3), (3, 5), (5, 0), (1, 2), (2, 1), (2, 3)], &[&[0, 3, 5], &[1, 2]]);
        check(&[(0, 1), (1, 0), (1, 2), (2, 1)], &[&[0, 1, 2]]);
    }

    #[test]
    fn ways_that_do_not_return_are_no_cycles() {
        check(&[(0, 1), (1, 2), (0, 2), (3, 3)], &[]);
    }
}
