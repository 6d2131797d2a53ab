"""tress as a solver of pySMT.

pySMT knows its solvers by a list of its own. To import this module puts tress into it:

>>> import tress.pysmt
>>> from pysmt.shortcuts import Equals, Int, Solver, StrLength, String, StrConcat, Symbol
>>> from pysmt.typing import STRING
>>> x = Symbol("x", STRING)
>>> with Solver(name="tress", logic="QF_SLIA") as solver:
...     solver.add_assertion(Equals(StrConcat(x, String("b")), String("ab")))
...     solver.solve(), solver.get_value(x)
(True, "a")

The entry point ``tress`` of the group ``pysmt.solvers`` names the class: whoever loads the entry points of that group has
tress too, without knowing its name. pySMT itself loads none.
"""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from typing import Any

import pysmt.factory
from pysmt.decorators import catch_conversion_error
from pysmt.environment import Environment, get_env
from pysmt.exceptions import (
    PysmtTypeError,
    PysmtValueError,
    SolverReturnedUnknownResultError,
    SolverStatusError,
)
from pysmt.factory import Factory
from pysmt.logics import ARRAYS_CONST_LOGICS, PYSMT_LOGICS
from pysmt.smtlib.parser import SmtLibParser
from pysmt.solvers.eager import EagerModel
from pysmt.solvers.smtlib import SmtLibBasicSolver, SmtLibIgnoreMixin
from pysmt.solvers.solver import Converter, IncrementalTrackingSolver, SolverOptions, UnsatCoreSolver
from pysmt.walkers import DagWalker

import tress
from tress import Sort, Term, apply

__all__ = ["TressConverter", "TressOptions", "TressSolver", "register"]


class TressOptions(SolverOptions):  # type: ignore[misc]
    """Options: ``timeout`` in milliseconds, ``memory`` in mebibytes, ``steps``, and those of the language."""

    def __call__(self, solver: TressSolver) -> None:
        if self.random_seed is not None:
            solver.tress.set("random-seed", self.random_seed)
        for name, value in self.solver_options.items():
            try:
                solver.tress.set(name, value)
            except tress.Error as error:
                raise PysmtValueError(f"Error setting the option '{name}={value}': {error}") from error


class TressSolver(IncrementalTrackingSolver, UnsatCoreSolver, SmtLibBasicSolver, SmtLibIgnoreMixin):  # type: ignore[misc]
    """The solver class that pySMT works with."""

    #: Products of reals are decided only where fractions solve them, so logics about them are not promised.
    LOGICS = frozenset(
        logic
        for logic in PYSMT_LOGICS | ARRAYS_CONST_LOGICS
        if logic.theory.linear or not logic.theory.real_arithmetic
    )
    OptionsClass = TressOptions

    def __init__(self, environment: Environment, logic: Any, **options: Any) -> None:
        super().__init__(environment=environment, logic=logic, **options)
        self.tress = tress.Solver()
        self.options(self)
        self.mgr = environment.formula_manager
        self.converter = TressConverter(environment)
        self._tracked: dict[str, tuple[Any, str | None]] = {}

    def _reset_assertions(self) -> None:
        self.tress.reset()

    def declare_variable(self, var: Any) -> None:
        self.converter.convert(var)

    def _add_assertion(self, formula: Any, named: str | None = None) -> Any:
        self._assert_is_boolean(formula)
        term = self.converter.convert(formula)
        if self.options.unsat_cores_mode is None:
            self.tress.add(term)
            return formula
        name = f"pysmt!{len(self._tracked)}"
        self._tracked[name] = (formula, named)
        self.tress.assert_and_track(term, name)
        return (name, formula, named)

    def _solve(self, assumptions: Any = None) -> bool:
        terms = [self.converter.convert(formula) for formula in assumptions or ()]
        answer = self.tress.check(*terms)
        if answer == tress.unknown:
            raise SolverReturnedUnknownResultError(self.tress.reason_unknown())
        return bool(answer == tress.sat)

    def _push(self, levels: int = 1) -> None:
        for _ in range(levels):
            self.tress.push()

    def _pop(self, levels: int = 1) -> None:
        self.tress.pop(levels)

    def get_value(self, formula: Any) -> Any:
        self._assert_no_function_type(formula)
        if self.last_result is not True:
            raise SolverStatusError("there is no model: the last check did not answer sat")
        value = self.tress.model().eval(self.converter.convert(formula))
        return self.converter.value(value, self.environment.stc.get_type(formula))

    def get_model(self) -> EagerModel:
        model, assignment = self.tress.model(), {}
        for symbol, term in self.converter.symbols.items():
            if not isinstance(term, Term) or symbol.symbol_type().is_custom_type():
                continue
            value = model.get(term)
            if value is not None:
                assignment[symbol] = self.converter.value(value, symbol.symbol_type())
        return EagerModel(assignment=assignment, environment=self.environment)

    def print_model(self, name_filter: Any = None) -> None:
        for symbol, value in self.get_model():
            if name_filter is None or name_filter(symbol):
                print(f"{symbol.symbol_name()} = {value}")

    def _core(self) -> list[tuple[Any, str | None]]:
        self._check_unsat_core_config()
        names = (term.name for term in self.tress.unsat_core())
        return [self._tracked[name] for name in names if name in self._tracked]

    def get_unsat_core(self) -> set[Any]:
        return {formula for formula, _ in self._core()}

    def get_named_unsat_core(self) -> dict[str, Any]:
        named = enumerate(self._core())
        return {name if name is not None else f"_a_{place}": formula for place, (formula, name) in named}

    def _exit(self) -> None:
        del self.tress


