//! What the engines see of a problem, as text: the drawing of its graph, and its guesses as QF_BV.

use std::fmt::Write;

use crate::levels::{Level, Levels};
use tress_automata::{CharSet, MAX_CHAR};
use tress_base::{Int, Stop};

use crate::graphs::{Fired, Graph, StringId};
use tress_rewrite::env::Env;
use tress_term::term::{Op, Term};

use super::formula::{Character, Formula, Writer};
use super::instance::{Guess, instance};
use super::solve::{Report, interchange};
use super::{BackEnd, Conjunction, Limits, graph_of};

/// The literals among facts, and whether those are all of them.
fn conjunction(env: &Env<'_>, facts: &[Term]) -> (Conjunction, bool) {
    let mut literals: Vec<(Term, bool, u32)> = Vec::new();
    let mut is_whole = true;
    let mut open: Vec<Term> = facts.iter().rev().copied().collect();
    while let Some(fact) = open.pop() {
        if env.store.op(fact) == Some(Op::And) {
            open.extend(env.store.args(fact).iter().rev());
            continue;
        }
        let origin = literals.len() as u32;
        let negated = env.store.op(fact) == Some(Op::Not);
        let atom = if negated { env.store.args(fact)[0] } else { fact };
        let connective = matches!(
            env.store.op(atom),
            Some(Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite | Op::Distinct)
        );
        if connective {
            is_whole = false;
        } else {
            literals.push((atom, !negated, origin));
        }
    }
    (Conjunction::new(env.store, &literals), is_whole)
}

/// The graph of the literals among facts, as a drawing.
///
/// # Errors
/// When the budget ends.
pub fn drawing(env: &mut Env<'_>, facts: &[Term]) -> Result<String, Stop> {
    let (conjunction, all) = conjunction(env, facts);
    let (graph, is_whole) = graph_of(env, &conjunction)?;
    let note = if all && is_whole { "" } else { "// a part of the problem: the rest is no edge\n" };
    Ok(format!("{note}{}", graph.dot()))
}

/// The guesses that the back end of bits tries, each as a problem of bit vectors with its status.
///
/// # Errors
/// When the budget ends.
pub fn bits_text(env: &mut Env<'_>, facts: &[Term], limits: &Limits) -> Result<String, Stop> {
    let (conjunction, all) = conjunction(env, facts);
    let (mut graph, is_whole) = graph_of(env, &conjunction)?;
    let note = if all && is_whole { "" } else { "; a part of the problem: the rest is no edge\n" };
    let mut text = String::from(note);
    if let Some(refuted) = graph.preprocess(&mut Fired::new(), env.budget)? {
        let rule = refuted.rule.trim_start_matches("graph-");
        let _ = writeln!(text, "; refuted by the preprocessor, rule {rule}");
        text.push_str("(set-logic QF_BV)\n(set-info :status unsat)\n(assert false)\n(check-sat)\n");
        return Ok(text);
    }
    let mut guesses: Vec<(Vec<Int>, Option<bool>)> = Vec::new();
    let mut watch = |guess: Guess<'_>, found: Option<bool>| guesses.push((guess.values.to_vec(), found));
    let report = Report::new(&graph);
    interchange(env, &graph, (BackEnd::Bits, limits), report, &mut watch)?;
    if guesses.is_empty() {
        text.push_str("; no guess: the integers have no solution\n");
    }
    for (number, (values, found)) in guesses.iter().enumerate() {
        if number > 0 {
            text.push_str("(reset)\n");
        }
        problem_text(env, &mut text, Guess { graph: &graph, values }, (*found, limits))?;
    }
    Ok(text)
}

/// One guess as a script. Writing to a string cannot fail.
fn problem_text(
    env: &mut Env<'_>,
    text: &mut String,
    guess: Guess<'_>,
    (found, limits): (Option<bool>, &Limits),
) -> Result<(), Stop> {
    let status = match found {
        Some(true) => "sat",
        Some(false) => "unsat",
        None => "unknown",
    };
    let _ = writeln!(text, "(set-logic QF_BV)\n(set-info :status {status})");
    let width = if limits.characters().is_full() { u32::BITS - MAX_CHAR.leading_zeros() } else { 8 };
    let mut script = Script { text, guess, width };
    script.declare(guess.graph, limits.characters());
    let budget = env.budget;
    let levels = Levels::new();
    let mut writer = Writer { guess, levels, regexes: env.evaluator.regexes_mut(), budget };
    for (at, edge) in guess.graph.edges.iter().enumerate() {
        let _ = writeln!(script.text, "; {}", edge.kind.label());
        match instance(guess, edge) {
            None => script.text.push_str("(assert false)\n"),
            Some(claims) => {
                let formula = writer.formula(&claims)?;
                script.define(&formula, &writer.levels, at);
                let said = script.formula(&formula, at);
                let _ = writeln!(script.text, "(assert {said})");
            }
        }
    }
    script.text.push_str("(check-sat)\n");
    Ok(())
}

