//! Memberships: a run of an automaton over a shape.
//!
//! A truth value for each position and state means that the run is there; each goes on with the next
//! item until a state accepts. A loop may stay in a state, read its characters once, or do that and stay
//! where they lead. How long loops should be is read off the cycles of automata.

use std::collections::BTreeSet;

use tress_automata::CharSet;
use tress_automata::nfa::Nfa;
use tress_base::{Budget, Stop};

use super::formula::Formula;
use super::shape::{Item, Shape};
use tress_term::term::{Term, TermStore};

/// Asserts: if `when` holds, the word of the shape is accepted.
pub(super) fn member(
    formula: &mut Formula<'_, '_>,
    shape: &Shape,
    nfa: &Nfa,
    when: Term,
) -> Result<(), Stop> {
    let origin = formula.restricted(&[shape]);
    let states = nfa.states() as usize;
    let mut here: Vec<Term> = (0..states).map(|_| formula.truth("run")).collect();
    let starts: Vec<Term> = nfa.initial().iter().map(|&state| here[state as usize]).collect();
    let some = formula.or(&starts);
    formula.when(origin, &[when], some);
    let edges: Vec<Vec<(u32, CharSet)>> = (0..nfa.states()).map(|state| nfa.edges_by_target(state)).collect();
    for item in shape.items() {
        formula.states += states as u64;
        let next: Vec<Term> = (0..states).map(|_| formula.truth("run")).collect();
        match &item {
            Item::Loop { codes, count } if codes.len() > 1 => {
                go_round(formula, (codes, *count), &edges, [&here, &next], origin)?;
            }
            _ => {
                for (state, &run) in here.iter().enumerate() {
                    formula.env.budget.poll()?;
                    let goes_on = step(formula, &item, state, &edges, &next);
                    formula.when(origin, &[run], goes_on);
                }
            }
        }
        here = next;
    }
    for (state, &run) in here.iter().enumerate() {
        if !nfa.is_accepting(state as u32) {
            let no = formula.not(run);
            formula.add(origin, no);
        }
    }
    Ok(())
}

/// What must hold for a run that is in `state` before the item.
fn step(
    formula: &mut Formula<'_, '_>,
    item: &Item,
    state: usize,
    edges: &[Vec<(u32, CharSet)>],
    next: &[Term],
) -> Term {
    let present = formula.present(item);
    let absent = formula.not(present);
    let mut ways = vec![formula.and(&[absent, next[state]])];
    match item {
        Item::Character { code, .. } => {
            for (target, characters) in &edges[state] {
                let fits = within(formula, *code, characters);
                ways.push(formula.and(&[present, fits, next[*target as usize]]));
            }
        }
        Item::Loop { codes, count } => {
            let (one, code) = (formula.int(1), codes[0]);
            let single = formula.equal(*count, one);
            for (target, characters) in &edges[state] {
                let target = *target as usize;
                let fits = within(formula, code, characters);
                if target == state {
                    ways.push(formula.and(&[present, fits, next[target]]));
                    continue;
                }
                ways.push(formula.and(&[single, fits, next[target]]));
                if let Some((_, stay)) = edges[target].iter().find(|(again, _)| *again as usize == target) {
                    let fits = within(formula, code, &characters.intersection(stay));
                    ways.push(formula.and(&[present, fits, next[target]]));
                }
            }
        }
    }
    formula.or(&ways)
}

/// A loop of several characters: once around leads from one state to another, and as there is one anchor,
/// all other rounds begin and end there.
fn go_round(
    formula: &mut Formula<'_, '_>,
    (codes, count): (&[Term], Term),
    edges: &[Vec<(u32, CharSet)>],
    [here, next]: [&[Term]; 2],
    origin: u32,
) -> Result<(), Stop> {
    let (one, two) = (formula.int(1), formula.int(2));
    let (some, more) = (formula.at_most(one, count), formula.at_most(two, count));
    let none = formula.not(some);
    let anchor = formula.number("anchor");
    let [once, again] = [0, 1].map(|_| rows_of_runs(formula, codes.len(), edges.len()));
    for state in 0..edges.len() {
        formula.env.budget.poll()?;
        formula.when(origin, &[here[state], none], next[state]);
        formula.when(origin, &[here[state], some], once[0][state]);
        let (last, position) = (once[codes.len()][state], formula.env.store.int(state));
        formula.when(origin, &[last], next[state]);
        let is_anchor = formula.equal(anchor, position);
        let rounds = formula.and(&[is_anchor, again[0][state]]);
        formula.when(origin, &[last, more], rounds);
        formula.when(origin, &[again[codes.len()][state]], is_anchor);
    }
    for runs in [once, again] {
        for (position, &code) in codes.iter().enumerate() {
            for (state, edges) in edges.iter().enumerate() {
                formula.env.budget.poll()?;
                let mut ways = Vec::new();
                for (target, characters) in edges {
                    let fits = within(formula, code, characters);
                    ways.push(formula.and(&[fits, runs[position + 1][*target as usize]]));
                }
                let some = formula.or(&ways);
                formula.when(origin, &[runs[position][state]], some);
            }
        }
    }
    Ok(())
}

/// Truth values for each state before each character, and behind the last.
fn rows_of_runs(formula: &mut Formula<'_, '_>, characters: usize, states: usize) -> Vec<Vec<Term>> {
    (0..=characters).map(|_| (0..states).map(|_| formula.truth("run")).collect()).collect()
}

/// The lengths of the shortest ways from each state back to itself.
///
/// # Errors
/// When the budget is used up.
pub(super) fn cycles(nfa: &Nfa, budget: &Budget) -> Result<BTreeSet<usize>, Stop> {
    let mut lengths = BTreeSet::new();
    for start in 0..nfa.states() {
        let (mut seen, mut layer, mut length) = (vec![false; nfa.states() as usize], vec![start], 0);
        while !layer.is_empty() && !seen[start as usize] {
            length += 1;
            let mut next = Vec::new();
            for (target, _) in layer.iter().flat_map(|state| nfa.edges_by_target(*state)) {
                budget.poll()?;
                if !std::mem::replace(&mut seen[target as usize], true) {
                    next.push(target);
                }
            }
            layer = next;
        }
        if seen[start as usize] {
            lengths.insert(length);
        }
    }
    Ok(lengths)
}

/// Is a code in a set?
fn within(formula: &mut Formula<'_, '_>, code: Term, characters: &CharSet) -> Term {
    if characters.is_full() {
        return TermStore::bool(true);
    }
    let ranges: Vec<Term> = characters
        .ranges()
        .iter()
        .map(|&(low, high)| formula.between(i64::from(low), code, i64::from(high)))
        .collect();
    formula.or(&ranges)
}
