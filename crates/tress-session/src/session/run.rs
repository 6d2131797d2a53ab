//! A whole stream of commands: read, execute, reply.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tress_smtlib::{Cut, Cutter, Position, is_partial_mark, mark_length};

use super::{Reply, Session, error_reply};

/// How a stream went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many commands were read, good or bad.
    pub commands: usize,
    /// How many of them were answered with an error.
    pub errors: usize,
}

/// Reads commands until the input ends or one of them is `exit`. Each reply is written and
/// flushed before the next command is looked at, so that both ends of a pipe can wait for each
/// other.
///
/// # Errors
/// When reading or writing fails.
pub fn run(session: &mut Session, mut input: impl Read, mut output: impl Write) -> io::Result<Summary> {
    let mut stream = Stream::default();
    let mut summary = Summary::default();
    let mut chunk = vec![0; 1 << 16];
    loop {
        while let Some(reply) = stream.next_reply(session) {
            summary.commands += 1;
            summary.errors += usize::from(reply.is_error);
            if !reply.text.is_empty() {
                output.write_all(reply.text.as_bytes())?;
                output.flush()?;
            }
            if reply.is_exit {
                return Ok(summary);
            }
        }
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => continue,
            Err(problem) => return Err(problem),
        };
        stream.add(&chunk[..count]);
    }
    if let Some(reply) = stream.end() {
        summary.commands += 1;
        summary.errors += 1;
        output.write_all(reply.text.as_bytes())?;
        output.flush()?;
    }
    Ok(summary)
}

/// Does some work on a session. A panic becomes an error reply, and the session answers nothing
/// more until it is reset: whatever the panic left behind must not lead to a wrong answer.
fn guarded(session: &mut Session, at: Position, work: impl FnOnce(&mut Session) -> Reply) -> Reply {
    let done = catch_unwind(AssertUnwindSafe(|| work(session)));
    done.unwrap_or_else(|panic| {
        let known = panic.downcast_ref::<String>().map(String::as_str);
        let message = known.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        session.give_up();
        error_reply(at, &format!("internal error: {message}"))
    })
}

/// Commands that arrive in pieces of any size: text that is not executed yet.
pub struct Stream {
    buffer: Vec<u8>,
    /// Where unread text begins in the buffer.
    read: usize,
    /// The position in the whole input.
    at: Position,
    cutter: Cutter,
    /// Has anything been read?
    has_begun: bool,
    /// Where a command began of which a part was thrown away.
    torn: Option<Position>,
}

/// A command whose end has not arrived is looked at if it has this many bytes.
const LARGE: usize = 1 << 20;

impl Default for Stream {
    fn default() -> Self {
        let cutter = Cutter::new();
        Self { buffer: Vec::new(), read: 0, at: Position::START, cutter, has_begun: false, torn: None }
    }
}

/// A piece of input in `start..end` of the unread text.
struct Piece {
    start: usize,
    end: usize,
    is_command: bool,
}

impl Stream {
    /// Nothing has arrived yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Executes the next command, if all of it has arrived.
    pub fn next_reply(&mut self, session: &mut Session) -> Option<Reply> {
        let Some(piece) = self.next_piece() else {
            if self.buffer.len() - self.read >= LARGE && session.holds_too_much() {
                self.tear();
            }
            return None;
        };
        Some(self.reply(session, &piece))
    }

    /// Throws away what has arrived of a command: it is too large to be held.
    fn tear(&mut self) {
        // Whether a name goes on is seen at the byte before.
        let end = self.buffer.len() - 1;
        let begin = self.cutter.unfinished().unwrap_or(0);
        self.torn.get_or_insert(self.at.after(&self.buffer[self.read..self.read + begin]));
        self.at = self.at.after(&self.buffer[self.read..end]);
        self.cutter.forget(end - self.read);
        self.buffer = self.buffer[end..].to_vec();
        self.read = 0;
    }

