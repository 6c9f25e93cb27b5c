"""Partitions given to workers, and given again where workers died of one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from scrapy_treesim.batch.partition import PartitionDone, Stopped, Task, entry_reached, extract
from scrapy_treesim.executors import ExecutorError, Workers, dask_executor, open_executor

PRELOAD: Final = "scrapy_treesim.batch.partition"
"""The module that workers begin with."""

MAX_DEATHS: Final = 20
"""Workers that may die of one partition."""

MAX_UNREADY: Final = 3
"""Times in a row that workers may be lost of which none had begun with a page."""

LOOK: Final = 0.5
"""Seconds between two looks at the progress."""

Opening = Callable[[], AbstractContextManager[Workers]]
"""Opens the executor."""


@dataclass(slots=True)
class Running:
    """Partitions that workers are at; told of them is whoever shows the progress."""

    tasks: dict[Future[PartitionDone], Task] = field(default_factory=dict)
    look: Callable[[], object] = lambda: None
    """Called about twice a second."""
    stop: Callable[[], object] = lambda: None
    """Called when nobody wants the results any more, before workers are waited for."""


def extracted(tasks: Iterable[Task], kind: str, workers: int | None, running: Running) -> Iterator[
    PartitionDone
]:  # fmt: skip
    """Extract partitions by workers, in whatever order they are done.

    Where a worker dies its partition is begun again; a page at which it dies twice is left out.

    Raises:
        ExecutorError: the workers cannot be had, or were lost for good.
        OSError: a part cannot be written.
    """

    def opened() -> AbstractContextManager[Workers]:
        return open_executor(kind, workers, PRELOAD, apart=True)

    left = iter(tasks)
    again: deque[Task] = deque()
    unready = 0
    while True:
        with opened() as pool:
            lost = yield from _flow(pool, chain(_drained(again), left), running)
        if not lost:
            return
        unready = 0 if any(entry_reached(one) is not None for one in lost) else unready + 1
        if unready == MAX_UNREADY:
            raise ExecutorError(
                "workers ended before they began with a page: see what they said, or whether there"
                ' is memory for them; a script that calls this wants an if __name__ == "__main__":'
            )
        for task in lost:
            if entry_reached(task) is None:
                again.append(task)
            else:
                yield _alone(task)


def _drained(tasks: deque[Task]) -> Iterator[Task]:
    while tasks:
        yield tasks.popleft()


def _flow(
    pool: Workers, tasks: Iterator[Task], running: Running
) -> Generator[PartitionDone, None, list[Task]]:
    """Do tasks until there are no more, or the pool is lost; those that are lost with it."""
    died: dict[int, list[int | None]] = {}
    waiting: deque[Task] = deque()
    pending = running.tasks
    pending.clear()
    try:
        while True:
            while len(pending) <= pool.number and (task := _first(waiting, tasks)) is not None:
                try:
                    pending[pool.executor.submit(extract, task)] = task
                except BrokenExecutor:
                    return [*pending.values(), task, *waiting]
            if not pending:
                return []
            done, _ = wait(pending, LOOK, FIRST_COMPLETED)
            running.look()
            for future in [one for one in pending if one in done]:
                task = pending[future]
                try:
                    found = future.result()
                except BrokenExecutor:
                    return [*pending.values(), *waiting]
                except Stopped:
                    raise ExecutorError(
                        f"the workers were told to stop: {task.order.running.name} was taken out"
                        f" of {task.order.folder}; the same command goes on"
                    ) from None
                except Exception as error:
                    if not dask_executor.is_lost(error):
                        raise
                    waiting.append(_again(task, died, error))
                    del pending[future]
                else:
                    del pending[future]
                    yield found
    except BaseException:
        running.stop()
        raise
    finally:
        for future in pending:
            future.cancel()
        pending.clear()


def _first(waiting: deque[Task], tasks: Iterator[Task]) -> Task | None:
    return waiting.popleft() if waiting else next(tasks, None)


def _again(task: Task, died: dict[int, list[int | None]], error: Exception) -> Task:
    """The task for Dask's workers after some died of it.

    Raises:
        ExecutorError: it was lost otherwise, or too many died.
    """
    before = died.setdefault(task.slice.number, [])
    if type(error).__name__ != dask_executor.KILLED or len(before) >= MAX_DEATHS:
        raise _lost(error)
    before.append(entry_reached(task))
    return _next_attempt(task, before)


def _alone(task: Task) -> PartitionDone:
    """Do a partition, and nothing else, in a process of its own.

    Raises:
        ExecutorError: too many processes died of it.
    """
    # The death before may have been another's: with one worker all of them go.
    deaths: list[int | None] = []
    while len(deaths) < MAX_DEATHS:
        with open_executor("local", 1, PRELOAD, apart=True) as pool:
            try:
                return pool.executor.submit(extract, task).result()
            except BrokenExecutor:
                deaths.append(entry_reached(task))
        task = _next_attempt(task, deaths)
    raise _lost(RuntimeError(f"{MAX_DEATHS} workers died of partition {task.slice.number}"))


def _next_attempt(task: Task, deaths: list[int | None]) -> Task:
    """The task again; without the entry of the last two deaths, if that is the same."""
    left_out = task.left_out
    if len(deaths) > 1 and deaths[-1] == deaths[-2] and deaths[-1] is not None:
        left_out |= {deaths[-1]}
    return replace(task, left_out=left_out, attempt=task.attempt + 1)


def _lost(error: BaseException) -> ExecutorError:
    said = " ".join(f"{type(error).__name__} {error}".split())
    return ExecutorError(
        f"the workers were lost ({said:.200}): what is done stays, and the same command goes on"
        " from it"
    )
