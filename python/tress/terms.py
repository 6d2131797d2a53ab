"""Functions that make terms, under the names that z3py has for them.

>>> from tress import *
>>> x = String("x")
>>> Length(x + "b") > 3
(> (str.len (str.++ x "b")) 3)
>>> And(Contains(x, "a"), Not(PrefixOf("b", x)))
(and (str.contains x "a") (not (str.prefixof "b" x)))

Python values stand for terms wherever one is expected. What does not fit together is refused at once:

>>> Length(5)
Traceback (most recent call last):
tress.errors.SortError: seq.len: argument 1 has sort Int, not a sequence
"""

from __future__ import annotations

from tress._tress import FuncDecl, Sort, Term
from tress._tress import apply as _apply
from tress._tress import const_array as _const_array
from tress._tress import constant as _constant
from tress._tress import quantifier as _quantifier
from tress._tress import regex as _regex
from tress._tress import text_term as _text_term
from tress._tress import value as _value
from tress.errors import SortError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction
    from typing import Any, Union as _Union

    #: What stands for a term: a term, or a value of Python.
    Operand = _Union[Term, str, bool, int, float, Fraction]

_BOOL, _INT, _REAL = Sort.named("Bool"), Sort.named("Int"), Sort.named("Real")
_STRING, _REGLAN = Sort.named("String"), Sort.named("RegLan")


