//! Small problems over all operators on strings, whose answer is often known beforehand.
//!
//! Enters: random numbers. Leaves: a [`Strings`] problem of one to four strings, some whole numbers and truth
//! values, and up to six assertions with Boolean structure ([`atoms`] says of what); or one about chains of
//! functions ([`chains`]), or about conversions ([`conversions`]). Half of the problems has a planted model;
//! of the others nobody knows the answer.

mod atoms;
mod chains;
mod conversions;

pub use chains::LONGEST_CHAIN;
pub use conversions::CONVERSIONS;

use tress_base::Budget;
use tress_base::Random;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Theory, Value};

use super::knobs::Knobs;
use super::terms::Generator;

/// A problem.
pub struct Strings {
    /// Its terms.
    pub store: TermStore,
    /// The declared constants, in order.
    pub symbols: Vec<SymbolId>,
    /// What must hold.
    pub assertions: Vec<Term>,
    /// Values that make all assertions true, where they are known.
    pub planted: Option<Model>,
}

/// A problem that is being made.
struct Maker<'random> {
    problem: Strings,
    /// The declared constants, and terms that are used like them.
    variables: Vec<Term>,
    knobs: Knobs,
    /// Languages without variables.
    languages: Generator,
    evaluator: Evaluator,
    random: &'random mut Random,
}

/// The characters of a problem; the first ones are likelier.
const ALPHABETS: [&str; 6] = ["ab", "ab", "ab", "aab0", "01a-", "aAbB"];
/// Tries to find a formula that has a value before a problem goes without it.
const TRIES: usize = 20;

impl Strings {
    /// The problem that these random numbers give.
    pub fn new(random: &mut Random) -> Strings {
        let letters = random.pick(&ALPHABETS).chars().map(u32::from).collect();
        let odd = if random.chance(1, 5) { Knobs::default().odd_letters } else { Vec::new() };
        let mut maker = Maker::new(random, letters, odd);
        maker.declare();
        let size = 1 + maker.random.below(6);
        maker.fill(size, Maker::formula);
        maker.problem
    }

    /// Declarations and assertions named `a0`, `a1` and so on, one command a line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.declarations();
        for (place, assertion) in self.assertion_texts().iter().enumerate() {
            text.push_str(&format!("(assert (! {assertion} :named a{place}))\n"));
        }
        text
    }

    /// The declarations, one command a line.
    #[must_use]
    pub fn declarations(&self) -> String {
        let mut text = String::new();
        for symbol in &self.symbols {
            let symbol = self.store.symbol(*symbol);
            text.push_str(&format!(
                "(declare-const {} {})\n",
                symbol.name,
                self.store.sort_text(symbol.result)
            ));
        }
        text
    }

    /// The assertions as text.
    #[must_use]
    pub fn assertion_texts(&self) -> Vec<String> {
        self.assertions.iter().map(|term| term_text(&self.store, *term, Style::Standard)).collect()
    }
}

impl<'random> Maker<'random> {
    /// Nothing declared yet.
    fn new(random: &'random mut Random, letters: Vec<u32>, odd: Vec<u32>) -> Self {
        let knobs = Knobs { letters, odd_letters: odd, ..Knobs::small() };
        let problem =
            Strings { store: TermStore::new(), symbols: Vec::new(), assertions: Vec::new(), planted: None };
        let operators = Op::all().filter(|op| op.info().theory == Theory::Regexes).collect();
        let languages = Generator::new(Knobs { operators, ..knobs.clone() });
        Maker { problem, variables: Vec::new(), knobs, languages, evaluator: Evaluator::new(), random }
    }

    /// Adds this many assertions; half of the times they are true of values that are chosen first.
    fn fill(&mut self, size: usize, formula: fn(&mut Self) -> Term) {
        if self.random.chance(1, 2) {
            self.plant(size, formula);
            return;
        }
        for _ in 0..size {
            let formula = formula(self);
            self.problem.assertions.push(formula);
        }
    }

