//! Weaker problems: what they refute, and that everything they state holds in every model.

use tress_base::{Budget, Random};

use super::super::tests::problem;
use super::*;
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::{Head, Value};

/// The indices of facts that exclude each other in the weaker problem, and its counters.
fn refuted(facts: &[&str]) -> (Option<Vec<usize>>, Terms) {
    let mut terms = Terms::new();
    let problem = problem(&mut terms, facts);
    let budget = Budget::unlimited();
    let indices = refute(&mut terms.context.env(&budget, 0), &problem).expect("no limit");
    (indices, terms)
}

fn check(facts: &[&str], expected: Option<&[usize]>) {
    let (indices, terms) = refuted(facts);
    assert_eq!(indices.as_deref(), expected, "{facts:?}");
    assert_eq!(terms.context.stats.get("flat-weaker-conflicts"), u64::from(expected.is_some()));
}

#[test]
fn numerals_are_words_of_digits() {
    check(&["(= x (str.from_int m))", "(>= m 0)", "(= x \"007\")", "(= y x)"], Some(&[0, 1, 2]));
    check(&["(> (str.to_int x) 4)", "(str.in_re x (re.+ (re.range \"a\" \"f\")))"], Some(&[0, 1]));
    check(&["(> (str.to_int x) 4)", "(str.in_re x (re.+ (re.range \"9\" \"f\")))"], None);
    check(&["(= (str.from_int m) \"\")", "(> m 3)"], Some(&[0, 1]));
    check(&["(= (str.from_int m) \"\")", "(< m 3)"], None);
}

#[test]
fn both_conversions_undo_each_other() {
    let first = "(not (= (str.at x 0) \"0\"))";
    let [large, other] = ["(> (str.to_int x) 12)", "(not (= (str.from_int (str.to_int x)) x))"];
    check(&[first, large, other], Some(&[0, 1, 2]));
    check(&[large, other], None);
    check(&["(>= m 0)", "(= (str.from_int m) x)", "(= (str.to_int x) (+ m 1))"], Some(&[0, 1, 2]));
    check(&["(= (str.from_int m) \"305\")", "(not (= m 305))"], Some(&[0, 1]));
}

#[test]
fn long_numbers_need_long_words() {
    check(&["(= (str.len x) 4)", "(> (str.to_int x) 9999)"], Some(&[0, 1]));
    check(&["(= (str.len x) 4)", "(> (str.to_int x) 9998)"], None);
    check(&["(= (str.to_int x) 41)", "(str.suffixof \"2\" x)"], Some(&[0, 1]));
    check(&["(= (str.to_int (str.++ x \"25\")) (* 10 m))"], Some(&[0]));
    check(&["(= (str.to_int (str.++ x \"25\")) (* 5 m))", "(> m 0)"], None);
    check(&["(= (str.len (str.from_int m)) 2)", "(> m 99)"], Some(&[0, 1]));
    check(&["(= (str.len (str.from_int m)) 3)", "(> m 99)"], None);
    check(&["(> (str.len (str.from_int m)) (+ m 1))", "(>= m 0)"], Some(&[0, 1]));
    check(&["(> (str.len (str.from_int m)) m)", "(>= m 0)"], None);
}

#[test]
fn chains_are_broken_and_lengths_kept() {
    let (indices, terms) = refuted(&["(= (str.++ \"a\" x) (str.++ x \"b\"))"]);
    assert_eq!(indices, None);
    assert_eq!(terms.context.stats.get("flat-weaker-occurrences"), 1);
    check(&["(= (str.++ x y) (str.++ y x \"a\"))"], Some(&[0]));
    check(&["(= (str.++ \"a\" x) (str.++ x y))", "(str.in_re x (re.* (str.to_re \"b\")))", "(= x z)"], None);
    let begins = "(str.in_re y (re.++ (str.to_re \"c\") re.all))";
    let characters = "(str.in_re x (re.+ (re.range \"a\" \"b\")))";
    check(&["(= (str.++ y x) (str.++ x z))", characters, begins], Some(&[0, 1, 2]));
}

