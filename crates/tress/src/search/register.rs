//! Terms that enter the theories: their nodes, and the axioms that define them.
//!
//! Everything here holds under every model, so it never changes what is satisfiable.

use tress_base::Int;
use tress_sat::Var;

use crate::term::{Head, Op, Sort, Term, Value};

use super::clauses::Clauses;
use super::egraph::{EQUATION, Node};
use super::rules::Rule;
use super::theories::{Nonlinear, Theories};
use crate::term::number;

impl Theories {
    /// Makes nodes and axioms for all terms that wait for them.
    pub(crate) fn register_all(&mut self, out: &mut dyn Clauses) {
        loop {
            if let Some(term) = self.unregistered.pop() {
                self.register(term, out);
            } else if let Some(axiom) = self.axioms.pop() {
                self.add_axiom(&axiom, out);
            } else {
                return;
            }
        }
    }

    fn add_axiom(&mut self, axiom: &[Term], out: &mut dyn Clauses) {
        let clause: Vec<_> = axiom.iter().map(|term| self.literal(*term, out)).collect();
        clause.iter().for_each(|literal| out.set_decidable(literal.var(), true));
        self.defining.extend_from_slice(axiom);
        // An axiom that holds because an equation is false rests on that equation.
        for literal in clause.iter().filter(|literal| !literal.is_positive()) {
            self.atom_mut(literal.var()).always_relevant = true;
        }
        out.add(&clause);
    }

    fn register(&mut self, term: Term, out: &mut dyn Clauses) {
        if let Some(length) = self.length_of_literal(term) {
            self.node(term, out);
            let length = self.store.int(length);
            let equal = self.app(Op::Eq, &[term, length]);
            self.axioms.push(vec![equal]);
            return;
        }
        self.define_term(term, out);
        let needs_node = !self.store.args(term).is_empty() && !self.is_defined(term);
        if needs_node || self.store.sort(term) == Sort::Bool {
            self.node(term, out);
        }
    }

