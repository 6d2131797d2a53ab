//! Normal forms: what each class of equal strings is made of.
//!
//! Enters: classes, some of whose members are concatenations. Leaves: for each such class one
//! list of words and smaller classes, or a clause that brings two different lists of one class
//! closer to each other (`align`). This is the step N-Form of CVC4's calculus (Liang, Reynolds,
//! Tinelli, Barrett, Deters, 2014). A class that holds a constant keeps its lists as memberships
//! of that one word: those are decided together with all other memberships.
//!
//! The steps go in this order, each of them only when the one before had nothing to say:
//! [`NormalForms::begin`], [`NormalForms::len_split`], [`NormalForms::normalise`],
//! [`NormalForms::count_letters`], [`NormalForms::take_branches`],
//! [`NormalForms::check_unequal`]. Without concatenations none of them does anything.

mod align;
mod disequalities;
mod form;
mod limits;
mod loops;
mod parikh;
mod reader;
mod shared_lengths;
mod splits;
mod step;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tress_base::{Budget, Rational, Stop};

use tress_kernel::{Context, Lifetime, Node, Progress};
use tress_term::term::{Op, Sort, Term, TermSet};

use super::eager::s_cycle;
use super::measures::Measures;
use super::rules::{F_FORM1, F_FORM2, LEN_SPLIT, N_FORM1, N_FORM2, RESET};
use super::stars::Stars;

pub(crate) use disequalities::unequal_strings;
use form::Concatenation;
pub(crate) use form::{Form, Item, Spelling};
pub(crate) use limits::CAPS;

use limits::{COMPARED, PARTS};
use step::{Aligned, Branches};

/// Steps of work for comparing one item of a list, with the premises that it brings.
const ITEM_STEPS: u64 = 8;

/// A form of more parts takes long to copy.
const MANY_PARTS: usize = 1 << 10;
/// This many items and premises are copied in the time of one step of other work.
const PARTS_PER_STEP: u64 = 16;
/// This many characters of known words are.
const CHARACTERS_PER_STEP: u64 = 1024;

/// What classes of strings are made of, as the last check found it.
#[derive(Default)]
pub(crate) struct NormalForms {
    /// Normal forms by class, for classes that have a concatenation and no constant.
    forms: BTreeMap<Node, Form>,
    /// Concatenations that equal a constant.
    spellings: Vec<Spelling>,
    /// The nodes of all concatenations.
    concatenation_nodes: Vec<Node>,
    /// The concatenations of each class.
    members: BTreeMap<Node, Vec<Node>>,
    /// Differences of lists that leave a choice.
    branches: Branches,
    /// Pairs of lists whose characters have been counted, and where to continue if some are left.
    counted: FxHashMap<(Term, Term), Option<usize>>,
    /// Counts of characters that are known to be at most the length.
    counts: TermSet,
    /// Strings with this node number and above have no length yet.
    strings_with_length: usize,
}

/// What later modules ask.
impl NormalForms {
    /// The form of any class of strings.
    pub(crate) fn form_of(&self, representative: Node, cx: &mut Context<'_>) -> Cow<'_, Form> {
        let constant = cx.kernel.classes.graph.constant(representative);
        if let (Some(word), Some(constant)) = (cx.constant_word(representative), constant) {
            cx.kernel.inferences.count(F_FORM2);
            return Cow::Owned(Form::f_form2(word, (representative, constant)));
        }
        if let Some(known) = self.forms.get(&representative) {
            return Cow::Borrowed(known);
        }
        cx.kernel.inferences.count(N_FORM2);
        Cow::Owned(Form::n_form2(representative, (representative, representative)))
    }

    /// Is the form of a class of strings this list?
    fn has_form(&self, representative: Node, items: &[Item], cx: &Context<'_>) -> bool {
        if let Some(word) = cx.constant_word(representative) {
            return match items {
                [] => word.is_empty(),
                [Item::Word(only)] => *only == word,
                _ => false,
            };
        }
        match self.forms.get(&representative) {
            Some(known) => known.items == items,
            None => items == [Item::Class(representative)],
        }
    }

    /// The normal form of a class that has a concatenation and no constant.
    pub(crate) fn get(&self, representative: Node) -> Option<&Form> {
        self.forms.get(&representative)
    }

    /// Has the class a concatenation and no constant?
    pub(crate) fn contains(&self, representative: Node) -> bool {
        self.forms.contains_key(&representative)
    }

    /// Is there no such class?
    pub(crate) fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// All such classes with their normal forms, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Node, &Form)> {
        self.forms.iter().map(|(representative, form)| (*representative, form))
    }

    /// The concatenations that equal a constant, once.
    pub(crate) fn take_spellings(&mut self) -> Vec<Spelling> {
        std::mem::take(&mut self.spellings)
    }

    /// Are there concatenations that equal a constant?
    pub(crate) fn has_spellings(&self) -> bool {
        !self.spellings.is_empty()
    }

    /// The nodes of all concatenations.
    pub(crate) fn concatenations(&self) -> &[Node] {
        &self.concatenation_nodes
    }
}

