"""Processes of this machine as an executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import Any


def local_pool(workers: int, preload: str) -> ProcessPoolExecutor:
    """So many processes, which begin with a module imported.

    They end with this process, however that ends, and leave Ctrl-C to it.
    """
    return ProcessPoolExecutor(workers, _context(preload), initializer=_begin)


def cores() -> int:
    """Of this machine, those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _context(preload: str) -> Any:
    """Processes that share nothing with this one: forks of one with threads may hang."""
    known = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in known else "spawn")
    if "forkserver" in known:
        context.set_forkserver_preload([preload])
    return context


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
