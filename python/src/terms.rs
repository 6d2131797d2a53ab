//! Terms as Python has them: operators and methods that make larger terms.

use std::sync::{Arc, OnceLock};

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use tress::Value;
use tress_term::term::Op;

use crate::complete::substituted;
use crate::errors;
use crate::node::{Kind, Node, Origin, Signature, check_name, is_same};
use crate::operators::{apply, operator};
use crate::patterns;
use crate::sorts::{PySort, Sort};
use crate::text::{term_text, term_text_short};
use crate::values::{literal, python_name, python_value};

/// Powers are written as products.
const LARGEST_POWER: usize = 256;

/// A term: an unknown, a value, or an operator with its arguments.
///
/// Terms belong to no solver and never change; threads may share them. ``==`` makes a term;
/// ``a.eq(b)`` asks whether both are the very same.
#[pyclass(frozen, name = "Term", module = "tress._tress")]
pub(crate) struct Term(pub(crate) Arc<Node>);

/// What is on the other side of an operator may know better.
fn or_not_implemented(py: Python<'_>, made: PyResult<Term>) -> PyResult<Py<PyAny>> {
    Ok(made?.into_pyobject(py)?.into_any().unbind())
}

impl Term {
    fn binary(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: Op) -> PyResult<Term> {
        Self::many(op, &[slf.as_any().clone(), other.clone()])
    }

    fn many(op: Op, arguments: &[Bound<'_, PyAny>]) -> PyResult<Term> {
        let py = arguments[0].py();
        apply(py, op, Vec::new(), arguments).map(Term)
    }

    /// The operator of Python's sign on terms of this sort.
    fn operator_for(&self, sign: &str) -> PyResult<Op> {
        let op = match (sign, &self.0.sort) {
            ("+", Sort::String) => Op::Concat,
            ("+", Sort::Seq(_)) => Op::SeqConcat,
            ("+", Sort::RegLan) => Op::ReConcat,
            ("+", Sort::BitVec(_)) => Op::BvAdd,
            ("+", _) => Op::Add,
            ("-", Sort::RegLan) => Op::ReDiff,
            ("-", Sort::BitVec(_)) => Op::BvSub,
            ("-", _) => Op::Sub,
            ("*", Sort::BitVec(_)) => Op::BvMul,
            ("*", _) => Op::Mul,
            ("/", Sort::Int) => Op::IntDiv,
            ("/" | "//", Sort::BitVec(_)) => Op::BvSdiv,
            ("/", _) => Op::RealDiv,
            ("//", _) => Op::IntDiv,
            ("%", Sort::BitVec(_)) => Op::BvSmod,
            ("%", _) => Op::Mod,
            ("&", Sort::RegLan) => Op::ReInter,
            ("&", Sort::BitVec(_)) => Op::BvAnd,
            ("&", _) => Op::And,
            ("|", Sort::RegLan) => Op::ReUnion,
            ("|", Sort::BitVec(_)) => Op::BvOr,
            ("|", _) => Op::Or,
            ("^", Sort::BitVec(_)) => Op::BvXor,
            ("^", _) => Op::Xor,
            ("~", Sort::RegLan) => Op::ReComp,
            ("~", Sort::BitVec(_)) => Op::BvNot,
            ("~", _) => Op::Not,
            ("<", Sort::String) => Op::StrLt,
            ("<", Sort::BitVec(_)) => Op::BvSlt,
            ("<", _) => Op::Lt,
            ("<=", Sort::String) => Op::StrLe,
            ("<=", Sort::BitVec(_)) => Op::BvSle,
            ("<=", _) => Op::Le,
            _ => return Err(PyTypeError::new_err(format!("no operator {sign}"))),
        };
        Ok(op)
    }

    fn sign(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, sign: &str) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        if !is_operand(other) {
            return Ok(py.NotImplemented());
        }
        let op = slf.get().operator_for(sign)?;
        or_not_implemented(py, Self::binary(slf, other, op))
    }

    fn reflected(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, sign: &str) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        if !is_operand(other) {
            return Ok(py.NotImplemented());
        }
        let op = slf.get().operator_for(sign)?;
        or_not_implemented(py, Self::many(op, &[other.clone(), slf.as_any().clone()]))
    }

    fn unary(slf: &Bound<'_, Self>, op: Op) -> PyResult<Term> {
        Self::many(op, &[slf.as_any().clone()])
    }
}

