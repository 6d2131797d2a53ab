//! What circuits compute, against the evaluator; and what the engine finds.

use tress_base::{Budget, Random};

use super::*;
use tress_rewrite::problem::Fact;
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::{SymbolId, Term, Value};

fn solve(terms: &mut Terms, facts: &[String]) -> (Problem, Outcome) {
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin }).collect();
    let problem = Problem::new(&terms.context.store, facts);
    let budget = Budget::unlimited();
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
    let outcome = Bounded.solve(&mut terms.context.env(&budget, 0), &task).expect("no limit");
    (problem, outcome)
}

/// The model of the engine, under which the evaluator finds every fact true.
fn model(facts: &[&str]) -> Option<Box<Model>> {
    let mut terms = Terms::new();
    let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_string()).collect();
    let (problem, outcome) = solve(&mut terms, &facts);
    let Outcome::Model(model) = outcome else { return None };
    let budget = Budget::unlimited();
    let mut env = terms.context.env(&budget, 0);
    for fact in &problem.facts {
        assert_eq!(env.eval(fact.term, &model), Ok(Value::Bool(true)), "{facts:?} {model:?}");
    }
    Some(model)
}

fn symbol(terms: &mut Terms, name: &str) -> SymbolId {
    let term = terms.term(name);
    terms.context.store.as_constant(term).expect("a constant")
}

const WORDS: [&str; 9] = ["", "a", "b", "ab", "ba", "aab", "7", "10", "B0a"];
const NUMBERS: [i64; 7] = [-2, -1, 0, 1, 2, 3, 10];

/// Holds x, y, m and n at values and asks the circuit for the value of a term.
fn check_term(text: &str, sort: &str, full: bool) {
    let mut terms = Terms::new();
    let term = terms.term(text);
    let out = match sort {
        "String" => "z",
        "Int" => "k",
        _ => "c",
    };
    let [x, y, m, n, out_symbol] = ["x", "y", "m", "n", out].map(|name| symbol(&mut terms, name));
    let mut count = 0;
    for (i, first) in WORDS.iter().enumerate() {
        for (j, second) in WORDS.iter().enumerate() {
            for (p, number) in NUMBERS.iter().enumerate() {
                count += 1;
                if !full && (i + j + p) % 3 != 0 {
                    continue;
                }
                let other = NUMBERS[(count * 5) % NUMBERS.len()];
                let facts = [
                    format!("(= x \"{first}\")"),
                    format!("(= y \"{second}\")"),
                    format!("(= m {number})"),
                    format!("(= n {other})"),
                    format!("(= {out} {text})"),
                ];
                let (_, outcome) = solve(&mut terms, &facts);
                let Outcome::Model(found) = outcome else { panic!("{facts:?}: no model") };
                let mut given = Model::new();
                given.set(x, Value::text(first));
                given.set(y, Value::text(second));
                given.set(m, Value::Int((*number).into()));
                given.set(n, Value::Int(other.into()));
                let budget = Budget::unlimited();
                let expected = terms.context.env(&budget, 0).eval(term, &given).expect("a value");
                assert_eq!(found.get(out_symbol), Some(&expected), "{facts:?}");
            }
        }
    }
}

#[test]
fn words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.++ x y)",
        "(str.at x m)",
        "(str.substr x m n)",
        "(str.replace x y \"cc\")",
        "(str.replace x y x)",
        "(str.replace_all x \"a\" \"c\")",
        "(str.rev x)",
        "(str.to_upper x)",
        "(str.to_lower x)",
        "(str.from_int m)",
        "(str.from_code (+ m 48))",
        "(ite (str.< x y) x y)",
    ] {
        check_term(text, "String", false);
    }
}

#[test]
fn numbers_of_words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.len (str.++ x y))",
        "(str.indexof x y m)",
        "(str.last_indexof x y)",
        "(str.to_int x)",
        "(str.to_code x)",
        "(+ (* 3 m) n (str.len x))",
        "(- m n)",
        "(* m n)",
        "(div m 3)",
        "(mod m (- 3))",
        "(abs m)",
    ] {
        check_term(text, "Int", false);
    }
}

#[test]
fn truths_of_words_are_computed_like_the_evaluator_does() {
    for text in [
        "(str.prefixof x y)",
        "(str.suffixof x y)",
        "(str.contains x y)",
        "(str.is_digit x)",
        "(str.<= x y)",
        "(= x y)",
        "(distinct m n 3)",
        "(str.in_re x (re.++ (re.* (re.range \"a\" \"b\")) (re.opt (str.to_re \"0\"))))",
        "(str.in_re (str.++ x y) (re.comp (re.++ re.all (str.to_re \"ab\") re.all)))",
        "((_ divisible 3) m)",
        "(=> (< m n) (xor (= x y) (>= m 2)))",
    ] {
        check_term(text, "Bool", false);
    }
}

