"""Questions about regular expressions, compared with Python's own engine where it can tell."""

from __future__ import annotations

import html
import random
import re
import urllib.parse
from collections.abc import Iterator
from itertools import islice, product
from typing import Callable

import pytest

import tress
from tress import regex
from tress.regex import AnyFunction, Repeat, Replace, ReplaceRe, Sanitized, Table

PATTERNS = [r"[a-c]{2,3}", r"(ab|c)*d?", r"a(?!b)[a-c]", r"\d+(-\d+)?", r"(?i:aB)c*", r"[^a]b?"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_words_are_those_of_the_engine(pattern: str) -> None:
    engine = re.compile(pattern)
    for word in [*islice(regex.enumerate(pattern), 50), *regex.sample(pattern, 50, (0, 8), seed=3)]:
        assert engine.fullmatch(word), word
    for word in ("", "a", "ab", "abc", "abcd", "c", "d", "1-2", "12", "ABc", "aba", "b"):
        assert regex.matches(pattern, word) == bool(engine.fullmatch(word)), word


def test_comparisons_have_witnesses() -> None:
    assert regex.equal("(a|b)*", "(a*b*)*") and not regex.equal("a", "b")
    assert regex.equal("a+", "a*") == (False, None, "")
    assert regex.subset("a+", "a*").holds
    assert regex.subset("a*", "a+") == regex.Comparison(False, "")
    assert regex.disjoint("a+", "b+") is None and regex.disjoint("a*", "b*") == ""
    assert regex.equal(r"\d", "[0-9]", dialect="java") and not regex.equal(r"\d", "[0-9]", dialect="python")
    assert regex.equal(r"\d", r"\d", dialect="java", dialect2="python").only_second is not None
    assert regex.equal("A", "a", flags="i") and not regex.equal("A", "a")
    assert regex.equal("*.txt", r".*\.txt", dialect="glob", dialect2="java", flags2="s")


def test_counts_and_samples() -> None:
    assert regex.count("[01]{1,8}", 4) == 16 and regex.count("[01]{1,8}") == 510
    assert regex.count("a.c", 3, alphabet="ascii") == 127
    assert regex.count("[ab]{100}", 100) == 2**100
    assert regex.sample("[ab]{4}", 5, seed=1) == regex.sample("[ab]{4}", 5, seed=1)
    assert len(set(regex.sample("[ab]{10}", 50, seed=2))) > 20
    assert regex.sample("a{40}", 5) == ["a" * 40] * 5 and regex.sample("a{40}", 5, length=(0, 16)) == []
    sampler = regex.Sampler(regex.compile("[ab]{2}|c{5}"))
    assert sampler.lengths == [2, 5] and sampler.uniform
    assert sampler.sample(3, 0, 5) == ["ccccc"] * 3 and sampler.sample(3, 0, 4) == []
    with pytest.raises(tress.OptionError):
        regex.count("a", 10**9)
    with pytest.raises(tress.OptionError):
        regex.sample("a", alphabet="greek")


def test_slow_patterns_are_found() -> None:
    report = regex.redos(r"^(a+)+$")
    assert report.verdict == "exponential" and report.vulnerable and report.positions
    assert len(report.attack(20)) >= 20 and not re.fullmatch("a*", report.attack(20))
    assert regex.redos(r"^a+$").verdict == "safe"
    assert regex.redos(r"\s+$").degree == 2 and regex.redos(r"\s+$", search=True).by_search
    assert regex.redos("(a+)+", dialect="rust").verdict == "safe"


def test_translations_mean_the_same() -> None:
    for to in ("smtlib", "rust", "java", "ecma", "pcre"):
        text = regex.translate(r"[a-c]+(x|yz)?", to=to)
        assert regex.equal(r"[a-c]+(x|yz)?", text, dialect2=to), text


def test_errors_have_places() -> None:
    with pytest.raises(tress.PatternError) as caught:
        regex.count(r"ab(?P<x>c)\1*")
    assert caught.value.position == 10 and caught.value.pattern.startswith("ab")
    with pytest.raises(tress.Unknown) as stopped:
        regex.compile("[ab]{2,30}", timeout=1e-9).counts(0, 500)
    assert stopped.value.reason == "timeout"


def test_notebooks_get_pictures_and_tables() -> None:
    picture = regex.compile("a*b")._repr_svg_()
    assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert regex.draw("a", format="dot").startswith("digraph")
    s, x = tress.Solver(), tress.String("<x>")
    s.add(x == "a<b")
    assert s.check() == tress.sat
    table = s.model()._repr_html_()
    assert "<th" in table and "&lt;x&gt;" in table and "a&lt;b" in table and "<b" not in table.replace("<tbody", "")


def test_surrogates_come_through() -> None:
    assert regex.matches(".", "\ud800", dialect="python")
    assert regex.disjoint("[\\ud800-\\ud801]", ".", dialect="ecma") == "\ud800"


def test_an_enumeration_that_was_stopped_stays_stopped() -> None:
    """No word may be left out silently."""
    words = regex.enumerate(regex.compile("(a|b)*", timeout=None))
    assert [next(words) for _ in range(3)] == ["", "a", "b"]
    words = regex.enumerate(regex.compile("[ab]{2}x{3000}", timeout=0.02))
    seen, reasons = [], set()
    for _ in range(3):
        try:
            seen.append(next(words)[:2])
            assert not reasons, "it went on after it was stopped"
        except tress.Unknown as stopped:
            reasons.add(stopped.reason)
    assert seen == ["aa", "ab", "ba"][: len(seen)] and reasons <= {"timeout"}


#: Functions of the dialect ``python``, as Python has them.
NAMED: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "trim": str.strip,
    "strip": str.strip,
    "rev": lambda text: text[::-1],
    "urldecode": urllib.parse.unquote,
    "htmldecode": html.unescape,
    "html": lambda text: html.escape(text, quote=False),
}