/// A term, or a value that becomes one next to a term.
fn is_operand(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<Term>() || matches!(literal(value, None), Ok(Some(_)) | Err(_))
}

#[pymethods]
impl Term {
    fn __add__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "+")
    }

    fn __radd__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "+")
    }

    fn __sub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "-")
    }

    fn __rsub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "-")
    }

    fn __mul__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "*")
    }

    fn __rmul__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "*")
    }

    fn __truediv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "/")
    }

    fn __rtruediv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "/")
    }

    fn __floordiv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "//")
    }

    fn __rfloordiv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "//")
    }

    fn __mod__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "%")
    }

    fn __rmod__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "%")
    }

    fn __and__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "&")
    }

    fn __rand__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "&")
    }

    fn __or__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "|")
    }

    fn __ror__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "|")
    }

    fn __xor__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::sign(slf, other, "^")
    }

    fn __rxor__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Self::reflected(slf, other, "^")
    }

    fn __lshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::binary(slf, other, Op::BvShl)
    }

    fn __rshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::binary(slf, other, Op::BvAshr)
    }

    /// The product of this number of factors. Only known whole exponents from zero on have one.
    fn __pow__(
        slf: &Bound<'_, Self>,
        exponent: &Bound<'_, PyAny>,
        modulus: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let wrong = || errors::value(py, &format!("exponents are whole numbers from 0 to {LARGEST_POWER}"));
        let is_number = slf.get().0.sort.is_numeric() || matches!(slf.get().0.sort, Sort::BitVec(_));
        if !is_number || !is_operand(exponent) || modulus.is_some_and(|modulus| !modulus.is_none()) {
            return Ok(py.NotImplemented());
        }
        let count = exponent.extract::<usize>().ok().filter(|count| *count <= LARGEST_POWER);
        let factors = vec![slf.as_any().clone(); count.ok_or_else(wrong)?];
        let made = match &factors[..] {
            [] => {
                let one = 1i64.into_pyobject(py)?.into_any();
                value(py, &one, Some(&PySort(slf.get().0.sort.clone())))
            }
            [_] => Ok(Term(slf.get().0.clone())),
            _ => Self::many(slf.get().operator_for("*")?, &factors),
        };
        or_not_implemented(py, made)
    }

    fn __neg__(slf: &Bound<'_, Self>) -> PyResult<Term> {
        let op = if matches!(slf.get().0.sort, Sort::BitVec(_)) { Op::BvNeg } else { Op::Sub };
        Self::unary(slf, op)
    }

    fn __invert__(slf: &Bound<'_, Self>) -> PyResult<Term> {
        let op = slf.get().operator_for("~")?;
        Self::unary(slf, op)
    }

    fn __abs__(slf: &Bound<'_, Self>) -> PyResult<Term> {
        Self::unary(slf, Op::Abs)
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, how: CompareOp) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        if !is_operand(other) {
            return Ok(py.NotImplemented());
        }
        let term = slf.get();
        let made = match how {
            CompareOp::Eq => Self::binary(slf, other, Op::Eq),
            CompareOp::Ne => Self::binary(slf, other, Op::Distinct),
            CompareOp::Lt => Self::binary(slf, other, term.operator_for("<")?),
            CompareOp::Le => Self::binary(slf, other, term.operator_for("<=")?),
            CompareOp::Gt => match (&term.0.sort, term.operator_for("<")?) {
                (sort, _) if sort.is_numeric() => Self::binary(slf, other, Op::Gt),
                (_, op) => Self::many(op, &[other.clone(), slf.as_any().clone()]),
            },
            CompareOp::Ge => match (&term.0.sort, term.operator_for("<=")?) {
                (sort, _) if sort.is_numeric() => Self::binary(slf, other, Op::Ge),
                (_, op) => Self::many(op, &[other.clone(), slf.as_any().clone()]),
            },
        };
        or_not_implemented(py, made)
    }

    fn __hash__(&self) -> u64 {
        self.0.structural_hash()
    }

    /// Only terms whose truth is plain to see have one: values, and equations, which hold when both sides are
    /// the very same term. So terms can be keys of dictionaries.
    fn __bool__(&self) -> PyResult<bool> {
        match (&self.0.kind, &self.0.arguments[..]) {
            (Kind::Value(Value::Bool(truth)), _) => Ok(*truth),
            (Kind::Operator(Op::Eq, _), [a, b]) => Ok(is_same(a, b)),
            (Kind::Operator(Op::Distinct, _), [a, b]) => Ok(!is_same(a, b)),
            _ => Err(PyTypeError::new_err(
                "a term is neither true nor false before it is solved; use And, Or, Not and If",
            )),
        }
    }

    fn __getitem__(slf: &Bound<'_, Self>, place: &Bound<'_, PyAny>) -> PyResult<Term> {
        let this = slf.as_any().clone();
        if let Ok(slice) = place.cast::<PySlice>() {
            return sliced(slf, slice);
        }
        match slf.get().0.sort {
            Sort::Array(_) => Self::many(Op::Select, &[this, place.clone()]),
            Sort::Seq(_) => Self::many(Op::SeqNth, &[this, place.clone()]),
            _ => Self::many(Op::At, &[this, place.clone()]),
        }
    }

    fn __iter__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a term has no parts before it is solved"))
    }

    fn __repr__(&self) -> String {
        term_text_short(&self.0)
    }

    /// The term in SMT-LIB.
    fn sexpr(&self) -> PyResult<String> {
        term_text(&self.0).map_err(PyValueError::new_err)
    }

    /// The sort.
    fn sort(&self) -> PySort {
        PySort(self.0.sort.clone())
    }

    /// The name, for unknowns; ``None`` for other terms. ``x.name()`` is the same.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.0.kind {
            Kind::Constant(name) => python_name(py, name).map(Some),
            _ => Ok(None),
        }
    }

    /// The arguments of an operator or function; none for unknowns and values.
    fn children(&self) -> Vec<Term> {
        match &self.0.kind {
            Kind::Text(_) => Vec::new(),
            _ => self.0.arguments.iter().cloned().map(Term).collect(),
        }
    }

    /// How many arguments it has.
    fn num_args(&self) -> usize {
        self.children().len()
    }

    /// The argument with an index, from zero.
    fn arg(&self, place: usize) -> PyResult<Term> {
        let none = || pyo3::exceptions::PyIndexError::new_err("there is no such argument");
        self.children().into_iter().nth(place).ok_or_else(none)
    }

    /// What stands in front of the arguments: a function, an operator under its SMT-LIB name, or the unknown
    /// itself.
    fn decl(&self, py: Python<'_>) -> PyResult<FuncDecl> {
        let arguments = self.0.arguments.iter().map(|argument| argument.sort.clone()).collect();
        let signature =
            |name: &str, arguments| FuncDecl::made(name, arguments, self.0.sort.clone(), Origin::Declared);
        match &self.0.kind {
            Kind::Call(known) => Ok(FuncDecl(known.clone())),
            Kind::Constant(name) => Ok(signature(name, Vec::new())),
            Kind::Operator(op, _) => Ok(signature(op.name(), arguments)),
            Kind::ConstArray => Ok(signature("const", arguments)),
            _ => Err(errors::missing(py, "values, quantifiers and texts have no declaration")),
        }
    }

    /// Is it an unknown, or a value?
    fn is_const(&self) -> bool {
        matches!(self.0.kind, Kind::Constant(_) | Kind::Value(_))
    }

    /// The value of a literal as Python has it; ``None`` for other terms.
    fn as_value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.0.kind {
            Kind::Value(value) => python_value(py, value, &self.0.sort).map(Some),
            _ => Ok(None),
        }
    }

    /// Is the other one the very same term?
    fn eq(&self, other: &Bound<'_, Term>) -> bool {
        is_same(&self.0, &other.get().0)
    }

    /// Is the whole string in a language? Takes a term of regular expressions, or a pattern with its dialect:
    /// ``x.matches(r"\d+", dialect="python")``. With ``search=True`` the pattern may match anywhere, as
    /// ``re.search`` does.
    #[pyo3(signature = (regex, dialect = "python", flags = "", search = false))]
    fn matches(
        slf: &Bound<'_, Self>,
        regex: &Bound<'_, PyAny>,
        dialect: &str,
        flags: &str,
        search: bool,
    ) -> PyResult<Term> {
        let regex = match regex.cast::<Term>() {
            Ok(term) => term.clone().into_any(),
            Err(_) => {
                let node = patterns::pattern(slf.py(), regex.extract()?, dialect, flags, search)?;
                Term(node).into_pyobject(slf.py())?.into_any()
            }
        };
        Self::binary(slf, &regex, Op::InRe)
    }

    /// The character at a position, from zero; empty outside.
    fn at(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::binary(slf, position, if matches!(slf.get().0.sort, Sort::Seq(_)) { Op::SeqAt } else { Op::At })
    }

    /// The length of a string or of a sequence.
    fn length(slf: &Bound<'_, Self>) -> PyResult<Term> {
        Self::unary(slf, Op::SeqLength)
    }

    /// Does this part occur in it?
    fn contains(slf: &Bound<'_, Self>, part: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::binary(slf, part, Op::SeqContains)
    }

    /// Does it begin with this?
    fn startswith(slf: &Bound<'_, Self>, prefix: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::many(Op::SeqPrefixOf, &[prefix.clone(), slf.as_any().clone()])
    }

    /// Does it end with this?
    fn endswith(slf: &Bound<'_, Self>, suffix: &Bound<'_, PyAny>) -> PyResult<Term> {
        Self::many(Op::SeqSuffixOf, &[suffix.clone(), slf.as_any().clone()])
    }

    /// Every occurrence of a part becomes another text. With ``count=1`` only the first one does.
    #[pyo3(signature = (old, new, count = -1))]
    fn replace(
        slf: &Bound<'_, Self>,
        old: &Bound<'_, PyAny>,
        new: &Bound<'_, PyAny>,
        count: i64,
    ) -> PyResult<Term> {
        let op = match count {
            1 => Op::SeqReplace,
            -1 => Op::SeqReplaceAll,
            _ => return Err(errors::value(slf.py(), "count is 1 for the first occurrence or -1 for all")),
        };
        Self::many(op, &[slf.as_any().clone(), old.clone(), new.clone()])
    }

    /// With ``A`` to ``Z`` replaced by ``a`` to ``z``.
    fn lower(slf: &Bound<'_, Self>) -> PyResult<Term> {
        Self::unary(slf, Op::ToLower)
    }

    /// With ``a`` to ``z`` replaced by ``A`` to ``Z``.
    fn upper(slf: &Bound<'_, Self>) -> PyResult<Term> {
        Self::unary(slf, Op::ToUpper)
    }
}

