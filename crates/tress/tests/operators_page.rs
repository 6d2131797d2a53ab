//! `docs/operators.md` says what the operator table says.

use std::fs;
use std::path::Path;

#[test]
fn the_page_is_up_to_date() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operators.md");
    let found = fs::read_to_string(page).unwrap_or_default();
    let wanted = tress::internals::term::operators_page();
    let first_difference = found.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted);
    assert!(
        found == wanted,
        "docs/operators.md is stale (first at line {:?}); write it anew with: \
         cargo run -p tress --example operators_page > docs/operators.md",
        first_difference.map(|line| line + 1)
    );
}
