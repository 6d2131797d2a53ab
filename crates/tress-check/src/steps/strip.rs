//! The rule `strip`: equations of strings without common ends.
//!
//! Both sides are lists of parts: characters of values, and terms that are no concatenations. Common parts
//! are taken off in front, then behind. Side condition: the clause is
//! - `¬(= A B)`, where characters differ at an end that is reached so, or one side is empty and the other has
//!   a character;
//! - `(= (= A B) (= C D))`, where both leave the same two lists, in this order or the other;
//! - `(= (= A B) false)` where the first form holds for A and B;
//! - `(= A B)`, where nothing is left.

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::Term;

/// A part of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Character(u32),
    Term(Term),
}

/// The parts of a term of sort String, from the left.
pub(crate) fn parts(cx: &mut Context, term: Term) -> Checked<Vec<Part>> {
    let (mut open, mut found) = (vec![term], Vec::new());
    while let Some(term) = open.pop() {
        cx.budget.spend(2)?;
        if let Some(word) = cx.terms.text(term) {
            cx.budget.spend(word.len())?;
            found.extend(word.iter().map(|c| Part::Character(*c)));
        } else if cx.terms.op(term) == Some(Op::Concat) {
            cx.budget.spend(cx.terms.args(term).len())?;
            open.extend(cx.terms.args(term).iter().rev());
        } else {
            found.push(Part::Term(term));
        }
    }
    Ok(found)
}

/// What is left of an equation of strings.
#[derive(Debug, PartialEq, Eq)]
enum Left {
    Clash,
    Lists(Vec<Part>, Vec<Part>),
}

fn differ(a: Option<&Part>, b: Option<&Part>) -> bool {
    matches!((a, b), (Some(Part::Character(x)), Some(Part::Character(y))) if x != y)
}

/// Takes off what is common at both ends.
fn stripped(cx: &mut Context, a: Term, b: Term) -> Checked<Left> {
    let (mut a, mut b) = (parts(cx, a)?, parts(cx, b)?);
    let common = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    a.drain(..common);
    b.drain(..common);
    if differ(a.first(), b.first()) {
        return Ok(Left::Clash);
    }
    let common = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    a.truncate(a.len() - common);
    b.truncate(b.len() - common);
    if differ(a.last(), b.last()) {
        return Ok(Left::Clash);
    }
    let has_character = |list: &[Part]| list.iter().any(|part| matches!(part, Part::Character(_)));
    let clash = (a.is_empty() && has_character(&b)) || (b.is_empty() && has_character(&a));
    Ok(if clash { Left::Clash } else { Left::Lists(a, b) })
}

/// The sides of an equation of strings.
fn sides(cx: &Context, term: Term) -> Option<(Term, Term)> {
    let (a, b) = cx.terms.pair(term, Op::Eq)?;
    (cx.terms.sort(a) == Sort::Text).then_some((a, b))
}

/// Accepts a clause of one of the forms.
pub(crate) fn check(cx: &mut Context, clause: &[Literal]) -> Checked<()> {
    let Some(unit) = cx.unit(clause) else { return refuse("strip takes one literal") };
    if let Some((a, b)) = sides(cx, unit.atom) {
        let is_accepted = match stripped(cx, a, b)? {
            Left::Clash => !unit.positive,
            Left::Lists(a, b) => unit.positive && a.is_empty() && b.is_empty(),
        };
        return require(is_accepted, "the ends do not decide the equation");
    }
    let Some((left, right, true)) = cx.equation(unit) else { return refuse("not a form of strip") };
    let mut found = Vec::new();
    for side in [left, right] {
        found.push(match (sides(cx, side), cx.terms.truth(side)) {
            (Some((a, b)), _) => stripped(cx, a, b)?,
            (None, Some(false)) => Left::Clash,
            (None, Some(true)) => Left::Lists(Vec::new(), Vec::new()),
            (None, None) => return refuse("not a form of strip"),
        });
    }
    let is_same = match (found.first(), found.last()) {
        (Some(Left::Lists(a, b)), Some(Left::Lists(c, d))) => (a == c && b == d) || (a == d && b == c),
        (a, b) => a == b,
    };
    require(is_same, "different lists are left")
}
