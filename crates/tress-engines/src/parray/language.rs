//! Memberships: from an automaton to constraints on the array.
//!
//! Where all loops are well-formed, the paths of the automaton are stated exactly, loops by quantified
//! constraints. Any other automaton gets an array of states, one step a position: it is unrolled as far as
//! solutions reach, and no further step is ever assumed away.

use tress_automata::CharSet;
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use tress_term::term::{Op, SymbolId, Term, TermStore, Value};

use super::formula::{Body, Holds};
use super::limits::STATES;
use super::loops::{Path, Piece, Round, paths};
use super::translate::{Array, Translation};

/// A membership, for completing arrays.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) array: Array,
    pub(super) when: Term,
    pub(super) nfa: Nfa,
    /// The states at each position, where they are an array.
    pub(super) states: Option<SymbolId>,
}

/// Asserts that a string is in a language, or not, under a condition.
pub(super) fn member(
    cx: &mut Translation<'_, '_>,
    array: &Array,
    language: Term,
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let Some(Value::Regex(regex)) = cx.ground(language)? else { return Ok(()) };
    cx.count(if holds { "parray-matches" } else { "parray-not-matches" });
    let budget = cx.formula.env.budget;
    let regexes = cx.formula.env.regexes();
    let regex = if holds { regex } else { regexes.complement(regex) };
    match Nfa::from_regex(regexes, regex, STATES.most(budget) as usize, budget)? {
        Some(nfa) => accepted(cx, array, &nfa, when),
        None => {
            budget.hit(STATES.name());
            Ok(())
        }
    }
}

/// Asserts that an automaton accepts a string, under a condition.
pub(super) fn accepted(
    cx: &mut Translation<'_, '_>,
    array: &Array,
    nfa: &Nfa,
    when: Term,
) -> Result<(), Stop> {
    let budget = cx.formula.env.budget;
    if nfa.is_empty() {
        cx.formula.when(&[when], TermStore::FALSE);
        return Ok(());
    }
    lengths(cx, array, nfa, when);
    let mut states = None;
    let mut nfa = nfa.clone();
    if let Some(found) = paths(&nfa, budget) {
        told(cx, array, &found, when);
    } else if let Some(small) = nfa.minimize(STATES.most(budget) as usize, budget)? {
        nfa = small.trim();
        match paths(&nfa, budget) {
            Some(found) => told(cx, array, &found, when),
            None => states = Some(stepwise(cx, array, &nfa, when)),
        }
    }
    cx.runs.push(Run { array: array.clone(), when, nfa, states });
    Ok(())
}

/// The shortest and the longest length.
pub(super) fn lengths(cx: &mut Translation<'_, '_>, array: &Array, nfa: &Nfa, when: Term) {
    let (least, most) = length_bounds(nfa);
    let least = cx.formula.int(least);
    let low = cx.formula.at_most(least, array.length);
    cx.formula.when(&[when], low);
    if let Some(most) = most {
        let most = cx.formula.int(most);
        let high = cx.formula.at_most(array.length, most);
        cx.formula.when(&[when], high);
    }
}

/// The characters at both ends of a string that is not empty.
pub(super) fn ends(cx: &mut Translation<'_, '_>, array: &Array, nfa: &Nfa, when: Term) {
    let nfa = nfa.trim();
    let starts = nfa.initial().iter().flat_map(|state| nfa.edges(*state));
    let first = CharSet::from_ranges(starts.map(|edge| (edge.low, edge.high)));
    let all = (0..nfa.states()).flat_map(|state| nfa.edges(state));
    let stops = all.filter(|edge| nfa.is_accepting(edge.target));
    let last = CharSet::from_ranges(stops.map(|edge| (edge.low, edge.high)));
    let (zero, end) = (cx.formula.int(0), cx.formula.shifted(array.length, -1));
    let some = cx.formula.less(zero, array.length);
    for (position, set) in [(zero, first), (end, last)] {
        if !set.is_full() {
            let character = cx.character(array, position);
            let fits = cx.formula.in_set(character, &set);
            cx.formula.when(&[when, some], fits);
        }
    }
}

/// The shortest length of a language that is not empty, and the longest if there is one.
pub(super) fn length_bounds(nfa: &Nfa) -> (i64, Option<i64>) {
    let nfa = nfa.trim();
    let distances = nfa.distances();
    let least = nfa.initial().iter().map(|state| distances[*state as usize]).min().unwrap_or(0);
    // Layer by layer: without loops there are fewer layers than states.
    let mut layer: Vec<u32> = nfa.initial().to_vec();
    let mut most = Some(0);
    for depth in 0..=i64::from(nfa.states()) {
        if layer.iter().any(|state| nfa.is_accepting(*state)) {
            most = Some(depth);
        }
        layer = layer.iter().flat_map(|state| nfa.edges(*state)).map(|edge| edge.target).collect();
        layer.sort_unstable();
        layer.dedup();
    }
    if !layer.is_empty() {
        most = None;
    }
    (i64::from(least), most)
}

