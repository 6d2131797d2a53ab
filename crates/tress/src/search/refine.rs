//! A candidate model meets the evaluator.
//!
//! Enters: values for everything, chosen by the other steps. Leaves: nothing when the problem's
//! formulas are true under them; else axioms for functions whose value is not what their
//! arguments say. Functions are reduced to concatenations and lengths only when a candidate
//! failed because of them; what has no reduction, or not in this direction, is told value by
//! value.

use tress_base::Stop;
use tress_sat::Search;

use crate::eval::EvalError;
use crate::model::Model;
use crate::term::{Head, Op, Sort, Term, TermMap, Value, post_order, post_order_where};

use super::finish::Step;
use super::theories::Theories;
use super::values::Choices;

/// After how many checks without a candidate functions no longer wait for one.
const CHECKS_TO_WAIT: u32 = 50;

/// A term whose chosen value is not the value of its operator on the chosen arguments.
struct Mismatch {
    term: Term,
    arguments: Vec<Value>,
    right: Value,
}

impl Theories {
    /// Evaluates the problem under the candidate, and mends what made it fail.
    pub(super) fn check_candidate(
        &mut self,
        model: &Model,
        choices: &mut Choices,
        search: &mut Search<'_>,
    ) -> Result<Step, Stop> {
        self.checks_without_candidate = 0;
        let mut failing = Vec::new();
        for place in 0..self.facts.len() {
            search.budget().poll()?;
            let fact = self.facts[place];
            match self.evaluator.eval(&self.store, fact, model, search.budget()) {
                Ok(Value::Bool(true)) => {}
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => failing.push(fact),
            }
        }
        if failing.is_empty() {
            return Ok(Step::Fine);
        }
        let wrong = self.mismatches(&failing, choices, search)?;
        let mut changed = false;
        for mismatch in &wrong {
            changed |= self.reduce_once(mismatch.term);
        }
        if changed {
            return Ok(Step::Changed);
        }
        let hidden = |mismatch: &Mismatch| {
            let occurs = self.store.op(mismatch.term) == Some(Op::Contains);
            (occurs && mismatch.right == Value::Bool(true)) || self.is_star(mismatch.term)
        };
        // An occurrence that should not be there is the cause of what else is wrong, and so is a
        // string that does not repeat what it should.
        let causes: Vec<bool> = wrong.iter().map(hidden).collect();
        let only_causes = causes.contains(&true);
        for (mismatch, is_cause) in wrong.into_iter().zip(causes) {
            if only_causes && !is_cause {
                continue;
            }
            changed |= self.tell_value(mismatch, choices, search);
        }
        Ok(if changed { Step::Changed } else { Step::Stuck })
    }

    /// Terms below failing formulas whose chosen value is wrong, arguments first.
    fn mismatches(
        &mut self,
        failing: &[Term],
        choices: &mut Choices,
        search: &Search<'_>,
    ) -> Result<Vec<Mismatch>, Stop> {
        let relevant = self.relevant(|literal| search.value(literal));
        // Axioms speak of occurrences too, which are not axiomatised further.
        let occurrences =
            self.string_functions.iter().copied().filter(|term| self.store.op(*term) == Some(Op::Contains));
        let atoms: Vec<Term> = post_order(&self.store, failing)
            .into_iter()
            .chain(occurrences)
            .chain(self.star_atoms())
            .filter(|term| self.literals.get(*term).is_some_and(|literal| relevant.contains(&literal.var())))
            .collect();
        let mut wrong = Vec::new();
        for term in post_order(&self.store, &atoms) {
            search.budget().poll()?;
            if self.speaks_of_strings(term)
                && let Some(mismatch) = self.mismatch(term, choices, search)?
            {
                wrong.push(mismatch);
            }
        }
        Ok(wrong)
    }

    /// Is the term an operator on strings or languages?
    fn speaks_of_strings(&self, term: Term) -> bool {
        let Head::Op(op, _) = self.store.head(term) else { return false };
        let about = |term: Term| self.store.sort(term) == Sort::String;
        op != Op::Ite
            && self.store.sort(term) != Sort::RegLan
            && (about(term) || self.store.args(term).iter().any(|arg| about(*arg)))
    }

