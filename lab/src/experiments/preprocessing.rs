//! `preprocessing`: random small problems, before and after preprocessing.
//!
//! Brute force finds a model of the assertions; with the values that new symbols denote, it must
//! be one of what preprocessing leaves. Brute force finds a model of what is left; completed, it
//! must be one of the assertions. The table counts how often each pass found something.

use std::io;

use tress_base::Budget;
use tress_base::Random;
use tress_rewrite::env::SolveContext;
use tress_rewrite::stats::Stats;
use tress_solver::preprocess::{Reduced, preprocess};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::print::term_text;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;
use tress_testing::brute::{Bounds, Found, brute_force};
use tress_testing::generate::{Generator, Knobs};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "preprocessing",
    about: "random problems keep their satisfiability when they are preprocessed, and models come back",
    count: 100_000,
    run,
};

/// Problems that share a store, so that memory stays small.
const PROBLEMS_PER_STORE: usize = 50;
/// Steps of work for one question.
const STEPS: u64 = 2_000_000;
/// Faults that are printed.
const MOST_PRINTED: usize = 10;
/// How far brute force looks.
const BOUNDS: Bounds = Bounds { length: 2, letters: 1, number: 2, assignments: 3000 };
/// The sorts of the symbols.
const SORTS: [Sort; 7] =
    [Sort::String, Sort::String, Sort::String, Sort::Int, Sort::Int, Sort::Bool, Sort::Bool];

/// What was found so far.
#[derive(Default)]
struct Tally {
    problems: usize,
    satisfiable: usize,
    kept: usize,
    came_back: usize,
    refuted: usize,
    emptied: usize,
    wrong: usize,
    stats: Stats,
    faults: Vec<String>,
}

/// The symbols of a store and what makes terms over them.
struct Bench {
    context: SolveContext,
    symbols: Vec<SymbolId>,
    variables: Vec<Term>,
    generator: Generator,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut random = Random::new(lab.setting.seed);
    let mut tally = Tally::default();
    while tally.problems < lab.count {
        let mut bench = Bench::new(&mut random);
        for _ in 0..PROBLEMS_PER_STORE.min(lab.count - tally.problems) {
            bench.problem(&mut tally, &mut random);
        }
        lab.progress(tally.problems, lab.count);
    }
    report(lab, &tally)
}

impl Bench {
    fn new(random: &mut Random) -> Self {
        let mut context = SolveContext::new();
        let store = &mut context.store;
        let symbols: Vec<SymbolId> = (0..)
            .zip(SORTS)
            .map(|(place, sort): (usize, Sort)| store.declare(&format!("v{place}"), &[], sort))
            .collect();
        let variables: Vec<Term> = symbols.iter().map(|symbol| store.constant(*symbol)).collect();
        let standard = Knobs::standard().operators;
        let knobs = Knobs { depth: 1 + random.below(2), operators: standard, ..Knobs::small() };
        let generator = Generator::new(knobs).with_variables(&variables);
        Self { context, symbols, variables, generator }
    }

    /// Makes a problem and compares it with what is left of it.
    fn problem(&mut self, tally: &mut Tally, random: &mut Random) {
        tally.problems += 1;
        let assertions = self.assertions(random);
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let reduced = preprocess(&mut self.context.env(&budget, 0), &assertions);
        let Ok(reduced) = reduced else { return };
        for (name, count) in std::mem::take(&mut self.context.stats).iter() {
            tally.stats.add(name, count);
        }
        let left = reduced.problem.roots();
        tally.refuted += usize::from(left.contains(&TermStore::FALSE));
        tally.emptied += usize::from(left.is_empty());
        if let Ok(Found::Sat(model)) =
            brute_force(&self.context.store, &self.symbols, &assertions, BOUNDS, &budget)
        {
            tally.satisfiable += 1;
            match self.carried(&reduced, &model, &left) {
                Ok(true) => tally.kept += 1,
                Ok(false) => {
                    tally.fault("a model of the assertions is lost", &self.context.store, &assertions, &left)
                }
                Err(_) => {}
            }
        }
        let symbols = &reduced.problem.symbols;
        if let Ok(Found::Sat(model)) = brute_force(&self.context.store, symbols, &left, BOUNDS, &budget) {
            match self.returned(&reduced, *model, &assertions) {
                Ok(true) => tally.came_back += 1,
                Ok(false) => {
                    tally.fault("a model does not come back", &self.context.store, &assertions, &left)
                }
                Err(_) => {}
            }
        }
    }

