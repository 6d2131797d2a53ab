//! Certificates of answers: `--certificate FILE`.
//!
//! Enters: a script, which is read as a whole, because a certificate is about all of it up to its last check.
//! Leaves: the replies, and behind an `unsat` of that check its certificate, or on standard error why there
//! is none.

use std::io::{self, Read, Write};
use std::path::Path;

use tress_session::{Stream, Summary, end_of_last_check, open_file};
use tress_solver::Certificate;

use super::Work;

impl Work<'_> {
    /// Runs the commands of a script, and writes a certificate of its last check.
    pub(super) fn run_with_certificate(&mut self, mut input: impl Read, path: &Path) -> io::Result<Summary> {
        self.interrupts.wait(Some(String::new()));
        let mut text = Vec::new();
        input.read_to_end(&mut text)?;
        self.interrupts.wait(None);
        let mut summary = Summary::default();
        if let Err(reply) = open_file(&text[..])? {
            return self.write(&reply, &mut summary).map(|()| summary);
        }
        let mut stream = Stream::new();
        let end = end_of_last_check(&text);
        stream.add(&text[..end.unwrap_or_default()]);
        if self.answer(&mut stream, &mut summary)? {
            return Ok(summary);
        }
        match end {
            Some(_) => self.write_certificate(&text, path)?,
            None => report("nothing is checked"),
        }
        stream.add(&text[end.unwrap_or_default()..]);
        if !self.answer(&mut stream, &mut summary)?
            && let Some(reply) = stream.end()
        {
            self.write(&reply, &mut summary)?;
        }
        Ok(summary)
    }

    /// Writes the certificate of the check that was answered just now.
    fn write_certificate(&mut self, problem: &[u8], path: &Path) -> io::Result<()> {
        let certificate = match self.session.solver.certificate(problem) {
            Ok(certificate) => certificate,
            Err(_) => {
                report("the last check did not answer unsat");
                return Ok(());
            }
        };
        match &certificate {
            Certificate::Text(text) if path.as_os_str() == "-" => {
                let mut output = io::stdout();
                output.write_all(text.as_bytes())?;
                output.flush()
            }
            Certificate::Text(text) => std::fs::write(path, text),
            Certificate::Missing(_) => {
                report(&certificate.missing_text().unwrap_or_default());
                Ok(())
            }
        }
    }
}

/// Says why there is no certificate.
fn report(why: &str) {
    // When it cannot be written, nobody wants to know.
    let _ = writeln!(io::stderr(), "tress: no certificate: {why}");
}
