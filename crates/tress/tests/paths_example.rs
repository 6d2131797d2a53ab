//! The example that explores paths: its output, and that it stays short, without SMT-LIB and `unwrap`.

use tress::Result;

#[path = "../examples/paths.rs"]
#[expect(dead_code, reason = "its main function is for the example")]
mod paths;

#[test]
fn the_example_is_short_and_plain() {
    let text = include_str!("../examples/paths.rs");
    assert!(text.lines().count() <= 40);
    assert!(["unwrap", "expect", "(assert", "parse"].iter().all(|word| !text.contains(word)));
}

/// Requests are judged by Rust's own string functions.
#[test]
fn every_path_has_a_request_that_takes_it() -> Result<()> {
    let report = paths::report()?;
    let lines: Vec<(&str, &str)> = report.lines().filter_map(|line| line.split_once(": ")).collect();
    assert_eq!(lines.len(), 8, "{report}");
    for (path, request) in lines {
        let request = request.trim_matches('"');
        let target = &request[request.find('/').unwrap_or(request.len())..];
        let number =
            target.get(6..).filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
        let is_admin = number.and_then(|digits| digits.parse::<u64>().ok()).is_some_and(|number| number < 10);
        let tests = [request.starts_with("GET "), target.starts_with("/user/"), is_admin];
        let signs: Vec<bool> = path.split_whitespace().map(|step| step.starts_with('+')).collect();
        assert_eq!(signs, tests, "{path}: {request}");
    }
    Ok(())
}
