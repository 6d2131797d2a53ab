//! Strings that must differ.
//!
//! Enters: classes in normal form, and pairs of them that must be unequal. Leaves: for each pair a
//! place where the two will differ, or a clause. Strings of different lengths differ; otherwise
//! the forms are walked side by side until two parts meet that can be given different words.
//! CVC4's calculus puts classes of one length into a bucket; here a pair shares a bucket when its
//! present lengths are equal, and only pairs that must differ are looked at.

use tress_base::{Int, Stop};
use tress_sat::{Lit, Search, Var};

use crate::term::{Op, Sort, Term};

use super::egraph::Node;
use super::finish::Step;
use super::forms::{Form, Item};
use super::rules::Rule;
use super::splits::Part;
use super::theories::Theories;
use super::words::exclude;

/// Where two strings of one length differ.
enum Place {
    /// In two literal letters, or the evaluator will tell.
    Apart,
    /// These two parts, of one length, can differ.
    Parts(Term, Term),
    /// A longer part must be cut first, after so many characters.
    Longer(Node, Term),
    /// Nowhere.
    None,
}

impl Theories {
    /// Finds a difference for each pair of strings that must be unequal.
    pub(super) fn check_unequal_forms(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        for (literal, a, b) in self.unequal_strings(search) {
            search.budget().poll()?;
            let forms = [a, b].map(|node| self.form_of(self.graph.label(node)));
            if self.d_base(&forms) {
                self.applied.add(Rule::DBase);
                continue;
            }
            match self.d_add(&forms) {
                Place::Apart => {
                    self.applied.add(Rule::DAdd);
                }
                Place::Parts(u, v) => {
                    if self.s_split(u, v, search) {
                        return Ok(Step::Changed);
                    }
                }
                Place::Longer(class, front) => {
                    self.d_split(class, front, search);
                    return Ok(Step::Changed);
                }
                Place::None => {
                    self.exclude_equal_forms(literal, [a, b], &forms, search);
                    return Ok(Step::Changed);
                }
            }
        }
        Ok(Step::Fine)
    }

    /// Two strings that must differ are made of the same parts.
    fn exclude_equal_forms(
        &mut self,
        literal: Lit,
        pair: [Node; 2],
        forms: &[Form; 2],
        search: &mut Search<'_>,
    ) {
        let mut premises: Vec<(Node, Node)> = forms.iter().flat_map(|form| form.premises()).collect();
        premises.extend(pair.map(|node| (node, self.graph.label(node))));
        let mut literals = self.literals_behind(premises);
        literals.push(literal);
        exclude(literals, &[], search);
    }

    /// S-Split: two strings are equal or they differ. The search decides, and tries first that they
    /// differ. False when it has decided so.
    fn s_split(&mut self, x: Term, y: Term, search: &mut Search<'_>) -> bool {
        let literal = self.equation(x, y, search);
        if search.value(literal) == Some(false) {
            return false;
        }
        self.atom_mut(literal.var()).always_relevant = true;
        search.suggest(!literal);
        self.applied.add(Rule::SSplit);
        true
    }

    /// D-Base: a string whose length no other has differs from all of them. Do the lengths of these
    /// two differ?
    fn d_base(&mut self, forms: &[Form; 2]) -> bool {
        let [one, other] = [0, 1].map(|side| self.length_now(&forms[side].items));
        one != other
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

    /// D-Add: strings of one length differ when after a common front parts of one length do. Finds
    /// that place.
    fn d_add(&mut self, forms: &[Form; 2]) -> Place {
        let [mut left, mut right] = forms.each_ref().map(|form| form.items.clone());
        left.reverse();
        right.reverse();
        loop {
            let (one, other) = match (left.pop(), right.pop()) {
                (None, None) => return Place::None,
                // What is left has length zero in the present solution only: that is no proof
                // that the strings are equal, so the evaluator decides.
                (None, Some(_)) | (Some(_), None) => return Place::Apart,
                (Some(one), Some(other)) => (one, other),
            };
            if one == other {
                continue;
            }
            let (Item::Word(one), Item::Word(other)) = (&one, &other) else {
                return self.place_of(one, other);
            };
            let common = one.len().min(other.len());
            if one[..common] != other[..common] {
                return Place::Apart;
            }
            for (items, word) in [(&mut left, one), (&mut right, other)] {
                if common < word.len() {
                    items.push(Item::Word(word[common..].into()));
                }
            }
        }
    }

    /// Two different parts meet, one of which is a class.
    fn place_of(&mut self, one: Item, other: Item) -> Place {
        match (one, other) {
            (Item::Class(class), Item::Word(word)) | (Item::Word(word), Item::Class(class)) => {
                let length = self.class_length_now(class);
                if let Some(front) = length.to_usize().and_then(|length| word.get(..length)) {
                    let front = self.store.word(front);
                    return Place::Parts(self.term_at(class), front);
                }
                Place::Longer(class, self.store.int(word.len()))
            }
            (Item::Class(one), Item::Class(other)) => {
                let lengths = [one, other].map(|class| self.class_length_now(class));
                if lengths[0] == lengths[1] {
                    return Place::Parts(self.term_at(one), self.term_at(other));
                }
                let (long, short) = if lengths[0] > lengths[1] { (one, other) } else { (other, one) };
                let short = self.term_at(short);
                Place::Longer(long, self.length_of(short))
            }
            (Item::Word(_), Item::Word(_)) => Place::Apart,
        }
    }

    /// The length in the present solution, which may be larger than any word in memory.
    pub(super) fn class_length_now(&mut self, class: Node) -> Int {
        let term = self.term_at(class);
        let length = self.app(Op::Length, &[term]);
        if self.numbers.has(length) { self.number_of(length) } else { Int::ZERO }
    }

    pub(super) fn length_now(&mut self, items: &[Item]) -> Int {
        let mut sum = Int::ZERO;
        for item in items {
            sum += &match item {
                Item::Word(word) => Int::from(word.len()),
                Item::Class(class) => self.class_length_now(*class),
            };
        }
        sum
    }

    /// D-Split: a part `u` that is longer than the part `v` it meets is cut after as many
    /// characters: `u = z z'` with `len z = len v`.
    fn d_split(&mut self, class: Node, front_length: Term, search: &mut Search<'_>) {
        self.applied.add(Rule::DSplit);
        let term = self.term_at(class);
        let length = self.length_of(term);
        let front = self.part_of(term, Part::Front(front_length));
        let rest = self.part_of(term, Part::After(front_length));
        let whole = self.app(Op::Concat, &[front, rest]);
        let longer = self.l_split(Op::Gt, length, front_length, search);
        let equal = self.equation(term, whole, search);
        let own = self.length_of(front);
        let fits = self.equation(own, front_length, search);
        search.add_lemma(&[!longer, equal]);
        search.add_lemma(&[!longer, fits]);
    }
}
