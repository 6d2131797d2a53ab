"""What scripts for z3py expect, and what must not be silent."""

from __future__ import annotations

import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import tress
from tress import *  # noqa: F403
from tress import regex


def test_lookups_do_not_harm() -> None:
    s, x, y = Solver(), String("x"), String("y")
    f = Function("f", IntSort(), IntSort())
    s.add(x == "a")
    assert s.check() == sat
    m = s.model()
    assert m[y] is None and m.get(y, 7) == 7 and y not in m
    assert s.model()[x] == "a" and m.eval(y, model_completion=True) == ""
    assert m.eval(Length(y) + 1) == 1 and m.eval(f(3)) == 0 and m.eval(Int("z") > 0) is False
    assert m.eval(Empty(SeqSort(IntSort())) == Const("q", SeqSort(IntSort()))) is True
    assert m.eval(y, model_completion=False) is not None
    assert s.model()[x] == "a" and list(s.model()) == ["x"]
    assert m[Int("x")] is None, "an unknown of another sort"
    with pytest.raises(KeyError):
        m["y"]


@pytest.mark.parametrize("weight", [2, 2.5, Fraction(5, 2), Decimal("2.5"), "2.5", "5/2"])
def test_weights_are_numbers_of_any_kind(weight: object) -> None:
    o, n = Optimize(), Int("n")
    o.add(n > 3)
    kept = o.add_soft(n == 1, weight)
    assert o.check() == sat
    assert kept.value() == Fraction(str(weight)) if isinstance(weight, str) else Fraction(weight)  # type: ignore[arg-type]


