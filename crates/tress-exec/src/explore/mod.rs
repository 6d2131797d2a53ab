//! Exploration of the paths of a method.

mod collections;
mod inputs;
mod known;
pub(crate) mod limits;
mod names;
mod open;
mod options;
mod replay;
mod shapes;
mod show;
mod stand_ins;
mod target;
mod trials;

use std::cell::RefCell;
use std::fmt::{self, Write as _};

use tress::{Answer, Branch, Model, Solver, Term};
use tress_base::Budget;
use tress_classes::ClassPath;

use crate::machine::{Context, Covered, End, Event, Limits, run};
use crate::natives::Models;
use crate::program::Program;
use crate::report::{Decision, Outcome, Path, Question, Replay, Report, Thrown, Work};
use crate::state::{State, Unknown};

use inputs::{Input, show_unknown};
pub use known::{explore_pinned, run_known};
use limits::ARRAY_ELEMENTS;
use open::{Open, Pending};
pub use options::{Alphabet, Failure, Options, Order};
use target::Target;
pub use trials::try_inputs;

/// Why a path has no input although its conditions have a model.
const LOOSE: &str = "some values are known by their bounds only";

/// Why nothing was explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecError(String);

impl ExecError {
    fn new(what: impl Into<String>) -> Self {
        ExecError(what.into())
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExecError {}

impl From<tress::Error> for ExecError {
    fn from(problem: tress::Error) -> Self {
        ExecError(problem.to_string())
    }
}

/// An exploration in progress.
struct Explorer<'run> {
    program: &'run Program,
    target: &'run Target,
    inputs: &'run [Input],
    options: &'run Options,
    /// A path must not have two results.
    one_result: bool,
    solver: Solver,
    budget: Budget,
    open: Open,
    covered: RefCell<Covered>,
    paths: Vec<Path>,
    work: Work,
    questions: Vec<Question>,
    /// Were strings asked for that cannot be all strings?
    is_bounded: bool,
}

/// Explores the paths of a method: `package.Class.method`, with the types of its parameters if the name is
/// overloaded. The object of an instance method is made by a constructor, without parameters if there is one.
///
/// # Errors
/// When there is no such method, or it has parameters that cannot be unknown.
pub fn explore(path: ClassPath, method: &str, options: &Options) -> Result<Report, ExecError> {
    explore_where(path, method, options, false, |_, _, _| Ok(()))
}

/// What is known of the end of a path.
struct Found {
    outcome: Outcome,
    inputs: Vec<(String, String)>,
    replay: Replay,
    covers: Vec<u32>,
    thrown: Option<Thrown>,
    expected: Option<String>,
}

impl Found {
    fn new(outcome: Outcome, inputs: Vec<(String, String)>, replay: Replay) -> Found {
        Found { outcome, inputs, replay, covers: Vec::new(), thrown: None, expected: None }
    }
}

/// Explores the paths whose inputs satisfy what `limit` asserts. With `one_result` a path that allows several
/// results for one input is reported.
fn explore_where(
    path: ClassPath,
    method: &str,
    options: &Options,
    one_result: bool,
    limit: impl FnOnce(&mut Solver, &Target, &[Input]) -> Result<(), ExecError>,
) -> Result<Report, ExecError> {
    let program = Program::new(path);
    let target = Target::find(&program, method)?;
    let mut solver = Solver::new();
    solver.set_timeout(options.check_time);
    let inputs = inputs::unknown(&mut solver, &program, &target, options)?;
    limit(&mut solver, &target, &inputs)?;
    let mut open = Open::new(options.order);
    for shapes in shapes::choices(&inputs, options) {
        let mut state = State::default();
        let arguments =
            inputs.iter().zip(&shapes).map(|(input, shape)| input.make(&mut state, *shape)).collect();
        target.begin(&mut state, arguments)?;
        let decisions = shapes::decisions(&inputs, &shapes, options);
        open.push(Pending { state, branch: solver.branch(), shapes, decisions, parts: Vec::new() });
    }
    let mut explorer = Explorer {
        program: &program,
        target: &target,
        inputs: &inputs,
        options,
        one_result,
        solver,
        budget: Budget::unlimited().with_time(options.time).with_caps(&options.caps),
        open,
        covered: RefCell::default(),
        paths: Vec::new(),
        work: Work::default(),
        questions: Vec::new(),
        is_bounded: inputs.iter().any(|input| input.is_bounded(options)),
    };
    let cut = explorer.explore()?;
    let bounds = inputs::bounds(&inputs, options, program.release());
    let Explorer { paths, mut work, questions, covered, is_bounded, budget, .. } = explorer;
    work.time = budget.elapsed();
    if inputs.iter().any(Input::is_array) {
        budget.hit(ARRAY_ELEMENTS.name());
    }
    work.caps = budget.caps();
    let coverage = covered.borrow().lines();
    Ok(Report {
        method: target.to_string(),
        signature: target.signature(),
        paths,
        cut,
        bounds,
        is_bounded,
        work,
        questions,
        coverage,
        is_long: false,
    })
}

/// Runs a path to its end or its next question.
fn advance(
    program: &Program,
    solver: &Solver,
    budget: &Budget,
    options: &Options,
    state: &mut State,
    covered: Option<&RefCell<Covered>>,
) -> Event {
    let limits = Limits { steps: options.max_steps, frames: options.max_calls };
    let (asserts, passes_over, sinks) = (options.asserts, !options.unroll, options.sinks.as_slice());
    let (texts, ends_at_asserts) = (options.texts(), options.failure == Failure::Assertion);
    let context = Context {
        program,
        library: &Models,
        solver,
        limits,
        budget,
        asserts,
        ends_at_asserts,
        passes_over,
        texts,
        sinks,
        covered,
    };
    run(&context, state)
}

/// Is this end a failure?
fn is_failure(program: &Program, options: &Options, outcome: &Outcome) -> bool {
    let is_a = |class: &str, wanted: &str| {
        let loaded = program.load(&class.replace('.', "/").into()).ok().flatten();
        loaded.is_some_and(|class| class.chain().any(|above| **above.name() == *wanted))
    };
    match (outcome, options.failure) {
        (Outcome::Reached(_), _) | (Outcome::Threw(_) | Outcome::Hangs, Failure::Exception) => true,
        (Outcome::Threw(class), Failure::Assertion) => is_a(class, "java/lang/AssertionError"),
        (Outcome::Threw(class), Failure::RuntimeException) => is_a(class, "java/lang/RuntimeException"),
        _ => false,
    }
}

impl Explorer<'_> {
    /// Follows all paths; why it ended early, if it did.
    fn explore(&mut self) -> Result<Option<String>, ExecError> {
        while let Some(mut path) = self.open.pop() {
            self.work.most_open = self.work.most_open.max(self.open.len() + 1);
            if self.budget.look().is_err() {
                return Ok(Some(format!("time is up with {} paths open", self.open.len() + 1)));
            }
            if self.paths.len() >= self.options.max_paths {
                return Ok(Some(format!(
                    "{} paths are enough, {} open",
                    self.paths.len(),
                    self.open.len() + 1
                )));
            }
            let end = loop {
                match advance(self.program, &self.solver, &self.budget, self.options, &mut path.state, None) {
                    Event::Fork(condition) if path.decisions.depth() < self.options.max_depth => {
                        break Err(condition);
                    }
                    Event::Fork(_) => break Ok(End::Bound("questions of a path")),
                    Event::End(end) => break Ok(end),
                    Event::Assume(condition, parts) => {
                        // Those that the instruction has named before come again.
                        for part in parts.iter().map(ToString::to_string) {
                            if !path.parts.contains(&part) {
                                path.parts.push(part);
                            }
                        }
                        path.branch = path.branch.extend(&condition)?;
                        path.state.script.push(true);
                    }
                }
            };
            match end {
                Ok(end) => {
                    self.end(&path, &end)?;
                    if self.options.stops_at_failure && self.paths.last().is_some_and(Path::is_failure) {
                        return Ok(Some(format!("one failure is enough, {} open", self.open.len())));
                    }
                }
                Err(condition) => self.fork(path, &condition)?,
            }
        }
        Ok(None)
    }

