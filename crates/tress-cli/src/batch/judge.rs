//! Who contradicts whom: solvers each other, a file's own `:status`, and a table of known answers.

use std::collections::BTreeMap;

use super::rows::{Answer, Row, read_csv};

/// Two answers to one file that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Disagreement {
    pub(crate) file: String,
    /// Which check of the file, from 1 on.
    pub(crate) check: usize,
    pub(crate) sat: String,
    pub(crate) unsat: String,
}

/// Answers that are known beforehand, by the ends of paths.
#[derive(Default)]
pub(crate) struct Reference(BTreeMap<String, Answer>);

/// Columns of a table in which the right answer stands, the best first.
const EXPECTED: [&str; 4] = ["expected", "status", "answer", "result"];

impl Reference {
    /// Reads a table: a column `file`, and one with the answer.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let rows = read_csv(text);
        let head = rows.first().ok_or("the table is empty")?;
        let column = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
        let file = column("file").ok_or("no column is called file")?;
        let answer = EXPECTED.iter().find_map(|name| column(name));
        let answer = answer.ok_or_else(|| format!("no column is called {}", EXPECTED.join(" or ")))?;
        let known = rows[1..].iter().filter_map(|row| {
            let answer = Answer::from_word(row.get(answer)?.trim())?;
            Some((row.get(file)?.trim().trim_start_matches("./").to_owned(), answer))
        });
        Ok(Self(known.filter(|(_, answer)| answer.is_decided()).collect()))
    }

    /// The known answer for a path, by its longest end that stands in the table.
    pub(crate) fn answer(&self, file: &str) -> Option<Answer> {
        let mut rest = file;
        loop {
            if let Some(answer) = self.0.get(rest) {
                return Some(*answer);
            }
            rest = rest.split_once('/')?.1;
        }
    }
}

/// The only `:status` in the text of a problem.
pub(crate) fn own_status(text: &str) -> Option<Answer> {
    let mut found = text.split("(set-info :status").skip(1).map(|rest| {
        let word = rest.split(')').next().unwrap_or_default();
        Answer::from_word(word.trim()).filter(|answer| answer.is_decided())
    });
    let status = found.next()??;
    found.next().is_none().then_some(status)
}

/// Everything that cannot be true at once, by file. `known` gives what is known of a file, and from where.
pub(crate) fn disagreements(
    rows: &[Row],
    known: impl Fn(&str) -> Vec<(&'static str, Answer)>,
) -> Vec<Disagreement> {
    let mut by_file: BTreeMap<&str, Vec<(String, Vec<Answer>)>> = BTreeMap::new();
    for row in rows {
        by_file.entry(&row.file).or_default().push((row.solver.clone(), row.answers()));
    }
    let mut found = Vec::new();
    for (file, mut said) in by_file {
        let checks = said.iter().map(|(_, answers)| answers.len()).max().unwrap_or(0);
        if checks == 1 {
            said.extend(known(file).into_iter().map(|(who, answer)| (who.to_owned(), vec![answer])));
        }
        for check in 0..checks {
            let who = |wanted: Answer| {
                let those = said.iter().filter(move |(_, answers)| answers.get(check) == Some(&wanted));
                those.map(|(name, _)| name.as_str()).collect::<Vec<&str>>().join(", ")
            };
            let (sat, unsat) = (who(Answer::Sat), who(Answer::Unsat));
            if !sat.is_empty() && !unsat.is_empty() {
                found.push(Disagreement { file: file.to_owned(), check: check + 1, sat, unsat });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::rows::sample;

    #[test]
    fn tables_are_found_by_the_ends_of_paths() {
        let table = "file,cvc5,expected\na/x.smt2,sat,unsat\nx.smt2,sat,sat\ny.smt2,sat,unknown\nz.smt2\n";
        let reference = Reference::read(table).expect("a table");
        assert_eq!(reference.answer("/corpus/a/x.smt2"), Some(Answer::Unsat));
        assert_eq!(reference.answer("b/x.smt2"), Some(Answer::Sat));
        assert_eq!(reference.answer("y.smt2"), None);
        assert!(Reference::read("").is_err() && Reference::read("a,b\n").is_err());
    }

    #[test]
    fn a_file_tells_its_status_once() {
        assert_eq!(own_status("(set-info :status  sat )"), Some(Answer::Sat));
        assert_eq!(own_status("(set-info :status unknown)"), None);
        assert_eq!(own_status("(set-info :status sat)(set-info :status unsat)"), None);
        assert_eq!(own_status(""), None);
    }

    #[test]
    fn contradictions_are_found_check_by_check() {
        let mut several = sample("b", "tress", Answer::Sat, 1.0);
        several.reason = "checks: unsat sat".to_owned();
        let mut others = sample("b", "z3", Answer::Timeout, 1.0);
        others.reason = "checks: sat".to_owned();
        let rows = [
            sample("a", "tress", Answer::Sat, 1.0),
            sample("a", "z3", Answer::Unknown, 1.0),
            several,
            others,
            sample("c", "tress", Answer::Unknown, 1.0),
        ];
        let known = |file: &str| if file == "a" { vec![("reference", Answer::Unsat)] } else { Vec::new() };
        let found = disagreements(&rows, known);
        let found_pairs: Vec<(&str, usize, &str, &str)> = found
            .iter()
            .map(|one| (one.file.as_str(), one.check, one.sat.as_str(), one.unsat.as_str()))
            .collect();
        assert_eq!(found_pairs, [("a", 1, "tress", "reference"), ("b", 1, "z3", "tress")]);
    }
}
