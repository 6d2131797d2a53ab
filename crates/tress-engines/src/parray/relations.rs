//! The conversions of predicates: `=`, `≠`, beginsWith, endsWith, contains, the order, and their
//! negations (figures 2 and 3 of the paper on PASS, corrected).

use tress_base::Stop;

use super::formula::Body;
use super::limits::ONE_BY_ONE;
use super::translate::{Array, Translation};
use tress_term::term::{Op, Sort, Term, Word};

/// Adds what follows if a predicate holds (or does not), under the condition that it does.
pub(super) fn say(
    cx: &mut Translation<'_, '_>,
    op: Op,
    args: &[Term],
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let known: Option<Vec<Array>> = args.iter().map(|arg| cx.known(*arg).cloned()).collect();
    match (op, known.as_deref()) {
        (Op::Eq, Some([a, b])) if cx.store().sort(args[0]) == Sort::String => equality(cx, a, b, when, holds),
        (Op::PrefixOf, Some([part, whole])) => begins_with(cx, whole, part, when, holds),
        (Op::SuffixOf, Some([part, whole])) => ends_with(cx, whole, part, when, holds),
        (Op::Contains, Some([whole, part])) if holds => contains(cx, whole, part, when),
        (Op::Contains, Some([whole, part])) => {
            cx.count("parray-not-contains");
            let zero = cx.formula.int(0);
            not_from(cx, (whole, part), zero, &[when]);
            Ok(())
        }
        (Op::StrLt, Some([a, b])) if holds => greater(cx, b, a, when),
        (Op::StrLt, Some([a, b])) => at_least(cx, a, b, when),
        (Op::StrLe, Some([a, b])) if holds => at_least(cx, b, a, when),
        (Op::StrLe, Some([a, b])) => greater(cx, a, b, when),
        (Op::IsDigit, Some([s])) => {
            is_digit(cx, s, when, holds);
            Ok(())
        }
        // Nothing is added: the evaluator decides.
        _ => Ok(()),
    }
}

fn equality(cx: &mut Translation<'_, '_>, a: &Array, b: &Array, when: Term, holds: bool) -> Result<(), Stop> {
    if holds {
        cx.count("parray-equal");
        return cx.same(&[when], a, b);
    }
    cx.count("parray-not-equal");
    let zero = cx.formula.int(0);
    let characters = differ_somewhere(cx, (a, zero), (b, zero), a.length);
    let lengths = cx.formula.differ(a.length, b.length);
    let either = cx.formula.or(&[characters, lengths]);
    cx.formula.when(&[when], either);
    Ok(())
}

/// One of a number of characters differs, from these positions on: its position is a new number.
fn differ_somewhere(
    cx: &mut Translation<'_, '_>,
    (a, from): (&Array, Term),
    (b, start): (&Array, Term),
    count: Term,
) -> Term {
    let (position, zero) = (cx.formula.number("different"), cx.formula.int(0));
    let (left, right) = (cx.formula.plus(from, position), cx.formula.plus(start, position));
    let (left, right) = (cx.character(a, left), cx.character(b, right));
    let parts = [cx.formula.inside(position, zero, count), cx.formula.differ(left, right)];
    cx.formula.and(&parts)
}

fn begins_with(
    cx: &mut Translation<'_, '_>,
    whole: &Array,
    part: &Array,
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let zero = cx.formula.int(0);
    cx.count(if holds { "parray-begins-with" } else { "parray-not-begins-with" });
    at_position(cx, (whole, zero), part, when, holds)
}

fn ends_with(
    cx: &mut Translation<'_, '_>,
    whole: &Array,
    part: &Array,
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let from = cx.formula.minus(whole.length, part.length);
    cx.count(if holds { "parray-ends-with" } else { "parray-not-ends-with" });
    at_position(cx, (whole, from), part, when, holds)
}

/// A part occurs at a position, or it does not. The position is inside if the whole is long enough.
fn at_position(
    cx: &mut Translation<'_, '_>,
    (whole, from): (&Array, Term),
    part: &Array,
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let (zero, fits) = (cx.formula.int(0), cx.formula.at_most(part.length, whole.length));
    if holds {
        cx.formula.when(&[when], fits);
        return cx.same_part(&[when], (whole, from), (part, zero), part.length);
    }
    let characters = differ_somewhere(cx, (whole, from), (part, zero), part.length);
    let short = cx.formula.not(fits);
    let either = cx.formula.or(&[characters, short]);
    cx.formula.when(&[when], either);
    Ok(())
}

fn contains(cx: &mut Translation<'_, '_>, whole: &Array, part: &Array, when: Term) -> Result<(), Stop> {
    cx.count("parray-contains");
    let position = cx.formula.natural("found");
    occurs_at(cx, (whole, position), part, &[when])
}

/// Asserts: a part occurs at a position that is not negative.
pub(super) fn occurs_at(
    cx: &mut Translation<'_, '_>,
    (whole, position): (&Array, Term),
    part: &Array,
    when: &[Term],
) -> Result<(), Stop> {
    let (zero, end) = (cx.formula.int(0), cx.formula.plus(position, part.length));
    let fits = cx.formula.at_most(end, whole.length);
    cx.formula.when(when, fits);
    cx.same_part(when, (whole, position), (part, zero), part.length)
}

