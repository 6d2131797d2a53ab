//! Functions that are equivalent to a term of the language: shown once, then replaced.
//!
//! Enters: a question. Leaves: for the functions that it calls, what they compute, in the store with their
//! definitions. A function is looked at when it goes through a string character by character ([`views`]).
//! What it gives for one character is read off its values. That this is so for every character and every
//! string follows by induction over the characters that are left ([`Proof`]). Each step of that is a question
//! without calls.

use tress_base::Stop;

use super::calls::{Calls, instance, replaced};
use super::characters::CharacterValues;
use super::limits::{CLOSED_STEPS, PROOF_STEPS};
use super::views::{Accumulator, View, views};
use crate::ground::{CheckResult, Query};
use crate::sequences;
use crate::strategy::Config;
use tress_rewrite::env::Env;
use tress_term::term::{Closed, Definition, Head, Op, Sort, SymbolId, Term, TermStore, post_order};

/// The recursive functions that formulas call, those that others call first.
///
/// # Errors
/// When the budget is used up.
pub(super) fn called(env: &mut Env<'_>, formulas: &[Term]) -> Result<Vec<SymbolId>, Stop> {
    let mut found: Vec<SymbolId> = Vec::new();
    let mut roots: Vec<Term> = formulas.to_vec();
    while !roots.is_empty() {
        let order = post_order(env.store, &roots);
        env.budget.poll_many(order.len() as u64)?;
        roots.clear();
        for (symbol, definition) in order.into_iter().filter_map(|term| env.store.called(term)) {
            if !found.contains(&symbol) {
                found.push(symbol);
                roots.push(definition.body);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Learns what functions compute. Is any known?
///
/// # Errors
/// When the budget is used up.
pub(super) fn learn(env: &mut Env<'_>, config: Config, functions: &[SymbolId]) -> Result<bool, Stop> {
    for function in functions {
        let function = *function;
        let Some(definition) = env.store.symbol(function).definition.clone() else { continue };
        if definition.closed != Closed::Untried {
            continue;
        }
        let budget = env.budget;
        let closed = CLOSED_STEPS.share(budget, || closed_form(env, config, function, &definition));
        let closed = Stop::unless_gave_up(closed)?.flatten().flatten();
        env.stats.add("functions-recognised", u64::from(closed.is_some()));
        env.store.close(
            function,
            closed.map_or(Closed::Unknown, |(domain, value)| Closed::Known { domain, value }),
        );
    }
    let is_known = |function: &SymbolId| {
        let definition = env.store.symbol(*function).definition.as_ref();
        definition.is_some_and(|definition| matches!(definition.closed, Closed::Known { .. }))
    };
    Ok(functions.iter().any(is_known))
}

/// Where a function computes something known, and what, in terms of its parameters.
fn closed_form(
    env: &mut Env<'_>,
    config: Config,
    function: SymbolId,
    definition: &Definition,
) -> Result<Option<(Term, Term)>, Stop> {
    let calls_itself =
        |term: Term| matches!(env.store.head(term), Head::Symbol(symbol) if symbol == function);
    if !post_order(env.store, &[definition.body]).into_iter().any(calls_itself) {
        return Ok(None);
    }
    for view in views(env.store, function, definition) {
        let Some(characters) = CharacterValues::read(env, function, definition, &view)? else { continue };
        let mut proof = Proof { env, config, function, definition, view: &view, characters: &characters };
        if !proof.base()? {
            continue;
        }
        for is_first in [true, false] {
            if proof.step(is_first)? {
                let is_extended = proof.beyond()?;
                let Proof { env, .. } = proof;
                let Some(value) = characters.closed(env, &view, is_first) else { break };
                let domain = view.domain(env, is_extended);
                return Ok(Some((env.rewrite(domain)?, env.rewrite(value)?)));
            }
            if view.result != Sort::String {
                break;
            }
        }
    }
    Ok(None)
}

/// That a function gives a value for each character and combines them in one way.
struct Proof<'c, 'a> {
    env: &'c mut Env<'a>,
    config: Config,
    function: SymbolId,
    definition: &'c Definition,
    view: &'c View,
    characters: &'c CharacterValues,
}

impl Proof<'_, '_> {
    /// Without characters left, the value is that of no characters.
    fn base(&mut self) -> Result<bool, Stop> {
        let args = self.view.base_args(self.env);
        let none = self.characters.none.clone();
        let none = self.env.store.value(none);
        let expected = self.view.with_accumulator(self.env, None, none);
        self.is_body(&args, expected, Vec::new())
    }

    /// Where the index is out of the word, too.
    fn beyond(&mut self) -> Result<bool, Stop> {
        let Some(outside) = self.view.outside(self.env) else { return Ok(false) };
        let args = self.view.own_args(self.env);
        let none = self.characters.none.clone();
        let none = self.env.store.value(none);
        let expected = self.view.with_accumulator(self.env, None, none);
        self.is_body(&args, expected, vec![outside])
    }

    /// Is the body for these arguments a term, under a condition, and without any call?
    fn is_body(&mut self, args: &[Term], expected: Term, mut formulas: Vec<Term>) -> Result<bool, Stop> {
        let body = instance(self.env.store, &self.definition.parameters, args, self.definition.body);
        let mut calls = Calls::new(true);
        let body = calls.simple_image(self.env, body)?;
        for call in calls.needed(self.env.store, body, TermStore::TRUE) {
            let mut needed = formulas.clone();
            needed.push(call.condition);
            if !self.is_unsat(needed)? {
                return Ok(false);
            }
        }
        let equal = self.env.equal(body, expected);
        formulas.push(self.env.store.not(equal));
        self.is_unsat(formulas)
    }

    /// With a character before or behind the rest, the value is that of the character and that of the rest.
    fn step(&mut self, is_first: bool) -> Result<bool, Stop> {
        let character = self.view.character;
        for (code, value) in self.characters.different.clone() {
            let known = self.env.store.word([code]);
            let value = self.env.store.value(value);
            if !self.step_for(is_first, known, value, Vec::new())? {
                return Ok(false);
            }
        }
        let value = self.characters.usual_term(self.env, character);
        let facts = self.characters.others(self.env, character);
        self.step_for(is_first, character, value, facts)
    }

    /// The step for one character, or for all characters about which some facts hold.
    fn step_for(
        &mut self,
        is_first: bool,
        character: Term,
        value: Term,
        facts: Vec<Term>,
    ) -> Result<bool, Stop> {
        let args = self.view.step_args(self.env, character);
        let body = instance(self.env.store, &self.definition.parameters, &args, self.definition.body);
        let mut calls = Calls::new(true);
        let mut body = calls.simple_image(self.env, body)?;
        let next = self.view.next_args(self.env, character);
        for call in calls.needed(self.env.store, body, TermStore::TRUE) {
            let args = self.env.store.args(call.term).to_vec();
            if call.function != self.function || !self.are_next(&args, &next, call.condition, &facts)? {
                return Ok(false);
            }
            let accumulated = self.view.accumulator.map(|accumulator| args[accumulator.parameter()]);
            let rest = self.view.rest;
            let image = self.view.with_accumulator(self.env, accumulated, rest);
            body = replaced(self.env.store, body, call.term, image);
        }
        let combined = self.view.combined(self.env, is_first, value);
        let expected = self.view.with_accumulator(self.env, None, combined);
        let equal = self.env.equal(body, expected);
        let differs = self.env.store.not(equal);
        let mut formulas = facts;
        formulas.push(self.without_others(differs));
        if !self.is_unsat(formulas.clone())? {
            return Ok(false);
        }
        formulas.pop();
        let (length, one) = (self.env.length(self.view.others), self.env.store.int(1));
        formulas.extend([self.env.app(Op::Ge, &[length, one]), differs]);
        self.is_unsat(formulas)
    }

    /// The same formula without others, which have the value of no characters: a body need not call the
    /// function for them.
    fn without_others(&mut self, formula: Term) -> Term {
        let none = self.env.store.value(self.characters.none.clone());
        let empty = self.env.store.word([]);
        let formula = replaced(self.env.store, formula, self.view.rest, none);
        replaced(self.env.store, formula, self.view.others, empty)
    }

    /// Are the arguments of a call those for the rest, where the call is needed?
    fn are_next(
        &mut self,
        args: &[Term],
        next: &[Option<Term>],
        condition: Term,
        facts: &[Term],
    ) -> Result<bool, Stop> {
        for (arg, next) in args.iter().zip(next) {
            let Some(next) = next else { continue };
            let equal = self.env.equal(*arg, *next);
            let mut formulas = facts.to_vec();
            formulas.push(condition);
            formulas.push(self.env.store.not(equal));
            if !self.is_unsat(formulas)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Can formulas about the parts of a view not hold? They are simplified with a symbol that is known to be
    /// one character, and asked about a string of one character.
    fn is_unsat(&mut self, formulas: Vec<Term>) -> Result<bool, Stop> {
        let View { character, any_character, .. } = *self.view;
        let mut asked = Vec::with_capacity(formulas.len() + 1);
        for formula in formulas {
            let formula = self.env.rewrite(formula)?;
            if formula == TermStore::FALSE {
                return Ok(true);
            }
            asked.push(replaced(self.env.store, formula, character, any_character));
        }
        let (length, one) = (self.env.length(any_character), self.env.store.int(1));
        asked.push(self.env.equal(length, one));
        let query = Query { config: self.config, formulas: &asked, tracked_from: asked.len(), symbols: &[] };
        let budget = self.env.budget;
        let result = PROOF_STEPS.share(budget, || sequences::answer(self.env, &query))?;
        Ok(matches!(result, Some(CheckResult::Unsat(..))))
    }
}

impl Accumulator {
    /// Which parameter it is.
    pub(super) fn parameter(self) -> usize {
        match self {
            Accumulator::Before(parameter) | Accumulator::Behind(parameter) => parameter,
        }
    }
}

/// The sum, the concatenation or the connective of two values.
pub(super) fn joined(env: &mut Env<'_>, sort: Sort, connective: Op, parts: [Term; 2]) -> Term {
    match sort {
        Sort::String => env.app(Op::Concat, &parts),
        Sort::Bool => env.app(connective, &parts),
        _ => env.app(Op::Add, &parts),
    }
}
