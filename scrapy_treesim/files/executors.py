"""Executors: this process or local ones, for work done page by page."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, ParamSpec, TypeVar

from tqdm import tqdm

P = ParamSpec("P")
T = TypeVar("T")
Argument = TypeVar("Argument")

EXECUTORS: Final = "local or serial"

LEARNING: Final = "scrapy_treesim.templates.learn.learning"
"""Module imported first by workers that learn templates."""


class ExecutorError(RuntimeError):
    """A failure of an executor; one line says why and how to fix it."""


class ProgressBar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    """A progress bar without a thread, as processes may be forked from this one."""

    monitor_interval = 0


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and its number of tasks at a time."""

    executor: Executor
    number: int = 1

    def each(self, function: Callable[[Argument], T], arguments: Iterable[Argument]) -> Iterator[T]:
        """Yield the function of each argument, in their order, whichever is done first.

        At most two more arguments than workers are taken before their results are yielded, which
        bounds memory.

        Raises:
            ExecutorError: the executor was lost.
        """
        waiting: deque[Future[T]] = deque()
        try:
            for argument in arguments:
                with _reporting_loss():
                    waiting.append(self.executor.submit(function, argument))
                if len(waiting) > self.number + 1:
                    yield _result(waiting.popleft())
            while waiting:
                yield _result(waiting.popleft())
        finally:
            for future in waiting:
                future.cancel()


def _result(future: Future[T]) -> T:
    with _reporting_loss():
        return future.result()


class SerialExecutor(Executor):
    """Executor of each task at once, in this process."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do a task; return its finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def open_executor(
    kind: str = "local",
    workers: int | None = None,
    preload: str = LEARNING,
    *,
    isolated: bool = False,
) -> Iterator[Workers]:
    """Open an executor by name, closed at the end.

    ``local``: ``workers`` processes, as many as there are cores by default; a single one is
    ``serial``, unless ``isolated``. Each is started afresh, with the module ``preload`` imported,
    so that a script that works with them needs an ``if __name__ == "__main__":``.

    Raises:
        ExecutorError: no such executor, or it cannot be had.
    """
    if workers is not None and (workers < 1 or kind != "local"):
        raise ExecutorError("the number of workers is 1 or more, and only the local executor's")
    number = workers or cores()
    if kind == "serial" or (kind == "local" and not isolated and number == 1):
        yield Workers(SerialExecutor())
    elif kind == "local":
        # Not forks of this process, which may hang if it has threads.
        has_server = "forkserver" in multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("forkserver" if has_server else "spawn")
        if has_server:
            context.set_forkserver_preload([preload])
        with ProcessPoolExecutor(number, context, initializer=_begin) as pool:
            yield Workers(pool, number)
    else:
        raise ExecutorError(f"there is no executor {kind!r}; there are {EXECUTORS}")


def cores() -> int:
    """The number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _reporting_loss() -> Iterator[None]:
    try:
        yield
    except (BrokenExecutor, CancelledError, OSError) as error:
        reason = " ".join(f"{type(error).__name__} {error}".split())[:200]
        raise ExecutorError(
            f"the workers were lost ({reason}): what was read is kept in the work file, if one was"
            " named; run it again, or with the executor serial"
        ) from error


def _begin() -> None:
    """Make a worker end when its parent process does, and ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Without it, a worker whose parent was killed would wait for tasks for ever.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
