//! A second opinion: an answer is confirmed by an engine that did not give it.
//!
//! Enters: an answer. Leaves: the same answer with the engine that gave it too, if one did in its share of work; or, when
//! one says the contrary, no answer.

use tress_base::Budget;

use super::{Solver, State};
use crate::strategy::{Choice, Method};
use tress_engines as engines;
use tress_rewrite::problem::Reason;

/// Who is asked, the engines that share least with the usual search first.
const ASKED: [&str; 8] =
    ["fixed-automata", "fixed-bits", "lazy", "parray", "flat", "circuits", "numerals", "calculus"];
/// Steps for each of them.
const SHARE: u64 = 1_000_000;

/// What became of the last answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// Nobody else was asked.
    #[default]
    NotAsked,
    /// Nobody else answered in the time left.
    Missing,
    /// This engine gives the same answer.
    By(&'static str),
}

/// Who confirmed the last answer of a solver.
#[must_use]
pub fn confirmation(solver: &Solver) -> Confirmation {
    solver.checks.confirmation
}

/// Asks other engines about what has been answered, until one answers too. Assertions are only rewritten for them.
pub(super) fn confirmed(solver: &mut Solver, state: State, budget: &Budget) -> State {
    let is_sat = match state {
        State::Sat(_) => true,
        State::Unsat(..) => false,
        State::Unknown(_) | State::Asserting => return state,
    };
    let stage = budget.progress().glance().map_or("", |glance| glance.stage);
    // The kept search is one of the calculus; what is no engine belongs to the usual way.
    let stage = if stage == "kept search" { "calculus" } else { stage };
    let first = engines::named(stage).map_or("auto", |engine| engine.name());
    solver.checks.confirmation = Confirmation::Missing;
    for engine in ASKED.into_iter().filter(|name| *name != first).filter_map(engines::named) {
        let name = engine.name();
        budget.progress().enter(name);
        let method = Method { choice: Choice::Engine(engine), preprocess: false };
        let said = match budget.share(SHARE, || solver.decide(method, budget, false)) {
            Ok(Some(State::Sat(_))) => true,
            Ok(Some(State::Unsat(..))) => false,
            Ok(_) => continue,
            Err(_) => break,
        };
        if said != is_sat {
            let (sat, unsat) = if said { (name, first) } else { (first, name) };
            return State::Unknown(Reason::Contradiction { sat, unsat });
        }
        solver.checks.confirmation = Confirmation::By(name);
        break;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::session::{Session, run};

    /// The replies to a script under `cross-check`, and who confirmed the last answer.
    fn checked(script: &str) -> (String, Confirmation) {
        let mut options = Options::default();
        options.set("cross-check", "true").expect("an option");
        let (mut session, mut replies) = (Session::new(options), Vec::new());
        run(&mut session, script.as_bytes(), &mut replies).expect("nothing fails");
        (String::from_utf8(replies).expect("text"), confirmation(&session.solver))
    }

    #[test]
    fn another_engine_gives_the_same_answer() {
        let begin =
            "(declare-const x String)(declare-const y String)(assert (= (str.++ x \"b\") (str.++ \"a\" y)))";
        let (replies, by) = checked(&format!("{begin}(check-sat)"));
        assert_eq!(replies, "sat\n");
        assert!(matches!(by, Confirmation::By(_)), "{by:?}");
        let (replies, by) = checked(&format!("{begin}(assert (= (str.len x) (+ (str.len y) 1)))(check-sat)"));
        assert_eq!(replies, "unsat\n");
        assert!(matches!(by, Confirmation::By(_)), "{by:?}");
    }

    #[test]
    fn what_nobody_else_answers_in_the_time_left_stays_an_answer() {
        let script = |steps| {
            format!(
                "(set-option :rlimit {steps})(declare-const x String)(assert (= (str.len x) 2))(check-sat)"
            )
        };
        let limits = (1..400).chain([1 << 20]);
        let all: Vec<(String, Confirmation)> = limits.map(|steps| checked(&script(steps))).collect();
        assert!(all.contains(&("sat\n".to_owned(), Confirmation::Missing)), "{all:?}");
        assert!(matches!(all.last(), Some((_, Confirmation::By(_)))), "{all:?}");
    }

    #[test]
    fn models_and_cores_are_those_of_the_first_answer() {
        let script = "(set-option :produce-unsat-cores true)(declare-const x String)\
            (assert (! (= x \"a\") :named one))(check-sat)(get-value (x))(assert (! (= x \"b\") :named two))(check-sat)(get-unsat-core)";
        assert_eq!(checked(script).0, "sat\n((x \"a\"))\nunsat\n(one two)\n");
    }

    #[test]
    fn without_the_option_nobody_is_asked() {
        let (mut session, mut replies) = (Session::new(Options::default()), Vec::new());
        run(&mut session, &b"(check-sat)"[..], &mut replies).expect("nothing fails");
        assert_eq!(confirmation(&session.solver), Confirmation::NotAsked);
    }
}
