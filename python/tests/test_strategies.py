"""Test data for hypothesis."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("hypothesis")

from hypothesis import find, given, settings  # noqa: E402

import tress  # noqa: E402
from tress import strategies  # noqa: E402


@settings(max_examples=100, database=None)
@given(strategies.from_regex(r"(?=.*\d)[a-z\d]{4,}", dialect="java"))
def test_words_match(word: str) -> None:
    assert re.fullmatch(r"(?=.*\d)[a-z\d]{4,}", word)


@settings(max_examples=50, database=None)
@given(strategies.from_regex("a*b", order="shortest"))
def test_shortest_words_match(word: str) -> None:
    assert re.fullmatch("a*b", word)


def test_simple_words_are_found_first() -> None:
    assert find(strategies.from_regex("a*b", order="shortest"), lambda word: len(word) > 3, settings=settings(database=None)) == "aaab"
    found = find(strategies.from_regex("[ab]{2,9}"), lambda word: len(word) > 3, settings=settings(database=None))
    assert len(found) == 4


user, port = tress.String("user"), tress.Int("port")


@settings(max_examples=50, database=None)
@given(strategies.from_constraints(user.matches("[a-z]{1,8}"), port > 1024, port < 1100, unknowns=[user, port], most=20))
def test_solutions_hold(case: dict[str, Any]) -> None:
    assert re.fullmatch("[a-z]{1,8}", case["user"]) and 1024 < case["port"] < 1100


def test_solvers_are_taken_too() -> None:
    solver = tress.Solver()
    solver.add(user == "root")
    assert find(strategies.from_constraints(solver), lambda case: True) == {"user": "root"}


def test_what_has_no_words_is_refused() -> None:
    for wrong in (
        lambda: strategies.from_regex("a(?!a)a"),
        lambda: strategies.from_regex("a(?!a)a", order="shortest"),
        lambda: strategies.from_regex("a", order="random"),
        lambda: strategies.from_constraints(port < 1, port > 2),
    ):
        with pytest.raises(ValueError):
            wrong()
