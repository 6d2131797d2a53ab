//! Linear problems in the shapes that string procedures make.
//!
//! Enters: the largest size. Leaves: SMT-LIB text with a known answer. The shapes follow what
//! lengths, automata, digits and positions turn into.

use std::fmt::Write;

use tress_base::Random;

/// A problem with its answer.
pub(super) struct Problem {
    pub(super) shape: &'static str,
    pub(super) size: usize,
    pub(super) status: &'static str,
    pub(super) text: String,
}

/// What makes the text of a problem, given its size and whether it shall be satisfiable.
type Maker = fn(&mut Script, usize, bool);

/// Each shape with its sizes, as parts of a thousand of the largest size.
const SHAPES: [(&str, Maker, [usize; 3]); 7] = [
    ("difference chain", chain, [100, 400, 1000]),
    ("length sums", sums, [100, 400, 1000]),
    ("concatenations", concatenations, [20, 100, 300]),
    ("unit flow", flow, [4, 12, 30]),
    ("digit sum", digits, [2, 4, 8]),
    ("lassos", lassos, [1, 2, 4]),
    ("positions", positions, [1, 2, 3]),
];

/// Every shape in every size, both ways.
pub(super) fn all(largest: usize) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (shape, make, sizes) in SHAPES {
        for part in sizes {
            let size = (part * largest / 1000).max(3);
            for (is_sat, status) in [(true, "sat"), (false, "unsat")] {
                let mut script = Script::new(size as u64);
                make(&mut script, size, is_sat);
                problems.push(Problem { shape, size, status, text: script.finish() });
            }
        }
    }
    problems
}

/// Text that grows command by command.
struct Script {
    text: String,
    random: Random,
}

impl Script {
    fn new(seed: u64) -> Self {
        Self { text: "(set-logic QF_LIA)\n".to_owned(), random: Random::new(seed) }
    }

    fn declare(&mut self, name: &str) {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.text, "(declare-const {name} Int)");
    }

    /// Numbers `name0`, `name1`, … that are not negative.
    fn declare_lengths(&mut self, name: &str, count: usize) {
        for place in 0..count {
            self.declare(&format!("{name}{place}"));
            self.assert(&format!("(>= {name}{place} 0)"));
        }
    }

    fn assert(&mut self, formula: &str) {
        let _ = writeln!(self.text, "(assert {formula})");
    }

    fn finish(mut self) -> String {
        self.text.push_str("(check-sat)\n");
        self.text
    }
}

fn sum<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => "0".to_owned(),
        [only] => only.as_ref().to_owned(),
        _ => format!("(+ {})", parts.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")),
    }
}

/// Positions in a row, each at least a little after the one before, some of them with a choice of
/// two gaps; the last may be as far as the gaps allow, or one less.
fn chain(script: &mut Script, size: usize, is_sat: bool) {
    script.declare_lengths("x", size);
    let mut end = 0;
    for place in 1..size {
        let gap = script.random.between(1, 9);
        end += gap;
        let before = place - 1;
        if place % 10 == 0 {
            script.assert(&format!(
                "(or (>= x{place} (+ x{before} {gap})) (>= (- x{place} x{before} {}) 0))",
                gap + 3
            ));
        } else {
            script.assert(&format!("(>= (- x{place} x{before}) {gap})"));
        }
    }
    script.assert(&format!("(<= x{} {})", size - 1, if is_sat { end } else { end - 1 }));
}

/// The lengths of nested concatenations: every number is the sum of two earlier ones, the whole
/// has a given length, and a part must be longer than fits, or not.
fn sums(script: &mut Script, size: usize, is_sat: bool) {
    // A tree has one inner number less than leaves.
    let size = size - (1 - size % 2);
    script.declare_lengths("x", size);
    let leaves = size / 2 + 1;
    // Each inner number joins the next two that are not joined yet, so that all meet at the end.
    for inner in leaves..size {
        let first = 2 * (inner - leaves);
        script.assert(&format!("(= x{inner} (+ x{first} x{}))", first + 1));
    }
    for leaf in 0..leaves {
        let least = script.random.between(0, 3);
        script.assert(&format!("(>= x{leaf} {least})"));
        if leaf % 7 == 0 {
            script.assert(&format!("(or (= x{leaf} {least}) (> x{leaf} {}))", least + 5));
        }
    }
    let whole = 4 * leaves;
    script.assert(&format!("(= x{} {whole})", size - 1));
    // A leaf has at most the length of the whole.
    let least = if is_sat { 5 } else { whole + 1 };
    script.assert(&format!("(>= x{} {least})", leaves / 2));
}

/// Word equations seen through lengths: each number is twice the sum of two others, less a
/// constant; unsatisfiable by parity.
fn concatenations(script: &mut Script, size: usize, is_sat: bool) {
    script.declare_lengths("x", size);
    for place in 0..size - 2 {
        let (a, b) = (script.random.below(place + 1), script.random.below(place + 1));
        let extra = 2 * script.random.between(0, 2);
        script.assert(&format!("(= (+ x{} {extra}) (+ x{a} x{b} x{a} x{b}))", place + 1));
    }
    let (last, odd) = (size - 2, size - 1);
    script.assert(&format!("(= x{odd} (+ x{last} x{last}))"));
    script.assert("(> x1 3)");
    if !is_sat {
        // All but the first are even, and so are their sums.
        script.assert(&format!("(= (+ x{last} x{odd}) (+ (* 2 x1) 1))"));
    }
}

