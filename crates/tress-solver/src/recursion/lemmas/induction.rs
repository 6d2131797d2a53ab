//! Induction over a measure: lemmas of functions that call each other, shown together.
//!
//! Every call that is needed has arguments of the domain with a smaller measure, and a function calls only
//! where its measure is not below a bound: so there is no endless chain of needed calls from arguments of the
//! domain. What holds of a body when it holds of the calls in it therefore holds of all values there.

use tress_base::Stop;

use super::candidates::{Candidate, own_call};
use super::cases::{Case, Split, occurrences};
use super::measures::{Domain, Measure};
use crate::ground::{CheckResult, Query};
use crate::recursion::calls::{Calls, instance, lemma_with_value, replaced};
use crate::recursion::limits::{EQUIVALENCE_STEPS, LEMMA_ROUNDS, PROOF_STEPS};
use crate::sequences;
use crate::strategy::Config;
use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value, post_order};

/// Below this measure no function may call: any bound proves that chains of calls end, and functions over
/// indices stop a little below zero.
const LEAST_MEASURE: i64 = -8;
/// How much worse parts of strings are in the arguments of calls, about which lemmas are used.
const IN_CALLS: usize = 100;

/// A body in one case.
struct Body {
    function: SymbolId,
    args: Vec<Term>,
    /// What holds of the arguments.
    facts: Vec<Term>,
    /// The value, about twins.
    image: Term,
    calls: Vec<Inner>,
    /// A character and the characters behind it, where strings are split before one.
    front: Option<[Term; 2]>,
}

/// A call in a body.
struct Inner {
    term: Term,
    function: SymbolId,
    condition: Term,
}

/// Functions that call each other, with a measure that becomes smaller.
pub(super) struct Induction<'c, 'a> {
    pub(super) env: &'c mut Env<'a>,
    config: Config,
    pub(super) domain: Domain,
    measure: Measure,
    /// Are lemmas shown by which a function is equivalent to an operator? Proofs are longer then, and use
    /// what it means to occur behind a character.
    is_equivalence: bool,
    bodies: Vec<Body>,
    /// The bodies with strings split before a character, where those above are split in another way.
    front_bodies: Vec<Body>,
    /// The character at which strings are split: to the rewriter, a string of one character.
    character: Term,
    /// The same as a plain string.
    any_character: Term,
}

impl<'c, 'a> Induction<'c, 'a> {
    /// Looks for a measure. Returns `None` if there is none.
    pub(super) fn new(
        env: &'c mut Env<'a>,
        config: Config,
        group: &[SymbolId],
    ) -> Result<Option<Self>, Stop> {
        let sorts = env.store.symbol(group[0]).arguments.clone();
        let [any_character, before, behind] = std::array::from_fn(|_| {
            let symbol = env.store.declare("part", &[], Sort::String);
            env.store.constant(symbol)
        });
        let character = env.store.declare_letter("letter");
        let character = env.store.constant(character);
        let parts = [character, before, behind];
        let mut splits: Vec<(usize, Split, Vec<Body>)> = Vec::new();
        for split in Split::all(&sorts) {
            let mut bodies = Vec::new();
            for function in group {
                let (_, parameters) = own_call(env, *function);
                for case in split.cases(env, &parameters, parts) {
                    bodies.push(body(env, group, *function, case)?);
                }
            }
            let cost = bodies.iter().map(|body| complexity(env.store, body)).sum();
            splits.push((cost, split, bodies));
        }
        splits.sort_by_key(|(cost, ..)| *cost);
        let (_, split, bodies) = splits.remove(0);
        // Where there is an index, words are split there.
        let is_at = |(_, split, _): &&mut (usize, Split, Vec<Body>)| matches!(split, Split::At(..));
        let front = if split.is_front() { None } else { splits.iter_mut().find(is_at) };
        let front_bodies = front.map(|(_, _, bodies)| std::mem::take(bodies)).unwrap_or_default();
        let (domain, is_equivalence) = (Domain::All, false);
        let Some(measure) = Measure::all(&sorts).first().copied() else { return Ok(None) };
        let mut induction = Self {
            env,
            config,
            domain,
            measure,
            is_equivalence,
            bodies,
            front_bodies,
            character,
            any_character,
        };
        for domain in Domain::all(&sorts) {
            induction.domain = domain;
            for measure in Measure::all(&sorts) {
                induction.measure = measure;
                if induction.becomes_smaller()? {
                    return Ok(Some(induction));
                }
            }
        }
        Ok(None)
    }