/// One of the paths is taken.
fn told(cx: &mut Translation<'_, '_>, array: &Array, paths: &[Path], when: Term) {
    cx.count("parray-well-formed");
    let mut taken: Vec<Term> = Vec::with_capacity(paths.len());
    for path in paths {
        let truth = if paths.len() == 1 { when } else { cx.formula.truth("path") };
        taken.push(truth);
        let mut position = cx.formula.int(0);
        for piece in path {
            position = match piece {
                Piece::Character(set) => {
                    let character = cx.character(array, position);
                    let fits = cx.formula.in_set(character, set);
                    cx.formula.when(&[truth], fits);
                    cx.formula.shifted(position, 1)
                }
                Piece::Loop(round) => repeated(cx, array, (position, round), truth),
            };
        }
        let ends = cx.formula.equal(array.length, position);
        cx.formula.when(&[truth], ends);
    }
    let either = cx.formula.or(&taken);
    cx.formula.when(&[when], either);
}

/// Any number of rounds from a position on; returns the position behind them.
fn repeated(cx: &mut Translation<'_, '_>, array: &Array, (from, round): (Term, &Round), when: Term) -> Term {
    cx.count("parray-loops");
    let (rounds, length) = (cx.formula.natural("rounds"), i64::try_from(round.length).expect("few states"));
    let end = cx.formula.linear(&[(from, 1), (rounds, length)], 0);
    cx.forall(&[when], [from, end], |cx, position| {
        let mut parts = Vec::with_capacity(round.sections.len());
        let mut offset = 0;
        for section in &round.sections {
            let ways: Vec<Term> = section
                .iter()
                .map(|way| {
                    let characters: Vec<Term> = (0..)
                        .zip(way)
                        .map(|(further, set)| {
                            let index = cx.formula.shifted(position, further);
                            let character = cx.character(array, index);
                            cx.formula.in_set(character, set)
                        })
                        .collect();
                    cx.formula.and(&characters)
                })
                .collect();
            let ways = cx.formula.or(&ways);
            let here = phase(cx, position, (from, length), offset);
            parts.push(cx.formula.implies(&[here], ways));
            offset += i64::try_from(section.first().map_or(0, Vec::len)).expect("few states");
        }
        Body::Plain(cx.formula.and(&parts))
    });
    end
}

/// Is a position this far into its round?
fn phase(cx: &mut Translation<'_, '_>, position: Term, (from, length): (Term, i64), offset: i64) -> Term {
    if length == 1 {
        return TermStore::TRUE;
    }
    let (distance, length) = (cx.formula.minus(position, from), cx.formula.int(length));
    let rest = cx.formula.env.app(Op::Mod, &[distance, length]);
    let offset = cx.formula.int(offset);
    cx.formula.equal(rest, offset)
}

/// A state at every position, and an edge from each to the next.
fn stepwise(cx: &mut Translation<'_, '_>, array: &Array, nfa: &Nfa, when: Term) -> SymbolId {
    cx.count("parray-unrolled");
    let states = cx.formula.array("states", Holds::States);
    let (zero, first, last) =
        (cx.formula.int(0), nfa.initial().to_vec(), nfa.accepting().collect::<Vec<u32>>());
    for (position, allowed) in [(zero, first), (array.length, last)] {
        let state = cx.formula.access(states, position);
        let fits = one_of(cx, state, &allowed);
        cx.formula.when(&[when], fits);
    }
    cx.forall(&[when], [zero, array.length], |cx, position| {
        let next = cx.formula.shifted(position, 1);
        let (old, new) = (cx.formula.access(states, position), cx.formula.access(states, next));
        let character = cx.character(array, position);
        let mut ways = Vec::new();
        for state in 0..nfa.states() {
            let here = one_of(cx, old, &[state]);
            for (target, set) in nfa.edges_by_target(state) {
                let (there, fits) = (one_of(cx, new, &[target]), cx.formula.in_set(character, &set));
                ways.push(cx.formula.and(&[here, fits, there]));
            }
        }
        Body::Plain(cx.formula.or(&ways))
    });
    cx.formula.foralls.last_mut().expect("it was just added").is_step = true;
    states
}

fn one_of(cx: &mut Translation<'_, '_>, state: Term, allowed: &[u32]) -> Term {
    let equal: Vec<Term> = allowed
        .iter()
        .map(|other| {
            let other = cx.formula.int(i64::from(*other));
            cx.formula.equal(state, other)
        })
        .collect();
    cx.formula.or(&equal)
}
