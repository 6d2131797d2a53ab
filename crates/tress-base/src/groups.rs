//! Connected components: indices in groups by what they share.

use std::collections::HashMap;
use std::hash::Hash;

/// The indices `0..count` in groups, each in order and the groups by their first index: two indices
/// are in one group when they share a tie, or when a chain of such pairs leads from one to the
/// other. A tie names one of the indices.
pub fn connected<T: Eq + Hash>(count: usize, ties: impl IntoIterator<Item = (usize, T)>) -> Vec<Vec<usize>> {
    let mut roots: Vec<usize> = (0..count).collect();
    let mut first: HashMap<T, usize> = HashMap::new();
    for (index, tie) in ties {
        let other = *first.entry(tie).or_insert(index);
        let (a, b) = (root(&mut roots, index), root(&mut roots, other));
        roots[a.max(b)] = a.min(b);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut numbers = vec![usize::MAX; count];
    for index in 0..count {
        let root = root(&mut roots, index);
        if numbers[root] == usize::MAX {
            numbers[root] = groups.len();
            groups.push(Vec::new());
        }
        groups[numbers[root]].push(index);
    }
    groups
}

fn root(roots: &mut [usize], mut index: usize) -> usize {
    while roots[index] != index {
        // Halving the path keeps it short.
        roots[index] = roots[roots[index]];
        index = roots[index];
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_ties_make_one_group() {
        let ties = [(3, 'a'), (1, 'a'), (1, 'b'), (4, 'b'), (2, 'c')];
        assert_eq!(connected(6, ties), vec![vec![0], vec![1, 3, 4], vec![2], vec![5]]);
    }

    #[test]
    fn groups_agree_with_walking_from_each_place() {
        let mut random = crate::Random::new(5);
        for _ in 0..200 {
            let count = 1 + random.below(8);
            let ties: Vec<(usize, usize)> =
                (0..random.below(10)).map(|_| (random.below(count), random.below(6))).collect();
            let groups = connected(count, ties.iter().copied());
            for start in 0..count {
                let mut reached = vec![start];
                while let Some((index, _)) = ties.iter().find(|(index, tie)| {
                    let shares = |other: &(usize, usize)| other.1 == *tie && reached.contains(&other.0);
                    !reached.contains(index) && ties.iter().any(shares)
                }) {
                    reached.push(*index);
                }
                reached.sort_unstable();
                assert!(groups.contains(&reached), "{start} of {count} with {ties:?}: {groups:?}");
            }
        }
    }
}
