//! The oracle: every assignment of short words and small numbers.
//!
//! Enters: constants and assertions. Leaves: the first assignment, in a fixed order, under which
//! the evaluator finds all assertions true; or the knowledge that there is none within the
//! bounds, which proves nothing beyond them.
//!
//! It shares nothing with the procedures of tress but the evaluator, which defines the meaning
//! of every operator.

use tress_base::{Budget, Int, Rational, Stop};
use tress_term::eval::{EvalError, Evaluator, Plan};
use tress_term::model::Model;
use tress_term::term::{Head, SeqValue, Sort, SymbolId, Term, TermStore, Value, post_order};

/// How far the oracle looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest word.
    pub length: usize,
    /// How many characters of the problem are used, besides one that it does not contain.
    pub letters: usize,
    /// The largest number, and the smallest as its negation. Numbers of the problem that are not
    /// much larger are tried too.
    pub number: i64,
    /// After how many assignments, complete or partial, the oracle gives up.
    pub assignments: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { length: 3, letters: 2, number: 4, assignments: 200_000 }
    }
}

/// What the oracle found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// All assertions are true under these values.
    Sat(Box<Model>),
    /// All values within the bounds were tried, and none fits.
    NoneWithinBounds,
    /// There are more assignments than the bounds allow, or a symbol that has no small values (a
    /// function or a regular expression).
    GaveUp,
}

/// Looks for values of `symbols` that make all assertions true.
///
/// # Errors
/// When the budget ends.
pub fn brute_force(
    store: &TermStore,
    symbols: &[SymbolId],
    assertions: &[Term],
    bounds: Bounds,
    budget: &Budget,
) -> Result<Found, Stop> {
    let literals: Vec<&Value> =
        post_order(store, assertions).into_iter().filter_map(|term| store.as_value(term)).collect();
    let mut candidates = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        let declared = store.symbol(*symbol);
        let values = candidate_values(store, declared.result, &literals, bounds);
        if !declared.arguments.is_empty() || values.is_empty() {
            return Ok(Found::GaveUp);
        }
        candidates.push(values);
    }
    let stages = stages(store, symbols, assertions);
    Search { store, symbols, candidates, stages, evaluator: Evaluator::new(), model: Model::new() }
        .run(bounds.assignments, budget)
}

/// Stage n holds the assertions that can be evaluated once the first n symbols have values.
fn stages(store: &TermStore, symbols: &[SymbolId], assertions: &[Term]) -> Vec<Option<Plan>> {
    let mut stages: Vec<Vec<Term>> = vec![Vec::new(); symbols.len() + 1];
    for assertion in assertions {
        let place = |term: Term| match store.head(term) {
            Head::Symbol(symbol) => symbols.iter().position(|known| *known == symbol).map(|place| place + 1),
            _ => None,
        };
        let stage = post_order(store, &[*assertion]).into_iter().filter_map(place).max();
        stages[stage.unwrap_or(0)].push(*assertion);
    }
    let plan = |stage: Vec<Term>| (!stage.is_empty()).then(|| Plan::new(store, &stage));
    stages.into_iter().map(plan).collect()
}

struct Search<'store> {
    store: &'store TermStore,
    symbols: &'store [SymbolId],
    candidates: Vec<Vec<Value>>,
    stages: Vec<Option<Plan>>,
    evaluator: Evaluator,
    model: Model,
}

