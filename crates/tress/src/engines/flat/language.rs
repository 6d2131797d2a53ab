//! Memberships: a run of an automaton over a shape.
//!
//! A truth value for each place and state says that the run is there; each goes on with the next
//! item until a state accepts. A loop may stay in a state, read one letter, or read one and stay
//! where that leads.

use tress_automata::CharSet;
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use super::formula::Formula;
use super::shape::{Item, Shape};
use crate::term::{Term, TermStore};

/// Says: when `when` holds, the word of the shape is accepted.
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
        for (state, &run) in here.iter().enumerate() {
            formula.env.budget.poll()?;
            let goes_on = step(formula, item, state, &edges, &next);
            formula.when(origin, &[run], goes_on);
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
    item: Item,
    state: usize,
    edges: &[Vec<(u32, CharSet)>],
    next: &[Term],
) -> Term {
    let present = formula.present(item);
    let absent = formula.not(present);
    let mut ways = vec![formula.and(&[absent, next[state]])];
    match item {
        Item::Letter { code, .. } => {
            for (target, letters) in &edges[state] {
                let fits = within(formula, code, letters);
                ways.push(formula.and(&[present, fits, next[*target as usize]]));
            }
        }
        Item::Loop { code, count } => {
            let one = formula.int(1);
            let single = formula.equal(count, one);
            for (target, letters) in &edges[state] {
                let target = *target as usize;
                let fits = within(formula, code, letters);
                if target == state {
                    ways.push(formula.and(&[present, fits, next[target]]));
                    continue;
                }
                ways.push(formula.and(&[single, fits, next[target]]));
                if let Some((_, stay)) = edges[target].iter().find(|(again, _)| *again as usize == target) {
                    let fits = within(formula, code, &letters.intersection(stay));
                    ways.push(formula.and(&[present, fits, next[target]]));
                }
            }
        }
    }
    formula.or(&ways)
}

/// Is a code in a set?
fn within(formula: &mut Formula<'_, '_>, code: Term, letters: &CharSet) -> Term {
    if letters.is_full() {
        return TermStore::bool(true);
    }
    let ranges: Vec<Term> = letters
        .ranges()
        .iter()
        .map(|&(low, high)| formula.between(i64::from(low), code, i64::from(high)))
        .collect();
    formula.or(&ranges)
}
