//! Certificates in sessions: `get-proof`, and `unsat` only with a certificate.

use tress_session::{Session, run};
use tress_solver::options::Options;

/// The replies to a script, and its session.
fn session(script: &str) -> (Vec<String>, Session) {
    let mut session = Session::new(Options::default());
    let mut replies = Vec::new();
    run(&mut session, script.as_bytes(), &mut replies).expect("nothing fails");
    let replies = String::from_utf8(replies).expect("text");
    (replies.lines().map(str::to_owned).collect(), session)
}

/// The certificates in replies: what stands between lines that are a parenthesis.
fn certificates(replies: &[String]) -> Vec<String> {
    let parts = replies.split(|line| line == "(" || line == ")");
    parts
        .filter(|part| part.first().is_some_and(|line| line.starts_with("(tress-c")))
        .map(|part| part.join("\n"))
        .collect()
}

#[test]
fn a_certificate_is_about_the_last_check_of_what_was_sent() {
    let commands = [
        "(set-option :produce-proofs true)(declare-const x String)(define-sort S () String)",
        "(push 2)(assert (= x \"a\"))(check-sat)(pop 1)(push)(declare-const y S)",
        "(define-fun two () Int 2)(assert (! (= (str.len y) 3) :named three))(check-sat)",
        "(check-sat-assuming ((= (str.len y) two) (= x \"b\")))(get-proof)",
        "(pop 2)(declare-const y Int)(assert (> y 2))(check-sat)(get-proof)",
        "(set-option :global-declarations true)(push)(declare-const z Int)(pop)",
        "(push)(assert (< y z 2))(assert (> z y))(check-sat)(get-proof)(get-proof)",
        "(reset-assertions)(assert (distinct z z))(check-sat)(get-proof)",
        "(reset)(set-option :produce-proofs true)(declare-const x Int)(assert (= (+ x 1) x))(check-sat)(get-proof)",
    ];
    let (replies, _) = session(&commands.concat());
    let errors: Vec<&String> = replies.iter().filter(|line| line.starts_with("(error")).collect();
    assert!(errors.len() == 1 && errors[0].contains("did not answer unsat"), "{errors:?}");
    let found = certificates(&replies);
    assert_eq!(found.len(), 5, "{replies:?}");
    assert_eq!(found[1], found[2]);
    // Clients have the script as they sent it.
    for (ends, certificate) in [(4, &found[0]), (7, &found[1]), (8, &found[3]), (9, &found[4])] {
        let script = commands[..ends].concat();
        assert_eq!(tress_check::check(script.as_bytes(), certificate.as_bytes()), Ok(()), "{script}");
        let other = "(declare-const x String)(declare-const y String)(declare-const z Int)(assert (= x y))(check-sat)";
        assert!(tress_check::check(other.as_bytes(), certificate.as_bytes()).is_err());
    }
}

#[test]
fn without_a_certificate_there_is_an_error_that_says_why() {
    let on = "(set-option :produce-proofs true)";
    let datatype =
        "(declare-datatype D ((a) (b)))(declare-const d D)(assert (distinct d a))(assert (distinct d b))";
    let false_ = "(declare-const x Bool)(assert (and x (not x)))";
    for (script, why) in [
        (format!("{on}{false_}(get-proof)"), "did not answer unsat"),
        (format!("{on}{false_}(check-sat)(push)(get-proof)"), "did not answer unsat"),
        (format!("{false_}(check-sat)(get-proof)"), "(set-option :produce-proofs true)"),
        (format!("{false_}{on}(check-sat)(get-proof)"), "commands in front of the option"),
        (format!("{on}{datatype}(check-sat)(get-proof)"), "declare-datatype is not understood"),
        (format!("(set-option :alphabet 10){on}{false_}(check-sat)(get-proof)"), "alphabet"),
        (format!("(set-option :lenient-escapes true){on}{false_}(check-sat)(get-proof)"), "escapes"),
    ] {
        let (replies, _) = session(&script);
        let last = replies.last().expect("a reply");
        assert!(last.starts_with("(error \"") && last.contains(why), "{script}: {last}");
    }
}

#[test]
fn the_session_goes_on_after_an_error_and_its_certificates_are_about_the_rest() {
    let (replies, _) = session(
        "(set-option :produce-proofs true)(declare-const x Int)(assert (= x y))(assert (< x 2))(assert (> x 2))
         (check-sat)(get-proof)",
    );
    assert_eq!(replies[1], "unsat");
    let certificate = &certificates(&replies)[0];
    let understood = "(declare-const x Int)(assert (< x 2))(assert (> x 2))(check-sat)";
    assert_eq!(tress_check::check(understood.as_bytes(), certificate.as_bytes()), Ok(()));
}

#[test]
fn unsat_only_with_a_certificate() {
    let on = "(set-option :certified true)";
    let (replies, mut all) = session(&format!(
        "{on}(declare-const x Int)(push)(assert (< x 2))(check-sat)(assert (> x 2))(check-sat)(get-unsat-core)(pop)
         (declare-datatype D ((a) (b)))(declare-const d D)(assert (distinct d a))(check-sat)(assert (distinct d b))
         (check-sat)(get-info :reason-unknown)(get-unsat-core)"
    ));
    assert_eq!(replies[..5], ["sat", "unsat", "()", "sat", "unknown"]);
    assert!(replies[5].starts_with("(:reason-unknown (incomplete (certificate \"the problem"), "{replies:?}");
    assert!(replies[6].contains("not available"), "{replies:?}");
    assert_eq!(all.solver.stats.get("certificates-made"), 1);
    assert_eq!(all.solver.stats.get("certificates-missing"), 1);
    assert_eq!(all.solver.stats.get("certificates-refused"), 0);
    assert!(all.solver.certificate(b"").is_err());
}

#[test]
fn certifying_is_under_the_limits_of_a_check() {
    let problem = "(declare-const x String)(assert (= (str.len x) 2))(assert (= x \"abc\"))";
    for steps in (1..200).chain([1 << 20]) {
        let (replies, _) = session(&format!(
            "(set-option :certified true)(set-option :rlimit {steps}){problem}(check-sat)(get-info :reason-unknown)"
        ));
        let is_known = ["unsat", "unknown"].contains(&replies[0].as_str());
        assert!(is_known && (steps < 200 || replies[0] == "unsat"), "{steps}: {replies:?}");
    }
}

#[test]
fn off_it_keeps_nothing() {
    let (_, session) = session("(declare-const x Int)(assert (< x x))(check-sat)");
    assert!(session.solver.stats.iter().all(|(name, _)| !name.starts_with("certificate")));
}
