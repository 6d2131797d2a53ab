//! The answer to a script, for tests that ask for one.

use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};

/// What a script prints when each check may take at most `limit` milliseconds.
pub(crate) fn answer(text: &str, limit: u64) -> String {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, limit);
    let mut output = Vec::new();
    run(&mut Session::new(options), text.as_bytes(), &mut output).expect("memory can be written");
    String::from_utf8_lossy(&output).trim().to_owned()
}
