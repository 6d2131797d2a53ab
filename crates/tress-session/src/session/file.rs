//! Files: what is no SMT-LIB gets one error, whatever its size.
//!
//! A pipe is answered piece by piece, because its other end may recover. A file is looked at first: one that
//! begins with anything but a command, or holds no command that is known, was given by mistake.

use std::io::{self, Chain, Cursor, Read, Write};

use tress_smtlib::{Cut, Cutter, Position, is_known_command, is_partial_mark, known_command, mark_length};

use super::{Reply, Session, Summary, error_reply, run};

/// A file from its beginning on, though that has been looked at.
pub type Opened<R> = Chain<Cursor<Vec<u8>>, R>;

/// Runs the commands of a file, as `run` does; a file that is no SMT-LIB is answered with one error.
///
/// # Errors
/// When reading or writing fails.
pub fn run_file(session: &mut Session, input: impl Read, mut output: impl Write) -> io::Result<Summary> {
    match open_file(input)? {
        Ok(commands) => run(session, commands, output),
        Err(reply) => {
            output.write_all(reply.text.as_bytes())?;
            output.flush()?;
            Ok(Summary { commands: 1, errors: 1 })
        }
    }
}

/// The commands of a file; for one that is no SMT-LIB, the error that it is answered with.
///
/// # Errors
/// When reading fails.
pub fn open_file<R: Read>(mut input: R) -> io::Result<Result<Opened<R>, Reply>> {
    let mut look = Look::default();
    let mut seen = Vec::new();
    let mut chunk = vec![0; 1 << 16];
    while look.verdict.is_none() {
        match input.read(&mut chunk) {
            Ok(0) => look.end(&seen),
            Ok(count) => {
                seen.extend_from_slice(&chunk[..count]);
                look.at(&seen);
            }
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            Err(problem) => return Err(problem),
        }
    }
    if let Some(Content::Stranger(position)) = look.verdict {
        let at = Position::START.after(&seen[..position]);
        let message = "this is no SMT-LIB: expected a command such as (declare-const x String)";
        return Ok(Err(error_reply(at, message)));
    }
    let text = seen.split_off(mark_length(&seen));
    Ok(Ok(Cursor::new(text).chain(input)))
}

/// Where the last check of a script ends, of those in front of `exit`.
#[must_use]
pub fn end_of_last_check(text: &[u8]) -> Option<usize> {
    let (mut cutter, mut read, mut last) = (Cutter::new(), mark_length(text), None);
    loop {
        let unread = &text[read..];
        read += match cutter.next(unread) {
            Cut::Incomplete => return last,
            Cut::Stray { end, .. } => end,
            Cut::Command { start, end } => {
                match known_command(&unread[start..end]) {
                    Some("exit") => return last,
                    Some("check-sat" | "check-sat-assuming" | "check-sat-using") => last = Some(read + end),
                    _ => {}
                }
                end
            }
        };
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// A command that is known was found, or nothing at all.
    Commands,
    /// No SMT-LIB; the position of the first thing that was found.
    Stranger(usize),
}

/// A look at the beginning of a file, until it is clear what it is.
#[derive(Default)]
struct Look {
    cutter: Cutter,
    /// How much was looked at in whole pieces.
    read: usize,
    first: Option<usize>,
    verdict: Option<Content>,
}

impl Look {
    /// Looks at the pieces that are whole.
    fn at(&mut self, seen: &[u8]) {
        if self.read == 0 {
            if is_partial_mark(seen) {
                return;
            }
            self.read = mark_length(seen);
        }
        while self.verdict.is_none() {
            let unread = &seen[self.read..];
            match self.cutter.next(unread) {
                Cut::Incomplete => return,
                Cut::Stray { start, .. } if self.first.is_none() => {
                    self.verdict = Some(Content::Stranger(self.read + start));
                }
                Cut::Stray { end, .. } => self.read += end,
                Cut::Command { start, end } => {
                    self.first.get_or_insert(self.read + start);
                    if is_known_command(&unread[start..end]) {
                        self.verdict = Some(Content::Commands);
                    }
                    self.read += end;
                }
            }
        }
    }

    /// The file ends here.
    fn end(&mut self, seen: &[u8]) {
        let unfinished = self.cutter.unfinished().map(|start| self.read + start);
        let begun = unfinished.is_some_and(|start| is_known_command(&seen[start..]));
        self.verdict = Some(match self.first.or(unfinished) {
            Some(position) if !begun => Content::Stranger(position),
            _ => Content::Commands,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_solver::options::Options;

    /// Gives one byte at a time.
    struct Slowly<'a>(&'a [u8]);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn replies(text: &[u8]) -> String {
        let run = |input: &mut dyn Read| {
            let mut output = Vec::new();
            let mut session = Session::new(Options::default());
            run_file(&mut session, input, &mut output).expect("memory can be read");
            String::from_utf8(output).expect("replies are text")
        };
        let at_once = run(&mut &*text);
        assert_eq!(run(&mut Slowly(text)), at_once);
        at_once
    }

    #[test]
    fn what_is_no_smtlib_gets_one_error() {
        let program =
            "#include <stdio.h>\nint main(void) {\n  puts(\"a\"); /* (check-sat) */\n  return (0);\n}\n";
        let page =
            "<!DOCTYPE html>\n<html>\n<p>(assert true)</p>\n<script>f(\"x\", g(1));</script>\n</html>\n";
        let prose = "\n  Dear solver,\n(please) check this (soon).\nIt's \"urgent\".\n";
        let soup = "() (()) ((()())) ()\n(()) )\n";
        let lisp = "(defun f (x) (* x x))\n(print (f 3))\n(print 'a)\n";
        let binary: Vec<u8> = (0..=255_u8).cycle().take(70_000).collect();
        let cases: [(&[u8], &str); 7] = [
            (program.as_bytes(), "1:1"),
            (page.as_bytes(), "1:1"),
            (prose.as_bytes(), "2:3"),
            (soup.as_bytes(), "1:1"),
            (lisp.as_bytes(), "1:1"),
            (&binary, "1:1"),
            (b"\"(check-sat)", "1:1"),
        ];
        for (text, position) in cases {
            let got = replies(text);
            assert!(got.starts_with(&format!("(error \"{position}: this is no SMT-LIB")), "{got}");
            assert_eq!(got.lines().count(), 1, "{got}");
        }
    }

    #[test]
    fn the_last_check_is_found() {
        let end = |text: &str| end_of_last_check(text.as_bytes()).map(|end| text[..end].to_owned());
        assert_eq!(end("(assert true) ; (check-sat)\n(pop 1)"), None);
        assert_eq!(end("(check-sat)x(echo \"(check-sat)\")").as_deref(), Some("(check-sat)"));
        let two = "\u{feff}(check-sat)\n(check-sat-assuming (a))";
        assert_eq!(end(&format!("{two} (get-model)(exit)(check-sat)")).as_deref(), Some(two));
        assert_eq!(end(&format!("{two} (check-sat")).as_deref(), Some(two));
    }

    #[test]
    fn files_of_commands_are_run() {
        assert_eq!(replies(b"(check-sat)\n"), "sat\n");
        assert_eq!(replies("\u{feff}; a file\n(check-sat)".as_bytes()), "sat\n");
        assert_eq!(replies(b""), "");
        assert_eq!(replies(b"; nothing but a comment"), "");
        assert_eq!(replies(b"(check-sat"), "(error \"1:1: the input ends inside of this command\")\n");
        let unknown = "(error \"1:2: unknown command frobnicate\")\nunsat\n";
        assert_eq!(replies(b"(frobnicate)(assert false)(check-sat)"), unknown);
    }
}
