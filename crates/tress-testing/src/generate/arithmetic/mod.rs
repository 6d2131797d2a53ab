//! Problems of linear arithmetic and functions, whose answer is often known beforehand.
//!
//! Enters: a logic and random numbers. Leaves: an [`Arithmetic`] problem of up to eight constants
//! with nested Boolean structure. A third of the problems has a planted model, a third holds a
//! planted contradiction ([`contradiction`]), and the rest is left to chance, where nobody knows
//! the answer but other solvers and the oracle.

mod contradiction;
mod terms;

use tress_base::Budget;
use tress_base::Random;
use tress_base::{Int, Rational};
use tress_term::eval::Evaluator;
use tress_term::model::{FunctionValue, Model};
use tress_term::print::{Style, term_text};
use tress_term::term::{ElementId, Op, Sort, SymbolId, Term, TermStore, Value};

/// The logics that problems are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Whole numbers.
    Lia,
    /// Fractions.
    Lra,
    /// Both.
    Lira,
    /// Whole numbers, functions, predicates and a declared sort.
    Uflia,
}

impl Logic {
    /// Every logic.
    pub const ALL: [Logic; 4] = [Logic::Lia, Logic::Lra, Logic::Lira, Logic::Uflia];

    /// Its name in SMT-LIB.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Logic::Lia => "QF_LIA",
            Logic::Lra => "QF_LRA",
            Logic::Lira => "QF_LIRA",
            Logic::Uflia => "QF_UFLIA",
        }
    }

    /// The sorts of its constants, likelier ones more often.
    fn sorts(self, element: Sort) -> Vec<Sort> {
        match self {
            Logic::Lia => vec![Sort::Int, Sort::Int, Sort::Int, Sort::Bool],
            Logic::Lra => vec![Sort::Real, Sort::Real, Sort::Real, Sort::Bool],
            Logic::Lira => vec![Sort::Int, Sort::Real, Sort::Int, Sort::Real, Sort::Bool],
            Logic::Uflia => vec![Sort::Int, Sort::Int, element, element, Sort::Bool],
        }
    }

    /// The sorts of its functions: arguments, then the result.
    fn functions(self, element: Sort) -> Vec<Vec<Sort>> {
        let (int, bool) = (Sort::Int, Sort::Bool);
        match self {
            Logic::Uflia => vec![
                vec![int, int],
                vec![int, int, int],
                vec![element, int],
                vec![int, element],
                vec![element, element],
                vec![int, bool],
                vec![element, bool, bool],
                vec![bool, int],
            ],
            _ => Vec::new(),
        }
    }
}

/// What is known of the answer.
#[derive(Clone, Debug)]
pub enum Planted {
    /// These values make all assertions true.
    Sat(Box<Model>),
    /// No values do, for this reason.
    Unsat(&'static str),
    /// Nothing is known.
    Open,
}

/// A problem.
pub struct Arithmetic {
    /// The logic that it belongs to.
    pub logic: Logic,
    /// Its terms.
    pub store: TermStore,
    /// The declared sort, which only some logics use.
    pub element: Sort,
    /// The declared constants and functions, in order.
    pub symbols: Vec<SymbolId>,
    /// What must hold.
    pub assertions: Vec<Term>,
    /// What is known of the answer.
    pub planted: Planted,
}

/// A problem that is being made.
///
/// Invariant: `constants` and `functions` are the problem's symbols, apart.
struct Maker<'random> {
    problem: Arithmetic,
    constants: Vec<Term>,
    functions: Vec<SymbolId>,
    random: &'random mut Random,
}

/// The most constants of a problem.
const CONSTANTS: usize = 8;
/// The largest divisor of `div`, `mod` and `divisible`.
pub const MOST_DIVISOR: i64 = 12;
/// How deep terms nest.
const DEPTH: usize = 3;
/// Tries to find a term that has a value before a problem goes without it.
const TRIES: usize = 20;

impl Arithmetic {
    /// The problem that these random numbers give.
    pub fn new(logic: Logic, random: &mut Random) -> Arithmetic {
        let mut store = TermStore::new();
        let element = store.declare_sort("U");
        let problem = Arithmetic {
            logic,
            store,
            element,
            symbols: Vec::new(),
            assertions: Vec::new(),
            planted: Planted::Open,
        };
        let mut maker = Maker { problem, constants: Vec::new(), functions: Vec::new(), random };
        maker.declare();
        let size = 2 + maker.random.below(7);
        match maker.random.below(3) {
            0 => maker.plant_model(size),
            1 => maker.plant_contradiction(size),
            _ => maker.leave_open(size),
        }
        maker.problem
    }

