//! `ground`: terms without symbols, whose value tress, z3 and cvc5 must agree on.
//!
//! Every operator of the standard stands at the top of as many random terms as any other. tress
//! must give the value that z3 and cvc5 agree on. Where those two differ, the smallest part they
//! differ on is listed with all three values; tress computes what the standard says.

mod blame;
mod judge;
mod show;
mod values;

use std::io;
use std::time::Duration;

use tress_base::Budget;
use tress_base::Random;
use tress_solver::Solver;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, Term, TermStore, Value, post_order};

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::generate::{Generator, Knobs};

use blame::blame;
use judge::{Judgement, judge};
use values::{PeerValues, values_of};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ground",
    about: "values of random ground terms over all standard operators: tress against z3 and cvc5",
    count: 20_000,
    run,
};

/// A term with what tress says of it.
#[derive(Clone, Debug)]
struct Case {
    /// The operator at the top; for a regular expression, the one below the membership.
    op: Op,
    term: Term,
    value: Value,
}

/// Generated terms that are not compared.
#[derive(Clone, Debug, Default)]
struct Skipped {
    /// How many divide by zero, so that every value is right.
    open: usize,
    /// How many tress cannot compute.
    failed: usize,
    /// Some of those.
    examples: Vec<Term>,
}

/// Why a term has no value to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoValue {
    DivisionByZero,
    Failed,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut solver = Solver::new();
    let (cases, skipped) = cases(&mut solver.terms, lab.setting.seed, lab.count);
    lab.print(&format!(
        "left out: {} terms that divide by zero, {} for which tress has no value",
        skipped.open, skipped.failed
    ))?;
    for term in &skipped.examples {
        lab.print(&format!("no value in tress: {}", term_text(&solver.terms, *term, Style::Standard)))?;
    }
    let unequal = simplified_otherwise(&mut solver, &cases);
    for term in &unequal {
        lab.print(&format!("WRONG simplify: {}", term_text(&solver.terms, *term, Style::Standard)))?;
    }
    let peers = super::installed_peers(lab, Duration::from_secs(5))?;
    let terms: Vec<Term> = cases.iter().map(|case| case.term).collect();
    let mut answers: Vec<PeerValues> = Vec::new();
    for peer in &peers {
        let progress = |done| lab.progress(done, terms.len());
        answers.push(values_of(peer, &mut solver.terms, &terms, progress)?);
    }
    let judgements: Vec<Judgement> = cases
        .iter()
        .enumerate()
        .map(|(place, case)| judge(&case.value, answers.iter().map(|peer| peer.values[place].as_ref())))
        .collect();
    lab.print(&show::by_operator(&cases, &answers, &judgements))?;
    lab.print(&show::summary(&answers, &judgements, unequal.len()))?;
    lab.save("ground.svg", &show::plot(&cases, &answers, &judgements).svg())?;
    let differing = cases.iter().zip(&judgements).filter(|(_, judgement)| judgement.is_disagreement());
    let differing: Vec<Term> = differing.map(|(case, _)| case.term).collect();
    let blamed = blame(&mut solver.terms, &peers, &differing)?;
    lab.print(&show::blamed_table(&solver.terms, &blamed))?;
    lab.save("ground-disagreements.txt", &show::blamed_text(&solver.terms, &blamed))?;
    let wrong = judgements.contains(&Judgement::Wrong);
    Ok(Verdict::wrong_if(wrong || !unequal.is_empty()))
}

/// `count` terms that have a value, every standard operator in turn at the top, and what was
/// left out on the way.
fn cases(store: &mut TermStore, seed: u64, count: usize) -> (Vec<Case>, Skipped) {
    let generator = Generator::new(Knobs::standard());
    let operators = generator.knobs.operators.clone();
    let mut random = Random::new(seed);
    let mut evaluator = Evaluator::new();
    let mut cases = Vec::with_capacity(count);
    let mut skipped = Skipped::default();
    while cases.len() < count {
        let op = operators[cases.len() % operators.len()];
        let sort = generator.sort_of(&mut random, op);
        let mut term = generator.with_top(store, &mut random, op, sort);
        if sort == Sort::RegLan {
            let word = generator.term(store, &mut random, Sort::String);
            term = store.app(Op::InRe, &[word, term]).expect("a word and a language");
        }
        match fixed_value(store, &mut evaluator, term) {
            Ok(value) => cases.push(Case { op, term, value }),
            Err(NoValue::DivisionByZero) => skipped.open += 1,
            Err(NoValue::Failed) => {
                skipped.failed += 1;
                skipped.examples.extend((skipped.examples.len() < 5).then_some(term));
            }
        }
    }
    (cases, skipped)
}

/// The value, unless there is none or a division by zero leaves it open.
fn fixed_value(store: &TermStore, evaluator: &mut Evaluator, term: Term) -> Result<Value, NoValue> {
    let (model, budget) = (Model::new(), Budget::unlimited().with_steps(Some(1_000_000)));
    for part in post_order(store, &[term]) {
        if !matches!(store.op(part), Some(Op::IntDiv | Op::Mod | Op::RealDiv)) {
            continue;
        }
        for divisor in store.args(part).iter().skip(1) {
            let is_zero =
                match evaluator.eval(store, *divisor, &model, &budget).map_err(|_| NoValue::Failed)? {
                    Value::Int(n) => n.is_zero(),
                    Value::Real(n) => n.is_zero(),
                    _ => false,
                };
            if is_zero {
                return Err(NoValue::DivisionByZero);
            }
        }
    }
    evaluator.eval(store, term, &model, &budget).map_err(|_| NoValue::Failed)
}

/// The terms that `simplify` turns into a term of another value.
fn simplified_otherwise(solver: &mut Solver, cases: &[Case]) -> Vec<Term> {
    let mut unequal = Vec::new();
    for case in cases {
        let simpler = solver.simplify(case.term);
        let value = Evaluator::new().eval(&solver.terms, simpler, &Model::new(), &Budget::unlimited());
        if value.as_ref() != Ok(&case.value) {
            unequal.push(case.term);
        }
    }
    unequal
}