    fn mismatch(
        &mut self,
        term: Term,
        choices: &mut Choices,
        search: &Search<'_>,
    ) -> Result<Option<Mismatch>, Stop> {
        let Head::Op(op, indices) = self.store.head(term) else { return Ok(None) };
        let Some(now) = self.chosen(term, choices, search) else { return Ok(None) };
        let args = self.store.args(term).to_vec();
        let values: Option<Vec<Value>> =
            args.iter().map(|arg| self.chosen_language(*arg, choices, search)).collect();
        let Some(arguments) = values else { return Ok(None) };
        let indices = self.store.indices(indices).to_vec();
        match self.evaluator.apply(op, &indices, &arguments, search.budget()) {
            Ok(right) if right != now => Ok(Some(Mismatch { term, arguments, right })),
            Err(EvalError::Stop(stop)) => Err(stop),
            _ => Ok(None),
        }
    }

    /// The chosen value of a term; for a language with variables, under their chosen values.
    fn chosen_language(&mut self, term: Term, choices: &mut Choices, search: &Search<'_>) -> Option<Value> {
        if self.store.sort(term) != Sort::RegLan || self.is_ground(term) {
            return self.chosen(term, choices, search);
        }
        let instance = self.instance(term, choices, search)?;
        self.chosen(instance, choices, search)
    }

    /// A language with its variables replaced by their chosen values.
    fn instance(&mut self, language: Term, choices: &mut Choices, search: &Search<'_>) -> Option<Term> {
        let mut made = TermMap::new();
        for term in post_order_where(&self.store, &[language], |term| self.store.sort(term) == Sort::RegLan) {
            let mut args = self.store.args(term).to_vec();
            for arg in &mut args {
                *arg = match made.get(*arg) {
                    Some(simpler) => *simpler,
                    None => {
                        let value = self.chosen(*arg, choices, search)?;
                        self.store.value(value)
                    }
                };
            }
            let simpler = self.store.with_args(term, &args).ok()?;
            made.set(term, simpler);
        }
        made.get(language).copied()
    }

    /// Writes the axioms of functions that matter and still wait for a candidate, when none has
    /// come for long: equations that split forever would keep every candidate away. True when
    /// there were some.
    pub(super) fn reduce_the_waiting(&mut self, search: &Search<'_>) -> Result<bool, Stop> {
        self.checks_without_candidate += 1;
        if !self.checks_without_candidate.is_multiple_of(CHECKS_TO_WAIT) {
            return Ok(false);
        }
        let relevant = self.relevant(|literal| search.value(literal));
        let matters =
            |term: &Term| self.literals.get(*term).is_some_and(|literal| relevant.contains(&literal.var()));
        let atoms: Vec<Term> = post_order(&self.store, &self.facts).into_iter().filter(matters).collect();
        let mut changed = false;
        for term in post_order(&self.store, &atoms) {
            search.budget().poll()?;
            changed |= self.is_waiting(term) && self.reduce_once(term);
        }
        Ok(changed)
    }

    /// Writes the axioms of a function, unless they have been written.
    fn reduce_once(&mut self, term: Term) -> bool {
        if !self.reduced.add(term) {
            return false;
        }
        let before = self.axioms.len();
        self.reduce(term);
        self.axioms.len() > before
    }

