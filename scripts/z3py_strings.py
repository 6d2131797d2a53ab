"""Writes what z3py makes of 42 problems over strings, each with the answer that z3 gives, and 400 equations in
z3's own spellings with the values that z3 computes.

Usage: python3 scripts/z3py_strings.py testdata/z3py        (needs the package z3-solver)

Every problem is built with z3's Python interface and written by `Solver.to_smt2()`, whose spellings tress must
read. The answer stands in `:status`; a test compares it with tress's.
"""

import pathlib
import random
import sys

from z3 import *  # z3's own way of use

s, t, u = Strings("s t u")
n, m = Ints("n m")
p, q = Bools("p q")
c, d = Const("c", CharSort()), Const("d", CharSort())
length_of = Function("length_of", StringSort(), IntSort())
twice = Function("twice", StringSort(), StringSort())
language = ReSort(StringSort())
lower, digit = Range("a", "z"), Range("0", "9")
word = Plus(lower)
email = Concat(word, Re("@"), word, Plus(Concat(Re("."), word)))

PROBLEMS = {
    "at": [s.at(1) == "b", Length(s) == 3, PrefixOf("a", s)],
    "at-outside": [s.at(5) == "b", Length(s) <= 5],
    "char-constant": [c == CharVal("x"), Unit(c) == s, Length(s) == 1],
    "char-digit": [CharIsDigit(c), CharToInt(c) > 55, d <= c, CharVal("9") <= d, Unit(c) + Unit(d) == s],
    "char-digit-outside": [CharIsDigit(c), CharVal(":") <= c],
    "char-equal": [c != d, Unit(c) + "b" == s, Unit(d) + "b" == t, s == t],
    "char-if": [If(p, c, d) == CharVal("q"), c == CharVal("a"), s == Unit(If(p, d, c)), Contains(s, "q")],
    "char-exists": [Exists([c], And(Unit(c) == s, CharIsDigit(c))), Length(s) == 1],
    "char-is-one": [Unit(c) == s, Length(s) != 1],
    "char-distinct": [Distinct(c, d, CharVal(48)), CharIsDigit(c), CharIsDigit(d), CharToInt(c) <= 49, CharToInt(d) <= 49],
    "code": [StrToCode(s) == 233, StrFromCode(n) == t, n == 97, s + t == u],
    "concat": [s + t == "abcabc", s == t],
    "concat-order": [s + "a" == "b" + s],
    "contains": [Contains(s, "x"), Not(Contains(s, t)), t == "xx", Length(s) == 4],
    "diff": [InRe(s, Diff(Plus(Union(lower, digit)), word)), Length(s) == 2],
    "distinct": [Distinct(s, t, u), InRe(s, Loop(Re("a"), 0, 1)), InRe(t, Loop(Re("a"), 0, 1)), InRe(u, Option(Re("a")))],
    "email": [InRe(s, email), SuffixOf(".org", s), Length(s) <= 8],
    "empty": [s == Empty(StringSort()), t == s + s, Length(t) > 0],
    "escapes": [s == StringVal("tab\tquote\"line\nslash\\x41\u00e9\u2603"), IndexOf(s, "\n") == n, n > 3],
    "extract": [SubString(s, n, 2) == "yz", n > 0, Length(s) == n + 2, InRe(s, word)],
    "forall": [ForAll([m], Implies(And(0 <= m, m < Length(s)), s.at(m) == "a")), Length(s) == 2],
    "function": [length_of(s) == Length(s), s == t, length_of(t) == 3, twice(s) == s + s, Length(twice(t)) != 6],
    "if": [If(n > 3, s, t) == u, s == "left", t == "right", Length(u) == n],
    "index": [IndexOf(s, t) == 2, IndexOf(s, t, 3) == 5, t == "ab"],
    "index-outside": [IndexOf(s, "", n) == 4, Length(s) == 3],
    "intersection": [InRe(s, Intersect(Star(Re("ab")), Star(Re("abab")))), Length(s) == 6],
    "language-none": [InRe(s, Union(Empty(language), Complement(Full(language))))],
    "last-index": [LastIndexOf(s, "a") == 3, IndexOf(s, "a") == 1, Length(s) == 5],
    "last-index-empty": [LastIndexOf(s, "") == n, Length(s) != n],
    "loop": [InRe(s, Loop(Union(Re("ab"), Re("c")), 2, 3)), Not(Contains(s, "c")), Length(s) > 4],
    "loop-open": [InRe(s, Loop(AllChar(language), 3)), Length(s) < 3],
    "number": [StrToInt(s) == 42, Length(s) == 4, IntToStr(n) == t, n == StrToInt(s), Length(t) == m],
    "number-negative": [IntToStr(n) == s, n < 0, s != ""],
    "nth": [s[0] == CharVal("h"), s[1] == s[2], s[1] != s[0], Length(s) == 3],
    "nth-equal": [Length(s) > 1, s[n] == CharVal("k"), n == Length(s) - 1, Not(SuffixOf("k", s))],
    "nth-outside": [s[n] == CharVal("k"), Not(Contains(s, "k")), Or(n < 0, n >= Length(s))],
    "nth-outside-function": [s[n] != t[m], s == t, n == m],
    "nth-unit": [Unit(s[n]) == SubString(t, 1, 1), t == "yz", n == Length(s) - 2, Length(s) == 3, s.at(1) != "z"],
    "order": [s < t, t < u, u <= StringVal("b"), StringVal("a") < s, Length(s) == 2],
    "order-cycle": [s < t, t < u, u < s],
    "prefix-suffix": [PrefixOf(s, t), SuffixOf(s, t), s != t, Length(s) == 2, Length(t) == 3],
    "replace": [Replace(s, "a", "bb") == "cbbc", Not(Contains(s, "b"))],
}