impl Search<'_> {
    fn run(mut self, most: u64, budget: &Budget) -> Result<Found, Stop> {
        if !self.holds(0, budget)? {
            return Ok(Found::NoneWithinBounds);
        }
        // The next candidate of every symbol that is being assigned.
        let mut next: Vec<usize> = vec![0];
        let mut tried = 0;
        while let Some(candidate) = next.last_mut() {
            let level = *candidate;
            *candidate += 1;
            let place = next.len() - 1;
            if place == self.symbols.len() {
                return Ok(Found::Sat(Box::new(self.model)));
            }
            let Some(value) = self.candidates[place].get(level) else {
                next.pop();
                continue;
            };
            tried += 1;
            if tried > most {
                return Ok(Found::GaveUp);
            }
            self.model.set(self.symbols[place], value.clone());
            if self.holds(place + 1, budget)? {
                next.push(0);
            }
        }
        Ok(Found::NoneWithinBounds)
    }

    /// Are the assertions of this stage true? One that has no value is not.
    fn holds(&mut self, stage: usize, budget: &Budget) -> Result<bool, Stop> {
        let Some(plan) = &self.stages[stage] else { return Ok(true) };
        match self.evaluator.run(self.store, plan, &self.model, budget) {
            Ok(values) => Ok(values.iter().all(|value| *value == Value::Bool(true))),
            Err(EvalError::Stop(stop)) => Err(stop),
            Err(_) => Ok(false),
        }
    }
}

/// The values within the bounds, smallest first.
fn candidate_values(store: &TermStore, sort: Sort, literals: &[&Value], bounds: Bounds) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => numbers(literals, bounds).into_iter().map(|n| Value::Int(Int::from(n))).collect(),
        Sort::Real => {
            let whole = numbers(literals, bounds).into_iter().map(Rational::from);
            let halves = (-bounds.number..bounds.number)
                .filter_map(|n| Rational::new(Int::from(2 * n + 1), Int::from(2)));
            whole.chain(halves).map(Value::Real).collect()
        }
        Sort::String => words(&letters(literals, bounds), bounds.length),
        Sort::RegLan => Vec::new(),
        sort @ Sort::Seq(_) => sequences(store, sort, literals, bounds),
        sort => (0..3).filter_map(|number| store.nth_value(sort, number)).collect(),
    }
}

/// All sequences of few elements, by length: elements that the problem names, and one that it does not.
fn sequences(store: &TermStore, sort: Sort, literals: &[&Value], bounds: Bounds) -> Vec<Value> {
    let Some(element) = store.seq_element(sort) else { return Vec::new() };
    let named = literals.iter().filter(|literal| literal.sort() == element);
    let mut elements: Vec<Value> = Vec::new();
    for value in named.map(|value| (*value).clone()) {
        if elements.len() < bounds.letters && !elements.contains(&value) {
            elements.push(value);
        }
    }
    let others = (0..8).filter_map(|number| store.nth_value(element, number));
    elements.extend(others.filter(|value| !literals.contains(&value)).take(1));
    let numbers: Vec<u32> = (0..).take(elements.len()).collect();
    let spelled = words(&numbers, bounds.length).into_iter().filter_map(|word| match word {
        Value::Str(word) => Some(word.iter().map(|number| elements[*number as usize].clone()).collect()),
        _ => None,
    });
    spelled.map(|elements| Value::Seq(SeqValue::new(sort, elements))).collect()
}

/// All small numbers and the problem's own that are at most ten times as large.
fn numbers(literals: &[&Value], bounds: Bounds) -> Vec<i64> {
    let own = literals.iter().filter_map(|literal| match literal {
        Value::Int(n) => n.to_i64(),
        _ => None,
    });
    let near = own.flat_map(|n| [n, n.saturating_add(1), n.saturating_sub(1)]);
    let far = bounds.number.saturating_mul(10);
    let mut all: Vec<i64> = (-bounds.number..=bounds.number).chain(near).filter(|n| n.abs() <= far).collect();
    all.sort_unstable_by_key(|n| (n.unsigned_abs(), *n < 0));
    all.dedup();
    all
}

