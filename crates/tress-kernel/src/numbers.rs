//! The arithmetic: terms as variables of `tress-lia`, comparisons as literals.

use rustc_hash::FxHashMap;
use tress_base::Rational;
use tress_lia::{Bound, Constraint, Kind, Linear, Outcome, Reason, Relation, Side};
use tress_sat::{Lit, Var};

use tress_term::term::{Op, Sort, Term, TermMap, sum_of};

use super::context::Context;
use super::egraph::{EQUATION, Node};
use super::nonlinear::Nonlinear;

/// Numbers of terms, and what is known of them.
#[derive(Default)]
pub struct Numbers {
    pub lia: tress_lia::Solver,
    /// The variable of each opaque number.
    pub vars: TermMap<tress_lia::Var>,
    bounds: FxHashMap<(tress_lia::Var, tress_lia::Value), Var>,
    /// The Boolean variable of each bound.
    pub(crate) var_of_bound: Vec<Var>,
    /// The opaque number of each variable that represents one.
    pub(crate) terms: FxHashMap<tress_lia::Var, Term>,
    /// Products of variables.
    pub(crate) nonlinear: Nonlinear,
    /// Equations that are false at present.
    pub(crate) unequal: Vec<Lit>,
    pub(crate) conflict: Option<Vec<Reason>>,
    pub(crate) bounds_changed: bool,
}

impl Numbers {
    /// Takes note of what the arithmetic said to a new constraint.
    pub(crate) fn note(&mut self, outcome: Outcome) {
        self.bounds_changed = true;
        if let Outcome::Conflict(reasons) = outcome {
            self.conflict.get_or_insert(reasons);
        }
    }
}

impl Context<'_> {
    /// The literal of a comparison of two numbers.
    pub(super) fn comparison(&mut self, op: Op, left: Term, right: Term) -> Lit {
        let relation = match op {
            Op::Le => Relation::Le,
            Op::Lt => Relation::Lt,
            Op::Ge => Relation::Ge,
            _ => Relation::Gt,
        };
        let difference = self.difference(left, right);
        let constraint = self.kernel.numbers.lia.constraint(&difference, relation);
        self.bound_literal(&constraint)
    }

    /// The literal of a bound, shared by all atoms that mean the same.
    pub(crate) fn bound_literal(&mut self, constraint: &Constraint) -> Lit {
        match constraint {
            Constraint::True => self.truth(),
            Constraint::False => !self.truth(),
            Constraint::Bound(bound) if bound.side == Side::Upper => upper_literal(self, bound),
            Constraint::Bound(bound) => {
                let is_int = self.kernel.numbers.lia.kind(bound.var) == Kind::Int;
                !upper_literal(self, &bound.negated(is_int))
            }
            Constraint::Fixed(..) => unreachable!("an inequality is never an equation"),
        }
    }

    /// The literal of an equation of numbers.
    pub(super) fn number_equation(&mut self, left: Term, right: Term) -> Lit {
        let difference = self.difference(left, right);
        match self.kernel.numbers.lia.constraint(&difference, Relation::Eq) {
            Constraint::True => self.truth(),
            Constraint::False => !self.truth(),
            Constraint::Bound(_) => unreachable!("an equation is never an inequality"),
            Constraint::Fixed(number, value) => {
                let var = self.sat.new_var();
                self.sat.observe(var);
                self.kernel.atoms.get_mut(var).equation = Some((number, value));
                let nodes = [left, right].map(|side| self.kernel.classes.node_of(side));
                if let [Some(a), Some(b)] = nodes {
                    self.link_sides(var, a, b);
                }
                var.positive()
            }
        }
    }

    /// Makes an equation of numbers an equation of their nodes, too.
    pub fn link_sides(&mut self, var: Var, a: Node, b: Node) {
        if self.kernel.atoms.get_mut(var).sides.is_some() {
            return;
        }
        let node = self.kernel.classes.graph.add_application(EQUATION, &[a, b]);
        self.kernel.classes.set_var(node, var);
        let atom = self.kernel.atoms.get_mut(var);
        atom.node = Some(node);
        atom.sides = Some((a, b));
    }

    /// `left - right` over the variables of the arithmetic.
    pub(crate) fn difference(&mut self, left: Term, right: Term) -> Linear {
        self.linear(&[(left, Rational::ONE), (right, -Rational::ONE)])
    }

    /// A sum of terms over the variables of the arithmetic.
    pub fn linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        let sum = sum_of(self.env.store, terms);
        let parts = sum.parts.into_iter().map(|(term, factor)| (number(self, term), factor)).collect();
        Linear::from_terms(parts, sum.constant)
    }
}

fn upper_literal(cx: &mut Context<'_>, bound: &Bound) -> Lit {
    let numbers = &mut cx.kernel.numbers;
    let key = (bound.var, bound.value.clone());
    if let Some(known) = numbers.bounds.get(&key) {
        cx.sat.set_decidable(*known, true);
        return known.positive();
    }
    let var = cx.sat.new_var();
    cx.sat.observe(var);
    let atom = numbers.lia.register_atom(bound);
    debug_assert_eq!(atom.0 as usize, numbers.var_of_bound.len(), "atoms are numbered in order");
    numbers.var_of_bound.push(var);
    numbers.bounds.insert(key, var);
    cx.kernel.atoms.get_mut(var).bound = Some(atom);
    var.positive()
}

/// The variable of an opaque number.
fn number(cx: &mut Context<'_>, term: Term) -> tress_lia::Var {
    let Context { env, kernel, .. } = cx;
    if let Some(known) = kernel.numbers.vars.get(term) {
        return *known;
    }
    let kind = if env.store.sort(term) == Sort::Int { Kind::Int } else { Kind::Real };
    let var = kernel.numbers.lia.new_var(kind);
    kernel.numbers.vars.set(term, var);
    kernel.numbers.terms.insert(var, term);
    if env.store.as_constant(term).is_none() {
        kernel.waiting.terms.push(term);
    }
    var
}
