//! Schemas under values, by tress's evaluator.

use std::collections::BTreeSet;
use std::io;

use tress_base::{Budget, Int, Random, Rational};
use tress_smtlib::{Command, Escapes, Meaning, Names, Reader};
use tress_term::eval::{Evaluator, Plan};
use tress_term::model::{FunctionValue, Model, ZeroDivision};
use tress_term::print::{Style, value_text};
use tress_term::term::{SymbolId, Term, TermStore, Value, Word};

use super::sentence::{Kind, Schema};
use super::values::{ALPHABETS, LANGUAGES, larger, small, words};

/// Steps for one instance.
const STEPS: u64 = 200_000;
/// The most combinations of promised values that are tried for an instance.
const PROMISES: usize = 20_000;
/// How many meanings of divisions by zero are tried for the model of another solver.
const QUOTIENTS: usize = 200;
/// The longest words among promised values.
const PROMISED_WORD: usize = 4;

/// What is known of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    /// These clauses are false.
    False(Vec<usize>),
    /// It has no value here, or no promised values were found.
    Open,
}

/// What was seen of a schema.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    pub(super) instances: usize,
    pub(super) wrong: usize,
    pub(super) open: usize,
    /// The shortest false instance, or else the shortest open one.
    pub(super) example: Option<String>,
}

impl Score {
    fn add(&mut self, truth: &Truth, text: impl FnOnce() -> String) {
        self.instances += 1;
        let clauses = match truth {
            Truth::True => return,
            Truth::False(clauses) => {
                if self.wrong == 0 {
                    self.example = None;
                }
                self.wrong += 1;
                format!("clauses {clauses:?} with ")
            }
            Truth::Open => {
                self.open += 1;
                if self.wrong > 0 {
                    return;
                }
                "with ".to_owned()
            }
        };
        let text = clauses + &text();
        if self.example.as_ref().is_none_or(|known| text.len() < known.len()) {
            self.example = Some(text);
        }
    }
}

/// What divisions by zero give. That may be any function; here two dividends have results of their own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quotients {
    cases: [(i64, i64); 2],
    others: i64,
}

impl Quotients {
    fn new(random: &mut Random) -> Self {
        let mut small = || random.between(-2, 2);
        Self { cases: [(small(), small()), (small(), small())], others: small() }
    }

    fn function(self, division: ZeroDivision) -> FunctionValue {
        let value = |number: i64| match division {
            ZeroDivision::RealDiv => Value::Real(Rational::from(number)),
            _ => Value::Int(Int::from(number)),
        };
        let mut function = FunctionValue::new(value(self.others));
        for (dividend, result) in self.cases {
            function.set(&[value(dividend)], value(result));
        }
        function
    }
}

/// A schema as terms.
///
/// Invariant: the symbols are those of the parameters and then of what is promised; the languages belong to
/// the evaluator and are those of [`LANGUAGES`].
pub(super) struct Trial<'schema> {
    schema: &'schema Schema,
    store: TermStore,
    symbols: Vec<SymbolId>,
    plan: Plan,
    evaluator: Evaluator,
    pub(super) languages: Vec<Value>,
}

impl<'schema> Trial<'schema> {
    pub(super) fn new(schema: &'schema Schema) -> io::Result<Self> {
        let (mut store, mut names, mut symbols) = (TermStore::new(), Names::new(), Vec::new());
        for (name, kind) in schema.parameters.iter().chain(&schema.promised) {
            let symbol = store.declare(name, &[], kind.sort());
            names.declare(name, Meaning::Symbol(symbol));
            symbols.push(symbol);
        }
        let mut clauses = Vec::new();
        for clause in &schema.clauses {
            let read = read(&mut store, &mut names, &clause.to_string());
            clauses.push(read.ok_or_else(|| io::Error::other(format!("tress does not read {clause}")))?);
        }
        let (mut evaluator, mut languages) = (Evaluator::new(), Vec::new());
        for text in LANGUAGES {
            let value = read(&mut store, &mut Names::new(), text)
                .and_then(|term| evaluator.eval(&store, term, &Model::new(), &Budget::unlimited()).ok());
            languages.push(value.ok_or_else(|| io::Error::other(format!("no language: {text}")))?);
        }
        let plan = Plan::new(&store, &clauses);
        Ok(Self { schema, store, symbols, plan, evaluator, languages })
    }

