//! Products and quotients of variables.
//!
//! Enters: a solution of the linear arithmetic, to which a product is a number like any other.
//! Leaves: clauses that hold for all numbers and that this solution violates, the cheapest first
//! ([`SCHEMAS`]); when there are none, the values of the products are right. What a quotient means is
//! said by a product (`quotients`). Each schema is named by its `Rule`. Some could go on forever, so
//! all are capped: beyond the caps the step is stuck, and nothing is concluded.

mod divisors;
mod equations;
mod forms;
mod instances;
mod limits;
mod magnitudes;
mod planes;
mod powers;
mod products;
mod quotients;
mod remainders;
mod residues;
mod signs;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;
use tress_base::{Budget, Rational, Stop};
use tress_lia::Side;

use tress_term::term::{Op, Sort, Term, Value};

use super::context::Context;
use super::theory::Progress;

use limits::{FRACTION_BITS, ROUNDS};

pub(crate) use limits::CAPS;
pub(super) use products::define_product;
pub(super) use quotients::{define_quotient, define_ratio};

/// The products of a search.
#[derive(Default)]
pub(crate) struct Nonlinear {
    products: Vec<Product>,
    /// Equations of which residues tell nothing.
    examined: FxHashSet<tress_lia::Var>,
    rounds: usize,
}

/// A product of unknowns.
struct Product {
    term: Term,
    /// The factors with their powers.
    factors: Vec<(Term, u32)>,
    /// Two terms whose product it is, which may be products; the same twice for a square.
    halves: [Term; 2],
    /// For how many values its meaning has been written out.
    instances: usize,
    /// At how many points planes have been laid.
    planes: usize,
    /// How often roots of its value were looked for.
    roots: usize,
}

/// A term with its value in the present solution.
#[derive(Clone)]
struct Seen {
    term: Term,
    value: Rational,
}

/// A product whose value is not the product of its factors' values.
struct Wrong {
    place: usize,
    whole: Seen,
    is_int: bool,
    factors: Vec<(Seen, u32)>,
    halves: [Seen; 2],
    /// The value that it should have.
    right: Rational,
}

impl Wrong {
    /// Can the values be written down with few digits?
    fn is_short(&self, budget: &Budget) -> bool {
        let mut values = self.factors.iter().map(|(factor, _)| &factor.value).chain([&self.whole.value]);
        self.is_int || values.all(|value| is_short(value, budget))
    }
}

/// Has a fraction few digits?
fn is_short(number: &Rational, budget: &Budget) -> bool {
    !FRACTION_BITS.is_exceeded(number.denominator().bit_len(), budget)
}

/// What a schema looks at.
struct Look {
    model: tress_lia::Model,
    wrong: Vec<Wrong>,
}

