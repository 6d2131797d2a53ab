//! All replies to a script, for tests of sessions.

use tress_session::{Session, run};
use tress_solver::options::Options;

/// What a session prints for a script.
pub(crate) fn replies(script: &str) -> String {
    let mut output = Vec::new();
    let mut session = Session::new(Options::default());
    run(&mut session, script.as_bytes(), &mut output).expect("reading and writing memory");
    String::from_utf8(output).expect("replies are text")
}

/// The replies to a script are these lines.
pub(crate) fn check(script: &str, expected: &[&str]) {
    let got = replies(script);
    assert_eq!(got.lines().collect::<Vec<_>>(), expected, "\nscript:\n{script}");
}
