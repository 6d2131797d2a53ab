//! Boolean structure to clauses, atoms to literals.
//!
//! Enters: terms of sort Bool. Leaves: a literal for each, with clauses that make it equal to its
//! term's value (Tseitin's definitions, both directions). These only give names to formulas; they
//! are no inferences. What is no connective is an atom and goes to the theories.

use tress_sat::Lit;

use tress_term::term::{Head, Op, Sort, Term, TermStore, post_order_where};

use super::bits::{define_test, define_vector, define_vector_equation, is_bits_op, is_vector};
use super::context::Context;
use super::distinct::define_distinct;
use super::gates::{define_and, define_choice, define_or, define_xor};
use super::sat::Lifetime;

impl Context<'_> {
    /// The literal of a Bool term. Terms that it mentions wait to be entered.
    pub fn literal(&mut self, root: Term) -> Lit {
        if let Some(known) = self.kernel.atoms.literals.get(root) {
            return *known;
        }
        self.define_below(root);
        *self.kernel.atoms.literals.get(root).expect("the root comes last")
    }

    /// Gives a term and all below it what they lack: truth values their literals, bit-vectors their bits.
    pub(super) fn define_below(&mut self, root: Term) {
        let (store, literals, bits) = (&*self.env.store, &self.kernel.atoms.literals, &self.kernel.bits);
        let order = post_order_where(store, &[root], |term| match store.sort(term) {
            Sort::Bool => !literals.has(term),
            sort => is_vector(sort) && !bits.has(term),
        });
        for term in order {
            // A term may have got its literal as a part of an earlier one.
            if is_vector(self.env.store.sort(term)) {
                if !self.kernel.bits.has(term) {
                    define_vector(self, term);
                }
            } else if !self.kernel.atoms.literals.has(term) {
                let literal = define(self, term);
                self.kernel.atoms.set_literal(term, literal);
            }
        }
    }

    /// A literal that is always true.
    pub(super) fn truth(&mut self) -> Lit {
        if let Some(known) = self.kernel.atoms.literals.get(TermStore::TRUE) {
            return *known;
        }
        let literal = self.sat.new_var().positive();
        self.sat.add(&[literal], Lifetime::Permanent);
        self.kernel.atoms.set_literal(TermStore::TRUE, literal);
        self.kernel.atoms.set_literal(TermStore::FALSE, !literal);
        literal
    }

    /// Asserts a formula, without a literal for its outermost `or`.
    pub(super) fn assert(&mut self, term: Term) {
        let clause = if self.env.store.op(term) == Some(Op::Or) && !self.kernel.atoms.literals.has(term) {
            let args = self.env.store.args(term).to_vec();
            args.into_iter().map(|arg| self.literal(arg)).collect()
        } else {
            vec![self.literal(term)]
        };
        self.kernel.checks.note_assertion(&clause);
        if let Some(recorder) = &mut self.kernel.recorder {
            recorder.note_assertion(term, &clause);
        }
        self.sat.add(&clause, Lifetime::Permanent);
    }
}

fn define(cx: &mut Context<'_>, term: Term) -> Lit {
    match cx.env.store.head(term) {
        Head::Value(_) => {
            let literal = cx.truth();
            if term == TermStore::TRUE { literal } else { !literal }
        }
        Head::Op(op, _) if is_connective(cx.env.store, op, term) => define_connective(cx, op, term),
        _ => define_atom(cx, term),
    }
}

/// Is the term built by a connective over Bool terms?
fn is_connective(store: &TermStore, op: Op, term: Term) -> bool {
    match op {
        Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite => true,
        Op::Eq | Op::Distinct => {
            let args = store.args(term);
            store.sort(args[0]) == Sort::Bool || args.len() > 2 || op == Op::Distinct
        }
        Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe => store.args(term).len() > 2,
        _ => false,
    }
}

fn define_connective(cx: &mut Context<'_>, op: Op, term: Term) -> Lit {
    let args = cx.env.store.args(term).to_vec();
    match op {
        Op::Not => !cx.literal(args[0]),
        Op::And | Op::Or | Op::Implies => {
            let mut parts: Vec<Lit> = args.iter().map(|arg| cx.literal(*arg)).collect();
            let last = parts.len() - 1;
            if op == Op::Implies {
                parts[..last].iter_mut().for_each(|part| *part = !*part);
            }
            if op == Op::And { define_and(&parts, cx.sat) } else { define_or(&parts, cx.sat) }
        }
        Op::Xor => {
            let parts: Vec<Lit> = args.iter().map(|arg| cx.literal(*arg)).collect();
            parts[1..].iter().fold(parts[0], |whole, part| define_xor(whole, *part, cx.sat))
        }
        Op::Ite => {
            let [condition, yes, no] = [0, 1, 2].map(|place| cx.literal(args[place]));
            define_choice(condition, yes, no, cx.sat)
        }
        Op::Eq if args.len() == 2 => {
            let [left, right] = [0, 1].map(|place| cx.literal(args[place]));
            !define_xor(left, right, cx.sat)
        }
        Op::Distinct => define_distinct(cx, term, &args),
        _ => define_chain(cx, op, term, &args),
    }
}

/// `(op a b c)` as the conjunction of `(op a b)` and `(op b c)`.
fn define_chain(cx: &mut Context<'_>, op: Op, term: Term, args: &[Term]) -> Lit {
    let mut parts = Vec::with_capacity(args.len() - 1);
    let mut links = Vec::with_capacity(args.len() - 1);
    for two in args.windows(2) {
        let link = cx.env.app(op, two);
        parts.push(cx.literal(link));
        links.push(link);
    }
    cx.kernel.atoms.links.set(term, links);
    define_and(&parts, cx.sat)
}

/// The literal of a term that is no connective.
fn define_atom(cx: &mut Context<'_>, term: Term) -> Lit {
    let store = &*cx.env.store;
    match (store.op(term), store.args(term)) {
        (Some(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt)), [left, right]) => {
            let (left, right) = (*left, *right);
            cx.comparison(op, left, right)
        }
        (Some(Op::Eq), [left, right]) if store.sort(*left).is_numeric() => {
            let (left, right) = (*left, *right);
            cx.number_equation(left, right)
        }
        (Some(Op::Eq), [left, right]) if is_vector(store.sort(*left)) => {
            let sides = [*left, *right];
            define_vector_equation(cx, term, sides)
        }
        (Some(op), _) if is_bits_op(op) => define_test(cx, op, term),
        _ => define_predicate(cx, term),
    }
}

/// The literal of an equation of other sorts, a predicate, or a Bool symbol.
fn define_predicate(cx: &mut Context<'_>, term: Term) -> Lit {
    let var = cx.sat.new_var();
    if cx.env.store.as_constant(term).is_none() {
        cx.kernel.waiting.terms.push(term);
        cx.sat.observe(var);
    }
    cx.kernel.atoms.get_mut(var);
    var.positive()
}