/// A run through an automaton as counts of its edges: what enters a state leaves it, the run goes
/// once from the first state to the last, and its length is given.
fn flow(script: &mut Script, size: usize, is_sat: bool) {
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for state in 0..size - 1 {
        // Every cycle and every detour has an even number of steps more than the straight way.
        edges.push((state, state + 1));
        let back = script.random.below(state / 2 + 1) * 2 + 1;
        edges.push((state + 1, (state + 1).saturating_sub(back)));
        if state + 3 < size {
            edges.push((state, state + 3));
        }
    }
    script.declare_lengths("e", edges.len());
    for state in 0..size {
        let named = |ends: &dyn Fn(&(usize, usize)) -> usize| -> Vec<String> {
            let with = edges.iter().enumerate().filter(|(_, edge)| ends(edge) == state);
            with.map(|(place, _)| format!("e{place}")).collect()
        };
        let (mut into, mut out) = (named(&|edge| edge.1), named(&|edge| edge.0));
        if state == 0 {
            into.push("1".into());
        }
        if state == size - 1 {
            out.push("1".into());
        }
        script.assert(&format!("(= {} {})", sum(&into), sum(&out)));
    }
    let all: Vec<String> = (0..edges.len()).map(|place| format!("e{place}")).collect();
    let straight = size - 1;
    let length = if is_sat { straight + 20 } else { straight + 21 };
    script.assert(&format!("(= {} {length})", sum(&all)));
    script.assert(&format!("(or (>= e0 2) (>= e{} 2) (>= e1 1))", edges.len() - 1));
}

/// Digits of a number of `size` digits: their value is given, and one of them is another.
fn digits(script: &mut Script, size: usize, is_sat: bool) {
    let written: Vec<i64> = (0..size).map(|_| script.random.between(0, 9)).collect();
    script.declare_lengths("d", size);
    let mut parts = Vec::new();
    for place in 0..size {
        script.assert(&format!("(<= d{place} 9)"));
        parts.push(format!("(* 1{} d{place})", "0".repeat(place)));
    }
    let number: String = written.iter().rev().map(|digit| char::from(b'0' + *digit as u8)).collect();
    let number = number.trim_start_matches('0');
    script.declare("n");
    script.assert(&format!("(= n {})", sum(&parts)));
    script.assert(&format!("(= n {})", if number.is_empty() { "0" } else { number }));
    let place = size / 2;
    let same = format!("(= d{place} {})", written[place]);
    script.assert(&if is_sat { same } else { format!("(not {same})") });
}

/// Lengths that several loops allow: each number lies on one of three progressions, with periods
/// that have no common factor, and each is one more than the number before. The first may be as
/// large as the smallest solution, or one less.
fn lassos(script: &mut Script, size: usize, is_sat: bool) {
    const PERIODS: [i64; 6] = [3, 5, 7, 11, 13, 17];
    script.declare_lengths("x", size);
    let known = script.random.between(200, 2000);
    let mut loops: Vec<[(i64, i64); 3]> = Vec::new();
    for place in 0..size {
        let cases = [0, 1, 2].map(|case| {
            let period = PERIODS[(place + case) % PERIODS.len()];
            ((known + place as i64) % period, period)
        });
        loops.push(cases);
        let mut texts = Vec::new();
        for (case, (start, period)) in cases.into_iter().enumerate() {
            let name = format!("k{place}_{case}");
            script.declare(&name);
            script.assert(&format!("(>= {name} 0)"));
            texts.push(format!("(= x{place} (+ {start} (* {period} {name})))"));
        }
        script.assert(&format!("(or {})", texts.join(" ")));
        if place > 0 {
            script.assert(&format!("(= x{place} (+ x{} 1))", place - 1));
        }
    }
    let fits = |first: &i64| {
        let on = |number: i64, cases: &[(i64, i64); 3]| {
            cases.iter().any(|(start, period)| number >= *start && (number - start) % period == 0)
        };
        loops.iter().enumerate().all(|(place, cases)| on(first + place as i64, cases))
    };
    let smallest = (0..=known).find(fits).unwrap_or(known);
    script.assert(&format!("(<= x0 {})", if is_sat { smallest } else { smallest - 1 }));
}

/// Words that must not overlap within a text: for any two, one ends before the other begins.
fn positions(script: &mut Script, size: usize, is_sat: bool) {
    // Unsatisfiable ones ask for every order, so they stay smaller.
    let count = if is_sat { 3 * size } else { (size / 3 + 4).min(9) };
    script.declare_lengths("p", count);
    let lengths: Vec<i64> = (0..count).map(|_| script.random.between(2, 9)).collect();
    let whole: i64 = lengths.iter().sum();
    let end = if is_sat { whole + count as i64 / 4 } else { whole - 1 };
    for place in 0..count {
        script.assert(&format!("(<= (+ p{place} {}) {end})", lengths[place]));
        for other in 0..place {
            script.assert(&format!(
                "(or (<= (+ p{place} {}) p{other}) (<= (+ p{other} {}) p{place}))",
                lengths[place], lengths[other]
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_its_answer() {
        for problem in all(150) {
            let mut output = Vec::new();
            let mut session = tress_session::Session::new(tress_solver::options::Options::default());
            tress_session::run(&mut session, problem.text.as_bytes(), &mut output).expect("memory");
            let output = String::from_utf8_lossy(&output).into_owned();
            assert_eq!(output.trim(), problem.status, "{} {}\n{}", problem.shape, problem.size, problem.text);
        }
    }
}
