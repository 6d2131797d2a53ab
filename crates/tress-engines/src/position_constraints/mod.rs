//! Negated predicates by position: words differ, and one is no prefix, no suffix or no part of another,
//! because their characters differ at some position.
//!
//! Enters: conjunctions of literals, by the shared driver. Leaves: words, or the literals that exclude each
//! other. Literals are sorted first; words of concatenated languages are split into [`pieces`]. [`blocks`]
//! finds where sides can differ at all. [`encode`] makes arithmetic of the rest: a character of a side is an
//! edge of an automaton, and the numbers of characters before, behind and between edges are sets of lengths
//! ([`sample`]). This is the Parikh image of a product of automata with counters of positions, with only
//! those counters that a predicate looks at (after Chen, Havlena, Hečko, Holík, Lengál: A uniform framework
//! for handling position constraints in string solving). What holds of all offsets of a word that must not
//! occur is added for those where a model has it.

mod automaton;
mod blocks;
mod encode;
pub(super) mod limits;
mod pieces;
mod sample;
#[cfg(test)]
mod tests;
mod words;

use rustc_hash::FxHashSet;
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, TermStore, Value, Word, post_order};

use super::arithmetic::{Answer, length_in};
use super::conjunction::{Conjunction, is_plain};
use super::driver::{Conjunctive, Driver};
use super::engine::{Claims, Engine, Task};
use super::formulas::equal;
use super::reading::{Part, Reading, Relation, read};
use encode::Encoding;
use words::{Found, Sampled, occurrences, offsets, spell};

/// Sorts of symbols that are read.
const SYMBOLS: [Sort; 3] = [Sort::String, Sort::Bool, Sort::Int];

/// The engine.
pub(super) struct PositionConstraints;

impl Engine for PositionConstraints {
    fn name(&self) -> &'static str {
        "position-constraints"
    }

    fn help(&self) -> &'static str {
        "negated predicates of words in regular languages, by positions where characters differ"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        let roots = problem.roots();
        let terms = post_order(store, &roots);
        terms.iter().any(|term| compares(store, *term))
            && terms.iter().all(|term| is_plain(store, *term, &SYMBOLS))
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        Driver::solve(self, env, task)
    }
}

/// Is it a predicate of two strings that is no membership of one symbol?
fn compares(store: &TermStore, term: Term) -> bool {
    let sides = store.args(term);
    let is_known = |side: &Term| store.as_value(*side).is_some();
    matches!(store.op(term), Some(Op::Eq | Op::Contains | Op::PrefixOf | Op::SuffixOf))
        && sides.iter().all(|side| store.sort(*side) == Sort::String)
        && (!sides.iter().any(is_known) || sides.iter().any(|side| store.op(*side) == Some(Op::Concat)))
}

impl Conjunctive for PositionConstraints {
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop> {
        let mut reading = read(env, conjunction)?;
        // What must be equal is not looked at.
        reading.is_partial |= !reading.equations.is_empty();
        pieces::take_apart(env, &mut reading)?;
        let encoding = Encoding::new(env, &reading)?;
        Search { reading, encoding, joined: FxHashSet::default() }.run(env)
    }
}

/// A search for words.
struct Search {
    reading: Reading,
    encoding: Encoding,
    /// Pairs of samples of one variable that are related to each other by formulas.
    joined: FxHashSet<(usize, usize, usize)>,
}

impl Search {
    /// Asks the arithmetic again and again; what words show about its models is added to it.
    fn run(&mut self, env: &mut Env<'_>) -> Result<Outcome, Stop> {
        loop {
            env.budget.look()?;
            env.stats.add("positions-rounds", 1);
            let model = match self.encoding.arithmetic.solve(env)? {
                Answer::Model(model) => model,
                Answer::Conflict(origins) => return Ok(Outcome::Conflict(origins)),
                Answer::Nothing => break,
            };
            match self.encoding.words(env, &model)? {
                Found::Words(words) => match self.refute(env, &words)? {
                    Some(true) => {}
                    Some(false) => break,
                    None if self.reading.is_partial || self.encoding.is_partial => break,
                    None => return Ok(Outcome::Model(Box::new(self.model(env, &model, &words)?))),
                },
                Found::Impossible(variable, sampled) => self.exclude(env, &model, variable, &sampled)?,
                Found::TooLong => break,
            }
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }

    /// Excludes occurrences in words. `None` if all claims hold, false if there is nothing new to add.
    fn refute(&mut self, env: &mut Env<'_>, words: &[Vec<u32>]) -> Result<Option<bool>, Stop> {
        let (mut fails, mut is_new) = (false, false);
        for number in 0..self.reading.claims.len() {
            let claim = &self.reading.claims[number];
            let found = occurrences(claim, words, env.budget)?;
            if found.is_empty() {
                continue;
            }
            fails = true;
            if claim.relation == Relation::Within {
                for offset in offsets(claim, words, &found) {
                    is_new |= self.encoding.tell_absent(env, &self.reading.claims, number, offset)?;
                }
            }
        }
        Ok(fails.then_some(is_new))
    }

    /// A variable has no word with these characters: relates each pair of them to each other, or, if
    /// that was done, asserts that there is no such word.
    fn exclude(
        &mut self,
        env: &mut Env<'_>,
        model: &Model,
        variable: usize,
        sampled: &[Sampled],
    ) -> Result<(), Stop> {
        let mut is_new = false;
        for (at, first) in sampled.iter().enumerate() {
            for second in &sampled[..at] {
                if self.joined.insert((second.sample, first.sample, variable)) {
                    self.encoding.join(env, second.sample, first.sample, variable)?;
                    is_new = true;
                }
            }
        }
        if is_new {
            return Ok(());
        }
        let length = self.encoding.lengths[variable];
        let mut same = vec![self.encoding.guards[variable]];
        let value = length_in(env, model, length).unwrap_or(0);
        let value = env.store.int(value);
        same.push(equal(env, length, value));
        for one in sampled {
            let sample = &self.encoding.samples[one.sample];
            let (position, edge) = (sample.position, sample.owners[one.owner].edges[one.edge]);
            let value = env.store.int(one.position);
            same.push(edge);
            same.push(equal(env, position, value));
        }
        self.encoding.arithmetic.tell(env, &same, TermStore::bool(false))
    }

    /// The words as a model.
    fn model(&self, env: &Env<'_>, numbers: &Model, words: &[Vec<u32>]) -> Result<Model, Stop> {
        let mut model = Model::new();
        for symbol in self.reading.symbols(env) {
            if let Some(value) = numbers.get(symbol) {
                model.set(symbol, value.clone());
            }
        }
        for (symbol, truth) in &self.reading.truths {
            model.set(*symbol, Value::Bool(*truth));
        }
        for (number, variable) in self.reading.variables.iter().enumerate() {
            let Some(symbol) = variable.symbol else { continue };
            let own = [Part::Variable(number)];
            let word = spell(variable.pieces.as_deref().unwrap_or(&own), words, env.budget)?;
            model.set(symbol, Value::Str(Word::from(word)));
        }
        Ok(model)
    }
}
