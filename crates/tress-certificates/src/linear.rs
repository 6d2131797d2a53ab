//! Refutations of linear constraints: the factors that add up to a contradiction.
//!
//! Enters: literals that cannot all be true. Leaves: a [`Tree`] of Farkas' lemma, common divisors and splits,
//! in the form that the checker reads. Constraints are those of the checker: over terms that are no sums, and
//! over integers divided by their common divisor and rounded. Variables are eliminated one by one (Fourier,
//! Motzkin), with the factors of each row kept, which is exact and enough for the few constraints of a lemma.

use std::collections::BTreeMap;

use tress_base::{Int, Rational, Stop};
use tress_lia::{Kind, Linear, Outcome, Reason, Relation, Solver, Var};
use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, Value, sum_of};

use crate::emit::Literal;
use crate::limits::{ROWS, SPLITS};

/// A refutation. Constraints are named by their positions: those of the literals first, then those that
/// splits add.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// These multiples add up to a contradiction.
    Farkas(Vec<(usize, Rational)>),
    /// These multiples of equations have whole coefficients and a constant that is not whole.
    Gcd(Vec<(usize, Rational)>),
    /// The sum is at most the bound, or greater.
    Split {
        /// The sum.
        parts: Vec<(Term, Rational)>,
        /// The bound.
        bound: Int,
        /// What refutes the first case.
        below: Box<Tree>,
        /// What refutes the second case.
        above: Box<Tree>,
    },
}

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    AtLeast,
    Above,
    Equal,
}

/// A sum that compares with zero, and of which constraints it is made.
#[derive(Clone, Debug)]
struct Row {
    parts: BTreeMap<Term, Rational>,
    constant: Rational,
    sign: Sign,
    factors: BTreeMap<usize, Rational>,
}

impl Row {
    fn is_refuted(&self) -> bool {
        self.parts.is_empty()
            && match self.sign {
                Sign::AtLeast => self.constant.is_negative(),
                Sign::Above => !self.constant.is_positive(),
                Sign::Equal => !self.constant.is_zero(),
            }
    }

    fn add(&mut self, other: &Row, factor: &Rational) {
        for (term, coefficient) in &other.parts {
            add_to(&mut self.parts, *term, &(coefficient * factor));
        }
        self.constant += &(&other.constant * factor);
        for (index, own) in &other.factors {
            add_to(&mut self.factors, *index, &(own * factor));
        }
        if other.sign == Sign::Above {
            self.sign = Sign::Above;
        } else if self.sign == Sign::Equal {
            self.sign = other.sign;
        }
    }
}

fn add_to<K: Ord + Copy>(sum: &mut BTreeMap<K, Rational>, key: K, number: &Rational) {
    let entry = sum.entry(key).or_default();
    *entry += number;
    if entry.is_zero() {
        sum.remove(&key);
    }
}

/// The constraint of a literal that is assumed, as the checker makes it. `None` if it is none.
fn constraint(env: &mut Env<'_>, (atom, positive): Literal, index: usize) -> Result<Option<Row>, Stop> {
    let (Some(op), [a, b]) = (env.store.op(atom), env.store.args(atom)) else { return Ok(None) };
    let (a, b) = (*a, *b);
    if !env.store.sort(a).is_numeric() {
        return Ok(None);
    }
    let (left, right, sign) = match (op, positive) {
        (Op::Le, true) | (Op::Gt, false) => (b, a, Sign::AtLeast),
        (Op::Lt, true) | (Op::Ge, false) => (b, a, Sign::Above),
        (Op::Ge, true) | (Op::Lt, false) => (a, b, Sign::AtLeast),
        (Op::Gt, true) | (Op::Le, false) => (a, b, Sign::Above),
        (Op::Eq, true) | (Op::Distinct, false) => (a, b, Sign::Equal),
        _ => return Ok(None),
    };
    let (parts, constant) = parts_of(env, &[(left, Rational::ONE), (right, -Rational::ONE)])?;
    let row = Row { parts, constant, sign, factors: BTreeMap::from([(index, Rational::ONE)]) };
    Ok(Some(normal(env, row)))
}

/// A number as a sum of terms that are no sums, and a constant.
pub(crate) fn sum(env: &mut Env<'_>, term: Term) -> Result<(Vec<(Term, Rational)>, Rational), Stop> {
    let (parts, constant) = parts_of(env, &[(term, Rational::ONE)])?;
    Ok((parts.into_iter().collect(), constant))
}

