//! The words of an attack, given to an engine that is installed.
//!
//! Enters: a pattern and its attack. Leaves: the time that the engine of the dialect takes for more and more
//! rounds, as measured by the engine itself, until one takes too long. Engines have optimisations that the
//! analysis does not know, so what they take is reported and never turned into a verdict. An engine that is
//! missing is named.

use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tress_base::Clock;
use tress_dialects::Dialect;
use tress_dialects::redos::Attack;

/// An engine that takes longer for one word is stopped.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time for an engine to start besides that; Java translates its script first.
const START: Duration = Duration::from_secs(1);
const START_OF_JAVA: Duration = Duration::from_secs(5);
/// From this many seconds on a word is slow.
const SLOW: f64 = 0.5;
/// Characters of the longest word that is tried.
const LONGEST: usize = 200_000;

const PYTHON: &str = "
import sys, re, time
pattern, flags, mode = sys.argv[1:4]
word = ''.join(chr(int(code)) for code in sys.stdin.read().split())
regex = re.compile(pattern, sum(getattr(re, letter.upper()) for letter in flags))
match = regex.fullmatch if mode == 'full' else regex.search
start = time.perf_counter()
match(word)
print(time.perf_counter() - start)
";

const NODE: &str = "
const [pattern, flags, mode] = process.argv.slice(1);
const codes = require('fs').readFileSync(0, 'utf8').split(' ').filter(code => code).map(Number);
const word = codes.map(code => String.fromCodePoint(code)).join('');
const regex = new RegExp(mode === 'full' ? '^(?:' + pattern + ')$' : pattern, flags);
const start = process.hrtime.bigint();
regex.test(word);
console.log(Number(process.hrtime.bigint() - start) / 1e9);
";

const PERL: &str = "
use Time::HiRes 'time';
my ($pattern, $flags, $mode) = @ARGV;
utf8::decode($pattern);
my $word = join '', map { chr } split ' ', <STDIN>;
my $regex = $mode eq 'full' ? qr/\\A(?:(?$flags:$pattern))\\z/ : qr/(?$flags:$pattern)/;
my $start = time;
$word =~ $regex;
print time - $start, \"\\n\";
";

