//! The rule `lang`: facts about one string that no word makes all false.
//!
//! Side condition, for a clause: the negated literals are regular facts about one term, and the intersection
//! of their languages is empty: its derivatives, or those of its reversal, are closed within the given number
//! of states and none has the empty word. For a unit `(= r s)` of languages: the same for the two
//! differences.
//!
//! Regular facts about x, of either sign: `x ∈ r` for a ground r; `x = w`; w is a prefix, a suffix, a part of
//! x; x is a prefix or a suffix of w; `str.<`, `str.<=` with w; `str.is_digit x`; a linear comparison with
//! `str.len x` as its only term.

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::cursor::Cursor;
use crate::linear::{Constraint, Kind, constraint};
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::regex::{ALL, ANY, EMPTY, NONE, Regex};
use crate::sort::Sort;
use crate::term::Term;

/// Reads `(fwd n)` or `(bwd n)` and accepts a clause by the languages of its literals.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], cursor: &mut Cursor<'_>) -> Checked<()> {
    cursor.open()?;
    let is_reversed = match cursor.symbol()? {
        "fwd" => false,
        "bwd" => true,
        _ => return refuse("expected fwd or bwd"),
    };
    let limit = usize::try_from(cursor.number()?).unwrap_or(usize::MAX);
    cursor.close()?;
    let mut language = match equation(cx, clause)? {
        Some(difference) => difference,
        None => conjunction(cx, clause)?,
    };
    if is_reversed {
        language = cx.evaluator.regexes.reversed(language, &mut cx.budget)?;
    }
    let is_empty = cx.evaluator.regexes.is_empty(language, limit, &mut cx.budget)?;
    require(is_empty, "some word makes all literals false")
}

/// The words on which the two languages of a unit equation differ.
fn equation(cx: &mut Context, clause: &[Literal]) -> Checked<Option<Regex>> {
    let Some((a, b, true)) = cx.unit(clause).and_then(|unit| cx.equation(unit)) else { return Ok(None) };
    if cx.terms.sort(a) != Sort::RegLan {
        return Ok(None);
    }
    let a = cx.evaluator.regex(&mut cx.terms, a, &mut cx.budget)?;
    let b = cx.evaluator.regex(&mut cx.terms, b, &mut cx.budget)?;
    cx.evaluator.regexes.difference(a, b).map(Some)
}

/// The words that make all literals false.
fn conjunction(cx: &mut Context, clause: &[Literal]) -> Checked<Regex> {
    let (mut subject, mut parts) = (None, Vec::new());
    for literal in clause {
        let Some((term, language)) = fact(cx, literal.negated())? else {
            return refuse("a literal that is no regular fact");
        };
        require(*subject.get_or_insert(term) == term, "facts about different terms")?;
        parts.push(language);
    }
    require(!parts.is_empty(), "no literals")?;
    cx.evaluator.regexes.inter(&parts)
}

/// The term that a literal is about, and the words for which it is true.
pub(crate) fn fact(cx: &mut Context, literal: Literal) -> Checked<Option<(Term, Regex)>> {
    let found = match atom(cx, literal.atom)? {
        None => return length(cx, literal),
        Some(found) => found,
    };
    let (term, language) = found;
    let language = if literal.positive { language } else { cx.evaluator.regexes.not(language)? };
    Ok(Some((term, language)))
}

fn atom(cx: &mut Context, atom: Term) -> Checked<Option<(Term, Regex)>> {
    let (op, a, b) = match (cx.terms.op(atom), cx.terms.args(atom)) {
        (Some(Op::IsDigit), [only]) => {
            let term = *only;
            return Ok(Some((term, cx.evaluator.regexes.set(vec![(0x30, 0x39)])?)));
        }
        (Some(op), [a, b]) => (op, *a, *b),
        _ => return Ok(None),
    };
    if op == Op::InRe {
        let language = cx.evaluator.regex(&mut cx.terms, b, &mut cx.budget)?;
        return Ok(Some((a, language)));
    }
    if cx.terms.sort(a) != Sort::Text || cx.terms.sort(b) != Sort::Text {
        return Ok(None);
    }
    // The value may be on either side; if both sides are values, the first one is.
    let (term, word, is_left) = match (cx.terms.text(a), cx.terms.text(b)) {
        (Some(word), _) => (b, word.clone(), true),
        (_, Some(word)) => (a, word.clone(), false),
        _ => return Ok(None),
    };
    cx.budget.spend(4 * word.len())?;
    let regexes = &mut cx.evaluator.regexes;
    let exact = regexes.word(&word)?;
    let language = match (op, is_left) {
        (Op::Eq, _) => exact,
        (Op::Distinct, _) => regexes.not(exact)?,
        (Op::PrefixOf, true) => regexes.concat(exact, ALL)?,
        (Op::SuffixOf, true) => regexes.concat(ALL, exact)?,
        (Op::Contains, false) => {
            let rest = regexes.concat(exact, ALL)?;
            regexes.concat(ALL, rest)?
        }
        (Op::PrefixOf, false) => prefixes(cx, &word)?,
        (Op::SuffixOf, false) => {
            let turned: Vec<u32> = word.iter().rev().copied().collect();
            let turned = prefixes(cx, &turned)?;
            cx.evaluator.regexes.reversed(turned, &mut cx.budget)?
        }
        (Op::StrLe, false) => below(cx, &word, true)?,
        (Op::StrLt, false) => below(cx, &word, false)?,
        // `w <= x` is that x is not less than w.
        (Op::StrLe | Op::StrLt, true) => {
            let less = below(cx, &word, op == Op::StrLt)?;
            cx.evaluator.regexes.not(less)?
        }
        _ => return Ok(None),
    };
    Ok(Some((term, language)))
}

