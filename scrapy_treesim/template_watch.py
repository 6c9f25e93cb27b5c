"""Statistics of a crawl's templates, and the store for pages of none."""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Final

from scrapy_treesim.settings import SettingError
from scrapy_treesim.templates.corpus.saved_page import charset
from scrapy_treesim.templates.drift import CONFIDENCE, MATCHES, Drift, DriftWatch
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from scrapy_treesim.settings import TreesimSettings
    from scrapy_treesim.templates.match.match import TemplateMatch
    from scrapy_treesim.templates.template import Template

logger = logging.getLogger(__name__)

MEGABYTE: Final = 1_000_000


class TemplateWatch:
    """Keeps the stats of ``treesim/templates/``, warns of drift, gathers pages of no template."""

    def __init__(self, settings: TreesimSettings, stats: StatsCollector) -> None:
        self._stats = stats
        self._drift = DriftWatch(settings.wanted.templates)
        self._by_id = {one.id: one for one in settings.wanted.templates}
        self._worst: dict[str, float] = {}
        self._failed = False
        self._pending: PendingStore | None = None
        if settings.templates_pending is not None:
            try:
                self._pending = PendingStore(
                    settings.templates_pending,
                    settings.templates_pending_max_pages,
                    settings.templates_pending_max_mb * MEGABYTE,
                )
            except PendingStoreError as error:
                path = str(settings.templates_pending)
                raise SettingError(
                    f"TREESIM_TEMPLATES_PENDING = {path!r} cannot be used: {error}"
                ) from None

    def add(
        self, response: Response, candidates: Sequence[Template], match: TemplateMatch | None
    ) -> None:
        """Note one page; a page of no template is in the file when this returns."""
        if not 200 <= response.status < 300:
            return
        if match is not None:
            self._count("treesim/templates/matched")
            self._count(f"treesim/templates/matched/{match.template}")
            template = self._by_id[match.template]
            fallen = self._drift.matched(template, response.url, match.confidence, match.fields)
        else:
            if self._by_id:
                self._count("treesim/templates/unmatched")
            fallen = self._drift.unmatched(candidates, response.url)
            self._keep(response)
        for one in fallen:
            self._tell(one)

    def finish(self) -> None:
        """Close the file of pages, at the end of the crawl."""
        if self._pending is not None:
            self._pending.close()
            self._pending = None

    def _keep(self, response: Response) -> None:
        if self._pending is None:
            return
        header = (response.headers.get("Content-Type") or b"").decode("latin-1")
        try:
            added = self._pending.add(response.url, response.body, charset(header))
        except (sqlite3.Error, ValueError) as error:
            self._count("treesim/templates/pending_failed")
            if not self._failed:
                logger.error(
                    "treesim could not keep %s in %s: %s (of others only the number will be told)",
                    response.url,
                    self._pending.path,
                    error,
                )
                # A crawl does not wait again for what kept the file locked.
                self._pending.hurry()
            self._failed = True
            return
        self._count(
            "treesim/templates/pending" if added.kept else "treesim/templates/pending_known"
        )
        if added.dropped:
            self._count("treesim/templates/pending_dropped", added.dropped)

    def _tell(self, drift: Drift) -> None:
        """The stat has the worst of a template's falls; the log has the first."""
        first = drift.template not in self._worst
        worst = max(self._worst.get(drift.template, 0.0), drift.fall)
        self._worst[drift.template] = worst
        self._stats.set_value(f"treesim/templates/drift/{drift.template}", round(worst, 4))
        if first:
            logger.warning(
                "the template %s no longer fits: %s of the last %d pages %s, %.0f %% were to be"
                " expected; learn it anew with scrapy treesim learn",
                drift.template,
                f"{drift.share:.0%}".replace("%", " %"),
                drift.pages,
                _said(drift.what),
                100 * drift.expected,
            )

    def _count(self, stat: str, number: int = 1) -> None:
        self._stats.inc_value(stat, number)


def _said(what: str) -> str:
    if what == MATCHES:
        return "with addresses like its own match it"
    if what == CONFIDENCE:
        return "match it as surely as those it was learned from"
    return f"have its {what}"
