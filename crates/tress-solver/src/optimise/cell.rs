//! The best value near a model: among all models that make the same atoms true.
//!
//! Enters: formulas, a model of them, a number. Leaves: the optimum of the number by linear arithmetic, when
//! everything connected with it is linear. What counts are literals that make the formulas true under the
//! model ([`implicant`]): those of them that share symbols with the number must all be comparisons of sums.
//! Everything else keeps its values.

use tress_base::{Budget, Rational, Stop, connected};
use tress_lia::{Goal, Optimum, Relation, Value as Number};

use super::implicant;
use super::lengths;
use super::linear::{Comparison, Rows, comparisons};
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::Model;
use tress_term::term::{
    Head, Op, Sort, Sum, SumWalk, SymbolId, Term, TermMap, TermSet, TermStore, Value, post_order,
    post_order_where,
};

/// What is best near a model.
pub(super) enum Local {
    /// There is no limit.
    Unbounded,
    /// This value, and a model that has it, or comes close when it has an infinitely small part.
    Best(Number, Box<Model>),
}

/// A literal as the arithmetic has it.
pub(super) enum Row {
    /// A comparison of constants.
    Linear(Sum, Relation),
    /// A comparison of terms that hold these symbols.
    Measured(Sum, Relation, Vec<SymbolId>),
    /// Another atom, whether it holds, and its symbols.
    Other(Term, bool, Vec<SymbolId>),
}

/// Values of all truth values and numbers that formulas are made of.
struct Values(TermMap<Value>);

/// There is nothing to say.
struct Unclear;

impl Values {
    fn new(
        store: &TermStore,
        evaluator: &mut Evaluator,
        roots: &[Term],
        model: &Model,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let plain = |term: Term| matches!(store.sort(term), Sort::Bool | Sort::Int | Sort::Real);
        let terms = post_order_where(store, roots, plain);
        let outcomes = evaluator.run_each(store, &Plan::new(store, &terms), model, budget)?;
        let mut values = TermMap::new();
        for (term, outcome) in terms.into_iter().zip(outcomes) {
            if let Ok(value) = outcome {
                values.set(term, value);
            }
        }
        Ok(Self(values))
    }

    fn truth(&self, term: Term) -> Result<bool, Unclear> {
        match self.0.get(term) {
            Some(Value::Bool(truth)) => Ok(*truth),
            _ => Err(Unclear),
        }
    }

    fn number(&self, term: Term) -> Result<Rational, Unclear> {
        match self.0.get(term) {
            Some(Value::Int(number)) => Ok(Rational::from(number.clone())),
            Some(Value::Real(number)) => Ok(number.clone()),
            _ => Err(Unclear),
        }
    }
}

/// The optimum of `term` near a model of the formulas. Returns `None` if linear arithmetic does not give it.
///
/// # Errors
/// When the budget is used up.
pub(super) fn near(
    store: &TermStore,
    evaluator: &mut Evaluator,
    formulas: &[Term],
    (term, goal): (Term, Goal),
    model: &Model,
    budget: &Budget,
) -> Result<Option<Local>, Stop> {
    let roots: Vec<Term> = formulas.iter().copied().chain([term]).collect();
    let values = Values::new(store, evaluator, &roots, model, budget)?;
    let Ok((objective, rows)) = rows(store, formulas, term, &values) else { return Ok(None) };
    budget.poll_many(rows.len() as u64)?;
    let group = connected_rows(store, &objective, &rows);
    let Some(mut solver) = arithmetic(store, &objective, &group) else {
        let is_endless = lengths::is_endless(store, evaluator, (&objective, goal), &group, budget)?;
        return Ok(is_endless.then_some(Local::Unbounded));
    };
    let linear = solver.linear(store, &objective);
    match solver.lia.optimise(&linear, goal, budget)? {
        Optimum::Unbounded => Ok(Some(Local::Unbounded)),
        Optimum::Conflict(_) => Ok(None),
        Optimum::Value(value) => {
            let (found, mut better) = (solver.lia.model(), model.clone());
            for (term, var) in &solver.vars {
                let Some(symbol) = store.as_constant(*term) else { return Ok(None) };
                let number = found.value(*var).clone();
                better.set(
                    symbol,
                    match store.sort(*term) {
                        Sort::Int if number.is_integer() => Value::Int(number.numerator().clone()),
                        Sort::Int => return Ok(None),
                        _ => Value::Real(number),
                    },
                );
            }
            Ok(Some(Local::Best(value, Box::new(better))))
        }
    }
}

/// The number as a sum, and literals that make the formulas true.
fn rows(
    store: &TermStore,
    formulas: &[Term],
    term: Term,
    values: &Values,
) -> Result<(Sum, Vec<Row>), Unclear> {
    let mut conditions = Vec::new();
    let objective = sum(store, &[(term, Rational::ONE)], values, &mut conditions)?;
    let mut rows = Vec::new();
    let mut known = TermSet::new();
    let mut literals = implicant(store, formulas, |term| values.truth(term))?;
    loop {
        for (atom, holds) in literals {
            known.add(atom);
            push_rows(store, atom, holds, values, &mut conditions, &mut rows)?;
        }
        // Conditions of choices between numbers must stay as they are.
        literals = Vec::new();
        for (condition, holds) in std::mem::take(&mut conditions) {
            if known.add(condition) {
                literals.extend(kept(store, condition, holds, values)?);
            }
        }
        if literals.is_empty() {
            return Ok((objective, rows));
        }
    }
}

