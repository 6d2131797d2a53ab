//! Meanings against the evaluator, rules one by one, and the drawing.

use tress_base::{Budget, Int};

use super::*;
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::Value;

fn word(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// The value of a term.
fn value(terms: &mut Terms, text: &str) -> Value {
    let term = terms.term(text);
    let budget = Budget::unlimited();
    terms.context.env(&budget, 0).eval(term, &Model::new()).expect("a value")
}

#[test]
fn edges_mean_what_the_operators_mean() {
    let mut terms = Terms::new();
    let words = ["", "a", "ab", "aba", " a ", "aab"];
    for a in words {
        for b in words {
            for (kind, text) in [
                (Kind::Contains, format!("(str.contains \"{a}\" \"{b}\")")),
                (Kind::StartsWith, format!("(str.prefixof \"{b}\" \"{a}\")")),
                (Kind::EndsWith, format!("(str.suffixof \"{b}\" \"{a}\")")),
                (Kind::NotEqual, format!("(not (= \"{a}\" \"{b}\"))")),
            ] {
                let expected = value(&mut terms, &text);
                assert_eq!(holds(kind, &word(a), &word(b)).map(Value::Bool), Some(expected), "{text}");
            }
            let (whole, needle) = (word(a), word(b));
            for from in -2..5 {
                let number = Int::from(from);
                let first = format!("(str.indexof \"{a}\" \"{b}\" {})", smt(from));
                let found = made_number(Kind::IndexOfFrom, &[&whole, &needle], &[&number]);
                assert_eq!(found.map(Value::Int), Some(value(&mut terms, &first)), "{first}");
                let count = smt(from + needle.len() as i64);
                let last = format!("(str.last_indexof (str.substr \"{a}\" 0 {count}) \"{b}\")");
                let found = made_number(Kind::LastIndexOfFrom, &[&whole, &needle], &[&number]);
                assert_eq!(found.map(Value::Int), Some(value(&mut terms, &last)), "{last}");
            }
        }
        parts_mean_the_same(&mut terms, a);
    }
}

fn smt(number: i64) -> String {
    if number < 0 { format!("(- {})", -number) } else { number.to_string() }
}

fn parts_mean_the_same(terms: &mut Terms, text: &str) {
    let whole = word(text);
    let made = |kind, numbers: &[&Int]| {
        made_string(kind, &[&whole], numbers).map(|word| Value::Str(tress_term::term::Word::from(word)))
    };
    let trimmed = value(terms, &format!("(str.trim \"{text}\")"));
    assert_eq!(made(Kind::Trim, &[]), Some(trimmed));
    for start in -2..6 {
        let from = Int::from(start);
        let code = value(terms, &format!("(str.to_code (str.at \"{text}\" {}))", smt(start)));
        assert_eq!(made_number(Kind::CharAt, &[&whole], &[&from]).map(Value::Int), Some(code));
        let rest = format!("(str.substr \"{text}\" {0} (- (str.len \"{text}\") {0}))", smt(start));
        assert_eq!(made(Kind::Substring, &[&from]), Some(value(terms, &rest)), "{rest}");
        for end in -3..7 {
            let part = format!("(str.substr \"{text}\" {} {})", smt(start), smt(end - start));
            assert_eq!(
                made(Kind::SubstringTo, &[&from, &Int::from(end)]),
                Some(value(terms, &part)),
                "{part}"
            );
        }
    }
}

#[test]
fn there_are_22_kinds_with_their_shapes() {
    assert_eq!(Kind::ALL.len(), 22);
    let mut graph = Graph::new();
    let (string, number) = (graph.string("s"), graph.number("n"));
    for kind in Kind::ALL {
        let (strings, numbers) = kind.shape();
        graph.edge(kind, &vec![string; strings], &vec![number; numbers], &[]);
        assert!(!kind.label().is_empty());
        assert_eq!(kind.opposite().and_then(Kind::opposite), kind.opposite().map(|_| kind));
    }
    assert_eq!(graph.edges.len(), 22);
    // An edge that is there is not added.
    graph.edge(Kind::Trim, &[string, string], &[], &[]);
    assert_eq!(graph.edges.len(), 22);
}

/// The rule that refutes a graph, with what it rests on.
fn refuted(make: impl Fn(&mut Graph, [StringId; 3])) -> Option<Refuted> {
    let mut graph = Graph::new();
    let strings = ["s1", "s2", "s3"].map(|name| graph.string(name));
    make(&mut graph, strings);
    graph.preprocess(&mut Fired::new(), &Budget::unlimited()).expect("no limit")
}

#[test]
fn contradictions_name_what_they_rest_on() {
    let found = refuted(|graph, [a, b, c]| {
        graph.edge(Kind::Equal, &[a, b], &[], &[1]);
        graph.edge(Kind::StartsWith, &[c, b], &[], &[2]);
        graph.edge(Kind::Equal, &[b, c], &[], &[3]);
        graph.edge(Kind::NotEqual, &[c, a], &[], &[4]);
    });
    assert_eq!(found, Some(Refuted { origins: vec![1, 3, 4], rule: "graph-U5" }));
    let found = refuted(|graph, [a, b, _]| {
        graph.edge(Kind::NotContains, &[a, b], &[], &[7]);
        graph.edge(Kind::Contains, &[a, b], &[], &[5]);
    });
    assert_eq!(found, Some(Refuted { origins: vec![5, 7], rule: "graph-U1" }));
    let found = refuted(|graph, [a, b, _]| {
        let (one, two) = (graph.word(&word("ab")), graph.word(&word("b")));
        graph.edge(Kind::Equal, &[a, one], &[], &[1]);
        graph.edge(Kind::Concat, &[b, two, a], &[], &[]);
        let other = graph.word(&word("b"));
        graph.edge(Kind::Equal, &[b, other], &[], &[2]);
    });
    assert_eq!(found, Some(Refuted { origins: vec![1, 2], rule: "graph-U2" }));
}

#[test]
fn prefixes_that_agree_are_no_contradiction() {
    for (one, two, fits) in [("a", "ab", true), ("ab", "a", true), ("a", "b", false)] {
        let found = refuted(|graph, [a, ..]| {
            for (text, origin) in [(one, 0), (two, 1)] {
                let constant = graph.word(&word(text));
                graph.edge(Kind::StartsWith, &[a, constant], &[], &[origin]);
            }
        });
        assert_eq!(found.is_none(), fits, "{one} and {two}");
    }
}

#[test]
fn constants_go_all_the_way() {
    let mut graph = Graph::new();
    let strings = ["s1", "s2", "s3"].map(|name| graph.string(name));
    let (ab, c) = (graph.word(&word("ab")), graph.word(&word("c")));
    let index = graph.constant(2);
    let code = graph.number("code");
    graph.edge(Kind::CharAt, &[strings[2]], &[index, code], &[]);
    graph.edge(Kind::Trim, &[strings[1], strings[2]], &[], &[]);
    graph.edge(Kind::Concat, &[ab, c, strings[1]], &[], &[]);
    let mut fired = Fired::new();
    assert_eq!(graph.preprocess(&mut fired, &Budget::unlimited()), Ok(None));
    assert_eq!(graph.vertex(strings[2]).word, Some(word("abc")));
    assert_eq!(graph.value(code), Some(&Int::from(99)));
    assert_eq!((graph.edges.len(), fired["graph-S2"]), (0, 3));
}

#[test]
fn a_drawing_shows_vertices_and_edges() {
    let mut graph = Graph::new();
    let (string, part, blank) = (graph.string("x"), graph.string("t1"), graph.word(&word("\"")));
    graph.edge(Kind::Trim, &[string, part], &[], &[]);
    graph.edge(Kind::StartsWith, &[string, blank], &[], &[]);
    let text = graph.dot();
    assert!(text.starts_with("digraph strings {\n") && text.ends_with("}\n"), "{text}");
    assert!(text.contains("s0 [label=\"x\", shape=ellipse];"), "{text}");
    assert!(text.contains("e0 [label=\"trim\", shape=diamond];"), "{text}");
    assert!(text.contains("s0 -> e0 [label=1];\n  e0 -> s1 [label=2];"), "{text}");
}
