//! dk.brics.automaton beside the study, where Java and its jar are installed.
//!
//! The automata are written as text, with their ε-moves and one line for each range of a label, as the dissertation
//! did it, so that parsers make no difference. The time has the adding of ε-moves in it, which is
//! brics' way to eliminate them.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tress_base::Stop;

use crate::peers::Peer;

use super::alphabet::Alphabet;
use super::automata::Mode;
use super::figures::Series;
use super::instance::{Instance, Operation, Point, Solved};
use super::regexes::Inputs;

const PROGRAM: &str = include_str!("brics.java");
/// Memory of the virtual machine, as in the dissertation.
const HEAP: &str = "-Xmx1500m";
/// What a start and the first runs may take beside the questions.
const START: Duration = Duration::from_secs(60);

/// The library, ready to be asked.
pub(super) struct Brics {
    jar: String,
}

impl Brics {
    /// The library, when there is a Java and `automaton.jar` is in the folder.
    pub(super) fn installed(folder: &Path) -> Option<Brics> {
        let jar = folder.join("automaton.jar");
        let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let has_java = || quiet(Command::new("java").arg("-version")).is_ok_and(|status| status.success());
        (jar.exists() && has_java()).then(|| Brics { jar: jar.to_string_lossy().into_owned() })
    }

    /// Asks everything over both alphabets.
    pub(super) fn ask_all(&self, inputs: &Inputs, limit: Duration) -> io::Result<Vec<Series>> {
        let folder = std::env::temp_dir().join(format!("tress-brics-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let source = folder.join("brics.java");
        std::fs::write(&source, PROGRAM)?;
        let program = source.to_string_lossy().into_owned();
        let words =
            ["java", HEAP, "-cp", &self.jar, &program, &limit.as_millis().to_string()].map(str::to_owned);
        let peer = Peer::program("brics", words.to_vec());
        let asked = [Alphabet::ASCII, Alphabet::UTF16].map(|alphabet| ask(&peer, inputs, alphabet, limit));
        std::fs::remove_dir_all(folder)?;
        asked.into_iter().collect()
    }
}

/// Asks everything over one alphabet. After a question that took too long the program is started again.
fn ask(peer: &Peer, inputs: &Inputs, alphabet: Alphabet, limit: Duration) -> io::Result<Series> {
    let automata = automata_text(inputs, alphabet);
    let instances = Instance::all(inputs.automata.len());
    let mut points: Vec<Point> = Vec::new();
    while points.len() < instances.len() {
        let open = &instances[points.len()..];
        let mut text = automata.clone();
        open.iter().for_each(|&instance| text.push_str(&format!("ask {}\n", question(instance))));
        let run = peer.run(&text, START + limit * open.len() as u32)?;
        let answers: Vec<Point> =
            open.iter().zip(run.output.lines()).map_while(|(&instance, line)| read(instance, line)).collect();
        // A program that ends without a word has no memory left.
        let lost = answers.is_empty().then(|| Point { instance: open[0], result: Err(Stop::Memory) });
        points.extend(answers);
        points.extend(lost);
    }
    Ok(Series { name: format!("brics-{}", alphabet.name()), points })
}

/// All automata as lines of text.
fn automata_text(inputs: &Inputs, alphabet: Alphabet) -> String {
    let mut text = String::new();
    let all = alphabet.all();
    // Writing to a string cannot fail, here and below.
    for automaton in &inputs.automata {
        let _ = writeln!(text, "automaton {} {}", automaton.states, automaton.initial);
        automaton.finals.iter().for_each(|state| {
            let _ = writeln!(text, "final {state}");
        });
        for (from, label, to) in &automaton.moves {
            for (low, high) in inputs.sets[*label as usize].intersection(&all).ranges() {
                let _ = writeln!(text, "move {from} {low} {high} {to}");
            }
        }
        automaton.epsilon.iter().for_each(|(from, to)| {
            let _ = writeln!(text, "epsilon {from} {to}");
        });
    }
    text
}

/// A question in the words of the program.
fn question(instance: Instance) -> String {
    let operation = if instance.operation == Operation::Product { "product" } else { "difference" };
    let mode = if instance.mode == Mode::Lazy { "lazy" } else { "eager" };
    format!("{operation} {mode} {} {}", instance.i, instance.j)
}

/// The answer to a question; nothing when the line is not about it.
fn read(instance: Instance, line: &str) -> Option<Point> {
    let (answer, time) = line.strip_prefix(&question(instance))?.trim_start().split_once(' ')?;
    let time = Duration::from_nanos(time.parse().ok()?);
    let solved = |empty| Ok(Solved { empty, word: None, shortest: None, states: None, time });
    let result = match answer {
        "empty" => solved(true),
        "nonempty" => solved(false),
        "timeout" => Err(Stop::Timeout),
        _ => Err(Stop::Memory),
    };
    Some(Point { instance, result })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let instance = Instance { operation: Operation::Difference, mode: Mode::Lazy, i: 3, j: 0 };
        let read = |line: &str| {
            read(instance, line).map(|point| point.result.map(|solved| (solved.empty, solved.time)))
        };
        let microsecond = Duration::from_micros(1);
        assert_eq!(read("difference lazy 3 0 nonempty 1000"), Some(Ok((false, microsecond))));
        assert_eq!(read("difference lazy 3 0 empty 1000"), Some(Ok((true, microsecond))));
        assert_eq!(read("difference lazy 3 0 timeout 0"), Some(Err(Stop::Timeout)));
        assert_eq!(read("difference lazy 3 1 empty 1000"), None);
        assert_eq!(read("Exception in thread"), None);
    }

    #[test]
    fn automata_are_written() {
        let inputs = Inputs::new(3);
        let text = automata_text(&inputs, Alphabet::ASCII);
        let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("automaton "), 3);
        assert_eq!(count("epsilon "), inputs.automata.iter().map(|automaton| automaton.epsilon.len()).sum());
        assert!(count("move ") > inputs.automata.iter().map(|automaton| automaton.moves.len()).sum());
    }

    #[test]
    fn a_missing_jar_is_no_brics() {
        assert!(Brics::installed(Path::new("/no/such/folder")).is_none());
    }
}
