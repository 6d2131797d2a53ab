//! The question `sanitize` of a form: a chain of functions, and what must not come out of it.
//!
//! Enters: the pairs of a form, in their order. Each `function` begins a function of the chain, and every
//! `old` and `new` behind it are its texts. Leaves: the arguments of our program and what it reads, or which
//! field is wrong. A text stands only where the program takes any text, so none is a flag, and rows of a
//! table are read from standard input, so none names a file.

use std::ffi::OsString;

use tress_dialects::sanitize::{FUNCTIONS, Table};

use super::http::value;

/// Functions of a chain.
const MOST: usize = 100;
/// Bytes of all texts together; systems allow little more for one argument.
const LONGEST: usize = 100 << 10;
/// Functions with a text and what it becomes.
pub(crate) const REPLACING: [&str; 3] = ["replace", "replace-first", "replace-re"];

/// One function of the chain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Step {
    name: String,
    pairs: Vec<(String, String)>,
}

/// What is asked of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    steps: Vec<Step>,
    forbidden: String,
    /// What is forbidden is a text that means itself.
    is_text: bool,
    /// What inputs are like.
    input: Option<String>,
    max_length: Option<u64>,
    until_stable: bool,
}

/// A field of the form, when an error is about one: its name and what stands in it.
struct Field<'a> {
    name: String,
    function: &'a str,
    pattern: Option<&'a str>,
    texts: Vec<&'a str>,
}

