//! Objectives in sessions: what is read, what is answered, and what is said when less is proved.

use tress_session::{Session, run};
use tress_solver::options::Options;

fn replies(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(&mut Session::new(Options::default()), script.as_bytes(), &mut output).expect("memory");
    String::from_utf8(output).expect("replies are text").lines().map(str::to_owned).collect()
}

fn check(script: &str, expected: &[&str]) {
    assert_eq!(replies(script), expected, "\nscript:\n{script}");
}

/// The lines of `get-objectives` after a check that answers sat.
fn best(script: &str, expected: &[&str]) {
    let got = replies(&format!("{script}(check-sat)(get-objectives)"));
    let lines: Vec<&str> = got.iter().map(|line| line.trim()).collect();
    let [first, second, objectives @ .., last] = lines.as_slice() else { panic!("{script}: {got:?}") };
    assert_eq!((*first, *second, *last), ("sat", "(objectives", ")"), "{script}: {got:?}");
    assert_eq!(objectives, expected, "{script}");
}

fn error(script: &str, expected: &str) {
    let got = replies(script);
    let line = got.iter().find(|line| line.starts_with("(error")).cloned().unwrap_or_default();
    assert_eq!(line, format!("(error \"{expected}\")"), "{script}: {got:?}");
}

const NUMBERS: &str = "(declare-const x Int)(declare-const y Int)(declare-const r Real)";

#[test]
fn numbers_have_their_least_and_largest_values() {
    best(&format!("{NUMBERS}(assert (<= 3 x 9))(minimize x)"), &["(x 3)"]);
    best(&format!("{NUMBERS}(assert (<= 3 x 9))(maximize (* 2 x))"), &["((* 2 x) 18)"]);
    best(&format!("{NUMBERS}(assert (<= 3 (* 2 x) 9))(minimize x)"), &["(x 2)"]);
    best(&format!("{NUMBERS}(assert (or (= x 5) (<= 7 x 8)))(maximize x)"), &["(x 8)"]);
    best(&format!("{NUMBERS}(assert (= (mod x 7) 3))(assert (> x 20))(minimize x)"), &["(x 24)"]);
    best(&format!("{NUMBERS}(assert (>= (* x x) 50))(assert (>= x 0))(minimize x)"), &["(x 8)"]);
    best(&format!("{NUMBERS}(minimize 7)"), &["(7 7)"]);
}

#[test]
fn what_has_no_limit_is_told() {
    best(&format!("{NUMBERS}(assert (>= x 3))(maximize x)"), &["(x oo)"]);
    best(&format!("{NUMBERS}(assert (or (= x 3) (< x y)))(minimize x)"), &["(x (* (- 1) oo))"]);
    best(&format!("{NUMBERS}(assert (< x y))(assert (< y 9))(maximize x)"), &["(x 7)"]);
    // The limit stands in another part of the problem, or in none.
    best(
        &format!("{NUMBERS}(declare-const s String)(assert (> (str.len s) 3))(maximize (- x y))"),
        &["((- x y) oo)"],
    );
}

#[test]
fn values_that_are_only_approached_have_an_epsilon() {
    best(&format!("{NUMBERS}(assert (> r 1.5))(minimize r)"), &["(r (+ (/ 3.0 2.0) epsilon))"]);
    best(
        &format!("{NUMBERS}(assert (< r 3.0))(maximize (* 2.0 r))"),
        &["((* 2.0 r) (+ 6.0 (* (- 1.0) epsilon)))"],
    );
    best(&format!("{NUMBERS}(assert (>= r 1.5))(minimize r)"), &["(r (/ 3.0 2.0))"]);
    best(&format!("{NUMBERS}(assert (or (> r 1.0) (= r 0.5)))(minimize r)"), &["(r (/ 1.0 2.0))"]);
}

#[test]
fn lengths_are_numbers() {
    let begin = "(declare-const s String)(declare-const t String)";
    best(&format!("{begin}(assert (str.contains s \"abc\"))(minimize (str.len s))"), &["((str.len s) 3)"]);
    best(
        &format!(
            "{begin}(assert (str.in_re s (re.+ (str.to_re \"abc\"))))(assert (> (str.len s) 4))(minimize (str.len s))"
        ),
        &["((str.len s) 6)"],
    );
    best(
        &format!("{begin}(assert (= (str.++ s t) \"hello\"))(maximize (- (str.len s) (str.len t)))"),
        &["((- (str.len s) (str.len t)) 5)"],
    );
    let got = replies(&format!(
        "{begin}(assert (str.contains (str.replace s \"<b>\" \"\") \"<b>\"))(minimize (str.len s))(check-sat)(get-value ((str.len s)))"
    ));
    assert_eq!(got, ["sat", "(((str.len s) 6))"]);
}