/// `x[a:b]`: positions from zero, written as `str.substr`.
fn sliced(term: &Bound<'_, Term>, slice: &Bound<'_, PySlice>) -> PyResult<Term> {
    let py = term.py();
    let part = |name: &str| slice.getattr(name);
    let (start, stop, step) = (part("start")?, part("stop")?, part("step")?);
    if !step.is_none() {
        return Err(errors::value(py, "slices of terms have no step"));
    }
    for end in [&start, &stop] {
        if end.extract::<i64>().is_ok_and(|end| end < 0) {
            return Err(errors::value(py, "slices of terms count from the front"));
        }
    }
    let this = term.as_any().clone();
    let zero = 0i64.into_pyobject(py)?.into_any();
    let start = if start.is_none() { zero } else { start };
    let stop = if stop.is_none() { Term::length(term)?.into_pyobject(py)?.into_any() } else { stop };
    Term::many(Op::SeqExtract, &[this, start.clone(), stop.sub(start)?])
}

/// An unknown of this name and sort. Equal names and sorts mean the same unknown.
#[pyfunction]
pub(crate) fn constant(py: Python<'_>, name: &str, sort: &PySort) -> PyResult<Term> {
    check_name(py, name)?;
    Ok(Term(Node::new(Kind::Constant(name.into()), Vec::new(), sort.0.clone())))
}

