//! `mistakes`: errors that are planted in the solver, one at a time. Does any get a certificate?
//!
//! Enters: problems of which tress without mistakes has found and evaluated a model: drawn ones, some around
//! the examples of rewrite rules, and files of a corpus. Leaves: for each mistake how many of them it calls
//! unsatisfiable, the first of them, and what the certifier says. An accepted certificate is a mistake of the
//! checker.

use std::fmt::Write;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tress_base::{Budget, MISTAKES, Random, plant};
use tress_certificates::Twin;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore};
use tress_testing::generate::{Examples, Generator, Knobs};

use super::super::grid::Answer;
use super::alarm::{Script, draw};
use super::attempt::{Limits, Outcome, attempt, solved};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment. Its count is that of drawn problems.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "mistakes",
    about: "planted mistakes that answer unsat for problems with a model: none has a certificate",
    count: 12_000,
    run,
};

/// What a check may take.
const LIMITS: Limits = Limits { time: Duration::from_millis(500), steps: Some(30_000) };
/// What certifying may take.
const CERTIFYING: Limits = Limits { time: Duration::from_secs(5), steps: Some(5_000_000) };
/// Problems for mistakes that few others show, with `;;;` between them.
const TARGETS: &str = include_str!("mistakes.txt");
/// Larger files are left out.
const MOST_BYTES: usize = 3_000;
/// Wrong answers of each mistake that are looked at.
const ENOUGH: usize = 5;

/// A problem around an example of a rewrite rule: a term has its value under some model.
fn around_example(random: &mut Random) -> String {
    let mut store = TermStore::new();
    let examples = Examples::new(&mut store);
    let sorts = [Sort::String, Sort::String, Sort::Int, Sort::Int];
    let symbols: Vec<SymbolId> = sorts
        .iter()
        .enumerate()
        .map(|(place, sort)| store.declare(&format!("u{place}"), &[], *sort))
        .collect();
    let variables: Vec<Term> = symbols.iter().map(|symbol| store.constant(*symbol)).collect();
    let knobs = Knobs { depth: 1, ..Knobs::small() };
    let generator = Generator::new(knobs).with_variables(&variables);
    let mut text = String::new();
    let mut facts = Vec::new();
    let mut model = Model::new();
    for _ in 0..1 + random.below(3) {
        facts.push(examples.vary(&mut store, random, &generator));
    }
    let all: Vec<SymbolId> = tress_term::term::post_order(&store, &facts)
        .into_iter()
        .filter_map(|term| store.as_constant(term))
        .collect();
    for symbol in &all {
        let sort = store.symbol(*symbol).result;
        let _ = writeln!(text, "(declare-const {} {})", store.symbol(*symbol).name, store.sort_text(sort));
        if let Some(value) = generator.knobs.value(random, sort) {
            if random.chance(1, 2) {
                let (constant, value) = (store.constant(*symbol), store.value(value.clone()));
                // Pinned in a way that is not put into other facts at once.
                let pin = match sort {
                    Sort::String => {
                        let [a, b] = [Op::PrefixOf, Op::SuffixOf].map(|op| store.app(op, &[value, constant]));
                        a.and_then(|a| Ok(store.app(Op::And, &[a, b?])))
                    }
                    _ => Ok(store.app(Op::Eq, &[constant, value])),
                };
                if let Ok(Ok(pin)) = pin {
                    let _ = writeln!(text, "(assert {})", term_text(&store, pin, Style::Standard));
                }
            }
            model.set(*symbol, value);
        }
    }
    let mut evaluator = Evaluator::new();
    for fact in facts {
        let budget = Budget::unlimited().with_steps(Some(20_000));
        let Ok(value) = evaluator.eval(&store, fact, &model, &budget) else { continue };
        let value = store.value(value);
        if let Ok(equation) = store.app(Op::Eq, &[fact, value]) {
            let _ = writeln!(text, "(assert {})", term_text(&store, equation, Style::Standard));
        }
    }
    text
}

