//! The clauses that bring two lists of one class closer to each other.
//!
//! Enters: the step that `align` chose, and the equalities that it rests on. Leaves: its clause.
//! Names for parts of strings are shared by meaning: what is left of a string beside so many
//! characters has one name, whatever rule asks for it.

use tress_sat::{Lit, Search};

use crate::term::{Op, Sort, Term, Value, Word};

use super::align::{End, Inference, front};
use super::egraph::Node;
use super::forms::Item;
use super::rules::Rule;
use super::theories::Theories;
use super::words::exclude;

/// A part of a string that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The first characters, this many.
    Front(Term),
    /// What follows the first characters.
    After(Term),
    /// What stands before the last characters.
    Before(Term),
}

impl Theories {
    /// Adds the clause of a step.
    pub(super) fn draw(
        &mut self,
        inference: Inference,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        match inference {
            Inference::Same => {}
            Inference::Clash => self.conclude(premises, &[], search),
            Inference::Empty(items) => self.conclude_empty(&items, premises, search),
            Inference::Remainder(class, items) => {
                let (term, rest) = (self.term_at(class), self.term_for(&items));
                let equal = self.equation(term, rest, search);
                self.conclude(premises, &[equal], search);
            }
            Inference::Begins(class, word) => {
                let (term, word) = (self.term_at(class), self.store.word(word));
                let whole = self.whole_of(term, word, end);
                let begins = self.equation(term, whole, search);
                self.conclude(premises, &[begins], search);
            }
            Inference::Loop(found) => self.f_loop(&found, premises, end, search),
            Inference::Gap(class, below, above) => self.conclude_gap(class, below, above, premises, search),
            Inference::Classes(one, other) => self.classes_meet(one, other, premises, end, search),
            Inference::Literal(class, word) => self.class_meets_literal(class, &word, premises, end, search),
        }
    }

    /// Adds the clause: the premises imply one of the conclusions.
    pub(super) fn conclude(
        &mut self,
        premises: &[(Node, Node)],
        conclusions: &[Lit],
        search: &mut Search<'_>,
    ) {
        let literals = self.literals_behind(premises.iter().copied());
        exclude(literals, conclusions, search);
    }

    /// Each item is empty; a literal is not.
    fn conclude_empty(&mut self, items: &[Item], premises: &[(Node, Node)], search: &mut Search<'_>) {
        if items.iter().any(|item| matches!(item, Item::Word(_))) {
            self.conclude(premises, &[], search);
            return;
        }
        for item in items {
            let Item::Class(class) = item else { continue };
            let (term, empty) = (self.term_at(*class), self.store.word([]));
            let is_empty = self.equation(term, empty, search);
            self.conclude(premises, &[is_empty], search);
        }
    }

    fn conclude_gap(
        &mut self,
        class: Node,
        below: usize,
        above: usize,
        premises: &[(Node, Node)],
        search: &mut Search<'_>,
    ) {
        let term = self.term_at(class);
        let length = self.length_of(term);
        let (below, above) = (self.store.int(below), self.store.int(above));
        let [short, long] = [(Op::Le, below), (Op::Ge, above)].map(|(op, number)| {
            let formula = self.app(op, &[length, number]);
            let literal = self.literal(formula, search);
            self.atom_mut(literal.var()).always_relevant = true;
            literal
        });
        self.conclude(premises, &[short, long], search);
    }

    pub(super) fn equation(&mut self, a: Term, b: Term, search: &mut Search<'_>) -> Lit {
        let equal = self.app(Op::Eq, &[a, b]);
        let literal = self.literal(equal, search);
        search.set_decidable(literal.var(), true);
        literal
    }

    /// The length of a string, which of a literal is a number.
    pub(super) fn length_of(&mut self, term: Term) -> Term {
        match self.store.as_value(term) {
            Some(Value::Str(word)) => {
                let length = word.len();
                self.store.int(length)
            }
            _ => self.app(Op::Length, &[term]),
        }
    }

