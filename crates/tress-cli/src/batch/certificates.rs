//! Certificates in a batch: our own program is asked for one after each `unsat`, and rows say what came of
//! it.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use super::rows::{Answer, Row};
use super::solvers::{GRACE, Limits};
use crate::paths::NOWHERE;
use crate::process::child::{Ending, Job, Outcome};

/// What a row says of an unsat with a certificate.
pub(crate) const ACCEPTED: &str = "accepted";
/// What a row says before the rules that have none.
pub(crate) const MISSING: &str = "missing ";
/// What a row says of other answers.
const NONE: &str = "-";
/// How our own program says that there is none.
const REPORT: &str = "tress: no certificate: ";

/// Certificates are wanted; in this folder, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct Certifying {
    pub(crate) folder: Option<PathBuf>,
}

impl Certifying {
    /// Lets the process of our own program write a certificate. It has the time of two checks.
    pub(crate) fn ask(&self, job: &mut Job, problem: &str, limits: Limits) -> io::Result<()> {
        let path = match &self.folder {
            Some(folder) => below(folder, problem),
            None => PathBuf::from(NOWHERE),
        };
        if let (Some(_), Some(parent)) = (&self.folder, path.parent()) {
            std::fs::create_dir_all(parent)?;
        }
        let whole: Duration = 2 * limits.time + GRACE[0];
        job.time = Some(2 * limits.time + GRACE[1]);
        let flags = ["--certificate".into(), path.into(), format!("--tlimit={}", whole.as_millis()).into()];
        let end = job.arguments.iter().position(|word| word == "--").unwrap_or(0);
        job.arguments.splice(end..end, flags);
        Ok(())
    }

    /// Says in a row what came of it.
    pub(crate) fn judge(row: &mut Row, outcome: &Outcome) {
        let errors = outcome.errors.text();
        let missing = errors.lines().find_map(|line| line.strip_prefix(REPORT));
        row.certificate = Some(match (row.answer, missing, outcome.ending) {
            (Answer::Unsat, Some(rules), _) => format!("{MISSING}{rules}"),
            (Answer::Unsat, None, Ending::Itself(Some(0 | 1))) => ACCEPTED.to_owned(),
            (Answer::Unsat, None, _) => format!("{MISSING}the program failed"),
            _ => NONE.to_owned(),
        });
    }
}

/// The path of the certificate of a problem below a folder, whatever the problem is called.
fn below(folder: &Path, problem: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for component in Path::new(problem).components() {
        match component {
            Component::Normal(name) => path.push(name),
            Component::ParentDir => path.push("__"),
            _ => {}
        }
    }
    path.as_mut_os_string().push(".cert");
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::rows::sample;
    use crate::batch::solvers::Solver;
    use crate::process::child::Stream;

    #[test]
    fn certificates_stay_in_their_folder() {
        for (problem, path) in [
            ("a.smt2", "c/a.smt2.cert"),
            ("/x/y.smt2", "c/x/y.smt2.cert"),
            ("../../y", "c/__/__/y.cert"),
            ("./b/a", "c/b/a.cert"),
        ] {
            assert_eq!(below(Path::new("c"), problem), Path::new(path));
        }
    }

    #[test]
    fn our_own_program_is_asked() {
        let limits = Limits { time: Duration::from_secs(2), memory: None };
        let mut job = Solver::ours().job(Path::new("f"), Path::new("us"), limits);
        Certifying { folder: None }.ask(&mut job, "f", limits).expect("no folder is made");
        let own =
            ["-v", "--timeout=2", "--tlimit=2500", "--certificate", NOWHERE, "--tlimit=4500", "--", "f"];
        assert_eq!(job.arguments, own);
    }

    #[test]
    fn rows_say_what_came_of_it() {
        let said = |answer, errors: &str, status| {
            let stream = |text: &str| Stream { bytes: text.as_bytes().to_vec(), is_cut: false };
            let outcome = Outcome {
                ending: Ending::Itself(status),
                output: stream(""),
                errors: stream(errors),
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                memory: 0,
            };
            let mut row = sample("f", "tress", answer, 1.0);
            Certifying::judge(&mut row, &outcome);
            row.certificate.expect("it was asked for")
        };
        assert_eq!(said(Answer::Unsat, "tress: unsat after 1 s\n", Some(0)), ACCEPTED);
        let none = "tress: unsat after 1 s\ntress: no certificate: a rule (2)\n";
        assert_eq!(said(Answer::Unsat, none, Some(0)), "missing a rule (2)");
        assert_eq!(said(Answer::Unsat, "tress: no space\n", Some(2)), "missing the program failed");
        assert_eq!(said(Answer::Sat, "tress: no certificate: the last check\n", Some(0)), "-");
    }
}
