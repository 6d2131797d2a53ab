//! Calls of recursive functions, and of those that a model defines by a term, on values.
//!
//! Enters: terms in which such functions are called, and a model. Leaves: their values. Calls wait on a stack
//! of their own, so that they nest as deep as memory allows. A term is evaluated when its value is needed: of
//! a choice one branch, of a connective the arguments up to the one that decides. A call that was made before
//! has the value it had; one that needs itself, or that does not end within [`CALL_STEPS`], has none.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tress_base::{Budget, Stop};

use super::apply::Surroundings;
use super::error::EvalError;
use super::limits::{CALL_DEPTH, CALL_STEPS};
use super::logic;
use super::regexes::Languages;
use super::{Evaluator, Outcome};
use crate::model::Model;
use crate::term::{Head, Op, Sort, SymbolId, Term, TermStore, Value, post_order};

/// A call by its arguments.
type Key = (SymbolId, Box<[Value]>);

/// One call, or the evaluation of the terms that were asked for.
struct Activation<'a> {
    key: Option<Key>,
    parameters: &'a [SymbolId],
    root: Term,
    /// Terms that wait for their value, each with the place of the argument it waits for.
    waiting: Vec<(Term, usize)>,
    values: FxHashMap<Term, Outcome>,
}

/// What a term that is looked at needs.
enum Next {
    /// The value of an argument.
    Argument(Term),
    /// The value of a call.
    Call(SymbolId, Box<[Value]>),
    /// Nothing more.
    Done(Outcome),
}

/// The evaluation of some terms.
struct Machine<'a> {
    evaluator: &'a mut Evaluator,
    store: &'a TermStore,
    /// Nothing where the value must be the same in every model.
    model: Option<&'a Model>,
    budget: &'a Budget,
    calls: Vec<Activation<'a>>,
    /// The values of calls; nothing for those that wait.
    known: FxHashMap<Key, Option<Outcome>>,
    steps: usize,
}

impl Evaluator {
    /// The values of terms in which recursive functions are called.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn run_calls(
        &mut self,
        store: &TermStore,
        roots: impl Iterator<Item = Term>,
        model: Option<&Model>,
        budget: &Budget,
    ) -> Result<Vec<Outcome>, Stop> {
        let mut machine = Machine {
            evaluator: self,
            store,
            model,
            budget,
            calls: Vec::new(),
            known: FxHashMap::default(),
            steps: 0,
        };
        let mut values = FxHashMap::default();
        let mut outcomes = Vec::new();
        for root in roots {
            let (outcome, kept) = machine.run(root, values)?;
            outcomes.push(outcome);
            values = kept;
        }
        Ok(outcomes)
    }

    /// The value of a term that has the same one in every model.
    ///
    /// # Errors
    /// Why there is no such value.
    pub fn fold(&mut self, store: &TermStore, term: Term, budget: &Budget) -> Outcome {
        let outcomes = self.run_calls(store, std::iter::once(term), None, budget)?;
        outcomes.into_iter().next().unwrap_or(Err(EvalError::Mismatch))
    }
}

impl<'a> Machine<'a> {
    /// The value of one term, given those that are known, and what is known then.
    fn run(
        &mut self,
        root: Term,
        values: FxHashMap<Term, Outcome>,
    ) -> Result<(Outcome, FxHashMap<Term, Outcome>), Stop> {
        self.calls.clear();
        let first = Activation { key: None, parameters: &[], root, waiting: vec![(root, 0)], values };
        self.calls.push(first);
        loop {
            self.budget.poll()?;
            self.steps += 1;
            if CALL_STEPS.is_exceeded(self.steps, self.budget)
                || CALL_DEPTH.is_exceeded(self.calls.len(), self.budget)
            {
                break;
            }
            let Some(call) = self.calls.last_mut() else { break };
            let Some((term, place)) = call.waiting.last().copied() else {
                if let Some(end) = self.ended() {
                    return Ok(end);
                }
                continue;
            };
            let (next, place) = match call.values.contains_key(&term) {
                true => (None, place),
                false => {
                    let (next, place) = self.next(term, place);
                    (Some(next), place)
                }
            };
            self.take(term, place, next)?;
        }
        Ok((Err(EvalError::Endless), FxHashMap::default()))
    }