    /// L-Split: the lengths of two strings compare in some way, or they do not. The search decides,
    /// and tries first what the present solution says.
    pub(super) fn l_split(&mut self, op: Op, a: Term, b: Term, search: &mut Search<'_>) -> Lit {
        let formula = self.app(op, &[a, b]);
        let literal = self.literal(formula, search);
        self.atom_mut(literal.var()).always_relevant = true;
        search.set_decidable(literal.var(), true);
        search.set_phase(literal.var(), literal.is_positive());
        self.applied.add(Rule::LSplit);
        literal
    }

    /// The name of a part of a string.
    pub(super) fn part_of(&mut self, whole: Term, part: Part) -> Term {
        if let Some(known) = self.parts.get(&(whole, part)) {
            return *known;
        }
        let symbol = self.store.declare("part", &[], Sort::String);
        let name = self.store.constant(symbol);
        self.parts.insert((whole, part), name);
        name
    }

    /// The whole as a part at one end and the rest.
    fn whole_of(&mut self, whole: Term, part: Term, end: End) -> Term {
        let length = self.length_of(part);
        match end {
            End::Left => {
                let rest = self.part_of(whole, Part::After(length));
                self.app(Op::Concat, &[part, rest])
            }
            End::Right => {
                let rest = self.part_of(whole, Part::Before(length));
                self.app(Op::Concat, &[rest, part])
            }
        }
    }

    /// F-Unify: heads of equal lengths are equal. `F s = (w, u, u')`, `F t = (w, v, v')`, `s = t`
    /// and `len u = len v` give `u = v`. Of a literal the front that is as long can be `v`.
    fn f_unify(&mut self, u: Term, v: Term, premises: &[(Node, Node)], search: &mut Search<'_>) {
        self.applied.add(Rule::FUnify);
        let lengths = [u, v].map(|head| self.length_of(head));
        let same = self.l_split(Op::Eq, lengths[0], lengths[1], search);
        let equal = self.equation(u, v, search);
        self.conclude(premises, &[!same, equal], search);
    }

    /// F-Split: of two heads the shorter is at the end of the longer. `F s = (w, u, u')`,
    /// `F t = (w, v, v')`, `s = t` and `len u > len v` give `u = v z`; the present lengths say
    /// which of the two is `u`.
    fn f_split(&mut self, u: Term, v: Term, premises: &[(Node, Node)], end: End, search: &mut Search<'_>) {
        self.applied.add(Rule::FSplit);
        let lengths = [u, v].map(|head| self.length_of(head));
        let whole = self.whole_of(u, v, end);
        let longer = self.l_split(Op::Gt, lengths[0], lengths[1], search);
        let equal = self.equation(u, whole, search);
        self.conclude(premises, &[!longer, equal], search);
    }

    /// A class meets a literal: it is a front of it, or longer.
    fn class_meets_literal(
        &mut self,
        class: Node,
        word: &Word,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        let term = self.term_at(class);
        let length = self.length_of(term);
        // A length that no word in memory has is longer than this one.
        match self.number_of(length).to_usize().filter(|now| *now <= word.len()) {
            Some(now) => {
                let part = self.store.word(front(word, now, end));
                self.f_unify(term, part, premises, search);
            }
            None => {
                let word = self.store.word(word.clone());
                self.f_split(term, word, premises, end, search);
            }
        }
    }

    /// Two classes meet: they are equal, or one is longer.
    fn classes_meet(
        &mut self,
        one: Node,
        other: Node,
        premises: &[(Node, Node)],
        end: End,
        search: &mut Search<'_>,
    ) {
        let [one, other] = [one, other].map(|node| self.term_at(node));
        let [long, short] = [one, other].map(|term| {
            let length = self.length_of(term);
            self.number_of(length)
        });
        if long == short {
            self.f_unify(one, other, premises, search);
        } else if long > short {
            self.f_split(one, other, premises, end, search);
        } else {
            self.f_split(other, one, premises, end, search);
        }
    }
}
