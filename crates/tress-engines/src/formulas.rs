//! Builders of formulas about numbers, which leave out what is plain.

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, TermStore, Value};

/// A new symbol.
pub fn unknown(env: &mut Env<'_>, name: &str, sort: Sort) -> Term {
    let symbol = env.store.declare(name, &[], sort);
    env.store.constant(symbol)
}

/// One of them holds.
pub fn or(env: &mut Env<'_>, parts: &[Term]) -> Term {
    connected(env, Op::Or, parts)
}

/// All of them hold.
pub fn and(env: &mut Env<'_>, parts: &[Term]) -> Term {
    connected(env, Op::And, parts)
}

fn connected(env: &mut Env<'_>, op: Op, parts: &[Term]) -> Term {
    // What decides the whole alone, and what adds nothing.
    let [deciding, neutral] = [op == Op::Or, op == Op::And].map(TermStore::bool);
    let parts: Vec<Term> = parts.iter().copied().filter(|part| *part != neutral).collect();
    match parts.as_slice() {
        [] => neutral,
        [only] => *only,
        _ if parts.contains(&deciding) => deciding,
        _ => env.app(op, &parts),
    }
}

/// The value of a constant number.
pub fn constant(env: &Env<'_>, term: Term) -> Option<i64> {
    match env.store.as_value(term) {
        Some(Value::Int(value)) => value.to_i64(),
        _ => None,
    }
}

/// Two numbers are equal.
pub fn equal(env: &mut Env<'_>, a: Term, b: Term) -> Term {
    match (constant(env, a), constant(env, b)) {
        _ if a == b => TermStore::bool(true),
        (Some(a), Some(b)) => TermStore::bool(a == b),
        _ => env.equal(a, b),
    }
}

/// The first number is not above the second.
pub fn at_most(env: &mut Env<'_>, a: Term, b: Term) -> Term {
    match (constant(env, a), constant(env, b)) {
        _ if a == b => TermStore::bool(true),
        (Some(a), Some(b)) => TermStore::bool(a <= b),
        _ => env.app(Op::Le, &[a, b]),
    }
}

/// The first number is below the second.
pub fn below(env: &mut Env<'_>, a: Term, b: Term) -> Term {
    let reached = at_most(env, b, a);
    env.store.not(reached)
}

/// Two numbers are not equal.
pub fn apart(env: &mut Env<'_>, a: Term, b: Term) -> Term {
    let ways = [below(env, a, b), below(env, b, a)];
    or(env, &ways)
}

/// All numbers together.
pub fn sum(env: &mut Env<'_>, parts: &[Term]) -> Term {
    match parts {
        [] => env.store.int(0),
        [only] => *only,
        _ => env.app(Op::Add, parts),
    }
}
