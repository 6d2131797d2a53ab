"""SMT-LIB text as terms that belong to no solver."""

from __future__ import annotations

import re
from typing import Any

from tress._tress import FuncDecl, Sort, Term, constant, text_term
from tress.errors import ParseError

_TOKEN = re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[()]|[^\s()"|;]+')
_PLAIN = {"Bool", "Int", "Real", "String", "RegLan"}
_BOOL = Sort.named("Bool")


def _read(text: str) -> list[Any]:
    """The commands as nested lists of words."""
    found: list[Any] = []
    open_lists: list[list[Any]] = []
    for word in _TOKEN.findall(text):
        if word.startswith(";"):
            continue
        if word == "(":
            open_lists.append([])
            continue
        if word == ")":
            if not open_lists:
                continue
            word = open_lists.pop()
        (open_lists[-1] if open_lists else found).append(word)
    return found


def _bare(name: str) -> str:
    return name[1:-1] if name.startswith("|") else name


def _sort(shape: Any, sorts: dict[str, Sort]) -> Sort:
    """The sort that is written like this."""
    if isinstance(shape, str):
        name = _bare(shape)
        if name in sorts:
            return sorts[name]
        return Sort.named(name) if name in _PLAIN else Sort.declared(name)
    if len(shape) == 3 and shape[:2] == ["_", "BitVec"]:
        return Sort.bit_vec(int(shape[2]))
    if len(shape) == 3 and shape[0] == "Array":
        return Sort.array(_sort(shape[1], sorts), _sort(shape[2], sorts))
    if len(shape) == 2 and shape[0] == "Seq":
        return Sort.seq(_sort(shape[1], sorts))
    raise ParseError(f"the sort {shape} has no term of Python; Solver.from_string reads it", 1, 1)


#: Commands whose meaning terms cannot carry.
_BOUND = ("declare-datatype", "declare-datatypes", "define-fun-rec", "define-funs-rec")


def assertions(text: str, sorts: dict[str, Sort], decls: dict[str, Any]) -> list[Term]:
    """The assertions of a script, each with the unknowns and functions that the script declares."""
    from tress.solver import Solver

    parts: list[Term | FuncDecl] = []
    preamble = []
    for name, meaning in decls.items():
        if isinstance(meaning, FuncDecl) and meaning.arity() == 0:
            meaning = meaning()
        if isinstance(meaning, Term):
            parts.append(meaning)
            preamble.append(f"(declare-const {_quoted(name)} {meaning.sort().sexpr()})")
        else:
            shape = " ".join(meaning.domain(place).sexpr() for place in range(meaning.arity()))
            preamble.append(f"(declare-fun {_quoted(name)} ({shape}) {meaning.range().sexpr()})")
            parts.append(meaning)
        if meaning.name != name:
            raise ParseError(f"{name} stands for {meaning.name}: names and unknowns must be the same", 1, 1)
    for command in _read(text):
        if not isinstance(command, list) or not command:
            continue
        head = command[0]
        if head in _BOUND:
            raise ParseError(f"{head} stays in its solver: Solver.from_string reads it", 1, 1)
        if head == "declare-const" and len(command) == 3:
            parts.append(constant(_bare(command[1]), _sort(command[2], sorts)))
        elif head == "declare-fun" and len(command) == 4 and isinstance(command[2], list):
            name, result = _bare(command[1]), _sort(command[3], sorts)
            arguments = [_sort(one, sorts) for one in command[2]]
            if not arguments:
                parts.append(constant(name, result))
            else:
                parts.append(FuncDecl(name, arguments, result))
    solver = Solver()
    solver.from_string("".join(preamble) + text)
    return [text_term(formula.sexpr(), _BOOL, parts) for formula in solver.assertions()]


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name) else f"|{name}|"
