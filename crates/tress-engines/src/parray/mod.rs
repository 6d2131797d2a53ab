//! Strings as parameterized arrays, after PASS (Li and Ghosh, 2013).
//!
//! Enters: any problem. Leaves: a model that the evaluator agrees with, or a conflict. A string is an array
//! with symbolic positions, characters and length (`translate`, `relations`, `functions`, `numerals`,
//! `fractions`, `language`); what is asserted of it becomes facts and constraints `∀n. L ⇒ P` and
//! `∀n. L ⇒ ∃m. P` (`formula`). Quantifiers are eliminated by instances at index sets (`eliminate`); the
//! kernel decides the rest, Boolean structure and all. Instances are implied, so a conflict among them is one
//! of the problem; a solution counts only when it makes the problem itself true (`solution`).
//!
//! In addition, every string has an interval automaton that holds all its values (`domain`). Relations
//! between strings (`relation`) are closed (`infer`) and refine the automata; an empty one is a conflict.
//! What they imply is added to the arrays (`automata`).

mod automata;
mod domain;
mod eliminate;
mod formula;
mod fractions;
mod functions;
mod infer;
mod instances;
mod language;
pub(super) mod limits;
mod loops;
mod numerals;
mod relation;
mod relations;
mod solution;
mod text;
mod translate;
mod words;

#[cfg(test)]
mod tests;

use tress_base::Stop;

use crate::engine::{Claims, Engine, Task};
use limits::ROUNDS;
use tress_kernel::{Incremental, Mode, NoTheory};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Sort, Term, TermSet, TermStore, Value, post_order};

pub use text::arrays_of;

use automata::Known;
use instances::Instances;
use solution::Solution;
use translate::{Translation, translate};

/// Characters of the problem that are tried where nothing is known.
const FILLS: usize = 4;
/// How long strings should be, one after the other, before any length is fine.
const LENGTHS: [i64; 4] = [6, 24, 200, 20_000];
/// The origin of a soft bound, which no conflict of the problem may rest on.
const WISH: u32 = u32::MAX - 1;
/// The origin of facts that follow from no assertion.
const DEFINITION: u32 = u32::MAX;

/// Which parts of the method are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    arrays: bool,
    elimination: bool,
    automata: bool,
}

/// The engine.
pub(super) struct Parray {
    parts: Parts,
}

/// The variants of the engine, by name. Only experiments use others than the first.
pub(super) static WAYS: [(&str, Parray); 5] = [
    ("both", Parray { parts: Parts { arrays: true, elimination: true, automata: true } }),
    ("pure", Parray { parts: Parts { arrays: true, elimination: false, automata: false } }),
    ("qelim", Parray { parts: Parts { arrays: true, elimination: true, automata: false } }),
    ("automaton", Parray { parts: Parts { arrays: false, elimination: false, automata: true } }),
    ("mixed", Parray { parts: Parts { arrays: true, elimination: false, automata: true } }),
];

impl Engine for Parray {
    fn name(&self) -> &'static str {
        "parray"
    }

    fn help(&self) -> &'static str {
        "only parameterized arrays: strings as arrays with symbolic positions, and interval automata"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        problem.symbols.iter().all(|symbol| store.symbol(*symbol).result != Sort::RegLan)
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let mut known = None;
        if self.parts.automata {
            match automata::look(env, task.problem)? {
                Ok(found) if !self.parts.arrays => return found.words(env, task.problem),
                Ok(found) => known = Some(found),
                Err(origins) => return Ok(Outcome::Conflict(origins)),
            }
        }
        arrays(env, task, self.parts, known)
    }
}

/// Decides with arrays, and with what automata know.
fn arrays(env: &mut Env<'_>, task: &Task<'_>, parts: Parts, known: Option<Known>) -> Result<Outcome, Stop> {
    let fills = fills(env.store, task.problem);
    let told = known.as_ref().map(|known| known.told(env.budget)).unwrap_or_default();
    let (mut cx, images) = translate(env, task.problem, told)?;
    if let Some(known) = known {
        let facts = task.problem.facts.iter().zip(&images);
        let facts: Vec<(u32, Term)> = facts.map(|(fact, image)| (fact.origin, *image)).collect();
        let image_of = |origin: u32| -> Vec<Term> {
            facts.iter().filter(|fact| fact.0 == origin).map(|fact| fact.1).collect()
        };
        known.tell(&mut cx, &image_of)?;
    }
    let mut instances = Instances::default();
    if parts.elimination {
        eliminate::last_positions(&mut cx)?;
        eliminate::saturate(&mut cx, &mut instances, &images)?;
    }
    let mut search = Incremental::new(NoTheory, cx.formula.env.seed);
    let mut wishes = LENGTHS.iter();
    let mut wish = wishes.next().map(|most| shorter_than(&mut cx, *most));
    for round in 1.. {
        if ROUNDS.is_exceeded(round, cx.formula.env.budget) {
            break;
        }
        cx.count("parray-rounds");
        let model = match ask(&mut cx, &mut search, task, (&images, wish))? {
            Asked::Model(model) => *model,
            Asked::TooShort => {
                cx.count("parray-longer");
                wish = wishes.next().map(|most| shorter_than(&mut cx, *most));
                continue;
            }
            Asked::Other(outcome) => return Ok(outcome),
        };
        let mut solution = match try_words(&mut cx, task.problem, &model, &fills)? {
            Tried::Model(model) => return Ok(Outcome::Model(model)),
            Tried::Fails(solution) => solution,
            Tried::TooLong => break,
        };
        solution.spread(&mut cx)?;
        let new = eliminate::refine(&mut cx, &mut instances, &mut solution, parts.elimination)?;
        let more = more_digits(&mut cx, &solution)? | fractions::more_digits(&mut cx, &solution)?;
        if new == 0 && !more {
            break;
        }
    }
    Ok(Outcome::GaveUp(Reason::Incomplete))
}

