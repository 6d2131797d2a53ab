r"""tress decides constraints over strings, regular expressions and numbers.

>>> import tress
>>> s = tress.Solver()
>>> x, y = tress.Strings("x y")
>>> s.add(x + "b" == "a" + y, tress.Length(x) > 3)
>>> s.add(x.matches(r"a\d+(-\d+)*", dialect="python"))
>>> s.check()
sat
>>> s.model()[x][0]
'a'

``sat`` is only said when the formulas were evaluated under the model, ``unsat`` only when it was derived, and ``unknown`` comes with a
reason. Names are those of z3py where it has one. :mod:`tress.regex` answers questions about regular expressions, :mod:`tress.strategies`
makes test data for hypothesis, :mod:`tress.pysmt` is a solver for pySMT, and :func:`tress.batch` solves many files.
"""

from __future__ import annotations

from tress._tress import Certificate, CheckResult, FuncDecl, Model, Sort, Term, apply
from tress.datatypes import (
    CreateDatatypes,
    Datatype,
    DatatypeSort,
    EnumSort,
    RecAddDefinition,
    RecFunction,
    TupleSort,
)
from tress.errors import (
    Error,
    NameClash,
    NotAvailable,
    NotExact,
    OptionError,
    ParseError,
    PatternError,
    SortError,
    Unknown,
)
from tress.inspecting import (
    is_and,
    is_app,
    is_const,
    is_eq,
    is_expr,
    is_false,
    is_int_value,
    is_not,
    is_or,
    is_string,
    is_string_value,
    is_true,
    substitute,
)
from tress.solver import (
    Objective,
    Optimize,
    Solver,
    parse,
    parse_file,
    parse_smt2_file,
    parse_smt2_string,
    prove,
    sat,
    simplify,
    solve,
    unknown,
    unsat,
)
from tress.terms import *  # noqa: F403
from tress import terms as _terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tress import pysmt as pysmt
    from tress import regex as regex
    from tress import strategies as strategies
    from tress._batch import batch as batch

__version__ = "0.1.0"

_TERMS = [
    name
    for name in vars(_terms)
    if name[0].isupper()
    and name not in ("TYPE_CHECKING", "FuncDecl", "Sort", "SortError", "Term")
]

#: Parts that are read when they are asked for.
_PARTS = ("batch", "pysmt", "regex", "strategies")

__all__ = [
    "Certificate",
    "CheckResult",
    "CreateDatatypes",
    "Datatype",
    "DatatypeSort",
    "EnumSort",
    "Error",
    "FuncDecl",
    "Model",
    "NameClash",
    "NotAvailable",
    "NotExact",
    "Objective",
    "Optimize",
    "OptionError",
    "ParseError",
    "PatternError",
    "RecAddDefinition",
    "RecFunction",
    "Solver",
    "Sort",
    "SortError",
    "Term",
    "TupleSort",
    "Unknown",
    "apply",
    "is_and",
    "is_app",
    "is_const",
    "is_eq",
    "is_expr",
    "is_false",
    "is_int_value",
    "is_not",
    "is_or",
    "is_string",
    "is_string_value",
    "is_true",
    "parse",
    "parse_file",
    "parse_smt2_file",
    "parse_smt2_string",
    "prove",
    "sat",
    "simplify",
    "solve",
    "substitute",
    "unknown",
    "unsat",
    *_TERMS,
]


def __dir__() -> list[str]:
    return sorted({*globals(), *_PARTS})


def __getattr__(name: str) -> object:
    """Parts that most programs do not need are read when they are asked for."""
    import importlib

    if name == "batch":
        return importlib.import_module("tress._batch").batch
    if name in _PARTS:
        return importlib.import_module(f"tress.{name}")
    raise AttributeError(f"module 'tress' has no attribute {name!r}")
