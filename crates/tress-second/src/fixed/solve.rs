//! The loop: guesses from integers to strings, clauses from strings to integers.

use std::time::Duration;

use tress_automata::CharSet;
use tress_base::{Budget, Int, Stop};

use crate::graphs::{Clause, Edge, Fired, Graph, StringId, holds, made_number, made_string};
use tress_rewrite::env::Env;
use tress_rewrite::stats::Stats;

use super::guess::{Guesser, Lengths};
use super::instance::Guess;
use super::limits::LENGTH;
use super::{BackEnd, Tried, Words, automata, bits};

/// Which words are tried.
#[derive(Clone, Debug)]
pub struct Limits {
    characters: CharSet,
    lengths: Lengths,
}

impl Limits {
    /// All characters; words that are longer than ours are out of reach.
    #[must_use]
    pub fn full(budget: &Budget) -> Self {
        let most = LENGTH.most(budget) as usize;
        Self { characters: CharSet::full(), lengths: Lengths { least: 0, most } }
    }

    pub(super) fn characters(&self) -> &CharSet {
        &self.characters
    }

    /// As in the thesis: characters that can be printed, and 1 to 30 of them.
    #[must_use]
    pub fn thesis() -> Self {
        Self { characters: CharSet::range(32, 126), lengths: Lengths { least: 1, most: 30 } }
    }
}

/// What became of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Words for all strings and values for all integers.
    Solution {
        /// By string.
        words: Words,
        /// By integer.
        values: Vec<Int>,
    },
    /// There is no solution; the origins that exclude each other.
    Refuted(Vec<u32>),
    /// No solution within the limits; there may be one beyond.
    Bound,
    /// Some guess was not decided.
    Open,
}

/// An answer with what it took.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// How often each rule of the preprocessor was used.
    pub fired: Fired,
    /// Edges before and after preprocessing.
    pub edges: [usize; 2],
    /// Constraints on integers, learned ones included.
    pub constraints: usize,
    /// How often the back end was asked.
    pub interchanges: u64,
    /// Clauses that the back end gave besides one for each failure.
    pub learned: u64,
    /// Time that strings took.
    pub string_time: Duration,
    /// Time that integers took.
    pub integer_time: Duration,
}

impl Report {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            answer: Answer::Open,
            fired: Fired::new(),
            edges: [graph.edges.len(); 2],
            constraints: 0,
            interchanges: 0,
            learned: 0,
            string_time: Duration::ZERO,
            integer_time: Duration::ZERO,
        }
    }

    /// Adds what happened to counters.
    pub(super) fn count(&self, stats: &mut Stats) {
        for (rule, count) in &self.fired {
            stats.add(rule, *count);
        }
        stats.add("graph-edges", self.edges[0] as u64);
        stats.add("graph-edges-left", self.edges[1] as u64);
        stats.add("fixed-constraints", self.constraints as u64);
        stats.add("fixed-interchanges", self.interchanges);
        stats.add("fixed-learned", self.learned);
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        stats.add("fixed-string-microseconds", microseconds(self.string_time));
        stats.add("fixed-integer-microseconds", microseconds(self.integer_time));
    }

    fn ended(mut self, answer: Answer) -> Self {
        self.answer = answer;
        self
    }
}

/// Decides a graph, which is preprocessed in place.
///
/// # Errors
/// When the budget ends.
pub fn solve_graph(
    env: &mut Env<'_>,
    graph: &mut Graph,
    back_end: BackEnd,
    limits: &Limits,
) -> Result<Report, Stop> {
    let mut report = Report::new(graph);
    if let Some(refuted) = graph.preprocess(&mut report.fired, env.budget)? {
        report.edges[1] = graph.edges.len();
        return Ok(report.ended(Answer::Refuted(refuted.origins)));
    }
    report.edges[1] = graph.edges.len();
    report.constraints = graph.clauses.len();
    let too_long = |word: &Vec<u32>| LENGTH.is_exceeded(word.len(), env.budget);
    if graph.strings.iter().any(|string| string.word.as_ref().is_some_and(too_long)) {
        return Ok(report.ended(Answer::Bound));
    }
    interchange(env, graph, (back_end, limits), report, &mut |_, _| {})
}