impl Chain {
    /// What a form asks.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub(crate) fn read(form: &[(String, String)]) -> Result<Self, String> {
        let given = |name: &str| value(form, name).filter(|text| !text.is_empty());
        let (forbidden, is_text) = match (given("forbid"), given("forbid-text")) {
            (Some(pattern), None) => (pattern, false),
            (None, Some(text)) => (text, true),
            (None, None) => return Err("forbid: what must not come out is missing".to_owned()),
            _ => return Err("forbid: a pattern or a text, not both".to_owned()),
        };
        let number = |text: &str| text.parse().map_err(|_| "max-length: not a number of characters");
        let chain = Self {
            steps: steps(form)?,
            forbidden: forbidden.to_owned(),
            is_text,
            input: given("input").map(str::to_owned),
            max_length: given("max-length").map(number).transpose()?,
            until_stable: given("until-stable") == Some("true"),
        };
        chain.check()?;
        Ok(chain)
    }

    fn check(&self) -> Result<(), String> {
        if self.steps.is_empty() {
            return Err("function: a chain has at least one function".to_owned());
        }
        if self.steps.len() > MOST {
            return Err(format!("function: a chain has at most {MOST} functions"));
        }
        let mut tables = 0;
        for (at, step) in self.steps.iter().enumerate() {
            step.check().map_err(|problem| format!("function {}: {problem}", at + 1))?;
            tables += usize::from(step.name == "table");
            if tables > 1 {
                return Err(format!(
                    "function {}: a chain has at most one table with rows of its own",
                    at + 1
                ));
            }
        }
        self.check_repetitions()?;
        let fields = self.fields();
        if let Some(field) = fields.iter().find(|field| field.texts.iter().any(|text| text.contains('\0'))) {
            return Err(format!("{}: a text holds a NUL, which no argument can hold", field.name));
        }
        let bytes: usize = fields.iter().flat_map(|field| &field.texts).map(|text| text.len()).sum();
        if bytes > LONGEST { Err("the texts are too long".to_owned()) } else { Ok(()) }
    }

    /// Every `repeat` has its `end`, with a function between them.
    fn check_repetitions(&self) -> Result<(), String> {
        let mut open: Vec<usize> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            match (step.name.as_str(), open.pop()) {
                ("repeat", before) => open.extend(before.into_iter().chain([at])),
                ("end", None) => return Err(format!("function {}: end without repeat before it", at + 1)),
                ("end", Some(begin)) if begin + 1 == at => {
                    return Err(format!("function {}: no function between repeat and end", at + 1));
                }
                ("end", Some(_)) => {}
                (_, before) => open.extend(before),
            }
        }
        match open.first() {
            Some(at) => Err(format!("function {}: repeat without end behind it", at + 1)),
            None => Ok(()),
        }
    }

    /// The arguments behind those that every question has.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        for step in &self.steps {
            match (step.name.as_str(), step.pairs.first()) {
                ("table", _) => arguments.push("--table=-".into()),
                (name, Some((old, new))) => {
                    arguments.extend([format!("--{name}").into(), old.into(), new.into()]);
                }
                (name, None) => arguments.push(name.into()),
            }
        }
        let way = if self.is_text { "forbid-literal" } else { "forbid" };
        arguments.push(format!("--{way}={}", self.forbidden).into());
        arguments.extend(self.input.as_ref().map(|input| format!("--input={input}").into()));
        arguments.extend(self.max_length.map(|length| format!("--max-length={length}").into()));
        arguments.extend(self.until_stable.then(|| "--until-stable".into()));
        arguments
    }

    /// The rows of the table as our program reads them; empty when there is none.
    pub(crate) fn table(&self) -> String {
        let tables = self.steps.iter().filter(|step| step.name == "table");
        let rows = tables.flat_map(|step| &step.pairs);
        rows.map(|(old, new)| format!("{}\t{}\n", with_escapes(old), with_escapes(new))).collect()
    }

    fn fields(&self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let texts: Vec<&str> =
                step.pairs.iter().flat_map(|(old, new)| [old.as_str(), new.as_str()]).collect();
            let pattern = if step.name == "replace-re" { texts.first().copied() } else { None };
            fields.push(Field { name: format!("function {}", at + 1), function: &step.name, pattern, texts });
        }
        let mut field = |name: &str, text, is_pattern: bool| {
            let pattern = is_pattern.then_some(text);
            fields.push(Field { name: name.to_owned(), function: "", pattern, texts: vec![text] });
        };
        field("forbid", self.forbidden.as_str(), !self.is_text);
        if let Some(input) = &self.input {
            field("input", input, true);
        }
        fields
    }

    /// The fields that an error is about, of what our program wrote on standard error.
    pub(crate) fn faulty_fields(&self, messages: &str) -> Vec<String> {
        let error = |line: &'_ str| {
            let message = line.strip_prefix("tress regex: ")?;
            let is_error = !message.starts_with("warning: ") && !message.starts_with("note: ");
            is_error.then(|| message.to_owned())
        };
        let mut lines = messages.lines();
        let Some(message) = lines.find_map(error) else { return Vec::new() };
        let pattern = lines.next().and_then(|line| line.strip_prefix("  "));
        let (is_exact, message) = match message.strip_prefix("not exact: ") {
            Some(rest) => (false, rest),
            None => (true, message.as_str()),
        };
        let mut fields = self.fields();
        if fields.iter().any(|field| field.is_meant(message, pattern)) {
            fields.retain(|field| field.is_meant(message, pattern));
        } else {
            // Only matches can be out of reach, and not every message names them.
            fields.retain(|field| !is_exact && field.function == "replace-re");
        }
        fields.into_iter().map(|field| field.name).collect()
    }
}

/// The functions of a form with their texts.
fn steps(form: &[(String, String)]) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    // The text that waits for what it becomes.
    let mut waiting: Option<&String> = None;
    for (name, text) in form {
        let number = steps.len();
        let lonely = || format!("function {number}: every old has its new behind it");
        match (name.as_str(), waiting.take(), steps.last_mut()) {
            ("function", None, _) => steps.push(Step { name: text.clone(), pairs: Vec::new() }),
            ("old", None, Some(_)) => waiting = Some(text),
            ("new", Some(old), Some(step)) => step.pairs.push((old.clone(), text.clone())),
            ("old" | "new", _, None) => return Err(format!("{name}: no function stands before it")),
            ("function" | "old" | "new", ..) => return Err(lonely()),
            (_, before, _) => waiting = before,
        }
    }
    match waiting {
        Some(_) => Err(format!("function {}: every old has its new behind it", steps.len())),
        None => Ok(steps),
    }
}

