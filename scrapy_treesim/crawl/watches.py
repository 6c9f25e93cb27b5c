"""Statistics of a crawl's key trees and templates, warnings, and the store for pages of none."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.corpus.saved_page import charset
from scrapy_treesim.corpus.site import site_of
from scrapy_treesim.crawl.settings import SettingError
from scrapy_treesim.records.by_example.sighting import MUCH_DRIFT
from scrapy_treesim.templates.drift import CONFIDENCE, FIELD, MATCHES, Drift, DriftWatch
from scrapy_treesim.templates.store.pending import PendingStore, PendingStoreError
from scrapy_treesim.wording import counted, listed

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from scrapy_treesim.crawl.reader import KeyTreeSeen, TemplateSeen
    from scrapy_treesim.crawl.settings import TreesimSettings

logger = logging.getLogger(__name__)

ENOUGH_PAGES: Final = 3
"""Pages with records from which on drift is told of during the crawl."""


@dataclass(slots=True)
class Watched:
    """One key tree's pages so far."""

    pages: int = 0
    found: int = 0
    """Pages with records."""
    records: int = 0
    similarity: float = 0.0
    """Sum of the means of pages with records."""
    drift: float = 0.0
    warned: bool = False


class KeyTreeWatch:
    """Keeps the stats of ``treesim/key_tree/`` and warns once of each key tree."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._watched: dict[str, Watched] = {}

    def add(self, one: KeyTreeSeen) -> None:
        """Note what a key tree found on one page."""
        watched = self._watched.setdefault(one.name, Watched())
        watched.pages += 1
        if one.records:
            watched.found += 1
            watched.records += one.records
            watched.similarity += one.similarity
            watched.drift += one.drift
        told: dict[str, float] = {"pages": watched.pages}
        if watched.found:
            told |= {
                "pages_with_records": watched.found,
                "records": watched.records,
                "similarity": round(watched.similarity / watched.found, 4),
                "drift": round(watched.drift / watched.found, 4),
            }
        for stat, value in told.items():
            self._stats.set_value(f"treesim/key_tree/{one.name}/{stat}", value)
        if one.records and watched.found >= ENOUGH_PAGES:
            self._warn_of_drift(one.name, watched)

    def finish(self) -> None:
        """At the end of the crawl, warn of what was on too few pages to be told before."""
        for name, watched in self._watched.items():
            if watched.found:
                self._warn_of_drift(name, watched)
            elif watched.pages:
                logger.warning(
                    "the key tree %s no longer holds: no record on any of %d pages; "
                    "make it anew with scrapy treesim keytree",
                    name,
                    watched.pages,
                )

    def _warn_of_drift(self, name: str, watched: Watched) -> None:
        drift = watched.drift / watched.found
        if drift < MUCH_DRIFT or watched.warned:
            return
        watched.warned = True
        logger.warning(
            "the key tree %s no longer holds: its records, found by their texts and images, lie "
            "%.2f from its examples on %d pages; add an example with scrapy treesim keytree",
            name,
            drift,
            watched.found,
        )


LABEL_ANEW: Final = "give an example of how it is now to scrapy treesim label"
MEGABYTE: Final = 1_000_000
MAX_NAMED: Final = 10
"""Templates without labels that a message names."""


class TemplateWatch:
    """Keeps the stats of ``treesim/template/``, warns of drift, gathers pages of no template."""

    def __init__(self, settings: TreesimSettings, stats: StatsCollector) -> None:
        self._stats = stats
        self._count = stats.inc_value
        self._drift = DriftWatch(settings.wanted.templates)
        self._by_id = {one.id: one for one in settings.wanted.templates}
        self._worst: dict[str, float] = {}
        self._failed = False
        self._told_sites: set[str] = set()
        self._own_sites = {one.site for one in settings.wanted.templates if one.site}
        self._unlabelled: dict[str, int] = {}
        self._labelled_sites: set[str] = set()
        """Sites that gave rows."""
        self._told: set[tuple[str, str]] = set()
        """By template, what the log was told has fallen."""
        self._lost: dict[str, set[str]] = {}
        """By template, the fields that are no longer found; pages without them are kept."""
        self._pending: PendingStore | None = None
        if settings.templates_pending is not None:
            try:
                self._pending = PendingStore(
                    settings.templates_pending,
                    max_bytes=settings.templates_pending_max_mb * MEGABYTE,
                )
            except PendingStoreError as error:
                path = str(settings.templates_pending)
                raise SettingError(
                    f"TREESIM_TEMPLATES_PENDING = {path!r} cannot be used: {error}"
                ) from None

    def add(self, response: Response, seen: TemplateSeen) -> None:
        """Note one page; a page of no template is in the file when this returns."""
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
                    # To know the fields again on another design of the page.
                    with self._storing(self._pending, response.url):
                        self._pending.seen.remember(response.url, seen.template, seen.fields)
            if not self._lost.get(template.id, set()) <= seen.fields.keys():
                self._keep(response)
        else:
            if self._by_id:
                self._count("treesim/template/unmatched")
            candidates = [self._by_id[one] for one in seen.candidates]
            fallen = self._drift.unmatched(candidates, response.url)
            self._keep(response)
        for one in fallen:
            self._tell(one)
        if seen.candidates:
            site = site_of(response.url)
            own = site if site in self._own_sites else ""
            if fall := self._drift.site(own, bool(seen.template)):
                self._tell_site(fall)

    def finish(self) -> None:
        """Tell of sites, lost fields and pages without rows; close the file of pages."""
        for site, was_told in self._drift.sites():
            stat = f"treesim/template/unmatched_share/{site.template or 'any'}"
            self._stats.set_value(stat, round(1 - site.share, 4))
            if not was_told:
                self._tell_site(site)
        for template in self._by_id.values():
            self._tell_missing(self._drift.missing(template))
        self._tell_unlabelled()
        if self._pending is not None:
            self._pending.close()
            self._pending = None

    def _keep(self, response: Response) -> None:
        if self._pending is None:
            return
        header = (response.headers.get("Content-Type") or b"").decode("latin-1")
        with self._storing(self._pending, response.url):
            added = self._pending.add(response.url, response.body, charset(header))
            is_new = added.stored
            self._count("treesim/template/pending" if is_new else "treesim/template/pending_known")
            if added.dropped:
                self._count("treesim/template/pending_dropped", added.dropped)

    @contextmanager
    def _storing(self, store: PendingStore, url: str) -> Iterator[None]:
        """Count what the store fails with, and tell of it the first time."""
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            self._count("treesim/template/pending_failed")
            if not self._failed:
                logger.error(
                    "treesim could not keep %s in %s: %s (of others only the number will be told)",
                    url,
                    store.path,
                    error,
                )
                # A crawl does not wait again for what kept the file locked.
                store.hurry()
            self._failed = True

    def _note(self, drift: Drift) -> None:
        """Put the worst fall of a template, and of a field of it, into the stats."""
        names = [drift.template, f"{drift.template}/{drift.field}"]
        for name in names if drift.field else names[:1]:
            worst = self._worst[name] = max(self._worst.get(name, 0.0), drift.fall)
            self._stats.set_value(f"treesim/template/drift/{name}", round(worst, 4))

    def _tell(self, drift: Drift) -> None:
        """Count a fall; the log has the first of a template."""
        if drift.field:
            self._lost.setdefault(drift.template, set()).add(drift.field)
        first = drift.template not in self._worst
        self._note(drift)
        # Of a site that was told of as a whole nothing new is said by the next template.
        is_said = drift.what == MATCHES and self._by_id[drift.template].site in self._told_sites
        if first and not is_said:
            self._told.add((drift.template, drift.what))
            logger.warning(
                "the template %s no longer fits: %s of the last %d pages %s, %.0f %% were to be"
                " expected; %s",
                drift.template,
                f"{drift.share:.0%}".replace("%", " %"),
                drift.pages,
                _said(drift.what),
                100 * drift.expected,
                self._remedy(drift.what),
            )

    def _tell_missing(self, fields: list[Drift]) -> None:
        """Name a template's fields that came out on far fewer pages than expected."""
        for one in fields:
            self._note(one)
        said = [
            f"{one.field} on {round(one.share * one.pages)} of {one.pages} pages"
            f" ({round(one.expected * one.pages)} were to be expected)"
            for one in fields
            if (one.template, one.what) not in self._told
        ]
        if said:
            logger.warning(
                "the template %s found %s; %s", fields[0].template, listed(said), LABEL_ANEW
            )

    def _remedy(self, what: str) -> str:
        is_field = what.startswith(FIELD)
        if self._pending is None or what == CONFIDENCE:
            anew = "learn it anew with scrapy treesim learn"
            return LABEL_ANEW if is_field else anew
        command = "label" if is_field else "learn"
        return f"such pages are kept: scrapy treesim {command} --pending {self._pending.path}"

    def _tell_site(self, site: Drift) -> None:
        self._told_sites.add(site.template)
        if self._pending is None:
            kept = "keep them with TREESIM_TEMPLATES_PENDING and learn from them"
        else:
            kept = f"they are kept: scrapy treesim learn --pending {self._pending.path}"
        logger.warning(
            "%d of %d pages%s match no template and give no row: they may look otherwise than when"
            " the templates were learned; %s",
            site.pages - round(site.share * site.pages),
            site.pages,
            f" of {site.template}" if site.template else "",
            kept,
        )

    def _tell_unlabelled(self) -> None:
        # Where a site gives rows, its other templates are not wanted: lists, mostly.
        silent = [
            one
            for one in self._unlabelled.items()
            if self._by_id[one[0]].site not in self._labelled_sites
        ]
        if not silent:
            return
        most = sorted(silent, key=lambda one: -one[1])
        named = ", ".join(f"{id} ({counted(pages, 'page')})" for id, pages in most[:MAX_NAMED])
        more = len(most) - MAX_NAMED
        logger.warning(
            "%s gave no row, for no field of the template is labelled: %s%s; label with scrapy"
            " treesim label",
            counted(sum(pages for _, pages in silent), "page"),
            named,
            f" and {counted(more, 'template')} more" if more > 0 else "",
        )


def _said(what: str) -> str:
    if what == MATCHES:
        return "with addresses like its own match it"
    if what == CONFIDENCE:
        return "match it as surely as those it was learned from"
    return f"have its {what}"
