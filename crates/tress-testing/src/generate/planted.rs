//! Problems whose answer is known before anybody solves them.
//!
//! A satisfiable problem is made backwards: values first, then assertions that are true of them.
//! An unsatisfiable one holds a contradiction that a short argument shows, dressed up by
//! [`super::hide`] and surrounded by assertions that do not matter.

use tress_base::Random;
use tress_base::{Budget, Int};
use tress_solver::Solver;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

use super::hide::hide;
use super::knobs::Knobs;
use super::terms::Generator;

/// The known answer.
#[derive(Clone, Debug)]
pub enum Expected {
    /// These values make all assertions true.
    Sat(Box<Model>),
    /// No values do, for this reason.
    Unsat(&'static str),
}

/// A problem with its answer.
pub struct Planted {
    /// The terms of the problem.
    pub store: TermStore,
    /// The declared constants, in order.
    pub symbols: Vec<SymbolId>,
    /// What must hold.
    pub assertions: Vec<Term>,
    /// The known answer.
    pub expected: Expected,
}

/// The sorts of the constants of a problem.
const SORTS: [Sort; 5] = [Sort::String, Sort::String, Sort::Int, Sort::Bool, Sort::String];
/// Tries to find a term that has a value before a problem goes without it.
const TRIES: usize = 20;

/// A problem that is being made.
struct Maker<'random> {
    problem: Planted,
    generator: Generator,
    random: &'random mut Random,
}

impl Planted {
    /// A problem that these knobs and random numbers give, with up to `size` assertions. Half of
    /// them are satisfiable.
    pub fn new(knobs: &Knobs, random: &mut Random, size: usize) -> Planted {
        let mut store = TermStore::new();
        let count = 1 + random.below(3);
        let symbols: Vec<SymbolId> =
            (0..count).map(|place| store.declare(&format!("v{place}"), &[], SORTS[place])).collect();
        let variables: Vec<Term> = symbols.iter().map(|symbol| store.constant(*symbol)).collect();
        let generator = Generator::new(knobs.clone()).with_variables(&variables);
        let expected = Expected::Unsat("");
        let problem = Planted { store, symbols, assertions: Vec::new(), expected };
        let is_sat = random.chance(1, 2);
        let mut maker = Maker { problem, generator, random };
        if is_sat {
            maker.plant_sat(size);
        } else {
            maker.plant_unsat(size);
        }
        maker.problem
    }

    /// The problem in a solver.
    #[must_use]
    pub fn into_solver(self) -> Solver {
        let mut session = tress_session::Session::new(tress_solver::options::Options::default());
        tress_session::run(&mut session, self.text().as_bytes(), std::io::sink())
            .map(|_| session.solver)
            .unwrap_or_default()
    }

