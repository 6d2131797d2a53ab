//! Which occurrences of strings make chains of equations.
//!
//! After the splitting graph of Abdulla et al. (ATVA 2019): a side of an equation leads to every
//! other position where a string of the opposite side occurs. Where the graph has no cycle, the
//! equations are chain-free. All occurrences on one side lead to the same positions, so sides are
//! enough for its nodes.

use tress_base::{Budget, Stop};

use tress_term::term::{Term, TermMap};

/// The sides of equations and where they lead.
///
/// Invariant: there is no cycle.
#[derive(Default)]
pub(super) struct Chains {
    /// By side. The sides of one equation differ in the last bit.
    next: Vec<Vec<usize>>,
    /// On which sides each string occurs.
    indices: TermMap<Vec<usize>>,
}

impl Chains {
    /// A new equation: its sides.
    pub(super) fn equation(&mut self) -> [usize; 2] {
        let first = self.next.len();
        self.next.resize(first + 2, Vec::new());
        [first, first + 1]
    }

    /// Lets a string occur on a side, unless that would close a chain.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn admit(&mut self, string: Term, side: usize, budget: &Budget) -> Result<bool, Stop> {
        let others = self.indices.take(string).unwrap_or_default();
        let new: Vec<(usize, usize)> =
            others.iter().flat_map(|&other| [(side ^ 1, other), (other ^ 1, side)]).collect();
        for &(from, to) in &new {
            self.next[from].push(to);
        }
        // Every new edge begins on one of the two sides or ends there.
        let closed = self.is_on_cycle(side, budget)? || self.is_on_cycle(side ^ 1, budget)?;
        if closed {
            for (from, _) in new.iter().rev() {
                self.next[*from].pop();
            }
        }
        let here = (!closed).then_some(side);
        self.indices.set(string, others.into_iter().chain(here).collect());
        Ok(!closed)
    }

    fn is_on_cycle(&self, start: usize, budget: &Budget) -> Result<bool, Stop> {
        let mut seen = vec![false; self.next.len()];
        let mut open = vec![start];
        while let Some(side) = open.pop() {
            for &next in &self.next[side] {
                budget.poll()?;
                if next == start {
                    return Ok(true);
                }
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;

    /// Which occurrences of equations, each written as two words of strings, are refused?
    fn refused(equations: &[[&str; 2]]) -> String {
        let (mut chains, mut terms, mut refused) = (Chains::default(), Terms::new(), String::new());
        for equation in equations {
            for (side, strings) in chains.equation().into_iter().zip(equation) {
                for name in strings.chars() {
                    let string = terms.term(&name.to_string());
                    if !chains.admit(string, side, &Budget::unlimited()).expect("no limit") {
                        refused.push(name);
                    }
                }
            }
        }
        refused
    }

    #[test]
    fn a_string_on_both_sides_is_a_chain() {
        assert_eq!(refused(&[["x", "x"]]), "x");
        assert_eq!(refused(&[["xy", "yx"]]), "yx");
        assert_eq!(refused(&[["x", "y"], ["y", "z"], ["z", "x"]]), "x");
    }

    #[test]
    fn other_occurrences_are_none() {
        assert_eq!(refused(&[["xx", "y"]]), "");
        assert_eq!(refused(&[["xy", "z"], ["xy", ""]]), "");
        assert_eq!(refused(&[["x", "y"], ["y", "z"], ["x", ""]]), "");
    }
}
