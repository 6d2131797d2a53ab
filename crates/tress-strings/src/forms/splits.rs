//! The clauses that bring two lists of one class closer to each other.
//!
//! Enters: the step that `align` chose, and the equalities that it rests on. Leaves: its clause. Skolem
//! symbols for parts of strings are shared by meaning: what is left of a string without a number of
//! characters has one symbol, whatever rule asks for it.

use tress_sat::Lit;

use crate::ends::{End, front};
use crate::rules::{F_SPLIT, F_UNIFY, L_SPLIT};
use tress_kernel::{Context, Lifetime, Node, Rule};
use tress_term::term::{Op, Term, Word};

use super::loops::f_loop;
use super::step::Inference;
use super::{Item, term_for};

/// Two words of one class differ.
const CLASH: Rule =
    Rule::new("forms-clash", "Liang et al. 2014: F-Unify", "constants at one position of a string agree");
/// What one list has beyond the other is empty.
const EMPTY: Rule = Rule::new(
    "forms-empty",
    "cvc5: STRINGS_N_ENDPOINT_EMP",
    "equal strings with a common front have equal rests, and what equals the empty string is empty",
);
/// The last class of a list is the rest of the other list.
const REMAINDER: Rule = Rule::new(
    "forms-remainder",
    "cvc5: STRINGS_N_ENDPOINT_EQ",
    "equal strings with a common front have equal rests",
);
/// A class begins with a word, because what follows it fits nowhere earlier.
const BEGINS: Rule = Rule::new(
    "forms-begins",
    "cvc5: STRINGS_SSPLIT_CST_PROP",
    "the constant behind the class fits at no smaller offset of the other constant",
);
/// No length of a class within a gap lets what follows it fit.
const GAP: Rule =
    Rule::new("forms-gap", "own", "the constant behind the class fits at none of the offsets in the gap");

/// Adds the clause of a step.
pub(super) fn apply(cx: &mut Context<'_>, inference: Inference, premises: &[(Node, Node)], end: End) {
    match inference {
        Inference::Same => {}
        Inference::Clash => {
            conclude(cx, CLASH, premises, &[]);
        }
        Inference::Empty(items) => conclude_empty(cx, &items, premises),
        Inference::Remainder(class, items) => {
            let (term, rest) = (cx.kernel.classes.term_at(class), term_for(cx, &items));
            let equal = cx.equation(term, rest);
            conclude(cx, REMAINDER, premises, &[equal]);
        }
        Inference::Begins(class, word) => {
            let (term, word) = (cx.kernel.classes.term_at(class), cx.env.store.word(word));
            let whole = whole_of(cx, term, word, end);
            let begins = cx.equation(term, whole);
            conclude(cx, BEGINS, premises, &[begins]);
        }
        Inference::Loop(found) => f_loop(cx, &found, premises, end),
        Inference::Gap(class, below, above) => conclude_gap(cx, class, below, above, premises),
        Inference::Classes(one, other) => classes_meet(cx, one, other, premises, end),
        Inference::Word(class, word) => class_meets_word(cx, class, &word, premises, end),
    }
}

/// Adds the clause: the premises imply one of the conclusions. True when this was not known.
pub(super) fn conclude(
    cx: &mut Context<'_>,
    rule: Rule,
    premises: &[(Node, Node)],
    conclusions: &[Lit],
) -> bool {
    let lost = usize::from(tress_base::is_planted("conclude-premise"));
    let literals = cx.literals_behind(premises.iter().skip(lost).copied());
    cx.infer(rule, literals, conclusions, Lifetime::Permanent)
}

/// Each item is empty; a word is not.
fn conclude_empty(cx: &mut Context<'_>, items: &[Item], premises: &[(Node, Node)]) {
    if items.iter().any(|item| matches!(item, Item::Word(_))) {
        conclude(cx, EMPTY, premises, &[]);
        return;
    }
    for item in items {
        let Item::Class(class) = item else { continue };
        let (term, empty) = (cx.kernel.classes.term_at(*class), cx.env.store.word([]));
        let is_empty = cx.equation(term, empty);
        conclude(cx, EMPTY, premises, &[is_empty]);
    }
}

