//! No cap becomes a conclusion: with a cap at nothing or at one, methods give up, and answers stay right.
//!
//! Each cap is asked about a part of the problems here, and about all of them by `cargo lab caps`.

use tress_base::Cap;
use tress_solver::caps;
use tress_testing::caps::{Problem, Survey, ask_all, ask_each, asked, problems};

/// Each cap is asked about one of this many problems.
const STRIDE: usize = 4;

fn check(survey: &Survey) {
    assert!(survey.faults.is_empty(), "{} faults\n{}", survey.faults.len(), survey.faults.join("\n"));
}

#[test]
fn no_cap_becomes_a_conclusion() {
    let survey = ask_each(&problems(), STRIDE);
    check(&survey);
    // No check asks for certificates.
    let asked = caps().filter(|cap| !cap.name().starts_with("certificates."));
    let (hit, all) = (survey.hit.len(), asked.count());
    assert!(2 * hit > all, "only {hit} of {all} caps were hit");
}

#[test]
fn all_caps_at_once_leave_right_answers() {
    let all_at = |most| caps().map(|cap| (cap, most)).collect::<Vec<(&'static Cap, u64)>>();
    check(&ask_all("all caps at 0", &problems(), &all_at(0)));
    check(&ask_all("all caps at 1", &problems(), &all_at(1)));
}

#[test]
fn shares_without_bound_do_not_overflow() {
    let shares = caps().filter(|cap| cap.name().ends_with("steps")).map(|cap| (cap, u64::MAX));
    check(&ask_all("all steps without bound", &problems(), &shares.collect::<Vec<_>>()));
}

/// A string that is read far from its ends is split when the cap of that is raised.
#[test]
fn a_cap_that_is_raised_lets_its_method_go_on() {
    let text = "(declare-const x String)(assert (>= (str.to_int (str.substr x 60 2)) 40))
        (assert (not (= (str.at x 3) (str.at x 0))))(check-sat)";
    let problem = Problem { name: String::new(), text: text.to_owned(), answers: vec![Some("sat")] };
    let cap = caps().find(|cap| cap.name() == "affix-split.characters").expect("a cap of this name");
    let usual = asked(&problem, "affix-split", &[]);
    assert_eq!((usual.answers, usual.hit), (vec![None], vec![cap.name()]));
    let raised = asked(&problem, "affix-split", &[(cap, 100)]);
    assert_eq!((raised.answers, raised.hit), (vec![Some("sat")], Vec::new()));
}

#[test]
fn most_problems_are_answered_with_the_usual_caps() {
    let problems = problems();
    let checks: usize = problems.iter().map(|problem| problem.answers.len()).sum();
    let answered: usize =
        problems.iter().map(|problem| asked(problem, "auto", &[]).answers.iter().flatten().count()).sum();
    assert!(answered > checks * 3 / 4, "{answered} of {checks}");
}
