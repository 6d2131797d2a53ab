//! Every operator, and how vectors meet the rest.

use tress_base::Int;

use tress_session::{Session, run};
use tress_solver::options::Options;
use tress_solver::{Answer, Solver};
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, Theory, Value};

const WIDTH: u32 = 3;

/// Indices for an operator, each list to be tried.
fn indices(op: Op) -> Vec<Vec<i64>> {
    match op {
        Op::BvExtract => vec![vec![2, 0], vec![1, 1], vec![2, 1]],
        Op::BvZeroExtend | Op::BvSignExtend => vec![vec![0], vec![2]],
        Op::BvRotateLeft | Op::BvRotateRight => vec![vec![0], vec![1], vec![2], vec![4]],
        Op::BvRepeat => vec![vec![1], vec![3]],
        Op::IntToBv => vec![vec![3], vec![1]],
        _ => vec![vec![]],
    }
}

/// Says that the value of a term under some values of symbols is what the evaluator says, and no other.
fn told(solver: &mut Solver, symbols: &[(Term, Term)], term: Term, expected: &Value) {
    let value = solver.terms.value(expected.clone());
    let equal = solver.terms.app(Op::Eq, &[term, value]).unwrap();
    let differ = solver.terms.app(Op::Not, &[equal]).unwrap();
    let held: Vec<Term> =
        symbols.iter().map(|(symbol, value)| solver.terms.app(Op::Eq, &[*symbol, *value]).unwrap()).collect();
    assert_eq!(solver.check(&[held.as_slice(), &[equal]].concat()), Answer::Sat, "{symbols:?} {expected:?}");
    assert_eq!(
        solver.check(&[held.as_slice(), &[differ]].concat()),
        Answer::Unsat,
        "{symbols:?} {expected:?}"
    );
}

/// All operators on all values of width 3, both ways, without rewriting values into them.
#[test]
fn operators_agree_with_the_evaluator() {
    for op in Op::all().filter(|op| op.info().theory == Theory::Bits) {
        for list in indices(op) {
            let indices: Vec<Int> = list.iter().map(|index| Int::from(*index)).collect();
            let is_number = op == Op::IntToBv;
            let sort = if is_number { Sort::Int } else { Sort::BitVec(WIDTH) };
            let mut solver = Solver::new();
            solver.options.set("preprocess", "false").unwrap();
            let [x, y] = ["x", "y"].map(|name| solver.constant(name, sort));
            let build = |solver: &mut Solver, args: &[Term]| solver.terms.indexed(op, &indices, args).ok();
            let (term, count) = match build(&mut solver, &[x, y]) {
                Some(term) => (term, 2),
                None => (build(&mut solver, &[x]).expect("one or two arguments fit"), 1),
            };
            for a in 0..8_i64 {
                for b in 0..if count == 2 { 8_i64 } else { 1 } {
                    let make = |number: i64| {
                        if is_number {
                            Value::Int(Int::from(number - 9))
                        } else {
                            Value::bits(WIDTH, &Int::from(number))
                        }
                    };
                    let values = [make(a), make(b)];
                    let terms = values.clone().map(|value| solver.terms.value(value));
                    let known = build(&mut solver, &terms[..count]).unwrap();
                    let expected = solver.value_under(known, &Model::new()).unwrap();
                    let symbols = [(x, terms[0]), (y, terms[1])];
                    told(&mut solver, &symbols[..count], term, &expected);
                }
            }
        }
    }
}

/// Vectors that are too wide for one sum are told limb by limb.
#[test]
fn wide_numbers_agree_with_the_evaluator() {
    const WIDE: u32 = 300;
    let power = |bits: usize| Int::ONE.shift_left(bits);
    let numbers = [Int::from(-1), &power(299) + &Int::from(5), -&(&power(150) + &Int::from(7)), power(320)];
    for op in [Op::IntToBv, Op::UbvToInt, Op::SbvToInt] {
        let (sort, indices) = match op {
            Op::IntToBv => (Sort::Int, vec![Int::from(WIDE)]),
            _ => (Sort::BitVec(WIDE), Vec::new()),
        };
        let mut solver = Solver::new();
        solver.options.set("preprocess", "false").unwrap();
        let x = solver.constant("x", sort);
        let term = solver.terms.indexed(op, &indices, &[x]).unwrap();
        for number in &numbers {
            let value =
                if op == Op::IntToBv { Value::Int(number.clone()) } else { Value::bits(WIDE, number) };
            let value = solver.terms.value(value);
            let known = solver.terms.indexed(op, &indices, &[value]).unwrap();
            let expected = solver.value_under(known, &Model::new()).unwrap();
            told(&mut solver, &[(x, value)], term, &expected);
        }
    }
}

