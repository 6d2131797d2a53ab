//! `sanitize`: chains of functions against the engines whose functions they are.
//!
//! Each chain is asked about, and then run by Node, Python or Java on all short words over pieces that matter
//! to it. Nothing may be called safe when a word leads to what is forbidden, every input that is shown must
//! do so, and the evaluator must agree word by word.

mod casing;
mod engines;
mod generate;

use std::io;
use std::time::Duration;

use tress_base::{Budget, Random};
use tress_dialects::Dialect;
use tress_dialects::sanitize::{Answer, Forbidden, Question, Safety, Trouble, evaluate, sanitize};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;
use engines::{Engine, Outcome};
use generate::{Drawn, draw};

/// The row of the experiment on chains.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "sanitize",
    about: "chains of replacements, case, white space and decoders: answers against Node, Python and Java",
    count: 3_000,
    run,
};

/// The row of the experiment on case.
pub(crate) const CASING: Experiment = casing::EXPERIMENT;

/// The dialects with an engine.
pub(super) const DIALECTS: [Dialect; 3] = [Dialect::Ecma, Dialect::Python, Dialect::Java];
/// The longest words, in pieces.
const LONGEST: usize = 3;
/// A sigma, and what becomes one in upper case.
const SIGMAS: [u32; 3] = [0x3A3, 0x3C2, 0x3C3];
/// What one chain may take.
const TIME: Duration = Duration::from_secs(10);

/// What was counted in one dialect.
#[derive(Default)]
struct Counts {
    safe: usize,
    not_safe: usize,
    unknown: usize,
    not_exact: usize,
    refused: usize,
    too_long: usize,
    words: usize,
    wrong: Vec<String>,
    /// Chains without an answer in time.
    slow: Vec<String>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut table = Table::new(&[
        "dialect",
        "safe",
        "not safe",
        "unknown",
        "not exact",
        "refused",
        "too long",
        "words",
        "wrong",
    ]);
    let (mut wrong, mut slow) = (Vec::new(), Vec::new());
    let asked = lab.setting.engines.clone();
    let is_dialect = |name: &&String| DIALECTS.iter().any(|dialect| dialect.name() == **name);
    if let Some(name) = asked.iter().find(|name| !is_dialect(name)) {
        return Err(io::Error::other(format!("{name} is no dialect that has an engine here")));
    }
    for dialect in DIALECTS
        .into_iter()
        .filter(|dialect| asked.is_empty() || asked.iter().any(|name| name == dialect.name()))
    {
        let folder = lab.setting.out.clone();
        let Some(mut engine) = Engine::start(dialect, &folder)? else {
            lab.print(&format!("{} is not compared: its engine is not installed", dialect.name()))?;
            continue;
        };
        let mut counts = Counts::default();
        let mut random = Random::new(lab.setting.seed);
        for index in 0..lab.count {
            lab.progress(index, lab.count);
            let drawn = draw(dialect, &mut random);
            counts.compare(dialect, index, &drawn, &mut engine)?;
        }
        let numbers = [
            counts.safe,
            counts.not_safe,
            counts.unknown,
            counts.not_exact,
            counts.refused,
            counts.too_long,
            counts.words,
            counts.wrong.len(),
        ];
        let mut row = vec![dialect.name().to_owned()];
        row.extend(numbers.iter().map(usize::to_string));
        lab.print(&row.join(" "))?;
        table.row(row);
        wrong.extend(counts.wrong);
        slow.extend(counts.slow);
    }
    lab.print(&table.text())?;
    for line in wrong.iter().chain(&slow) {
        lab.print(line)?;
    }
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

/// A text as the units of UTF-16.
fn units(word: &[u32]) -> Vec<u16> {
    let mut units = Vec::new();
    for c in word {
        match c.checked_sub(0x10000) {
            Some(rest) => units.extend([0xD800 + (rest >> 10) as u16, 0xDC00 + (rest & 0x3FF) as u16]),
            None => units.push(*c as u16),
        }
    }
    units
}

/// All words of a few pieces.
fn words(pieces: &[String]) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut from = 0;
    for _ in 0..LONGEST {
        let until = words.len();
        for index in from..until {
            for piece in pieces {
                words.push(format!("{}{piece}", words[index]));
            }
        }
        from = until;
    }
    words.sort();
    words.dedup();
    words
}

