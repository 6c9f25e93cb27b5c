"""A bar of the bytes gone through, with pages a second and the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tqdm import tqdm

from scrapy_treesim.batch.manifest import Totals
from scrapy_treesim.batch.partition import bytes_reached
from scrapy_treesim.batch.tasks import Running

MOST_LOOKED_AT = 100
"""Partitions at work whose progress is looked at."""


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0


@contextmanager
def shown(totals: Totals, stored: int, running: Running) -> Iterator[None]:
    """Show the progress on a terminal; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield
        return
    before, started = totals.pages, monotonic()
    with _Bar(
        total=stored, initial=min(totals.stored, stored), desc="extracting", unit="B",
        unit_scale=True, file=sys.stderr,
    ) as bar:  # fmt: skip

        def look() -> None:
            some = [*running.tasks.values()][:MOST_LOOKED_AT]
            now = min(stored, totals.stored + sum(map(bytes_reached, some)))
            rate = (totals.pages - before) / (monotonic() - started)
            bar.set_postfix_str(f"{totals.pages} pages, {rate:.1f}/s", refresh=False)
            bar.update(max(0, now - bar.n))

        running.look = look
        yield
        look()
        # Bytes behind the last page of a file belong to none.
        bar.update(stored - bar.n)
