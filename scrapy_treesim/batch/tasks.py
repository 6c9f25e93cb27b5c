"""Partitions given to workers, and given again where workers died of one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from scrapy_treesim.batch.partition import PartitionDone, Stopped, Task, extract, reached
from scrapy_treesim.executors import (
    KILLED,
    ExecutorError,
    Workers,
    is_of_dask,
    lost,
    open_executor,
)

PRELOAD: Final = "scrapy_treesim.batch.partition"
"""The module that workers begin with."""

MAX_DEATHS: Final = 20
"""Workers that may die of one partition."""

MAX_UNREADY: Final = 3
"""Times in a row that workers may be lost of which none had begun with a page."""

LOOK: Final = 0.5
"""Seconds between two looks at the progress."""

GOES_ON: Final = "what is done stays, and the same command goes on from it"


@dataclass(slots=True)
class Running:
    """Partitions that workers are at; told of them is whoever shows the progress."""

    tasks: dict[Future[PartitionDone], Task] = field(default_factory=dict)
    look: Callable[[], object] = lambda: None
    """Called about twice a second."""
    stop: Callable[[], object] = lambda: None
    """Called when nobody wants the results any more, before workers are waited for."""


def extracted(
    tasks: Iterable[Task], kind: str, workers: int | None, running: Running
) -> Iterator[PartitionDone]:
    """Extract partitions by workers, in whatever order they are done.

    Where a worker dies its partition is begun again; a page at which it dies twice is left out.

    Raises:
        ExecutorError: the workers cannot be had, or were lost for good.
        OSError: a part cannot be written.
    """
    left = iter(tasks)
    unready = 0
    while True:
        with open_executor(kind, workers, PRELOAD, apart=True) as pool:
            gone = yield from _flow(pool, left, running)
        if not gone:
            return
        begun = [task for task in gone if reached(task)]
        unready = 0 if begun else unready + 1
        if unready == MAX_UNREADY:
            raise ExecutorError(
                "workers ended before they began with a page: see what they said, or whether there"
                ' is memory for them; a script that calls this wants an if __name__ == "__main__":'
            )
        left = chain([task for task in gone if task not in begun], left)
        for task in begun:
            yield _alone(task)


def _flow(
    pool: Workers, tasks: Iterator[Task], running: Running
) -> Generator[PartitionDone, None, list[Task]]:
    """Do tasks until there are no more, or the pool is lost; those that are lost with it."""
    pending = running.tasks
    pending.clear()
    try:
        while True:
            while len(pending) <= pool.number and (task := next(tasks, None)) is not None:
                try:
                    pending[pool.executor.submit(extract, task)] = task
                except BrokenExecutor:
                    return [*pending.values(), task]
            if not pending:
                return []
            done, _ = wait(pending, LOOK, FIRST_COMPLETED)
            running.look()
            for future in [one for one in pending if one in done]:
                task = pending[future]
                try:
                    found = future.result()
                except BrokenExecutor:
                    return [*pending.values()]
                except Stopped:
                    raise ExecutorError(
                        f"the workers were told to stop: {task.order.running.name} was taken out"
                        f" of {task.order.folder}; the same command goes on"
                    ) from None
                except Exception as error:
                    if not is_of_dask(error):
                        raise
                    if type(error).__name__ != KILLED:
                        raise lost(error, GOES_ON) from None
                    task = _after_death(task)
                    pending[pool.executor.submit(extract, task)] = task
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


def _alone(task: Task) -> PartitionDone:
    """Do a partition, and nothing else, in a process of its own.

    Raises:
        ExecutorError: too many processes died of it.
    """
    # The death before may have been another's: with one worker all of them go.
    while True:
        with open_executor("local", 1, PRELOAD, apart=True) as pool:
            try:
                return pool.executor.submit(extract, task).result()
            except BrokenExecutor:
                task = _after_death(task)


def _after_death(task: Task) -> Task:
    """The task again; without the entry of the last two deaths, if that is the same.

    Raises:
        ExecutorError: too many workers died of it.
    """
    entry, _ = reached(task) or (None, 0)
    deaths = (*task.deaths, entry)
    if len(deaths) == MAX_DEATHS:
        raise lost(f"{MAX_DEATHS} of them died of partition {task.slice.number}", GOES_ON)
    *_, before, last = (None, *deaths)
    left_out = task.left_out if last is None or last != before else task.left_out | {last}
    return replace(task, left_out=left_out, deaths=deaths)
