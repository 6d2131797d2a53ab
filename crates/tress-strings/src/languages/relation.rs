//! How the lengths of an input and of a value made of it are related.
//!
//! Enters: a path of functions, and the language of the input. Leaves: a formula over the two lengths that
//! holds for every input: the lines between which they lie, and the lattice that they lie on. It states of
//! all lengths at once what would otherwise be found out value by value.

use std::sync::Arc;

use tress_automata::nfa::Nfa;
use tress_automata::transducer::{Lattice, LengthBounds, Line, Transducer};
use tress_automata::{FunctionId, Regex};
use tress_base::Stop;

use tress_kernel::Context;
use tress_term::term::{Op, Term, TermStore};

use super::limits::{MACHINE_STATES, RELATION_STEPS};
use super::pull::Application;

/// A formula that holds of the lengths of an input in `language` and its value along a path. Returns `None`
/// if that takes too long, or if nothing is known of the functions.
pub(super) fn relation(
    cx: &mut Context<'_>,
    applications: &[Application],
    path: &[usize],
    language: Regex,
    lengths: [Term; 2],
) -> Result<Option<Term>, Stop> {
    let Some(functions) = path.iter().rev().map(|place| applications[*place].function()).collect() else {
        return Ok(None);
    };
    let budget = cx.env.budget;
    let known = RELATION_STEPS.share(budget, || {
        let Some(machine) = restricted_machine(cx, functions, language)? else { return Ok(None) };
        let graph = machine.length_graph(budget)?;
        Ok(graph.bounds(budget)?.zip(graph.lattice()))
    })?;
    let Some((bounds, lattice)) = known.flatten() else { return Ok(None) };
    let mut parts = bounds_formulas(cx, &bounds, lengths);
    if (lattice.step, lattice.rest) != ((1, 0), 1) {
        parts.extend(lattice_formulas(cx, &lattice, lengths));
    }
    parts.push(TermStore::TRUE);
    Ok(Some(cx.env.app(Op::And, &parts)))
}

/// The machine of a chain of functions, for the words of a language.
fn restricted_machine(
    cx: &mut Context<'_>,
    functions: Vec<FunctionId>,
    language: Regex,
) -> Result<Option<Transducer>, Stop> {
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let most = MACHINE_STATES.size(budget);
    let mut machines: Vec<Arc<Transducer>> = Vec::new();
    for function in functions {
        let machine = regexes.machine_of(function, most, budget)?;
        let Some(machine) = MACHINE_STATES.note_missing(machine, budget) else { return Ok(None) };
        machines.push(machine);
    }
    let machines: Vec<&Transducer> = machines.iter().map(|machine| &**machine).collect();
    let chain = Transducer::chain(&machines, most, budget)?;
    let Some(chain) = MACHINE_STATES.note_missing(chain, budget) else { return Ok(None) };
    if language == Regex::ALL {
        return Ok(Some(chain));
    }
    let inputs = Nfa::from_regex(regexes, language, most, budget)?;
    let Some(inputs) = MACHINE_STATES.note_missing(inputs, budget) else { return Ok(None) };
    let restricted = chain.restrict_input(&inputs, most, budget)?;
    Ok(MACHINE_STATES.note_missing(restricted, budget))
}

/// The lengths lie between two lines.
fn bounds_formulas(cx: &mut Context<'_>, bounds: &LengthBounds, [input, output]: [Term; 2]) -> Vec<Term> {
    let mut side = |op: Op, line: &Line| {
        let [factor, slope, constant] =
            [line.output, line.input, line.constant].map(|number| cx.env.store.int(number));
        let left = cx.env.app(Op::Mul, &[factor, output]);
        let right = cx.env.app(Op::Mul, &[slope, input]);
        let right = cx.env.app(Op::Add, &[right, constant]);
        cx.env.app(op, &[left, right])
    };
    vec![side(Op::Ge, &bounds.least), side(Op::Le, &bounds.most)]
}

/// The lengths are a pair of the lattice.
fn lattice_formulas(cx: &mut Context<'_>, lattice: &Lattice, [input, output]: [Term; 2]) -> Vec<Term> {
    let numbers = [lattice.base.0, lattice.base.1, lattice.step.0, lattice.step.1, lattice.rest];
    let numbers = numbers.map(|number| cx.env.store.int(number));
    let [base_in, base_out, step_in, step_out, rest] = numbers;
    let of: Vec<Term> = [input, output].into_iter().chain(numbers).collect();
    let [steps, rests] = ["lattice-steps", "lattice-rests"].map(|role| cx.int_skolem(role, &of));
    let along = [step_in, step_out].map(|step| cx.env.app(Op::Mul, &[step, steps]));
    let beside = cx.env.app(Op::Mul, &[rest, rests]);
    let sums =
        [cx.env.app(Op::Add, &[base_in, along[0]]), cx.env.app(Op::Add, &[base_out, along[1], beside])];
    vec![cx.env.equal(input, sums[0]), cx.env.equal(output, sums[1])]
}
