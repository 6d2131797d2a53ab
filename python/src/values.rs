//! Values between Python and the solver: `str` with any code points, `int` of any size, `bool`, `Fraction`.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyType};
use tress::{Int, Rational, Value};

use crate::errors;
use crate::node::{Kind, Node, Origin, Signature};
use crate::sorts::Sort;
use crate::terms::Term;

/// A text as Python has it: half surrogates may stand alone.
pub(crate) fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    if let Ok(text) = text.to_cow() {
        return Ok(text.chars().map(u32::from).collect());
    }
    let bytes = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
    let bytes = bytes.cast_into::<PyBytes>()?;
    Ok(bytes
        .as_bytes()
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect())
}

/// The text of code points, half surrogates included.
pub(crate) fn python_text<'py>(py: Python<'py>, codes: &[u32]) -> PyResult<Bound<'py, PyString>> {
    let plain: Option<String> = codes.iter().map(|code| char::from_u32(*code)).collect();
    if let Some(plain) = plain {
        return Ok(PyString::new(py, &plain));
    }
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    let text = PyBytes::new(py, &bytes).call_method1("decode", ("utf-32-le", "surrogatepass"))?;
    Ok(text.cast_into::<PyString>()?)
}

/// A string of the language: its characters go up to U+2FFFF.
pub(crate) fn string_value(text: &Bound<'_, PyString>) -> PyResult<Value> {
    let beyond = |code: u32| {
        errors::value(text.py(), &format!("U+{code:X} is beyond U+2FFFF, the last character of strings"))
    };
    if let Ok(text) = text.to_cow() {
        return match text.chars().map(u32::from).find(|code| *code > tress_automata::MAX_CHAR) {
            None => Ok(Value::String(text.into_owned())),
            Some(code) => Err(beyond(code)),
        };
    }
    let codes = code_points(text)?;
    match codes.iter().find(|code| **code > tress_automata::MAX_CHAR) {
        None => Ok(Value::CodePoints(codes)),
        Some(code) => Err(beyond(*code)),
    }
}

/// A whole number of any size.
pub(crate) fn int_value(number: &Bound<'_, PyAny>) -> PyResult<Int> {
    if let Ok(small) = number.extract::<i64>() {
        return Ok(Int::from(small));
    }
    let digits: String = number.call_method1("__format__", ("x",))?.extract()?;
    let (sign, digits) = digits.strip_prefix('-').map_or((1, digits.as_str()), |rest| (-1, rest));
    let size = Int::from_radix(digits, 16);
    let size = size.ok_or_else(|| errors::value(number.py(), "not a whole number"))?;
    Ok(&size * &Int::from(sign))
}

/// A whole number as Python has it.
pub(crate) fn python_int<'py>(py: Python<'py>, number: &Int) -> PyResult<Bound<'py, PyAny>> {
    if let Some(small) = number.to_i64() {
        return small.into_bound_py_any(py);
    }
    py.get_type::<PyInt>().call1((number.to_radix(16), 16))
}

fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "fractions", "Fraction")
}

/// A fraction as Python has it.
pub(crate) fn python_fraction<'py>(py: Python<'py>, number: &Rational) -> PyResult<Bound<'py, PyAny>> {
    let parts = (python_int(py, number.numerator())?, python_int(py, number.denominator())?);
    fraction_class(py)?.call1(parts)
}

/// A class of values of models.
fn value_class<'py>(py: Python<'py>, name: &'static str) -> PyResult<Bound<'py, PyAny>> {
    py.import("tress._values")?.getattr(name)
}

/// A name that can be called, as z3py does.
pub(crate) fn python_name<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    value_class(py, "Name")?.call1((name,))
}

/// A fraction from a number of Python, or from a text such as `1/3` or `2.5`: a `Fraction`, a `Decimal`, a
/// `float`, each exactly.
pub(crate) fn fraction_value(number: &Bound<'_, PyAny>) -> PyResult<Rational> {
    let refused = || errors::value(number.py(), "not a finite number");
    let fraction = fraction_class(number.py())?.call1((number,)).map_err(|_| refused())?;
    let numerator = int_value(&fraction.getattr("numerator")?)?;
    let denominator = int_value(&fraction.getattr("denominator")?)?;
    Rational::new(numerator, denominator).ok_or_else(|| errors::value(number.py(), "not a number"))
}

/// A Python value as a node, of the wanted sort where it can have that one. Returns `None` if it is no value
/// of the language.
pub(crate) fn literal(
    value: &Bound<'_, PyAny>,
    wanted: Option<&Sort>,
) -> PyResult<Option<std::sync::Arc<Node>>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(Node::value(string_value(text)?, Sort::String)));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(Node::value(Value::Bool(truth.is_true()), Sort::Bool)));
    }
    let index = if value.is_instance_of::<PyInt>() {
        Some(value.clone())
    } else {
        value.call_method0("__index__").ok()
    };
    if let Some(number) = index {
        let number = int_value(&number)?;
        return Ok(Some(match wanted {
            Some(Sort::Real) => Node::value(Value::Real(Rational::from(number)), Sort::Real),
            Some(Sort::BitVec(width)) => bits_node(*width, number),
            _ => Node::value(Value::Int(number), Sort::Int),
        }));
    }
    if value.cast::<PyFloat>().is_ok() || value.getattr("as_integer_ratio").is_ok() {
        return Ok(Some(Node::value(Value::Real(fraction_value(value)?), Sort::Real)));
    }
    Ok(None)
}

/// The bit-vector of a number, modulo two to the width.
pub(crate) fn bits_node(width: u32, number: Int) -> std::sync::Arc<Node> {
    let size = Int::power_of_two(width);
    let number = number.div_rem_euclid(&size).map_or(number, |(_, rest)| rest);
    Node::value(Value::Bits(width, number), Sort::BitVec(width))
}

/// A value of a model as Python has it. What Python has no value for is a term.
pub(crate) fn python_value<'py>(py: Python<'py>, value: &Value, sort: &Sort) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Int(number) => value_class(py, "IntValue")?.call1((python_int(py, number)?,)),
        Value::Bits(width, number) => value_class(py, "BitsValue")?.call1((python_int(py, number)?, *width)),
        Value::Real(number) => {
            let parts = (python_int(py, number.numerator())?, python_int(py, number.denominator())?);
            value_class(py, "RealValue")?.call1(parts)
        }
        Value::String(text) => value_class(py, "StringValue")?.call1((text,)),
        Value::CodePoints(codes) => value_class(py, "StringValue")?.call1((python_text(py, codes)?,)),
        other => {
            let text = other.to_string();
            let kind = match sort {
                // A constructor without fields is the term that a program has for it.
                Sort::Data(_) if !text.starts_with('(') => {
                    let name = text.trim_matches('|').into();
                    let result = sort.clone();
                    Kind::Call(Arc::new(Signature {
                        name,
                        arguments: Vec::new(),
                        result,
                        origin: Origin::Data,
                    }))
                }
                _ => Kind::Text(text.into()),
            };
            let node = Node::new(kind, Vec::new(), sort.clone());
            Term(node).into_bound_py_any(py)
        }
    }
}
