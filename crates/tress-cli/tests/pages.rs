//! The pages of documentation show what happens.

#[path = "common/pages.rs"]
mod pages;

use std::fs;
use std::path::Path;

use pages::{check_page, run, shell_words};
use tress_solver::registry;

#[test]
fn the_readme_is_true() {
    check_page("README.md", 1);
}

#[test]
fn the_readme_of_the_program_is_true() {
    check_page("crates/tress-cli/README.md", 2);
}

#[test]
fn the_page_on_regular_expressions_is_true() {
    check_page("docs/regex.md", 19);
}

#[test]
fn the_page_on_slow_patterns_is_true() {
    check_page("docs/redos.md", 8);
}

#[test]
fn the_page_on_quantifiers_is_true() {
    check_page("docs/quantifiers.md", 6);
}

#[test]
fn the_page_on_objectives_is_true() {
    check_page("docs/optimise.md", 7);
}

#[test]
fn the_page_on_recursive_functions_is_true() {
    check_page("docs/functions.md", 6);
}

#[test]
fn the_page_on_sequences_is_true() {
    check_page("docs/sequences.md", 4);
}

#[test]
fn the_page_on_certificates_is_true() {
    check_page("docs/certificates.md", 6);
}

#[test]
fn the_cookbook_is_true() {
    check_page("docs/cookbook.md", 30);
}

#[test]
fn the_page_of_examples_is_true() {
    check_page("docs/examples.md", 30);
}

#[test]
fn the_page_on_languages_is_true() {
    check_page("docs/languages.md", 12);
}

#[test]
fn the_page_on_engines_is_true() {
    check_page("docs/engines.md", 1);
}

#[test]
fn the_page_on_engines_names_all_and_no_other() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engines.md"))
        .expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| `") && !line.contains("--engine"));
    let mut named: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(','))
        .map(|name| name.trim().trim_matches('`'))
        .collect();
    let mut known: Vec<&str> = registry::NAMES.to_vec();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
}

#[cfg(unix)]
#[test]
fn the_page_on_many_problems_is_true() {
    check_page("docs/batch.md", 2);
}

#[cfg(feature = "serve")]
#[test]
fn the_page_on_the_server_is_true() {
    check_page("docs/serve.md", 1);
}

#[cfg(feature = "exec")]
#[test]
fn the_page_on_java_is_true() {
    check_page("docs/java.md", 5);
}

/// Every file of the folder of examples is answered, and some page shows how.
#[test]
fn the_examples_are_answered_and_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cookbook = fs::read_to_string(root.join("docs/cookbook.md")).expect("the cookbook is there");
    let page = fs::read_to_string(root.join("docs/examples.md")).expect("the page of examples is there");
    let entries = fs::read_dir(root.join("examples")).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(names.len() >= 35, "only {names:?}");
    for name in names {
        let text = fs::read_to_string(root.join("examples").join(&name)).expect("examples are text");
        assert!(text.starts_with("; "), "{name} begins with its story");
        let is_run = |page: &str| page.contains(&format!("$ tress examples/{name}\n"));
        assert!(name == "login.smt2" || is_run(&cookbook) || is_run(&page), "no page runs {name}");
        let (output, code) = run(&shell_words(&format!("--timeout 20 examples/{name}")), "");
        let answers = output.lines().filter(|line| ["sat", "unsat"].contains(line)).count();
        assert_eq!((answers, code), (text.matches("(check-sat)").count(), 0), "{name}: {output}");
    }
}
