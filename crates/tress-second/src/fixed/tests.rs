//! The engines on the cases of the thesis, on bounds, and against each other.

use tress_base::Budget;

use super::*;
use crate::graphs::{Kind, NumberId, StringId, from, up_to};
use crate::named;
use tress_rewrite::problem::{Fact, Problem};
use tress_rewrite::testing::Terms;
use tress_term::term::Term;

const ENGINES: [&str; 2] = ["fixed-automata", "fixed-bits"];

/// What an engine answers to facts, with the value of a counter.
fn ask(engine: &str, facts: &[&str], counter: &str) -> (Outcome, u64) {
    let (outcome, terms) = tress_engines::testing::ask_engine(named(engine), facts, Some(20_000_000));
    (outcome.expect("enough steps"), terms.context.stats.get(counter))
}

/// Every engine has a model of the facts, under which they evaluate to true.
fn check_sat(facts: &[&str]) {
    for engine in ENGINES {
        let mut terms = Terms::new();
        let given: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
        let numbered = given.iter().zip(0..).map(|(term, origin)| Fact { term: *term, origin });
        let problem = Problem::new(&terms.context.store, numbered.collect());
        let budget = Budget::unlimited().with_steps(Some(20_000_000));
        let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
        let mut env = terms.context.env(&budget, 0);
        let outcome = named(engine).solve(&mut env, &task).expect("enough steps");
        let Outcome::Model(model) = outcome else { panic!("{engine} on {facts:?}: {outcome:?}") };
        for fact in given {
            assert!(
                matches!(env.eval(fact, &model), Ok(Value::Bool(true))),
                "{engine} on {facts:?}: {model:?}"
            );
        }
    }
}

/// Every engine refutes the facts, by a rule when one is named.
fn check_unsat(facts: &[&str], counter: Option<&str>) {
    for engine in ENGINES {
        let (outcome, count) = ask(engine, facts, counter.unwrap_or_default());
        assert!(matches!(outcome, Outcome::Conflict(_)), "{engine} on {facts:?}: {outcome:?}");
        assert!(counter.is_none() || count > 0, "{engine} on {facts:?} without {counter:?}");
    }
}

/// No engine decides the facts.
fn check_unknown(facts: &[&str]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for engine in ENGINES {
        match ask(engine, facts, "").0 {
            Outcome::GaveUp(reason) => reasons.push(reason),
            outcome => panic!("{engine} on {facts:?}: {outcome:?}"),
        }
    }
    reasons
}

#[test]
fn v2_3_bounded_words_of_brackets() {
    // Opening brackets, then as many closing ones: three words of at most four characters.
    let shape = [
        "(= x (str.++ y z))",
        "(str.in_re y (re.* (str.to_re \"(\")))",
        "(str.in_re z (re.* (str.to_re \")\")))",
        "(= (str.len y) (str.len z))",
        "(<= (str.len x) 4)",
    ];
    let not = ["(not (= x \"\"))", "(not (= x \"()\"))", "(not (= x \"(())\"))"];
    check_sat(&[&shape[..], &not[..2]].concat());
    check_unsat(&[&shape[..], &not[..]].concat(), None);
}

#[test]
fn v2_4_four_characters() {
    let facts = ["(= (str.len x) 4)", "(str.prefixof \"ab\" x)"];
    check_sat(&[facts[0], facts[1], "(or (str.suffixof \"a\" x) (str.suffixof \"b\" x))"]);
    check_unsat(&[facts[0], facts[1], "(= (str.at x 0) \"b\")"], None);
}

#[test]
fn v3_62_a_word_of_three_in_one_of_five() {
    let facts = ["(= (str.len x) 5)", "(= (str.len y) 3)", "(str.contains x y)"];
    // One position for each way to lie in it, and no others.
    for at in ["0", "1", "2"] {
        check_sat(&[&facts[..], &[format!("(= (str.indexof x y 0) {at})").as_str()]].concat());
    }
    check_unsat(&[&facts[..], &["(> (str.indexof x y 0) 2)"]].concat(), None);
    check_unsat(&[&facts[..], &["(not (= x y))", "(= y \"abc\")", "(= x \"abxbc\")"]].concat(), None);
}