/// A Python value as a term, of this sort where it can have it.
#[pyfunction]
#[pyo3(signature = (value, sort = None))]
pub(crate) fn value(py: Python<'_>, value: &Bound<'_, PyAny>, sort: Option<&PySort>) -> PyResult<Term> {
    let node = match value.cast::<Term>() {
        Ok(term) => Some(term.get().0.clone()),
        Err(_) => literal(value, sort.map(|sort| &sort.0))?,
    };
    match node {
        Some(node) if sort.is_none_or(|sort| sort.0 == node.sort) => Ok(Term(node)),
        _ => Err(errors::sort(py, &format!("{} is no value of that sort", value.repr()?))),
    }
}

/// An operator under its SMT-LIB name, applied to terms and values: ``apply("str.trim", x)``. Numerals of
/// indexed operators stand in ``indices``: ``apply("extract", b, indices=(7, 0))``.
#[pyfunction(name = "apply")]
#[pyo3(signature = (name, *arguments, indices = Vec::new()))]
pub(crate) fn apply_named(
    py: Python<'_>,
    name: &str,
    arguments: &Bound<'_, PyTuple>,
    indices: Vec<u32>,
) -> PyResult<Term> {
    let arguments: Vec<Bound<'_, PyAny>> = arguments.iter().collect();
    apply(py, operator(py, name)?, indices, &arguments).map(Term)
}

