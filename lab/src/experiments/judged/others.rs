//! What other solvers say to the same problems, asked in lots while the experiment goes on.

use std::io;
use std::time::Duration;

use super::Said;
use crate::lab::Lab;
use crate::peers::Peer;

/// Problems that are given to a process together.
const LOT: usize = 100;
/// A process that prints nothing for so long beyond the limit of a check is ended.
const SILENCE: Duration = Duration::from_secs(15);

/// A problem that waits for other solvers.
struct Asked {
    number: usize,
    script: String,
    said: Said,
}

/// Who is asked, and what came of it.
pub(super) struct Others {
    name: &'static str,
    limit: Duration,
    peers: Vec<(Peer, Counts)>,
    waiting: Vec<Asked>,
}

/// Answers of another solver.
#[derive(Clone, Copy, Default)]
struct Counts {
    same: usize,
    /// Where tress has no answer.
    more: usize,
    /// Denied models of ours.
    denied: usize,
    open: usize,
}

impl Others {
    /// Those that are installed; the lab says who is not.
    pub(super) fn new(lab: &mut Lab<'_>, name: &'static str, limit: Duration) -> io::Result<Self> {
        let peers = crate::experiments::installed_peers(lab, limit)?;
        let peers = peers.into_iter().map(|peer| (peer, Counts::default())).collect();
        Ok(Self { name, limit, peers, waiting: Vec::new() })
    }

    /// Adds a problem; returns how many answers of tress turned out to be wrong.
    pub(super) fn ask(
        &mut self,
        lab: &mut Lab<'_>,
        number: usize,
        script: &str,
        said: Said,
    ) -> io::Result<usize> {
        self.waiting.push(Asked { number, script: script.to_owned(), said });
        if self.waiting.len() < LOT { Ok(0) } else { self.ask_all(lab) }
    }

    /// Asks about what is left, and prints the counts.
    pub(super) fn finish(&mut self, lab: &mut Lab<'_>) -> io::Result<usize> {
        let wrong = self.ask_all(lab)?;
        for (peer, counts) in &self.peers {
            let Counts { same, more, denied, open } = counts;
            lab.print(&format!(
                "{}: {same} answers as tress, {more} where tress has none, {open} open, {denied} against models of tress",
                peer.name
            ))?;
        }
        Ok(wrong)
    }

    fn ask_all(&mut self, lab: &mut Lab<'_>) -> io::Result<usize> {
        let asked = std::mem::take(&mut self.waiting);
        let questions: Vec<String> = asked.iter().map(|asked| format!("(reset)\n{}", asked.script)).collect();
        let mut wrong = 0;
        for (peer, counts) in &mut self.peers {
            // A process that cannot be started must not cost what tress has answered.
            let replies = match peer.ask(&questions, self.limit + SILENCE, |_| {}) {
                Ok(replies) => replies.texts,
                Err(problem) => {
                    lab.print(&format!("NOT COMPARED with {}: {problem}", peer.name))?;
                    vec![None; asked.len()]
                }
            };
            for (Asked { number, script, said }, reply) in asked.iter().zip(replies) {
                let Some(theirs) = reply.as_deref().and_then(Said::read) else {
                    counts.open += 1;
                    continue;
                };
                let place = match said {
                    said if *said == theirs => &mut counts.same,
                    Said::Unknown => &mut counts.more,
                    // A model was evaluated: who says that there is none is wrong.
                    Said::Sat => &mut counts.denied,
                    Said::Unsat => &mut wrong,
                };
                *place += 1;
                if *said != theirs && *said != Said::Unknown {
                    let who = if *said == Said::Sat { peer.name } else { "tress" };
                    let (ours, theirs) = (said.word(), theirs.word());
                    lab.print(&format!(
                        "problem {number}: tress {ours}, {} {theirs}: WRONG is {who}",
                        peer.name
                    ))?;
                    lab.save(&format!("{}-{}-{number}.smt2", self.name, peer.name), script)?;
                }
            }
        }
        Ok(wrong)
    }
}
