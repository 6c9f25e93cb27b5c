"""Executors by name: this process, local ones, or a Dask scheduler."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, ParamSpec, TypeVar

from scrapy_treesim.executors import dask_executor
from scrapy_treesim.executors.local import cores, local_pool

P = ParamSpec("P")
T = TypeVar("T")
Given = TypeVar("Given")

KINDS: Final = "local, serial or dask://HOST:PORT"

LEARNING: Final = "scrapy_treesim.templates.learn.reading"
"""The module that learning needs first."""


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
                waiting.append(_submitted(self.executor, function, one))
                if len(waiting) > self.number + 1:
                    yield _result(waiting.popleft())
            while waiting:
                yield _result(waiting.popleft())
        finally:
            for future in waiting:
                future.cancel()


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
    if kind.startswith(dask_executor.SCHEME):
        try:
            with dask_executor.connected(kind) as (executor, number):
                yield Workers(executor, number)
        except dask_executor.DaskError as error:
            raise ExecutorError(str(error)) from None
    elif kind == "serial" or (kind == "local" and not apart and (workers or cores()) == 1):
        yield Workers(SerialExecutor())
    elif kind == "local":
        number = workers or cores()
        with local_pool(number, preload) as pool:
            yield Workers(pool, number)
    else:
        raise ExecutorError(f"there is no executor {kind!r}; there are {KINDS}")


def _submitted(executor: Executor, function: Callable[[Given], T], one: Given) -> Future[T]:
    try:
        return executor.submit(function, one)
    except Exception as error:
        raise _lost(error) from error


def _result(future: Future[T]) -> T:
    try:
        return future.result()
    except (BrokenExecutor, CancelledError, OSError) as error:
        raise _lost(error) from error
    except Exception as error:
        if dask_executor.is_lost(error):
            raise _lost(error) from error
        raise


def _lost(error: BaseException) -> ExecutorError:
    said = " ".join(f"{type(error).__name__} {error}".split())
    return ExecutorError(
        f"the workers were lost ({said:.200}): what was read is kept in the work file, if one was"
        " named; run it again, or with the executor serial"
    )