    /// Facts of the shapes that the passes look for, besides random ones.
    fn assertions(&mut self, random: &mut Random) -> Vec<Term> {
        let count = 1 + random.below(5);
        let mut pool: Vec<Term> = Vec::new();
        let mut assertions = Vec::new();
        for _ in 0..count {
            let new = match random.below(8) {
                0 | 1 => self.generator.term(&mut self.context.store, random, Sort::Bool),
                2 => self.equation(random),
                4 => {
                    let [known, other] = self.occurrence(random);
                    assertions.push(if random.chance(1, 3) { self.context.store.not(known) } else { known });
                    other
                }
                5 => self.local(random),
                6 => {
                    let [known, other] = self.letters(random);
                    assertions.push(known);
                    other
                }
                // An atom that was used before, next to something new.
                3 if !pool.is_empty() => {
                    let (known, other) = (
                        *random.pick(&pool),
                        self.generator.term(&mut self.context.store, random, Sort::Bool),
                    );
                    let known = if random.chance(1, 2) { known } else { self.context.store.not(known) };
                    let op = *random.pick(&[Op::And, Op::Or, Op::Eq, Op::Implies]);
                    self.context.store.app(op, &[known, other]).expect("truth values")
                }
                _ => self.comparison(random),
            };
            pool.push(new);
            assertions.push(if random.chance(1, 4) { self.context.store.not(new) } else { new });
        }
        assertions
    }

    /// A symbol and a term of its sort.
    fn equation(&mut self, random: &mut Random) -> Term {
        let symbol = *random.pick(&self.variables);
        let sort = self.context.store.sort(symbol);
        let value = self.generator.term(&mut self.context.store, random, sort);
        self.context.store.app(Op::Eq, &[symbol, value]).expect("one sort")
    }

    /// An equation next to other facts, as one of two possibilities.
    fn local(&mut self, random: &mut Random) -> Term {
        let mut parts =
            vec![self.equation(random), self.generator.term(&mut self.context.store, random, Sort::Bool)];
        if random.chance(1, 2) {
            parts.push(self.equation(random));
        }
        let both = self.context.store.app(Op::And, &parts).expect("truth values");
        let other = self.generator.term(&mut self.context.store, random, Sort::Bool);
        self.context.store.app(Op::Or, &[both, other]).expect("truth values")
    }

    /// The length of a symbol, and something about its characters.
    fn letters(&mut self, random: &mut Random) -> [Term; 2] {
        let symbol = self.variables[random.below(3)];
        let length = self.context.store.app(Op::Length, &[symbol]).expect("a word");
        let number = self.context.store.int(random.between(0, 3));
        let known = self.context.store.app(Op::Eq, &[length, number]).expect("numbers");
        let with_codes = random.chance(1, 2);
        let [a, b] = [0, 1].map(|_| {
            let place = self.context.store.int(random.between(-1, 3));
            let count = self.context.store.int(if with_codes { 1 } else { random.between(1, 3) });
            let part = self.context.store.app(Op::Substr, &[symbol, place, count]).expect("a part");
            if with_codes { self.context.store.app(Op::ToCode, &[part]).expect("a word") } else { part }
        });
        let ops: &[Op] =
            if with_codes { &[Op::Eq, Op::Gt] } else { &[Op::Eq, Op::Contains, Op::StrLe, Op::PrefixOf] };
        let asked = self.context.store.app(*random.pick(ops), &[a, b]).expect("words or numbers");
        [known, if random.chance(1, 2) { self.context.store.not(asked) } else { asked }]
    }

