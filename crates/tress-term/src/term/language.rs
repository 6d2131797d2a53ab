//! Regular languages as terms.
//!
//! Enters: an expression in its store. Leaves: a term of sort RegLan with the same language. What is
//! shared in the expression is shared in the term.

use rustc_hash::FxHashMap;
use tress_automata::{Regex, RegexStore, View};
use tress_base::Int;

use super::op::Op;
use super::store::{Term, TermStore};

/// The term of a language, when it takes no more than `most` parts and ranges to write it.
pub fn language_term(
    store: &mut TermStore,
    regexes: &RegexStore,
    language: Regex,
    most: usize,
) -> Option<Term> {
    let mut done: FxHashMap<Regex, Term> = FxHashMap::default();
    let mut stack = vec![(language, false)];
    let mut left = most;
    while let Some((at, is_open)) = stack.pop() {
        if done.contains_key(&at) {
            continue;
        }
        let parts = parts(regexes, at);
        if !is_open && !parts.is_empty() {
            left = left.checked_sub(parts.len())?;
            stack.push((at, true));
            stack.extend(parts.into_iter().map(|part| (part, false)));
            continue;
        }
        if regexes.is_followed(at) {
            return None;
        }
        if let View::Chars(set) = regexes.view(at) {
            left = left.checked_sub(set.ranges().len())?;
        }
        let term = term(store, regexes, at, &done);
        done.insert(at, term);
    }
    done.get(&language).copied()
}

/// What the term of an expression is made of.
fn parts(regexes: &RegexStore, regex: Regex) -> Vec<Regex> {
    match regexes.view(regex) {
        View::None | View::Epsilon | View::Chars(_) | View::Followed => Vec::new(),
        View::Concat(..) => factors(regexes, regex).1,
        View::Repeat { body, .. } | View::Complement(body) => vec![body],
        View::Union(members) | View::Inter(members) => members.to_vec(),
    }
}

/// The single characters at the front of a concatenation, and the factors behind them.
fn factors(regexes: &RegexStore, regex: Regex) -> (Vec<u32>, Vec<Regex>) {
    let (mut word, mut rest, mut at) = (Vec::new(), Vec::new(), regex);
    loop {
        let (first, next) = match regexes.view(at) {
            View::Concat(first, next) => (first, Some(next)),
            _ => (at, None),
        };
        match regexes.view(first) {
            View::Chars(set) if rest.is_empty() && set.len() == 1 => word.extend(set.first()),
            // What follows a factor is a term of its own, so that tails are shared.
            _ => rest.push(first),
        }
        match next {
            Some(next) if rest.is_empty() => at = next,
            Some(next) => {
                rest.push(next);
                return (word, rest);
            }
            None => return (word, rest),
        }
    }
}

fn term(terms: &mut TermStore, regexes: &RegexStore, regex: Regex, done: &FxHashMap<Regex, Term>) -> Term {
    let inner: Vec<Term> = parts(regexes, regex).iter().map(|part| done[part]).collect();
    match regexes.view(regex) {
        _ if regex == Regex::ALL => app(terms, Op::ReAll, &[]),
        _ if regex == Regex::ANY_CHAR => app(terms, Op::ReAllChar, &[]),
        View::None => app(terms, Op::ReNone, &[]),
        View::Epsilon => literal(terms, &[]),
        View::Chars(set) => {
            let ranges: Vec<Term> = set.ranges().iter().map(|range| characters(terms, *range)).collect();
            joined(terms, Op::ReUnion, &ranges)
        }
        View::Concat(..) => {
            let (word, _) = factors(regexes, regex);
            let front = if word.is_empty() { Vec::new() } else { vec![literal(terms, &word)] };
            joined(terms, Op::ReConcat, &[front, inner].concat())
        }
        View::Repeat { low: 0, high: None, .. } => app(terms, Op::ReStar, &inner),
        View::Repeat { low: 1, high: None, .. } => app(terms, Op::RePlus, &inner),
        View::Repeat { low: 0, high: Some(1), .. } => app(terms, Op::ReOpt, &inner),
        View::Repeat { low, high: None, .. } => {
            let star = app(terms, Op::ReStar, &inner);
            let power = terms.indexed(Op::RePower, &[Int::from(low)], &inner).expect("a language");
            app(terms, Op::ReConcat, &[power, star])
        }
        View::Repeat { low, high: Some(high), .. } if low == high => {
            terms.indexed(Op::RePower, &[Int::from(low)], &inner).expect("a language")
        }
        View::Repeat { low, high: Some(high), .. } => {
            terms.indexed(Op::ReLoop, &[Int::from(low), Int::from(high)], &inner).expect("a language")
        }
        View::Union(_) => joined(terms, Op::ReUnion, &inner),
        View::Inter(_) => joined(terms, Op::ReInter, &inner),
        View::Complement(_) => app(terms, Op::ReComp, &inner),
        View::Followed => unreachable!("a language that is followed has no term"),
    }
}

fn app(terms: &mut TermStore, op: Op, args: &[Term]) -> Term {
    terms.app(op, args).expect("languages fit together")
}

/// Several languages under one operator; one alone stays as it is.
fn joined(terms: &mut TermStore, op: Op, args: &[Term]) -> Term {
    match args {
        [only] => *only,
        _ => app(terms, op, args),
    }
}

fn literal(terms: &mut TermStore, word: &[u32]) -> Term {
    let word = terms.word(word);
    app(terms, Op::StrToRe, &[word])
}

fn characters(terms: &mut TermStore, (low, high): (u32, u32)) -> Term {
    if low == high {
        return literal(terms, &[low]);
    }
    let ends = [low, high].map(|c| terms.word([c]));
    app(terms, Op::ReRange, &ends)
}
