r"""Questions about regular expressions, in the dialects that people write: what ``tress regex`` answers, for programs.

>>> from tress import regex
>>> regex.equal("(a|b)*", "(a*b*)*")
Comparison(holds=True, only_first=None, only_second=None)
>>> regex.subset(r"\d+", "[0-9]+", dialect="python")
Comparison(holds=False, only_first='٠', only_second=None)
>>> regex.subset("[0-9]+", r"\d+").holds
True

A pattern is a text, with its dialect and flags given by name, or a :class:`Pattern` that was made before. Patterns match words from start to
end, unless they are made with ``search=True``. A pattern that is wrong, or has no exact meaning as a language, is refused with its place:

>>> import tress
>>> try:
...     regex.equal("a", r"(a)\1*")
... except tress.PatternError as error:
...     print(error.position)
3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Optional, Union

from tress._tress import Chain, Enumeration, Pattern, Sampler
from tress.errors import OptionError

__all__ = [
    "Comparison",
    "Count",
    "Pattern",
    "Redos",
    "Repeat",
    "Replace",
    "ReplaceRe",
    "Sample",
    "Sampler",
    "Sanitized",
    "Table",
    "compile",
    "count",
    "disjoint",
    "draw",
    "enumerate",
    "equal",
    "matches",
    "redos",
    "sample",
    "sanitize",
    "subset",
    "translate",
]

#: A pattern: its text, or one that was made before.
AnyPattern = Union[str, Pattern]


class Comparison(NamedTuple):
    """Whether it holds, and shortest words that show why not. As a truth value it is ``holds``."""

    holds: bool
    only_first: Optional[str] = None
    only_second: Optional[str] = None

    def __bool__(self) -> bool:
        return self.holds


class Redos(NamedTuple):
    """How the time of a backtracking engine grows with the length of the word.

    ``verdict`` is ``safe``, ``polynomial``, ``exponential`` or ``unknown``. ``attack(n)`` gives the slow word of n rounds.
    """

    verdict: str
    why: str
    degree: Optional[int]
    parts: list[tuple[str, str]]
    suffix: Optional[str]
    positions: list[int]
    by_search: bool

    @property
    def vulnerable(self) -> bool:
        """Is there a word that takes far too long?"""
        return self.verdict in ("polynomial", "exponential")

    def attack(self, rounds: int) -> str:
        """The slow word of so many rounds; empty when there is none."""
        return "".join(fixed + pump * rounds for fixed, pump in self.parts) + (self.suffix or "")


def compile(
    pattern: AnyPattern,
    dialect: str = "python",
    flags: str = "",
    search: bool = False,
    timeout: float | None = 10.0,
) -> Pattern:
    """A pattern for many questions. A notebook shows its smallest automaton as a picture."""
    if isinstance(pattern, Pattern):
        return pattern
    return Pattern(pattern, dialect, flags, search, timeout)


def _two(
    first: AnyPattern, second: AnyPattern, dialect: str, flags: str, dialect2: str | None, flags2: str | None, search: bool
) -> tuple[Pattern, Pattern]:
    """Both patterns; the second is of the first one's dialect unless another is named."""
    if flags2 is None:
        flags2 = flags if dialect2 is None else ""
    return (compile(first, dialect, flags, search), compile(second, dialect2 or dialect, flags2, search))


def matches(pattern: AnyPattern, word: str, dialect: str = "python", flags: str = "", search: bool = False) -> bool:
    r"""Does the pattern match the word?

    >>> from tress import regex
    >>> regex.matches(r"(?=.*\d)[a-z\d]{4,}", "abc1", dialect="java")
    True
    """
    return compile(pattern, dialect, flags, search).accepts(word)


def equal(
    first: AnyPattern,
    second: AnyPattern,
    dialect: str = "python",
    flags: str = "",
    dialect2: str | None = None,
    flags2: str | None = None,
    search: bool = False,
) -> Comparison:
    """Do both match the same words?"""
    a, b = _two(first, second, dialect, flags, dialect2, flags2, search)
    only_first, only_second = a.without(b), b.without(a)
    return Comparison(only_first is None and only_second is None, only_first, only_second)