    /// The last call has its value: its caller goes on. The value itself where there is no caller.
    fn ended(&mut self) -> Option<(Outcome, FxHashMap<Term, Outcome>)> {
        let call = self.calls.pop()?;
        let outcome = call.values.get(&call.root).cloned().unwrap_or(Err(EvalError::Mismatch));
        let Some(key) = call.key else { return Some((outcome, call.values)) };
        self.known.insert(key, Some(outcome.clone()));
        if let Some(caller) = self.calls.last_mut()
            && let Some((term, _)) = caller.waiting.pop()
        {
            caller.values.insert(term, outcome);
        }
        None
    }

    /// Goes on with what the last term of the last call needs.
    fn take(&mut self, term: Term, place: usize, next: Option<Next>) -> Result<(), Stop> {
        let Some(call) = self.calls.last_mut() else { return Ok(()) };
        if let Some(last) = call.waiting.last_mut() {
            last.1 = place;
        }
        match next {
            None => {
                call.waiting.pop();
            }
            Some(Next::Argument(arg)) => call.waiting.push((arg, 0)),
            Some(Next::Done(Err(EvalError::Stop(stop)))) => return Err(stop),
            Some(Next::Done(outcome)) => {
                call.values.insert(term, outcome);
                call.waiting.pop();
            }
            Some(Next::Call(symbol, args)) => self.call(term, (symbol, args)),
        }
        Ok(())
    }

    /// Looks a call up, or begins it.
    fn call(&mut self, term: Term, key: Key) {
        let known = match self.known.get(&key) {
            Some(Some(outcome)) => Some(outcome.clone()),
            Some(None) => Some(Err(EvalError::Endless)),
            None => None,
        };
        let definition = self.definition(key.0);
        let Some(((parameters, body), call)) = definition.zip(self.calls.last_mut()) else { return };
        if let Some(outcome) = known {
            call.values.insert(term, outcome);
            call.waiting.pop();
            return;
        }
        self.known.insert(key.clone(), None);
        self.calls.push(Activation {
            key: Some(key),
            parameters,
            root: body,
            waiting: vec![(body, 0)],
            values: FxHashMap::default(),
        });
    }

    /// Parameters and body of a function that has them.
    fn definition(&self, symbol: SymbolId) -> Option<(&'a [SymbolId], Term)> {
        if let Some(definition) = &self.store.symbol(symbol).definition {
            return Some((&definition.parameters, definition.body));
        }
        let told = self.model?.body(symbol)?;
        Some((&told.parameters, told.body))
    }

    /// What a term of the last call needs, and the place of the argument that it waits for.
    fn next(&mut self, term: Term, place: usize) -> (Next, usize) {
        let store = self.store;
        let Some(call) = self.calls.last() else { return (Next::Done(Err(EvalError::Mismatch)), 0) };
        let args = store.args(term);
        if store.sort(term) == Sort::RegLan
            && !args.is_empty()
            && (self.evaluator.ground.has(term) || is_fixed(store, term))
        {
            return (Next::Done(self.language(term)), 0);
        }
        match store.head(term) {
            Head::Value(_) => (Next::Done(store.as_value(term).cloned().ok_or(EvalError::Mismatch)), 0),
            Head::Quantifier(..) => (Next::Done(Err(EvalError::Quantifier)), 0),
            Head::Op(Op::Ite, _) => (call.chosen(args), 0),
            Head::Op(op @ (Op::And | Op::Or | Op::Implies), _) => call.connected(op, args, place),
            Head::Symbol(symbol) if args.is_empty() && store.called(term).is_none() => {
                (Next::Done(self.constant(symbol)), 0)
            }
            head => {
                let missing = |at: &usize| !call.values.contains_key(&args[*at]);
                if let Some(at) = (place..args.len()).find(missing) {
                    return (Next::Argument(args[at]), at);
                }
                (self.applied(head, args), args.len())
            }
        }
    }