#[test]
fn v3_3_positive_fixpoint() {
    check_sat(&["(str.prefixof \"hello\" x)", "(= x y)", "(str.contains x \"a\")"]);
}

#[test]
fn v3_4_negative_pitfall() {
    check_sat(&[
        "(str.prefixof \"hello\" x)",
        "(str.contains x \"a\")",
        "(str.contains y \"a\")",
        "(not (= x y))",
    ]);
}

#[test]
fn v3_6_mixed() {
    check_sat(&["(> (str.len x) (str.len y))", "(= (str.at (str.++ x y) 3) \"d\")"]);
    check_sat(&["(> (str.len x) (str.len y))", "(= (str.to_code (str.at (str.++ x y) 3)) 100)"]);
}

#[test]
fn v3_8g_graph_construction() {
    check_sat(&["(= (str.trim x) y)", "(= x (str.++ z y))", "(not (= z \"\"))", "(not (= y \"\"))"]);
}

#[test]
fn vp1_constants_fold() {
    check_unsat(&["(= x \"ab\")", "(= (str.++ x \"c\") y)", "(not (= y \"abc\"))"], Some("graph-S2"));
    let (outcome, folds) =
        ask("fixed-bits", &["(= (str.++ x \"c\") y)", "(= x \"ab\")", "(= z y)"], "graph-S2");
    assert!(matches!(outcome, Outcome::Model(_)) && folds > 0);
}

#[test]
fn vp2_implied_integer() {
    let facts = ["(str.prefixof \"abc\" x)", "(= (str.to_code (str.at x 0)) m)", "(not (= m 97))"];
    check_unsat(&facts, Some("graph-P4"));
    check_sat(&facts[..2]);
}

#[test]
fn vp3_opposite_pairs() {
    for (one, other) in [
        ("(str.contains x y)", "(not (str.contains x z))"),
        ("(str.prefixof y x)", "(not (str.prefixof z x))"),
        ("(str.suffixof y x)", "(not (str.suffixof z x))"),
    ] {
        check_unsat(&[one, other, "(= y z)"], None);
        check_sat(&[one, other]);
    }
}

#[test]
fn vp4_cycle() {
    check_unsat(&["(= x y)", "(= y z)", "(not (str.prefixof z x))"], Some("graph-U5"));
}

#[test]
fn vp5_overlap() {
    let facts = ["(= (str.to_code (str.at x 5)) m)", "(= (str.indexof x y 0) 5)", "(> (str.len y) 0)"];
    let (outcome, count) = ask("fixed-automata", &facts, "graph-P2");
    assert!(matches!(outcome, Outcome::Model(_)) && count > 0, "{outcome:?}");
    check_sat(&facts);
    let other = "(not (= (str.to_code (str.at y 0)) m))";
    check_unsat(&[facts[0], facts[1], facts[2], other], Some("graph-P2"));
}

#[test]
fn vp6_prefixes_may_agree() {
    check_sat(&["(str.prefixof \"a\" x)", "(str.prefixof \"ab\" x)"]);
    check_unsat(&["(str.prefixof \"a\" x)", "(str.prefixof \"b\" x)"], Some("graph-U3"));
    check_sat(&["(str.suffixof \"b\" x)", "(str.suffixof \"ab\" x)"]);
    check_unsat(&["(str.suffixof \"a\" x)", "(str.suffixof \"b\" x)"], Some("graph-U3"));
}

#[test]
fn vp7_a_later_search_may_fail() {
    let facts = ["(= (str.indexof x \"a\" 0) 0)", "(= (str.indexof x \"a\" 1) (- 1))", "(> (str.len x) 0)"];
    let (outcome, count) = ask("fixed-automata", &facts, "graph-P3");
    assert!(matches!(outcome, Outcome::Model(_)) && count > 0, "{outcome:?}");
    check_sat(&facts);
}

#[test]
fn v3_14_three_different_words() {
    let facts = ["(not (= x y))", "(not (= y z))", "(not (= z x))", "(= (str.len x) 3)"];
    check_sat(&[facts[0], facts[1], facts[2], facts[3], "(= (str.len y) 3)", "(= (str.len z) 3)"]);
}

