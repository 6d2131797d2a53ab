//! What can be asked: solve a script, answer a question about expressions, show a report.
//!
//! Work is done by our own program in a process of its own, with arguments that are made here: a client
//! chooses among words that are known, and gives numbers, patterns and scripts. No client names a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tress_dialects::{DIALECTS, Dialect};
use tress_solver::registry;

use super::http::{Request, Response, read_form, value};
use super::sanitize::Chain;
use crate::json::{self, Object};
use crate::paths::NOWHERE;
use crate::process::child::{Ending, Job, Outcome};

/// How much of the output is sent back.
const KEPT: usize = 1 << 20;
/// How much later than its limit our program ends itself, and is killed.
const GRACE: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1000)];
/// Bytes of a pattern; systems allow little more for one argument.
const LONGEST: usize = 100 << 10;
/// Questions about expressions, and how many expressions each needs.
const QUESTIONS: [(&str, usize); 12] = [
    ("equal", 2),
    ("subset", 2),
    ("disjoint", 2),
    ("check", 2),
    ("info", 1),
    ("sample", 1),
    ("enumerate", 1),
    ("count", 1),
    ("show", 1),
    ("translate", 1),
    ("redos", 1),
    ("sanitize", 0),
];

/// Limits of one request.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// In mebibytes.
    pub(crate) memory: Option<u64>,
    /// Our own program.
    pub(crate) program: PathBuf,
}

impl Limits {
    /// As much time as is asked for, as far as it is given.
    fn time(&self, pairs: &[(String, String)]) -> Result<Duration, Response> {
        let Some(asked) = value(pairs, "timeout").filter(|text| !text.is_empty()) else {
            return Ok(self.time);
        };
        match crate::values::seconds(asked).filter(|time| !time.is_zero()) {
            Some(time) => Ok(time.min(self.time)),
            None => Err(Response::text(400, "timeout is a number of seconds above 0")),
        }
    }

    fn job(&self, arguments: Vec<OsString>, input: &[u8], time: Duration) -> Job {
        Job {
            program: self.program.clone().into(),
            arguments,
            input: input.to_vec(),
            time: Some(time + GRACE[1]),
            memory: self.memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20) / 10 * 11),
            kept: KEPT,
        }
    }
}

/// The process for a script.
pub(crate) fn solve(request: &Request, limits: &Limits) -> Result<Job, Response> {
    let time = limits.time(&request.query)?;
    let is_certifying = is_certifying(request);
    // A certificate has the time of one more check.
    let whole = if is_certifying { 2 * time } else { time };
    let mut arguments: Vec<OsString> = vec![
        "--no-interactive".into(),
        // So it reports why an answer is unknown.
        "-v".into(),
        format!("--timeout={}", time.as_secs_f64()).into(),
        format!("--tlimit={}", (whole + GRACE[0]).as_millis()).into(),
    ];
    if is_certifying {
        arguments.extend(["--certificate".into(), NOWHERE.into()]);
    }
    arguments.extend(limits.memory.map(|limit| format!("--memory={limit}").into()));
    if let Some(asked) = value(&request.query, "engine") {
        let row = registry::named(asked).ok_or_else(|| Response::text(400, "there is no such engine"))?;
        arguments.push(format!("--engine={}", row.name).into());
    }
    arguments.extend(match value(&request.query, "model") {
        Some("true") => Some("--model".into()),
        _ => None,
    });
    Ok(limits.job(arguments, &request.body, whole))
}

/// Is a certificate of the last unsat wanted?
fn is_certifying(request: &Request) -> bool {
    value(&request.query, "certify") == Some("true")
}

/// What came of the certificate of the last check, if it answered unsat.
fn certificate(output: &str, messages: &str, ending: Ending) -> Option<String> {
    let mut answers = output.lines().filter(|line| ["sat", "unsat", "unknown", "timeout"].contains(line));
    answers.next_back().filter(|answer| *answer == "unsat")?;
    let missing = messages.lines().find_map(|line| line.strip_prefix("tress: no certificate: "));
    Some(match (missing, ending) {
        (Some(missing), _) => format!("not certified: {missing}"),
        (None, Ending::Itself(Some(0 | 1))) => "certified".to_owned(),
        (None, _) => "not certified: the program failed".to_owned(),
    })
}