def applied(functions: list[AnyFunction], text: str) -> str:
    """What Python's own functions make of a text."""
    for function in functions:
        if isinstance(function, str):
            text = NAMED[function](text)
        elif isinstance(function, Replace):
            text = text.replace(function.old, function.new, 1 if function.first else -1)
        elif isinstance(function, ReplaceRe):
            text = re.sub(function.pattern, function.template, text)
        elif isinstance(function, Table):
            rows = dict(function.rows)
            longest_first = sorted(rows, key=len, reverse=True)
            text = re.sub("|".join(map(re.escape, longest_first)), lambda match: rows[match[0]], text)
        else:
            before = None
            while text != before:
                before, text = text, applied(list(function.functions), text)
    return text


def words(letters: str, longest: int) -> Iterator[str]:
    for length in range(longest + 1):
        yield from map("".join, product(letters, repeat=length))


def lets_through(functions: list[AnyFunction], forbid: str, text: str) -> bool:
    return re.search(forbid, applied(functions, text)) is not None


def confirm(answer: Sanitized, functions: list[AnyFunction], forbid: str, inputs: str, letters: str, longest: int) -> None:
    """No short input speaks against the answer, and what is shown does what is said of it."""
    if answer.input is not None:
        assert not answer.safe and re.fullmatch(inputs, answer.input, re.DOTALL)
        assert answer.output == applied(functions, answer.input)
        assert re.search(forbid, answer.output)
        longest = min(longest, len(answer.input) - 1) if answer.shortest else -1
    for word in words(letters, longest):
        assert not re.fullmatch(inputs, word, re.DOTALL) or not lets_through(functions, forbid, word), word


CHAINS: list[tuple[bool, list[AnyFunction], str, str, str]] = [
    (False, [Replace("../", "")], r"\.\./", ".*", "./"),
    (True, [Repeat(Replace("../", ""))], r"\.\./", ".*", "./"),
    (False, ["lower"], "k", "[^kK]*", "akK"),
    (True, ["trim"], "^\x85", ".*", "a \x85\n"),
    (False, ["trim"], "\x85", ".*", "a \x85"),
    (False, ["urldecode"], "%41", ".*", "%41A"),
    (True, [Repeat("urldecode")], "%41", ".*", "%41A"),
    (False, [Repeat("urldecode"), "lower"], "%41|a", "[^Aa]*", "%41b"),
    (False, [ReplaceRe("<([a-z]*)>", r"[\1]"), Replace("[", "<", first=True)], "<[a-z]*]", ".*", "<a>["),
    (True, [ReplaceRe("<[^>]*>", "")], "<[^>]*>", ".*", "<>a"),
    (False, [Replace("<", "", first=True)], "<", ".*", "<a"),
    (True, [Table({"<": "&lt;", "&": "&amp;"})], "<|&(?!lt;|amp;)", ".*", "<&l;"),
    (False, [Replace("<", "&lt;"), Replace("&", "&amp;")], "&amp;lt;", "[^&]*", "<&;"),
    (False, ["htmldecode", "upper"], "<S", "[^<]*", "&lt;s"),
    (True, ["html", "rev"], "[<>]", ".*", "<>&"),
    (False, [Replace("", "-")], "^-a-$", ".*", "a-"),
]


