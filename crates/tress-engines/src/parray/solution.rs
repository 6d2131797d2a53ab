//! From a solution of the facts to words: arrays are known at their index sets and completed
//! elsewhere; then every quantified constraint can be looked at, position by position.

use std::collections::BTreeMap;

use tress_automata::nfa::Nfa;
use tress_base::Stop;

use tress_rewrite::problem::Problem;
use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Sort, SymbolId, Term, Value, Word};

use super::formula::{Body, Forall};
use super::limits::{CHARACTERS, COMPLETION_STATES, SPREAD_CHARACTERS};
use super::translate::{Array, Translation};

/// A solution of the facts.
pub(super) struct Solution {
    /// Numbers and truth values, and arrays where facts read them.
    model: Model,
    /// The character for positions where nothing is known.
    fill: u32,
}

/// The number that a value is.
fn as_number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value) => value.to_i64(),
        _ => None,
    }
}

impl Solution {
    pub(super) fn new(model: Model, fill: u32) -> Self {
        Self { model, fill }
    }

    /// The values that an array is known to have, by index.
    fn known(&self, array: SymbolId) -> BTreeMap<i64, i64> {
        let Some(function) = self.model.function(array) else { return BTreeMap::new() };
        let cases =
            function.cases().filter_map(|(args, value)| Some((as_number(&args[0])?, as_number(value)?)));
        cases.collect()
    }

    /// The value of a number.
    pub(super) fn number(&self, cx: &mut Translation<'_, '_>, term: Term) -> Result<Option<i64>, Stop> {
        evaluated(cx, &self.model, term).map(|value| value.as_ref().and_then(as_number))
    }

    fn truth(&self, cx: &mut Translation<'_, '_>, term: Term) -> Result<bool, Stop> {
        Ok(evaluated(cx, &self.model, term)? == Some(Value::Bool(true)))
    }

    /// Gives words to the strings of the problem. Returns false if there is one too long.
    pub(super) fn complete(&mut self, cx: &mut Translation<'_, '_>, problem: &Problem) -> Result<bool, Stop> {
        for symbol in &problem.symbols {
            let declared = cx.store().symbol(*symbol);
            let (sort, is_function) = (declared.result, !declared.arguments.is_empty());
            if sort == Sort::String && !is_function {
                let term = cx.formula.env.store.constant(*symbol);
                let Some(array) = cx.known(term).cloned() else { continue };
                let Some(word) = self.word(cx, &array)? else { return Ok(false) };
                self.model.set(*symbol, Value::Str(Word::from(word)));
            } else {
                let value = cx.store().default_value(sort);
                if is_function && self.model.function(*symbol).is_none() {
                    self.model.set_function(*symbol, FunctionValue::new(value));
                } else if !is_function && self.model.get(*symbol).is_none() {
                    self.model.set(*symbol, value);
                }
            }
        }
        Ok(true)
    }

    /// The word of an array: what is known, and elsewhere what its languages allow, or any character.
    fn word(&self, cx: &mut Translation<'_, '_>, array: &Array) -> Result<Option<Vec<u32>>, Stop> {
        let Some(length) = self.number(cx, array.length)?.filter(|length| *length >= 0) else {
            return Ok(None);
        };
        if CHARACTERS.is_exceeded(usize::try_from(length).unwrap_or(usize::MAX), cx.formula.env.budget) {
            return Ok(None);
        }
        cx.formula.env.budget.poll_many(1 + length.unsigned_abs())?;
        let known = self.known(array.characters);
        let character = |position: i64| known.get(&position).and_then(|code| u32::try_from(*code).ok());
        if let Some(nfa) = self.language(cx, array)?
            && let Some(word) = accepted_word(cx, &nfa, length, character)?
        {
            return Ok(Some(word));
        }
        Ok(Some((0..length).map(|position| character(position).unwrap_or(self.fill)).collect()))
    }

    /// The languages that a string must be in, under this solution.
    fn language(&self, cx: &mut Translation<'_, '_>, array: &Array) -> Result<Option<Nfa>, Stop> {
        let budget = cx.formula.env.budget;
        let mut all: Option<Nfa> = None;
        for position in 0..cx.runs.len() {
            if cx.runs[position].array.characters != array.characters {
                continue;
            }
            let when = cx.runs[position].when;
            if self.truth(cx, when)? {
                let nfa = &cx.runs[position].nfa;
                all = match all {
                    None => Some(nfa.clone()),
                    Some(all) => match all.intersect(nfa, COMPLETION_STATES.most(budget) as usize, budget)? {
                        Some(both) => Some(both.trim()),
                        None => {
                            budget.hit(COMPLETION_STATES.name());
                            Some(all)
                        }
                    },
                };
            }
        }
        Ok(all)
    }

