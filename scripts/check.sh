#!/bin/sh
# Everything a change must pass: formatting, lints without warnings, all tests, all examples in the docs.
set -eu
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; }

step formatting
cargo fmt --all --check

step lints
cargo clippy --workspace --all-targets --locked -- -D warnings

step tests
cargo test --workspace --all-targets --locked

step examples in the documentation
cargo test --workspace --doc --locked
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --lib --no-deps --locked

step the README example
cargo run --quiet --locked -p tress-cli -- examples/login.smt2
