"""Docstrings, pages and examples show what happens."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tress

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["tress", "tress.terms", "tress.datatypes", "tress.inspecting", "tress.solver", "tress.regex", "tress.strategies", "tress.pysmt"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    for needed in {"tress.strategies": ["hypothesis"], "tress.pysmt": ["pysmt"]}.get(name, []):
        pytest.importorskip(needed)
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.failed == 0 and tried.attempted >= 4


def test_the_page_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("hypothesis")
    pytest.importorskip("pysmt")
    monkeypatch.chdir(ROOT)
    tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.failed == 0 and tried.attempted > 40


def test_the_page_for_users_of_z3py_is_true() -> None:
    tried = doctest.testfile(str(ROOT / "docs" / "from-z3py.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.failed == 0 and tried.attempted > 30


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_the_examples_of_readmes_run(page: str) -> None:
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and done.stdout.startswith("sat"), done.stderr


def test_the_page_names_every_function() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    known = {"batch", "regex", "strategies", "parse", "parse_file", "solve", "apply", "Solver"}
    assert all(name in page for name in known)
    assert all(hasattr(tress, name) for name in known)
    missing = [name for name in tress.__all__ if not hasattr(tress, name)]
    assert not missing


def test_the_program_runs() -> None:
    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "tress", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout

    code, output = run("examples/login.smt2")
    assert code == 0 and output.splitlines()[0] == "sat"
    assert run("regex", "equal", "a", "b")[0] == 1
    assert run("--no-such-flag=1", "nofile.smt2")[0] == 2
    assert run("--version")[1].startswith("tress")


def test_the_console_script_runs() -> None:
    script = Path(sys.executable).with_name("tress.exe" if os.name == "nt" else "tress")
    if not script.exists():
        pytest.skip("the package is not installed")
    done = subprocess.run([script, ROOT / "examples" / "login.smt2"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("sat\n")


def test_unknown_names_are_told() -> None:
    with pytest.raises(AttributeError):
        tress.no_such_thing  # noqa: B018