/// What begins a check.
impl NormalForms {
    /// A concatenation got its node.
    pub(crate) fn note_concatenation(&mut self, node: Node) {
        self.concatenation_nodes.push(node);
    }

    /// Is there no concatenation in the present check?
    pub(crate) fn is_idle(&self) -> bool {
        self.members.is_empty()
    }

    /// Begins a check. Applies S-Cycle to every concatenation: without this a class could be a part
    /// of itself, and no order of classes would begin with the smallest.
    pub(crate) fn begin(&mut self, cx: &mut Context<'_>) -> Progress {
        self.reset(cx);
        if self.is_idle() {
            return Progress::Fine;
        }
        for node in &self.concatenation_nodes {
            s_cycle(cx, *node);
        }
        if cx.kernel.classes.graph.is_open() { Progress::Again } else { Progress::Fine }
    }

    /// Reset: forms are made anew in every check.
    fn reset(&mut self, cx: &mut Context<'_>) {
        cx.kernel.inferences.count(RESET);
        self.forms.clear();
        self.spellings.clear();
        self.branches = Branches::default();
        self.members.clear();
        for node in &self.concatenation_nodes {
            self.members.entry(cx.representative(*node)).or_default().push(*node);
        }
    }

    /// Len-Split: a string is empty or its length is positive.
    pub(crate) fn len_split(&mut self, measures: &Measures, cx: &mut Context<'_>) -> Progress {
        if self.is_idle() {
            return Progress::Fine;
        }
        let changed = self.add_lengths(cx) || decide_empty(cx, measures);
        if changed { Progress::Changed } else { Progress::Fine }
    }

    /// Tells the arithmetic the length of every string. True when one was new.
    fn add_lengths(&mut self, cx: &mut Context<'_>) -> bool {
        let before = (cx.kernel.waiting.term_count(), cx.kernel.waiting.axiom_count());
        let store = &*cx.env.store;
        let is_open = |term: &Term| store.sort(*term) == Sort::String && store.as_value(*term).is_none();
        let terms = cx.kernel.classes.terms_from(self.strings_with_length).map(|(_, term)| term);
        let strings: Vec<Term> = terms.filter(is_open).collect();
        for string in strings {
            add_length(cx, string);
        }
        self.strings_with_length = cx.kernel.classes.term_count();
        cx.kernel.waiting.term_count() > before.0 || cx.kernel.waiting.axiom_count() > before.1
    }
}

/// Tells the arithmetic the length of a string: it is zero exactly when the string is empty.
fn add_length(cx: &mut Context<'_>, string: Term) {
    let length = cx.env.length(string);
    cx.linear(&[(length, Rational::ONE)]);
    let (zero, empty) = (cx.env.store.int(0), cx.env.store.word([]));
    let short = cx.env.equal(length, zero);
    let empty = cx.env.equal(string, empty);
    let [(short, short_is_new), (empty, empty_is_new)] = [short, empty].map(|formula| {
        let is_new = !cx.kernel.atoms.literals.has(formula);
        (cx.literal(formula), is_new)
    });
    cx.infer(LEN_SPLIT, Vec::new(), &[!short, empty], Lifetime::Permanent);
    cx.infer(LEN_SPLIT, Vec::new(), &[short, !empty], Lifetime::Permanent);
    // Most strings are long enough for this never to matter.
    for (literal, is_new) in [(short, short_is_new), (empty, empty_is_new)] {
        cx.sat.set_decidable(literal.var(), !is_new);
    }
}

/// Strings that have length zero in the present solution are empty, or the search decides that
/// they are longer. True when there was something to decide.
fn decide_empty(cx: &mut Context<'_>, measures: &Measures) -> bool {
    let mut changed = false;
    let zero = cx.env.store.int(0);
    for (_, length) in &measures.lengths {
        let equal = cx.env.equal(*length, zero);
        let Some(literal) = cx.kernel.atoms.literals.get(equal).copied() else { continue };
        if cx.sat.value(literal).is_none() && cx.number_of(*length).is_zero() {
            cx.propose(literal);
            changed = true;
        }
    }
    changed
}

/// N-Form.
impl NormalForms {
    /// Brings every class into normal form, as far as no choice is left.
    pub(crate) fn normalise(&mut self, stars: &Stars, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        let mut changed = false;
        for representative in self.inside_out(cx) {
            cx.env.budget.poll()?;
            changed |= self.n_form1(representative, stars, cx)?;
        }
        Ok(if changed { Progress::Changed } else { Progress::Fine })
    }