/// The length of a class is at most the one number, or at least the other.
fn conclude_gap(cx: &mut Context<'_>, class: Node, below: usize, above: usize, premises: &[(Node, Node)]) {
    let term = cx.kernel.classes.term_at(class);
    let length = cx.env.length_of(term);
    let above = above + usize::from(tress_base::is_planted("forms-gap"));
    let (below, above) = (cx.env.store.int(below), cx.env.store.int(above));
    let [short, long] = [(Op::Le, below), (Op::Ge, above)].map(|(op, number)| {
        let formula = cx.env.app(op, &[length, number]);
        cx.literal(formula)
    });
    conclude(cx, GAP, premises, &[short, long]);
}

/// L-Split: the lengths of two strings compare in some way, or they do not. The search decides,
/// and tries first what the present solution says.
pub(super) fn l_split(cx: &mut Context<'_>, op: Op, a: Term, b: Term) -> Lit {
    let formula = cx.env.app(op, &[a, b]);
    let literal = cx.literal(formula);
    cx.kernel.atoms.get_mut(literal.var()).always_relevant = true;
    cx.propose(literal);
    cx.kernel.inferences.count(L_SPLIT);
    literal
}

/// The whole as a part at one end and the rest.
fn whole_of(cx: &mut Context<'_>, whole: Term, part: Term, end: End) -> Term {
    let length = cx.env.length_of(part);
    match end {
        End::Left => {
            let rest = cx.skolem("after", &[whole, length]);
            cx.env.app(Op::Concat, &[part, rest])
        }
        End::Right => {
            let rest = cx.skolem("before-last", &[whole, length]);
            cx.env.app(Op::Concat, &[rest, part])
        }
    }
}

/// F-Unify: heads of equal lengths are equal. `F s = (w, u, u')`, `F t = (w, v, v')`, `s = t`
/// and `len u = len v` give `u = v`. Of a word the front that is as long can be `v`.
fn f_unify(cx: &mut Context<'_>, u: Term, v: Term, premises: &[(Node, Node)]) {
    let lengths = [u, v].map(|head| cx.env.length_of(head));
    let same = l_split(cx, Op::Eq, lengths[0], lengths[1]);
    let equal = cx.equation(u, v);
    let cases = [equal, !same];
    conclude(cx, F_UNIFY, premises, if tress_base::is_planted("f-unify") { &cases[..1] } else { &cases });
}

/// F-Split: of two heads the shorter is at the end of the longer. `F s = (w, u, u')`,
/// `F t = (w, v, v')`, `s = t` and `len u > len v` give `u = v z`; the present lengths say
/// which of the two is `u`.
fn f_split(cx: &mut Context<'_>, u: Term, v: Term, premises: &[(Node, Node)], end: End) {
    let lengths = [u, v].map(|head| cx.env.length_of(head));
    let whole = whole_of(cx, u, v, end);
    let longer = l_split(cx, Op::Gt, lengths[0], lengths[1]);
    let equal = cx.equation(u, whole);
    let cases = [equal, !longer];
    conclude(cx, F_SPLIT, premises, if tress_base::is_planted("f-split") { &cases[..1] } else { &cases });
}

/// A class meets a word: it is a front of it, or longer.
fn class_meets_word(cx: &mut Context<'_>, class: Node, word: &Word, premises: &[(Node, Node)], end: End) {
    let term = cx.kernel.classes.term_at(class);
    let length = cx.env.length_of(term);
    // A length that no word in memory has is longer than this one.
    match cx.number_of(length).to_usize().filter(|now| *now <= word.len()) {
        Some(now) => {
            let part = cx.env.store.word(front(word, now, end));
            f_unify(cx, term, part, premises);
        }
        None => {
            let word = cx.env.store.word(word.clone());
            f_split(cx, term, word, premises, end);
        }
    }
}

/// Two classes meet: they are equal, or one is longer.
fn classes_meet(cx: &mut Context<'_>, one: Node, other: Node, premises: &[(Node, Node)], end: End) {
    let [one, other] = [one, other].map(|node| cx.kernel.classes.term_at(node));
    let [long, short] = [one, other].map(|term| {
        let length = cx.env.length_of(term);
        cx.number_of(length)
    });
    if long == short {
        f_unify(cx, one, other, premises);
    } else if long > short {
        f_split(cx, one, other, premises, end);
    } else {
        f_split(cx, other, one, premises, end);
    }
}
