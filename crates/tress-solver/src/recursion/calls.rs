//! The calls of a question: functions without a definition represent them, and they are unfolded one by one.
//!
//! Every recursive function gets a twin, a declared function. The value of a call is needed where its
//! condition holds: it stands below choices and connectives whose other parts decide without it. A new truth
//! value, its *need*, is true there. The equation of an unfolded call holds for every total function that
//! fulfils the definition, whether the call is needed or not.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Cap, Stop};

use super::limits::{CALL_STEPS, FOLDINGS};
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::term::{
    Closed, Head, Op, Sort, Substitution, SymbolId, Term, TermMap, TermSet, TermStore, Value, map_args,
    post_order,
};

/// A call, as an application of a twin.
pub(super) struct Call {
    pub(super) term: Term,
    /// True where the value of the call is needed.
    pub(super) need: Term,
    /// Is it needed in any case?
    pub(super) is_certain: bool,
    pub(super) is_unfolded: bool,
    function: SymbolId,
}

/// A call that stands in a term, and where its value matters.
pub(super) struct Needed {
    pub(super) term: Term,
    pub(super) function: SymbolId,
    pub(super) condition: Term,
}

/// All calls of a question.
#[derive(Default)]
pub(super) struct Calls {
    /// Are functions replaced by what they are known to compute?
    uses_closed: bool,
    pub(super) all: Vec<Call>,
    indices: FxHashMap<Term, usize>,
    twins: FxHashMap<SymbolId, SymbolId>,
    functions: FxHashMap<SymbolId, SymbolId>,
    /// The equations of unfolded calls, and what is known of others.
    pub(super) equations: Vec<Term>,
    /// Which calls are needed when others are.
    pub(super) needs: Vec<Term>,
    said: FxHashSet<Term>,
    /// How many calls stand in the question.
    asked: usize,
    /// What is known of the values of calls, by their indices.
    lemmas: FxHashMap<usize, Vec<Term>>,
}

impl Calls {
    /// No calls yet.
    pub(super) fn new(uses_closed: bool) -> Self {
        Self { uses_closed, ..Self::default() }
    }

    /// Reads a formula that must hold: the same about twins.
    pub(super) fn read(&mut self, env: &mut Env<'_>, formula: Term) -> Result<Term, Stop> {
        let image = self.simple_image(env, formula)?;
        self.gather(env.store, image, TermStore::TRUE);
        self.asked = self.all.len();
        Ok(image)
    }

    /// The lemmas of the calls in the question, and of those that are not unfolded.
    pub(super) fn lemmas(&mut self, env: &mut Env<'_>) -> Result<Vec<Term>, Stop> {
        let mut found = Vec::new();
        for index in 0..self.all.len() {
            let Call { term, function, is_unfolded, .. } = self.all[index];
            if is_unfolded && index >= self.asked {
                continue;
            }
            if let Some(known) = self.lemmas.get(&index) {
                found.extend(known);
                continue;
            }
            let definition = env.store.symbol(function).definition.clone();
            let mut of_call = Vec::new();
            for lemma in definition.into_iter().filter_map(|definition| definition.laws).flatten() {
                of_call.push(lemma_for(env, function, lemma, term)?);
            }
            found.extend(&of_call);
            self.lemmas.insert(index, of_call);
        }
        Ok(found)
    }

