//! A class of JUnit 5 tests: a small set of complete paths that covers all lines and all outcomes, or all of
//! them.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Outcome, Path, Report};

impl Report {
    /// Tests that pass as long as the method keeps its behaviour: for `all` paths, or for those that add
    /// lines or outcomes.
    ///
    /// # Errors
    /// When tests cannot call the method.
    pub fn junit(&self, all: bool) -> Result<String, String> {
        let signature = &self.signature;
        if signature.is_private {
            return Err(format!("{} is private: no test can call it", self.method));
        }
        let (package, class) = match signature.class.rsplit_once('.') {
            Some((package, class)) => (Some(package), class),
            None => (None, signature.class.as_str()),
        };
        let mut text = String::from(match all {
            true => {
                "// What the method did with an input for each path that was found. Whether that is right, only you know.\n"
            }
            false => {
                "// What the method did: inputs that run all lines that were reached and end in all ways that were found.\n\
                     // Whether that is right, only you know.\n"
            }
        });
        if let Some(package) = package {
            let _ = writeln!(text, "package {package};\n");
        }
        text.push_str(
            "import static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\n",
        );
        let _ = writeln!(text, "class {} {{", test_class(class, &signature.method));
        let testable = self.testable();
        let chosen = if all { testable.clone() } else { self.fewest(&testable) };
        for (index, number) in chosen.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(&self.test(number + 1, &self.paths[*number], class));
        }
        text.push_str("}\n");
        Ok(text)
    }

    /// The paths that a test can show. Not those that reach a sink, since what follows was not run; that end
    /// the program, which would end the tests; that do not terminate; or that request inputs, which a test
    /// cannot provide.
    fn testable(&self) -> Vec<usize> {
        let is_testable = |path: &Path| {
            path.is_complete()
                && !matches!(path.outcome, Outcome::Reached(_) | Outcome::Exited | Outcome::Hangs)
                && path.inputs.len() == self.signature.parameters.len()
        };
        (0..self.paths.len()).filter(|number| is_testable(&self.paths[*number])).collect()
    }

    /// A set of paths that covers all lines and outcomes, chosen greedily: the next one adds most. Of equal
    /// ones the first is taken.
    fn fewest(&self, paths: &[usize]) -> Vec<usize> {
        let mut kinds: FxHashMap<String, u32> = FxHashMap::default();
        let mut parts: Vec<(usize, Vec<u64>)> = Vec::new();
        for number in paths {
            let path = &self.paths[*number];
            let next = kinds.len() as u32;
            let kind = *kinds.entry(path.kind()).or_insert(next);
            let lines = path.covers.iter().map(|line| u64::from(*line) << 1);
            parts.push((*number, lines.chain([u64::from(kind) << 1 | 1]).collect()));
        }
        let (mut covered, mut chosen) = (FxHashSet::default(), Vec::new());
        loop {
            let mut best: Option<(usize, usize)> = None;
            for (index, (_, parts)) in parts.iter_mut().enumerate() {
                parts.retain(|part| !covered.contains(part));
                if parts.len() > best.map_or(0, |(_, most)| most) {
                    best = Some((index, parts.len()));
                }
            }
            let Some((index, _)) = best else { break };
            chosen.push(parts[index].0);
            covered.extend(parts[index].1.iter().copied());
        }
        chosen.sort_unstable();
        chosen
    }

    fn test(&self, number: usize, path: &Path, class: &str) -> String {
        let arguments: Vec<String> = self
            .signature
            .parameters
            .iter()
            .zip(&path.inputs)
            .map(|(type_, (_, value))| argument(type_, value))
            .collect();
        let class = class.replace('$', ".");
        let (made_with, arguments) = arguments.split_at(self.signature.made_with.min(arguments.len()));
        let receiver = match self.signature.is_static {
            true => class,
            false => format!("new {class}({})", made_with.join(", ")),
        };
        let call = format!("{receiver}.{}({})", self.signature.method, arguments.join(", "));
        let (name, body) = match &path.outcome {
            Outcome::Threw(thrown) => {
                let short = thrown.rsplit(['.', '$']).next().unwrap_or(thrown);
                let thrown = thrown.replace('$', ".");
                (format!("throws{short}"), format!("assertThrows({thrown}.class, () -> {call});"))
            }
            Outcome::Returned(Some(_)) if path.expected.is_some() => {
                let expected = path.expected.as_deref().unwrap_or_default();
                let method = if expected.starts_with("new ") { "assertArrayEquals" } else { "assertEquals" };
                ("returns".to_owned(), format!("{method}({expected}, {call});"))
            }
            Outcome::Returned(Some(value)) if is_literal(value) => match value.as_str() {
                "true" => ("isTrue".to_owned(), format!("assertTrue({call});")),
                "false" => ("isFalse".to_owned(), format!("assertFalse({call});")),
                "null" => ("isNull".to_owned(), format!("assertNull({call});")),
                value => ("returns".to_owned(), format!("assertEquals({value}, {call});")),
            },
            _ => ("ends".to_owned(), format!("assertDoesNotThrow(() -> {call});")),
        };
        let throws = match self.signature.exceptions.is_empty() {
            true => String::new(),
            false => format!(" throws {}", self.signature.exceptions.join(", ")),
        };
        format!("    @Test\n    void path{number}_{name}(){throws} {{\n        {body}\n    }}\n")
    }
}

/// The name of the class of tests for a method.
fn test_class(class: &str, method: &str) -> String {
    let mut characters = method.chars();
    let first = characters.next().map(|character| character.to_ascii_uppercase());
    let method: String = first.into_iter().chain(characters).collect();
    format!("{}{method}Test", class.replace('$', ""))
}

/// A value as an argument.
fn argument(type_: &str, value: &str) -> String {
    match type_ {
        "byte" | "short" => format!("({type_}) {value}"),
        "Byte" | "Short" if value != "null" => format!("({}) {value}", type_.to_lowercase()),
        _ if value == "null" => format!("({type_}) null"),
        _ => value.to_owned(),
    }
}

/// Objects have no literal.
fn is_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or(' ');
    matches!(first, '"' | '\'' | '-') || first.is_ascii_digit() || matches!(value, "true" | "false" | "null")
}
