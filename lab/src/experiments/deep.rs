//! `deep`: how long terms take to read that nest a hundred thousand levels.

use std::fs;
use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::{Peer, Run};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "deep",
    about: "reading terms that nest --count levels, for several operators: tress parse beside z3 and cvc5",
    count: 100_000,
    run,
};

/// Real time after which a solver is ended.
const LIMIT: Duration = Duration::from_secs(20);
/// What tress may take for each file.
const ALLOWED: Duration = Duration::from_secs(1);

/// A way of nesting: the name, what stands before and after the inner term, the innermost term
/// and what stands around all of it.
struct Nesting {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    inner: &'static str,
    around: (&'static str, &'static str),
}

const TEXT: (&str, &str) = ("(= s ", ")");
const REGEX: (&str, &str) = ("(str.in_re s ", ")");

const NESTINGS: &[Nesting] = &[
    Nesting { name: "not", before: "(not ", after: ")", inner: "b", around: ("", "") },
    Nesting { name: "and", before: "(and b ", after: ")", inner: "b", around: ("", "") },
    Nesting { name: "str.++", before: "(str.++ s ", after: ")", inner: "s", around: TEXT },
    Nesting { name: "let", before: "(let ((x (not b))) ", after: ")", inner: "x", around: ("", "") },
    Nesting { name: "let value", before: "(let ((x ", after: ")) (not x))", inner: "b", around: ("", "") },
    Nesting { name: "re.++", before: "(re.++ re.allchar ", after: ")", inner: "re.all", around: REGEX },
    Nesting { name: "re.union", before: "(re.union ", after: " re.allchar)", inner: "re.all", around: REGEX },
    Nesting { name: "ite", before: "(ite b s ", after: ")", inner: "s", around: TEXT },
    Nesting { name: "+", before: "(+ 1 ", after: ")", inner: "i", around: ("(= i ", ")") },
];

impl Nesting {
    /// One assertion of this depth, with the declarations it needs.
    fn text(&self, depth: usize) -> String {
        let (open, close) = self.around;
        format!(
            "(set-logic ALL)\n(declare-const b Bool)\n(declare-const s String)\n(declare-const i Int)\n\
             (assert {open}{}{}{}{close})\n",
            self.before.repeat(depth),
            self.inner,
            self.after.repeat(depth),
        )
    }
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, LIMIT)?;
    let mut titles = vec!["nesting", "bytes", "tress", "tress CPU"];
    titles.extend(peers.iter().map(|peer| peer.name));
    let mut table = Table::new(&titles);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); peers.len() + 1];
    let mut wrong = false;
    for (place, nesting) in NESTINGS.iter().enumerate() {
        lab.progress(place, NESTINGS.len());
        let text = nesting.text(lab.count);
        let run = parse(lab, place, &text)?;
        let fine = run.succeeded && run.time <= ALLOWED;
        wrong |= !fine;
        let mut row = vec![nesting.name.to_owned(), text.len().to_string(), shown(&run)];
        row.push(if fine { seconds_text(run.cpu.as_secs_f64()) } else { "WRONG".to_owned() });
        times[0].push(run.time.as_secs_f64());
        for (peer, times) in peers.iter().zip(&mut times[1..]) {
            let run = peer.run(&text, LIMIT)?;
            row.push(shown(&run));
            times.push(if worked(&run) { run.time.as_secs_f64() } else { f64::NAN });
        }
        table.row(row);
    }
    lab.progress(NESTINGS.len(), NESTINGS.len());
    lab.print(&format!("{} levels, real time with start-up (cvc5's holds Python's)", lab.count))?;
    lab.print(&table.text())?;
    let mut plot = Plot::new(&format!("Reading {} nested levels", lab.count), "nesting", "seconds")
        .with_categories(NESTINGS.iter().map(|nesting| nesting.name));
    let names = std::iter::once("tress").chain(peers.iter().map(|peer| peer.name));
    for (name, times) in names.zip(&times) {
        plot.add(name, Mark::Bars, times.iter().enumerate().map(|(place, time)| (place as f64, *time)));
    }
    lab.save("deep.svg", &plot.svg())?;
    Ok(Verdict::wrong_if(wrong))
}

/// Reads the text with `tress parse`, from a file that is gone afterwards.
fn parse(lab: &Lab<'_>, place: usize, text: &str) -> io::Result<Run> {
    let file = std::env::temp_dir().join(format!("tress-lab-{}-{place}.smt2", std::process::id()));
    let command = vec![lab.tress()?, "parse".to_owned(), file.to_string_lossy().into_owned()];
    fs::write(&file, text)?;
    let run = Peer::program("tress", command).run("", LIMIT);
    fs::remove_file(&file)?;
    run
}

/// Did the solver read everything? Its replies to bad commands begin with `(error`.
fn worked(run: &Run) -> bool {
    run.succeeded && !run.output.contains("(error")
}

fn shown(run: &Run) -> String {
    match worked(run) {
        true => seconds_text(run.time.as_secs_f64()),
        false if run.timed_out => "too long".to_owned(),
        false => "fails".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_session::{Session, run};
    use tress_solver::options::Options;

    #[test]
    fn every_nesting_is_a_correct_command() {
        for nesting in NESTINGS {
            let mut session = Session::read_only(Options::default());
            let summary =
                run(&mut session, nesting.text(2000).as_bytes(), io::sink()).expect("nothing can fail");
            assert_eq!((summary.commands, summary.errors), (5, 0), "{}", nesting.name);
        }
    }
}