#: What pySMT calls an operator, and what SMT-LIB calls it.
_OPERATORS = {
    "and": "and",
    "or": "or",
    "not": "not",
    "iff": "=",
    "implies": "=>",
    "ite": "ite",
    "equals": "=",
    "le": "<=",
    "lt": "<",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "toreal": "to_real",
    "array_select": "select",
    "array_store": "store",
    "str_length": "str.len",
    "str_concat": "str.++",
    "str_contains": "str.contains",
    "str_indexof": "str.indexof",
    "str_replace": "str.replace",
    "str_substr": "str.substr",
    "str_prefixof": "str.prefixof",
    "str_suffixof": "str.suffixof",
    "str_to_int": "str.to_int",
    "int_to_str": "str.from_int",
    "str_charat": "str.at",
    "bv_ult": "bvult",
    "bv_ule": "bvule",
    "bv_slt": "bvslt",
    "bv_sle": "bvsle",
    "bv_concat": "concat",
    "bv_or": "bvor",
    "bv_not": "bvnot",
    "bv_and": "bvand",
    "bv_xor": "bvxor",
    "bv_add": "bvadd",
    "bv_sub": "bvsub",
    "bv_neg": "bvneg",
    "bv_mul": "bvmul",
    "bv_tonatural": "ubv_to_int",
    "bv_udiv": "bvudiv",
    "bv_urem": "bvurem",
    "bv_sdiv": "bvsdiv",
    "bv_srem": "bvsrem",
    "bv_lshl": "bvshl",
    "bv_lshr": "bvlshr",
    "bv_ashr": "bvashr",
    "bv_comp": "bvcomp",
}


#: Powers are written as products.
_LARGEST_POWER = 256


