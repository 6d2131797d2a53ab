//! Quantifier elimination: which instances are made.
//!
//! The index set of an array holds the indices at which facts read it, and the last position of every
//! constraint. An index `e` in the set of `s` makes an instance of each constraint that reads
//! `s[f(n)]`, with the inverse of `f` at `e` for `n`. Algorithm 1 of the paper makes all whose premises
//! can hold, until no index is new. Where that takes too many, algorithm 2 goes on: the facts are
//! solved, and instances that fail under the solution are made, at indices of the sets where there are
//! any and at numbers elsewhere.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use tress_kernel::{Incremental, Mode, NoTheory};
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, TermSet, TermStore, Value};

use super::formula::Forall;
use super::instances::{Instance, Instances, position_for};
use super::limits::{FAILING_POSITIONS, FIRST_INSTANCES, POSITIONS, RUN_STEPS, SAME_VALUE_INDICES};
use super::solution::Solution;
use super::translate::Translation;

/// Puts the last positions of all constraints into the index sets.
pub(super) fn last_positions(cx: &mut Translation<'_, '_>) -> Result<(), Stop> {
    for number in 0..cx.formula.foralls.len() {
        cx.formula.env.budget.poll()?;
        let forall = cx.formula.foralls[number].clone();
        let last = cx.formula.shifted(forall.high, -1);
        for access in &forall.accesses {
            if cx.formula.constant(access.offset) == Some(0) && !access.backwards {
                cx.formula.add_index(access.array, last);
            }
        }
    }
    Ok(())
}

/// Algorithm 1, under what is asserted; returns whether it came to its end.
pub(super) fn saturate(
    cx: &mut Translation<'_, '_>,
    instances: &mut Instances,
    asserted: &[Term],
) -> Result<bool, Stop> {
    let mut filter = Filter { search: Incremental::new(NoTheory, cx.formula.env.seed), model: None };
    let mut used: FxHashMap<SymbolId, usize> = FxHashMap::default();
    loop {
        let (pairs, now) = new_pairs(cx, &used)?;
        if pairs.is_empty() {
            return Ok(true);
        }
        if FIRST_INSTANCES.is_exceeded(instances.len() + pairs.len(), cx.formula.env.budget) {
            return Ok(false);
        }
        used = now;
        cx.count("parray-saturations");
        let mut added = Vec::new();
        for (number, position) in pairs {
            cx.formula.env.budget.poll()?;
            let Some(instance) = instances.make(&mut cx.formula, number, position) else { continue };
            if filter.can_hold(cx, asserted, &instance.premises)? {
                added.push(instance);
            } else {
                cx.count("parray-filtered");
            }
        }
        for instance in added {
            add(cx, &instance);
        }
    }
}

/// Constraints with the positions that indices give them, and how many indices of each array are used.
type NewPairs = (Vec<(usize, Term)>, FxHashMap<SymbolId, usize>);

/// Constraints and what indices make of them that were not used yet; and how many are used now.
fn new_pairs(cx: &mut Translation<'_, '_>, used: &FxHashMap<SymbolId, usize>) -> Result<NewPairs, Stop> {
    let now = cx.formula.indices.iter().map(|(array, set)| (*array, set.len())).collect();
    let mut pairs = Vec::new();
    for number in 0..cx.formula.foralls.len() {
        for access in cx.formula.foralls[number].accesses.clone() {
            let before = used.get(&access.array).copied().unwrap_or(0);
            let new: Vec<Term> = cx.formula.index_set(access.array)[before..].to_vec();
            for index in new {
                cx.formula.env.budget.poll()?;
                pairs.push((number, position_for(&mut cx.formula, &access, index)));
            }
        }
    }
    Ok((pairs, now))
}

/// The filter of algorithm 1.
struct Filter {
    search: Incremental<NoTheory>,
    /// A solution of the facts of an earlier question. It shows that premises can hold, which is all
    /// that is asked: should facts since then exclude it, an instance too many is made.
    model: Option<Model>,
}

impl Filter {
    /// Can premises hold together with the facts so far? Unless that is refuted, yes.
    fn can_hold(
        &mut self,
        cx: &mut Translation<'_, '_>,
        asserted: &[Term],
        premises: &[Term],
    ) -> Result<bool, Stop> {
        let assumed = cx.formula.and(premises);
        if assumed == TermStore::FALSE {
            return Ok(false);
        }
        if let Some(model) = &self.model {
            match cx.formula.env.eval(assumed, model) {
                Ok(Value::Bool(true)) => return Ok(true),
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => {}
            }
        }
        let mut seen = TermSet::new();
        let known = asserted.iter().chain(&cx.formula.facts).filter(|term| seen.add(**term));
        let mut facts: Vec<Fact> = known.map(|term| Fact { term: *term, origin: 0 }).collect();
        if seen.add(assumed) {
            facts.push(Fact { term: assumed, origin: 1 });
        }
        let problem = Problem::new(cx.formula.env.store, facts);
        let mode = |fact: &Fact| if fact.origin == 0 { Mode::Asserted } else { Mode::Assumed };
        cx.count("parray-filter-checks");
        match self.search.decide(cx.formula.env, &problem, mode)? {
            Outcome::Conflict(_) => return Ok(false),
            Outcome::Model(model) => self.model = Some(*model),
            _ => {}
        }
        Ok(true)
    }
}

