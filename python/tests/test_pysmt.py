"""tress as a solver of pySMT: pySMT's own tests of strings, and more of what its users do."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("pysmt")

import tress.pysmt  # noqa: E402
from pysmt.environment import reset_env  # noqa: E402
from pysmt.exceptions import PysmtValueError  # noqa: E402
from pysmt.shortcuts import (  # noqa: E402
    BV,
    GT,
    And,
    Array,
    BVAdd,
    BVExtract,
    BVULT,
    Equals,
    Exists,
    ForAll,
    Function,
    Implies,
    Int,
    Not,
    Or,
    Plus,
    Pow,
    Real,
    Select,
    Solver,
    Store,
    StrConcat,
    String,
    StrLength,
    Symbol,
    UnsatCoreSolver,
    get_env,
    is_sat,
    is_valid,
)
from pysmt.test.test_string import TestString  # noqa: E402, F401 (pySMT's own tests, collected here)
from pysmt.typing import BOOL, INT, REAL, STRING, ArrayType, BVType, FunctionType  # noqa: E402


@pytest.fixture(autouse=True)
def fresh() -> None:
    reset_env()
    get_env().enable_infix_notation = True


GROUP = """
from importlib.metadata import entry_points
found = entry_points()
group = found.select(group="pysmt.solvers") if hasattr(found, "select") else found.get("pysmt.solvers", [])
"""

LOADED = (
    GROUP
    + """
from pysmt.shortcuts import get_env
before = "tress" in get_env().factory.all_solvers()
names = [point.load().__name__ for point in group if point.name == "tress"]
print(before, names, "tress" in get_env().factory.all_solvers())
"""
)


def fresh_process(code: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_to_load_the_entry_point_is_to_register() -> None:
    scope: dict[str, list[object]] = {}
    exec(GROUP, scope)
    if not any(point.name == "tress" for point in scope["group"]):  # type: ignore[attr-defined]
        pytest.skip("the package is not installed")
    assert fresh_process(LOADED) == "False ['TressSolver'] True"


def test_what_pysmt_is_told_to_leave_out_is_left_out() -> None:
    code = "import tress.pysmt, pysmt.shortcuts as s; print(sorted(s.get_env().factory.all_solvers()))"
    assert fresh_process(code, PYSMT_SOLVER="tress") == "['tress']"
    assert fresh_process(code, PYSMT_SOLVER="none") == "[]"
    assert "'tress'" in fresh_process(code, PYSMT_SOLVER="all")


def test_environments_made_later_know_it() -> None:
    from pysmt.environment import Environment

    tress.pysmt.register()
    factory = Environment().factory
    assert "tress" in factory.all_solvers() and "tress" in factory.all_unsat_core_solvers()
    assert factory.Solver(logic="QF_SLIA") is not None


def test_only_tress_answers() -> None:
    assert "tress" in get_env().factory.all_solvers()
    x = Symbol("x", STRING)
    assert is_sat(Equals(StrConcat(x, String("b")), String("ab")), solver_name="tress")
    assert is_valid(Implies(Equals(x, String("é\n")), Equals(StrLength(x), Int(2))), solver_name="tress")


def test_levels_assumptions_and_values() -> None:
    x, n, b = Symbol("x", STRING), Symbol("n", INT), Symbol("b", BOOL)
    with Solver(name="tress", logic="QF_SLIA") as solver:
        solver.add_assertion(Equals(StrLength(x), n))
        solver.push()
        solver.add_assertion(And(GT(n, Int(3)), b))
        assert solver.solve()
        assert solver.get_py_value(n) == len(solver.get_py_value(x)) > 3
        model = solver.get_model()
        assert model[b].is_true() and model.get_py_value(StrLength(x)) == model.get_py_value(n)
        assert not solver.solve([Equals(x, String("ab"))])
        solver.pop()
        assert solver.solve([Equals(x, String("ab"))])


def test_other_theories() -> None:
    v, w = Symbol("v", BVType(8)), Symbol("w", BVType(8))
    a = Symbol("a", ArrayType(INT, INT))
    f = Symbol("f", FunctionType(INT, [INT]))
    n, r = Symbol("n", INT), Symbol("r", REAL)
    with Solver(name="tress") as solver:
        solver.add_assertion(And(BVULT(v, w), Equals(BVExtract(BVAdd(v, w), 0, 3), BV(5, 4))))
        solver.add_assertion(Equals(a, Store(Array(INT, Int(0)), Int(2), n)))
        solver.add_assertion(And(Equals(Function(f, [n]), Plus(n, Int(1))), GT(Select(a, Int(2)), Int(7))))
        solver.add_assertion(Equals(r, Real(1) / Real(3)))
        assert solver.solve()
        assert (solver.get_py_value(v) + solver.get_py_value(w)) % 16 == 5
        assert solver.get_py_value(Function(f, [n])) == solver.get_py_value(n) + 1 > 8
        value = solver.get_value(a)
        assert value.is_array_value() or value.is_store()
        assert str(solver.get_value(r)) == "1/3"


def test_quantifiers() -> None:
    n, m = Symbol("n", INT), Symbol("m", INT)
    assert is_valid(ForAll([n], Exists([m], GT(m, n))), solver_name="tress")


def test_cores() -> None:
    x, y = Symbol("x", STRING), Symbol("y", STRING)
    parts = [Equals(x, String("a")), Equals(StrLength(x), Int(2)), Or(Equals(y, x), Not(Equals(y, x)))]
    with UnsatCoreSolver(name="tress", logic="QF_SLIA") as solver:
        for place, part in enumerate(parts):
            solver.add_assertion(part, named=f"part {place}")
        assert not solver.solve()
        assert solver.get_unsat_core() == set(parts[:2])
        assert set(solver.get_named_unsat_core()) == {"part 0", "part 1"}


def test_names_that_tress_knows_otherwise() -> None:
    concat, odd = Symbol("concat", STRING), Symbol("a|b", STRING)
    with Solver(name="tress", logic="QF_SLIA") as solver:
        solver.add_assertion(Equals(StrConcat(concat, odd), String("xy")))
        solver.add_assertion(Equals(StrLength(odd), Int(1)))
        assert solver.solve() and solver.get_py_value(concat) == "x"


def test_powers() -> None:
    n, r = Symbol("n", INT), Symbol("r", REAL)
    with Solver(name="tress") as solver:
        solver.add_assertion(And(Equals(Pow(n, Int(3)), Real(-27)), Equals(Pow(n, Int(0)), Real(1))))
        solver.add_assertion(And(Equals(Pow(r, Real(-1)), Real(4)), Equals(Pow(r, Real(0)), Real(1)), GT(r, Real(0))))
        assert solver.solve()
        assert solver.get_py_value(n) == -3 and str(solver.get_value(r)) == "1/4"
        for odd in (Pow(r, Real((1, 2))), Pow(r, Real(10**9))):
            with pytest.raises(PysmtValueError):
                solver.add_assertion(Equals(odd, Real(1)))
