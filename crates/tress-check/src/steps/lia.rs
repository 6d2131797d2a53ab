//! The rule `lia`: refutations of linear constraints.
//!
//! The constraint at a position is the negation of the clause's literal there; constraints that steps add
//! follow. Side conditions:
//! - `F`: the sum of the constraints with their factors has no terms left, and its constant contradicts it.
//!   Factors of inequations are not negative;
//! - `G`: the sum of equations has whole coefficients on terms of sort Int and a constant that is not whole;
//! - `C`: the sum of constraints, factors as in `F`, has whole coefficients on terms of sort Int; its
//!   constant is rounded and it is added, then the rest refutes;
//! - `S`: with whole coefficients on terms of sort Int, the sum is at most `c` or at least `c + 1`, and both
//!   are refuted.

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

/// A refutation that is being read.
struct Prover<'a, 'text> {
    cx: &'a mut Context,
    cursor: &'a mut Cursor<'text>,
    constraints: Vec<Option<Constraint>>,
    jobs: Vec<Job>,
}

/// Accepts a clause whose negated literals the refutation at the cursor refutes.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], cursor: &mut Cursor<'_>) -> Checked<()> {
    let constraints: Checked<Vec<_>> =
        clause.iter().map(|literal| constraint(cx, literal.negated())).collect();
    let constraints = constraints?;
    let jobs = vec![Job::Prove(constraints.len(), None)];
    let mut prover = Prover { cx, cursor, constraints, jobs };
    while let Some(job) = prover.jobs.pop() {
        match job {
            Job::Close => prover.cursor.close()?,
            Job::Prove(count, added) => {
                prover.constraints.truncate(count);
                if let Some(added) = added {
                    prover.add(added)?;
                }
                prover.cursor.open()?;
                let head = prover.cursor.symbol()?;
                prover.prove(head)?;
            }
        }
    }
    Ok(())
}

impl<'text> Prover<'_, 'text> {
    fn add(&mut self, constraint: Constraint) -> Checked<()> {
        self.constraints.push(Some(constraint.normal(&self.cx.terms)?));
        Ok(())
    }

    /// Reads one refutation whose head was read, without those inside of a split.
    fn prove(&mut self, mut head: &'text str) -> Checked<()> {
        while head == "C" {
            let (found, inner) = self.combination()?;
            let Some(inner) = inner else { return refuse("a cut without its rest") };
            is_whole(self.cx, &found.sum)?;
            let kind = if found.is_strict { Kind::Above } else { Kind::AtLeast };
            self.add(Constraint { sum: found.sum, kind })?;
            self.jobs.push(Job::Close);
            head = inner;
        }
        if head == "S" {
            let (low, high) = split(self.cx, self.cursor)?;
            let count = self.constraints.len();
            self.jobs.extend([Job::Close, Job::Prove(count, Some(high)), Job::Prove(count, Some(low))]);
            return Ok(());
        }
        require(head == "F" || head == "G", "expected F, G, C or S")?;
        let (found, inner) = self.combination()?;
        require(inner.is_none(), "F and G end a refutation")?;
        if head == "F" { farkas(&found) } else { gcd(self.cx, &found) }
    }

    /// Reads `(k q)*` and `)`, or up to the head of the refutation that follows.
    fn combination(&mut self) -> Checked<(Combination, Option<&'text str>)> {
        let mut found = Combination { sum: Linear::zero(), is_strict: false, is_equation: true };
        loop {
            match self.cursor.next()? {
                Token::Close => return Ok((found, None)),
                Token::Open => {}
                _ => return refuse("expected (constraint factor)"),
            }
            let index = match self.cursor.next()? {
                Token::Number(digits) => Int::from_digits(digits)?.and_then(|index| index.to_usize()),
                Token::Symbol(head) => return Ok((found, Some(head))),
                _ => return refuse("expected the number of a constraint"),
            };
            let factor = self.cursor.rational()?;
            self.cursor.close()?;
            let Some(Some(part)) = index.and_then(|index| self.constraints.get(index)) else {
                return refuse("no such constraint");
            };
            if part.kind != Kind::Equal {
                require(!factor.is_negative(), "a negative factor of an inequation")?;
                found.is_equation = false;
                found.is_strict |= part.kind == Kind::Above && !factor.is_zero();
            }
            found.sum.add(&part.sum, &factor, self.cx)?;
        }
    }
}

fn is_whole(cx: &Context, sum: &Linear) -> Checked<()> {
    let is_whole = sum.is_over_int(&cx.terms) && sum.has_whole_coefficients();
    require(is_whole, "a cut needs whole coefficients on integers")
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