    /// The declarations as SMT-LIB text, one command a line.
    #[must_use]
    pub fn declarations(&self) -> String {
        let mut lines = Vec::new();
        if self.logic == Logic::Uflia {
            lines.push("(declare-sort U 0)".to_owned());
        }
        for symbol in &self.symbols {
            let symbol = self.store.symbol(*symbol);
            let arguments: Vec<_> = symbol.arguments.iter().map(|sort| self.store.sort_text(*sort)).collect();
            let result = self.store.sort_text(symbol.result);
            lines.push(format!("(declare-fun {} ({}) {result})", symbol.name, arguments.join(" ")));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// The assertions as SMT-LIB terms.
    #[must_use]
    pub fn assertion_texts(&self) -> Vec<String> {
        self.assertions.iter().map(|term| term_text(&self.store, *term, Style::Standard)).collect()
    }

    /// The whole problem with named assertions `a0`, `a1`, …, without a check.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.declarations();
        for (number, assertion) in self.assertion_texts().into_iter().enumerate() {
            text.push_str(&format!("(assert (! {assertion} :named a{number}))\n"));
        }
        text
    }
}

impl Maker<'_> {
    fn declare(&mut self) {
        let logic = self.problem.logic;
        let sorts = logic.sorts(self.problem.element);
        let count = 1 + self.random.below(CONSTANTS);
        for place in 0..count {
            // The first has the sort that the logic is about.
            let sort = if place == 0 { sorts[0] } else { *self.random.pick(&sorts) };
            let symbol = self.problem.store.declare(&format!("v{place}"), &[], sort);
            self.problem.symbols.push(symbol);
            self.constants.push(self.problem.store.constant(symbol));
        }
        for (place, sorts) in logic.functions(self.problem.element).into_iter().enumerate() {
            if let Some((result, arguments)) = sorts.split_last() {
                let symbol = self.problem.store.declare(&format!("f{place}"), arguments, *result);
                self.problem.symbols.push(symbol);
                self.functions.push(symbol);
            }
        }
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.problem.store.app(op, args).expect("the arguments fit the operator")
    }

    fn plant_model(&mut self, size: usize) {
        let model = self.random_model();
        let mut evaluator = Evaluator::new();
        for _ in 0..size {
            for _ in 0..TRIES {
                if let Some(assertion) = self.true_assertion(&mut evaluator, &model) {
                    self.problem.assertions.push(assertion);
                    break;
                }
            }
        }
        self.problem.planted = Planted::Sat(Box::new(model));
    }

    /// A formula that is true under the model: a random one or its negation, or the equation of a
    /// random number and its value.
    fn true_assertion(&mut self, evaluator: &mut Evaluator, model: &Model) -> Option<Term> {
        let number = if self.problem.logic == Logic::Lra { Sort::Real } else { Sort::Int };
        let sort = if self.random.chance(1, 3) { number } else { Sort::Bool };
        let term = self.term(sort, DEPTH);
        let store = &mut self.problem.store;
        match evaluator.eval(store, term, model, &Budget::unlimited()).ok()? {
            Value::Bool(true) => Some(term),
            Value::Bool(false) => Some(store.not(term)),
            other => {
                let literal = store.value(other);
                store.app(Op::Eq, &[term, literal]).ok()
            }
        }
    }

    fn leave_open(&mut self, size: usize) {
        for _ in 0..size {
            let assertion = self.term(Sort::Bool, DEPTH);
            self.problem.assertions.push(assertion);
        }
    }

    fn random_model(&mut self) -> Model {
        let mut model = Model::new();
        for symbol in self.problem.symbols.clone() {
            let (arguments, result) = {
                let declared = self.problem.store.symbol(symbol);
                (declared.arguments.clone(), declared.result)
            };
            let value = self.value(result);
            if arguments.is_empty() {
                model.set(symbol, value);
                continue;
            }
            let mut function = FunctionValue::new(value);
            for _ in 0..20 {
                let values: Vec<Value> = arguments.iter().map(|sort| self.small_value(*sort)).collect();
                function.set(&values, self.value(result));
            }
            model.set_function(symbol, function);
        }
        model
    }

    fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Int => Value::Int(Int::from(self.random.between(-30, 30))),
            Sort::Real => {
                let whole = Int::from(self.random.between(-90, 90));
                let parts = Int::from(self.random.between(1, 6));
                Value::Real(Rational::new(whole, parts).unwrap_or_default())
            }
            other => self.small_value(other),
        }
    }

    /// A value that is likely to be met again.
    fn small_value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(1, 2)),
            Sort::Declared(id) => Value::Element(id, ElementId(self.random.below(3) as u32)),
            _ => Value::Int(Int::from(self.random.between(-6, 6))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_models_satisfy_their_problems() {
        let mut random = Random::new(31);
        let mut counts = [0; 3];
        for case in 0..800 {
            let problem = Arithmetic::new(Logic::ALL[case % 4], &mut random);
            let Planted::Sat(model) = &problem.planted else {
                counts[usize::from(matches!(problem.planted, Planted::Open))] += 1;
                continue;
            };
            counts[2] += 1;
            for assertion in &problem.assertions {
                let value = Evaluator::new().eval(&problem.store, *assertion, model, &Budget::unlimited());
                assert_eq!(value, Ok(Value::Bool(true)), "{}", problem.text());
            }
        }
        assert!(counts.iter().all(|count| *count > 150), "{counts:?}");
    }

    #[test]
    fn the_text_reads_back() {
        let mut random = Random::new(32);
        for case in 0..400 {
            let problem = Arithmetic::new(Logic::ALL[case % 4], &mut random);
            let mut session = tress_session::Session::new(tress_solver::options::Options::default());
            let summary = tress_session::run(&mut session, problem.text().as_bytes(), std::io::sink());
            assert_eq!(summary.expect("nothing to write").errors, 0, "{}", problem.text());
            assert_eq!(session.solver.assertions().len(), problem.assertions.len());
        }
    }
}
