//! Clauses that hold in every model, one rule of the checker after the other.
//!
//! Enters: a clause, and the name of the rule that the solver concluded it by. Leaves: its number in the
//! proof. What the checker decides alone is tried first; then arithmetic and equality together; then
//! instances of schemas.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Rational, Stop};
use tress_rewrite::env::Env;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, Term, TermSet, TermStore, Theory, post_order};

use crate::classes::Classes;
use crate::derivations::Derivations;
use crate::emit::{Literal, Reason};
use crate::limits::{DEPTH, FIRST_STATES, FIRST_STEPS, INNER_STEPS, STATES};
use crate::linear;
use crate::proof::{Proof, canonical};
use crate::rewritten::Applications;
use crate::schemas::Schemas;
use crate::search::Method;

/// A formula that a search may use.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) formula: Term,
    pub(crate) source: Source,
}

/// Why a formula is known.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// It is derived from the assertions.
    Derived(usize),
    /// The checker decides its clause alone; the proof holds that as soon as somebody needs it.
    Step(Box<[Literal]>, Reason),
}

impl Known {
    fn unit(formula: Term, step: &'static str) -> Self {
        Self { formula, source: Source::Step([(formula, true)].into(), Reason::Plain(step)) }
    }
}

/// What became of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// It has a literal and its negation, or `true`.
    Always,
    /// It is this clause of the proof.
    Entry(usize),
    /// Nobody could show it.
    Open,
}

/// Numbers by the terms of their sums, each with the constant of its sum.
type SumTable = FxHashMap<Vec<(Term, Rational)>, Vec<(Rational, Term)>>;

/// A proof under construction, and what it is made with.
pub(crate) struct Prover<'a, 'e> {
    pub(crate) env: &'a mut Env<'e>,
    pub(crate) proof: Proof<'a>,
    pub(crate) schemas: Schemas,
    pub(crate) applications: Applications,
    pub(crate) derivations: Derivations,
    /// Clauses that nothing showed.
    pub(crate) open: FxHashSet<Box<[Literal]>>,
    /// Rules whose clauses could not be shown, and how often.
    pub(crate) missing: BTreeMap<String, usize>,
    /// How many searches are open inside of the one for the whole proof.
    pub(crate) depth: usize,
}

impl Prover<'_, '_> {
    /// Counts a rule whose clause could not be shown.
    pub(crate) fn missing(&mut self, rule: &str) {
        if self.depth == 0 {
            *self.missing.entry(rule.to_owned()).or_default() += 1;
        }
    }

    /// Shows a clause.
    pub(crate) fn prove(&mut self, literals: &[Literal], rule: &str) -> Result<Shown, Stop> {
        let Some(clause) = canonical(self.env.store, literals) else { return Ok(Shown::Always) };
        if let Some(known) = self.proof.known(&clause) {
            return Ok(Shown::Entry(known));
        }
        if self.open.contains(&clause) {
            return Ok(Shown::Open);
        }
        let mut found = self.closed(&clause, 0)?;
        if found.is_none() && !DEPTH.is_exceeded(self.depth + 1, self.env.budget) {
            self.depth += 1;
            let inner = self.by_instances(&clause);
            self.depth -= 1;
            found = inner?;
        }
        if found.is_none() && clause.iter().any(|(atom, _)| has_language(self.env.store, *atom)) {
            let states = STATES.size(self.env.budget);
            found = self.proof.add(self.env.store, &clause, Reason::Language(states));
        }
        Ok(match found {
            Some(entry) => Shown::Entry(entry),
            None => {
                if self.depth == 0 {
                    self.log(rule, &clause);
                    self.open.insert(clause);
                }
                self.missing(rule);
                Shown::Open
            }
        })
    }

    /// Writes into the log what could not be shown.
    fn log(&mut self, rule: &str, clause: &[Literal]) {
        if !self.env.log.is_on() {
            return;
        }
        let texts: Vec<String> = clause
            .iter()
            .map(|(atom, positive)| {
                let text = term_text(self.env.store, *atom, Style::Standard);
                if *positive { text } else { format!("(not {text})") }
            })
            .collect();
        self.env.log.write(&format!("(unjustified {rule} {})", texts.join(" ")));
    }

