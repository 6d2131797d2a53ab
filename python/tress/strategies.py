r"""Test data for hypothesis: words of patterns of any dialect, and solutions of constraints.

>>> from hypothesis import given
>>> import tress
>>> from tress import strategies
>>> @given(strategies.from_regex(r"[A-Z]{2}\d{4}", dialect="java"))
... def test_plates(plate):
...     assert len(plate) == 6
>>> test_plates()
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tress._tress import Enumeration, Pattern, Sampler, Term
from tress.regex import compile
from tress.solver import Solver

__all__ = ["from_constraints", "from_regex"]

#: Words that are looked at for the shortest ones, when nothing else is said.
_SHORTEST = 1000


class _Listed:
    """Items of an iterator, as many of them as were asked for."""

    def __init__(self, source: Any, most: int) -> None:
        self._source = source
        self._most = most
        self._items: list[Any] = []
        self._is_done = False

    def at(self, place: int) -> Any:
        """The item at a place; places beyond the end begin again from the front."""
        while not self._is_done and len(self._items) <= place:
            try:
                self._items.append(next(self._source))
            except StopIteration:
                self._is_done = True
            else:
                self._is_done = len(self._items) >= self._most
        if not self._items:
            return None
        return self._items[place % len(self._items)]


def from_regex(
    pattern: str | Pattern,
    dialect: str = "python",
    flags: str = "",
    search: bool = False,
    order: str = "uniform",
    length: tuple[int, int] | None = None,
    alphabet: str | None = None,
    most: int = _SHORTEST,
) -> st.SearchStrategy[str]:
    r"""Words that a pattern matches, exactly as the engine of its dialect does.

    With ``order="uniform"`` a length is drawn among those that have words, then a word of it, each as likely as any other; shorter
    lengths are simpler. With ``order="shortest"`` words are drawn from the ``most`` shortest, and earlier ones are simpler.
    Lengths begin at the shortest word, and there are 17 of them, unless ``length`` says otherwise. ``alphabet`` is ``printable``, ``ascii`` or
    ``all``; when it is not given, words are printable where the pattern has such words.
    """
    compiled = compile(pattern, dialect, flags, search)
    if order == "uniform":
        low, high = length if length is not None else (None, None)
        sampler = Sampler(compiled, low, high, alphabet)
        if not sampler.lengths:
            where = "" if length is None else f" with a length from {low} to {high}"
            raise ValueError(f"{compiled.pattern!r} has no words{where}")
        lengths = st.sampled_from(sampler.lengths)
        seeds = st.integers(min_value=0, max_value=2**64 - 1)
        return st.builds(lambda size, seed: sampler.sample(1, seed, size)[0], lengths, seeds)
    if order == "shortest":
        words = _Listed(iter(Enumeration(compiled, alphabet)), most)
        if words.at(0) is None:
            raise ValueError(f"{compiled.pattern!r} has no words")
        return st.integers(min_value=0, max_value=most - 1).map(words.at)
    raise ValueError("order is uniform or shortest")


def from_constraints(*problem: Solver | Term, unknowns: list[Term] | None = None, most: int = 100) -> st.SearchStrategy[dict[str, Any]]:
    """Solutions of formulas, or of a solver's problem: dictionaries from the names of unknowns to their values.

    They are drawn from the first ``most`` solutions that differ in the values of ``unknowns``, of all when none are given; earlier
    ones are simpler.

    >>> from hypothesis import given
    >>> import tress
    >>> from tress import strategies
    >>> user, n = tress.String("user"), tress.Int("n")
    >>> @given(strategies.from_constraints(user.matches("[a-z]{1,3}"), n == tress.Length(user)))
    ... def test_lengths(case):
    ...     assert len(case["user"]) == case["n"]
    >>> test_lengths()
    """
    solver = Solver()
    for part in problem:
        if isinstance(part, Solver):
            solver.copy_from(part)
        else:
            solver.add(part)
    solutions = _Listed((model.as_dict() for model in solver.models(*(unknowns or ()), limit=most)), most)
    if solutions.at(0) is None:
        raise ValueError("the constraints have no solution")
    return st.integers(min_value=0, max_value=most - 1).map(solutions.at)
