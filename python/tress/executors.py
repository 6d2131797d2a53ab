"""Executors of clusters that have none of their own, for :func:`tress.batch`."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any, Callable

__all__ = ["RayExecutor"]


class RayExecutor(Executor):
    """Runs calls as tasks of Ray, which sends them again when it loses a worker.

    ``ray.init()`` comes first; ``options`` are those of tasks, such as ``num_cpus``.
    """

    def __init__(self, **options: Any) -> None:
        import ray

        self._ray = ray
        self._options = {"max_retries": -1, **options}

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """A task of Ray as a future."""
        task = self._ray.remote(fn).options(**self._options)
        future: Future[Any] = task.remote(*arguments, **named).future()
        return future
