//! What the program prints with `--stats`.

use std::collections::BTreeMap;

/// The counters in an output, by name; names begin with a colon.
pub(super) fn numbers(output: &str) -> BTreeMap<&str, f64> {
    let words: Vec<&str> = output.split([' ', '(', ')', '\n']).collect();
    words.windows(2).filter_map(|pair| Some((pair[0], pair[1].parse().ok()?))).collect()
}
