//! `casing`: lower, upper and trim of every code point, and what stands around a sigma, against the engines.

use std::io;

use tress_base::Budget;
use tress_dialects::sanitize::{Forbidden, Function, Question, evaluate};
use tress_dialects::{Dialect, Flags};

use super::engines::Engine;
use super::{DIALECTS, units};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "casing",
    about: "lower, upper and trim of every code point, alone and around a sigma, against Node, Python and Java",
    count: 0x11_0000,
    run,
};

/// Words for the engine at once.
const BATCH: usize = 4_096;

/// Where a code point stands: alone, and around a sigma.
const PLACES: [(&str, &[[&str; 2]]); 4] = [
    ("lower", &[["", ""], ["", "Σ"], ["a", "Σ"], ["aΣ", ""], ["aΣ", "a"], ["-", "Σ-"]]),
    ("upper", &[["", ""], ["a", "\u{345}"]]),
    ("trim", &[["", ""], ["", "a"], ["a", ""], [" ", " a"]]),
    ("strip", &[["", ""], ["", "a"], ["a", ""]]),
];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut table = Table::new(&["dialect", "function", "words", "left open", "wrong"]);
    let mut wrong: Vec<String> = Vec::new();
    for dialect in DIALECTS {
        let folder = lab.setting.out.clone();
        let Some(mut engine) = Engine::start(dialect, &folder)? else {
            lab.print(&format!("{} is not compared: its engine is not installed", dialect.name()))?;
            continue;
        };
        for (name, places) in PLACES {
            if name == "strip" && dialect == Dialect::Ecma {
                continue;
            }
            let [mut words, mut open] = [0, 0];
            let before = wrong.len();
            let last = (lab.count as u32).min(0x11_0000);
            let codes = (0..last).filter(|c| !(0xD800..0xE000).contains(c)).collect::<Vec<u32>>();
            for [left, right] in places {
                for batch in codes.chunks(BATCH) {
                    let (skipped, found) = compare(dialect, name, (left, right), batch, &mut engine)?;
                    words += batch.len();
                    open += skipped;
                    wrong.extend(found);
                }
            }
            let numbers = [words, open, wrong.len() - before].map(|number| number.to_string());
            table.row([dialect.name(), name].map(str::to_owned).into_iter().chain(numbers));
        }
    }
    lab.print(&table.text())?;
    for line in wrong.iter().take(40) {
        lab.print(line)?;
    }
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

/// How many words are left open, and what is wrong.
fn compare(
    dialect: Dialect,
    name: &str,
    (left, right): (&str, &str),
    batch: &[u32],
    engine: &mut Engine,
) -> io::Result<(usize, Vec<String>)> {
    let question = Question {
        dialect,
        flags: Flags::NONE,
        whole: false,
        functions: vec![Function::Named(name.to_owned())],
        forbidden: Forbidden::Text("a".to_owned()),
        input: None,
        max_length: None,
    };
    let texts: Vec<String> =
        batch.iter().filter_map(|c| char::from_u32(*c)).map(|c| format!("{left}{c}{right}")).collect();
    let listed: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
    let outcomes = engine.run("", &question.functions, "a", &listed)?.map_err(io::Error::other)?;
    let (mut open, mut wrong) = (0, Vec::new());
    for (text, outcome) in texts.iter().zip(outcomes) {
        let word = dialect.word(Flags::NONE, text);
        let own = evaluate(&question, &word, &Budget::unlimited()).map_err(io::Error::other)?;
        let theirs = outcome.map(|(output, _)| output);
        match own {
            // A sigma of Java.
            None => open += 1,
            Some(own) if Some(units(&own)) == theirs => {}
            Some(own) => {
                wrong.push(format!("{} {name} {text:?}: {own:x?}, engine {theirs:x?}", dialect.name()))
            }
        }
    }
    Ok((open, wrong))
}
