//! The values of Skolem symbols under a model, by their roles.

use tress_base::Int;
use tress_rewrite::env::Env;
use tress_term::model::Model;
use tress_term::term::{Op, Term, Value};

use crate::Kernel;
use crate::arrays_datatypes::DIFFERENCE;
use crate::theory::Theory;

use super::valuation::{Valuation, value_of};

/// Indices that are tried where two arrays differ almost everywhere.
const INDICES: u32 = 64;

/// Adds the values of all Skolem symbols whose roles define them, each after the terms that it belongs to.
pub(super) fn add_values(
    kernel: &Kernel,
    theory: &dyn Theory,
    env: &mut Env<'_>,
    valuation: &Valuation,
    model: &mut Model,
) {
    for (var, digit) in kernel.bits.digit_list() {
        if let (Some(symbol), Some(value)) = (env.store.as_constant(*digit), valuation.var(*var)) {
            model.set(symbol, Value::Int(Int::from(i64::from(value))));
        }
    }
    for (term, (role, of)) in kernel.skolems.by_age() {
        let Some(symbol) = env.store.as_constant(term) else { continue };
        let value = own_value(env, role, &of, model).or_else(|| theory.skolem_value(role, &of, model, env));
        if let Some(value) = value {
            model.set(symbol, value);
        }
    }
}

/// The value of a symbol that a rule of the kernel has made.
fn own_value(env: &mut Env<'_>, role: &str, of: &[Term], model: &Model) -> Option<Value> {
    match (role, of) {
        ("int_to_bv", [term]) => shifted(env, *term, None, model),
        ("higher-limbs", [term, limb]) => shifted(env, *term, Some(*limb), model),
        (role, [a, b]) if role == DIFFERENCE.name => difference(env, *a, *b, model),
        _ => None,
    }
}

/// What is left of the number of a conversion without its lowest limbs, or without all bits of the vector.
fn shifted(env: &mut Env<'_>, term: Term, limb: Option<Term>, model: &Model) -> Option<Value> {
    let args = env.store.args(term).to_vec();
    let number = if env.store.op(term) == Some(Op::IntToBv) { args[0] } else { term };
    let bits = match limb {
        Some(limb) => {
            let Some(Value::Int(limb)) = env.store.as_value(limb) else { return None };
            crate::bits::LIMB * (limb.to_usize()? + 1)
        }
        None => match env.store.sort(term) {
            tress_term::term::Sort::BitVec(width) => width as usize,
            _ => return None,
        },
    };
    let Some(Value::Int(number)) = value_of(env, number, model) else { return None };
    let weight = Int::ONE.shift_left(bits);
    Some(Value::Int((tress_base::Rational::from(number) / tress_base::Rational::from(weight)).floor()))
}

/// An index at which two arrays differ.
fn difference(env: &mut Env<'_>, a: Term, b: Term, model: &Model) -> Option<Value> {
    let (Some(Value::Array(left)), Some(Value::Array(right))) =
        (value_of(env, a, model), value_of(env, b, model))
    else {
        return None;
    };
    let (index, _) = env.store.array_parts(env.store.sort(a))?;
    let known = left.entries().chain(right.entries()).map(|(index, _)| index.clone());
    let others = (0..INDICES).filter_map(|number| env.store.nth_value(index, number));
    known.chain(others).find(|index| left.get(index) != right.get(index)).or_else(|| {
        // Equal arrays: no rule says anything of the index.
        env.store.nth_value(index, 0)
    })
}
