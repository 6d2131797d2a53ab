//! How a batch goes on, on standard error: a bar for people at a terminal, else a line for each row.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use tress_base::Clock;

use super::rows::Row;

/// How often the bar is printed again.
const PERIOD: Duration = Duration::from_millis(100);
const WIDTH: usize = 24;

/// What is reported, and to whom.
pub(crate) struct Progress {
    form: Form,
    total: usize,
    done: usize,
    decided: usize,
    clock: Clock,
    printed: Option<Duration>,
}

#[derive(PartialEq, Eq)]
enum Form {
    Nothing,
    Lines,
    Bar,
}

impl Progress {
    /// The number of rows to come, and of those that are there already.
    pub(crate) fn start(is_quiet: bool, total: usize, kept: usize) -> Self {
        let form = match (is_quiet, io::stderr().is_terminal()) {
            (true, _) => Form::Nothing,
            (false, true) => Form::Bar,
            (false, false) => Form::Lines,
        };
        let progress = Self { form, total, done: 0, decided: 0, clock: Clock::start(), printed: None };
        if kept > 0 {
            progress.line(&format!("{kept} results are there already, {total} are missing"));
        }
        progress
    }

    /// One more row.
    pub(crate) fn add(&mut self, row: &Row) {
        self.done += 1;
        self.decided += usize::from(row.answer.is_decided());
        match self.form {
            Form::Nothing => {}
            Form::Lines => {
                let Row { file, solver, answer, wall, .. } = row;
                self.line(&format!(
                    "{} of {}: {solver} {} {wall:.2} s {file}",
                    self.done,
                    self.total,
                    answer.word()
                ));
            }
            Form::Bar => self.draw(),
        }
    }

    /// The end, for people.
    pub(crate) fn end(&self) {
        if self.form == Form::Bar {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        let time = self.clock.elapsed().as_secs_f64();
        self.line(&format!("{} of {} done in {time:.1} s", self.done, self.total));
    }

    fn line(&self, text: &str) {
        if self.form != Form::Nothing {
            // When it cannot be written, nobody wants to know.
            let _ = writeln!(io::stderr(), "tress batch: {text}");
        }
    }

    fn draw(&mut self) {
        let now = self.clock.elapsed();
        if self.printed.is_none_or(|then| now >= then + PERIOD) {
            self.printed = Some(now);
            let _ = write!(io::stderr(), "\r{}\x1b[K", bar(self.done, self.total, self.decided, now));
        }
    }
}

/// The bar: what is done, what is decided, how long it still takes.
fn bar(done: usize, total: usize, decided: usize, elapsed: Duration) -> String {
    let filled = WIDTH * done / total.max(1);
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
    format!(
        "[{}{}] {done} of {total}, {decided} decided, {} left",
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        minutes(left)
    )
}

fn minutes(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        let time = Duration::from_secs(60);
        assert_eq!(bar(0, 10, 0, time), "[........................] 0 of 10, 0 decided, 10 min left");
        assert_eq!(bar(5, 10, 4, time), "[############............] 5 of 10, 4 decided, 60 s left");
        assert_eq!(bar(10, 10, 9, time), "[########################] 10 of 10, 9 decided, 0 s left");
        assert_eq!(minutes(7200.0), "2.0 h");
    }
}