    /// Have all calls of the group arguments of the domain and a smaller measure?
    fn becomes_smaller(&mut self) -> Result<bool, Stop> {
        let measure = self.measure;
        for number in 0..self.bodies.len() {
            let Body { args, facts, calls, .. } = &self.bodies[number];
            let env = &mut *self.env;
            let (own, least) = (measure.term(env, args), env.store.int(LEAST_MEASURE));
            let mut ways = Vec::new();
            for call in calls {
                let inner_args = env.store.args(call.term).to_vec();
                let inner = measure.term(env, &inner_args);
                let smaller = env.app(Op::Lt, &[inner, own]);
                let bounded = env.app(Op::Ge, &[own, least]);
                let inside = self.domain.term(env, &inner_args);
                let fine = env.app(Op::And, &[smaller, bounded, inside]);
                let failing = env.store.not(fine);
                ways.push(env.app(Op::And, &[call.condition, failing]));
            }
            let mut formulas = facts.clone();
            formulas.push(self.domain.term(env, args));
            formulas.push(match ways.as_slice() {
                [] => continue,
                [only] => *only,
                several => env.app(Op::Or, several),
            });
            if !matches!(self.ask(&formulas)?, Some(CheckResult::Unsat(..))) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does a lemma by which a function is equivalent to an operator follow from the definition?
    pub(super) fn is_equivalent(&mut self, candidate: &Candidate) -> Result<bool, Stop> {
        self.is_equivalence = true;
        let mut is_shown = !self.shown(vec![candidate.clone()])?.is_empty();
        if !is_shown && !self.front_bodies.is_empty() {
            std::mem::swap(&mut self.bodies, &mut self.front_bodies);
            is_shown = self.becomes_smaller()? && !self.shown(vec![candidate.clone()])?.is_empty();
            std::mem::swap(&mut self.bodies, &mut self.front_bodies);
        }
        self.is_equivalence = false;
        Ok(is_shown)
    }

    /// The lemmas that follow from each other and the definitions: those that fail are left out until none
    /// does.
    pub(super) fn shown(&mut self, mut candidates: Vec<Candidate>) -> Result<Vec<Candidate>, Stop> {
        for round in 1.. {
            if candidates.is_empty() {
                return Ok(candidates);
            }
            if LEMMA_ROUNDS.is_exceeded(round, self.env.budget) {
                break;
            }
            let mut failed = vec![false; candidates.len()];
            for number in 0..self.bodies.len() {
                self.fail(number, &candidates, &mut failed)?;
            }
            if !failed.contains(&true) {
                return Ok(candidates);
            }
            let mut at = 0..;
            candidates.retain(|_| !failed[at.next().expect("numbers do not end")]);
        }
        Ok(Vec::new())
    }

    /// Marks lemmas that do not hold of a body while all lemmas hold of its calls.
    fn fail(&mut self, number: usize, candidates: &[Candidate], failed: &mut [bool]) -> Result<(), Stop> {
        let known = self.known(number, candidates)?;
        let body = &self.bodies[number];
        let (function, args, image) = (body.function, body.args.clone(), body.image);
        let mut goals = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            if candidate.function == function && !failed[index] {
                let goal = lemma_with_value(self.env, candidate.function, candidate.lemma, &args, image)?;
                let negated = self.env.store.not(goal);
                goals.push((index, negated));
            }
        }
        while !goals.is_empty() {
            let negated: Vec<Term> = goals.iter().map(|(_, goal)| *goal).collect();
            let some = match negated.as_slice() {
                [only] => *only,
                several => self.env.app(Op::Or, several),
            };
            let mut formulas = known.clone();
            formulas.push(some);
            let before = goals.len();
            match self.ask(&formulas)? {
                Some(CheckResult::Unsat(..)) => return Ok(()),
                Some(CheckResult::Sat(model, _)) => {
                    for (index, goal) in &goals {
                        let goal = replaced(self.env.store, *goal, self.character, self.any_character);
                        failed[*index] |= self.env.eval(goal, &model) == Ok(Value::Bool(true));
                    }
                    goals.retain(|(index, _)| !failed[*index]);
                }
                _ => {}
            }
            if goals.len() == before && before == 1 {
                failed[goals[0].0] = true;
                return Ok(());
            }
            if goals.len() == before {
                return self.fail_one_by_one(&known, &goals, failed);
            }
        }
        Ok(())
    }

    fn fail_one_by_one(
        &mut self,
        known: &[Term],
        goals: &[(usize, Term)],
        failed: &mut [bool],
    ) -> Result<(), Stop> {
        for (index, goal) in goals {
            let formulas: Vec<Term> = known.iter().chain([goal]).copied().collect();
            failed[*index] |= !matches!(self.ask(&formulas)?, Some(CheckResult::Unsat(..)));
        }
        Ok(())
    }

    /// What is known in a body: the case, the domain, and the lemmas of the calls that are needed.
    fn known(&mut self, number: usize, candidates: &[Candidate]) -> Result<Vec<Term>, Stop> {
        let Body { args, facts, calls, front, .. } = &self.bodies[number];
        let mut known = facts.clone();
        known.push(self.domain.term(self.env, args));
        if let Some(front) = front.filter(|_| self.is_equivalence) {
            for arg in args {
                if self.env.store.sort(*arg) == Sort::String && self.env.store.as_constant(*arg).is_some() {
                    known.extend(occurrences(self.env, front, *arg));
                }
            }
        }
        for call in calls {
            let inner_args = self.env.store.args(call.term).to_vec();
            for candidate in candidates.iter().filter(|candidate| candidate.function == call.function) {
                let lemma =
                    lemma_with_value(self.env, candidate.function, candidate.lemma, &inner_args, call.term)?;
                known.push(match call.condition {
                    TermStore::TRUE => lemma,
                    condition => self.env.app(Op::Implies, &[condition, lemma]),
                });
            }
        }
        Ok(known)
    }

    /// The answer to formulas about parts. They are simplified with a symbol that is known to be one
    /// character, and asked about a string of one character.
    fn ask(&mut self, formulas: &[Term]) -> Result<Option<CheckResult>, Stop> {
        let mut asked = Vec::with_capacity(formulas.len() + 1);
        for formula in formulas {
            let formula = self.env.rewrite(*formula)?;
            asked.push(replaced(self.env.store, formula, self.character, self.any_character));
        }
        let (length, one) = (self.env.length(self.any_character), self.env.store.int(1));
        asked.push(self.env.equal(length, one));
        let query = Query { config: self.config, formulas: &asked, tracked_from: asked.len(), symbols: &[] };
        let budget = self.env.budget;
        let steps = if self.is_equivalence { &EQUIVALENCE_STEPS } else { &PROOF_STEPS };
        steps.share(budget, || sequences::answer(self.env, &query))
    }
}

/// The body of a function for the arguments of a case.
fn body(env: &mut Env<'_>, group: &[SymbolId], function: SymbolId, case: Case) -> Result<Body, Stop> {
    let definition = env.store.symbol(function).definition.clone().expect("a recursive function");
    let value = instance(env.store, &definition.parameters, &case.args, definition.body);
    let mut twins = Calls::new(true);
    let image = twins.simple_image(env, value)?;
    let needed = twins.needed(env.store, image, TermStore::TRUE);
    let calls = needed.into_iter().filter(|call| group.contains(&call.function));
    let calls =
        calls.map(|call| Inner { term: call.term, function: call.function, condition: call.condition });
    let Case { args, facts, front } = case;
    Ok(Body { function, args, facts, image, calls: calls.collect(), front })
}

/// How much of a body is not simple: parts of words, first of all in the arguments of calls.
fn complexity(store: &TermStore, body: &Body) -> usize {
    let parts = |roots: &[Term]| {
        let is_part = |term: &&Term| matches!(store.op(**term), Some(Op::Substr | Op::At));
        post_order(store, roots).iter().filter(is_part).count()
    };
    let args: Vec<Term> = body.calls.iter().flat_map(|call| store.args(call.term).iter().copied()).collect();
    1 + 4 * parts(&[body.image]) + IN_CALLS * parts(&args)
}