/// A script that is being written: characters have this many bits, the first one the lowest.
struct Script<'a> {
    text: &'a mut String,
    guess: Guess<'a>,
    width: u32,
}

impl Script<'_> {
    fn declare(&mut self, graph: &Graph, characters: &CharSet) {
        let bits = self.width as usize;
        for (at, vertex) in graph.strings.iter().enumerate() {
            let string = StringId(at as u32);
            let length = self.guess.length(string);
            if vertex.word.is_some() || vertex.merged.is_some() {
                continue;
            }
            let _ = writeln!(self.text, "; s{at} is {} with length {length}", vertex.name.escape_default());
            if length == 0 {
                continue;
            }
            let _ = writeln!(self.text, "(declare-const s{at} (_ BitVec {}))", length * bits);
            for position in 0..length {
                let character = Character::At(string, position);
                let within: Vec<String> =
                    characters.ranges().iter().map(|range| self.between(character, *range)).collect();
                let _ = writeln!(self.text, "(assert {})", joined("or", "false", within));
            }
        }
    }

    fn character(&self, character: Character) -> String {
        match character {
            Character::Known(code) => format!("(_ bv{code} {})", self.width),
            Character::At(string, position) => match &self.guess.graph.vertex(string).word {
                Some(word) => format!("(_ bv{} {})", word[position], self.width),
                None => {
                    let low = position * self.width as usize;
                    format!("((_ extract {} {low}) s{})", low + self.width as usize - 1, string.0)
                }
            },
        }
    }

    fn between(&self, character: Character, (low, high): (u32, u32)) -> String {
        let [low, high] = [low, high].map(|code| self.character(Character::Known(code)));
        let character = self.character(character);
        format!("(and (bvule {low} {character}) (bvule {character} {high}))")
    }

    /// Defines a truth value for every state of the automata in a formula.
    fn define(&mut self, formula: &Formula, levels: &Levels, edge: usize) {
        match formula {
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| self.define(part, levels, edge));
            }
            Formula::Not(part) => self.define(part, levels, edge),
            Formula::Among(string, level) => {
                let total = self.guess.length(*string);
                for (state, rest) in levels.states_with_lengths(*level) {
                    let character = Character::At(*string, total - rest);
                    let ways = levels.edges(state).iter().map(|(low, high, next)| {
                        format!(
                            "(and {} {})",
                            self.between(character, (*low, *high)),
                            state_name(edge, *next)
                        )
                    });
                    let any = joined("or", "false", ways.collect());
                    let _ = writeln!(self.text, "(define-fun {} () Bool {any})", state_name(edge, state));
                }
            }
            Formula::Equal(..) | Formula::UpTo(..) => {}
        }
    }

    fn formula(&self, formula: &Formula, edge: usize) -> String {
        let all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part, edge)).collect();
        match formula {
            Formula::All(parts) => joined("and", "true", all(parts)),
            Formula::Any(parts) => joined("or", "false", all(parts)),
            Formula::Not(part) => format!("(not {})", self.formula(part, edge)),
            Formula::Equal(a, b) => format!("(= {} {})", self.character(*a), self.character(*b)),
            Formula::UpTo(character, most) => {
                format!("(bvule {} {})", self.character(*character), self.character(Character::Known(*most)))
            }
            Formula::Among(_, level) => state_name(edge, *level),
        }
    }
}

fn state_name(edge: usize, level: Level) -> String {
    match level {
        Level::NONE => "false".to_owned(),
        Level::EMPTY_WORD => "true".to_owned(),
        _ => format!("e{edge}_{}", level.number()),
    }
}

/// Several formulas as one.
fn joined(connective: &str, none: &str, parts: Vec<String>) -> String {
    match parts.len() {
        0 => none.to_owned(),
        1 => parts.into_iter().next().unwrap_or_default(),
        _ => format!("({connective} {})", parts.join(" ")),
    }
}