/// What became of a script.
pub(crate) fn solved(request: &Request, outcome: &Outcome) -> Response {
    let output = outcome.output.text();
    let errors = output.lines().filter_map(error).map(|(line, column, message)| {
        Object::new().with("line", line).with("column", column).with_text("message", message).to_string()
    });
    let messages = outcome.errors.text();
    let certificate = certificate(&output, &messages, outcome.ending).filter(|_| is_certifying(request));
    let is_progress = |line: &&str| line.starts_with("tress: ") && !line.starts_with("tress: note: ");
    let (progress, messages): (Vec<&str>, Vec<&str>) = messages.lines().partition(is_progress);
    let reasons = progress.iter().filter_map(|line| reason(line)).map(json::escape);
    let object = used(outcome)
        .with_text("output", &output)
        .with("errors", json::list(errors))
        .with("reasons", json::list(reasons))
        .with_maybe("certificate", certificate.map(|certificate| json::escape(&certificate)))
        .with_text("told", &messages.join("\n"));
    Response::json(object.to_string())
}

/// Why an answer was unknown, from a line that reports how a check went on.
fn reason(line: &str) -> Option<&str> {
    line.strip_prefix("tress: unknown after ")?.split_once(": ").map(|(_, reason)| reason)
}

/// The position and the text of `(error "LINE:COLUMN: …")`.
fn error(line: &str) -> Option<(u32, u32, &str)> {
    let text = line.strip_prefix("(error \"")?.strip_suffix("\")")?;
    let (row, rest) = text.split_once(':')?;
    let (column, message) = rest.split_once(": ")?;
    Some((row.parse().ok()?, column.parse().ok()?, message))
}

/// How a process ended, and what it used.
fn used(outcome: &Outcome) -> Object {
    let ending = match outcome.ending {
        Ending::Itself(Some(_)) => "done",
        Ending::Itself(None) => "died",
        Ending::Time => "timeout",
        Ending::Memory => "memory",
        Ending::Unwanted => "stopped",
    };
    let status = if let Ending::Itself(status) = outcome.ending { status } else { None };
    Object::new()
        .with_text("ending", ending)
        .with_maybe("status", status)
        .with("seconds", format!("{:.3}", outcome.wall.as_secs_f64()))
        .with("mebibytes", format!("{:.1}", outcome.memory as f64 / f64::from(1 << 20)))
        .with("cut", outcome.output.is_cut)
}

/// The process for a question about expressions: a form with `question`, `pattern`, `second` and options, or
/// with a chain of functions.
pub(crate) fn regex(request: &Request, limits: &Limits) -> Result<Job, Response> {
    let refuse = |message: &str| Err(Response::text(400, message));
    let Ok(text) = std::str::from_utf8(&request.body) else { return refuse("the form is not text") };
    let form = read_form(text);
    let asked = value(&form, "question").unwrap_or_default();
    let Some((question, patterns)) = QUESTIONS.iter().find(|(name, _)| *name == asked) else {
        return refuse("there is no such question");
    };
    let time = limits.time(&form)?;
    let mut arguments: Vec<OsString> = vec!["regex".into(), (*question).into()];
    if *question != "show" {
        arguments.push("--json".into());
    }
    arguments.push(format!("--timeout={}", time.as_secs_f64()).into());
    for option in ["dialect", "dialect2", "to"] {
        if let Some(name) = value(&form, option).filter(|name| !name.is_empty()) {
            let Some(dialect) = Dialect::from_name(name) else { return refuse("there is no such dialect") };
            let known =
                DIALECTS.iter().find(|(known, _)| *known == dialect).map_or("rust", |(_, names)| names[0]);
            arguments.push(format!("--{option}={known}").into());
        }
    }
    for option in ["flags", "flags2"] {
        if let Some(characters) = value(&form, option).filter(|characters| !characters.is_empty()) {
            if !characters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return refuse("flags are letters");
            }
            arguments.push(format!("--{option}={characters}").into());
        }
    }
    if *question == "sanitize" {
        let chain = Chain::read(&form).map_err(|message| Response::text(400, &message))?;
        arguments.extend(chain.arguments());
        return Ok(limits.job(arguments, chain.table().as_bytes(), time));
    }
    if value(&form, "search") == Some("true") {
        arguments.push("--search".into());
    }
    if let Some(number) = value(&form, "number").filter(|text| !text.is_empty())
        && ["sample", "enumerate"].contains(question)
    {
        let Ok(number) = number.parse::<u16>() else { return refuse("number is a number up to 65535") };
        arguments.push(format!("-n{number}").into());
    }
    arguments.push("--".into());
    for name in ["pattern", "second"].into_iter().take(*patterns) {
        let Some(pattern) = value(&form, name) else { return refuse("a pattern is missing") };
        if pattern.contains('\0') {
            return refuse("a pattern holds a NUL; write it as an escape");
        }
        if pattern.len() > LONGEST {
            return refuse("a pattern is too long");
        }
        arguments.push(pattern.into());
    }
    Ok(limits.job(arguments, &[], time))
}

