//! Lengths of languages, told to the arithmetic.
//!
//! Enters: memberships, and the lengths that the arithmetic gave to their subjects. Leaves:
//! clauses that say which lengths the words of a language have, where the present ones are not
//! among them.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use tress_automata::Regex;
use tress_automata::lengths::{LengthSet, LengthTerm, exact_lengths, of_regex};
use tress_base::{Int, Stop};

use crate::measures::Measures;
use crate::memberships::Memberships;
use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_rewrite::env::Env;
use tress_term::term::{Op, Term, TermStore};

use super::Languages;
use super::classes::{Class, Demand, premises_of};
use super::limits::PROGRESSIONS;

/// The words of a language have some lengths, by its structure.
const LENGTHS: Rule = Rule::new(
    "language-lengths",
    "own",
    "the set of lengths of a language is regular over one character, so a union of progressions",
);
/// The words of an intersection of languages have some lengths.
const EXACT_LENGTHS: Rule = Rule::new(
    "language-lengths-exact",
    "own",
    "the automaton of the intersection, read over one character, accepts exactly its lengths",
);

impl Languages {
    /// Compares the length of every subject with the lengths that its language has by its
    /// structure. This is cheap and comes before strings are taken apart.
    pub(crate) fn check_lengths(
        &mut self,
        memberships: &Memberships,
        measures: &Measures,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        if memberships.len() == 0 || measures.lengths.is_empty() {
            return Ok(Progress::Fine);
        }
        let mut progress = Progress::Fine;
        let lengths = lengths_of_classes(cx, measures);
        for active in memberships.active(cx) {
            cx.env.budget.poll()?;
            let measured = lengths.get(&cx.representative(active.node)).copied();
            let Some((length, measured)) = measured else { continue };
            let Some(now) = natural(&cx.number_of(length)) else { continue };
            let Some(set) = self.lengths_without(now, active.regex, cx)? else { continue };
            let formula = lengths_or_gap(cx, length, &set, now);
            let conclusion = cx.literal(formula);
            let mut premises = vec![active.literal];
            cx.kernel.classes.graph.explain(active.node, measured, &mut premises);
            cx.infer(LENGTHS, premises, &[conclusion], Lifetime::Permanent);
            progress = Progress::Changed;
        }
        Ok(progress)
    }

    /// The lengths of a language by its structure, unless `now` is among them.
    fn lengths_without(
        &mut self,
        now: u64,
        regex: Regex,
        cx: &mut Context<'_>,
    ) -> Result<Option<LengthSet>, Stop> {
        let set = match self.length_sets.entry(regex) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let budget = cx.env.budget;
                place.insert(of_regex(cx.env.regexes(), regex, budget)?)
            }
        };
        Ok((!set.contains(now)).then(|| set.clone()))
    }
}

/// The length of each class that has one, and the member whose length that is.
fn lengths_of_classes(cx: &Context<'_>, measures: &Measures) -> BTreeMap<Node, (Term, Node)> {
    let mut lengths = BTreeMap::new();
    for (subject, length) in &measures.lengths {
        if let Some(node) = cx.kernel.classes.node_of(*subject) {
            lengths.insert(cx.representative(node), (*length, node));
        }
    }
    lengths
}

/// `length` is in the set, which `now` is not: all of it when that is short.
fn lengths_or_gap(cx: &mut Context<'_>, length: Term, set: &LengthSet, now: u64) -> Term {
    if !PROGRESSIONS.is_exceeded(set.terms().len(), cx.env.budget) {
        length_formula(cx, length, set)
    } else {
        gap_formula(cx, length, set, now)
    }
}

/// Excludes a length that no word of the language has, with all others of its kind.
pub(super) fn exclude_length(
    cx: &mut Context<'_>,
    class: &Class,
    language: Regex,
    demand: &Demand,
) -> Result<(), Stop> {
    let premises = premises_of(cx, &class.languages, demand.node);
    let budget = cx.env.budget;
    let set = exact_lengths(cx.env.regexes(), language, budget)?;
    let formula = match natural(&demand.value) {
        Some(wanted) if !set.contains(wanted) => lengths_or_gap(cx, demand.term, &set, wanted),
        _ => {
            let number = cx.env.store.int(demand.value.clone());
            let equal = cx.env.equal(demand.term, number);
            cx.env.store.not(equal)
        }
    };
    let literal = cx.literal(formula);
    cx.infer(EXACT_LENGTHS, premises, &[literal], Lifetime::Permanent);
    Ok(())
}

/// `length` is in the set.
pub(super) fn length_formula(cx: &mut Context<'_>, length: Term, set: &LengthSet) -> Term {
    let choices: Vec<Term> = set.terms().iter().map(|term| progression_formula(cx, length, term)).collect();
    any_of(cx, &choices)
}

/// `length` is in the progression. How often it was repeated is a number of its own: the least that
/// fits, so that a name for it serves whatever the progression's end is.
fn progression_formula(cx: &mut Context<'_>, length: Term, term: &LengthTerm) -> Term {
    let times = (term.period > 0).then(|| {
        let [low, high, period] = [term.low, term.high, term.period].map(|end| cx.env.store.int(end));
        cx.int_skolem("times", &[length, low, high, period])
    });
    in_progression(&mut cx.env, length, term, times)
}

/// `length` is in the progression, after `times` periods.
pub fn in_progression(env: &mut Env<'_>, length: Term, term: &LengthTerm, times: Option<Term>) -> Term {
    let [mut low, mut high] = [term.low, term.high].map(|end| env.store.int(end));
    let mut parts = Vec::new();
    if let Some(times) = times {
        let (zero, period) = (env.store.int(0), env.store.int(term.period));
        let shift = env.app(Op::Mul, &[period, times]);
        low = env.app(Op::Add, &[low, shift]);
        high = env.app(Op::Add, &[high, shift]);
        parts.push(env.app(Op::Ge, &[times, zero]));
        if let Some(repeats) = term.repeats {
            let most = env.store.int(repeats);
            parts.push(env.app(Op::Le, &[times, most]));
        }
    }
    parts.push(env.app(Op::Le, &[low, length]));
    parts.push(env.app(Op::Le, &[length, high]));
    env.app(Op::And, &parts)
}

/// `length` is below or above the gap in the set around `number`.
fn gap_formula(cx: &mut Context<'_>, length: Term, set: &LengthSet, number: u64) -> Term {
    let below = set.terms().iter().filter_map(|term| last_before(term, number)).max();
    let above = set.next_from(number);
    let mut choices = Vec::new();
    for (op, end) in [(Op::Le, below), (Op::Ge, above)] {
        if let Some(end) = end {
            let end = cx.env.store.int(end);
            choices.push(cx.env.app(op, &[length, end]));
        }
    }
    any_of(cx, &choices)
}

/// One of the formulas holds.
fn any_of(cx: &mut Context<'_>, choices: &[Term]) -> Term {
    if choices.is_empty() { TermStore::FALSE } else { cx.env.app(Op::Or, choices) }
}

/// The largest number of a progression that is below `number`.
fn last_before(term: &LengthTerm, number: u64) -> Option<u64> {
    if term.low >= number {
        return None;
    }
    let distance = number - 1 - term.low;
    let rounds = distance.checked_div(term.period).unwrap_or(0);
    let rounds = term.repeats.map_or(rounds, |repeats| rounds.min(repeats));
    Some((number - 1).min(term.high + rounds * term.period))
}

/// A number as a length.
pub(super) fn natural(number: &Int) -> Option<u64> {
    number.to_i64().and_then(|number| u64::try_from(number).ok())
}
