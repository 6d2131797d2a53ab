//! The rule `shift`: memberships of a string with constants at its ends.
//!
//! Side condition: the clause is `(= (str.in_re a r) (str.in_re b s))` for ground r and s. Without the
//! characters u, v in front of and behind a, and u', v' of b, both are one list of parts, which is not empty;
//! and the words x with `u·x·v ∈ r` are those with `u'·x·v' ∈ s`.

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::op::Op;
use crate::regex::Regex;
use crate::steps::strip::{Part, parts};
use crate::term::Term;

/// States that the comparison of the two languages may have.
const STATES: usize = 100_000;

/// Accepts an equivalence of two memberships.
pub(crate) fn check(cx: &mut Context, clause: &[Literal]) -> Checked<()> {
    let Some((left, right, true)) = cx.unit(clause).and_then(|unit| cx.equation(unit)) else {
        return refuse("shift takes an equivalence");
    };
    let ((rest, r), (other, s)) = (quotient(cx, left)?, quotient(cx, right)?);
    require(rest == other, "memberships of different terms")?;
    let is_same = cx.evaluator.regexes.same(r, s, STATES, &mut cx.budget)?;
    require(is_same, "the languages differ")
}

/// What is between the characters at both ends of a membership's string, and the language it is in.
fn quotient(cx: &mut Context, membership: Term) -> Checked<(Vec<Part>, Regex)> {
    let Some((term, language)) = cx.terms.pair(membership, Op::InRe) else {
        return refuse("shift takes memberships");
    };
    let language = cx.evaluator.regex(&mut cx.terms, language, &mut cx.budget)?;
    let parts = parts(cx, term)?;
    let is_character = |part: &&Part| matches!(part, Part::Character(_));
    let front = parts.iter().take_while(is_character).count();
    let back = parts.iter().skip(front).rev().take_while(is_character).count();
    let characters = |part: &Part| match part {
        Part::Character(c) => Some(*c),
        Part::Term(_) => None,
    };
    let u: Vec<u32> = parts.iter().take(front).filter_map(characters).collect();
    let v: Vec<u32> = parts.iter().rev().take(back).filter_map(characters).collect();
    let regexes = &mut cx.evaluator.regexes;
    let mut language = regexes.after(language, &u, &mut cx.budget)?;
    if !v.is_empty() {
        let turned = regexes.reversed(language, &mut cx.budget)?;
        let turned = regexes.after(turned, &v, &mut cx.budget)?;
        language = regexes.reversed(turned, &mut cx.budget)?;
    }
    let count = parts.len() - front - back;
    Ok((parts.into_iter().skip(front).take(count).collect(), language))
}
