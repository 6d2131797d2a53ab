//! Every rule of every table: it changes its example, keeps its counterexample, and whatever it
//! changes keeps its value under all small assignments; and the driver as a whole.

use tress_base::{Budget, Int, Random, Rational};

use super::knowledge::Knowledge;
use super::*;
use crate::testing::Terms;
use tress_term::eval::Plan;
use tress_term::model::Model;
use tress_term::print::term_text;
use tress_term::term::{Indices, Op, Shape, Source, SymbolId, Value, post_order};

/// What rules need, for calling them by hand.
struct Bench {
    terms: Terms,
    evaluator: Evaluator,
    knowledge: Knowledge,
    ground: (TermSet, TermSet),
}

impl Bench {
    fn new() -> Self {
        Self {
            terms: Terms::new(),
            evaluator: Evaluator::new(),
            knowledge: Knowledge::default(),
            ground: Default::default(),
        }
    }

    /// The surroundings of a rule.
    fn context<'a>(&'a mut self, budget: &'a Budget) -> Context<'a> {
        let Self { terms, evaluator, knowledge, ground } = self;
        Context { store: &mut terms.context.store, evaluator, budget, knowledge, ground, stopped: None }
    }

    fn apply(&mut self, rule: &Rule, term: Term) -> Option<Term> {
        let budget = Budget::unlimited();
        (rule.apply)(&mut self.context(&budget), term).filter(|new| *new != term)
    }

    fn text(&self, term: Term) -> String {
        term_text(&self.terms.context.store, term, Default::default())
    }
}

/// Small values of a sort.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => (-2..=3).map(|n| Value::Int(Int::from(n))).collect(),
        Sort::Real => {
            (-3..=3).filter_map(|n| Rational::new(Int::from(n), Int::from(2)).map(Value::Real)).collect()
        }
        Sort::BitVec(width) => {
            (0..1_i64 << width.min(4)).map(|n| Value::bits(width, &Int::from(n))).collect()
        }
        Sort::String => ["", "a", "b", "ab", "ba", "aab", "1", "A", "a1"].map(Value::text).to_vec(),
        _ => Vec::new(),
    }
}

/// Most assignments under which two terms are compared.
const MOST_CASES: usize = 600;