def subset(
    first: AnyPattern,
    second: AnyPattern,
    dialect: str = "python",
    flags: str = "",
    dialect2: str | None = None,
    flags2: str | None = None,
    search: bool = False,
) -> Comparison:
    """Does the second match every word that the first one matches?"""
    a, b = _two(first, second, dialect, flags, dialect2, flags2, search)
    word = a.without(b)
    return Comparison(word is None, word)


def disjoint(
    first: AnyPattern,
    second: AnyPattern,
    dialect: str = "python",
    flags: str = "",
    dialect2: str | None = None,
    flags2: str | None = None,
    search: bool = False,
) -> str | None:
    """``None`` when no word matches both; else a shortest one that does.

    >>> from tress import regex
    >>> regex.disjoint("a+b", "a{2,}.")
    'aab'
    """
    a, b = _two(first, second, dialect, flags, dialect2, flags2, search)
    return a.common(b)


class Sample(list[str]):
    """Random words: a list. ``longer`` tells whether there are words that are longer than those that were drawn, ``lengths`` which were."""

    longer: bool | None = None
    lengths: list[int] = []


class Count(int):
    """A number of words: an ``int``.

    ``complete`` tells whether these are all words of the pattern; ``None`` when that is not known. ``lengths`` are the least and the greatest length
    that were counted. A count that leaves words out without being asked to says so where it is shown.
    """

    complete: bool | None
    lengths: tuple[int, int]
    _was_asked: bool = False

    def __repr__(self) -> str:
        if self.complete or self._was_asked:
            return int.__repr__(self)
        low, high = self.lengths
        rest = "perhaps there are more words" if self.complete is None else "there are more words"
        return f"{int.__repr__(self)} (lengths {low} to {high}; {rest})"

    __str__ = __repr__


def sample(
    pattern: AnyPattern,
    n: int = 10,
    length: tuple[int, int] | None = None,
    seed: int = 0,
    alphabet: str | None = None,
    dialect: str = "python",
    flags: str = "",
    search: bool = False,
) -> Sample:
    """Random words: a length is drawn among those that have words, then a word of it, each as likely as any other.

    Lengths begin at the shortest word, and there are 17 of them, unless ``length`` says otherwise; ``longer`` of the result tells whether there are
    longer words. The same seed gives the same words. ``alphabet`` is ``printable``, ``ascii`` or ``all``; when it is not given, words are printable
    where the pattern has such words.

    >>> from tress import regex
    >>> all(regex.matches("[A-Z]{2}[0-9]{4}", word) for word in regex.sample("[A-Z]{2}[0-9]{4}", 5))
    True
    """
    low, high = length if length is not None else (None, None)
    sampler = Sampler(compile(pattern, dialect, flags, search), low, high, alphabet)
    words = Sample(sampler.sample(n, seed))
    words.longer, words.lengths = sampler.has_longer, sampler.lengths
    return words


def count(
    pattern: AnyPattern,
    length: int | tuple[int, int] | None = None,
    alphabet: str | None = None,
    dialect: str = "python",
    flags: str = "",
    search: bool = False,
) -> Count:
    """How many words it matches: all of them when they are finitely many, else those of the first nine lengths from the shortest word on; or
    those of the lengths that are given. What is left out is told by the result.

    >>> from tress import regex
    >>> regex.count("[0-9a-f]{20}"), regex.count("[01]{1,8}")
    (1208925819614629174706176, 510)
    >>> regex.count("[01]{1,8}", 4).complete
    False
    >>> regex.count("a{20}a*")
    9 (lengths 20 to 28; there are more words)
    """
    low, high = (length, length) if isinstance(length, int) else length if length is not None else (None, None)
    first, counts, complete = compile(pattern, dialect, flags, search).counts(low, high, alphabet)
    made = Count(sum(counts))
    made._was_asked = length is not None
    made.complete, made.lengths = complete, (first, first + max(len(counts) - 1, 0))
    return made


