//! Prints the reference of options: `cargo run -p tress-solver --example options_page > docs/options.md`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(tress_solver::options::options_page().as_bytes())
}