    /// The value of a parameter, or of a constant of the model.
    fn constant(&self, symbol: SymbolId) -> Outcome {
        let of_call = self.calls.last().and_then(|call| {
            let place = call.parameters.iter().position(|parameter| *parameter == symbol)?;
            call.key.as_ref()?.1.get(place)
        });
        of_call.or_else(|| self.model?.get(symbol)).cloned().ok_or(EvalError::NoValue(symbol))
    }

    /// An operator or a function on arguments whose values are known.
    fn applied(&mut self, head: Head, args: &[Term]) -> Next {
        let Some(call) = self.calls.last() else { return Next::Done(Err(EvalError::Mismatch)) };
        let mut values: SmallVec<[&Value; 4]> = SmallVec::with_capacity(args.len());
        for arg in args {
            match call.values.get(arg) {
                Some(Ok(value)) => values.push(value),
                Some(Err(error)) => return Next::Done(Err(*error)),
                None => return Next::Done(Err(EvalError::Mismatch)),
            }
        }
        match head {
            Head::Symbol(symbol) => {
                let values: Box<[Value]> = values.into_iter().cloned().collect();
                if self.definition(symbol).is_some() {
                    return Next::Call(symbol, values);
                }
                let function =
                    self.model.and_then(|model| model.function(symbol)).ok_or(EvalError::NoValue(symbol));
                Next::Done(function.map(|function| function.get(&values).clone()))
            }
            Head::Op(op, indices) => {
                let languages = Languages { store: &mut self.evaluator.regexes, budget: self.budget };
                let mut surroundings = Surroundings { terms: self.store, languages, model: self.model };
                Next::Done(surroundings.strict(op, self.store.indices(indices), &values))
            }
            Head::Value(_) | Head::Quantifier(..) => Next::Done(Err(EvalError::Mismatch)),
        }
    }

    /// A regular expression without symbols, which is remembered.
    fn language(&mut self, term: Term) -> Outcome {
        if let Some(known) = self.evaluator.ground.get(term) {
            return known.map(Value::Regex);
        }
        let outcome = self.evaluator.eval(self.store, term, &Model::new(), self.budget);
        if let Ok(Value::Regex(regex)) = &outcome {
            self.evaluator.ground.set(term, Ok(*regex));
        }
        outcome
    }
}

impl Activation<'_> {
    /// The branch that a condition chooses.
    fn chosen(&self, args: &[Term]) -> Next {
        let [condition, yes, no] = args else { return Next::Done(Err(EvalError::Mismatch)) };
        let branch = match self.values.get(condition) {
            None => return Next::Argument(*condition),
            Some(Ok(Value::Bool(true))) => yes,
            Some(Ok(Value::Bool(false))) => no,
            Some(Ok(_)) => return Next::Done(Err(EvalError::Mismatch)),
            Some(Err(error)) => return Next::Done(Err(*error)),
        };
        match self.values.get(branch) {
            None => Next::Argument(*branch),
            Some(outcome) => Next::Done(outcome.clone()),
        }
    }

    /// A connective: its arguments are looked at one by one, up to the one that decides.
    fn connected(&self, op: Op, args: &[Term], mut place: usize) -> (Next, usize) {
        while let Some(arg) = args.get(place) {
            let decides = match op {
                Op::And => false,
                Op::Or => true,
                _ => place + 1 == args.len(),
            };
            match self.values.get(arg) {
                None => return (Next::Argument(*arg), place),
                Some(Ok(Value::Bool(value))) if *value == decides => {
                    return (Next::Done(Ok(Value::Bool(op != Op::And))), place);
                }
                Some(_) => place += 1,
            }
        }
        let values = args.iter().map(|arg| match self.values.get(arg) {
            Some(Ok(value)) => Ok(value),
            Some(Err(error)) => Err(*error),
            None => Err(EvalError::Mismatch),
        });
        (Next::Done(logic::lenient(op, values)), place)
    }
}

/// Has a term the same value in every model? Division by zero is for the model to say.
fn is_fixed(store: &TermStore, term: Term) -> bool {
    post_order(store, &[term]).into_iter().all(|part| match store.head(part) {
        Head::Value(_) => true,
        Head::Op(op, _) => !matches!(op, Op::IntDiv | Op::Mod | Op::RealDiv),
        Head::Symbol(_) | Head::Quantifier(..) => false,
    })
}
