//! Results that were written before, by an experiment or by other programs.
//!
//! Two layouts of comma separated values are read. In the first a line is one run: `file`, `solver`,
//! `answer`, `cpu` and perhaps `expected`. In the second a line is one file: `file`, `expected`, and
//! for each solver a column of answers and one of times, whose title ends in `_cpu`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use super::grid::{Answer, Run};

/// What a file of results holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Saved {
    /// Answers that are known to be right, by file.
    pub(super) known: BTreeMap<String, Answer>,
    /// Runs by solver and file.
    pub(super) runs: BTreeMap<String, BTreeMap<String, Run>>,
}

impl Saved {
    /// Reads a file in either layout.
    ///
    /// # Errors
    /// When it is not there, and what was not understood.
    pub(super) fn load(path: &Path) -> io::Result<Saved> {
        let problem = |what: String| io::Error::other(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|what| problem(what.to_string()))?;
        Saved::read(&text).map_err(problem)
    }

    /// Reads the text of a file in either layout.
    ///
    /// # Errors
    /// What was not understood.
    pub(super) fn read(text: &str) -> Result<Saved, String> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or("there is no line with titles")?;
        let titles = cells(first);
        let column = |title: &str| titles.iter().position(|other| other == title);
        let file = column("file").ok_or("there is no column called file")?;
        let solvers = solvers(&titles, column("solver"), column("answer"))?;
        let mut saved = Saved::default();
        for (number, line) in lines {
            let cells = cells(line);
            if cells.len() != titles.len() {
                return Err(format!("line {}: {} cells, not {}", number + 1, cells.len(), titles.len()));
            }
            if let Some(answer) = column("expected").and_then(|place| Answer::solved(&cells[place])) {
                saved.known.insert(cells[file].clone(), answer);
            }
            for (name, answer, time) in &solvers {
                // Nobody asked this solver about this file.
                if cells[*answer].is_empty() {
                    continue;
                }
                let name = name.as_ref().unwrap_or_else(|place| &cells[*place]);
                let answer = Answer::read(&cells[*answer]);
                let seconds = cells[*time].parse().map_err(|_| format!("line {}: no time", number + 1))?;
                let runs = saved.runs.entry(name.clone()).or_default();
                runs.insert(cells[file].clone(), Run { answer, seconds });
            }
        }
        Ok(saved)
    }
}

/// A solver's name, or the column that names it, with the columns of its answers and times.
type Columns = (Result<String, usize>, usize, usize);

fn solvers(titles: &[String], solver: Option<usize>, answer: Option<usize>) -> Result<Vec<Columns>, String> {
    let column = |title: &str| titles.iter().position(|other| other == title);
    if let (Some(solver), Some(answer)) = (solver, answer) {
        let time = column("cpu").ok_or("there is no column called cpu")?;
        return Ok(vec![(Err(solver), answer, time)]);
    }
    let found: Vec<Columns> = titles
        .iter()
        .enumerate()
        .filter_map(|(place, title)| Some((Ok(title.clone()), place, column(&format!("{title}_cpu"))?)))
        .collect();
    if found.is_empty() { Err("there is no column of answers".to_owned()) } else { Ok(found) }
}

/// The cells of a line. A cell in quotes may hold commas, and quotes that are doubled.
fn cells(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.next_if_eq(&'"').is_some() => push(&mut found, '"'),
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(String::new()),
            '\r' if !quoted => {}
            _ => push(&mut found, character),
        }
    }
    found
}

fn push(cells: &mut [String], character: char) {
    if let Some(last) = cells.last_mut() {
        last.push(character);
    }
}

/// A cell as it is written.
pub(super) fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A name for a column that is not taken: the solver's own, or with the file that it comes from.
pub(super) fn free_name(name: &str, file: &str, taken: &BTreeSet<String>) -> String {
    let more = (2..).map(|number| format!("{name} ({file} {number})"));
    let mut names = [name.to_owned(), format!("{name} ({file})")].into_iter().chain(more);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(answer: Answer, seconds: f64) -> Run {
        Run { answer, seconds }
    }

    #[test]
    fn a_line_can_be_a_run() {
        let text = "file,solver,answer,cpu,expected,wrong\r\na/x.smt2,z3,sat,0.120,sat,0\r\n\
                    a/x.smt2,other,timeout,10.000,sat,0\r\na/y.smt2,z3,crash,0.1,,0\r\n";
        let saved = Saved::read(text).expect("right");
        assert_eq!(saved.known, BTreeMap::from([("a/x.smt2".to_owned(), Answer::Sat)]));
        assert_eq!(saved.runs["z3"]["a/x.smt2"], run(Answer::Sat, 0.12));
        assert_eq!(saved.runs["z3"]["a/y.smt2"], run(Answer::Error, 0.1));
        assert_eq!(saved.runs["other"]["a/x.smt2"], run(Answer::TimeOut, 10.0));
    }

    #[test]
    fn a_line_can_be_a_file() {
        let text = "file,expected,one,one_cpu,two,two_cpu\na/x.smt2,unsat,unsat,0.14,unknown,2.5\n\
                    a/y.smt2,,,,sat,1.0\n";
        let saved = Saved::read(text).expect("right");
        assert_eq!(saved.known["a/x.smt2"], Answer::Unsat);
        assert_eq!(saved.runs["one"]["a/x.smt2"], run(Answer::Unsat, 0.14));
        assert_eq!(saved.runs["two"]["a/x.smt2"], run(Answer::Unknown, 2.5));
        // A solver that was not asked has no run.
        assert_eq!((saved.runs["one"].len(), saved.runs["two"].len()), (1, 2));
    }

    #[test]
    fn other_texts_are_refused() {
        let check = |text: &str, expected: &str| assert_eq!(Saved::read(text), Err(expected.to_owned()));
        check("", "there is no line with titles");
        check("name,answer", "there is no column called file");
        check("file,expected", "there is no column of answers");
        check("file,solver,answer", "there is no column called cpu");
        check("file,solver,answer,cpu\na,b", "line 2: 2 cells, not 4");
        check("file,solver,answer,cpu\na,b,sat,soon", "line 2: no time");
    }

    #[test]
    fn cells_in_quotes_are_read_and_written() {
        for text in ["plain", "with, comma", "a \"word\""] {
            assert_eq!(cells(&format!("{},end", cell(text))), [text, "end"]);
        }
    }

    #[test]
    fn names_stay_apart() {
        let mut taken = BTreeSet::new();
        for expected in ["z3", "z3 (old)", "z3 (old 2)"] {
            let name = free_name("z3", "old", &taken);
            assert_eq!(name, expected);
            taken.insert(name);
        }
    }
}
