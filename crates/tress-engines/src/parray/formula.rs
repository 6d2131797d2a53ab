//! Constraints on parameterized arrays: ground facts, quantified constraints, and index sets.
//!
//! An array is a function from whole numbers to whole numbers. A quantified constraint is
//! `∀n. L ⇒ P` or `∀n. L ⇒ ∃m. P`; other quantifiers have become new numbers. Index expressions
//! are kept as sums in one order, so that equal ones are equal terms.
//!
//! Invariant: every fact holds in every solution of the problem, under its premises.

use rustc_hash::FxHashMap;
use tress_automata::{CharSet, MAX_CHAR};
use tress_base::Rational;

use tress_rewrite::env::Env;
use tress_term::term::{
    Head, Op, Sort, SymbolId, Term, TermSet, TermStore, number, post_order_where, sum_of,
};

use crate::formulas;

/// The greatest code of a character.
pub(super) const LAST_CODE: i64 = MAX_CHAR as i64;
/// Connectives with at most this number of parts have none twice.
const SHORT: usize = 32;

/// What a quantified constraint states for each position.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// `P`.
    Plain(Term),
    /// `∃m. 0 ≤ m < high ∧ P`.
    Some { bound: SymbolId, high: Term, body: Term },
}

/// `∀n. premises ∧ low ≤ n < high ⇒ body`.
#[derive(Clone, Debug)]
pub(super) struct Forall {
    pub(super) premises: Vec<Term>,
    pub(super) bound: SymbolId,
    pub(super) low: Term,
    pub(super) high: Term,
    pub(super) body: Body,
    /// The accesses `s[f(n)]` whose index can be inverted.
    pub(super) accesses: Vec<Access>,
    /// Is it one step of a run, which is of use only with all the others?
    pub(super) is_step: bool,
}

/// An access `s[offset + n]`, or `s[offset - n]` when it runs backwards.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) array: SymbolId,
    pub(super) offset: Term,
    pub(super) backwards: bool,
}

/// What an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Characters,
    States,
}

/// Constraints under construction.
pub(super) struct Formula<'e, 'a> {
    pub(super) env: &'e mut Env<'a>,
    /// Facts without quantifiers.
    pub(super) facts: Vec<Term>,
    pub(super) foralls: Vec<Forall>,
    arrays: FxHashMap<SymbolId, Holds>,
    /// The index set of each array.
    pub(super) indices: FxHashMap<SymbolId, Vec<Term>>,
    seen: TermSet,
    /// Variables of quantifiers.
    bound: Vec<SymbolId>,
    /// How many symbols are new; each has a name of its own.
    made: usize,
}

impl<'e, 'a> Formula<'e, 'a> {
    pub(super) fn new(env: &'e mut Env<'a>) -> Self {
        Self {
            env,
            facts: Vec::new(),
            foralls: Vec::new(),
            arrays: FxHashMap::default(),
            indices: FxHashMap::default(),
            seen: TermSet::new(),
            bound: Vec::new(),
            made: 0,
        }
    }

