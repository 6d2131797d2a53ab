//! Does a universal formula hold under a model? And if not, for what does it fail?

use tress_base::{Budget, Stop};

use super::fixed::{fixed, literal};
use super::limits::{CUT_CHARACTERS, EVALUATED, FAILING, VALID_STEPS};
use super::table::bound_below;
use super::{Level, Rounds, answer_at};
use crate::ground::{CheckResult, Query};
use tress_rewrite::problem::{Gap, Reason};
use tress_term::eval::{EvalError, Plan};
use tress_term::model::Model;
use tress_term::term::{Head, Op, SymbolId, Term, TermStore, Value, post_order};

/// What came of a look at formulas under a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Examined {
    /// They hold.
    Holds,
    /// One fails; a new lemma says for what.
    Fails,
    /// Neither was shown.
    Open,
}

/// The answer when the steps for it were used up.
fn out_of_steps() -> CheckResult {
    CheckResult::Unknown(Reason::Gaps(vec![Gap::Search]))
}

/// The part of a term that has this value under a model, where it occurs there.
fn part_of(
    store: &mut TermStore,
    terms: &[Term],
    values: &[Option<Value>],
    value: &Value,
    budget: &Budget,
) -> Option<Term> {
    let Value::Str(string) = value else { return None };
    for (term, whole) in terms.iter().zip(values) {
        let Some(Value::Str(whole)) = whole else { continue };
        let is_part = !string.is_empty() && whole.len() > string.len();
        if !is_part || CUT_CHARACTERS.is_exceeded(whole.len(), budget) {
            continue;
        }
        let index = (0..=whole.len() - string.len()).find(|index| whole[*index..].starts_with(string));
        let Some(index) = index.filter(|_| store.as_value(*term).is_none()) else { continue };
        let at_end = whole.ends_with(string) && index > 0;
        let start = store.int(if at_end { whole.len() - string.len() } else { index });
        let length = store.int(string.len());
        let count = if at_end { store.app(Op::Length, &[*term]).expect("a word") } else { length };
        return store.app(Op::Substr, &[*term, start, count]).ok();
    }
    None
}

impl Rounds<'_, '_> {
    /// Looks at every formula that the model makes true.
    pub(super) fn examine_all(&mut self, model: &Model) -> Result<Examined, Stop> {
        let mut all = Examined::Holds;
        for index in self.table.asked() {
            let entry = self.table.entry(index);
            if entry.is_valid || model.get(entry.holds) != Some(&Value::Bool(true)) {
                continue;
            }
            self.env.stats.add("quantifier-checks", 1);
            let one = Stop::unless_gave_up(self.examine(index, model))?.unwrap_or(Examined::Open);
            all = match (all, one) {
                (Examined::Fails, _) | (_, Examined::Fails) => Examined::Fails,
                (Examined::Open, _) | (_, Examined::Open) => Examined::Open,
                (Examined::Holds, Examined::Holds) => Examined::Holds,
            };
        }
        Ok(all)
    }

    /// Looks at one formula.
    fn examine(&mut self, index: usize, model: &Model) -> Result<Examined, Stop> {
        if !self.table.entry(index).is_tried {
            self.table.entry_mut(index).is_tried = true;
            let store = &*self.env.store;
            self.pool.read_below(store, self.table.entry(index), self.env.budget);
            if self.is_valid(index)? {
                self.table.entry_mut(index).is_valid = true;
                return Ok(Examined::Holds);
            }
        }
        let level = Level { depth: self.level.depth + 1, has_elements: true };
        let entry = self.table.entry(index);
        let (bound, body) = (entry.bound.clone(), entry.body);
        let store = &mut *self.env.store;
        let mut kept = bound_below(store, body);
        kept.extend(bound.iter());
        let body = fixed(store, self.env.budget, model, &kept, body)?;
        let (budget, share) = (self.env.budget, self.share);
        let result = budget.share(share, || self.nested(level, body, &bound))?;
        let result = result.unwrap_or_else(out_of_steps);
        let found = match result {
            CheckResult::Unsat(..) => return Ok(Examined::Holds),
            CheckResult::Sat(found, _) => {
                Some(bound.iter().map(|symbol| found.get(*symbol).cloned()).collect::<Option<Vec<Value>>>())
            }
            CheckResult::Unknown(_) => None,
        };
        let is_new = self.learn(index, model, found.flatten().as_deref())?;
        Ok(if is_new { Examined::Fails } else { Examined::Open })
    }

    /// Does the formula hold under every model? Only for a little while, and not where it has no
    /// free symbols: then this is no other question than the one under the model.
    fn is_valid(&mut self, index: usize) -> Result<bool, Stop> {
        let entry = self.table.entry(index);
        let (bound, body) = (entry.bound.clone(), entry.body);
        let mut known = bound_below(self.env.store, body);
        known.extend(bound.iter());
        let is_free = |part: Term| match self.env.store.head(part) {
            Head::Symbol(symbol) => !known.contains(&symbol),
            _ => false,
        };
        if !post_order(self.env.store, &[body]).into_iter().any(is_free) {
            return Ok(false);
        }
        let level = Level { depth: self.level.depth + 1, has_elements: false };
        let budget = self.env.budget;
        let result = VALID_STEPS.share(budget, || self.nested(level, body, &bound))?;
        Ok(matches!(result, Some(CheckResult::Unsat(..))))
    }

