//! Models as Python has them: a mapping from unknowns to values, and the value of any term.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList, PyString};
use tress::Value;

use crate::desk::Desk;
use crate::errors;
use crate::node::{Kind, Node};
use crate::sorts::Sort;
use crate::terms::{Term, value};
use crate::values::python_value;

/// Values for all unknowns of a problem, under which its formulas are true.
///
/// ``m[x]`` and ``m["x"]`` give the value of an unknown, ``m.eval(t)`` that of any term. Values are ``str``, ``int``,
/// ``bool`` and ``Fraction``. A model stays what it is when its solver goes on.
#[pyclass(frozen, mapping, name = "Model", module = "tress._tress")]
pub(crate) struct PyModel {
    pub(crate) desk: Arc<Mutex<Desk>>,
    pub(crate) model: tress::Model,
}

/// The desk, when nobody else works at it. Whoever waits lets go of the interpreter.
pub(crate) fn lock<'a>(py: Python<'_>, desk: &'a Mutex<Desk>) -> MutexGuard<'a, Desk> {
    desk.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}

impl PyModel {
    /// All unknowns with their values, in the order of declaration.
    fn all(&self, py: Python<'_>) -> PyResult<Vec<(String, Value)>> {
        self.model.constants().map_err(|error| errors::from_solver(py, &error))
    }

    fn value_of(&self, py: Python<'_>, node: &Arc<Node>) -> Result<Value, tress::Error> {
        let term = lock(py, &self.desk).enter(node)?;
        self.model.value(term)
    }

    fn by_name<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.all(py)?.into_iter().find(|(known, _)| known == name);
        found.map(|(name, value)| python_value(py, &value, &self.sort_of(py, &name, &value))).transpose()
    }

    /// The sort of an unknown, as far as it is known here.
    fn sort_of(&self, py: Python<'_>, name: &str, value: &Value) -> Sort {
        match value {
            Value::Language(_) => Sort::RegLan,
            _ => lock(py, &self.desk).sort_of(name).unwrap_or_else(|| Sort::Declared("?".into())),
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
        let Ok(term) = unknown.cast::<Term>() else { return Ok(None) };
        let node = &term.get().0;
        match self.value_of(py, node) {
            Ok(value) => python_value(py, &value, &node.sort).map(Some),
            // It was declared after the model was found.
            Err(tress::Error::NoValue(_)) if matches!(node.kind, Kind::Constant(_)) => Ok(None),
            Err(error) => Err(errors::from_solver(py, &error)),
        }
    }
}

#[pymethods]
impl PyModel {
    fn __getitem__<'py>(&self, py: Python<'py>, unknown: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let missing = || PyKeyError::new_err(unknown.to_string());
        self.lookup(py, unknown)?.ok_or_else(missing)
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

    /// The value of any term.
    #[pyo3(signature = (term, model_completion = true))]
    fn eval<'py>(
        &self,
        py: Python<'py>,
        term: &Bound<'py, PyAny>,
        model_completion: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Every unknown of the problem has a value: there is nothing to complete.
        let _ = model_completion;
        let Term(node) = value(py, term, None)?;
        let found = self.value_of(py, &node).map_err(|error| errors::from_solver(py, &error))?;
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
        for (place, (name, value)) in self.items(py)?.into_iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{name} = {}", value.repr()?);
        }
        text.push(']');
        Ok(text)
    }

    /// A table, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let mut rows = String::new();
        for (name, value) in self.items(py)? {
            let (name, value) = (escaped(&name), escaped(&value.repr()?.to_string()));
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
