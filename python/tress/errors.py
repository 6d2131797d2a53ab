"""What can go wrong: every exception of this package is an :class:`Error`."""

from __future__ import annotations


class Error(Exception):
    """Something that tress refuses."""


class SortError(Error, TypeError):
    """A term does not fit together, such as the length of a number."""


class NameClash(Error, ValueError):
    """A name cannot be used like this."""


class OptionError(Error, ValueError):
    """An option or an argument has no such value."""


class NotAvailable(Error, RuntimeError):
    """Something that is not there was asked for, such as the model of a check that did not answer sat."""


class Unknown(Error):
    """A question has no answer within the limits; ``reason`` tells why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotExact(Error, ValueError):
    """Something cannot be answered exactly, and is refused; ``reason`` tells why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ParseError(Error, ValueError):
    """SMT-LIB text was not understood, at ``line`` and ``column``, both from one."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, int, int]]:
        return (type(self), (self.message, self.line, self.column))


class PatternError(Error, ValueError):
    """A pattern was refused: its construct at ``position``, in characters from zero, is wrong or has no exact meaning here.

    ``line`` and ``column`` tell the same place from one, for patterns of many lines.
    """

    def __init__(self, message: str, pattern: str, position: int) -> None:
        super().__init__(f"at {position}: {message}")
        self.message = message
        self.pattern = pattern
        self.position = position
        before = pattern[:position]
        self.line = before.count("\n") + 1
        self.column = position - (before.rfind("\n") + 1) + 1

    def __reduce__(self) -> tuple[type[PatternError], tuple[str, str, int]]:
        return (type(self), (self.message, self.pattern, self.position))