impl Step {
    /// Is there such a function, and has it as many texts as it needs?
    fn check(&self) -> Result<(), String> {
        let name = self.name.as_str();
        let is_plain = FUNCTIONS.contains(&name) || ["repeat", "end"].contains(&name);
        match (name, self.pairs.len()) {
            ("table", 0) => Err("a table has at least one row".to_owned()),
            ("table", _) => Ok(()),
            (_, 1) if REPLACING.contains(&name) => Ok(()),
            _ if REPLACING.contains(&name) => Err(format!("{name} has one old and one new")),
            (_, 0) if is_plain || Table::named(name).is_some() => Ok(()),
            _ if is_plain || Table::named(name).is_some() => Err(format!("{name} has no texts")),
            _ => Err("there is no such function".to_owned()),
        }
    }
}

impl Field<'_> {
    /// Is the error about this field? `pattern` stands under the message when it can be shown.
    fn is_meant(&self, message: &str, pattern: Option<&str>) -> bool {
        let begins = |text: String| message.starts_with(&text);
        if let Some(pattern) = pattern {
            return self.pattern == Some(pattern);
        }
        if message.starts_with("at ") {
            return self.pattern.is_some_and(|own| own.chars().any(char::is_control));
        }
        if let Some((code, _)) =
            message.strip_prefix("U+").and_then(|rest| rest.split_once(" is not supported"))
        {
            let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
            return c.is_some_and(|c| self.texts.iter().any(|text| text.contains(c)));
        }
        match (self.function, &self.texts[..]) {
            ("replace-re", [pattern, new]) => {
                begins(format!("matches of {pattern}: ")) || begins(format!("the replacement {new:?}: "))
            }
            (name, _) => begins(format!("no function {name} ")),
        }
    }
}

