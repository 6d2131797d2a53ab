//! Strings that must differ.
//!
//! Enters: classes in normal form, and pairs of them that must be unequal. Leaves: for each pair a
//! place where the two will differ, or a clause. Strings of different lengths differ; otherwise
//! the forms are walked side by side until two parts meet that can be given different words.

use tress_base::{Int, Stop};
use tress_sat::{Lit, Search, Var};

use crate::term::{Op, Sort, Term};

use super::align::End;
use super::egraph::Node;
use super::finish::Step;
use super::forms::Item;
use super::theories::Theories;
use super::words::exclude;

/// How a pair of unequal strings differs.
enum Difference {
    /// In length, or in two literal letters.
    Plain,
    /// These two parts, of one length, can differ.
    Parts(Term, Term),
    /// A longer part must be cut first.
    Cut(Node, Term),
    /// Nowhere.
    None,
}

impl Theories {
    /// Finds a difference for each pair of strings that must be unequal.
    pub(super) fn check_unequal_forms(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        for (literal, a, b) in self.unequal_strings(search) {
            search.budget().poll()?;
            match self.difference_of(a, b) {
                Difference::Plain => {}
                Difference::Parts(one, other) => {
                    if self.try_unequal(one, other, search) {
                        return Ok(Step::Changed);
                    }
                }
                Difference::Cut(class, front) => {
                    self.cut(class, front, search);
                    return Ok(Step::Changed);
                }
                Difference::None => {
                    let forms = [a, b].map(|node| self.form_of(self.graph.label(node)));
                    let mut premises: Vec<(Node, Node)> =
                        forms.iter().flat_map(|form| form.premises()).collect();
                    premises.extend([(a, self.graph.label(a)), (b, self.graph.label(b))]);
                    let mut literals = self.literals_behind(premises);
                    literals.push(literal);
                    exclude(literals, &[], search);
                    return Ok(Step::Changed);
                }
            }
        }
        Ok(Step::Fine)
    }

    /// Proposes that two parts differ (D-Split). True when the search has that to decide.
    fn try_unequal(&mut self, one: Term, other: Term, search: &mut Search<'_>) -> bool {
        let literal = self.equation(one, other, search);
        if search.value(literal) == Some(false) {
            return false;
        }
        self.atom_mut(literal.var()).always_relevant = true;
        search.suggest(!literal);
        true
    }

    /// Equations of strings that are false, with their sides.
    pub(super) fn unequal_strings(&self, search: &Search<'_>) -> Vec<(Lit, Node, Node)> {
        let mut found = Vec::new();
        for (index, atom) in self.atoms.iter().enumerate() {
            let Some((a, b)) = atom.sides else { continue };
            let var = Var::new(u32::try_from(index).expect("variables are numbered with 32 bits"));
            let term = self.term_of_node.get(a.0 as usize).copied().flatten();
            let is_string = term.is_some_and(|term| self.store.sort(term) == Sort::String);
            if is_string && search.value(var.positive()) == Some(false) {
                found.push((var.negative(), a, b));
            }
        }
        found
    }

    /// Where two strings differ.
    fn difference_of(&mut self, a: Node, b: Node) -> Difference {
        let forms = [a, b].map(|node| self.form_of(self.graph.label(node)));
        let lengths = [0, 1].map(|side| self.length_now(&forms[side].items));
        if lengths[0] != lengths[1] {
            return Difference::Plain;
        }
        let [mut left, mut right] = forms.map(|form| form.items);
        left.reverse();
        right.reverse();
        loop {
            let (one, other) = match (left.pop(), right.pop()) {
                (None, None) => return Difference::None,
                // What is left has length zero in the present solution only: that is no proof
                // that the strings are equal, so the evaluator decides.
                (None, Some(_)) | (Some(_), None) => return Difference::Plain,
                (Some(one), Some(other)) => (one, other),
            };
            if one == other {
                continue;
            }
            match (one, other) {
                (Item::Word(one), Item::Word(other)) => {
                    let common = one.len().min(other.len());
                    if one[..common] != other[..common] {
                        return Difference::Plain;
                    }
                    for (items, word) in [(&mut left, one), (&mut right, other)] {
                        if common < word.len() {
                            items.push(Item::Word(word[common..].into()));
                        }
                    }
                }
                (Item::Class(class), Item::Word(word)) | (Item::Word(word), Item::Class(class)) => {
                    let length = self.class_length_now(class);
                    if let Some(front) = length.to_usize().and_then(|length| word.get(..length)) {
                        let front = self.store.word(front);
                        return Difference::Parts(self.term_at(class), front);
                    }
                    let front = self.store.int(word.len());
                    return Difference::Cut(class, front);
                }
                (Item::Class(one), Item::Class(other)) => {
                    let lengths = [one, other].map(|class| self.class_length_now(class));
                    if lengths[0] == lengths[1] {
                        return Difference::Parts(self.term_at(one), self.term_at(other));
                    }
                    let (long, short) = if lengths[0] > lengths[1] { (one, other) } else { (other, one) };
                    let short = self.term_at(short);
                    let front = self.app(Op::Length, &[short]);
                    return Difference::Cut(long, front);
                }
            }
        }
    }

    /// The length in the present solution, which may be larger than any word in memory.
    pub(super) fn class_length_now(&mut self, class: Node) -> Int {
        let term = self.term_at(class);
        let length = self.app(Op::Length, &[term]);
        if self.numbers.has(length) { self.number_of(length) } else { Int::ZERO }
    }

    fn length_now(&mut self, items: &[Item]) -> Int {
        let mut sum = Int::ZERO;
        for item in items {
            sum += &match item {
                Item::Word(word) => Int::from(word.len()),
                Item::Class(class) => self.class_length_now(*class),
            };
        }
        sum
    }

    /// Cuts a class after a number of characters: longer than that, it is a front and a rest.
    fn cut(&mut self, class: Node, front_length: Term, search: &mut Search<'_>) {
        let term = self.term_at(class);
        let length = self.app(Op::Length, &[term]);
        let front = self.rest_of(term, front_length, End::Left);
        let rest = self.rest_of(term, front, End::Left);
        let whole = self.app(Op::Concat, &[front, rest]);
        let longer = self.length_literal(Op::Gt, length, front_length, search);
        let equal = self.equation(term, whole, search);
        let own = self.app(Op::Length, &[front]);
        let fits = self.equation(own, front_length, search);
        search.add_lemma(&[!longer, equal]);
        search.add_lemma(&[!longer, fits]);
    }
}
