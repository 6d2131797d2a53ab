//! One script for every engine: do their answers agree?
//!
//! Enters: the text of a script and the names of engines. Leaves: what each of them said to each check and
//! how long it took, and where two of them contradict each other. Engines that answer `unknown` contradict
//! nobody.

use std::time::Duration;

use crate::session::{Reply, Session, Stream};
use tress_solver::options::Options;
use tress_solver::registry;

/// What was said to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Said {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Nothing.
    Unknown,
}

impl Said {
    /// The answer in a reply, when it is one to a check.
    #[must_use]
    pub fn of(reply: &Reply) -> Option<Self> {
        match reply.text.as_str() {
            "sat\n" => Some(Said::Sat),
            "unsat\n" => Some(Said::Unsat),
            "unknown\n" => Some(Said::Unknown),
            _ => None,
        }
    }

    /// The word of the answer.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Said::Sat => "sat",
            Said::Unsat => "unsat",
            Said::Unknown => "unknown",
        }
    }
}

/// What one engine said to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Testimony {
    /// The name of the engine.
    pub engine: &'static str,
    /// What it said, check by check.
    pub answers: Vec<Said>,
    /// The time of all checks.
    pub time: Duration,
    /// How many commands were answered with an error.
    pub errors: usize,
}

/// Two engines that cannot both be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The number of the check, from 0.
    pub check: usize,
    /// Who said `sat`.
    pub sat: &'static str,
    /// Who said `unsat`.
    pub unsat: &'static str,
}

/// The engine with this name or alias, as the option `engine` names it.
#[must_use]
pub fn engine_name(name: &str) -> Option<&'static str> {
    registry::named(name).map(|row| row.name)
}

/// Runs a script in a session of its own, where `engine` answers. `opened` sees the session before it works.
#[must_use]
pub fn ask(
    script: &[u8],
    engine: &'static str,
    options: &Options,
    opened: impl FnOnce(&Session),
) -> Testimony {
    let mut options = options.clone();
    let known = options.set("engine", engine);
    debug_assert!(known.is_ok(), "{engine}");
    let mut session = Session::new(options);
    opened(&session);
    let mut testimony = Testimony { engine, answers: Vec::new(), time: Duration::ZERO, errors: 0 };
    let mut stream = Stream::new();
    stream.add(script);
    loop {
        let reply = stream.next_reply(&mut session);
        let is_last = reply.as_ref().is_none_or(|reply| reply.is_exit);
        let Some(reply) = reply.or_else(|| stream.end()) else { break };
        testimony.errors += usize::from(reply.is_error);
        if let Some(said) = Said::of(&reply) {
            testimony.answers.push(said);
            testimony.time += session.solver.progress_handle().last_time();
        }
        if is_last {
            break;
        }
    }
    testimony
}

/// The first check to which one of them said `sat` and another `unsat`.
#[must_use]
pub fn contradiction(testimonies: &[Testimony]) -> Option<Contradiction> {
    let checks = testimonies.iter().map(|testimony| testimony.answers.len()).max().unwrap_or(0);
    (0..checks).find_map(|check| {
        let who = |said| {
            let mut all = testimonies.iter();
            all.find(|testimony| testimony.answers.get(check) == Some(&said)).map(|found| found.engine)
        };
        Some(Contradiction { check, sat: who(Said::Sat)?, unsat: who(Said::Unsat)? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn testimony(engine: &'static str, answers: &[Said]) -> Testimony {
        Testimony { engine, answers: answers.to_vec(), time: Duration::ZERO, errors: 0 }
    }

    #[test]
    fn every_check_is_heard() {
        let script = b"(declare-const x String)(assert (= (str.len x) 2))(check-sat)(push 1)\
            (assert (= x \"a\"))(check-sat)(pop 1)(frobnicate)(check-sat)(exit)(check-sat)";
        let said = ask(script, "calculus", &Options::default(), |_| ());
        // After a command that was not understood nothing is sat.
        assert_eq!(said.answers[..2], [Said::Sat, Said::Unsat]);
        assert_eq!((said.answers.len(), said.errors, said.engine), (3, 1, "calculus"));
    }

    #[test]
    fn an_unfinished_command_is_an_error() {
        let said = ask(b"(check-sat)(assert", "auto", &Options::default(), |_| ());
        assert_eq!((said.answers, said.errors), (vec![Said::Sat], 1));
    }

    #[test]
    fn only_sat_and_unsat_contradict() {
        use Said::{Sat, Unknown, Unsat};
        let calm = [
            testimony("auto", &[Sat, Unsat]),
            testimony("lazy", &[Unknown, Unsat]),
            testimony("flat", &[Sat]),
        ];
        assert_eq!(contradiction(&calm), None);
        let alarm = [testimony("auto", &[Sat, Unsat]), testimony("lazy", &[Unknown, Sat])];
        let found = Contradiction { check: 1, sat: "lazy", unsat: "auto" };
        assert_eq!(contradiction(&alarm), Some(found));
    }

    /// Problems whose words and numbers are all larger than what an engine with bounds tries first.
    #[test]
    fn no_engine_takes_a_bound_for_a_reason() {
        let mut options = Options::default();
        options.set("rlimit", "20000").expect("an option");
        for (facts, why) in [
            ("(= (str.len x) 5000) (str.in_re x (re.* (str.to_re \"ab\")))", "long"),
            ("(> (str.to_int x) 1000000000000000000000000000000)", "a large number"),
            ("(str.contains x y) (= (str.len y) 300) (not (= x y))", "a long part"),
            ("(str.in_re x (re.+ (re.range \"\\u{100}\" \"\\u{200}\"))) (> (str.len x) 31)", "other letters"),
            ("(= x (str.++ y y)) (= (str.len y) 70) (= (str.at x 100) \"q\")", "a far place"),
            ("(= (str.indexof x y 0) 200) (= y \"ab\")", "a far occurrence"),
        ] {
            let declared = "(declare-const x String)(declare-const y String)";
            let script = format!("{declared}(assert (and true {facts}))(check-sat)");
            for preprocess in ["true", "false"] {
                options.set("preprocess", preprocess).expect("an option");
                for engine in registry::NAMES {
                    let said = ask(script.as_bytes(), engine, &options, |_| ());
                    assert_eq!((said.answers.len(), said.errors), (1, 0), "{engine}: {why}");
                    assert_ne!(said.answers, [Said::Unsat], "{engine}: {why}");
                }
            }
        }
    }
}
