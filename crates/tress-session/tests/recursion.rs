//! Whole questions about recursive functions, each with the answer that follows by hand.

use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};

/// Declarations that all questions share.
const DECLARED: &str =
    "(declare-const x String)(declare-const y String)(declare-const n Int)(declare-const a Bool)
    (define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
    (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
      ((or (= n 0) (and (> n 0) (odd (- n 1)))) (and (> n 0) (even (- n 1)))))
    (define-fun-rec same ((s String) (t String)) Int (ite (or (= s \"\") (= t \"\")) 0
      (+ (ite (= (str.at s 0) (str.at t 0)) 1 0)
         (same (str.substr s 1 (- (str.len s) 1)) (str.substr t 1 (- (str.len t) 1))))))";

/// Milliseconds for one question.
const LIMIT: u64 = 20_000;

fn session(text: &str) -> (String, Session) {
    let mut output = Vec::new();
    let mut options = Options::default();
    options.set_number(Opt::Timeout, LIMIT);
    let mut session = Session::new(options);
    run(&mut session, format!("{DECLARED}{text}").as_bytes(), &mut output).expect("memory can be written");
    (String::from_utf8_lossy(&output).trim().to_owned(), session)
}

fn answers(text: &str) -> String {
    session(text).0
}

fn check(formulas: &[&str], expected: &str) {
    let asserts: String = formulas.iter().map(|formula| format!("(assert {formula})")).collect();
    assert_eq!(answers(&format!("{asserts}(check-sat)")), expected, "{formulas:?}");
}

#[test]
fn calls_are_unfolded_until_a_model_is_found() {
    check(&["(= (sum n) 55)"], "sat");
    check(&["(= (sum n) 56)", "(< n 12)"], "unsat");
    check(&["(even n)", "(> n 7)"], "sat");
    check(&["(even n)", "(odd n)", "(< n 9)"], "unsat");
    check(&["(= (same x y) 2)", "(= (str.len x) 3)", "(not (= x y))"], "sat");
    check(&["(= (same x y) 3)", "(<= (str.len x) 2)"], "unsat");
}

#[test]
fn constants_of_bodies_are_tried() {
    let text = "(define-fun-rec cut ((s String)) String (ite (= (str.len s) 0) \"\" (ite (str.prefixof \"xy\" s)
          (cut (str.substr s 2 (str.len s)))
          (str.++ (ite (str.<= (str.at s 0) \"Z\") (str.from_code (+ (str.to_code (str.at s 0)) 32)) (str.at s 0))
            (cut (str.substr s 1 (str.len s)))))))
        (assert (not (= (str.len (cut x)) (str.len x))))(check-sat)";
    assert_eq!(answers(text), "sat");
}

#[test]
fn calls_are_folded_where_arguments_are_known() {
    check(&["(= (sum 100000) 5000050000)"], "sat");
    check(&["(= (sum (sum 4)) 55)", "(even 1000)"], "sat");
    check(&["(= (sum 7) 29)"], "unsat");
}

#[test]
fn calls_are_evaluated_once_and_only_where_needed() {
    let text = "(define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
        (define-fun-rec up ((n Int)) Bool (or (> n 3) (up (+ n 1))))
        (define-fun-rec down ((n Int)) Bool (=> (> n 0) (and (> n 0) (down (- n 1)))))
        (check-sat)(get-value ((fib 90) (up 0) (down 150000)))";
    assert_eq!(answers(text), "sat\n(((fib 90) 2880067194370816120) ((up 0) true) ((down 150000) true))");
    let text = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(define-fun-rec g ((n Int)) Int (g (- n 1)))
        (check-sat)(get-value ((f 0)))(get-value ((g 0)))(get-value ((ite (= n n) 1 (g 0))))";
    let reply = answers(text);
    let lines: Vec<&str> = reply.lines().collect();
    assert!(lines[1].contains("does not end") && lines[2].contains("does not end"), "{reply}");
    assert_eq!(lines[3], "(((ite (= n n) 1 (g 0)) 1))");
}

#[test]
fn calls_without_a_definition_in_view_decide() {
    check(&["(= n 5)", "(not (= (sum n) (sum 5)))"], "unsat");
    check(&["(= x y)", "(not (= (same x x) (same x y)))"], "unsat");
}

#[test]
fn only_what_is_needed_is_unfolded() {
    check(&["(or a (= (sum n) 1))", "(not a)", "(> n 0)"], "sat");
    check(&["(ite a (= n 3) (odd n))", "(=> a (even n))"], "sat");
    let text = "(define-fun-rec f ((n Int)) Int (ite (= n 0) 0 (+ 1 (f (- n 1)))))
        (assert (=> (>= n 0) (= (f n) 7)))(assert (>= n 0))(check-sat)(get-value (n (f n)))";
    assert_eq!(answers(text), "sat\n((n 7) ((f n) 7))");
}

#[test]
fn definitions_that_nothing_fulfils_are_never_sat() {
    let text = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(assert (= (f n) 3))(check-sat)";
    assert_eq!(answers(text), "unsat");
    let text = "(set-option :timeout 500)(define-fun-rec f ((n Int)) Int (f (+ n 1)))(assert (= (f n) 3))(check-sat)";
    assert_eq!(answers(text), "unknown");
}

#[test]
fn division_by_zero_is_for_the_model_to_say() {
    let text = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) (div 1 0) (f (- n 1))))
        (assert (= (f 3) 7))(check-sat)(get-value ((div 1 0)))";
    assert_eq!(answers(text), "sat\n(((div 1 0) 7))");
}

