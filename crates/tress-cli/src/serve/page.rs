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

/// The examples of the project: names and commands. Each begins with its story.
const STORIES: [(&str, &str); 35] = [
    ("login", include_str!("examples/login.smt2")),
    ("upload", include_str!("examples/upload.smt2")),
    ("allowlist", include_str!("examples/allowlist.smt2")),
    ("password", include_str!("examples/password.smt2")),
    ("token", include_str!("examples/token.smt2")),
    ("bits-address", include_str!("examples/bits-address.smt2")),
    ("bits-allocation", include_str!("examples/bits-allocation.smt2")),
    ("bits-base64", include_str!("examples/bits-base64.smt2")),
    ("bits-checksum", include_str!("examples/bits-checksum.smt2")),
    ("bits-flags", include_str!("examples/bits-flags.smt2")),
    ("bits-heartbeat", include_str!("examples/bits-heartbeat.smt2")),
    ("bits-overlong", include_str!("examples/bits-overlong.smt2")),
    ("map-cache", include_str!("examples/map-cache.smt2")),
    ("map-logout", include_str!("examples/map-logout.smt2")),
    ("map-settings", include_str!("examples/map-settings.smt2")),
    ("map-template", include_str!("examples/map-template.smt2")),
    ("map-votes", include_str!("examples/map-votes.smt2")),
    ("objective-discount", include_str!("examples/objective-discount.smt2")),
    ("objective-shortest-attack", include_str!("examples/objective-shortest-attack.smt2")),
    ("policy-fewest-changes", include_str!("examples/policy-fewest-changes.smt2")),
    ("policy-grants", include_str!("examples/policy-grants.smt2")),
    ("policy-refactored", include_str!("examples/policy-refactored.smt2")),
    ("policy-shadowed", include_str!("examples/policy-shadowed.smt2")),
    ("policy-wildcards", include_str!("examples/policy-wildcards.smt2")),
    ("record-address", include_str!("examples/record-address.smt2")),
    ("record-csv", include_str!("examples/record-csv.smt2")),
    ("record-default-port", include_str!("examples/record-default-port.smt2")),
    ("record-header", include_str!("examples/record-header.smt2")),
    ("record-json", include_str!("examples/record-json.smt2")),
    ("record-path-list", include_str!("examples/record-path-list.smt2")),
    ("recursive-depth", include_str!("examples/recursive-depth.smt2")),
    ("recursive-find", include_str!("examples/recursive-find.smt2")),
    ("recursive-lower", include_str!("examples/recursive-lower.smt2")),
    ("recursive-steps", include_str!("examples/recursive-steps.smt2")),
    ("sequence-log", include_str!("examples/sequence-log.smt2")),
];

/// Shorter ones: what they show, and commands.
const SKETCHES: [(&str, &str); 2] = [
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

/// Characters of a name in the list of examples.
const LONGEST_NAME: usize = 90;

/// A name with the question that the story ends with.
fn titled(name: &str, text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix(';')).map(str::trim);
    let story = lines.collect::<Vec<_>>().join(" ");
    let question = story.split_inclusive(['.', '?', ':']).map(str::trim).find(|part| part.ends_with('?'));
    let question = question.unwrap_or_default();
    let short: String = question.chars().take(LONGEST_NAME).collect();
    let dots = if short.len() < question.len() { "…" } else { "" };
    if short.is_empty() { name.to_owned() } else { format!("{name}: {short}{dots}") }
}

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

/// What the program says about itself: the commands of scripts, all flags, and the questions about expressions.
pub(crate) fn help() -> Response {
    let mut text = String::from("SMT-LIB commands\n\n");
    text.push_str(&crate::repl::overview());
    for (name, mut command) in
        [("tress", crate::flags::command()), ("tress regex", crate::regex_arguments::command())]
    {
        text.push_str(&format!("\n{name}\n\n{}", command.render_help()));
    }
    text.push_str(
        "\nThe pages in docs/ of the project say more: cookbook.md, regex.md, redos.md, operators.md.\n",
    );
    Response::new(200, "text/plain; charset=utf-8", text)
}

/// A word that nobody can guess in time.
fn nonce() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}

/// What the script needs to know. No tag can begin in it.
fn data(has_results: bool, limits: &Limits) -> String {
    let example = |(name, text): (String, &str)| {
        Object::new().with_text("name", &name).with_text("text", text).to_string()
    };
    let stories = STORIES.iter().map(|(name, text)| (titled(name, text), *text));
    let sketches = SKETCHES.iter().map(|(name, text)| ((*name).to_owned(), *text));
    let examples = stories.chain(sketches).map(example);
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
    fn all_examples_are_there_with_their_question() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
        let count = folder.map_or(STORIES.len(), |files| {
            files
                .filter(|file| {
                    file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|end| end == "smt2"))
                })
                .count()
        });
        assert_eq!(STORIES.len(), count);
        assert_eq!(titled("login", STORIES[0].1), "login: Is there a name that ends the quotation early?");
        assert_eq!(titled("x", "; No question.\n(check-sat)"), "x");
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
