//! Times slow words with the real engine of their dialect.
//!
//! ```text
//! cargo run --release -p tress-dialects --example redos [testdata/redos/vulnerable.txt]
//! ```
//!
//! Enters: a file of patterns as in `testdata/redos`. Leaves: a line for each with the verdict and the
//! seconds that the engine takes: `node` for ECMAScript, `python3` for the others. Patterns that it does not
//! read are skipped visibly. Vulnerable ones are given their attack with more and more rounds and must take
//! longer than half a second for one. Safe ones are given pumped words made of their own characters, and must
//! not for any.

use std::io::Write as _;
use std::process::{Command, Stdio};

use tress_base::{Budget, Random};
use tress_dialects::redos::{Attack, Verdict, analyse};
use tress_dialects::{Dialect, Mode};

/// Times one search or match for each word, in the order of the lines; stops at the first that takes too
/// long.
const PYTHON: &str = r#"
import sys, re, time, signal
class Late(Exception): pass
def late(*_): raise Late
lines = sys.stdin.read().split("\n")
flags = sum(getattr(re, f.upper()) for f in lines[1])
try: regex = re.compile(lines[0], flags)
except re.error as e: print("refused", e); sys.exit()
match = regex.fullmatch if lines[2] == "full" else regex.search
for line in lines[3:]:
    word = "".join(chr(int(c)) for c in line.split())
    signal.signal(signal.SIGALRM, late); signal.setitimer(signal.ITIMER_REAL, 1.5)
    start = time.perf_counter()
    try: match(word); print(time.perf_counter() - start)
    except Late: print(1.5); break
    finally: signal.setitimer(signal.ITIMER_REAL, 0)
"#;

/// The same for ECMAScript.
const NODE: &str = r#"
const vm = require("vm");
const [pattern, flags, mode, ...words] = require("fs").readFileSync(0, "utf8").split("\n");
let regex;
try { regex = new RegExp(mode === "full" ? "^(?:" + pattern + ")$" : pattern, flags); }
catch (error) { console.log("refused " + error); process.exit(); }
for (const line of words) {
    const word = line.split(" ").filter(code => code).map(code => String.fromCharCode(Number(code))).join("");
    const start = process.hrtime.bigint();
    let late = false;
    try { vm.runInNewContext("regex.test(word)", { regex, word }, { timeout: 1500 }); } catch (error) { late = true; }
    console.log(late ? 1.5 : Number(process.hrtime.bigint() - start) / 1e9);
    if (late) break;
}
process.exit();
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/redos/vulnerable.txt".into());
    let text = std::fs::read_to_string(path)?;
    let mut out = std::io::stdout();
    let (mut right, mut wrong, mut skipped) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.splitn(4, ' ').collect();
        let (name, characters) = fields[0].split_once('/').unwrap_or((fields[0], ""));
        let dialect = Dialect::from_name(name).ok_or("a dialect")?;
        let mode = if fields[1] == "full" { Mode::Full } else { Mode::Search };
        let report =
            analyse(dialect, fields[3], dialect.read_flags(characters)?, mode, &Budget::unlimited())?;
        let words = match &report.attack {
            Some(attack) => attacks(attack, report.verdict == Verdict::Exponential),
            None => pumped(fields[3]),
        };
        let head = [fields[3], characters, fields[1]].map(str::to_owned);
        let input: Vec<String> = head.into_iter().chain(words.iter().map(|word| codes(word))).collect();
        let times = match run(dialect, &input.join("\n"))? {
            Ok(times) => times,
            Err(why) => {
                skipped += 1;
                writeln!(out, "skip   {:18} {} ({})", report.verdict.name(), fields[3], why.trim())?;
                continue;
            }
        };
        let most = times.iter().copied().fold(0.0, f64::max);
        let as_told = report.attack.is_some() == (most > 0.5);
        *(if as_told { &mut right } else { &mut wrong }) += 1;
        let mark = if as_told { "ok    " } else { "WRONG " };
        let last: Vec<String> = times.iter().rev().take(3).rev().map(|time| format!("{time:.3}")).collect();
        writeln!(
            out,
            "{mark} {:22} {} [{}]",
            report.verdict.to_string().chars().take(22).collect::<String>(),
            fields[3],
            last.join(" ")
        )?;
    }
    writeln!(out, "{right} as told, {wrong} not, {skipped} skipped")?;
    Ok(())
}

fn codes(word: &[u32]) -> String {
    word.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Words of an attack with more and more rounds.
fn attacks(attack: &Attack, exponential: bool) -> Vec<Vec<u32>> {
    let rounds: Vec<usize> = if exponential {
        (1..16).map(|times| 4 * times).collect()
    } else {
        (0..9).map(|times| 100 << times).collect()
    };
    rounds.into_iter().map(|rounds| attack.word(rounds)).collect()
}

/// Pumped words of the characters of a pattern and a few others.
fn pumped(pattern: &str) -> Vec<Vec<u32>> {
    let mut random = Random::new(3);
    let characters: Vec<u32> = pattern.chars().chain("a0 !\n".chars()).map(u32::from).collect();
    let mut word = |least: usize, most: usize| -> Vec<u32> {
        (0..least + random.below(most)).map(|_| characters[random.below(characters.len())]).collect()
    };
    (0..150)
        .map(|_| {
            let attack = Attack { parts: vec![(word(0, 3), word(1, 3))], suffix: word(0, 3) };
            attack.word(5_000)
        })
        .collect()
}

/// The times, or why the engine did not read the pattern.
fn run(dialect: Dialect, input: &str) -> std::io::Result<Result<Vec<f64>, String>> {
    let (program, arguments) = match dialect {
        Dialect::Ecma => ("node", ["-e", NODE]),
        _ => ("python3", ["-c", PYTHON]),
    };
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let text = String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned();
    let times: Result<Vec<f64>, _> = text.lines().map(str::parse).collect();
    Ok(times.map_err(|_| text))
}
