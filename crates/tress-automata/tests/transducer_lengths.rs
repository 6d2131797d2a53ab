//! Lengths of inputs and outputs of random machines, against all pairs up to a length.

use std::collections::BTreeSet;

use tress_automata::transducer::{LengthGraph, Transducer};
use tress_base::{Budget, Random};

#[path = "support/machines.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod machines;

use machines::{random_machine, rounds};

const LONGEST: usize = 9;

/// All pairs of lengths of walks from one state, by the states they end in.
fn walks(machine: &Transducer, from: u32) -> BTreeSet<(u32, i64, i64)> {
    let mut layer = BTreeSet::from([(from, 0_i64, 0_i64)]);
    let mut all = layer.clone();
    for _ in 0..LONGEST {
        let longer = |&(state, read, written): &(u32, i64, i64)| {
            let step = move |step: &tress_automata::transducer::Step| {
                (step.target, read + 1, written + step.output.len() as i64)
            };
            machine.steps(state).iter().map(step).collect::<Vec<_>>()
        };
        layer = layer.iter().flat_map(longer).collect();
        all.extend(&layer);
    }
    all
}

/// All pairs of lengths of an input and its output.
fn pairs(machine: &Transducer) -> BTreeSet<(i64, i64)> {
    let end = |&(state, read, written): &(u32, i64, i64)| {
        machine.last(state).map(|last| (read, written + last.len() as i64))
    };
    walks(machine, machine.initial()).iter().filter_map(end).collect()
}

fn machines() -> impl Iterator<Item = (u64, Transducer)> {
    (0..rounds()).map(|seed| {
        let mut random = Random::new(seed);
        let deterministic = random.chance(1, 2);
        (seed, random_machine(&mut random, deterministic))
    })
}

#[test]
fn all_lengths_lie_between_two_lines_that_are_touched() {
    let budget = Budget::unlimited();
    for (seed, machine) in machines() {
        let pairs = pairs(&machine);
        let Some(bounds) = machine.length_bounds(&budget).unwrap() else {
            assert!(pairs.is_empty(), "seed {seed}");
            continue;
        };
        let heights = pairs.iter().map(|pair| bounds.least.height(pair.0, pair.1));
        assert_eq!(heights.min(), Some(0), "seed {seed}: {bounds:?}");
        let heights = pairs.iter().map(|pair| bounds.most.height(pair.0, pair.1));
        assert_eq!(heights.max(), Some(0), "seed {seed}: {bounds:?}");
        // The slopes are the extreme ratios of closed walks.
        let machine = machine.trim();
        let closed: Vec<(i64, i64)> = (0..machine.states())
            .flat_map(|state| walks(&machine, state).into_iter().filter(move |walk| walk.0 == state))
            .filter_map(|(_, read, written)| (read > 0).then_some((read, written)))
            .collect();
        for (line, sign) in [(bounds.least, 1), (bounds.most, -1)] {
            let slopes = closed.iter().map(|cycle| sign * (line.output * cycle.1 - line.input * cycle.0));
            assert_eq!(slopes.min().unwrap_or(0), 0, "seed {seed}: {bounds:?}");
            assert!(!closed.is_empty() || line.input == 0, "seed {seed}: {bounds:?}");
        }
    }
}

