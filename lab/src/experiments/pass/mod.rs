//! `pass`: what the parts of `--engine parray` do, as in the paper on PASS: the programs of its table 1, its
//! comparison of methods on 70 and 30 conditions, made in kind, and how it does compared with words of fixed
//! lengths and with automata alone. Nothing is simplified before an engine sees a condition.
//!
//! The tables are printed, and written with a picture into `results/` of the folder for results.

mod generate;
mod programs;

use std::io;
use std::time::Duration;

use tress_engines::parray_way;
use tress_session::{Session, View};
use tress_solver::options::Options;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::plot::Plot;
use crate::table::{Table, seconds_text};

use super::timed::{Timed, execute};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "pass",
    about: "parameterized arrays and automata: programs by path conditions, and methods compared; the count is that of drawn conditions",
    count: 100,
    run,
};

/// What a condition may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(2);

/// A way to decide conditions.
struct Method {
    name: &'static str,
    way: Way,
}

enum Way {
    /// An engine, and the variant of `parray`.
    Engine(&'static str, Option<&'static str>),
    /// The constraints on arrays with their quantifiers, given to the solver's own module for those.
    Quantifiers,
    /// The same, given to z3 where it is installed.
    QuantifiersInZ3,
}

/// The methods of the paper, in the order of its figure 4; words of fixed lengths; and quantifiers left to a
/// solver.
const METHODS: [Method; 8] = [
    Method { name: "arrays", way: Way::Engine("parray", Some("pure")) },
    Method { name: "arrays + elimination", way: Way::Engine("parray", Some("qelim")) },
    Method { name: "automata", way: Way::Engine("parray", Some("automaton")) },
    Method { name: "arrays + automata", way: Way::Engine("parray", Some("mixed")) },
    Method { name: "arrays + automata + elimination", way: Way::Engine("parray", Some("both")) },
    Method { name: "circuits", way: Way::Engine("bounded", None) },
    Method { name: "quantifiers in tress", way: Way::Quantifiers },
    Method { name: "quantifiers in z3", way: Way::QuantifiersInZ3 },
];
/// The indices of the methods of table 1.
const COLUMNS: [usize; 4] = [0, 1, 2, 4];
/// The whole method, and those it is compared with.
const WHOLE: usize = 4;
const OTHERS: [usize; 2] = [5, 2];

/// What all methods say of one condition, in their order.
type Row = Vec<Timed>;

/// Conditions with what was said of them.
struct Asked {
    rows: Vec<Row>,
    wrong: usize,
    limit: Duration,
    z3: Option<Peer>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let z3 = Peer::z3(&lab.setting.peers, limit);
    let (mut asked, mut programs) = (Asked { rows: Vec::new(), wrong: 0, limit, z3 }, table_one());
    for program in programs::all() {
        let from = asked.rows.len();
        for (number, text) in program.conditions.iter().enumerate() {
            asked.ask(lab, text, &format!("{}-{}", program.name, number + 1))?;
        }
        program_rows(&mut programs, program.name, &asked.rows[from..]);
    }
    let drawn = asked.rows.len();
    for number in 0..lab.count {
        let hard = number >= first_set(lab.count);
        let text = generate::condition(lab.setting.seed, hard, number);
        asked.ask(lab, &text, &format!("drawn-{number}"))?;
        lab.progress(number + 1, lab.count);
    }
    let (sets, plot) = figure_four(&asked.rows[drawn..], first_set(lab.count));
    let others = compared(&asked.rows);
    show(lab, [&programs, &sets, &others], &plot)?;
    Ok(Verdict::wrong_if(asked.wrong > 0))
}

/// Seven of ten generated conditions are of the first set.
fn first_set(count: usize) -> usize {
    count * 7 / 10
}

impl Asked {
    /// Asks all methods; a disagreement is saved.
    fn ask(&mut self, lab: &mut Lab<'_>, text: &str, name: &str) -> io::Result<()> {
        let mut answers: Row = Vec::with_capacity(METHODS.len());
        for method in METHODS {
            answers.push(self.answer(&method.way, text)?);
        }
        // What is said of quantifiers is not checked on the words: numerals may be longer than what is
        // asserted of them.
        let of_engines =
            METHODS.iter().zip(&answers).filter(|(method, _)| matches!(method.way, Way::Engine(..)));
        let is_sat = of_engines.map(|(_, answer)| answer).any(|answer| answer.answer == "sat");
        if is_sat && answers.iter().any(|answer| answer.answer == "unsat")
            || answers.iter().any(|answer| answer.answer.contains("error"))
        {
            self.wrong += 1;
            lab.save(&format!("pass-wrong-{name}.smt2"), text)?;
        }
        self.rows.push(answers);
        Ok(())
    }

    /// What a method says of a condition.
    fn answer(&self, way: &Way, text: &str) -> io::Result<Timed> {
        let limit = self.limit.as_millis().to_string();
        let text = format!("{text}(check-sat)\n");
        if let Way::Engine(engine, parts) = way {
            let mut options = with(&[("engine", *engine), ("timeout", &limit), ("preprocess", "false")])?;
            if let Some(parts) = parts {
                options.use_variant(parray_way(parts));
            }
            return execute(&mut Session::new(options), &text);
        }
        let viewed = execute(&mut Session::viewing(with(&[("timeout", &limit)])?, View::Arrays), &text)?;
        let mut answered = match (way, &self.z3) {
            (Way::QuantifiersInZ3, Some(z3)) => {
                let run = z3.run(&viewed.answer, self.limit + self.limit / 5)?;
                Timed { answer: run.output.trim().to_owned(), time: run.time }
            }
            (Way::QuantifiersInZ3, None) => Timed { answer: "unknown".to_owned(), time: Duration::ZERO },
            _ => execute(&mut Session::new(with(&[("timeout", &limit)])?), &viewed.answer)?,
        };
        answered.time += viewed.time;
        Ok(answered)
    }
}

