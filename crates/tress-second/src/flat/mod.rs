//! Flat automata: strings are restricted to shapes, and what is asserted of them becomes arithmetic.
//!
//! Enters: any problem. Leaves: a model, or a conflict that needs no restriction. First a weaker
//! problem without chains and conversions is asked for a conflict (`weaker`). Then every string is
//! restricted to a few characters and loops (`shape`); equations become paths through the product of
//! two shapes (`grid`), memberships runs of automata (`language`), conversions sums of digits
//! (`numerals`). The kernel decides the arithmetic, Boolean structure and all. A conflict that
//! rests on restrictions loosens those that it names (`bounds`); at the upper bound there is no
//! answer.

mod bounds;
mod formula;
mod functions;
mod grid;
mod language;
pub(super) mod limits;
mod numerals;
mod predicates;
mod rows;
mod shape;
mod translate;
mod weaker;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use tress_automata::nfa::Nfa;
use tress_base::Stop;

use tress_engines::{Claims, Engine, Task};
use tress_kernel::{NoTheory, decide};
use tress_rewrite::completion::Completion;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, Substitution, SymbolId, Term, TermMap, TermStore, Value, post_order};

use bounds::Bounds;
use formula::Basis;
use language::cycles;
use translate::{LONG_RUN, translate};

use limits::{PARTS, PERIOD, STATES};

/// The engine.
pub(super) struct Flat;

impl Engine for Flat {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn help(&self) -> &'static str {
        "only flat automata: strings of a few characters and loops, as arithmetic"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        // A bound symbol has no shape, and nothing may represent it outside of its body.
        let roots = problem.roots();
        let is_bound = |term: Term| matches!(store.head(term), Head::Quantifier(..));
        problem.symbols.iter().all(|symbol| store.symbol(*symbol).result != Sort::RegLan)
            && !post_order(store, &roots).into_iter().any(is_bound)
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        if let Some(indices) = weaker::refute(env, task.problem)? {
            let core = indices.iter().map(|index| task.problem.facts[*index].origin);
            return Ok(Outcome::Conflict(core.collect()));
        }
        let characters = characters(env.store, task.problem);
        let bounds = Bounds::new(characters, period(env, task.problem)?, env.budget);
        flatten(env, task.problem, bounds)
    }
}

/// Decides the problem under restrictions that grow.
fn flatten(env: &mut Env<'_>, whole: &Problem, mut bounds: Bounds) -> Result<Outcome, Stop> {
    let (problem, named, put_in) = put_in(env, whole);
    let longest = usize::try_from(longest_row(env.store, &problem)).unwrap_or(usize::MAX);
    if PARTS.is_exceeded(longest, env.budget) {
        return Ok(Outcome::GaveUp(Reason::Incomplete));
    }
    loop {
        env.stats.add("flat-rounds", 1);
        match round(env, &problem, &mut bounds)? {
            Round::Model(model) => match complete(env, whole, &named, *model)? {
                Some(model) => return Ok(Outcome::Model(Box::new(model))),
                None => return Ok(Outcome::GaveUp(Reason::Incomplete)),
            },
            Round::Conflict(indices) => {
                // An equation that was put in may be behind any of them.
                let needed = |fact: &Fact| put_in.contains(&fact.origin);
                let all = whole.facts.iter().filter(|fact| needed(fact)).map(|fact| fact.origin);
                let mut core: Vec<u32> =
                    indices.iter().map(|index| problem.facts[*index].origin).chain(all).collect();
                core.sort_unstable();
                core.dedup();
                return Ok(Outcome::Conflict(core));
            }
            Round::Restricted(strings) if bounds.grow(&strings, env.budget) => {}
            Round::Restricted(_) | Round::Nothing => return Ok(Outcome::GaveUp(Reason::Incomplete)),
        }
    }
}

/// How many characters of constants and other parts the longest concatenation has when the concatenations in
/// it are written out. Shared terms can make that exponential.
fn longest_row(store: &TermStore, problem: &Problem) -> u64 {
    let roots = problem.roots();
    let mut rows: TermMap<u64> = TermMap::new();
    let mut longest = 0;
    for term in post_order(store, &roots) {
        let parts = match store.op(term) {
            Some(Op::Concat) => store
                .args(term)
                .iter()
                .fold(0_u64, |sum, part| sum.saturating_add(rows.get(*part).copied().unwrap_or(1))),
            _ => match store.as_value(term) {
                Some(Value::Str(word)) => word.pieces().fold(0, |sum, (_, count)| sum + count.min(LONG_RUN)),
                _ => 1,
            },
        };
        rows.set(term, parts);
        longest = longest.max(parts);
    }
    longest
}

/// What a round found.
enum Round {
    Model(Box<Model>),
    /// Indices of facts that exclude each other whatever is restricted.
    Conflict(Vec<usize>),
    /// Strings whose restrictions are in the core.
    Restricted(Vec<u32>),
    Nothing,
}