/// The characters that the problem's words use most, and one that they do not use.
fn letters(literals: &[&Value], bounds: Bounds) -> Vec<u32> {
    let mut used: Vec<u32> = Vec::new();
    for literal in literals {
        if let Value::Str(word) = literal {
            used.extend(word.iter());
        }
    }
    used.sort_unstable();
    let mut counted: Vec<(usize, u32)> =
        used.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0])).collect();
    let fresh = (u32::from('a')..).find(|letter| used.binary_search(letter).is_err());
    counted.sort_unstable_by_key(|(count, letter)| (usize::MAX - count, *letter));
    counted.into_iter().map(|(_, letter)| letter).take(bounds.letters).chain(fresh).collect()
}

/// All words over the characters, by length, then by the order of the characters.
fn words(letters: &[u32], length: usize) -> Vec<Value> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for shorter in from..to {
            for letter in letters {
                let mut word = all[shorter].clone();
                word.push(*letter);
                all.push(word);
            }
        }
        from = to;
    }
    all.into_iter().map(|word| Value::Str(word.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Expected, Knobs, Planted};
    use tress_base::Random;
    use tress_term::term::Op;

    fn ask(problem: &Planted, bounds: Bounds) -> Found {
        brute_force(&problem.store, &problem.symbols, &problem.assertions, bounds, &Budget::unlimited())
            .expect("no limit")
    }

    #[test]
    fn words_are_all_there_and_in_order() {
        let words = words(&[97, 98], 2);
        let texts = ["", "a", "b", "aa", "ab", "ba", "bb"].map(Value::text);
        assert_eq!(words, texts);
    }

    #[test]
    fn a_word_equation_is_solved() {
        let mut store = TermStore::new();
        let symbols = ["x", "y"].map(|name| store.declare(name, &[], Sort::String));
        let [x, y] = symbols.map(|symbol| store.constant(symbol));
        let both = store.app(Op::Concat, &[x, y]).expect("words");
        let goal = store.value(Value::text("abab"));
        let joined = store.app(Op::Eq, &[both, goal]).expect("words");
        let equal = store.app(Op::Eq, &[x, y]).expect("words");
        let budget = Budget::unlimited();
        let found =
            brute_force(&store, &symbols, &[joined, equal], Bounds::default(), &budget).expect("no limit");
        let Found::Sat(model) = found else { panic!("{found:?}") };
        assert_eq!(model.get(symbols[0]), Some(&Value::text("ab")));
        let differ = store.not(equal);
        let short = Bounds { length: 2, ..Bounds::default() };
        let found = brute_force(&store, &symbols, &[joined, differ], short, &budget);
        assert_eq!(found, Ok(Found::NoneWithinBounds));
    }

    #[test]
    fn functions_and_too_many_assignments_are_given_up() {
        let mut store = TermStore::new();
        let x = store.declare("x", &[], Sort::String);
        let f = store.declare("f", &[Sort::Int], Sort::Int);
        let budget = Budget::unlimited();
        assert_eq!(brute_force(&store, &[f], &[], Bounds::default(), &budget), Ok(Found::GaveUp));
        let x_term = store.constant(x);
        let one = store.word([120, 121, 122, 120]);
        let far = store.app(Op::Eq, &[x_term, one]).expect("words");
        let few = Bounds { assignments: 3, ..Bounds::default() };
        assert_eq!(brute_force(&store, &[x], &[far], few, &budget), Ok(Found::GaveUp));
    }

    #[test]
    fn planted_answers_are_never_contradicted() {
        let mut random = Random::new(31);
        let (mut found, mut none) = (0, 0);
        for _ in 0..150 {
            let problem = Planted::new(&Knobs::small(), &mut random, 3);
            let bounds = Bounds { assignments: 20_000, ..Bounds::default() };
            match (ask(&problem, bounds), &problem.expected) {
                (Found::Sat(_), Expected::Unsat(why)) => panic!("{why}:\n{}", problem.text()),
                (Found::Sat(_), Expected::Sat(_)) => found += 1,
                (Found::NoneWithinBounds, Expected::Unsat(_)) => none += 1,
                _ => {}
            }
        }
        assert!(found > 30 && none > 30, "{found} {none}");
    }
}
