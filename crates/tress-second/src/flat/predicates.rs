//! What truth values about strings mean for shapes.

use tress_automata::Regex;
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use super::bounds::Kind;
use super::grid::{Claim, relate};
use super::language::member;
use super::limits::STATES;
use super::shape::Shape;
use super::translate::Translation;
use tress_term::term::{Op, Sort, Term, Word};

/// Adds what follows if an atom holds (or does not), under the condition that it does.
pub(super) fn say(cx: &mut Translation<'_, '_>, atom: Term, when: Term, holds: bool) -> Result<(), Stop> {
    let args = cx.store().args(atom).to_vec();
    match (cx.store().op(atom), args.as_slice()) {
        (Some(Op::Eq), [a, b]) if cx.store().sort(*a) == Sort::String => {
            let [a, b] = [a, b].map(|term| cx.shape(*term));
            if holds { cx.same(&a, &b, when) } else { differ(cx, &a, &b, when) }
        }
        (Some(Op::Distinct), strings) if cx.store().sort(strings[0]) == Sort::String => {
            distinct(cx, strings, when, holds)
        }
        (Some(Op::StrLt | Op::StrLe), [a, b]) => {
            let [a, b] = [a, b].map(|term| cx.shape(*term));
            let strict = cx.store().op(atom) == Some(Op::StrLt);
            let claim = if strict == holds { Claim::Less } else { Claim::AtMost };
            relate(&mut cx.formula, if holds { [&a, &b] } else { [&b, &a] }, when, claim)
        }
        (Some(Op::InRe), [s, r]) => {
            let shape = cx.shape(*s);
            match cx.formula.env.language_of(*r)? {
                Some(regex) => in_language(cx, &shape, regex, when, holds),
                None => Ok(()),
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
        // Nothing is added: the evaluator decides.
        _ => Ok(()),
    }
}

/// Two words have different lengths or different characters somewhere.
fn differ(cx: &mut Translation<'_, '_>, a: &Shape, b: &Shape, when: Term) -> Result<(), Stop> {
    let [left, right] = [a, b].map(|shape| cx.formula.length(shape));
    let same = cx.formula.equal(left, right);
    let other = cx.formula.not(same);
    differ_or(cx, [a, b], [when, other], Claim::Differ)
}

/// Under a condition another holds, or the claim that characters differ.
fn differ_or(
    cx: &mut Translation<'_, '_>,
    shapes: [&Shape; 2],
    [when, other]: [Term; 2],
    claim: Claim,
) -> Result<(), Stop> {
    let characters = cx.formula.truth("letters-differ");
    let either = cx.formula.or(&[other, characters]);
    let origin = cx.formula.restricted(&shapes);
    cx.formula.when(origin, &[when], either);
    relate(&mut cx.formula, shapes, characters, claim)
}

/// No two words are the same, or some two are.
fn distinct(cx: &mut Translation<'_, '_>, strings: &[Term], when: Term, holds: bool) -> Result<(), Stop> {
    let shapes: Vec<Shape> = strings.iter().map(|string| cx.shape(*string)).collect();
    let mut pairs = Vec::new();
    for (position, a) in shapes.iter().enumerate() {
        for b in &shapes[..position] {
            if holds {
                differ(cx, a, b, when)?;
            } else {
                let pair = cx.formula.truth("same");
                cx.same(a, b, pair)?;
                pairs.push(pair);
            }
        }
    }
    if !holds {
        let some = cx.formula.or(&pairs);
        cx.formula.when(0, &[when], some);
    }
    Ok(())
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
        let [all, own] = [&whole, &part].map(|shape| cx.formula.length(shape));
        let fits = cx.formula.at_most(own, all);
        let longer = cx.formula.not(fits);
        return match ends {
            [true, true] => absent(cx, &whole, &part, [when, longer]),
            [false, _] => differ_or(cx, [&part, &whole], [when, longer], Claim::Differ),
            _ => differ_or(cx, [&part, &whole], [when, longer], Claim::DifferFromEnd),
        };
    }
    let [front, rest] = ends.map(|free| if free { cx.fresh(Kind::Plain) } else { Shape::default() });
    cx.same(&whole, &Shape::join(&[&front, &part, &rest]), when)
}

/// Under a condition a part is longer than the whole, has a character that the whole has not, or
/// differs from it wherever it could occur. The last is encoded for short words only.
fn absent(
    cx: &mut Translation<'_, '_>,
    whole: &Shape,
    part: &Shape,
    [when, longer]: [Term; 2],
) -> Result<(), Stop> {
    let (strange, nowhere) = (cx.formula.truth("strange"), cx.formula.truth("nowhere"));
    let (long, short) = (cx.fresh(Kind::Straight), cx.fresh(Kind::Straight));
    let origin = cx.formula.restricted(&[whole, part, &long, &short]);
    let some = cx.formula.or(&[longer, strange, nowhere]);
    cx.formula.when(origin, &[when], some);
    let character = cx.formula.number("letter");
    let mut ways = Vec::new();
    for item in part.items() {
        let present = cx.formula.present(&item);
        for &code in item.codes() {
            let same = cx.formula.equal(character, code);
            ways.push(cx.formula.and(&[present, same]));
        }
    }
    let own = cx.formula.or(&ways);
    cx.formula.when(origin, &[strange], own);
    for item in whole.items() {
        let present = cx.formula.present(&item);
        for &code in item.codes() {
            let same = cx.formula.equal(character, code);
            let other = cx.formula.not(same);
            cx.formula.when(origin, &[strange, present], other);
        }
    }
    cx.same(whole, &long, nowhere)?;
    cx.same(part, &short, nowhere)?;
    differ_everywhere(cx, &long, &short, (nowhere, origin))
}

/// Under a condition, two rows of characters differ wherever the short one could begin in the long one.
fn differ_everywhere(
    cx: &mut Translation<'_, '_>,
    long: &Shape,
    short: &Shape,
    (when, origin): (Term, u32),
) -> Result<(), Stop> {
    let (characters, part) = (long.items(), short.items());
    let [all, own] = [long, short].map(|shape| cx.formula.length(shape));
    for start in 0..=characters.len() {
        let position = cx.formula.int(i64::try_from(start).expect("short segments"));
        let end = cx.formula.sum(&[position, own]);
        let fits = cx.formula.at_most(end, all);
        let mut ways = Vec::new();
        for (item, character) in part.iter().zip(&characters[start..]) {
            cx.formula.env.budget.poll()?;
            let same = cx.formula.equal(item.codes()[0], character.codes()[0]);
            let present = cx.formula.present(item);
            let differ = cx.formula.not(same);
            ways.push(cx.formula.and(&[present, differ]));
        }
        let some = cx.formula.or(&ways);
        cx.formula.when(origin, &[when, fits], some);
    }
    Ok(())
}

/// Asserts that a word does not occur in another, under a condition.
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
    match Nfa::from_regex(regexes, regex, STATES.most(budget) as usize, budget)? {
        Some(nfa) => member(&mut cx.formula, shape, &nfa, when),
        None => {
            budget.hit(STATES.name());
            Ok(())
        }
    }
}
