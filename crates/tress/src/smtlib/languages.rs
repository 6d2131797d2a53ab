//! Regular languages as text.
//!
//! Enters: an expression in its store. Leaves: a term of SMT-LIB with the same language. Parts
//! that occur often are bound once, so the text is about as large as the shared expression.

use rustc_hash::FxHashMap;
use tress_automata::{Regex, RegexStore, View};
use tress_base::Int;

use crate::term::{Op, Term, TermStore};

use super::print::{Style, term_text};

/// The text of a language.
#[must_use]
pub fn language_text(regexes: &RegexStore, regex: Regex, style: Style) -> String {
    let mut terms = TermStore::new();
    let mut done: FxHashMap<Regex, Term> = FxHashMap::default();
    let mut stack = vec![regex];
    while let Some(at) = stack.last().copied() {
        let missing = parts(regexes, at).into_iter().filter(|part| !done.contains_key(part));
        let before = stack.len();
        stack.extend(missing);
        if stack.len() == before {
            let term = term(&mut terms, regexes, at, &done);
            done.insert(at, term);
            stack.pop();
        }
    }
    term_text(&terms, done[&regex], style)
}

/// What the term of an expression is made of.
fn parts(regexes: &RegexStore, regex: Regex) -> Vec<Regex> {
    match regexes.view(regex) {
        View::None | View::Epsilon | View::Chars(_) => Vec::new(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::model::Model;
    use crate::smtlib::{Command, Escapes, Names, Reader};
    use crate::term::Value;
    use tress_automata::equivalence::are_equal;
    use tress_automata::naive::Ast;
    use tress_base::{Budget, Random};

    fn read(text: &str, evaluator: &mut Evaluator) -> Regex {
        let (mut terms, mut names) = (TermStore::new(), Names::new());
        let command = format!("(eval {text})");
        let reader = Reader::new(command.as_bytes(), &mut terms, &mut names, Escapes::Standard);
        let Ok(Command::Eval(term)) = reader.command() else { panic!("{text}") };
        match evaluator.eval(&terms, term, &Model::new(), &Budget::unlimited()) {
            Ok(Value::Regex(regex)) => regex,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn printed_languages_are_read_back_as_the_same() {
        let mut random = Random::new(4);
        let budget = Budget::unlimited();
        for _ in 0..500 {
            let mut evaluator = Evaluator::new();
            let size = random.below(12);
            let regex = Ast::random(&mut random, size).build(evaluator.regexes_mut());
            let text = language_text(evaluator.regexes(), regex, Style::Standard);
            let back = read(&text, &mut evaluator);
            assert!(are_equal(evaluator.regexes_mut(), regex, back, &budget).unwrap(), "{text}");
        }
    }

    #[test]
    fn words_and_counters_are_short() {
        let mut evaluator = Evaluator::new();
        let text = "(re.++ (str.to_re \"ab\") ((_ re.loop 2 5) (re.range \"0\" \"9\")))";
        let regex = read(text, &mut evaluator);
        assert_eq!(language_text(evaluator.regexes(), regex, Style::Standard), text);
    }
}
