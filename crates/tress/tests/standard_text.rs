//! Terms that are printed only with operators of the standard keep their meaning.

use tress::{Answer, Solver, StandardText};

/// The last position is defined by a constant that has exactly one value.
#[test]
fn the_last_position_is_a_constant_with_one_value() {
    for (word, part, position) in
        [("abcab", "ab", 3), ("aaa", "aa", 1), ("abc", "", 3), ("", "", 0), ("abc", "x", -1)]
    {
        let position = if position < 0 { format!("(- {})", -position) } else { position.to_string() };
        let equal = format!(r#"(= (str.last_indexof "{word}" "{part}") {position})"#);
        for (asserted, answer) in [(equal.clone(), Answer::Sat), (format!("(not {equal})"), Answer::Unsat)] {
            let mut own = Solver::new();
            own.parse(&format!("(assert {asserted})")).expect("it is SMT-LIB");
            let StandardText { definitions, terms } =
                own.standard_text(&own.assertions()).expect("they are its own");
            let printed = format!("{definitions}(assert {})", terms[0]);
            assert!(printed.contains("(declare-const tress.str.last_indexof Int)"), "{printed}");
            let mut solver = Solver::new();
            solver.parse(&printed).expect("it is SMT-LIB");
            assert_eq!(solver.check(), answer, "{printed}");
        }
    }
}