def written(formulas):
    """The text of a problem, with z3's answer."""
    solver = Solver()
    solver.set("timeout", 20000)
    solver.add(*formulas)
    answer = solver.check()
    text = solver.to_smt2().replace("; benchmark generated from python API\n", "")
    assert "(set-info :status unknown)" in text and answer != unknown, (formulas, answer)
    return text.replace("(set-info :status unknown)", f"(set-info :status {answer})")


def piece(dice, most=4):
    """A short word over few letters, as a literal."""
    return '"' + "".join(dice.choice("aabB0") for _ in range(dice.randint(0, most))) + '"'


def letter(dice):
    """A character, written in one of several ways."""
    text = piece(dice).replace('""', '"a"')
    place = dice.randrange(len(text) - 2)
    return dice.choice([f"(_ Char {dice.choice([0, 47, 48, 57, 58, 97, 196607])})", f"(seq.nth {text} {place})"])


def equation(dice):
    """A term without variables together with the value that z3 gives it."""
    a, b, e, k, l = piece(dice), piece(dice, 2), piece(dice, 2), dice.randint(-1, 5), dice.randint(-1, 3)
    language = dice.choice(['(as re.all (RegEx String))', '(as re.none (RegEx String))', '(as re.allchar (RegEx String))',
                            f'(re.loop (seq.to.re {b}) 1 2)', f'(re.loop (seq.to.re {b}) 2)', f'((_ re.loop 0 2) (str.to.re {b}))'])
    term = dice.choice([
        f"(seq.len {a})", f"(seq.++ {a} {b})", f"(seq.at {a} {k})", f"(seq.extract {a} {k} {l})",
        f"(seq.contains {a} {b})", f"(seq.prefixof {b} {a})", f"(seq.suffixof {b} {a})",
        f"(seq.indexof {a} {b} {k})", f"(seq.indexof {a} {b})", f"(str.indexof {a} {b})",
        f"(seq.last_indexof {a} {b})", f"(str.lastindexof {a} {b})", f"(seq.replace {a} {b} {e})",
        f"(seq.in.re {a} {language})", f"(str.in.re {a} {language})", f"(seq.unit {letter(dice)})",
        f"(char.<= {letter(dice)} {letter(dice)})", f"(char.to_int {letter(dice)})", f"(char.is_digit {letter(dice)})",
        f"(= {letter(dice)} {letter(dice)})", f"(seq.len (as seq.empty {dice.choice(['String', '(Seq Unicode)'])}))",
        f"(ite (= {letter(dice)} {letter(dice)}) {letter(dice)} {letter(dice)})",
    ])
    # Some spellings of others are not z3's.
    known = term.replace("str.lastindexof", "seq.last_indexof").replace("-1", "(- 1)")
    asserted = parse_smt2_string(f"(assert (= {known} {known}))")[0]
    return f"(= {term} {simplify(asserted.arg(0)).sexpr()})"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    assert len(PROBLEMS) == 42, len(PROBLEMS)
    for name, formulas in PROBLEMS.items():
        (folder / f"{name}.smt2").write_text(written(formulas))
    dice = random.Random(12)
    (folder / "equations.txt").write_text("".join(equation(dice) + "\n" for _ in range(400)))


main()
