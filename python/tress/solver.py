"""The solver, and what is done with whole problems."""

from __future__ import annotations

from tress._tress import CheckResult, Model, SolverBase, Term
from tress.errors import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import Any

sat = CheckResult.named("sat")
unsat = CheckResult.named("unsat")
unknown = CheckResult.named("unknown")


class Solver(SolverBase):
    """Formulas, and whether all of them can be true at once.

    >>> from tress import *
    >>> s, x, y = Solver(), String("x"), String("y")
    >>> s.add(x + "b" == "a" + y, Length(x) > 3)
    >>> s.check()
    sat
    >>> x_value = s.model()[x]
    >>> x_value[0], len(x_value)
    ('a', 4)

    Formulas stand in levels; assumptions count for one check:

    >>> s.push()
    >>> s.add(x == "b")
    >>> s.check()
    unsat
    >>> s.pop()
    >>> s.check(y == "ab")
    unsat

    The core of an unsat answer names tracked formulas:

    >>> s = Solver()
    >>> s.assert_and_track(Length(x) < 2, "short")
    >>> s.assert_and_track(x.startswith("ab"), "begins")
    >>> s.assert_and_track(x.endswith("c"), "ends")
    >>> s.check()
    unsat
    >>> sorted(str(name) for name in s.unsat_core())
    ['begins', 'short']

    A solver can be pickled, and used by several threads, one after the other. Checks of several solvers run side by side.
    """

    def from_file(self, path: str | os.PathLike[str]) -> None:
        """Adds the declarations, definitions and assertions of a file."""
        with open(path, encoding="utf-8") as file:
            self.from_string(file.read())

    def to_smt2(self) -> str:
        """The problem as a script for any solver."""
        return self.sexpr() + "(check-sat)\n"

    def copy(self) -> Solver:
        """The same problem in a solver of its own.

        >>> from tress import *
        >>> s, n = Solver(), Int("n")
        >>> s.add(n > 2)
        >>> t = s.copy()
        >>> t.add(n < 2)
        >>> s.check(), t.check()
        (sat, unsat)
        """
        other = type(self)()
        other.copy_from(self)
        return other

    def __copy__(self) -> Solver:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Solver:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (), self.__getstate__())

    def models(self, *terms: Term, limit: int | None = None) -> Iterator[Model]:
        """Models, one after the other, that differ in the values of these terms; of all unknowns when none is given.

        The solver stays as it is and can be changed meanwhile: the search is done on a copy. When it cannot be told whether there are
        more, :class:`tress.Unknown` is raised.

        >>> from tress import *
        >>> s, x = Solver(), String("x")
        >>> s.add(x.matches("[ab]{1,2}"), Length(x) < 2)
        >>> sorted(m[x] for m in s.models())
        ['a', 'b']
        """
        search = self.copy()
        count = 0
        while limit is None or count < limit:
            answer = search.check()
            if answer == unsat:
                return
            if answer == unknown:
                raise Unknown(search.reason_unknown())
            model = search.model()
            yield model
            search.block(model, list(terms))
            count += 1

    def __repr__(self) -> str:
        return "[" + ", ".join(repr(formula) for formula in self.assertions()) + "]"

    def __len__(self) -> int:
        return len(self.assertions())

    def __bool__(self) -> bool:
        return True

    def __iadd__(self, formulas: Any) -> Solver:
        self.add(formulas)
        return self

    def minimize(self, number: Any) -> Objective:
        """From the current level on, models are better when this number is smaller. The handle tells what a check has proved of the best value.

        >>> from tress import *
        >>> s, n = Optimize(), Int("n")
        >>> s.add(n > 3)
        >>> best = s.minimize(n)
        >>> s.check(), best.value(), s.lower(best), s.upper(best)
        (sat, 4, 4, 4)
        """
        return Objective(self, super().minimize(number), False)

    def maximize(self, number: Any) -> Objective:
        """From the current level on, models are better when this number is larger."""
        return Objective(self, super().maximize(number), True)

    def add_soft(self, formula: Any, weight: Any = None, id: str = "") -> Objective:
        """From the current level on, models are better by this weight when the formula holds.

        A weight is a number of any kind, or a text such as ``"2.5"`` or ``"1/3"``. The handle is that of the whole group: the sum of the weights
        of its formulas that do not hold.
        """
        return Objective(self, super().add_soft(formula, weight, id), False)

    def lower(self, objective: Objective) -> Any:
        """The least number that the best value can be; ``None`` when there is none."""
        return objective.lower()

    def upper(self, objective: Objective) -> Any:
        """The greatest number that the best value can be; ``None`` when there is none."""
        return objective.upper()

    def statistics(self) -> dict[str, int]:
        """Counters of the checks so far, by their names.

        >>> from tress import *
        >>> s = Solver()
        >>> s.add(Int("n") > 3)
        >>> s.check(), s.statistics()["checks"] if "checks" in s.statistics() else 1
        (sat, 1)
        """
        return dict(self.counters())

    insert = SolverBase.add
    append = SolverBase.add
    assert_exprs = SolverBase.add


