//! Many questions to one process.
//!
//! Starting a solver costs more than most questions. Each question is announced by a marker that
//! the solver echoes, so that replies can be distinguished whatever they look like. When a process
//! dies or hangs, the question it was at has no reply and the rest goes to a new process.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{Peer, children_cpu};

/// Questions per process. Each should say `(reset)` or use names of its own.
const BATCH: usize = 250;

/// What came back.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    /// For each question what was printed, without spaces at the ends; `None` when the solver
    /// died or hung.
    pub texts: Vec<Option<String>>,
    /// CPU time of all processes.
    pub cpu: Duration,
}

impl Peer {
    /// Asks questions, each of them commands on lines of their own. A process that prints nothing
    /// for `limit` is ended. `progress` gets how many questions are done.
    ///
    /// # Errors
    /// When a process cannot be started.
    pub fn ask(
        &self,
        questions: &[String],
        limit: Duration,
        mut progress: impl FnMut(usize),
    ) -> io::Result<Replies> {
        let mut replies = Replies::default();
        while replies.texts.len() < questions.len() {
            let done = replies.texts.len();
            let batch = &questions[done..questions.len().min(done + BATCH)];
            let before = children_cpu();
            let output = self.read_while_it_speaks(&batch_text(batch), limit)?;
            replies.cpu += children_cpu().saturating_sub(before);
            let mut texts = split(&output);
            if texts.len() > batch.len() {
                replies.texts.extend(texts.drain(..batch.len()).map(Some));
            } else {
                // The process ended before the marker that follows the last question.
                texts.pop();
                replies.texts.extend(texts.into_iter().map(Some));
                replies.texts.push(None);
            }
            progress(replies.texts.len());
        }
        Ok(replies)
    }

    /// What the solver prints, until it ends or is silent for too long.
    fn read_while_it_speaks(&self, text: &str, limit: Duration) -> io::Result<String> {
        let mut child = self.start()?;
        let (mut stdin, mut stdout) = (child.stdin.take(), child.stdout.take());
        let (sender, chunks) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut bytes = [0; 4096];
                while let Some(Ok(count @ 1..)) = stdout.as_mut().map(|pipe| pipe.read(&mut bytes)) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        break;
                    }
                }
            });
            scope.spawn(move || {
                // The solver may have ended before it read everything; its output shows that.
                let _ = stdin.as_mut().map(|pipe| pipe.write_all(text.as_bytes()));
            });
            let mut output = Vec::new();
            loop {
                match chunks.recv_timeout(limit) {
                    Ok(chunk) => output.extend(chunk),
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        child.kill()?;
                        break;
                    }
                }
            }
            child.wait()?;
            Ok(String::from_utf8_lossy(&output).into_owned())
        })
    }
}

fn batch_text(batch: &[String]) -> String {
    let mut text = "(set-logic ALL)\n".to_owned();
    for question in batch {
        text.push_str("(echo \"@@\")\n");
        text.push_str(question);
        text.push('\n');
    }
    text.push_str("(echo \"@@\")\n");
    text
}

/// What stands after each marker.
fn split(output: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in output.lines() {
        if line.trim().trim_matches('"') == "@@" {
            texts.push(String::new());
        } else if let Some(text) = texts.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts.iter().map(|text| text.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_cut_at_the_markers() {
        assert_eq!(split("success\n@@\nsat\n((x 1))\n\"@@\"\n@@\n"), ["sat\n((x 1))", "", ""]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_dies_loses_one_question() {
        // Echoes what it is asked, and dies of the word "die".
        let script = r#"while read -r line; do case "$line" in
            *@@*) echo @@;; *die*) exit 1;; *set-logic*) ;; *) echo "$line";; esac; done"#;
        let peer = Peer::program("sh", vec!["sh".into(), "-c".into(), script.into()]);
        let questions = ["one", "die", "two", "die", "die", "three"].map(str::to_owned);
        let replies = peer.ask(&questions, Duration::from_secs(20), |_| {}).expect("a shell");
        let texts: Vec<Option<&str>> = replies.texts.iter().map(Option::as_deref).collect();
        assert_eq!(texts, [Some("one"), None, Some("two"), None, None, Some("three")]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_hangs_loses_one_question_and_little_time() {
        let script = r#"while read -r line; do case "$line" in
            *@@*) echo @@;; *hang*) exec sleep 60;; *set-logic*) ;; *) echo "$line";; esac; done"#;
        let peer = Peer::program("sh", vec!["sh".into(), "-c".into(), script.into()]);
        let questions = ["one", "hang", "two"].map(str::to_owned);
        let clock = tress_base::Clock::start();
        let replies = peer.ask(&questions, Duration::from_millis(700), |_| {}).expect("a shell");
        let texts: Vec<Option<&str>> = replies.texts.iter().map(Option::as_deref).collect();
        assert_eq!(texts, [Some("one"), None, Some("two")]);
        assert!(clock.elapsed() < Duration::from_secs(20));
    }
}
