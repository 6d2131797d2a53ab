//! The paths of a small request router: which are possible, and a request for each.

use tress::{Answer, Branch, Dialect, Result, Solver, Sort, Term};

/// Walks the tests one by one, both ways, and goes no further where a path is impossible.
fn walk(s: &mut Solver, at: &Branch, tests: &[(&str, Term)], path: &str, request: &Term) -> Result<String> {
    let Some(((name, test), rest)) = tests.split_first() else {
        return Ok(format!("{path}: {}\n", s.value(request)?));
    };
    let mut report = String::new();
    for (sign, condition) in [('+', test.clone()), ('-', !test)] {
        let (next, path) = (at.extend(condition)?, format!("{path} {sign}{name}"));
        report += &match s.check_branch(&next)? {
            Answer::Sat => walk(s, &next, rest, &path, request)?,
            Answer::Unsat => format!("{path}: impossible\n"),
            Answer::Unknown(reason) => format!("{path}: unknown, {reason}\n"),
        };
    }
    Ok(report)
}

pub(crate) fn report() -> Result<String> {
    let mut s = Solver::new();
    let request = s.constant("request", Sort::String)?;
    s.assert(request.matches(s.regex(Dialect::Java, r"(GET|PUT) /[a-z0-9./]*")?))?;
    let path = request.substr(request.index_of("/", 0), request.len());
    let user = path.substr(6, path.len()).to_int();
    let tests = [
        ("get", request.starts_with("GET ")),
        ("user", path.starts_with("/user/")),
        ("admin", user.ge(0) & user.lt(10)),
    ];
    let start = s.branch();
    walk(&mut s, &start, &tests, "", &request)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(std::io::Write::write_all(&mut std::io::stdout(), report()?.as_bytes())?)
}