const JAVA: &str = "
import java.util.Scanner;
import java.util.regex.Pattern;
class Redos {
    public static void main(String[] given) {
        int flags = 0;
        for (char letter : given[1].toCharArray()) {
            flags |= switch (letter) {
                case 'i' -> Pattern.CASE_INSENSITIVE;
                case 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x' -> Pattern.COMMENTS;
                case 'u' -> Pattern.UNICODE_CASE;
                case 'U' -> Pattern.UNICODE_CHARACTER_CLASS;
                default -> Pattern.UNIX_LINES;
            };
        }
        StringBuilder word = new StringBuilder();
        Scanner codes = new Scanner(System.in);
        while (codes.hasNextInt()) word.appendCodePoint(codes.nextInt());
        var matcher = Pattern.compile(given[0], flags).matcher(word.toString());
        long start = System.nanoTime();
        try {
            if (given[2].equals(\"full\")) matcher.matches(); else matcher.find();
        } catch (StackOverflowError deep) { }
        System.out.println((System.nanoTime() - start) / 1e9);
    }
}
";

/// What is given to an engine.
pub(crate) struct Case<'a> {
    pub(crate) pattern: &'a str,
    pub(crate) dialect: Dialect,
    /// The characters of the flags.
    pub(crate) flags: &'a str,
    pub(crate) full: bool,
    pub(crate) exponential: bool,
    pub(crate) attack: &'a Attack,
}

/// What an engine took.
pub(crate) struct Measured {
    pub(crate) engine: &'static str,
    /// Why nothing was measured.
    pub(crate) skipped: Option<String>,
    /// Rounds and seconds; without seconds the engine was stopped.
    pub(crate) times: Vec<(usize, Option<f64>)>,
}

impl Measured {
    /// Did the engine take too long for one of the words?
    pub(crate) fn is_slow(&self) -> bool {
        self.times.iter().any(|(_, seconds)| seconds.is_none_or(|seconds| seconds > SLOW))
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.skipped {
            return write!(f, "{}: skipped, {why}", self.engine);
        }
        let time = |(rounds, seconds): &(usize, Option<f64>)| match seconds {
            Some(seconds) => format!("n = {rounds}: {seconds:.3} s"),
            None => format!("n = {rounds}: more than {} s", PATIENCE.as_secs()),
        };
        let times: Vec<String> = self.times.iter().map(time).collect();
        let verdict = if self.is_slow() { "slow" } else { "not slow" };
        write!(f, "{}: {verdict}, {}", self.engine, times.join(", "))
    }
}

/// The engine of a dialect: its program and its arguments before the pattern. Java's script has to be a file.
fn engine(dialect: Dialect, script: &std::path::Path) -> Option<(&'static str, Vec<String>)> {
    Some(match dialect {
        Dialect::Python => ("python3", vec!["-c".into(), PYTHON.into()]),
        Dialect::Ecma => ("node", vec!["-e".into(), NODE.into(), "--".into()]),
        Dialect::Pcre => ("perl", vec!["-e".into(), PERL.into()]),
        Dialect::Java => ("java", vec![script.display().to_string()]),
        _ => return None,
    })
}

/// Measures words of more and more rounds.
pub(crate) fn measure(case: &Case<'_>) -> Measured {
    let script = Script::new(case.dialect);
    let Some((program, arguments)) = engine(case.dialect, &script.0) else {
        return Measured { engine: "none", skipped: Some("it has no engine here".into()), times: Vec::new() };
    };
    let mut measured = Measured { engine: program, skipped: None, times: Vec::new() };
    let mut rounds = if case.exponential { 10 } else { 500 };
    loop {
        let word = case.attack.word(rounds);
        if word.len() > LONGEST && !measured.times.is_empty() {
            return measured;
        }
        match time(program, &arguments, case, &word) {
            Err(why) => {
                measured.skipped = Some(why);
                return measured;
            }
            Ok(seconds) => measured.times.push((rounds, seconds)),
        }
        if measured.is_slow() {
            return measured;
        }
        // Ways that double are slow after few rounds, or the engine knows better.
        rounds = if case.exponential && rounds < 60 { rounds + 5 } else { rounds * 2 };
        if case.exponential && rounds > 500 {
            return measured;
        }
    }
}

/// The seconds for one string. Returns `None` if the engine was stopped.
fn time(
    program: &'static str,
    arguments: &[String],
    case: &Case<'_>,
    word: &[u32],
) -> Result<Option<f64>, String> {
    let mode = if case.full { "full" } else { "search" };
    let mut child = Command::new(program)
        .args(arguments)
        .args([case.pattern, case.flags, mode])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|problem| format!("it does not run: {problem}"))?;
    let codes: Vec<String> = word.iter().map(u32::to_string).collect();
    if let Some(mut input) = child.stdin.take() {
        // An engine that has ended already says so below.
        let _ = input.write_all(codes.join(" ").as_bytes());
    }
    let start = if case.dialect == Dialect::Java { START_OF_JAVA } else { START };
    if !wait(&mut child, PATIENCE + start) {
        return Ok(None);
    }
    let mut text = String::new();
    if let Some(mut output) = child.stdout.take() {
        let _ = output.read_to_string(&mut text);
    }
    text.trim().parse().map(Some).map_err(|_| "it does not understand the pattern".to_owned())
}

/// Waits for the end; false when the engine had to be stopped.
fn wait(child: &mut Child, patience: Duration) -> bool {
    let clock = Clock::start();
    while !clock.has_passed(patience) {
        match child.try_wait() {
            Ok(None) => sleep(Duration::from_millis(3)),
            _ => return true,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// The file with Java's script, removed at the end.
struct Script(PathBuf);

impl Script {
    fn new(dialect: Dialect) -> Self {
        let path = std::env::temp_dir().join(format!("tress-redos-{}.java", std::process::id()));
        if dialect == Dialect::Java {
            // When it cannot be written, the engine will not run.
            let _ = std::fs::write(&path, JAVA);
        }
        Script(path)
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