    /// A literal that occurs in a symbol, and an equation that asks for its position.
    fn occurrence(&mut self, random: &mut Random) -> [Term; 2] {
        let symbol = self.variables[random.below(3)];
        let literal = self.context.store.value(Value::text(["a", "ab", "aa"][random.below(3)]));
        let known = self.context.store.app(Op::Contains, &[symbol, literal]).expect("words");
        let zero = self.context.store.int(0);
        let place = self.context.store.app(Op::IndexOf, &[symbol, literal, zero]).expect("words");
        let asked = match random.below(3) {
            0 => place,
            1 => self.context.store.app(Op::Substr, &[symbol, zero, place]).expect("a part"),
            _ => {
                let new = self.generator.term(&mut self.context.store, random, Sort::String);
                self.context.store.app(Op::Replace, &[symbol, literal, new]).expect("words")
            }
        };
        let sort = self.context.store.sort(asked);
        let value = self.generator.term(&mut self.context.store, random, sort);
        [known, self.context.store.app(Op::Eq, &[asked, value]).expect("one sort")]
    }

    /// A number and a small literal.
    fn comparison(&mut self, random: &mut Random) -> Term {
        let number = self.generator.term(&mut self.context.store, random, Sort::Int);
        let literal = self.context.store.int(random.between(-1, 3));
        let op = *random.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Lt]);
        self.context.store.app(op, &[number, literal]).expect("numbers")
    }

    /// Is a model of the assertions one of what is left? New symbols have the values of the terms
    /// they denote.
    fn carried(&mut self, reduced: &Reduced, model: &Model, left: &[Term]) -> Result<bool, EvalError> {
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let mut model = model.clone();
        for (symbol, term) in &reduced.fresh {
            let value = self.context.evaluator.eval(&self.context.store, *term, &model, &budget)?;
            model.set(*symbol, value);
        }
        self.holds(&model, left)
    }

    /// Is a model of what is left, completed, one of the assertions?
    fn returned(&mut self, reduced: &Reduced, model: Model, assertions: &[Term]) -> Result<bool, EvalError> {
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let mut model = model;
        for symbol in &self.symbols {
            if model.get(*symbol).is_none() {
                let store = &self.context.store;
                model.set(*symbol, store.default_value(store.symbol(*symbol).result));
            }
        }
        match reduced.complete(&mut self.context.env(&budget, 0), model)? {
            Some(model) => self.holds(&model, assertions),
            None => Ok(false),
        }
    }

    fn holds(&mut self, model: &Model, terms: &[Term]) -> Result<bool, EvalError> {
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        for term in terms {
            if self.context.evaluator.eval(&self.context.store, *term, model, &budget)? != Value::Bool(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Tally {
    fn fault(&mut self, what: &str, store: &TermStore, assertions: &[Term], left: &[Term]) {
        self.wrong += 1;
        if self.faults.len() < MOST_PRINTED {
            let text = |terms: &[Term]| {
                let texts: Vec<String> =
                    terms.iter().map(|term| term_text(store, *term, Default::default())).collect();
                texts.join("\n  ")
            };
            self.faults.push(format!("{what}:\n  {}\nleft:\n  {}", text(assertions), text(left)));
        }
    }
}

/// Prints the tables.
fn report(lab: &mut Lab<'_>, tally: &Tally) -> io::Result<Verdict> {
    let mut table = Table::new(&["pass", "applied"]);
    for (name, count) in tally.stats.iter() {
        table.row([name.to_owned(), count.to_string()]);
    }
    lab.print(&table.text())?;
    for fault in &tally.faults {
        lab.print(fault)?;
    }
    lab.print(&format!(
        "{} problems, {} refuted, {} with nothing left; {} with a small model, {} of them kept; {} models came back; {} wrong",
        tally.problems,
        tally.refuted,
        tally.emptied,
        tally.satisfiable,
        tally.kept,
        tally.came_back,
        tally.wrong,
    ))?;
    Ok(Verdict::wrong_if(tally.wrong > 0))
}