/// Characters for positions where nothing is known: one that the problem does not use, and some that it does.
fn fills(store: &TermStore, problem: &Problem) -> Vec<u32> {
    let roots = problem.roots();
    let mut used: Vec<u32> = Vec::new();
    for term in post_order(store, &roots) {
        if let Some(Value::Str(word)) = store.as_value(term) {
            used.extend(word.pieces().map(|(code, _)| code).take(64));
        }
    }
    used.sort_unstable();
    used.dedup();
    let characters = (u32::from('a')..=u32::from('z')).chain(u32::from('A')..=u32::from('Z'));
    let unused = characters.chain(0x100..).find(|character| used.binary_search(character).is_err());
    let digit = u32::from('0');
    unused.into_iter().chain(used.into_iter().take(FILLS)).chain([digit]).collect()
}

/// What the kernel answers for the facts.
enum Asked {
    Model(Box<Model>),
    /// There is no solution within the soft bound; there may be others.
    TooShort,
    Other(Outcome),
}

/// Solves the facts; a conflict is reported in origins of the task.
fn ask(
    cx: &mut Translation<'_, '_>,
    search: &mut Incremental<NoTheory>,
    task: &Task<'_>,
    (images, wish): (&[Term], Option<Term>),
) -> Result<Asked, Stop> {
    let mut seen = TermSet::new();
    let asserted = images.iter().zip(&task.problem.facts).map(|(term, fact)| (*term, fact.origin));
    let defined = cx.formula.facts.iter().map(|term| (*term, DEFINITION));
    let wished = wish.map(|term| (term, WISH));
    let facts = asserted.chain(defined).chain(wished).filter(|(term, _)| seen.add(*term));
    let facts = facts.map(|(term, origin)| Fact { term, origin }).collect();
    let problem = Problem::new(cx.formula.env.store, facts);
    let mode = |fact: &Fact| match fact.origin {
        WISH => Mode::Tracked,
        DEFINITION => Mode::Asserted,
        origin if (task.tracked)(origin) => Mode::Tracked,
        _ => Mode::Asserted,
    };
    Ok(match search.decide(cx.formula.env, &problem, mode)? {
        Outcome::Model(model) => Asked::Model(model),
        Outcome::Conflict(core) if core.contains(&WISH) => Asked::TooShort,
        Outcome::Conflict(mut core) => {
            core.retain(|origin| *origin != DEFINITION);
            Asked::Other(Outcome::Conflict(core))
        }
        other => Asked::Other(other),
    })
}

/// All strings of the problem have at most this number of characters.
fn shorter_than(cx: &mut Translation<'_, '_>, most: i64) -> Term {
    let most = cx.formula.int(most);
    let mut parts = Vec::new();
    for index in 0..cx.strings.len() {
        let array = cx.array(cx.strings[index]);
        if array.word.is_none() {
            parts.push(cx.formula.at_most(array.length, most));
        }
    }
    cx.formula.and(&parts)
}

/// What became of a solution.
enum Tried {
    Model(Box<Model>),
    Fails(Box<Solution>),
    TooLong,
}

/// Writes words down and asks the evaluator.
fn try_words(
    cx: &mut Translation<'_, '_>,
    problem: &Problem,
    model: &Model,
    fills: &[u32],
) -> Result<Tried, Stop> {
    let mut first = None;
    for fill in fills {
        let mut solution = Solution::new(model.clone(), *fill);
        if !solution.complete(cx, problem)? {
            return Ok(Tried::TooLong);
        }
        if solution.holds(cx, problem)? {
            return Ok(Tried::Model(Box::new(solution.into_model())));
        }
        first = first.or_else(|| Some(Box::new(solution)));
    }
    Ok(first.map_or(Tried::TooLong, Tried::Fails))
}

/// Defines more digits of numerals that are longer than what is defined; returns whether there were any.
fn more_digits(cx: &mut Translation<'_, '_>, solution: &Solution) -> Result<bool, Stop> {
    let mut any = false;
    for index in 0..cx.numerals.len() {
        let numeral = cx.numerals[index].clone();
        let count = cx.formula.minus(numeral.array.length, numeral.zeros);
        let told = numeral.prefixes.len() - 1;
        let count = solution.number(cx, count)?.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        if count > told {
            cx.count("parray-more-digits");
            numerals::tell(cx, index, count.min(2 * told));
            any = true;
        }
    }
    Ok(any)
}
