//! A problem through a session of tress, as a client would ask.

use std::time::Duration;

use tress_base::Clock;
use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};

use tress_testing::generate::Arithmetic;

/// What tress answered.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// With the definitions of the printed model, one a line.
    Sat(String),
    /// With the numbers of the assertions in the core.
    Unsat(Vec<usize>),
    /// With the reason.
    Unknown(String),
}

/// An answer and the time it took.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    pub(super) answer: Answer,
    pub(super) time: Duration,
}

/// What tress prints on these commands.
pub(super) fn replies(text: &str, limit: Duration) -> String {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
    let mut output = Vec::new();
    // Writing into memory cannot fail.
    let _ = run(&mut Session::new(options), text.as_bytes(), &mut output);
    String::from_utf8_lossy(&output).into_owned()
}

/// Asks tress for an answer and what goes with it.
pub(super) fn solve(problem: &Arithmetic, limit: Duration) -> Solved {
    let mut text = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n".to_owned();
    text.push_str(&problem.text());
    // Of the queries one fits the answer; the others are only errors.
    text.push_str("(check-sat)\n(get-model)\n(get-unsat-core)\n(get-info :reason-unknown)\n");
    let clock = Clock::start();
    let output = replies(&text, limit);
    let time = clock.elapsed();
    let (first, rest) = output.split_once('\n').unwrap_or((&output, ""));
    let answer = match first {
        "sat" => Answer::Sat(definitions(rest)),
        "unsat" => Answer::Unsat(core(rest)),
        _ => Answer::Unknown(output.lines().last().unwrap_or_default().to_owned()),
    };
    Solved { answer, time }
}

/// The lines between the parentheses of a model.
fn definitions(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("(define-fun")).collect();
    lines.join("\n")
}

/// The numbers in the first reply of the form `(a1 a2)`.
fn core(text: &str) -> Vec<usize> {
    let line = text.lines().find(|line| !line.starts_with("(error")).unwrap_or_default();
    let names = line.trim_matches(['(', ')']).split_whitespace();
    names.filter_map(|name| name.strip_prefix('a')?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_and_models_are_cut_out() {
        assert_eq!(core("(error \"no model\")\n(a0 a12)\n"), [0, 12]);
        assert_eq!(definitions("(\n(define-fun x () Int 1)\n)\n(error \"\")"), "(define-fun x () Int 1)");
    }
}
