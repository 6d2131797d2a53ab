//! The page: one document with its style, its script and its examples, made when it is asked for.

use std::hash::{BuildHasher, Hasher, RandomState};

use clap::Command;
use tress_dialects::DIALECTS;
use tress_dialects::sanitize::{FUNCTIONS, TABLES, about};
use tress_solver::registry;

use super::http::Response;
use super::sanitize::REPLACING;
use super::tasks::Limits;
use crate::json::{self, Object};

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const CHAIN: &str = include_str!("chain.js");
const SCRIPT: &str = include_str!("page.js");

/// The examples of the project: names and commands. Each begins with its story.
const STORIES: [(&str, &str); 36] = [
    ("login", include_str!("../examples/login.smt2")),
    ("unquoted", include_str!("../examples/unquoted.smt2")),
    ("upload", include_str!("../examples/upload.smt2")),
    ("allowlist", include_str!("../examples/allowlist.smt2")),
    ("password", include_str!("../examples/password.smt2")),
    ("token", include_str!("../examples/token.smt2")),
    ("bits-address", include_str!("../examples/bits-address.smt2")),
    ("bits-allocation", include_str!("../examples/bits-allocation.smt2")),
    ("bits-base64", include_str!("../examples/bits-base64.smt2")),
    ("bits-checksum", include_str!("../examples/bits-checksum.smt2")),
    ("bits-flags", include_str!("../examples/bits-flags.smt2")),
    ("bits-heartbeat", include_str!("../examples/bits-heartbeat.smt2")),
    ("bits-overlong", include_str!("../examples/bits-overlong.smt2")),
    ("map-cache", include_str!("../examples/map-cache.smt2")),
    ("map-logout", include_str!("../examples/map-logout.smt2")),
    ("map-settings", include_str!("../examples/map-settings.smt2")),
    ("map-template", include_str!("../examples/map-template.smt2")),
    ("map-votes", include_str!("../examples/map-votes.smt2")),
    ("objective-discount", include_str!("../examples/objective-discount.smt2")),
    ("objective-shortest-attack", include_str!("../examples/objective-shortest-attack.smt2")),
    ("policy-fewest-changes", include_str!("../examples/policy-fewest-changes.smt2")),
    ("policy-grants", include_str!("../examples/policy-grants.smt2")),
    ("policy-refactored", include_str!("../examples/policy-refactored.smt2")),
    ("policy-shadowed", include_str!("../examples/policy-shadowed.smt2")),
    ("policy-wildcards", include_str!("../examples/policy-wildcards.smt2")),
    ("record-address", include_str!("../examples/record-address.smt2")),
    ("record-csv", include_str!("../examples/record-csv.smt2")),
    ("record-default-port", include_str!("../examples/record-default-port.smt2")),
    ("record-header", include_str!("../examples/record-header.smt2")),
    ("record-json", include_str!("../examples/record-json.smt2")),
    ("record-path-list", include_str!("../examples/record-path-list.smt2")),
    ("recursive-depth", include_str!("../examples/recursive-depth.smt2")),
    ("recursive-find", include_str!("../examples/recursive-find.smt2")),
    ("recursive-lower", include_str!("../examples/recursive-lower.smt2")),
    ("recursive-steps", include_str!("../examples/recursive-steps.smt2")),
    ("sequence-log", include_str!("../examples/sequence-log.smt2")),
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

/// A function of a chain: its name, and texts with what they become.
type Step = (&'static str, &'static [(&'static str, &'static str)]);

/// A question about a chain of functions.
struct Sanitizer {
    name: &'static str,
    dialect: &'static str,
    flags: &'static str,
    chain: &'static [Step],
    /// The field of the form, and what stands in it.
    forbid: (&'static str, &'static str),
    input: &'static str,
}

const SANITIZERS: [Sanitizer; 3] = [
    Sanitizer {
        name: "a sanitizer of paths",
        dialect: "ecma",
        flags: "",
        chain: &[("replace", &[("../", "")]), ("urldecode", &[])],
        forbid: ("forbid-text", "../"),
        input: "",
    },
    Sanitizer {
        name: "a better one",
        dialect: "ecma",
        flags: "",
        chain: &[
            ("repeat", &[]),
            ("urldecode", &[]),
            ("end", &[]),
            ("repeat", &[]),
            ("replace", &[("../", "")]),
            ("end", &[]),
        ],
        forbid: ("forbid-text", "../"),
        input: "",
    },
    Sanitizer {
        name: "a check before upper case",
        dialect: "ecma",
        flags: "i",
        chain: &[("upper", &[])],
        forbid: ("forbid", "SCRIPT"),
        input: "((?!script)[^])*",
    },
];

impl Sanitizer {
    /// The question for the script of the page.
    fn object(&self) -> String {
        let pair = |(old, new): &(&str, &str)| json::list([json::escape(old), json::escape(new)]);
        let steps = self.chain.iter().map(|(name, pairs)| {
            let pairs = json::list(pairs.iter().map(pair));
            Object::new().with_text("name", name).with("pairs", pairs).to_string()
        });
        Object::new()
            .with_text("name", self.name)
            .with_text("question", "sanitize")
            .with_text("dialect", self.dialect)
            .with_text("flags", self.flags)
            .with("chain", json::list(steps))
            .with_text("forbid-as", self.forbid.0)
            .with_text("pattern", self.forbid.1)
            .with_text("second", self.input)
            .to_string()
    }
}

/// The functions of chains: names of all kinds, and what they mean, in each dialect where that differs.
fn functions() -> Object {
    let names = |names: &[&str]| json::list(names.iter().map(|name| json::escape(name)));
    let tables = TABLES.iter().fold(Object::new(), |object, table| object.with_text(table.name, table.about));
    let meanings = DIALECTS.iter().fold(Object::new(), |object, (dialect, known)| {
        let meaning = |object: Object, name: &&str| match about(name, *dialect) {
            Some(text) => object.with_text(name, text),
            None => object,
        };
        object.with(known[0], FUNCTIONS.iter().fold(Object::new(), meaning))
    });
    Object::new()
        .with("replacing", names(&REPLACING))
        .with("named", names(FUNCTIONS))
        .with("tables", tables)
        .with("meanings", meanings)
}

/// The page, with rules for the browser: only what comes with the page is run, and nothing is asked of
/// others.
pub(crate) fn page(has_results: bool, limits: &Limits) -> Response {
    let nonce = nonce();
    let text = FRAME
        .replace("{{style}}", STYLE)
        .replace("{{nonce}}", &nonce)
        .replace("{{data}}", &data(has_results, limits))
        .replace("{{chain}}", CHAIN)
        .replace("{{script}}", SCRIPT);
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    Response::new(200, "text/html; charset=utf-8", text).with("Content-Security-Policy", &policy)
}

/// What the program says about itself: the commands of scripts, all flags, and the questions about
/// expressions.
pub(crate) fn help(program: Command) -> Response {
    let mut text = String::from("SMT-LIB commands\n\n");
    text.push_str(&crate::prompt::repl::overview());
    for (name, mut command) in [("tress", program), ("tress regex", crate::regex::arguments::command())] {
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
    let questions = questions.chain(SANITIZERS.iter().map(Sanitizer::object));
    let object = Object::new()
        .with("examples", json::list(examples))
        .with("questions", json::list(questions))
        .with("engines", json::list(registry::NAMES.iter().map(|name| json::escape(name))))
        .with("dialects", json::list(DIALECTS.iter().map(|(_, names)| json::escape(names[0]))))
        .with("functions", functions())
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
    fn the_chains_of_examples_can_be_asked() {
        for example in &SANITIZERS {
            let mut form = vec![(example.forbid.0.to_owned(), example.forbid.1.to_owned())];
            for (name, pairs) in example.chain {
                form.push(("function".to_owned(), (*name).to_owned()));
                let texts = pairs.iter().flat_map(|(old, new)| [("old", *old), ("new", *new)]);
                form.extend(texts.map(|(field, text)| (field.to_owned(), text.to_owned())));
            }
            assert!(super::super::sanitize::Chain::read(&form).is_ok(), "{}", example.name);
        }
        let functions = functions().to_string();
        assert!(functions.contains("\"python\":{\"lower\":\"str.lower, Unicode 14\""), "{functions}");
        assert!(functions.contains("\"sql\":\"literals"), "{functions}");
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
        for (name, text) in STORIES {
            // A link that became a file holds its own target.
            assert!(text.contains("(check-sat") && titled(name, text) != name, "{name}: {text}");
        }
        assert_eq!(titled("login", STORIES[0].1), "login: Is there a name that ends the quotation early?");
        assert_eq!(titled("x", "; No question.\n(check-sat)"), "x");
    }

    #[test]
    fn the_page_asks_nothing_of_others() {
        for part in [FRAME, STYLE, CHAIN, SCRIPT] {
            for word in ["http:", "https:", "//cdn", "@import", "innerHTML", "eval("] {
                assert!(!part.contains(word), "{word}");
            }
        }
        assert_ne!(nonce(), nonce());
    }
}
