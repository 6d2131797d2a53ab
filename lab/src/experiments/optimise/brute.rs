//! The best of all values, by trying them all.

use std::cmp::Ordering;
use std::io;

use tress_base::Budget;
use tress_base::Rational;
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, TermStore, Value};

use super::generate::{Case, Domain, Wish};

/// What trying all values found.
pub(super) struct Best {
    /// The best value of every objective; `None` if the assertions have no solution.
    pub(super) values: Option<Vec<Rational>>,
    /// What is wrong with the model that was given.
    pub(super) of_model: Option<String>,
    /// Has the model the best values, as far as the order of the objectives asks for them?
    pub(super) is_model_best: bool,
}

/// A number no term here has: it marks the assertions that hold the objectives.
const MARK: &str = "987654321";

/// An objective over the terms of the reading session: parts, and whether large is good.
struct Measure {
    parts: Vec<(Term, Option<Rational>)>,
    maximize: bool,
}

/// The best values, and whether `model` has them. Symbols have the same numbers in every session that reads
/// the same declarations.
pub(super) fn best_values(case: &Case, model: Option<&Model>) -> Best {
    let mut session = Session::new(Options::default());
    let marked = marked_text(case);
    run_session(&mut session, marked.as_bytes(), io::sink()).expect("nothing is written");
    let terms = &session.solver.terms;
    let (hard, marks) = session.solver.assertions().split_at(case.assertions.len());
    let measures = measures(case, terms, marks);
    let symbols: Vec<SymbolId> = case
        .constants
        .iter()
        .filter_map(|(name, _)| {
            let mut declared = session.solver.declared().iter();
            declared.find(|symbol| *terms.symbol(**symbol).name == **name).copied()
        })
        .collect();
    let roots: Vec<Term> = hard
        .iter()
        .copied()
        .chain(measures.iter().flat_map(|measure| measure.parts.iter().map(|(term, _)| *term)))
        .collect();
    let plan = Plan::new(terms, &roots);
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
    let mut look = |model: &Model| -> Option<Vec<Rational>> {
        let values = evaluator.run(terms, &plan, model, &budget).ok()?;
        let (truths, rest) = values.split_at(hard.len());
        let holds = truths.iter().all(|value| *value == Value::Bool(true));
        holds.then(|| measured(&measures, rest))
    };
    let mut best: Option<Vec<Rational>> = None;
    for_each(case, &symbols, |model| {
        if let Some(values) = look(model) {
            best = Some(match best.take() {
                None => values,
                Some(best) if case.alone => each_best(&measures, best, values),
                Some(best) => {
                    if better(&measures, &values, &best) {
                        values
                    } else {
                        best
                    }
                }
            });
        }
    });
    let of_model = model.map(look);
    let is_model_best = match (&of_model, &best) {
        (Some(Some(values)), Some(best)) if case.alone => values.first() == best.first(),
        (Some(Some(values)), Some(best)) => values == best,
        _ => true,
    };
    let refuted = matches!(of_model, Some(None)).then(|| "the model does not hold".to_owned());
    Best { values: best, of_model: refuted, is_model_best }
}

/// The problem, with an assertion behind it for each part of an objective.
fn marked_text(case: &Case) -> String {
    let mark = |wish: &Wish| match wish {
        Wish::Number { term, .. } => format!("(assert (distinct {term} {MARK}))\n"),
        Wish::Soft { formula, .. } => format!("(assert (ite {formula} false true))\n"),
    };
    let marks: String = case.wishes.iter().map(mark).collect();
    format!("{}{marks}", case.problem())
}

/// The objectives in the order in which they are answered: a group stands where its first formula does.
fn measures(case: &Case, terms: &TermStore, marks: &[Term]) -> Vec<Measure> {
    let mut found: Vec<(Option<&str>, Measure)> = Vec::new();
    for (wish, mark) in case.wishes.iter().zip(marks) {
        let term = terms.args(*mark)[0];
        match wish {
            Wish::Number { maximize, .. } => {
                found.push((None, Measure { parts: vec![(term, None)], maximize: *maximize }));
            }
            Wish::Soft { weight, group, .. } => {
                let part = (term, Some(weight.clone()));
                match found.iter_mut().find(|(name, _)| *name == Some(*group)) {
                    Some((_, measure)) => measure.parts.push(part),
                    None => found.push((Some(*group), Measure { parts: vec![part], maximize: false })),
                }
            }
        }
    }
    found.into_iter().map(|(_, measure)| measure).collect()
}

/// The values of the objectives, from those of their parts.
fn measured(measures: &[Measure], values: &[Value]) -> Vec<Rational> {
    let mut values = values.iter();
    let mut of_measure = |measure: &Measure| {
        measure.parts.iter().fold(Rational::ZERO, |sum, (_, weight)| match (values.next(), weight) {
            (Some(Value::Int(number)), None) => Rational::from(number.clone()),
            (Some(Value::Real(number)), None) => number.clone(),
            (Some(Value::Bool(false)), Some(weight)) => &sum + weight,
            _ => sum,
        })
    };
    measures.iter().map(&mut of_measure).collect()
}

fn compare(measure: &Measure, one: &Rational, other: &Rational) -> Ordering {
    if measure.maximize { other.cmp(one) } else { one.cmp(other) }
}

fn better(measures: &[Measure], values: &[Rational], best: &[Rational]) -> bool {
    let orders = measures.iter().zip(values.iter().zip(best));
    let mut orders = orders.map(|(measure, (one, other))| compare(measure, one, other));
    orders.find(|order| order.is_ne()) == Some(Ordering::Less)
}

fn each_best(measures: &[Measure], best: Vec<Rational>, values: Vec<Rational>) -> Vec<Rational> {
    let pairs = measures.iter().zip(best.into_iter().zip(values));
    pairs
        .map(|(measure, (one, other))| if compare(measure, &other, &one).is_lt() { other } else { one })
        .collect()
}

/// Calls with every choice of values.
fn for_each(case: &Case, symbols: &[SymbolId], mut work: impl FnMut(&Model)) {
    let domains: Vec<Vec<Value>> = case.constants.iter().map(|(_, domain)| values_of(domain)).collect();
    let whole: usize = domains.iter().map(Vec::len).product();
    let mut model = Model::new();
    for number in 0..whole {
        let mut rest = number;
        for (symbol, domain) in symbols.iter().zip(&domains) {
            model.set(*symbol, domain[rest % domain.len()].clone());
            rest /= domain.len();
        }
        work(&model);
    }
}

fn values_of(domain: &Domain) -> Vec<Value> {
    match domain {
        Domain::Int(low, high) => (*low..=*high).map(|number| Value::Int(number.into())).collect(),
        Domain::Word(length) => {
            let mut words = vec![String::new()];
            let mut first = 0;
            for _ in 0..*length {
                let end = words.len();
                for place in first..end {
                    for letter in ["a", "b"] {
                        words.push(format!("{}{letter}", words[place]));
                    }
                }
                first = end;
            }
            words.iter().map(|word| Value::text(word)).collect()
        }
    }
}
