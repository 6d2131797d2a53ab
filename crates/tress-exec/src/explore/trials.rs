//! Random testing. A failure that such a run finds is real; runs without a failure prove nothing.

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
use crate::state::{Dictionary, InputSource, RandomInputs, State};

/// Runs a method with random inputs until one fails, or the time is up. Returns `None` if no run has failed.
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
    let (mut dictionary, mut lost) = (Arc::default(), 0);
    for seed in 0..RANDOM_RUNS.most(&budget) {
        if budget.look().is_err() {
            break;
        }
        let random_inputs =
            Arc::new(RandomInputs { seed, dictionary: Arc::clone(&dictionary), texts: options.texts() });
        let mut state = State::default();
        let Some(inputs) = begin(&target, &options, &random_inputs, &mut state)? else { return Ok(None) };
        let ended = run(&program, &mut solver, &budget, &options, (&target, &mut state))?;
        // The first run has loaded the classes that there are.
        if seed == 0 {
            dictionary = dictionary_of(&program).into();
        }
        let Some(outcome) = ended else { continue };
        // A loop that asks for inputs would end with others.
        if outcome != Outcome::Hangs && is_failure(&program, &options, &outcome) {
            let requested = state.chosen.iter().map(|(name, type_, value)| {
                (name.clone(), show::known_text(&state, value, type_).unwrap_or_default())
            });
            let inputs = inputs.into_iter().chain(requested).collect();
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
    random_inputs: &Arc<RandomInputs>,
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
            None => match random_inputs.value(state, usize::MAX - 1 - number, type_) {
                Some(argument) => argument,
                None => return Ok(None),
            },
        };
        inputs.push((name, show::known_text(state, &argument, type_).unwrap_or_default()));
        arguments.push(argument);
    }
    state.given = Some(InputSource::Random(Arc::clone(random_inputs)));
    target.begin(state, arguments)?;
    Ok(Some(inputs))
}

/// How a run ends; `None` if a question stays open, something is not known, or the program excludes the
/// inputs.
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
fn dictionary_of(program: &Program) -> Dictionary {
    let mut dictionary = Dictionary::default();
    for class in program.own_classes() {
        let codes = class.class.methods.iter().filter_map(|method| method.code.as_ref());
        for instruction in codes.flat_map(|code| &code.instructions) {
            match instruction {
                Instruction::Push(Constant::String(text)) => dictionary.texts.push(text.to_vec()),
                Instruction::Push(Constant::Int(number)) => dictionary.numbers.push((*number).into()),
                Instruction::Push(Constant::Long(number)) => dictionary.numbers.push(*number),
                Instruction::Switch(switch) => {
                    dictionary.numbers.extend(switch.cases.iter().map(|(number, _)| i64::from(*number)));
                }
                _ => {}
            }
        }
    }
    dictionary
}
