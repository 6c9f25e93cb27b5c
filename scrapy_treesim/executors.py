"""Executors: this process, local ones, or a Dask scheduler, for work that is done page by page."""

from __future__ import annotations

import multiprocessing
import os
import re
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
from importlib import import_module
from threading import Thread
from typing import Any, Final, ParamSpec, TypeVar

import scrapy_treesim

P = ParamSpec("P")
T = TypeVar("T")
Given = TypeVar("Given")

KINDS: Final = "local, serial or dask://HOST:PORT"

LEARNING: Final = "scrapy_treesim.templates.learn.learning"
"""The module that learning needs first."""

SCHEME: Final = "dask://"

_ADDRESS: Final = re.compile(r"dask://(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")

KILLED: Final = "KilledWorker"
"""Dask's error of a task of which several workers died."""

WAIT: Final = 20
"""Seconds to wait for Dask's scheduler, and for a first worker."""

INSTALL: Final = 'pip install "scrapy-treesim[dask]"'


class ExecutorError(RuntimeError):
    """Work cannot be done there; one line says why and how to mend it."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many tasks it does at a time."""

    executor: Executor
    number: int = 1

    def each(self, function: Callable[[Given], T], given: Iterable[Given]) -> Iterator[T]:
        """The function of each thing given, in their order, whichever is done first.

        Few are taken that have not come out, two more than there are workers: who brings them
        waits, and memory is theirs.

        Raises:
            ExecutorError: the executor was lost.
        """
        waiting: deque[Future[T]] = deque()
        try:
            for one in given:
                with _reporting_loss():
                    waiting.append(self.executor.submit(function, one))
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

    def submit(self, function: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        """The task, done."""
        future: Future[T] = Future()
        try:
            future.set_result(function(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def open_executor(
    kind: str = "local",
    workers: int | None = None,
    preload: str = LEARNING,
    *,
    apart: bool = False,
) -> Iterator[Workers]:
    """An executor by name, closed at the end.

    ``local``: ``workers`` processes, as many as there are cores if not said; one is ``serial``,
    unless it is to be ``apart``. Each is started afresh, with the module ``preload`` imported, so
    that a script that works with them needs an ``if __name__ == "__main__":``.
    ``dask://HOST:PORT``: the workers of a Dask scheduler, on which scrapy-treesim must be installed
    as well.

    Raises:
        ExecutorError: no such executor, or it cannot be had.
    """
    if workers is not None and (workers < 1 or kind != "local"):
        raise ExecutorError("the number of workers is 1 or more, and only the local executor's")
    number = workers or cores()
    if kind.startswith(SCHEME):
        client = _client(kind)
        try:
            yield Workers(client.get_executor(), _threads(client, kind))
        finally:
            client.close(timeout=WAIT)
    elif kind == "serial" or (kind == "local" and not apart and number == 1):
        yield Workers(SerialExecutor())
    elif kind == "local":
        with _local_pool(number, preload) as pool:
            yield Workers(pool, number)
    else:
        raise ExecutorError(f"there is no executor {kind!r}; there are {KINDS}")


def cores() -> int:
    """Of this machine, those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_of_dask(error: Exception) -> bool:
    """Tell whether an error is Dask's own, and not of the task."""
    return type(error).__module__.partition(".")[0] in ("distributed", "tornado")


def lost(error: BaseException | str, advice: str) -> ExecutorError:
    """The error of workers that were lost."""
    return ExecutorError(f"the workers were lost ({_said(error)}): {advice}")


def version() -> str:
    """Of this package, on whatever machine it is asked."""
    return scrapy_treesim.__version__


def _said(error: BaseException | str) -> str:
    said = error if isinstance(error, str) else f"{type(error).__name__} {error}"
    return " ".join(said.split())[:200]


@contextmanager
def _reporting_loss() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if isinstance(error, (BrokenExecutor, CancelledError, OSError)) or is_of_dask(error):
            raise lost(
                error,
                "what was read is kept in the work file, if one was named; run it again, or with"
                " the executor serial",
            ) from error
        raise


def _local_pool(workers: int, preload: str) -> ProcessPoolExecutor:
    """So many processes, which begin with a module imported.

    They share nothing with this one, as forks of one with threads may hang; they end with it,
    however that ends, and leave Ctrl-C to it.
    """
    has_server = "forkserver" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if has_server else "spawn")
    if has_server:
        context.set_forkserver_preload([preload])
    return ProcessPoolExecutor(workers, context, initializer=_begin)


def _begin() -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It waits for tasks, and would for ever after whoever gives them was killed.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _client(address: str) -> Any:
    """A client of Dask's scheduler at an address.

    Raises:
        ExecutorError: Dask is not installed, or nothing answers there.
    """
    if not _ADDRESS.fullmatch(address):
        raise ExecutorError(f"{address:.200} is no address of a scheduler: dask://HOST:PORT is one")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ExecutorError(f"{address} wants Dask: {INSTALL}") from None
    try:
        return distributed.Client(
            address.replace(SCHEME, "tcp://"), timeout=WAIT, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise ExecutorError(f"no Dask scheduler answers at {address}: {_said(error)}") from None


def _threads(client: Any, address: str) -> int:
    """The threads of all workers, each of which has this package, of this version.

    Raises:
        ExecutorError: there are none, or one lacks it.
    """
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise ExecutorError(f"the scheduler at {address} has no workers: start some") from None
    own = scrapy_treesim.__version__
    try:
        versions: dict[str, str] = client.run(version)
    except Exception as error:
        raise ExecutorError(
            f"the workers of {address} cannot be used: install scrapy-treesim {own}"
            f" on all of them ({_said(error)})"
        ) from None
    for worker, its in versions.items():
        if its != own:
            raise ExecutorError(f"the worker {worker} has scrapy-treesim {its}: install {own}")
    return sum(client.nthreads().values())
