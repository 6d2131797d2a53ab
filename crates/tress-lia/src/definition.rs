//! Defining rows: each slack variable represents a linear form over the client's variables.
//!
//! Enters: normal forms. Leaves: their slack variables, one per form, and for every variable the
//! rows in which it occurs. Rows never change while bounds come and go, so a bound derived from
//! one can be explained later by naming the row.

use rustc_hash::FxHashMap;
use tress_base::{Int, Rational};

use crate::linear::{Linear, Var};

/// One term of a defining row.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) var: u32,
    pub(crate) coefficient: Int,
}

/// The rows `Σ cᵢ·xᵢ = 0`, named after their slack variables.
///
/// Invariant: `rows[s]` holds the slack variable `s` itself with coefficient -1 and otherwise only
/// variables without a row, the largest coefficient first; `occurrences[x]` lists in rising order
/// of creation exactly the rows that mention `x`, that of `x` itself included.
#[derive(Default, Debug)]
pub(crate) struct Definitions {
    rows: Vec<Option<Box<[Term]>>>,
    occurrences: Vec<Vec<u32>>,
    by_form: FxHashMap<Linear, u32>,
    entry_count: usize,
}

impl Definitions {
    pub(crate) fn add_var(&mut self) {
        self.rows.push(None);
        self.occurrences.push(Vec::new());
    }

    /// The slack variable that already represents `form`.
    pub(crate) fn find(&self, form: &Linear) -> Option<u32> {
        self.by_form.get(form).copied()
    }

    /// The row of a slack variable; `None` for a variable of the client.
    #[inline]
    pub(crate) fn row(&self, var: u32) -> Option<&[Term]> {
        self.rows[var as usize].as_deref()
    }

    /// How many terms all rows have.
    pub(crate) fn entry_count(&self) -> usize {
        self.entry_count
    }

    /// The rows that mention `var`.
    #[inline]
    pub(crate) fn occurrences(&self, var: u32) -> &[u32] {
        &self.occurrences[var as usize]
    }

    /// Lets `slack` represent `form`, a normal form over variables without rows.
    pub(crate) fn insert(&mut self, slack: u32, form: &Linear) {
        let mut row: Vec<Term> = form
            .terms()
            .iter()
            .map(|(var, c)| Term { var: var.0, coefficient: c.numerator().clone() })
            .collect();
        row.push(Term { var: slack, coefficient: Int::MINUS_ONE });
        // Large coefficients first: in digit sums one pass then settles every digit.
        row.sort_by_cached_key(|term| std::cmp::Reverse(term.coefficient.abs()));
        self.entry_count += row.len();
        for term in &row {
            self.occurrences[term.var as usize].push(slack);
        }
        self.rows[slack as usize] = Some(row.into_boxed_slice());
        self.by_form.insert(form.clone(), slack);
    }

    /// Takes the meaning of `slack` away.
    pub(crate) fn remove(&mut self, slack: u32) {
        let Some(row) = self.rows[slack as usize].take() else { return };
        self.entry_count -= row.len();
        for term in &row {
            self.occurrences[term.var as usize].retain(|&other| other != slack);
        }
        let terms = row.iter().filter(|term| term.var != slack);
        let terms = terms.map(|term| (Var(term.var), Rational::from(term.coefficient.clone()))).collect();
        self.by_form.remove(&Linear::from_terms(terms, Rational::ZERO));
    }

    /// `var` over the client's variables.
    pub(crate) fn expand(&self, var: u32) -> Linear {
        match self.row(var) {
            None => Linear::var(Var(var)),
            Some(row) => {
                let terms = row.iter().filter(|term| term.var != var);
                let terms = terms.map(|t| (Var(t.var), Rational::from(t.coefficient.clone()))).collect();
                Linear::from_terms(terms, Rational::ZERO)
            }
        }
    }

    /// `linear` over the client's variables.
    pub(crate) fn expand_all(&self, linear: &Linear) -> Linear {
        if linear.terms().iter().all(|(var, _)| self.row(var.0).is_none()) {
            return linear.clone();
        }
        let mut terms = Vec::new();
        for (var, factor) in linear.terms() {
            match self.row(var.0) {
                None => terms.push((*var, factor.clone())),
                Some(row) => terms.extend(
                    row.iter()
                        .filter(|t| t.var != var.0)
                        .map(|t| (Var(t.var), factor * &Rational::from(t.coefficient.clone()))),
                ),
            }
        }
        Linear::from_terms(terms, linear.constant_part().clone())
    }
}
