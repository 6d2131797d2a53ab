//! The program `lab`: lists the experiments, or runs one.

use std::io::{self, Write};
use std::process::ExitCode;

use lab::experiments;
use lab::lab::{Experiment, Lab, Setting, Verdict};
use lab::table::Table;

const USAGE: &str = "lab NAME [--count N] [--seed S] [--timeout-ms N] [--timeout 10s] [--engine NAME] \
                     [--engines NAME,...] [--saved FILE.csv,...] [--results FILE.csv] \
                     [--reference FILE.csv] [--out DIR] [--peers DIR] \
                     [--tress PROGRAM] [--corpus DIR] [--folder DIR] [--jobs N] [FILE...]";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let done = match words.next().as_deref() {
        None | Some("list" | "--help" | "-h") => list(),
        Some(name) => match experiments::named(name) {
            None => Err(io::Error::other(format!("no experiment is called {name}; lab alone lists them"))),
            Some(experiment) => Setting::read(words)
                .map_err(|problem| io::Error::other(format!("{problem}\nusage: {USAGE}")))
                .and_then(|setting| run(experiment, setting)),
        },
    };
    match done {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::FAILURE,
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(problem) => {
            // When even that cannot be written, the exit code still says it.
            let _ = writeln!(io::stderr(), "lab: {problem}");
            ExitCode::from(2)
        }
    }
}

fn list() -> io::Result<Verdict> {
    let mut table = Table::new(&["experiment", "cases", "what it shows"]);
    for experiment in experiments::ALL {
        let count = Some(experiment.count).filter(|count| *count < usize::MAX);
        let count = count.map_or("all".to_owned(), |count| count.to_string());
        table.row([experiment.name, &count, experiment.about]);
    }
    writeln!(io::stdout(), "{USAGE}\n\n{}", table.text())?;
    Ok(Verdict::Fine)
}

fn run(experiment: &Experiment, setting: Setting) -> io::Result<Verdict> {
    let mut output = io::stdout();
    let mut lab = Lab::new(experiment, setting, &mut output);
    let verdict = (experiment.run)(&mut lab)?;
    lab.print(match verdict {
        Verdict::Fine => "verdict: fine",
        Verdict::Wrong => "verdict: WRONG",
    })?;
    Ok(verdict)
}
