//! The differences of the ten expressions as clauses for words of one length: how long it takes to make the
//! clauses, and how long to solve them, for lengths 1 to 15.
//!
//! The words are made of classes of characters that no edge distinguishes. A word's run through the first
//! automaton is one state at each position; of the second, every state that can be reached is marked, and
//! none of the marked ones at the end may accept. So the clauses grow with the edges and the length, and are
//! the same work as `Hampi` does eagerly.

use std::io;

use tress_automata::nfa::Nfa;
use tress_automata::{CharSet, RegexStore, minterms};
use tress_base::{Budget, Stop};
use tress_sat::{Lit, NoTheory, Outcome, Solver};

use super::{search, show, ten, timed};
use crate::lab::{Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The longest words, unless the command line says otherwise.
const LONGEST: usize = 15;
/// No automaton of the ten is larger.
const MOST_STATES: usize = 100_000;

/// An automaton whose edges carry classes of characters.
struct Classes {
    initial: Vec<usize>,
    accepting: Vec<bool>,
    /// From, class, to.
    edges: Vec<(usize, usize, usize)>,
}

/// The classes of characters of two automata, and the automata over them.
fn classes(automata: [&Nfa; 2]) -> (usize, [Classes; 2]) {
    let labels = |nfa: &Nfa| -> Vec<CharSet> {
        (0..nfa.states()).flat_map(|state| nfa.edges_by_target(state)).map(|(_, set)| set).collect()
    };
    let mut sets: Vec<CharSet> = automata.iter().flat_map(|nfa| labels(nfa)).collect();
    sets.sort_by(|one, other| one.ranges().cmp(other.ranges()));
    sets.dedup();
    let classes: Vec<CharSet> = minterms(&sets).into_iter().map(|(class, _)| class).collect();
    let convert = |nfa: &Nfa| {
        let mut edges = Vec::new();
        for from in 0..nfa.states() {
            for (to, set) in nfa.edges_by_target(from) {
                let inside = classes.iter().enumerate().filter(|(_, class)| class.intersects(&set));
                edges.extend(inside.map(|(class, _)| (from as usize, class, to as usize)));
            }
        }
        Classes {
            initial: nfa.initial().iter().map(|state| *state as usize).collect(),
            accepting: (0..nfa.states()).map(|state| nfa.is_accepting(state)).collect(),
            edges,
        }
    };
    let automata = automata.map(convert);
    (classes.len(), automata)
}

/// The clauses for a word of `length` characters in the first and not in the second.
fn encode(letters: usize, [first, second]: [&Classes; 2], length: usize) -> (Solver, u64) {
    let mut solver = Solver::new(0);
    let mut clauses = 0;
    let mut add = |solver: &mut Solver, clause: &[Lit]| {
        clauses += 1;
        solver.add_clause(clause);
    };
    let row = |solver: &mut Solver, count: usize| -> Vec<Lit> {
        (0..count).map(|_| solver.new_var().positive()).collect()
    };
    let mut state = [first, second].map(|automaton| row(&mut solver, automaton.accepting.len()));
    for (at, literal) in state[0].iter().enumerate() {
        if !first.initial.contains(&at) {
            add(&mut solver, &[!*literal]);
        }
    }
    add(&mut solver, &state[0].clone());
    for at in &second.initial {
        add(&mut solver, &[state[1][*at]]);
    }
    for _ in 0..length {
        let letter = row(&mut solver, letters);
        add(&mut solver, &letter);
        let next = [first, second].map(|automaton| row(&mut solver, automaton.accepting.len()));
        // A state of the run has an edge before it that the character takes.
        let mut ways: Vec<Vec<Lit>> = next[0].iter().map(|literal| vec![!*literal]).collect();
        for (from, class, to) in &first.edges {
            let way = solver.new_var().positive();
            add(&mut solver, &[!way, state[0][*from]]);
            add(&mut solver, &[!way, letter[*class]]);
            ways[*to].push(way);
        }
        for way in &ways {
            add(&mut solver, way);
        }
        add(&mut solver, &next[0]);
        for (from, class, to) in &second.edges {
            add(&mut solver, &[!state[1][*from], !letter[*class], next[1][*to]]);
        }
        state = next;
    }
    let accepting: Vec<Lit> =
        state[0].iter().zip(&first.accepting).filter(|pair| *pair.1).map(|pair| *pair.0).collect();
    add(&mut solver, &accepting);
    for (literal, _) in state[1].iter().zip(&second.accepting).filter(|pair| *pair.1) {
        add(&mut solver, &[!*literal]);
    }
    (solver, clauses)
}

/// Sums over all pairs for one length.
#[derive(Clone, Copy, Default)]
struct Row {
    found: usize,
    clauses: u64,
    making: f64,
    solving: f64,
}

pub(super) fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let longest = lab.count.min(LONGEST);
    let mut store = RegexStore::new();
    let ten = ten(&mut store);
    let stopped = |_: Stop| io::Error::other("there is no limit to stop at");
    let budget = Budget::unlimited();
    let mut automata = Vec::new();
    for regex in &ten {
        let built = Nfa::from_regex(&mut store, *regex, MOST_STATES, &budget).map_err(stopped)?;
        automata.push(built.ok_or_else(|| io::Error::other("an automaton is too large"))?);
    }
    let mut rows = vec![Row::default(); longest + 1];
    let (mut lazy, mut wrong) = (0.0, 0);
    for i in 0..ten.len() {
        for j in 0..ten.len() {
            let mut fresh = RegexStore::new();
            let [first, second] = [ten[i], ten[j]].map(|regex| fresh.copy_from(&store, regex));
            let found = search(&mut fresh, first, second, false);
            lazy += found.seconds;
            let shortest = found.word.map(|word| word.len());
            for (length, row) in rows.iter_mut().enumerate().skip(1) {
                let is_found = pair(row, [&automata[i], &automata[j]], length);
                // The search has found a shortest word.
                wrong += usize::from(is_found && shortest.is_none_or(|shortest| length < shortest));
                wrong += usize::from(!is_found && shortest == Some(length));
            }
            lab.progress(i * ten.len() + j + 1, ten.len() * ten.len());
        }
    }
    report(lab, &rows, lazy)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// Makes and solves the clauses of one pair. Is there a word?
fn pair(row: &mut Row, automata: [&Nfa; 2], length: usize) -> bool {
    let ((mut solver, clauses), making) = timed(|_| {
        let (letters, [first, second]) = classes(automata);
        encode(letters, [&first, &second], length)
    });
    let (outcome, solving) = timed(|budget| solver.solve(&mut NoTheory, &[], budget));
    let is_found = outcome == Outcome::Sat;
    row.found += usize::from(is_found);
    row.clauses += clauses;
    row.making += making;
    row.solving += solving;
    is_found
}

fn report(lab: &mut Lab<'_>, rows: &[Row], lazy: f64) -> io::Result<()> {
    let mut table = Table::new(&["length", "yes", "clauses", "making", "solving", "share of making"]);
    let mut series: [Vec<(f64, f64)>; 3] = Default::default();
    for (length, row) in rows.iter().enumerate().skip(1) {
        let share = 100.0 * row.making / (row.making + row.solving).max(f64::MIN_POSITIVE);
        let cells = [length.to_string(), row.found.to_string(), row.clauses.to_string()];
        let times = [seconds_text(row.making), seconds_text(row.solving), format!("{share:.0} %")];
        table.row(cells.into_iter().chain(times));
        let numbers = [row.making, row.solving, lazy];
        for (series, seconds) in series.iter_mut().zip(numbers) {
            series.push((length as f64, seconds * 1e3));
        }
    }
    let title = "Making clauses against solving them";
    let mut plot = Plot::new(title, "length", "milliseconds for 100 differences").logarithmic(false, true);
    for (name, points) in ["making", "solving", "lazy search"].into_iter().zip(series) {
        plot.add(name, Mark::Line, points);
    }
    lab.print(&format!("the lazy search, all lengths: {}", seconds_text(lazy)))?;
    show(lab, "encoding", title, &table, &plot)
}