fn parts_of(
    env: &mut Env<'_>,
    terms: &[(Term, Rational)],
) -> Result<(BTreeMap<Term, Rational>, Rational), Stop> {
    let sum = sum_of(env.store, terms);
    let (mut parts, mut constant) = (BTreeMap::new(), sum.constant);
    for (term, coefficient) in lengths_of_parts(env, sum.parts) {
        let value = if env.is_ground(term) { env.value_of(term)? } else { None };
        match value {
            Some(Value::Int(number)) => constant += &(&Rational::from(number) * &coefficient),
            Some(Value::Real(number)) => constant += &(&number * &coefficient),
            _ => add_to(&mut parts, term, &coefficient),
        }
    }
    Ok((parts, constant))
}

/// The lengths of concatenations as sums of the lengths of their parts.
fn lengths_of_parts(env: &mut Env<'_>, mut open: Vec<(Term, Rational)>) -> Vec<(Term, Rational)> {
    let mut found = Vec::new();
    while let Some((term, coefficient)) = open.pop() {
        let inner = env.store.args(term).first().copied();
        match inner.filter(|_| env.store.op(term) == Some(Op::Length)) {
            Some(inner) if env.store.op(inner) == Some(Op::Concat) => {
                for part in env.store.args(inner).to_vec() {
                    open.push((env.length(part), coefficient.clone()));
                }
            }
            _ => found.push((term, coefficient)),
        }
    }
    found
}

/// Divided and rounded if all terms are whole numbers.
fn normal(env: &Env<'_>, mut row: Row) -> Row {
    if row.parts.is_empty() || !row.parts.keys().all(|term| env.store.sort(*term) == Sort::Int) {
        if row.parts.is_empty() {
            round(&mut row);
        }
        return row;
    }
    let mut numerator = Int::ZERO;
    let mut denominator = Int::ONE;
    for part in row.parts.values() {
        numerator = numerator.gcd(part.numerator());
        denominator = denominator.lcm(part.denominator());
    }
    if let Some(factor) = Rational::new(denominator, numerator) {
        row.parts.values_mut().for_each(|part| *part = &*part * &factor);
        row.constant = &row.constant * &factor;
    }
    round(&mut row);
    row
}

fn round(row: &mut Row) {
    match row.sign {
        Sign::Equal => {}
        Sign::AtLeast => row.constant = Rational::from(row.constant.floor()),
        Sign::Above => {
            row.constant = Rational::from(row.constant.ceil() - Int::ONE);
            row.sign = Sign::AtLeast;
        }
    }
}

/// A refutation of these literals together. `None` if none was found.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn refute(env: &mut Env<'_>, assumed: &[Literal]) -> Result<Option<Tree>, Stop> {
    let mut rows = Vec::new();
    for (index, literal) in assumed.iter().enumerate() {
        rows.extend(constraint(env, *literal, index)?);
    }
    let mut splits = 0;
    search(env, &rows, assumed.len(), &mut splits)
}

fn search(env: &mut Env<'_>, rows: &[Row], next: usize, splits: &mut usize) -> Result<Option<Tree>, Stop> {
    // One split inside the other: the depth is at most the number of splits.
    if let Some(tree) = eliminate(env, rows)? {
        return Ok(Some(tree));
    }
    *splits += 1;
    if SPLITS.is_exceeded(*splits, env.budget) {
        return Ok(None);
    }
    let Some((term, bound)) = fraction(env, rows)? else { return Ok(None) };
    let limit = Rational::from(bound.clone());
    let case = |parts: BTreeMap<Term, Rational>, constant: Rational| {
        let added =
            Row { parts, constant, sign: Sign::AtLeast, factors: BTreeMap::from([(next, Rational::ONE)]) };
        [rows, &[added]].concat()
    };
    let below = case(BTreeMap::from([(term, -Rational::ONE)]), limit.clone());
    let above = case(BTreeMap::from([(term, Rational::ONE)]), -(&limit + &Rational::ONE));
    let Some(below) = search(env, &below, next + 1, splits)? else { return Ok(None) };
    let Some(above) = search(env, &above, next + 1, splits)? else { return Ok(None) };
    let parts = vec![(term, Rational::ONE)];
    Ok(Some(Tree::Split { parts, bound, below: Box::new(below), above: Box::new(above) }))
}

