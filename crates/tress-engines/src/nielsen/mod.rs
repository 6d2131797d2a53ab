//! Equations between words that their structure decides: commuting and conjugate words, powers, and systems
//! in which variables occur twice, with languages and lengths.
//!
//! Enters: conjunctions of literals, by the shared driver. Leaves: words, or the literals that exclude each
//! other. What shares no variable is decided separately (`system`). A system is simplified without choices
//! (`simplify`, `commute`), else it goes on in all ways in which two sides can begin or end (`branch`); the
//! systems that are reached, up to names, are a graph (`graph`). Languages are sets of elements of one finite
//! monoid, so a graph of quadratic equations is finite with them, too. When no system without equations is
//! reached, there is no solution. Else lengths are followed back from there, as points with steps (`coset`),
//! and the sums of the problem are asked of the arithmetic. Where variables occur too often, some occurrences
//! get names of their own: what has no solution then, has none.

mod branch;
mod commute;
mod coset;
mod graph;
mod lemmas;
pub(super) mod limits;
mod node;
mod relations;
mod simplify;
mod system;
#[cfg(test)]
mod tests;
mod words;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, TermStore, Value, Word, post_order};

use super::arithmetic::{Answer, Arithmetic};
use super::conjunction::{Conjunction, is_plain};
use super::driver::{Conjunctive, Driver};
use super::engine::{Claims, Engine, Task};
use super::formulas::{at_most, equal, sum, unknown};
use super::reading::{Part, Reading, read};
use branch::Ends;
use coset::Coset;
use graph::{Graph, Limits, explore};
use limits::{FIRST_NODES, NODES, TRIED_LITERALS};
use node::{Node, Row};
use system::{Group, System, groups, relaxed};
use words::words;

/// Sorts of symbols that are read.
const SYMBOLS: [Sort; 3] = [Sort::String, Sort::Bool, Sort::Int];

/// The engine.
pub(super) struct Nielsen;

impl Engine for Nielsen {
    fn name(&self) -> &'static str {
        "nielsen"
    }

    fn help(&self) -> &'static str {
        "equations that structure decides: commuting words, powers, graphs of systems with languages and lengths"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        let roots = problem.roots();
        let terms = post_order(store, &roots);
        let equates = |term: &Term| {
            let of_strings = store.args(*term).first().is_some_and(|side| store.sort(*side) == Sort::String);
            let relates =
                matches!(store.op(*term), Some(Op::Eq | Op::Contains | Op::PrefixOf | Op::SuffixOf));
            relates && of_strings
        };
        terms.iter().any(equates) && terms.iter().all(|term| is_plain(store, *term, &SYMBOLS))
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        Driver::solve(self, env, task)
    }
}