    /// A new symbol.
    fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort) -> SymbolId {
        self.made += 1;
        self.env.store.declare(&format!("{name}!{}", self.made), arguments, result)
    }

    /// Every position of every array of characters holds a character.
    pub(super) fn character_ranges(&mut self) -> Vec<Term> {
        let mut arrays: Vec<SymbolId> = self.arrays.keys().copied().collect();
        arrays.retain(|array| self.arrays.get(array) == Some(&Holds::Characters));
        arrays.sort_unstable();
        let mut ranges = Vec::with_capacity(arrays.len());
        for array in arrays {
            let bound = self.bound_symbol();
            let position = self.env.store.constant(bound);
            let character = self.access(array, position);
            let range = self.within(character, 0, LAST_CODE);
            ranges.push(self.env.store.quantifier(true, &[bound], range).expect("a formula"));
        }
        ranges
    }

    /// A new array.
    pub(super) fn array(&mut self, name: &str, holds: Holds) -> SymbolId {
        let symbol = self.declare(name, &[Sort::Int], Sort::Int);
        self.arrays.insert(symbol, holds);
        symbol
    }

    /// The index set of an array.
    pub(super) fn index_set(&self, array: SymbolId) -> &[Term] {
        self.indices.get(&array).map_or(&[], Vec::as_slice)
    }

    /// `array[index]`.
    pub(super) fn access(&mut self, array: SymbolId, index: Term) -> Term {
        self.env.store.apply(array, &[index]).expect("an array has one index")
    }

    /// Adds a fact and notes the accesses in it.
    pub(super) fn add(&mut self, fact: Term) {
        if fact == TermStore::TRUE {
            return;
        }
        self.facts.push(fact);
        self.note(fact);
    }

    /// Notes the accesses of a ground term.
    pub(super) fn note(&mut self, fact: Term) {
        let new = post_order_where(self.env.store, &[fact], |term| !self.seen.has(term));
        for term in new {
            if !self.seen.add(term) {
                continue;
            }
            if let (Head::Symbol(symbol), [index]) = (self.env.store.head(term), self.env.store.args(term)) {
                let index = *index;
                self.note_access(symbol, index, term);
            }
        }
    }

    fn note_access(&mut self, array: SymbolId, index: Term, character: Term) {
        let Some(holds) = self.arrays.get(&array).copied() else { return };
        self.indices.entry(array).or_default().push(index);
        if holds == Holds::Characters {
            let range = self.within(character, 0, LAST_CODE);
            self.facts.push(range);
            self.seen.add(range);
        }
    }

    /// Puts an index into the set of an array though no fact reads there yet.
    pub(super) fn add_index(&mut self, array: SymbolId, index: Term) {
        let access = self.access(array, index);
        self.note(access);
    }

    /// Adds: some premise is false, or the conclusion holds.
    pub(super) fn when(&mut self, premises: &[Term], conclusion: Term) {
        let fact = self.implies(premises, conclusion);
        self.add(fact);
    }

    pub(super) fn implies(&mut self, premises: &[Term], conclusion: Term) -> Term {
        let mut parts: Vec<Term> = premises.iter().map(|&premise| self.not(premise)).collect();
        parts.push(conclusion);
        self.or(&parts)
    }

    /// Adds `∀n. premises ∧ low ≤ n < high ⇒ body(n)`.
    pub(super) fn add_forall(
        &mut self,
        premises: &[Term],
        bound: SymbolId,
        [low, high]: [Term; 2],
        body: Body,
    ) {
        let accesses = self.accesses(bound, &body);
        let premises = premises.to_vec();
        self.foralls.push(Forall { premises, bound, low, high, body, accesses, is_step: false });
    }

    /// A variable for a quantifier.
    pub(super) fn bound_symbol(&mut self) -> SymbolId {
        let bound = self.declare("place", &[], Sort::Int);
        self.bound.push(bound);
        bound
    }

    /// The accesses in a body whose index is a position and the variable.
    fn accesses(&mut self, bound: SymbolId, body: &Body) -> Vec<Access> {
        let (Body::Plain(root) | Body::Some { body: root, .. }) = body;
        let mut found: Vec<Access> = Vec::new();
        for term in post_order_where(self.env.store, &[*root], |_| true) {
            let (Head::Symbol(array), [index]) = (self.env.store.head(term), self.env.store.args(term))
            else {
                continue;
            };
            let index = *index;
            let is_array = self.arrays.contains_key(&array);
            let Some((offset, backwards)) = self.inverse(bound, index) else { continue };
            let known = |access: &Access| access.array == array && access.offset == offset;
            if is_array && !found.iter().any(known) {
                found.push(Access { array, offset, backwards });
            }
        }
        found
    }

    /// What is added to the variable in an index. `None` if the index has another variable of a quantifier.
    fn inverse(&mut self, bound: SymbolId, index: Term) -> Option<(Term, bool)> {
        let sum = sum_of(self.env.store, &[(index, Rational::ONE)]);
        let mut slope = None;
        let mut rest: Vec<(Term, i64)> = Vec::new();
        for (term, coefficient) in &sum.parts {
            let coefficient = coefficient.floor().to_i64()?;
            match self.env.store.as_constant(*term) {
                Some(symbol) if symbol == bound => slope = Some(coefficient),
                Some(symbol) if self.bound.contains(&symbol) => return None,
                _ => rest.push((*term, coefficient)),
            }
        }
        let backwards = match slope? {
            1 => false,
            -1 => true,
            _ => return None,
        };
        let constant = sum.constant.floor().to_i64()?;
        Some((self.linear(&rest, constant), backwards))
    }

    pub(super) fn int(&mut self, value: i64) -> Term {
        self.env.store.int(value)
    }

    /// A new number.
    pub(super) fn number(&mut self, name: &str) -> Term {
        let symbol = self.declare(name, &[], Sort::Int);
        self.env.store.constant(symbol)
    }

    /// A new number that is not negative.
    pub(super) fn natural(&mut self, name: &str) -> Term {
        let (number, zero) = (self.number(name), self.int(0));
        let fact = self.at_most(zero, number);
        self.add(fact);
        number
    }

    /// A new truth value.
    pub(super) fn truth(&mut self, name: &str) -> Term {
        let symbol = self.declare(name, &[], Sort::Bool);
        self.env.store.constant(symbol)
    }

    pub(super) fn not(&mut self, term: Term) -> Term {
        self.env.store.not(term)
    }

    pub(super) fn or(&mut self, parts: &[Term]) -> Term {
        formulas::or(self.env, &distinct(parts, TermStore::FALSE))
    }

    pub(super) fn and(&mut self, parts: &[Term]) -> Term {
        formulas::and(self.env, &distinct(parts, TermStore::TRUE))
    }

    /// The sum of multiples and a constant, in one order.
    pub(super) fn linear(&mut self, parts: &[(Term, i64)], constant: i64) -> Term {
        let whole: Vec<(Term, Rational)> =
            parts.iter().map(|(term, times)| (*term, Rational::from(*times))).collect();
        let mut sum = sum_of(self.env.store, &whole);
        sum.constant += &Rational::from(constant);
        let mut terms: Vec<Term> = Vec::with_capacity(sum.parts.len() + 1);
        for (term, coefficient) in sum.parts {
            if coefficient == Rational::ONE {
                terms.push(term);
            } else {
                let factor = self.env.store.int(coefficient.floor());
                terms.push(self.env.app(Op::Mul, &[factor, term]));
            }
        }
        if !sum.constant.is_zero() || terms.is_empty() {
            terms.push(self.env.store.int(sum.constant.floor()));
        }
        match terms.as_slice() {
            [only] => *only,
            _ => self.env.app(Op::Add, &terms),
        }
    }

    pub(super) fn plus(&mut self, a: Term, b: Term) -> Term {
        self.linear(&[(a, 1), (b, 1)], 0)
    }

    pub(super) fn minus(&mut self, a: Term, b: Term) -> Term {
        self.linear(&[(a, 1), (b, -1)], 0)
    }

    /// A number and a constant.
    pub(super) fn shifted(&mut self, a: Term, by: i64) -> Term {
        self.linear(&[(a, 1)], by)
    }

    /// The value of a constant number.
    pub(super) fn constant(&self, term: Term) -> Option<i64> {
        number(self.env.store, term).and_then(|value| value.floor().to_i64())
    }

    pub(super) fn equal(&mut self, a: Term, b: Term) -> Term {
        let difference = self.minus(a, b);
        match self.constant(difference) {
            Some(value) => TermStore::bool(value == 0),
            None => self.env.equal(a, b),
        }
    }

    pub(super) fn differ(&mut self, a: Term, b: Term) -> Term {
        let equal = self.equal(a, b);
        self.not(equal)
    }

    pub(super) fn at_most(&mut self, a: Term, b: Term) -> Term {
        let difference = self.minus(a, b);
        match self.constant(difference) {
            Some(value) => TermStore::bool(value <= 0),
            None => self.env.app(Op::Le, &[a, b]),
        }
    }

    pub(super) fn less(&mut self, a: Term, b: Term) -> Term {
        let next = self.shifted(a, 1);
        self.at_most(next, b)
    }

    /// Is a number between two others, both included?
    pub(super) fn within(&mut self, term: Term, low: i64, high: i64) -> Term {
        let (low, high) = (self.int(low), self.int(high));
        let ends = [self.at_most(low, term), self.at_most(term, high)];
        self.and(&ends)
    }

    /// Is a position in a half-open range?
    pub(super) fn inside(&mut self, position: Term, low: Term, high: Term) -> Term {
        let ends = [self.at_most(low, position), self.less(position, high)];
        self.and(&ends)
    }

    /// Is a character in a set?
    pub(super) fn in_set(&mut self, character: Term, set: &CharSet) -> Term {
        if set.is_full() {
            return TermStore::TRUE;
        }
        let ranges: Vec<Term> = set
            .ranges()
            .iter()
            .map(|&(low, high)| match low == high {
                true => {
                    let code = self.int(i64::from(low));
                    self.equal(character, code)
                }
                false => self.within(character, i64::from(low), i64::from(high)),
            })
            .collect();
        self.or(&ranges)
    }
}

/// The parts without neutral ones, each once. Long lists are left as they are: comparing all parts would cost
/// more than they do.
fn distinct(parts: &[Term], neutral: Term) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::with_capacity(parts.len());
    for part in parts.iter().filter(|part| **part != neutral) {
        if kept.len() > SHORT || !kept.contains(part) {
            kept.push(*part);
        }
    }
    kept
}