    /// Evaluates about `count` instances.
    pub(super) fn run(&mut self, count: usize, random: &mut Random) -> Score {
        let mut score = Score::default();
        for alphabet in &ALPHABETS {
            self.run_small(alphabet, count / 2 / ALPHABETS.len(), random, &mut score);
        }
        // Promised values are found among small ones only.
        let larger_ones =
            if self.schema.promised.is_empty() { count - score.instances.min(count) } else { 0 };
        let kinds: Vec<Kind> = self.schema.parameters.iter().map(|(_, kind)| *kind).collect();
        for _ in 0..larger_ones {
            let values = larger(random, &kinds, &self.languages);
            let truth = self.truth(&values, Quotients::new(random));
            score.add(&truth, || self.text(&values));
        }
        score
    }

    /// All combinations of small values, or at most `most` random ones.
    fn run_small(&mut self, alphabet: &[char; 3], most: usize, random: &mut Random, score: &mut Score) {
        let sets: Vec<Vec<Value>> =
            self.schema.parameters.iter().map(|(_, kind)| small(*kind, alphabet, &self.languages)).collect();
        let whole = sets.iter().try_fold(1_usize, |product, set| product.checked_mul(set.len()));
        let is_whole = whole.is_some_and(|whole| whole <= most);
        for number in 0..whole.map_or(most, |whole| whole.min(most)) {
            let values: Vec<Value> = if is_whole {
                combination(&sets, number)
            } else {
                sets.iter().map(|set| random.pick(set).clone()).collect()
            };
            let truth = if self.schema.promised.is_empty() {
                self.truth(&values, Quotients::new(random))
            } else {
                self.promise(&values, alphabet, Quotients::new(random))
            };
            score.add(&truth, || self.text(&values));
        }
    }

    /// Evaluates all clauses for values of all symbols.
    pub(super) fn truth(&mut self, values: &[Value], quotients: Quotients) -> Truth {
        let mut model = Model::new();
        for division in ZeroDivision::ALL {
            *model.zero_division_mut(division) = quotients.function(division);
        }
        for (symbol, value) in self.symbols.iter().zip(values) {
            model.set(*symbol, value.clone());
        }
        let budget = Budget::unlimited().with_steps(Some(STEPS));
        let Ok(outcomes) = self.evaluator.run_each(&self.store, &self.plan, &model, &budget) else {
            return Truth::Open;
        };
        let wrong = outcomes.iter().enumerate().filter(|(_, outcome)| **outcome == Ok(Value::Bool(false)));
        let wrong: Vec<usize> = wrong.map(|(clause, _)| clause).collect();
        if !wrong.is_empty() {
            return Truth::False(wrong);
        }
        let is_true = outcomes.iter().all(|outcome| *outcome == Ok(Value::Bool(true)));
        if is_true { Truth::True } else { Truth::Open }
    }

    /// Evaluates one clause, whatever divisions by zero give.
    pub(super) fn clause(&mut self, clause: usize, values: &[Value]) -> Truth {
        let mut random = Random::new(0);
        for _ in 0..QUOTIENTS {
            match self.truth(values, Quotients::new(&mut random)) {
                Truth::True => {}
                Truth::False(wrong) if !wrong.contains(&clause) => {}
                truth => return truth,
            }
        }
        Truth::True
    }

    /// Searches for the promised values: first among parts of the given words, then among all small ones.
    pub(super) fn promise(&mut self, values: &[Value], alphabet: &[char], quotients: Quotients) -> Truth {
        let parts: Vec<Value> = parts(values).into_iter().map(Value::Str).collect();
        let short: Vec<Value> = words(alphabet, PROMISED_WORD).into_iter().map(Value::Str).collect();
        for texts in [parts, short] {
            let of = |kind: Kind| match kind {
                Kind::Text => texts.clone(),
                other => small(other, alphabet, &self.languages),
            };
            let sets: Vec<Vec<Value>> = self.schema.promised.iter().map(|(_, kind)| of(*kind)).collect();
            let whole = sets.iter().fold(1_usize, |product, set| product.saturating_mul(set.len()));
            for number in 0..whole.min(PROMISES) {
                let all = [values, &combination(&sets, number)].concat();
                if self.truth(&all, quotients) == Truth::True {
                    return Truth::True;
                }
            }
        }
        Truth::Open
    }

