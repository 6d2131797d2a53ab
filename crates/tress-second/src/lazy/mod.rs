//! Memberships of concatenations, decided by a lazy search for one word per variable.
//!
//! Enters: conjunctions of literals, by the shared driver. Leaves: words, or the literals that exclude each
//! other. [`read`] makes memberships of literals, where that is easy: languages, words, lengths against
//! constants. The search is `tress_automata::follow`: states are made when it walks to them, so there is no
//! automaton for a whole language. If anything else is asserted, only a conflict of the rest is an answer.

mod claims;
pub(super) mod limits;
mod read;
mod sides;
#[cfg(test)]
mod tests;

use tress_automata::follow::{Answer, Part, Search, System};
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Sort, TermStore, Value, Word, post_order};

use read::{Memberships, Refused};
use tress_engines::{Claims, Conjunction, Conjunctive, Driver, Engine, Task, is_plain};

use limits::CORE_STEPS;

/// Sorts of symbols that are read.
const SYMBOLS: [Sort; 3] = [Sort::String, Sort::Bool, Sort::RegLan];

/// The engine.
pub(super) struct Lazy;

impl Engine for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn help(&self) -> &'static str {
        "languages of concatenations, by a search that makes states only where it walks"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        let roots = problem.roots();
        post_order(store, &roots).into_iter().all(|term| is_plain(store, term, &SYMBOLS))
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        if !self.applies(env.store, task.problem) {
            return Ok(Outcome::GaveUp(Reason::Incomplete));
        }
        Driver::solve(self, env, task)
    }
}

impl Conjunctive for Lazy {
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop> {
        let reading = match read::read(env, conjunction) {
            Ok(reading) => reading,
            Err(Refused::Stop(stop)) => return Err(stop),
            Err(Refused::Conflict(origins)) => return Ok(Outcome::Conflict(origins)),
        };
        match search(env, &reading.system)? {
            Answer::Words(_) if !reading.is_whole => Ok(Outcome::GaveUp(Reason::Incomplete)),
            Answer::Words(words) => Ok(Outcome::Model(Box::new(model(&reading, &words)))),
            Answer::Unsat(core) => {
                let core = shrink(env, &reading.system, core)?;
                let origins = core.iter().flat_map(|at| reading.origins[*at].iter().copied());
                let mut origins: Vec<u32> = origins.collect();
                origins.sort_unstable();
                origins.dedup();
                Ok(Outcome::Conflict(origins))
            }
        }
    }
}

/// Searches, and counts also when the budget ends.
fn search(env: &mut Env<'_>, system: &System) -> Result<Answer, Stop> {
    let mut search = Search::new(system);
    let answer = search.run(env.evaluator.regexes_mut(), env.budget);
    let counts = search.counts();
    env.stats.add("lazy-states", counts.states);
    env.stats.add("lazy-backtracks", counts.backtracks);
    env.stats.add("lazy-guesses", counts.guesses);
    answer
}

/// A smaller part of a conflict that still is one: each membership is left out once, and stays out if
/// a short search needs nothing of it.
fn shrink(env: &mut Env<'_>, system: &System, mut core: Vec<usize>) -> Result<Vec<usize>, Stop> {
    let mut tried = 0;
    while core.len() > 1 && tried < core.len() {
        let mut rest = core.clone();
        rest.remove(tried);
        let smaller = system.only(&rest);
        let regexes = env.evaluator.regexes_mut();
        let answer = CORE_STEPS.share(env.budget, || Search::new(&smaller).run(regexes, env.budget))?;
        match answer {
            // Those before `tried` are needed, so they are all in it again.
            Some(Answer::Unsat(found)) => core = found.iter().map(|at| rest[*at]).collect(),
            _ => tried += 1,
        }
    }
    Ok(core)
}

/// The words as a model; symbols that equations have solved get the values of their sides.
fn model(reading: &Memberships, words: &[Vec<u32>]) -> Model {
    let spell = |parts: &[Part]| -> Vec<u32> {
        let pieces = parts.iter().map(|part| match part {
            Part::Variable(variable) => words[*variable].as_slice(),
            Part::Word(word) => word.as_slice(),
        });
        pieces.collect::<Vec<_>>().concat()
    };
    let mut model = reading.others.clone();
    for (variable, symbol) in reading.symbols.iter().enumerate() {
        let Some(symbol) = symbol else { continue };
        let word = match &reading.solved[variable] {
            Some(parts) => spell(parts),
            None => words[variable].clone(),
        };
        model.set(*symbol, Value::Str(Word::from(word)));
    }
    model
}