/// A term of SMT-LIB as it is written, with the unknowns and functions that it mentions.
#[pyfunction]
#[pyo3(signature = (text, sort, parts = Vec::new()))]
pub(crate) fn text_term(text: &str, sort: &PySort, parts: Vec<Bound<'_, PyAny>>) -> PyResult<Term> {
    let part = |part: &Bound<'_, PyAny>| match part.cast::<FuncDecl>() {
        Ok(function) => {
            let signature = function.get().0.clone();
            let sort = signature.result.clone();
            Ok(Node::new(Kind::Call(signature), Vec::new(), sort))
        }
        Err(_) => Ok::<_, PyErr>(part.cast::<Term>()?.get().0.clone()),
    };
    let parts = parts.iter().map(part).collect::<PyResult<_>>()?;
    Ok(Term(Node::new(Kind::Text(text.into()), parts, sort.0.clone())))
}

/// The term with some parts replaced by other terms: ``substitute(t, (x, y), (f(x), z))``.
#[pyfunction]
#[pyo3(signature = (term, *pairs))]
pub(crate) fn substitute(
    py: Python<'_>,
    term: &Bound<'_, Term>,
    pairs: &Bound<'_, PyTuple>,
) -> PyResult<Term> {
    let mut wanted = Vec::with_capacity(pairs.len());
    for pair in pairs.iter() {
        let (old, new): (Py<Term>, Bound<'_, PyAny>) = pair.extract()?;
        let old = old.get().0.clone();
        let Term(new) = value(py, &new, Some(&PySort(old.sort.clone())))?;
        wanted.push((old, new));
    }
    substituted(&term.get().0, &wanted).map(Term).map_err(|message| errors::value(py, &message))
}

/// The array of this sort with one element everywhere.
#[pyfunction]
pub(crate) fn const_array(py: Python<'_>, index: &PySort, element: &Bound<'_, PyAny>) -> PyResult<Term> {
    let Term(element) = value(py, element, None)?;
    let sort = Sort::Array(Arc::new((index.0.clone(), element.sort.clone())));
    Ok(Term(Node::new(Kind::ConstArray, vec![element], sort)))
}

/// A formula for all values of some unknowns, or for some of them.
#[pyfunction]
pub(crate) fn quantifier(
    py: Python<'_>,
    for_all: bool,
    bound: Vec<Py<Term>>,
    body: &Bound<'_, PyAny>,
) -> PyResult<Term> {
    let Term(body) = value(py, body, None)?;
    if body.sort != Sort::Bool {
        return Err(errors::sort(py, &format!("the body of a quantifier has sort {}, not Bool", body.sort)));
    }
    let mut names = Vec::with_capacity(bound.len());
    for term in &bound {
        match &term.get().0.kind {
            Kind::Constant(name) => names.push((name.clone(), term.get().0.sort.clone())),
            _ => return Err(errors::sort(py, "a quantifier binds unknowns, not other terms")),
        }
    }
    if names.is_empty() {
        return Ok(Term(body));
    }
    Ok(Term(Node::new(Kind::Quantifier { for_all, bound: names }, vec![body], Sort::Bool)))
}

/// A declared function; call it to apply it.
#[pyclass(frozen, name = "FuncDecl", module = "tress._tress")]
pub(crate) struct FuncDecl(Arc<Signature>);

impl FuncDecl {
    /// The declaration of an unknown.
    pub(crate) fn of_constant(name: &str, sort: Sort) -> Self {
        Self::made(name, Vec::new(), sort, Origin::Declared)
    }

    fn made(name: &str, arguments: Vec<Sort>, result: Sort, origin: Origin) -> Self {
        Self(Arc::new(Signature { name: name.into(), arguments, result, origin }))
    }

    /// The unknown that it declares; nothing for functions.
    pub(crate) fn constant(&self) -> Option<Arc<Node>> {
        let Signature { name, arguments, result, origin } = &*self.0;
        let is_unknown = arguments.is_empty() && matches!(origin, Origin::Declared);
        is_unknown.then(|| Node::new(Kind::Constant(name.clone()), Vec::new(), result.clone()))
    }
}

#[pymethods]
impl FuncDecl {
    #[new]
    fn new(py: Python<'_>, name: &str, arguments: Vec<PySort>, result: &PySort) -> PyResult<Self> {
        check_name(py, name)?;
        if arguments.is_empty() {
            return Err(errors::sort(py, "a function has arguments; without any it is a constant"));
        }
        let arguments = arguments.into_iter().map(|sort| sort.0).collect();
        Ok(Self::made(name, arguments, result.0.clone(), Origin::Declared))
    }

    /// A constructor, selector or tester of a datatype.
    #[staticmethod]
    fn of_data(py: Python<'_>, name: &str, arguments: Vec<PySort>, result: &PySort) -> PyResult<Self> {
        check_name(py, name)?;
        let arguments = arguments.into_iter().map(|sort| sort.0).collect();
        Ok(Self::made(name, arguments, result.0.clone(), Origin::Data))
    }

    /// A function that is defined later, by ``define``, and may call itself.
    #[staticmethod]
    fn recursive(py: Python<'_>, name: &str, arguments: Vec<PySort>, result: &PySort) -> PyResult<Self> {
        check_name(py, name)?;
        let arguments = arguments.into_iter().map(|sort| sort.0).collect();
        Ok(Self::made(name, arguments, result.0.clone(), Origin::Recursive(OnceLock::new())))
    }

    /// Defines the function: its parameters are unknowns, and the body mentions them.
    fn define(&self, py: Python<'_>, parameters: Vec<Py<Term>>, body: &Bound<'_, PyAny>) -> PyResult<()> {
        let Origin::Recursive(definition) = &self.0.origin else {
            return Err(errors::value(py, "only functions of RecFunction are defined"));
        };
        let Term(body) = value(py, body, Some(&PySort(self.0.result.clone())))?;
        let parameters: Vec<Arc<Node>> = parameters.iter().map(|term| term.get().0.clone()).collect();
        let fits =
            |(node, sort): (&Arc<Node>, &Sort)| matches!(node.kind, Kind::Constant(_)) && node.sort == *sort;
        if parameters.len() != self.0.arguments.len() || !parameters.iter().zip(&self.0.arguments).all(fits) {
            return Err(errors::sort(
                py,
                &format!("the parameters of {} are unknowns of its sorts", self.0.name),
            ));
        }
        definition.set((parameters, body)).map_err(|_| errors::name(py, "the function is defined already"))
    }

    #[pyo3(signature = (*arguments))]
    fn __call__(&self, py: Python<'_>, arguments: &Bound<'_, PyTuple>) -> PyResult<Term> {
        let wanted = &self.0.arguments;
        if arguments.len() != wanted.len() {
            let message =
                format!("{} takes {} arguments, not {}", self.0.name, wanted.len(), arguments.len());
            return Err(errors::sort(py, &message));
        }
        if let Some(constant) = self.constant() {
            return Ok(Term(constant));
        }
        let mut nodes = Vec::with_capacity(wanted.len());
        for (argument, sort) in arguments.iter().zip(wanted) {
            nodes.push(value(py, &argument, Some(&PySort(sort.clone())))?.0);
        }
        Ok(Term(Node::new(Kind::Call(self.0.clone()), nodes, self.0.result.clone())))
    }

    /// The name. ``f.name()`` is the same.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python_name(py, &self.0.name)
    }

    /// How many arguments it takes.
    fn arity(&self) -> usize {
        self.0.arguments.len()
    }

    /// The sort of an argument, from zero.
    fn domain(&self, place: usize) -> PyResult<PySort> {
        let none = || pyo3::exceptions::PyIndexError::new_err("there is no such argument");
        self.0.arguments.get(place).cloned().map(PySort).ok_or_else(none)
    }

    /// The sort of its values.
    fn range(&self) -> PySort {
        PySort(self.0.result.clone())
    }

    fn __repr__(&self) -> &str {
        &self.0.name
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for PySort {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(object.cast::<PySort>()?.get().clone())
    }
}
