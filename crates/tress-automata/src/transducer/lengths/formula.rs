//! All pairs of lengths as a formula of linear arithmetic.
//!
//! A run counts its edges. Counts are those of a run when at every state as many edges arrive as leave,
//! and every state that is used is reached from the initial one over edges that are used (Verma, Seidl
//! and Schwentick 2005). The formula is as large as the graph, whatever its cycles.

use super::LengthGraph;

/// A sum of numbers with factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Variables with their factors; a variable may occur more than once.
    pub terms: Vec<(u32, i64)>,
    /// What is added.
    pub constant: i64,
}

impl Sum {
    /// Its value, when the variables have these values.
    ///
    /// # Panics
    /// When a variable has no value.
    #[must_use]
    pub fn value(&self, values: &[i64]) -> i64 {
        self.terms.iter().map(|(variable, factor)| factor * values[*variable as usize]).sum::<i64>()
            + self.constant
    }
}

/// Some sums that are all not negative.
pub type Conditions = Vec<Sum>;

/// A formula over whole numbers that are not negative. Its solutions are the runs of a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LengthFormula {
    /// How many variables there are; they are numbered from 0.
    pub variables: u32,
    /// These are zero.
    pub zero: Vec<Sum>,
    /// In each of these the conditions of one alternative hold.
    pub choices: Vec<Vec<Conditions>>,
    /// The length of the input.
    pub input: Sum,
    /// The length of the output.
    pub output: Sum,
}

impl LengthFormula {
    /// Do these values solve it?
    #[must_use]
    pub fn holds(&self, values: &[i64]) -> bool {
        let all = |conditions: &Conditions| conditions.iter().all(|sum| sum.value(values) >= 0);
        values.iter().all(|value| *value >= 0)
            && self.zero.iter().all(|sum| sum.value(values) == 0)
            && self.choices.iter().all(|choice| choice.iter().any(all))
    }
}

impl LengthGraph {
    /// The formula. Its variables are the counts of the edges, then those of the ends, then for
    /// each state its position in an order in which the states are reached.
    #[must_use]
    pub fn formula(&self) -> LengthFormula {
        let edges = self.edges.len() as u32;
        let position = |state: u32| edges + self.ends.len() as u32 + state;
        let mut zero = vec![Sum::default(); self.states as usize];
        let mut used = vec![Sum::default(); self.states as usize];
        let mut choices: Vec<Vec<Conditions>> = vec![Vec::new(); self.states as usize];
        let (mut input, mut output) = (Sum::default(), Sum::default());
        zero[self.initial as usize].constant = 1;
        for (count, edge) in (0..edges).zip(&self.edges) {
            zero[edge.from as usize].terms.push((count, -1));
            zero[edge.target as usize].terms.push((count, 1));
            used[edge.target as usize].terms.push((count, -1));
            input.terms.push((count, 1));
            output.terms.push((count, i64::from(edge.written)));
            let taken = Sum { terms: vec![(count, 1)], constant: -1 };
            let later =
                Sum { terms: vec![(position(edge.target), 1), (position(edge.from), -1)], constant: -1 };
            choices[edge.target as usize].push(vec![taken, later]);
        }
        for (count, (state, last)) in (edges..).zip(&self.ends) {
            zero[*state as usize].terms.push((count, -1));
            output.terms.push((count, i64::from(*last)));
        }
        for (choice, unused) in choices.iter_mut().zip(used) {
            choice.push(vec![unused]);
        }
        choices.remove(self.initial as usize);
        LengthFormula { variables: position(self.states), zero, choices, input, output }
    }
}
