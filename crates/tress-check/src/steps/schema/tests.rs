//! Every schema is evaluated on small values.

use super::*;
use crate::budget::Budget;
use crate::eval::Known;
use crate::number::{Int, Rat};

/// The most combinations of arguments that one schema is tried on.
const TRIES: usize = 4_000;

/// The most combinations of witnesses for each of them.
const PROMISES: usize = 100_000;

const LANGUAGES: [&str; 16] = [
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a\")",
    "(str.to_re \"ab\")",
    "(re.* (str.to_re \"a\"))",
    "(re.* (str.to_re \"ab\"))",
    "(re.comp (str.to_re \"a\"))",
    "(re.range \"a\" \"b\")",
    "(re.union (str.to_re \"a\") (str.to_re \"b0\"))",
    "(re.opt (str.to_re \"b\"))",
    "(re.+ (re.range \"0\" \"9\"))",
    "(re.++ re.all (str.to_re \"b\"))",
    "(re.comp (re.++ re.all (str.to_re \"a\") re.all))",
    "((_ re.loop 1 2) (re.range \"a\" \"b\"))",
];

fn words() -> Vec<Vec<u32>> {
    let mut words = vec![Vec::new()];
    for index in 0..13 {
        for c in [97, 98, 48] {
            let mut longer: Vec<u32> = words[index].clone();
            longer.push(c);
            words.push(longer);
        }
    }
    words
}

/// The values to try for a parameter.
fn values(cx: &mut Context, parameter: Term, kind: Kind) -> Vec<Term> {
    let sort = cx.terms.sort(parameter);
    if sort == Sort::RegLan {
        return LANGUAGES
            .iter()
            .map(|text| {
                let mut names = Names::default();
                let lexer = Lexer::new(text.as_bytes(), 1);
                let mut reader = Reader::new(lexer, &mut cx.terms, &mut names);
                reader.term().expect("a language")
            })
            .collect();
    }
    let values: Vec<Value> = match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => {
            let mut numbers: Vec<i32> = (-2..6).collect();
            numbers.extend([9, 10, 11, 48, 57, 97, 98, 100, 196_607, 196_608]);
            let least = if kind == Kind::Numeral { 0 } else { -2 };
            numbers.retain(|number| *number >= least);
            numbers.into_iter().map(|number| Value::Int(Int::from(number))).collect()
        }
        Sort::Real => [(-3, 2), (-1, 1), (0, 1), (1, 2), (1, 1), (5, 3)]
            .into_iter()
            .filter_map(|(num, den)| Rat::new(&Int::from(num), &Int::from(den)).map(Value::Real))
            .collect(),
        _ => {
            let mut words = words();
            words.extend([vec![65], vec![66, 97], vec![48, 48, 97], vec![49, 48], vec![57], vec![0x2_FFFF]]);
            words.retain(|word| kind != Kind::Char || word.len() == 1);
            words.into_iter().map(|word| Value::Text(word.into())).collect()
        }
    };
    values.into_iter().map(|value| cx.terms.make(value).expect("room")).collect()
}

/// What is known of the literals' atoms when the symbols have these values.
fn holds(cx: &mut Context, order: &[Term], clauses: &[Vec<Literal>], given: &HashMap<Term, Term>) -> bool {
    let mut known: HashMap<Term, Known> = HashMap::new();
    for term in order {
        let found = match given.get(term) {
            Some(value) => cx.evaluator.known(&mut cx.terms, *value, &mut cx.budget),
            None => {
                let args: Vec<Known> = cx.terms.args(*term).iter().map(|arg| known[arg]).collect();
                cx.evaluator.apply(&mut cx.terms, *term, &args, &mut cx.budget)
            }
        };
        known.insert(*term, found.expect("small"));
    }
    let is_true = |literal: &Literal| match known[&literal.atom] {
        Known::Value(value) => cx.terms.truth(value) == Some(literal.positive),
        _ => false,
    };
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

/// Combinations of values: all of them if they are few, else some.
fn combinations(choices: &[Vec<Term>], most: usize, seed: &mut u64) -> Vec<Vec<Term>> {
    let count = choices.iter().map(Vec::len).fold(1_usize, usize::saturating_mul);
    let mut random = |below: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    };
    (0..count.min(most))
        .map(|index| {
            let mut rest = index;
            choices
                .iter()
                .map(|list| {
                    let at = if count <= most { rest % list.len() } else { random(list.len()) };
                    rest /= list.len();
                    list[at]
                })
                .collect()
        })
        .collect()
}

fn try_schema(name: &str, text: &'static str) -> Result<(), String> {
    let mut cx = Context::new(Terms::new());
    let schema = read(&mut cx.terms, text.trim_start_matches('(')).map_err(|why| format!("{name}: {why}"))?;
    let atoms: Vec<Term> = schema.clauses.iter().flatten().map(|literal| literal.atom).collect();
    let mut roots = atoms;
    roots.extend(schema.parameters.iter().map(|(parameter, _)| *parameter));
    roots.extend(&schema.witnesses);
    let order = cx.terms.below(&roots, &mut cx.budget, |_| false).expect("small");
    let choices: Vec<Vec<Term>> =
        schema.parameters.iter().map(|(parameter, kind)| values(&mut cx, *parameter, *kind)).collect();
    let promises: Vec<Vec<Term>> =
        schema.witnesses.iter().map(|witness| values(&mut cx, *witness, Kind::Any)).collect();
    let mut seed = 5;
    let tries = combinations(&choices, TRIES, &mut seed);
    let step = if promises.is_empty() { 1 } else { tries.len() / 60 + 1 };
    for args in tries.iter().step_by(step) {
        let given: HashMap<Term, Term> =
            schema.parameters.iter().map(|(parameter, _)| *parameter).zip(args.iter().copied()).collect();
        let is_fine = combinations(&promises, PROMISES, &mut seed).iter().any(|made| {
            let mut given = given.clone();
            given.extend(schema.witnesses.iter().copied().zip(made.iter().copied()));
            cx.budget = Budget::new();
            holds(&mut cx, &order, &schema.clauses, &given)
        });
        if !is_fine {
            let shown: Vec<String> =
                args.iter().map(|arg| crate::script::tests::shown(&cx.terms, *arg)).collect();
            return Err(format!("{name}: false for {}", shown.join(" ")));
        }
    }
    Ok(())
}

#[test]
fn every_schema_is_true_on_small_values() {
    let all = index(TEXT).expect("schemas");
    let mut names: Vec<_> = all.iter().collect();
    names.sort();
    assert!(names.len() > 100, "{}", names.len());
    let problems: Vec<String> =
        names.iter().filter_map(|(name, text)| try_schema(name, text).err()).collect();
    assert!(problems.is_empty(), "{}\n", problems.join("\n"));
}

#[test]
fn false_sentences_are_found() {
    for text in [
        "(schema a ((x String) (y String)) (= (str.++ x y) (str.++ y x)))",
        "(schema b ((x String) (i Int)) (= (str.len (str.at x i)) 1))",
        "(schema c ((x Int) (y Int)) (= (* y (div x y)) (- x (mod x y))))",
        "(skolem d ((x String)) ((y String)) (= x (str.++ y \"a\")))",
        "(schema e ((x String) (r Regex)) (or (str.in_re x r) (str.in_re x (re.* r))))",
    ] {
        assert!(try_schema("false", text).is_err(), "{text}");
    }
}
