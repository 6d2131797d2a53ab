//! The smallest certificates that are accepted and refused, for every step: `testdata/certificates`.
//!
//! `STEP/ok-NAME.cert` is accepted, `STEP/bad-NAME.cert` refused. The problem is the file of the same name
//! that ends with `.smt2`, or else `STEP/problem.smt2`. A comment `; line N` in a refused one names the line
//! of the refusal, a comment `; why TEXT` a part of the reason.

use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/certificates")
}

/// All certificates with their problems.
fn cases() -> Vec<(PathBuf, Vec<u8>, Vec<u8>)> {
    let mut found = Vec::new();
    for step in fs::read_dir(folder()).expect("the folder is there") {
        for file in fs::read_dir(step.expect("readable").path()).expect("a folder") {
            let path = file.expect("readable").path();
            if path.extension().is_some_and(|ending| ending == "cert") {
                let own = path.with_extension("smt2");
                let problem = if own.exists() { own } else { path.with_file_name("problem.smt2") };
                let problem =
                    fs::read(&problem).unwrap_or_else(|_| panic!("{} has no problem", path.display()));
                found.push((path.clone(), problem, fs::read(&path).expect("readable")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn small_certificates() {
    let mut problems = Vec::new();
    let cases = cases();
    assert!(cases.len() > 50);
    for (path, problem, certificate) in cases {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&certificate).into_owned();
        let wanted = |key: &str| text.lines().find_map(|line| line.strip_prefix(key).map(str::to_owned));
        match (name.starts_with("ok-"), tress_check::check(&problem, &certificate)) {
            (true, Ok(())) => {}
            (false, Err(refusal)) => {
                let line =
                    wanted("; line ").map_or(refusal.line, |line| line.trim().parse().expect("a number"));
                let why = wanted("; why ").unwrap_or_default();
                if line != refusal.line || !refusal.why.contains(why.trim()) {
                    problems.push(format!("{}: refused at {refusal}", path.display()));
                }
            }
            (true, Err(refusal)) => problems.push(format!("{}: {refusal}", path.display())),
            (false, Ok(())) => problems.push(format!("{}: accepted", path.display())),
        }
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn the_binary_form_means_the_same() {
    let (mut texts, mut binaries) = (0, 0);
    for (path, problem, certificate) in cases() {
        let binary = tress_check::to_binary(&certificate[..]).expect("a certificate");
        let accepted = tress_check::check(&problem, &certificate).is_ok();
        assert_eq!(tress_check::check(&problem, &binary).is_ok(), accepted, "{}", path.display());
        // A certificate that is cut off has no binary form of its own.
        if let Ok(back) = tress_check::to_text(&binary[..]) {
            assert_eq!(tress_check::check(&problem, &back).is_ok(), accepted, "{}", path.display());
            assert_eq!(
                tress_check::to_binary(&back[..]).expect("a certificate"),
                binary,
                "{}",
                path.display()
            );
        }
        texts += certificate.len();
        binaries += binary.len();
    }
    assert!(binaries * 2 < texts, "{binaries} of {texts}");
}
