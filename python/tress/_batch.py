"""Many problems: each in a process of its own with hard limits, on the cores of this machine or of others.

Rows are those that ``tress batch`` writes: the keys are ``file``, ``solver``, ``answer``, ``reason``, ``cpu``, ``wall`` and ``memory``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Callable, TextIO, Union

AnyPath = Union[str, "os.PathLike[str]"]
Row = dict[str, Any]

#: How much later than its limit the program ends itself, and is killed.
_GRACE = (0.5, 1.5)
#: So often a problem is sent again whose worker was lost.
_TRIES = 20
#: How much of the output is read: answers are short.
_KEPT = 1 << 20
#: Problems that wait at an executor, for each that can run.
_AHEAD = 4


def batch(
    files: AnyPath | Iterable[AnyPath],
    executor: Executor | None = None,
    *,
    jobs: int | None = None,
    timeout: float = 10.0,
    memory: int | None = 2048,
    results: AnyPath | None = None,
    resume: bool = True,
    progress: Callable[[Row], None] | None = None,
) -> list[Row]:
    """Solves files, and returns a row for each, in the order of the files.

    ``files`` are SMT-LIB files and folders that are searched for them. Each problem runs in a process of its own, with ``timeout`` seconds
    and ``memory`` mebibytes; it is killed when it overruns. ``executor`` is any :class:`concurrent.futures.Executor`, such as
    that of a cluster (``client.get_executor()`` of Dask); without one, ``jobs`` problems run at once on this machine. A problem whose
    worker is lost is sent again.

    With ``results``, rows are appended to that file as JSON lines, each as it comes. When the file is there and ``resume`` is true, problems that
    have a row in it are not solved again; a last line that was torn by an interruption is dropped. ``progress`` is called
    with each new row.

    The answer of a row is ``sat``, ``unsat``, ``unknown``, ``timeout``, ``memory`` or ``error``, with its reason; ``cpu`` and ``wall`` are
    seconds, ``memory`` is the most that the process held, in mebibytes.
    """
    names = list(dict.fromkeys(_names(files)))
    journal = _Journal(results, resume) if results is not None else None
    rows: dict[str, Row] = {}
    try:
        if journal is not None:
            wanted = set(names)
            rows = {row["file"]: row for row in journal.rows if row["solver"] == "tress" and row["file"] in wanted}
        for row in _solved([name for name in names if name not in rows], executor, jobs, timeout, memory):
            rows[row["file"]] = row
            if journal is not None:
                journal.add(row)
            if progress is not None:
                progress(row)
    finally:
        if journal is not None:
            journal.close()
    return [rows[name] for name in names]


def _names(files: AnyPath | Iterable[AnyPath]) -> Iterator[str]:
    """The names of all files, those of folders in order."""
    for given in [files] if isinstance(files, (str, os.PathLike)) else files:
        path = Path(given)
        if not path.is_dir():
            yield os.fspath(given).replace("\\", "/")
            continue
        found = [file for file in path.rglob("*") if file.suffix in (".smt2", ".smt") and file.is_file()]
        yield from sorted(str(file).replace("\\", "/") for file in found)


def _solved(
    names: list[str], executor: Executor | None, jobs: int | None, timeout: float, memory: int | None
) -> Iterator[Row]:
    """Rows as they come. Each problem has one future at a time, and each future is looked at once: no row is lost or doubled."""
    if executor is None:
        # The work is done by processes; threads wait for them.
        with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as own:
            yield from _spread(names, own, timeout, memory, (jobs or os.cpu_count() or 1) + 1)
    else:
        ahead = _AHEAD * jobs if jobs else max(len(names), 1)
        yield from _spread(names, executor, timeout, memory, ahead)


def _spread(names: list[str], executor: Executor, timeout: float, memory: int | None, ahead: int) -> Iterator[Row]:
    waiting: dict[Future[Row], tuple[str, int]] = {}
    # Futures say themselves that they are done: to look through thousands for each row takes longer than the problems.
    done: SimpleQueue[Future[Row]] = SimpleQueue()
    queue = [(name, 1) for name in reversed(names)]
    try:
        while queue or waiting:
            while queue and len(waiting) < ahead:
                name, tries = queue.pop()
                future = executor.submit(solve_file, name, timeout, memory)
                waiting[future] = (name, tries)
                future.add_done_callback(done.put)
            future = done.get()
            name, tries = waiting.pop(future)
            try:
                yield future.result()
            except BrokenExecutor:
                # Nothing can be sent to it any more; what has a row keeps it.
                raise
            except Exception as problem:  # Whatever a cluster says when it loses a worker.
                if tries >= _TRIES:
                    yield _row(name, "error", f"lost {tries} times: {problem}"[:200], 0.0, 0.0, None)
                else:
                    queue.append((name, tries + 1))
    finally:
        for future in waiting:
            future.cancel()


def _row(file: str, answer: str, reason: str, cpu: float, wall: float, memory: float | None) -> Row:
    return {
        "file": file,
        "solver": "tress",
        "answer": answer,
        "reason": reason,
        "cpu": round(cpu, 3),
        "wall": round(wall, 3),
        "memory": None if memory is None else round(memory, 1),
    }


def solve_file(file: str, timeout: float, memory: int | None) -> Row:
    """Solves one file in a process of its own. This is what executors run."""
    command = [sys.executable, "-m", "tress", "-v", f"--timeout={timeout}", f"--tlimit={int((timeout + _GRACE[0]) * 1000)}"]
    if memory:
        command.append(f"--memory={memory}")
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as told:
        began = time.monotonic()
        try:
            process = subprocess.Popen([*command, "--", file], stdin=subprocess.DEVNULL, stdout=output, stderr=told)
        except OSError as problem:
            return _row(file, "error", str(problem), 0.0, 0.0, None)
        killed, cpu, peak = _watched(process, began + timeout + _GRACE[1], memory)
        wall = time.monotonic() - began
        answer, reason = _verdict(_head(output), _head(told), process.returncode, killed)
    return _row(file, answer, reason, cpu, wall, peak)


def _head(file: Any) -> str:
    file.seek(0)
    text: str = file.read(_KEPT).decode("utf-8", "replace")
    return text


def _watched(process: subprocess.Popen[bytes], deadline: float, memory: int | None) -> tuple[str | None, float, float | None]:
    """Waits for the end of a process, and ends it when it overruns: why it was ended, its processor time, its peak memory."""
    killed = None
    try:
        if not hasattr(os, "wait4"):
            try:
                process.wait(max(deadline - time.monotonic(), 0.0))
            except subprocess.TimeoutExpired:
                killed = "timeout"
            return killed, 0.0, None
        pause = 0.001
        while True:
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
            if ended:
                process.returncode = os.waitstatus_to_exitcode(status)
                # Linux counts in kibibytes, macOS in bytes.
                unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
                return killed, used.ru_utime + used.ru_stime, used.ru_maxrss / unit
            if killed is None and time.monotonic() > deadline:
                killed = "timeout"
            elif killed is None and memory and _resident(process.pid) > memory * 1.1:
                killed = "memory"
            if killed is not None:
                process.kill()
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
    finally:
        if process.returncode is None:
            process.kill()
            process.wait()


def _resident(process: int) -> float:
    """Mebibytes that a process holds; 0 where nobody tells."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


