//! The page: one document with its style, its script and its examples, made when it is asked for.

use std::hash::{BuildHasher, Hasher, RandomState};

use tress::internals::options::ENGINE_NAMES;
use tress_dialects::DIALECTS;

use super::http::Response;
use super::tasks::Limits;
use crate::json::{self, Object};

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Problems: their names and commands.
const EXAMPLES: [(&str, &str); 7] = [
    ("login: can a name end a quotation?", include_str!("examples/login.smt2")),
    ("upload: can a cleaned name climb out?", include_str!("examples/upload.smt2")),
    ("allowlist: whose hosts are allowed?", include_str!("examples/allowlist.smt2")),
    ("password: which rules exclude each other?", include_str!("examples/password.smt2")),
    ("token: can one signature serve two?", include_str!("examples/token.smt2")),
    (
        "a model with strings and numbers",
        "(declare-const word String)\n(declare-const count Int)\n(assert (= count (str.to_int word)))\n\
         (assert (> count 41))\n(assert (= (str.len word) 4))\n(assert (str.prefixof \"0\" word))\n(check-sat)\n",
    ),
    (
        "mistakes, and where they are",
        "(declare-const x String)\n(assert (= x 1))\n(assert (str.contains x y))\n(check-sat)\n",
    ),
];

/// Questions about expressions: name, question, dialects and patterns.
const QUESTIONS: [[&str; 6]; 8] = [
    ["two ways to write the same", "equal", "rust", "(a|b)*", "", "(a*b*)*"],
    ["digits of Python and of JavaScript", "equal", "python", r"\d+", "ecma", r"\d+"],
    ["hexadecimal letters", "subset", "rust", "[a-f]+", "", "[0-9a-f]+"],
    ["a password with a digit", "check", "java", r"(?=.*\d)[a-z\d]{4,}", "", "abc1"],
    ["random number plates", "sample", "pcre", r"[A-Z]{2}-\d{3,4}", "", ""],
    ["an automaton", "show", "rust", "(ab|ba)*c?", "", ""],
    ["into SMT-LIB", "translate", "ecma", r"^\d{3}(-\d+)?$", "", ""],
    ["a slow one", "redos", "python", r"^(\w+\s?)*$", "", ""],
];

/// The page, with rules for the browser: only what comes with the page is run, and nothing is asked of others.
pub(crate) fn page(has_results: bool, limits: &Limits) -> Response {
    let nonce = nonce();
    let text = FRAME
        .replace("{{style}}", STYLE)
        .replace("{{nonce}}", &nonce)
        .replace("{{data}}", &data(has_results, limits))
        .replace("{{script}}", SCRIPT);
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    Response::new(200, "text/html; charset=utf-8", text).with("Content-Security-Policy", &policy)
}

/// A word that nobody can guess in time.
fn nonce() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}

/// What the script needs to know. No tag can begin in it.
fn data(has_results: bool, limits: &Limits) -> String {
    let examples = EXAMPLES
        .iter()
        .map(|(name, text)| Object::new().with_text("name", name).with_text("text", text).to_string());
    let questions = QUESTIONS.iter().map(|[name, question, dialect, pattern, dialect2, second]| {
        Object::new()
            .with_text("name", name)
            .with_text("question", question)
            .with_text("dialect", dialect)
            .with_text("pattern", pattern)
            .with_text("dialect2", dialect2)
            .with_text("second", second)
            .to_string()
    });
    let object = Object::new()
        .with("examples", json::list(examples))
        .with("questions", json::list(questions))
        .with("engines", json::list(ENGINE_NAMES.iter().map(|name| json::escape(name))))
        .with("dialects", json::list(DIALECTS.iter().map(|(_, names)| json::escape(names[0]))))
        .with("seconds", limits.time.as_secs_f64())
        .with("results", has_results);
    object.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_can_end_no_tag() {
        let limits =
            Limits { time: std::time::Duration::from_secs(5), memory: None, program: "tress".into() };
        let data = data(true, &limits);
        assert!(
            !data.contains('<') && data.contains("\"seconds\":5") && data.contains("\"results\":true"),
            "{data}"
        );
    }

    #[test]
    fn the_page_asks_nothing_of_others() {
        for part in [FRAME, STYLE, SCRIPT] {
            for word in ["http:", "https:", "//cdn", "@import", "innerHTML", "eval("] {
                assert!(!part.contains(word), "{word}");
            }
        }
        assert_ne!(nonce(), nonce());
    }
}
