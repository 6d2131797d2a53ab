//! The pages that are printed from tables say what the tables say.

use std::fs;
use std::path::Path;

fn check(name: &str, wanted: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{name}.md"));
    let found = fs::read_to_string(page).unwrap_or_default();
    let first_difference = found.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted);
    assert!(
        found == wanted,
        "docs/{name}.md is stale (first at line {:?}); write it anew with: \
         cargo run -p tress-solver --example {name}_page > docs/{name}.md",
        first_difference.map(|line| line + 1)
    );
}

#[test]
fn operators_are_up_to_date() {
    check("operators", &tress_term::term::operators_page());
}

#[test]
fn options_are_up_to_date() {
    check("options", &tress_solver::options::options_page());
}

#[test]
fn engines_are_up_to_date() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engines.md");
    let page = fs::read_to_string(page).unwrap_or_default();
    assert!(
        page.contains(&tress_solver::registry::engines_table()),
        "the table of docs/engines.md is stale; it is printed by: cargo run -p tress-solver --example engines_table"
    );
}
