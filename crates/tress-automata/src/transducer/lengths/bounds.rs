//! The two lines between which all lengths lie.
//!
//! The slope of the lower line is the smallest ratio of what is written to what is read on a cycle. It is
//! found from above: while some cycle is below the slope, its ratio is the new one. Then no
//! cycle is negative any more, and the constant is a shortest path. The upper line is the lower
//! one of the graph with all lengths negated.

use tress_base::{Budget, Stop};

use super::LengthGraph;

/// A line: `output` times the length of the output against `input` times the length of the input plus
/// `constant`. `output` is positive, and has no common divisor with `input`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The factor of the output's length.
    pub output: i64,
    /// The factor of the input's length.
    pub input: i64,
    /// What is added.
    pub constant: i64,
}

impl Line {
    /// `output·|y| - input·|x| - constant`: positive above the line, zero on it.
    #[must_use]
    pub fn height(&self, input: i64, output: i64) -> i64 {
        self.output * output - self.input * input - self.constant
    }
}

/// The lines between which the lengths of all inputs and their outputs lie.
///
/// The slopes are those of cycles, so no line with a smaller angle between them would do, and each line
/// is touched. When only finitely many inputs are read, both are level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthBounds {
    /// No pair lies below this line.
    pub least: Line,
    /// No pair lies above this line.
    pub most: Line,
}

impl LengthBounds {
    /// Is the length of the output a function of the length of the input?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }
}

/// An edge with its weight.
type Weighted = (u32, i64, u32);

impl LengthGraph {
    /// The lines. Returns `None` if no input is read.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn bounds(&self, budget: &Budget) -> Result<Option<LengthBounds>, Stop> {
        let Some(least) = self.line(1, budget)? else { return Ok(None) };
        let Some(most) = self.line(-1, budget)? else { return Ok(None) };
        let most = Line { output: most.output, input: -most.input, constant: -most.constant };
        Ok(Some(LengthBounds { least, most }))
    }

    /// The lower line when all that is written is taken `sign` times.
    fn line(&self, sign: i64, budget: &Budget) -> Result<Option<Line>, Stop> {
        let cyclic = self.is_cyclic();
        let steepest = self.edges.iter().map(|edge| sign * i64::from(edge.written)).max();
        let mut slope = (steepest.filter(|_| cyclic).unwrap_or(0), 1);
        loop {
            let weigh = |written: u32| sign * i64::from(written) * slope.1;
            let edges: Vec<Weighted> = self
                .edges
                .iter()
                .map(|edge| (edge.from, weigh(edge.written) - slope.0, edge.target))
                .collect();
            match self.distances(&edges, budget)? {
                Ok(distances) => {
                    let end = |(state, last): &(u32, u32)| distances[*state as usize] + weigh(*last);
                    let constant = self.ends.iter().map(end).min();
                    let line = |constant| Line { output: slope.1, input: slope.0, constant };
                    return Ok(constant.map(line));
                }
                Err(cycle) => {
                    let length = cycle.len() as i64;
                    let written: i64 =
                        cycle.iter().map(|edge| sign * i64::from(self.edges[*edge].written)).sum();
                    let common = gcd(written, length);
                    slope = (written / common, length / common);
                }
            }
        }
    }

    /// The weights of lightest paths from the initial state, or the edges of a cycle of negative weight.
    fn distances(&self, edges: &[Weighted], budget: &Budget) -> Result<Result<Vec<i64>, Vec<usize>>, Stop> {
        let mut distances: Vec<Option<i64>> = vec![None; self.states as usize];
        distances[self.initial as usize] = Some(0);
        // The edge over which each state was last reached.
        let mut parents: Vec<Option<usize>> = vec![None; self.states as usize];
        loop {
            budget.poll_many(1 + edges.len() as u64)?;
            let mut changed = false;
            for (number, (from, weight, target)) in edges.iter().enumerate() {
                let Some(before) = distances[*from as usize] else { continue };
                if distances[*target as usize].is_none_or(|known| before + weight < known) {
                    distances[*target as usize] = Some(before + weight);
                    parents[*target as usize] = Some(number);
                    changed = true;
                }
            }
            if !changed {
                return Ok(Ok(distances.into_iter().map(Option::unwrap_or_default).collect()));
            }
            if let Some(cycle) = self.cycle_of_parents(&parents) {
                return Ok(Err(cycle));
            }
        }
    }

    /// A cycle among the edges over which states were reached. Such a cycle has negative weight.
    fn cycle_of_parents(&self, parents: &[Option<usize>]) -> Option<Vec<usize>> {
        let mut seen_from = vec![u32::MAX; parents.len()];
        for start in 0..self.states {
            let mut state = start;
            while seen_from[state as usize] == u32::MAX {
                seen_from[state as usize] = start;
                let Some(edge) = parents[state as usize] else { break };
                state = self.edges[edge].from;
            }
            if seen_from[state as usize] != start || parents[state as usize].is_none() {
                continue;
            }
            let mut cycle = Vec::new();
            let mut at = state;
            while let Some(edge) = parents[at as usize] {
                cycle.push(edge);
                at = self.edges[edge].from;
                if at == state {
                    return Some(cycle);
                }
            }
        }
        None
    }

    /// Is there a cycle? Removes states that no edge leads to until none is left, or none can be.
    fn is_cyclic(&self) -> bool {
        let mut incoming = vec![0_u32; self.states as usize];
        self.edges.iter().for_each(|edge| incoming[edge.target as usize] += 1);
        let mut free: Vec<u32> = (0..self.states).filter(|state| incoming[*state as usize] == 0).collect();
        let mut removed = 0;
        while let Some(state) = free.pop() {
            removed += 1;
            let first = self.edges.partition_point(|edge| edge.from < state);
            for edge in self.edges[first..].iter().take_while(|edge| edge.from == state) {
                incoming[edge.target as usize] -= 1;
                if incoming[edge.target as usize] == 0 {
                    free.push(edge.target);
                }
            }
        }
        removed < self.states
    }
}

/// The greatest common divisor, positive unless both are zero.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
