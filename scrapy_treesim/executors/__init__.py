"""Executors: this process, local ones, or a Dask scheduler, for work that is done page by page."""

from __future__ import annotations

from scrapy_treesim.executors.local import cores
from scrapy_treesim.executors.opening import (
    KINDS,
    ExecutorError,
    SerialExecutor,
    Workers,
    open_executor,
)

__all__ = ["KINDS", "ExecutorError", "SerialExecutor", "Workers", "cores", "open_executor"]
