//! Lemmas: what holds of all values of a recursive function.
//!
//! Enters: the functions of a question. Leaves: formulas over the parameters and the call of each, in the
//! store with its definition. They are read off values ([`candidates`], from [`samples`]) and kept when they
//! follow by induction over a measure that every call makes smaller ([`induction`]); so they hold in every
//! total function that fulfils the definition. Bounds, remainders and lengths are of this kind. A lemma that
//! determines the value closes the function, as does one by which it is equivalent to an operator
//! ([`equivalent`]).

mod candidates;
mod cases;
mod equivalent;
mod induction;
mod measures;
mod samples;

use tress_base::Stop;

use super::limits::{GROUP, LEMMA_STEPS};
use crate::strategy::Config;
use candidates::Candidate;
use induction::Induction;
use tress_rewrite::env::Env;
use tress_term::term::{Closed, Head, SymbolId, Term, TermStore, post_order};

/// Learns lemmas of functions. Is anything known that was not before?
///
/// # Errors
/// When the budget is used up.
pub(super) fn learn(env: &mut Env<'_>, config: Config, functions: &[SymbolId]) -> Result<bool, Stop> {
    let mut is_new = false;
    for function in functions {
        let is_open = |definition: &tress_term::term::Definition| {
            definition.laws.is_none() && !matches!(definition.closed, Closed::Known { .. })
        };
        if !env.store.symbol(*function).definition.as_deref().is_some_and(is_open) {
            continue;
        }
        let group = group(env.store, functions, *function);
        for one in &group {
            env.store.set_laws(*one, &[]);
        }
        let budget = env.budget;
        let found = LEMMA_STEPS.share(budget, || lemmas_of(env, config, &group));
        let found = Stop::unless_gave_up(found)?.flatten().unwrap_or_default();
        env.stats.add("laws-found", found.len() as u64);
        is_new |= !found.is_empty();
        Stop::unless_gave_up(keep(env, &group, found))?;
    }
    Ok(is_new)
}

/// Writes lemmas into the store; those that determine the value close the function.
fn keep(env: &mut Env<'_>, group: &[SymbolId], found: Vec<Candidate>) -> Result<(), Stop> {
    for one in group {
        let of_one: Vec<&Candidate> = found.iter().filter(|candidate| candidate.function == *one).collect();
        let lemmas: Vec<Term> = of_one.iter().map(|candidate| candidate.lemma).collect();
        env.store.set_laws(*one, &lemmas);
        if let Some((domain, value)) = of_one.iter().find_map(|candidate| candidate.value) {
            let (domain, value) = (env.rewrite(domain)?, env.rewrite(value)?);
            env.store.close(*one, Closed::Known { domain, value });
            env.stats.add("functions-recognised", 1);
        }
    }
    Ok(())
}

/// The functions that a function calls and that call it, itself included.
fn group(store: &TermStore, functions: &[SymbolId], function: SymbolId) -> Vec<SymbolId> {
    let called = |from: SymbolId| -> Vec<SymbolId> {
        let mut found = vec![from];
        let mut next = 0;
        while next < found.len() {
            let body = store.symbol(found[next]).definition.as_deref().map(|definition| definition.body);
            for term in post_order(store, body.as_slice()) {
                if let Head::Symbol(symbol) = store.head(term)
                    && functions.contains(&symbol)
                    && !found.contains(&symbol)
                {
                    found.push(symbol);
                }
            }
            next += 1;
        }
        found
    };
    let mut group: Vec<SymbolId> =
        called(function).into_iter().filter(|other| called(*other).contains(&function)).collect();
    group.sort_unstable();
    group
}

/// What was shown of functions that call each other.
fn lemmas_of(env: &mut Env<'_>, config: Config, group: &[SymbolId]) -> Result<Vec<Candidate>, Stop> {
    let same = |one: &&SymbolId| env.store.symbol(**one).arguments == env.store.symbol(group[0]).arguments;
    if group.iter().filter(same).count() < group.len() || GROUP.is_exceeded(group.len(), env.budget) {
        return Ok(Vec::new());
    }
    let Some(mut induction) = Induction::new(env, config, group)? else { return Ok(Vec::new()) };
    let domain = induction.domain;
    let mut candidates = Vec::new();
    for function in group {
        let sampled = samples::of(induction.env, *function, domain)?;
        if group.len() == 1 {
            for candidate in equivalent::candidates(induction.env, *function, domain, &sampled)? {
                if induction.is_equivalent(&candidate)? {
                    return Ok(vec![candidate]);
                }
            }
        }
        candidates.extend(candidates::of(induction.env, *function, domain, &sampled));
    }
    if candidates.is_empty() { Ok(candidates) } else { induction.shown(candidates) }
}