class TressConverter(Converter, DagWalker):  # type: ignore[misc]
    """Formulas of pySMT as terms, and values back."""

    def __init__(self, environment: Environment) -> None:
        DagWalker.__init__(self, environment)
        self.environment = environment
        self.mgr = environment.formula_manager
        self.symbols: dict[Any, Any] = {}

    @catch_conversion_error  # type: ignore[untyped-decorator]
    def convert(self, formula: Any) -> Term:
        term: Term = self.walk(formula)
        return term

    def back(self, expr: Any) -> Any:
        raise NotImplementedError("values are converted with their types, by value")

    def value(self, value: Any, type_: Any) -> Any:
        """A value of a model as a constant of pySMT."""
        if type_.is_bool_type():
            return self.mgr.Bool(value)
        if type_.is_int_type():
            return self.mgr.Int(int(value))
        if type_.is_real_type():
            return self.mgr.Real(Fraction(value.numerator, value.denominator))
        if type_.is_string_type():
            return self.mgr.String(str.__str__(value))
        if type_.is_bv_type():
            return self.mgr.BV(int(value), type_.width)
        if type_.is_array_type():
            text = f"(declare-fun a () {type_.as_smtlib(funstyle=False)})(assert (= a {value.sexpr()}))"
            parser = SmtLibParser(environment=Environment())
            equation = parser.get_script(StringIO(text)).get_last_formula()
            return self.mgr.normalize(equation.arg(1))
        raise PysmtTypeError(f"Unsupported type: {type_}")

    def sort(self, type_: Any) -> Sort:
        """A type of pySMT as a sort."""
        if type_.is_bool_type():
            return tress.BoolSort()
        if type_.is_int_type():
            return tress.IntSort()
        if type_.is_real_type():
            return tress.RealSort()
        if type_.is_string_type():
            return tress.StringSort()
        if type_.is_bv_type():
            return tress.BitVecSort(type_.width)
        if type_.is_array_type():
            return tress.ArraySort(self.sort(type_.index_type), self.sort(type_.elem_type))
        if type_.is_custom_type():
            return tress.DeclareSort(str(type_))
        raise PysmtTypeError(f"Unsupported type: {type_}")

    def walk_symbol(self, formula: Any, args: Any, **kwargs: Any) -> Any:
        if formula not in self.symbols:
            name, type_ = formula.symbol_name(), formula.symbol_type()
            try:
                self.symbols[formula] = self._symbol(name, type_)
            except tress.NameClash:
                # Names of operators, and those that SMT-LIB cannot write.
                plain = name.replace("|", "!").replace("\\", "!")
                self.symbols[formula] = self._symbol(f"pysmt!{len(self.symbols)}!{plain}", type_)
        return self.symbols[formula]

    def _symbol(self, name: str, type_: Any) -> Any:
        if type_.is_function_type():
            sorts = [self.sort(one) for one in (*type_.param_types, type_.return_type)]
            return tress.Function(name, *sorts)
        return tress.Const(name, self.sort(type_))

    def walk_function(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        term: Term = self.walk_symbol(formula.function_name(), ())(*args)
        return term

    def walk_forall(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.ForAll([self.walk_symbol(symbol, ()) for symbol in formula.quantifier_vars()], args[0])

    def walk_exists(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.Exists([self.walk_symbol(symbol, ()) for symbol in formula.quantifier_vars()], args[0])

    def walk_bool_constant(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.BoolVal(formula.constant_value())

    def walk_int_constant(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.IntVal(int(formula.constant_value()))

    def walk_real_constant(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        number = formula.constant_value()
        return tress.RealVal(Fraction(int(number.numerator), int(number.denominator)))

    def walk_str_constant(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.StringVal(formula.constant_value())

    def walk_bv_constant(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.BitVecVal(int(formula.constant_value()), formula.bv_width())

    def walk_div(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        is_int = self.environment.stc.get_type(formula).is_int_type()
        return apply("div" if is_int else "/", *args)

    def walk_pow(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        # Powers of whole numbers are real numbers to pySMT.
        base = tress.ToReal(args[0]) if args[0].sort() == tress.IntSort() else args[0]
        exponent = Fraction(formula.arg(1).constant_value())
        if exponent.denominator != 1 or abs(exponent) > _LARGEST_POWER:
            raise PysmtValueError(f"Unsupported exponent: {exponent}")
        power = base ** abs(int(exponent))
        return power if exponent >= 0 else 1 / power

    def walk_array_value(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        index = self.sort(formula.array_value_index_type())
        array = tress.K(index, args[0])
        for place, element in zip(args[1::2], args[2::2]):
            array = tress.Store(array, place, element)
        return array

    def walk_bv_extract(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.Extract(formula.bv_extract_end(), formula.bv_extract_start(), args[0])

    def walk_bv_rol(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.RotateLeft(args[0], formula.bv_rotation_step())

    def walk_bv_ror(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.RotateRight(args[0], formula.bv_rotation_step())

    def walk_bv_zext(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.ZeroExt(formula.bv_extend_step(), args[0])

    def walk_bv_sext(self, formula: Any, args: Any, **kwargs: Any) -> Term:
        return tress.SignExt(formula.bv_extend_step(), args[0])


def _plain(name: str) -> Any:
    def walk(self: TressConverter, formula: Any, args: Any, **kwargs: Any) -> Term:
        return apply(name, *args)

    return walk


for _walked, _name in _OPERATORS.items():
    setattr(TressConverter, f"walk_{_walked}", _plain(_name))


#: The kinds of solvers in the lists of preferences that newer versions of pySMT keep.
_KINDS = ("Solver", "Solver supporting Unsat Cores")


def _is_wanted() -> bool:
    """``PYSMT_SOLVER`` can leave solvers out; it holds for tress as for those that pySMT knows."""
    wanted = getattr(pysmt.factory, "ENV_SOLVER_LIST", None)
    return wanted is None or "tress" in wanted


def _known(factory: Factory) -> None:
    """Puts the solver into the lists of a factory, behind those that are there."""
    if not _is_wanted():
        return
    factory._all_solvers.setdefault("tress", TressSolver)
    factory._all_unsat_core_solvers.setdefault("tress", TressSolver)
    # Lists are made anew: factories share those of pySMT.
    if hasattr(factory, "preferences"):
        for kind in _KINDS:
            factory.preferences[kind] = _with_tress(factory.preferences.get(kind, []))
    else:
        factory.solver_preference_list = _with_tress(factory.solver_preference_list)


def _with_tress(names: list[str]) -> list[str]:
    return names if "tress" in names else [*names, "tress"]


def register() -> None:
    """Tells pySMT about tress: in the environment of now, and in all that are made later. Importing this module does so."""
    if not hasattr(Factory, "_before_tress"):
        Factory._before_tress = Factory._get_available_solvers

        def available(self: Factory) -> None:
            Factory._before_tress(self)
            _known(self)

        Factory._get_available_solvers = available
    _known(get_env().factory)


register()