fn with(settings: &[(&str, &str)]) -> io::Result<Options> {
    let mut options = Options::default();
    for (name, value) in settings {
        options.set(name, value).map_err(io::Error::other)?;
    }
    Ok(options)
}

fn is_solved(timed: &Timed) -> bool {
    matches!(timed.answer.as_str(), "sat" | "unsat")
}

/// Most path conditions of a program.
const MOST_CONDITIONS: usize = 9;

/// Table 1 without rows: a column for each path condition.
fn table_one() -> Table {
    let numbers = (1..=MOST_CONDITIONS).map(|number| number.to_string());
    let titles = ["program", "method"].map(str::to_owned).into_iter().chain(numbers);
    Table::new(&titles.chain(["solved", "time"].map(str::to_owned)).collect::<Vec<String>>())
}

/// The rows of a program: the time for each condition that was solved.
fn program_rows(table: &mut Table, program: &str, rows: &[Row]) {
    for method in COLUMNS {
        let mut cells = vec![program.to_owned(), METHODS[method].name.to_owned()];
        cells.extend(rows.iter().map(|row| match &row[method] {
            timed if is_solved(timed) => seconds_text(timed.time.as_secs_f64()),
            _ => "open".to_owned(),
        }));
        cells.resize(2 + MOST_CONDITIONS, String::new());
        let (solved, time) = summary(rows, method);
        cells.extend([format!("{solved} of {}", rows.len()), time]);
        table.row(cells);
    }
}

/// How many conditions a method solved, and in which time.
fn summary(rows: &[Row], method: usize) -> (usize, String) {
    let solved: Vec<&Timed> = rows.iter().map(|row| &row[method]).filter(|timed| is_solved(timed)).collect();
    let time: Duration = solved.iter().map(|timed| timed.time).sum();
    (solved.len(), seconds_text(time.as_secs_f64()))
}

/// The generated conditions, those of the first set before the others.
fn figure_four(rows: &[Row], first: usize) -> (Table, Plot) {
    let (one, two) = rows.split_at(first);
    let (first_title, second_title) = (format!("set 1 ({})", one.len()), format!("set 2 ({})", two.len()));
    let mut table =
        Table::new(&["method", &first_title, "of them", "time", &second_title, "of them", "time"]);
    let mut plot = Plot::new("Methods on drawn conditions", "conditions solved", "seconds for each")
        .logarithmic(false, true);
    for (method, Method { name, .. }) in METHODS.iter().enumerate() {
        let mut cells = vec![(*name).to_owned()];
        for set in [one, two] {
            let (solved, time) = summary(set, method);
            let sat = set.iter().filter(|row| row[method].answer == "sat").count();
            cells.extend([solved.to_string(), format!("{sat} sat"), time]);
        }
        table.row(cells);
        let solved = rows.iter().map(|row| &row[method]).filter(|timed| is_solved(timed));
        plot.add_cactus(name, &solved.map(|timed| timed.time.as_secs_f64()).collect::<Vec<_>>());
    }
    (table, plot)
}

/// The whole method compared with others, over conditions that one of the two solved: who solved, or was
/// faster, and the ratios.
fn compared(rows: &[Row]) -> Table {
    let titles = ["beside", "conditions", "won", "only we", "only they", "at best", "at worst"];
    let mut table = Table::new(&titles);
    for other in OTHERS {
        let pairs: Vec<(&Timed, &Timed)> = rows.iter().map(|row| (&row[WHOLE], &row[other])).collect();
        let some = pairs.iter().filter(|(we, they)| is_solved(we) || is_solved(they)).count();
        let both: Vec<f64> = pairs
            .iter()
            .filter(|(we, they)| is_solved(we) && is_solved(they))
            .map(|(we, they)| they.time.as_secs_f64() / we.time.as_secs_f64().max(1e-6))
            .collect();
        let only = |ours: bool| {
            pairs.iter().filter(|(we, they)| is_solved(we) == ours && is_solved(they) != ours).count()
        };
        let won = only(true) + both.iter().filter(|ratio| **ratio >= 1.0).count();
        let ends = [f64::max, f64::min].map(|choose| both.iter().copied().reduce(choose).unwrap_or(1.0));
        table.row([
            METHODS[other].name.to_owned(),
            some.to_string(),
            format!("{} %", 100 * won / some.max(1)),
            only(true).to_string(),
            only(false).to_string(),
            format!("{:.1} times faster", ends[0]),
            format!("{:.1} times slower", 1.0 / ends[1].max(1e-9)),
        ]);
    }
    table
}

/// Prints the tables and writes them with a picture.
fn show(lab: &mut Lab<'_>, tables: [&Table; 3], plot: &Plot) -> io::Result<()> {
    let heads = [
        "Path conditions of programs, by number (table 1 of the paper)",
        "Drawn conditions (its figure 4)",
        "The whole method beside words of fixed lengths, and beside automata alone",
    ];
    let mut page = String::from(
        "# Strings as parameterized arrays\n\nMade by `cargo lab pass --out lab`.\n\n\
         The conditions are made here, in the kind of the paper's. Set 1 mixes all operations; set 2 is written so that conditions hinge on \
         places that nothing bounds, which is what elimination is for, so its gap is by design.\n\n![Methods](pass.svg)\n",
    );
    for (head, table) in heads.iter().zip(tables) {
        lab.print(&format!("{head}\n\n{}\n", table.text()))?;
        page.push_str(&format!("\n## {head}\n\n```text\n{}\n```\n", table.text()));
    }
    lab.save("results/pass.md", &page)?;
    lab.save("results/pass.svg", &plot.svg())
}
