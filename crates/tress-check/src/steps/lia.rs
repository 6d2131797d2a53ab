//! The rule `lia`: refutations of linear constraints.
//!
//! The constraint at a position is the negation of the clause's literal there; constraints that steps add follow.
//! Side conditions:
//! - `F`: the sum of the constraints with their factors has no terms left, and its constant contradicts it. Factors of
//!   inequations are not negative;
//! - `G`: the sum of equations has whole coefficients on terms of sort Int and a constant that is not whole;
//! - `C`: the sum of constraints, factors as in `F`, has whole coefficients on terms of sort Int; its constant is rounded
//!   and it is added, then the rest refutes;
//! - `S`: with whole coefficients on terms of sort Int, the sum is at most `c` or at least `c + 1`, and both are refuted.

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::cursor::Cursor;
use crate::lexer::Token;
use crate::linear::{Constraint, Kind, Linear, constraint, sum_of};
use crate::number::{Int, Rat};
use crate::sort::Sort;

/// What is left to read of a refutation.
enum Job {
    /// A refutation, after going back to this many constraints and adding one.
    Prove(usize, Option<Constraint>),
    /// A closing parenthesis.
    Close,
}

/// A sum of constraints with factors.
struct Combination {
    sum: Linear,
    /// Does a strict inequation take part?
    is_strict: bool,
    /// Do only equations take part?
    is_equation: bool,
}

/// Accepts a clause whose negated literals the refutation at the cursor refutes.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], cursor: &mut Cursor<'_>) -> Checked<()> {
    let mut constraints = Vec::new();
    for literal in clause {
        constraints.push(constraint(cx, literal.negated())?);
    }
    let mut jobs = vec![Job::Prove(constraints.len(), None)];
    while let Some(job) = jobs.pop() {
        match job {
            Job::Close => cursor.close()?,
            Job::Prove(count, added) => {
                constraints.truncate(count);
                if let Some(added) = added {
                    constraints.push(Some(added.normal(&cx.terms)?));
                }
                cursor.open()?;
                let head = cursor.symbol()?;
                let head = cuts(cx, head, cursor, &mut constraints, &mut jobs)?;
                prove(cx, head, cursor, &constraints, &mut jobs)?;
            }
        }
    }
    Ok(())
}

/// Reads one refutation whose head, which is no cut, was read.
fn prove(
    cx: &mut Context,
    head: &str,
    cursor: &mut Cursor<'_>,
    constraints: &[Option<Constraint>],
    jobs: &mut Vec<Job>,
) -> Checked<()> {
    match head {
        "F" | "G" => {
            let (found, inner) = combination(cx, cursor, constraints)?;
            require(inner.is_none(), "F and G end a refutation")?;
            if head == "F" { farkas(&found) } else { gcd(cx, &found) }
        }
        "S" => {
            let (low, high) = split(cx, cursor)?;
            let count = constraints.len();
            jobs.push(Job::Close);
            jobs.push(Job::Prove(count, Some(high)));
            jobs.push(Job::Prove(count, Some(low)));
            Ok(())
        }
        _ => refuse("expected F, G, C or S"),
    }
}

/// Adds what cuts derive, one after the other, and returns the head of the refutation that follows.
fn cuts<'text>(
    cx: &mut Context,
    head: &'text str,
    cursor: &mut Cursor<'text>,
    constraints: &mut Vec<Option<Constraint>>,
    jobs: &mut Vec<Job>,
) -> Checked<&'text str> {
    let mut head = head;
    while head == "C" {
        let (found, inner) = combination(cx, cursor, constraints)?;
        let Some(inner) = inner else { return refuse("a cut without its rest") };
        is_whole(cx, &found.sum)?;
        let kind = if found.is_strict { Kind::Above } else { Kind::AtLeast };
        constraints.push(Some(Constraint { sum: found.sum, kind }.normal(&cx.terms)?));
        jobs.push(Job::Close);
        head = inner;
    }
    Ok(head)
}

fn is_whole(cx: &Context, sum: &Linear) -> Checked<()> {
    let is_whole = sum.is_over_int(&cx.terms) && sum.has_whole_coefficients();
    require(is_whole, "a cut needs whole coefficients on integers")
}

/// Reads `(k q)*` and `)`, or up to the head of the refutation that follows.
fn combination<'text>(
    cx: &mut Context,
    cursor: &mut Cursor<'text>,
    constraints: &[Option<Constraint>],
) -> Checked<(Combination, Option<&'text str>)> {
    let mut found = Combination { sum: Linear::zero(), is_strict: false, is_equation: true };
    loop {
        match cursor.next()? {
            Token::Close => return Ok((found, None)),
            Token::Open => {}
            _ => return refuse("expected (constraint factor)"),
        }
        let index = match cursor.next()? {
            Token::Number(digits) => Int::from_digits(digits)?.and_then(|index| index.to_usize()),
            Token::Symbol(head) => return Ok((found, Some(head))),
            _ => return refuse("expected the number of a constraint"),
        };
        let factor = cursor.rational()?;
        cursor.close()?;
        let Some(Some(part)) = index.and_then(|index| constraints.get(index)) else {
            return refuse("no such constraint");
        };
        if part.kind != Kind::Equal {
            require(!factor.is_negative(), "a negative factor of an inequation")?;
            found.is_equation = false;
            found.is_strict |= part.kind == Kind::Above && !factor.is_zero();
        }
        found.sum.add(&part.sum, &factor, cx)?;
    }
}

/// A sum without terms that compares wrongly with zero.
fn farkas(found: &Combination) -> Checked<()> {
    require(found.sum.parts.is_empty(), "terms are left in the sum")?;
    let constant = &found.sum.constant;
    let is_refuted = constant.is_negative()
        || (found.is_strict && constant.is_zero())
        || (found.is_equation && !constant.is_zero());
    require(is_refuted, "the sum is no contradiction")
}

/// Whole multiples of integers that add up to a number that is not whole.
fn gcd(cx: &Context, found: &Combination) -> Checked<()> {
    require(found.is_equation, "G takes equations")?;
    is_whole(cx, &found.sum)?;
    require(!found.sum.constant.is_whole(), "the constant is whole")
}

/// Reads `((N q)*) c`: the two constraints of a split.
fn split(cx: &mut Context, cursor: &mut Cursor<'_>) -> Checked<(Constraint, Constraint)> {
    cursor.open()?;
    let mut parts = Vec::new();
    loop {
        match cursor.next()? {
            Token::Close => break,
            Token::Open => {}
            _ => return refuse("expected (term factor)"),
        }
        let term = cursor.term()?;
        require(cx.terms.sort(term) == Sort::Int, "a split needs integers")?;
        parts.push((term, cursor.rational()?));
        cursor.close()?;
    }
    let bound = cursor.rational()?;
    let sum = sum_of(cx, &parts)?;
    is_whole(cx, &sum)?;
    require(sum.constant.is_whole() && bound.is_whole(), "a split needs whole numbers")?;
    let minus = Rat::from(Int::from(-1));
    let (mut low, mut high) = (Linear::zero(), sum.clone());
    low.add(&sum, &minus, cx)?;
    low.constant = low.constant.plus(&bound)?;
    high.constant = high.constant.plus(&bound.negated())?.plus(&minus)?;
    let kind = Kind::AtLeast;
    Ok((Constraint { sum: low, kind }, Constraint { sum: high, kind }))
}
