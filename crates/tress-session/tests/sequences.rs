//! Sequences are solved: each operator each way, all sorts of elements, sessions, cores and models.

mod replies;

use replies::{check, replies};

const NUMBERS: &str =
    "(declare-const s (Seq Int))(declare-const t (Seq Int))(declare-const i Int)(declare-const j Int)";

/// What assertions over sequences of numbers are.
fn numbers(answer: &str, assertions: &[&str]) {
    let text: String = assertions.iter().map(|formula| format!("(assert {formula})")).collect();
    check(&format!("{NUMBERS}{text}(check-sat)"), &[answer]);
}

#[test]
fn concatenations_and_lengths() {
    let equation = "(= (seq.++ s (seq.unit 1)) (seq.++ (seq.unit 2) t))";
    numbers("sat", &[equation, "(> (seq.len s) 3)"]);
    numbers("unsat", &[equation, "(= (seq.len s) 0)"]);
    numbers("unsat", &[equation, "(distinct (seq.len s) (seq.len t))"]);
}

#[test]
fn units_are_equal_when_elements_are() {
    numbers("unsat", &["(= (seq.unit i) (seq.unit j))", "(< i j)"]);
    numbers("unsat", &["(distinct (seq.unit i) (seq.unit j))", "(= i j)"]);
    numbers("sat", &["(distinct (seq.unit i) (seq.unit j))", "(= i (+ j 1))"]);
    numbers("unsat", &["(= (seq.++ s (seq.unit 3)) (seq.++ t (seq.unit i)))", "(> i 3)"]);
}

#[test]
fn elements_at_places() {
    numbers("sat", &["(= (seq.nth s 1) (+ 4 (seq.nth s 0)))", "(= (seq.len s) 2)"]);
    numbers("unsat", &["(= (seq.nth s i) (+ 4 (seq.nth s j)))", "(= i j)"]);
    numbers("unsat", &["(= s t)", "(distinct (seq.nth s i) (seq.nth t i))"]);
    numbers("unsat", &["(= s (seq.++ (seq.unit 4) t))", "(> (seq.nth s 0) 4)"]);
    numbers("sat", &["(= (seq.at s 1) (seq.unit 7))"]);
    numbers("unsat", &["(= (seq.at s 1) (seq.unit 7))", "(= (seq.nth s 1) 8)"]);
}

#[test]
fn outside_an_element_is_any_function() {
    numbers("sat", &["(= (seq.nth s i) 7)", "(= (seq.nth s (+ i 1)) 9)", "(< i (- 3))"]);
    numbers("sat", &["(= (seq.nth s 2) 7)", "(= (seq.nth t 2) 9)", "(= (seq.len s) (seq.len t) 1)"]);
    numbers("unsat", &["(= (seq.nth s 2) 7)", "(= (seq.nth t 2) 9)", "(= s t (seq.unit 1))"]);
}

#[test]
fn parts() {
    numbers("sat", &["(= (seq.extract s 1 2) (seq.++ (seq.unit 1) (seq.unit 2)))", "(= (seq.len s) 4)"]);
    numbers("unsat", &["(= (seq.extract s 1 2) (seq.++ (seq.unit 1) (seq.unit 2)))", "(= (seq.len s) 2)"]);
    numbers("unsat", &["(distinct (seq.extract s (- 1) 2) (as seq.empty (Seq Int)))"]);
    numbers("sat", &["(seq.contains s (seq.unit i))", "(> i 100)"]);
    numbers("unsat", &["(not (seq.contains s (seq.unit i)))", "(= (seq.nth s 2) i)", "(> (seq.len s) 2)"]);
    numbers("sat", &["(seq.prefixof s t)", "(not (seq.suffixof s t))"]);
    numbers("unsat", &["(seq.prefixof s t)", "(> (seq.len s) (seq.len t))"]);
    numbers("unsat", &["(seq.suffixof (seq.unit i) (seq.unit j))", "(distinct i j)"]);
}

#[test]
fn positions() {
    numbers("sat", &["(= (seq.indexof s (seq.unit 5) 0) 2)", "(= (seq.nth s 0) 4)"]);
    numbers("unsat", &["(= (seq.indexof s (seq.unit 5) 0) 2)", "(= (seq.nth s 1) 5)"]);
    numbers("sat", &["(= (seq.last_indexof s (seq.unit 5)) 2)", "(= (seq.nth s 1) 5)"]);
    numbers(
        "unsat",
        &["(= (seq.last_indexof s (seq.unit 5)) 0)", "(= (seq.nth s 1) 5)", "(= (seq.len s) 2)"],
    );
}

