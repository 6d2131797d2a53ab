//! The conversions of functions: concatenation, parts, searches, characters one by one, and what is
//! made of these.
//!
//! All have the meaning of SMT-LIB, which is total: outside of a string there is nothing, and
//! nothing found is -1.

use tress_base::Stop;

use tress_term::eval::LAST_BLANK;
use tress_term::term::{Op, Term, TermStore};

use super::formula::{Body, LAST_CODE};
use super::relations::{absent_between, not_from, occurs_at};
use super::translate::{Array, Translation};
use super::{numerals, relations};

/// The array of a function.
pub(super) fn string(cx: &mut Translation<'_, '_>, op: Op, args: &[Term]) -> Result<Array, Stop> {
    let known: Vec<Array> = args.iter().filter_map(|arg| cx.known(*arg).cloned()).collect();
    match (op, known.as_slice(), args) {
        (Op::Concat, parts, _) => concat(cx, parts),
        (Op::Substr, [s], [_, from, count]) => {
            let (from, count) = (cx.image(*from), cx.image(*count));
            cx.count("parray-substring");
            substring(cx, s, from, count)
        }
        (Op::At, [s], [_, from]) => {
            let (from, one) = (cx.image(*from), cx.formula.int(1));
            cx.count("parray-char-at");
            substring(cx, s, from, one)
        }
        (Op::Replace, [s, part, by], _) => replace(cx, s, part, by),
        (Op::ToUpper, [s], _) => Ok(letterwise(cx, s, ('a', 'z'), -32)),
        (Op::ToLower, [s], _) => Ok(letterwise(cx, s, ('A', 'Z'), 32)),
        (Op::Rev, [s], _) => Ok(reversed(cx, s)),
        (Op::Trim, [s], _) => trim(cx, s),
        (Op::Update, [s, by], [_, from, _]) => {
            let from = cx.image(*from);
            update(cx, s, from, by)
        }
        (Op::FromCode, _, [code]) => {
            let code = cx.image(*code);
            Ok(from_code(cx, code))
        }
        (Op::StrFromInt, _, [number]) => {
            let number = cx.image(*number);
            numerals::from_int(cx, number)
        }
        (Op::FromIntSigned, _, [number]) => {
            let number = cx.image(*number);
            numerals::from_int_signed(cx, number)
        }
        // Nothing is added: the evaluator decides.
        _ => Ok(cx.fresh()),
    }
}

/// The number of a function.
pub(super) fn number(cx: &mut Translation<'_, '_>, op: Op, args: &[Term]) -> Result<Term, Stop> {
    let known: Vec<Array> = args.iter().filter_map(|arg| cx.known(*arg).cloned()).collect();
    match (op, known.as_slice(), args) {
        (Op::IndexOf, [s, part], [_, _, from]) => {
            let from = cx.image(*from);
            index_of(cx, s, part, from)
        }
        (Op::LastIndexOf, [s, part], _) => last_index_of(cx, s, part),
        (Op::StrToInt, [s], _) => Ok(numerals::to_int(cx, s)),
        (Op::ToIntSigned, [s], _) => numerals::to_int_signed(cx, s),
        (Op::Compare, [s, t], _) => relations::compared(cx, s, t),
        (Op::ToCode, [s], _) => Ok(to_code(cx, s)),
        _ => Ok(cx.formula.number("unknown")),
    }
}

fn concat(cx: &mut Translation<'_, '_>, parts: &[Array]) -> Result<Array, Stop> {
    cx.count("parray-concat");
    let mut whole = cx.fresh();
    let mut offset = cx.formula.int(0);
    for part in parts {
        let zero = cx.formula.int(0);
        cx.same_part(&[], (part, zero), (&whole, offset), part.length)?;
        offset = cx.formula.plus(offset, part.length);
    }
    let sum = cx.formula.equal(whole.length, offset);
    cx.formula.add(sum);
    whole.length = offset;
    Ok(whole)
}