/// The prefixes of a word.
fn prefixes(cx: &mut Context, word: &[u32]) -> Checked<Regex> {
    let regexes = &mut cx.evaluator.regexes;
    let mut language = EMPTY;
    for c in word.iter().rev() {
        let first = regexes.set(vec![(*c, *c)])?;
        let longer = regexes.concat(first, language)?;
        language = regexes.union(&[EMPTY, longer])?;
    }
    Ok(language)
}

/// The words that are less than a word, or also the word itself.
fn below(cx: &mut Context, word: &[u32], with_equal: bool) -> Checked<Regex> {
    let regexes = &mut cx.evaluator.regexes;
    let mut language = if with_equal { EMPTY } else { NONE };
    for c in word.iter().rev() {
        let same = regexes.set(vec![(*c, *c)])?;
        let same = regexes.concat(same, language)?;
        let less = match c.checked_sub(1) {
            Some(before) => regexes.set(vec![(0, before)])?,
            None => NONE,
        };
        let less = regexes.concat(less, ALL)?;
        language = regexes.union(&[EMPTY, same, less])?;
    }
    Ok(language)
}

/// A literal about a length alone.
fn length(cx: &mut Context, literal: Literal) -> Checked<Option<(Term, Regex)>> {
    // Lengths that differ from a number are the complement of those that equal it.
    let is_unequal = matches!(
        (cx.terms.op(literal.atom), literal.positive),
        (Some(Op::Eq), false) | (Some(Op::Distinct), true)
    );
    let asked = if is_unequal { literal.negated() } else { literal };
    let Some(found) = constraint(cx, asked)? else { return Ok(None) };
    let mut parts = found.sum.parts.iter();
    let (Some((term, coefficient)), None) = (parts.next(), parts.next()) else { return Ok(None) };
    let (Some(Op::Length), [of]) = (cx.terms.op(*term), cx.terms.args(*term)) else { return Ok(None) };
    let (of, coefficient) = (*of, coefficient.clone());
    let language = lengths(cx, &found, &coefficient)?;
    let language = if is_unequal { cx.evaluator.regexes.not(language)? } else { language };
    Ok(Some((of, language)))
}

/// The words whose length l satisfies `coefficient·l + constant` compared with zero; the coefficient is 1 or
/// -1.
fn lengths(cx: &mut Context, found: &Constraint, coefficient: &Rat) -> Checked<Regex> {
    let regexes = &mut cx.evaluator.regexes;
    let is_up = !coefficient.is_negative();
    let constant = if is_up { found.sum.constant.negated() } else { found.sum.constant.clone() };
    require(coefficient.times(coefficient)? == Rat::from(Int::from(1)), "a length with a factor")?;
    let bound = |number: &Rat| -> Checked<u64> {
        match number.num().to_usize() {
            Some(bound) if bound <= u32::MAX as usize => Ok(bound as u64),
            _ => crate::budget::too_large(),
        }
    };
    // Now: l >= constant if up, l <= constant if down, or equal.
    match found.kind {
        Kind::Equal if !constant.is_whole() || constant.is_negative() => Ok(NONE),
        Kind::Equal => {
            let exact = bound(&constant)?;
            regexes.repeat(ANY, exact, Some(exact))
        }
        Kind::AtLeast if is_up && constant.is_negative() => Ok(ALL),
        Kind::AtLeast if is_up => regexes.repeat(ANY, bound(&constant)?, None),
        Kind::AtLeast if constant.is_negative() => Ok(NONE),
        Kind::AtLeast => regexes.repeat(ANY, 0, Some(bound(&constant)?)),
        Kind::Above => refuse("a strict comparison of lengths"),
    }
}
