//! Sorts, as Python programs hold them: independent of any solver.

use std::fmt;
use std::sync::Arc;

use pyo3::prelude::*;

use crate::errors;
use crate::text::symbol_text;

/// Sorts inside of sorts, at most.
const DEEPEST: u32 = 64;
/// The widest bit-vectors.
const MOST_BITS: u32 = tress::Sort::MOST_BITS;

/// The sort of a term.
///
/// Invariant: sorts stand at most `DEEPEST` deep in each other, so walking them may recurse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    Bool,
    Int,
    Real,
    String,
    RegLan,
    BitVec(u32),
    Array(Arc<(Sort, Sort)>),
    Seq(Arc<Sort>),
    Declared(Arc<str>),
    /// A datatype, with the command that declares it, perhaps together with others.
    Data(Arc<Declaration>),
}

/// A name of a sort, and the command that declares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Declaration {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
}

impl Sort {
    fn depth(&self) -> u32 {
        match self {
            Sort::Array(parts) => 1 + parts.0.depth().max(parts.1.depth()),
            Sort::Seq(element) => 1 + element.depth(),
            _ => 0,
        }
    }

    /// Is it Int or Real?
    pub(crate) fn is_numeric(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The declared sorts in it.
    pub(crate) fn declared(&self, found: &mut Vec<Declaration>) {
        let declaration = match self {
            Sort::Declared(name) => Declaration {
                name: name.clone(),
                text: format!("(declare-sort {} 0)", symbol_text(name)).into(),
            },
            Sort::Data(declaration) => (**declaration).clone(),
            Sort::Array(parts) => {
                parts.0.declared(found);
                return parts.1.declared(found);
            }
            Sort::Seq(element) => return element.declared(found),
            _ => return,
        };
        if !found.contains(&declaration) {
            found.push(declaration);
        }
    }
}

impl fmt::Display for Sort {
    /// The sort in SMT-LIB.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::String => f.write_str("String"),
            Sort::RegLan => f.write_str("RegLan"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array(parts) => write!(f, "(Array {} {})", parts.0, parts.1),
            Sort::Seq(element) => write!(f, "(Seq {element})"),
            Sort::Declared(name) => f.write_str(&symbol_text(name)),
            Sort::Data(declaration) => f.write_str(&symbol_text(&declaration.name)),
        }
    }
}

/// The sort of a term. Sorts are compared by ``==`` and made by functions such as ``IntSort()``.
#[pyclass(frozen, eq, hash, subclass, name = "Sort", module = "tress._tress")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PySort(pub(crate) Sort);

#[pymethods]
impl PySort {
    /// The same sort again.
    #[new]
    fn new(sort: &PySort) -> Self {
        sort.clone()
    }

    /// The datatype of this name, which the command declares.
    #[staticmethod]
    fn data(py: Python<'_>, name: &str, text: &str) -> PyResult<Self> {
        crate::node::check_name(py, name)?;
        Ok(Self(Sort::Data(Arc::new(Declaration { name: name.into(), text: text.into() }))))
    }

    /// The name of the sort.
    fn name(&self) -> String {
        match &self.0 {
            Sort::Declared(name) => name.to_string(),
            Sort::Data(declaration) => declaration.name.to_string(),
            other => other.to_string(),
        }
    }

    /// The sort of this name: Bool, Int, Real, String or RegLan.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        Ok(Self(match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            "String" => Sort::String,
            "RegLan" => Sort::RegLan,
            _ => return Err(errors::sort(py, &format!("no sort is called {name}"))),
        }))
    }

    /// Numbers of this many binary digits.
    #[staticmethod]
    fn bit_vec(py: Python<'_>, width: u32) -> PyResult<Self> {
        match width {
            1..=MOST_BITS => Ok(Self(Sort::BitVec(width))),
            _ => Err(errors::sort(py, &format!("no bit-vector has {width} bits"))),
        }
    }

    /// Arrays with these indices and elements.
    #[staticmethod]
    fn array(py: Python<'_>, index: &PySort, element: &PySort) -> PyResult<Self> {
        Self::checked(py, Sort::Array(Arc::new((index.0.clone(), element.0.clone()))))
    }

    /// Sequences of these elements.
    #[staticmethod]
    fn seq(py: Python<'_>, element: &PySort) -> PyResult<Self> {
        Self::checked(py, Sort::Seq(Arc::new(element.0.clone())))
    }

    /// A sort that the program declares.
    #[staticmethod]
    fn declared(py: Python<'_>, name: &str) -> PyResult<Self> {
        crate::node::check_name(py, name)?;
        if tress_term::term::Sort::from_builtin_name(name).is_some() {
            return Err(errors::name(py, &format!("{name} is a sort of the language")));
        }
        Ok(Self(Sort::Declared(name.into())))
    }

    /// The name of the sort in SMT-LIB.
    fn sexpr(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        self.0.to_string()
    }
}

impl PySort {
    fn checked(py: Python<'_>, sort: Sort) -> PyResult<Self> {
        match sort.depth() {
            0..=DEEPEST => Ok(Self(sort)),
            _ => Err(errors::sort(py, &format!("sorts stand at most {DEEPEST} deep in each other"))),
        }
    }
}