#[test]
fn replacements() {
    numbers("sat", &["(= (seq.replace s (seq.unit 1) (seq.unit 2)) t)", "(distinct s t)"]);
    numbers(
        "unsat",
        &["(= (seq.replace s (seq.unit 1) (seq.unit 2)) t)", "(distinct (seq.len s) (seq.len t))"],
    );
    numbers(
        "sat",
        &["(= (seq.replace_all s (seq.unit 1) (seq.unit 2)) t)", "(= (seq.nth s 1) 1)", "(= (seq.len s) 2)"],
    );
    numbers(
        "unsat",
        &["(= (seq.replace_all s (seq.unit 1) (seq.unit 2)) t)", "(seq.contains t (seq.unit 1))"],
    );
    numbers("sat", &["(= (seq.update s 1 (seq.unit 9)) t)", "(distinct s t)"]);
    numbers("unsat", &["(= (seq.update s 1 (seq.unit 9)) t)", "(distinct (seq.len s) (seq.len t))"]);
    numbers("sat", &["(= (seq.rev s) s)", "(= (seq.len s) 3)", "(distinct (seq.nth s 0) (seq.nth s 1))"]);
    numbers("unsat", &["(= (seq.rev s) s)", "(= (seq.len s) 3)", "(distinct (seq.nth s 0) (seq.nth s 2))"]);
}

/// Every operator on short sequences has the value that the evaluator gives it, edge cases included.
#[test]
fn operators_mean_what_they_mean_to_strings() {
    let sequences = [
        "(as seq.empty (Seq Int))",
        "(seq.unit 1)",
        "(seq.++ (seq.unit 1) (seq.unit 2))",
        "(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1))",
    ];
    let positions = ["(- 1)", "0", "1", "2", "3", "4"];
    let mut terms: Vec<String> = Vec::new();
    for s in 0..sequences.len() {
        terms.extend([format!("(seq.len s{s})"), format!("(seq.rev s{s})")]);
        for i in positions {
            terms.push(format!("(seq.at s{s} {i})"));
            terms.extend(["(- 1)", "0", "1", "5"].map(|count| format!("(seq.extract s{s} {i} {count})")));
        }
        for t in 0..sequences.len() {
            for name in ["seq.++", "seq.contains", "seq.prefixof", "seq.suffixof", "seq.last_indexof"] {
                terms.push(format!("({name} s{s} s{t})"));
            }
            for i in positions {
                terms.push(format!("(seq.indexof s{s} s{t} {i})"));
                terms.push(format!("(seq.update s{s} {i} s{t})"));
            }
            for u in 0..sequences.len() {
                terms.push(format!("(seq.replace s{s} s{t} s{u})"));
                terms.push(format!("(seq.replace_all s{s} s{t} s{u})"));
            }
        }
    }
    let (mut begin, mut closed, mut open) = (String::new(), String::new(), String::new());
    for (place, sequence) in sequences.iter().enumerate() {
        begin += &format!("(declare-const s{place} (Seq Int))(assert (= s{place} {sequence}))");
    }
    for term in &terms {
        let ground = (0..sequences.len())
            .fold(term.clone(), |term, place| term.replace(&format!("s{place}"), sequences[place]));
        closed += &format!("(simplify {ground})");
    }
    let values = replies(&closed);
    assert_eq!(values.lines().count(), terms.len());
    for (term, value) in terms.iter().zip(values.lines()) {
        open += &format!("(push)(assert (distinct {term} {value}))(check-sat)(pop)");
    }
    let answers = replies(&format!("{begin}{open}"));
    for ((term, value), answer) in terms.iter().zip(values.lines()).zip(answers.lines()) {
        assert_eq!(answer, "unsat", "{term} is {value}");
    }
}

#[test]
fn few_elements_have_few_letters() {
    let colours = "(declare-datatype C ((red) (green) (blue)))";
    let units = |count: usize| {
        let names = (0..count).map(|place| format!("(declare-const c{place} C)"));
        let units: String = (0..count).map(|place| format!(" (seq.unit c{place})")).collect();
        format!("{colours}{}(assert (distinct{units}))(check-sat)", names.collect::<String>())
    };
    check(&units(3), &["sat"]);
    check(&units(4), &["unsat"]);
    let bools = "(declare-const b (Seq Bool))(assert (= (seq.len b) 3))";
    let none = "(assert (not (seq.contains b (seq.unit true))))";
    check(
        &format!("{bools}{none}(check-sat)(get-value (b))"),
        &["sat", "((b (seq.++ (seq.unit false) (seq.unit false) (seq.unit false))))"],
    );
    check(&format!("{bools}{none}(assert (not (seq.contains b (seq.unit false))))(check-sat)"), &["unsat"]);
    check(&format!("{bools}(assert (seq.nth b 1))(assert (not (seq.nth b 1)))(check-sat)"), &["unsat"]);
}

