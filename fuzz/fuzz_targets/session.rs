//! Any bytes are a session. Each command gets one reply, and an error is one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tress_solver::options::Options;
use tress_session::{Session, run};

/// Steps for one check, so that hard formulas do not look like hangs.
const STEPS: &str = "3000";

fuzz_target!(|bytes: &[u8]| {
    let mut options = Options::default();
    options.set("rlimit", STEPS).expect("the option takes a number");
    let mut output = Vec::new();
    let summary = run(&mut Session::new(options), bytes, &mut output).expect("memory can be written");
    let text = String::from_utf8(output).expect("replies are text");
    let errors = text.lines().filter(|line| line.starts_with("(error \"")).count();
    assert!(errors >= summary.errors, "each error has a line of its own");
});
