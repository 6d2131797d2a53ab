"""Terms: what operators and functions stand for, and that their meaning is that of SMT-LIB."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

import tress
from tress import *  # noqa: F403

x, y = Strings("x y")
n, m = Ints("n m")
b, c = Bools("b c")
r = Real("r")
v, w = BitVecs("v w", 8)
a = Array("a", IntSort(), StringSort())
q = Const("q", SeqSort(IntSort()))

WRITTEN = [
    (x + "b", '(str.++ x "b")'),
    ("b" + x, '(str.++ "b" x)'),
    (n + 1 - m * 2, "(- (+ n 1) (* m 2))"),
    (10 - n, "(- 10 n)"),
    (-n, "(- n)"),
    (n / 2, "(div n 2)"),
    (n // 2, "(div n 2)"),
    (n % 2, "(mod n 2)"),
    (abs(n), "(abs n)"),
    (r / 2, "(/ r 2.0)"),
    (r + n, "(+ r (to_real n))"),
    (r * 0.5, "(* r (/ 1.0 2.0))"),
    (r == Fraction(1, 3), "(= r (/ 1.0 3.0))"),
    (n < 3, "(< n 3)"),
    (3 < n, "(> n 3)"),
    (x < "b", '(str.< x "b")'),
    (x >= "b", '(str.<= "b" x)'),
    (x != y, "(distinct x y)"),
    (b & c | ~b ^ True, "(or (and b c) (xor (not b) true))"),
    (x[1], "(str.at x 1)"),
    (x[1:n], "(str.substr x 1 (- n 1))"),
    (x[2:], "(str.substr x 2 (- (str.len x) 2))"),
    (x[:3], "(str.substr x 0 3)"),
    (a[n], "(select a n)"),
    (Store(a, 1, "z"), '(store a 1 "z")'),
    (K(IntSort(), "z"), '((as const (Array Int String)) "z")'),
    (q[0] + Length(q), "(+ (seq.nth q 0) (seq.len q))"),
    (Concat(q, Unit(n)), "(seq.++ q (seq.unit n))"),
    (v + 1, "(bvadd v #x01)"),
    (v < w, "(bvslt v w)"),
    (v >= -1, "(bvsle #xff v)"),
    (v << 1 | w >> 2, "(bvor (bvshl v #x01) (bvashr w #x02))"),
    (~v & w ^ v, "(bvxor (bvand (bvnot v) w) v)"),
    (Concat(v, w), "(concat v w)"),
    (Extract(7, 4, v), "((_ extract 7 4) v)"),
    (ZeroExt(8, v), "((_ zero_extend 8) v)"),
    (BV2Int(v) + Int2BV(n, 8).sort().sexpr().count("8"), "(+ (ubv_to_int v) 1)"),
    (Length(x), "(str.len x)"),
    (Contains(x, "a"), '(str.contains x "a")'),
    (PrefixOf("a", x), '(str.prefixof "a" x)'),
    (SuffixOf(y, x), "(str.suffixof y x)"),
    (IndexOf(x, "a"), '(str.indexof x "a" 0)'),
    (LastIndexOf(x, "a"), '(str.last_indexof x "a")'),
    (Replace(x, "a", "b"), '(str.replace x "a" "b")'),
    (x.replace("a", "b"), '(str.replace_all x "a" "b")'),
    (x.replace("a", "b", 1), '(str.replace x "a" "b")'),
    (SubString(x, 1, 2), "(str.substr x 1 2)"),
    (StrToInt(x) + StrToCode(y), "(+ (str.to_int x) (str.to_code y))"),
    (IntToStr(n) + StrFromCode(m), "(str.++ (str.from_int n) (str.from_code m))"),
    (x.lower().upper(), "(str.to_upper (str.to_lower x))"),
    (InRe(x, Star(Re("a")) + Plus(Range("b", "c"))), '(str.in_re x (re.++ (re.* (str.to_re "a")) (re.+ (re.range "b" "c"))))'),
    (Option(Re("a")) | Re("b"), '(re.union (re.opt (str.to_re "a")) (str.to_re "b"))'),
    (Intersect(Full(), ~Re("b"), AllChar() - Empty()), '(re.inter re.all (re.comp (str.to_re "b")) (re.diff re.allchar re.none))'),
    (Loop(Re("a"), 2, 5), '((_ re.loop 2 5) (str.to_re "a"))'),
    (Loop(Re("a"), 2), '((_ re.loop 2) (str.to_re "a"))'),
    (Regex("a+", dialect="ecma", flags="i"), '(re.from_ecma "a+" "i")'),
    (Regex("a+", dialect="java", search=True), '(re.search_java "a+")'),
    (If(b, n, 3), "(ite b n 3)"),
    (If(b, 1, r), "(ite b 1.0 r)"),
    (Implies(b, c), "(=> b c)"),
    (Xor(b, c), "(xor b c)"),
    (And(), "true"),
    (Or([b, c]), "(or b c)"),
    (Distinct(n, m, 3), "(distinct n m 3)"),
    (Sum([n, m]) + Product(n, m), "(+ (+ n m) (* n m))"),
    (ToReal(n) < r, "(< (to_real n) r)"),
    (ToInt(r) + If(IsInt(r), 1, 0), "(+ (to_int r) (ite (is_int r) 1 0))"),
    (ForAll([n], Exists(x, Length(x) == n)), "(forall ((n Int)) (exists ((x String)) (= (str.len x) n)))"),
    (tress.apply("str.trim", x), "(str.trim x)"),
    (String("a b") + "\u00e9\"", '(str.++ |a b| "\\u{e9}""")'),
    (UDiv(v, w) + URem(v, w) + SRem(v, w), "(bvadd (bvadd (bvudiv v w) (bvurem v w)) (bvsrem v w))"),
]