    /// Declarations and assertions as SMT-LIB text, one command a line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for symbol in &self.symbols {
            let symbol = self.store.symbol(*symbol);
            lines.push(format!("(declare-const {} {})", symbol.name, self.store.sort_text(symbol.result)));
        }
        for assertion in &self.assertions {
            lines.push(format!("(assert {})", term_text(&self.store, *assertion, Style::Standard)));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

impl Maker<'_> {
    fn plant_sat(&mut self, size: usize) {
        let mut model = Model::new();
        for symbol in &self.problem.symbols {
            let sort = self.problem.store.symbol(*symbol).result;
            if let Some(value) = self.generator.knobs.value(self.random, sort) {
                model.set(*symbol, value);
            }
        }
        let mut evaluator = Evaluator::new();
        for _ in 0..size {
            for _ in 0..TRIES {
                if let Some(assertion) = self.true_assertion(&mut evaluator, &model) {
                    self.problem.assertions.push(assertion);
                    break;
                }
            }
        }
        self.problem.expected = Expected::Sat(Box::new(model));
    }

    /// An assertion that is true under the model: a random formula or its negation, or an
    /// equation between a random term and its value.
    fn true_assertion(&mut self, evaluator: &mut Evaluator, model: &Model) -> Option<Term> {
        let sort = *self.random.pick(&[Sort::Bool, Sort::Bool, Sort::String, Sort::Int]);
        let store = &mut self.problem.store;
        let term = self.generator.term(store, self.random, sort);
        let value = evaluator.eval(store, term, model, &Budget::unlimited()).ok()?;
        let assertion = match value {
            Value::Bool(true) => term,
            Value::Bool(false) => store.not(term),
            other => {
                let literal = store.value(other);
                store.app(Op::Eq, &[term, literal]).ok()?
            }
        };
        Some(hide(store, self.random, assertion, 6))
    }

    fn plant_unsat(&mut self, size: usize) {
        let word = self.problem.store.constant(self.problem.symbols[0]);
        let (parts, reason) = match self.random.below(4) {
            0 => (self.negation(), "a formula and its negation"),
            1 => (self.lengths(word), "a word longer than its length"),
            2 => (self.parity(word), "a word of even and of odd length"),
            _ => (self.languages(word), "a word in two languages without a common letter"),
        };
        let store = &mut self.problem.store;
        let mut assertions: Vec<Term> =
            parts.into_iter().map(|part| hide(store, self.random, part, 4)).collect();
        while assertions.len() < size {
            let filler = self.generator.term(store, self.random, Sort::Bool);
            let place = self.random.below(assertions.len() + 1);
            assertions.insert(place, filler);
        }
        self.problem.assertions = assertions;
        self.problem.expected = Expected::Unsat(reason);
    }

    fn negation(&mut self) -> Vec<Term> {
        let formula = self.generator.term(&mut self.problem.store, self.random, Sort::Bool);
        vec![formula, self.app(Op::Not, &[formula])]
    }

    /// `word` holds `literal`, and is shorter.
    fn lengths(&mut self, word: Term) -> Vec<Term> {
        let store = &mut self.problem.store;
        let mut letters = self.generator.knobs.word(self.random).to_vec();
        letters.push(self.generator.knobs.letter(self.random));
        let least = letters.len();
        let shorter = store.int(Int::from(self.random.below(least)));
        let literal = store.word(letters);
        let middle = self.generator.term(store, self.random, Sort::String);
        let sum = self.app(Op::Concat, &[middle, literal, middle]);
        let holds = self.app(Op::Eq, &[word, sum]);
        let length = self.app(Op::Length, &[word]);
        vec![holds, self.app(Op::Le, &[length, shorter])]
    }

    /// `word` is a repetition of a word of length two, and its length is odd.
    fn parity(&mut self, word: Term) -> Vec<Term> {
        let pair = [self.generator.knobs.letter(self.random), self.generator.knobs.letter(self.random)];
        let pair = self.problem.store.word(pair);
        let pair = self.app(Op::StrToRe, &[pair]);
        let pairs = self.app(Op::ReStar, &[pair]);
        let even = self.app(Op::InRe, &[word, pairs]);
        let length = self.app(Op::Length, &[word]);
        let (one, two) = (self.problem.store.int(1), self.problem.store.int(2));
        let rest = self.app(Op::Mod, &[length, two]);
        vec![even, self.app(Op::Eq, &[rest, one])]
    }

    /// `word` consists of `a` and `b`; and it is not empty and consists of `c`.
    fn languages(&mut self, word: Term) -> Vec<Term> {
        let [a, b, c] = ['a', 'b', 'c'].map(|letter| self.problem.store.word([u32::from(letter)]));
        let low = self.app(Op::ReRange, &[a, b]);
        let high = self.app(Op::StrToRe, &[c]);
        let (low, high) = (self.app(Op::ReStar, &[low]), self.app(Op::RePlus, &[high]));
        vec![self.app(Op::InRe, &[word, low]), self.app(Op::InRe, &[word, high])]
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.problem.store.app(op, args).expect("the arguments fit the operator")
    }
}

/// The constants of a problem that a session has read. Sessions have a function of their own for characters
/// outside of words.
pub fn constants(solver: &Solver) -> impl Iterator<Item = SymbolId> {
    let is_constant = |id: &SymbolId| solver.terms.symbol(*id).arguments.is_empty();
    solver.declared().iter().copied().filter(is_constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_models_satisfy_their_problems() {
        let mut random = Random::new(21);
        let mut satisfiable = 0;
        for _ in 0..600 {
            let problem = Planted::new(&Knobs::default(), &mut random, 4);
            let Expected::Sat(model) = &problem.expected else { continue };
            satisfiable += 1;
            let mut evaluator = Evaluator::new();
            for assertion in &problem.assertions {
                let value = evaluator.eval(&problem.store, *assertion, model, &Budget::unlimited());
                assert_eq!(value, Ok(Value::Bool(true)), "{}", problem.text());
            }
        }
        assert!((200..400).contains(&satisfiable), "{satisfiable}");
    }

    #[test]
    fn the_text_reads_back_as_the_same_problem() {
        let mut random = Random::new(22);
        for _ in 0..200 {
            let problem = Planted::new(&Knobs::default(), &mut random, 4);
            let (text, count) = (problem.text(), problem.assertions.len());
            let (symbols, expected) = (problem.symbols.clone(), problem.expected.clone());
            let solver = problem.into_solver();
            assert_eq!(solver.assertions().len(), count, "{text}");
            let Expected::Sat(model) = expected else { continue };
            let mut again = Model::new();
            for (old, new) in symbols.iter().zip(constants(&solver)) {
                again.set(new, model.get(*old).expect("planted").clone());
            }
            for assertion in solver.assertions() {
                let value = Evaluator::new().eval(&solver.terms, *assertion, &again, &Budget::unlimited());
                assert_eq!(value, Ok(Value::Bool(true)), "{text}");
            }
        }
    }
}
