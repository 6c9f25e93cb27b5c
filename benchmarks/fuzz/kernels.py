"""Which kernels run, and how much slower they are than compiled ones."""

from __future__ import annotations

from typing import Final

import scrapy_treesim

SLOWER: Final = {"compiled": 1.0, "checked": 4.0, "interpreted": 30.0}
"""Times that limits of time allow for."""


def kernels() -> str:
    """``compiled``, ``checked`` (compiled, with every index checked) or ``interpreted``."""
    if not scrapy_treesim.compiled:
        return "interpreted"
    return "checked" if getattr(scrapy_treesim, "checked", False) else "compiled"