/// A whole number that is a fraction in some rational solution, and the floor of that.
fn fraction(env: &mut Env<'_>, rows: &[Row]) -> Result<Option<(Term, Int)>, Stop> {
    let mut solver = Solver::new();
    let mut vars: BTreeMap<Term, Var> = BTreeMap::new();
    for row in rows {
        for term in row.parts.keys() {
            let kind = if env.store.sort(*term) == Sort::Int { Kind::Int } else { Kind::Real };
            vars.entry(*term).or_insert_with(|| solver.new_var(kind));
        }
        let terms = row.parts.iter().map(|(term, factor)| (vars[term], factor.clone())).collect();
        let relation = match row.sign {
            Sign::AtLeast => Relation::Ge,
            Sign::Above => Relation::Gt,
            Sign::Equal => Relation::Eq,
        };
        let linear = Linear::from_terms(terms, row.constant.clone());
        if !matches!(solver.assert_linear(&linear, relation, Reason(0)), Outcome::Sat) {
            return Ok(None);
        }
    }
    if !matches!(solver.check_rational(env.budget)?, Outcome::Sat) {
        return Ok(None);
    }
    let model = solver.model();
    let whole = vars.iter().filter(|(term, _)| env.store.sort(**term) == Sort::Int);
    let values = whole.map(|(term, var)| (*term, model.value(*var).clone()));
    let found = values.into_iter().find(|(_, value)| !value.is_integer());
    Ok(found.map(|(term, value)| (term, value.floor())))
}

/// Farkas' lemma, or an equation whose constant is not whole.
fn eliminate(env: &Env<'_>, rows: &[Row]) -> Result<Option<Tree>, Stop> {
    let mut rows: Vec<Row> = rows.to_vec();
    let factors = |row: &Row| row.factors.iter().map(|(index, factor)| (*index, factor.clone())).collect();
    loop {
        if let Some(row) = rows.iter().find(|row| row.is_refuted()) {
            return Ok(Some(Tree::Farkas(factors(row))));
        }
        if let Some(gcd) = rows.iter().find_map(|row| without_solution(env, row)) {
            return Ok(Some(Tree::Gcd(gcd)));
        }
        rows.retain(|row| !row.parts.is_empty());
        env.budget.look()?;
        if let Some(place) = rows.iter().position(|row| row.sign == Sign::Equal) {
            let equation = rows.swap_remove(place);
            let (term, coefficient) = equation.parts.iter().next().expect("it has parts");
            for row in &mut rows {
                let Some(own) = row.parts.get(term).cloned() else { continue };
                let factor = -own.checked_div(coefficient).expect("not zero");
                row.add(&equation, &factor);
            }
            continue;
        }
        let Some(term) = cheapest(&rows) else { return Ok(None) };
        let (with, without): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| row.parts.contains_key(&term));
        rows = without;
        let (above, below): (Vec<Row>, Vec<Row>) =
            with.into_iter().partition(|row| row.parts[&term].is_positive());
        for high in &above {
            for low in &below {
                env.budget.poll()?;
                let mut row = high.clone();
                let factor = high.parts[&term].checked_div(&low.parts[&term].abs()).expect("not zero");
                row.add(low, &factor);
                rows.push(row);
            }
        }
        if ROWS.is_exceeded(rows.len(), env.budget) {
            return Ok(None);
        }
    }
}

/// The term whose elimination makes the fewest rows.
fn cheapest(rows: &[Row]) -> Option<Term> {
    let mut counts: BTreeMap<Term, (usize, usize)> = BTreeMap::new();
    for row in rows {
        for (term, coefficient) in &row.parts {
            let count = counts.entry(*term).or_default();
            if coefficient.is_positive() { count.0 += 1 } else { count.1 += 1 }
        }
    }
    counts.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(term, _)| term)
}

/// The factors of an equation on whole numbers that makes its coefficients whole and its constant not.
fn without_solution(env: &Env<'_>, row: &Row) -> Option<Vec<(usize, Rational)>> {
    let is_whole = row.parts.keys().all(|term| env.store.sort(*term) == Sort::Int);
    if row.sign != Sign::Equal || !is_whole || row.parts.is_empty() {
        return None;
    }
    let (mut numerator, mut denominator) = (Int::ZERO, Int::ONE);
    for part in row.parts.values() {
        numerator = numerator.gcd(part.numerator());
        denominator = denominator.lcm(part.denominator());
    }
    let factor = Rational::new(denominator, numerator)?;
    let constant = &row.constant * &factor;
    (!constant.is_integer()).then(|| row.factors.iter().map(|(index, own)| (*index, own * &factor)).collect())
}
