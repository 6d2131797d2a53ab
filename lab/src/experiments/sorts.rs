//! `sorts`: terms without symbols over arrays, datatypes, bit-vectors and sequences. Their values, printed
//! and read again, must be the terms' values to tress, z3 and cvc5.

use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_session::{Session, run as run_script};
use tress_solver::options::Options;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;
use tress_testing::generate::{DATATYPES, Kind, compound_term};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sorts",
    about: "values of random ground terms over arrays, datatypes, bit-vectors and sequences: tress against z3 and cvc5",
    count: 4000,
    run,
};

/// Real time for a batch of questions.
const LIMIT: Duration = Duration::from_secs(60);
/// Operators nest so deep.
const DEPTH: usize = 3;

/// The kinds in turn, with their names.
const KINDS: [(&str, Kind); 11] = [
    ("truth values", Kind::Bool),
    ("numbers", Kind::Int),
    ("bit-vectors", Kind::Bits(4)),
    ("wide bit-vectors", Kind::Bits(70)),
    ("arrays of numbers", Kind::Ints),
    ("arrays over Bool", Kind::Flags),
    ("arrays over bits", Kind::Few),
    ("arrays of words", Kind::Dict),
    ("sequences of numbers", Kind::Seq),
    ("sequences of bits", Kind::Bytes),
    ("trees", Kind::Tree),
];

/// A term with the value that tress printed.
struct Case {
    term: String,
    value: String,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut random = Random::new(lab.setting.seed);
    let mut cases = Vec::with_capacity(lab.count);
    let mut wrong = Vec::new();
    for place in 0..lab.count {
        let term = compound_term(&mut random, KINDS[place % KINDS.len()].1, DEPTH);
        let value = reply(&format!("{DATATYPES}(simplify {term})"));
        let same = format!("{DATATYPES}(simplify {value})(assert (distinct {value} {term}))(check-sat)");
        if reply(&same) != format!("{value}\nunsat") {
            wrong.push(format!("WRONG in tress: {term} is {value}"));
        }
        cases.push(Case { term, value });
    }
    let mut table = Table::new(&["kind", "terms", "solver", "agrees", "no answer", "WRONG"]);
    let mut plot = Plot::new("Values that another solver agrees with", "kind", "terms")
        .with_categories(KINDS.map(|(name, _)| name));
    for peer in super::installed_peers(lab, Duration::from_secs(5))? {
        let questions: Vec<String> = cases.iter().map(question).collect();
        let progress = |done| lab.progress(done, questions.len());
        let replies = peer.ask(&questions, LIMIT, progress)?;
        let mut points = Vec::new();
        for (kind, (name, _)) in KINDS.iter().enumerate() {
            let of_kind = (kind..cases.len()).step_by(KINDS.len());
            let said: Vec<(usize, &str)> =
                of_kind.map(|place| (place, replies.texts[place].as_deref().unwrap_or_default())).collect();
            let agreed = said.iter().filter(|(_, text)| *text == "unsat").count();
            let differing: Vec<usize> =
                said.iter().filter(|(_, text)| *text == "sat").map(|(place, _)| *place).collect();
            for place in &differing {
                let Case { term, value } = &cases[*place];
                wrong.push(format!("WRONG or {}: {term} is {value}", peer.name));
            }
            let rest = said.len() - agreed - differing.len();
            let numbers = [said.len(), agreed, rest, differing.len()].map(|count| count.to_string());
            let [terms, agrees, open, differs] = numbers;
            table.row([(*name).to_owned(), terms, peer.name.to_owned(), agrees, open, differs]);
            points.push((kind as f64, agreed as f64));
        }
        plot.add(peer.name, Mark::Bars, points);
    }
    lab.print(&table.text())?;
    for line in &wrong {
        lab.print(line)?;
    }
    lab.save("sorts.svg", &plot.svg())?;
    lab.print(&format!("{} terms, {} wrong", cases.len(), wrong.len()))?;
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

/// Can the term be anything but its value?
fn question(case: &Case) -> String {
    let Case { term, value } = case;
    format!("(push 1)\n{DATATYPES}\n(assert (distinct {term} {value}))\n(check-sat)\n(pop 1)")
}

/// What a new session replies to a script.
fn reply(script: &str) -> String {
    let mut output = Vec::new();
    match run_script(&mut Session::new(Options::default()), script.as_bytes(), &mut output) {
        Ok(_) => String::from_utf8_lossy(&output).trim().to_owned(),
        Err(problem) => problem.to_string(),
    }
}
