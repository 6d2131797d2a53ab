//! What truth values about strings say of shapes.

use tress_automata::Regex;
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use super::bounds::Kind;
use super::grid::{Claim, relate};
use super::language::member;
use super::shape::Shape;
use super::translate::Translation;
use crate::eval::EvalError;
use crate::model::Model;
use crate::term::{Op, Sort, Term, Value, Word};

/// Automata with more states than this are not unrolled.
const MOST_STATES: usize = 400;

/// Says what follows when an atom holds (or does not), under the condition that it does.
pub(super) fn say(cx: &mut Translation<'_, '_>, atom: Term, when: Term, holds: bool) -> Result<(), Stop> {
    let args = cx.store().args(atom).to_vec();
    match (cx.store().op(atom), args.as_slice()) {
        (Some(Op::Eq), [a, b]) if cx.store().sort(*a) == Sort::String => {
            let [a, b] = [a, b].map(|term| cx.shape(*term));
            if holds { cx.same(&a, &b, when) } else { differ(cx, &a, &b, when) }
        }
        (Some(Op::InRe), [s, r]) => {
            let shape = cx.shape(*s);
            match cx.formula.env.eval(*r, &Model::new()) {
                Ok(Value::Regex(regex)) => in_language(cx, &shape, regex, when, holds),
                Err(EvalError::Stop(stop)) => Err(stop),
                _ => Ok(()),
            }
        }
        (Some(Op::IsDigit), [s]) => {
            let shape = cx.shape(*s);
            let digits = cx.formula.env.regexes().range(u32::from('0'), u32::from('9'));
            in_language(cx, &shape, digits, when, holds)
        }
        (Some(Op::Contains), [s, t]) => around(cx, *s, *t, [true, true], when, holds),
        (Some(Op::PrefixOf), [t, s]) => around(cx, *s, *t, [false, true], when, holds),
        (Some(Op::SuffixOf), [t, s]) => around(cx, *s, *t, [true, false], when, holds),
        // Nothing is said: the evaluator has the last say.
        _ => Ok(()),
    }
}

/// Two words have different lengths or different letters somewhere.
fn differ(cx: &mut Translation<'_, '_>, a: &Shape, b: &Shape, when: Term) -> Result<(), Stop> {
    let [left, right] = [a, b].map(|shape| cx.formula.length(shape));
    let (same, letters) = (cx.formula.equal(left, right), cx.formula.truth("letters-differ"));
    let other = cx.formula.not(same);
    let either = cx.formula.or(&[other, letters]);
    let origin = cx.formula.restricted(&[a, b]);
    cx.formula.when(origin, &[when], either);
    relate(&mut cx.formula, [a, b], letters, Claim::Differ)
}

/// `s` is `t` with something before it, behind it, or both.
fn around(
    cx: &mut Translation<'_, '_>,
    s: Term,
    t: Term,
    ends: [bool; 2],
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let [whole, part] = [s, t].map(|term| cx.shape(term));
    if let Some(word) = cx.formula.env.word_of(t) {
        let budget = cx.formula.env.budget;
        let regexes = cx.formula.env.regexes();
        let (all, word) = (regexes.all(), regexes.long_word(&word, budget)?);
        let parts = [ends[0].then_some(all), Some(word), ends[1].then_some(all)];
        let regex = regexes.concat(&parts.into_iter().flatten().collect::<Vec<_>>());
        return in_language(cx, &whole, regex, when, holds);
    }
    if !holds {
        return Ok(());
    }
    let [front, rest] = ends.map(|free| if free { cx.fresh(Kind::Plain) } else { Shape::default() });
    cx.same(&whole, &Shape::join(&[&front, &part, &rest]), when)
}

/// Says that a word does not occur in another, under a condition.
pub(super) fn exclude(
    cx: &mut Translation<'_, '_>,
    shape: &Shape,
    word: &Word,
    when: Term,
) -> Result<(), Stop> {
    let budget = cx.formula.env.budget;
    let regexes = cx.formula.env.regexes();
    let (all, word) = (regexes.all(), regexes.long_word(word, budget)?);
    let regex = regexes.concat(&[all, word, all]);
    in_language(cx, shape, regex, when, false)
}

fn in_language(
    cx: &mut Translation<'_, '_>,
    shape: &Shape,
    regex: Regex,
    when: Term,
    holds: bool,
) -> Result<(), Stop> {
    let budget = cx.formula.env.budget;
    let regexes = cx.formula.env.regexes();
    let regex = if holds { regex } else { regexes.complement(regex) };
    match Nfa::from_regex(regexes, regex, MOST_STATES, budget)? {
        Some(nfa) => member(&mut cx.formula, shape, &nfa, when),
        None => Ok(()),
    }
}
