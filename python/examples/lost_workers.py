"""Many problems on worker processes of Dask, one of which is killed every few seconds: nothing is lost, nothing is there twice.

``python lost_workers.py FOLDER`` solves the problems of a folder in this way, then once more without killing, and compares. Needs the packages tress
and distributed. Ends with status 1 when a row is missing, is there twice, or says something else.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from distributed import Client, LocalCluster

import tress


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Problems on workers of Dask that are killed")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, help="only so many, by name")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--every", type=float, default=10, help="seconds between two kills")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for a problem")
    return parser.parse_args()


class Killer(threading.Thread):
    """Kills one worker after the other, until it is told to end."""

    def __init__(self, cluster: LocalCluster, every: float) -> None:
        super().__init__(daemon=True)
        self.cluster, self.every = cluster, every
        self.killed: list[int] = []
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(self.every):
            living = [worker.pid for worker in self.cluster.workers.values() if worker.pid]
            if living:
                chosen = living[len(self.killed) % len(living)]
                os.kill(chosen, signal.SIGKILL)
                self.killed.append(chosen)


def killing_run(files: list[str], asked: argparse.Namespace) -> tuple[list[dict[str, object]], list[str], int]:
    """The rows that came back, the files of those that were written, and how many workers were killed."""
    with tempfile.TemporaryDirectory() as folder, LocalCluster(
        n_workers=asked.workers, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None
    ) as cluster, Client(cluster) as client:
        results = Path(folder) / "rows.jsonl"
        killer = Killer(cluster, asked.every)
        killer.start()
        try:
            with client.get_executor(pure=False) as executor:
                rows = tress.batch(files, executor, timeout=asked.timeout, results=results)
        finally:
            killer.is_over.set()
            killer.join()
        written = [json.loads(line)["file"] for line in results.read_text(encoding="utf-8").split("\n") if line]
        return rows, written, len(killer.killed)


def main() -> int:
    asked = arguments()
    files = sorted(str(path) for path in asked.folder.rglob("*.smt2"))[: asked.files]
    began = time.monotonic()
    rows, written, killed = killing_run(files, asked)
    seconds = time.monotonic() - began
    told = Counter(row["answer"] for row in rows)
    print(f"{len(files)} files on {asked.workers} workers, {killed} of them killed, {seconds:.0f} s: {dict(told)}", flush=True)
    missing, twice = set(files) - set(written), [file for file, count in Counter(written).items() if count > 1]
    print(f"rows written: {len(written)}, missing: {len(missing)}, twice: {len(twice)}", flush=True)
    began = time.monotonic()
    usual = tress.batch(files, timeout=asked.timeout)
    other = [(a, b) for a, b in zip(rows, usual) if a["answer"] != b["answer"]]
    # How much a process gets done in its time depends on who else works.
    late = [pair for pair in other if "timeout" in (pair[0]["answer"], pair[1]["answer"])]
    print(f"without killing, {time.monotonic() - began:.0f} s: {len(other)} other answers, {len(late)} of them for lack of time")
    for a, b in other:
        print(f"  {a['file']}: {a['answer']} {a['reason']}, without killing {b['answer']} {b['reason']}")
    is_whole = not missing and not twice and [row["file"] for row in rows] == files
    return 0 if is_whole and len(late) == len(other) else 1


if __name__ == "__main__":
    sys.exit(main())
