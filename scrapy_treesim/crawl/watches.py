"""Stats and warnings of a crawl's key trees and templates, and the store of unmatched pages."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.crawl.settings import SettingError
from scrapy_treesim.files.saved_page import charset
from scrapy_treesim.templates.by_example.sighting import MUCH_DRIFT
from scrapy_treesim.templates.drift import CONFIDENCE, FIELD, MATCHES, Drift, DriftWatch
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError
from scrapy_treesim.values.addresses import site_of
from scrapy_treesim.wording import counted, listed

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from scrapy_treesim.crawl.reader import KeyTreeSeen, TemplateSeen
    from scrapy_treesim.crawl.settings import TreesimSettings

logger = logging.getLogger(__name__)

ENOUGH_PAGES: Final = 3
"""Least number of pages with records to warn of drift during the crawl."""


@dataclass(slots=True)
class Watched:
    """Counts of one key tree's pages."""

    pages: int = 0
    pages_with_records: int = 0
    records: int = 0
    similarity: float = 0.0
    """Sum of the mean similarities of pages with records."""
    drift: float = 0.0
    warned: bool = False


class KeyTreeWatch:
    """Stats of ``treesim/key_tree/``, and one warning for each key tree."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._watched: dict[str, Watched] = {}

    def add(self, seen: KeyTreeSeen) -> None:
        """Count the records of a key tree on one page."""
        watched = self._watched.setdefault(seen.name, Watched())
        watched.pages += 1
        if seen.records:
            watched.pages_with_records += 1
            watched.records += seen.records
            watched.similarity += seen.similarity
            watched.drift += seen.drift
        values: dict[str, float] = {"pages": watched.pages}
        if watched.pages_with_records:
            values |= {
                "pages_with_records": watched.pages_with_records,
                "records": watched.records,
                "similarity": round(watched.similarity / watched.pages_with_records, 4),
                "drift": round(watched.drift / watched.pages_with_records, 4),
            }
        for stat, value in values.items():
            self._stats.set_value(f"treesim/key_tree/{seen.name}/{stat}", value)
        if seen.records and watched.pages_with_records >= ENOUGH_PAGES:
            self._warn_of_drift(seen.name, watched)

    def finish(self) -> None:
        """Warn of drift not yet reported and of key trees without records, at the crawl's end."""
        for name, watched in self._watched.items():
            if watched.pages_with_records:
                self._warn_of_drift(name, watched)
            elif watched.pages:
                logger.warning(
                    "the key tree %s no longer holds: no record on any of %d pages; "
                    "make it anew with scrapy treesim keytree",
                    name,
                    watched.pages,
                )

    def _warn_of_drift(self, name: str, watched: Watched) -> None:
        drift = watched.drift / watched.pages_with_records
        if drift < MUCH_DRIFT or watched.warned:
            return
        watched.warned = True
        logger.warning(
            "the key tree %s no longer holds: its records, found by their texts and images, lie "
            "%.2f from its examples on %d pages; add an example with scrapy treesim keytree",
            name,
            drift,
            watched.pages_with_records,
        )


LABEL_ANEW: Final = "give an example of how it is now to scrapy treesim label"
MEGABYTE: Final = 1_000_000
MAX_NAMED: Final = 10
"""Largest number of templates without labels named in a message."""