/// Literals that keep a condition as it is.
fn kept(
    store: &TermStore,
    condition: Term,
    holds: bool,
    values: &Values,
) -> Result<Vec<(Term, bool)>, Unclear> {
    if holds {
        return implicant(store, &[condition], |term| values.truth(term));
    }
    // All atoms below keep their truth: more than is needed, and simple.
    let boolean = post_order_where(store, &[condition], |term| store.sort(term) == Sort::Bool);
    let is_atom = |term: &Term| !store.args(*term).iter().any(|arg| store.sort(*arg) == Sort::Bool);
    boolean.into_iter().filter(is_atom).map(|atom| Ok((atom, values.truth(atom)?))).collect()
}

/// A sum over what is no choice; the conditions of choices are noted.
fn sum(
    store: &TermStore,
    terms: &[(Term, Rational)],
    values: &Values,
    conditions: &mut Vec<(Term, bool)>,
) -> Result<Sum, Unclear> {
    let mut walk = SumWalk::new(terms);
    let mut parts = Vec::new();
    while let Some((part, factor)) = walk.next_opaque(store) {
        if store.op(part) == Some(Op::Ite) {
            let args = store.args(part);
            let truth = values.truth(args[0])?;
            conditions.push((args[0], truth));
            walk.add(args[if truth { 1 } else { 2 }], &factor);
        } else {
            parts.push((part, factor));
        }
    }
    parts.reverse();
    Ok(Sum { parts, constant: walk.constant })
}

fn push_rows(
    store: &TermStore,
    atom: Term,
    holds: bool,
    values: &Values,
    conditions: &mut Vec<(Term, bool)>,
    rows: &mut Vec<Row>,
) -> Result<(), Unclear> {
    let compared = match comparisons(store, atom, holds) {
        Some(compared) => Some(compared),
        None => differing(store, atom, holds, values)?,
    };
    let Some(compared) = compared else {
        rows.push(Row::Other(atom, holds, symbols(store, atom)));
        return Ok(());
    };
    for (left, right, relation) in compared {
        let sum = sum(store, &[(left, Rational::ONE), (right, -Rational::ONE)], values, conditions)?;
        let is_linear = sum.parts.iter().all(|(part, _)| store.as_constant(*part).is_some());
        rows.push(match is_linear {
            true => Row::Linear(sum, relation),
            false => {
                let named = sum.parts.iter().flat_map(|(part, _)| symbols(store, *part)).collect();
                Row::Measured(sum, relation, named)
            }
        });
    }
    Ok(())
}

/// Two numbers that differ do so in one direction, which is kept.
fn differing(
    store: &TermStore,
    atom: Term,
    holds: bool,
    values: &Values,
) -> Result<Option<Vec<Comparison>>, Unclear> {
    let args = store.args(atom);
    let is_number = |arg: &Term| matches!(store.sort(*arg), Sort::Int | Sort::Real);
    let [left, right] = *args else { return Ok(None) };
    let compared = match (store.op(atom), holds) {
        (Some(Op::Eq), false) | (Some(Op::Distinct), _) if is_number(&left) => {
            let relation = match values.number(left)?.cmp(&values.number(right)?) {
                std::cmp::Ordering::Less => Relation::Lt,
                std::cmp::Ordering::Equal => Relation::Eq,
                std::cmp::Ordering::Greater => Relation::Gt,
            };
            Some(vec![(left, right, relation)])
        }
        _ => None,
    };
    Ok(compared)
}

fn symbols(store: &TermStore, term: Term) -> Vec<SymbolId> {
    let of = |part: Term| match store.head(part) {
        Head::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    post_order(store, &[term]).into_iter().filter_map(of).collect()
}

/// The rows that are connected with the objective.
fn connected_rows<'a>(store: &TermStore, objective: &Sum, rows: &'a [Row]) -> Vec<&'a Row> {
    let of_sum = |sum: &Sum| -> Vec<SymbolId> {
        sum.parts.iter().flat_map(|(part, _)| symbols(store, *part)).collect()
    };
    let mut ties: Vec<(usize, SymbolId)> = of_sum(objective).into_iter().map(|symbol| (0, symbol)).collect();
    for (index, row) in rows.iter().enumerate() {
        let symbols = match row {
            Row::Linear(sum, _) => of_sum(sum),
            Row::Measured(_, _, symbols) | Row::Other(_, _, symbols) => symbols.clone(),
        };
        ties.extend(symbols.into_iter().map(|symbol| (index + 1, symbol)));
    }
    let groups = connected(rows.len() + 1, ties);
    let group = groups.into_iter().find(|group| group.contains(&0)).unwrap_or_default();
    group.into_iter().filter_map(|index| rows.get(index.checked_sub(1)?)).collect()
}

/// The rows for the arithmetic. Returns `None` if one of them, or the objective, is not linear.
fn arithmetic(store: &TermStore, objective: &Sum, group: &[&Row]) -> Option<Rows> {
    if objective.parts.iter().any(|(part, _)| store.as_constant(*part).is_none()) {
        return None;
    }
    let mut solver = Rows::default();
    for row in group {
        match row {
            Row::Linear(sum, relation) => solver.assert(store, sum, *relation),
            Row::Measured(..) | Row::Other(..) => return None,
        }
    }
    Some(solver)
}
