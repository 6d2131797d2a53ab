//! The solver as Python has it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};
use tress::{Cancel, Limit, Rational};
use tress_smtlib::nearest;
use tress_solver::options::{Effect, Options, effect};

use crate::errors;
use crate::interrupts::interruptible;
use crate::model::{PyModel, lock};
use crate::node::{Kind, Node, check_name};
use crate::problem::{Culprit, Entry, LastAnswer, Problem};
use crate::scripts;
use crate::sorts::Sort;
use crate::state::State;
use crate::terms::{Term, value};
use crate::values::{fraction_value, python_fraction, python_int};

/// An objective: its name, and the least and the greatest number that its best value can be.
type Standing<'py> = (String, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

/// The reason of a check that was stopped.
const CANCELED: &str = "canceled";

/// A text that shows that a problem has no solution, and the problem: what ``tress-check`` reads.
#[pyclass(frozen, module = "tress._tress")]
pub(crate) struct Certificate(tress::Certificate);

#[pymethods]
impl Certificate {
    /// The problem as SMT-LIB.
    #[getter]
    fn problem(&self) -> &str {
        self.0.problem()
    }

    /// The certificate, a step on a line.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }
}

/// The answer of a check: ``sat``, ``unsat`` or ``unknown``. It equals the text of the same characters.
#[pyclass(frozen, name = "CheckResult", module = "tress._tress")]
pub(crate) struct CheckResult(&'static str);

#[pymethods]
impl CheckResult {
    /// The answer of this name.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        ["sat", "unsat", "unknown"]
            .into_iter()
            .find(|known| *known == name)
            .map(Self)
            .ok_or_else(|| errors::value(py, name))
    }

    fn __repr__(&self) -> &str {
        self.0
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        pyo3::types::PyString::new(py, self.0).hash()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<CheckResult>() {
            Ok(other) => other.get().0 == self.0,
            Err(_) => other.extract::<String>().is_ok_and(|other| other == self.0),
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an answer may be unknown: compare it with sat or unsat"))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (&'static str,))> {
        Ok((slf.get_type().getattr("named")?.unbind(), (slf.get().0,)))
    }
}

/// Formulas, and whether all of them can be true at once.
#[pyclass(frozen, subclass, weakref, name = "SolverBase", module = "tress._tress")]
pub(crate) struct PySolver {
    problem: Arc<Mutex<Problem>>,
    cancel: Cancel,
}

impl PySolver {
    fn with(problem: Problem) -> Self {
        let cancel = problem.solver.cancel_handle();
        Self { problem: Arc::new(Mutex::new(problem)), cancel }
    }

    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Problem> {
        lock(py, &self.problem)
    }

    /// Works on the problem without the interpreter. It is done once, whatever signals come.
    fn free<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Problem) -> Result<T, tress::Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| work(&mut self.problem.lock().unwrap_or_else(PoisonError::into_inner)));
        done.map_err(|error| errors::from_solver(py, &error))
    }
}

