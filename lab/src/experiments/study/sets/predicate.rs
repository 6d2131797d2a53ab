//! Formulas over the bits of one character, decided by clauses and search.
//!
//! The formula of a range compares the character with both ends; the formula of a larger alphabet is the decision
//! diagram of the set, one choice by one bit for each node. Terms are shared, and each becomes a variable of one
//! growing set of clauses that say what it means. Only the bits are guessed: everything else follows. Whether a set is empty
//! is a search under the assumption of its term, every time anew.

use rustc_hash::FxHashMap;
use tress_automata::CharSet;
use tress_base::{Budget, Stop};
use tress_sat::{Lit, NoTheory, Outcome, Solver, Unknown};

use super::bdd::{ALL, Bdds, NONE};
use super::{Algebra, Minterm};
use crate::experiments::study::alphabet::Alphabet;

/// A formula by its number.
pub(crate) type Formula = u32;

const FALSE: Formula = 0;
const TRUE: Formula = 1;

/// What a formula is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Term {
    /// Neither parts nor a bit: true or false.
    Constant(bool),
    /// The bit with this place, counted from the lowest.
    Bit(u32),
    Not(Formula),
    And(Formula, Formula),
    Or(Formula, Formula),
    /// By the value of a bit: the formula for 0, and the one for 1.
    Choice(Formula, Formula, Formula),
}

/// How sets become formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Comparisons with the ends of ranges.
    Ranges,
    /// The choices of a decision diagram.
    Choices,
}

/// Sets as formulas.
///
/// Invariant: every formula has a literal, and the clauses give it the meaning of the formula.
pub(crate) struct Predicates {
    alphabet: Alphabet,
    form: Form,
    terms: Vec<Term>,
    numbers: FxHashMap<Term, Formula>,
    literals: Vec<Lit>,
    solver: Solver,
}

impl Predicates {
    pub(crate) fn new(alphabet: Alphabet, form: Form) -> Self {
        let mut result = Self {
            alphabet,
            form,
            terms: Vec::new(),
            numbers: FxHashMap::default(),
            literals: Vec::new(),
            solver: Solver::new(0),
        };
        result.make(Term::Constant(false));
        result.make(Term::Constant(true));
        for bit in 0..alphabet.bits {
            result.make(Term::Bit(bit));
        }
        result
    }

    /// The number of a term, with its clauses.
    fn make(&mut self, term: Term) -> Formula {
        if let Some(&known) = self.numbers.get(&term) {
            return known;
        }
        let number = self.terms.len() as Formula;
        let literal = match term {
            Term::Not(inner) => !self.literals[inner as usize],
            _ => self.solver.new_var().positive(),
        };
        self.terms.push(term);
        self.literals.push(literal);
        self.numbers.insert(term, number);
        // A negation has the variable of what it negates, which may be a bit.
        if !matches!(term, Term::Bit(_) | Term::Not(_)) {
            self.solver.set_decidable(literal.var(), false);
        }
        for clause in self.meaning(term, literal) {
            self.solver.add_clause(&clause);
        }
        number
    }

    /// Clauses that make `literal` equal to a term.
    fn meaning(&self, term: Term, literal: Lit) -> Vec<Vec<Lit>> {
        let of = |formula: Formula| self.literals[formula as usize];
        match term {
            Term::Constant(value) => vec![vec![if value { literal } else { !literal }]],
            Term::Bit(_) | Term::Not(_) => Vec::new(),
            Term::And(a, b) => conjunction(literal, of(a), of(b)),
            Term::Or(a, b) => conjunction(!literal, !of(a), !of(b)),
            Term::Choice(bit, zero, one) => {
                let (bit, zero, one) = (of(bit), of(zero), of(one));
                vec![
                    vec![bit, !zero, literal],
                    vec![bit, zero, !literal],
                    vec![!bit, !one, literal],
                    vec![!bit, one, !literal],
                ]
            }
        }
    }

    fn not(&mut self, a: Formula) -> Formula {
        match self.terms[a as usize] {
            Term::Constant(value) => Formula::from(!value),
            Term::Not(inner) => inner,
            _ => self.make(Term::Not(a)),
        }
    }

    fn and(&mut self, a: Formula, b: Formula) -> Formula {
        match (a, b) {
            (FALSE, _) | (_, FALSE) => FALSE,
            (TRUE, other) | (other, TRUE) => other,
            _ if a == b => a,
            _ => self.make(Term::And(a.min(b), a.max(b))),
        }
    }

    fn or(&mut self, a: Formula, b: Formula) -> Formula {
        match (a, b) {
            (TRUE, _) | (_, TRUE) => TRUE,
            (FALSE, other) | (other, FALSE) => other,
            _ if a == b => a,
            _ => self.make(Term::Or(a.min(b), a.max(b))),
        }
    }

    /// The bit with this place, counted from the lowest.
    fn bit(&self, place: u32) -> Formula {
        2 + place
    }

    /// The character is at most `bound`: by the bits, the lowest first.
    fn at_most(&mut self, bound: u32) -> Formula {
        (0..self.alphabet.bits).fold(TRUE, |rest, place| {
            let is_zero = self.not(self.bit(place));
            if bound >> place & 1 == 1 { self.or(is_zero, rest) } else { self.and(is_zero, rest) }
        })
    }