    /// Classes with concatenations, each after those that its concatenations hold. A cycle means
    /// that everything around it is empty, which the lengths will say; it is cut anywhere.
    fn inside_out(&self, cx: &Context<'_>) -> Vec<Node> {
        let graph = &cx.kernel.classes.graph;
        let mut order = Vec::new();
        let mut seen: BTreeSet<Node> = BTreeSet::new();
        for start in self.members.keys() {
            let mut stack = vec![(*start, false)];
            while let Some((representative, done)) = stack.pop() {
                if done {
                    order.push(representative);
                } else if seen.insert(representative) {
                    stack.push((representative, true));
                    let nodes = self.members.get(&representative).into_iter().flatten();
                    let parts = nodes.flat_map(|node| graph.application(*node).1);
                    let inner = parts
                        .map(|part| graph.representative(*part))
                        .filter(|part| self.members.contains_key(part));
                    stack.extend(inner.map(|part| (part, false)));
                }
            }
        }
        order
    }

    /// N-Form1: a class whose concatenations and constant have all the same flat form has it as its
    /// normal form. Compares all with the first and keeps that. True when two differ and a clause
    /// was added; differences that leave a choice are put on a list.
    fn n_form1(&mut self, representative: Node, stars: &Stars, cx: &mut Context<'_>) -> Result<bool, Stop> {
        let constant = cx.kernel.classes.graph.constant(representative);
        let constant = constant.zip(cx.constant_word(representative));
        let mut lists = self.flat_forms(representative, cx)?;
        if let Some((node, word)) = &constant {
            lists.insert(0, (*node, Form::f_form2(word.clone(), (*node, *node))));
        }
        let inferred = self.compare_all(&lists, constant.is_some(), stars, cx)?;
        let mut lists = lists.into_iter();
        let Some((first, mut form)) = lists.next() else { return Ok(false) };
        let Some((node, word)) = constant else {
            form.rest_on((representative, first));
            cx.kernel.inferences.count(N_FORM1);
            self.forms.insert(representative, form);
            return Ok(inferred);
        };
        for (other, mut form) in lists {
            form.rest_on((other, node));
            self.spellings.push(Spelling { form, word: word.clone() });
        }
        Ok(inferred)
    }

    /// The flat forms of the concatenations of a class, without those that are just the class.
    fn flat_forms(&self, representative: Node, cx: &mut Context<'_>) -> Result<Vec<(Node, Form)>, Stop> {
        let mut forms = Vec::new();
        for member in &self.members[&representative] {
            let form = self.f_form1(*member, cx)?;
            if !form.is_cycle(representative) {
                forms.push((*member, form));
            }
        }
        Ok(forms)
    }

    /// F-Form1: the flat form of a concatenation is the normal forms of its parts.
    fn f_form1(&self, member: Node, cx: &mut Context<'_>) -> Result<Form, Stop> {
        cx.kernel.inferences.count(F_FORM1);
        let mut form = Concatenation::default();
        for part in cx.kernel.classes.graph.application(member).1.to_vec() {
            let representative = cx.representative(part);
            let inner = self.form_of(representative, cx);
            // Strings that are doubled again and again have forms of any size.
            PARTS.check(form.size() + inner.size(), cx.env.budget)?;
            let work =
                inner.size() as u64 / PARTS_PER_STEP + inner.character_count() as u64 / CHARACTERS_PER_STEP;
            cx.env.budget.poll_many(work)?;
            if inner.size() > MANY_PARTS {
                cx.env.budget.look()?;
            }
            cx.env.budget.room_for(form.growth(&inner))?;
            form.append(&inner, (part, representative));
        }
        Ok(form.finish())
    }

    /// Compares the lists of one class, and notes differences that leave a choice. True when a
    /// clause was added.
    fn compare_all(
        &mut self,
        lists: &[(Node, Form)],
        has_constant: bool,
        stars: &Stars,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let mut inferred = false;
        for (one, other) in pairs(lists.len(), cx.env.budget) {
            let ((one, left), (other, right)) = (&lists[one], &lists[other]);
            cx.env.budget.poll_many((left.items.len() + right.items.len()) as u64 * ITEM_STEPS)?;
            match self.align((left, *one), (right, *other), stars, cx) {
                Aligned::Same => {}
                Aligned::Inferred => inferred = true,
                Aligned::Branch(branch) if has_constant => self.branches.constant.push(branch),
                Aligned::Branch(branch) => self.branches.open.push(branch),
            }
        }
        Ok(inferred)
    }
}

/// The pairs of lists that are compared: each with each while they are few, since two may be close to each
/// other and far from the first; else the first with each.
fn pairs(lists: usize, budget: &Budget) -> impl Iterator<Item = (usize, usize)> + use<> {
    let firsts = if COMPARED.is_exceeded(lists, budget) { 1 } else { lists };
    (0..firsts).flat_map(move |one| (one + 1..lists).map(move |other| (one, other)))
}

/// A term for a list of items.
pub(crate) fn term_for(cx: &mut Context<'_>, items: &[Item]) -> Term {
    let parts: Vec<Term> = items
        .iter()
        .map(|item| match item {
            Item::Word(word) => cx.env.store.word(word.clone()),
            Item::Class(class) => cx.kernel.classes.term_at(*class),
        })
        .collect();
    match parts.as_slice() {
        [] => cx.env.store.word([]),
        [only] => *only,
        parts => cx.env.app(Op::Concat, parts),
    }
}
