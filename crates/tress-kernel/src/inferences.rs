//! The one door for inferences.
//!
//! Enters: what a rule concludes and what that rests on. Leaves: a clause in the solver. Every
//! clause, conflict, split and axiom passes here: it is counted under its rule's name, left out
//! when it was said before, its atoms are made to matter, and it can be logged. A clause must hold
//! in every model of the theory: nothing here depends on what is asserted.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_sat::Lit;

use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, Term, TermStore};

use super::atoms::Atoms;
use super::context::Context;
use super::sat::Lifetime;

/// An inference rule.
///
/// Invariant: the name is unique in the program, so two rules are equal if their names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name under which it is counted.
    pub name: &'static str,
    /// The paper or the standard that it comes from; `own` if there is none.
    pub source: &'static str,
    /// Why its clauses hold in every model.
    pub why: &'static str,
}

impl Rule {
    /// A rule with its name, its source and the argument for it.
    #[must_use]
    pub const fn new(name: &'static str, source: &'static str, why: &'static str) -> Self {
        Self { name, source, why }
    }
}

/// What has passed the door.
#[derive(Default)]
pub struct Inferences {
    counts: FxHashMap<&'static str, u64>,
    /// Clauses that are kept always, sorted.
    known: FxHashSet<Box<[Lit]>>,
    doubles: u64,
    /// Clauses and questions that were new to the search.
    news: u64,
}

/// How often a clause was concluded again.
const DOUBLES: &str = "inferences-doubled";

impl Inferences {
    /// Counts a rule that led to no clause.
    pub fn count(&mut self, rule: Rule) {
        *self.counts.entry(rule.name).or_default() += 1;
    }

    /// The counters that are not zero, which begin again at zero.
    pub(crate) fn take_counts(&mut self) -> Vec<(&'static str, u64)> {
        let mut counts: Vec<_> = self.counts.drain().collect();
        if self.doubles > 0 {
            counts.push((DOUBLES, std::mem::take(&mut self.doubles)));
        }
        counts.sort_unstable();
        counts
    }

