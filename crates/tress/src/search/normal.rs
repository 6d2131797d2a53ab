//! Normal forms: what each class of equal strings is made of.
//!
//! Enters: classes, some of whose members are concatenations, and lengths that the arithmetic
//! gave to all strings. Leaves: for each such class one list of literals and smaller classes, or a
//! clause that brings two different lists of one class closer to each other. The rules are those
//! of CVC4's calculus (Liang, Reynolds, Tinelli, Barrett, Deters, 2014): F-Unify when two heads
//! have equal lengths, F-Split when one is longer, conflict when two literals differ. The
//! arithmetic's present lengths say which of them to try first; each clause holds whatever the
//! lengths are.

use std::collections::BTreeMap;

use tress_base::Stop;
use tress_sat::{Lit, Search};

use crate::term::{Op, Sort, Term, Word};

use super::egraph::Node;
use super::finish::Step;
use super::theories::Theories;
use super::words::exclude;

/// A part of a normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A literal word, not empty.
    Word(Word),
    /// A class without concatenations.
    Class(Node),
}

/// What a class is made of, and the equalities between nodes that this rests on.
#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    pub(super) items: Vec<Item>,
    pub(super) premises: Vec<(Node, Node)>,
}

/// Normal forms by class, for classes that have a concatenation.
pub(super) type Forms = BTreeMap<Node, Form>;