#[test]
fn many_elements_are_never_too_many() {
    let mut script = String::from("(declare-const s (Seq Int))");
    for place in 0..60 {
        script += &format!("(declare-const e{place} Int)(assert (= (seq.nth s {place}) e{place}))");
        script += &format!("(assert (= e{place} {}))", 3 * place);
    }
    script +=
        "(assert (= (seq.len s) 60))(push)(check-sat)(pop)(assert (seq.contains s (seq.unit 4)))(check-sat)";
    check(&script, &["sat", "unsat"]);
}

#[test]
fn elements_of_all_sorts() {
    let bytes = "(declare-const m (Seq (_ BitVec 8)))(assert (= (seq.len m) 3))\
        (assert (= (seq.rev m) (seq.++ (seq.unit #x42) (seq.extract m 1 2))))";
    check(
        &format!("{bytes}(check-sat)(get-value (m))"),
        &["sat", "((m (seq.++ (seq.unit #x42) (seq.unit #x42) (seq.unit #x42))))"],
    );
    check(&format!("{bytes}(assert (= (seq.nth m 0) #x41))(check-sat)"), &["unsat"]);
    let words = "(declare-const w (Seq String))(assert (= (seq.len w) 2))\
        (assert (= (seq.nth w 0) (str.++ \"a\" (seq.nth w 1))))";
    check(&format!("{words}(check-sat)"), &["sat"]);
    check(&format!("{words}(assert (= (seq.at w 0) (seq.at w 1)))(check-sat)"), &["unsat"]);
    let nested = "(declare-const n (Seq (Seq Int)))(assert (= (seq.len n) 2))\
        (assert (= (seq.nth (seq.nth n 0) 1) (+ 1 (seq.nth (seq.nth n 1) 0))))\
        (assert (= (seq.len (seq.nth n 0)) (seq.len (seq.nth n 1)) 2))";
    check(&format!("{nested}(check-sat)"), &["sat"]);
    let same = "(assert (= (seq.nth n 0) (seq.nth n 1) (seq.rev (seq.nth n 1))))";
    check(&format!("{nested}{same}(check-sat)"), &["unsat"]);
    let declared = "(declare-sort E 0)(declare-const x E)(declare-const y E)(declare-const s (Seq E))\
        (assert (= s (seq.++ (seq.unit x) (seq.unit y))))";
    check(&format!("{declared}(assert (distinct s (seq.rev s)))(check-sat)"), &["sat"]);
    check(&format!("{declared}(assert (= s (seq.rev s)))(assert (distinct x y))(check-sat)"), &["unsat"]);
}

#[test]
fn functions_take_and_give_sequences() {
    let begin = "(declare-fun f ((Seq Int)) Int)(declare-fun g (Int) (Seq Int))(declare-const s (Seq Int))";
    check(
        &format!(
            "{begin}(assert (= (f (g 1)) 5))(assert (= (f s) 6))(assert (= (seq.len (g 1)) (seq.len s) 1))(check-sat)"
        ),
        &["sat"],
    );
    check(
        &format!("{begin}(assert (= (f (g 1)) 5))(assert (= (f s) 6))(assert (= (g 1) s))(check-sat)"),
        &["unsat"],
    );
    let rec = "(define-fun-rec sum ((s (Seq Int))) Int (ite (= (seq.len s) 0) 0 \
        (+ (seq.nth s 0) (sum (seq.extract s 1 (seq.len s))))))";
    check(
        &format!(
            "{rec}(declare-const s (Seq Int))(assert (= (sum s) 12))(assert (= (seq.len s) 2))(assert (= (seq.nth s 0) 5))(check-sat)(get-value (s))"
        ),
        &["sat", "((s (seq.++ (seq.unit 5) (seq.unit 7))))"],
    );
}

const INSIDE: &str = "(declare-datatype R ((r (id Int) (items (Seq Int))) (none)))
    (declare-const a (Array Int (Seq Int)))(declare-const b (Array Int (Seq Int)))
    (declare-const p R)(declare-const q R)(declare-const s (Seq R))(declare-const i Int)(declare-const j Int)";

/// What assertions over sequences in arrays and records are.
fn inside(answer: &str, assertions: &[&str]) {
    let text: String = assertions.iter().map(|formula| format!("(assert {formula})")).collect();
    check(&format!("{INSIDE}{text}(check-sat)"), &[answer]);
}