#[test]
fn v3_8_all_twelve_paths() {
    // With the correction of line 9: the first a of x is at position 5.
    let (sw, eq, ew) = ("(str.prefixof \" \" x)", "(= x y)", "(str.suffixof \"ab\" (str.trim x))");
    let ix = "(= (str.indexof x \"a\" 0) 5)";
    let not = |text: &str| format!("(not {text})");
    let paths: [(&[&str], bool); 12] = [
        (&[sw, eq, ew, ix], true),
        (&[sw, eq, ew, &not(ix)], true),
        (&[sw, eq, &not(ew), &not(eq), ix], false),
        (&[sw, eq, &not(ew), &not(eq), &not(ix)], false),
        (&[sw, eq, &not(ew), eq, ix], true),
        (&[sw, eq, &not(ew), eq, &not(ix)], true),
        (&[sw, &not(eq), ix], true),
        (&[sw, &not(eq), &not(ix)], true),
        (&[&not(sw), eq, ix], true),
        (&[&not(sw), eq, &not(ix)], true),
        (&[&not(sw), &not(eq), ix], true),
        (&[&not(sw), &not(eq), &not(ix)], true),
    ];
    for (path, is_sat) in paths {
        if is_sat { check_sat(path) } else { check_unsat(path, None) }
    }
}

/// A graph with the strings and edges of path B of the running example.
fn running_example() -> (Graph, [StringId; 3], NumberId) {
    let mut graph = Graph::new();
    let strings = ["s1", "s2", "s3"].map(|name| graph.string(name));
    let [one, two, three] = strings;
    let (blank, end) = (graph.word(&[32]), graph.word(&[97, 98]));
    let (code, five) = (graph.constant(97), graph.constant(5));
    graph.edge(Kind::StartsWith, &[one, blank], &[], &[0]);
    graph.edge(Kind::Equal, &[one, two], &[], &[1]);
    graph.edge(Kind::EndsWith, &[three, end], &[], &[2]);
    graph.edge(Kind::IndexOfChar, &[one], &[code, five], &[3]);
    graph.edge(Kind::Trim, &[one, three], &[], &[4]);
    (graph, strings, five)
}

/// Decides a graph as the thesis does.
fn solve(graph: &mut Graph, back_end: BackEnd, limits: &Limits) -> Report {
    let mut context = tress_rewrite::env::SolveContext::new();
    let budget = Budget::unlimited().with_steps(Some(20_000_000));
    solve_graph(&mut context.env(&budget, 0), graph, back_end, limits).expect("enough steps")
}

#[test]
fn v3_8_running_example() {
    for back_end in [BackEnd::Automata, BackEnd::Bits] {
        let (mut graph, strings, _) = running_example();
        let report = solve(&mut graph, back_end, &Limits::thesis());
        let Answer::Solution { words, .. } = &report.answer else { panic!("{report:?}") };
        let [one, two, three] = strings.map(|string| words[string.index()].clone());
        let text = |word: &str| word.chars().map(u32::from).collect::<Vec<u32>>();
        assert_eq!(three, text("ab"), "{back_end:?}");
        assert_eq!((&one, &two), (&text("     ab"), &text("     ab")), "{back_end:?}");
        // Lengths 6 and 2 fail first.
        assert!(report.interchanges >= 2, "{report:?}");
        assert_eq!(report.fired.get("graph-S1"), Some(&1));
        assert_eq!(report.edges, [5, 4]);
    }
}

#[test]
fn v3_7_a_search_that_cannot_succeed_is_learned() {
    let facts = ["(= (str.indexof x \"ab\" 0) m)", "(str.in_re x (re.* (str.to_re \"b\")))", "(> m (- 3))"];
    let (outcome, _) = ask("fixed-automata", &[facts[0], facts[1], "(or (= m 2) (= m (- 1)))"], "");
    assert!(matches!(outcome, Outcome::Model(_)), "{outcome:?}");
    check_sat(&facts);
    // That nothing is found is learned for each length, so one guess represents all positions.
    let (outcome, learned) =
        ask("fixed-automata", &[facts[1], facts[0], "(>= m 1)", "(<= (str.len x) 8)"], "fixed-learned");
    assert!(matches!(outcome, Outcome::Conflict(_)), "{outcome:?}");
    assert!(learned > 0);
}

