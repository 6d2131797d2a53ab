//! Replacing, one match at a time, and what words can come out of it.

use tress_base::Stop;
use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, Value};

use crate::functions::limits::PATTERN_STEPS;

use super::more::{bound_count, joined, occurs};
use super::{empty, first_occurrence, member};

/// All occurrences are exchanged, one by one.
const REPLACE_ALL: Rule = Rule::new(
    "reduce-replace-all",
    "Reynolds et al. 2020",
    "all occurrences are the first one and those in what follows it",
);
/// Matches are exchanged, one by one.
const REPLACE_RE: Rule = Rule::new(
    "reduce-replace-re",
    "Reynolds et al. 2020",
    "the match is the first that begins earliest; all others are in what follows it",
);
/// An index is the length of what stands before the first match.
const INDEXOF_RE: Rule = Rule::new(
    "reduce-indexof-re",
    "Reynolds et al. 2020",
    "the index is i and the length of what is before the earliest match in the rest",
);

/// The languages of a match.
struct Matches {
    /// Words in which something matches.
    some: Term,
    /// Words in which nothing matches.
    none: Term,
    /// What is taken at the place of a match.
    taken: Term,
}

/// Says the axioms of functions that replace or look for matches.
///
/// # Errors
/// When the budget is used up.
pub(super) fn reduce_replaces(cx: &mut Context<'_>, term: Term, args: &[Term]) -> Result<(), Stop> {
    match (cx.env.store.op(term), args) {
        (Some(Op::ReplaceAll), [s, t, u]) => reduce_replace_all(cx, term, *s, *t, *u),
        (
            Some(op @ (Op::ReplaceRe | Op::ReplaceReAll | Op::ReplaceReLongest | Op::ReplaceReLongestAll)),
            [s, language, u],
        ) if cx.env.is_ground(*language) => return reduce_replace_re(cx, op, term, [*s, *language, *u]),
        (Some(Op::IndexOfRe), [s, language, i]) if cx.env.is_ground(*language) => {
            return reduce_indexof_re(cx, term, *s, *language, *i);
        }
        _ => {}
    }
    Ok(())
}

/// `r = (replace_all s t u)`: `s` when `t` does not occur; else the first occurrence is
/// exchanged, and all in what follows it.
fn reduce_replace_all(cx: &mut Context<'_>, term: Term, s: Term, t: Term, u: Term) {
    let found = occurs(cx, s, t);
    let same = cx.env.equal(term, s);
    cx.axiom(REPLACE_ALL, &[found, same]);
    let (front, rest) = first_occurrence(cx, found, s, t);
    let others = cx.env.app(Op::ReplaceAll, &[rest, t, u]);
    joined(cx, REPLACE_ALL, &[found], term, &[front, u, others]);
    let lengths = [t, u].map(|word| cx.env.word_of(word).map(|word| word.len()));
    let [Some(old @ 1..), Some(new)] = lengths else { return };
    let count = cx.env.app(Op::Count, &[s, t]);
    bound_count(cx, count, s, t);
    let [after, before] = [term, s].map(|part| cx.env.length(part));
    let change = new as i64 - old as i64;
    let change = cx.env.store.int(change);
    let change = cx.env.app(Op::Mul, &[change, count]);
    let sum = cx.env.app(Op::Add, &[before, change]);
    let length = cx.env.equal(after, sum);
    cx.axiom(REPLACE_ALL, &[length]);
    let pattern = cx.env.app(Op::StrToRe, &[t]);
    let matches = matches_of(cx, pattern, false);
    say_image(cx, REPLACE_ALL, term, &matches, u);
}

/// `r = (replace_re s language u)` and its kin: `s` when nothing matches; else `s = p m q` with
/// the match `m`, nothing matches in `p`, and `r = p u q` or the same with `q` replaced.
fn reduce_replace_re(
    cx: &mut Context<'_>,
    op: Op,
    term: Term,
    [s, language, u]: [Term; 3],
) -> Result<(), Stop> {
    let all = matches!(op, Op::ReplaceReAll | Op::ReplaceReLongestAll);
    let longest = matches!(op, Op::ReplaceReLongest | Op::ReplaceReLongestAll);
    let pattern = match has_empty_word(cx, language)? {
        Some(false) => language,
        Some(true) if all => {
            let letter = cx.env.app(Op::ReAllChar, &[]);
            let letters = cx.env.app(Op::RePlus, &[letter]);
            cx.env.app(Op::ReInter, &[language, letters])
        }
        // The shortest match is the empty one in front.
        Some(true) if !longest => {
            joined(cx, REPLACE_RE, &[], term, &[u, s]);
            return Ok(());
        }
        Some(true) => {
            replace_front(cx, term, [s, language, u]);
            return Ok(());
        }
        None => return Ok(()),
    };
    let matches = matches_of(cx, pattern, longest);
    let found = member(cx, s, matches.some);
    let same = cx.env.equal(term, s);
    cx.axiom(REPLACE_RE, &[found, same]);
    let [front, taken, rest] = ["before-match", "match", "after-match"].map(|role| cx.skolem(role, &[term]));
    joined(cx, REPLACE_RE, &[found], s, &[front, taken, rest]);
    let (before, exact) = (member(cx, front, matches.none), member(cx, taken, matches.taken));
    cx.axiom_when(REPLACE_RE, &[found], &[before, exact]);
    if all {
        let others = cx.env.app(op, &[rest, language, u]);
        joined(cx, REPLACE_RE, &[found], term, &[front, u, others]);
        say_image(cx, REPLACE_RE, term, &matches, u);
    } else {
        joined(cx, REPLACE_RE, &[found], term, &[front, u, rest]);
    }
    Ok(())
}

