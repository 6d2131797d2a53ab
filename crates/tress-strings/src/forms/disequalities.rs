//! Strings that must differ.
//!
//! Enters: classes in normal form, and pairs of them that must be unequal. Leaves: for each pair a
//! place where the two will differ, or a clause. Strings of different lengths differ; otherwise
//! the forms are walked side by side until two parts meet that can be given different words.
//! CVC4's calculus puts classes of one length into a bucket; here a pair shares a bucket when its
//! present lengths are equal, and only pairs that must differ are looked at.

use std::borrow::Cow;

use tress_base::{Int, Stop};
use tress_sat::Lit;

use crate::rules::{D_ADD, D_BASE, D_SPLIT, S_SPLIT};
use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_term::term::{Op, Sort, Term};

use super::splits::l_split;
use super::{Form, Item, NormalForms};

/// Strings that are made of the same parts are equal.
const SAME_PARTS: Rule = Rule::new(
    "forms-same-parts",
    "Liang et al. 2014: S-Conflict",
    "equal lists of parts denote equal strings",
);

/// Where two strings of one length differ.
enum Place {
    /// At two characters, or the evaluator decides.
    Apart,
    /// These two parts, of one length, can differ.
    Parts(Term, Term),
    /// The longer class must be cut first, at the length that this term denotes.
    Longer(Node, Term),
    /// Nowhere.
    None,
}

impl NormalForms {
    /// Finds a difference for each pair of strings that must be unequal.
    pub(crate) fn check_unequal(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        if self.is_idle() {
            return Ok(Progress::Fine);
        }
        for (literal, a, b) in unequal_strings(cx) {
            cx.env.budget.poll()?;
            let forms = [a, b].map(|node| self.form_of(cx.representative(node), cx));
            if d_base(cx, &forms) {
                cx.kernel.inferences.count(D_BASE);
                continue;
            }
            match d_add(cx, &forms) {
                Place::Apart => cx.kernel.inferences.count(D_ADD),
                Place::Parts(u, v) => {
                    if s_split(cx, u, v) {
                        return Ok(Progress::Changed);
                    }
                }
                Place::Longer(class, front) => {
                    d_split(cx, class, front);
                    return Ok(Progress::Changed);
                }
                Place::None => {
                    exclude_equal_forms(cx, literal, [a, b], &forms);
                    return Ok(Progress::Changed);
                }
            }
        }
        Ok(Progress::Fine)
    }
}

/// Two strings that must differ are made of the same parts.
fn exclude_equal_forms(cx: &mut Context<'_>, literal: Lit, pair: [Node; 2], forms: &[Cow<'_, Form>; 2]) {
    let mut premises: Vec<(Node, Node)> = forms.iter().flat_map(|form| form.premises()).collect();
    premises.extend(pair.map(|node| (node, cx.representative(node))));
    let mut literals = cx.literals_behind(premises);
    literals.push(literal);
    cx.infer(SAME_PARTS, literals, &[], Lifetime::Permanent);
}

/// S-Split: two strings are equal or they differ. The search decides, and tries first that they
/// differ. False when it has decided so.
fn s_split(cx: &mut Context<'_>, x: Term, y: Term) -> bool {
    let literal = cx.equation(x, y);
    cx.split(S_SPLIT, !literal)
}

/// D-Base: a string whose length no other has differs from all of them. Do the lengths of these
/// two differ?
fn d_base(cx: &mut Context<'_>, forms: &[Cow<'_, Form>; 2]) -> bool {
    let [one, other] = [0, 1].map(|side| length_now(cx, &forms[side].items));
    one != other
}

/// Equations of strings that are false, with their sides.
pub(crate) fn unequal_strings(cx: &Context<'_>) -> Vec<(Lit, Node, Node)> {
    let mut found = Vec::new();
    for (var, atom) in cx.kernel.atoms.iter() {
        let Some((a, b)) = atom.sides else { continue };
        let term = cx.kernel.classes.term_of(a);
        let is_string = term.is_some_and(|term| cx.env.store.sort(term) == Sort::String);
        if is_string && cx.sat.value(var.positive()) == Some(false) {
            found.push((var.negative(), a, b));
        }
    }
    found
}

/// D-Add: strings of one length differ when after a common front parts of one length do. Finds
/// that place.
fn d_add(cx: &mut Context<'_>, forms: &[Cow<'_, Form>; 2]) -> Place {
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
            return place_of(cx, one, other);
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
fn place_of(cx: &mut Context<'_>, one: Item, other: Item) -> Place {
    match (one, other) {
        (Item::Class(class), Item::Word(word)) | (Item::Word(word), Item::Class(class)) => {
            let length = cx.class_length_now(class);
            if let Some(front) = length.to_usize().and_then(|length| word.get(..length)) {
                let front = cx.env.store.word(front);
                return Place::Parts(cx.kernel.classes.term_at(class), front);
            }
            Place::Longer(class, cx.env.store.int(word.len()))
        }
        (Item::Class(one), Item::Class(other)) => {
            let lengths = [one, other].map(|class| cx.class_length_now(class));
            let classes = &cx.kernel.classes;
            if lengths[0] == lengths[1] {
                return Place::Parts(classes.term_at(one), classes.term_at(other));
            }
            let (long, short) = if lengths[0] > lengths[1] { (one, other) } else { (other, one) };
            let short = classes.term_at(short);
            Place::Longer(long, cx.env.length_of(short))
        }
        (Item::Word(_), Item::Word(_)) => Place::Apart,
    }
}

/// The length of a list in the present solution, which may be larger than any word in memory.
pub(super) fn length_now(cx: &mut Context<'_>, items: &[Item]) -> Int {
    let mut sum = Int::ZERO;
    for item in items {
        sum += &match item {
            Item::Word(word) => Int::from(word.len()),
            Item::Class(class) => cx.class_length_now(*class),
        };
    }
    sum
}

/// D-Split: a part `u` that is longer than the part `v` it meets is cut after as many
/// characters: `u = z z'` with `len z = len v`.
fn d_split(cx: &mut Context<'_>, class: Node, front_length: Term) {
    let term = cx.kernel.classes.term_at(class);
    let length = cx.env.length_of(term);
    let front = cx.skolem("front-of", &[term, front_length]);
    let rest = cx.skolem("after", &[term, front_length]);
    let whole = cx.env.app(Op::Concat, &[front, rest]);
    let longer = l_split(cx, Op::Gt, length, front_length);
    let equal = cx.equation(term, whole);
    let own = cx.env.length_of(front);
    let fits = cx.equation(own, front_length);
    cx.infer(D_SPLIT, Vec::new(), &[!longer, equal], Lifetime::Permanent);
    cx.infer(D_SPLIT, Vec::new(), &[!longer, fits], Lifetime::Permanent);
}
