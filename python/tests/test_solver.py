"""Solvers: answers, models, levels, cores, limits, errors, pickles."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest

import tress
from tress import (
    And,
    Bool,
    Contains,
    ForAll,
    Function,
    Implies,
    Int,
    IntSort,
    Length,
    Not,
    Or,
    Real,
    Solver,
    String,
    Strings,
    StringSort,
    sat,
    unknown,
    unsat,
)

x, y = Strings("x y")
n, m = tress.Ints("n m")


def test_certificates_come_with_their_problem() -> None:
    s = Solver()
    s.add(Length(x) < 2)
    with pytest.raises(tress.NotAvailable):
        s.certificate()
    assert s.check(x == "abc") == unsat
    certificate = s.certificate()
    assert '(check-sat-assuming ((= x "abc")))' in certificate.problem
    assert certificate.text.startswith("(tress-certificate 1 ")
    again = Solver()
    again.from_string(certificate.problem)
    assert again.check(x == "abc") == unsat
    assert s.check() == sat
    with pytest.raises(tress.NotAvailable, match="did not answer unsat"):
        s.certificate()
    assert s.check(n > 1, tress.BV2Int(tress.BitVec("b", 1)) == n) == unsat
    with pytest.raises(tress.NotAvailable, match="no certificate"):
        s.certificate()
    s.set("certified", True)
    assert s.check(n > 1, tress.BV2Int(tress.BitVec("b", 1)) == n) == unknown
    assert "certificate" in s.reason_unknown()


def test_the_example_of_the_page() -> None:
    s = Solver()
    s.add(x + "b" == "a" + y, Length(x) > 3, x.matches(r"a\d+(-\d+)*", dialect="python"))
    assert s.check() == sat
    value = s.model()[x]
    assert value[0] == "a" and len(value) > 3
    assert value + "b" == "a" + s.model()[y]


def test_answers_are_compared_not_believed() -> None:
    s = Solver()
    assert s.check() == "sat" and s.check() != unsat and hash(sat) == hash("sat")
    with pytest.raises(TypeError):
        bool(s.check())
    assert pickle.loads(pickle.dumps(unsat)) == unsat


def test_models_are_mappings() -> None:
    s = Solver()
    b, r = Bool("b"), Real("r")
    s.add(x == "a\ud800\U0001f600é", n == -(10**40), b, r * 3 == 1)
    assert s.check() == sat
    model = s.model()
    assert model[x] == "a\ud800\U0001f600é" and model["n"] == -(10**40)
    assert model[b] is True and model[r] == Fraction(1, 3)
    assert set(model) == {"x", "n", "b", "r"} == set(model.keys()) and len(model) == 4
    assert model.as_dict() == dict(model.items())
    assert model.eval(Length(x) + 1) == 5 and model.eval(n * 2) == -2 * 10**40
    assert model.eval("a") == "a"
    assert x in model and y not in model and "zz" not in model and model.get(y, 7) == 7
    with pytest.raises(KeyError):
        model["zz"]
    assert model[tress.String("later")] is None


def test_a_model_outlives_its_check() -> None:
    s = Solver()
    s.add(n > 3)
    s.check()
    model = s.model()
    s.add(n > 100)
    assert s.check() == sat
    assert 3 < model[n] != s.model()[n]


def test_levels_and_assumptions() -> None:
    s = Solver()
    s.add(n > 1)
    s.push()
    s.add(n < 1)
    assert s.check() == unsat and s.num_scopes() == 1
    s.pop()
    assert s.check() == sat
    assert s.check(n < 1) == unsat
    assert [term.eq(n < 1) for term in s.unsat_core()].count(True) == 1
    with pytest.raises(tress.NotAvailable):
        s.pop()
    with pytest.raises(tress.NotAvailable):
        s.model()
    s.reset()
    assert s.assertions() == [] and s.check() == sat


def test_cores_have_names() -> None:
    s = Solver()
    s.assert_and_track(Length(x) < 2, "short")
    s.assert_and_track(x.startswith("ab"), Bool("begins"))
    s.assert_and_track(x.endswith("c"), "ends")
    s.add(Contains(x, "d"))
    assert s.check() == unsat
    assert "short" in {term.name for term in s.unsat_core()}
    t = tress.parse('(declare-const x String)(assert (! (= x "a") :named one))(assert (! (= x "b") :named |t w o|))')
    assert t.check() == unsat
    assert {term.name for term in t.unsat_core()} == {"one", "t w o"}


def test_limits_hold(hard: Solver) -> None:
    hard.set(timeout=50)
    assert hard.check() == unknown and hard.reason_unknown() == "timeout"
    hard.set("timeout", 0)
    hard.set(steps=1000)
    assert hard.check() == unknown and hard.reason_unknown() == "resourceout"
    hard.add(False)
    hard.set(steps=None)
    assert hard.check() == unsat and hard.reason_unknown() == ""
    hard.set("random-seed", 7)
    for wrong in ({"timeout": -1}, {"timeout": 1.5}, {"no_such_option": 3}, {"memory": "much"}):
        with pytest.raises(tress.OptionError):
            hard.set(**wrong)


def test_models_come_one_after_the_other() -> None:
    s = Solver()
    s.add(x.matches("[ab]{2}"), n == Length(x))
    found = []
    for model in s.models(x):
        found.append(model[x])
        s.add(x == "nothing")  # The search is done on a copy.
    assert sorted(found) == ["aa", "ab", "ba", "bb"]
    s = Solver()
    s.add(n > 0)
    assert len({model[n] for model in s.models(limit=5)}) == 5


def test_an_enumeration_that_is_not_decided_says_so(hard: Solver) -> None:
    hard.set(timeout=20)
    with pytest.raises(tress.Unknown) as caught:
        next(hard.models())
    assert caught.value.reason == "timeout"


def test_text_is_read_with_its_places() -> None:
    s = tress.parse("(set-logic QF_S)\n(declare-const x String)\n(assert (= (str.len x) 3))\n(check-sat)\n(get-model)\n(exit)\nrest")
    s.add(String("x").startswith("ab"))
    assert s.check() == sat and s.model()["x"][:2] == "ab"
    with pytest.raises(tress.ParseError) as caught:
        tress.parse("(declare-const x String)\n\n  (assert (= x 5))")
    assert (caught.value.line, caught.value.column) == (3, 11)
    assert pickle.loads(pickle.dumps(caught.value)).line == 3
    with pytest.raises(tress.ParseError):
        tress.parse("(assert")
    with pytest.raises(tress.ParseError) as caught:
        tress.parse("\n(declare-fun str.trim (String) String)")
    assert caught.value.line == 2
    with pytest.raises(tress.ParseError):
        tress.parse("(push 1)")


def test_patterns_are_refused_where_they_are_written() -> None:
    with pytest.raises(tress.PatternError) as caught:
        x.matches("ab\n(a)\\1*")
    assert (caught.value.position, caught.value.line, caught.value.column) == (6, 2, 4)
    with pytest.raises(tress.OptionError):
        x.matches("a", dialect="latin")
    with pytest.raises(tress.OptionError):
        x.matches("a", flags="?")


def test_misuse_is_an_exception() -> None:
    s = Solver()
    for wrong in (lambda: s.add(n), lambda: s.add("x"), lambda: Length(3), lambda: x + 3, lambda: x < n, lambda: Not(n)):
        with pytest.raises(tress.SortError):
            wrong()
    for name in ("", "a|b", "str.len", "true", ".tress1"):
        with pytest.raises(tress.NameClash):
            String(name)
    s.add(n > 1)
    with pytest.raises(tress.NameClash):
        s.add(String("n") == "a")
    assert s.check() == sat
    with pytest.raises(tress.OptionError):
        tress.StringVal("\U00030000")
    assert issubclass(tress.SortError, TypeError) and issubclass(tress.ParseError, ValueError)


def test_what_is_blocked_stays_blocked_in_copies() -> None:
    x, y = String("x"), Int("y")
    s = Solver()
    s.add(x.matches("[ab]"), y >= 0, y < 2)
    s.from_string('(declare-const z String)(assert (str.in_re z (re.union (str.to_re "c") (str.to_re "d"))))')
    assert s.check() == sat
    model = s.model()
    s.block(model)
    s.block(model, [x])
    taken = model[x]
    text = Solver()
    text.from_string(s.sexpr())
    for other in (s, s.copy(), copy.deepcopy(s), pickle.loads(pickle.dumps(s)), text):
        assert len(other.assertions()) == len(s.assertions())
        assert {m[x] for m in other.models(x)} == {"a", "b"} - {taken}
    other = s.copy()
    other.block(other.model() if other.check() == sat else model, [x])
    assert other.check() == unsat and s.check() == sat


def test_problems_are_pickled_as_text() -> None:
    f = Function("f", StringSort(), IntSort())
    s = tress.parse('(declare-const z String)(define-fun twice ((s String)) String (str.++ s s))(assert (= z (twice "a")))')
    s.add(f(x) == 3, ForAll(n, Implies(n > 5, n > m)), x.matches(r"\w\d", flags="i"), String("z") == "aa")
    s.push()
    s.assert_and_track(x.startswith("ü\""), "odd name")
    s.set(timeout=60_000, steps=10_000_000)
    for other in (pickle.loads(pickle.dumps(s)), copy.copy(s), copy.deepcopy(s), s.copy()):
        assert other.check() == sat or other.reason_unknown() != "timeout"
        assert other.num_scopes() == 1 and len(other) == len(s)
        other.add(m > 5)
        assert other.check() == unsat
        other.pop()
        assert other.check() == sat
        again = pickle.loads(pickle.dumps(other))
        assert again.check() == sat and again.model()[String("z")] == "aa"


def test_scripts_can_be_read_again() -> None:
    s = Solver()
    b = tress.BitVec("b", 8)
    a = tress.Array("a", IntSort(), StringSort())
    Thing = tress.DeclareSort("Thing")
    one, other = tress.Consts("one other", Thing)
    s.add(tress.Extract(3, 0, b) == 5, a[1] == "x", tress.K(IntSort(), "y") != a, one != other)
    s.add(tress.Exists([n], n * n == m), Or(x == "a", And(y == "b", m > 3)))
    text = s.to_smt2()
    again = tress.parse(text)
    assert s.check() == sat and again.check() == sat
    assert again.to_smt2().count("assert") == text.count("assert")


def test_objectives() -> None:
    s = tress.Optimize()
    s.add(x.matches("a{3,}b"), n <= 7, n * 2 == m)
    s.minimize(Length(x))
    s.maximize(m)
    s.add_soft(n < 5, 2, "wish")
    assert s.check() == sat
    assert s.model()[x] == "aaab" and s.model()[m] == 14
    assert [(low, high) for _, low, high in s.objectives()] == [(4, 4), (14, 14), (2, 2)]
    again = pickle.loads(pickle.dumps(s))
    assert again.check() == sat and again.model()["m"] == 14


def test_simplify_solve_and_prove(capsys: pytest.CaptureFixture[str]) -> None:
    assert tress.simplify(tress.Concat("a", "b", x)).sexpr() == '(str.++ "ab" x)'
    s = Solver()
    s.add(tress.simplify(tress.Concat("a", "b", x)) == "abc")
    assert s.check() == sat and s.model()[x] == "c"
    tress.solve(n > 3, n < 5)
    tress.solve(n > 5, n < 5)
    tress.prove(Implies(x == "a", Length(x) == 1))
    tress.prove(Length(x) == 1)
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == ["[n = 4]", "no solution", "proved"] and out[3].startswith("counterexample")


def test_declared_sorts_and_functions_over_them_are_text() -> None:
    s = tress.parse("(declare-sort P 0)(declare-fun age (P) Int)(declare-const p P)(assert (= (age p) 3))")
    assert s.check() == sat
    s.add(tress.Const("p", tress.DeclareSort("P")) != tress.Const("q", tress.DeclareSort("P")))
    assert s.check() == sat
    f = Function("g", tress.DeclareSort("P"), IntSort())
    with pytest.raises(tress.SortError):
        s.add(f(tress.Const("p", tress.DeclareSort("P"))) == 1)