    /// Is a path possible that goes on like this?
    fn check(&mut self, path: &Pending, branch: &Branch) -> Result<Answer, ExecError> {
        self.work.questions += 1;
        // No question may take longer than all may.
        let left = self.options.time.map(|time| time.saturating_sub(self.budget.elapsed()));
        let time = [left, self.options.check_time].into_iter().flatten().min();
        self.solver.set_timeout(time);
        let begun = self.budget.elapsed();
        let answer = self.solver.check_branch(branch)?;
        self.work.solving += self.budget.elapsed().saturating_sub(begun);
        let (kind, word) = match answer {
            Answer::Sat => (0, "sat"),
            Answer::Unsat => (1, "unsat"),
            Answer::Unknown(_) => (2, "unknown"),
        };
        self.work.answers[kind] += 1;
        if self.options.keeps_questions {
            let inputs = self.unknowns(path).map(|unknown| unknown.name.clone()).collect();
            let script = self.script(path, branch, false);
            let standard = self.script(path, branch, true);
            self.questions.push(Question { script, standard, inputs, answer: word });
        }
        Ok(answer)
    }

    /// Follows the sides of a question that are possible. One that cannot be excluded is followed, too.
    fn fork(&mut self, path: Pending, condition: &Term) -> Result<(), ExecError> {
        let yes = path.branch.extend(condition)?;
        let no = path.branch.extend(!condition)?;
        let may_be = self.check(&path, &yes)? != Answer::Unsat;
        // A path is possible, so where one side is not, the other one is.
        let may_not_be = !may_be || self.check(&path, &no)? != Answer::Unsat;
        // A question with one answer is no branch.
        let is_branch = may_be && may_not_be;
        for (taken, branch) in [(false, no), (true, yes)] {
            if if taken { may_be } else { may_not_be } {
                // A condition that follows from the path need not be added.
                let branch = if is_branch { branch } else { path.branch.clone() };
                let mut state = path.state.clone();
                state.script.push(taken);
                let decisions = match is_branch || self.options.keeps_forced {
                    true => path.decisions.with(self.decision(&state, condition, (taken, !is_branch))),
                    false => path.decisions.clone(),
                };
                self.open.push(Pending {
                    state,
                    branch,
                    shapes: path.shapes.clone(),
                    decisions,
                    parts: path.parts.clone(),
                });
            }
        }
        Ok(())
    }