    /// Do all facts of the problem hold?
    pub(super) fn holds(&self, cx: &mut Translation<'_, '_>, problem: &Problem) -> Result<bool, Stop> {
        for fact in &problem.facts {
            if evaluated(cx, &self.model, fact.term)? != Some(Value::Bool(true)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Completes every array: those of functions by the values of the functions.
    pub(super) fn spread(&mut self, cx: &mut Translation<'_, '_>) -> Result<(), Stop> {
        let budget = cx.formula.env.budget;
        let mut left = SPREAD_CHARACTERS.most(budget) as usize;
        for position in 0..cx.strings.len() {
            let term = cx.strings[position];
            let array = cx.array(term);
            let Some(Value::Str(word)) = evaluated(cx, &self.model, term)? else { continue };
            let Some(rest) = left.checked_sub(word.len()) else {
                budget.hit(SPREAD_CHARACTERS.name());
                continue;
            };
            left = rest;
            cx.formula.env.budget.poll()?;
            let mut function = FunctionValue::new(Value::Int(i64::from(self.fill).into()));
            for (at, code) in (0i64..).zip(word.spelled(cx.formula.env.budget)?) {
                cx.formula.env.budget.poll()?;
                function.set(&[Value::Int(at.into())], Value::Int(i64::from(*code).into()));
            }
            self.put(array.characters, function);
        }
        for position in 0..cx.runs.len() {
            let run = cx.runs[position].clone();
            let Some(states) = run.states else { continue };
            let Some(word) = self.word(cx, &run.array)? else { continue };
            let mut function = FunctionValue::new(Value::Int((-1).into()));
            let mut state = run.nfa.initial().first().copied();
            for (at, code) in (0i64..).zip(word.iter().map(Some).chain([None])) {
                cx.formula.env.budget.poll()?;
                let number = state.map_or(-1, i64::from);
                function.set(&[Value::Int(at.into())], Value::Int(number.into()));
                if let Some(code) = code {
                    state = state.and_then(|state| run.nfa.step(&[state], *code).first().copied());
                }
            }
            self.put(states, function);
        }
        Ok(())
    }

    /// Gives an array these values where none is known.
    fn put(&mut self, array: SymbolId, mut function: FunctionValue) {
        for (index, value) in self.known(array) {
            function.set(&[Value::Int(index.into())], Value::Int(value.into()));
        }
        self.model.set_function(array, function);
    }

    /// The positions of a constraint, if its premises hold.
    pub(super) fn range(
        &self,
        cx: &mut Translation<'_, '_>,
        forall: &Forall,
    ) -> Result<std::ops::Range<i64>, Stop> {
        for premise in &forall.premises {
            if !self.truth(cx, *premise)? {
                return Ok(0..0);
            }
        }
        let ends = [self.number(cx, forall.low)?, self.number(cx, forall.high)?];
        Ok(if let [Some(low), Some(high)] = ends { low..high } else { 0..0 })
    }

    /// Does a constraint hold at a position? Arrays must be spread.
    pub(super) fn holds_at(
        &mut self,
        cx: &mut Translation<'_, '_>,
        forall: &Forall,
        position: i64,
    ) -> Result<bool, Stop> {
        self.model.set(forall.bound, Value::Int(position.into()));
        match &forall.body {
            Body::Plain(body) => self.truth(cx, *body),
            Body::Some { bound, high, body } => {
                let high = self.number(cx, *high)?.unwrap_or(0);
                for other in 0..high {
                    cx.formula.env.budget.poll()?;
                    self.model.set(*bound, Value::Int(other.into()));
                    if self.truth(cx, *body)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    pub(super) fn into_model(self) -> Model {
        self.model
    }
}

fn evaluated(cx: &mut Translation<'_, '_>, model: &Model, term: Term) -> Result<Option<Value>, Stop> {
    cx.formula.env.value(term, model)
}

/// A word of this length that an automaton accepts, with the characters that are known.
fn accepted_word(
    cx: &mut Translation<'_, '_>,
    nfa: &Nfa,
    length: i64,
    character: impl Fn(i64) -> Option<u32>,
) -> Result<Option<Vec<u32>>, Stop> {
    let fits = |low: u32, high: u32, position: i64| {
        character(position).is_none_or(|code| (low..=high).contains(&code))
    };
    // From the end: the states from which the rest can be read.
    let mut layers: Vec<Vec<bool>> = vec![(0..nfa.states()).map(|state| nfa.is_accepting(state)).collect()];
    for position in (0..length).rev() {
        cx.formula.env.budget.poll_many(1 + nfa.edge_count() as u64)?;
        let next = layers.last().expect("there is one");
        let leads = |state: u32| {
            let mut edges = nfa.edges(state).iter();
            edges.any(|edge| next[edge.target as usize] && fits(edge.low, edge.high, position))
        };
        let layer = (0..nfa.states()).map(leads).collect();
        layers.push(layer);
    }
    layers.reverse();
    let Some(mut state) = nfa.initial().iter().copied().find(|state| layers[0][*state as usize]) else {
        return Ok(None);
    };
    let mut word = Vec::new();
    for (position, next) in (0..length).zip(&layers[1..]) {
        let mut edges = nfa.edges(state).iter();
        let edge = edges.find(|edge| next[edge.target as usize] && fits(edge.low, edge.high, position));
        let edge = edge.expect("the layer says that there is one");
        let readable = tress_automata::CharSet::range(edge.low, edge.high).representative();
        word.push(character(position).or(readable).unwrap_or(edge.low));
        state = edge.target;
    }
    Ok(Some(word))
}
