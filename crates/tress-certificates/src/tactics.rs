//! Ways to show a clause in a few steps: by cases, by the parts of two concatenations, by a language and a
//! length.
//!
//! Enters: a clause. Leaves: its number in the proof. Each way finds out what would have to hold if the
//! clause were false, and writes the steps that refute it.

use tress_base::Stop;
use tress_term::term::{Op, Sort, Term, TermStore, Value, number};

use crate::classes::Classes;
use crate::emit::{Literal, Reason};
use crate::limits::{CASES, PARTS};
use crate::proof::canonical;
use crate::prove::Prover;

impl Prover<'_, '_> {
    /// By what the checker decides, arithmetic, parts of strings, and cases.
    pub(crate) fn closed(&mut self, clause: &[Literal], depth: usize) -> Result<Option<usize>, Stop> {
        if let Some(known) = self.proof.known(clause) {
            return Ok(Some(known));
        }
        let mut found = self.decided(clause)?;
        if found.is_none() {
            found = self.arithmetic(clause)?;
        }
        if found.is_none() {
            found = self.by_parts(clause)?;
        }
        if found.is_none() {
            found = self.by_language(clause)?;
        }
        if found.is_none() && !CASES.is_exceeded(depth + 1, self.env.budget) {
            found = self.by_cases(clause, depth)?;
        }
        Ok(found)
    }

    /// By the truth of a formula that decides a choice or an equivalence.
    fn by_cases(&mut self, clause: &[Literal], depth: usize) -> Result<Option<usize>, Stop> {
        let Some(condition) = self.undecided(clause)? else { return Ok(None) };
        let mut hints = Vec::new();
        for sign in [true, false] {
            let literals = [clause, &[(condition, sign)]].concat();
            let Some(case) = canonical(self.env.store, &literals) else { continue };
            let Some(entry) = self.closed(&case, depth + 1)? else { return Ok(None) };
            hints.push(entry);
        }
        Ok(self.derived(clause, hints))
    }

    /// A formula whose truth would decide something, and is not known where the clause is false.
    fn undecided(&mut self, clause: &[Literal]) -> Result<Option<Term>, Stop> {
        let assumed = negated(clause);
        let classes = Classes::new(self.env, &assumed, &[])?;
        let store = &*self.env.store;
        let mut candidates = Vec::new();
        for term in classes.terms() {
            match (store.op(*term), store.args(*term)) {
                (Some(Op::Ite), [condition, ..]) => candidates.push(*condition),
                (Some(Op::Eq), [a, b]) if store.sort(*a) == Sort::Bool => candidates.extend([*a, *b]),
                _ => {}
            }
        }
        let open = |term: &Term| classes.value(*term).is_none();
        Ok(candidates.into_iter().find(open).map(|term| crate::proof::plain(store, (term, true)).0))
    }

    /// Numbers that differ lie on one side of each other.
    pub(crate) fn by_sides(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        let equations: Vec<(Term, Term)> = clause
            .iter()
            .filter(|(atom, positive)| *positive && self.env.store.op(*atom) == Some(Op::Eq))
            .filter_map(|(atom, _)| match self.env.store.args(*atom) {
                [a, b] if self.env.store.sort(*a).is_numeric() => Some((*a, *b)),
                _ => None,
            })
            .collect();
        for (a, b) in equations.into_iter().take(3) {
            let [below, above] = [Op::Lt, Op::Gt].map(|op| self.env.app(op, &[a, b]));
            let equal = self.env.equal(a, b);
            let sides = [(below, true), (equal, true), (above, true)];
            let schema = if self.env.store.sort(a) == Sort::Int { "compare-int" } else { "compare-real" };
            let reason = Reason::Schema(schema.to_owned(), 0, vec![a, b]);
            let mut hints = Vec::new();
            for side in [below, above] {
                let Some(case) = canonical(self.env.store, &[clause, &[(side, false)]].concat()) else {
                    continue;
                };
                match self.linear(&case)? {
                    Some(entry) => hints.push(entry),
                    None => break,
                }
            }
            if hints.len() == 2
                && let Some(split) = self.proof.add(self.env.store, &sides, reason)
            {
                hints.push(split);
                return Ok(self.derived(clause, hints));
            }
        }
        Ok(None)
    }

