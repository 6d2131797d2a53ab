"""Questions about regular expressions, compared with Python's own engine where it can tell."""

from __future__ import annotations

import re
from itertools import islice

import pytest

import tress
from tress import regex

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
