//! Bounded circuits: a problem as a circuit over words and numbers of bounded size.
//!
//! Enters: a problem of truth values, whole numbers and strings. Leaves: a model, a conflict, or no answer.
//! Only the symbols are free; what functions make of them is computed, so the search decides a few dozen
//! bits. Facts entail how far some symbols reach ([`ranges`]): facts about those alone are decided, and that
//! they have no model is a conflict. All other symbols are cut, and that there is no model within the cuts
//! has no meaning; they grow if they are in the core of a search.

mod alphabet;
mod convert;
mod encode;
mod functions;
mod language;
pub(super) mod limits;
mod ranges;
mod reach;
mod search;
mod support;
mod text;

#[cfg(test)]
mod tests;

use tress_base::Stop;

use crate::engine::{Claims, Engine, Task};
use limits::CIRCUIT_STEPS;
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::term::{Sort, Term, TermMap, TermStore};

use alphabet::Mentioned;
use encode::Circuit;
use ranges::Ranges;
use reach::{Reaches, Size};
use search::{Found, Search};

/// The sizes of inputs that are cut, circuit by circuit.
const SIZES: [Size; 4] = [
    Size { length: 8, bits: 10 },
    Size { length: 16, bits: 20 },
    Size { length: 32, bits: 36 },
    Size { length: 64, bits: 64 },
];

/// The engine.
pub(super) struct Bounded;

impl Engine for Bounded {
    fn name(&self) -> &'static str {
        "bounded"
    }

    fn help(&self) -> &'static str {
        "short words and numbers of few bits, as circuits; refutes where facts bound all of them"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        problem.symbols.iter().all(|symbol| {
            let symbol = store.symbol(*symbol);
            symbol.arguments.is_empty() && matches!(symbol.result, Sort::Bool | Sort::Int | Sort::String)
        })
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let budget = env.budget;
        // Most of them take little of it.
        let share = (task.share / 2).min(CIRCUIT_STEPS.most(budget));
        let ranges = Ranges::new(env, task.problem)?;
        if ranges.is_refuted() {
            return Ok(Outcome::Conflict(ranges.used().collect()));
        }
        let mut growth = Growth::new(env, task.problem);
        loop {
            let found = budget.share(share, || growth.ask(env, task, &ranges))?;
            if found.is_none() && share == CIRCUIT_STEPS.most(budget) {
                budget.hit(CIRCUIT_STEPS.name());
            }
            match found {
                Some(Found::Model(model)) => return Ok(Outcome::Model(model)),
                Some(Found::Conflict(origins)) => return Ok(Outcome::Conflict(origins)),
                Some(Found::Characters) => growth.all_characters = true,
                Some(Found::Nothing { blamed }) if growth.grow(&blamed) => {}
                // What is too large is so in later rounds, too.
                _ => break,
            }
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// How circuits grow, one after the other.
struct Growth {
    mentioned: Mentioned,
    /// By input, how often it grew.
    rounds: TermMap<usize>,
    /// Are cells so wide that no solution is lost?
    all_characters: bool,
}

impl Growth {
    fn new(env: &Env<'_>, problem: &Problem) -> Self {
        let roots = problem.roots();
        Self { mentioned: Mentioned::new(env.store, &roots), rounds: TermMap::new(), all_characters: false }
    }

    fn round(&self, input: Term) -> usize {
        self.rounds.get(input).copied().unwrap_or(0)
    }

    /// Builds one circuit and searches it.
    fn ask(&self, env: &mut Env<'_>, task: &Task<'_>, ranges: &Ranges) -> Result<Found, Stop> {
        let reaches = Reaches::new(env, task.problem, ranges, |input| SIZES[self.round(input)]);
        let cells = reaches.cells();
        let is_wide = self.all_characters || (reaches.are_whole() && !self.mentioned.has_codes);
        let alphabet = if is_wide { self.mentioned.whole(cells) } else { self.mentioned.small(cells) };
        let circuit = Circuit::new(env, task.problem, &reaches, alphabet.bits)?;
        env.stats.add("circuit-rounds", 1);
        env.stats.add("circuit-gates", circuit.gates.size() as u64);
        let mut found = Search { circuit, is_whole: alphabet.is_whole }.run(env.budget, task, ranges)?;
        if let Found::Nothing { blamed } = &mut found {
            let is_cut = |input: &Term| reaches.of(*input).is_some_and(|reach| !reach.is_whole);
            blamed.retain(is_cut);
            if blamed.is_empty() {
                let all = task.problem.symbols.iter().map(|symbol| env.store.constant(*symbol));
                blamed.extend(all.filter(is_cut));
            }
        }
        Ok(found)
    }

    /// Lets the inputs of a core grow. Returns true if some did.
    fn grow(&mut self, blamed: &[Term]) -> bool {
        let mut has_grown = false;
        for input in blamed {
            let round = self.round(*input) + 1;
            if round < SIZES.len() {
                self.rounds.set(*input, round);
                has_grown = true;
            }
        }
        has_grown
    }
}