    fn declare(&mut self) {
        let strings = 1 + self.random.below(4);
        let counts = [(Sort::String, "x", strings), (Sort::Int, "i", self.random.below(3))];
        let bools = (Sort::Bool, "b", self.random.below(2));
        for (sort, name, count) in counts.into_iter().chain([bools]) {
            for place in 0..count {
                let symbol = self.problem.store.declare(&format!("{name}{place}"), &[], sort);
                self.problem.symbols.push(symbol);
                let variable = self.problem.store.constant(symbol);
                self.variables.push(variable);
            }
        }
    }

    /// Values first, then formulas that are true of them, or their negations.
    fn plant(&mut self, size: usize, formula: fn(&mut Self) -> Term) {
        let mut model = Model::new();
        for symbol in &self.problem.symbols {
            let sort = self.problem.store.symbol(*symbol).result;
            if let Some(value) = self.knobs.value(self.random, sort) {
                model.set(*symbol, value);
            }
        }
        for _ in 0..size {
            for _ in 0..TRIES {
                let formula = formula(self);
                let Some(truth) = self.truth(formula, &model) else { continue };
                let formula = if truth { formula } else { self.correct(formula, &model) };
                self.problem.assertions.push(formula);
                break;
            }
        }
        self.problem.planted = Some(model);
    }

    fn truth(&mut self, formula: Term, model: &Model) -> Option<bool> {
        let value = self.evaluator.eval(&self.problem.store, formula, model, &Budget::unlimited());
        match value {
            Ok(Value::Bool(truth)) => Some(truth),
            _ => None,
        }
    }

    /// A true formula in place of a false one: an equation gets the right value, others are
    /// negated.
    fn correct(&mut self, formula: Term, model: &Model) -> Term {
        let args = self.problem.store.args(formula).to_vec();
        if let (Some(Op::Eq), [left, _]) = (self.problem.store.op(formula), args.as_slice())
            && self.problem.store.sort(*left) != Sort::RegLan
            && self.random.chance(3, 4)
            && let Ok(value) = self.evaluator.eval(&self.problem.store, *left, model, &Budget::unlimited())
        {
            let value = self.problem.store.value(value);
            return self.app(Op::Eq, &[*left, value]);
        }
        self.problem.store.not(formula)
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.problem.store.app(op, args).expect("the arguments fit the operator")
    }
}

/// Do the values make all assertions true?
#[must_use]
pub fn holds(store: &TermStore, assertions: &[Term], model: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    assertions.iter().all(|assertion| {
        evaluator.eval(store, *assertion, model, &Budget::unlimited()) == Ok(Value::Bool(true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_term::term::post_order;

    #[test]
    fn planted_models_satisfy_their_problems() {
        let mut random = Random::new(41);
        let mut planted = 0;
        for _ in 0..600 {
            let problem = Strings::new(&mut random);
            let Some(model) = &problem.planted else { continue };
            planted += 1;
            assert!(holds(&problem.store, &problem.assertions, model), "{}", problem.text());
        }
        assert!((200..400).contains(&planted), "{planted}");
    }

    #[test]
    fn every_operator_on_strings_occurs() {
        let mut random = Random::new(42);
        let mut seen: Vec<Op> = Vec::new();
        for _ in 0..3000 {
            let problem = Strings::new(&mut random);
            let terms = post_order(&problem.store, &problem.assertions);
            seen.extend(terms.into_iter().filter_map(|term| problem.store.op(term)));
            seen.sort_unstable();
            seen.dedup();
        }
        // Problems of this kind have no real numbers.
        let is_drawn =
            |op: &Op| matches!(op.info().theory, Theory::Strings | Theory::Regexes) && *op != Op::StrToReal;
        for op in Op::all().filter(is_drawn) {
            assert!(seen.contains(&op), "{}", op.name());
        }
    }
}
