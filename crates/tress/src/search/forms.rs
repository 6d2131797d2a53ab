//! Normal forms: what each class of equal strings is made of.
//!
//! Enters: classes, some of whose members are concatenations. Leaves: for each such class one
//! list of literals and smaller classes, or a clause that brings two different lists of one
//! class closer to each other (`align`). This is the step N-Form of CVC4's calculus (Liang,
//! Reynolds, Tinelli, Barrett, Deters, 2014). A class that holds a literal keeps its lists as
//! memberships of that one word: those are decided together with all other memberships.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::Stop;
use tress_sat::{Lit, Search};

use crate::term::{Op, Sort, Term, Word};

use super::align::{Aligned, Branches};
use super::egraph::Node;
use super::finish::Step;
use super::rules::Rule;
use super::theories::Theories;

/// A part of a normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A literal word, not empty.
    Word(Word),
    /// A class without concatenations.
    Class(Node),
}

/// An equality of two nodes, and the first and last item of a form that rest on it.
#[derive(Clone, Copy, Debug)]
struct Premise {
    pair: (Node, Node),
    first: usize,
    last: usize,
}

/// What a class is made of, and the equalities between nodes that this rests on.
#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    pub(super) items: Vec<Item>,
    premises: Vec<Premise>,
}

/// Steps of work for comparing one item of a list, with the premises that it brings.
const ITEM_STEPS: u64 = 8;

/// Up to how many lists of a class are compared each with each.
const MOST_COMPARED: usize = 6;

/// Normal forms by class, for classes that have a concatenation and no literal.
pub(super) type Forms = BTreeMap<Node, Form>;

/// A concatenation whose class holds a literal.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) form: Form,
    pub(super) word: Word,
}

impl Form {
    /// F-Form2: the flat form of a literal is that literal. The pair says why the class equals it.
    fn f_form2(word: Word, pair: (Node, Node)) -> Self {
        let items = if word.is_empty() { Vec::new() } else { vec![Item::Word(word)] };
        Self { items, premises: vec![Premise { pair, first: 0, last: 0 }] }
    }

    /// N-Form2: a class without concatenations or literals has itself as its normal form.
    fn n_form2(class: Node, pair: (Node, Node)) -> Self {
        Self { items: vec![Item::Class(class)], premises: vec![Premise { pair, first: 0, last: 0 }] }
    }

    /// Adds an equality that the whole form rests on.
    pub(super) fn rest_on(&mut self, pair: (Node, Node)) {
        let last = self.items.len().saturating_sub(1);
        self.premises.push(Premise { pair, first: 0, last });
    }

    /// Appends another form; neighbouring literals become one.
    fn append(&mut self, other: &Form) {
        let end = self.items.len();
        if other.items.is_empty() {
            // Both neighbours meet here because this part is empty.
            let first = end.saturating_sub(1);
            let moved = other.premises.iter().map(|premise| Premise { first, last: end, ..*premise });
            self.premises.extend(moved);
            return;
        }
        let mut items = other.items.iter();
        let mut start = end;
        if let (Some(Item::Word(last)), Some(Item::Word(first))) =
            (self.items.last_mut(), other.items.first())
        {
            *last = [&**last, &**first].concat().into();
            items.next();
            start -= 1;
        }
        self.items.extend(items.cloned());
        let moved = other.premises.iter().map(|premise| Premise {
            first: premise.first + start,
            last: premise.last + start,
            ..*premise
        });
        self.premises.extend(moved);
    }

    /// All equalities behind the form.
    pub(super) fn premises(&self) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().map(|premise| premise.pair)
    }

    /// The equalities behind the items up to this one.
    pub(super) fn premises_up_to(&self, item: usize) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().filter(move |premise| premise.first <= item).map(|premise| premise.pair)
    }

    /// The equalities behind the items from this one on.
    pub(super) fn premises_from(&self, item: usize) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().filter(move |premise| premise.last >= item).map(|premise| premise.pair)
    }
}

