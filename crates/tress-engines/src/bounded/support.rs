//! Which terms have a circuit, and which mention only inputs that reach as far as they can.

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_term::term::{Head, Op, Sort, Term, TermSet, number, post_order_where};

use super::limits::{REPLACED_CHARACTERS, REPLACED_SHORT_CHARACTERS, SHORT_CHARACTERS};
use super::reach::Reaches;

/// Terms that mention inputs that are cut or quotients by zero, and terms that have no circuit.
///
/// # Errors
/// When the budget ends.
pub(super) fn marked_terms(
    env: &Env<'_>,
    problem: &Problem,
    reaches: &Reaches,
) -> Result<(TermSet, TermSet), Stop> {
    let facts = problem.roots();
    let (mut open, mut strange) = (TermSet::new(), TermSet::new());
    for term in post_order_where(env.store, &facts, |term| env.store.sort(term) != Sort::RegLan) {
        env.budget.poll()?;
        let args = env.store.args(term);
        let is_cut = reaches.of(term).is_some_and(|reach| !reach.is_whole) || may_divide_by_zero(env, term);
        if is_cut || args.iter().any(|arg| open.has(*arg)) {
            open.add(term);
        }
        if !has_circuit(env, term, reaches) || args.iter().any(|arg| strange.has(*arg)) {
            strange.add(term);
        }
    }
    Ok((open, strange))
}

/// Is this a quotient by something that may be zero? The circuit then knows one of its values only.
fn may_divide_by_zero(env: &Env<'_>, term: Term) -> bool {
    let is_quotient = matches!(env.store.op(term), Some(Op::IntDiv | Op::Mod));
    let is_safe = |divisor: &Term| number(env.store, *divisor).is_some_and(|divisor| !divisor.is_zero());
    is_quotient && !env.store.args(term)[1..].iter().all(is_safe)
}

/// Is there a circuit for the operator? It may still be too large.
fn has_circuit(env: &Env<'_>, term: Term, reaches: &Reaches) -> bool {
    let args = env.store.args(term);
    let character = |term: Term| env.word_of(term).is_some_and(|word| word.len() == 1);
    match env.store.head(term) {
        Head::Value(_) => matches!(env.store.sort(term), Sort::Bool | Sort::Int | Sort::String),
        Head::Symbol(_) => args.is_empty(),
        Head::Op(Op::InRe, _) => env.is_ground(args[1]),
        Head::Op(Op::ReplaceAll, _) => {
            if character(args[1]) && character(args[2]) {
                return true;
            }
            let (cells, budget) = (reaches.cells(), env.budget);
            if reaches.are_whole() && !REPLACED_CHARACTERS.is_exceeded(cells, budget) {
                return true;
            }
            // Other methods are better for known strings, unless all strings are whole.
            args[1..].iter().any(|arg| env.word_of(*arg).is_none())
                && !SHORT_CHARACTERS.is_exceeded(reaches.longest(), budget)
                && !REPLACED_SHORT_CHARACTERS.is_exceeded(cells, budget)
        }
        Head::Op(op, _) => OPERATORS.contains(&op),
        _ => false,
    }
}

/// Operators that have a circuit whatever their arguments are.
const OPERATORS: [Op; 39] = [
    Op::Not,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Implies,
    Op::Ite,
    Op::Eq,
    Op::Distinct,
    Op::Le,
    Op::Lt,
    Op::Ge,
    Op::Gt,
    Op::StrLt,
    Op::StrLe,
    Op::PrefixOf,
    Op::SuffixOf,
    Op::Contains,
    Op::IsDigit,
    Op::Divisible,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::IntDiv,
    Op::Mod,
    Op::Abs,
    Op::Length,
    Op::IndexOf,
    Op::LastIndexOf,
    Op::ToCode,
    Op::StrToInt,
    Op::Concat,
    Op::At,
    Op::Substr,
    Op::Replace,
    Op::Rev,
    Op::ToLower,
    Op::ToUpper,
    Op::FromCode,
    Op::StrFromInt,
];