/// Adds clauses that the solution violates.
type Schema = fn(&mut Context<'_>, &Look) -> Result<(), Stop>;

/// What is tried, in this order; the first that has something to say ends the round.
const SCHEMAS: [(&str, Schema); 13] = [
    ("signs", signs::check_signs),
    ("divisors of constants", divisors::check_divisors),
    ("residues", residues::check_residues),
    ("remainders", remainders::check_remainders),
    ("powers of one number", powers::check_powers),
    ("products are no smaller than their factors", magnitudes::check_factors),
    ("planes at bounds", planes::check_bounds),
    ("squares of fractions", powers::check_fractions),
    ("squares of differences", forms::check_forms),
    ("larger factors, larger products", magnitudes::check_pairs),
    ("values of numbers with few of them", instances::check_few_values),
    ("planes at the solution", planes::check_tangents),
    ("values", instances::check_values),
];

/// What is tried where numbers are very long: nothing that makes coefficients of them.
const SCHEMAS_FOR_LONG: [(&str, Schema); 3] = [
    ("signs", signs::check_signs),
    ("values of numbers with few of them", instances::check_few_values),
    ("values", instances::check_values),
];

/// Numbers with more bits are very long.
const LONG_BITS: usize = 4096;

impl Look {
    /// Is a value of a product or of its factors very long?
    fn has_long(&self) -> bool {
        let is_long = |number: &Rational| number.numerator().bit_len() > LONG_BITS;
        self.wrong.iter().any(|wrong| {
            is_long(&wrong.right)
                || is_long(&wrong.whole.value)
                || wrong.factors.iter().any(|(factor, _)| is_long(&factor.value))
        })
    }
}

/// Checks whether products have the values that their factors imply, and adds lemmas if they do not.
pub(crate) fn check_products(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    if cx.kernel.numbers.nonlinear.products.is_empty() {
        return Ok(Progress::Fine);
    }
    let look = look(cx)?;
    if look.wrong.is_empty() {
        return Ok(Progress::Fine);
    }
    cx.kernel.numbers.nonlinear.rounds += 1;
    if ROUNDS.is_exceeded(cx.kernel.numbers.nonlinear.rounds, cx.env.budget) {
        return Ok(Progress::Stuck);
    }
    let schemas: &[(&str, Schema)] = if look.has_long() { &SCHEMAS_FOR_LONG } else { &SCHEMAS };
    for (_, schema) in schemas {
        cx.env.budget.look()?;
        let news = cx.kernel.inferences.news();
        schema(cx, &look)?;
        if cx.kernel.inferences.news() > news {
            return Ok(Progress::Changed);
        }
    }
    Ok(Progress::Stuck)
}

/// The products that are wrong in the present solution.
fn look(cx: &mut Context<'_>) -> Result<Look, Stop> {
    let model = cx.kernel.numbers.lia.model();
    let mut wrong = Vec::new();
    for place in 0..cx.kernel.numbers.nonlinear.products.len() {
        cx.env.budget.poll()?;
        let Product { term, factors, halves, .. } = &cx.kernel.numbers.nonlinear.products[place];
        let (term, factors, halves) = (*term, factors.clone(), *halves);
        let whole = seen(cx, &model, term);
        let factors: Vec<(Seen, u32)> =
            factors.into_iter().map(|(factor, power)| (seen(cx, &model, factor), power)).collect();
        let mut right = Rational::ONE;
        for (factor, power) in &factors {
            (0..*power).for_each(|_| right *= &factor.value);
        }
        if whole.value != right {
            let halves = halves.map(|half| seen(cx, &model, half));
            let is_int = cx.env.store.sort(term) == Sort::Int;
            wrong.push(Wrong { place, whole, is_int, factors, halves, right });
        }
    }
    Ok(Look { model, wrong })
}

fn seen(cx: &mut Context<'_>, model: &tress_lia::Model, term: Term) -> Seen {
    Seen { term, value: cx.value_of(model, term) }
}

impl Context<'_> {
    /// A number as a term of the same sort as another.
    fn number_like(&mut self, like: Term, value: &Rational) -> Term {
        if self.env.store.sort(like) == Sort::Int {
            self.env.store.value(Value::Int(value.floor()))
        } else {
            self.env.store.real(value.clone())
        }
    }

    /// `(op term number)`.
    fn compared(&mut self, op: Op, term: Term, number: &Rational) -> Term {
        let number = self.number_like(term, number);
        self.env.app(op, &[term, number])
    }

    /// `(not (op term number))`: what a clause says when it rests on the comparison.
    fn unless(&mut self, op: Op, term: Term, number: &Rational) -> Term {
        let compared = self.compared(op, term, number);
        self.env.store.not(compared)
    }

    /// A multiple of a term.
    fn multiple(&mut self, term: Term, factor: &Rational) -> Term {
        if factor.is_one() {
            return term;
        }
        let factor = self.number_like(term, factor);
        self.env.app(Op::Mul, &[factor, term])
    }

    /// The bound that the arithmetic knows of a term that is one of its numbers. A strict one loses its
    /// strictness.
    fn known_bound(&self, term: Term, side: Side) -> Option<Rational> {
        let var = *self.kernel.numbers.vars.get(term)?;
        Some(self.kernel.numbers.lia.bound(var, side)?.main.clone())
    }
}
