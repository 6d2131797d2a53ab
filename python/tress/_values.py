"""Values of models: numbers and texts of Python, with the methods that z3py has for them."""

from __future__ import annotations

from fractions import Fraction


class IntValue(int):
    """A whole number of a model. It is an ``int``; ``as_long`` and ``as_string`` are those of z3py."""

    __slots__ = ()

    def as_long(self) -> int:
        """The number as a plain ``int``."""
        return int(self)

    def as_string(self) -> str:
        """Its decimal digits."""
        return str(int(self))


class BitsValue(IntValue):
    """A bit-vector of a model: its number without sign."""

    def __new__(cls, number: int, width: int) -> BitsValue:
        made = super().__new__(cls, number)
        made._width = width
        return made

    _width: int

    def __getnewargs__(self) -> tuple[int, int]:  # type: ignore[override]
        return (int(self), self._width)

    def size(self) -> int:
        """How many bits it has."""
        return self._width

    def as_signed_long(self) -> int:
        """The number with sign."""
        return int(self) - (1 << self._width) if int(self) >> (self._width - 1) else int(self)


class StringValue(str):
    """A string of a model. It is a ``str``; ``as_string`` is that of z3py, without its escapes."""

    __slots__ = ()

    def as_string(self) -> str:
        """The text as a plain ``str``."""
        return str.__str__(self)


class RealValue(Fraction):
    """A real number of a model. It is a ``Fraction``."""

    __slots__ = ()

    def as_fraction(self) -> Fraction:
        """The number as a plain ``Fraction``."""
        return Fraction(self.numerator, self.denominator)

    def numerator_as_long(self) -> int:
        """What stands above the line."""
        return self.numerator

    def denominator_as_long(self) -> int:
        """What stands below the line."""
        return self.denominator

    def as_decimal(self, digits: int) -> str:
        """The first digits behind the point; a question mark stands behind them when there are more, as in z3py."""
        scaled = abs(self.numerator) * 10**digits
        whole, rest = divmod(scaled, self.denominator)
        text = str(whole).rjust(digits + 1, "0")
        front, back = (text[:-digits], text[-digits:].rstrip("0")) if digits else (text, "")
        sign = "-" if self.numerator < 0 else ""
        return sign + front + ("." + back if back else "") + ("?" if rest else "")


class Name(str):
    """A name. z3py asks for it by a call, ``d.name()``; both ways are the same."""

    __slots__ = ()

    def __call__(self) -> str:
        return str.__str__(self)
