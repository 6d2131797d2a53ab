//! From a satisfying assignment to a maximal one.
//!
//! Enters: languages that satisfy all links. Leaves: larger ones, of which none can be enlarged by a word. A
//! variable gets all words that fit the languages of the others; one pass is enough, because what did not fit
//! before does not fit larger languages. (The cuts of a machine alone need not be maximal: section 2.2 of
//! Hooimeijer 2012 does not promise it.)
//!
//! A variable that occurs twice in a link meets itself, so two words that fit may exclude each other. There,
//! words are added class by class: words of one class lead every state of every link to the same state, so
//! that they are added or refused together, and there are finitely many classes. Mostly all that fits can be
//! added at once.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::links::{Languages, Link, Linked, both, tidy};
use tress_automata::CharRange;
use tress_automata::nfa::{Nfa, NfaBuilder};

/// Enlarges the languages as far as the links allow: first those of wanted variables, of these the last one
/// first.
pub(super) fn close(linked: &Linked, mut languages: Languages, budget: &Budget) -> Result<Languages, Stop> {
    let mut order: Vec<usize> = (0..languages.len()).rev().collect();
    order.sort_by_key(|&variable| !linked.wanted[variable]);
    for variable in order {
        let meets_itself = linked.links.iter().any(|link| link.occurrences(variable).count() > 1);
        languages[variable] = if meets_itself {
            extended(linked, variable, &languages, budget)?
        } else {
            candidates(linked, variable, &languages, budget)?
        };
    }
    Ok(languages)
}

/// The words that fit at each occurrence of the variable, when all others have these languages.
fn candidates(
    linked: &Linked,
    variable: usize,
    languages: &Languages,
    budget: &Budget,
) -> Result<Arc<Nfa>, Stop> {
    let mut words = linked.bounds[variable].clone();
    for link in &linked.links {
        for index in link.occurrences(variable) {
            words = tidy(&link.fitting(index, &words, languages, budget)?, budget)?;
        }
    }
    Ok(words)
}

/// The language of a variable that meets itself, with all classes that can be added one after the other.
fn extended(
    linked: &Linked,
    variable: usize,
    languages: &Languages,
    budget: &Budget,
) -> Result<Arc<Nfa>, Stop> {
    let mut languages = languages.clone();
    let mut decided = languages[variable].clone();
    loop {
        budget.poll()?;
        let fitting = candidates(linked, variable, &languages, budget)?;
        let before = std::mem::replace(&mut languages[variable], fitting.clone());
        if all_hold(linked, variable, &languages, budget)? {
            return Ok(fitting);
        }
        languages[variable] = before.clone();
        let others = decided.complement(usize::MAX, budget)?.unwrap_or_default();
        let Some(word) = both(&fitting, &others, budget)?.shortest_word() else { return Ok(before) };
        let class = class_of(linked, variable, &word, budget)?;
        decided = tidy(&decided.union(&class), budget)?;
        languages[variable] = tidy(&before.union(&class), budget)?;
        if !all_hold(linked, variable, &languages, budget)? {
            languages[variable] = before;
        }
    }
}

/// Do the links that mention the variable hold?
fn all_hold(linked: &Linked, variable: usize, languages: &Languages, budget: &Budget) -> Result<bool, Stop> {
    for link in linked.links.iter().filter(|link| link.mentions(variable)) {
        if !link.holds(languages, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where a word leads from every state of several machines; [`OUT`] when it leads out.
type Vector = Arc<[u32]>;

/// No state.
const OUT: u32 = u32::MAX;

/// All words of the variable's bound that do to the links what `word` does.
fn class_of(linked: &Linked, variable: usize, word: &[u32], budget: &Budget) -> Result<Nfa, Stop> {
    let links: Vec<&Link> = linked.links.iter().filter(|link| link.mentions(variable)).collect();
    let machine = side_by_side(&links);
    let identity: Vector = (0..machine.states()).collect();
    let goal: Vector = word.iter().fold(identity.clone(), |vector, &c| {
        vector.iter().map(|&state| target(&machine, state, c)).collect()
    });
    let bound = &linked.bounds[variable];
    let mut numbers: FxHashMap<(u32, Vector), u32> = FxHashMap::default();
    let mut nodes: Vec<(u32, Vector)> = Vec::new();
    let mut builder = NfaBuilder::new();
    for &state in bound.initial() {
        numbers.insert((state, identity.clone()), nodes.len() as u32);
        builder.set_initial(nodes.len() as u32);
        nodes.push((state, identity.clone()));
    }
    let mut at = 0;
    while at < nodes.len() {
        let (state, vector) = nodes[at].clone();
        if bound.is_accepting(state) && vector == goal {
            builder.set_accepting(at as u32);
        }
        for edge in bound.edges(state) {
            for (range, next) in steps(&machine, &vector, (edge.low, edge.high)) {
                budget.poll_many(1 + vector.len() as u64)?;
                if next.iter().zip(goal.iter()).any(|(&state, &goal)| state == OUT && goal != OUT) {
                    continue;
                }
                let number = *numbers.entry((edge.target, next)).or_insert_with_key(|node| {
                    nodes.push(node.clone());
                    nodes.len() as u32 - 1
                });
                builder.add_edge(at as u32, range, number);
            }
        }
        at += 1;
    }
    Ok(builder.build().trim())
}

/// The different machines of the links as one automaton.
fn side_by_side(links: &[&Link]) -> Nfa {
    let mut machines: Vec<&Arc<Nfa>> = Vec::new();
    for link in links {
        if !machines.iter().any(|machine| Arc::ptr_eq(machine, &link.machine)) {
            machines.push(&link.machine);
        }
    }
    machines.iter().fold(Nfa::none(), |all, machine| all.union(machine))
}

fn target(machine: &Nfa, state: u32, c: u32) -> u32 {
    if state == OUT {
        return OUT;
    }
    let edges = machine.edges(state);
    let index = edges.partition_point(|edge| edge.high < c);
    edges.get(index).filter(|edge| edge.low <= c).map_or(OUT, |edge| edge.target)
}

/// Where the characters of a range lead, as few ranges as the edges allow.
fn steps(machine: &Nfa, vector: &Vector, (low, high): CharRange) -> Vec<(CharRange, Vector)> {
    let mut borders = vec![low];
    for &state in vector.iter().filter(|&&state| state != OUT) {
        let cuts = machine.edges(state).iter().flat_map(|edge| [edge.low, edge.high + 1]);
        borders.extend(cuts.filter(|&cut| low < cut && cut <= high));
    }
    borders.sort_unstable();
    borders.dedup();
    let ends = borders.iter().skip(1).map(|&next| next - 1).chain([high]);
    let ranges = borders.iter().copied().zip(ends);
    ranges
        .map(|range| (range, vector.iter().map(|&state| target(machine, state, range.0)).collect()))
        .collect()
}
