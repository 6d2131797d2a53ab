"""Can a cleaned file name climb out of its folder? A test that asks for every name at once."""

from __future__ import annotations

import posixpath

import tress


def clean(name: str) -> str:
    """What a server does with the names of uploaded files."""
    return name.replace("../", "").replace("\\", "/")


def cleaned(name: tress.Term) -> tress.Term:
    """The same, for a name that is not known."""
    return name.replace("../", "").replace("\\", "/")


def escapes(path: str) -> bool:
    """Does a path leave the folder that it is put into?"""
    return posixpath.normpath(posixpath.join("/uploads", path)).split("/")[1] != "uploads"


def test_the_model_of_clean_is_right() -> None:
    solver, name, result = tress.Solver(), tress.String("name"), tress.String("result")
    solver.add(result == cleaned(name), tress.Length(name) < 12, name.contains("../"), name.contains("\\"))
    for model in solver.models(name, limit=20):
        assert clean(model[name]) == model[result]


def test_a_name_that_escapes_is_found() -> None:
    solver, name = tress.Solver(), tress.String("name")
    solver.add(cleaned(name).startswith("../"))
    assert solver.check() == tress.sat
    attack = solver.model()[name]
    assert escapes(clean(attack)), f"{attack!r} climbs out"