    /// The number that the length of a literal is.
    fn length_of_literal(&self, term: Term) -> Option<usize> {
        match (self.store.op(term), self.store.args(term)) {
            (Some(Op::Length), [subject]) => match self.store.as_value(*subject)? {
                Value::Str(word) => Some(word.len()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Do the axioms alone give the term its meaning, so that congruence adds nothing?
    fn is_defined(&self, term: Term) -> bool {
        match self.store.op(term) {
            Some(Op::Ite | Op::Abs | Op::ToInt) => true,
            Some(Op::IntDiv | Op::Mod) => {
                let divisors = &self.store.args(term)[1..];
                divisors.iter().all(|divisor| number(&self.store, *divisor).is_some_and(|n| !n.is_zero()))
            }
            _ => false,
        }
    }

    /// The node of a term, with nodes for everything below that congruence looks at.
    pub(crate) fn node(&mut self, root: Term, out: &mut dyn Clauses) -> Node {
        // Numbers are opaque to the graph: what stands below a sum is found through its parts.
        let mut stack = vec![(root, 0)];
        while let Some((term, next)) = stack.last_mut() {
            let term = *term;
            let args = if self.is_application(term) { self.store.args(term) } else { &[] };
            if let Some(arg) = args.get(*next).copied() {
                *next += 1;
                if !self.nodes.has(arg) {
                    stack.push((arg, 0));
                }
                continue;
            }
            stack.pop();
            if !self.nodes.has(term) {
                self.make_node(term, out);
            }
        }
        *self.nodes.get(root).expect("the root comes last")
    }

    /// Is the term a function of its arguments, to the graph?
    fn is_application(&self, term: Term) -> bool {
        if self.store.args(term).is_empty() {
            return false;
        }
        match self.store.head(term) {
            Head::Symbol(_) => true,
            Head::Quantifier(..) | Head::Value(_) => false,
            // A regular expression without variables is a constant.
            Head::Op(..) if self.store.sort(term) == Sort::RegLan => !self.is_ground(term),
            Head::Op(op, _) => match op {
                Op::Add | Op::Sub | Op::Mul | Op::ToReal | Op::Ite => false,
                Op::RealDiv => !self.is_linear(term),
                Op::Eq => {
                    self.store.args(term).len() == 2
                        && self.store.sort(self.store.args(term)[0]) != Sort::Bool
                }
                Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Distinct => false,
                Op::Le | Op::Lt | Op::Ge | Op::Gt => false,
                _ => true,
            },
        }
    }

    /// Does no symbol occur in the term?
    pub(super) fn is_ground(&self, term: Term) -> bool {
        let parts = crate::term::post_order(&self.store, &[term]);
        !parts.into_iter().any(|part| matches!(self.store.head(part), Head::Symbol(_)))
    }

    fn is_linear(&self, term: Term) -> bool {
        let divisors = &self.store.args(term)[1..];
        divisors.iter().all(|divisor| number(&self.store, *divisor).is_some_and(|n| !n.is_zero()))
    }

    fn make_node(&mut self, term: Term, out: &mut dyn Clauses) {
        let node = if self.store.as_value(term).is_some() {
            self.graph.add_constant()
        } else if self.is_application(term) {
            let head = self.store.head(term);
            let equation = matches!(head, Head::Op(Op::Eq, _));
            let function = if equation { EQUATION } else { self.function(head) };
            let args: Vec<Node> = self
                .store
                .args(term)
                .iter()
                .map(|arg| *self.nodes.get(*arg).expect("arguments come first"))
                .collect();
            self.graph.add_application(function, &args)
        } else {
            self.graph.add_leaf()
        };
        let sort = self.store.sort(term);
        if sort.is_numeric() {
            self.graph.mark_number(node);
            // The arithmetic must know the number as well.
            self.linear(&[(term, tress_base::Rational::ONE)]);
        }
        self.note_node(term, node);
        if sort == Sort::String {
            self.first_content(term, node);
        }
        if self.is_application(term) && self.is_eager(term) {
            self.new_applications.push(node);
        }
        if !sort.is_numeric() && sort != Sort::Bool && self.store.as_value(term).is_none() {
            self.unregistered.push(term);
        }
        if sort == Sort::Bool {
            self.link_bool(term, node, out);
        }
    }

    /// Connects a Bool node with the variable of its term.
    fn link_bool(&mut self, term: Term, node: Node, out: &mut dyn Clauses) {
        let literal = self.literal(term, out);
        let var = literal.var();
        // A connective's literal may be the negation of a variable that has another term.
        let direct = literal.is_positive() && self.atom_mut(var).node.is_none();
        let var = if direct { var } else { self.alias(literal, out) };
        out.observe(var);
        let sides = match (self.store.op(term), self.graph.application(node)) {
            (Some(Op::Eq), (EQUATION, [a, b])) => Some((*a, *b)),
            _ => None,
        };
        self.note_var(node, var);
        let atom = self.atom_mut(var);
        atom.node = Some(node);
        atom.sides = sides;
        if self.note_membership(term, var) {
            // What a membership rests on is found when words are chosen.
        } else if sides.is_none() {
            self.atom_mut(var).always_relevant = true;
            self.roots.push(term);
        }
    }

    /// A new variable equal to a literal.
    fn alias(&mut self, literal: tress_sat::Lit, out: &mut dyn Clauses) -> Var {
        let var = out.new_var();
        out.add(&[!literal, var.positive()]);
        out.add(&[literal, var.negative()]);
        self.atom_mut(var);
        var
    }

    /// Queues the axioms that give a term its meaning.
    fn define_term(&mut self, term: Term, out: &mut dyn Clauses) {
        let args = self.store.args(term).to_vec();
        match (self.store.op(term), args.as_slice()) {
            (Some(Op::Ite), [condition, yes, no]) if self.store.sort(term) != Sort::Bool => {
                self.define_choice_term(term, *condition, *yes, *no, out);
            }
            (Some(Op::Abs), [x]) => self.define_abs(term, *x),
            (Some(Op::IntDiv | Op::Mod | Op::RealDiv), [_, _, _, ..]) => {
                self.define_left_grouped(term, &args)
            }
            (Some(op @ (Op::IntDiv | Op::Mod)), [x, k]) => self.define_division(op, term, *x, *k),
            (Some(Op::RealDiv | Op::Mul), _) => self.nonlinear.push(Nonlinear { term, instances: 0 }),
            (Some(Op::InRe), _) => self.define_membership(term),
            (Some(Op::ToInt), [r]) => self.define_floor(term, *r),
            (Some(Op::IsInt), [r]) => self.define_is_int(term, *r),
            (Some(Op::Divisible), [x]) => self.define_divisible(term, *x),
            (
                Some(
                    Op::Length
                    | Op::StrToInt
                    | Op::IndexOf
                    | Op::ToCode
                    | Op::IndexOfRe
                    | Op::LastIndexOf
                    | Op::Count,
                ),
                _,
            ) => {
                self.define_range(term);
                self.len(term);
                self.define_number(term);
                self.reduce_at_once(term);
            }
            _ => self.reduce_at_once(term),
        }
    }

    /// `t = (ite c a b)`: `c` implies `t = a`, `not c` implies `t = b`. The equations need no
    /// decision: the condition decides them.
    fn define_choice_term(
        &mut self,
        term: Term,
        condition: Term,
        yes: Term,
        no: Term,
        out: &mut dyn Clauses,
    ) {
        self.roots.push(condition);
        self.defining.push(condition);
        let condition = self.literal(condition, out);
        for (when, branch) in [(condition, yes), (!condition, no)] {
            let equal = self.app(Op::Eq, &[term, branch]);
            let fresh = !self.literals.has(equal);
            let literal = self.literal(equal, out);
            if fresh {
                out.set_decidable(literal.var(), false);
            }
            out.add(&[!when, literal]);
        }
    }

    pub(super) fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.store.app(op, args).expect("axioms are well sorted")
    }

    /// `t = (abs x)`: `x >= 0` implies `t = x`, `x < 0` implies `t = -x`.
    fn define_abs(&mut self, term: Term, x: Term) {
        let zero = self.store.int(0);
        let negative = self.app(Op::Lt, &[x, zero]);
        let same = self.app(Op::Eq, &[term, x]);
        let opposite = self.app(Op::Sub, &[x]);
        let opposite = self.app(Op::Eq, &[term, opposite]);
        let positive = self.store.not(negative);
        self.axioms.push(vec![negative, same]);
        self.axioms.push(vec![positive, opposite]);
    }

    /// `(div a b c)` groups to the left.
    fn define_left_grouped(&mut self, term: Term, args: &[Term]) {
        let Some(op) = self.store.op(term) else { return };
        let grouped = args[1..].iter().fold(args[0], |whole, divisor| self.app(op, &[whole, *divisor]));
        let equal = self.app(Op::Eq, &[term, grouped]);
        self.axioms.push(vec![equal]);
    }

    /// `q = (div x k)` for a number `k`: `0 <= x - k q <= |k| - 1`; `(mod x k) = x - k q`. By a
    /// term, the meaning is written out value by value; by zero, congruence is all there is.
    fn define_division(&mut self, op: Op, term: Term, x: Term, k: Term) {
        let Some(divisor) = number(&self.store, k) else {
            self.nonlinear.push(Nonlinear { term, instances: 0 });
            return;
        };
        if divisor.is_zero() {
            return;
        }
        let quotient = self.app(Op::IntDiv, &[x, k]);
        let product = self.app(Op::Mul, &[k, quotient]);
        let rest = self.app(Op::Sub, &[x, product]);
        if op == Op::Mod {
            let equal = self.app(Op::Eq, &[term, rest]);
            self.axioms.push(vec![equal]);
        } else {
            let (zero, most) = (self.store.int(0), self.store.int(divisor.abs().floor() - Int::ONE));
            let low = self.app(Op::Ge, &[rest, zero]);
            let high = self.app(Op::Le, &[rest, most]);
            self.axioms.extend([vec![low], vec![high]]);
        }
    }

    /// `t = (to_int r)`: `t <= r < t + 1`.
    fn define_floor(&mut self, term: Term, r: Term) {
        let real = self.store.as_real(term);
        let one = self.store.real(tress_base::Rational::ONE);
        let next = self.app(Op::Add, &[real, one]);
        let low = self.app(Op::Le, &[real, r]);
        let high = self.app(Op::Lt, &[r, next]);
        self.axioms.extend([vec![low], vec![high]]);
    }

    /// `(is_int r)` exactly when `r = (to_int r)`.
    fn define_is_int(&mut self, term: Term, r: Term) {
        let floor = self.app(Op::ToInt, &[r]);
        let real = self.store.as_real(floor);
        let equal = self.app(Op::Eq, &[r, real]);
        self.equivalent(term, equal);
    }

    /// `((_ divisible k) x)` exactly when `(mod x k) = 0`.
    fn define_divisible(&mut self, term: Term, x: Term) {
        let Head::Op(_, list) = self.store.head(term) else { return };
        let k = self.store.indices(list)[0].clone();
        let (k, zero) = (self.store.int(k), self.store.int(0));
        let rest = self.app(Op::Mod, &[x, k]);
        let equal = self.app(Op::Eq, &[rest, zero]);
        self.equivalent(term, equal);
    }

    pub(super) fn equivalent(&mut self, a: Term, b: Term) {
        let (not_a, not_b) = (self.store.not(a), self.store.not(b));
        self.axioms.extend([vec![not_a, b], vec![a, not_b]]);
    }

    /// Len: the length of a concatenation is the sum of the lengths of its parts. `x = t` gives
    /// `len x = (len t)` in normal form; that equal strings have equal lengths is congruence.
    fn len(&mut self, term: Term) {
        if self.store.op(term) != Some(Op::Length) {
            return;
        }
        let subject = self.store.args(term)[0];
        self.lengths.push((subject, term));
        if self.store.op(subject) == Some(Op::Concat) {
            let parts = self.store.args(subject).to_vec();
            let lengths: Vec<Term> = parts.into_iter().map(|part| self.app(Op::Length, &[part])).collect();
            let sum = self.app(Op::Add, &lengths);
            self.applied.add(Rule::Len);
            let equal = self.app(Op::Eq, &[term, sum]);
            self.axioms.push(vec![equal]);
        }
    }

    /// `(str.to_int x)` is a number exactly when `x` consists of digits, and `(str.to_code x)`
    /// when `x` is one character.
    fn define_number(&mut self, term: Term) {
        let subject = self.store.args(term)[0];
        let language = match self.store.op(term) {
            Some(Op::StrToInt) => {
                let [first, last] = ['0', '9'].map(|digit| self.store.word([u32::from(digit)]));
                let digits = self.app(Op::ReRange, &[first, last]);
                self.app(Op::RePlus, &[digits])
            }
            Some(Op::ToCode) => self.app(Op::ReAllChar, &[]),
            _ => return,
        };
        self.conversions.push((subject, term));
        let member = self.app(Op::InRe, &[subject, language]);
        let zero = self.store.int(0);
        let positive = self.app(Op::Ge, &[term, zero]);
        self.roots.push(member);
        self.equivalent(member, positive);
    }

    /// The range that values of string functions lie in.
    fn define_range(&mut self, term: Term) {
        let low = match self.store.op(term) {
            Some(Op::Length | Op::Count) => 0,
            _ => -1,
        };
        let low = self.store.int(low);
        let low = self.app(Op::Ge, &[term, low]);
        self.axioms.push(vec![low]);
        if self.store.op(term) == Some(Op::ToCode) {
            let high = self.store.int(0x2_FFFF);
            let high = self.app(Op::Le, &[term, high]);
            self.axioms.push(vec![high]);
        }
    }
}