#[test]
fn functions_may_speak_of_declared_symbols() {
    let text = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) (str.len x) (+ 1 (f (- n 1)))))
        (assert (= (f 3) 5))(check-sat)(get-value ((str.len x)))";
    assert_eq!(answers(text), "sat\n(((str.len x) 2))");
}

#[test]
fn models_and_cores_leave_functions_out() {
    let text = "(assert (= (sum n) 6))(check-sat)(get-model)";
    let reply = answers(text);
    assert!(reply.contains("(define-fun n () Int 3)") && !reply.contains("sum"), "{reply}");
    let text = "(set-option :produce-unsat-cores true)(assert (! (= (sum n) 7) :named wrong))
        (assert (! (= x y) :named beside))(assert (! (< n 5) :named small))(check-sat)(get-unsat-core)";
    assert_eq!(answers(text), "unsat\n(wrong small)");
    let text = "(declare-const b Bool)(assert (=> a (= (sum n) 7)))(assert (=> b (< n 5)))
        (check-sat-assuming (a b))(check-sat-assuming (b))(check-sat-assuming (a (= n 9)))(get-unsat-assumptions)";
    assert_eq!(answers(text), "unsat\nsat\nunsat\n(a (= n 9))");
}

#[test]
fn definitions_end_with_their_level() {
    let text = "(push)(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* 2 (f (- n 1)))))
        (assert (= (f n) 32))(check-sat)(get-value (n))(pop)
        (push)(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 3 (f (- n 1)))))
        (assert (= (f n) 12))(check-sat)(get-value (n (f 5)))(pop)
        (declare-fun f (Int) Int)(assert (= (f 0) 9))(check-sat)";
    assert_eq!(answers(text), "sat\n((n 5))\nsat\n((n 4) ((f 5) 15))\nsat");
}

#[test]
fn functions_stand_below_quantifiers() {
    check(&["(forall ((k Int)) (=> (and (<= 0 k) (<= k 4)) (<= (sum k) n)))", "(< n 10)"], "unsat");
    check(&["(exists ((k Int)) (and (= (sum k) 10) (= n k)))"], "sat");
}

/// The function is replaced, and a question that unfolding never ends is answered.
fn recognised(definition: &str, formulas: &str, expected: &str) {
    let (reply, session) = session(&format!("{definition}{formulas}(check-sat)"));
    assert_eq!(reply, expected, "{definition} {formulas}");
    let count = session.solver.stats.iter().find(|(name, _)| *name == "functions-recognised");
    assert!(count.is_some_and(|(_, count)| count > 0), "{definition}");
}

#[test]
fn functions_that_spell_operators_are_replaced() {
    let rest = "(str.substr s 1 (- (str.len s) 1))";
    let head = "(define-fun-rec f ((s String))";
    let lower = format!(
        "(define-fun one ((c String)) String (ite (and (<= 65 (str.to_code c)) (<= (str.to_code c) 90))
            (str.from_code (+ (str.to_code c) 32)) c))
         {head} String (ite (= s \"\") \"\" (str.++ (one (str.at s 0)) (f {rest}))))"
    );
    recognised(&lower, "(assert (not (= (f x) (str.to_lower x))))", "unsat");
    let length = format!("{head} Int (ite (= s \"\") 0 (+ 1 (f {rest}))))");
    recognised(&length, "(assert (not (= (f x) (str.len x))))", "unsat");
    let reverse = format!("{head} String (ite (= s \"\") \"\" (str.++ (f {rest}) (str.at s 0))))");
    recognised(&reverse, "(assert (not (= (f (f x)) x)))", "unsat");
    let count =
        format!("{head} Int (ite (= s \"\") 0 (ite (= (str.at s 0) \"a\") (+ 1 (f {rest})) (f {rest}))))");
    recognised(&count, "(assert (< (f x) 0))", "unsat");
    let all = format!("{head} Bool (or (= s \"\") (and (str.is_digit (str.at s 0)) (f {rest}))))");
    recognised(&all, "(assert (and (f x) (str.contains x \"a\")))", "unsat");
}

