//! Random sessions, judged answer by answer (in the spirit of CaDiCaL's mobical).
//!
//! Enters: a seed. Leaves: a legal sequence of commands ([`generate`]) and what is wrong with the
//! replies to it ([`judge`]), if anything is. A session that fails is made small ([`smallest`])
//! and kept as a file, which is judged again from then on.
//!
//! What a reply must be follows from three sources that share as little as possible with the
//! session under test: a book of what is declared and asserted at each level, a fresh solver on
//! the flattened assertions, and the brute-force oracle.

mod book;
mod generate;
mod judge;
mod witness;

pub use generate::generate;
pub use judge::{Failure, Kind, Tally, judge};

use crate::expression::Expression;
use crate::shrink::shrink;

/// The smallest commands found that fail in the same way.
#[must_use]
pub fn smallest(commands: &[Expression], failure: &Failure) -> Vec<Expression> {
    shrink(commands, |fewer| judge(fewer).is_err_and(|other| other.is_like(failure)))
}

/// Commands as the text of a script, one a line.
#[must_use]
pub fn script(commands: &[Expression]) -> String {
    commands.iter().map(|command| format!("{command}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder of sessions that failed once.
    const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/traces");

    #[test]
    fn three_hundred_seeds() {
        let mut all = Tally::default();
        for seed in 0..300 {
            let commands = generate(seed);
            match judge(&commands) {
                Ok(tally) => all.add(&tally),
                Err(failure) => {
                    let small = script(&smallest(&commands, &failure));
                    panic!("seed {seed}: {failure}\n{small}");
                }
            }
        }
        assert!(all.sat > 100 && all.unsat > 50, "both answers occur: {all:?}");
        assert!(all.refuted > 20, "the oracle agrees with unsat now and then: {all:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_session() {
        assert_eq!(script(&generate(7)), script(&generate(7)));
        assert_ne!(script(&generate(7)), script(&generate(8)));
    }

    #[test]
    fn kept_sessions_pass() {
        let mut files: Vec<_> = std::fs::read_dir(KEPT)
            .expect("the folder is there")
            .map(|entry| entry.expect("readable").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
            .collect();
        files.sort();
        assert!(!files.is_empty());
        for file in files {
            let text = std::fs::read_to_string(&file).expect("readable");
            let commands = Expression::parse_all(&text).expect("a script");
            if let Err(failure) = judge(&commands) {
                panic!("{}: {failure}", file.display());
            }
        }
    }

    fn verdict(text: &str) -> Result<Tally, Failure> {
        judge(&Expression::parse_all(text).expect("a script"))
    }

    #[test]
    fn what_is_right_is_counted() {
        let tally = verdict(
            "(declare-const n Int)(push)(assert (! (= n 1) :named one))(check-sat)(get-value (n (+ n 1)))
             (push)(assert (! (= n 2) :named two))(check-sat)(get-unsat-core)(pop 2)(get-model)(check-sat)",
        );
        let tally = tally.expect("all is right");
        assert_eq!((tally.sat, tally.unsat, tally.unknown), (2, 1, 0));
    }

    #[test]
    fn a_command_that_is_refused_is_a_failure() {
        let failure = verdict("(declare-const n Int)(assert (= n \"a\"))").expect_err("sorts differ");
        assert_eq!((failure.kind, failure.at), (Kind::Refused, 1));
    }
}