class Objective:
    """A handle of something that should be small or large. It speaks of the last check of its solver."""

    def __init__(self, solver: Solver, place: int, is_maximum: bool) -> None:
        self._solver = solver
        self._place = place
        self._is_maximum = is_maximum

    def lower(self) -> Any:
        """The least number that the best value can be; ``None`` when there is none."""
        return self._solver.objectives()[self._place][1]

    def upper(self) -> Any:
        """The greatest number that the best value can be; ``None`` when there is none."""
        return self._solver.objectives()[self._place][2]

    def value(self) -> Any:
        """The value that was reached; ``None`` when there is no best one."""
        return self.lower() if self._is_maximum else self.upper()

    def __repr__(self) -> str:
        return f"Objective({self._place})"


Optimize = Solver


def parse_smt2_string(text: str, sorts: Any = None, decls: Any = None) -> list[Term]:
    """The assertions of SMT-LIB text as terms, for any solver. Names may be given meanings by ``decls``, as in z3py.

    >>> from tress import *
    >>> s = Solver()
    >>> s.add(parse_smt2_string('(declare-const x Int) (assert (> x 2)) (assert (< x 4))'))
    >>> s.check(), s.model()[Int("x")]
    (sat, 3)
    """
    from tress._scripts import assertions

    return assertions(text, dict(sorts or {}), dict(decls or {}))


def parse_smt2_file(path: str | os.PathLike[str], sorts: Any = None, decls: Any = None) -> list[Term]:
    """The assertions of a file, as :func:`parse_smt2_string` gives them."""
    with open(path, encoding="utf-8") as file:
        return parse_smt2_string(file.read(), sorts, decls)


def parse(text: str) -> Solver:
    """The problem that SMT-LIB text describes. Commands that ask something, such as ``(check-sat)``, are left out.

    >>> import tress
    >>> s = tress.parse('(declare-const x String) (assert (= (str.len x) 2)) (assert (str.prefixof "a" x))')
    >>> s.check(), s.model()["x"][0]
    (sat, 'a')

    What is not understood is told with its place:

    >>> try:
    ...     tress.parse('(declare-const x String)\\n(assert (= x 1))')
    ... except tress.ParseError as error:
    ...     print(error.line, error.column)
    2 9
    """
    solver = Solver()
    solver.from_string(text)
    return solver


def parse_file(path: str | os.PathLike[str]) -> Solver:
    """The problem that a file describes."""
    solver = Solver()
    solver.from_file(path)
    return solver


def simplify(term: Term) -> Term:
    """An equal, simpler term.

    >>> from tress import *
    >>> simplify(Concat("a", "b", String("x")))
    (str.++ "ab" x)
    """
    return Solver().simplify_text(term)


def solve(*formulas: Any) -> None:
    """Prints a model of these formulas, or that there is none.

    >>> from tress import *
    >>> solve(String("x") == "a" + IntToStr(Int("n")), Int("n") == 7)
    [x = 'a7', n = 7]
    """
    solver = Solver()
    solver.add(*formulas)
    answer = solver.check()
    if answer == sat:
        print(solver.model())
    elif answer == unsat:
        print("no solution")
    else:
        print("unknown:", solver.reason_unknown())


def prove(formula: Term) -> None:
    """Prints that a formula always holds, or values for which it does not.

    >>> from tress import *
    >>> x = String("x")
    >>> prove(Implies(PrefixOf("a", x), Contains(x, "a")))
    proved
    """
    solver = Solver()
    solver.add(~formula)
    answer = solver.check()
    if answer == unsat:
        print("proved")
    elif answer == sat:
        print("counterexample", solver.model())
    else:
        print("unknown:", solver.reason_unknown())