/// The answers of a session, one a line.
fn answers(script: &str) -> String {
    let mut session = Session::new(Options::default());
    let mut output = Vec::new();
    run(&mut session, script.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn expect(script: &str, expected: &str) {
    let text = answers(script);
    assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{script}");
}

/// Classes of the graph and bits agree: functions of vectors.
#[test]
fn functions_of_vectors() {
    let declared = "(declare-fun f ((_ BitVec 8)) (_ BitVec 8)) (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))";
    for (assertion, answer) in [
        ("(and (= (bvadd x #x01) y) (distinct (f (bvsub y #x01)) (f x)))", "unsat"),
        ("(and (distinct (f x) (f y)) (bvule x #x01) (bvule y #x01))", "sat"),
        ("(and (distinct (f x) (f y) (f #x00)) (bvule x #x01) (bvule y #x01))", "unsat"),
        ("(and (= (f x) y) (= (f y) x) (= (f #x01) #x02) (= x #x01) (distinct (f #x02) #x01))", "unsat"),
        ("(= (f (f (f x))) (bvnot x) (f (f x)))", "sat"),
        ("(and (= (f x) x) (= (bvmul x x) (f (bvnot x))) (distinct x #x00))", "sat"),
    ] {
        expect(&format!("{declared} (assert {assertion}) (check-sat)"), answer);
    }
}

/// Numbers, lengths and codes as bits, and back.
#[test]
fn numbers_and_words() {
    let declared = "(declare-const s String) (declare-const n Int) (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 32))";
    for (assertion, answer) in [
        ("(and (= (bv2nat x) n) (> n 255))", "unsat"),
        ("(and (= (bv2nat x) n) (> n 254) (= (bvand x #x0f) #x0f))", "sat"),
        ("(and (= ((_ int2bv 8) n) x) (= x (bvnot x)))", "unsat"),
        ("(and (= ((_ int2bv 8) n) x) (bvult x #x03) (> n 1000) (< n 1030))", "sat"),
        ("(and (= ((_ int2bv 8) n) (bvmul x #x02)) (= (mod n 2) 1))", "unsat"),
        (
            "(and (= (str.len s) (bv2nat x)) (bvult #x04 x) (bvult x #x06) (= s (str.++ \"abcd\" \"e\")))",
            "sat",
        ),
        ("(and (= (str.len s) (bv2nat x)) (bvult #x05 x) (= s (str.++ \"abcd\" \"e\")))", "unsat"),
        (
            "(and (= ((_ int2bv 8) (str.to_code s)) x) (= (bvxor x #x20) #x41) (str.in_re s (re.range \"a\" \"z\")))",
            "sat",
        ),
        ("(= (+ (bv2nat x) (sbv_to_int x)) 1)", "unsat"),
        ("(and (= (+ (bv2nat x) (sbv_to_int x)) 0) (distinct x #x00))", "sat"),
    ] {
        expect(&format!("{declared} (assert {assertion}) (check-sat)"), answer);
    }
}

/// What tools for binaries ask: a word of four bytes of a string, a mask, a checksum.
#[test]
fn bytes_of_words() {
    let byte = |place: usize| format!("((_ int2bv 8) (str.to_code (str.at s {place})))");
    let word = format!("(concat {} {} {} {})", byte(0), byte(1), byte(2), byte(3));
    let sum = format!("(bvxor {} {} {} {})", byte(0), byte(1), byte(2), byte(3));
    let ascii = "(assert (= (str.len s) 4)) (assert (str.in_re s (re.+ (re.range \"0\" \"z\"))))";
    let declared = format!("(declare-const s String) {ascii}");
    for (assertion, answer) in [
        (format!("(= {word} #x41424344)"), "sat (( s \"ABCD\" ))"),
        (format!("(= {word} #x41424304)"), "unsat"),
        (format!("(= {sum} #x55)"), "sat"),
        (format!("(= {sum} #x80)"), "unsat"),
        (
            format!(
                "(and (= (bvlshr {word} #x00000010) #x00004a61) (= (bvand {word} #x0000ffff) #x00007661))"
            ),
            "sat",
        ),
        (format!("(= (bvadd (bvmul {word} #x00000003) #x00000001) #xc3c6c9cd)"), "sat"),
    ] {
        let shown = if answer.len() > 5 { "(get-value (s))" } else { "" };
        let answer = answer.replace("(( s", "((s").replace("\" ))", "\"))");
        expect(&format!("{declared} (assert {assertion}) (check-sat) {shown}"), &answer);
    }
}

/// Levels, values, cores and limits of sessions.
#[test]
fn sessions_with_vectors() {
    expect(
        "(set-option :produce-unsat-cores true) (declare-const x (_ BitVec 16)) (declare-const y (_ BitVec 16))
         (assert (! (= (bvmul x y) #x0023) :named product)) (check-sat)
         (push 1) (assert (! (= ((_ extract 0 0) y) #b0) :named even)) (assert (! (bvult x #xff00) :named other)) (check-sat) (get-unsat-core) (pop 1)
         (push 1) (assert (and (= x #x0005) (bvult y #x0100))) (check-sat) (get-value (x y (bvadd x y))) (pop 1)
         (check-sat)",
        "sat unsat (product even) sat ((x #x0005) (y #x0007) ((bvadd x y) #x000c)) sat",
    );
    // The circuit alone is more than there is room for.
    expect(
        "(set-option :timeout 1000) (declare-const x (_ BitVec 10000)) (declare-const y (_ BitVec 10000))
         (assert (= (bvmul x y) (bvadd x x y))) (assert (distinct x y)) (check-sat)",
        "unknown",
    );
    // Linear operations may be wide.
    expect(
        "(declare-const x (_ BitVec 4000)) (declare-const y (_ BitVec 4000))
         (assert (= (bvadd x y) (bvxor x y))) (assert (distinct (bvand x y) (bvshl (bvand x y) (_ bv1 4000))))
         (check-sat)",
        "sat",
    );
    expect(
        "(declare-const x (_ BitVec 200)) (declare-const y (_ BitVec 200)) (assert (bvult (bvor x y) x)) (check-sat)",
        "unsat",
    );
}
