//! Values of ground terms, edge cases first.

use super::*;
use crate::script;

fn holds(sentence: &str) {
    let text = format!("(assert {sentence})");
    let mut problem = script::read(text.as_bytes()).expect(sentence);
    let mut evaluator = Evaluator::new();
    let truth = evaluator.truth(&mut problem.terms, problem.assertions[0], &mut Budget::new());
    assert_eq!(truth, Ok(Some(true)), "{sentence}");
}

#[test]
fn edges_of_string_functions() {
    for sentence in [
        "(= (str.substr \"abc\" (- 1) 2) (str.substr \"abc\" 3 1) (str.substr \"abc\" 1 0) \"\")",
        "(= (str.substr \"abc\" 1 100000000000000000000) \"bc\")",
        "(= (str.at \"abc\" 3) \"\")",
        "(= (str.indexof \"abc\" \"\" 3) 3)",
        "(= (str.indexof \"abc\" \"\" 4) (str.indexof \"abc\" \"a\" (- 1)) (- 1))",
        "(= (str.replace \"abc\" \"\" \"x\") \"xabc\")",
        "(= (str.replace_all \"aaa\" \"aa\" \"b\") \"ba\")",
        "(= (str.replace_all \"aaa\" \"\" \"b\") \"aaa\")",
        "(= (str.to_int \"\") (str.to_int \"1a\") (str.to_int \"-1\") (- 1))",
        "(= (str.to_int \"007\") 7)",
        "(= (str.from_int (- 3)) \"\")",
        "(= (str.from_int 70) \"70\")",
        "(= (str.to_code \"ab\") (str.to_code \"\") (- 1))",
        "(= (str.from_code 196608) (str.from_code (- 1)) \"\")",
        "(= (str.len (str.from_code 196607)) 1)",
        "(str.< \"\" \"a\" \"ab\" \"b\")",
        "(not (str.< \"a\" \"a\"))",
        "(str.<= \"a\" \"a\" \"b\")",
        "(str.contains \"\" \"\")",
        "(str.is_digit \"7\")",
        "(not (str.is_digit \"77\"))",
        "(= (str.replace_re \"baaab\" (re.+ (str.to_re \"a\")) \"x\") \"bxaab\")",
        "(= (str.replace_re \"abc\" (re.* (str.to_re \"a\")) \"x\") \"xabc\")",
        "(= (str.replace_re_all \"baaab\" (re.+ (str.to_re \"a\")) \"x\") \"bxxxb\")",
        "(= (str.indexof_re \"abc\" (str.to_re \"\") 3) 3)",
        "(= (str.last_indexof \"aaa\" \"aa\") 1)",
        "(= (str.last_indexof \"abc\" \"\") 3)",
        "(= (str.update \"abcd\" 3 \"xy\") \"abcx\")",
        "(= (str.rev \"abc\") \"cba\")",
    ] {
        holds(sentence);
    }
}

#[test]
fn edges_of_languages() {
    for sentence in [
        "(not (str.in_re \"a\" (re.range \"ab\" \"c\")))",
        "(not (str.in_re \"b\" (re.range \"c\" \"a\")))",
        "(not (str.in_re \"\" ((_ re.loop 2 1) (str.to_re \"a\"))))",
        "(str.in_re \"aaa\" ((_ re.loop 2) (str.to_re \"a\")))",
        "(str.in_re \"\" ((_ re.^ 0) re.none))",
        "(not (str.in_re \"aa\" ((_ re.^ 3) (str.to_re \"a\"))))",
        "(str.in_re \"\" (re.* re.none))",
        "(str.in_re \"\\u{2ffff}\" re.allchar)",
        "(str.in_re \"b\" (re.diff re.allchar (str.to_re \"a\") (str.to_re \"c\")))",
        "(not (str.in_re \"c\" (re.diff re.allchar (str.to_re \"a\") (str.to_re \"c\"))))",
        "(str.in_re \"ab\" (re.comp (re.++ (str.to_re \"a\") (re.opt (str.to_re \"c\")))))",
    ] {
        holds(sentence);
    }
}

#[test]
fn numbers_and_truth() {
    for sentence in [
        "(= (div (- 7) 2) (- 4))",
        "(= (div 7 (- 2)) (- 3))",
        "(= (mod (- 7) (- 2)) 1)",
        "(= (div 100 7 2) 7)",
        "(= (- 10 3 4) 3)",
        "(= (/ 1.0 2.0) 0.5)",
        "(= (to_int (- 0.5)) (- 1))",
        "((_ divisible 3) (- 6))",
        "(< 1 2 3)",
        "(not (< 1 3 2))",
        "(xor true true true)",
        "(=> true false true)",
        "(not (=> true true false))",
        "(distinct 1 2 3)",
        "(not (distinct 1 2 1))",
        "(= (ite false 1 2) 2)",
        "(is_int 2.0)",
    ] {
        holds(sentence);
    }
}

#[test]
fn division_by_zero_has_no_value() {
    for sentence in ["(= (div 3 0) (div 3 0))", "(= (mod 3 0) 1)", "(= (/ 1.0 0.0) 1.0)", "(= re.all re.all)"]
    {
        let text = format!("(assert {sentence})");
        let mut problem = script::read(text.as_bytes()).expect(sentence);
        let mut evaluator = Evaluator::new();
        let truth = evaluator.truth(&mut problem.terms, problem.assertions[0], &mut Budget::new());
        assert_eq!(truth, Ok(None), "{sentence}");
    }
}

/// The sentences that tress's own evaluator is tested with are read and true.
#[test]
fn sentences_of_the_other_evaluator_are_true() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/eval");
    let (mut seen, mut unknown) = (0, 0);
    for name in ["core", "numbers", "strings", "regexes"] {
        let text = std::fs::read(folder.join(name).with_extension("smt2")).expect("the file is there");
        let mut problem = script::read(&text).expect(name);
        let mut evaluator = Evaluator::new();
        for (index, sentence) in problem.assertions.iter().enumerate() {
            let truth = evaluator.truth(&mut problem.terms, *sentence, &mut Budget::new());
            assert_ne!(truth, Ok(Some(false)), "{name}, assertion {index}");
            seen += 1;
            unknown += usize::from(truth != Ok(Some(true)));
        }
    }
    assert!(seen > 250 && unknown < 10, "{unknown} of {seen}");
}