def enumerate(
    pattern: AnyPattern, alphabet: str | None = None, dialect: str = "python", flags: str = "", search: bool = False
) -> Enumeration:
    """All words, shorter ones first. ``has_others`` of the result tells whether there are words of other characters than ``alphabet`` has.

    >>> from itertools import islice
    >>> from tress import regex
    >>> list(islice(regex.enumerate("(ab)*c?"), 4))
    ['', 'c', 'ab', 'abc']
    """
    return Enumeration(compile(pattern, dialect, flags, search), alphabet)


def redos(pattern: AnyPattern, dialect: str = "python", flags: str = "", search: bool = True) -> Redos:
    r"""Is there a word for which a backtracking engine takes far too long?

    >>> from tress import regex
    >>> report = regex.redos(r"^(\w+\s?)*$")
    >>> report.verdict, report.vulnerable
    ('exponential', True)
    >>> len(report.attack(30)) >= 30
    True
    """
    return Redos(*compile(pattern, dialect, flags, search).slowness())


def translate(pattern: AnyPattern, to: str = "smtlib", dialect: str = "python", flags: str = "", search: bool = False) -> str:
    """The same language in another dialect.

    >>> from tress import regex
    >>> regex.translate("[ab]c*", to="smtlib")
    '(re.++ (re.range "a" "b") (re.* (str.to_re "c")))'
    """
    return compile(pattern, dialect, flags, search).translated(to)


def draw(pattern: AnyPattern, format: str = "svg", dialect: str = "python", flags: str = "", search: bool = False) -> str:
    """The smallest automaton as a picture: ``svg``, or ``dot`` for Graphviz.

    >>> from tress import regex
    >>> regex.draw("a*b").startswith("<svg")
    True
    """
    return compile(pattern, dialect, flags, search).picture(format)


@dataclass(frozen=True)
class Replace:
    """A function of a chain: every ``old`` becomes ``new``, or only the first one. Both are texts that mean themselves."""

    old: str
    new: str
    first: bool = False


@dataclass(frozen=True)
class ReplaceRe:
    r"""A function of a chain: every match of ``pattern`` becomes ``template``, a replacement text of the dialect (``\1``, ``$1``, …)."""

    pattern: str
    template: str


@dataclass(frozen=True, init=False)
class Table:
    """A function of a chain: all rows are replaced at once, from left to right and at each place the longest text.

    >>> from tress import regex
    >>> regex.Table({"&": "&amp;", "<": "&lt;"}) == regex.Table([("&", "&amp;"), ("<", "&lt;")])
    True
    """

    rows: tuple[tuple[str, str], ...]

    def __init__(self, rows: Mapping[str, str] | Iterable[tuple[str, str]]) -> None:
        pairs = rows.items() if isinstance(rows, Mapping) else rows
        object.__setattr__(self, "rows", tuple((old, new) for old, new in pairs))


@dataclass(frozen=True, init=False)
class Repeat:
    """A function of a chain: these functions one after the other, until nothing changes."""

    functions: tuple[AnyFunction, ...]

    def __init__(self, functions: AnyFunction | Iterable[AnyFunction]) -> None:
        object.__setattr__(self, "functions", _chain(functions))


#: A function of a chain: a name such as ``lower`` or ``html``, or one of the classes.
AnyFunction = Union[str, Replace, ReplaceRe, Table, Repeat]

#: A step of a chain: its kind and its texts.
_Step = tuple[str, list[str]]


class Sanitized(NamedTuple):
    """Whether nothing that is forbidden can come out of a chain of functions. As a truth value it is ``safe``.

    When it is not safe, ``input`` is an input that shows it, ``output`` is what the functions make of it, and ``shortest`` tells whether it was
    shown that no input is shorter. ``notes`` tell of inputs that the answer says nothing of.
    """

    safe: bool
    input: Optional[str] = None
    output: Optional[str] = None
    shortest: Optional[bool] = None
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.safe


def _chain(functions: AnyFunction | Iterable[AnyFunction]) -> tuple[AnyFunction, ...]:
    """The functions, also when there is only one."""
    if isinstance(functions, (str, Replace, ReplaceRe, Table, Repeat)):
        return (functions,)
    chain = tuple(functions) if isinstance(functions, Iterable) else (functions,)
    if not chain:
        raise OptionError("a chain has at least one function")
    return chain


