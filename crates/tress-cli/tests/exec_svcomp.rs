//! Tasks of SV-COMP, as `tress exec --svcomp` answers them.
#![cfg(feature = "exec")]

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;
use std::path::Path;
use std::process::Command;

use pages::run_apart;

const TASKS: &str = "testdata/java/svcomp";

/// Exit code, standard output and standard error.
fn answer(task: &str, property: &str) -> (i32, String, String) {
    let words = ["exec", "--svcomp", task, "--prop", property, "--timeout", "20"];
    run_apart(&words.map(str::to_owned), "")
}

/// Tasks are compiled where that is possible; elsewhere the answer must be that it is not.
fn has_compiler() -> bool {
    Command::new("javac").arg("-version").output().is_ok_and(|done| done.status.success())
}

#[test]
fn tasks_have_the_answers_that_were_written_down() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TASKS).join("answers.tsv");
    let table = fs::read_to_string(table).expect("the table is there");
    let mut wrong = Vec::new();
    for line in table.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        for (property, wanted) in [("valid-assert", words[1]), ("no-runtime-exception", words[2])] {
            let task = format!("{TASKS}/{}.yml", words[0]);
            let (code, text, errors) = answer(&task, &format!("{TASKS}/properties/{property}.prp"));
            // What is not modelled yet may be unknown; anything else would be wrong.
            let wanted = match wanted.strip_suffix('?') {
                Some(wanted) if text != "UNKNOWN\n" => wanted,
                None if has_compiler() => wanted,
                _ => "UNKNOWN",
            };
            let status = match wanted {
                "TRUE" => 0,
                "UNKNOWN" => 20,
                _ => 10,
            };
            if (code, text.as_str()) != (status, &format!("{wanted}\n")) {
                wrong.push(format!("{}, {property}: {text}{errors}, not {wanted}", words[0]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mistakes_are_told_and_nothing_is_answered() {
    let prefix = &format!("{TASKS}/Prefix.yml");
    for (task, property, told) in [
        ("nowhere.yml", "valid-assert", "nowhere.yml: "),
        (prefix, "nowhere.prp", "nowhere.prp: "),
        (prefix, prefix, "neither CHECK( init(Main.main()), LTL(G assert) )"),
        ("Cargo.toml", "valid-assert", "format_version is missing"),
    ] {
        let (code, text, errors) = answer(task, property);
        assert_eq!((code, text.as_str()), (2, ""), "{task} {property}: {errors}");
        assert!(errors.contains(told), "{task} {property}: {errors}");
    }
    let (code, text, errors) = run_apart(&["exec", "--svcomp", prefix].map(str::to_owned), "");
    assert_eq!((code, text.as_str()), (2, ""), "{errors}");
    assert!(errors.contains("--prop"), "{errors}");
}
