"""Monitors of Spidermon: what must hold of a crawl's findings when it ends.

They wait in ``SPIDERMON_SPIDER_CLOSE_MONITORS``, as any suite of Spidermon's, and take the package
``spidermon``, which this one does not install.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from spidermon import Monitor, MonitorSuite, monitors

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

MAX_DRIFT: Final = 0.3
"""Drift of a key tree or a template that is still no alarm."""
MAX_FAILED_SHARE: Final = 0.01
"""Failures for each page that are still no alarm."""


FAILED_SHARE: Final = "SPIDERMON_TREESIM_MAX_FAILED_SHARE"
FINDINGS: Final = "SPIDERMON_TREESIM_FINDINGS"
PAGE_KINDS: Final = "SPIDERMON_TREESIM_PAGE_KINDS"
DRIFT: Final = "SPIDERMON_TREESIM_MAX_DRIFT"
"""The names of the monitors' settings."""


class _OfStats(Monitor):  # type: ignore[misc]
    """A monitor that asks the crawl's stats and settings."""

    def stat(self, name: str) -> float:
        """A stat of the add-on; 0 where it was not counted."""
        value: float = self.data.stats.get(f"treesim/{name}", 0)
        return value

    @property
    def settings(self) -> BaseSettings:
        """The crawl's settings; numbers and dicts may be strings, as ``-s`` gives them."""
        settings: BaseSettings = self.data.crawler.settings
        return settings

    def below(self, wanted: Mapping[str, float], counted: str) -> Iterator[str]:
        """The kinds that fewer pages have than the share that is wanted of them."""
        pages = self.stat("pages")
        for kind, share in wanted.items():
            found = self.stat(f"{counted}/{kind}")
            if found < share * pages:
                yield f"{kind} on {found:.0f} of {pages:.0f} pages, {share:.0%} wanted"


@monitors.name("Findings")
class FindingsMonitor(_OfStats):
    """Pages are read, without failures, and hold what they should."""

    @monitors.name("some pages were read")
    def test_pages(self) -> None:
        """Fail a crawl of which no page was read."""
        self.assertTrue(self.stat("pages"), "no page was read for findings")

    @monitors.name("few failures")
    def test_failures(self) -> None:
        """Fail where more than ``SPIDERMON_TREESIM_MAX_FAILED_SHARE`` of the pages failed."""
        most = self.settings.getfloat(FAILED_SHARE, MAX_FAILED_SHARE) * self.stat("pages")
        failed = self.stat("failed")
        self.assertTrue(failed <= most, f"{failed:.0f} failures on {self.stat('pages'):.0f} pages")

    @monitors.name("findings on enough pages")
    def test_findings(self) -> None:
        """Fail where a kind of ``SPIDERMON_TREESIM_FINDINGS``, a dict, is on too few pages."""
        missing = [*self.below(self.settings.getdict(FINDINGS), "pages")]
        self.assertFalse(missing, "; ".join(missing))

    @monitors.name("pages of the kinds expected")
    def test_kinds(self) -> None:
        """Fail where too few pages are of a kind of ``SPIDERMON_TREESIM_PAGE_KINDS``, a dict."""
        missing = [*self.below(self.settings.getdict(PAGE_KINDS), "kinds")]
        self.assertFalse(missing, "; ".join(missing))


@monitors.name("Drift")
class DriftMonitor(_OfStats):
    """Key trees and templates still hold."""

    @monitors.name("no drift")
    def test_drift(self) -> None:
        """Fail where something drifted by more than ``SPIDERMON_TREESIM_MAX_DRIFT``."""
        most = self.settings.getfloat(DRIFT, MAX_DRIFT)
        drifted = [
            f"{name.removeprefix('treesim/')} {value:.2f}"
            for name, value in sorted(self.data.stats.items())
            if _is_drift(name) and value > most
        ]
        self.assertFalse(drifted, "; ".join(drifted))


def _is_drift(name: str) -> bool:
    is_key_tree = name.startswith("treesim/key_tree/") and name.endswith("/drift")
    return is_key_tree or name.startswith("treesim/template/drift/")


class FindingsMonitorSuite(MonitorSuite):  # type: ignore[misc]
    """All of these monitors."""

    monitors = [FindingsMonitor, DriftMonitor]  # noqa: RUF012
