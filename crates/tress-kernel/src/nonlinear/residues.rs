//! An equation of whole numbers that has no solution modulo a small number has none.

use tress_base::{Int, Stop};

use tress_term::term::Term;

use super::Look;
use super::equations::{Equation, true_equations};
use super::limits::RESIDUES;
use crate::context::Context;
use crate::inferences::Rule;
use crate::sat::Lifetime;

/// An equation fails modulo a small number.
const RESIDUE: Rule =
    Rule::new("no-residue", "own", "a solution in whole numbers is a solution modulo every number");

/// The moduli that are tried.
const MODULI: [u64; 14] = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 25, 32];

pub(crate) fn check_residues(cx: &mut Context<'_>, _look: &Look) -> Result<(), Stop> {
    for equation in true_equations(cx) {
        if !cx.kernel.numbers.nonlinear.examined.insert(equation.var) {
            continue;
        }
        for modulus in MODULI {
            if is_impossible(cx, &equation, modulus)? {
                cx.kernel.numbers.nonlinear.examined.remove(&equation.var);
                cx.infer(RESIDUE, vec![equation.literal], &[], Lifetime::Permanent);
                break;
            }
        }
    }
    Ok(())
}

/// Does no combination of residues solve the equation?
fn is_impossible(cx: &Context<'_>, equation: &Equation, modulus: u64) -> Result<bool, Stop> {
    let mut unknown: Vec<Term> =
        equation.parts.iter().flat_map(|(_, factors)| factors.iter().copied()).collect();
    unknown.sort_unstable();
    unknown.dedup();
    let Some(all) = u32::try_from(unknown.len()).ok().and_then(|count| modulus.checked_pow(count)) else {
        return Ok(false);
    };
    if RESIDUES.is_exceeded(usize::try_from(all).unwrap_or(usize::MAX), cx.env.budget) {
        return Ok(false);
    }
    let rest = |number: &Int| {
        let (_, rest) = number.div_rem_euclid(&Int::from(modulus)).expect("no modulus is zero");
        rest.to_i64().map_or(0, i64::unsigned_abs)
    };
    let place = |factor: &Term| unknown.binary_search(factor).expect("all factors are listed");
    let parts: Vec<(u64, Vec<usize>)> =
        equation.parts.iter().map(|(c, factors)| (rest(c), factors.iter().map(place).collect())).collect();
    let constant = rest(&equation.constant);
    cx.env.budget.poll_many(all)?;
    for number in 0..all {
        let mut residues = Vec::with_capacity(unknown.len());
        let mut left = number;
        for _ in &unknown {
            residues.push(left % modulus);
            left /= modulus;
        }
        let value = |(c, factors): &(u64, Vec<usize>)| {
            factors.iter().fold(*c, |product, factor| product * residues[*factor] % modulus)
        };
        if parts.iter().map(value).sum::<u64>() % modulus == constant {
            return Ok(false);
        }
    }
    Ok(true)
}