    /// Says what is right for the present values of the arguments. False when nothing new can be
    /// said.
    fn tell_value(&mut self, mismatch: Mismatch, choices: &mut Choices, search: &mut Search<'_>) -> bool {
        let Mismatch { term, arguments, right } = mismatch;
        let args = self.store.args(term).to_vec();
        match (self.store.op(term), args.as_slice()) {
            (Some(Op::Eq), [x, y]) => return self.tell_apart(*x, *y, &arguments[0], search),
            (Some(Op::Contains), [s, t]) if right == Value::Bool(true) => {
                self.tell_occurrence(term, (*s, *t), &arguments);
                return true;
            }
            (Some(Op::InRe), [subject, language]) if !self.is_ground(*language) => {
                if right == Value::Bool(false) && self.tell_star(term, &arguments[0]) {
                    return true;
                }
                return self.tell_instance(term, *subject, *language, choices, search);
            }
            _ => {}
        }
        if let Some(Value::Str(word)) = self.chosen(term, choices, search) {
            self.tell_preimage(term, &word);
        }
        let mut clause = Vec::with_capacity(args.len() + 1);
        for (arg, value) in args.iter().zip(arguments) {
            if self.store.sort(*arg) == Sort::RegLan {
                let Some(conditions) = self.not_this_instance(*arg, choices, search) else { return false };
                clause.extend(conditions);
            } else if self.store.as_value(*arg).is_none() {
                let value = self.store.value(value);
                let equal = self.app(Op::Eq, &[*arg, value]);
                clause.push(self.store.not(equal));
            }
        }
        clause.push(match right {
            Value::Bool(true) => term,
            Value::Bool(false) => self.store.not(term),
            right => {
                let right = self.store.value(right);
                self.app(Op::Eq, &[term, right])
            }
        });
        self.axioms.push(clause);
        true
    }

    /// For the present values of the variables in a language, membership is membership in a known
    /// language.
    fn tell_instance(
        &mut self,
        term: Term,
        subject: Term,
        language: Term,
        choices: &mut Choices,
        search: &Search<'_>,
    ) -> bool {
        let Some(known) = self.instance(language, choices, search) else { return false };
        let Some(conditions) = self.not_this_instance(language, choices, search) else { return false };
        let member = self.app(Op::InRe, &[subject, known]);
        self.roots.push(member);
        let (not_term, not_member) = (self.store.not(term), self.store.not(member));
        for pair in [[not_term, member], [term, not_member]] {
            self.axioms.push([conditions.as_slice(), &pair].concat());
        }
        true
    }

    /// The literals of which one is true when a variable of the language has not its chosen value.
    /// `None` for declared languages, of which no literal says what they are.
    fn not_this_instance(
        &mut self,
        language: Term,
        choices: &mut Choices,
        search: &Search<'_>,
    ) -> Option<Vec<Term>> {
        let mut conditions = Vec::new();
        let languages =
            post_order_where(&self.store, &[language], |term| self.store.sort(term) == Sort::RegLan);
        if languages.iter().any(|language| self.store.as_constant(*language).is_some()) {
            return None;
        }
        let words = languages.iter().flat_map(|language| self.store.args(*language));
        let words: Vec<Term> = words
            .copied()
            .filter(|word| self.store.sort(*word) != Sort::RegLan && self.store.as_value(*word).is_none())
            .collect();
        for part in words {
            let value = self.chosen(part, choices, search)?;
            let value = self.store.value(value);
            let equal = self.app(Op::Eq, &[part, value]);
            conditions.push(self.store.not(equal));
        }
        Some(conditions)
    }

    /// Two strings that must differ got one word: one of them is that word or it is not.
    fn tell_apart(&mut self, x: Term, y: Term, word: &Value, search: &mut Search<'_>) -> bool {
        if self.store.sort(x) != Sort::String {
            return false;
        }
        let word = self.store.value(word.clone());
        let mut changed = false;
        for side in [x, y] {
            if side == word {
                continue;
            }
            let equal = self.app(Op::Eq, &[side, word]);
            changed |= !self.literals.has(equal);
            let literal = self.literal(equal, search);
            self.atom_mut(literal.var()).always_relevant = true;
        }
        changed
    }

    /// `s` holds `t` at a place, so it contains it: the part of `s` there is `t` only when `s`
    /// contains `t`.
    fn tell_occurrence(&mut self, term: Term, (s, t): (Term, Term), arguments: &[Value]) {
        let [Value::Str(outer), Value::Str(inner)] = arguments else { return };
        let place = (0..=outer.len() - inner.len()).find(|place| outer[*place..].starts_with(inner));
        let place = self.store.int(place.unwrap_or(0));
        let length = self.app(Op::Length, &[t]);
        let part = self.app(Op::Substr, &[s, place, length]);
        let equal = self.app(Op::Eq, &[part, t]);
        let differs = self.store.not(equal);
        self.axioms.push(vec![term, differs]);
    }
}