/// A formula from what Python programs write for one.
fn formula(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Arc<Node>> {
    let Term(node) = value(py, given, None)?;
    match node.sort {
        Sort::Bool => Ok(node),
        _ => Err(errors::sort(py, &format!("a term of sort {} stands where a Bool is needed", node.sort))),
    }
}

/// Formulas, alone or in lists.
fn formulas(py: Python<'_>, given: &Bound<'_, PyTuple>) -> PyResult<Vec<Arc<Node>>> {
    let mut nodes = Vec::with_capacity(given.len());
    for one in given.iter() {
        if one.is_instance_of::<pyo3::types::PyList>() || one.is_instance_of::<PyTuple>() {
            for inner in one.try_iter()? {
                nodes.push(formula(py, &inner?)?);
            }
        } else {
            nodes.push(formula(py, &one)?);
        }
    }
    Ok(nodes)
}

/// Parameters of z3py that ask for what is done anyway, besides those that the table of options knows.
const DONE_ANYWAY: [&str; 4] = ["completion", "core.minimize", "enable_unsat_cores", "priority"];

/// Is it an option of ours? Those of other solvers that change nothing are none; those that would change
/// answers, and names that nobody knows, are refused.
fn is_own_option(py: Python<'_>, name: &str, value: &str) -> PyResult<bool> {
    let spelled = name.replace('_', "-");
    if Options::row(&spelled).is_some() {
        return Ok(true);
    }
    match effect(name, value).or_else(|| effect(&spelled, value)) {
        Some(Effect::Harmless) => return Ok(false),
        Some(Effect::Refused(why)) => {
            return Err(errors::value(py, &format!("{name} = {value} is not supported: {why}")));
        }
        None if DONE_ANYWAY.contains(&name) || spelled.starts_with("produce-") => return Ok(false),
        None => {}
    }
    let names = Options::rows().iter().map(|row| row.name).chain(["timeout", "memory", "steps"]);
    let hint = nearest(&spelled, names).map_or_else(String::new, |near| format!("; did you mean {near}?"));
    Err(errors::value(py, &format!("no option is called {name}{hint}")))
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn new(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        Self::with(Problem::new())
    }

    /// Adds formulas at the current level. When one of them is refused, none is added.
    #[pyo3(signature = (*formulas))]
    fn add(&self, py: Python<'_>, formulas: &Bound<'_, PyTuple>) -> PyResult<()> {
        let nodes = self::formulas(py, formulas)?;
        self.lock(py).add_all(&nodes).map_err(|error| errors::from_solver(py, &error))
    }

    /// Adds a formula under a name, by which ``unsat_core`` calls it. The name is a text or a Bool unknown.
    fn assert_and_track(
        &self,
        py: Python<'_>,
        formula: &Bound<'_, PyAny>,
        name: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let node = self::formula(py, formula)?;
        let name: Arc<str> = match name.cast::<Term>() {
            Err(_) => name.extract::<String>()?.into(),
            Ok(term) => match &term.get().0.kind {
                Kind::Constant(name) => name.clone(),
                _ => return Err(errors::name(py, "a name is a text or a Bool unknown")),
            },
        };
        check_name(py, &name)?;
        self.lock(py).add(&node, Some(name)).map_err(|error| errors::from_solver(py, &error))
    }

    /// Adds the declarations, definitions and assertions of SMT-LIB text. Commands that ask something are
    /// left out.
    #[pyo3(name = "from_string")]
    fn add_script(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let script = scripts::read(text)
            .map_err(|(message, line, column)| errors::parse(py, &message, line, column))?;
        self.free(py, |problem| problem.add_text(&script.text, &script.named, &script.declared))
    }

    /// Opens a level.
    fn push(&self, py: Python<'_>) {
        self.lock(py).push();
    }

    /// Closes the newest levels, with what was added there.
    #[pyo3(signature = (levels = 1))]
    fn pop(&self, py: Python<'_>, levels: usize) -> PyResult<()> {
        let mut problem = self.lock(py);
        if levels >= problem.levels.len() {
            return Err(errors::from_solver(py, &tress::Error::NoLevel));
        }
        for _ in 0..levels {
            problem.pop().map_err(|error| errors::from_solver(py, &error))?;
        }
        Ok(())
    }

    /// How many levels are open.
    fn num_scopes(&self, py: Python<'_>) -> usize {
        self.lock(py).levels.len() - 1
    }

    /// Forgets all formulas and closes all levels.
    fn reset(&self, py: Python<'_>) {
        self.lock(py).reset();
    }

    /// Decides whether the formulas can all be true, together with these assumptions, which count for this
    /// check only. The interpreter is free meanwhile, and Ctrl-C ends the check.
    #[pyo3(signature = (*assumptions))]
    fn check(&self, py: Python<'_>, assumptions: &Bound<'_, PyTuple>) -> PyResult<CheckResult> {
        let nodes = formulas(py, assumptions)?;
        let is_cut =
            |done: &Result<LastAnswer, tress::Error>| *done == Ok(LastAnswer::Unknown(CANCELED.to_owned()));
        let verdict = interruptible(py, &self.cancel, is_cut, |used| {
            self.problem.lock().unwrap_or_else(PoisonError::into_inner).check(&nodes, used)
        })?;
        let verdict = verdict.map_err(|error| errors::from_solver(py, &error))?;
        Ok(CheckResult(match verdict {
            LastAnswer::Sat => "sat",
            LastAnswer::Unsat => "unsat",
            LastAnswer::Unknown(_) => "unknown",
        }))
    }

    /// Why the last check said ``unknown``; empty when it did not.
    fn reason_unknown(&self, py: Python<'_>) -> String {
        match &self.lock(py).verdict {
            Some(LastAnswer::Unknown(reason)) => reason.clone(),
            _ => String::new(),
        }
    }

    /// The model of the last check.
    fn model(&self, py: Python<'_>) -> PyResult<PyModel> {
        let model = self.lock(py).solver.model().map_err(|error| errors::from_solver(py, &error))?;
        Ok(PyModel { problem: self.problem.clone(), model })
    }

    /// Formulas that cannot all be true: tracked ones by their names, as Bool unknowns; assumptions and
    /// others as they are.
    fn unsat_core(&self, py: Python<'_>) -> PyResult<Vec<Term>> {
        let culprits = self.lock(py).core().map_err(|error| errors::from_solver(py, &error))?;
        let term = |culprit| match culprit {
            Culprit::Node(node) => Term(node),
            Culprit::Named(name) => Term(Node::new(Kind::Constant(name), Vec::new(), Sort::Bool)),
            Culprit::Text(text) => Term(Node::new(Kind::Text(text.into()), Vec::new(), Sort::Bool)),
        };
        Ok(culprits.into_iter().map(term).collect())
    }

    /// A certificate that the last check, which said ``unsat``, is right: the problem as SMT-LIB and a text
    /// that the program ``tress-check`` accepts for it. The interpreter is free meanwhile, and Ctrl-C ends
    /// the work.
    fn certificate(&self, py: Python<'_>) -> PyResult<Certificate> {
        let is_cut = |_: &Result<tress::Certificate, tress::Error>| false;
        let made = interruptible(py, &self.cancel, is_cut, |_| {
            self.problem.lock().unwrap_or_else(PoisonError::into_inner).solver.certificate()
        })?;
        made.map(Certificate).map_err(|error| errors::from_solver(py, &error))
    }

    /// The formulas of all levels; those of text as one text each.
    fn assertions(&self, py: Python<'_>) -> Vec<Term> {
        let terms = self.lock(py).solver.assertions();
        let problem = self.lock(py);
        let known: rustc_hash::FxHashMap<u32, Arc<Node>> = problem
            .levels
            .iter()
            .flatten()
            .filter_map(|entry| match entry {
                Entry::Formula { node, number: Some(number), .. } => Some((*number, node.clone())),
                _ => None,
            })
            .collect();
        drop(problem);
        let node = |term: &tress::Term| match term.number().and_then(|number| known.get(&number)) {
            Some(node) => node.clone(),
            None => Node::new(Kind::Text(term.to_string().into()), Vec::new(), Sort::Bool),
        };
        terms.iter().map(|term| Term(node(term))).collect()
    }

    /// Stops the check that runs in another thread; it answers ``unknown``.
    fn interrupt(&self) {
        self.cancel.cancel();
    }

    /// Sets limits: ``timeout`` in milliseconds, ``memory`` in mebibytes for the whole process, ``steps``; 0
    /// or ``None`` is no limit. Other names are options of the language.
    #[pyo3(signature = (name = None, value = None, **named))]
    fn set(
        &self,
        py: Python<'_>,
        name: Option<&str>,
        value: Option<&Bound<'_, PyAny>>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mut limits = self.lock(py).limits.clone();
        let mut set = |name: &str, value: Option<&Bound<'_, PyAny>>| -> PyResult<()> {
            let value = value.filter(|value| !value.is_none());
            let number = || -> PyResult<Option<u64>> {
                let number = value.map(|value| value.extract::<u64>()).transpose();
                let number =
                    number.map_err(|_| errors::value(py, &format!("{name} is a whole number from 0 on")))?;
                Ok(number.filter(|number| *number > 0))
            };
            match name {
                "timeout" => {
                    limits.timeout = match value.and_then(|value| value.cast::<PyFloat>().ok()) {
                        Some(_) => {
                            return Err(errors::value(py, "timeout is a whole number of milliseconds"));
                        }
                        None => number()?.map(Duration::from_millis),
                    }
                }
                "memory" | "max_memory" => {
                    limits.memory = number()?.map(|mebibytes| mebibytes.saturating_mul(1 << 20))
                }
                "steps" | "rlimit" => limits.steps = number()?,
                _ => {
                    let text = value.map_or_else(
                        || Ok(String::new()),
                        |value| match value.extract::<bool>() {
                            Ok(truth) => Ok(truth.to_string()),
                            Err(_) => value.str().map(|text| text.to_string()),
                        },
                    )?;
                    if is_own_option(py, name, &text)? {
                        let name = name.replace('_', "-");
                        limits.options.retain(|(known, _)| *known != name);
                        limits.options.push((name, text));
                    }
                }
            }
            Ok(())
        };
        if let Some(name) = name {
            set(name, value)?;
        }
        for (name, value) in named.into_iter().flatten() {
            set(&name.extract::<String>()?, Some(&value))?;
        }
        self.lock(py).set_limits(limits).map_err(|error| errors::from_solver(py, &error))
    }

    /// From the current level on, models are better when this number is smaller. Gives its index in
    /// ``objectives``.
    fn minimize(&self, py: Python<'_>, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Term(node) = value(py, number, None)?;
        self.lock(py).add_objective(&node, true).map_err(|error| errors::from_solver(py, &error))
    }

    /// From the current level on, models are better when this number is larger. Gives its index in
    /// ``objectives``.
    fn maximize(&self, py: Python<'_>, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Term(node) = value(py, number, None)?;
        self.lock(py).add_objective(&node, false).map_err(|error| errors::from_solver(py, &error))
    }

    /// From the current level on, models are better by this weight when the formula holds: a number of any
    /// kind, or a text such as ``2.5`` or ``1/3``. Gives the index of its group in ``objectives``.
    #[pyo3(signature = (formula, weight = None, id = ""))]
    fn add_soft(
        &self,
        py: Python<'_>,
        formula: &Bound<'_, PyAny>,
        weight: Option<&Bound<'_, PyAny>>,
        id: &str,
    ) -> PyResult<usize> {
        let node = self::formula(py, formula)?;
        let weight = match weight {
            Some(weight) => fraction_value(weight)?,
            None => Rational::from(tress::Int::from(1)),
        };
        self.lock(py).add_soft(&node, weight, id).map_err(|error| errors::from_solver(py, &error))
    }

    /// What the last check has proved of the best values: for each objective its name, and the least and the
    /// greatest number that the best value can be; ``None`` where there is no such number.
    fn objectives<'py>(&self, py: Python<'py>) -> PyResult<Vec<Standing<'py>>> {
        let standings = self.lock(py).solver.objectives().map_err(|error| errors::from_solver(py, &error))?;
        let number = |limit: &Limit| match limit {
            Limit::Number(number) | Limit::StrictlyAbove(number) | Limit::StrictlyBelow(number)
                if number.is_integer() =>
            {
                python_int(py, number.numerator()).map(Some)
            }
            Limit::Number(number) | Limit::StrictlyAbove(number) | Limit::StrictlyBelow(number) => {
                python_fraction(py, number).map(Some)
            }
            Limit::MinusInfinity | Limit::Infinity => Ok(None),
        };
        standings
            .iter()
            .map(|standing| Ok((standing.name.clone(), number(&standing.low)?, number(&standing.high)?)))
            .collect()
    }

    /// Counters of the checks so far, by their names.
    fn counters(&self, py: Python<'_>) -> Vec<(String, u64)> {
        self.lock(py).solver.statistics().into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    }

    /// An equal, simpler term.
    fn simplify_text(&self, py: Python<'_>, term: &Bound<'_, Term>) -> PyResult<Term> {
        let node = term.get().0.clone();
        let text = self.free(py, |problem| {
            let term = problem.enter(&node)?;
            Ok(problem.solver.simplify(term)?.to_string())
        })?;
        Ok(Term(Node::new(Kind::Text(text.into()), vec![node.clone()], node.sort.clone())))
    }

    /// From now on a model must differ from this one in the value of one of these terms; of all unknowns when
    /// none is given.
    #[pyo3(signature = (model, terms = Vec::new()))]
    fn block(&self, py: Python<'_>, model: &Bound<'_, PyModel>, terms: Vec<Py<Term>>) -> PyResult<()> {
        let mut problem = self.lock(py);
        let model = &model.get().model;
        let mut values = Vec::new();
        let mut blocked = || -> Result<(), tress::Error> {
            for term in &terms {
                let node = &term.get().0;
                let term = problem.enter(node)?;
                values.push((node.clone(), model.value(&term)?));
            }
            if terms.is_empty() {
                for (name, value) in model.constants()? {
                    values.push((problem.unknown(&name), value));
                }
            }
            problem.block(&values)
        };
        blocked().map_err(|error| errors::from_solver(py, &error))
    }

    /// Adds the problem of another solver, with its levels and limits.
    fn copy_from(&self, py: Python<'_>, other: &Bound<'_, PySolver>) -> PyResult<()> {
        let problem = other.get().lock(py);
        let (levels, limits) = (problem.levels.clone(), problem.limits.clone());
        drop(problem);
        self.lock(py).replay(&levels, limits).map_err(|error| errors::from_solver(py, &error))
    }

    /// The problem in SMT-LIB: declarations, and what was added, level by level.
    fn sexpr(&self, py: Python<'_>) -> PyResult<String> {
        self.lock(py).script().map_err(|message| errors::sort(py, &message))
    }

    fn __getstate__(&self, py: Python<'_>) -> PyResult<State> {
        self.lock(py).state().map_err(|message| errors::sort(py, &message))
    }

    fn __setstate__(&self, py: Python<'_>, state: State) -> PyResult<()> {
        self.free(py, |problem| problem.restore(&state))
    }
}
