//! Checks of everything that a search concludes: the feature `check-everything`.
//!
//! Enters: every clause given to the SAT solver, with its rule. Leaves: nothing, or a panic that names
//! what is wrong. Three things are checked:
//!
//! - Clauses hold in every model (`inferences`). Each is evaluated under the model that was found and under
//!   random ones (`models`). Skolem symbols take the values that their roles define (`skolems`, and
//!   [`Theory::skolem_value`]).
//! - What the SAT solver learns follows from its clauses by unit propagation: `watcher` asks the checker of
//!   `tress-sat`.
//! - Data structures keep their invariants when decisions are undone.
//!
//! A program without the feature has `unchecked` in the place of this module.

mod models;
mod skolems;
#[cfg(test)]
mod tests;
mod valuation;
mod watcher;

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Random};
use tress_rewrite::env::Env;
use tress_sat::{Lit, Solver};
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Term, TermStore, Value, post_order};

use super::Kernel;
use super::inferences::{Rule, literal_text};
use super::observer::Observer;
use super::theory::Theory;

use valuation::Valuation;
pub use watcher::Watcher;

/// Random models under which the clauses of one search are evaluated.
const RANDOM_MODELS: usize = 6;
/// The time that the checks of one search may take. What is left over then is counted as open.
const TIME: Duration = Duration::from_secs(3);
/// Steps for the value of one formula.
const STEPS: u64 = 100_000;

/// What a check of everything needs to know.
#[derive(Default)]
pub(crate) struct Checks {
    /// The rules behind clauses, by their sorted literals.
    rules: FxHashMap<Box<[Lit]>, Rule>,
    /// Clauses that are true because they are asserted.
    asserted: FxHashSet<Box<[Lit]>>,
    /// Terms that have bits.
    vectors: Vec<Term>,
    searches: Pace,
    backtracks: Pace,
    /// Derived clauses that have been counted.
    counted: u64,
}

/// Decides how often something costly is done: rarer and rarer.
#[derive(Default)]
struct Pace {
    seen: u64,
    next: u64,
}

impl Pace {
    fn is_due(&mut self) -> bool {
        self.seen += 1;
        let due = self.seen > self.next;
        if due {
            self.next = self.seen + self.seen / 4;
        }
        due
    }
}

fn sorted(clause: &[Lit]) -> Box<[Lit]> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.into()
}

impl Checks {
    /// A clause passed the door.
    pub(crate) fn note_inference(&mut self, rule: Rule, clause: &[Lit]) {
        self.rules.insert(sorted(clause), rule);
    }

    /// A clause was asserted.
    pub(crate) fn note_assertion(&mut self, clause: &[Lit]) {
        self.asserted.insert(sorted(clause));
    }

    /// A term got its bits.
    pub(crate) fn note_vector(&mut self, term: Term) {
        self.vectors.push(term);
    }
}

impl Observer for Watcher {
    /// Checks all that is known when a search has ended.
    ///
    /// # Panics
    /// When something is wrong.
    fn after_search(
        sat: &Solver<Self>,
        kernel: &mut Kernel,
        theory: &dyn Theory,
        env: &mut Env<'_>,
        found: Option<&Model>,
    ) {
        check_search(sat, kernel, theory, env, found);
    }
}

/// Checks all that is known after a search. `found` is its model, if it found one that makes all facts true.
fn check_search(
    sat: &Solver<Watcher>,
    kernel: &mut Kernel,
    theory: &dyn Theory,
    env: &mut Env<'_>,
    found: Option<&Model>,
) {
    check_derived(sat, kernel, env);
    if !kernel.checks.searches.is_due() {
        return;
    }
    if let Err(problem) = sat.check_invariants() {
        panic!("check-everything: the clauses of the search: {problem}");
    }
    check_store(kernel, env.store);
    let budget = Budget::unlimited().with_time(Some(TIME));
    let mut env = Env { budget: &budget, ..env.lend() };
    if let Some(model) = found {
        check_clauses(sat, kernel, theory, &mut env, model, true);
    }
    let mut random = Random::new(kernel.checks.searches.seen);
    for _ in 0..RANDOM_MODELS {
        let model = models::random_model(kernel, &mut env, &mut random, found);
        check_clauses(sat, kernel, theory, &mut env, &model, false);
    }
}

/// All learned clauses follow by unit propagation.
fn check_derived(sat: &Solver<Watcher>, kernel: &mut Kernel, env: &mut Env<'_>) {
    let checker = sat.tracer().checker();
    if let Err(clause) = checker.verdict() {
        let text = clause_text(env.store, kernel, clause);
        panic!("check-everything: a learned clause does not follow by unit propagation: {text}");
    }
    let accepted = checker.accepted();
    let before = std::mem::replace(&mut kernel.checks.counted, accepted);
    env.stats.add("checked-rup", accepted - before);
}

