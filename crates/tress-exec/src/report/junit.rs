//! A class of JUnit 5 tests: one for each complete path.

use std::fmt::Write as _;

use super::{Outcome, Path, Report};

impl Report {
    /// Tests that pass as long as the method does what it does now.
    ///
    /// # Errors
    /// When tests cannot call the method.
    pub fn junit(&self) -> Result<String, String> {
        let signature = &self.signature;
        if signature.is_private {
            return Err(format!("{} is private: no test can call it", self.method));
        }
        let (package, class) = match signature.class.rsplit_once('.') {
            Some((package, class)) => (Some(package), class),
            None => (None, signature.class.as_str()),
        };
        let mut text = String::from(
            "// What the method did with an input for each path that was found. Whether that is right, only you know.\n",
        );
        if let Some(package) = package {
            let _ = writeln!(text, "package {package};\n");
        }
        text.push_str(
            "import static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\n",
        );
        let _ = writeln!(text, "class {} {{", test_class(class, &signature.method));
        // What follows a call that nobody should make was not run, the end of a program ends its tests, no test waits for ever, and none
        // can say what a program gets when it asks for inputs.
        let ended = self.complete().filter(|path| {
            !matches!(path.outcome, Outcome::Reached(_) | Outcome::Exited | Outcome::Hangs)
                && path.inputs.len() == signature.parameters.len()
        });
        for (number, path) in ended.enumerate() {
            if number > 0 {
                text.push('\n');
            }
            text.push_str(&self.test(number + 1, path, class));
        }
        text.push_str("}\n");
        Ok(text)
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
        let receiver = if self.signature.is_static { class } else { format!("new {class}()") };
        let call = format!("{receiver}.{}({})", self.signature.method, arguments.join(", "));
        let (name, body) = match &path.outcome {
            Outcome::Threw(thrown) => {
                let short = thrown.rsplit(['.', '$']).next().unwrap_or(thrown);
                let thrown = thrown.replace('$', ".");
                (format!("throws{short}"), format!("assertThrows({thrown}.class, () -> {call});"))
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
    let mut letters = method.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let method: String = first.into_iter().chain(letters).collect();
    format!("{}{method}Test", class.replace('$', ""))
}

/// A value in the place of a parameter.
fn argument(type_: &str, value: &str) -> String {
    match type_ {
        "byte" | "short" => format!("({type_}) {value}"),
        _ if value == "null" => format!("({type_}) null"),
        _ => value.to_owned(),
    }
}

/// Objects have no literal.
fn is_literal(value: &str) -> bool {
    let first = value.chars().next().unwrap_or(' ');
    matches!(first, '"' | '\'' | '-') || first.is_ascii_digit() || matches!(value, "true" | "false" | "null")
}
