#!/usr/bin/env python3
"""pySMT's generic SMT-LIB solver, unmodified, drives tress through sessions.

    scripts/pysmt_session.py [PROGRAM]        default: target/release/tress

pySMT is taken from the running Python if it is there, else it is installed from PyPI into a
temporary environment. Prints one line, `N passed, M failed`, after one line for each failure.

Two defects of pySMT 0.9.6 are gone around, which it has with z3 too: after get_value it leaves the
line end of the reply unread, so values are asked last; and its simplifier, which every
assertion goes through, fails on StrCharAt, StrPrefixOf and StrSuffixOf.
"""

import os
import subprocess
import sys
import tempfile
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_with_pysmt(program):
    """Runs this script again in a temporary environment that has pySMT."""
    with tempfile.TemporaryDirectory(prefix="tress-pysmt-") as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pysmt"], check=True)
        return subprocess.run([python, os.path.abspath(__file__), program, "--inside"], check=False).returncode


def sessions(program):
    """The tests: a name and a function each."""
    from pysmt import shortcuts as s
    from pysmt.environment import Environment, get_env, push_env
    from pysmt.logics import QF_LIA, QF_LRA, QF_SLIA, QF_UFLIRA
    from pysmt.smtlib.solver import SmtLibSolver
    from pysmt.typing import BOOL, INT, REAL, STRING, FunctionType

    def solver(logic, **options):
        return SmtLibSolver([program], get_env(), logic, **options)

    def whole_numbers():
        x, y = s.Symbol("x", INT), s.Symbol("y", INT)
        with solver(QF_LIA) as z:
            z.add_assertion(s.Equals(s.Plus(x, y), s.Int(5)))
            z.add_assertion(s.Equals(x, s.Int(-2)))
            assert z.solve()
            z.push()
            z.add_assertion(s.Equals(y, s.Int(3)))
            assert not z.solve()
            z.pop()
            assert z.solve()
            assert z.get_value(x) == s.Int(-2)
            assert z.get_value(y) == s.Int(7)
            assert z.get_value(s.Plus(x, y)) == s.Int(5)

    def truth_values():
        a, b = s.Symbol("a", BOOL), s.Symbol("b", BOOL)
        with solver(QF_LIA) as z:
            z.add_assertion(s.Implies(a, b))
            z.push(2)
            z.add_assertion(s.And(a, s.Not(b)))
            assert not z.solve()
            z.pop(2)
            z.add_assertion(a)
            assert z.solve()
            assert z.get_value(b).is_true()

    def fractions():
        r = s.Symbol("r", REAL)
        with solver(QF_LRA) as z:
            z.add_assertion(s.Equals(s.Times(r, s.Real(4)), s.Real(-3)))
            z.add_assertion(s.Equals(r, s.Real((-3, 4))))
            assert z.solve()
            assert z.get_value(r) == s.Real((-3, 4))

    def functions():
        f = s.Symbol("f", FunctionType(INT, [INT]))
        with solver(QF_UFLIRA) as z:
            z.add_assertion(s.Equals(s.Function(f, [s.Int(1)]), s.Int(0)))
            assert z.solve()
            assert z.get_value(s.Function(f, [s.Int(1)])) == s.Int(0)

    def words():
        x, y, n = s.Symbol("x", STRING), s.Symbol("y", STRING), s.Symbol("n", INT)
        with solver(QF_SLIA) as z:
            z.add_assertion(s.Equals(x, s.String("ab")))
            z.add_assertion(s.Equals(y, s.StrConcat(x, s.String("c"), x)))
            z.add_assertion(s.Equals(n, s.StrLength(y)))
            z.push()
            z.add_assertion(s.Equals(n, s.Int(4)))
            assert not z.solve()
            z.pop()
            assert z.solve()
            assert z.get_value(y) == s.String("abcab")
            assert z.get_value(n) == s.Int(5)

    def word_operators():
        x, n = s.Symbol("x", STRING), s.Symbol("n", INT)
        word, number = s.String, s.Int
        facts = [
            (s.Equals(s.StrSubstr(x, number(1), number(2)), word("ba")), True),
            (s.Equals(s.StrIndexOf(x, word("a"), number(1)), number(2)), True),
            (s.Equals(s.StrReplace(x, word("ab"), word("")), word("ab")), True),
            (s.StrContains(x, word("ba")), True),
            (s.Equals(s.StrToInt(word("12")), number(12)), True),
            (s.Equals(s.IntToStr(number(12)), word("12")), True),
            (s.Equals(s.StrToInt(x), number(-1)), True),
        ]
        # These cannot be asserted through pySMT 0.9.6, but their values can be asked for.
        only_values = [
            (s.Equals(s.StrCharAt(x, number(1)), word("b")), True),
            (s.StrPrefixOf(word("ab"), x), True),
            (s.StrSuffixOf(word("bb"), x), False),
        ]
        with solver(QF_SLIA) as z:
            z.add_assertion(s.Equals(x, word("abab")))
            z.add_assertion(s.Equals(n, s.StrLength(x)))
            for fact, holds in facts:
                z.push()
                z.add_assertion(fact)
                assert z.solve() == holds, fact
                z.pop()
            assert z.solve()
            for fact, holds in facts + only_values:
                assert z.get_value(fact).is_true() == holds, fact

    def shared_terms():
        """pySMT names shared parts .def_0, .def_1 and so on, in nested lets."""
        x = s.Symbol("x", STRING)
        term = x
        for _ in range(12):
            term = s.StrConcat(term, term)
        with solver(QF_SLIA) as z:
            z.add_assertion(s.Equals(x, s.String("a")))
            z.add_assertion(s.Equals(s.StrLength(term), s.Int(4096)))
            assert z.solve()

    def odd_names():
        x = s.Symbol("a name (with) spaces", STRING)
        with solver(QF_SLIA) as z:
            z.add_assertion(s.Equals(x, s.String("q")))
            assert z.solve()
            assert z.get_value(x) == s.String("q")

    def quotes():
        x = s.Symbol("x", STRING)
        with solver(QF_SLIA) as z:
            z.add_assertion(s.Equals(x, s.String('say "a"')))
            assert z.solve()
            assert z.get_value(x) == s.String('say "a"')

    def starting_over():
        x = s.Symbol("x", INT)
        with solver(QF_LIA) as z:
            z.add_assertion(s.Equals(x, s.Int(1)))
            z.add_assertion(s.Equals(x, s.Int(2)))
            assert not z.solve()
            z.reset_assertions()
            assert z.solve()

    def options():
        x = s.Symbol("x", INT)
        with solver(QF_LIA, generate_models=True, random_seed=7, solver_options={":smt.mbqi": "false"}) as z:
            z.add_assertion(s.Equals(x, s.Int(1)))
            assert z.solve()
            assert z.get_value(x) == s.Int(1)

    tests = [
        whole_numbers,
        truth_values,
        fractions,
        functions,
        words,
        word_operators,
        shared_terms,
        odd_names,
        quotes,
        starting_over,
        options,
    ]
    for test in tests:
        push_env(Environment())
        get_env().enable_infix_notation = True
        yield test.__name__, test


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--inside"]
    program = os.path.abspath(arguments[0] if arguments else os.path.join(ROOT, "target", "release", "tress"))
    try:
        import pysmt  # noqa: F401
    except ImportError:
        if "--inside" in sys.argv:
            raise
        return run_with_pysmt(program)
    passed = failed = 0
    for name, test in sessions(program):
        try:
            test()
            passed += 1
        except Exception as problem:  # any exception fails the test, whatever it is
            failed += 1
            print(f"{name}: {type(problem).__name__}: {problem}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