    /// A path has ended: is there an input for it, and does that take the same path?
    fn end(&mut self, path: &Pending, end: &End) -> Result<(), ExecError> {
        self.is_bounded |=
            !self.options.texts().are_all() && path.state.requested.iter().any(Unknown::is_string);
        if matches!(end, End::Excluded) {
            return Ok(());
        }
        self.work.steps += path.state.steps;
        let Some(model) = self.model(path, end)? else { return Ok(()) };
        match show::unknown_truth(&path.state, end, self.target.result()) {
            Some(truth) => self.end_twice(path, end, &model, &truth),
            None => self.end_with(path, end, &model),
        }
    }

    /// The input of a path that has ended, if there is one. If it is not known, the path is reported without.
    fn model(&mut self, path: &Pending, end: &End) -> Result<Option<Model>, ExecError> {
        match self.check(path, &path.branch)? {
            Answer::Sat => Ok(Some(self.solver.model()?)),
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => {
                let outcome = show::outcome(&path.state, end, self.target.result(), None, &self.budget)?;
                self.add(path, Found::new(outcome, Vec::new(), Replay::NoInput(reason.to_string())));
                Ok(None)
            }
        }
    }

    /// A path that returns a truth value has an end for each that it can have.
    fn end_twice(&mut self, path: &Pending, end: &End, model: &Model, truth: &Term) -> Result<(), ExecError> {
        let found = model.value(truth)? == tress::Value::Bool(true);
        let side = |taken: bool| -> Result<Pending, ExecError> {
            let condition = if taken { truth.clone() } else { !truth };
            Ok(Pending {
                state: path.state.clone(),
                branch: path.branch.extend(&condition)?,
                shapes: path.shapes.clone(),
                decisions: path.decisions.with(self.decision(&path.state, truth, (taken, false))),
                parts: path.parts.clone(),
            })
        };
        let (own, other) = (side(found)?, side(!found)?);
        if self.check(&other, &other.branch)? == Answer::Unsat {
            return self.end_with(path, end, model);
        }
        self.end_with(&own, end, model)?;
        match self.model(&other, end)? {
            Some(model) => self.end_with(&other, end, &model),
            None => Ok(()),
        }
    }

