//! Runs with inputs by chance. What such a run shows has happened; what none shows says nothing.

use std::sync::Arc;

use tress::Solver;
use tress_base::Budget;
use tress_classes::{ClassPath, Constant, Instruction};

use super::known::value;
use super::limits::{RANDOM_RUNS, RANDOM_STEPS, UNSUPPORTED_RUNS};
use super::replay::settled;
use super::show;
use super::target::Target;
use super::{ExecError, Options, advance, is_failure};
use crate::machine::{End, Event};
use crate::program::Program;
use crate::report::{Outcome, Path, Replay};
use crate::state::{Chance, Given, State, Words};

/// Runs a method with inputs by chance until one fails, or the time is up. `None`: no run has failed.
///
/// # Errors
/// When there is no such method, or a known argument does not fit.
pub fn try_inputs(path: ClassPath, method: &str, options: &Options) -> Result<Option<Path>, ExecError> {
    let program = Program::new(path);
    let target = Target::find(&program, method)?;
    let budget = Budget::unlimited().with_time(options.time).with_caps(&options.caps);
    let options = Options { max_steps: options.max_steps.min(RANDOM_STEPS.most(&budget)), ..options.clone() };
    let mut solver = Solver::new();
    solver.set_timeout(options.check_time);
    let (mut words, mut lost) = (Arc::default(), 0);
    for seed in 0..RANDOM_RUNS.most(&budget) {
        if budget.look().is_err() {
            break;
        }
        let chance = Arc::new(Chance { seed, words: Arc::clone(&words), texts: options.texts() });
        let mut state = State::default();
        let Some(inputs) = begin(&target, &options, &chance, &mut state)? else { return Ok(None) };
        let ended = run(&program, &mut solver, &budget, &options, (&target, &mut state))?;
        // The first run has loaded the classes that there are.
        if seed == 0 {
            words = words_of(&program).into();
        }
        let Some(outcome) = ended else { continue };
        // A loop that asks for inputs would end with others.
        if outcome != Outcome::Hangs && is_failure(&program, &options, &outcome) {
            let drawn = state.chosen.iter().map(|(name, type_, value)| {
                (name.clone(), show::known_text(&state, value, type_).unwrap_or_default())
            });
            let inputs = inputs.into_iter().chain(drawn).collect();
            let (decisions, covers, replay) = (Vec::new(), Vec::new(), Replay::Same);
            let (script, thrown, expected) = (None, None, None);
            let fails = true;
            let path = Path { outcome, fails, inputs, replay, decisions, script, covers, thrown, expected };
            return Ok(Some(path));
        }
        let takes_nothing = state.chosen.is_empty() && inputs.len() == options.known.len();
        lost += usize::from(matches!(outcome, Outcome::Unsupported(_)));
        let is_lost = UNSUPPORTED_RUNS.is_exceeded(lost, &budget) && lost as u64 > seed / 2;
        if takes_nothing || is_lost {
            break;
        }
    }
    Ok(None)
}

/// The arguments, and how they are shown; `None` when one can only be known, and is not.
fn begin(
    target: &Target,
    options: &Options,
    chance: &Arc<Chance>,
    state: &mut State,
) -> Result<Option<Vec<(String, String)>>, ExecError> {
    let (mut arguments, mut inputs) = (Vec::new(), Vec::new());
    for (number, type_) in target.parameters().iter().enumerate() {
        let name = target.parameter_name(number);
        let known =
            options.known.iter().find(|(known, _)| *known == name || *known == format!("arg{number}"));
        let argument = match known {
            Some((_, text)) => value(state, text, type_)?,
            // Those that the program asks for have other numbers.
            None => match chance.value(state, usize::MAX - 1 - number, type_) {
                Some(argument) => argument,
                None => return Ok(None),
            },
        };
        inputs.push((name, show::known_text(state, &argument, type_).unwrap_or_default()));
        arguments.push(argument);
    }
    state.given = Some(Given::Chance(Arc::clone(chance)));
    target.begin(state, arguments)?;
    Ok(Some(inputs))
}

/// How a run ends; `None` where a question stays open, something is not known, or the inputs are of no interest.
fn run(
    program: &Program,
    solver: &mut Solver,
    budget: &Budget,
    options: &Options,
    (target, state): (&Target, &mut State),
) -> Result<Option<Outcome>, ExecError> {
    loop {
        match advance(program, solver, budget, options, state, None) {
            Event::End(End::Excluded) => return Ok(None),
            Event::End(end) => {
                let outcome = show::outcome(state, &end, target.result(), None, budget)?;
                return Ok(Some(outcome).filter(|_| !state.is_loose));
            }
            Event::Fork(condition) => match settled(solver, &condition)? {
                Some(answer) => state.script.push(answer),
                None => return Ok(None),
            },
            Event::Assume(..) => return Ok(None),
        }
    }
}

/// What the code of the program mentions, without that of the library.
fn words_of(program: &Program) -> Words {
    let mut words = Words::default();
    for class in program.own_classes() {
        let codes = class.class.methods.iter().filter_map(|method| method.code.as_ref());
        for instruction in codes.flat_map(|code| &code.instructions) {
            match instruction {
                Instruction::Push(Constant::String(text)) => words.texts.push(text.to_vec()),
                Instruction::Push(Constant::Int(number)) => words.numbers.push((*number).into()),
                Instruction::Push(Constant::Long(number)) => words.numbers.push(*number),
                Instruction::Switch(switch) => {
                    words.numbers.extend(switch.cases.iter().map(|(number, _)| i64::from(*number)));
                }
                _ => {}
            }
        }
    }
    words
}