@pytest.mark.parametrize("weight", ["much", float("inf"), float("nan"), []])
def test_weights_that_are_no_numbers_are_refused(weight: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        Optimize().add_soft(Bool("b"), weight)


def test_empty_sequences() -> None:
    empty = Empty(SeqSort(IntSort()))
    s, q = Solver(), Const("q", SeqSort(IntSort()))
    s.add(q == empty)
    assert empty.sort() == SeqSort(IntSort()) and s.check() == sat and s.model().eval(Length(q)) == 0
    s.add(Length(q) > 0)
    assert s.check() == unsat
    with pytest.raises(SortError):
        Empty(IntSort())


def test_options_are_named() -> None:
    s = Solver()
    s.set(produce_models=True, unsat_core=True, model=True, auto_config=False)
    s.set("smt.arith.solver", 2)
    s.set("random_seed", 3)
    with pytest.raises(OptionError, match="foo"):
        s.set(foo=1)
    with pytest.raises(OptionError, match="did you mean timeout"):
        s.set(timeuot=5)


def test_values_have_the_methods_of_z3py() -> None:
    s = Solver()
    x, n, r, b = String("x"), Int("n"), Real("r"), BitVec("b", 8)
    s.add(x == "a\u00e9", n == -3, r * 8 == 1, b == 255)
    assert s.check() == sat
    m = s.model()
    assert m[x].as_string() == "aé" and m[n].as_long() == -3 and m[n].as_string() == "-3"
    assert m[r].as_fraction() == Fraction(1, 8) and m[r].as_decimal(2) == "0.12?" and m[r].numerator_as_long() == 1
    assert m[b].as_long() == 255 and m[b].as_signed_long() == -1 and m[b].size() == 8
    for value in (m[x], m[n], m[r], m[b]):
        assert pickle.loads(pickle.dumps(value)) == value


def test_looking_into_terms() -> None:
    x, y = Ints("x y")
    f = Function("f", IntSort(), IntSort())
    t = And(f(x) > 1, Not(x == y))
    assert is_and(t) and is_not(t.arg(1)) and is_eq(t.arg(1).arg(0)) and t.num_args() == 2
    assert t.arg(0).arg(0).decl().name() == "f" and t.arg(0).arg(0).decl()(y).eq(f(y))
    assert x.decl()().eq(x) and x.children() == [] and x.name() == "x" == x.name
    assert is_true(BoolVal(True)) and not is_true(x > 1) and is_false(False)
    assert substitute(t, (x, y)).eq(And(f(y) > 1, Not(y == y)))
    assert substitute(ForAll(x, x > y), (x, IntVal(1))).eq(ForAll(x, x > y))
    with pytest.raises(ValueError):
        substitute(ForAll(x, x > y), (y, x))


def test_scripts_become_terms() -> None:
    text = "(declare-fun f (Int) Int)(declare-const |a b| Int)(assert (= (f |a b|) 3))(assert (> |a b| 1))(check-sat)"
    formulas = parse_smt2_string(text)
    s = Solver()
    s.add(formulas)
    assert len(formulas) == 2 and s.check() == sat and s.model()["a b"] > 1
    assert sorted(s.model()) == ["a b"]
    s.add(Function("f", IntSort(), IntSort())(Int("a b")) == 4)
    assert s.check() == unsat
    z = Int("z")
    t = Solver()
    t.add(parse_smt2_string("(assert (= z 5))", decls={"z": z}))
    assert t.check() == sat and t.model()[z] == 5
    with pytest.raises(ParseError):
        parse_smt2_string("(declare-datatypes ((C 0)) (((r) (g))))(declare-const c C)(assert (= c r))")


def test_handles_of_objectives() -> None:
    o, n, k = Optimize(), Int("n"), Int("k")
    o.add(n >= 0, n <= 9, k >= n)
    high, low = o.maximize(n), o.minimize(k)
    assert o.check() == sat
    assert (high.value(), o.lower(high), o.upper(high)) == (9, 9, 9) and low.value() == 9
    assert isinstance(o.statistics(), dict)


def test_datatypes_and_recursive_functions_are_pickled_and_printed() -> None:
    Color, (red, green) = EnumSort("Color", ["red", "green"])
    c, n, x = Const("c", Color), Int("n"), Int("x")
    fib = RecFunction("fib", IntSort(), IntSort())
    RecAddDefinition(fib, [n], If(n < 2, n, fib(n - 1) + fib(n - 2)))
    s = Solver()
    s.add(c != red, x == fib(7))
    for problem in (s, s.copy(), pickle.loads(pickle.dumps(s)), parse(s.to_smt2())):
        assert problem.check() == sat and problem.model()["x"] == 13
    assert bool(s.model()[c] == green)
    s.add(c != green)
    assert s.check() == unsat
    with pytest.raises(NameClash):
        RecAddDefinition(fib, [n], n)


def test_windows_begin_at_the_shortest_word() -> None:
    assert regex.count("[0-9a-f]{20}") == 16**20 and regex.count("[0-9a-f]{20}").complete is True
    assert regex.count("[a-z]{17}") == 26**17
    assert regex.count("[ab]{0,40}") == 2**41 - 1
    more = regex.count("a{30}a*")
    assert more == 9 and more.complete is False and more.lengths == (30, 38) and "more words" in repr(more)
    assert regex.count("[aé]").complete is False and regex.count("[aé]", alphabet="all") == 2
    assert regex.count("[а-я]{2}") == 32 * 32
    words = regex.sample("[a-z]{17}", 3)
    assert [len(word) for word in words] == [17, 17, 17] and words.longer is False
    assert regex.sample("a+", 3).longer is True
    assert regex.sample("(?!)") == []


def test_uuids_are_drawn() -> None:
    pytest.importorskip("hypothesis")
    from hypothesis import given

    from tress import strategies

    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

    @given(strategies.from_regex(uuid))
    def drawn(word: str) -> None:
        assert regex.matches(uuid, word)

    drawn()


def test_everything_is_listed_and_typed(tmp_path: Path) -> None:
    assert {"batch", "regex", "strategies"} <= set(dir(tress))
    pytest.importorskip("mypy")
    script = tmp_path / "user.py"
    script.write_text(
        "import tress\nfrom tress import regex\n\nprint(tress.batch)\nprint(tress.regex.count('a').complete, regex.sample('a').longer)\n"
        "print(tress.strategies)\n"
    )
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
