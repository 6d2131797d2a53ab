//! Depth-first exploration of the paths of a method.

mod inputs;
mod known;
mod replay;
mod show;
mod target;

use std::fmt;
use std::time::Duration;

use tress::{Answer, Branch, Solver, Term};
use tress_base::Budget;
use tress_classes::ClassPath;

use crate::machine::{Context, End, Event, Limits, run};
use crate::program::Program;
use crate::report::{Outcome, Path, Replay, Report};
use crate::state::State;

use inputs::Input;
pub use known::{explore_pinned, run_known};
use target::Target;

/// Elements of arrays and characters of texts that a path makes, at most: some hundred megabytes.
const MAX_ELEMENTS: u64 = 4 << 20;

/// The characters of unknown strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// From space to tilde.
    Printable,
    /// Below 128.
    Ascii,
    /// Below 256.
    Latin1,
    /// All units of UTF-16.
    Utf16,
}

impl Alphabet {
    /// The first and the last code.
    fn range(self) -> (u32, u32) {
        match self {
            Alphabet::Printable => (0x20, 0x7e),
            Alphabet::Ascii => (0, 0x7f),
            Alphabet::Latin1 => (0, 0xff),
            Alphabet::Utf16 => (0, 0xffff),
        }
    }
}

/// Bounds and choices of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// The longest unknown string.
    pub max_length: u32,
    /// Its characters.
    pub alphabet: Alphabet,
    /// How many paths are followed.
    pub max_paths: usize,
    /// How many instructions a path may have.
    pub max_steps: u64,
    /// How many calls may be inside of calls.
    pub max_calls: usize,
    /// How long all may take.
    pub time: Option<Duration>,
    /// How long one question may take.
    pub check_time: Option<Duration>,
    /// Do `assert` statements run?
    pub asserts: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_length: 30,
            alphabet: Alphabet::Ascii,
            max_paths: 10_000,
            max_steps: 1_000_000,
            max_calls: 1_000,
            time: Some(Duration::from_secs(60)),
            check_time: Some(Duration::from_secs(3)),
            asserts: true,
        }
    }
}

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

/// A path that has yet to be followed.
struct Pending {
    state: State,
    branch: Branch,
}

/// An exploration in progress.
struct Explorer<'run> {
    program: &'run Program,
    target: &'run Target,
    inputs: &'run [Input],
    options: &'run Options,
    solver: Solver,
    budget: Budget,
    open: Vec<Pending>,
    paths: Vec<Path>,
    checks: usize,
}

/// Explores the paths of a static method, `package.Class.method` or with its descriptor.
///
/// # Errors
/// When there is no such method, or it has parameters that cannot be unknown.
pub fn explore(path: ClassPath, method: &str, options: &Options) -> Result<Report, ExecError> {
    explore_where(path, method, options, |_, _, _| Ok(()))
}

/// Explores the paths whose inputs are as `limit` says.
fn explore_where(
    path: ClassPath,
    method: &str,
    options: &Options,
    limit: impl FnOnce(&mut Solver, &Target, &[Input]) -> Result<(), ExecError>,
) -> Result<Report, ExecError> {
    let program = Program::new(path);
    let target = Target::find(&program, method)?;
    let mut solver = Solver::new();
    solver.set_timeout(options.check_time);
    let inputs = inputs::unknown(&mut solver, &target, options)?;
    limit(&mut solver, &target, &inputs)?;
    let mut state = State::default();
    let arguments = inputs.iter().map(|input| input.place(&mut state)).collect();
    target.begin(&mut state, arguments)?;
    let open = vec![Pending { state, branch: solver.branch() }];
    let mut explorer = Explorer {
        program: &program,
        target: &target,
        inputs: &inputs,
        options,
        solver,
        budget: Budget::unlimited().with_time(options.time),
        open,
        paths: Vec::new(),
        checks: 0,
    };
    let cut = explorer.explore()?;
    let (low, high) = options.alphabet.range();
    let bounds =
        format!("strings of up to {} characters from U+{low:04X} to U+{high:04X}", options.max_length);
    let (paths, checks) = (explorer.paths, explorer.checks);
    Ok(Report { method: target.to_string(), paths, cut, bounds, checks })
}

/// Runs a path to its end or its next question.
fn advance(
    program: &Program,
    solver: &Solver,
    budget: &Budget,
    options: &Options,
    state: &mut State,
) -> Event {
    let limits = Limits { steps: options.max_steps, frames: options.max_calls, elements: MAX_ELEMENTS };
    run(&Context { program, solver, limits, budget, asserts: options.asserts }, state)
}

impl Explorer<'_> {
    /// Follows all paths; why it ended early, if it did.
    fn explore(&mut self) -> Result<Option<String>, ExecError> {
        while let Some(mut path) = self.open.pop() {
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
            match advance(self.program, &self.solver, &self.budget, self.options, &mut path.state) {
                Event::Fork(condition) => self.fork(path, &condition)?,
                Event::Assume(condition) => {
                    path.branch = path.branch.extend(&condition)?;
                    path.state.script.push(true);
                    self.open.push(path);
                }
                Event::End(end) => self.end(&path, &end)?,
            }
        }
        Ok(None)
    }

    fn check(&mut self, branch: &Branch) -> Result<Answer, ExecError> {
        self.checks += 1;
        Ok(self.solver.check_branch(branch)?)
    }

    /// Opens the sides of a question that are possible. One that nobody can exclude is followed, too.
    fn fork(&mut self, path: Pending, condition: &Term) -> Result<(), ExecError> {
        let yes = path.branch.extend(condition)?;
        let no = path.branch.extend(!condition)?;
        let may_be = self.check(&yes)? != Answer::Unsat;
        // A path is possible, so where one side is not, the other one is.
        let may_not_be = !may_be || self.check(&no)? != Answer::Unsat;
        if may_not_be {
            let mut state = path.state.clone();
            state.script.push(false);
            self.open.push(Pending { state, branch: no });
        }
        if may_be {
            let mut state = path.state;
            state.script.push(true);
            self.open.push(Pending { state, branch: yes });
        }
        Ok(())
    }

    /// A path has ended: is there an input for it, and does that take the same path?
    fn end(&mut self, path: &Pending, end: &End) -> Result<(), ExecError> {
        let model = match self.check(&path.branch)? {
            Answer::Sat => self.solver.model()?,
            Answer::Unsat => return Ok(()),
            Answer::Unknown(reason) => {
                let outcome = show::outcome(&path.state, end, self.target.result(), None)?;
                let replay = Replay::NoInput(reason.to_string());
                self.paths.push(Path { outcome, inputs: Vec::new(), replay });
                return Ok(());
            }
        };
        let outcome = show::outcome(&path.state, end, self.target.result(), Some(&model))?;
        let mut inputs = Vec::new();
        for input in self.inputs {
            inputs.push((input.name.clone(), input.show(&model)?));
        }
        let replay = match &outcome {
            // Such a path is not shown as a test; its input only tells how to get there.
            Outcome::Unsupported(_) | Outcome::Bound(_) => Replay::Same,
            _ => self.replay(path, &outcome, &model)?,
        };
        self.paths.push(Path { outcome, inputs, replay });
        Ok(())
    }
}
