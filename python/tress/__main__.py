"""The program ``tress``, as the console script of the package runs it."""

from __future__ import annotations

import os
import sys

from tress._tress import program


def own_program() -> str:
    """The file that starts the program: the console script that runs, or the one beside the interpreter."""
    started = os.path.abspath(sys.argv[0])
    if os.path.basename(started).split(".")[0] == "tress":
        return started
    name = "tress.exe" if os.name == "nt" else "tress"
    return os.path.join(os.path.dirname(sys.executable), name)


def main() -> int:
    """Runs the program with the arguments of this process. It deals with Ctrl-C itself."""
    return program(sys.argv[1:], own_program())


if __name__ == "__main__":
    sys.exit(main())