    /// Asks for what a body fails.
    fn nested(&mut self, level: Level, body: Term, bound: &[SymbolId]) -> Result<CheckResult, Stop> {
        let fails = self.env.store.not(body);
        let config = self.query.config;
        let query = Query { config, formulas: &[fails], tracked_from: 1, symbols: bound };
        answer_at(self.env, &query, level)
    }

    /// Adds instances for values that were found, for terms with these values, and for terms for
    /// which the formula fails. True when one of them is new.
    fn learn(&mut self, index: usize, model: &Model, found: Option<&[Value]>) -> Result<bool, Stop> {
        let Rounds { env, pool, level, .. } = self;
        let bound = self.table.entry(index).bound.clone();
        let columns = pool.columns(env.store, &bound, env.budget);
        let mut values: Vec<Vec<Option<Value>>> = Vec::with_capacity(columns.len());
        for column in &columns {
            let plan = Plan::new(env.store, column);
            let outcomes = env.evaluator.run_each(env.store, &plan, model, env.budget)?;
            values.push(outcomes.into_iter().map(Result::ok).collect());
        }
        let mut tuples: Vec<Vec<Term>> = Vec::new();
        if let Some(found) = found {
            let is_named = |value: &Value| level.has_elements || !value.has_elements();
            let literals: Option<Vec<Value>> =
                found.iter().map(|value| literal(value).filter(is_named)).collect();
            if let Some(literals) = literals {
                tuples.push(literals.into_iter().map(|value| env.store.value(value)).collect());
            }
            let equal = |(index, value): (usize, &Value)| {
                let at = values[index].iter().position(|known| known.as_ref() == Some(value));
                at.map(|at| columns[index][at])
                    .or_else(|| literal(value).filter(is_named).map(|value| env.store.value(value)))
            };
            tuples.extend(found.iter().enumerate().map(equal).collect::<Option<Vec<Term>>>());
            // A word that is a part of another stays one when that changes.
            let mut parts = tuples.last().cloned().unwrap_or_default();
            for (index, (part, value)) in parts.iter_mut().zip(found).enumerate() {
                if env.store.as_value(*part).is_some()
                    && let Some(cut) = part_of(env.store, &columns[index], &values[index], value, env.budget)
                {
                    *part = cut;
                }
            }
            if tuples.last() != Some(&parts) && parts.len() == found.len() {
                tuples.push(parts);
            }
        }
        self.failing(index, model, &columns, &values, &mut tuples)?;
        let mut is_new = false;
        for tuple in tuples {
            let lemma = self.table.instantiate(self.env.store, index, &tuple);
            let Some(lemma) = lemma else { continue };
            self.env.stats.add("quantifier-instances", 1);
            let lemma = self.image(lemma)?;
            self.lemmas.push(lemma);
            is_new = true;
        }
        Ok(is_new)
    }

    /// Adds terms for which the body is false under the model.
    fn failing(
        &mut self,
        index: usize,
        model: &Model,
        columns: &[Vec<Term>],
        values: &[Vec<Option<Value>>],
        tuples: &mut Vec<Vec<Term>>,
    ) -> Result<(), Stop> {
        let entry = self.table.entry(index);
        let Rounds { env, .. } = self;
        let plan = Plan::new(env.store, &[entry.body]);
        let sizes: Vec<usize> = columns.iter().map(Vec::len).collect();
        let mut found = 0;
        let mut model = model.clone();
        let most = usize::try_from(EVALUATED.most(env.budget)).unwrap_or(usize::MAX);
        let combinations = super::pool::combinations(&sizes, most);
        if combinations.len() == most {
            env.budget.hit(EVALUATED.name());
        }
        for indices in combinations {
            env.budget.poll()?;
            let tuple: Vec<Term> = indices.iter().zip(columns).map(|(at, column)| column[*at]).collect();
            let known = indices.iter().zip(values).map(|(at, column)| column[*at].clone());
            let Some(known) = known.collect::<Option<Vec<Value>>>() else { continue };
            if entry.tuples.contains(tuple.as_slice()) || tuples.contains(&tuple) {
                continue;
            }
            for (symbol, value) in entry.bound.iter().zip(known) {
                model.set(*symbol, value);
            }
            match env.evaluator.run_each(env.store, &plan, &model, env.budget)?.first() {
                Some(Ok(Value::Bool(false))) => {}
                Some(Err(EvalError::Stop(stop))) => return Err(*stop),
                _ => continue,
            }
            tuples.push(tuple);
            found += 1;
            if FAILING.is_exceeded(found + 1, env.budget) {
                break;
            }
        }
        Ok(())
    }
}
