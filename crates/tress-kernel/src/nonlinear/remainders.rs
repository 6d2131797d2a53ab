//! A sum of products divided by a number leaves only some remainders: a square leaves 0 or 1 when it is
//! divided by 4.

use tress_base::{Int, Rational, Stop};

use tress_term::term::{Op, Sort, Term, monomials, number};

use super::limits::RESIDUES;
use super::{Look, seen};
use crate::context::Context;
use crate::inferences::Rule;

/// No residues of the factors lead to this remainder.
const REMAINDER: Rule = Rule::new(
    "no-remainder",
    "own",
    "the remainder of a sum of products is that sum of the remainders of the factors",
);

/// A number that is divided by a constant, and what is left of it in the present solution.
struct Division {
    dividend: Term,
    divisor: u64,
    rest: u64,
}

/// A sum of products: coefficients and indices of factors.
struct Sum {
    unknown: Vec<Term>,
    parts: Vec<(Int, Vec<usize>)>,
}

pub(crate) fn check_remainders(cx: &mut Context<'_>, look: &Look) -> Result<(), Stop> {
    let divisions = divisions(cx, look);
    let budget = cx.env.budget;
    let is_too_many = |divisor| RESIDUES.is_exceeded(amount(divisor), budget);
    for division in &divisions {
        let Some(sum) = sum_of_products(cx, division.dividend) else { continue };
        let known: Vec<&Division> = divisions
            .iter()
            .filter(|other| sum.unknown.contains(&other.dividend) && !is_too_many(other.divisor))
            .collect();
        // What holds of all numbers says more than what holds of numbers with known remainders.
        let impossible = if is_impossible(cx, division, &sum, &[])? {
            Some(Vec::new())
        } else if !known.is_empty() && is_impossible(cx, division, &sum, &known)? {
            Some(known)
        } else {
            None
        };
        let Some(conditions) = impossible else { continue };
        let clause: Vec<Term> =
            conditions.into_iter().chain([division]).map(|division| not_left(cx, division)).collect();
        cx.axiom(REMAINDER, &clause);
    }
    Ok(())
}

/// The remainder is another than at present.
fn not_left(cx: &mut Context<'_>, division: &Division) -> Term {
    let divisor = cx.env.store.int(division.divisor);
    let rest = cx.env.app(Op::Mod, &[division.dividend, divisor]);
    let left = cx.env.store.int(division.rest);
    let equal = cx.env.equal(rest, left);
    cx.env.store.not(equal)
}

/// All divisions of whole numbers by constants.
fn divisions(cx: &mut Context<'_>, look: &Look) -> Vec<Division> {
    let quotients = cx.kernel.numbers.terms.values().copied();
    let mut quotients: Vec<Term> =
        quotients.filter(|term| cx.env.store.op(*term) == Some(Op::IntDiv)).collect();
    quotients.sort_unstable();
    let mut found = Vec::new();
    for quotient in quotients {
        let [dividend, divisor] = cx.env.store.args(quotient)[..] else { continue };
        let Some(divisor) = number(cx.env.store, divisor).and_then(|number| number.abs().floor().to_i64())
        else {
            continue;
        };
        let whole = seen(cx, &look.model, dividend).value;
        let Some((_, rest)) = whole.floor().div_rem_euclid(&Int::from(divisor)) else { continue };
        if let (true, Some(rest)) = (whole.is_integer(), rest.to_i64()) {
            found.push(Division { dividend, divisor: divisor.unsigned_abs(), rest: rest.unsigned_abs() });
        }
    }
    found
}

/// The monomials of a term with a product among them.
fn sum_of_products(cx: &Context<'_>, term: Term) -> Option<Sum> {
    if cx.env.store.sort(term) != Sort::Int {
        return None;
    }
    let monomials = monomials(cx.env.store, term, cx.env.budget)?;
    if !monomials.keys().any(|factors| factors.len() > 1) {
        return None;
    }
    let mut unknown: Vec<Term> = monomials.keys().flatten().copied().collect();
    unknown.sort_unstable();
    unknown.dedup();
    let place = |factor: &Term| unknown.binary_search(factor).expect("all factors are listed");
    let part = |(factors, coefficient): (&Vec<Term>, &Rational)| {
        let places = factors.iter().map(place).collect();
        coefficient.is_integer().then(|| (coefficient.floor(), places))
    };
    let parts = monomials.iter().map(part).collect::<Option<Vec<_>>>()?;
    Some(Sum { unknown, parts })
}

fn amount(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Do no numbers with these remainders make a sum that leaves its remainder?
fn is_impossible(
    cx: &Context<'_>,
    division: &Division,
    sum: &Sum,
    known: &[&Division],
) -> Result<bool, Stop> {
    let budget = cx.env.budget;
    let modulus = known.iter().try_fold(division.divisor, |all, other| {
        (all / gcd(all, other.divisor))
            .checked_mul(other.divisor)
            .filter(|all| !RESIDUES.is_exceeded(amount(*all), budget))
    });
    let Some(modulus) = modulus.filter(|modulus| *modulus > 1) else { return Ok(false) };
    let count = u32::try_from(sum.unknown.len()).ok().and_then(|count| modulus.checked_pow(count));
    let Some(count) = count.filter(|count| !RESIDUES.is_exceeded(amount(*count), budget)) else {
        return Ok(false);
    };
    let reduced = |number: &Int| {
        let rest = number.div_rem_euclid(&Int::from(modulus)).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.to_i64()).map_or(0, i64::unsigned_abs)
    };
    let parts: Vec<(u64, &[usize])> =
        sum.parts.iter().map(|(c, factors)| (reduced(c), factors.as_slice())).collect();
    cx.env.budget.poll_many(count)?;
    for number in 0..count {
        let mut residues = Vec::with_capacity(sum.unknown.len());
        let mut left = number;
        for _ in &sum.unknown {
            residues.push(left % modulus);
            left /= modulus;
        }
        let fits = |other: &&Division| {
            sum.unknown
                .iter()
                .zip(&residues)
                .all(|(term, residue)| *term != other.dividend || residue % other.divisor == other.rest)
        };
        let value = |(c, factors): &(u64, &[usize])| {
            factors.iter().fold(*c, |product, factor| product * residues[*factor] % modulus)
        };
        if known.iter().all(fits) && parts.iter().map(value).sum::<u64>() % division.divisor == division.rest
        {
            return Ok(false);
        }
    }
    Ok(true)
}
