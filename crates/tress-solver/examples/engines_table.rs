//! Prints the table of `docs/engines.md`: `cargo run -p tress-solver --example engines_table`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(tress_solver::registry::engines_table().as_bytes())
}
