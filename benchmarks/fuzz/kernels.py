"""Which kernels run, and how much slower they are than compiled ones."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.tree import checked, compiled

SLOWER: Final = {"compiled": 1.0, "checked": 4.0, "interpreted": 10.0}
"""Times that limits of time allow for."""


def kernels() -> str:
    """``compiled``, ``checked`` (compiled to find faults) or ``interpreted``."""
    if not compiled:
        return "interpreted"
    return "checked" if checked else "compiled"
