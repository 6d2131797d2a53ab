//! Which variable's word follows which: the structure of a system, before any search.

use super::{Part, System};

/// One occurrence of a variable: the part of a membership's left side with this number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The membership.
    pub membership: usize,
    /// The part of its left side, from 0.
    pub part: usize,
}

/// The follow graph of a system: one vertex for each variable, and an edge where the word of one is
/// followed by that of the other at once. A word inside of a left side is a variable of its own.
///
/// Invariant: `positions[v]` are the positions of `v` in their order; `paths[m]` are the variables of the
/// membership `m` from left to right; `edges` are sorted, each once. Vertices from `variables` on represent
/// words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowGraph {
    positions: Vec<Vec<Position>>,
    paths: Vec<Vec<usize>>,
    edges: Vec<(usize, usize)>,
    /// The fixed words; the first has the number behind the last variable.
    words: Vec<Vec<u32>>,
    variables: usize,
}

impl FollowGraph {
    /// The graph of a system.
    #[must_use]
    pub fn new(system: &System) -> Self {
        let variables = system.variables();
        let mut words: Vec<Vec<u32>> = Vec::new();
        let mut positions: Vec<Vec<Position>> = vec![Vec::new(); variables];
        let mut paths = Vec::new();
        for (membership, fact) in system.memberships().iter().enumerate() {
            let mut path = Vec::with_capacity(fact.parts.len());
            for (part, piece) in fact.parts.iter().enumerate() {
                let vertex = match piece {
                    Part::Variable(variable) => *variable,
                    Part::Word(word) => {
                        words.push(word.clone());
                        positions.push(Vec::new());
                        positions.len() - 1
                    }
                };
                positions[vertex].push(Position { membership, part });
                path.push(vertex);
            }
            paths.push(path);
        }
        let follows = |path: &Vec<usize>| -> Vec<(usize, usize)> {
            path.windows(2).map(|pair| (pair[0], pair[1])).collect()
        };
        let mut edges: Vec<(usize, usize)> = paths.iter().flat_map(follows).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { positions, paths, edges, words, variables }
    }

    /// How many vertices there are, words included.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.positions.len()
    }

    /// The positions of a vertex.
    #[must_use]
    pub fn positions(&self, vertex: usize) -> &[Position] {
        &self.positions[vertex]
    }

    /// The vertices of a membership's left side.
    #[must_use]
    pub fn path(&self, membership: usize) -> &[usize] {
        &self.paths[membership]
    }

    /// All edges, sorted.
    #[must_use]
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The word that a vertex represents, when it is no variable.
    #[must_use]
    pub fn word(&self, vertex: usize) -> Option<&[u32]> {
        vertex.checked_sub(self.variables).map(|at| self.words[at].as_slice())
    }

    /// How many variables there are; the vertices behind them are words.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }
}
