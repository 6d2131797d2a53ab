//! Two walks over the candidates: uphill from the default, then everything in order of size.

use std::rc::Rc;

use tress_base::Stop;

use tress_rewrite::problem::Problem;
use tress_term::eval::Plan;
use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Sort, SymbolId, TermStore, Value};

use super::candidates::Candidates;
use super::score;
use tress_rewrite::env::Env;

/// A symbol with the values to try for it.
struct Place {
    symbol: SymbolId,
    values: Rc<[Value]>,
}

/// The search for one problem.
pub(super) struct Walks<'a, 'env> {
    env: &'a mut Env<'env>,
    plan: Plan,
    facts: usize,
    indices: Vec<Place>,
    start: Model,
}

impl<'a, 'env> Walks<'a, 'env> {
    pub(super) fn new(env: &'a mut Env<'env>, problem: &Problem) -> Self {
        let candidates = Candidates::new(env.store, problem, env.budget);
        let roots = problem.roots();
        let plan = Plan::new(env.store, &roots);
        let mut start = Model::new();
        let mut indices = Vec::new();
        for symbol in &problem.symbols {
            if let Some(values) = index(env.store, &candidates, *symbol, &mut start) {
                indices.push(Place { symbol: *symbol, values });
            }
        }
        Self { env, plan, facts: roots.len(), indices, start }
    }

    /// A model under which all facts are true, if a walk of at most this number of steps meets one.
    pub(super) fn run(mut self, steps: u64) -> Result<Option<Model>, Stop> {
        let budget = self.env.budget;
        if let Some(Some(model)) = budget.share(steps, || self.climb())? {
            return Ok(Some(model));
        }
        Ok(budget.share(steps, || self.enumerate())?.flatten())
    }

    fn score(&mut self, model: &Model) -> Result<Option<usize>, Stop> {
        self.env.stats.add("guess-models-tried", 1);
        score(self.env, &self.plan, model)
    }

    /// Changes one value at a time, as long as that makes more facts true.
    fn climb(&mut self) -> Result<Option<Model>, Stop> {
        let mut model = self.start.clone();
        let mut best = self.score(&model)?;
        while best != Some(self.facts) {
            let before = best;
            for index in 0..self.indices.len() {
                best = self.improve(&mut model, index, best)?;
            }
            if best == before {
                return Ok(None);
            }
        }
        Ok(Some(model))
    }

    /// Gives one symbol the value that makes most facts true.
    fn improve(
        &mut self,
        model: &mut Model,
        index: usize,
        mut best: Option<usize>,
    ) -> Result<Option<usize>, Stop> {
        let symbol = self.indices[index].symbol;
        let Some(mut kept) = model.get(symbol).cloned() else { return Ok(best) };
        for value in 0..self.indices[index].values.len() {
            let value = self.indices[index].values[value].clone();
            model.set(symbol, value.clone());
            let score = self.score(model)?;
            if score > best {
                (best, kept) = (score, value);
            }
        }
        model.set(symbol, kept);
        Ok(best)
    }

    /// Tries all combinations: those of the first values, then those that use the next value of
    /// some symbol, and so on, until the share of steps is used up.
    fn enumerate(&mut self) -> Result<Option<Model>, Stop> {
        if self.indices.iter().any(|index| index.values.is_empty()) {
            return Ok(None);
        }
        let most = self.indices.iter().map(|index| index.values.len()).max().unwrap_or(0);
        for radius in 0..most {
            if let Some(model) = self.enumerate_radius(radius)? {
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// Tries all combinations whose largest value number is exactly `radius`.
    fn enumerate_radius(&mut self, radius: usize) -> Result<Option<Model>, Stop> {
        let mut model = self.start.clone();
        let mut numbers = vec![0_usize; self.indices.len()];
        loop {
            if numbers.contains(&radius) {
                for (index, number) in self.indices.iter().zip(&numbers) {
                    model.set(index.symbol, index.values[*number].clone());
                }
                if self.score(&model)? == Some(self.facts) {
                    return Ok(Some(model));
                }
            }
            self.env.budget.poll()?;
            if !self.advance(&mut numbers, radius) {
                return Ok(None);
            }
        }
    }

    /// The next combination of value numbers up to `radius`; false after the last.
    fn advance(&self, numbers: &mut [usize], radius: usize) -> bool {
        for (index, number) in self.indices.iter().zip(numbers.iter_mut()) {
            if *number < radius && *number + 1 < index.values.len() {
                *number += 1;
                return true;
            }
            *number = 0;
        }
        false
    }
}

/// Gives a symbol its first value; the values to try, if it is a constant. Functions are constant
/// functions.
fn index(
    store: &TermStore,
    candidates: &Candidates,
    symbol: SymbolId,
    start: &mut Model,
) -> Option<Rc<[Value]>> {
    let declared = store.symbol(symbol);
    let default = store.default_value(declared.result);
    if !declared.arguments.is_empty() {
        start.set_function(symbol, FunctionValue::new(default));
        return None;
    }
    start.set(symbol, default);
    debug_assert_ne!(declared.result, Sort::RegLan, "regular expressions are not guessed");
    Some(candidates.of(store, symbol, declared.result))
}
