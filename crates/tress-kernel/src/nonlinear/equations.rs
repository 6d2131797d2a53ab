//! Equations of whole numbers that the search takes to be true, as sums of products.

use tress_base::Int;
use tress_lia::Kind;
use tress_sat::Lit;

use tress_term::term::{Op, Term};

use crate::context::Context;

/// `sum of parts = constant` over whole numbers.
pub(super) struct Equation {
    pub(super) literal: Lit,
    pub(super) var: tress_lia::Var,
    /// Coefficients of products, each with its factors.
    pub(super) parts: Vec<(Int, Vec<Term>)>,
    pub(super) constant: Int,
}

/// The true equations in which a product occurs.
pub(crate) fn true_equations(cx: &Context<'_>) -> Vec<Equation> {
    let mut found = Vec::new();
    for (var, atom) in cx.kernel.atoms.iter() {
        let Some((number, value)) = &atom.equation else { continue };
        if cx.sat.value(var.positive()) != Some(true) || cx.kernel.numbers.lia.kind(*number) != Kind::Int {
            continue;
        }
        found.extend(read(cx, var.positive(), *number, &value.main));
    }
    found
}

fn read(
    cx: &Context<'_>,
    literal: Lit,
    var: tress_lia::Var,
    value: &tress_base::Rational,
) -> Option<Equation> {
    let meaning = cx.kernel.numbers.lia.meaning(var);
    if !meaning.has_whole_coefficients() || !value.is_integer() {
        return None;
    }
    let constant = &value.floor() - &meaning.constant_part().floor();
    let mut parts = Vec::new();
    for (part, coefficient) in meaning.terms() {
        let term = *cx.kernel.numbers.terms.get(part)?;
        let is_product = cx.env.store.op(term) == Some(Op::Mul);
        let factors = if is_product { cx.env.store.args(term).to_vec() } else { vec![term] };
        parts.push((coefficient.floor(), factors));
    }
    parts.iter().any(|(_, factors)| factors.len() > 1).then_some(Equation { literal, var, parts, constant })
}
