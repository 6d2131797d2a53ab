//! Replacing, one match at a time, and what words can come out of it.

use tress_base::Budget;

use crate::model::Model;
use crate::term::{Op, Term, Value};

use super::super::theories::Theories;

/// Steps for a question about a language that is being written down.
const STEPS: u64 = 100_000;

/// The languages of a match.
struct Matches {
    /// Words in which something matches.
    some: Term,
    /// Words in which nothing matches.
    none: Term,
    /// What is taken at the place of a match.
    taken: Term,
}

impl Theories {
    /// Queues the axioms of functions that replace or look for matches.
    pub(super) fn reduce_replaces(&mut self, term: Term, args: &[Term]) {
        match (self.store.op(term), args) {
            (Some(Op::ReplaceAll), [s, t, u]) => self.reduce_replace_all(term, *s, *t, *u),
            (
                Some(
                    op @ (Op::ReplaceRe | Op::ReplaceReAll | Op::ReplaceReLongest | Op::ReplaceReLongestAll),
                ),
                [s, language, u],
            ) if self.is_ground(*language) => self.reduce_replace_re(op, term, [*s, *language, *u]),
            (Some(Op::IndexOfRe), [s, language, i]) if self.is_ground(*language) => {
                self.reduce_indexof_re(term, *s, *language, *i);
            }
            _ => {}
        }
    }

    /// `r = (replace_all s t u)`: `s` when `t` does not occur; else the first occurrence is
    /// exchanged, and all in what follows it.
    fn reduce_replace_all(&mut self, term: Term, s: Term, t: Term, u: Term) {
        let found = self.occurs(s, t);
        let same = self.equal(term, s);
        self.axioms.push(vec![found, same]);
        let (front, rest) = self.first_occurrence(found, s, t);
        let others = self.app(Op::ReplaceAll, &[rest, t, u]);
        self.joined(&[found], term, &[front, u, others]);
        let words = [t, u].map(|word| match self.store.as_value(word) {
            Some(Value::Str(word)) => Some(word.len()),
            _ => None,
        });
        let [Some(old @ 1..), Some(new)] = words else { return };
        let count = self.app(Op::Count, &[s, t]);
        self.bound_count(count, s, t);
        let [after, before] = [term, s].map(|part| self.length(part));
        let change = new as i64 - old as i64;
        let change = self.store.int(change);
        let change = self.app(Op::Mul, &[change, count]);
        let sum = self.app(Op::Add, &[before, change]);
        let length = self.equal(after, sum);
        self.axioms.push(vec![length]);
        let pattern = self.app(Op::StrToRe, &[t]);
        let matches = self.matches(pattern, false);
        self.say_image(term, &matches, u);
    }

    /// `r = (replace_re s language u)` and its kin: `s` when nothing matches; else `s = p m q` with
    /// the match `m`, nothing matches in `p`, and `r = p u q` or the same with `q` replaced.
    fn reduce_replace_re(&mut self, op: Op, term: Term, [s, language, u]: [Term; 3]) {
        let all = matches!(op, Op::ReplaceReAll | Op::ReplaceReLongestAll);
        let longest = matches!(op, Op::ReplaceReLongest | Op::ReplaceReLongestAll);
        let pattern = match self.has_empty_word(language) {
            Some(false) => language,
            Some(true) if all => {
                let letter = self.app(Op::ReAllChar, &[]);
                let letters = self.app(Op::RePlus, &[letter]);
                self.app(Op::ReInter, &[language, letters])
            }
            // The shortest match is the empty one in front.
            Some(true) if !longest => return self.joined(&[], term, &[u, s]),
            Some(true) => return self.replace_front(term, [s, language, u]),
            None => return,
        };
        let matches = self.matches(pattern, longest);
        let found = self.member(s, matches.some);
        let same = self.equal(term, s);
        self.axioms.push(vec![found, same]);
        let [front, taken, rest] = ["front", "match", "rest"].map(|name| self.new_string(name));
        self.joined(&[found], s, &[front, taken, rest]);
        let (before, exact) = (self.member(front, matches.none), self.member(taken, matches.taken));
        self.when(&[found], &[before, exact]);
        if all {
            let others = self.app(op, &[rest, language, u]);
            self.joined(&[found], term, &[front, u, others]);
            self.say_image(term, &matches, u);
        } else {
            self.joined(&[found], term, &[front, u, rest]);
        }
    }