    /// The character is in one of the ranges.
    fn in_ranges(&mut self, set: &CharSet) -> Formula {
        set.ranges().iter().fold(FALSE, |before, &(low, high)| {
            let below_end = self.at_most(high);
            let below_start = if low == 0 { FALSE } else { self.at_most(low - 1) };
            let from_start = self.not(below_start);
            let range = self.and(from_start, below_end);
            self.or(before, range)
        })
    }

    /// The choices of the diagram of a set.
    fn in_choices(&mut self, set: &CharSet) -> Formula {
        let mut diagrams = Bdds::new(self.alphabet);
        let root = diagrams.of(set);
        let mut done: FxHashMap<u32, Formula> = [(NONE, FALSE), (ALL, TRUE)].into_iter().collect();
        // Nodes are made after those they lead to.
        for number in ALL + 1..=root {
            let node = diagrams.node(number);
            let bit = self.bit(self.alphabet.bits - node.ordinal - 1);
            let choice = self.make(Term::Choice(bit, done[&node.zero], done[&node.one]));
            done.insert(number, choice);
        }
        done[&root]
    }

    /// A character for which the formulas hold, if there is one.
    fn search(&mut self, assumed: &[Lit], budget: &Budget) -> Result<Option<u32>, Stop> {
        match self.solver.solve(&mut NoTheory, assumed, budget) {
            Outcome::Unsat => Ok(None),
            Outcome::Sat => {
                let is_one = |place: &u32| {
                    let literal = self.literals[self.bit(*place) as usize];
                    self.solver.value(literal) == Some(true)
                };
                Ok(Some((0..self.alphabet.bits).filter(is_one).map(|place| 1 << place).sum()))
            }
            Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
            Outcome::Unknown(Unknown::Theory) => unreachable!("there is no theory that could give up"),
        }
    }
}

/// Clauses that make `literal` the conjunction of two others.
fn conjunction(literal: Lit, a: Lit, b: Lit) -> Vec<Vec<Lit>> {
    vec![vec![!literal, a], vec![!literal, b], vec![literal, !a, !b]]
}

impl Algebra for Predicates {
    type Set = Formula;

    fn of(&mut self, set: &CharSet) -> Formula {
        let inside = set.intersection(&self.alphabet.all());
        match self.form {
            Form::Ranges => self.in_ranges(&inside),
            Form::Choices => self.in_choices(&inside),
        }
    }

    fn union(&mut self, a: &Formula, b: &Formula) -> Formula {
        self.or(*a, *b)
    }

    fn intersection(&mut self, a: &Formula, b: &Formula) -> Formula {
        self.and(*a, *b)
    }

    fn complement(&mut self, a: &Formula) -> Formula {
        self.not(*a)
    }

    fn is_empty(&mut self, a: &Formula, budget: &Budget) -> Result<bool, Stop> {
        Ok(self.member(a, budget)?.is_none())
    }

    fn member(&mut self, a: &Formula, budget: &Budget) -> Result<Option<u32>, Stop> {
        let assumed = self.literals[*a as usize];
        self.search(&[assumed], budget)
    }

    fn contains(&self, a: &Formula, c: u32) -> bool {
        let mut values: Vec<bool> = Vec::with_capacity(self.terms.len());
        for term in &self.terms[..=*a as usize] {
            let of = |formula: &Formula| values[*formula as usize];
            let value = match term {
                Term::Constant(value) => *value,
                Term::Bit(place) => c >> place & 1 == 1,
                Term::Not(inner) => !of(inner),
                Term::And(a, b) => of(a) && of(b),
                Term::Or(a, b) => of(a) || of(b),
                Term::Choice(bit, zero, one) => of(if of(bit) { one } else { zero }),
            };
            values.push(value);
        }
        values.last() == Some(&true) && c <= self.alphabet.last()
    }

    fn same(&self, a: &Formula, b: &Formula) -> bool {
        a == b
    }

    /// Cube by cube: a character outside of all minterms so far tells by its memberships which is the next one.
    fn minterms(&mut self, sets: &[Formula], budget: &Budget) -> Result<Vec<Minterm<Formula>>, Stop> {
        let (mut found, mut outside) = (Vec::new(), Vec::new());
        while let Some(character) = self.search(&outside, budget)? {
            budget.poll_many(1 + sets.len() as u64)?;
            // The bits give every formula a value.
            let value = |set: &Formula| self.solver.value(self.literals[*set as usize]);
            let holds = |set: &Formula| value(set).unwrap_or_else(|| self.contains(set, character));
            let inside: Vec<usize> = (0..sets.len()).filter(|&place| holds(&sets[place])).collect();
            let mut cube = TRUE;
            for (place, set) in sets.iter().enumerate() {
                let part = if inside.contains(&place) { *set } else { self.not(*set) };
                cube = self.and(cube, part);
            }
            outside.push(!self.literals[cube as usize]);
            found.push((inside, cube));
        }
        Ok(found)
    }
}