    /// Does the input of a path take the same path?
    fn end_with(&mut self, path: &Pending, end: &End, model: &Model) -> Result<(), ExecError> {
        let outcome = show::outcome(&path.state, end, self.target.result(), Some(model), &self.budget)?;
        let mut inputs = Vec::new();
        for (input, shape) in self.inputs.iter().zip(&path.shapes) {
            inputs.push((input.name.clone(), input.show(model, *shape)?));
        }
        for unknown in path.state.requested.iter() {
            inputs.push((unknown.name.clone(), show_unknown(unknown, model)?));
        }
        let mut covers = Vec::new();
        let replay = match &outcome {
            // Such a path is not shown as a test; its input only shows how to get there.
            Outcome::Unsupported(_) | Outcome::Bound(_) => Replay::Same,
            _ if self.one_result && self.has_other_result(path, end, model)? => {
                Replay::Different("there is another result for the same input".to_owned())
            }
            _ => {
                let (replay, covered) = self.replay(path, &outcome, model)?;
                covers = covered;
                replay
            }
        };
        let replay = match replay {
            Replay::Different(_) if path.state.is_loose => Replay::NoInput(LOOSE.to_owned()),
            replay => replay,
        };
        let mut found = Found::new(outcome, inputs, replay);
        found.covers = covers;
        found.thrown = show::thrown(&path.state, end, model);
        found.expected = show::expected(&path.state, end, model, &self.budget);
        self.add(path, found);
        Ok(())
    }

    /// Could the result be another one than that of the model?
    fn has_other_result(&mut self, path: &Pending, end: &End, model: &Model) -> Result<bool, ExecError> {
        let End::Returned(Some(value)) = end else { return Ok(false) };
        let Some(term) = show::unknown_result(&path.state, value) else { return Ok(false) };
        let other = path.branch.extend(term.ne(model.value(&term)?))?;
        Ok(self.check(path, &other)? == Answer::Sat)
    }

    fn add(&mut self, path: &Pending, found: Found) {
        let decisions = path.decisions.list();
        // Conditions of a loose path have unknowns that are no part of the method.
        let has_script = self.options.conditions && !path.state.is_loose;
        let script = has_script.then(|| self.script(path, &path.branch, true) + "(check-sat)\n(get-model)\n");
        let Found { outcome, inputs, replay, covers, thrown, expected } = found;
        let fails = is_failure(self.program, self.options, &outcome);
        self.paths.push(Path { outcome, fails, inputs, replay, decisions, script, covers, thrown, expected });
    }

    /// The conditions of a path as an SMT-LIB file; with the operators of the standard only, for other
    /// solvers.
    fn script(&self, path: &Pending, branch: &Branch, is_standard: bool) -> String {
        let mut text = format!("; {}\n(set-logic ALL)\n", self.target);
        for (number, name) in self.inputs.iter().filter_map(Input::other_name) {
            let _ = writeln!(text, "; {number} is {name}");
        }
        for unknown in self.unknowns(path) {
            let _ = writeln!(text, "(declare-const {} {})", unknown.name, unknown.sort());
        }
        for part in &path.parts {
            let _ = writeln!(text, "(declare-const {part} String)");
        }
        let conditions: Vec<Term> = self.solver.assertions().into_iter().chain(branch.conditions()).collect();
        let standard = is_standard.then(|| self.solver.standard_text(&conditions).ok()).flatten();
        let conditions = match standard {
            Some(standard) => {
                text.push_str(&standard.definitions);
                standard.terms
            }
            None => conditions.iter().map(ToString::to_string).collect(),
        };
        for condition in conditions {
            let _ = writeln!(text, "(assert {condition})");
        }
        text
    }

    /// The inputs of a path that are not known.
    fn unknowns<'path>(&'path self, path: &'path Pending) -> impl Iterator<Item = &'path Unknown> {
        let arguments = self.inputs.iter().flat_map(Input::unknowns);
        arguments.chain(path.state.requested.iter())
    }

    /// The question that a path is at, with an answer.
    fn decision(&self, state: &State, condition: &Term, (taken, is_forced): (bool, bool)) -> Decision {
        let place = state.frames.last().and_then(|frame| {
            let code = frame.method.code.as_ref()?;
            let offset = code.offsets.get(frame.at).copied().unwrap_or(0);
            let started = code.lines.iter().filter(|(start, _)| *start as usize <= frame.at);
            let line = started.max_by_key(|(start, _)| *start).map(|(_, line)| *line);
            Some((format!("{}.{}", frame.class.name().replace('/', "."), frame.method.name), offset, line))
        });
        let (method, offset, line) = place.unwrap_or_default();
        let condition = if self.options.conditions { condition.to_string() } else { String::new() };
        Decision { method, offset, line, taken, is_forced, condition }
    }
}
