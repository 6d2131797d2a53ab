"""Ten thousand small checks, each with terms of its own: with tress, or with z3 (``checks.py z3``). Prints seconds.

``cargo run --release --example checks`` does the same in Rust.
"""

from __future__ import annotations

import sys
import time

ROUNDS = 10_000


def checks(name: str) -> int:
    """Strings that begin and end as the number of the round tells; how long they are together."""
    if name == "z3":
        import z3 as s
    else:
        import tress as s
    solver = s.Solver()
    x, y = s.Strings("x y")
    total = 0
    for number in range(ROUNDS):
        solver.push()
        solver.add(x + "b" == "a" + y)
        solver.add(s.Length(x) > number % 5)
        solver.add(s.PrefixOf(f"c{number % 100}", y))
        if solver.check() == s.sat:
            value = solver.model()[x]
            total += len(value.as_string() if name == "z3" else value)
        solver.pop()
    return total


if __name__ == "__main__":
    solver_name = sys.argv[1] if len(sys.argv) > 1 else "tress"
    began = time.perf_counter()
    length = checks(solver_name)
    print(f"{solver_name} {time.perf_counter() - began:.3f} s, {length} characters")