/// Problems with a model.
fn bank(lab: &mut Lab<'_>) -> io::Result<Vec<(String, String)>> {
    let mut problems: Vec<(String, String)> = Vec::new();
    for (place, text) in TARGETS.split(";;;\n").enumerate() {
        problems.push((format!("target {place}"), text.to_owned()));
    }
    let mut random = Random::new(lab.setting.seed ^ 0x5EED);
    for place in 0..lab.count {
        let text = if place % 2 == 0 { around_example(&mut random) } else { draw(&mut random) };
        problems.push((format!("drawn {place}"), text));
    }
    if lab.setting.corpus.is_some() {
        for (_, file, bytes) in super::known_files(lab, Answer::Sat)? {
            if bytes.len() <= MOST_BYTES {
                problems.push((file, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    let mut kept = Vec::new();
    for (name, text) in problems {
        let Some(script) = Script::read(&text) else { continue };
        let text = script.text(&script.assertions);
        // What the checker cannot read has no certificate anyway.
        if Twin::new(text.as_bytes()).is_ok() && solved(text.as_bytes(), LIMITS)?.1 == "sat" {
            kept.push((name, text));
        }
    }
    // Small ones first: what is shown is then small.
    kept.sort_by_key(|(_, text)| text.len());
    Ok(kept)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    plant("");
    let bank = bank(lab)?;
    lab.print(&format!("{} problems with a model", bank.len()))?;
    let mut table =
        Table::new(&["mistake", "room", "what is wrong", "wrong unsat", "certificates", "first", "missing"]);
    let (mut shown, mut accepted, mut panics) = (0, 0, 0);
    let mut examples = String::new();
    for (place, [name, room, what]) in MISTAKES.iter().enumerate() {
        let (mut wrong, mut certificates, mut first, mut missing) = (0, 0, String::new(), String::new());
        for (file, text) in &bank {
            if wrong == ENOUGH {
                break;
            }
            plant(name);
            // A mistake may also break a promise.
            let answer =
                catch_unwind(AssertUnwindSafe(|| solved(text.as_bytes(), LIMITS).map(|(_, answer)| answer)));
            let Ok(Ok(answer)) = answer else {
                panics += 1;
                continue;
            };
            if answer != "unsat" {
                continue;
            }
            let tried = catch_unwind(AssertUnwindSafe(|| attempt(text.as_bytes(), CERTIFYING)));
            let outcome = match tried {
                Ok(Ok(tried)) => tried.outcome,
                _ => {
                    panics += 1;
                    continue;
                }
            };
            wrong += 1;
            if first.is_empty() {
                first.clone_from(file);
                let _ = write!(examples, "; {name}: {what}\n{text}\n");
            }
            match outcome {
                Outcome::Certified(certificate) => {
                    certificates += 1;
                    lab.save(&format!("mistake-{name}.smt2"), text)?;
                    lab.save(&format!("mistake-{name}.cert"), &certificate)?;
                }
                Outcome::Missing(rules) if missing.is_empty() => {
                    missing = rules.keys().next().cloned().unwrap_or_default();
                }
                Outcome::Refused(why) if missing.is_empty() => missing = format!("refused {why}"),
                _ => {}
            }
        }
        plant("");
        shown += usize::from(wrong > 0);
        accepted += certificates;
        table.row([*name, *room, *what, &wrong.to_string(), &certificates.to_string(), &first, &missing]);
        lab.progress(place + 1, MISTAKES.len());
    }
    lab.print(&table.text())?;
    lab.save("mistakes.smt2", &examples)?;
    lab.print(&format!(
        "{shown} of {} mistakes give a wrong unsat, {accepted} certificates accepted, {panics} broken promises",
        MISTAKES.len()
    ))?;
    Ok(Verdict::wrong_if(accepted > 0 || shown < 40))
}
