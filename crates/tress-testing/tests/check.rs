//! `scripts/check.sh` with a toolchain that lacks parts: what is skipped, what fails, what runs all the same.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a program `cargo` that says what it is asked and has none of the given subcommands.
fn toolchain(name: &str, missing: &[&str]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tress-check-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let missing: String = missing.iter().map(|command| format!("{command}) exit 1;; ")).collect();
    let script = format!("#!/bin/sh\ncase \"$1\" in {missing}*) echo \"cargo $*\";; esac\n");
    let program = folder.join("cargo");
    fs::write(&program, script).expect("a script");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

/// Runs a script of the repository with this folder's `cargo` before all others.
fn run(script: &str, folder: &Path) -> (String, bool) {
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(script);
    let done: Output = Command::new("bash")
        .arg(script)
        .env("PATH", path)
        .env_remove("TRESS_CHECK")
        .output()
        .expect("it runs");
    fs::remove_dir_all(folder).expect("the folder is ours");
    (String::from_utf8_lossy(&done.stdout).into_owned(), done.status.success())
}

#[test]
fn a_minimal_toolchain_skips_formatting_and_lints() {
    let (text, fine) = run("scripts/check.sh", &toolchain("minimal", &["fmt", "clippy"]));
    assert!(fine, "{text}");
    assert!(text.contains("== formatting: skipped, rustfmt is missing"), "{text}");
    assert!(text.contains("== lints: skipped, clippy is missing"), "{text}");
    assert!(text.contains("cargo test --workspace --all-targets --locked"), "{text}");
    assert!(text.contains("cargo run"), "the script goes on to its end: {text}");
}

#[test]
fn the_gate_skips_nothing() {
    for missing in ["fmt", "clippy"] {
        let (text, fine) = run(".ci/run", &toolchain(&format!("gate-{missing}"), &[missing]));
        assert!(!fine && text.contains("nothing may be skipped"), "{text}");
        assert!(!text.contains("cargo test"), "{text}");
    }
}

#[test]
fn a_whole_toolchain_runs_everything() {
    let (text, fine) = run("scripts/check.sh", &toolchain("whole", &[]));
    assert!(fine && !text.contains("skipped"), "{text}");
    for step in [
        "cargo fmt --all --check",
        "cargo fmt --manifest-path lab/Cargo.toml --check",
        "cargo clippy --workspace",
        "cargo clippy --manifest-path lab/Cargo.toml",
        "cargo test --workspace",
        "cargo test --manifest-path lab/Cargo.toml",
        "cargo package",
    ] {
        assert!(text.contains(step), "{step} is missing in {text}");
    }
}

#[test]
fn the_gate_runs_the_package_and_the_page_too() {
    let gate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/run");
    let text = fs::read_to_string(gate).expect("the gate");
    for step in
        ["set -eu", "TRESS_CHECK=all sh scripts/check.sh", "sh scripts/python.sh", "sh scripts/browser.sh"]
    {
        assert!(text.lines().any(|line| line == step), "{step} is missing in {text}");
    }
}

#[test]
fn what_fails_is_not_skipped() {
    // The component is there, and finds something: only the question for its version succeeds.
    let folder = toolchain("failing", &[]);
    let script = "#!/bin/sh\ncase \"$*\" in 'fmt --version') ;; fmt*) exit 1;; *) echo \"cargo $*\";; esac\n";
    fs::write(folder.join("cargo"), script).expect("a script");
    let (text, fine) = run("scripts/check.sh", &folder);
    assert!(!fine && !text.contains("cargo test"), "{text}");
}