pub(super) fn add(cx: &mut Translation<'_, '_>, instance: &Instance) {
    cx.count("parray-instances");
    cx.formula.when(&instance.premises, instance.body);
}

/// Makes the instances that fail under a solution; returns how many are new. With `by_index` they
/// are made at indices of the sets.
pub(super) fn refine(
    cx: &mut Translation<'_, '_>,
    instances: &mut Instances,
    solution: &mut Solution,
    by_index: bool,
) -> Result<usize, Stop> {
    let values = index_values(cx, solution)?;
    let budget = cx.formula.env.budget;
    let mut new = 0;
    for everywhere in [false, true] {
        for number in 0..cx.formula.foralls.len() {
            let forall = cx.formula.foralls[number].clone();
            let range = solution.range(cx, &forall)?;
            let positions = if everywhere {
                range.clone().take(POSITIONS.most(budget) as usize).collect()
            } else {
                positions_of(cx, solution, &forall, &values)?
            };
            let mut failing: Vec<i64> = Vec::new();
            for position in positions {
                cx.formula.env.budget.poll()?;
                if FAILING_POSITIONS.is_exceeded(failing.len() + 1, budget) {
                    break;
                }
                if range.contains(&position) && !solution.holds_at(cx, &forall, position)? {
                    failing.push(position);
                }
            }
            if forall.is_step && !failing.is_empty() {
                failing = range.clone().take(RUN_STEPS.most(budget) as usize).collect();
            }
            for position in failing {
                for term in put_in(cx, solution, &forall, (position, &range), &values, by_index)? {
                    if let Some(instance) = instances.make(&mut cx.formula, number, term) {
                        add(cx, &instance);
                        new += 1;
                    }
                }
            }
        }
        if new > 0 {
            break;
        }
    }
    Ok(new)
}

/// The indices of each array with their values.
type Values = FxHashMap<SymbolId, Vec<(i64, Term)>>;

fn index_values(cx: &mut Translation<'_, '_>, solution: &Solution) -> Result<Values, Stop> {
    let sets: Vec<(SymbolId, Vec<Term>)> =
        cx.formula.indices.iter().map(|(array, set)| (*array, set.clone())).collect();
    let mut values = Values::default();
    for (array, set) in sets {
        let mut found = Vec::with_capacity(set.len());
        for index in set {
            if let Some(value) = solution.number(cx, index)? {
                found.push((value, index));
            }
        }
        values.insert(array, found);
    }
    Ok(values)
}

/// The positions at which a constraint reads an array where its index set does.
fn positions_of(
    cx: &mut Translation<'_, '_>,
    solution: &Solution,
    forall: &Forall,
    values: &Values,
) -> Result<Vec<i64>, Stop> {
    let mut positions: Vec<i64> = Vec::new();
    for access in &forall.accesses {
        let Some(offset) = solution.number(cx, access.offset)? else { continue };
        let known = values.get(&access.array).map_or(&[][..], Vec::as_slice);
        positions.extend(
            known.iter().map(|(value, _)| if access.backwards { offset - value } else { value - offset }),
        );
    }
    positions.sort_unstable();
    positions.dedup();
    Ok(positions)
}

/// What is put in for a variable so that a constraint is instantiated at a position: indices that have the
/// right value, an end of the range, or the number itself.
fn put_in(
    cx: &mut Translation<'_, '_>,
    solution: &Solution,
    forall: &Forall,
    (position, range): (i64, &std::ops::Range<i64>),
    values: &Values,
    by_index: bool,
) -> Result<Vec<Term>, Stop> {
    let mut found: Vec<Term> = Vec::new();
    if by_index && !forall.is_step {
        for access in &forall.accesses {
            let Some(offset) = solution.number(cx, access.offset)? else { continue };
            let wanted = if access.backwards { offset - position } else { offset + position };
            let known = values.get(&access.array).map_or(&[][..], Vec::as_slice);
            let indices = known
                .iter()
                .filter(|(value, _)| *value == wanted)
                .take(SAME_VALUE_INDICES.most(cx.formula.env.budget) as usize);
            for index in indices.map(|(_, index)| *index).collect::<Vec<_>>() {
                found.push(position_for(&mut cx.formula, access, index));
            }
        }
        if position + 1 == range.end {
            found.push(cx.formula.shifted(forall.high, -1));
        } else if position == range.start {
            found.push(forall.low);
        }
    }
    if found.is_empty() {
        found.push(cx.formula.int(position));
    }
    Ok(found)
}