/// A text of a row: a tab ends it, and a newline ends the row.
fn with_escapes(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::super::http::read_form;
    use super::*;
    use crate::regex::arguments::{Asked, Task, read};
    use crate::regex::sanitizer::{Sanitizer, Step as Read};

    /// What the program understands of the arguments for a form.
    fn understood(pairs: &[(&str, &str)]) -> Sanitizer {
        let form: Vec<_> =
            pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let chain = Chain::read(&form).expect("a chain");
        let words = ["sanitize".into(), "--json".into()].into_iter().chain(chain.arguments()).collect();
        match read(words) {
            Ok(Asked::Question(request)) => match request.task {
                Task::Sanitize(sanitizer) => sanitizer,
                task => panic!("{task:?}"),
            },
            Ok(Asked::Help(page)) => panic!("{page}"),
            Err(problem) => panic!("{pairs:?}: {problem}"),
        }
    }

    fn form(text: &str) -> Result<Chain, String> {
        Chain::read(&read_form(text))
    }

    #[test]
    fn texts_are_never_flags() {
        let texts = [
            "--",
            "-",
            "-h",
            "--help",
            "-n5",
            "--forbid",
            "--forbid=x",
            "--table=/etc/passwd",
            "repeat",
            "end",
        ];
        for (at, text) in texts.into_iter().chain(["", " ", "=", "-f", "--until-stable", "lower"]).enumerate()
        {
            let other = texts[(7 * at + 3) % texts.len()];
            for name in REPLACING {
                let both = [("function", name), ("old", text), ("new", other), ("function", "upper")];
                let made = understood(&[&both[..], &[("forbid", "x")]].concat());
                let (old, new) = (text.to_owned(), other.to_owned());
                let expected = match name {
                    "replace" => Read::Replace(old, new),
                    "replace-first" => Read::ReplaceFirst(old, new),
                    _ => Read::ReplaceMatches(old, new),
                };
                assert_eq!(made.steps, [expected, Read::Named("upper".into())], "{text} {other}");
            }
        }
        for text in texts {
            let made = understood(&[("function", "lower"), ("forbid", text), ("input", text)]);
            assert_eq!((made.forbidden, made.input), (vec![text.to_owned()], Some(text.to_owned())));
            let made = understood(&[("forbid-text", text), ("function", "lower")]);
            assert_eq!((made.forbidden_texts, made.input), (vec![text.to_owned()], None));
            assert_eq!((made.steps.len(), made.until_stable), (1, false));
        }
    }

    #[test]
    fn chains_keep_their_order() {
        let text = "function=repeat&function=urldecode&function=end&function=table&old=a%09&new=%5C&old=b&new=%0A\
                    &function=html&forbid=x&max-length=7&until-stable=true";
        let chain = form(text).expect("a chain");
        let arguments = ["repeat", "urldecode", "end", "--table=-", "html", "--forbid=x", "--max-length=7"];
        let expected: Vec<OsString> =
            arguments.into_iter().chain(["--until-stable"]).map(OsString::from).collect();
        assert_eq!(chain.arguments(), expected);
        assert_eq!(chain.table(), "a\\t\t\\\\\nb\t\\n\n");
        let pairs = [("function", "table"), ("old", "x"), ("new", "y"), ("forbid", "x")];
        assert_eq!(understood(&pairs).steps, [Read::Table("-".into())]);
    }

    #[test]
    fn wrong_fields_are_named() {
        let many = "function=lower&".repeat(MOST + 1) + "forbid=x";
        let long = format!("function=lower&forbid={}", "x".repeat(LONGEST + 1));
        for (text, expected) in [
            ("function=lower", "forbid: what must not come out is missing"),
            ("function=lower&forbid=", "forbid: what must not come out is missing"),
            ("function=lower&forbid=a&forbid-text=a", "forbid: a pattern or a text, not both"),
            ("forbid=a", "function: a chain has at least one function"),
            (&many, "function: a chain has at most 100 functions"),
            (&long, "the texts are too long"),
            ("function=lower&function=--help&forbid=a", "function 2: there is no such function"),
            ("function=&forbid=a", "function 1: there is no such function"),
            ("function=tables&forbid=a", "function 1: there is no such function"),
            ("function=lower&old=a&new=b&forbid=a", "function 1: lower has no texts"),
            ("function=replace&forbid=a", "function 1: replace has one old and one new"),
            ("function=table&forbid=a", "function 1: a table has at least one row"),
            ("function=replace&old=a&forbid=a", "function 1: every old has its new behind it"),
            ("function=replace&new=a&forbid=a", "function 1: every old has its new behind it"),
            ("function=replace&old=a&function=lower&forbid=a", "function 1: every old has its new behind it"),
            ("old=a&function=lower&forbid=a", "old: no function stands before it"),
            ("function=lower&function=end&forbid=a", "function 2: end without repeat before it"),
            ("function=repeat&function=lower&forbid=a", "function 1: repeat without end behind it"),
            ("function=repeat&function=end&forbid=a", "function 2: no function between repeat and end"),
            ("function=lower&forbid=%00", "forbid: a text holds a NUL, which no argument can hold"),
            ("function=lower&forbid=a&input=%00", "input: a text holds a NUL, which no argument can hold"),
            ("function=lower&forbid=a&max-length=-1", "max-length: not a number of characters"),
        ] {
            assert_eq!(form(text).expect_err(text), expected);
        }
        let table = "function=table&old=a&new=b&";
        let twice = form(&format!("{table}{table}forbid=a")).expect_err("two tables");
        assert!(twice.starts_with("function 2: a chain has at most one table"), "{twice}");
        assert!(
            form("function=repeat&function=repeat&function=lower&function=end&function=end&forbid=a").is_ok()
        );
    }

    #[test]
    fn errors_blame_their_field() {
        let chain = form(
            "function=replace-re&old=a(&new=%5C2&function=strip&function=replace-re&old=b%09&new=\u{30000}&forbid=c(&input=d(",
        )
        .expect("a chain");
        for (messages, expected) in [
            ("tress regex: at 1: no\n  a(\n   ^", &["function 1"][..]),
            ("tress regex: at 1: no\n  c(\n   ^", &["forbid"]),
            ("tress regex: warning: slashes\ntress regex: at 1: no\n  d(\n   ^\n", &["input"]),
            ("tress regex: at 1: no", &["function 3"]),
            ("tress regex: no function strip in ecma; it has trim", &["function 2"]),
            ("tress regex: the replacement \"\\\\2\": invalid", &["function 1"]),
            ("tress regex: not exact: matches of b\t: it is large", &["function 3"]),
            ("tress regex: not exact: atomic groups are not supported", &["function 1", "function 3"]),
            ("tress regex: U+30000 is not supported: characters go up to U+2FFFF", &["function 3"]),
            ("tress regex: unknown (timeout)", &[]),
            ("tress regex: note: at 1: no", &[]),
            ("", &[]),
        ] {
            assert_eq!(chain.faulty_fields(messages), expected, "{messages}");
        }
    }
}