    /// By two concatenations that would be equal and begin or end with different characters.
    fn by_parts(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        let assumed = negated(clause);
        if !assumed.iter().any(|(atom, _)| is_about_strings(self.env.store, *atom)) {
            return Ok(None);
        }
        let classes = Classes::new(self.env, &assumed, &[])?;
        let strings: Vec<Term> = classes
            .terms()
            .iter()
            .copied()
            .filter(|term| {
                let store = &*self.env.store;
                store.op(*term) == Some(Op::Concat) || matches!(store.as_value(*term), Some(Value::Str(_)))
            })
            .collect();
        for (place, a) in strings.iter().enumerate() {
            for b in &strings[place + 1..] {
                if classes.of(*a) != classes.of(*b) {
                    continue;
                }
                self.env.budget.look()?;
                for parts in [1, PARTS.size(self.env.budget)] {
                    let [left, right] =
                        [*a, *b].map(|term| self.taken_apart_by(&classes, &strings, term, parts));
                    if let Some(entry) = self.clash(clause, left, right) {
                        return Ok(Some(entry));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A string in which parts are replaced by what they are equal to.
    fn taken_apart_by(&mut self, classes: &Classes, strings: &[Term], term: Term, parts: usize) -> Term {
        if self.env.store.op(term) != Some(Op::Concat) {
            return term;
        }
        let args = self.env.store.args(term).to_vec();
        let images: Vec<Term> = args
            .iter()
            .map(|arg| {
                if let Some(value) = classes.value(*arg) {
                    return value;
                }
                let class = classes.of(*arg);
                let other = strings.iter().find(|other| classes.of(**other) == class && **other < term);
                match other {
                    Some(other) if parts > 1 => self.taken_apart_by(classes, strings, *other, parts - 1),
                    _ => class,
                }
            })
            .collect();
        self.env.store.with_args(term, &images).unwrap_or(term)
    }

    /// Refutes a clause by an equation of two strings that congruence gives.
    fn clash(&mut self, clause: &[Literal], left: Term, right: Term) -> Option<usize> {
        if left == right || !self.differ(left, right) {
            return None;
        }
        let equation = self.env.equal(left, right);
        let strip = self.proof.add(self.env.store, &[(equation, false)], Reason::Plain("strip"))?;
        let literals = canonical(self.env.store, &[clause, &[(equation, true)]].concat())?;
        let closure = self.proof.add(self.env.store, &literals, Reason::Euf(Vec::new()))?;
        self.derived(clause, vec![strip, closure])
    }

    /// Do two concatenations differ in their first or last characters, after common parts?
    fn differ(&self, left: Term, right: Term) -> bool {
        let [mut a, mut b] = [left, right].map(|term| flat(self.env.store, term));
        for _ in 0..2 {
            let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
            a.drain(..same);
            b.drain(..same);
            a.reverse();
            b.reverse();
            if clashes(&a, &b) {
                return true;
            }
        }
        a.reverse();
        b.reverse();
        clashes(&a, &b)
    }

    /// By the languages of one string, and bounds of its length that follow from how it is made.
    fn by_language(&mut self, clause: &[Literal]) -> Result<Option<usize>, Stop> {
        let store = &*self.env.store;
        let subject = clause.iter().find_map(|(atom, _)| match (store.op(*atom), store.args(*atom)) {
            (Some(Op::InRe), [subject, _]) => Some(*subject),
            _ => None,
        });
        let Some(subject) = subject else { return Ok(None) };
        let (reason, most) = match (store.op(subject), store.args(subject)) {
            (Some(Op::Substr), [s, i, n]) => match number(store, *n) {
                Some(most) if most.is_positive() => {
                    (Reason::Schema("substr-len".to_owned(), 5, vec![*s, *i, *n]), *n)
                }
                _ => return Ok(None),
            },
            (Some(Op::At), [s, i]) => {
                let args = vec![*s, *i];
                (Reason::Schema("at-len".to_owned(), 0, args), self.env.store.int(1))
            }
            _ => return Ok(None),
        };
        let length = self.env.length(subject);
        let bound = self.env.app(Op::Le, &[length, most]);
        let Some(unit) = self.proof.add(self.env.store, &[(bound, true)], reason) else { return Ok(None) };
        let Some(literals) = canonical(self.env.store, &[clause, &[(bound, false)]].concat()) else {
            return Ok(None);
        };
        let Some(empty) = self.proof.add(self.env.store, &literals, Reason::Language(2_000)) else {
            return Ok(None);
        };
        Ok(self.derived(clause, vec![unit, empty]))
    }
}

/// What holds where a clause is false.
pub(crate) fn negated(clause: &[Literal]) -> Vec<Literal> {
    clause.iter().map(|(atom, positive)| (*atom, !*positive)).collect()
}

fn is_about_strings(store: &TermStore, atom: Term) -> bool {
    store.op(atom) == Some(Op::Eq) && store.sort(store.args(atom)[0]) == Sort::String
}

/// A part of a flat concatenation: a character, or anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Character(u32),
    Term(Term),
}

fn flat(store: &TermStore, root: Term) -> Vec<Part> {
    let (mut parts, mut open) = (Vec::new(), vec![root]);
    while let Some(term) = open.pop() {
        match store.as_value(term) {
            Some(Value::Str(word)) => {
                for (code, count) in word.pieces() {
                    parts.extend(std::iter::repeat_n(Part::Character(code), count.min(10_000) as usize));
                }
            }
            _ if store.op(term) == Some(Op::Concat) => open.extend(store.args(term).iter().rev()),
            _ => parts.push(Part::Term(term)),
        }
    }
    parts
}

/// Do the beginnings differ whatever symbols denote?
fn clashes(a: &[Part], b: &[Part]) -> bool {
    let has_character = |parts: &[Part]| parts.iter().any(|part| matches!(part, Part::Character(_)));
    match (a.first(), b.first()) {
        (Some(Part::Character(a)), Some(Part::Character(b))) => a != b,
        (None, Some(_)) => has_character(b),
        (Some(_), None) => has_character(a),
        _ => false,
    }
}
