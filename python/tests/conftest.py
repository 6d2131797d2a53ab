"""What several tests need."""

from __future__ import annotations

import pytest

import tress


@pytest.fixture
def hard() -> tress.Solver:
    """A problem that nobody solves soon: twelve pigeons in eleven holes."""
    solver = tress.Solver()
    sits = [[tress.Bool(f"p{pigeon}_{hole}") for hole in range(11)] for pigeon in range(12)]
    for places in sits:
        solver.add(tress.Or(*places))
    for hole in range(11):
        for pigeon in range(12):
            for other in range(pigeon):
                solver.add(tress.Or(tress.Not(sits[pigeon][hole]), tress.Not(sits[other][hole])))
    return solver