/// Which of so many lists are compared: each with each while they are few, since two may be
/// close to each other and far from the first; else each with the first.
fn pairs(lists: usize) -> impl Iterator<Item = (usize, usize)> {
    let firsts = if lists <= MOST_COMPARED { lists } else { 1 };
    (0..firsts).flat_map(move |one| (one + 1..lists).map(move |other| (one, other)))
}

impl Theories {
    /// Brings every class into normal form.
    pub(super) fn check_forms(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        self.reset();
        let members = self.concatenations();
        if members.is_empty() {
            return self.check_contexts(search);
        }
        if self.s_cycles() {
            return Ok(Step::Again);
        }
        if self.len_split(search) {
            return Ok(Step::Changed);
        }
        if self.reduce_the_waiting(search)? {
            return Ok(Step::Changed);
        }
        let mut branches = Branches::default();
        let mut changed = false;
        for label in self.inside_out(&members) {
            search.budget().poll()?;
            changed |= self.n_form1(label, &members[&label], &mut branches, search)?;
        }
        if changed {
            return Ok(Step::Changed);
        }
        if matches!(self.check_contexts(search)?, Step::Changed) {
            return Ok(Step::Changed);
        }
        // What equals a literal is decided with the memberships, unless something else is open.
        if !branches.open.is_empty() {
            if !self.count_letters(&branches, search) {
                self.take_branch(branches, search)?;
            }
            return Ok(Step::Changed);
        }
        self.check_unequal_forms(search)
    }

    /// Reset: forms are made anew in every check.
    fn reset(&mut self) {
        self.applied.add(Rule::Reset);
        self.forms = Forms::new();
        self.spellings.clear();
    }

    /// N-Form1: a class whose concatenations and literal have all the same flat form has it as its
    /// normal form. Compares all with the first and keeps that. True when two differ and a clause
    /// was added; differences that leave a choice are put on a list.
    fn n_form1(
        &mut self,
        label: Node,
        members: &[Node],
        branches: &mut Branches,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let constant = self.graph.constant(label).zip(self.constant_word(label));
        let mut lists: Vec<(Node, Form)> = members
            .iter()
            .map(|member| (*member, self.f_form1(*member)))
            .filter(|(_, form)| !is_cycle(form, label))
            .collect();
        if let Some((node, word)) = &constant {
            lists.insert(0, (*node, Form::f_form2(word.clone(), (*node, *node))));
        }
        let Some(((first, form), others)) = lists.split_first() else { return Ok(false) };
        let mut drawn = false;
        for (one, other) in pairs(lists.len()) {
            let ((one, left), (other, right)) = (&lists[one], &lists[other]);
            search.budget().poll_many((left.items.len() + right.items.len()) as u64 * ITEM_STEPS)?;
            match self.align((left, *one), (right, *other), search) {
                Aligned::Same => {}
                Aligned::Drawn => drawn = true,
                Aligned::Branch(branch) if constant.is_none() => branches.open.push(branch),
                Aligned::Branch(branch) => branches.literal.push(branch),
            }
        }
        match &constant {
            None => {
                let mut form = form.clone();
                form.rest_on((label, *first));
                self.applied.add(Rule::NForm1);
                self.forms.insert(label, form);
            }
            Some((node, word)) => {
                for (other, list) in others {
                    let mut form = list.clone();
                    form.rest_on((*other, *node));
                    self.spellings.push(Spelling { form, word: word.clone() });
                }
            }
        }
        Ok(drawn)
    }

    /// The concatenations of each class.
    fn concatenations(&self) -> BTreeMap<Node, Vec<Node>> {
        let mut members: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for node in &self.concatenation_nodes {
            members.entry(self.graph.label(*node)).or_default().push(*node);
        }
        members
    }

    /// Applies S-Cycle to every concatenation. Without this a class could be a part of itself, and no
    /// order of classes would begin with the smallest. True when two strings became equal.
    fn s_cycles(&mut self) -> bool {
        for place in 0..self.concatenation_nodes.len() {
            self.s_cycle(self.concatenation_nodes[place]);
        }
        self.graph.is_open()
    }