#[test]
fn the_first_objective_decides_then_the_second() {
    let begin = format!("{NUMBERS}(assert (and (<= 0 x 5) (<= 0 y 5) (>= (+ x y) 6)))");
    best(&format!("{begin}(minimize x)(minimize y)"), &["(x 1)", "(y 5)"]);
    best(&format!("{begin}(minimize y)(minimize x)"), &["(y 1)", "(x 5)"]);
    best(&format!("{begin}(assert-soft (= x 3))(minimize y)"), &["( 0)", "(y 3)"]);
    // Without a best model for the first, nothing is said of the second.
    best(
        &format!("{NUMBERS}(assert (<= 0 y 5))(maximize x)(minimize y)"),
        &["(x oo)", "(y (interval (* (- 1) oo) oo))"],
    );
}

#[test]
fn box_asks_each_alone() {
    let begin = format!("{NUMBERS}(assert (and (<= 0 x 5) (<= 0 y 5) (>= (+ x y) 6)))");
    let objectives = "(minimize x)(minimize y)";
    best(&format!("(set-option :opt.priority box){begin}{objectives}"), &["(x 1)", "(y 1)"]);
    let got = replies(&format!(
        "(set-option :opt.priority box){begin}{objectives}(check-sat)(get-value (x))(get-option :opt.priority)"
    ));
    assert_eq!(got, ["sat", "((x 1))", "box"]);
    error("(set-option :opt.priority pareto)", "1:1: opt.priority takes lex or box, not pareto");
}

#[test]
fn soft_constraints_lose_as_little_as_possible() {
    let soft = "(assert-soft (= x 2) :weight 2.5 :id g)(assert-soft (= x 5) :id g)(assert-soft (= x 7) :weight 0.25 :id h)";
    best(&format!("{NUMBERS}(assert (>= x 3)){soft}"), &["(g (/ 5.0 2.0))", "(h (/ 1.0 4.0))"]);
    best(&format!("{NUMBERS}{soft}"), &["(g 1)", "(h (/ 1.0 4.0))"]);
    best("(assert-soft true)(assert-soft false :weight 3)", &["( 3)"]);
    best(
        "(declare-const b Bool)(assert-soft b :weight -2)(assert-soft b :weight (- 0.5) :id |a b|)",
        &["( (- 2))", "(|a b| (- (/ 1.0 2.0)))"],
    );
    best("(declare-const b Bool)(assert-soft b :weight 1)(assert-soft (not b) :weight 0)", &["( 0)"]);
}

/// Of five that exclude each other one is kept, the heaviest.
#[test]
fn soft_constraints_that_exclude_each_other() {
    let soft: String = (1..=5).map(|n| format!("(assert-soft (= x {n}) :weight {n})")).collect();
    best(&format!("{NUMBERS}{soft}"), &["( 10)"]);
    let got = replies(&format!("{NUMBERS}{soft}(check-sat)(get-value (x))"));
    assert_eq!(got, ["sat", "((x 5))"]);
}

#[test]
fn a_hundred_soft_constraints() {
    let mut script = String::new();
    for n in 0..100 {
        script.push_str(&format!("(declare-const b{n} Bool)(assert-soft b{n})"));
    }
    // A ring: no two neighbours hold together.
    for n in 0..100 {
        script.push_str(&format!("(assert (not (and b{n} b{})))", (n + 1) % 100));
    }
    best(&script, &["( 50)"]);
}

#[test]
fn objectives_go_with_their_level() {
    check(
        &format!(
            "{NUMBERS}(assert (<= 0 x 9))(minimize x)(push)(maximize y)(assert (<= y x))(assert-soft (= x 4) :id g)
             (check-sat)(get-objectives)(pop)(check-sat)(get-objectives)(reset-assertions)(check-sat)(get-objectives)"
        ),
        &["sat", "(objectives", " (x 0)", " (y 0)", " (g 1)", ")", "sat", "(objectives", " (x 0)", ")", "sat", "(objectives", ")"],
    );
    // A group that began outside goes back to what it was.
    check(
        &format!(
            "{NUMBERS}(assert-soft (= x 1) :id g)(push)(assert-soft (= x 2) :id g)(check-sat)(get-objectives)(pop)(check-sat)(get-objectives)"
        ),
        &["sat", "(objectives", " (g 1)", ")", "sat", "(objectives", " (g 0)", ")"],
    );
}