    /// The indices of calls that are not unfolded.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.all.len()).filter(|index| !self.all[*index].is_unfolded).collect()
    }

    /// Adds the equation of a call.
    pub(super) fn unfold(&mut self, env: &mut Env<'_>, index: usize) -> Result<(), Stop> {
        let Call { term, need, is_certain, function, .. } = self.all[index];
        self.all[index].is_unfolded = true;
        env.stats.add("calls-unfolded", 1);
        let Some(definition) = env.store.symbol(function).definition.clone() else { return Ok(()) };
        let args = env.store.args(term).to_vec();
        let body = instance(env.store, &definition.parameters, &args, definition.body);
        let body = self.simple_image(env, body)?;
        self.gather(env.store, body, if is_certain { TermStore::TRUE } else { need });
        let equation = env.equal(term, body);
        self.equations.push(equation);
        Ok(())
    }

    /// The simplified term about twins. Calls whose arguments are known have their values.
    pub(super) fn simple_image(&mut self, env: &mut Env<'_>, term: Term) -> Result<Term, Stop> {
        let mut term = term;
        for folding in 1.. {
            if FOLDINGS.is_exceeded(folding, env.budget) {
                break;
            }
            term = env.rewrite(term)?;
            let image = self.image(env, term)?;
            let is_done = image == term;
            term = image;
            if is_done {
                break;
            }
        }
        Ok(term)
    }

    fn image(&mut self, env: &mut Env<'_>, root: Term) -> Result<Term, Stop> {
        let mut images: TermMap<Term> = TermMap::new();
        for term in post_order(env.store, &[root]) {
            env.budget.poll()?;
            let args: Vec<Term> =
                env.store.args(term).iter().map(|arg| *images.get(*arg).unwrap_or(arg)).collect();
            let is_twin = env.store.called(term).is_none();
            let image = match self.function_of(env.store, term) {
                Some(function) => self.call(env, function, is_twin, &args)?,
                None if env.store.args(term) == args => term,
                None => env.store.with_args(term, &args).expect("a twin has the sorts of its function"),
            };
            images.set(term, image);
        }
        Ok(images.get(root).copied().unwrap_or(root))
    }

    /// The recursive function that a term calls, by itself or by its twin.
    fn function_of(&self, store: &TermStore, term: Term) -> Option<SymbolId> {
        let Head::Symbol(symbol) = store.head(term) else { return None };
        store.called(term).map(|(symbol, _)| symbol).or_else(|| self.functions.get(&symbol).copied())
    }

    /// A call of a function: its value, what it is known to be, or the call of its twin.
    fn call(
        &mut self,
        env: &mut Env<'_>,
        function: SymbolId,
        is_twin: bool,
        args: &[Term],
    ) -> Result<Term, Stop> {
        if args.iter().all(|arg| env.store.as_value(*arg).is_some())
            && let Some(value) = folded(env, function, args, &CALL_STEPS)?
        {
            env.stats.add("calls-folded", 1);
            return Ok(env.store.value(value));
        }
        let twin = self.twin(env.store, function);
        let call = env.store.apply(twin, args).expect("the sorts of the function");
        // What is known of it was looked at when its twin replaced it.
        let definition =
            env.store.symbol(function).definition.clone().filter(|_| self.uses_closed && !is_twin);
        let Some((definition, Closed::Known { domain, value })) =
            definition.map(|definition| (definition.clone(), definition.closed))
        else {
            return Ok(call);
        };
        let [domain, value] =
            [domain, value].map(|term| instance(env.store, &definition.parameters, args, term));
        Ok(match env.rewrite(domain)? {
            TermStore::TRUE => value,
            TermStore::FALSE => call,
            domain => env.app(Op::Ite, &[domain, value, call]),
        })
    }

    fn twin(&mut self, store: &mut TermStore, function: SymbolId) -> SymbolId {
        if let Some(twin) = self.twins.get(&function) {
            return *twin;
        }
        let symbol = store.symbol(function);
        let (name, arguments, result) = (symbol.name.clone(), symbol.arguments.clone(), symbol.result);
        let twin = store.declare(&name, &arguments, result);
        self.twins.insert(function, twin);
        self.functions.insert(twin, function);
        twin
    }

    /// Notes all calls below a term whose value is needed where a condition holds.
    fn gather(&mut self, store: &mut TermStore, root: Term, condition: Term) {
        for call in self.needed(store, root, condition) {
            self.note(store, &call);
        }
    }

    /// All calls below a term whose value is needed where a condition holds, the outer ones first.
    pub(super) fn needed(&self, store: &mut TermStore, root: Term, condition: Term) -> Vec<Needed> {
        let order = post_order(store, &[root]);
        let mut found = Vec::new();
        let mut with_calls = TermSet::new();
        for term in &order {
            let is_call = self.function_of(store, *term).is_some();
            if is_call || store.args(*term).iter().any(|arg| with_calls.has(*arg)) {
                with_calls.add(*term);
            }
        }
        let mut conditions: TermMap<Vec<Term>> = TermMap::new();
        conditions.set(root, vec![condition]);
        // Terms come before their arguments, so that all conditions of a term are known when it is met.
        for term in order.into_iter().rev().filter(|term| with_calls.has(*term)) {
            let Some(ways) = conditions.take(term) else { continue };
            let condition = either(store, &ways);
            if let Some(function) = self.function_of(store, term) {
                found.push(Needed { term, function, condition });
            }
            for (index, arg) in store.args(term).to_vec().into_iter().enumerate() {
                if !with_calls.has(arg) {
                    continue;
                }
                let mut parts = guards(store, term, index, &with_calls);
                parts.push(condition);
                let way = all(store, &parts);
                let mut ways = conditions.take(arg).unwrap_or_default();
                ways.push(way);
                conditions.set(arg, ways);
            }
        }
        found
    }

    fn note(&mut self, store: &mut TermStore, call: &Needed) {
        let Needed { term, function, condition } = *call;
        let index = match self.indices.get(&term) {
            Some(index) => *index,
            None => {
                let symbol = store.declare("needed", &[], Sort::Bool);
                let need = store.constant(symbol);
                self.indices.insert(term, self.all.len());
                self.all.push(Call { term, need, is_certain: false, is_unfolded: false, function });
                self.all.len() - 1
            }
        };
        let need = self.all[index].need;
        self.all[index].is_certain |= condition == TermStore::TRUE;
        let otherwise = store.not(condition);
        let said = store.app(Op::Or, &[otherwise, need]).expect("two formulas");
        if self.said.insert(said) {
            self.needs.push(said);
        }
    }
}

