#!/bin/sh
# Everything a change must pass: formatting, lints without warnings, all tests, all examples in the docs, all packages.
# Formatting and lints are skipped, with a line, when the toolchain has no rustfmt or clippy; with TRESS_CHECK=all that fails.
set -eu
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; }

# Begins a step that needs a component of the toolchain. Cargo is asked: rustup puts a stub in the place of what is not installed.
step_with() {
    component=$1 command=$2 name=$3
    if cargo "$command" --version >/dev/null 2>&1; then
        step "$name"
    elif [ "${TRESS_CHECK:-}" = all ]; then
        step "$name: $component is missing, and nothing may be skipped"
        exit 1
    else
        step "$name: skipped, $component is missing (rustup component add $component)"
        return 1
    fi
}

# The lab is a workspace of its own. In one target folder the libraries of others are built once.
lab="--manifest-path lab/Cargo.toml --target-dir ${CARGO_TARGET_DIR:-target}"

if step_with rustfmt fmt formatting; then
    cargo fmt --all --check
    cargo fmt --manifest-path lab/Cargo.toml --check
fi

if step_with clippy clippy lints; then
    cargo clippy --workspace --all-targets --locked -- -D warnings
    cargo clippy $lab --all-targets --locked -- -D warnings
fi

step tests
cargo test --workspace --all-targets --locked

step tests of the lab
cargo test $lab --all-targets --locked

step all conclusions of a run, checked
cargo test --locked -p tress-kernel -p tress-strings --lib --features tress-strings/check-everything
cargo test --locked -p tress-session --test regress --features check-everything

step examples in the documentation
cargo test --workspace --doc --locked
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --lib --no-deps --locked

step packages
cargo package --workspace --exclude tress-testing --no-verify --allow-dirty --locked --offline --quiet

step the README example
cargo run --quiet --locked -p tress-cli -- examples/login.smt2