/// The term with what new symbols and functions represent.
fn meant(weaker: &mut Weaker<'_, '_>, root: Term) -> Term {
    let mut meanings: TermMap<Term> = TermMap::new();
    for term in post_order(weaker.store(), &[root]) {
        let store = &mut *weaker.formula.env.store;
        let over = map_args(store, term, |arg| meanings.get(arg).copied().unwrap_or(arg));
        let args = store.args(over).to_vec();
        let known = weaker.occurrences.iter().find(|(symbol, _)| *symbol == term).copied();
        let quotient = weaker.conversions.quotients.iter().find(|(symbol, _)| *symbol == term).copied();
        let meaning = match weaker.store().head(term) {
            _ if known.is_some() => known.expect("it is known").1,
            _ if quotient.is_some() => {
                let quotient = quotient.expect("it is known").1;
                meant(weaker, quotient)
            }
            Head::Symbol(symbol) if symbol == weaker.conversions.to_int => {
                weaker.formula.env.app(Op::StrToInt, &args)
            }
            Head::Symbol(symbol) if symbol == weaker.conversions.from_int => {
                weaker.formula.env.app(Op::StrFromInt, &args)
            }
            _ => over,
        };
        meanings.set(term, meaning);
    }
    meanings.get(root).copied().expect("it was walked")
}

fn random_word(random: &mut Random) -> Vec<u32> {
    let characters = ['0', '0', '1', '9', 'a'].map(u32::from);
    (0..random.below(4)).map(|_| *random.pick(&characters)).collect()
}

fn random_fact(random: &mut Random) -> String {
    let string = |random: &mut Random| match random.below(7) {
        0 => "(str.++ x y)".to_owned(),
        1 => "(str.++ y \"01\" x)".to_owned(),
        2 => "(str.++ x \"10\")".to_owned(),
        3 => "(str.from_int m)".to_owned(),
        4 => "(str.at x m)".to_owned(),
        5 => "(str.from_int (str.to_int y))".to_owned(),
        _ => (*random.pick(&["x", "y", "z", "\"10\"", "\"0\""])).to_owned(),
    };
    let (a, b, number) = (string(random), string(random), random.between(-1, 12));
    match random.below(5) {
        0 => format!("(= (str.to_int {a}) {number})"),
        1 => format!("(>= (str.to_int {a}) (str.to_int {b}))"),
        2 => format!("(str.in_re {a} (re.* (re.range \"0\" \"1\")))"),
        3 => format!("(= (str.len {a}) {number})"),
        _ => format!("(= {a} {b})"),
    }
}

#[test]
fn every_fact_holds_of_every_model() {
    let mut random = Random::new(17);
    for _ in 0..400 {
        let facts: Vec<String> = (0..4).map(|_| random_fact(&mut random)).collect();
        let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let asked = problem(&mut terms, &facts);
        let mut env = terms.context.env(&budget, 0);
        let mut model = Model::new();
        for symbol in &asked.symbols {
            let value = match env.store.symbol(*symbol).result {
                Sort::String => Value::Str(random_word(&mut random).into()),
                _ => Value::Int(random.between(-2, 120).into()),
            };
            model.set(*symbol, value);
        }
        let mut weaker = Weaker::build(&mut env, &asked).expect("no limit");
        for fact in weaker.formula.problem().facts {
            let meaning = meant(&mut weaker, fact.term);
            let value = weaker.formula.env.eval(meaning, &model);
            let expected = match weaker.formula.bases[fact.origin as usize] {
                Basis::Asserted(index) => weaker.formula.env.eval(asked.facts[index].term, &model),
                _ => Ok(Value::Bool(true)),
            };
            assert_eq!(format!("{value:?}"), format!("{expected:?}"), "{facts:?} {model:?} {:?}", fact.term);
        }
    }
}