def _step(function: object) -> _Step:
    """The step of a function that is no repetition."""
    if isinstance(function, str):
        return ("named", [function])
    if isinstance(function, Replace):
        return ("replace-first" if function.first else "replace", [function.old, function.new])
    if isinstance(function, ReplaceRe):
        return ("replace-re", [function.pattern, function.template])
    if isinstance(function, Table):
        return ("table", [text for row in function.rows for text in row])
    raise OptionError(f"a function is a name, Replace, ReplaceRe, Table or Repeat, not {function!r}")


def _steps(chain: tuple[AnyFunction, ...]) -> Iterator[_Step]:
    """The chain as a flat list. It keeps its own stack: repetitions may be deep."""
    waiting: list[object] = list(reversed(chain))
    while waiting:
        function = waiting.pop()
        if isinstance(function, Repeat):
            yield ("repeat", [])
            waiting.append(_END)
            waiting.extend(reversed(function.functions))
        else:
            step = ("end", []) if function is _END else _step(function)
            if not all(isinstance(text, str) for text in step[1]):
                raise OptionError(f"the texts of a function are str: {function!r}")
            yield step


#: Stands behind the functions of a repetition.
_END = object()


def sanitize(
    functions: AnyFunction | Iterable[AnyFunction],
    *,
    forbid: str | None = None,
    forbid_text: str | None = None,
    dialect: str = "python",
    flags: str = "",
    input: str | None = None,
    max_length: int | None = None,
    until_stable: bool = False,
    whole: bool | None = None,
    timeout: float | None = 10.0,
) -> Sanitized:
    r"""Can something forbidden come out of functions that are applied one after the other?

    A function is a name (``lower``, ``upper``, ``trim``, ``strip``, ``rev``, ``urldecode``, ``htmldecode``, ``unescape-json``, or that of a table:
    ``html``, ``html-attribute``, ``xml``, ``url``, ``json``, ``sql``, ``sql-backslash``, ``shell``, ``csv``, ``regex``), or :class:`Replace`,
    :class:`ReplaceRe`, :class:`Table` or :class:`Repeat`. Each means what it means in the language of the dialect.

    ``forbid`` is a pattern that must match nowhere in the output, ``forbid_text`` a text that must not occur in it; one of them is given. With
    ``whole`` only outputs count that the pattern matches as a whole; so it is in ``smtlib`` and ``glob`` when nothing is said. Inputs are all
    strings, or those that the pattern ``input`` matches as a whole, of at most ``max_length`` characters. ``until_stable`` repeats the whole chain
    until nothing changes.

    >>> from tress import regex
    >>> regex.sanitize([regex.Replace("../", "")], forbid_text="../")
    Sanitized(safe=False, input='....//', output='../', shortest=True, notes=())
    >>> regex.sanitize(["lower", "html"], forbid="[A-Z<>]").safe
    True
    >>> regex.sanitize([regex.Repeat("urldecode"), regex.Repeat(regex.Replace("../", ""))], forbid_text="../", dialect="js").safe
    True

    The answer is right for inputs of every length. :class:`tress.Unknown` is raised when there is none, and :class:`tress.NotExact` for a chain that
    cannot be followed exactly:

    >>> import tress
    >>> try:
    ...     regex.sanitize(regex.ReplaceRe("(a)+", r"\1"), forbid="a")
    ... except tress.NotExact as error:
    ...     print(error.reason)
    matches of (a)+: group 1 stands in a repetition, which is not supported
    """
    forbidden = forbid if forbid_text is None else forbid_text
    if forbidden is None or (forbid is not None and forbid_text is not None):
        raise OptionError("one of forbid and forbid_text is needed")
    if max_length is not None and not 0 <= max_length < 1 << 64:
        raise OptionError("max_length is a number of characters, from 0 on")
    chain = _chain(functions)
    asked = Chain(list(_steps((Repeat(chain),) if until_stable else chain)), dialect, flags, timeout)
    found, notes = asked.ask(forbidden, forbid_text is not None, input, max_length, whole)
    if found is None:
        return Sanitized(True, notes=tuple(notes))
    return Sanitized(False, *found, tuple(notes))
