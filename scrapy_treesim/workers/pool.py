"""The workers of a crawl: each reads all pages of its sites, in the order in which they come."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final

from scrapy_treesim.memory.site import site_of
from scrapy_treesim.reader import Reading
from scrapy_treesim.workers.messages import PageToRead, page_message, reading_of
from scrapy_treesim.workers.served import Worker, WorkerLost

MAX_SITES: Final = 100_000
"""Sites whose worker is remembered, those asked for last."""


class WorkerPool:
    """Reads pages in processes, and gives the readings back in the order they were asked for.

    What is learned of a site is owned by one worker: a site's pages all go to the same one, a new
    site to the one that has the fewest. So every page is read in the light of the same pages as
    without workers.
    """

    def __init__(self, number: int, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the workers with the ``TREESIM_`` settings; ``died`` is told why one ended.

        Raises:
            OSError: there is no room for so many processes, or the system is none for them.
        """
        if os.name != "posix":
            raise OSError("workers need POSIX")
        self._workers: list[Worker] = []
        self._of_site: OrderedDict[str, int] = OrderedDict()
        self._sites = [0] * number
        self._before: asyncio.Future[None] | None = None
        try:
            for _ in range(number):
                self._workers.append(Worker(settings, died))
        except OSError:
            self.kill()
            raise

    async def read(self, page: PageToRead) -> Reading:
        """The reading of a page; it comes after those of all pages that were asked for before.

        Raises:
            TypeError: its ``meta["treesim"]`` is no JSON.
            WorkerDied: two processes ended with it.
            WorkerLost: workers cannot be started, or there is no event loop of asyncio.
            ValueError: the answer is no reading.
        """
        message = page_message(page)
        before, done = self._before, _loop().create_future()
        self._before = done
        try:
            return reading_of(await self._worker(page.url).ask(message))
        finally:
            try:
                if before is not None:
                    await before
            finally:
                # Whoever waits for it may be cancelled, and then it is too.
                if not done.done():
                    done.set_result(None)

    def _worker(self, url: str) -> Worker:
        """The worker of an address' site."""
        site = site_of(url) or ""
        place = self._of_site.get(site)
        if place is None:
            place = self._sites.index(min(self._sites))
            self._of_site[site] = place
            self._sites[place] += 1
            if len(self._of_site) > MAX_SITES:
                _, other = self._of_site.popitem(last=False)
                self._sites[other] -= 1
        self._of_site.move_to_end(site)
        return self._workers[place]

    async def close(self) -> list[dict[str, Any]]:
        """End the workers, when they have saved what they learned; what each says of that.

        Raises:
            WorkerLost: there is no event loop of asyncio.
        """
        _loop()
        return [*await asyncio.gather(*(one.close() for one in self._workers))]

    def kill(self) -> None:
        """End the workers at once."""
        for one in self._workers:
            one.kill()


def _loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError as error:
        raise WorkerLost(str(error)) from error


def for_workers(settings: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The settings that say how pages are read, as JSON has them."""
    return {name: _plain(value) for name, value in settings if name not in _OF_THE_CRAWL}


_OF_THE_CRAWL: Final = frozenset(
    "TREESIM_FEEDS TREESIM_MIX TREESIM_ITEMS TREESIM_MAIN_TEXT_FIELDS TREESIM_COMMENT_FIELDS"
    " TREESIM_WORKERS".split()
)
"""Settings that say nothing of how pages are read."""


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value]
    return str(value)
