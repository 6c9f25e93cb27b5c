"""A progress bar on stderr for a pass through a corpus, by tqdm: where stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tqdm import tqdm

from scrapy_treesim.templates.corpus import Reading, SavedPage


def with_progress(reading: Reading, what: str) -> Iterator[SavedPage]:
    """The pages of a reading, with a bar of the bytes gone through and the number of pages."""
    shown = sys.stderr.isatty()
    # Its files are listed for the total: not where nobody sees it.
    total = reading.total if shown else None
    with _Bar(
        total=total, desc=what, unit="B", unit_scale=True, disable=not shown, file=sys.stderr
    ) as bar:
        for page in reading:
            yield page
            bar.set_postfix_str(f"{reading.counts.pages} pages", refresh=False)
            bar.update(min(reading.stored, total or 0) - bar.n)
        bar.update((total or 0) - bar.n)


class _Bar(tqdm):  # type: ignore[type-arg,misc,unused-ignore]
    # No thread that watches over the bar: processes may be forked from this one.
    monitor_interval = 0
