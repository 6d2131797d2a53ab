//! A search whose clauses are kept: what a certificate is made of.
//!
//! Enters: a problem. Leaves, if it is refuted: the clauses that the refutation needs, over formulas, each with
//! where it comes from. Searches that nobody asked to record pay nothing.

use rustc_hash::FxHashMap;
use tress_base::{Rational, Stop};
use tress_lia::{Kind, Side};
use tress_sat::{Lit, Solver, Source, Trace, Tracer, Var};

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, TermStore, post_order};

use super::Kernel;
use super::incremental::{Incremental, Mode};
use super::inferences::Rule;
use super::theory::Theory;

/// What observes the clauses of a search.
pub trait Observer: Tracer + Default {
    /// A search has ended; `found` is a model of all facts, if it found one.
    fn after_search(
        _sat: &Solver<Self>,
        _kernel: &mut Kernel,
        _theory: &dyn Theory,
        _env: &mut Env<'_>,
        _found: Option<&Model>,
    ) where
        Self: Sized,
    {
    }
}

impl Observer for Trace {}

/// The rules and assertions behind clauses, by their sorted literals.
#[derive(Default)]
pub(super) struct Recorder {
    rules: FxHashMap<Box<[Lit]>, Rule>,
    asserted: FxHashMap<Box<[Lit]>, Term>,
}

fn sorted(clause: &[Lit]) -> Box<[Lit]> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.into()
}

impl Recorder {
    /// A clause passed the door.
    pub(super) fn note_inference(&mut self, rule: Rule, clause: &[Lit]) {
        self.rules.entry(sorted(clause)).or_insert(rule);
    }

    /// A formula was asserted as this clause.
    pub(super) fn note_assertion(&mut self, formula: Term, clause: &[Lit]) {
        self.asserted.entry(sorted(clause)).or_insert(formula);
    }
}

/// Where a clause comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A fact, as a clause of its literals.
    Asserted(Term),
    /// The meaning of a connective, or of a name for a formula.
    Definition,
    /// A rule said so.
    Inference(Rule),
    /// Congruence or arithmetic said why a literal follows.
    Explanation,
    /// It follows by unit propagation from these clauses of the list, in this order.
    Derived(Vec<usize>),
}

/// A clause that a refutation needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedClause {
    /// Formulas, and whether the literal is the formula or its negation.
    pub literals: Vec<(Term, bool)>,
    /// Where it comes from.
    pub origin: Origin,
}

/// What a Skolem symbol means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// The symbol, as a term.
    pub symbol: Term,
    /// Its role.
    pub role: &'static str,
    /// The terms that it belongs to.
    pub of: Vec<Term>,
}

/// What a refutation needs.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Clauses, the last of which is empty.
    pub clauses: Vec<RecordedClause>,
    /// The roles of all Skolem symbols, each after the terms that it belongs to.
    pub roles: Vec<Role>,
    /// Formulas that another one represents in clauses, with that one and whether it is equal or opposite.
    pub aliases: Vec<(Term, (Term, bool))>,
}

/// The end of a recorded search.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// The problem has no solution.
    Refuted(Refutation),
    /// A refutation that uses a variable without a formula.
    Unnamed,
    /// The problem was not refuted.
    Open(Outcome),
}