/// Puts terms in for symbols that are asserted to be equal to them, so that they get the shapes
/// of those terms. Leaves what is left, the way back, and the origins of the equations.
fn put_in(env: &mut Env<'_>, problem: &Problem) -> (Problem, Completion, Vec<u32>) {
    let (mut facts, mut named, mut origins) = (problem.facts.clone(), Vec::new(), Vec::new());
    let mut index = 0;
    while index < facts.len() {
        let Fact { term, origin } = facts[index];
        index += 1;
        let Some((symbol, term)) = definition(env.store, term) else { continue };
        let mut substitution = Substitution::new();
        substitution.put(symbol, term);
        facts.remove(index - 1);
        index = 0;
        for fact in &mut facts {
            fact.term = substitution.apply(env.store, fact.term);
        }
        named.push((symbol, term));
        origins.push(origin);
    }
    (Problem::new(env.store, facts), Completion::new(named), origins)
}

/// The symbol that an equation defines, and its term.
fn definition(store: &TermStore, fact: Term) -> Option<(SymbolId, Term)> {
    let (Some(Op::Eq), &[a, b]) = (store.op(fact), store.args(fact)) else { return None };
    if store.sort(a) != Sort::String {
        return None;
    }
    let defines = |symbol: Term, term: Term| {
        let own = store.as_constant(symbol)?;
        (!post_order(store, &[term]).contains(&symbol)).then_some((own, term))
    };
    defines(a, b).or_else(|| defines(b, a))
}

/// Characters of a segment at first: a little more than the longest constant, within reason.
fn characters(store: &TermStore, problem: &Problem) -> usize {
    let roots = problem.roots();
    let lengths = post_order(store, &roots).into_iter().filter_map(|term| match store.as_value(term) {
        Some(Value::Str(word)) => Some(word.len()),
        _ => None,
    });
    lengths.max().unwrap_or(0).clamp(2, 7) + 1
}

/// Characters of a loop: the least number that all cycles of the languages fit into, within reason.
fn period(env: &mut Env<'_>, problem: &Problem) -> Result<usize, Stop> {
    let roots = problem.roots();
    let mut lengths = BTreeSet::new();
    for term in post_order(env.store, &roots) {
        let (Some(Op::InRe), [_, language]) = (env.store.op(term), env.store.args(term)) else { continue };
        let Some(regex) = env.language_of(*language)? else { continue };
        let budget = env.budget;
        match Nfa::from_regex(env.regexes(), regex, STATES.most(budget) as usize, budget)? {
            Some(nfa) => lengths.append(&mut cycles(&nfa, budget)?),
            None => budget.hit(STATES.name()),
        }
    }
    let most = PERIOD.most(env.budget) as usize;
    let fits = |period: usize, length: usize| {
        (period..=most).step_by(period).find(|common| common % length == 0).unwrap_or(period)
    };
    Ok(lengths.into_iter().fold(1, fits))
}

/// Decides the problem under the present restrictions.
fn round(env: &mut Env<'_>, problem: &Problem, bounds: &mut Bounds) -> Result<Round, Stop> {
    let mut translation = translate(env, bounds, problem)?;
    let arithmetic = translation.formula.problem();
    let states = translation.formula.states;
    let bases = std::mem::take(&mut translation.formula.bases);
    let tracked = |origin: u32| !matches!(bases[origin as usize], Basis::Always);
    let outcome = decide(translation.formula.env, NoTheory, &arithmetic, tracked)?;
    let found = match outcome {
        Outcome::Model(model) => {
            let mut found = Model::clone(&model);
            let is_constant = |symbol: &&SymbolId| translation.store().symbol(**symbol).arguments.is_empty();
            let constants: Vec<SymbolId> = problem.symbols.iter().filter(is_constant).copied().collect();
            for symbol in &constants {
                let term = translation.formula.env.store.constant(*symbol);
                if let Some(value) = translation.value_of(term, &model) {
                    found.set(*symbol, value);
                }
            }
            Round::Model(Box::new(found))
        }
        Outcome::Conflict(core) => blame(&core, &bases),
        _ => Round::Nothing,
    };
    env.stats.add("flat-product-states", states);
    let (size, segments) = bounds.greatest();
    for (name, value) in [("flat-m", size), ("flat-p", segments), ("flat-q", bounds.characters)] {
        let before = env.stats.get(name);
        env.stats.add(name, (value as u64).saturating_sub(before));
    }
    Ok(found)
}

/// What a core rests on.
fn blame(core: &[u32], bases: &[Basis]) -> Round {
    let (mut strings, mut facts) = (Vec::new(), Vec::new());
    for origin in core {
        match &bases[*origin as usize] {
            Basis::Always => {}
            Basis::Asserted(index) => facts.push(*index),
            Basis::Restricted(owners) => strings.extend_from_slice(owners),
        }
    }
    let restricted = core.iter().any(|origin| matches!(bases[*origin as usize], Basis::Restricted(_)));
    strings.sort_unstable();
    strings.dedup();
    if restricted { Round::Restricted(strings) } else { Round::Conflict(facts) }
}

/// Gives values to what was put in, and asks the evaluator.
fn complete(
    env: &mut Env<'_>,
    problem: &Problem,
    named: &Completion,
    model: Model,
) -> Result<Option<Model>, Stop> {
    let model = model.with_defaults(env.store, &problem.symbols);
    let Some(model) = named.complete(env, model)? else { return Ok(None) };
    Ok(env.holds(problem.roots(), &model)?.then_some(model))
}
