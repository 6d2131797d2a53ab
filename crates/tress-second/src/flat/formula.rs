//! The arithmetic that a restriction becomes: facts, what they rest on, and builders of formulas.
//!
//! A fact rests on an assertion, on nothing (it holds for every word), or on the restrictions of
//! variables. Only conflicts that need no restriction are conflicts of the problem.

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::term::{Op, Sort, Term};

use super::shape::{Item, Piece, Shape};
use tress_engines::formulas;

/// What a fact rests on.
#[derive(Clone, Debug)]
pub(super) enum Basis {
    /// It holds for every word.
    Always,
    /// The assertion with this index.
    Asserted(usize),
    /// The restrictions of these variables.
    Restricted(Vec<u32>),
}

/// Formulas under construction.
pub(super) struct Formula<'e, 'a> {
    pub(super) env: &'e mut Env<'a>,
    facts: Vec<Term>,
    /// By origin.
    pub(super) bases: Vec<Basis>,
    /// The origin of each fact.
    origins: Vec<u32>,
    /// How many states all products have.
    pub(super) states: u64,
}

impl<'e, 'a> Formula<'e, 'a> {
    pub(super) fn new(env: &'e mut Env<'a>) -> Self {
        Self { env, facts: Vec::new(), bases: vec![Basis::Always], origins: Vec::new(), states: 0 }
    }

    /// The origin of facts that rest on this.
    pub(super) fn basis(&mut self, basis: Basis) -> u32 {
        self.bases.push(basis);
        u32::try_from(self.bases.len() - 1).expect("few parts")
    }

    /// The origin of facts that rest on the restrictions of a shape.
    pub(super) fn restricted(&mut self, shapes: &[&Shape]) -> u32 {
        self.basis(Basis::Restricted(Shape::join(shapes).owners))
    }

    /// Adds a fact. Origin 0 is for what always holds.
    pub(super) fn add(&mut self, origin: u32, fact: Term) {
        self.facts.push(fact);
        self.origins.push(origin);
    }

    /// Adds: some premise is false, or the conclusion holds.
    pub(super) fn when(&mut self, origin: u32, premises: &[Term], conclusion: Term) {
        let mut parts: Vec<Term> = premises.iter().map(|&premise| self.not(premise)).collect();
        parts.push(conclusion);
        let fact = self.or(&parts);
        self.add(origin, fact);
    }

    /// The problem of all facts.
    pub(super) fn problem(&self) -> Problem {
        let facts = self.facts.iter().zip(&self.origins).map(|(&term, &origin)| Fact { term, origin });
        Problem::new(self.env.store, facts.collect())
    }

    pub(super) fn int(&mut self, value: i64) -> Term {
        self.env.store.int(value)
    }

    /// A new number.
    pub(super) fn number(&mut self, name: &str) -> Term {
        formulas::unknown(self.env, name, Sort::Int)
    }

    /// A new truth value.
    pub(super) fn truth(&mut self, name: &str) -> Term {
        formulas::unknown(self.env, name, Sort::Bool)
    }

    pub(super) fn not(&mut self, term: Term) -> Term {
        self.env.store.not(term)
    }

    pub(super) fn or(&mut self, parts: &[Term]) -> Term {
        formulas::or(self.env, parts)
    }

    pub(super) fn and(&mut self, parts: &[Term]) -> Term {
        formulas::and(self.env, parts)
    }

    /// The value of a constant number.
    pub(super) fn constant(&self, term: Term) -> Option<i64> {
        formulas::constant(self.env, term)
    }

    pub(super) fn equal(&mut self, a: Term, b: Term) -> Term {
        formulas::equal(self.env, a, b)
    }

    pub(super) fn at_most(&mut self, a: Term, b: Term) -> Term {
        formulas::at_most(self.env, a, b)
    }

    /// Is a number between two others, both included?
    pub(super) fn between(&mut self, low: i64, term: Term, high: i64) -> Term {
        let (low, high) = (self.int(low), self.int(high));
        let ends = [self.at_most(low, term), self.at_most(term, high)];
        self.and(&ends)
    }

    pub(super) fn sum(&mut self, parts: &[Term]) -> Term {
        formulas::sum(self.env, parts)
    }

    /// Is the character at this position of a segment used?
    pub(super) fn used(&mut self, position: usize, length: Term) -> Term {
        let position = self.int(i64::try_from(position).expect("short segments") + 1);
        self.at_most(position, length)
    }

    /// Does an item put a character into the word at all?
    pub(super) fn present(&mut self, item: &Item) -> Term {
        match item {
            Item::Character { position, length, .. } => self.used(*position, *length),
            Item::Loop { count, .. } => self.used(0, *count),
        }
    }

    /// A multiple of a number.
    pub(super) fn times(&mut self, factor: usize, number: Term) -> Term {
        if factor == 1 {
            return number;
        }
        let factor = self.env.store.int(factor);
        self.env.app(Op::Mul, &[factor, number])
    }

    /// A number where a condition holds, and none elsewhere.
    pub(super) fn counted(&mut self, condition: Term, number: usize) -> Term {
        let [number, zero] = [number, 0].map(|number| self.env.store.int(number));
        self.env.app(Op::Ite, &[condition, number, zero])
    }

    /// The length of a shape.
    pub(super) fn length(&mut self, shape: &Shape) -> Term {
        let parts: Vec<Term> = shape
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Segment { length, .. } => *length,
                Piece::Loop { codes, count } => self.times(codes.len(), *count),
            })
            .collect();
        self.sum(&parts)
    }
}