    /// Is there a command whose end has not arrived?
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.cutter.unfinished().is_some()
    }

    /// More text has arrived.
    pub fn add(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.read);
        self.read = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Skips the mark that the text is UTF-8. Nothing is read while it may still be on its way.
    fn begin(&mut self) {
        self.has_begun |= !is_partial_mark(&self.buffer);
        if self.has_begun && self.read == 0 && self.at == Position::START {
            self.read = mark_length(&self.buffer);
        }
    }

    fn next_piece(&mut self) -> Option<Piece> {
        if !self.has_begun {
            self.begin();
        }
        if !self.has_begun {
            return None;
        }
        match self.cutter.next(&self.buffer[self.read..]) {
            Cut::Command { start, end } => Some(Piece { start, end, is_command: true }),
            Cut::Stray { start, end } => Some(Piece { start, end, is_command: false }),
            Cut::Incomplete => None,
        }
    }

    fn reply(&mut self, session: &mut Session, piece: &Piece) -> Reply {
        let unread = &self.buffer[self.read..];
        let start = self.at.after(&unread[..piece.start]);
        let text = &unread[piece.start..piece.end];
        let reply = if let Some(begin) = self.torn.take() {
            session.too_large(begin)
        } else if piece.is_command {
            guarded(session, start, |session| session.execute(text, start))
        } else {
            session.stray(text, start)
        };
        self.at = start.after(text);
        self.read += piece.end;
        reply
    }

    /// An error for text that never became a command, when nothing more will arrive.
    #[must_use]
    pub fn end(&self) -> Option<Reply> {
        let start = self.cutter.unfinished()?;
        let at = self.at.after(&self.buffer[self.read..self.read + start]);
        Some(error_reply(at, "the input ends inside of this command"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_solver::options::Options;

    /// What is too large to be held is left out, and the next command is found.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_command_that_is_too_large_is_left_out() {
        let mut options = Options::default();
        options.set_number(tress_solver::options::Opt::Memory, 1);
        let mut session = Session::new(options);
        let mut stream = Stream::new();
        let mut replies = Vec::new();
        let large = format!("\n (assert (= \"{}\n(\" \"a\"))\n", "b".repeat(3 * LARGE));
        for chunk in large.as_bytes().chunks(1 << 16) {
            stream.add(chunk);
            replies.extend(std::iter::from_fn(|| stream.next_reply(&mut session)));
            assert!(stream.buffer.len() < 2 * LARGE);
        }
        session.solver.options.set_number(tress_solver::options::Opt::Memory, 0);
        stream.add(b"(check-sat)(get-info :reason-unknown)(check-sat)(get-info :reason-unknown)");
        replies.extend(std::iter::from_fn(|| stream.next_reply(&mut session)));
        let texts: Vec<&str> = replies.iter().map(|reply| reply.text.trim()).collect();
        assert_eq!(texts[..3], ["", "unknown", "(:reason-unknown memout)"]);
        assert_eq!(texts[3], "unknown");
        assert!(texts[4].contains("2:2"), "{texts:?}");
    }

    #[test]
    fn a_panic_is_answered_and_only_a_reset_leads_on() {
        let mut session = Session::new(Options::default());
        let mut execute = |text: &str| {
            let work = |session: &mut Session| match text {
                "panic" => panic!("expected {}", "something"),
                _ => session.execute(text.as_bytes(), Position::START),
            };
            guarded(&mut session, Position::START, work).text
        };
        assert_eq!(execute("(declare-const x Int)"), "");
        assert_eq!(execute("panic"), "(error \"1:1: internal error: expected something\")\n");
        let refused = "(error \"1:1: after an internal error only reset and exit are possible\")\n";
        assert_eq!(execute("(check-sat)"), refused);
        assert_eq!(execute("(assert (= x 1))"), refused);
        assert_eq!(execute("(reset)"), "");
        assert_eq!(execute("(check-sat)"), "sat\n");
    }
}
