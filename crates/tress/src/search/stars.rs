//! Memberships in the repetition of a string that is not known yet.
//!
//! Enters: atoms `s in star (set t)`, most of them from F-Loop. Leaves: axioms that say the same with
//! concatenations and lengths. `s` is then so many copies of `t`: its length is a multiple of
//! `t`'s, and its copies come off one by one.

use tress_base::Int;
use tress_sat::Search;

use crate::term::{Op, Sort, Term, Value};

use super::egraph::Node;
use super::forms::Item;
use super::rules::Rule;
use super::theories::Theories;

/// So many copies are taken off one by one; more are told by the value of the string.
const FEW_COPIES: usize = 4;

/// An atom `subject in star (set word)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Star {
    subject: Term,
    word: Term,
    atom: Term,
    /// Has its first copy been taken off?
    unfolded: bool,
}

impl Theories {
    /// Notes an atom that says: this string repeats that string.
    pub(super) fn note_star(&mut self, atom: Term, subject: Term, repeated: Term) {
        if let (Some(Op::StrToRe), [word]) = (self.store.op(repeated), self.store.args(repeated)) {
            self.stars.push(Star { subject, word: *word, atom, unfolded: false });
        }
    }

    /// All atoms that say that a string repeats another.
    pub(super) fn star_atoms(&self) -> impl Iterator<Item = Term> {
        self.stars.iter().map(|star| star.atom)
    }

    /// Does the atom say that a string repeats another?
    pub(super) fn is_star(&self, term: Term) -> bool {
        self.star_atoms().any(|atom| atom == term)
    }

    /// Is the class known to repeat these parts?
    pub(super) fn is_repeated(&self, class: Node, parts: &[Item], search: &Search<'_>) -> bool {
        let holds =
            |atom: Term| self.literals.get(atom).is_some_and(|literal| search.value(*literal) == Some(true));
        let label = |term: Term| self.nodes.get(term).map(|node| self.graph.label(*node));
        self.stars.iter().any(|star| {
            label(star.subject) == Some(class)
                && holds(star.atom)
                && label(star.word).is_some_and(|word| self.form_of(word).items == parts)
        })
    }

    /// Says what is wrong with a string that should repeat another and does not. False when nothing
    /// new can be said.
    pub(super) fn tell_star(&mut self, atom: Term, subject: &Value) -> bool {
        let Some(place) = self.stars.iter().position(|star| star.atom == atom) else { return false };
        let star = self.stars[place];
        let (Value::Str(subject), length) = (subject, self.length_of(star.word)) else { return false };
        match self.number_of(length).to_usize() {
            None => false,
            Some(0) => self.repeat_nothing(star),
            Some(length) if subject.len() % length != 0 => self.repeat_whole(star, length),
            Some(length) if star.unfolded || subject.len() > FEW_COPIES * length => false,
            Some(_) => {
                self.stars[place].unfolded = true;
                self.r_star(star)
            }
        }
    }

    /// A string that repeats the empty word is empty.
    fn repeat_nothing(&mut self, star: Star) -> bool {
        let empty = self.store.word([]);
        let conditions = [star.atom, self.app(Op::Eq, &[star.word, empty])];
        let mut clause = conditions.map(|condition| self.store.not(condition)).to_vec();
        clause.push(self.app(Op::Eq, &[star.subject, empty]));
        self.axioms.push(clause);
        true
    }

    /// The length of a repetition is a multiple: when `t` is so long, `len s = n k` for some `k`.
    fn repeat_whole(&mut self, star: Star, length: usize) -> bool {
        let symbol = self.store.declare("copies", &[], Sort::Int);
        let copies = self.store.constant(symbol);
        let (zero, number) = (self.store.int(0), self.store.int(Int::from(length)));
        let [long, own] = [star.subject, star.word].map(|part| self.length_of(part));
        let conditions = [star.atom, self.app(Op::Eq, &[own, number])];
        let mut clause = conditions.map(|condition| self.store.not(condition)).to_vec();
        let product = self.app(Op::Mul, &[number, copies]);
        clause.push(self.app(Op::Eq, &[long, product]));
        self.axioms.push(clause);
        let positive = self.app(Op::Ge, &[copies, zero]);
        self.axioms.push(vec![positive]);
        true
    }

    /// R-Star: a repetition that is not empty begins with a copy. `s in star (set t)` and `s` not
    /// empty give `s = t z` and `z in star (set t)`.
    fn r_star(&mut self, star: Star) -> bool {
        let symbol = self.store.declare("rest", &[], Sort::String);
        self.applied.add(Rule::RStar);
        let (rest, empty) = (self.store.constant(symbol), self.store.word([]));
        let whole = self.app(Op::Concat, &[star.word, rest]);
        let whole = self.app(Op::Eq, &[star.subject, whole]);
        let none = self.app(Op::Eq, &[star.subject, empty]);
        let language = self.store.args(star.atom)[1];
        let member = self.app(Op::InRe, &[rest, language]);
        self.roots.push(member);
        let not_member = self.store.not(star.atom);
        self.axioms.extend([vec![not_member, none, whole], vec![not_member, none, member]]);
        true
    }
}