class TemplateWatch:
    """Stats of ``treesim/template/``, warnings of drift, and the store of unmatched pages."""

    def __init__(self, settings: TreesimSettings, stats: StatsCollector) -> None:
        self._stats = stats
        self._count = stats.inc_value
        self._drift = DriftWatch(settings.options.templates)
        self._by_id = {template.id: template for template in settings.options.templates}
        self._worst: dict[str, float] = {}
        self._failed = False
        self._warned_sites: set[str] = set()
        self._sites = {template.site for template in settings.options.templates if template.site}
        self._unlabelled: dict[str, int] = {}
        self._labelled_sites: set[str] = set()
        """Sites with rows so far."""
        self._reported: set[tuple[str, str]] = set()
        """Pairs of a template and its fall that were logged."""
        self._lost: dict[str, set[str]] = {}
        """Missing fields by template; pages without them are stored."""
        self._pending: PendingStore | None = None
        if settings.templates_pending is not None:
            try:
                most = settings.templates_pending_max_mb * MEGABYTE
                self._pending = PendingStore(settings.templates_pending, max_bytes=most)
            except PendingStoreError as error:
                setting = f"TREESIM_TEMPLATES_PENDING = {str(settings.templates_pending)!r}"
                raise SettingError(f"{setting} cannot be used: {error}") from None

    def add(self, response: Response, seen: TemplateSeen) -> None:
        """Count one page; a page of no template is in the file on return."""
        if not 200 <= response.status < 300:
            return
        if seen.template:
            self._count("treesim/template/matched")
            self._count(f"treesim/template/matched/{seen.template}")
            template = self._by_id[seen.template]
            fallen = self._drift.matched(template, response.url, seen.confidence, seen.fields)
            if not template.fields:
                self._count("treesim/template/unlabelled")
                self._unlabelled[template.id] = self._unlabelled.get(template.id, 0) + 1
            elif seen.fields:
                self._labelled_sites.add(template.site)
                if self._pending is not None:
                    # To recognize the fields in another design of the page.
                    with self._storing(self._pending, response.url):
                        self._pending.seen.remember(response.url, seen.template, seen.fields)
            if not self._lost.get(template.id, set()) <= seen.fields.keys():
                self._keep(response)
        else:
            if self._by_id:
                self._count("treesim/template/unmatched")
            candidates = [self._by_id[template_id] for template_id in seen.candidates]
            fallen = self._drift.unmatched(candidates, response.url)
            self._keep(response)
        for drift in fallen:
            self._report(drift)
        if seen.candidates:
            site = site_of(response.url)
            template_site = site if site in self._sites else ""
            if fall := self._drift.site(template_site, bool(seen.template)):
                self._report_site(fall)

    def finish(self) -> None:
        """Report sites, missing fields and pages without rows; close the file of pages."""
        for site, is_reported in self._drift.sites():
            stat = f"treesim/template/unmatched_share/{site.template or 'any'}"
            self._stats.set_value(stat, round(1 - site.share, 4))
            if not is_reported:
                self._report_site(site)
        for template in self._by_id.values():
            self._report_missing(self._drift.missing(template))
        self._report_unlabelled()
        if self._pending is not None:
            self._pending.close()
            self._pending = None

    def _keep(self, response: Response) -> None:
        if self._pending is None:
            return
        header = (response.headers.get("Content-Type") or b"").decode("latin-1")
        with self._storing(self._pending, response.url):
            added = self._pending.add(response.url, response.body, charset(header))
            stat = "treesim/template/pending" if added.stored else "treesim/template/pending_known"
            self._count(stat)
            if added.dropped:
                self._count("treesim/template/pending_dropped", added.dropped)

    @contextmanager
    def _storing(self, store: PendingStore, url: str) -> Iterator[None]:
        """Count failures of the store, and log the first."""
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            self._count("treesim/template/pending_failed")
            if not self._failed:
                logger.error(
                    "treesim could not keep %s in %s: %s (further failures are only counted)",
                    url,
                    store.path,
                    error,
                )
                # A crawl waits only once for a locked file.
                store.hurry()
            self._failed = True

    def _note(self, drift: Drift) -> None:
        """Put the worst fall of a template and of a field of it into the stats."""
        names = [drift.template, f"{drift.template}/{drift.field}"]
        for name in names if drift.field else names[:1]:
            worst = self._worst[name] = max(self._worst.get(name, 0.0), drift.fall)
            self._stats.set_value(f"treesim/template/drift/{name}", round(worst, 4))

    def _report(self, drift: Drift) -> None:
        """Count a fall; log the first of a template."""
        if drift.field:
            self._lost.setdefault(drift.template, set()).add(drift.field)
        first = drift.template not in self._worst
        self._note(drift)
        # After a warning about a whole site, one about its next template is nothing new.
        is_known = drift.what == MATCHES and self._by_id[drift.template].site in self._warned_sites
        if first and not is_known:
            self._reported.add((drift.template, drift.what))
            logger.warning(
                "the template %s no longer fits: %s of the last %d pages %s, %.0f %% were to be"
                " expected; %s",
                drift.template,
                f"{drift.share:.0%}".replace("%", " %"),
                drift.pages,
                _description(drift.what),
                100 * drift.expected,
                self._remedy(drift.what),
            )

    def _report_missing(self, fields: list[Drift]) -> None:
        """Warn of a template's fields found on far fewer pages than expected."""
        for drift in fields:
            self._note(drift)
        lines = [
            f"{drift.field} on {round(drift.share * drift.pages)} of {drift.pages} pages"
            f" ({round(drift.expected * drift.pages)} were to be expected)"
            for drift in fields
            if (drift.template, drift.what) not in self._reported
        ]
        if lines:
            logger.warning(
                "the template %s found %s; %s", fields[0].template, listed(lines), LABEL_ANEW
            )

    def _remedy(self, what: str) -> str:
        is_field = what.startswith(FIELD)
        if self._pending is None or what == CONFIDENCE:
            anew = "learn it anew with scrapy treesim learn"
            return LABEL_ANEW if is_field else anew
        command = "label" if is_field else "learn"
        return f"such pages are kept: scrapy treesim {command} --pending {self._pending.path}"

    def _report_site(self, site: Drift) -> None:
        self._warned_sites.add(site.template)
        if self._pending is None:
            remedy = "keep them with TREESIM_TEMPLATES_PENDING and learn from them"
        else:
            remedy = f"they are kept: scrapy treesim learn --pending {self._pending.path}"
        logger.warning(
            "%d of %d pages%s match no template and give no row: they may look otherwise than when"
            " the templates were learned; %s",
            site.pages - round(site.share * site.pages),
            site.pages,
            f" of {site.template}" if site.template else "",
            remedy,
        )

    def _report_unlabelled(self) -> None:
        # If a site has rows, its other templates are not needed: lists, mostly.
        silent = [
            pair
            for pair in self._unlabelled.items()
            if self._by_id[pair[0]].site not in self._labelled_sites
        ]
        if not silent:
            return
        most = sorted(silent, key=lambda pair: -pair[1])
        named = ", ".join(f"{id} ({counted(pages, 'page')})" for id, pages in most[:MAX_NAMED])
        more = len(most) - MAX_NAMED
        logger.warning(
            "%s gave no row, for no field of the template is labelled: %s%s; label with scrapy"
            " treesim label",
            counted(sum(pages for _, pages in silent), "page"),
            named,
            f" and {counted(more, 'template')} more" if more > 0 else "",
        )


def _description(what: str) -> str:
    if what == MATCHES:
        return "with addresses like its own match it"
    if what == CONFIDENCE:
        return "match it as surely as those it was learned from"
    return f"have its {what}"
