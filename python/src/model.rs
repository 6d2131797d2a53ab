//! Models as Python has them: a mapping from unknowns to values, and the value of any term.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList, PyString};
use rustc_hash::FxHashSet;
use tress::Value;
use tress_base::markup;

use crate::complete::completed;
use crate::errors;
use crate::node::{Kind, Node};
use crate::problem::Problem;
use crate::sorts::Sort;
use crate::terms::{FuncDecl, Term, value};
use crate::text::Symbols;
use crate::values::python_value;

/// Values for all unknowns of a problem, under which its formulas are true.
///
/// ``m[x]`` and ``m["x"]`` give the value of an unknown, ``m.eval(t)`` that of any term. Values are ``str``,
/// ``int``, ``bool`` and ``Fraction``. A model stays what it is when its solver goes on.
#[pyclass(frozen, mapping, name = "Model", module = "tress._tress")]
pub(crate) struct PyModel {
    pub(crate) problem: Arc<Mutex<Problem>>,
    pub(crate) model: tress::Model,
}

/// The problem, when nobody else works on it. Whoever waits lets go of the interpreter.
pub(crate) fn lock<'a>(py: Python<'_>, problem: &'a Mutex<Problem>) -> MutexGuard<'a, Problem> {
    problem.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}

impl PyModel {
    /// All unknowns with their values, in the order of declaration.
    fn all(&self, py: Python<'_>) -> PyResult<Vec<(String, Value)>> {
        self.model.constants().map_err(|error| errors::from_solver(py, &error))
    }

    /// The value of a term. What the model does not know gets a value of its sort, and nothing is declared in
    /// the solver.
    fn value_of(&self, py: Python<'_>, node: &Arc<Node>) -> PyResult<Value> {
        let known = self.all(py)?.into_iter().map(|(name, _)| Arc::from(name)).collect();
        let mut problem = lock(py, &self.problem);
        let node = completed(node, &known, &|signature| problem.knows(signature))
            .map_err(|message| errors::missing(py, &message))?;
        let found = problem.enter(&node).and_then(|term| self.model.value(term));
        found.map_err(|error| errors::from_solver(py, &error))
    }

    fn by_name<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.all(py)?.into_iter().find(|(known, _)| known == name);
        found.map(|(name, value)| python_value(py, &value, &self.sort_of(py, &name, &value))).transpose()
    }

    /// Has every unknown of the term a value?
    fn knows_all(&self, py: Python<'_>, node: &Arc<Node>) -> PyResult<bool> {
        let known: FxHashSet<String> = self.all(py)?.into_iter().map(|(name, _)| name).collect();
        let mut symbols = Symbols::default();
        symbols.add(node).map_err(|message| errors::sort(py, &message))?;
        let has_value =
            |node: &&Arc<Node>| matches!(&node.kind, Kind::Constant(name) if known.contains(&**name));
        Ok(symbols.constants.iter().all(has_value))
    }

    /// The sort of an unknown, as far as it is known here.
    fn sort_of(&self, py: Python<'_>, name: &str, value: &Value) -> Sort {
        match value {
            Value::Language(_) => Sort::RegLan,
            _ => lock(py, &self.problem).sort_of(name).unwrap_or_else(|| Sort::Declared("?".into())),
        }
    }

    fn lookup<'py>(
        &self,
        py: Python<'py>,
        unknown: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Ok(name) = unknown.cast::<PyString>() {
            return self.by_name(py, &name.to_cow()?);
        }
        let node = match (unknown.cast::<Term>(), unknown.cast::<FuncDecl>()) {
            (Ok(term), _) => term.get().0.clone(),
            (_, Ok(declared)) => match declared.get().constant() {
                Some(node) => node,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if let Kind::Constant(name) = &node.kind {
            let is_known = self.all(py)?.iter().any(|(known, _)| **known == **name)
                && lock(py, &self.problem).sort_of(name).is_none_or(|sort| sort == node.sort);
            if !is_known {
                return Ok(None);
            }
        }
        let value = self.value_of(py, &node)?;
        python_value(py, &value, &node.sort).map(Some)
    }
}

#[pymethods]
impl PyModel {
    fn __getitem__<'py>(&self, py: Python<'py>, unknown: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.lookup(py, unknown)? {
            Some(value) => Ok(value),
            // As in z3py: any value would do.
            None if unknown.is_instance_of::<Term>() || unknown.is_instance_of::<FuncDecl>() => {
                Ok(py.None().into_bound(py))
            }
            None => Err(PyKeyError::new_err(unknown.to_string())),
        }
    }

    /// The unknowns with a value, as declarations: ``m[d]`` and ``d.name()`` are their values and names.
    fn decls(&self, py: Python<'_>) -> PyResult<Vec<FuncDecl>> {
        let all = self.all(py)?.into_iter();
        Ok(all.map(|(name, value)| FuncDecl::of_constant(&name, self.sort_of(py, &name, &value))).collect())
    }

    /// The value of an unknown or of its declaration; ``None`` when any would do.
    fn get_interp<'py>(
        &self,
        py: Python<'py>,
        unknown: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.lookup(py, unknown)
    }

    /// The value of an unknown, or ``default`` when the model does not know it.
    #[pyo3(signature = (unknown, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        unknown: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.lookup(py, unknown)?.or(default))
    }

    fn __contains__(&self, py: Python<'_>, unknown: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.lookup(py, unknown)?.is_some())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.all(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.keys(py)?)?.as_any().try_iter()?.into_any())
    }

    /// The names of the unknowns.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.all(py)?.into_iter().map(|(name, _)| name).collect())
    }

    /// Names and values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let all = self.all(py)?.into_iter();
        all.map(|(name, value)| {
            let sort = self.sort_of(py, &name, &value);
            Ok((name, python_value(py, &value, &sort)?))
        })
        .collect()
    }

    /// The values, in the order of the names.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Ok(self.items(py)?.into_iter().map(|(_, value)| value).collect())
    }

    /// Names and values as a dictionary.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.items(py)? {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The value of any term. Unknowns that the model does not know have a value of their sort then, as with
    /// z3py's ``model_completion=True``; with ``False``, a term with such an unknown has no value, and is
    /// given back.
    #[pyo3(signature = (term, model_completion = true))]
    fn eval<'py>(
        &self,
        py: Python<'py>,
        term: &Bound<'py, PyAny>,
        model_completion: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Term(node) = value(py, term, None)?;
        if !model_completion && !self.knows_all(py, &node)? {
            return Term(node).into_bound_py_any(py);
        }
        let found = self.value_of(py, &node)?;
        python_value(py, &found, &node.sort)
    }

    /// The same as ``eval``.
    #[pyo3(signature = (term, model_completion = true))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        term: &Bound<'py, PyAny>,
        model_completion: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.eval(py, term, model_completion)
    }

    /// The model in SMT-LIB, a definition a line.
    fn sexpr(&self) -> String {
        self.model.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = String::from("[");
        for (index, (name, value)) in self.items(py)?.into_iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{name} = {}", value.repr()?);
        }
        text.push(']');
        Ok(text)
    }

    /// A table, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let mut rows = String::new();
        for (name, value) in self.items(py)? {
            let (name, value) = (markup(&name), markup(&value.repr()?.to_string()));
            let _ = write!(
                rows,
                "<tr><th style=\"text-align:left\">{name}</th><td><code>{value}</code></td></tr>"
            );
        }
        Ok(format!(
            "<table><thead><tr><th>unknown</th><th>value</th></tr></thead><tbody>{rows}</tbody></table>"
        ))
    }
}
