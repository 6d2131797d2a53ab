//! The one door for inferences.
//!
//! Enters: what a rule concludes and what that rests on. Leaves: a clause in the solver. Every
//! clause, conflict, split and axiom passes here: it is counted under its rule's name, left out
//! when it was said before, its atoms are made to matter, and it can be logged. A clause must hold
//! in every model of the theory: nothing here depends on what is asserted.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_sat::Lit;

use crate::smtlib::print::{Style, term_text};
use crate::term::{Op, Sort, Term, TermStore};

use super::atoms::Atoms;
use super::context::Context;
use super::sat::Lasting;

/// The name of a rule, under which it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule(pub(crate) &'static str);

/// What has passed the door.
#[derive(Default)]
pub(crate) struct Inferences {
    counts: FxHashMap<Rule, u64>,
    /// Clauses that are kept always, sorted.
    known: FxHashSet<Box<[Lit]>>,
    doubles: u64,
}

/// How often a clause was concluded again.
const DOUBLES: &str = "inferences-doubled";

impl Inferences {
    /// Counts a rule that led to no clause.
    pub(crate) fn count(&mut self, rule: Rule) {
        *self.counts.entry(rule).or_default() += 1;
    }

    /// The counters that are not zero, which begin again at zero.
    pub(crate) fn take_counts(&mut self) -> Vec<(&'static str, u64)> {
        let mut counts: Vec<_> = self.counts.drain().map(|(rule, count)| (rule.0, count)).collect();
        if self.doubles > 0 {
            counts.push((DOUBLES, std::mem::take(&mut self.doubles)));
        }
        counts.sort_unstable();
        counts
    }

    /// Remembers a clause; false when it was known.
    fn is_new(&mut self, clause: &[Lit]) -> bool {
        let mut sorted: Box<[Lit]> = clause.into();
        sorted.sort_unstable();
        self.known.insert(sorted)
    }
}

impl Context<'_> {
    /// Adds the clause: one of the premises is false, or one of the conclusions is true. Premises
    /// are literals that are true at present; without any, the conclusions are an axiom; without
    /// conclusions, the premises are a conflict. True when this was not known.
    pub(crate) fn infer(
        &mut self,
        rule: Rule,
        premises: Vec<Lit>,
        conclusions: &[Lit],
        lasting: Lasting,
    ) -> bool {
        let is_new = self.enter_clause(rule, premises, conclusions, lasting);
        if !is_new {
            self.say_again(conclusions);
        }
        is_new
    }

    /// The door itself.
    fn enter_clause(
        &mut self,
        rule: Rule,
        mut premises: Vec<Lit>,
        conclusions: &[Lit],
        lasting: Lasting,
    ) -> bool {
        self.kernel.inferences.count(rule);
        premises.sort_unstable();
        premises.dedup();
        self.log(rule, &premises, conclusions);
        let mut clause = premises;
        clause.iter_mut().for_each(|literal| *literal = !*literal);
        clause.extend_from_slice(conclusions);
        for literal in conclusions {
            self.make_relevant(*literal);
        }
        let is_known = lasting == Lasting::Always && !self.kernel.inferences.is_new(&clause);
        if !is_known {
            self.sat.add(&clause, lasting);
        }
        !is_known
    }

    /// A clause that is known was concluded again: the search has left it open which of its
    /// conclusions holds, and is to decide that.
    fn say_again(&mut self, conclusions: &[Lit]) {
        self.kernel.inferences.doubles += 1;
        for literal in conclusions {
            if self.sat.value(*literal).is_none() {
                self.sat.suggest(*literal);
            }
        }
    }

    /// Asks the search to decide a formula, and to try first that it is true. False when it has
    /// decided so.
    pub(crate) fn split(&mut self, rule: Rule, literal: Lit) -> bool {
        if self.sat.value(literal) == Some(true) {
            return false;
        }
        self.kernel.inferences.count(rule);
        self.log(rule, &[], &[literal, !literal]);
        self.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        self.sat.suggest(literal);
        true
    }

    /// Adds a clause of formulas that holds in every model. The clause is made when the terms that
    /// wait have been entered: before the search goes on.
    pub(crate) fn axiom(&mut self, rule: Rule, clause: &[Term]) {
        self.kernel.waiting.axioms.push((rule, clause.to_vec()));
    }

    /// When all conditions hold, so does each conclusion.
    pub(crate) fn axiom_when(&mut self, rule: Rule, conditions: &[Term], conclusions: &[Term]) {
        let negated: Vec<Term> = conditions.iter().map(|condition| self.env.store.not(*condition)).collect();
        for conclusion in conclusions {
            self.axiom(rule, &[negated.as_slice(), &[*conclusion]].concat());
        }
    }

    /// Two formulas mean the same.
    pub(crate) fn axiom_equivalent(&mut self, rule: Rule, a: Term, b: Term) {
        let (not_a, not_b) = (self.env.store.not(a), self.env.store.not(b));
        self.axiom(rule, &[not_a, b]);
        self.axiom(rule, &[a, not_b]);
    }

    /// Makes the clause of an axiom that has waited.
    pub(super) fn add_axiom(&mut self, rule: Rule, axiom: &[Term]) {
        let clause: Vec<Lit> = axiom.iter().map(|term| self.literal(*term)).collect();
        self.kernel.relevance.defining.extend_from_slice(axiom);
        self.enter_clause(rule, Vec::new(), &clause, Lasting::Always);
    }

    /// Makes the value of a conclusion matter. What a clause says by an equation being false must
    /// hold in the model; so must connectives and predicates of either value. A true equation or
    /// a comparison holds as soon as it is told to the theories.
    fn make_relevant(&mut self, literal: Lit) {
        self.sat.set_decidable(literal.var(), true);
        if !literal.is_positive() {
            self.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        }
        if let Some(term) = self.kernel.atoms.term_of(literal.var())
            && needs_root(self.env.store, term)
        {
            self.kernel.relevance.add_root(term);
        }
    }

    /// Writes an inference into the log, if there is one.
    fn log(&mut self, rule: Rule, premises: &[Lit], conclusions: &[Lit]) {
        if !self.env.log.is_on() {
            return;
        }
        let Self { env, kernel, .. } = self;
        let mut line = format!("({}", rule.0);
        for (title, literals) in [(":because", premises), (":then", conclusions)] {
            let _ = write!(line, " {title} (");
            for (place, literal) in literals.iter().enumerate() {
                line.push_str(if place > 0 { " " } else { "" });
                line.push_str(&literal_text(env.store, &kernel.atoms, *literal));
            }
            line.push(')');
        }
        line.push(')');
        env.log.write(&line);
    }
}

/// Is the value of the formula looked at only when relevance says so?
fn needs_root(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Some(Op::Eq) => store.sort(store.args(term)[0]) == Sort::Bool || store.args(term).len() > 2,
        Some(Op::Le | Op::Lt | Op::Ge | Op::Gt) => store.args(term).len() > 2,
        _ => store.as_constant(term).is_none(),
    }
}

/// A literal as the text of its formula.
fn literal_text(store: &TermStore, atoms: &Atoms, literal: Lit) -> String {
    let Some(term) = atoms.term_of(literal.var()) else { return format!("gate-{}", literal.code()) };
    let own = atoms.literals.get(term).copied().unwrap_or(literal);
    let text = term_text(store, term, Style::Standard);
    if own == literal { text } else { format!("(not {text})") }
}
