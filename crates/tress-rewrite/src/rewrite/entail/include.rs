//! Is one regular expression certainly within another?
//!
//! Enters: two terms of sort RegLan. Leaves: true only when every word of the first is one of the second
//! under every model. The shapes are compared part by part, no automaton is made: what is not seen stays
//! unknown.

use tress_automata::{CharSet, View};
use tress_base::{Cap, Int};

use super::super::context::Context;
use super::super::limits::{COMPARED_FACTORS, COMPARED_LANGUAGES, MEMBER_CHARACTERS};
use tress_term::term::{Head, Op, Term, Value};

/// How deep expressions are looked into.
const DEPTH: u32 = 6;

/// An expression read as a repetition.
pub(in super::super) struct Counter {
    pub(in super::super) body: Term,
    pub(in super::super) low: Int,
    pub(in super::super) high: Option<Int>,
}

impl Context<'_> {
    /// Is every word of `small` one of `large`?
    pub(in super::super) fn is_within(&mut self, small: Term, large: Term) -> bool {
        if let Some(known) = self.knowledge.within.get(&(small, large)) {
            return *known;
        }
        let mut effort = COMPARED_LANGUAGES.most(self.budget);
        let found = self.within(small, large, DEPTH, &mut effort);
        self.knowledge.within.insert((small, large), found);
        found
    }

    /// Calls itself at most [`DEPTH`] levels deep.
    fn within(&mut self, small: Term, large: Term, depth: u32, effort: &mut u64) -> bool {
        if small == large
            || self.store.op(large) == Some(Op::ReAll)
            || self.store.op(small) == Some(Op::ReNone)
        {
            return true;
        }
        if *effort == 0 {
            self.budget.hit(COMPARED_LANGUAGES.name());
        }
        if depth == 0 || *effort == 0 || self.stopped.is_some() {
            return false;
        }
        *effort -= 1;
        if let Err(stop) = self.budget.poll() {
            self.stopped = Some(stop);
            return false;
        }
        if let Some(known) = self.within_by_words(small, large) {
            return known;
        }
        self.within_by_sets(small, large, depth - 1, effort)
            || self.within_by_counts(small, large, depth - 1, effort)
            || self.within_by_factors(small, large, depth - 1, effort)
    }

    /// Literals, sets of characters and lengths, when they decide the question.
    fn within_by_words(&mut self, small: Term, large: Term) -> Option<bool> {
        let outer = self.language(large)?;
        if let Some([word]) = self.match_op::<1>(small, Op::StrToRe)
            && let Some(word) =
                self.as_word(word).filter(|word| !MEMBER_CHARACTERS.is_exceeded(word.len(), self.budget))
        {
            let holds = self.fold(Op::InRe, &[Value::Str(word), Value::Regex(outer)]);
            return Some(holds == Some(Value::Bool(true)));
        }
        let inner = self.language(small)?;
        let regexes = self.evaluator.regexes();
        let characters = |language| match regexes.view(language) {
            View::Chars(set) => Some(set),
            _ => None,
        };
        if let (Some(inner), Some(outer)) = (characters(inner), characters(outer)) {
            return Some(CharSet::is_subset(inner, outer));
        }
        let fits = regexes.min_length(outer) <= regexes.min_length(inner)
            && match (regexes.max_length(inner), regexes.max_length(outer)) {
                (_, None) => true,
                (inner, Some(outer)) => inner.is_some_and(|inner| inner <= outer),
            }
            && (regexes.is_nullable(outer) || !regexes.is_nullable(inner));
        (!fits).then_some(false)
    }

    /// Unions, intersections and complements.
    fn within_by_sets(&mut self, small: Term, large: Term, depth: u32, effort: &mut u64) -> bool {
        let (inner, outer) = (self.store.args(small).to_vec(), self.store.args(large).to_vec());
        let (small_op, large_op) = (self.store.op(small), self.store.op(large));
        if small_op == Some(Op::ReUnion) {
            return inner.iter().all(|part| self.within(*part, large, depth, effort));
        }
        if large_op == Some(Op::ReInter) {
            return outer.iter().all(|part| self.within(small, *part, depth, effort));
        }
        if small_op == Some(Op::ReComp) && large_op == Some(Op::ReComp) {
            return self.within(outer[0], inner[0], depth, effort);
        }
        small_op == Some(Op::ReInter) && inner.iter().any(|part| self.within(*part, large, depth, effort))
            || large_op == Some(Op::ReUnion)
                && outer.iter().any(|part| self.within(small, *part, depth, effort))
    }

    /// Repetitions: more of the same, or one of it.
    fn within_by_counts(&mut self, small: Term, large: Term, depth: u32, effort: &mut u64) -> bool {
        let Some(outer) = self.counter(large) else { return false };
        if let Some(inner) = self.counter(small) {
            let fits = outer.low <= inner.low
                && match (&inner.high, &outer.high) {
                    (_, None) => true,
                    (inner, Some(outer)) => inner.as_ref().is_some_and(|inner| inner <= outer),
                };
            if fits && self.within(inner.body, outer.body, depth, effort) {
                return true;
            }
            // Any number of words, each any number of words.
            let is_star = outer.low.is_zero() && outer.high.is_none();
            if is_star && self.within(inner.body, large, depth, effort) {
                return true;
            }
        }
        outer.low <= Int::ONE
            && outer.high.is_none_or(|high| high >= Int::ONE)
            && self.within(small, outer.body, depth, effort)
    }

    /// The expression as a repetition, if it is one.
    pub(in super::super) fn counter(&self, regex: Term) -> Option<Counter> {
        let body = self.store.args(regex).first().copied()?;
        let (low, high) = match self.store.op(regex)? {
            Op::ReStar => (Int::ZERO, None),
            Op::RePlus => (Int::ONE, None),
            Op::ReOpt => (Int::ZERO, Some(Int::ONE)),
            Op::ReLoop => {
                let Head::Op(_, list) = self.store.head(regex) else { return None };
                match self.store.indices(list) {
                    [low] => (low.clone(), None),
                    [low, high] if low <= high => (low.clone(), Some(high.clone())),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Counter { body, low, high })
    }

    /// Concatenations: each factor finds its position, one after the other. A star takes any number of
    /// neighbours, what may be empty takes none.
    fn within_by_factors(&mut self, small: Term, large: Term, depth: u32, effort: &mut u64) -> bool {
        let (Some(inner), Some(outer)) =
            (self.factors(small, &COMPARED_FACTORS), self.factors(large, &COMPARED_FACTORS))
        else {
            return false;
        };
        let (n, m) = (inner.len(), outer.len());
        if n == 1 && m == 1 {
            return false;
        }
        let is_star: Vec<bool> = outer.iter().map(|part| self.is_any_number(*part)).collect();
        let may_be_empty: Vec<bool> = outer.iter().map(|part| self.may_be_empty(*part)).collect();
        // fits[j]: are the factors from here on within the outer factors from j on?
        let mut fits = vec![false; m + 1];
        fits[m] = true;
        for j in (0..m).rev() {
            fits[j] = may_be_empty[j] && fits[j + 1];
        }
        for i in (0..n).rev() {
            let next = std::mem::replace(&mut fits, vec![false; m + 1]);
            for j in (0..m).rev() {
                fits[j] = may_be_empty[j] && fits[j + 1]
                    || (next[j + 1] || is_star[j] && next[j])
                        && self.within(inner[i], outer[j], depth, effort);
            }
        }
        fits[0]
    }

    /// The factors of a concatenation, characters of literals one by one. `None` if there are more than
    /// `most`.
    pub(in super::super) fn factors(&mut self, regex: Term, most: &Cap) -> Option<Vec<Term>> {
        let parts = match self.store.op(regex) {
            Some(Op::ReConcat) => self.store.args(regex).to_vec(),
            _ => vec![regex],
        };
        let mut factors = Vec::new();
        for part in parts {
            let literal = self.match_op::<1>(part, Op::StrToRe).and_then(|[word]| self.as_word(word));
            match literal {
                Some(word) if most.is_exceeded(word.len() + factors.len(), self.budget) => return None,
                Some(word) => factors.extend(word.iter().map(|character| {
                    let character = self.word(&[*character]);
                    self.app(Op::StrToRe, &[character])
                })),
                None => factors.push(part),
            }
        }
        (!most.is_exceeded(factors.len(), self.budget)).then_some(factors)
    }

    fn is_any_number(&self, regex: Term) -> bool {
        matches!(self.store.op(regex), Some(Op::ReStar | Op::ReAll))
    }

    /// Has the language certainly the empty word?
    pub(in super::super) fn may_be_empty(&mut self, regex: Term) -> bool {
        if let Some(language) = self.language(regex) {
            return self.evaluator.regexes().is_nullable(language);
        }
        self.is_any_number(regex) || self.store.op(regex) == Some(Op::ReOpt)
    }
}