    /// How much has been said that was new to the search. A step that changes nothing leaves it as it
    /// is.
    pub(crate) fn news(&self) -> u64 {
        self.news
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
    pub fn infer(&mut self, rule: Rule, premises: Vec<Lit>, conclusions: &[Lit], lifetime: Lifetime) -> bool {
        let is_new = self.enter_clause(rule, premises, conclusions, lifetime);
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
        lifetime: Lifetime,
    ) -> bool {
        self.kernel.inferences.count(rule);
        let is_axiom = premises.is_empty();
        premises.sort_unstable();
        premises.dedup();
        log(self, rule, &premises, conclusions);
        let mut clause = premises;
        clause.iter_mut().for_each(|literal| *literal = !*literal);
        clause.extend_from_slice(conclusions);
        self.kernel.checks.note_inference(rule, &clause);
        if let Some(recorder) = &mut self.kernel.recorder {
            recorder.note_inference(rule, &clause);
        }
        for literal in conclusions {
            self.make_relevant(*literal, is_axiom);
        }
        let is_known = lifetime == Lifetime::Permanent && !self.kernel.inferences.is_new(&clause);
        if !is_known {
            self.kernel.inferences.news += 1;
            self.sat.add(&clause, lifetime);
        }
        !is_known
    }

    /// A clause that is known was concluded again: the search has left it open which of its
    /// conclusions holds, and is to decide that.
    fn say_again(&mut self, conclusions: &[Lit]) {
        self.kernel.inferences.doubles += 1;
        for literal in conclusions {
            if self.sat.value(*literal).is_none() {
                self.suggest(*literal);
            }
        }
    }

    /// Asks the search to decide a formula, and to try first that it is true. False when it has
    /// decided so.
    pub fn split(&mut self, rule: Rule, literal: Lit) -> bool {
        if self.sat.value(literal) == Some(true) {
            return false;
        }
        self.kernel.inferences.count(rule);
        log(self, rule, &[], &[literal, !literal]);
        self.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        self.suggest(literal);
        true
    }

    /// Asks the search to decide a literal, whatever clauses need, and to try this value first.
    pub fn suggest(&mut self, literal: Lit) {
        self.kernel.inferences.news += u64::from(self.sat.value(literal).is_none());
        self.sat.suggest(literal);
    }

    /// Lets the search decide a literal where a clause needs it, and try this value first.
    pub fn propose(&mut self, literal: Lit) {
        self.kernel.inferences.news += u64::from(self.sat.value(literal).is_none());
        self.sat.set_decidable(literal.var(), true);
        self.sat.set_phase(literal.var(), literal.is_positive());
    }

    /// Adds a clause of formulas that holds in every model. The clause is made when the terms that
    /// wait have been entered: before the search goes on.
    pub fn axiom(&mut self, rule: Rule, clause: &[Term]) {
        self.kernel.inferences.news += 1;
        self.kernel.waiting.axioms.push((rule, clause.to_vec()));
    }

    /// When all conditions hold, so does each conclusion.
    pub fn axiom_when(&mut self, rule: Rule, conditions: &[Term], conclusions: &[Term]) {
        let negated: Vec<Term> = conditions.iter().map(|condition| self.env.store.not(*condition)).collect();
        for conclusion in conclusions {
            self.axiom(rule, &[negated.as_slice(), &[*conclusion]].concat());
        }
    }

    /// Two formulas mean the same.
    pub fn axiom_equivalent(&mut self, rule: Rule, a: Term, b: Term) {
        let (not_a, not_b) = (self.env.store.not(a), self.env.store.not(b));
        self.axiom(rule, &[not_a, b]);
        self.axiom(rule, &[a, not_b]);
    }

    /// Makes the clause of an axiom that has waited.
    pub fn add_axiom(&mut self, rule: Rule, axiom: &[Term]) {
        let clause: Vec<Lit> = axiom.iter().map(|term| self.literal(*term)).collect();
        self.kernel.relevance.defining.extend_from_slice(axiom);
        self.infer(rule, Vec::new(), &clause, Lifetime::Permanent);
    }

    /// Makes the value of a conclusion matter. What a clause says by an equation being false must
    /// hold in the model; a true one, or a comparison, holds as soon as it is told to the theories.
    /// Connectives pass on to their parts. Predicates matter where an axiom rests on them; those of
    /// other clauses were there before, and matter where the problem says so.
    fn make_relevant(&mut self, literal: Lit, is_axiom: bool) {
        if is_axiom {
            self.sat.set_decidable(literal.var(), true);
        }
        let term = self.kernel.atoms.term_of(literal.var());
        let kind = term.map_or(Watch::Equation, |term| kind(self.env.store, term));
        if !literal.is_positive() && (is_axiom || kind == Watch::Equation) {
            self.kernel.atoms.get_mut(literal.var()).always_relevant = true;
        }
        if let Some(term) = term
            && (kind == Watch::Connective || (is_axiom && kind == Watch::Predicate))
        {
            self.kernel.relevance.add_root(term);
        }
    }
}

/// Writes an inference into the log, if there is one.
fn log(cx: &mut Context<'_>, rule: Rule, premises: &[Lit], conclusions: &[Lit]) {
    if !cx.env.log.is_on() {
        return;
    }
    let Context { env, kernel, .. } = cx;
    let mut line = format!("({}", rule.name);
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

/// How the value of a formula is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watch {
    /// Told to the theories; only what should be false is looked at when it is relevant.
    Equation,
    /// Looked at when it is relevant.
    Predicate,
    /// Looked at through its parts.
    Connective,
}

fn kind(store: &TermStore, term: Term) -> Watch {
    let args = store.args(term);
    match store.op(term) {
        Some(Op::Eq) if store.sort(args[0]) != Sort::Bool && args.len() == 2 => Watch::Equation,
        Some(Op::Le | Op::Lt | Op::Ge | Op::Gt) if args.len() == 2 => Watch::Equation,
        Some(Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Distinct) => Watch::Connective,
        Some(Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite) => Watch::Connective,
        _ if store.as_constant(term).is_some() => Watch::Equation,
        _ => Watch::Predicate,
    }
}

/// A literal as the text of its formula.
pub(super) fn literal_text(store: &TermStore, atoms: &Atoms, literal: Lit) -> String {
    let Some(term) = atoms.term_of(literal.var()) else { return format!("gate-{}", literal.code()) };
    let own = atoms.literals.get(term).copied().unwrap_or(literal);
    let text = term_text(store, term, Style::Standard);
    if own == literal { text } else { format!("(not {text})") }
}