fn substring(cx: &mut Translation<'_, '_>, s: &Array, from: Term, count: Term) -> Result<Array, Stop> {
    let (part, zero) = (cx.fresh(), cx.formula.int(0));
    let starts = cx.formula.inside(from, zero, s.length);
    let some = cx.formula.less(zero, count);
    let taken = cx.formula.and(&[starts, some]);
    let none = cx.formula.not(taken);
    let empty = cx.formula.equal(part.length, zero);
    cx.formula.when(&[none], empty);
    let rest = cx.formula.minus(s.length, from);
    let fits = cx.formula.at_most(count, rest);
    let cut = cx.formula.not(fits);
    let (all, shorter) = (cx.formula.equal(part.length, count), cx.formula.equal(part.length, rest));
    cx.formula.when(&[taken, fits], all);
    cx.formula.when(&[taken, cut], shorter);
    if let Some(count) = cx.listed(count) {
        // Few characters, each of which is there or not.
        for position in 0..count.max(0) {
            cx.formula.env.budget.poll()?;
            let at = cx.formula.int(position);
            let there = cx.formula.less(at, part.length);
            let index = cx.formula.shifted(from, position);
            let (left, right) = (cx.character(&part, at), cx.character(s, index));
            let equal = cx.formula.equal(left, right);
            cx.formula.when(&[there], equal);
        }
        return Ok(part);
    }
    cx.same_part(&[], (&part, zero), (s, from), part.length)?;
    Ok(part)
}

/// `str.indexof`, from a position on.
fn index_of(cx: &mut Translation<'_, '_>, s: &Array, part: &Array, from: Term) -> Result<Term, Stop> {
    cx.count("parray-index-of");
    let (found, zero) = (cx.formula.truth("occurs"), cx.formula.int(0));
    let starts = [cx.formula.at_most(zero, from), cx.formula.at_most(from, s.length)];
    let valid = cx.formula.and(&starts);
    cx.formula.when(&[found], valid);
    let (result, missing) = (position(cx, found), cx.formula.not(found));
    let later = cx.formula.at_most(from, result);
    cx.formula.when(&[found], later);
    occurs_at(cx, (s, result), part, &[found])?;
    absent_between(cx, (s, part), [from, result], &[found]);
    let empty = cx.formula.equal(part.length, zero);
    let here = cx.formula.equal(result, from);
    cx.formula.when(&[found, empty], here);
    not_from(cx, (s, part), from, &[missing, valid]);
    Ok(result)
}

/// A new number that is -1 exactly when nothing was found.
fn position(cx: &mut Translation<'_, '_>, found: Term) -> Term {
    let (result, none, zero) = (cx.formula.number("position"), cx.formula.int(-1), cx.formula.int(0));
    let missing = cx.formula.not(found);
    let (is_none, is_some) = (cx.formula.equal(result, none), cx.formula.at_most(zero, result));
    cx.formula.when(&[missing], is_none);
    cx.formula.when(&[found], is_some);
    result
}

/// The last position of a part; the empty one occurs last at the end.
fn last_index_of(cx: &mut Translation<'_, '_>, s: &Array, part: &Array) -> Result<Term, Stop> {
    cx.count("parray-last-index-of");
    let found = cx.formula.truth("occurs");
    let (result, missing, zero) = (position(cx, found), cx.formula.not(found), cx.formula.int(0));
    occurs_at(cx, (s, result), part, &[found])?;
    let (after, last) = (cx.formula.shifted(result, 1), cx.formula.minus(s.length, part.length));
    let end = cx.formula.shifted(last, 1);
    absent_between(cx, (s, part), [after, end], &[found]);
    let (empty, at_end) = (cx.formula.equal(part.length, zero), cx.formula.equal(result, s.length));
    cx.formula.when(&[found, empty], at_end);
    not_from(cx, (s, part), zero, &[missing]);
    Ok(result)
}

/// The first occurrence becomes another word: by its position.
fn replace(cx: &mut Translation<'_, '_>, s: &Array, part: &Array, by: &Array) -> Result<Array, Stop> {
    cx.count("parray-replace");
    let (zero, result) = (cx.formula.int(0), cx.fresh());
    let position = index_of(cx, s, part, zero)?;
    let found = cx.formula.at_most(zero, position);
    let missing = cx.formula.not(found);
    cx.same(&[missing], &result, s)?;
    let length = cx.formula.linear(&[(s.length, 1), (part.length, -1), (by.length, 1)], 0);
    let lengths = cx.formula.equal(result.length, length);
    cx.formula.when(&[found], lengths);
    cx.same_part(&[found], (&result, zero), (s, zero), position)?;
    cx.same_part(&[found], (&result, position), (by, zero), by.length)?;
    let (behind, after) = (cx.formula.plus(position, by.length), cx.formula.plus(position, part.length));
    let rest = cx.formula.minus(s.length, after);
    cx.same_part(&[found], (&result, behind), (s, after), rest)?;
    Ok(result)
}

