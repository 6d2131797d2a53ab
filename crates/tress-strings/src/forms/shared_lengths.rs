//! What the arithmetic knows of the lengths of two strings: S-Prop.
//!
//! Enters: pairs of classes that meet at the head of two lists. Leaves: for each whether the
//! difference of their lengths is the same in every solution; the search is told so, with the
//! reasons. It needs no choice then which of the two is longer.

use std::collections::BTreeMap;

use tress_base::{Rational, Stop};
use tress_lia::OffsetEquality;

use crate::rules::S_PROP;
use tress_kernel::{Context, Lifetime, Node};
use tress_term::term::{Op, Term};

use super::splits::l_split;

/// S-Prop: what the arithmetic entails of lengths is told to the strings. `A` entails
/// `len x = len y` gives `len x = len y` in `S`; and the same for `len x > len y`.
pub(super) fn s_prop(cx: &mut Context<'_>, pairs: &[Option<(Node, Node)>]) -> Result<Vec<bool>, Stop> {
    let mut known = vec![false; pairs.len()];
    let mut vars = Vec::new();
    for class in pairs.iter().flatten().flat_map(|(one, other)| [*one, *other]) {
        vars.extend(length_var(cx, class));
    }
    vars.sort_unstable();
    vars.dedup();
    if vars.is_empty() {
        return Ok(known);
    }
    let found = cx.kernel.numbers.lia.implied_equalities(&vars, cx.env.budget)?;
    let by_var: BTreeMap<_, _> = found.iter().map(|equality| (equality.left, equality)).collect();
    for (place, pair) in pairs.iter().enumerate() {
        let Some((one, other)) = *pair else { continue };
        let (Some(x), Some(y)) = (length_var(cx, one), length_var(cx, other)) else { continue };
        let [x, y] = [x, y].map(|var| by_var.get(&var).map_or(Ok(var), |equality| Err(*equality)));
        let root = |side: &Result<tress_lia::Var, &OffsetEquality>| match side {
            Ok(var) => *var,
            Err(equality) => equality.right,
        };
        if root(&x) == root(&y) {
            tell_lengths(cx, [one, other], [x.err(), y.err()]);
            known[place] = true;
        }
    }
    Ok(known)
}

/// The length of a class, as a term.
fn length_term(cx: &mut Context<'_>, class: Node) -> Term {
    let term = cx.kernel.classes.term_at(class);
    cx.env.length_of(term)
}

fn length_var(cx: &mut Context<'_>, class: Node) -> Option<tress_lia::Var> {
    let length = length_term(cx, class);
    cx.kernel.numbers.vars.get(length).copied()
}

/// Tells the search how two lengths compare, by what the arithmetic knows of each.
fn tell_lengths(cx: &mut Context<'_>, classes: [Node; 2], known: [Option<&OffsetEquality>; 2]) {
    let [x, y] = classes.map(|class| length_term(cx, class));
    let offset = |equality: Option<&OffsetEquality>| {
        equality.map_or(Rational::ZERO, |equality| equality.offset.clone())
    };
    let difference = &offset(known[0]) - &offset(known[1]);
    let literal = if difference.is_zero() {
        l_split(cx, Op::Eq, x, y)
    } else if difference.is_negative() {
        l_split(cx, Op::Gt, y, x)
    } else {
        l_split(cx, Op::Gt, x, y)
    };
    if cx.sat.value(literal) == Some(true) {
        return;
    }
    let lia = &cx.kernel.numbers.lia;
    let reasons: Vec<_> =
        known.into_iter().flatten().flat_map(|equality| lia.explain_equality(equality)).collect();
    let premises = cx.kernel.literals_of(&reasons);
    cx.infer(S_PROP, premises, &[literal], Lifetime::Removable);
}
