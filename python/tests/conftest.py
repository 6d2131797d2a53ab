"""What several tests need."""

from __future__ import annotations

import pytest

import tress


@pytest.fixture
def hard() -> tress.Solver:
    """A problem that nobody solves soon."""
    n, m, k = tress.Ints("n m k")
    solver = tress.Solver()
    solver.add(n > 1, m > 1, k > 1, n * n * n + m * m * m == k * k * k)
    return solver