/// The chain of functions that a request asks about. Returns `None` if it asks something else.
fn chain(request: &Request) -> Option<Chain> {
    let form = read_form(std::str::from_utf8(&request.body).ok()?);
    let is_asked = value(&form, "question") == Some("sanitize");
    is_asked.then(|| Chain::read(&form).ok())?
}

/// What became of a question. An error about a chain comes with its fields.
pub(crate) fn answered(request: &Request, outcome: &Outcome) -> Response {
    let output = outcome.output.text();
    let is_objects = output.starts_with('{') && !outcome.output.is_cut;
    let objects = output.lines().filter(|line| is_objects && line.starts_with('{')).map(str::to_owned);
    let picture = if is_objects { "" } else { &output };
    let object = used(outcome)
        .with("objects", json::list(objects))
        .with_text("picture", picture)
        .with_text("told", &outcome.errors.text());
    let object = match chain(request) {
        Some(chain) => {
            let fields = chain.faulty_fields(&outcome.errors.text());
            object.with("fields", json::list(fields.iter().map(|field| json::escape(field))))
        }
        None => object,
    };
    Response::json(object.to_string())
}

/// The report about rows: those of the request, or those of the file that was named when the server was
/// started.
pub(crate) fn report(request: &Request, results: Option<&Path>) -> Response {
    let sent = || Ok(request.body.clone());
    let kept = |path: &Path| std::fs::read(path).map_err(|problem| problem.to_string());
    let rows = match (request.method.as_str(), results) {
        ("POST", _) => sent(),
        (_, Some(path)) => kept(path),
        _ => return Response::text(404, "no results were named when the server was started"),
    };
    match rows.and_then(|rows| crate::batch::report_of(&rows)) {
        Ok(page) => Response::new(200, "text/html; charset=utf-8", page)
            .with("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        Err(message) => Response::text(400, &message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits { time: Duration::from_secs(5), memory: Some(100), program: "tress".into() }
    }

    fn words(job: &Job) -> Vec<String> {
        job.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    fn posted(query: &str, body: &str) -> Request {
        Request { query: read_form(query), body: body.as_bytes().to_vec(), ..Request::default() }
    }

    #[test]
    fn scripts_get_known_words_only() {
        let job = solve(&posted("timeout=2&engine=lazy&out=x", "(check-sat)"), &limits()).expect("a job");
        let expected =
            ["--no-interactive", "-v", "--timeout=2", "--tlimit=2300", "--memory=100", "--engine=lazy"];
        assert_eq!(words(&job), expected);
        assert_eq!(job.input, b"(check-sat)");
        let job = solve(&posted("timeout=1000", ""), &limits()).expect("a job");
        assert_eq!(words(&job)[2], "--timeout=5");
        assert!(solve(&posted("engine=--help", ""), &limits()).is_err());
        for wrong in ["timeout=abc", "timeout=-1", "timeout=0", "timeout=inf", "timeout=1e400"] {
            assert!(solve(&posted(wrong, ""), &limits()).is_err(), "{wrong}");
        }
        assert_eq!(words(&solve(&posted("timeout=", ""), &limits()).expect("a job"))[2], "--timeout=5");
    }

    #[test]
    fn patterns_are_never_flags() {
        let form = "question=equal&pattern=--file%3Dx&second=-&dialect=java&flags=i&out=x&file=y";
        let job = regex(&posted("", form), &limits()).expect("a job");
        let expected =
            ["regex", "equal", "--json", "--timeout=5", "--dialect=java", "--flags=i", "--", "--file=x", "-"];
        assert_eq!(words(&job), expected);
        for wrong in [
            "",
            "question=tables&pattern=x",
            "question=equal&pattern=x",
            "question=info&pattern=x&dialect=--out",
            "question=info&pattern=x&flags=-f",
            "question=info&pattern=%00",
            "question=info&pattern=x&timeout=abc",
            "question=sample&pattern=x&number=many",
        ] {
            assert!(regex(&posted("", wrong), &limits()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn functions_and_their_texts_are_never_flags() {
        let form = "question=sanitize&function=replace&old=--file%3Dx&new=-&function=lower&function=table&old=a%09&new=b\
                    &dialect=js&flags=u&forbid=--out&input=-x&timeout=2&file=y&table=z&search=true";
        let job = regex(&posted("", form), &limits()).expect("a job");
        let expected = [
            "regex",
            "sanitize",
            "--json",
            "--timeout=2",
            "--dialect=ecma",
            "--flags=u",
            "--replace",
            "--file=x",
            "-",
            "lower",
            "--table=-",
            "--forbid=--out",
            "--input=-x",
        ];
        assert_eq!(words(&job), expected);
        assert_eq!(job.input, b"a\\t\tb\n");
        for wrong in [
            "question=sanitize&function=lower",
            "question=sanitize&forbid=x",
            "question=sanitize&function=--help&forbid=x",
            "question=sanitize&function=replace&old=x&forbid=x",
            "question=sanitize&function=lower&forbid=x&dialect=--out",
            "question=sanitize&function=lower&forbid=x&max-length=many",
        ] {
            assert!(regex(&posted("", wrong), &limits()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_chains_have_fields() {
        let ask = |form: &str| chain(&posted("", form)).is_some();
        assert!(ask("question=sanitize&function=lower&forbid=x"));
        assert!(!ask("question=info&function=lower&forbid=x") && !ask("question=sanitize&forbid=x"));
    }

    #[test]
    fn certificates_are_for_the_last_unsat() {
        let job = solve(&posted("timeout=2&certify=true", ""), &limits()).expect("a job");
        let expected = [
            "--no-interactive",
            "-v",
            "--timeout=2",
            "--tlimit=4300",
            "--certificate",
            NOWHERE,
            "--memory=100",
        ];
        assert_eq!(words(&job), expected);
        let done = Ending::Itself(Some(0));
        let none = "tress: no certificate: a rule (1)\n";
        assert_eq!(certificate("sat\nunsat\n", "", done).as_deref(), Some("certified"));
        assert_eq!(certificate("unsat\n", none, done).as_deref(), Some("not certified: a rule (1)"));
        assert!(certificate("unsat\n", "", Ending::Time).is_some_and(|said| said.starts_with("not ")));
        assert_eq!(certificate("unsat\nsat\n", none, done), None);
    }

    #[test]
    fn reasons_are_told() {
        assert_eq!(reason("tress: unknown after 0.10 s: incomplete (a: b)"), Some("incomplete (a: b)"));
        assert_eq!(reason("tress: 1.0 s, kernel, 3433738 steps"), None);
        assert_eq!(reason("tress: sat after 0.10 s"), None);
    }

    #[test]
    fn errors_have_their_place() {
        assert_eq!(error("(error \"3:14: unknown symbol x\")"), Some((3, 14, "unknown symbol x")));
        assert_eq!(error("(error \"no place\")"), None);
        assert_eq!(error("sat"), None);
    }
}