    /// Len-Split: a string is empty or its length is positive. True when the search has something
    /// new to decide.
    fn len_split(&mut self, search: &mut Search<'_>) -> bool {
        self.add_lengths(search) || self.decide_empty(search)
    }

    /// Tells the arithmetic the length of every string. True when one was new.
    fn add_lengths(&mut self, search: &mut Search<'_>) -> bool {
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
            let [short, empty] = [short, empty].map(|formula| {
                let fresh = !self.literals.has(formula);
                let literal = self.literal(formula, search);
                // Most strings are long enough for this never to matter.
                search.set_decidable(literal.var(), !fresh);
                literal
            });
            self.applied.add(Rule::LenSplit);
            self.atom_mut(short.var()).always_relevant = true;
            search.add_lemma(&[!short, empty]);
            search.add_lemma(&[short, !empty]);
        }
        self.strings_with_length = self.term_of_node.len();
        self.unregistered.len() > before || !self.axioms.is_empty()
    }

    /// Strings that have length zero in the present solution are empty, or the search decides that
    /// they are longer. True when there was something to decide.
    fn decide_empty(&mut self, search: &mut Search<'_>) -> bool {
        let mut changed = false;
        let zero = self.store.int(0);
        for place in 0..self.lengths.len() {
            let (_, length) = self.lengths[place];
            let equal = self.app(Op::Eq, &[length, zero]);
            let Some(literal) = self.literals.get(equal).copied() else { continue };
            if search.value(literal).is_none() && self.number_of(length).is_zero() {
                search.set_decidable(literal.var(), true);
                search.set_phase(literal.var(), literal.is_positive());
                changed = true;
            }
        }
        changed
    }

    /// Classes with concatenations, each after those that its concatenations hold. A cycle means
    /// that everything around it is empty, which the lengths will say; it is cut anywhere.
    fn inside_out(&self, members: &BTreeMap<Node, Vec<Node>>) -> Vec<Node> {
        let mut order = Vec::new();
        let mut seen: BTreeSet<Node> = BTreeSet::new();
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

    /// F-Form1: the flat form of a concatenation is the normal forms of its parts.
    fn f_form1(&self, member: Node) -> Form {
        self.applied.add(Rule::FForm1);
        let mut form = Form::default();
        for part in self.graph.application(member).1 {
            let label = self.graph.label(*part);
            let mut inner = self.form_of(label);
            inner.rest_on((*part, label));
            form.append(&inner);
        }
        form
    }

    /// The form of any class of strings.
    pub(super) fn form_of(&self, label: Node) -> Form {
        if let (Some(word), Some(constant)) = (self.constant_word(label), self.graph.constant(label)) {
            self.applied.add(Rule::FForm2);
            return Form::f_form2(word, (label, constant));
        }
        if let Some(known) = self.forms.get(&label) {
            return known.clone();
        }
        self.applied.add(Rule::NForm2);
        Form::n_form2(label, (label, label))
    }

    /// The literals behind equalities of nodes.
    pub(super) fn literals_behind(&mut self, pairs: impl IntoIterator<Item = (Node, Node)>) -> Vec<Lit> {
        let mut literals = Vec::new();
        let pairs: BTreeSet<(Node, Node)> = pairs.into_iter().filter(|(a, b)| a != b).collect();
        for (a, b) in pairs {
            self.graph.explain(a, b, &mut literals);
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    pub(super) fn term_at(&self, node: Node) -> Term {
        self.term_of_node[node.0 as usize].expect("every string node has a term")
    }

    /// A term for a list of items.
    pub(super) fn term_for(&mut self, items: &[Item]) -> Term {
        let parts: Vec<Term> = items
            .iter()
            .map(|item| match item {
                Item::Word(word) => self.store.word(word.clone()),
                Item::Class(class) => self.term_at(*class),
            })
            .collect();
        match parts.as_slice() {
            [] => self.store.word([]),
            [only] => *only,
            parts => self.app(Op::Concat, parts),
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

/// Is a concatenation of a class just that class, because its other parts are empty?
fn is_cycle(form: &Form, label: Node) -> bool {
    form.items == [Item::Class(label)]
}
