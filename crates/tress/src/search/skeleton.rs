//! Boolean structure to clauses, atoms to literals.
//!
//! Enters: terms of sort Bool. Leaves: a literal for each, with clauses that make it equal to its
//! term's value (Tseitin's definitions, both directions). What is no connective is an atom and
//! goes to the theories.

use tress_sat::{Lit, Var};

use crate::term::{Head, Op, Sort, Term, TermStore, post_order_where};

use super::clauses::Clauses;
use super::theories::Theories;

impl Theories {
    /// The literal of a Bool term. Axioms that its parts need are left in the queue.
    pub(crate) fn literal(&mut self, root: Term, out: &mut dyn Clauses) -> Lit {
        if let Some(known) = self.literals.get(root) {
            return *known;
        }
        let order = post_order_where(&self.store, &[root], |term| {
            self.store.sort(term) == Sort::Bool && !self.literals.has(term)
        });
        for term in order {
            // A term may have got its literal as a part of an earlier one.
            if !self.literals.has(term) {
                let literal = self.define(term, out);
                self.literals.set(term, literal);
            }
        }
        *self.literals.get(root).expect("the root comes last")
    }

    fn define(&mut self, term: Term, out: &mut dyn Clauses) -> Lit {
        match self.store.head(term) {
            Head::Value(_) => {
                let literal = self.truth(out);
                if term == TermStore::TRUE { literal } else { !literal }
            }
            Head::Op(op, _) => match self.connective(op, term) {
                true => self.define_connective(op, term, out),
                false => self.atom(term, out),
            },
            _ => self.atom(term, out),
        }
    }

    /// Is the term built by a connective over Bool terms?
    fn connective(&self, op: Op, term: Term) -> bool {
        match op {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite => true,
            Op::Eq | Op::Distinct => {
                let args = self.store.args(term);
                self.store.sort(args[0]) == Sort::Bool || args.len() > 2 || op == Op::Distinct
            }
            Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe => self.store.args(term).len() > 2,
            _ => false,
        }
    }

    fn define_connective(&mut self, op: Op, term: Term, out: &mut dyn Clauses) -> Lit {
        let args = self.store.args(term).to_vec();
        match op {
            Op::Not => !self.literal(args[0], out),
            Op::And | Op::Or | Op::Implies => {
                let mut parts: Vec<Lit> = args.iter().map(|arg| self.literal(*arg, out)).collect();
                let last = parts.len() - 1;
                if op == Op::Implies {
                    parts[..last].iter_mut().for_each(|part| *part = !*part);
                }
                if op == Op::And { define_and(&parts, out) } else { define_or(&parts, out) }
            }
            Op::Xor => {
                let parts: Vec<Lit> = args.iter().map(|arg| self.literal(*arg, out)).collect();
                parts[1..].iter().fold(parts[0], |whole, part| define_xor(whole, *part, out))
            }
            Op::Ite => {
                let [condition, yes, no] = [0, 1, 2].map(|place| self.literal(args[place], out));
                define_choice(condition, yes, no, out)
            }
            Op::Eq if args.len() == 2 => {
                let [left, right] = [0, 1].map(|place| self.literal(args[place], out));
                !define_xor(left, right, out)
            }
            Op::Distinct => self.define_distinct(term, &args, out),
            _ => self.define_chain(op, term, &args, out),
        }
    }

    /// `(op a b c)` as the conjunction of `(op a b)` and `(op b c)`.
    fn define_chain(&mut self, op: Op, term: Term, args: &[Term], out: &mut dyn Clauses) -> Lit {
        let mut parts = Vec::with_capacity(args.len() - 1);
        let mut links = Vec::with_capacity(args.len() - 1);
        for two in args.windows(2) {
            let link = self.store.app(op, two).expect("arguments of one sort");
            parts.push(self.literal(link, out));
            links.push(link);
        }
        self.links.set(term, links);
        define_and(&parts, out)
    }

    /// No two arguments are equal.
    fn define_distinct(&mut self, term: Term, args: &[Term], out: &mut dyn Clauses) -> Lit {
        let (mut parts, mut links) = (Vec::new(), Vec::new());
        for (place, left) in args.iter().enumerate() {
            for right in &args[place + 1..] {
                if left == right {
                    return !self.truth(out);
                }
                let equal = self.store.app(Op::Eq, &[*left, *right]).expect("arguments of one sort");
                parts.push(!self.literal(equal, out));
                links.push(equal);
            }
        }
        self.links.set(term, links);
        define_and(&parts, out)
    }

    /// A literal that is always true.
    pub(crate) fn truth(&mut self, out: &mut dyn Clauses) -> Lit {
        if let Some(known) = self.literals.get(TermStore::TRUE) {
            return *known;
        }
        let literal = out.new_var().positive();
        out.add(&[literal]);
        self.literals.set(TermStore::TRUE, literal);
        self.literals.set(TermStore::FALSE, !literal);
        literal
    }

    /// Asserts a formula, without a literal for its outermost `or`.
    pub(crate) fn assert(&mut self, term: Term, out: &mut dyn Clauses) {
        if self.store.op(term) == Some(Op::Or) && !self.literals.has(term) {
            let args = self.store.args(term).to_vec();
            let clause: Vec<Lit> = args.into_iter().map(|arg| self.literal(arg, out)).collect();
            out.add(&clause);
        } else {
            let literal = self.literal(term, out);
            out.add(&[literal]);
        }
    }
}

fn gate(out: &mut dyn Clauses) -> Var {
    out.new_var()
}

/// A literal equal to the conjunction of some literals.
fn define_and(parts: &[Lit], out: &mut dyn Clauses) -> Lit {
    if let [only] = parts {
        return *only;
    }
    let whole = gate(out).positive();
    let mut clause: Vec<Lit> = parts.iter().map(|part| !*part).collect();
    clause.push(whole);
    out.add(&clause);
    for part in parts {
        out.add(&[!whole, *part]);
    }
    whole
}

fn define_or(parts: &[Lit], out: &mut dyn Clauses) -> Lit {
    let negated: Vec<Lit> = parts.iter().map(|part| !*part).collect();
    !define_and(&negated, out)
}

fn define_xor(left: Lit, right: Lit, out: &mut dyn Clauses) -> Lit {
    let whole = gate(out).positive();
    out.add(&[!whole, left, right]);
    out.add(&[!whole, !left, !right]);
    out.add(&[whole, !left, right]);
    out.add(&[whole, left, !right]);
    whole
}

fn define_choice(condition: Lit, yes: Lit, no: Lit, out: &mut dyn Clauses) -> Lit {
    let whole = gate(out).positive();
    out.add(&[!whole, !condition, yes]);
    out.add(&[!whole, condition, no]);
    out.add(&[whole, !condition, !yes]);
    out.add(&[whole, condition, !no]);
    out.add(&[!whole, yes, no]);
    out.add(&[whole, !yes, !no]);
    whole
}