#[test]
fn assumptions_count_for_one_check() {
    check(
        &format!(
            "{NUMBERS}(assert (<= 0 x 9))(minimize x)(check-sat-assuming ((> x 4)))(get-objectives)(check-sat)(get-objectives)
             (check-sat-assuming ((> x 9)))(get-unsat-assumptions)"
        ),
        &["sat", "(objectives", " (x 5)", ")", "sat", "(objectives", " (x 0)", ")", "unsat", "((> x 9))"],
    );
}

#[test]
fn without_sat_there_are_no_objectives() {
    let missing = "objectives are not available: the last check did not answer sat";
    error("(declare-const x Int)(minimize x)(get-objectives)", &format!("1:34: {missing}"));
    error(
        "(declare-const x Int)(minimize x)(assert false)(check-sat)(get-objectives)",
        &format!("1:59: {missing}"),
    );
    error("(declare-const x Int)(check-sat)(minimize x)(get-objectives)", &format!("1:45: {missing}"));
    check("(check-sat)(get-objectives)", &["sat", "(objectives", ")"]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let begin = "(declare-const s String)";
    error(
        &format!("{begin}(minimize s)"),
        "1:35: an objective is a number, not of sort String; its length is: (str.len s)",
    );
    error("(minimize true)", "1:11: an objective is a number, not of sort Bool");
    error("(minimize 1 :weight 2)", "1:13: unknown attribute :weight, expected :id");
    error("(assert-soft true :weight \"a\")", "1:27: expected a weight: a number, such as 2 or 0.5");
    error("(assert-soft true :weight (/ 1 2))", "1:27: expected a weight: a number, such as 2 or 0.5");
    error("(assert-soft true :cost 1)", "1:19: unknown attribute :cost, expected :weight or :id");
    error("(assert-soft true :id)", "1:22: expected the name of a group");
    error("(assert-soft 1)", "1:14: expected a term of sort Bool, this has sort Int");
    best("(declare-const x Int)(assert (> x 1))(minimize x :id cost)", &["(cost 2)"]);
}

/// Whatever the limit, the answer is right: unknown, or sat with an interval that holds the best value.
#[test]
fn limits_leave_an_interval() {
    let (mut proved, mut open) = (0, 0);
    for steps in (1..60).map(|n| n * n * 3) {
        let got = replies(&format!(
            "(set-option :rlimit {steps})(declare-const s String)(declare-const n Int)
             (assert (str.in_re s (re.+ (re.union (str.to_re \"abc\") (str.to_re \"de\")))))
             (assert (str.contains s \"ea\"))(assert (= n (* 3 (str.len s))))(minimize n)(check-sat)(get-objectives)"
        ));
        if got[0] == "unknown" {
            continue;
        }
        assert_eq!(got[0], "sat", "{steps}");
        let line = got[2].trim();
        let Some(interval) = line.strip_prefix("(n (interval ") else {
            assert_eq!(line, "(n 15)", "{steps}");
            proved += 1;
            continue;
        };
        open += 1;
        let ends = interval.trim_end_matches(')');
        let (low, high) = ends.rsplit_once(' ').expect("two ends");
        assert!(low.starts_with('(') || low.parse::<u64>().is_ok_and(|low| low <= 15), "{line}");
        assert!(high == "oo" || high.parse::<u64>().is_ok_and(|high| high >= 15), "{line}");
    }
    assert!(proved > 0 && open > 0, "{proved} proved, {open} open");
}

#[test]
fn words_without_a_limit() {
    let begin = "(declare-const s String)(declare-const t String)";
    let pairs = "(assert (str.in_re s (re.+ (str.to_re \"ab\"))))";
    best(&format!("{begin}{pairs}(maximize (str.len s))"), &["((str.len s) oo)"]);
    best(
        &format!(
            "{begin}{pairs}(assert (not (str.in_re s (re.* (str.to_re \"abab\")))))(assert (> (str.len s) 5))(minimize (- 1 (str.len s)))"
        ),
        &["((- 1 (str.len s)) (* (- 1) oo))"],
    );
    best(&format!("{begin}{pairs}(assert (< (str.len s) 9))(maximize (str.len s))"), &["((str.len s) 8)"]);
    best(
        &format!("{begin}(assert (str.in_re s ((_ re.loop 2 5) (str.to_re \"ab\"))))(maximize (str.len s))"),
        &["((str.len s) 10)"],
    );
    // Where strings depend on each other, long ones are tried, and the rest is open.
    let got = replies(&format!(
        "{begin}(assert (= t (str.++ s s \"c\" s)))(maximize (str.len t))(check-sat)(get-objectives)"
    ));
    assert!(got[2].starts_with(" ((str.len t) (interval ") && got[2].ends_with(" oo))"), "{got:?}");
}
