"""The program ``tress``, as the console script of the package runs it."""

from __future__ import annotations

import os
import sys

from tress._tress import program


def own_program() -> str:
    """The file that starts the program: the console script that runs, the one beside the interpreter, or the one that was installed."""
    started = os.path.abspath(sys.argv[0])
    if os.path.basename(started).split(".")[0] == "tress":
        return started
    name = "tress.exe" if os.name == "nt" else "tress"
    beside = os.path.join(os.path.dirname(sys.executable), name)
    return beside if os.path.exists(beside) else _installed(name) or beside


def _installed(name: str) -> str | None:
    """The console script, as the list of installed files knows it: installations for one person, or into a folder, have theirs elsewhere."""
    from importlib import metadata

    try:
        files = metadata.files("tress") or []
    except metadata.PackageNotFoundError:
        return None
    scripts = (str(file.locate()) for file in files if file.name == name and file.parent.name in ("bin", "Scripts"))
    return next(filter(os.path.exists, scripts), None)


def main() -> int:
    """Runs the program with the arguments of this process. It deals with Ctrl-C itself."""
    return program(sys.argv[1:], own_program())


if __name__ == "__main__":
    sys.exit(main())
