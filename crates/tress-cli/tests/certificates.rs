//! `--certificate` and `--certified`, as their users run them.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;

use pages::{run_apart, shell_words};

fn run(line: &str, input: &str) -> (i32, String, String) {
    run_apart(&shell_words(line), input)
}

fn path(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("tress-certificates-{}-{name}", std::process::id()));
    path.to_string_lossy().into_owned()
}

fn script(name: &str, text: &str) -> String {
    let path = path(name);
    fs::write(&path, text).expect("a file can be written");
    path
}

const UNSAT: &str =
    "(declare-const x Int)(push)(assert (< x 2))(check-sat)\n(assert (> x 2))\n(check-sat-assuming (true))";

#[test]
fn the_last_unsat_is_certified() {
    let text = format!("{UNSAT}\n(get-info :name)(pop)(push)(exit)(check-sat)");
    let (problem, certificate) = (script("a.smt2", &text), path("a.cert"));
    let replies = "sat\nunsat\n(:name \"tress\")\n";
    let (code, out, told) = run(&format!("--certificate {certificate} {problem}"), "");
    assert_eq!((code, out.as_str(), told.as_str()), (0, replies, ""));
    let written = fs::read(&certificate).expect("it was written");
    assert_eq!(tress_check::check(text.as_bytes(), &written), Ok(()));
    // From standard input, and onto standard output behind the answer.
    let (code, out, told) = run("--certificate -", &text);
    let (before, behind) = out.split_once("unsat\n").expect("an answer");
    let (steps, rest) = behind.split_once("(:name").expect("the rest is answered");
    assert_eq!((code, before, rest, told.as_str()), (0, "sat\n", " \"tress\")\n", ""));
    assert_eq!(steps.as_bytes(), written);
}

#[test]
fn without_one_the_reason_is_told_and_nothing_is_written() {
    let datatype = "(declare-datatype D ((a) (b)))(declare-const d D)(assert (distinct d a b))(check-sat)";
    let cases = [
        ("(check-sat)", 0, "sat\n", "the last check did not answer unsat"),
        (
            "(set-option :rlimit 1)(declare-const x String)(assert (= (str.len x) 2))(check-sat)",
            0,
            "unknown\n",
            "the last check",
        ),
        ("(assert false)", 0, "", "nothing is checked"),
        (datatype, 0, "unsat\n", "the problem, line 1: the command declare-datatype is not understood (1)"),
        ("(assert false)(check-sat)(check-sat-assuming (y))", 1, "unsat\n", "the problem"),
    ];
    for (number, (text, status, replies, why)) in cases.into_iter().enumerate() {
        let (problem, certificate) =
            (script(&format!("{number}.smt2"), text), path(&format!("{number}.cert")));
        let (code, out, told) = run(&format!("--certificate {certificate} {problem}"), "");
        assert_eq!((code, out.starts_with(replies)), (status, true), "{text}: {out}");
        assert!(told.starts_with("tress: no certificate: ") && told.contains(why), "{text}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(!fs::exists(&certificate).expect("it can be asked"), "{text}");
    }
    let (code, out, _) = run(&format!("--certificate {} {}", path("no/such/folder"), script("f", UNSAT)), "");
    assert_eq!((code, out.as_str()), (2, "sat\nunsat\n"));
    let (_, out, _) = run("--certificate -", "this is no script");
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn unsat_only_with_a_certificate() {
    assert_eq!(run("--certified", UNSAT).1, "sat\nunsat\n");
    let datatype = "(declare-datatype D ((a) (b)))(declare-const d D)(assert (distinct d a b))(check-sat)";
    assert_eq!(run("--certified", datatype).1, "unknown\n");
    assert_eq!(run("", datatype).1, "unsat\n");
}

/// Every character of a certificate counts, but for those that are not read.
#[test]
fn changed_certificates_are_refused() {
    let (_, out, _) = run("--certificate -", UNSAT);
    let certificate = out.strip_prefix("sat\nunsat\n").expect("answers");
    assert_eq!(tress_check::check(UNSAT.as_bytes(), certificate.as_bytes()), Ok(()));
    let (mut accepted, mut all) = (0, 0);
    for (index, byte) in certificate.bytes().enumerate() {
        for other in b"()-0123456789 a=".iter().filter(|other| **other != byte) {
            let mut changed = certificate.as_bytes().to_vec();
            changed[index] = *other;
            all += 1;
            accepted += usize::from(tress_check::check(UNSAT.as_bytes(), &changed).is_ok());
        }
    }
    assert!(all > 1000 && accepted * 20 < all, "{accepted} of {all}");
    let other = UNSAT.replace("(> x 2)", "(> x 0)");
    assert!(tress_check::check(other.as_bytes(), certificate.as_bytes()).is_err());
}