@pytest.mark.parametrize("safe, functions, forbid, inputs, letters", CHAINS)
def test_sanitizers_do_what_python_does(safe: bool, functions: list[AnyFunction], forbid: str, inputs: str, letters: str) -> None:
    answer = regex.sanitize(functions, forbid=forbid, input=inputs, flags="s")
    assert answer.safe is safe and bool(answer) is safe
    assert (answer.input is None) is safe and (answer.output is None) is safe and (answer.shortest is None) is safe
    confirm(answer, functions, forbid, inputs, letters, 5)


def test_random_chains_do_what_python_does() -> None:
    dice = random.Random(7)
    texts = ["a", "b", "ab", "<", "aa", ""]
    known: list[Callable[[], AnyFunction]] = [
        lambda: dice.choice(["lower", "upper", "trim", "rev", "html"]),
        lambda: Replace(dice.choice(texts), dice.choice(texts), first=dice.random() < 0.3),
        lambda: ReplaceRe(dice.choice(["(a)(b?)", "a+|b", "b*(<)", "(ab|a)"]), dice.choice([r"\1", "", r"x\1\1", r"<\g<0>"])),
        lambda: Table({dice.choice(texts[:5]): dice.choice(texts), dice.choice(texts[:5]): dice.choice(texts)}),
        lambda: Repeat([Replace("ab", dice.choice(["", "b"])), dice.choice(["lower", "trim"])]),
    ]
    answered = {True: 0, False: 0}
    for _ in range(150):
        chain = [dice.choice(known)() for _ in range(dice.randint(1, 3))]
        forbid = dice.choice(["ab", "^a", "b$", "<", "aa|bb", "x<"])
        try:
            answer = regex.sanitize(chain, forbid=forbid, input="[ab< ]*")
        except (tress.NotExact, tress.Unknown):
            continue
        except tress.OptionError as refused:
            assert "invalid group reference" in str(refused)
            continue
        answered[answer.safe] += 1
        confirm(answer, chain, forbid, "[ab< ]*", "ab<", 5)
    assert answered[True] > 20 and answered[False] > 50, answered


def test_sanitizers_are_those_of_the_dialect() -> None:
    answer = regex.sanitize([ReplaceRe("a(b)", "a$1")], forbid="ab", dialect="js")
    assert answer.input is not None and re.sub("a(b)", r"a\1", answer.input) == answer.output == "ab"
    # In Python the dollar sign means itself.
    assert regex.sanitize([ReplaceRe("a(b)", "a$1")], forbid="ab").safe
    assert regex.sanitize("lower", input="[^kK]*", forbid="k").input == "\u212a"
    assert regex.sanitize("lower", input="[^kK]*", forbid="k", dialect="pcre").safe
    assert regex.sanitize("trim", forbid="^\x85").safe and not regex.sanitize("trim", forbid="^\x85", dialect="java")
    assert regex.sanitize("lower", forbid="\U0001f600", dialect="js").input == "\U0001f600"
    assert regex.sanitize("lower", forbid=r"\ud83d$", dialect="js").input == "\ud83d"


def test_what_is_forbidden_and_allowed() -> None:
    remove = Replace(".", "")
    assert regex.sanitize(remove, forbid_text=".").safe and not regex.sanitize(remove, forbid=".")
    assert regex.sanitize("lower", forbid_text="ab", max_length=1).safe
    assert regex.sanitize("lower", forbid_text="ab", max_length=2).output == "ab"
    assert regex.sanitize("lower", forbid="a", input="ab+", whole=True).safe and not regex.sanitize("lower", forbid="a", input="ab+")
    assert regex.sanitize("lower", forbid="a", input="?b", dialect="glob").safe
    assert not regex.sanitize("lower", forbid="a", input="?b", dialect="glob", whole=False)
    once = regex.sanitize([remove, "urldecode"], forbid_text=".", dialect="js")
    assert once.input is not None and urllib.parse.unquote(once.input.replace(".", "")) == once.output
    assert regex.sanitize(["urldecode", remove], until_stable=True, forbid_text=".", dialect="js").safe
    assert regex.sanitize("url", forbid="<").notes == ("url is asked about characters up to U+00FF only",)
    assert regex.sanitize("html", forbid="<").notes == ()