/// The longest match when the empty word is one: `s = m q` with the match `m`, all of `s` if that
/// matches, and `r = u q`.
fn replace_front(cx: &mut Context<'_>, term: Term, [s, language, u]: [Term; 3]) {
    let [taken, rest] = ["match-in-front", "after-match-in-front"].map(|role| cx.skolem(role, &[term]));
    joined(cx, REPLACE_RE, &[], s, &[taken, rest]);
    joined(cx, REPLACE_RE, &[], term, &[u, rest]);
    let exact = member(cx, taken, language);
    cx.axiom(REPLACE_RE, &[exact]);
    let (whole, empty) = (member(cx, s, language), empty(cx));
    let ended = cx.env.equal(rest, empty);
    cx.axiom_when(REPLACE_RE, &[whole], &[ended]);
}

/// `r = (indexof_re s language i)`: outside or not found, -1; else `i` and the length of what
/// stands before the first match in the rest of `s`.
fn reduce_indexof_re(cx: &mut Context<'_>, term: Term, s: Term, language: Term, i: Term) -> Result<(), Stop> {
    let Some(has_empty) = has_empty_word(cx, language)? else { return Ok(()) };
    let (zero, minus) = (cx.env.store.int(0), cx.env.store.int(-1));
    let size = cx.env.length(s);
    let starts = cx.env.app(Op::Le, &[zero, i]);
    let inside = cx.env.app(Op::Le, &[i, size]);
    let valid = cx.env.app(Op::And, &[starts, inside]);
    let none = cx.env.equal(term, minus);
    cx.axiom(INDEXOF_RE, &[valid, none]);
    if has_empty {
        let here = cx.env.equal(term, i);
        cx.axiom_when(INDEXOF_RE, &[valid], &[here]);
        return Ok(());
    }
    let (skipped, part) = (cx.skolem("front-of", &[s, i]), cx.skolem("after", &[s, i]));
    let [front, taken, rest] = ["before-match", "match", "after-match"].map(|role| cx.skolem(role, &[term]));
    joined(cx, INDEXOF_RE, &[valid], s, &[skipped, part]);
    let place = cx.env.length(skipped);
    let place = cx.env.equal(place, i);
    cx.axiom_when(INDEXOF_RE, &[valid], &[place]);
    let matches = matches_of(cx, language, true);
    let found = member(cx, part, matches.some);
    cx.axiom(INDEXOF_RE, &[found, none]);
    joined(cx, INDEXOF_RE, &[valid, found], part, &[front, taken, rest]);
    let (before, exact) = (member(cx, front, matches.none), member(cx, taken, matches.taken));
    let distance = cx.env.length(front);
    let sum = cx.env.app(Op::Add, &[i, distance]);
    let index = cx.env.equal(term, sum);
    cx.axiom_when(INDEXOF_RE, &[valid, found], &[before, exact, index]);
    Ok(())
}

/// The languages of matches of a pattern without the empty word. Of the longest match it is
/// only said that it matches.
fn matches_of(cx: &mut Context<'_>, pattern: Term, longest: bool) -> Matches {
    let all = cx.env.app(Op::ReAll, &[]);
    let some = cx.env.app(Op::ReConcat, &[all, pattern, all]);
    let none = cx.env.app(Op::ReComp, &[some]);
    let letter = cx.env.app(Op::ReAllChar, &[]);
    let letters = cx.env.app(Op::RePlus, &[letter]);
    let longer = cx.env.app(Op::ReConcat, &[pattern, letters]);
    let shortest = cx.env.app(Op::ReDiff, &[pattern, longer]);
    Matches { some, none, taken: if longest { pattern } else { shortest } }
}

/// After all matches became the constant `u`, the word is pieces without matches with `u`
/// between them.
fn say_image(cx: &mut Context<'_>, rule: Rule, term: Term, matches: &Matches, u: Term) {
    if cx.env.store.as_value(u).is_none() {
        return;
    }
    let word = cx.env.app(Op::StrToRe, &[u]);
    let piece = cx.env.app(Op::ReConcat, &[matches.none, word]);
    let pieces = cx.env.app(Op::ReStar, &[piece]);
    let image = cx.env.app(Op::ReConcat, &[pieces, matches.none]);
    let member = member(cx, term, image);
    cx.axiom(rule, &[member]);
}

/// Is the empty word in a language without variables? `None` if it takes too long to tell.
fn has_empty_word(cx: &mut Context<'_>, language: Term) -> Result<Option<bool>, Stop> {
    let empty = empty(cx);
    let question = member(cx, empty, language);
    let (budget, env) = (cx.env.budget, &mut cx.env);
    let answer = PATTERN_STEPS.share(budget, || env.value_of(question))?;
    Ok(answer.flatten().map(|answer| answer == Value::Bool(true)))
}
