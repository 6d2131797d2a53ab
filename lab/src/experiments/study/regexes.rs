//! The ten expressions of the experiment, their automata, and what is known of them.

use tress_automata::CharSet;

use super::alphabet::Classes;
use super::automata::{EpsilonAutomaton, construct};
use super::pattern::Pattern;

/// The expressions, one a line.
pub(crate) const PATTERNS: &str = include_str!("../../../../testdata/ten-regexes/patterns.txt");
const INTERSECTIONS: &str = include_str!("../../../../testdata/ten-regexes/intersections.txt");
const DIFFERENCES: &str = include_str!("../../../../testdata/ten-regexes/differences.txt");

/// The sizes that figure 3.7 prints: states, ε-moves, other moves.
pub(super) const PRINTED: [[usize; 3]; 10] = [
    [36, 25, 36],
    [30, 15, 24],
    [31, 10, 28],
    [17, 11, 15],
    [11, 4, 11],
    [18, 14, 13],
    [4573, 8852, 148],
    [104, 99, 96],
    [2228, 3570, 524],
    [42, 32, 40],
];

/// The automata that are large in the dissertation; figure 3.10 leaves them out.
pub(super) const LARGE: [usize; 2] = [6, 8];

/// Some of the ten expressions, read and constructed.
pub(super) struct Inputs {
    pub(super) patterns: Vec<Pattern>,
    pub(super) automata: Vec<EpsilonAutomaton>,
    /// The sets behind the labels of all automata.
    pub(super) sets: Vec<CharSet>,
}

impl Inputs {
    /// The first `count` of the ten.
    pub(super) fn new(count: usize) -> Inputs {
        let classes = Classes::new();
        let read = |text: &str| Pattern::read(text, &classes).expect("the ten expressions can be read");
        let patterns: Vec<Pattern> = PATTERNS.lines().take(count).map(read).collect();
        let mut sets = Vec::new();
        let automata = patterns.iter().map(|pattern| construct(pattern, &mut sets)).collect();
        Inputs { patterns, automata, sets }
    }
}

/// The shortest length of a word of both expressions; `None` when there is none.
pub(super) fn known_intersection(i: usize, j: usize) -> Option<usize> {
    let (low, high) = (i.min(j), i.max(j));
    let pair = format!("{low} {high} ");
    INTERSECTIONS.lines().find_map(|line| line.strip_prefix(&pair)?.parse().ok())
}

/// The shortest length of a word of the first that the second does not have; `None` when there is none.
pub(super) fn known_difference(i: usize, j: usize) -> Option<usize> {
    DIFFERENCES.lines().nth(i)?.split(' ').nth(j)?.parse().ok()
}
