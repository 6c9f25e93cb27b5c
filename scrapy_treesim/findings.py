"""The kinds of findings, the options to find them by, and their items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import Learned, Method, SiteMemory, article
from scrapy_treesim.comments import Anchored, comments
from scrapy_treesim.comments import Method as CommentsMethod
from scrapy_treesim.items import (
    Finding,
    article_items,
    comment_items,
    record_items,
    record_rows,
    template_items,
    template_rows,
)
from scrapy_treesim.records import (
    KeyTrees,
    NamedKeyTree,
    Sighting,
    find_records,
    records,
    similar,
)
from scrapy_treesim.records.by_example.key_tree import THRESHOLD
from scrapy_treesim.records.extract import Method as RecordsMethod
from scrapy_treesim.records.over_pages.region_key import numbered, shortened_key
from scrapy_treesim.records.over_pages.region_memory import KnownRegion, RegionMemory
from scrapy_treesim.regions.extract import Ranked
from scrapy_treesim.templates.match.match import extracted, within
from scrapy_treesim.templates.store.store import Templates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.records import Record
    from scrapy_treesim.templates.match.match import TemplateMatch
    from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kinds of findings wanted of a page and the methods that find them."""

    kinds: tuple[str, ...] = field(default_factory=lambda: tuple(KINDS))
    article: Method = field(default_factory=Learned)
    records: RecordsMethod = field(default_factory=Ranked)
    comments: CommentsMethod = field(default_factory=Anchored)
    similar: tuple[str, ...] = ()
    """Examples of a record (CSS, XPath or HTML); with any, records are found by key tree."""
    similar_threshold: float = THRESHOLD
    similar_measure: str = "free"
    key_trees: KeyTrees = field(default_factory=KeyTrees)
    """On pages that one of these is for, records are found by it."""
    key_tree: str = ""
    """The name of the one to use, whatever it is for; none where it is empty."""
    seen: Callable[[NamedKeyTree, Sighting], None] | None = None
    """What is told of all that a key tree finds."""
    records_fields: bool = True
    """Whether records are aligned in columns."""
    records_flat: bool = False
    """Whether a record becomes a row of its columns."""
    regions: RegionMemory | None = None
    """What the site's other pages taught of its regions; without it a page is read by itself."""
    templates: Templates = field(default_factory=Templates)
    """What pages are matched with; without any no page is of a template."""
    templates_min_confidence: float = 0.0
    """A page less like a template than this is not of it, whatever the template itself says."""
    templates_flat: bool = False
    """Whether what a template finds becomes a row of the fields of all templates."""
    matched: Callable[[Sequence[Template], TemplateMatch | None], None] | None = None
    """Called with the templates that each page may be of, the most similar first, and its match."""


def _article(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Finding]:
    return article_items(article(page, wanted.article, memory), page.url)


def _records(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Finding]:
    memory_of_regions = RegionMemory() if wanted.regions is None else wanted.regions
    lists = _lists(page, wanted, memory_of_regions)
    for place, (key, found, region) in enumerate(lists):
        if wanted.records_flat:
            yield from record_rows(found, page.url, place, region.table(page, found), key)
        else:
            table = region.table(page, found) if wanted.records_fields else None
            yield from record_items(found, page.url, place, table, key)


def _lists(
    page: Page, wanted: Wanted, memory: RegionMemory
) -> Iterator[tuple[str, Sequence[Record], KnownRegion]]:
    """The records that make one table each, with its key and what is known of it."""
    if key_trees := wanted_key_trees(wanted, page.url):
        for one in key_trees:
            sighting = find_records(page, one.key)
            if wanted.seen is not None:
                wanted.seen(one, sighting)
            yield one.name, sighting.records, memory.by_example(page, one.name)
    elif wanted.similar:
        found = similar(page, wanted.similar, wanted.similar_threshold, wanted.similar_measure)
        # The line break keeps it apart from the names of key trees.
        known = memory.by_example(page, "\n".join(("", *wanted.similar)))
        yield shortened_key(" | ".join(wanted.similar)), found, known
    else:
        regions = records(page, wanted.records)
        keys = numbered(region.key for region in regions)
        known_regions = memory.known(page, [region.records for region in regions], keys)
        for key, region, one_known in zip(keys, regions, known_regions, strict=True):
            yield key, region.records, one_known


def wanted_key_trees(wanted: Wanted, url: str) -> list[NamedKeyTree]:
    """The key trees to find a page's records by.

    Raises:
        LookupError: there is none of the name that is asked for.
    """
    if wanted.key_tree:
        return [wanted.key_trees.by_name(wanted.key_tree)]
    return wanted.key_trees.for_url(url)


def _comments(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Finding]:
    return comment_items(comments(page, wanted.comments), page.url)


def _template(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Finding]:
    candidates = wanted.templates.ranked(page)
    found = within(candidates, wanted.templates_min_confidence)
    match = extracted(*found, page) if found else None
    if wanted.matched is not None:
        wanted.matched([one for one, _ in candidates], match)
    if wanted.templates_flat:
        return template_rows(match, page.url, wanted.templates.field_names)
    return template_items(match, page.url)


KINDS: Final[dict[str, Callable[[Page, Wanted, SiteMemory | None], Iterator[Finding]]]] = {
    "article": _article,
    "records": _records,
    "comments": _comments,
    "template": _template,
}
"""How each kind of finding is made of a page, with what its site's other pages taught."""