def _listed(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments that were given one by one or as one list."""
    if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)):
        return tuple(arguments[0])
    return arguments


# Sorts.


def BoolSort() -> Sort:
    """Truth values."""
    return _BOOL


def IntSort() -> Sort:
    """Whole numbers."""
    return _INT


def RealSort() -> Sort:
    """Real numbers."""
    return _REAL


def StringSort() -> Sort:
    """Words over the code points 0 to 0x2FFFF."""
    return _STRING


def ReSort(sort: Sort | None = None) -> Sort:
    """Languages of regular expressions."""
    return _REGLAN


def BitVecSort(width: int) -> Sort:
    """Numbers of so many binary digits."""
    return Sort.bit_vec(width)


def ArraySort(index: Sort, element: Sort) -> Sort:
    """Arrays with these indices and elements."""
    return Sort.array(index, element)


def SeqSort(element: Sort) -> Sort:
    """Sequences of these elements."""
    return Sort.seq(element)


def DeclareSort(name: str) -> Sort:
    """A sort of which nothing is known.

    >>> from tress import *
    >>> Person = DeclareSort("Person")
    >>> a, b = Consts("a b", Person)
    >>> s = Solver()
    >>> s.add(Distinct(a, b))
    >>> s.check()
    sat
    """
    return Sort.declared(name)


# Unknowns.


def Const(name: str, sort: Sort) -> Term:
    """The unknown of this name and sort."""
    return _constant(name, sort)


def Consts(names: str | Iterable[str], sort: Sort) -> list[Term]:
    """Unknowns of one sort; the names stand in a list, or in a text with spaces between them."""
    return [_constant(name, sort) for name in (names.split() if isinstance(names, str) else names)]


def String(name: str) -> Term:
    """An unknown string."""
    return _constant(name, _STRING)


def Int(name: str) -> Term:
    """An unknown whole number."""
    return _constant(name, _INT)


def Real(name: str) -> Term:
    """An unknown real number."""
    return _constant(name, _REAL)


def Bool(name: str) -> Term:
    """An unknown truth value."""
    return _constant(name, _BOOL)


def BitVec(name: str, width: int) -> Term:
    """An unknown bit-vector.

    >>> from tress import *
    >>> b = BitVec("b", 8)
    >>> s = Solver()
    >>> s.add(b & 15 == 3, ULT(b, 16))
    >>> s.check(), s.model()[b]
    (sat, 3)
    """
    return _constant(name, Sort.bit_vec(width))


def Array(name: str, index: Sort, element: Sort) -> Term:
    """An unknown array.

    >>> from tress import *
    >>> a = Array("a", IntSort(), StringSort())
    >>> s = Solver()
    >>> s.add(a[1] == "x", Store(a, 2, "y")[1] == a[2])
    >>> s.check(), s.model().eval(a[2])
    (sat, 'x')
    """
    return _constant(name, Sort.array(index, element))


def Strings(names: str | Iterable[str]) -> list[Term]:
    """Unknown strings: ``x, y = Strings("x y")``."""
    return Consts(names, _STRING)


def Ints(names: str | Iterable[str]) -> list[Term]:
    """Unknown whole numbers."""
    return Consts(names, _INT)


def Reals(names: str | Iterable[str]) -> list[Term]:
    """Unknown real numbers."""
    return Consts(names, _REAL)


def Bools(names: str | Iterable[str]) -> list[Term]:
    """Unknown truth values."""
    return Consts(names, _BOOL)


def BitVecs(names: str | Iterable[str], width: int) -> list[Term]:
    """Unknown bit-vectors."""
    return Consts(names, Sort.bit_vec(width))


def Function(name: str, *sorts: Sort) -> FuncDecl:
    """A function of which nothing is known but its sorts; the last one is that of its values.

    >>> from tress import *
    >>> f = Function("f", StringSort(), IntSort())
    >>> x = String("x")
    >>> s = Solver()
    >>> s.add(f(x) != f("a"), x == "a")
    >>> s.check()
    unsat
    """
    *arguments, result = sorts
    return FuncDecl(name, arguments, result)


# Values.


def StringVal(text: str) -> Term:
    """A string as a term."""
    return _value(text, _STRING)


def IntVal(number: int) -> Term:
    """A whole number as a term."""
    return _value(number, _INT)


def RealVal(number: int | float | str | Fraction) -> Term:
    """A fraction as a term; floats stand for exactly what they are, texts such as ``"1/3"`` are read."""
    if isinstance(number, str):
        from fractions import Fraction

        number = Fraction(number)
    return _value(number, _REAL)


def BoolVal(truth: bool) -> Term:
    """A truth value as a term."""
    return _value(truth, _BOOL)


def BitVecVal(number: int, width: int) -> Term:
    """A bit-vector as a term, modulo two to the width."""
    return _value(number, Sort.bit_vec(width))


# Truth.


def And(*formulas: Any) -> Term:
    """Are all of these true? Of none, they are."""
    formulas = _listed(formulas)
    return _apply("and", *formulas) if formulas else _value(True)


def Or(*formulas: Any) -> Term:
    """Is any of these true? Of none, no."""
    formulas = _listed(formulas)
    return _apply("or", *formulas) if formulas else _value(False)


def Not(formula: Operand) -> Term:
    """Is it false?"""
    return _apply("not", formula)


def Xor(a: Operand, b: Operand) -> Term:
    """Is exactly one of both true?"""
    return _apply("xor", a, b)


def Implies(a: Operand, b: Operand) -> Term:
    """Is the second true where the first one is?"""
    return _apply("=>", a, b)


def If(condition: Operand, yes: Operand, no: Operand) -> Term:
    """``yes`` where the condition is true, ``no`` where it is false."""
    return _apply("ite", condition, yes, no)


def Distinct(*terms: Any) -> Term:
    """Do all of these differ from each other?"""
    terms = _listed(terms)
    return _apply("distinct", *terms) if len(terms) > 1 else _value(True)


def ForAll(unknowns: Term | Iterable[Term], body: Operand) -> Term:
    """Does the body hold for all values of these unknowns?

    >>> from tress import *
    >>> n, m = Ints("n m")
    >>> s = Solver()
    >>> s.add(ForAll(n, Implies(n > 3, n > m)), m > 2)
    >>> s.check(), s.model()[m]
    (sat, 3)
    """
    return _quantifier(True, [unknowns] if isinstance(unknowns, Term) else list(unknowns), body)


def Exists(unknowns: Term | Iterable[Term], body: Operand) -> Term:
    """Does the body hold for some values of these unknowns?"""
    return _quantifier(False, [unknowns] if isinstance(unknowns, Term) else list(unknowns), body)


# Numbers.


def Sum(*numbers: Any) -> Term:
    """The sum of these numbers."""
    numbers = _listed(numbers)
    return _apply("+", *numbers) if numbers else _value(0)


def Product(*numbers: Any) -> Term:
    """The product of these numbers."""
    numbers = _listed(numbers)
    return _apply("*", *numbers) if numbers else _value(1)


def Abs(number: Operand) -> Term:
    """The distance from zero."""
    return _apply("abs", number)


def ToReal(number: Operand) -> Term:
    """A whole number as a real one."""
    return _apply("to_real", number)


def ToInt(number: Operand) -> Term:
    """The largest whole number that is not above."""
    return _apply("to_int", number)


def IsInt(number: Operand) -> Term:
    """Is it a whole number?"""
    return _apply("is_int", number)


# Strings and sequences.


def Length(term: Operand) -> Term:
    """How many characters or elements it has."""
    return _apply("seq.len", term)


def Concat(*terms: Any) -> Term:
    """Strings, sequences, regular expressions or bit-vectors, one after the other."""
    terms = _listed(terms)
    sort = next((term.sort() for term in terms if isinstance(term, Term)), _STRING)
    if sort == _REGLAN:
        return _apply("re.++", *terms)
    return _apply("concat" if sort.sexpr().startswith("(_ BitVec") else "seq.++", *terms)


def Contains(whole: Operand, part: Operand) -> Term:
    """Does the second occur in the first?"""
    return _apply("seq.contains", whole, part)


def PrefixOf(prefix: Operand, whole: Operand) -> Term:
    """Does the second begin with the first?"""
    return _apply("seq.prefixof", prefix, whole)


def SuffixOf(suffix: Operand, whole: Operand) -> Term:
    """Does the second end with the first?"""
    return _apply("seq.suffixof", suffix, whole)


def IndexOf(whole: Operand, part: Operand, start: Operand = 0) -> Term:
    """Where the part first occurs, from ``start`` on; -1 where it does not."""
    return _apply("seq.indexof", whole, part, start)


def LastIndexOf(whole: Operand, part: Operand) -> Term:
    """Where the part last occurs; -1 where it does not."""
    return _apply("seq.last_indexof", whole, part)


def Replace(whole: Operand, old: Operand, new: Operand) -> Term:
    """The first occurrence of ``old`` becomes ``new``."""
    return _apply("seq.replace", whole, old, new)


def ReplaceAll(whole: Operand, old: Operand, new: Operand) -> Term:
    """Every occurrence of ``old`` becomes ``new``."""
    return _apply("seq.replace_all", whole, old, new)


def ReplaceRe(text: Operand, expression: Term, new: Operand) -> Term:
    """The leftmost, then shortest, match becomes ``new``."""
    return _apply("str.replace_re", text, expression, new)


def ReplaceReAll(text: Operand, expression: Term, new: Operand) -> Term:
    """Every leftmost, shortest, non-empty match becomes ``new``."""
    return _apply("str.replace_re_all", text, expression, new)


def SubString(text: Operand, start: Operand, length: Operand) -> Term:
    """At most so many characters from a position on; empty outside."""
    return _apply("seq.extract", text, start, length)


SubSeq = SubString


def At(text: Operand, position: Operand) -> Term:
    """The character at a position; empty outside."""
    return _apply("seq.at", text, position)


def Unit(element: Operand) -> Term:
    """The sequence of one element."""
    return _apply("seq.unit", element)


def StrToInt(text: Operand) -> Term:
    """The number that decimal digits spell; -1 for other strings."""
    return _apply("str.to_int", text)


def IntToStr(number: Operand) -> Term:
    """The decimal digits of a number; empty for negative ones."""
    return _apply("str.from_int", number)


def StrToCode(text: Operand) -> Term:
    """The code point of the only character; -1 for other strings."""
    return _apply("str.to_code", text)


def StrFromCode(number: Operand) -> Term:
    """The character with this code point; empty where there is none."""
    return _apply("str.from_code", number)


# Regular expressions.


def Re(text: Operand) -> Term:
    """The language of this one string."""
    return _apply("str.to_re", text)


def Regex(pattern: str, dialect: str = "python", flags: str = "", search: bool = False) -> Term:
    """The strings that a pattern matches from start to end, as the engine of that dialect does.

    >>> from tress import *
    >>> s, x = Solver(), String("x")
    >>> s.add(InRe(x, Regex(r"[a-c]{2}", dialect="java") & Regex(".*b")), x != "bb", x[0] > "b")
    >>> s.check(), s.model()[x]
    (sat, 'cb')
    """
    return _regex(pattern, dialect, flags, search)


def InRe(text: Operand, expression: Term) -> Term:
    """Is the string in the language?"""
    return _apply("str.in_re", text, expression)


def Star(expression: Term) -> Term:
    """Any number of its words, one after the other."""
    return _apply("re.*", expression)


def Plus(expression: Term) -> Term:
    """One or more of its words, one after the other."""
    return _apply("re.+", expression)


def Option(expression: Term) -> Term:
    """Its words and the empty one."""
    return _apply("re.opt", expression)


def Union(*expressions: Any) -> Term:
    """The words of any of these."""
    expressions = _listed(expressions)
    return _apply("re.union", *expressions) if expressions else _apply("re.none")


def Intersect(*expressions: Any) -> Term:
    """The words of all of these."""
    expressions = _listed(expressions)
    return _apply("re.inter", *expressions) if expressions else _apply("re.all")


def Complement(expression: Term) -> Term:
    """All other words."""
    return _apply("re.comp", expression)


def Diff(a: Term, b: Term) -> Term:
    """The words of the first that are none of the second."""
    return _apply("re.diff", a, b)


def Range(low: Operand, high: Operand) -> Term:
    """The characters from one to another."""
    return _apply("re.range", low, high)


def Loop(expression: Term, low: int, high: int = 0) -> Term:
    """From ``low`` to ``high`` of its words; with ``high=0``, any number from ``low`` on, as in z3py."""
    return _apply("re.loop", expression, indices=(low, high) if high else (low,))


def AllChar(sort: Sort | None = None) -> Term:
    """All words of one character."""
    return _apply("re.allchar")


def Full(sort: Sort | None = None) -> Term:
    """All words."""
    return _apply("re.all")


def Empty(sort: Sort | None = None) -> Term:
    """The empty string or sequence, for a sort of those; no word, for regular expressions.

    >>> from tress import *
    >>> Empty(SeqSort(IntSort())), Empty(StringSort()), Empty(ReSort(StringSort()))
    ((as seq.empty (Seq Int)), "", re.none)
    >>> simplify(Length(Empty(SeqSort(IntSort()))))
    0
    """
    if sort is None or sort == _REGLAN:
        return _apply("re.none")
    if sort == _STRING:
        return _value("")
    if not sort.sexpr().startswith("(Seq "):
        raise SortError(f"nothing of sort {sort.sexpr()} is empty")
    return _text_term(f"(as seq.empty {sort.sexpr()})", sort)


# Arrays.


def Select(array: Term, index: Operand) -> Term:
    """The element at an index."""
    return _apply("select", array, index)


def Store(array: Term, index: Operand, element: Operand) -> Term:
    """The array with another element at an index."""
    return _apply("store", array, index, element)


def K(index: Sort, element: Operand) -> Term:
    """The array with one element at all indices."""
    return _const_array(index, element)


# Bit-vectors. Signs of Python mean numbers with sign; these do not.


def ULT(a: Operand, b: Operand) -> Term:
    """Less than, without sign."""
    return _apply("bvult", a, b)


def ULE(a: Operand, b: Operand) -> Term:
    """At most, without sign."""
    return _apply("bvule", a, b)


def UGT(a: Operand, b: Operand) -> Term:
    """Greater than, without sign."""
    return _apply("bvugt", a, b)


def UGE(a: Operand, b: Operand) -> Term:
    """At least, without sign."""
    return _apply("bvuge", a, b)


def UDiv(a: Operand, b: Operand) -> Term:
    """The quotient, without sign."""
    return _apply("bvudiv", a, b)


def URem(a: Operand, b: Operand) -> Term:
    """The remainder, without sign."""
    return _apply("bvurem", a, b)


def SRem(a: Operand, b: Operand) -> Term:
    """The remainder with the sign of the dividend."""
    return _apply("bvsrem", a, b)


def LShR(a: Operand, b: Operand) -> Term:
    """Shifted right; zeros come in."""
    return _apply("bvlshr", a, b)


def Extract(high: int, low: int, term: Term) -> Term:
    """The bits from one place down to another; the last bit is at place 0."""
    return _apply("extract", term, indices=(high, low))


def ZeroExt(count: int, term: Term) -> Term:
    """So many zeros in front."""
    return _apply("zero_extend", term, indices=(count,))


def SignExt(count: int, term: Term) -> Term:
    """So many copies of the first bit in front."""
    return _apply("sign_extend", term, indices=(count,))


def RotateLeft(term: Term, count: int) -> Term:
    """So often the first bit goes to the end."""
    return _apply("rotate_left", term, indices=(count,))


def RotateRight(term: Term, count: int) -> Term:
    """So often the last bit goes to the front."""
    return _apply("rotate_right", term, indices=(count,))


def BV2Int(term: Term, is_signed: bool = False) -> Term:
    """The number of a bit-vector."""
    return _apply("sbv_to_int" if is_signed else "ubv_to_int", term)


def Int2BV(number: Operand, width: int) -> Term:
    """A number as a bit-vector, modulo two to the width."""
    return _apply("int_to_bv", number, indices=(width,))