def test_what_is_not_known_is_not_safe() -> None:
    with pytest.raises(tress.NotExact) as refused:
        regex.sanitize(ReplaceRe("(a)+", r"\1"), forbid="a")
    assert refused.value.reason == "matches of (a)+: group 1 stands in a repetition, which is not supported"
    assert isinstance(refused.value, tress.Error)
    with pytest.raises(tress.Unknown) as stopped:
        regex.sanitize("lower", forbid="a", timeout=1e-9)
    assert stopped.value.reason == "timeout"
    with pytest.raises(tress.Unknown) as lost:
        regex.sanitize(Repeat(Repeat("lower")), forbid="A")
    assert "not known" in lost.value.reason


@pytest.mark.parametrize(
    "functions, options, message",
    [
        ("lowr", {"forbid": "a"}, "no function lowr; known are lower, "),
        ("repeat", {"forbid": "a"}, "no function repeat"),
        ("strip", {"forbid": "a", "dialect": "js"}, "no function strip in ecma; it has trim"),
        (ReplaceRe("a", r"\2"), {"forbid": "a"}, "invalid group reference 2"),
        ("lower", {}, "one of forbid and forbid_text is needed"),
        ("lower", {"forbid": "a", "forbid_text": "a"}, "one of forbid and forbid_text is needed"),
        ([], {"forbid": "a"}, "at least one function"),
        (Replace("a", "\ud800"), {"forbid": "a"}, "half of a surrogate pair"),
        (Replace("a", 1), {"forbid": "a"}, "are str: Replace"),
        ([["lower"]], {"forbid": "a"}, "not ['lower']"),
        (5, {"forbid": "a"}, "not 5"),
        ("lower", {"forbid": "a", "max_length": -1}, "max_length"),
        ("lower", {"forbid": "a", "timeout": -1.0}, "timeout"),
        ("lower", {"forbid": "a", "flags": "q"}, "no flag 'q'"),
    ],
)
def test_wrong_chains_are_refused(functions: AnyFunction, options: dict[str, str], message: str) -> None:
    with pytest.raises(tress.OptionError) as refused:
        regex.sanitize(functions, **options)  # type: ignore[arg-type]
    assert message in str(refused.value)


def test_the_names_of_all_functions_are_told() -> None:
    with pytest.raises(tress.OptionError) as refused:
        regex.sanitize("", forbid="a")
    names = str(refused.value).partition("known are ")[2].split(", ")
    assert len(names) > 10 and [name for name in names if f"``{name}``" not in (regex.sanitize.__doc__ or "")] == []


def test_wrong_patterns_of_chains_are_named() -> None:
    for wrong, functions, options in [
        ("a(b", "lower", {"forbid": "a(b", "input": "c"}),
        ("a(c", "lower", {"forbid": "c", "input": "a(c"}),
        ("a(d", ReplaceRe("a(d", ""), {"forbid": "c", "input": "c"}),
    ]:
        with pytest.raises(tress.PatternError) as refused:
            regex.sanitize(functions, **options)  # type: ignore[arg-type]
        assert (refused.value.pattern, refused.value.position) == (wrong, 1)


def test_chains_are_values() -> None:
    rows = iter([("a", "b"), ("c", "d")])
    table = Table(rows)
    assert table.rows == (("a", "b"), ("c", "d")) and table == Table({"a": "b", "c": "d"})
    assert len({Repeat("lower"), Repeat(["lower"]), Repeat(iter(["upper"]))}) == 2
    deep: AnyFunction = "lower"
    for _ in range(3000):
        deep = Repeat(deep)
    with pytest.raises(tress.OptionError):
        regex.sanitize(deep, forbid="A")
    with pytest.raises(tress.OptionError):
        Repeat([])