#[test]
fn arrays_hold_sequences() {
    let longer = "(= (select a j) (seq.++ (select a i) (seq.unit 7)))";
    inside("sat", &[longer, "(= (seq.nth (select a i) 1) (+ 1 (seq.nth (select a i) 0)))"]);
    inside("unsat", &[longer, "(= i j)"]);
    inside("unsat", &["(= b (store a i (seq.unit 3)))", "(= (seq.len (select b i)) 2)"]);
    inside("sat", &["(= b (store a i (seq.unit 3)))", "(= (seq.len (select b j)) 2)"]);
    inside(
        "unsat",
        &["(= a ((as const (Array Int (Seq Int))) (seq.unit i)))", "(< (seq.nth (select a 9) 0) i)"],
    );
    inside("unsat", &["(= a b)", "(= (select a i) (seq.unit 1))", "(= (select b i) (seq.unit 2))"]);
}

#[test]
fn records_hold_sequences() {
    inside("sat", &["(= (items p) (seq.++ (items q) (seq.unit 3)))", "(= (id p) (id q))"]);
    inside("unsat", &["(= (items p) (seq.++ (items q) (seq.unit 3)))", "(= p q)"]);
    inside("unsat", &["(= p (r 1 (seq.unit i)))", "(= q (r 1 (seq.unit j)))", "(distinct p q)", "(= i j)"]);
    inside("sat", &["(= (items none) (seq.unit 5))"]);
    inside(
        "unsat",
        &["(= (items p) (seq.unit 5))", "(= (items q) (seq.unit 6))", "(= p none)", "(= q none)"],
    );
}

#[test]
fn sequences_hold_records_that_hold_sequences() {
    let two = ["(= s (seq.++ (seq.unit p) (seq.unit q)))", "(= (items p) (items q))"];
    inside("sat", &[two[0], two[1], "(distinct (seq.nth s 0) (seq.nth s 1))"]);
    inside("unsat", &[two[0], two[1], "(= (id p) (id q))", "((_ is r) p)", "((_ is r) q)", "(distinct p q)"]);
    inside("unsat", &[two[0], "(= (seq.nth s 1) (r 1 (seq.unit 2)))", "(= (items q) (seq.unit 3))"]);
}

#[test]
fn models_hold_sequences_inside() {
    let text = format!(
        "{INSIDE}(assert (= a (store b 1 (seq.unit 4))))(assert (= p (r 2 (select a 1))))(check-sat)(get-value (p (select a 1)))"
    );
    check(&text, &["sat", "((p (r 2 (seq.unit 4))) ((select a 1) (seq.unit 4)))"]);
}

#[test]
fn arrays_of_sequences_outlive_a_refused_datatype() {
    let rest = "(declare-const a (Array Int (Seq Int)))(assert (= (seq.len (select a 0)) 2))(check-sat)";
    for fields in ["(b RegLan)", "(b Bad)"] {
        let got = replies(&format!("(declare-datatype Bad ((mk (a (Array Int (Seq Int))) {fields}))){rest}"));
        let lines: Vec<&str> = got.lines().collect();
        assert!(matches!(lines.as_slice(), [error, "sat"] if error.starts_with("(error")), "{got}");
    }
}

#[test]
fn sequences_of_what_holds_them_are_not_solved_but_evaluated() {
    let tree = "(declare-datatype T ((leaf) (node (kids (Seq T)))))(declare-const t T)";
    let got = replies(&format!("{tree}(assert (= (seq.len (kids t)) 2))(check-sat)"));
    assert!(got.starts_with("sat") || got.starts_with("unknown"), "{got}");
    check(
        &format!("{tree}(assert (= t (node (seq.unit leaf))))(check-sat)(get-value ((seq.len (kids t))))"),
        &["sat", "(((seq.len (kids t)) 1))"],
    );
}

#[test]
fn sessions_and_cores() {
    let script = format!(
        "(set-option :produce-unsat-cores true){NUMBERS}\
        (assert (! (= (seq.len s) 2) :named two))(assert (! (> i 3) :named large))(check-sat)\
        (push)(assert (! (= (seq.extract s 0 1) (seq.unit i)) :named first))(assert (! (= (seq.nth s 0) 3) :named three))\
        (check-sat)(get-unsat-core)(pop)(check-sat)(check-sat-assuming ((= i (seq.len s))))(get-unsat-assumptions)"
    );
    check(&script, &["sat", "unsat", "(large first three)", "sat", "unsat", "((= i (seq.len s)))"]);
}

#[test]
fn limits_end_the_work() {
    let script = format!(
        "(set-option :rlimit 50){NUMBERS}(assert (= (seq.++ s (seq.unit i) t) (seq.++ t (seq.unit j) s)))\
        (assert (> (seq.len s) 4))(assert (distinct (seq.nth s 1) (seq.nth t 2) (seq.nth s 3)))(check-sat)"
    );
    check(&script, &["unknown"]);
}