    /// A value that another solver writes, if it is one of this kind.
    pub(super) fn value(&mut self, text: &str, kind: Kind) -> Option<Value> {
        let term = read(&mut self.store, &mut Names::new(), text)?;
        let value = Evaluator::new().eval(&self.store, term, &Model::nothing(), &Budget::unlimited()).ok()?;
        match value {
            Value::Int(number) if kind == Kind::Real => Some(Value::Real(Rational::from(number))),
            value => (value.sort() == kind.sort()).then_some(value),
        }
    }

    /// The values of the parameters as text.
    pub(super) fn text(&self, values: &[Value]) -> String {
        let shown = self.schema.parameters.iter().zip(values).map(|((name, _), value)| {
            let language = self.languages.iter().position(|language| language == value);
            let text = language.map_or_else(
                || value_text(&self.store, value, Style::Standard),
                |place| LANGUAGES[place].to_owned(),
            );
            format!("{name} = {text}")
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

fn read(store: &mut TermStore, names: &mut Names, text: &str) -> Option<Term> {
    let command = format!("(simplify {text})");
    match Reader::new(command.as_bytes(), store, names, Escapes::Standard).command() {
        Ok(Command::Simplify(term)) => Some(term),
        _ => None,
    }
}

/// The combination with this number; the last value changes first.
fn combination(sets: &[Vec<Value>], mut number: usize) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(sets.len());
    for set in sets.iter().rev() {
        values.push(set[number % set.len()].clone());
        number /= set.len();
    }
    values.reverse();
    values
}

/// All parts of the words among these values.
fn parts(values: &[Value]) -> BTreeSet<Word> {
    let mut parts = BTreeSet::from([Word::default()]);
    for value in values {
        let Value::Str(word) = value else { continue };
        for start in 0..word.len() {
            parts.extend((1..=word.len() - start).map(|length| word.part(start, length)));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::sentence::schemas;
    use super::*;

    fn score(text: &str) -> Score {
        let schemas = schemas(text).expect("a schema");
        Trial::new(&schemas[0]).expect("terms").run(2000, &mut Random::new(1))
    }

    #[test]
    fn true_sentences_have_no_false_instance() {
        let score =
            score("(schema a ((x String) (r RegLan)) (or (str.in_re x r) (str.in_re x (re.comp r))))");
        assert_eq!((score.wrong, score.open, score.example), (0, 0, None));
        assert!(score.instances >= 2000);
    }

    #[test]
    fn false_sentences_are_shown_with_a_short_instance() {
        let score = score("(schema a ((x String)) (and (= x x) (= (str.to_lower x) x)))");
        assert_eq!(score.example.as_deref(), Some("clauses [1] with x = \"B\""));
    }

    #[test]
    fn divisions_by_zero_give_anything() {
        assert_eq!(score("(schema a ((x Int) (y Int)) (= (mod x y) (mod (+ x 0) y)))").wrong, 0);
        assert!(score("(schema a ((x Int)) (= (div x 0) 0))").wrong > 0);
        assert!(score("(schema a ((x Int)) (= (mod (mod x 0) 0) (mod x 0)))").wrong > 0);
    }

    #[test]
    fn promises_are_kept_or_open() {
        let kept =
            "(skolem a ((x String) (y String)) ((z String)) (=> (str.prefixof x y) (= y (str.++ x z))))";
        assert_eq!(score(kept).open, 0);
        let broken = "(skolem a ((x String)) ((z String)) (= (str.++ z z) x))";
        let score = score(broken);
        assert!(score.open > 0 && score.wrong == 0);
        assert!(score.example.is_some_and(|text| text.starts_with("with x = ")));
    }
}
