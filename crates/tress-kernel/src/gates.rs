//! Literals for connectives: clauses that make a new literal equal to what it names, in both directions.

use tress_sat::Lit;

use super::sat::{Lifetime, Sat};

/// A literal equal to the conjunction of some literals.
pub(super) fn define_and(parts: &[Lit], sat: &mut dyn Sat) -> Lit {
    if let [only] = parts {
        return *only;
    }
    let whole = sat.new_var().positive();
    let mut clause: Vec<Lit> = parts.iter().map(|part| !*part).collect();
    clause.push(whole);
    sat.add(&clause, Lifetime::Permanent);
    for part in parts {
        sat.add(&[!whole, *part], Lifetime::Permanent);
    }
    whole
}

pub(super) fn define_or(parts: &[Lit], sat: &mut dyn Sat) -> Lit {
    let negated: Vec<Lit> = parts.iter().map(|part| !*part).collect();
    !define_and(&negated, sat)
}

pub(super) fn define_xor(left: Lit, right: Lit, sat: &mut dyn Sat) -> Lit {
    let whole = sat.new_var().positive();
    for clause in
        [[!whole, left, right], [!whole, !left, !right], [whole, !left, right], [whole, left, !right]]
    {
        sat.add(&clause, Lifetime::Permanent);
    }
    whole
}

pub(super) fn define_choice(condition: Lit, yes: Lit, no: Lit, sat: &mut dyn Sat) -> Lit {
    let whole = sat.new_var().positive();
    for clause in [
        [!whole, !condition, yes],
        [!whole, condition, no],
        [whole, !condition, !yes],
        [whole, condition, !no],
        [!whole, yes, no],
        [whole, !yes, !no],
    ] {
        sat.add(&clause, Lifetime::Permanent);
    }
    whole
}
