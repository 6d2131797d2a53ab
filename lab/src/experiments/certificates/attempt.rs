//! One problem: solved, certified, checked.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use tress_base::Clock;
use tress_session::{Session, run};
use tress_solver::Certificate;
use tress_solver::options::{Opt, Options};

/// What came of a problem.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The solver did not say `unsat`, but this.
    Other(String),
    /// A certificate that the checker accepts.
    Certified(String),
    /// There is none: the rules that are missing, and how often.
    Missing(BTreeMap<String, usize>),
    /// A certificate that the checker refuses, and why: a mistake of ours.
    Refused(String),
}

/// What came of a problem, and the seconds for it.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) outcome: Outcome,
    pub(super) solving: f64,
    pub(super) certifying: f64,
    pub(super) checking: f64,
}

/// How much a check may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    /// Steps of work, so that a run is the same everywhere.
    pub(super) steps: Option<u64>,
}

/// A session that has read a problem, and the answer to its last check.
pub(super) fn solved(problem: &[u8], limits: Limits) -> io::Result<(Session, String)> {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX));
    options.set_number(Opt::ProduceUnsatCores, 1);
    if let Some(steps) = limits.steps {
        options.set_number(Opt::Steps, steps);
    }
    let mut session = Session::new(options);
    let mut output = Vec::new();
    run(&mut session, problem, &mut output)?;
    let output = String::from_utf8_lossy(&output).into_owned();
    let is_answer = |line: &&str| ["sat", "unsat", "unknown"].contains(line);
    let answer = output.lines().rfind(is_answer).or_else(|| output.lines().next()).unwrap_or("").to_owned();
    Ok((session, answer))
}

/// Solves, certifies and checks.
pub(super) fn attempt(problem: &[u8], limits: Limits) -> io::Result<Attempt> {
    let clock = Clock::start();
    let (mut session, answer) = solved(problem, limits)?;
    let solving = clock.elapsed().as_secs_f64();
    let mut attempt = Attempt { outcome: Outcome::Other(answer), solving, certifying: 0.0, checking: 0.0 };
    if !matches!(&attempt.outcome, Outcome::Other(answer) if answer == "unsat") {
        return Ok(attempt);
    }
    let clock = Clock::start();
    let certificate = session.solver.certificate(problem);
    attempt.certifying = clock.elapsed().as_secs_f64();
    attempt.outcome = match certificate {
        Err(misuse) => Outcome::Missing(BTreeMap::from([(misuse.to_string(), 1)])),
        Ok(Certificate::Missing(rules)) => Outcome::Missing(rules),
        Ok(Certificate::Text(text)) => {
            let clock = Clock::start();
            let checked = tress_check::check(problem, text.as_bytes());
            attempt.checking = clock.elapsed().as_secs_f64();
            match checked {
                Ok(()) => Outcome::Certified(text),
                Err(refusal) => Outcome::Refused(refusal.to_string()),
            }
        }
    };
    // The writer asks the checker, too; what it refuses is the same mistake.
    if let Outcome::Missing(rules) = &attempt.outcome
        && rules.keys().any(|rule| rule.contains("certificate is refused"))
    {
        attempt.outcome = Outcome::Refused("by the writer's own check".to_owned());
    }
    Ok(attempt)
}