/// Characters of a range are moved, all others stay.
fn letterwise(cx: &mut Translation<'_, '_>, s: &Array, (low, high): (char, char), by: i64) -> Array {
    cx.count("parray-letterwise");
    let result = Array { characters: cx.fresh().characters, ..s.clone() };
    let (result, zero) = (Array { word: None, ..result }, cx.formula.int(0));
    cx.forall(&[], [zero, s.length], |cx, position| {
        let (old, new) = (cx.character(s, position), cx.character(&result, position));
        let moved = cx.formula.within(old, i64::from(u32::from(low)), i64::from(u32::from(high)));
        let stays = cx.formula.not(moved);
        let other = cx.formula.shifted(old, by);
        let (other, same) = (cx.formula.equal(new, other), cx.formula.equal(new, old));
        let cases = [cx.formula.implies(&[moved], other), cx.formula.implies(&[stays], same)];
        Body::Plain(cx.formula.and(&cases))
    });
    result
}

fn reversed(cx: &mut Translation<'_, '_>, s: &Array) -> Array {
    cx.count("parray-reverse");
    let result = Array { characters: cx.fresh().characters, length: s.length, word: None };
    let zero = cx.formula.int(0);
    cx.forall(&[], [zero, s.length], |cx, position| {
        let opposite = cx.formula.linear(&[(s.length, 1), (position, -1)], -1);
        let (left, right) = (cx.character(&result, position), cx.character(s, opposite));
        Body::Plain(cx.formula.equal(left, right))
    });
    result
}

/// Without blanks at both ends: a new number marks the first character that stays.
fn trim(cx: &mut Translation<'_, '_>, s: &Array) -> Result<Array, Stop> {
    cx.count("parray-trim");
    let (part, first, zero) = (cx.fresh(), cx.formula.natural("first"), cx.formula.int(0));
    let end = cx.formula.plus(first, part.length);
    let fits = cx.formula.at_most(end, s.length);
    cx.formula.add(fits);
    for ends in [[zero, first], [end, s.length]] {
        cx.forall(&[], ends, |cx, position| {
            let character = cx.character(s, position);
            Body::Plain(cx.formula.within(character, 0, i64::from(LAST_BLANK)))
        });
    }
    cx.same_part(&[], (s, first), (&part, zero), part.length)?;
    let (some, last) = (cx.formula.less(zero, part.length), cx.formula.shifted(end, -1));
    for position in [first, last] {
        let character = cx.character(s, position);
        let blank = cx.formula.within(character, 0, i64::from(LAST_BLANK));
        let other = cx.formula.not(blank);
        cx.formula.when(&[some], other);
    }
    Ok(part)
}

/// Overwritten from a position on, as far as the word reaches.
fn update(cx: &mut Translation<'_, '_>, s: &Array, from: Term, by: &Array) -> Result<Array, Stop> {
    cx.count("parray-update");
    let result = Array { characters: cx.fresh().characters, length: s.length, word: None };
    let zero = cx.formula.int(0);
    let valid = cx.formula.inside(from, zero, s.length);
    let outside = cx.formula.not(valid);
    cx.same(&[outside], &result, s)?;
    let end = cx.formula.plus(from, by.length);
    for (start, count) in [(zero, from), (end, cx.formula.minus(s.length, end))] {
        cx.same_part(&[valid], (&result, start), (s, start), count)?;
    }
    cx.forall(&[valid], [zero, by.length], |cx, position| {
        let index = cx.formula.plus(from, position);
        let inside = cx.formula.less(index, s.length);
        let (left, right) = (cx.character(&result, index), cx.character(by, position));
        let equal = cx.formula.equal(left, right);
        Body::Plain(cx.formula.implies(&[inside], equal))
    });
    Ok(result)
}

fn from_code(cx: &mut Translation<'_, '_>, code: Term) -> Array {
    cx.count("parray-from-code");
    let (result, zero, one) = (cx.fresh(), cx.formula.int(0), cx.formula.int(1));
    let valid = cx.formula.within(code, 0, LAST_CODE);
    let outside = cx.formula.not(valid);
    let (character, empty) = (cx.character(&result, zero), cx.formula.equal(result.length, zero));
    let parts = [cx.formula.equal(result.length, one), cx.formula.equal(character, code)];
    let same = cx.formula.and(&parts);
    cx.formula.when(&[valid], same);
    cx.formula.when(&[outside], empty);
    result
}

fn to_code(cx: &mut Translation<'_, '_>, s: &Array) -> Term {
    cx.count("parray-to-code");
    let (code, zero, one) = (cx.formula.number("code"), cx.formula.int(0), cx.formula.int(1));
    let character = cx.character(s, zero);
    let single = cx.formula.equal(s.length, one);
    let (same, none) = (cx.formula.equal(code, character), cx.formula.int(-1));
    let none = cx.formula.equal(code, none);
    let other = cx.formula.not(single);
    cx.formula.when(&[single], same);
    cx.formula.when(&[other], none);
    if single == TermStore::TRUE { character } else { code }
}
