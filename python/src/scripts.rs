//! SMT-LIB scripts as problems: commands that ask are left out, so that files for a solver can be read as
//! they are.

use std::sync::Arc;

use tress_smtlib::lexer::{Kind, Lexer};
use tress_smtlib::{Cut, Cutter, Position};

use crate::node::is_operator;

/// What is left of a script.
pub(crate) struct Script {
    /// Declarations, definitions and assertions, each where it stood.
    pub(crate) text: String,
    /// The names that it gives to formulas.
    pub(crate) named: Vec<Arc<str>>,
    /// The names that it declares or defines.
    pub(crate) declared: Vec<Arc<str>>,
}

/// Commands that ask something, or end the script, change nothing of the problem.
const ASKING: &[&str] = &["check-sat", "check-sat-assuming", "exit", "echo", "eval", "simplify", "labels"];

/// Reads a script. What is wrong with it is reported with its line and column.
pub(crate) fn read(text: &str) -> Result<Script, (String, usize, usize)> {
    let bytes = text.as_bytes();
    let mut left = bytes.to_vec();
    let (mut named, mut declared) = (Vec::new(), Vec::new());
    let (mut cutter, mut begin) = (Cutter::new(), 0);
    while let Cut::Command { start, end } = cutter.next(&bytes[begin..]) {
        let (start, end) = (begin + start, begin + end);
        let command = Command::read(&bytes[start..end]);
        begin = end;
        match command.head {
            // What follows is not read by a solver either.
            Some("exit") => blank(&mut left[start..]),
            Some(head) if ASKING.contains(&head) || head.starts_with("get-") => blank(&mut left[start..end]),
            _ => {
                if let Some((name, offset)) = command.declared.iter().find(|(name, _)| is_operator(name)) {
                    let at = Position::START.after(&bytes[..start + offset]);
                    let message = format!("{name} is an operator, and terms of Python mean that by it");
                    return Err((message, at.line, at.column));
                }
                named.extend(command.named);
                declared.extend(command.declared.into_iter().map(|(name, _)| Arc::from(name)));
            }
        }
        if command.head == Some("exit") {
            break;
        }
    }
    // Only whole commands were replaced, by spaces.
    let text = String::from_utf8(left).map_err(|_| ("no UTF-8".to_owned(), 1, 1))?;
    Ok(Script { text, named, declared })
}

/// Spaces instead of all but the ends of lines, so that positions do not change.
fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

/// What has to be known of a command before it is read by the solver.
#[derive(Default)]
struct Command<'text> {
    head: Option<&'text str>,
    /// Names that it declares, with their offsets.
    declared: Vec<(&'text str, usize)>,
    named: Vec<Arc<str>>,
}

impl<'text> Command<'text> {
    fn read(bytes: &'text [u8]) -> Self {
        let mut command = Command::default();
        let mut lexer = Lexer::new(bytes);
        let (mut depth, mut count, mut before, mut is_name) = (0usize, 0usize, Kind::End, false);
        while let Ok(token) = lexer.next() {
            match token.kind {
                Kind::End => break,
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 1 {
                count += 1;
            }
            if matches!(token.kind, Kind::Symbol | Kind::Quoted) {
                let name = lexer.text(token);
                match command.head {
                    None => command.head = Some(name),
                    Some(head) if declares(head, depth, count, before) => {
                        command.declared.push((name, token.offset()));
                    }
                    Some(_) => {}
                }
                if is_name {
                    command.named.push(name.into());
                }
            }
            is_name = token.kind == Kind::Keyword && lexer.text(token) == ":named";
            before = token.kind;
        }
        command
    }
}

/// Is a name at this offset one that the command declares?
fn declares(head: &str, depth: usize, count: usize, before: Kind) -> bool {
    match head {
        "declare-fun" | "declare-const" | "define-fun" | "define-fun-rec" | "define-const" => {
            depth == 1 && count == 3
        }
        // The list of signatures is the first argument.
        "define-funs-rec" => depth == 3 && count <= 2 && before == Kind::Open,
        "declare-datatype" | "declare-datatypes" => before == Kind::Open,
        _ => false,
    }
}