#[test]
fn the_lattice_is_the_smallest() {
    let budget = Budget::unlimited();
    for (seed, machine) in machines() {
        let pairs = Vec::from_iter(pairs(&machine));
        let Some(lattice) = machine.length_graph(&budget).unwrap().lattice() else {
            assert!(pairs.is_empty(), "seed {seed}");
            continue;
        };
        assert!(pairs.iter().all(|pair| lattice.contains(pair.0, pair.1)), "seed {seed}: {lattice:?}");
        // The area of the smallest lattice is the divisor of the areas of all pairs of differences.
        let differences: Vec<(i64, i64)> =
            pairs.iter().map(|pair| (pair.0 - pairs[0].0, pair.1 - pairs[0].1)).collect();
        let mut area = 0;
        for a in &differences {
            for b in &differences {
                area = gcd(area, (a.0 * b.1 - a.1 * b.0).abs());
            }
        }
        assert_eq!(area, lattice.step.0 * lattice.rest, "seed {seed}: {lattice:?}");
        let width = differences.iter().fold(0, |width, pair| gcd(width, pair.0.abs()));
        assert_eq!(width, lattice.step.0, "seed {seed}: {lattice:?}");
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The values of the variables of the formula for a random run of at most nine steps, when it ends.
fn random_run(graph: &LengthGraph, random: &mut Random) -> Option<(Vec<i64>, (i64, i64))> {
    let mut values = vec![0; graph.formula().variables as usize];
    let places = graph.edges().len() + graph.ends().len();
    let (mut state, mut reached) = (graph.initial(), BTreeSet::from([graph.initial()]));
    let mut lengths = (0, 0);
    for _ in 0..random.below(LONGEST + 1) {
        let leaving: Vec<usize> =
            (0..graph.edges().len()).filter(|edge| graph.edges()[*edge].from == state).collect();
        if leaving.is_empty() {
            break;
        }
        let edge = *random.pick(&leaving);
        values[edge] += 1;
        state = graph.edges()[edge].target;
        lengths = (lengths.0 + 1, lengths.1 + i64::from(graph.edges()[edge].written));
        if reached.insert(state) {
            values[places + state as usize] = reached.len() as i64;
        }
    }
    let end = graph.ends().iter().position(|end| end.0 == state)?;
    values[graph.edges().len() + end] = 1;
    Some((values, (lengths.0, lengths.1 + i64::from(graph.ends()[end].1))))
}

/// Calls `visit` for all lists of numbers from zero to these.
fn for_all(most: &[i64], mut visit: impl FnMut(&[i64])) {
    let mut values = vec![0; most.len()];
    loop {
        visit(&values);
        let Some(at) = (0..most.len()).find(|at| values[*at] < most[*at]) else { return };
        values[..at].fill(0);
        values[at] += 1;
    }
}

#[test]
fn the_formula_holds_of_runs_and_of_nothing_else() {
    let budget = Budget::unlimited();
    let (mut runs, mut solutions) = (0, 0);
    for (seed, machine) in machines() {
        let graph = machine.length_graph(&budget).unwrap();
        let formula = graph.formula();
        let mut random = Random::new(seed);
        for _ in 0..5 {
            let Some((values, (input, output))) = random_run(&graph, &mut random) else { continue };
            runs += 1;
            assert!(formula.holds(&values), "seed {seed}: {values:?}");
            assert_eq!((formula.input.value(&values), formula.output.value(&values)), (input, output));
        }
        if graph.edges().len() > 4 || graph.states() > 3 {
            continue;
        }
        let pairs = pairs(&machine);
        let mut most = vec![2; graph.edges().len()];
        most.resize(most.len() + graph.ends().len(), 1);
        most.resize(most.len() + graph.states() as usize, i64::from(graph.states()) - 1);
        for_all(&most, |values| {
            if formula.holds(values) {
                solutions += 1;
                let pair = (formula.input.value(values), formula.output.value(values));
                assert!(pairs.contains(&pair), "seed {seed}: {values:?}");
            }
        });
    }
    assert!(runs > rounds() && solutions > rounds(), "{runs} runs, {solutions} solutions");
}

#[test]
fn facts_about_known_functions() {
    let budget = Budget::unlimited();
    let word = |text: &str| -> Vec<u32> { text.chars().map(u32::from).collect() };
    let table = |old: &str, new: &str| Transducer::table(&[(word(old), word(new))]);
    let lines = |machine: &Transducer| {
        let bounds = machine.length_bounds(&budget).unwrap().unwrap();
        [bounds.least, bounds.most].map(|line| (line.output, line.input, line.constant))
    };
    assert_eq!(lines(&Transducer::shifts(&[((65, 90), 32)])), [(1, 1, 0), (1, 1, 0)]);
    assert_eq!(lines(&table("<", "&lt;")), [(1, 1, 0), (1, 4, 0)]);
    assert_eq!(lines(&table("<script>", "")), [(1, 0, 0), (1, 1, 0)]);
    assert_eq!(lines(&table("abc", "x")), [(3, 1, 0), (1, 1, 0)]);
    assert_eq!(lines(&Transducer::replace_first(&word("a"), &word("bbb"))), [(1, 1, 0), (1, 1, 2)]);
    let lattice = table("a", "bbb").length_graph(&budget).unwrap().lattice().unwrap();
    assert_eq!((lattice.base, lattice.step, lattice.rest), ((0, 0), (1, 1), 2));
}