impl Theories<'_> {
    /// Brings every class into normal form.
    pub(super) fn check_forms(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        self.forms = Forms::new();
        let members = self.concatenations();
        if members.is_empty() {
            return Ok(Step::Fine);
        }
        if self.add_lengths() {
            return Ok(Step::Changed);
        }
        for label in self.inside_out(&members) {
            search.budget().poll()?;
            let lists: Vec<(Node, Form)> = members[&label]
                .iter()
                .map(|member| (*member, self.flattened(*member)))
                .filter(|(_, form)| form.items != [Item::Class(label)])
                .collect();
            let Some(((first, form), others)) = lists.split_first() else { continue };
            for (other, list) in others {
                let mut premises = [form.premises.as_slice(), &list.premises].concat();
                premises.push((*first, *other));
                if self.align(&form.items, &list.items, &premises, search) {
                    return Ok(Step::Changed);
                }
            }
            let mut form = form.clone();
            form.premises.push((label, *first));
            self.forms.insert(label, form);
        }
        self.check_unequal_forms(search)
    }

    /// The concatenations of each class.
    fn concatenations(&self) -> BTreeMap<Node, Vec<Node>> {
        let mut members: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for (index, term) in self.term_of_node.iter().enumerate() {
            if term.is_some_and(|term| self.store.op(term) == Some(Op::Concat)) {
                let node = Node(u32::try_from(index).expect("nodes are numbered with 32 bits"));
                members.entry(self.graph.label(node)).or_default().push(node);
            }
        }
        members
    }

    /// Tells the arithmetic the length of every string. True when one was new.
    fn add_lengths(&mut self) -> bool {
        let before = self.unregistered.len();
        for index in self.strings_with_length..self.term_of_node.len() {
            let Some(term) = self.term_of_node[index] else { continue };
            if self.store.sort(term) != Sort::String || self.store.as_value(term).is_some() {
                continue;
            }
            let length = self.app(Op::Length, &[term]);
            self.linear(&[(length, tress_base::Rational::ONE)]);
            let (zero, empty) = (self.store.int(0), self.store.word([]));
            let short = self.app(Op::Eq, &[length, zero]);
            let empty = self.app(Op::Eq, &[term, empty]);
            self.equivalent(short, empty);
        }
        self.strings_with_length = self.term_of_node.len();
        self.unregistered.len() > before || !self.axioms.is_empty()
    }

    /// Classes with concatenations, each after those that its concatenations hold. A cycle means
    /// that everything around it is empty, which the lengths will say; it is cut anywhere.
    fn inside_out(&self, members: &BTreeMap<Node, Vec<Node>>) -> Vec<Node> {
        let mut order = Vec::new();
        let mut seen: std::collections::BTreeSet<Node> = std::collections::BTreeSet::new();
        for start in members.keys() {
            let mut stack = vec![(*start, false)];
            while let Some((label, done)) = stack.pop() {
                if done {
                    order.push(label);
                } else if seen.insert(label) {
                    stack.push((label, true));
                    let nodes = members.get(&label).into_iter().flatten();
                    let parts = nodes.flat_map(|node| self.graph.application(*node).1);
                    let inner =
                        parts.map(|part| self.graph.label(*part)).filter(|part| members.contains_key(part));
                    stack.extend(inner.map(|part| (part, false)));
                }
            }
        }
        order
    }

    /// A concatenation with every part in normal form.
    fn flattened(&self, member: Node) -> Form {
        let mut form = Form::default();
        for part in self.graph.application(member).1 {
            let label = self.graph.label(*part);
            if let (Some(word), Some(constant)) = (self.constant_word(label), self.graph.constant(label)) {
                form.premises.push((*part, constant));
                push_item(&mut form.items, Item::Word(word));
            } else if let Some(inner) = self.forms.get(&label) {
                form.premises.push((*part, label));
                form.premises.extend_from_slice(&inner.premises);
                inner.items.iter().for_each(|item| push_item(&mut form.items, item.clone()));
            } else {
                form.premises.push((*part, label));
                push_item(&mut form.items, Item::Class(label));
            }
        }
        form
    }

    /// The literals behind equalities of nodes.
    pub(super) fn literals_behind(&mut self, pairs: &[(Node, Node)]) -> Vec<Lit> {
        let mut literals = Vec::new();
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        for (a, b) in pairs {
            self.graph.explain(a, b, &mut literals);
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// Compares two lists of one class from the left. True when they differ and a clause was
    /// added.
    fn align(
        &mut self,
        left: &[Item],
        right: &[Item],
        premises: &[(Node, Node)],
        search: &mut Search<'_>,
    ) -> bool {
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        left.reverse();
        right.reverse();
        loop {
            match (left.pop(), right.pop()) {
                (None, None) => return false,
                (Some(rest), None) | (None, Some(rest)) => {
                    let conclusion = self.is_empty_literal(&rest, search);
                    self.conclude(premises, &conclusion.into_iter().collect::<Vec<_>>(), search);
                    return true;
                }
                (Some(one), Some(other)) if one == other => {}
                (Some(Item::Word(one)), Some(Item::Word(other))) => {
                    let common = one.len().min(other.len());
                    if one[..common] != other[..common] {
                        self.conclude(premises, &[], search);
                        return true;
                    }
                    push_rest(&mut left, &one, common);
                    push_rest(&mut right, &other, common);
                }
                (Some(Item::Class(class)), Some(Item::Word(word)))
                | (Some(Item::Word(word)), Some(Item::Class(class))) => {
                    self.split_by_word(class, &word, premises, search);
                    return true;
                }
                (Some(Item::Class(one)), Some(Item::Class(other))) => {
                    self.split_classes(one, other, premises, search);
                    return true;
                }
            }
        }
    }

    /// Adds the clause: the premises imply one of the conclusions.
    fn conclude(&mut self, premises: &[(Node, Node)], conclusions: &[Lit], search: &mut Search<'_>) {
        let literals = self.literals_behind(premises);
        exclude(literals, conclusions, search);
    }

    /// The literal that says an item is empty; none for a literal word, which is not.
    fn is_empty_literal(&mut self, item: &Item, search: &mut Search<'_>) -> Option<Lit> {
        let Item::Class(class) = item else { return None };
        let (term, empty) = (self.term_at(*class), self.store.word([]));
        Some(self.equation(term, empty, search))
    }

    pub(super) fn term_at(&self, node: Node) -> Term {
        self.term_of_node[node.0 as usize].expect("every string node has a term")
    }

    pub(super) fn equation(&mut self, a: Term, b: Term, search: &mut Search<'_>) -> Lit {
        let equal = self.app(Op::Eq, &[a, b]);
        self.literal(equal, search)
    }

    /// A literal about lengths that the search should first try as true.
    pub(super) fn length_literal(&mut self, op: Op, a: Term, b: Term, search: &mut Search<'_>) -> Lit {
        let formula = self.app(op, &[a, b]);
        let literal = self.literal(formula, search);
        self.atom_mut(literal.var()).always_relevant = true;
        search.set_phase(literal.var(), literal.is_positive());
        literal
    }

    /// The rest of a string after another one or after a literal: one name for one meaning.
    pub(super) fn rest_of(&mut self, whole: Term, front: Term) -> Term {
        if let Some(known) = self.rests.get(&(whole, front)) {
            return *known;
        }
        let symbol = self.store.declare("rest", &[], Sort::String);
        let rest = self.store.constant(symbol);
        self.rests.insert((whole, front), rest);
        rest
    }

    /// A class meets a literal: the shorter is a prefix of the longer.
    fn split_by_word(
        &mut self,
        class: Node,
        word: &Word,
        premises: &[(Node, Node)],
        search: &mut Search<'_>,
    ) {
        let term = self.term_at(class);
        let length = self.app(Op::Length, &[term]);
        // A length that no word in memory has is longer than this one.
        let now = self.number_of(length).to_usize();
        let (condition, equal) = if let Some(front) = now.and_then(|now| word.get(..now)) {
            let number = self.store.int(front.len());
            let front = self.store.word(front);
            (self.length_literal(Op::Eq, length, number, search), self.equation(term, front, search))
        } else {
            let (number, front) = (self.store.int(word.len()), self.store.word(word.clone()));
            let rest = self.rest_of(term, front);
            let whole = self.app(Op::Concat, &[front, rest]);
            (self.length_literal(Op::Gt, length, number, search), self.equation(term, whole, search))
        };
        self.conclude(premises, &[!condition, equal], search);
    }

    /// Two classes meet: equal lengths make them equal, otherwise the longer begins with the
    /// shorter.
    fn split_classes(&mut self, one: Node, other: Node, premises: &[(Node, Node)], search: &mut Search<'_>) {
        let terms = [one, other].map(|node| self.term_at(node));
        let lengths = terms.map(|term| self.app(Op::Length, &[term]));
        let now = lengths.map(|length| self.number_of(length));
        let (condition, equal) = if now[0] == now[1] {
            let same = self.length_literal(Op::Eq, lengths[0], lengths[1], search);
            (same, self.equation(terms[0], terms[1], search))
        } else {
            let (long, short) = if now[0] > now[1] { (0, 1) } else { (1, 0) };
            let rest = self.rest_of(terms[long], terms[short]);
            let whole = self.app(Op::Concat, &[terms[short], rest]);
            let longer = self.length_literal(Op::Gt, lengths[long], lengths[short], search);
            (longer, self.equation(terms[long], whole, search))
        };
        self.conclude(premises, &[!condition, equal], search);
    }

    /// The form of any class of strings.
    pub(super) fn form_of(&self, label: Node) -> Form {
        if let (Some(word), Some(constant)) = (self.constant_word(label), self.graph.constant(label)) {
            let mut form = Form { items: Vec::new(), premises: vec![(label, constant)] };
            push_item(&mut form.items, Item::Word(word));
            return form;
        }
        match self.forms.get(&label) {
            Some(form) => form.clone(),
            None => Form { items: vec![Item::Class(label)], premises: Vec::new() },
        }
    }

    /// The word that a form spells, when all its classes have words.
    pub(super) fn spelled(&self, form: &Form) -> Option<Word> {
        let mut word: Vec<u32> = Vec::new();
        for item in &form.items {
            match item {
                Item::Word(part) => word.extend_from_slice(part),
                Item::Class(class) => word.extend_from_slice(&self.word_of(*class)?),
            }
        }
        Some(word.into())
    }
}

/// Appends an item; neighbouring words become one, empty ones vanish.
fn push_item(items: &mut Vec<Item>, item: Item) {
    match (items.last_mut(), item) {
        (_, Item::Word(word)) if word.is_empty() => {}
        (Some(Item::Word(last)), Item::Word(word)) => *last = [&**last, &*word].concat().into(),
        (_, item) => items.push(item),
    }
}

/// Puts back what is left of a word.
fn push_rest(items: &mut Vec<Item>, word: &Word, used: usize) {
    if used < word.len() {
        items.push(Item::Word(word[used..].into()));
    }
}
