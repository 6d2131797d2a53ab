//! Notes: what was understood, and probably meant otherwise.
//!
//! Enters: the text of a command. Leaves: lines for people, each once in a session. They are never part of a
//! reply.

use tress_smtlib::lexer::{Kind, Lexer};
use tress_smtlib::{Escapes, Position, read_escapes};

use super::Session;

/// What a session has noticed.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    waiting: Vec<String>,
    /// Was it reported that an escape is none?
    escapes_told: bool,
}

impl Session {
    /// What is to be reported besides the replies so far. Each line comes once.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes.waiting)
    }

    /// Looks at a command for string literals with `\n` or `\x41`, which denote themselves.
    pub(super) fn notice_escapes(&mut self, text: &[u8], at: Position) {
        if self.notes.escapes_told || !text.contains(&b'\\') {
            return;
        }
        let mut lexer = Lexer::new(text);
        let mut before = "";
        while let Ok(token) = lexer.next() {
            let literal = match token.kind {
                Kind::End => return,
                Kind::String if is_own_language(before) => continue,
                Kind::String => lexer.text(token),
                _ => {
                    before = lexer.text(token);
                    continue;
                }
            };
            if let Some((shown, meant)) = taken_literally(literal) {
                let at = at.after(&text[..token.offset()]);
                self.notes.escapes_told = true;
                self.notes.waiting.push(format!(
                    "{at}: {shown} in a string literal is no escape in SMT-LIB and stands for its own characters; \
                     write \\u{{{meant:x}}}, or give --lenient-escapes"
                ));
                return;
            }
        }
    }
}

/// Does a literal behind this word mean something else than a string: a pattern of a dialect, or a text that
/// is only repeated?
fn is_own_language(word: &str) -> bool {
    matches!(word, "echo" | "set-info" | "set-option")
        || word.starts_with(':')
        || tress_dialects::Dialect::from_smtlib_function(word).is_some()
}

/// The first escape of other languages in a literal, and the character that it would be there.
fn taken_literally(literal: &str) -> Option<(&str, u32)> {
    let mut rest = literal;
    while let Some(index) = rest.find('\\') {
        rest = &rest[index..];
        let length = match rest.as_bytes().get(1) {
            Some(b'x') => 4,
            Some(b'n' | b't' | b'r') => 2,
            // `\\` begins no other escape.
            Some(b'\\') => {
                rest = &rest[2..];
                continue;
            }
            _ => 0,
        };
        if let Some(shown) = rest.get(..length).filter(|shown| !shown.is_empty())
            && let Ok(word) = read_escapes(shown, Escapes::Lenient, u32::MAX, 0)
            && let [meant] = word.to_vec()[..]
        {
            return Some((shown, meant));
        }
        rest = &rest[1..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_solver::options::Options;

    fn notes(commands: &[&str]) -> Vec<String> {
        let mut session = Session::new(Options::default());
        for command in commands {
            let reply = session.execute(command.as_bytes(), Position::START);
            assert!(!reply.text.contains("escape"), "{}", reply.text);
        }
        session.take_notes()
    }

    #[test]
    fn escapes_of_other_languages_are_noted_once() {
        let lines = notes(&[r#"(assert (= "a\n" "\x41"))"#, r#"(assert (= "\t" ""))"#]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with(r"1:12: \n in a string literal") && lines[0].contains(r"\u{a}"),
            "{lines:?}"
        );
        assert!(notes(&[r#"(assert (= "\x41" ""))"#])[0].contains(r"\u{41}"));
    }

    #[test]
    fn nothing_else_is_noted() {
        for command in [
            r#"(assert (= "\u{a}" "\u0041"))"#,
            r#"(assert (= "\d+\s\w" "C:\dir" ))"#,
            r#"(assert (= "\\n" "\xg1"))"#,
            r#"(assert (= "n" |a\nb|))"#,
            r#"(echo "a\n")"#,
            r#"(set-info :source "a\n\x41")"#,
            r#"(assert (str.in_re "a" (re.from_ecma "\n\x41" "i")))"#,
            "; \\n\n(check-sat)",
        ] {
            assert_eq!(notes(&[command]), [""; 0], "{command}");
        }
    }

    #[test]
    fn who_asks_for_those_escapes_needs_no_note() {
        assert_eq!(notes(&["(set-option :lenient-escapes true)", r#"(assert (= "\n" "\x41"))"#]), [""; 0]);
    }
}