    /// The longest match when the empty word is one: `s = m q` with the match `m`, all of `s` if that
    /// matches, and `r = u q`.
    fn replace_front(&mut self, term: Term, [s, language, u]: [Term; 3]) {
        let [taken, rest] = ["match", "rest"].map(|name| self.new_string(name));
        self.joined(&[], s, &[taken, rest]);
        self.joined(&[], term, &[u, rest]);
        let exact = self.member(taken, language);
        self.axioms.push(vec![exact]);
        let (whole, empty) = (self.member(s, language), self.empty());
        let ended = self.equal(rest, empty);
        self.when(&[whole], &[ended]);
    }

    /// `r = (indexof_re s language i)`: outside or not found, -1; else `i` and the length of what
    /// stands before the first match in the rest of `s`.
    fn reduce_indexof_re(&mut self, term: Term, s: Term, language: Term, i: Term) {
        let Some(has_empty) = self.has_empty_word(language) else { return };
        let (zero, minus) = (self.store.int(0), self.store.int(-1));
        let size = self.length(s);
        let starts = self.app(Op::Le, &[zero, i]);
        let inside = self.app(Op::Le, &[i, size]);
        let valid = self.app(Op::And, &[starts, inside]);
        let none = self.equal(term, minus);
        self.roots.push(valid);
        self.axioms.push(vec![valid, none]);
        if has_empty {
            let here = self.equal(term, i);
            return self.when(&[valid], &[here]);
        }
        let [skipped, part, front, taken, rest] =
            ["skipped", "part", "front", "match", "rest"].map(|name| self.new_string(name));
        self.joined(&[valid], s, &[skipped, part]);
        let place = self.length(skipped);
        let place = self.equal(place, i);
        self.when(&[valid], &[place]);
        let matches = self.matches(language, true);
        let found = self.member(part, matches.some);
        self.axioms.push(vec![found, none]);
        self.joined(&[valid, found], part, &[front, taken, rest]);
        let (before, exact) = (self.member(front, matches.none), self.member(taken, matches.taken));
        let distance = self.length(front);
        let sum = self.app(Op::Add, &[i, distance]);
        let index = self.equal(term, sum);
        self.when(&[valid, found], &[before, exact, index]);
    }

    /// The languages of matches of a pattern without the empty word. Of the longest match it is
    /// only said that it matches.
    fn matches(&mut self, pattern: Term, longest: bool) -> Matches {
        let all = self.app(Op::ReAll, &[]);
        let some = self.app(Op::ReConcat, &[all, pattern, all]);
        let none = self.app(Op::ReComp, &[some]);
        let letter = self.app(Op::ReAllChar, &[]);
        let letters = self.app(Op::RePlus, &[letter]);
        let longer = self.app(Op::ReConcat, &[pattern, letters]);
        let shortest = self.app(Op::ReDiff, &[pattern, longer]);
        Matches { some, none, taken: if longest { pattern } else { shortest } }
    }

    /// After all matches became the literal `u`, the word is pieces without matches with `u`
    /// between them.
    fn say_image(&mut self, term: Term, matches: &Matches, u: Term) {
        if self.store.as_value(u).is_none() {
            return;
        }
        let word = self.app(Op::StrToRe, &[u]);
        let piece = self.app(Op::ReConcat, &[matches.none, word]);
        let pieces = self.app(Op::ReStar, &[piece]);
        let image = self.app(Op::ReConcat, &[pieces, matches.none]);
        let member = self.member(term, image);
        self.axioms.push(vec![member]);
    }

    /// Is the empty word in a language without variables? `None` when that takes too long.
    fn has_empty_word(&mut self, language: Term) -> Option<bool> {
        let empty = self.empty();
        let question = self.app(Op::InRe, &[empty, language]);
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        match self.evaluator.eval(&self.store, question, &Model::new(), &budget) {
            Ok(Value::Bool(answer)) => Some(answer),
            _ => None,
        }
    }
}
