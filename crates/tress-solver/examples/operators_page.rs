//! Prints the operator reference: `cargo run -p tress-solver --example operators_page > docs/operators.md`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(tress_term::term::operators_page().as_bytes())
}