#[test]
fn words_longer_than_the_first_bound_are_found() {
    assert!(
        model(&["(= (str.len x) 40)", "(str.suffixof \"ab\" x)", "(not (str.contains x \"aa\"))"]).is_some()
    );
    assert!(model(&["(= (str.to_int x) 123456789)", "(str.prefixof \"00\" x)"]).is_some());
    assert!(model(&["(= n 1000000)", "(= x (str.from_int (+ n m)))", "(str.prefixof \"77\" x)"]).is_some());
}

/// A sum of digits, every second one doubled, like those that guard card numbers.
#[test]
fn a_sum_of_digits_is_found() {
    let digit = |position: usize| format!("(str.to_int (str.at x {position}))");
    let doubled = |position: usize| {
        let d = digit(position);
        format!("(ite (< (* 2 {d}) 10) (* 2 {d}) (- (* 2 {d}) 9))")
    };
    let sum: Vec<String> = (0..12).map(|at| if at % 2 == 0 { doubled(at) } else { digit(at) }).collect();
    let checked = format!("(= 0 (mod (+ {}) 10))", sum.join(" "));
    let digits = "(str.in_re x ((_ re.^ 12) (re.range \"1\" \"9\")))";
    assert!(model(&[&checked, digits]).is_some());
}

#[test]
fn a_cut_refutes_nothing() {
    let mut terms = Terms::new();
    for facts in [
        ["(= (str.len x) 1000)", "(str.contains x \"a\")"],
        ["(= (str.len (str.++ x y)) (+ 1 (str.len (str.++ y x))))", "(str.contains x y)"],
        ["(= (* 2 m) (+ 1 (* 2 n)))", "(= (str.from_int n) x)"],
    ] {
        let (_, outcome) = solve(&mut terms, &facts.map(str::to_owned));
        assert!(matches!(outcome, Outcome::GaveUp(Reason::Incomplete)), "{facts:?}: {outcome:?}");
    }
}

#[test]
fn facts_that_bound_their_words_are_refuted() {
    let mut terms = Terms::new();
    let cases: [(&[&str], &[u32]); 7] = [
        (&["(= x \"a\")", "(= x \"b\")"], &[0, 1]),
        (&["(<= (str.len x) 2)", "(str.contains x y)", "(>= (str.to_int y) 100)"], &[0, 1, 2]),
        (&["(str.is_digit x)", "(> (str.to_code x) 57)", "(= y z)"], &[0, 1]),
        (&["(= (str.len x) 2)", "(= m (str.to_int (str.++ \"1\" x)))", "(>= m 200)"], &[0, 1, 2]),
        (
            &[
                "(= (str.len (str.from_int n)) 2)",
                "(= (mod n 11) 1)",
                "(str.suffixof \"0\" (str.from_int n))",
                "(< n 50)",
            ],
            &[0, 1, 2, 3],
        ),
        (&["(= (str.len x) 1)", "(< (str.to_code x) 0)"], &[0, 1]),
        (
            &["(= (str.len x) 3)", "(str.< x y)", "(= (str.len y) 3)", "(= (str.rev x) y)", "(= x y)"],
            &[0, 1, 2, 4],
        ),
    ];
    for (facts, core) in cases {
        let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_string()).collect();
        let (_, outcome) = solve(&mut terms, &facts);
        let Outcome::Conflict(found) = outcome else { panic!("{facts:?}: {outcome:?}") };
        assert!(found.iter().all(|fact| core.contains(fact)), "{facts:?}: {found:?}");
    }
}

/// What no character below those that are mentioned can do, others can.
#[test]
fn characters_that_are_not_mentioned_are_found() {
    let different =
        "(distinct (str.at x 0) (str.at x 1) (str.at x 2) (str.at x 3) (str.at x 4) (str.at x 5))";
    let none = "(str.in_re x ((_ re.^ 6) (re.range \"{\" \"\\u{2ffff}\")))";
    assert!(model(&[different, none]).is_some());
    assert!(model(&["(= (str.len x) 1)", "(> (str.to_code x) 70000)"]).is_some());
}

