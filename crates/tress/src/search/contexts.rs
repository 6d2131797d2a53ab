//! Functions of strings, seen with what is known of their arguments.
//!
//! Enters: functions, and the normal forms of their arguments. Leaves: a clause for each function
//! that is a literal, or has no such function left, once its arguments are written as their forms.
//! The rewriter does the work; most functions of a path condition never need their axioms.

use tress_base::Stop;
use tress_sat::Search;

use crate::term::{Op, Sort, Term, Value, post_order_where};

use super::egraph::Node;
use super::finish::Step;
use super::theories::Theories;

/// Of how many new terms a choice may be made that stands for a function.
const LARGEST: usize = 24;

/// The operators that such a choice is made of.
const PLAIN: [Op; 12] =
    [Op::Ite, Op::And, Op::Or, Op::Not, Op::Eq, Op::Ge, Op::Gt, Op::Le, Op::Lt, Op::Add, Op::Mul, Op::Length];

impl Theories {
    /// Rewrites every function in its env.
    pub(super) fn check_contexts(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        let mut step = Step::Fine;
        for place in 0..self.string_functions.len() {
            search.budget().poll()?;
            let term = self.string_functions[place];
            let mut premises = Vec::new();
            let Some(seen) = self.in_context(term, &mut premises) else { continue };
            let simpler =
                self.rewriter.rewrite(&mut self.store, &mut self.evaluator, search.budget(), seen)?;
            if self.tell_context(term, simpler, &premises, search) {
                step = Step::Changed;
            }
        }
        Ok(step)
    }

    /// The function applied to the forms of its arguments; nothing when these say nothing new.
    fn in_context(&mut self, term: Term, premises: &mut Vec<(Node, Node)>) -> Option<Term> {
        let mut args = self.store.args(term).to_vec();
        let mut new = false;
        for arg in &mut args {
            let Some(node) = self.nodes.get(*arg).copied() else { continue };
            if self.store.as_value(*arg).is_some() {
                continue;
            }
            let label = self.graph.label(node);
            let known = if self.store.sort(*arg) == Sort::String {
                let form = self.form_of(label);
                let known = self.term_for(&form.items);
                premises.extend(form.premises());
                known
            } else {
                let Some(constant) = self.graph.constant(label) else { continue };
                premises.push((label, constant));
                self.term_of_node[constant.0 as usize]?
            };
            premises.push((node, label));
            new |= known != *arg;
            *arg = known;
        }
        if new { self.store.with_args(term, &args).ok() } else { None }
    }

    /// Says what a function is in its env, if that is simple and not known. True when it was
    /// said.
    fn tell_context(
        &mut self,
        term: Term,
        simpler: Term,
        premises: &[(Node, Node)],
        search: &mut Search<'_>,
    ) -> bool {
        let conclusion = match self.store.as_value(simpler).cloned() {
            Some(Value::Bool(holds)) => {
                let literal = self.literal(term, search);
                if holds { literal } else { !literal }
            }
            Some(_) => self.equation(term, simpler, search),
            None if self.is_plain(simpler) && !self.known_equal(term, simpler) => {
                self.equation(term, simpler, search)
            }
            None if self.has_no_function(simpler) => self.equation(term, simpler, search),
            None => return false,
        };
        if search.value(conclusion) == Some(true) {
            return false;
        }
        self.conclude(premises, &[conclusion], search);
        true
    }

    /// Is the term a string that the search knows, or a concatenation of such?
    fn is_plain(&self, term: Term) -> bool {
        let known = |term: Term| self.nodes.has(term) || self.store.as_value(term).is_some();
        match self.store.op(term) {
            Some(Op::Concat) => self.store.args(term).iter().all(|part| known(*part)),
            _ => self.store.sort(term) == Sort::String && known(term),
        }
    }

    /// Is the term a choice between numbers or strings that the search knows, on conditions that
    /// it knows how to decide?
    fn has_no_function(&self, root: Term) -> bool {
        if self.store.op(root) != Some(Op::Ite) {
            return false;
        }
        let new = |term: Term| !self.nodes.has(term);
        let terms = post_order_where(&self.store, &[root], new);
        terms.len() <= LARGEST
            && terms.into_iter().filter(|term| new(*term)).all(|term| {
                self.store.args(term).is_empty() || self.store.op(term).is_some_and(|op| PLAIN.contains(&op))
            })
    }

    fn known_equal(&self, a: Term, b: Term) -> bool {
        match (self.nodes.get(a), self.nodes.get(b)) {
            (Some(a), Some(b)) => self.graph.are_equal(*a, *b),
            _ => false,
        }
    }
}