/// The body for these arguments.
pub(super) fn instance(store: &mut TermStore, parameters: &[SymbolId], args: &[Term], body: Term) -> Term {
    let mut substitution = Substitution::new();
    for (parameter, arg) in parameters.iter().zip(args) {
        substitution.put(*parameter, *arg);
    }
    substitution.apply(store, body)
}

/// A lemma of a function for a call of its twin.
fn lemma_for(env: &mut Env<'_>, function: SymbolId, lemma: Term, call: Term) -> Result<Term, Stop> {
    let args = env.store.args(call).to_vec();
    lemma_with_value(env, function, lemma, &args, call)
}

/// A lemma of a function with this value for these arguments.
pub(super) fn lemma_with_value(
    env: &mut Env<'_>,
    function: SymbolId,
    lemma: Term,
    args: &[Term],
    value: Term,
) -> Result<Term, Stop> {
    let definition = env.store.symbol(function).definition.clone().expect("a recursive function");
    let lemma = instance(env.store, &definition.parameters, args, lemma);
    let call = env.store.apply(function, args).expect("the sorts of the function");
    let lemma = replaced(env.store, lemma, call, value);
    env.rewrite(lemma)
}

/// The term with a part replaced by another.
pub(super) fn replaced(store: &mut TermStore, root: Term, part: Term, new: Term) -> Term {
    let mut images: TermMap<Term> = TermMap::new();
    for term in post_order(store, &[root]) {
        let image = match term == part {
            true => new,
            false => map_args(store, term, |arg| images.get(arg).copied().unwrap_or(arg)),
        };
        images.set(term, image);
    }
    images.get(root).copied().unwrap_or(root)
}

/// The value of a call whose arguments are known, if it ends soon and depends on no model.
pub(super) fn folded(
    env: &mut Env<'_>,
    function: SymbolId,
    args: &[Term],
    steps: &Cap,
) -> Result<Option<Value>, Stop> {
    let call = env.store.apply(function, args).expect("the sorts of the function");
    let budget = env.budget;
    let outcome = steps.share(budget, || match env.evaluator.fold(env.store, call, budget) {
        Ok(value) => Ok(Some(value)),
        Err(EvalError::Stop(stop)) => Err(stop),
        Err(_) => Ok(None),
    })?;
    Ok(outcome.flatten().filter(|value| !matches!(value, Value::Regex(_) | Value::Element(..))))
}

/// What must hold for the argument at a position to matter, given that the term matters.
fn guards(store: &mut TermStore, term: Term, index: usize, with_calls: &TermSet) -> Vec<Term> {
    let args = store.args(term).to_vec();
    match store.op(term) {
        Some(Op::Ite) if index == 1 => vec![args[0]],
        Some(Op::Ite) if index == 2 => vec![store.not(args[0])],
        Some(op @ (Op::And | Op::Or | Op::Implies)) => {
            // Parts that call something are evaluated behind those that call nothing.
            let is_before = |at: usize| at != index && (at < index || !with_calls.has(args[at]));
            let mut found = Vec::new();
            for at in (0..args.len()).filter(|at| is_before(*at)) {
                let is_premise = op == Op::Implies && at + 1 < args.len();
                found.push(if op == Op::And || is_premise { args[at] } else { store.not(args[at]) });
            }
            found
        }
        _ => Vec::new(),
    }
}

fn all(store: &mut TermStore, parts: &[Term]) -> Term {
    let parts: Vec<Term> = parts.iter().copied().filter(|part| *part != TermStore::TRUE).collect();
    match parts.as_slice() {
        [] => TermStore::TRUE,
        [only] => *only,
        parts => store.app(Op::And, parts).expect("formulas"),
    }
}

fn either(store: &mut TermStore, ways: &[Term]) -> Term {
    match ways {
        [only] => *only,
        ways if ways.contains(&TermStore::TRUE) => TermStore::TRUE,
        ways => store.app(Op::Or, ways).expect("formulas"),
    }
}
