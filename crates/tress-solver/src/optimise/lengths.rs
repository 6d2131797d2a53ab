//! Lengths without a limit: a string in infinite languages, of which nothing else is said.

use tress_automata::lengths::exact_lengths;
use tress_base::{Budget, Stop};
use tress_lia::{Goal, Relation};

use super::cell::Row;
use tress_term::eval::{EvalError, Evaluator};
use tress_term::model::Model;
use tress_term::term::{Op, Sum, Term, TermStore, Value, is_ground};

/// Does a multiple of the length of one string grow without limit, when no other rows mention the string?
/// They may be memberships in languages without symbols, and least lengths.
///
/// # Errors
/// When the budget is used up.
pub(super) fn is_endless(
    store: &TermStore,
    evaluator: &mut Evaluator,
    (objective, goal): (&Sum, Goal),
    rows: &[&Row],
    budget: &Budget,
) -> Result<bool, Stop> {
    let [(length, factor)] = objective.parts.as_slice() else { return Ok(false) };
    let (Some(Op::Length), [string]) = (store.op(*length), store.args(*length)) else { return Ok(false) };
    if store.as_constant(*string).is_none() || factor.is_positive() != (goal == Goal::Maximum) {
        return Ok(false);
    }
    let mut languages = Vec::new();
    for row in rows {
        match row {
            Row::Measured(sum, relation, _) if is_least(sum, *relation, *length) => {}
            Row::Other(atom, holds, _) if store.op(*atom) == Some(Op::InRe) => match store.args(*atom) {
                [member, language] if member == string && is_ground(store, *language) => {
                    languages.push((*language, *holds));
                }
                _ => return Ok(false),
            },
            _ => return Ok(false),
        }
    }
    let mut members = Vec::new();
    for (language, holds) in languages {
        let regex = match evaluator.eval(store, language, &Model::new(), budget) {
            Ok(Value::Regex(regex)) => regex,
            Err(EvalError::Stop(stop)) => return Err(stop),
            Ok(_) | Err(_) => return Ok(false),
        };
        members.push(if holds { regex } else { evaluator.regexes_mut().complement(regex) });
    }
    let regexes = evaluator.regexes_mut();
    let all = regexes.inter(&members);
    let lengths = exact_lengths(regexes, all, budget)?;
    Ok(lengths.is_exact() && !lengths.is_empty() && lengths.max().is_none())
}

/// Does a comparison hold for all large lengths?
fn is_least(sum: &Sum, relation: Relation, length: Term) -> bool {
    let [(part, factor)] = sum.parts.as_slice() else { return false };
    let upwards = match relation {
        Relation::Ge | Relation::Gt => factor.is_positive(),
        Relation::Le | Relation::Lt => factor.is_negative(),
        Relation::Eq => false,
    };
    *part == length && upwards
}