#[test]
fn functions_with_an_index_or_an_accumulator_are_replaced() {
    let forward = "(define-fun-rec f ((s String) (i Int)) String (ite (>= i (str.len s)) \"\"
        (str.++ (ite (= (str.at s i) \"a\") \"b\" (str.at s i)) (f s (+ i 1)))))";
    recognised(forward, "(assert (not (= (f x 0) (str.replace_all x \"a\" \"b\"))))", "unsat");
    let backward = "(define-fun-rec f ((s String) (i Int)) String (ite (< i 0) \"\"
        (str.++ (str.at s i) (f s (- i 1)))))";
    recognised(backward, "(assert (not (= (f x (- (str.len x) 1)) (str.rev x))))", "unsat");
    let found = "(define-fun-rec f ((s String) (r String)) String (ite (= s \"\") r
        (f (str.substr s 1 (- (str.len s) 1)) (str.++ (str.at s 0) r))))";
    recognised(found, "(assert (not (= (f x \"\") (str.rev x))))", "unsat");
}

#[test]
fn functions_that_spell_nothing_are_left_alone() {
    let text = "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0
        (+ (* 2 (f (str.substr s 1 (- (str.len s) 1)))) (ite (= (str.at s 0) \"a\") 1 0))))
        (assert (= (f x) 5))(check-sat)";
    let (reply, session) = session(text);
    assert_eq!(reply, "sat");
    assert!(!session.solver.stats.iter().any(|(name, count)| name == "functions-recognised" && count > 0));
}

/// A question that unfolding never ends is answered by lemmas.
fn lawful(definition: &str, formulas: &str, expected: &str) {
    let (reply, session) = session(&format!("{definition}{formulas}(check-sat)"));
    assert_eq!(reply, expected, "{definition} {formulas}");
    let count = session.solver.stats.iter().find(|(name, _)| *name == "laws-found");
    assert!(count.is_some_and(|(_, count)| count > 0), "{definition}");
}

#[test]
fn values_have_bounds() {
    let triangle = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 2 (+ n (f (- n 1)))))";
    lawful(triangle, "(assert (< (f n) 2))", "unsat");
    lawful(triangle, "(assert (= (f n) 100))", "unsat");
    let rabbits = "(define-fun-rec f ((n Int)) Int (ite (< n 2) (+ n 1) (+ (f (- n 1)) (f (- n 2)))))";
    lawful(rabbits, "(assert (= (f n) 4))", "unsat");
    let binary = "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0
        (+ (ite (= (str.at s 0) \"b\") 1 0) (* 2 (f (str.substr s 1 (- (str.len s) 1)))))))";
    lawful(binary, "(assert (< (f x) 0))", "unsat");
    let common = "(define-fun-rec f ((s String) (t String)) Int (ite (or (= s \"\") (= t \"\")) 0
        (+ (ite (= (str.at s 0) (str.at t 0)) 1 0)
           (f (str.substr s 1 (- (str.len s) 1)) (str.substr t 1 (- (str.len t) 1))))))";
    lawful(common, "(assert (> (f x y) (str.len y)))", "unsat");
}

#[test]
fn remainders_tell_values() {
    let turns = "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (- (* 2 n) (f (- n 1)))))";
    lawful(turns, "(assert (and (> n 5) (< (f n) 4)))", "unsat");
    let both = "(define-funs-rec ((f ((n Int)) Bool) (g ((n Int)) Bool))
        ((ite (<= n 0) true (g (- n 1))) (ite (<= n 0) false (f (- n 1)))))";
    lawful(both, "(assert (and (f n) (g n)))", "unsat");
    let length = "(define-fun-rec f ((n Int)) String (ite (<= n 0) \"\"
        (str.++ (ite (= (mod n 2) 0) \"a\" \"b\") (f (- n 1)))))";
    lawful(length, "(assert (= (str.len (f n)) (+ n 1)))(assert (> n 0))", "unsat");
    lawful(length, "(assert (str.contains (f n) \"c\"))", "unsat");
}

/// Calls with negative numbers do not end, so nothing is known of their values.
#[test]
fn laws_hold_only_where_calls_end() {
    let both = "(set-option :rlimit 3000000)(define-funs-rec ((f ((n Int)) Bool) (g ((n Int)) Bool))
        ((ite (= n 0) true (g (- n 1))) (ite (= n 0) false (f (- n 1)))))";
    assert_eq!(answers(&format!("{both}(assert (and (f n) (g n)))(check-sat)")), "unknown");
    lawful(both, "(assert (and (f n) (g n) (>= n 0)))", "unsat");
    let up = "(set-option :rlimit 3000000)(define-fun-rec f ((n Int)) Int (ite (= n 9) 0 (f (+ n 1))))";
    assert_eq!(answers(&format!("{up}(assert (> (f n) 0))(check-sat)")), "unknown");
}

#[test]
fn searches_are_recognised() {
    let find = "(define-fun-rec f ((s String) (c String) (i Int)) Int
        (ite (>= i (str.len s)) (- 1) (ite (= (str.at s i) c) i (f s c (+ i 1)))))";
    let one = "(assert (= (str.len y) 1))";
    lawful(find, &format!("{one}(assert (>= (f x y 0) (str.len x)))"), "unsat");
    let find = "(define-fun-rec f ((s String) (i Int)) Int
        (ite (>= i (str.len s)) (- 1) (ite (= (str.at s i) \"=\") i (f s (+ i 1)))))";
    lawful(find, "(assert (not (= (f x 2) (str.indexof x \"=\" 2))))", "unsat");
}

/// The characters of a function that changes to lower case, written in different ways.
fn lower_cases() -> [String; 5] {
    let letters = || (b'A'..=b'Z').map(char::from);
    let chain = letters().fold("c".to_owned(), |others, letter| {
        format!("(ite (= c \"{letter}\") \"{}\" {others})", letter.to_ascii_lowercase())
    });
    let (upper, lower): (String, String) =
        letters().map(|letter| (letter, letter.to_ascii_lowercase())).unzip();
    let shifted = "(str.from_code (+ 32 (str.to_code c)))";
    [
        chain,
        format!("(ite (and (<= 65 (str.to_code c)) (<= (str.to_code c) 90)) {shifted} c)"),
        format!("(ite (and (str.<= \"A\" c) (str.<= c \"Z\")) {shifted} c)"),
        format!("(ite (str.in_re c (re.range \"A\" \"Z\")) {shifted} c)"),
        format!(
            "(let ((k (str.indexof \"{upper}\" c 0))) (ite (and (= 1 (str.len c)) (>= k 0)) (str.at \"{lower}\" k) c))"
        ),
    ]
}

#[test]
fn lower_case_is_recognised_however_it_is_told() {
    let shapes = [
        "(ite (= s \"\") \"\" (str.++ (one (str.at s 0)) (lower (str.substr s 1 (- (str.len s) 1)) i)))",
        "(ite (<= (str.len s) 1) (one s) (str.++ (one (str.at s 0)) (lower (str.substr s 1 (str.len s)) i)))",
        "(ite (>= i (str.len s)) \"\" (str.++ (one (str.at s i)) (lower s (+ i 1))))",
    ];
    for letter in lower_cases() {
        for (place, shape) in shapes.iter().enumerate() {
            // The first two go through the word alone.
            let plain = |text: &str| if place < 2 { text.replace(" i)", ")") } else { text.to_owned() };
            let index = if place < 2 { "" } else { "(i Int)" };
            let text = format!(
                "(define-fun one ((c String)) String {letter})
                (define-fun-rec lower ((s String){index}) String {})
                (assert (not (= {} \"admin\")))
                (assert (= {} \"admin\"))",
                plain(shape),
                if place < 2 { "(lower x)" } else { "(lower x 0)" },
                if place < 2 { "(lower (lower x))" } else { "(lower (lower x 0) 0)" },
            );
            recognised(&text, "", "unsat");
        }
    }
}

#[test]
fn searches_are_recognised_however_they_are_told() {
    let occurs = [
        "(ite (str.prefixof t s) true (ite (= s \"\") false (has (str.substr s 1 (- (str.len s) 1)) t i)))",
        "(ite (< (str.len s) (str.len t)) false
            (ite (= (str.substr s 0 (str.len t)) t) true (has (str.substr s 1 (str.len s)) t i)))",
        "(or (str.prefixof t s) (and (not (= s \"\")) (has (str.substr s 1 (str.len s)) t i)))",
        "(and (<= (+ i (str.len t)) (str.len s)) (or (= (str.substr s i (str.len t)) t) (has s t (+ i 1))))",
        "(ite (> i (- (str.len s) (str.len t))) false
            (ite (= t (str.substr s i (str.len t))) true (has s t (+ i 1))))",
    ];
    for body in occurs {
        let is_plain = body.contains(" i)");
        let (index, start, body) = match is_plain {
            true => ("", "", body.replace(" i)", ")")),
            false => ("(i Int)", " 0", body.to_owned()),
        };
        let text = format!(
            "(define-fun-rec has ((s String)(t String){index}) Bool {body})
            (assert (not (= (has x y{start}) (str.contains x y))))(check-sat)"
        );
        assert_eq!(answers(&text), "unsat", "{text}");
    }
    let places = [
        "(ite (> (+ i (str.len t)) (str.len s)) (- 1) (ite (= (str.substr s i (str.len t)) t) i (at s t (+ i 1))))",
        "(ite (>= i (str.len s)) (- 1)
            (ite (str.prefixof t (str.substr s i (- (str.len s) i))) i (at s t (+ i 1))))",
    ];
    for body in places {
        let text = format!(
            "(define-fun-rec at ((s String)(t String)(i Int)) Int {body})
            (assert (not (= (at x \"/\" 0) (str.indexof x \"/\" 0))))(check-sat)"
        );
        assert_eq!(answers(&text), "unsat", "{text}");
    }
}

#[test]
fn words_are_compared_letter_by_letter() {
    let text = "(define-fun-rec eq ((s String)(t String)) Bool (ite (= s \"\") (= t \"\")
          (and (not (= t \"\")) (= (str.at s 0) (str.at t 0))
            (eq (str.substr s 1 (- (str.len s) 1)) (str.substr t 1 (- (str.len t) 1))))))
        (assert (not (= (eq x y) (= x y))))(check-sat)";
    assert_eq!(answers(text), "unsat");
    let text = "(define-fun-rec begins ((s String)(t String)(i Int)) Bool (ite (>= i (str.len t)) true
          (ite (= (str.at s i) (str.at t i)) (begins s t (+ i 1)) false)))
        (assert (not (= (begins x y 0) (str.prefixof y x))))(check-sat)";
    assert_eq!(answers(text), "unsat");
}

#[test]
fn laws_tell_ends_of_values() {
    let trim = "(define-fun-rec trim ((s String)) String
        (ite (str.prefixof \" \" s) (trim (str.substr s 1 (- (str.len s) 1))) s))";
    assert_eq!(answers(&format!("{trim}(assert (str.prefixof \" \" (trim x)))(check-sat)")), "unsat");
    assert_eq!(answers(&format!("{trim}(assert (not (str.suffixof (trim x) x)))(check-sat)")), "unsat");
    assert_eq!(answers(&format!("{trim}(assert (str.suffixof \" \" (trim x)))(check-sat)")), "sat");
}

#[test]
fn parts_of_words_are_recognised() {
    let take = "(define-fun-rec take ((s String)(n Int)) String (ite (or (<= n 0) (= s \"\")) \"\"
        (str.++ (str.at s 0) (take (str.substr s 1 (- (str.len s) 1)) (- n 1)))))";
    let drop = "(define-fun-rec drop ((s String)(n Int)) String (ite (or (<= n 0) (= s \"\")) s
        (drop (str.substr s 1 (- (str.len s) 1)) (- n 1))))";
    let front = "(assert (not (= (take x n) (str.substr x 0 n))))(check-sat)";
    let back = "(assert (>= n 0))(assert (not (= (drop x n) (str.substr x n (str.len x)))))(check-sat)";
    assert_eq!(answers(&format!("{take}{front}")), "unsat");
    assert_eq!(answers(&format!("{drop}{back}")), "unsat");
    let other = "(assert (not (= (drop x n) (str.substr x n (str.len x)))))(check-sat)";
    assert_eq!(answers(&format!("{drop}{other}")), "sat");
}

#[test]
fn laws_tell_letters_that_values_do_not_hold() {
    let host = "(define-fun-rec host ((s String)) String (ite (or (= s \"\") (str.prefixof \"/\" s)) \"\"
        (str.++ (str.at s 0) (host (str.substr s 1 (- (str.len s) 1))))))";
    assert_eq!(answers(&format!("{host}(assert (str.contains (host x) \"/\"))(check-sat)")), "unsat");
    assert_eq!(answers(&format!("{host}(assert (str.contains (host x) \".\"))(check-sat)")), "sat");
}