impl Counts {
    fn compare(
        &mut self,
        dialect: Dialect,
        index: usize,
        drawn: &Drawn,
        engine: &mut Engine,
    ) -> io::Result<()> {
        let Ok(flags) = dialect.read_flags(drawn.flags) else { return Ok(()) };
        let question = Question {
            dialect,
            flags,
            whole: false,
            functions: drawn.functions.clone(),
            forbidden: Forbidden::Pattern(drawn.forbidden.clone()),
            input: None,
            max_length: None,
        };
        let what = format!(
            "{} {index}: {:?} {:?} forbidden {:?}",
            dialect.name(),
            drawn.flags,
            drawn.functions,
            drawn.forbidden
        );
        let budget = Budget::unlimited().with_time(Some(TIME));
        let answer = sanitize(&question, &budget);
        let mut inputs: Vec<Vec<u32>> =
            words(&drawn.pieces).iter().map(|word| dialect.word(flags, word)).collect();
        if let Ok(Answer { verdict: Safety::NotSafe { input, .. }, .. }) = &answer {
            inputs.push(input.clone());
        }
        let listed: Vec<Vec<u16>> = inputs.iter().map(|word| units(word)).collect();
        let outcomes = match engine.run(drawn.flags, &drawn.functions, &drawn.forbidden, &listed)? {
            Ok(outcomes) => outcomes,
            Err(message) => {
                // What the engine does not take must not be answered.
                if answer.is_ok() {
                    self.wrong.push(format!("{what}: the engine says {message}"));
                }
                self.refused += 1;
                return Ok(());
            }
        };
        self.words += inputs.len();
        self.judge(&what, &answer, &inputs, &outcomes);
        let exact = !matches!(answer, Err(Trouble::NotExact(_) | Trouble::Pattern(..) | Trouble::Wrong(_)));
        for (input, outcome) in inputs.iter().zip(&outcomes).filter(|_| exact) {
            let output = match evaluate(&question, input, &Budget::unlimited()) {
                Ok(output) => output,
                Err(trouble) => {
                    self.wrong.push(format!("{what}: {trouble}"));
                    break;
                }
            };
            let own = output.map(|output| units(&output));
            let theirs = outcome.as_ref().map(|(output, _)| output.clone());
            let is_followed = theirs.as_ref().is_none_or(|output| is_in_alphabet(output));
            // Nothing is said where Java's sigma is not known, of characters between whose halves Java finds
            // empty matches, also those that another function makes, and of characters outside of the
            // alphabet.
            let has_half = theirs.iter().flatten().any(|unit| (0xD800..0xE000).contains(unit));
            let is_open = dialect == Dialect::Java
                && (input.iter().any(|c| *c > 0xFFFF)
                    || (own.is_none()
                        && (has_half
                            || input.iter().any(|c| SIGMAS.contains(c))
                            || makes_pairs(&question, input))));
            if own != theirs && is_followed && !is_open {
                self.wrong.push(format!("{what}: evaluated {own:x?} for {input:x?}, engine {theirs:x?}"));
                break;
            }
        }
        Ok(())
    }

    fn judge(
        &mut self,
        what: &str,
        answer: &Result<Answer, Trouble>,
        inputs: &[Vec<u32>],
        outcomes: &[Outcome],
    ) {
        let found = outcomes.iter().position(|outcome| matches!(outcome, Some((_, true))));
        match answer {
            Ok(answer) => match &answer.verdict {
                Safety::Safe => {
                    self.safe += 1;
                    let noted = |input: &[u32]| {
                        answer.notes.iter().any(|note| note.contains("U+FFFF"))
                            && input.iter().any(|c| *c > 0xFFFF)
                    };
                    if let Some(at) = found.filter(|at| !noted(&inputs[*at])) {
                        self.wrong.push(format!("{what}: safe, but {:x?}", inputs[at]));
                    }
                }
                Safety::NotSafe { output, .. } => {
                    self.not_safe += 1;
                    let expected = units(output);
                    if !matches!(outcomes.last(), Some(Some((output, true))) if *output == expected) {
                        self.wrong.push(format!(
                            "{what}: shown {:x?}, engine {:x?}",
                            inputs.last(),
                            outcomes.last()
                        ));
                    }
                }
                Safety::Unknown(_) => self.unknown += 1,
            },
            Err(Trouble::NotExact(_)) => self.not_exact += 1,
            Err(trouble @ (Trouble::Stop(_) | Trouble::Unknown(_))) => {
                self.too_long += 1;
                self.slow.push(format!("{what}: {trouble}"));
            }
            Err(trouble @ (Trouble::Pattern(..) | Trouble::Wrong(_))) => {
                self.refused += 1;
                if trouble.to_string().contains("mistake") {
                    self.wrong.push(format!("{what}: {trouble}"));
                }
            }
        }
    }
}

/// Does one of the functions make a character of two halves from this input?
fn makes_pairs(question: &Question, input: &[u32]) -> bool {
    (1..question.functions.len()).any(|count| {
        let first = Question { functions: question.functions[..count].to_vec(), ..question.clone() };
        let output = evaluate(&first, input, &Budget::unlimited());
        output.is_ok_and(|output| output.iter().flatten().any(|c| *c > 0xFFFF))
    })
}

/// Are all characters in the alphabet of words?
fn is_in_alphabet(word: &[u16]) -> bool {
    char::decode_utf16(word.iter().copied()).all(|c| c.map_or(true, |c| u32::from(c) <= 0x2_FFFF))
}
