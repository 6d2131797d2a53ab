//! Other solvers, z3 and cvc5, as child processes.
//!
//! Enters: SMT-LIB text, one command a line. Leaves: what the solver printed and the CPU time it
//! took. A solver that is not installed is simply absent; experiments say so and go on.
//!
//! z3's package brings a program. cvc5's package brings only a Python module, so a few lines of
//! Python are the program; they read line by line and go on after an error, as z3 does.

mod batch;

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use tress_base::Clock;

pub use batch::Replies;

/// cvc5 as a program: every line of standard input is one command. After an error inside of a
/// `let` its scopes are off by one, so `(reset)` makes everything anew.
const CVC5_DRIVER: &str = r#"
import os, sys, cvc5

def fresh():
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    for name in ("strings-exp", "produce-models", "incremental"):
        solver.setOption(name, "true")
    solver.setOption("tlimit-per", sys.argv[1])
    return solver, cvc5.SymbolManager(terms)

solver, symbols = fresh()
for line in sys.stdin:
    if line.strip() == "(reset)":
        solver, symbols = fresh()
        continue
    try:
        reader = cvc5.InputParser(solver, symbols)
        reader.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, line, "input")
        while not (command := reader.nextCommand()).isNull():
            reply = command.invoke(solver, symbols)
            sys.stdout.write(reply.decode() if isinstance(reply, bytes) else reply)
    except Exception as problem:
        sys.stdout.write('(error "%s")\n' % " ".join(str(problem).split()).replace('"', "'"))
    sys.stdout.flush()
os._exit(0)
"#;

/// A solver that can be started.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its name, as tables show it.
    pub name: &'static str,
    command: Vec<String>,
}

/// What a run of a solver gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it printed.
    pub output: String,
    /// User and system time of the process; exact to a hundredth of a second.
    pub cpu: Duration,
    /// Real time from its start to its end.
    pub time: Duration,
    /// Was it stopped because it took too long?
    pub timed_out: bool,
    /// Did it end by itself and without complaint?
    pub succeeded: bool,
}

impl Peer {
    /// z3, when it is installed in `folder`. Each check gets at most `limit`.
    #[must_use]
    pub fn z3(folder: &Path, limit: Duration) -> Option<Peer> {
        let program = folder.join("bin/z3");
        let command = vec![text(&program), "-in".into(), format!("-t:{}", limit.as_millis())];
        program.exists().then_some(Peer { name: "z3", command })
    }

    /// cvc5, when it is installed in `folder`. Each check gets at most `limit`.
    #[must_use]
    pub fn cvc5(folder: &Path, limit: Duration) -> Option<Peer> {
        let python = folder.join("bin/python");
        let limit = limit.as_millis().to_string();
        let command = vec![text(&python), "-c".into(), CVC5_DRIVER.into(), limit];
        let is_there = || {
            let asked = Command::new(&python).args(["-c", "import cvc5"]).output();
            asked.is_ok_and(|done| done.status.success())
        };
        (python.exists() && is_there()).then_some(Peer { name: "cvc5", command })
    }

    /// All peers that are installed in `folder`, and the names of those that are not.
    #[must_use]
    pub fn installed(folder: &Path, limit: Duration) -> (Vec<Peer>, Vec<&'static str>) {
        let (mut found, mut absent) = (Vec::new(), Vec::new());
        let peers = [("z3", Peer::z3(folder, limit)), ("cvc5", Peer::cvc5(folder, limit))];
        for (name, peer) in peers {
            match peer {
                Some(peer) => found.push(peer),
                None => absent.push(name),
            }
        }
        (found, absent)
    }

    /// Any program that reads commands from standard input.
    #[must_use]
    pub fn program(name: &'static str, command: Vec<String>) -> Peer {
        Peer { name, command }
    }

    /// Starts the solver, with pipes for what it reads and what it prints.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn start(&self) -> io::Result<Child> {
        let (program, arguments) = self.command.split_first().ok_or(io::ErrorKind::NotFound)?;
        Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }

    /// Runs the solver on the text, for at most `limit` of real time.
    ///
    /// # Errors
    /// When the process cannot be started or watched.
    pub fn run(&self, text: &str, limit: Duration) -> io::Result<Run> {
        let clock = Clock::start();
        let before = children_cpu();
        let mut child = self.start()?;
        let (mut stdin, mut stdout) = (child.stdin.take(), child.stdout.take());
        let (output, ended) = thread::scope(|scope| {
            let reader = scope.spawn(move || {
                let mut bytes = Vec::new();
                // What was read before an error is still worth having.
                let _ = stdout.as_mut().map(|pipe| pipe.read_to_end(&mut bytes));
                String::from_utf8_lossy(&bytes).into_owned()
            });
            scope.spawn(move || {
                // The solver may have ended before it read everything; its output shows that.
                let _ = stdin.as_mut().map(|pipe| pipe.write_all(text.as_bytes()));
            });
            let ended = wait(&mut child, limit)?;
            io::Result::Ok((reader.join().unwrap_or_default(), ended))
        })?;
        Ok(Run {
            output,
            cpu: children_cpu().saturating_sub(before),
            time: clock.elapsed(),
            timed_out: ended.is_none(),
            succeeded: ended.is_some_and(|status| status.success()),
        })
    }
}

/// How the child ended; `None` when it took longer than `limit` and was ended here.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let clock = Clock::start();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if clock.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// User and system time of all children that have ended, if the system reports that. Linux counts it
/// in hundredths of a second; elsewhere it is zero.
#[must_use]
pub fn children_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may hold spaces; the fields after it do not. Fields 16 and 17 of
    // the line are the times of ended children, and field 3 is the first after the name.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Peer {
        Peer::program("sh", vec!["sh".into(), "-c".into(), script.into()])
    }

    #[test]
    fn absent_peers_are_named() {
        let (found, absent) = Peer::installed(Path::new("/no/such/folder"), Duration::from_secs(1));
        assert!(found.is_empty());
        assert_eq!(absent, ["z3", "cvc5"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn output_comes_back_and_long_runs_are_ended() {
        let run = shell("cat; echo done").run("hello\n", Duration::from_secs(20)).expect("a shell");
        assert_eq!((run.output.as_str(), run.timed_out), ("hello\ndone\n", false));
        let run = shell("echo one; exec sleep 60").run("", Duration::from_millis(300)).expect("a shell");
        assert_eq!((run.output.as_str(), run.timed_out), ("one\n", true));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn cpu_time_of_children_is_counted() {
        let before = children_cpu();
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        shell(busy).run("", Duration::from_secs(60)).expect("a shell");
        assert!(children_cpu() > before);
    }
}