    /// By a single step that the checker decides alone.
    pub(crate) fn decided(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        for reason in self.candidates(clause)? {
            self.env.budget.look()?;
            if let Some(entry) = self.proof.add(self.env.store, clause, reason) {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// The steps that may show a clause.
    fn candidates(&mut self, clause: &[Literal]) -> Result<Vec<Reason>, Stop> {
        let mut reasons = Vec::new();
        if clause.iter().any(|(atom, _)| self.env.is_ground(*atom)) {
            reasons.push(Reason::Plain("eval"));
        }
        let assumed: Vec<Literal> = clause.iter().map(|(atom, positive)| (*atom, !*positive)).collect();
        if Classes::new(self.env, &assumed, &[])?.is_refuted {
            reasons.push(Reason::Euf(Vec::new()));
        }
        let store = &*self.env.store;
        for (atom, _) in clause {
            if is_connective(store, *atom) {
                reasons.push(Reason::Bool(*atom));
            }
            if store.op(*atom) == Some(Op::Eq) {
                let choices = store.args(*atom).iter().filter(|arg| store.op(**arg) == Some(Op::Ite));
                reasons.extend(choices.map(|choice| Reason::Bool(*choice)));
            }
        }
        if let [(atom, _)] = clause
            && store.op(*atom) == Some(Op::Eq)
        {
            reasons.extend(["norm", "strip"].map(Reason::Plain));
        } else if clause.len() <= 2 && clause.iter().all(|(atom, _)| store.op(*atom) == Some(Op::Eq)) {
            reasons.push(Reason::Plain("strip"));
        }
        if clause.iter().any(|(atom, _)| has_language(store, *atom)) {
            reasons.push(Reason::Language(FIRST_STATES.size(self.env.budget)));
        }
        Ok(reasons)
    }

    /// By linear arithmetic over what congruence makes equal, also where two numbers differ.
    pub(crate) fn arithmetic(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        match self.linear(clause)? {
            Some(entry) => Ok(Some(entry)),
            None => self.by_sides(clause),
        }
    }

    /// By linear arithmetic over what congruence makes equal.
    pub(crate) fn linear(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        let assumed: Vec<Literal> = clause.iter().map(|(atom, positive)| (*atom, !*positive)).collect();
        if !assumed.iter().any(|(atom, _)| is_arithmetic(self.env.store, *atom)) {
            return Ok(None);
        }
        if let Some(tree) = linear::refute(self.env, &assumed)? {
            return Ok(self.proof.add(self.env.store, clause, Reason::Lia(tree)));
        }
        let equations = self.equal_numbers(&assumed)?;
        if equations.is_empty() {
            return Ok(None);
        }
        let all: Vec<Literal> =
            assumed.iter().copied().chain(equations.iter().map(|term| (*term, true))).collect();
        let Some(tree) = linear::refute(self.env, &all)? else { return Ok(None) };
        let literals: Vec<Literal> = all.iter().map(|(atom, positive)| (*atom, !*positive)).collect();
        let Some(sum) = self.proof.add(self.env.store, &literals, Reason::Lia(tree)) else { return Ok(None) };
        let mut hints = Vec::new();
        for equation in &equations {
            let literals = [clause, &[(*equation, true)]].concat();
            match self.proof.add(self.env.store, &literals, Reason::Euf(Vec::new())) {
                Some(entry) => hints.push(entry),
                None => return Ok(None),
            }
        }
        hints.push(sum);
        Ok(self.derived(clause, hints))
    }

    /// Equations of numbers that follow from what is assumed by congruence and evaluation.
    fn equal_numbers(&mut self, assumed: &[Literal]) -> Result<Vec<Term>, Stop> {
        let classes = Classes::new(self.env, assumed, &[])?;
        let mut equations = Vec::new();
        let mut first: BTreeMap<Term, Term> = BTreeMap::new();
        for term in classes.terms().to_vec() {
            let store = &*self.env.store;
            if !store.sort(term).is_numeric() || store.as_value(term).is_some() {
                continue;
            }
            let class = classes.of(term);
            let other = classes.value(term).or_else(|| first.get(&class).copied());
            first.entry(class).or_insert(term);
            if let Some(other) = other
                && other != term
            {
                equations.push(self.env.equal(term, other));
            }
        }
        Ok(equations)
    }

    /// By searches over instances of schemas about the terms of the clause, and by the calculus.
    fn by_instances(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        let atoms: Vec<Term> = clause.iter().map(|(atom, _)| *atom).collect();
        let mut suggested: [Option<Vec<Known>>; 3] = [const { None }; 3];
        // Most succeed at once, or not at all.
        for steps in [&FIRST_STEPS, &INNER_STEPS] {
            for (rounds, method) in [
                (0, Method::Kernel),
                (1, Method::Kernel),
                (0, Method::Calculus),
                (2, Method::Kernel),
                (1, Method::Calculus),
            ] {
                let facts = match &mut suggested[rounds] {
                    Some(facts) => facts,
                    none => none.insert(self.suggested(&atoms, rounds)?),
                };
                if let Some(entry) = self.refute(facts, clause, method, steps)? {
                    return Ok(Some(entry));
                }
            }
        }
        Ok(None)
    }

    /// Instances of schemas about terms, and values.
    fn suggested(&mut self, atoms: &[Term], rounds: usize) -> Result<Vec<Known>, Stop> {
        let mut facts = Vec::new();
        if rounds > 0 {
            for instance in self.schemas.instances(self.env, atoms, rounds)? {
                let Some(literals) = canonical(self.env.store, &instance.literals) else { continue };
                let reason = Reason::Schema(instance.schema, instance.index, instance.args);
                let formula = self.disjunction(&literals);
                facts.push(Known { formula, source: Source::Step(literals, reason) });
            }
        }
        self.evaluations(atoms, &mut facts)?;
        self.same_numbers(atoms, &mut facts)?;
        Ok(facts)
    }

    /// Adds which arguments of functions are the same sum, written in different ways.
    fn same_numbers(&mut self, others: &[Term], facts: &mut Vec<Known>) -> Result<(), Stop> {
        let mut roots: Vec<Term> = facts.iter().map(|known| known.formula).collect();
        roots.extend_from_slice(others);
        let mut numbers: Vec<Term> = Vec::new();
        let mut seen = TermSet::new();
        for term in post_order(self.env.store, &roots) {
            let store = &*self.env.store;
            if store.op(term).is_some_and(|op| op.info().theory == Theory::Strings) {
                let args = store.args(term).iter();
                numbers.extend(args.filter(|arg| store.sort(**arg) == Sort::Int && seen.add(**arg)));
            }
        }
        let mut known: SumTable = FxHashMap::default();
        for term in numbers {
            let (parts, constant) = linear::sum(self.env, term)?;
            let alike = known.entry(parts).or_default();
            if let Some((_, other)) = alike.iter().find(|(own, _)| *own == constant) {
                let equation = self.env.equal(*other, term);
                facts.push(Known::unit(equation, "norm"));
            } else {
                alike.push((constant, term));
            }
        }
        Ok(())
    }

    /// Adds what the ground terms in facts and in other formulas are.
    fn evaluations(&mut self, others: &[Term], facts: &mut Vec<Known>) -> Result<(), Stop> {
        let mut roots: Vec<Term> = facts.iter().map(|known| known.formula).collect();
        roots.extend_from_slice(others);
        for term in post_order(self.env.store, &roots) {
            let is_value = self.env.store.as_value(term).is_some();
            let sort = self.env.store.sort(term);
            if is_value || sort == Sort::RegLan || sort == Sort::Bool || !self.env.is_ground(term) {
                continue;
            }
            let Some(value) = self.env.value_of(term)? else { continue };
            let value = self.env.store.value(value);
            let equation = self.env.equal(term, value);
            facts.push(Known::unit(equation, "eval"));
        }
        Ok(())
    }

    /// A clause as a formula.
    fn disjunction(&mut self, literals: &[Literal]) -> Term {
        let parts: Vec<Term> = literals
            .iter()
            .map(|(atom, positive)| if *positive { *atom } else { self.env.store.not(*atom) })
            .collect();
        match parts.as_slice() {
            [] => TermStore::FALSE,
            [only] => *only,
            _ => self.env.app(Op::Or, &parts),
        }
    }
}

fn is_connective(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Some(Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite | Op::Distinct) => true,
        Some(Op::Eq) => store.args(term).len() > 2 || store.sort(store.args(term)[0]) == Sort::Bool,
        Some(Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe) => store.args(term).len() > 2,
        _ => false,
    }
}

fn is_arithmetic(store: &TermStore, atom: Term) -> bool {
    match store.op(atom) {
        Some(Op::Le | Op::Lt | Op::Ge | Op::Gt) => true,
        Some(Op::Eq | Op::Distinct) => store.sort(store.args(atom)[0]).is_numeric(),
        _ => false,
    }
}

/// Does the atom say something about one string, so that languages may refute it?
fn has_language(store: &TermStore, atom: Term) -> bool {
    match store.op(atom) {
        Some(Op::InRe) => true,
        Some(Op::Eq) => store.sort(store.args(atom)[0]) == Sort::RegLan,
        _ => false,
    }
}
