"""Monitors of Spidermon: checks of a crawl's findings when it ends.

They are named in ``SPIDERMON_SPIDER_CLOSE_MONITORS``, as any suite of Spidermon's: the extra
``spidermon``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from spidermon import Monitor, MonitorSuite, monitors

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

_DRIFT: Final = re.compile(r"(?s)treesim/(key_tree/.*/drift$|template/drift/)")
MAX_DRIFT: Final = 0.3
"""Largest drift of a key tree or a template without an alarm."""
MAX_FAILED_SHARE: Final = 0.01
"""Largest number of failures per page without an alarm."""


FAILED_SHARE: Final = "SPIDERMON_TREESIM_MAX_FAILED_SHARE"
FINDINGS: Final = "SPIDERMON_TREESIM_FINDINGS"
PAGE_KINDS: Final = "SPIDERMON_TREESIM_PAGE_KINDS"
DRIFT: Final = "SPIDERMON_TREESIM_MAX_DRIFT"
"""The names of the monitors' settings."""


class _StatsMonitor(Monitor):  # type: ignore[misc]
    """A monitor with access to the crawl's stats and settings."""

    def stat(self, name: str) -> float:
        """A stat of the add-on; 0 if it was not counted."""
        value: float = self.data.stats.get(f"treesim/{name}", 0)
        return value

    @property
    def settings(self) -> BaseSettings:
        """The crawl's settings; numbers and dicts may be strings, as ``-s`` gives them."""
        settings: BaseSettings = self.data.crawler.settings
        return settings

    def below(self, least_shares: Mapping[str, float], prefix: str) -> Iterator[str]:
        """Yield a line about each kind on a smaller share of pages than its least share."""
        pages = self.stat("pages")
        for kind, share in least_shares.items():
            count = self.stat(f"{prefix}/{kind}")
            if count < share * pages:
                yield f"{kind} on {count:.0f} of {pages:.0f} pages, {share:.0%} wanted"


@monitors.name("Findings")
class FindingsMonitor(_StatsMonitor):
    """Monitor of pages read, of failures and of findings."""

    @monitors.name("some pages were read")
    def test_pages(self) -> None:
        """Fail a crawl without a page read."""
        self.assertTrue(self.stat("pages"), "no page was read for findings")

    @monitors.name("few failures")
    def test_failures(self) -> None:
        """Fail if more than ``SPIDERMON_TREESIM_MAX_FAILED_SHARE`` of the pages failed."""
        most = self.settings.getfloat(FAILED_SHARE, MAX_FAILED_SHARE) * self.stat("pages")
        failed = self.stat("failed")
        self.assertTrue(failed <= most, f"{failed:.0f} failures on {self.stat('pages'):.0f} pages")

    @monitors.name("findings on enough pages")
    def test_findings(self) -> None:
        """Fail if a kind of ``SPIDERMON_TREESIM_FINDINGS``, a dict, is on too few pages."""
        missing = [*self.below(self.settings.getdict(FINDINGS), "pages")]
        self.assertFalse(missing, "; ".join(missing))

    @monitors.name("pages of the kinds expected")
    def test_kinds(self) -> None:
        """Fail if too few pages are of a kind of ``SPIDERMON_TREESIM_PAGE_KINDS``, a dict."""
        missing = [*self.below(self.settings.getdict(PAGE_KINDS), "kinds")]
        self.assertFalse(missing, "; ".join(missing))


@monitors.name("Drift")
class DriftMonitor(_StatsMonitor):
    """Monitor of the drift of key trees and templates."""

    @monitors.name("no drift")
    def test_drift(self) -> None:
        """Fail if a key tree or template drifted by more than ``SPIDERMON_TREESIM_MAX_DRIFT``."""
        most = self.settings.getfloat(DRIFT, MAX_DRIFT)
        drifted = [
            f"{name.removeprefix('treesim/')} {value:.2f}"
            for name, value in sorted(self.data.stats.items())
            if _DRIFT.match(name) and value > most
        ]
        self.assertFalse(drifted, "; ".join(drifted))


class FindingsMonitorSuite(MonitorSuite):  # type: ignore[misc]
    """Suite of all monitors of findings."""

    monitors = [FindingsMonitor, DriftMonitor]  # noqa: RUF012