/// Terms are shared, and arguments come before the terms they are in.
fn check_store(kernel: &Kernel, store: &mut TermStore) {
    let terms = post_order(store, &kernel.relevance.facts);
    for term in terms {
        let args = store.args(term).to_vec();
        assert!(args.iter().all(|arg| *arg < term), "check-everything: an argument is newer than its term");
        let again = match store.as_value(term).cloned() {
            Some(value) => store.value(value),
            None if args.is_empty() => continue,
            None => store.with_args(term, &args).expect("the arguments fit"),
        };
        assert!(again == term, "check-everything: a term was made twice");
    }
}

/// Evaluates all clauses under a model. Assertions hold in a model that was found only.
fn check_clauses(
    sat: &Solver<Watcher>,
    kernel: &mut Kernel,
    theory: &dyn Theory,
    env: &mut Env<'_>,
    model: &Model,
    is_found: bool,
) {
    let mut model = model.clone();
    let mut valuation = Valuation::new(sat.var_count());
    valuation.add_vectors(kernel, env, &model);
    skolems::add_values(kernel, theory, env, &valuation, &mut model);
    valuation.add_atoms(kernel, env, &model);
    let definitions = sat.tracer().clauses().filter(|clause| {
        !kernel.checks.rules.contains_key(*clause) && !kernel.checks.asserted.contains(*clause)
    });
    valuation.propagate(definitions);
    if let Some((var, term)) = valuation.disagreement() {
        let text = term_text(env.store, term, Style::Standard);
        panic!(
            "check-everything: the meanings of variable {} differ, one of them is {text}{}",
            var.index(),
            model_text(env, kernel, &model)
        );
    }
    let (mut checked, mut open) = (0, 0);
    for clause in sat.tracer().clauses() {
        if !is_found && kernel.checks.asserted.contains(clause) {
            continue;
        }
        match valuation.clause(clause) {
            Some(true) => checked += 1,
            None => open += 1,
            Some(false) => {
                let rule = kernel.checks.rules.get(clause);
                let rule = rule.map_or("a definition or an explanation".to_owned(), |rule| {
                    format!("{} ({}: {})", rule.name, rule.source, rule.why)
                });
                let text = clause_text(env.store, kernel, clause);
                let kind = if is_found { "the model that was found" } else { "a random model" };
                panic!(
                    "check-everything: a clause of {rule} is false under {kind}: {text}{}",
                    model_text(env, kernel, &model)
                );
            }
        }
    }
    env.stats.add("checked-clauses", checked);
    env.stats.add("checked-clauses-open", open);
}

fn clause_text(store: &TermStore, kernel: &Kernel, clause: &[Lit]) -> String {
    let literals: Vec<String> =
        clause.iter().map(|literal| literal_text(store, &kernel.atoms, *literal)).collect();
    format!("(or {})", literals.join(" "))
}

/// The values of all constants.
fn model_text(env: &mut Env<'_>, kernel: &Kernel, model: &Model) -> String {
    let mut text = String::new();
    for (symbol, value) in model.constants() {
        let term = env.store.constant(symbol);
        let value: Value = value.clone();
        let value = env.store.value(value);
        let role = kernel.skolems.meaning_of(term);
        let of: Vec<String> = role
            .iter()
            .flat_map(|(_, of)| of)
            .map(|term| term_text(env.store, *term, Style::Standard))
            .collect();
        text += &format!(
            "\n  {}{} = {}",
            term_text(env.store, term, Style::Standard),
            if of.is_empty() { String::new() } else { format!(" of {}", of.join(", ")) },
            term_text(env.store, value, Style::Standard)
        );
    }
    text
}

/// Recomputes the invariants of the graph, the arithmetic and the theory, now and then.
///
/// # Panics
/// When one is broken.
pub(crate) fn after_backtrack(kernel: &mut Kernel, theory: &dyn Theory) {
    if !kernel.checks.backtracks.is_due() {
        return;
    }
    let checks: [(&str, Result<(), String>); 3] = [
        ("the graph", kernel.classes.graph.check_invariants()),
        ("the arithmetic", kernel.numbers.lia.check_invariants()),
        ("the theory", theory.check_invariants(kernel)),
    ];
    for (what, result) in checks {
        if let Err(problem) = result {
            panic!("check-everything: {what} after backtracking: {problem}");
        }
    }
}
