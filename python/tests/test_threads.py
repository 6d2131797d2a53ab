"""Checks that are stopped, and solvers in several threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import tress

HARD = """
import signal, tress
# A process that was started in the background may ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
n, m, k = tress.Ints("n m k")
s = tress.Solver()
s.add(n > 1, m > 1, k > 1, n * n * n + m * m * m == k * k * k)
print("begun", flush=True)
try:
    s.check()
except KeyboardInterrupt:
    s.set(timeout=50)
    print("interrupted", s.check(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_control_c_raises_at_once_and_the_solver_goes_on() -> None:
    process = subprocess.Popen([sys.executable, "-c", HARD], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted unknown\n"
    assert time.monotonic() - began < 2.0
    assert process.wait(10) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_handlers_that_raise_nothing_do_not_change_the_answer(hard: tress.Solver) -> None:
    came = []
    before = signal.signal(signal.SIGALRM, lambda *_: came.append(time.monotonic()))
    try:
        hard.set(timeout=600)
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        began = time.monotonic()
        assert hard.check() == tress.unknown and hard.reason_unknown() == "timeout"
        assert time.monotonic() - began < 2.0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert came


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_a_handler_may_raise_anything(hard: tress.Solver) -> None:
    class Enough(Exception):
        pass

    def raise_enough(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, raise_enough)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Enough):
            hard.check()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Enough):
            tress.regex.count("((a|b){1,90}c){90}", (0, 9000), alphabet="all")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_another_thread_may_stop_a_check(hard: tress.Solver) -> None:
    threading.Timer(0.1, hard.interrupt).start()
    assert hard.check() == tress.unknown and hard.reason_unknown() == "canceled"


def test_the_interpreter_is_free_during_a_check(hard: tress.Solver) -> None:
    hard.set(timeout=400)
    steps = []
    is_done = threading.Event()

    def walk() -> None:
        while not is_done.wait(0.01):
            steps.append(1)

    thread = threading.Thread(target=walk)
    thread.start()
    assert hard.check() == tress.unknown
    is_done.set()
    thread.join()
    assert len(steps) >= 5


def test_threads_have_their_own_solvers_and_share_terms() -> None:
    x = tress.String("x")
    pattern = x.matches(r"[a-z]{3}")
    answers: dict[int, str] = {}

    def work(number: int) -> None:
        for round_ in range(20):
            s = tress.Solver()
            s.add(pattern, x[0] == chr(97 + number), tress.Length(x) > round_ % 3)
            assert s.check() == tress.sat
            answers[number] = s.model()[x]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: word[0] for number, word in answers.items()} == {number: chr(97 + number) for number in range(6)}


def test_threads_may_share_a_solver(hard: tress.Solver) -> None:
    hard.set(timeout=50)
    answers = []

    def work() -> None:
        for _ in range(3):
            answers.append(hard.check(tress.Int("n") > 3))
            assert len(hard.assertions()) == 4

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [tress.unknown] * 12


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_hears_control_c_too(hard: tress.Solver) -> None:
    hard.set(timeout=20)
    hard.check()
    hard.set(timeout=20_000)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            hard.check()
        except KeyboardInterrupt:
            os._exit(7)
        os._exit(1)
    time.sleep(0.5)
    os.kill(child, signal.SIGINT)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
