//! Plans on random shared graphs against plain evaluation, one operator at a time.

use tress_base::Random;

use super::super::Plan;
use super::*;
use crate::model::Model;
use crate::term::{Head, Sort, SymbolId, Term, TermStore, post_order};

struct Problem {
    store: TermStore,
    symbols: Vec<SymbolId>,
    terms: Vec<Term>,
}

/// Terms over three string symbols, each built from earlier ones.
fn random_problem(random: &mut Random, size: usize) -> Problem {
    let mut store = TermStore::new();
    let symbols: Vec<SymbolId> = (0..3).map(|_| store.declare("x", &[], Sort::String)).collect();
    let mut strings: Vec<Term> = symbols.iter().map(|symbol| store.constant(*symbol)).collect();
    strings.push(store.word([97]));
    strings.push(store.word([98, 98]));
    let mut regexes = vec![store.app(Op::ReAllChar, &[]).expect("a constant")];
    let mut terms = Vec::new();
    for _ in 0..size {
        let string = |random: &mut Random| *random.pick(&strings[strings.len().saturating_sub(6)..]);
        let (s, t, u) = (string(random), string(random), string(random));
        let (r, q) = (*random.pick(&regexes), *random.pick(&regexes));
        let (op, args) = match random.below(12) {
            0..=3 => (Op::Concat, vec![s, t]),
            4 => (Op::Replace, vec![s, t, u]),
            5 => (Op::StrToRe, vec![s]),
            6 => (Op::ReConcat, vec![r, q]),
            7 => (Op::ReUnion, vec![q, r]),
            8 => (Op::ReInter, vec![r, q]),
            9 => (Op::ReplaceReAll, vec![s, r, t]),
            10 => (Op::InRe, vec![s, r]),
            _ => (Op::Rev, vec![s]),
        };
        let term = store.app(op, &args).expect("the sorts fit");
        match store.sort(term) {
            Sort::String => strings.push(term),
            Sort::RegLan => regexes.push(term),
            _ => {}
        }
        terms.push(term);
    }
    Problem { store, symbols, terms }
}

/// Every subterm by itself, in the store's order.
fn plainly(evaluator: &mut Evaluator, problem: &Problem, model: &Model, root: Term) -> Value {
    let store = &problem.store;
    let mut values = rustc_hash::FxHashMap::default();
    for term in post_order(store, &[root]) {
        let args: Vec<Value> = store.args(term).iter().map(|arg| Value::clone(&values[arg])).collect();
        let value = match store.head(term) {
            Head::Value(_) => store.as_value(term).cloned(),
            Head::Symbol(symbol) => model.get(symbol).cloned(),
            Head::Op(op, list) => {
                evaluator.apply(store, op, store.indices(list), &args, &Budget::unlimited()).ok()
            }
            Head::Quantifier(..) => None,
        };
        values.insert(term, value.expect("every term has a value"));
    }
    values.remove(&root).expect("the root comes last")
}

#[test]
fn plans_agree_with_plain_evaluation() {
    let mut random = Random::new(9);
    let all = words("ab", 2);
    for _ in 0..150 {
        let problem = random_problem(&mut random, 25);
        let roots: Vec<Term> = (0..4).map(|_| *random.pick(&problem.terms)).collect();
        let plan = Plan::new(&problem.store, &roots);
        let mut evaluator = Evaluator::new();
        for _ in 0..4 {
            let mut model = Model::new();
            for symbol in &problem.symbols {
                let letters: &Vec<u32> = random.pick(&all);
                model.set(*symbol, word(letters));
            }
            let budget = Budget::unlimited();
            let values = evaluator.run(&problem.store, &plan, &model, &budget).expect("values");
            for (root, value) in roots.iter().zip(&values) {
                let expected = plainly(&mut evaluator, &problem, &model, *root);
                // Flattening may give another expression for the same language.
                let same = evaluator.apply(&problem.store, Op::Eq, &[], &[value.clone(), expected], &budget);
                assert_eq!(same, Ok(Value::Bool(true)));
            }
        }
    }
}

#[test]
fn concatenations_used_once_get_no_step() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.declare(name, &[], Sort::String));
    let [x, y] = [x, y].map(|symbol| store.constant(symbol));
    let inner = store.app(Op::Concat, &[x, y]).expect("strings");
    let outer = store.app(Op::Concat, &[inner, x]).expect("strings");
    assert_eq!(Plan::new(&store, &[outer]).len(), 3);
    assert_eq!(Plan::new(&store, &[outer, inner]).len(), 4);
    let twice = store.app(Op::Concat, &[inner, inner]).expect("strings");
    assert_eq!(Plan::new(&store, &[twice]).len(), 4);
}

#[test]
fn ground_expressions_are_computed_once() {
    let mut store = TermStore::new();
    let symbol = store.declare("x", &[], Sort::String);
    let x = store.constant(symbol);
    let ab = store.word([97, 98]);
    let re = store.app(Op::StrToRe, &[ab]).expect("a word");
    let star = store.app(Op::ReStar, &[re]).expect("a regex");
    let root = store.app(Op::InRe, &[x, star]).expect("fits");
    let plan = Plan::new(&store, &[root]);
    assert_eq!(plan.len(), 3, "the word, the expression and the question");
    let mut evaluator = Evaluator::new();
    for (text, expected) in [("", true), ("abab", true), ("aba", false)] {
        let mut model = Model::new();
        model.set(symbol, Value::text(text));
        let values = evaluator.run(&store, &plan, &model, &Budget::unlimited());
        assert_eq!(values, Ok(vec![Value::Bool(expected)]));
    }
}
