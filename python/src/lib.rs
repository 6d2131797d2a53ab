//! The Python package `tress`: what the module `tress._tress` holds. The pure part of the package stands in
//! `tress/`.
//!
//! Terms of Python belong to no solver (`node`); operators check their sorts (`operators`); a solver makes
//! its own terms of them (`problem`) and works without the interpreter (`interrupts`).

mod complete;
mod errors;
mod interrupts;
mod model;
mod node;
mod operators;
mod patterns;
mod problem;
mod program;
mod regex;
mod sanitize;
mod scripts;
mod solver;
mod sorts;
mod state;
mod terms;
mod text;
mod values;

use pyo3::prelude::*;

/// Solver, terms and patterns of the package tress.
#[pymodule]
mod _tress {
    #[pymodule_export]
    use crate::model::PyModel;
    #[pymodule_export]
    use crate::program::program;
    #[pymodule_export]
    use crate::regex::{Enumeration, PyPattern, Sampler, regex};
    #[pymodule_export]
    use crate::sanitize::Chain;
    #[pymodule_export]
    use crate::solver::{Certificate, CheckResult, PySolver};
    #[pymodule_export]
    use crate::sorts::PySort;
    #[pymodule_export]
    use crate::state::quoted;
    #[pymodule_export]
    use crate::terms::{
        FuncDecl, Term, apply_named, const_array, constant, quantifier, substitute, text_term, value,
    };
}
