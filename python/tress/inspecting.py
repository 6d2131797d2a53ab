"""Looking into terms, under the names that z3py has for it."""

from __future__ import annotations

from typing import Any

from tress._tress import Sort, Term
from tress._tress import substitute as _substitute

__all__ = [
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
    "substitute",
]

_STRING = Sort.named("String")


def is_true(term: Any) -> bool:
    """Is it the truth value true, of Python or as a term?

    >>> from tress import *
    >>> is_true(BoolVal(True)), is_true(True), is_true(Bool("b")), is_false(BoolVal(False))
    (True, True, False, True)
    """
    return (term.as_value() if isinstance(term, Term) else term) is True


def is_false(term: Any) -> bool:
    """Is it the truth value false, of Python or as a term?"""
    return (term.as_value() if isinstance(term, Term) else term) is False


def is_expr(term: Any) -> bool:
    """Is it a term?"""
    return isinstance(term, Term)


def is_const(term: Any) -> bool:
    """Is it an unknown, or a value?"""
    return isinstance(term, Term) and term.is_const()


def is_app(term: Any) -> bool:
    """Is it anything but a quantifier?"""
    return isinstance(term, Term) and not term.sexpr().startswith(("(forall ", "(exists "))


def _has_head(term: Any, name: str) -> bool:
    return isinstance(term, Term) and bool(term.children()) and is_app(term) and term.decl().name == name


def is_and(term: Any) -> bool:
    """Is it a conjunction?"""
    return _has_head(term, "and")


def is_or(term: Any) -> bool:
    """Is it a disjunction?"""
    return _has_head(term, "or")


def is_not(term: Any) -> bool:
    """Is it a negation?"""
    return _has_head(term, "not")


def is_eq(term: Any) -> bool:
    """Is it an equation?"""
    return _has_head(term, "=")


def is_string(term: Any) -> bool:
    """Is it a term of sort String?"""
    return isinstance(term, Term) and term.sort() == _STRING


def is_string_value(term: Any) -> bool:
    """Is it a string, of Python or as a term?"""
    return isinstance(term.as_value() if isinstance(term, Term) else term, str)


def is_int_value(term: Any) -> bool:
    """Is it a whole number, of Python or as a term?"""
    value = term.as_value() if isinstance(term, Term) else term
    return isinstance(value, int) and not isinstance(value, bool)


def substitute(term: Term, *pairs: Any) -> Term:
    """The term with other terms in the places of some.

    >>> from tress import *
    >>> x, y = Ints("x y")
    >>> substitute(x + y > x, (x, y), (y, IntVal(1)))
    (> (+ y 1) y)
    """
    return _substitute(term, *(pairs[0] if len(pairs) == 1 and isinstance(pairs[0], list) else pairs))
