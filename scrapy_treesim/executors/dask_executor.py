"""A Dask scheduler's workers as an executor; wants the extra ``dask``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import scrapy_treesim

SCHEME: Final = "dask://"

_ADDRESS: Final = re.compile(r"dask://(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")

KILLED: Final = "KilledWorker"
"""The error of a task of which several workers died."""

WAIT: Final = 20
"""Seconds to wait for the scheduler, and for a first worker."""

INSTALL: Final = 'pip install "scrapy-treesim[dask]"'


class DaskError(RuntimeError):
    """The scheduler or its workers cannot be used; one line says why."""


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the scheduler at ``dask://HOST:PORT``, and how many threads it has.

    Raises:
        DaskError: Dask is not installed, nothing answers there, or its workers are none or lack
            this package.
    """
    if not _ADDRESS.fullmatch(address):
        raise DaskError(f"{address:.200} is no address of a scheduler: dask://HOST:PORT is one")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise DaskError(f"{address} wants Dask: {INSTALL}") from None
    try:
        client = distributed.Client(
            address.replace(SCHEME, "tcp://"), timeout=WAIT, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise DaskError(f"no Dask scheduler answers at {address}: {_said(error)}") from None
    try:
        yield client.get_executor(), _threads(client, address)
    finally:
        client.close(timeout=WAIT)


def is_lost(error: Exception) -> bool:
    """Tell whether an error is Dask's own, and not of the task."""
    return type(error).__module__.partition(".")[0] in ("distributed", "tornado")


def version() -> str:
    """Of this package, on whatever machine it is asked."""
    return scrapy_treesim.__version__


def _threads(client: Any, address: str) -> int:
    """The threads of all workers, each of which has this package, of this version."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise DaskError(f"the scheduler at {address} has no workers: start some") from None
    own = scrapy_treesim.__version__
    try:
        versions: dict[str, str] = client.run(version)
    except Exception as error:
        raise DaskError(
            f"the workers of {address} cannot be used: install scrapy-treesim {own}"
            f" on all of them ({_said(error)})"
        ) from None
    for worker, its in versions.items():
        if its != own:
            raise DaskError(f"the worker {worker} has scrapy-treesim {its}: install {own}")
    return sum(client.nthreads().values())


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:200]