/// Compares two terms under all small values of their symbols, or many of them. Languages are
/// compared by asking for the membership of `x`.
fn compare(store: &mut TermStore, evaluator: &mut Evaluator, a: Term, b: Term) {
    let symbol = store.declare("subject", &[], Sort::String);
    let subject = store.constant(symbol);
    let [a, b] = [a, b].map(|term| match store.sort(term) {
        Sort::RegLan => store.app(Op::InRe, &[subject, term]).expect("well sorted"),
        _ => term,
    });
    let mut symbols: Vec<SymbolId> =
        post_order(store, &[a, b]).into_iter().filter_map(|term| store.as_constant(term)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let candidates: Vec<Vec<Value>> =
        symbols.iter().map(|symbol| values(store.symbol(*symbol).result)).collect();
    let plan = Plan::new(store, &[a, b]);
    let whole: usize = candidates.iter().map(Vec::len).product();
    for case in 0..whole.min(MOST_CASES) {
        // A step that shares no factor with the number of cases visits different ones.
        let (mut model, mut rest) = (Model::new(), case * 7919 % whole);
        for (symbol, values) in symbols.iter().zip(&candidates) {
            model.set(*symbol, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let both = evaluator.run_each(store, &plan, &model, &Budget::unlimited()).expect("no limit");
        if let [Ok(before), Ok(after)] = both.as_slice() {
            let same = before == after;
            let text = |term| term_text(store, term, Default::default());
            assert!(same, "{} is {before:?} but {} is {after:?} under {model:?}", text(a), text(b));
        }
    }
}

#[test]
fn every_rule_changes_its_example_and_keeps_its_value() {
    for rule in rules() {
        let mut bench = Bench::new();
        let term = bench.terms.term(rule.changes);
        assert!(
            match bench.terms.context.store.head(term) {
                Head::Op(op, _) => rule.ops.contains(&op),
                head => rule.ops.is_empty() && matches!(head, Head::Quantifier(..)),
            },
            "{}: the example has another operator",
            rule.name
        );
        let new = bench.apply(rule, term);
        let new = new.unwrap_or_else(|| panic!("{} does not change {}", rule.name, rule.changes));
        compare(&mut bench.terms.context.store, &mut bench.evaluator, term, new);
    }
}

#[test]
fn every_rule_keeps_what_it_should_not_change() {
    for rule in rules().filter(|rule| !rule.keeps.is_empty()) {
        let mut bench = Bench::new();
        let term = bench.terms.term(rule.keeps);
        let new = bench.apply(rule, term);
        assert_eq!(new.map(|new| bench.text(new)), None, "{} changes {}", rule.name, rule.keeps);
    }
}

#[test]
fn rules_have_different_names() {
    let mut names: Vec<&str> = rules().map(|rule| rule.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// The text of what the whole rewriter makes of a term.
pub(super) fn rewritten(text: &str) -> String {
    let mut terms = Terms::new();
    let term = terms.term(text);
    let mut rewriter = Rewriter::new();
    let mut evaluator = Evaluator::new();
    let new = rewriter
        .rewrite(&mut terms.context.store, &mut evaluator, &Budget::unlimited(), term)
        .expect("no limit");
    compare(&mut terms.context.store, &mut evaluator, term, new);
    let again = Rewriter::new().rewrite(&mut terms.context.store, &mut evaluator, &Budget::unlimited(), new);
    assert_eq!(again, Ok(new), "{text} changes when it is rewritten twice");
    assert_eq!(rewriter.limited, 0, "{text}");
    term_text(&terms.context.store, new, Default::default())
}

#[test]
fn python_idioms_collapse() {
    assert_eq!(rewritten("(not (not (= (ite a 1 0) 0)))"), "(not a)");
    assert_eq!(rewritten("(not (= (ite (= x y) 1 0) 0))"), "(= x y)");
    assert_eq!(rewritten("(= (ite (not a) 1 0) 0)"), "a");
    assert_eq!(rewritten("(>= (ite a 1 0) 1)"), "a");
}

#[test]
fn a_part_up_to_the_end_stays_what_it_is() {
    for whole in [
        "(str.replace x \"a\" \"b\")",
        "(ite a \"a\" \"b\")",
        "(str.to_lower x)",
        "(str.replace_all x \"a\" \"b\")",
    ] {
        rewritten(&format!("(str.substr {whole} 6 (str.len x))"));
        rewritten(&format!("(str.substr {whole} (+ m 4) (- 5 m))"));
    }
}

#[test]
fn comparisons_meet() {
    assert_eq!(rewritten("(= (< m n) (> n m))"), "true");
    assert_eq!(rewritten("(= (not (<= (* 2 m) 5)) (>= m 3))"), "true");
    assert_eq!(rewritten("(and (< m 3) (>= m 3))"), "false");
    assert_eq!(rewritten("(= (+ m n 1) (+ n m 1))"), "true");
    assert_eq!(rewritten("(= (* 2 m) 3)"), "false");
}

/// A nest of an operator, this many levels deep.
fn nest(terms: &mut Terms, op: Op, leaf: &str, other: &str, levels: usize) -> Term {
    let (mut term, other) = (terms.term(leaf), terms.term(other));
    for _ in 0..levels {
        term = terms.context.store.app(op, &[term, other]).expect("well sorted");
    }
    term
}

#[test]
fn deep_nests_are_rewritten_in_linear_time() {
    for (op, leaf, other, levels) in [
        (Op::And, "a", "b", 100_000),
        (Op::Or, "a", "b", 100_000),
        (Op::Implies, "a", "b", 100_000),
        (Op::Add, "m", "n", 100_000),
        (Op::Sub, "m", "n", 100_000),
        (Op::Concat, "x", "y", 100_000),
        (Op::ReConcat, "(str.to_re x)", "re.allchar", 100_000),
        (Op::ReUnion, "(str.to_re x)", "re.allchar", 100_000),
        (Op::Mul, "m", "n", 10_000),
        (Op::At, "x", "0", 10_000),
    ] {
        let mut terms = Terms::new();
        let term = nest(&mut terms, op, leaf, other, levels);
        let budget = Budget::unlimited().with_steps(Some(60_000_000));
        let mut evaluator = Evaluator::new();
        let new = Rewriter::new().rewrite(&mut terms.context.store, &mut evaluator, &budget, term);
        assert!(new.is_ok(), "{}: {} steps", op.name(), budget.used());
    }
}

/// Random terms of the shapes that the operator table allows.
struct Shapes {
    random: Random,
    leaves: Vec<Term>,
}

impl Shapes {
    fn new(terms: &mut Terms, seed: u64) -> Self {
        let texts = [
            "a",
            "b",
            "c",
            "x",
            "x",
            "y",
            "z",
            "m",
            "n",
            "r",
            "true",
            "0",
            "1",
            "2",
            "(- 1)",
            "3",
            "0.5",
            "\"\"",
            "\"a\"",
            "\"b\"",
            "\"ab\"",
            "\"ba\"",
            "\"1\"",
            "re.all",
            "re.none",
            "re.allchar",
            "(str.to_re \"a\")",
            "(str.to_re \"ab\")",
            "(str.to_re x)",
            "(re.range \"a\" \"b\")",
            "(str.len x)",
            "(str.len x)",
        ];
        Self { random: Random::new(seed), leaves: texts.map(|text| terms.term(text)).to_vec() }
    }

    /// A term of a sort; calls itself once for each level.
    fn term(&mut self, store: &mut TermStore, sort: Sort, depth: usize) -> Term {
        if depth > 0 && self.random.chance(3, 5) {
            let ops: Vec<Op> = Op::all().filter(|op| op.info().source == Source::Standard).collect();
            for _ in 0..20 {
                let op = *self.random.pick(&ops);
                if let Some(term) = self.apply(store, op, sort, depth)
                    && store.sort(term) == sort
                {
                    return term;
                }
            }
        }
        let fitting: Vec<Term> =
            self.leaves.iter().copied().filter(|leaf| store.sort(*leaf) == sort).collect();
        *self.random.pick(&fitting)
    }

    /// A term with this operator at the top, which should give this sort.
    fn apply(&mut self, store: &mut TermStore, op: Op, sort: Sort, depth: usize) -> Option<Term> {
        let several = 2 + self.random.below(2);
        let number =
            if sort.is_numeric() { sort } else { *self.random.pick(&[Sort::Int, Sort::Int, Sort::Real]) };
        let any = *self.random.pick(&[Sort::Bool, Sort::Int, Sort::String, Sort::String, Sort::String]);
        let sorts = match op.info().shape {
            Shape::Fixed(_, result) if result != sort => return None,
            Shape::Fixed(sorts, _) => sorts.to_vec(),
            Shape::Many(sort) | Shape::Chain(sort) => vec![sort; several],
            Shape::Pairs(sort) => vec![sort; 2 * several - 1],
            Shape::Same => vec![any; several],
            Shape::Conditional => vec![Sort::Bool, sort, sort],
            Shape::Arithmetic | Shape::Minus | Shape::Comparison => vec![number; several],
            Shape::Own(_) => return None,
        };
        let args: Vec<Term> = sorts.into_iter().map(|sort| self.term(store, sort, depth - 1)).collect();
        let count = match op.info().indices {
            Indices::No => 0,
            Indices::Exactly(count) | Indices::Own(count) => count,
            Indices::Between(low, high) => low + self.random.below(high - low + 1),
        };
        let indices: Vec<Int> = (0..count).map(|_| Int::from(self.random.between(1, 3) - 1)).collect();
        if op == Op::Divisible && indices[0].is_zero() {
            return None;
        }
        store.indexed(op, &indices, &args).ok()
    }
}

#[test]
fn every_rule_keeps_the_value_of_random_terms() {
    let mut fired = Vec::new();
    // What the evaluator gives no value is compared elsewhere: quantifiers by their answers.
    for rule in rules().filter(|rule| !rule.ops.is_empty()) {
        let mut bench = Bench::new();
        let mut shapes = Shapes::new(&mut bench.terms, 7);
        let mut count = 0;
        for _ in 0..150 {
            let op = *shapes.random.pick(rule.ops);
            let sort = [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan, Sort::Real];
            let term = sort.iter().find_map(|sort| {
                let term = shapes.apply(&mut bench.terms.context.store, op, *sort, 2)?;
                (bench.terms.context.store.sort(term) == *sort).then_some(term)
            });
            let Some(term) = term else { continue };
            if let Some(new) = bench.apply(rule, term) {
                count += 1;
                compare(&mut bench.terms.context.store, &mut bench.evaluator, term, new);
            }
        }
        fired.push((rule.name, count));
    }
    // Most rules are reached by random terms; the others have their examples.
    assert!(fired.iter().filter(|(_, count)| *count > 0).count() * 10 > fired.len() * 6, "{fired:?}");
}

#[test]
fn random_terms_are_rewritten_once_and_for_all() {
    let mut terms = Terms::new();
    let mut shapes = Shapes::new(&mut terms, 11);
    let (mut rewriter, mut evaluator, budget) = (Rewriter::new(), Evaluator::new(), Budget::unlimited());
    for case in 0..1500 {
        let sort = [Sort::Bool, Sort::Bool, Sort::Int, Sort::String][case % 4];
        let term = shapes.term(&mut terms.context.store, sort, 3);
        let new =
            rewriter.rewrite(&mut terms.context.store, &mut evaluator, &budget, term).expect("no limit");
        compare(&mut terms.context.store, &mut evaluator, term, new);
        let again = Rewriter::new()
            .rewrite(&mut terms.context.store, &mut evaluator, &budget, new)
            .expect("no limit");
        let text = |term| term_text(&terms.context.store, term, Default::default());
        assert_eq!(text(again), text(new), "twice: {}", text(term));
    }
    assert_eq!(rewriter.limited, 0);
}

#[test]
fn what_lies_within_by_shape_lies_within() {
    let mut bench = Bench::new();
    let mut shapes = Shapes::new(&mut bench.terms, 5);
    let budget = Budget::unlimited();
    let (mut asked, mut found) = (0, 0);
    for _ in 0..4000 {
        let [small, large] = [0, 1].map(|_| shapes.term(&mut bench.terms.context.store, Sort::RegLan, 2));
        let mut context = bench.context(&budget);
        let (Some(a), Some(b)) = (context.language(small), context.language(large)) else { continue };
        asked += 1;
        if context.is_within(small, large) {
            found += 1;
            let holds = tress_automata::emptiness::is_included(bench.evaluator.regexes_mut(), a, b, &budget);
            assert_eq!(holds, Ok(true), "{} within {}", bench.text(small), bench.text(large));
        }
    }
    assert!(asked > 500 && found > 50, "{found} of {asked}");
}