@pytest.mark.parametrize(("term", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_terms_are_written_in_smtlib(term: Term, text: str) -> None:
    assert term.sexpr() == text == repr(term)


@pytest.mark.parametrize("term", [term for term, _ in WRITTEN], ids=[text for _, text in WRITTEN])
def test_a_term_and_its_text_are_the_same_to_a_solver(term: Term) -> None:
    """Built by calls and read from text: the solver must find no difference."""
    by_calls, by_text = Solver(), Solver()
    same = String("same") == "yes"
    if term.sort() == ReSort():
        problem = InRe(String("word"), term) & same
    else:
        problem = (term == Const("value", term.sort())) & same
    by_calls.add(problem)
    by_text.from_string(by_calls.to_smt2())
    for solver in (by_calls, by_text):
        solver.set(timeout=20_000)
    answer = by_calls.check()
    assert answer == by_text.check()
    # Quantifiers that alternate need not be decided.
    assert answer == sat or "exists" in term.sexpr()
    assert len(by_text.assertions()) == 1


def test_terms_can_be_keys() -> None:
    known = {x: 1, n + 1: 2}
    assert known[String("x")] == 1 and known[Int("n") + 1] == 2
    assert String("y") not in known
    assert x.eq(String("x")) and not x.eq(y) and (x == y).eq(String("x") == String("y"))
    assert bool(x == String("x")) and bool(x != y)
    for undecided in (n < m, b, And(b, c)):
        with pytest.raises(TypeError):
            bool(undecided)
    with pytest.raises(TypeError):
        list(x)


def test_other_objects_are_left_to_themselves() -> None:
    class Other:
        def __radd__(self, other: object) -> str:
            return "mine"

        def __eq__(self, other: object) -> bool:
            return True

    assert x + Other() == "mine"
    assert x == Other()
    assert (x == None) is False  # noqa: E711
    with pytest.raises(TypeError):
        x + None


def test_powers_are_products() -> None:
    n, r, b = tress.Int("n"), tress.Real("r"), tress.BitVec("b", 8)
    assert [str(term) for term in (n**0, n**1, n**3, r**0, b**2)] == ["1", "n", "(* n n n)", "1.0", "(bvmul b b)"]
    for wrong in (lambda: n**-1, lambda: n**n, lambda: n**0.5, lambda: n**1000):
        with pytest.raises(tress.OptionError):
            wrong()
    for wrong in (lambda: 2**n, lambda: tress.String("x") ** 1, lambda: pow(n, 2, 3)):
        with pytest.raises(TypeError):
            wrong()


def test_deep_and_shared_terms() -> None:
    deep = n
    for _ in range(50_000):
        deep = deep + 1
    s = Solver()
    s.add(deep == 50_003)
    assert s.check() == sat and s.model()[n] == 3
    assert repr(deep).startswith("(+ (+ ") and len(deep.sexpr()) > 200_000
    del deep
    shared = x
    for _ in range(40):
        shared = shared + shared
    assert len(shared.sexpr()) < 3_000
    s = Solver()
    s.add(Length(shared) == 0)
    assert s.check() == sat and s.model()[x] == ""
    assert tress.parse(s.to_smt2()).check() == sat


def test_large_terms_are_entered_once() -> None:
    """What a solver has of a term is forgotten only when it was not asked for; else each formula would cost the whole."""
    parts = [n]
    for number in range(30_000):
        parts.append(parts[-1] + (m if number % 2 else 1))
    solver = tress.Solver()
    began = time.process_time()
    for place in range(2000):
        solver.add(parts[-1] > place, parts[place] != place)
    assert time.process_time() - began < 20
    assert len(solver) == 4000


def test_what_a_quantifier_binds_stays_inside() -> None:
    outer = n + 1
    formula = And(outer > 5, ForAll([n], Implies(n > 3, outer > 4)))
    s = Solver()
    s.add(formula)
    assert s.check() == sat and s.model()[n] > 4
    s = Solver()
    s.add(And(n + 1 > 5, ForAll([n], n + 1 > 5)))
    assert s.check() == unsat
    with pytest.raises(tress.SortError):
        s.add(ForAll([n], Length(String("n")) > 2))
    with pytest.raises(tress.SortError):
        ForAll([n + 1], n > 2)


def test_sorts() -> None:
    assert x.sort() == StringSort() and hash(IntSort()) == hash(n.sort())
    assert a.sort() == ArraySort(IntSort(), StringSort()) and repr(v.sort()) == "(_ BitVec 8)"
    for wrong in (lambda: BitVec("z", 0), lambda: DeclareSort("Int"), lambda: tress.Sort.named("Float")):
        with pytest.raises(tress.Error):
            wrong()
    sort = IntSort()
    with pytest.raises(tress.SortError):
        for _ in range(1000):
            sort = SeqSort(sort)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Concat(x, n),
        lambda: If(b, x, n),
        lambda: If(n, 1, 2),
        lambda: v + BitVec("u", 9),
        lambda: Extract(8, 0, v),
        lambda: a["k"],
        lambda: Store(a, 1, 2),
        lambda: Function("f", IntSort(), IntSort())(x),
        lambda: Function("f", IntSort(), IntSort())(1, 2),
        lambda: InRe(x, "a"),
        lambda: Union(Re("a"), "b"),
        lambda: tress.apply("str.len"),
        lambda: tress.apply("str.len", x, indices=(1,)),
        lambda: BoolVal("x"),
        lambda: StringVal(3),
        lambda: Select(x, 1),
        lambda: q + Unit(x),
    ],
)
def test_what_does_not_fit_is_refused_at_once(wrong: object) -> None:
    with pytest.raises(tress.SortError):
        wrong()  # type: ignore[operator]


def test_slices_count_from_the_front() -> None:
    for wrong in (lambda: x[-1:], lambda: x[:-1], lambda: x[::2]):
        with pytest.raises(tress.OptionError):
            wrong()
    s = Solver()
    s.add(x == "hello", y == x[1:3], n == 1, String("z") == x[n:])
    assert s.check() == sat
    assert (s.model()[y], s.model()["z"]) == ("el", "ello")


def test_array_and_sequence_values_are_terms() -> None:
    s = Solver()
    s.add(a == Store(K(IntSort(), "z"), 3, "x"), q == Concat(Unit(IntVal(1)), Unit(IntVal(2))))
    assert s.check() == sat
    value = s.model()[a]
    assert isinstance(value, Term) and value.sort() == a.sort()
    s.add(a == value, q == s.model()[q])
    assert s.check() == sat and s.model().eval(a[3]) == "x"
    assert len(list(s.models())) == 1
