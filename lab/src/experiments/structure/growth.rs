//! `structure-growth`: how time grows with the number of variables, in systems of equations and in negated
//! predicates.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "structure-growth",
    about: "systems of 3 to --count variables and negated predicates with up to 20 occurrences: tress, z3 and cvc5",
    count: 12,
    run,
};

/// What a problem may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(10);
/// Variables and occurrences of negated predicates.
const PREDICATES: [(usize, usize); 6] = [(3, 5), (4, 8), (5, 11), (6, 14), (7, 17), (8, 20)];

/// A kind of problems: its name, its answer, and the problem of a size.
type Kind = (&'static str, &'static str, fn(usize) -> String);

const KINDS: [Kind; 5] = [
    ("neighbours commute, the ends do not", "unsat", |size| commuting(size, true)),
    ("neighbours commute, one may be empty, the ends do not", "sat", |size| commuting(size, false)),
    ("neighbours are conjugates, the ends are powers of ab and aab", "unsat", |size| conjugates(size, "aab")),
    ("neighbours are conjugates, the ends are powers of ab and ba", "sat", |size| conjugates(size, "ba")),
    ("one equation, every variable twice, turned around", "unsat", turned),
];

/// Text with these strings declared.
fn declared(names: &[String]) -> String {
    let mut text = "(set-logic QF_SLIA)\n".to_owned();
    for name in names {
        let _ = writeln!(text, "(declare-const {name} String)");
    }
    text
}

fn names(letter: char, count: usize) -> Vec<String> {
    (0..count).map(|place| format!("{letter}{place}")).collect()
}

fn commuting(size: usize, all: bool) -> String {
    let names = names('x', size);
    let mut text = declared(&names);
    for (place, pair) in names.windows(2).enumerate() {
        let (a, b) = (&pair[0], &pair[1]);
        let _ = writeln!(text, "(assert (= (str.++ {a} {b}) (str.++ {b} {a})))");
        if place > 0 && (all || place != names.len() / 2) {
            let _ = writeln!(text, "(assert (not (= {a} \"\")))");
        }
    }
    let (a, b) = (&names[0], &names[names.len() - 1]);
    let _ = writeln!(text, "(assert (not (= (str.++ {a} {b}) (str.++ {b} {a}))))\n(check-sat)");
    text
}

/// A chain of conjugates with as many variables as `size`, or one less.
fn conjugates(size: usize, last: &str) -> String {
    let links = (size - 1) / 2;
    let (words, between) = (names('x', links + 1), names('z', links));
    let mut text = declared(&[words.clone(), between.clone()].concat());
    for (pair, z) in words.windows(2).zip(&between) {
        let _ = writeln!(text, "(assert (= (str.++ {} {z}) (str.++ {z} {})))", pair[0], pair[1]);
    }
    for (name, word) in [(&words[0], "ab"), (&words[links], last)] {
        let _ = writeln!(text, "(assert (str.in_re {name} (re.+ (str.to_re \"{word}\"))))");
    }
    text.push_str("(check-sat)\n");
    text
}

/// The same variables in the other order, all of even length, so that both sides have as many blocks ab at
/// even positions; but one has one more.
fn turned(size: usize) -> String {
    let names = names('x', size);
    let mut text = declared(&names);
    let there = names.join(" ");
    let back: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let _ = writeln!(text, "(assert (= (str.++ {there} \"ab\") (str.++ \"ba\" {})))", back.join(" "));
    let letter = "(re.union (str.to_re \"a\") (str.to_re \"b\"))";
    for name in &names {
        let _ = writeln!(text, "(assert (str.in_re {name} (re.* (re.++ {letter} {letter}))))");
    }
    text.push_str("(check-sat)\n");
    text
}

/// A predicate of two orders of the same powers of ab that must not hold.
fn predicate(variables: usize, occurrences: usize, contains: bool) -> String {
    let names = names('x', variables);
    let mut text = declared(&names);
    for name in &names {
        let _ = writeln!(text, "(assert (str.in_re {name} (re.* (str.to_re \"ab\"))))");
    }
    let mut random = Random::new((variables * occurrences) as u64);
    let mut side: Vec<&str> = (0..occurrences).map(|place| names[place % variables].as_str()).collect();
    let mut shuffled = || {
        for place in (1..side.len()).rev() {
            side.swap(place, random.below(place + 1));
        }
        side.join(" ")
    };
    let (first, second) = (shuffled(), shuffled());
    let op = if contains { "str.contains" } else { "=" };
    let _ = writeln!(text, "(assert (not ({op} (str.++ {first}) (str.++ {second}))))\n(check-sat)");
    text
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let tress = vec![lab.tress()?, format!("--tlimit-per={}", limit.as_millis())];
    let mut solvers = vec![Peer::program("tress", tress)];
    solvers.extend(super::super::installed_peers(lab, limit)?);
    let mut run = Run { solvers, limit, wrong: 0 };
    for (name, status, problem) in KINDS {
        let rows = (3..=lab.count).step_by(3).map(|size| (format!("{size} variables"), problem(size)));
        run.table(lab, &format!("{name} ({status})"), status, rows)?;
    }
    for (name, contains) in [("must differ", false), ("must not hold the other", true)] {
        let rows = PREDICATES.map(|(variables, occurrences)| {
            (
                format!("{variables} variables, {occurrences} parts"),
                predicate(variables, occurrences, contains),
            )
        });
        run.table(lab, &format!("orders of the same powers {name} (unsat)"), "unsat", rows)?;
    }
    Ok(Verdict::wrong_if(run.wrong > 0))
}

struct Run {
    solvers: Vec<Peer>,
    limit: Duration,
    wrong: usize,
}

impl Run {
    /// One line for each problem. A solver that found no answer twice is not asked again.
    fn table(
        &mut self,
        lab: &mut Lab<'_>,
        title: &str,
        status: &str,
        rows: impl IntoIterator<Item = (String, String)>,
    ) -> io::Result<()> {
        let mut titles = vec![title.to_owned()];
        titles.extend(self.solvers.iter().map(|solver| solver.name.to_owned()));
        let mut table = Table::new(&titles);
        let mut failures = vec![0; self.solvers.len()];
        for (name, text) in rows {
            let mut cells = vec![name];
            for (solver, failures) in self.solvers.iter().zip(&mut failures) {
                if *failures >= 2 {
                    cells.push("-".to_owned());
                    continue;
                }
                let run = solver.run(&text, self.limit * 2)?;
                let answer = run.output.lines().next().unwrap_or("nothing");
                self.wrong += usize::from(answer != status && ["sat", "unsat"].contains(&answer));
                *failures += usize::from(answer != status);
                cells.push(match answer == status {
                    true => seconds_text(run.cpu.as_secs_f64()),
                    false => answer.to_owned(),
                });
            }
            table.row(cells);
        }
        lab.print(&format!("{}\n", table.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_session::{Session, run};
    use tress_solver::options::Options;

    #[test]
    fn every_problem_is_read() {
        let systems = KINDS.iter().flat_map(|kind| [3, 6, 12].map(kind.2));
        let predicates = PREDICATES.iter().flat_map(|(a, b)| [false, true].map(|one| predicate(*a, *b, one)));
        for text in systems.chain(predicates) {
            let mut session = Session::new(Options::default());
            let text = text.replace("(check-sat)", "");
            let summary = run(&mut session, text.as_bytes(), io::sink()).expect("written to nowhere");
            assert_eq!(summary.errors, 0, "{text}");
        }
    }
}
