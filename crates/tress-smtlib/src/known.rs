//! The known commands, and what a problem lacks after one of them was refused.
//!
//! A client that continues after an error assumes that its problem contains what it sent. If the refused
//! command could have excluded models, `sat` would be the answer to another problem.

use std::fmt;

use super::names::Names;
use super::nearest::nearest;

/// What a problem lacks after a command was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lost {
    /// Nothing that could exclude a model.
    #[default]
    Nothing,
    /// An assertion.
    Assertion,
    /// An objective or a soft assertion.
    Objective,
    /// A definition by an equation, which need not have solutions.
    Equation,
    /// A declaration or definition of a name that already has another meaning.
    Declaration,
    /// An open level: later `pop`s close the wrong levels.
    Level,
    /// Text whose purpose is not known.
    Text,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lost::Nothing => "nothing",
            Lost::Assertion => "an assertion",
            Lost::Objective => "an objective",
            Lost::Equation => "a recursive definition",
            Lost::Declaration => "a declaration",
            Lost::Level => "a push",
            Lost::Text => "a command",
        })
    }
}

/// Every command that is read or known by name, and what the problem lacks if it is refused. A declaration is
/// only missed if its name has another meaning: otherwise everything that mentions it is refused too.
const COMMANDS: &[(&str, Lost)] = &[
    ("assert", Lost::Assertion),
    ("assert-soft", Lost::Objective),
    ("block-model", Lost::Assertion),
    ("block-model-values", Lost::Assertion),
    ("check-sat", Lost::Nothing),
    ("check-sat-assuming", Lost::Nothing),
    ("check-sat-using", Lost::Nothing),
    ("declare-codatatype", Lost::Declaration),
    ("declare-codatatypes", Lost::Declaration),
    ("declare-const", Lost::Declaration),
    ("declare-datatype", Lost::Declaration),
    ("declare-datatypes", Lost::Declaration),
    ("declare-fun", Lost::Declaration),
    ("declare-sort", Lost::Declaration),
    ("declare-sort-parameter", Lost::Declaration),
    ("define-const", Lost::Declaration),
    ("define-fun", Lost::Declaration),
    ("define-fun-rec", Lost::Equation),
    ("define-funs-rec", Lost::Equation),
    ("define-sort", Lost::Declaration),
    ("echo", Lost::Nothing),
    ("eval", Lost::Nothing),
    ("exit", Lost::Nothing),
    ("get-assertions", Lost::Nothing),
    ("get-assignment", Lost::Nothing),
    ("get-info", Lost::Nothing),
    ("get-language", Lost::Nothing),
    ("get-model", Lost::Nothing),
    ("get-objectives", Lost::Nothing),
    ("get-option", Lost::Nothing),
    ("get-proof", Lost::Nothing),
    ("get-unsat-assumptions", Lost::Nothing),
    ("get-unsat-core", Lost::Nothing),
    ("get-value", Lost::Nothing),
    ("maximize", Lost::Objective),
    ("minimize", Lost::Objective),
    ("pop", Lost::Nothing),
    ("push", Lost::Level),
    ("reset", Lost::Nothing),
    ("reset-assertions", Lost::Nothing),
    ("set-info", Lost::Nothing),
    ("set-logic", Lost::Nothing),
    ("set-option", Lost::Nothing),
    ("simplify", Lost::Nothing),
];

/// What a command is about, as far as it was read.
#[derive(Debug, Default)]
pub(super) struct Purpose {
    /// The command's name; empty before it was read.
    pub(super) command: String,
    /// The name it introduces.
    pub(super) introduces: Option<String>,
}

impl Purpose {
    /// What the problem lacks if the command is refused, given the meanings of names without it.
    pub(super) fn lost(&self, names: &Names) -> Lost {
        let free = |name: &String| names.meaning(name).is_none() && !names.is_sort(name);
        match self.lost_at_most() {
            Lost::Declaration if self.introduces.as_ref().is_some_and(free) => Lost::Nothing,
            lost => lost,
        }
    }

    /// The same for any meanings of names.
    pub(super) fn lost_at_most(&self) -> Lost {
        match COMMANDS.iter().find(|(name, _)| *name == self.command) {
            Some((_, lost)) => *lost,
            // Queries add nothing.
            None if self.command.starts_with("get-") => Lost::Nothing,
            None => Lost::Text,
        }
    }

    /// May the command contain terms or declare many names?
    pub(super) fn is_long(&self) -> bool {
        const WITH_TERMS: [&str; 5] = ["check-sat-assuming", "eval", "get-language", "get-value", "simplify"];
        match self.lost_at_most() {
            Lost::Nothing => WITH_TERMS.contains(&self.command.as_str()),
            Lost::Level | Lost::Text => false,
            _ => true,
        }
    }
}

/// Does the text of a command begin with the name of a known one?
pub fn is_known_command(text: &[u8]) -> bool {
    known_command(text).is_some()
}

/// The name with which the text of a command begins, if it is that of a known one.
pub fn known_command(text: &[u8]) -> Option<&'static str> {
    let mut lexer = super::lexer::Lexer::new(text.strip_prefix(b"(")?);
    let token = lexer.next().ok().filter(|token| token.kind == super::lexer::Kind::Symbol)?;
    let name = lexer.text(token);
    COMMANDS.iter().map(|(known, _)| *known).find(|known| *known == name)
}

/// The message for a command with this name.
pub(super) fn refusal(name: &str) -> String {
    let shown: String = name.chars().take(60).collect();
    if COMMANDS.iter().any(|(known, _)| *known == name) {
        return format!("the command {shown} is not supported");
    }
    match nearest(name, COMMANDS.iter().map(|(known, _)| *known)) {
        Some(near) => format!("unknown command {shown}, did you mean {near}?"),
        None => format!("unknown command {shown}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_commands_are_distinguished_from_other_text() {
        assert!(is_known_command(b"(check-sat)"));
        assert!(is_known_command(b"( ; why\n assert"));
        for text in ["check-sat", "((check-sat))", "()", "(", "(defun f (x) x)", "(\"assert\")", "(\u{1})"] {
            assert!(!is_known_command(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_is_lost_depends_on_the_command_and_on_its_name() {
        let lost = |command: &str, name: Option<&str>| {
            let purpose = Purpose { command: command.to_owned(), introduces: name.map(str::to_owned) };
            purpose.lost(&Names::new())
        };
        assert_eq!(lost("assert", None), Lost::Assertion);
        assert_eq!(lost("declare-const", Some("x")), Lost::Nothing);
        assert_eq!(lost("declare-const", Some("str.trim")), Lost::Declaration);
        assert_eq!(lost("define-sort", Some("Int")), Lost::Declaration);
        assert_eq!(lost("declare-const", None), Lost::Declaration);
        assert_eq!(lost("get-abduct", None), Lost::Nothing);
        assert_eq!(lost("asert", None), Lost::Text);
        assert_eq!(lost("", None), Lost::Text);
    }
}