/// Asserts: a part occurs nowhere from a position on. An empty one would.
pub(super) fn not_from(
    cx: &mut Translation<'_, '_>,
    (whole, part): (&Array, &Array),
    from: Term,
    when: &[Term],
) {
    let last = cx.formula.minus(whole.length, part.length);
    let end = cx.formula.shifted(last, 1);
    let some = cx.formula.less(from, end);
    let zero = cx.formula.int(0);
    let empty = cx.formula.equal(part.length, zero);
    let conflict = cx.formula.and(&[some, empty]);
    let fine = cx.formula.not(conflict);
    cx.formula.when(when, fine);
    absent_between(cx, (whole, part), [from, end], when);
}

/// Asserts: a part is at no position of a range, at all of which it would fit.
pub(super) fn absent_between(
    cx: &mut Translation<'_, '_>,
    (whole, part): (&Array, &Array),
    ends: [Term; 2],
    when: &[Term],
) {
    let budget = cx.formula.env.budget;
    let short = |word: &&Word| !ONE_BY_ONE.is_exceeded(word.len(), budget);
    let word: Option<Vec<i64>> = part.word.as_ref().filter(short).map(|word| {
        word.pieces().flat_map(|(code, count)| (0..count).map(move |_| i64::from(code))).collect()
    });
    cx.forall(when, ends, |cx, position| {
        let Some(word) = word else { return some_differs(cx, whole, part, position) };
        let mut characters = Vec::with_capacity(word.len());
        for (offset, code) in (0..).zip(word) {
            let index = cx.formula.shifted(position, offset);
            let (character, code) = (cx.character(whole, index), cx.formula.int(code));
            characters.push(cx.formula.differ(character, code));
        }
        Body::Plain(cx.formula.or(&characters))
    });
}

/// `∃m. m < |part| ∧ part[m] ≠ whole[position + m]`.
fn some_differs(cx: &mut Translation<'_, '_>, whole: &Array, part: &Array, position: Term) -> Body {
    let bound = cx.formula.bound_symbol();
    let other = cx.formula.env.store.constant(bound);
    let index = cx.formula.plus(position, other);
    let (left, right) = (cx.character(part, other), cx.character(whole, index));
    let body = cx.formula.differ(left, right);
    Body::Some { bound, high: part.length, body }
}

/// `a > b`: equal up to a position where `b` has ended and `a` has not, or where `a` has the greater
/// character.
fn greater(cx: &mut Translation<'_, '_>, a: &Array, b: &Array, when: Term) -> Result<(), Stop> {
    cx.count("parray-greater");
    let (position, ended, larger) = first_difference(cx, a, b, when)?;
    let more = cx.formula.less(position, a.length);
    cx.formula.when(&[when], more);
    let either = cx.formula.or(&[ended, larger]);
    cx.formula.when(&[when], either);
    Ok(())
}

/// `a ≥ b`: the same, where `a` may have ended with `b`.
fn at_least(cx: &mut Translation<'_, '_>, a: &Array, b: &Array, when: Term) -> Result<(), Stop> {
    cx.count("parray-at-least");
    let (position, ended, larger) = first_difference(cx, a, b, when)?;
    let enough = cx.formula.at_most(position, a.length);
    cx.formula.when(&[when], enough);
    let more = cx.formula.less(position, a.length);
    let larger = cx.formula.and(&[larger, more]);
    let either = cx.formula.or(&[ended, larger]);
    cx.formula.when(&[when], either);
    Ok(())
}

/// A new number that represents `str.compare`: each of its three values is a relation.
pub(super) fn compared(cx: &mut Translation<'_, '_>, a: &Array, b: &Array) -> Result<Term, Stop> {
    cx.count("parray-compare");
    let sign = cx.formula.number("order");
    let [less, same, more] = [-1, 0, 1].map(|value| {
        let value = cx.formula.int(value);
        cx.formula.equal(sign, value)
    });
    let one = cx.formula.or(&[less, same, more]);
    cx.formula.add(one);
    greater(cx, b, a, less)?;
    cx.same(&[same], a, b)?;
    greater(cx, a, b, more)?;
    Ok(sign)
}

/// A position up to which two arrays are equal; whether `b` ends there, and whether `a` has the
/// greater character there.
fn first_difference(
    cx: &mut Translation<'_, '_>,
    a: &Array,
    b: &Array,
    when: Term,
) -> Result<(Term, Term, Term), Stop> {
    let (position, zero) = (cx.formula.natural("difference"), cx.formula.int(0));
    let inside = cx.formula.at_most(position, b.length);
    cx.formula.when(&[when], inside);
    cx.same_part(&[when], (a, zero), (b, zero), position)?;
    let ended = cx.formula.equal(b.length, position);
    let (left, right) = (cx.character(a, position), cx.character(b, position));
    let parts = [cx.formula.less(position, b.length), cx.formula.less(right, left)];
    Ok((position, ended, cx.formula.and(&parts)))
}

fn is_digit(cx: &mut Translation<'_, '_>, s: &Array, when: Term, holds: bool) {
    cx.count("parray-is-digit");
    let (one, zero) = (cx.formula.int(1), cx.formula.int(0));
    let character = cx.character(s, zero);
    let parts = [cx.formula.equal(s.length, one), cx.formula.within(character, 48, 57)];
    let digit = cx.formula.and(&parts);
    let said = if holds { digit } else { cx.formula.not(digit) };
    cx.formula.when(&[when], said);
}
