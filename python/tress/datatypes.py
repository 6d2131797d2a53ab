"""Datatypes and functions that call themselves, under the names that z3py has for them.

>>> from tress import *
>>> List = Datatype("List")
>>> List.declare("cons", ("head", IntSort()), ("tail", List))
>>> List.declare("nil")
>>> List = List.create()
>>> x = Const("x", List)
>>> s = Solver()
>>> s.add(List.is_cons(x), List.head(x) == 3, List.tail(x) == List.nil)
>>> s.check(), str(s.model()[x])
(sat, '(cons 3 nil)')
"""

from __future__ import annotations

from typing import Any

from tress._tress import FuncDecl, Sort, Term, constant
from tress.errors import NameClash

__all__ = [
    "CreateDatatypes",
    "Datatype",
    "DatatypeSort",
    "EnumSort",
    "RecAddDefinition",
    "RecFunction",
    "TupleSort",
]

_BOOL = Sort.named("Bool")


def _symbol(name: str) -> str:
    """A name as SMT-LIB writes it: the text of an unknown of that name."""
    return constant(name, _BOOL).sexpr()


class DatatypeSort(Sort):
    """The sort of a datatype. Its constructors, selectors and testers (``is_NAME``) are attributes."""

    def __new__(cls, sort: Sort, shapes: Any = None) -> DatatypeSort:
        return super().__new__(cls, sort)

    def __init__(self, sort: Sort, shapes: Any = None) -> None:
        self._shapes: list[tuple[FuncDecl, FuncDecl, list[FuncDecl]]] = []

    def _fill(self, constructors: list[tuple[str, list[tuple[str, Sort]]]]) -> None:
        for name, fields in constructors:
            make = FuncDecl.of_data(name, [sort for _, sort in fields], self)
            test = FuncDecl.of_data("is-" + name, [self], _BOOL)
            select = [FuncDecl.of_data(field, [self], sort) for field, sort in fields]
            self._shapes.append((make, test, select))
            setattr(self, name, make if fields else make())
            setattr(self, "is_" + name, test)
            for (field, _), selector in zip(fields, select):
                setattr(self, field, selector)

    def num_constructors(self) -> int:
        """How many constructors there are."""
        return len(self._shapes)

    def constructor(self, place: int) -> FuncDecl:
        """The constructor at a place, from zero."""
        return self._shapes[place][0]

    def recognizer(self, place: int) -> FuncDecl:
        """The tester of a constructor."""
        return self._shapes[place][1]

    def accessor(self, place: int, field: int) -> FuncDecl:
        """The selector of a field of a constructor."""
        return self._shapes[place][2][field]


class Datatype:
    """A datatype that is not finished: constructors are declared, then ``create`` makes the sort."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.constructors: list[tuple[str, list[tuple[str, Any]]]] = []

    def declare(self, name: str, *fields: tuple[str, Any]) -> None:
        """A constructor with its fields: names and sorts, or datatypes that are not finished."""
        self.constructors.append((name, list(fields)))

    def create(self) -> DatatypeSort:
        """The sort."""
        return CreateDatatypes(self)[0]


def CreateDatatypes(*types: Any) -> tuple[DatatypeSort, ...]:
    """The sorts of datatypes that may speak of each other.

    >>> from tress import *
    >>> Tree, Forest = Datatype("Tree"), Datatype("Forest")
    >>> Tree.declare("leaf", ("label", StringSort()))
    >>> Tree.declare("node", ("below", Forest))
    >>> Forest.declare("empty")
    >>> Forest.declare("grown", ("first", Tree), ("rest", Forest))
    >>> Tree, Forest = CreateDatatypes(Tree, Forest)
    >>> t = Const("t", Tree)
    >>> s = Solver()
    >>> s.add(Tree.is_node(t), Forest.is_grown(Tree.below(t)), Tree.label(Forest.first(Tree.below(t))) == "x",
    ...       Tree.is_leaf(Forest.first(Tree.below(t))))
    >>> s.check()
    sat
    """
    if len(types) == 1 and isinstance(types[0], (list, tuple)):
        types = tuple(types[0])
    for one in types:
        if not one.constructors:
            raise NameClash(f"the datatype {one.name} has no constructors")

    def written(sort: Any) -> str:
        return _symbol(sort.name) if isinstance(sort, Datatype) else str(sort.sexpr())

    def shape(one: Datatype) -> str:
        parts = []
        for name, fields in one.constructors:
            texts = "".join(f" ({_symbol(field)} {written(sort)})" for field, sort in fields)
            parts.append(f"({_symbol(name)}{texts})")
        return "(" + " ".join(parts) + ")"

    names = " ".join(f"({_symbol(one.name)} 0)" for one in types)
    text = f"(declare-datatypes ({names}) ({' '.join(shape(one) for one in types)}))"
    sorts = {one.name: DatatypeSort(Sort.data(one.name, text)) for one in types}

    def finished(sort: Any) -> Sort:
        if not isinstance(sort, Datatype):
            return sort  # type: ignore[no-any-return]
        if sort.name not in sorts:
            raise NameClash(f"{sort.name} is not among the datatypes that are created together")
        return sorts[sort.name]

    for one in types:
        sorts[one.name]._fill([(name, [(field, finished(sort)) for field, sort in fields]) for name, fields in one.constructors])
    return tuple(sorts[one.name] for one in types)


def EnumSort(name: str, values: list[str]) -> tuple[DatatypeSort, list[Term]]:
    """A sort with these values, and the values.

    >>> from tress import *
    >>> Color, (red, green, blue) = EnumSort("Color", ["red", "green", "blue"])
    >>> c = Const("c", Color)
    >>> s = Solver()
    >>> s.add(c != red, c != green)
    >>> s.check(), s.model()[c], bool(s.model()[c] == blue)
    (sat, blue, True)
    """
    made = Datatype(name)
    for value in values:
        made.declare(value)
    sort = made.create()
    return sort, [getattr(sort, value) for value in values]


def TupleSort(name: str, sorts: list[Sort]) -> tuple[DatatypeSort, FuncDecl, list[FuncDecl]]:
    """A sort of tuples, its constructor and its selectors.

    >>> from tress import *
    >>> Pair, pair, (first, second) = TupleSort("Pair", [IntSort(), StringSort()])
    >>> p = Const("p", Pair)
    >>> s = Solver()
    >>> s.add(first(p) > 4, second(p) == "a", p == pair(5, "a"))
    >>> s.check(), s.model().eval(first(p))
    (sat, 5)
    """
    made = Datatype(name)
    made.declare(name + "!make", *((f"{name}!{place}", sort) for place, sort in enumerate(sorts)))
    sort = made.create()
    return sort, sort.constructor(0), [sort.accessor(0, place) for place in range(len(sorts))]


def RecFunction(name: str, *sorts: Sort) -> FuncDecl:
    """A function that is defined by :func:`RecAddDefinition` and may call itself; the last sort is that of its values."""
    *arguments, result = sorts
    return FuncDecl.recursive(name, arguments, result)


def RecAddDefinition(function: FuncDecl, parameters: Any, body: Any) -> None:
    """Defines a function.

    >>> from tress import *
    >>> fact, n = RecFunction("fact", IntSort(), IntSort()), Int("n")
    >>> RecAddDefinition(fact, n, If(n <= 0, 1, n * fact(n - 1)))
    >>> s, x = Solver(), Int("x")
    >>> s.add(x == fact(5))
    >>> s.check(), s.model()[x]
    (sat, 120)
    """
    function.define([parameters] if isinstance(parameters, Term) else list(parameters), body)
