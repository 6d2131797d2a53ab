"""Many problems: rows, limits, resumption, and executors that lose their workers."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import tress
from tress import _batch

KEYS = ["file", "solver", "answer", "reason", "cpu", "wall", "memory"]
HARD = "(declare-const n Int)(declare-const m Int)(declare-const k Int)(assert (> n 1))(assert (> m 1))(assert (> k 1))" + (
    "(assert (= (+ (* n n n) (* m m m)) (* k k k)))(check-sat)"
)


@pytest.fixture
def problems(tmp_path: Path) -> list[Path]:
    """Small problems whose answers are known by their numbers."""
    folder = tmp_path / "problems" / "inner"
    folder.mkdir(parents=True)
    for number in range(12):
        answer = ["(> (str.len x) 2)", "(< (str.len x) 0)"][number % 2]
        (folder / f"p{number:02}.smt2").write_text(f"(declare-const x String)(assert {answer})(check-sat)\n")
    return sorted(folder.iterdir())


def expected(files: list[Path]) -> list[tuple[str, str]]:
    return [(str(file), ["sat", "unsat"][number % 2]) for number, file in enumerate(files)]


def answers(rows: list[_batch.Row]) -> list[tuple[str, str]]:
    return [(row["file"], row["answer"]) for row in rows]


def written(path: Path) -> list[_batch.Row]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_rows_come_in_order_and_stand_in_the_file(problems: list[Path], tmp_path: Path) -> None:
    results = tmp_path / "out.jsonl"
    seen: list[_batch.Row] = []
    rows = tress.batch(tmp_path / "problems", jobs=2, timeout=20, results=results, progress=seen.append)
    assert answers(rows) == expected(problems)
    assert all(list(row) == KEYS and row["solver"] == "tress" for row in rows)
    assert all(row["wall"] > 0 and row["memory"] > 1 for row in rows)
    assert sorted(map(str, written(results))) == sorted(map(str, rows)) == sorted(map(str, seen))


def test_every_kind_of_answer(tmp_path: Path) -> None:
    texts = {
        "both": "(check-sat)(assert false)(check-sat)",
        "broken": "(assert (= 1",
        "hard": HARD,
        "none": "(declare-const x Int)",
        "wrong": "(declare-const x Int)(assert (= x \"a\"))(check-sat)",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.smt2").write_text(text)
    rows = tress.batch([tmp_path / f"{name}.smt2" for name in texts] + [tmp_path / "missing.smt2"], timeout=0.3, jobs=2)
    kinds = {Path(row["file"]).stem: (row["answer"], row["reason"]) for row in rows}
    assert kinds["both"] == ("unsat", "checks: sat unsat")
    assert kinds["hard"] == ("timeout", "")
    for name in ("broken", "none", "wrong", "missing"):
        assert kinds[name][0] == "error" and kinds[name][1], name


def test_a_process_that_overruns_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program keeps its limits itself; this stands in for one that does not."""
    stand_in = tmp_path / "tress"
    stand_in.mkdir()
    (stand_in / "__init__.py").write_text("")
    (stand_in / "__main__.py").write_text(
        "import sys, time\n"
        "if 'large' in sys.argv[-1]:\n"
        "    held = bytearray(200 << 20)\n"
        "    held[::4096] = b'x' * len(held[::4096])\n"
        "time.sleep(60)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    began = time.monotonic()
    assert _batch.solve_file("endless", 0.2, None)["answer"] == "timeout"
    assert time.monotonic() - began < 10
    if sys.platform == "linux":
        assert _batch.solve_file("large", 30, 100)["answer"] == "memory"


def test_a_process_that_was_killed_has_no_last_answer() -> None:
    assert _batch._verdict("sat\n", "", -9, "timeout") == ("timeout", "")
    assert _batch._verdict("sat\nunsat\n", "", -9, "memory") == ("memory", "checks: sat unsat")
    assert _batch._verdict("sat\n", "", 0) == ("sat", "")
    assert _batch._verdict('unsat\n(error "1:2: get-unsat-core: no")\n', "", 1) == ("unsat", "")


def test_rows_of_the_program_are_understood(problems: list[Path], tmp_path: Path) -> None:
    """What it writes without an escape may look like the end of a line to Python."""
    results = tmp_path / "out.jsonl"
    odd = problems[0].with_name("odd\u2028name.smt2")
    odd.write_text(problems[0].read_text())
    command = [sys.executable, "-m", "tress", "batch", "-q", "--out", str(results), str(odd)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seen: list[_batch.Row] = []
    rows = tress.batch([odd, problems[1]], results=results, progress=seen.append)
    assert [row["answer"] for row in rows] == ["sat", "unsat"]
    assert [row["file"] for row in seen] == [str(problems[1])]


def test_thousands_of_problems_wait_without_being_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batch, "solve_file", lambda name, timeout, memory: _batch._row(name, "sat", "", 0, 0, None))
    names = [f"{number}.smt2" for number in range(20_000)]
    began = time.process_time()
    with ThreadPoolExecutor(2) as executor:
        rows = tress.batch(names, executor)
    assert [row["file"] for row in rows] == names
    assert time.process_time() - began < 20


def test_what_has_a_row_is_not_solved_again(problems: list[Path], tmp_path: Path) -> None:
    results = tmp_path / "out.jsonl"
    first = tress.batch(problems[:5], results=results)
    seen: list[_batch.Row] = []
    rows = tress.batch(problems, results=results, progress=seen.append)
    assert rows[:5] == first and len(seen) == 7 and answers(rows) == expected(problems)
    assert len(written(results)) == 12
    tress.batch(problems[:2], results=results, resume=False)
    assert len(written(results)) == 2


def test_a_torn_line_is_dropped_wherever_it_ends(problems: list[Path], tmp_path: Path) -> None:
    results = tmp_path / "out.jsonl"
    rows = tress.batch(problems[:3], results=results, jobs=1)
    whole = results.read_text()
    for length in random.Random(1).sample(range(len(whole)), 6):
        results.write_text(whole[:length])
        assert answers(tress.batch(problems[:3], results=results, jobs=1)) == answers(rows)
        assert sorted(row["file"] for row in written(results)) == sorted(row["file"] for row in rows)


def test_other_files_are_left_alone(problems: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    for text in ("my notes", "one\ntwo\n", '{"a": 1}\n'):
        other.write_text(text)
        with pytest.raises(ValueError):
            tress.batch(problems[:1], results=other)
        assert other.read_text() == text


@pytest.mark.skipif(os.name == "nt", reason="files are locked on Unix only")
def test_one_run_at_a_time(problems: list[Path], tmp_path: Path) -> None:
    journal = _batch._Journal(tmp_path / "out.jsonl", True)
    with pytest.raises(BlockingIOError):
        tress.batch(problems[:1], results=tmp_path / "out.jsonl")
    journal.close()


RUN = """
import sys, tress
tress.batch(sys.argv[1], results=sys.argv[2], jobs=2)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_killed_at_random_moments_and_resumed(problems: list[Path], tmp_path: Path) -> None:
    results, folder, chance = tmp_path / "out.jsonl", str(tmp_path / "problems"), random.Random(7)
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", RUN, folder, str(results)])
        time.sleep(chance.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert answers(tress.batch(folder, results=results, jobs=2)) == expected(problems)
    assert sorted(row["file"] for row in written(results)) == [str(file) for file in problems]


def test_executors_of_the_library(problems: list[Path]) -> None:
    for executor in (ThreadPoolExecutor(2), ProcessPoolExecutor(2)):
        with executor:
            assert answers(tress.batch(problems, executor, jobs=2)) == expected(problems)


def test_lost_work_is_sent_again(problems: list[Path]) -> None:
    class Losing(ThreadPoolExecutor):
        """Loses every second task, as a cluster does whose workers die."""

        sent = 0

        def submit(self, *arguments: object, **named: object) -> Future[object]:  # type: ignore[override]
            Losing.sent += 1
            if Losing.sent % 2:
                lost: Future[object] = Future()
                lost.set_exception(RuntimeError("the worker is gone"))
                return lost
            return super().submit(*arguments, **named)  # type: ignore[arg-type]

    with Losing(2) as executor:
        assert answers(tress.batch(problems, executor)) == expected(problems)
    assert Losing.sent >= 24


@pytest.fixture
def cluster() -> Iterator[object]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None
    ) as local, distributed.Client(local) as client:
        yield client


@pytest.mark.slow
def test_dask_loses_workers_and_no_result(problems: list[Path], tmp_path: Path, cluster: object) -> None:
    client, results = cluster, tmp_path / "out.jsonl"
    is_done = threading.Event()
    killed = []

    def kill() -> None:
        while not is_done.wait(0.5):
            workers = list(client.run(os.getpid).values())  # type: ignore[attr-defined]
            if workers and len(killed) < 4:
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])

    files = []
    for number in range(5):
        for file in problems:
            other = file.with_name(f"{number}-{file.name}")
            other.write_text(file.read_text())
            files.append(other)
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with client.get_executor(pure=False) as executor:  # type: ignore[attr-defined]
            rows = tress.batch(files, executor, results=results, timeout=20)
    finally:
        is_done.set()
        killer.join()
    assert killed, "no worker was killed"
    assert [row["file"] for row in rows] == [str(file) for file in files]
    assert [row["answer"] for row in rows] == ["sat", "unsat"] * 30
    names = [row["file"] for row in written(results)]
    assert sorted(names) == sorted(map(str, files)) and len(set(names)) == 60


@pytest.mark.slow
def test_ray_where_it_is_installed(problems: list[Path]) -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    if not hasattr(ray, "init"):
        pytest.skip("Ray is not installed; a folder has its name")
    from tress.executors import RayExecutor

    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    try:
        with RayExecutor() as executor:
            assert answers(tress.batch(problems, executor)) == expected(problems)
    finally:
        ray.shutdown()


def test_the_program_is_found_where_it_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installations for one person have the interpreter in one folder and the script in another."""
    from tress import __main__ as program

    script = program._installed("tress.exe" if os.name == "nt" else "tress")
    if script is None:
        pytest.skip("the package is not installed")
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "__main__.py")])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert program.own_program() == script and os.path.exists(script)
    monkeypatch.setattr(program, "_installed", lambda name: None)
    assert program.own_program().startswith(str(tmp_path))