impl Conjunctive for Nielsen {
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop> {
        let reading = read(env, conjunction)?;
        let mut found: Vec<Vec<u32>> = vec![Vec::new(); reading.variables.len()];
        let mut is_open = reading.is_partial;
        for group in groups(&reading) {
            let effort = Effort { nodes: NODES.most(env.budget) as usize, lemmas: true };
            match decide(env, &reading, &group, &FxHashSet::default(), effort)? {
                GroupResult::Conflict(origins, spent) => {
                    return Ok(Outcome::Conflict(minimised(env, &reading, &group, origins, spent)?));
                }
                GroupResult::Words(words) => {
                    for (variable, word) in group.variables.iter().zip(words) {
                        found[*variable] = word;
                    }
                }
                GroupResult::Open => is_open = true,
            }
        }
        if !is_open && let Some(model) = model(env, &reading, &found)? {
            return Ok(Outcome::Model(Box::new(model)));
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// How hard a group is looked at.
#[derive(Clone, Copy)]
struct Effort {
    /// Nodes of a graph.
    nodes: usize,
    /// Are equations asked one by one, too?
    lemmas: bool,
}

/// What is found out about a group.
enum GroupResult {
    /// These literals exclude each other; this effort showed it.
    Conflict(Vec<u32>, Effort),
    /// Words for the variables of the group.
    Words(Vec<Vec<u32>>),
    Open,
}

/// Decides a group: with small graphs first, then with what its equations imply one by one.
fn decide(
    env: &mut Env<'_>,
    reading: &Reading,
    group: &Group<'_>,
    dropped: &FxHashSet<u32>,
    effort: Effort,
) -> Result<GroupResult, Stop> {
    let mut system = group.system(env, reading, dropped)?;
    let glance = Effort { nodes: effort.nodes.min(FIRST_NODES.most(env.budget) as usize), lemmas: false };
    let verdict = decide_system(env, group, dropped, &mut system, glance)?;
    if !matches!(verdict, GroupResult::Open) {
        return Ok(verdict);
    }
    let lemmas = effort.lemmas && lemmas::add(&mut system, env.budget)?;
    if !lemmas && glance.nodes == effort.nodes {
        return Ok(verdict);
    }
    env.stats.add("automata-lemmas", u64::from(lemmas));
    decide_system(env, group, dropped, &mut system, Effort { lemmas, ..effort })
}

/// Decides a system: first with the lengths of rows, then without, then with fewer occurrences.
fn decide_system(
    env: &mut Env<'_>,
    group: &Group<'_>,
    dropped: &FxHashSet<u32>,
    system: &mut System,
    effort: Effort,
) -> Result<GroupResult, Stop> {
    let with_rows = Node { rows: system.rows.clone(), ..system.node.clone() };
    let mut ways = vec![with_rows, system.node.clone()];
    ways.dedup();
    // A new variable has a row with a number for each variable.
    let parts = system.node.parts() as u64;
    env.budget.room_for(2 * parts * parts * size_of::<i64>() as u64)?;
    let weaker: Vec<Node> = ways.iter().map(relaxed).filter(|weaker| !ways.contains(weaker)).collect();
    ways.extend(weaker);
    let mut found = None;
    for (node, ends) in ways.into_iter().flat_map(looked_at) {
        let is_whole = node.sets.len() == system.node.sets.len();
        let has_rows = node.rows.len() >= system.rows.len() && !system.rows.is_empty();
        let graph =
            explore(node, &mut system.sets, Limits::of_nodes(ends, effort.nodes, env.budget), env.budget)?;
        env.stats.add("automata-nodes", graph.nodes.len() as u64);
        if graph.is_whole
            && let Some(origins) = refuted(env, group, dropped, system, (&graph, has_rows))?
        {
            return Ok(GroupResult::Conflict(origins, Effort { nodes: graph.nodes.len(), ..effort }));
        }
        if is_whole && found.is_none() {
            let fits = |words: &Vec<Vec<u32>>| fits(group, &system.rows, words);
            found = words(&graph, &mut system.sets, fits, env.budget)?;
        }
        // Words may still be too long or too short for sums with numbers.
        if found.is_some() && group.sums.is_empty() {
            break;
        }
    }
    Ok(found.map_or(GroupResult::Open, GroupResult::Words))
}

/// From which ends a system is looked at.
fn looked_at(node: Node) -> Vec<(Node, Ends)> {
    let ends: &[Ends] =
        if node.is_quadratic() { &[Ends::Both] } else { &[Ends::Front, Ends::Back, Ends::Both] };
    ends.iter().map(|ends| (node.clone(), *ends)).collect()
}

/// Do words satisfy the equations, differences and rows of the group?
fn fits(group: &Group<'_>, rows: &[Row], words: &[Vec<u32>]) -> bool {
    let spell = |parts: &[Part]| -> Vec<u32> {
        let word = |part: &Part| match part {
            Part::Variable(variable) => {
                let own = group.variables.binary_search(variable).expect("groups hold their variables");
                words[own].clone()
            }
            Part::Word(word) => word.clone(),
        };
        parts.iter().flat_map(word).collect()
    };
    let lengths: Vec<i64> = words.iter().map(|word| word.len() as i64).collect();
    rows.iter().all(|row| row.holds(&lengths))
        && group.equations.iter().all(|one| spell(&one.sides[0]) == spell(&one.sides[1]))
        && group.differ.iter().all(|one| spell(&one.needle) != spell(&one.hay))
}

/// The literals that a whole graph refutes: without a leaf all that made it, else with the sums that its
/// lengths exclude.
fn refuted(
    env: &mut Env<'_>,
    group: &Group<'_>,
    dropped: &FxHashSet<u32>,
    system: &System,
    (graph, has_rows): (&Graph, bool),
) -> Result<Option<Vec<u32>>, Stop> {
    let mut origins = system.origins.clone();
    if has_rows {
        origins.extend(&system.row_origins);
    }
    if !graph.leaves.is_empty() {
        match graph.lengths(&system.sets, env.budget)? {
            Some(Some(lengths)) => match sums_fail(env, group, dropped, system, &lengths)? {
                Some(more) => origins.extend(more),
                None => return Ok(None),
            },
            Some(None) => {}
            None => return Ok(None),
        }
    }
    origins.sort_unstable();
    origins.dedup();
    Ok(Some(origins))
}

/// The sums that lengths of this form exclude.
fn sums_fail(
    env: &mut Env<'_>,
    group: &Group<'_>,
    dropped: &FxHashSet<u32>,
    system: &System,
    found: &Coset,
) -> Result<Option<Vec<u32>>, Stop> {
    if group.sums.is_empty() {
        return Ok(None);
    }
    let mut arithmetic = Arithmetic::new(env.seed);
    let least = system.node.least(&system.sets);
    let times: Vec<Term> = found.basis.iter().map(|_| unknown(env, "times", Sort::Int)).collect();
    let mut lengths = vec![env.store.int(0); group.variables.last().map_or(0, |last| last + 1)];
    for (own, variable) in group.variables.iter().enumerate() {
        let length = unknown(env, "length", Sort::Int);
        lengths[*variable] = length;
        let mut parts = vec![env.store.int(found.point[own])];
        for (vector, times) in found.basis.iter().zip(&times).filter(|(vector, _)| vector[own] != 0) {
            let factor = env.store.int(vector[own]);
            parts.push(env.app(Op::Mul, &[factor, *times]));
        }
        let (total, least) = (sum(env, &parts), env.store.int(least[own]));
        let facts = [equal(env, length, total), at_most(env, least, length)];
        for fact in facts {
            arithmetic.tell(env, &[], fact)?;
        }
    }
    let mut opaque = FxHashMap::default();
    for sum in group.sums.iter().filter(|sum| !sum.origins.iter().any(|origin| dropped.contains(origin))) {
        let formula = sum.formula(env, &lengths, &mut opaque);
        let guard = arithmetic.guard(env, sum.origins.clone());
        arithmetic.tell(env, &[guard], formula)?;
    }
    Ok(match arithmetic.solve(env)? {
        Answer::Conflict(origins) => Some(origins),
        Answer::Model(_) | Answer::Nothing => None,
    })
}

/// A conflict without literals that it does not need, as far as a few graphs of its size show.
fn minimised(
    env: &mut Env<'_>,
    reading: &Reading,
    group: &Group<'_>,
    origins: Vec<u32>,
    spent: Effort,
) -> Result<Vec<u32>, Stop> {
    let all = group.system(env, reading, &FxHashSet::default())?;
    let of_sums = group.sums.iter().flat_map(|sum| sum.origins.iter().copied());
    let outside = all.origins.iter().copied().chain(of_sums).filter(|origin| !origins.contains(origin));
    let mut dropped: FxHashSet<u32> = outside.collect();
    let mut kept = origins.clone();
    let is_costly = spent.nodes > NODES.most(env.budget) as usize / 8;
    if is_costly || TRIED_LITERALS.is_exceeded(origins.len(), env.budget) {
        return Ok(kept);
    }
    for origin in origins {
        if !kept.contains(&origin) {
            continue;
        }
        dropped.insert(origin);
        match decide(env, reading, group, &dropped, Effort { nodes: 2 * spent.nodes + 16, ..spent })? {
            GroupResult::Conflict(fewer, _) => {
                dropped.extend(kept.iter().copied().filter(|one| !fewer.contains(one)));
                kept = fewer;
            }
            GroupResult::Words(_) | GroupResult::Open => _ = dropped.remove(&origin),
        }
    }
    Ok(kept)
}

/// The words as a model, with numbers that satisfy the sums. `None` if there are no such numbers.
fn model(env: &mut Env<'_>, reading: &Reading, words: &[Vec<u32>]) -> Result<Option<Model>, Stop> {
    let mut model = Model::new();
    if !reading.sums.is_empty() {
        let mut arithmetic = Arithmetic::new(env.seed);
        let lengths: Vec<Term> = words.iter().map(|word| env.store.int(word.len())).collect();
        for sum in &reading.sums {
            let formula = sum.formula(env, &lengths, &mut FxHashMap::default());
            arithmetic.tell(env, &[], formula)?;
        }
        let Answer::Model(numbers) = arithmetic.solve(env)? else { return Ok(None) };
        for symbol in reading.symbols(env) {
            if let Some(value) = numbers.get(symbol) {
                model.set(symbol, value.clone());
            }
        }
    }
    for (symbol, truth) in &reading.truths {
        model.set(*symbol, Value::Bool(*truth));
    }
    for (variable, word) in reading.variables.iter().zip(words) {
        if let Some(symbol) = variable.symbol {
            model.set(symbol, Value::Str(Word::from(word.clone())));
        }
    }
    Ok(Some(model))
}