/// Goes from guess to guess; `watch` hears of each with whether it succeeded.
pub(super) fn interchange(
    env: &mut Env<'_>,
    graph: &Graph,
    (back_end, limits): (BackEnd, &Limits),
    mut report: Report,
    watch: &mut dyn FnMut(Guess<'_>, Option<bool>),
) -> Result<Report, Stop> {
    let began = env.budget.elapsed();
    let mut guesser = Guesser::new(graph, limits.lengths, env.budget)?;
    let mut is_open = false;
    let mut at = env.budget.elapsed();
    report.integer_time += at.saturating_sub(began);
    loop {
        let values = guesser.next(env.budget)?;
        let proposed = env.budget.elapsed();
        report.integer_time += proposed.saturating_sub(at);
        let Some(values) = values else { break };
        report.interchanges += 1;
        let guess = Guess { graph, values: &values };
        let tried = attempt(env, guess, back_end, limits)?;
        at = env.budget.elapsed();
        report.string_time += at.saturating_sub(proposed);
        let clauses = match tried {
            Tried::Words(words) if verifies(graph, &words, &values, env) => {
                watch(guess, Some(true));
                return Ok(report.ended(Answer::Solution { words, values }));
            }
            Tried::Words(_) => return Ok(report.ended(Answer::Open)),
            Tried::Refuted(clauses) => {
                watch(guess, Some(false));
                clauses
            }
            Tried::Open(clause) => {
                watch(guess, None);
                is_open = true;
                vec![clause]
            }
        };
        report.learned += clauses.len() as u64 - 1;
        report.constraints += clauses.len();
        clauses.into_iter().for_each(|clause| guesser.add(clause));
    }
    // What strings refute, they refute for these characters only.
    let is_cut = guesser.was_limited || (!limits.characters.is_full() && report.interchanges > 0);
    Ok(match (is_open, is_cut) {
        (true, _) => report.ended(Answer::Open),
        (false, true) => report.ended(Answer::Bound),
        (false, false) => report.ended(Answer::Refuted(all_origins(graph))),
    })
}

fn attempt(env: &mut Env<'_>, guess: Guess<'_>, back_end: BackEnd, limits: &Limits) -> Result<Tried, Stop> {
    let (seed, budget) = (env.seed, env.budget);
    let regexes = env.evaluator.regexes_mut();
    match back_end {
        BackEnd::Automata => automata::attempt(guess, &limits.characters, regexes, budget),
        BackEnd::Bits => bits::attempt(guess, &limits.characters, regexes, (seed, budget)),
    }
}

fn all_origins(graph: &Graph) -> Vec<u32> {
    let edges = graph.edges.iter().flat_map(|edge| graph.origins(edge));
    let clauses = graph.clauses.iter().flat_map(|(_, origins)| origins.iter().copied());
    let mut all: Vec<u32> = edges.chain(clauses).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Do words and values satisfy every edge and every clause?
fn verifies(graph: &Graph, words: &Words, values: &[Int], env: &mut Env<'_>) -> bool {
    let clauses = graph.clauses.iter().all(|(clause, _): &(Clause, _)| clause.holds(values));
    let word = |string: &StringId| words[graph.find(*string).index()].as_slice();
    let holds = |edge: &Edge, env: &mut Env<'_>| {
        let own: Vec<&[u32]> = edge.strings.iter().map(word).collect();
        let numbers: Vec<&Int> = edge.numbers.iter().map(|number| &values[number.index()]).collect();
        if let Some(language) = edge.language {
            return tress_automata::matches(env.evaluator.regexes_mut(), language, own[0], env.budget)
                .unwrap_or(false);
        }
        if edge.kind.makes_string() {
            let last = own.len() - 1;
            return made_string(edge.kind, &own[..last], &numbers).as_deref() == Some(own[last]);
        }
        if edge.kind.makes_number() {
            let last = numbers.len() - 1;
            return made_number(edge.kind, &own, &numbers[..last]).as_ref() == Some(numbers[last]);
        }
        self::holds(edge.kind, own[0], own[1]).unwrap_or(false)
    };
    clauses && graph.edges.iter().all(|edge| holds(edge, env))
}