def _verdict(output: str, told: str, status: int, killed: str | None = None) -> tuple[str, str]:
    """The answer to the last check, and its reason. A process that was killed has not come to its last check."""
    answers: list[str] = []
    error, last_error = "", ""
    for line in map(str.strip, output.splitlines()):
        if line in ("sat", "unsat", "unknown", "timeout"):
            answers.append(line)
            error = error or last_error
        elif line.startswith("(error") and not any(word in line for word in ("available", "annot get", "get-model", "get-value", "get-unsat-core")):
            last_error = last_error or line[len("(error") :].rstrip(")").strip().strip('"')
    if killed is not None:
        return killed, "checks: " + " ".join(answers) if len(answers) > 1 else ""
    if error or (not answers and last_error):
        return "error", (error or last_error)[:200]
    if not answers:
        first = next((line for line in (told + output).splitlines() if line.strip()), "")
        return "error", f"exit status {status}: {first}"[:200] if status else f"no answer: {first}"[:200]
    answer, reason = answers[-1], ""
    if answer == "unknown":
        why = [line.split(": ", 2)[-1] for line in told.splitlines() if line.startswith("tress: unknown after ")]
        reason = why[-1][:200] if why else ""
        answer, reason = {"timeout": ("timeout", ""), "memout": ("memory", "")}.get(reason, (answer, reason))
    if len(answers) > 1:
        reason = (reason + "; " if reason else "") + "checks: " + " ".join([*answers[:-1], answer])
    return answer, reason


class _Journal:
    """Rows in a file: each is there, with the end of its line, before the next one is begun."""

    def __init__(self, path: AnyPath, resume: bool) -> None:
        self.rows: list[Row] = []
        self._file: TextIO = open(path, "a+", encoding="utf-8", newline="\n")  # noqa: SIM115
        try:
            self._lock()
            self._file.seek(0)
            text = self._file.read()
            whole = text.rfind("\n") + 1
            if not self._is_begin(text[whole:]):
                raise ValueError(f"{os.fspath(path)} is not a file of rows")
            rows = [json.loads(line) for line in text[:whole].split("\n") if line.strip()]
            if not all(isinstance(row, dict) and {"file", "solver", "answer"} <= row.keys() for row in rows):
                raise ValueError(f"{os.fspath(path)} is not a file of rows")
            self.rows = rows if resume else []
            self._file.truncate(len(text[:whole].encode("utf-8")) if resume else 0)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        """A file belongs to one run at a time."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise BlockingIOError("another run writes into the file of results") from problem

    @staticmethod
    def _is_begin(tail: str) -> bool:
        """Can a row have been torn so that this is left? What is something else is not ours to cut off."""
        return tail.startswith('{"file"') or '{"file"'.startswith(tail)

    def add(self, row: Row) -> None:
        self._file.write(json.dumps(row, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()