/// Facts about short words over few characters, all bounded.
fn random_fact(random: &mut Random) -> String {
    let word = |random: &mut Random| {
        let words =
            ["x", "y", "(str.++ x y)", "\"1\"", "\"a0\"", "(str.from_int n)", "(str.replace_all x y \"1a\")"];
        let replaced = ["(str.replace_all (str.++ x y) \"a\" y)", "(str.replace_all (str.++ y y) \"10\" x)"];
        random.pick(&[words.as_slice(), replaced.as_slice()].concat()).to_string()
    };
    let number = |random: &mut Random| {
        let word = *random.pick(&["x", "y", "(str.++ x y)", "(str.++ \"1\" y)", "(str.from_int n)"]);
        match random.below(6) {
            0 => "n".to_string(),
            1 => random.between(-2, 12).to_string(),
            2 => format!("(str.len {word})"),
            3 => format!("(str.indexof {word} \"1\" 0)"),
            _ => format!("(str.to_int {word})"),
        }
    };
    let (a, b) = (word(random), word(random));
    let (m, k) = (number(random), number(random));
    let atom = match random.below(9) {
        0 => format!("(= {a} {b})"),
        1 => format!("(str.prefixof {a} {b})"),
        2 => format!("(str.contains {a} {b})"),
        3 => format!("(str.< {a} {b})"),
        4 => format!("(= {m} (+ {k} 1))"),
        5 => format!("(= (mod {m} 3) 1)"),
        6 => format!("(str.in_re {a} (re.+ (re.union (str.to_re \"1\") (str.to_re \"a0\"))))"),
        _ => format!("(< {m} {k})"),
    };
    if random.chance(1, 3) { format!("(not {atom})") } else { atom }
}

/// Every value of the symbols within the bounds, tried one by one.
#[test]
fn bounded_problems_are_decided_as_trying_all_values_says() {
    let mut random = Random::new(5);
    let characters = ["0", "1", "a"];
    let mut words: Vec<String> = vec![String::new()];
    words.extend(characters.iter().map(|a| (*a).to_string()));
    words.extend(characters.iter().flat_map(|a| characters.iter().map(move |b| format!("{a}{b}"))));
    let (mut models, mut conflicts) = (0, 0);
    for case in 0..300 {
        let mut terms = Terms::new();
        let word = "(str.in_re {} ((_ re.loop 0 2) (re.union (re.range \"0\" \"1\") (str.to_re \"a\"))))";
        let mut facts: Vec<String> = ["x", "y"].map(|name| word.replace("{}", name)).to_vec();
        facts.push("(<= (- 1) n 12)".to_string());
        facts.extend((0..2 + random.below(3)).map(|_| random_fact(&mut random)));
        let (problem, outcome) = solve(&mut terms, &facts);
        let symbols = ["x", "y", "n"].map(|name| symbol(&mut terms, name));
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let mut holds = |core: &[Term], model: &Model| {
            core.iter().all(|fact| env.eval(*fact, model) == Ok(Value::Bool(true)))
        };
        match outcome {
            Outcome::Model(model) => {
                models += 1;
                let all = problem.roots();
                assert!(holds(&all, &model), "case {case}: {facts:?} {model:?}");
            }
            Outcome::Conflict(core) => {
                conflicts += 1;
                let core: Vec<Term> = core.iter().map(|fact| problem.facts[*fact as usize].term).collect();
                for (x, y) in words.iter().flat_map(|x| words.iter().map(move |y| (x, y))) {
                    for n in -1..=12 {
                        let mut model = Model::new();
                        model.set(symbols[0], Value::text(x));
                        model.set(symbols[1], Value::text(y));
                        model.set(symbols[2], Value::Int(n.into()));
                        assert!(!holds(&core, &model), "case {case}: {facts:?} hold for {x:?}, {y:?}, {n}");
                    }
                }
            }
            other => panic!("case {case}: {facts:?}: {other:?}"),
        }
    }
    assert!(models > 50 && conflicts > 50, "{models} {conflicts}");
}

#[test]
fn words_are_short_and_can_be_printed() {
    let mut terms = Terms::new();
    let facts = ["(str.contains x y)", "(>= (str.len y) 3)", "(not (= (str.at x 0) (str.at x 1)))"];
    let (_, outcome) = solve(&mut terms, &facts.map(str::to_owned));
    let Outcome::Model(model) = outcome else { panic!("{outcome:?}") };
    for name in ["x", "y"] {
        let Some(Value::Str(word)) = model.get(symbol(&mut terms, name)) else { panic!("a word") };
        assert_eq!(word.len(), 3);
        assert!(word.iter().all(|character| (0x20..0x7f).contains(character)), "{word:?}");
    }
}

#[test]
fn occurrences_are_replaced_in_short_words_that_are_cut() {
    assert!(model(&["(= (str.replace_all x y \"bb\") \"bb\")"]).is_some());
    assert!(model(&["(= (str.++ x \"095\") (str.replace_all x y x))", "(= (str.len y) 1)"]).is_some());
    // Longer words may fulfil it.
    assert!(model(&["(= (str.replace_all x y z) (str.++ x \"a\"))", "(= (str.len z) 30)"]).is_none());
}

#[test]
fn what_has_no_circuit_is_left_to_others() {
    assert!(model(&["(= (str.replace_all x \"a\" \"bb\") \"bb\")"]).is_none());
    assert!(model(&["(= (str.replace_all x y \"bb\") \"bb\")", "(> (str.len y) 20)"]).is_none());
    assert!(model(&["(str.in_re x (str.to_re y))"]).is_none());
}