/// Decides a problem and keeps the clauses of its refutation.
///
/// # Errors
/// When the budget is used up.
pub fn decide_recorded<T: Theory>(env: &mut Env<'_>, theory: T, problem: &Problem) -> Result<Recorded, Stop> {
    let mut search: Incremental<T, Trace> = Incremental::observed(theory, env.seed);
    search.kernel.recorder = Some(Box::default());
    let outcome = search.decide(env, problem, |_: &Fact| Mode::Asserted)?;
    if !matches!(outcome, Outcome::Conflict(_)) {
        return Ok(Recorded::Open(outcome));
    }
    let Some(needed) = search.sat.tracer().trimmed(env.budget)? else { return Ok(Recorded::Unnamed) };
    let mut clauses: Vec<RecordedClause> = Vec::with_capacity(needed.len());
    for clause in needed {
        let Some(literals) = search.kernel.formulas_of(env.store, &clause.literals) else {
            return Ok(Recorded::Unnamed);
        };
        let recorder = search.kernel.recorder.as_ref().expect("this search records");
        let origin = match clause.source {
            Source::Derived => Origin::Derived(clause.hints),
            _ => {
                let rule = recorder.rules.get(&clause.literals).map(|rule| Origin::Inference(*rule));
                let fact = recorder.asserted.get(&clause.literals).map(|fact| Origin::Asserted(*fact));
                let unnamed = match clause.source {
                    Source::Lemma => Origin::Explanation,
                    _ => Origin::Definition,
                };
                fact.or(rule).unwrap_or(unnamed)
            }
        };
        clauses.push(RecordedClause { literals, origin });
    }
    let roles = search.kernel.skolems.by_age().into_iter();
    let roles = roles.map(|(symbol, (role, of))| Role { symbol, role, of: of.to_vec() });
    let roles = roles.collect();
    let mut roots: Vec<Term> = problem.roots();
    roots.extend(clauses.iter().flat_map(|clause| clause.literals.iter().map(|(term, _)| *term)));
    let aliases = search.kernel.aliases(env.store, &roots);
    Ok(Recorded::Refuted(Refutation { clauses, roles, aliases }))
}

impl Kernel {
    /// The formulas of literals. `None` if one has none.
    fn formulas_of(&self, store: &mut TermStore, literals: &[Lit]) -> Option<Vec<(Term, bool)>> {
        literals.iter().map(|literal| self.formula_of(store, *literal)).collect()
    }

    fn formula_of(&self, store: &mut TermStore, literal: Lit) -> Option<(Term, bool)> {
        let var = literal.var();
        if let Some(term) = self.atoms.term_of(var) {
            let own = self.atoms.literals.get(term).copied().unwrap_or(literal);
            return Some((term, own == literal));
        }
        let atom = self.atoms.get(var)?;
        let term = match atom.node.and_then(|node| self.classes.term_of(node)) {
            Some(term) => term,
            None => self.bound_term(store, var)?,
        };
        Some((term, literal.is_positive()))
    }

    /// Formulas inside of these that other formulas represent in clauses.
    fn aliases(&self, store: &mut TermStore, roots: &[Term]) -> Vec<(Term, (Term, bool))> {
        let mut found = Vec::new();
        for term in post_order(store, roots) {
            let literal = self.atoms.literals.get(term).copied();
            if let Some(other) = literal.and_then(|literal| self.formula_of(store, literal))
                && other.0 != term
            {
                found.push((term, other));
            }
        }
        found
    }

    /// The comparison of a variable that represents a bound.
    fn bound_term(&self, store: &mut TermStore, var: Var) -> Option<Term> {
        let bound = self.numbers.lia.atom(self.atoms.get(var)?.bound?).clone();
        let is_int = self.numbers.lia.kind(bound.var) == Kind::Int;
        let mut parts = Vec::new();
        for (part, coefficient) in self.numbers.lia.meaning(bound.var).terms() {
            let term = *self.numbers.terms.get(part)?;
            let term = if is_int { term } else { store.as_real(term) };
            parts.push(scaled(store, term, coefficient, is_int));
        }
        let sum = match parts.as_slice() {
            [only] => *only,
            _ => store.app(Op::Add, &parts).ok()?,
        };
        let op = match (bound.side, bound.value.delta.is_zero()) {
            (Side::Upper, true) => Op::Le,
            (Side::Upper, false) => Op::Lt,
            (Side::Lower, true) => Op::Ge,
            (Side::Lower, false) => Op::Gt,
        };
        let limit = constant(store, &bound.value.main, is_int);
        store.app(op, &[sum, limit]).ok()
    }
}

fn constant(store: &mut TermStore, number: &Rational, is_int: bool) -> Term {
    if is_int { store.int(number.floor()) } else { store.real(number.clone()) }
}

fn scaled(store: &mut TermStore, term: Term, coefficient: &Rational, is_int: bool) -> Term {
    if coefficient.is_one() {
        return term;
    }
    debug_assert!(store.sort(term) == if is_int { Sort::Int } else { Sort::Real });
    let coefficient = constant(store, coefficient, is_int);
    store.app(Op::Mul, &[coefficient, term]).expect("numbers of one sort")
}
