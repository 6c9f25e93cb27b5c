"""Executors: this process or local ones, for work that is done page by page."""

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

P = ParamSpec("P")
T = TypeVar("T")
Argument = TypeVar("Argument")

EXECUTORS: Final = "local or serial"

LEARNING: Final = "scrapy_treesim.templates.learn.learning"
"""The module that learning needs first."""


class ExecutorError(RuntimeError):
    """Work cannot be done there; one line says why and how to mend it."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many tasks it does at a time."""

    executor: Executor
    number: int = 1

    def each(self, function: Callable[[Argument], T], arguments: Iterable[Argument]) -> Iterator[T]:
        """The function of each thing given, in their order, whichever is done first.

        Few are taken that have not come out, two more than there are workers: who brings them
        waits, and memory is theirs.

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
    """Does each task at once, in this process."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The task, done."""
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
    """An executor by name, closed at the end.

    ``local``: ``workers`` processes, as many as there are cores if not said; one is ``serial``,
    unless it is to be ``apart``. Each is started afresh, with the module ``preload`` imported, so
    that a script that works with them needs an ``if __name__ == "__main__":``.

    Raises:
        ExecutorError: no such executor, or it cannot be had.
    """
    if workers is not None and (workers < 1 or kind != "local"):
        raise ExecutorError("the number of workers is 1 or more, and only the local executor's")
    number = workers or cores()
    if kind == "serial" or (kind == "local" and not isolated and number == 1):
        yield Workers(SerialExecutor())
    elif kind == "local":
        # They share nothing with this one, as forks of one with threads may hang.
        has_server = "forkserver" in multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("forkserver" if has_server else "spawn")
        if has_server:
            context.set_forkserver_preload([preload])
        with ProcessPoolExecutor(number, context, initializer=_begin) as pool:
            yield Workers(pool, number)
    else:
        raise ExecutorError(f"there is no executor {kind!r}; there are {EXECUTORS}")


def cores() -> int:
    """Of this machine, those that this process may use."""
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
    """Have a worker end with this process, however that ends, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It waits for tasks, and would for ever after whoever gives them was killed.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