#[test]
fn v1_1_wu_ftpd() {
    // The last position of a slash, and what follows from there on.
    let path = [
        "(= (str.indexof x \" \" 0) (- 1))",
        "(= (str.last_indexof x \"/\") m)",
        "(>= m 0)",
        "(= (str.substr x m (- (str.len x) m)) y)",
        "(<= (str.len y) 19)",
        "(str.contains y \"%n\")",
    ];
    check_sat(&path);
    check_unsat(
        &[path[0], path[1], path[2], path[3], path[5], "(< (str.len y) 3)", "(< (str.len x) 9)"],
        None,
    );
}

#[test]
fn v4_1_extreme_1() {
    let facts = [
        "(= (str.substr x m (- (str.len x) m)) \"}\")",
        "(not (str.suffixof \"}\" x))",
        "(str.suffixof \"q\" y)",
        "(<= (str.len x) 30)",
    ];
    check_unsat(&facts, None);
}

#[test]
fn v4_2_extreme_2() {
    check_unsat(
        &["(not (str.contains x \"%\"))", "(str.suffixof \"%\" y)", "(str.contains \"ZF(@\" y)"],
        None,
    );
}

#[test]
fn a_bound_never_leaks_into_unsat() {
    // Longer words than are tried.
    let reasons = check_unknown(&["(> (str.len x) 300)"]);
    assert_eq!(reasons, [Reason::Gaps(vec![Gap::Bound]), Reason::Gaps(vec![Gap::Bound])]);
    // A word of the thesis has 1 to 30 characters, and no character is outside of 32 to 126.
    type Told = fn(&mut Graph, StringId);
    let told: [Told; 3] = [
        |graph, string| {
            let length = graph.length(string);
            graph.clause(vec![from(length, 31)], &[0]);
        },
        |graph, string| {
            let length = graph.length(string);
            graph.clause(vec![up_to(length, 0)], &[0]);
        },
        |graph, string| {
            let (index, code) = (graph.constant(0), graph.constant(233));
            graph.edge(Kind::CharAt, &[string], &[index, code], &[0]);
        },
    ];
    for back_end in [BackEnd::Automata, BackEnd::Bits] {
        for tell in told {
            let mut graph = Graph::new();
            let string = graph.string("s");
            tell(&mut graph, string);
            assert_eq!(solve(&mut graph.clone(), back_end, &Limits::thesis()).answer, Answer::Bound);
            let full = solve(&mut graph, back_end, &Limits::full(&Budget::unlimited())).answer;
            assert!(matches!(full, Answer::Solution { .. }), "{full:?}");
        }
    }
}

#[test]
fn what_is_no_edge_is_left_out() {
    for engine in ENGINES {
        let (outcome, _) = ask(engine, &["(= (str.replace x y \"b\") \"cbd\")", "(= y \"a\")"], "");
        assert!(matches!(outcome, Outcome::GaveUp(_)), "{outcome:?}");
    }
    check_unsat(&["(= (str.replace x y z) x)", "(= y \"a\")", "(= (str.++ y z) \"b\")"], None);
}

#[test]
fn all_characters_are_characters() {
    check_sat(&["(= (str.to_code x) 196607)"]);
    check_unsat(&["(> (str.to_code x) 196607)"], None);
    check_sat(&["(= (str.from_code m) x)", "(= (str.len x) 1)", "(> m 1000)"]);
    check_unsat(&["(= (str.from_code m) x)", "(= (str.len x) 1)", "(< m 0)"], None);
}

#[test]
fn searches_have_limits() {
    check_sat(&["(= (str.indexof x \"ab\" 3) 5)", "(= (str.indexof x \"ab\" 0) 1)"]);
    let overlap = ["(= (str.indexof x \"ab\" 3) 5)", "(= (str.indexof x \"ab\" 0) 4)", "(< (str.len x) 12)"];
    check_unsat(&overlap, None);
    let last = "(= (str.last_indexof (str.substr x 0 (+ m 2)) \"ab\") 2)";
    check_sat(&[last, "(= m 4)", "(= (str.last_indexof x \"ab\") 6)"]);
    check_unsat(&[last, "(= m 1)", "(< (str.len x) 12)"], None);
}
