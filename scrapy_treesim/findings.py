"""The kinds of findings, the options to find them by, and their items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article import Learned, Method, article
from scrapy_treesim.comments import LearnedThread, comments
from scrapy_treesim.comments import Method as CommentsMethod
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.items import (
    OF_RECORDS_ALONE,
    ArticleItem,
    CommentItem,
    DetailItem,
    Finding,
    RecordItem,
    SomeItem,
    article_items,
    comment_items,
    default_fields,
    detail_items,
    record_items,
    record_rows,
    template_items,
    template_rows,
)
from scrapy_treesim.kind.page_kind import UNKNOWN, PageKind, kind_of
from scrapy_treesim.kind.roles import (
    MAIN,
    Role,
    article_role,
    comments_role,
    detail_role,
    has_main_list,
    region_roles,
)
from scrapy_treesim.reading.declared.plain import declared
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
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.regions.extract import Ranked
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import extracted, within

if TYPE_CHECKING:
    from scrapy_treesim.memory import SiteMemory
    from scrapy_treesim.page import Page
    from scrapy_treesim.records import Record
    from scrapy_treesim.records.table.columns import Table
    from scrapy_treesim.templates.template import Template, TemplateMatch


@dataclass(frozen=True, slots=True)
class Similar:
    """Examples of a record, and the similarity to them that makes one."""

    examples: tuple[str, ...]
    """CSS, XPath or HTML."""
    threshold: float = THRESHOLD
    measure: str = "free"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kinds of findings wanted of a page and the methods that find them."""

    kinds: tuple[str, ...] = field(default_factory=lambda: tuple(KINDS))
    article: Method = field(default_factory=Learned)
    records: RecordsMethod = field(default_factory=Ranked)
    comments: CommentsMethod = field(default_factory=LearnedThread)
    similar: Similar | None = None
    """Examples by which records are found."""
    key_trees: KeyTrees = field(default_factory=KeyTrees)
    """On pages that one of these is for, records are found by it."""
    key_tree: str = ""
    """The name of the one to use, whatever it is for; none where it is empty."""
    seen: Callable[[NamedKeyTree, Sighting], None] | None = None
    """Function that is called with all that a key tree finds."""
    article_fields: frozenset[str] = default_fields(ArticleItem)
    """The fields that items carry, and so are made; likewise below."""
    detail_fields: frozenset[str] = default_fields(DetailItem)
    records_fields: frozenset[str] = default_fields(RecordItem)
    comments_fields: frozenset[str] = default_fields(CommentItem)
    identities: bool = False
    """True if records are compared with those of other pages."""
    rows: bool = False
    """True if records become rows of columns, template pages of all fields."""
    templates: Templates = field(default_factory=Templates)
    """Templates to match pages with; without any no page is of one."""
    template_min_confidence: float = 0.0
    """A page less like a template than this is not of it, whatever the template itself says."""
    emit: str = "main"
    """The findings that become items: those whose role is ``main``, or ``all``."""
    page_kind: PageKind | None = None
    """Kind of the page, where it has been told already."""
    memory: SiteMemory | None = None
    """Memory of the columns of its site's lists, which learns those of the page."""
    matched: Callable[[Sequence[Template], TemplateMatch | None], None] | None = None
    """Called with the templates that each page may be of, the most similar first, and its match."""

    def emits(self, role: Role) -> bool:
        """Tell whether a finding of that role becomes items."""
        return role.is_main or self.emit == "all"


IF_EXPECTED: Final = 1 / 3
"""The part of the least confidence that is enough for the records of a list. Set by hand; with the
whole of it 17 of 639 labelled lists lose their records."""


def expecting(method: RecordsMethod, kind: PageKind) -> RecordsMethod:
    """The method as it is on a page of that kind: on a list less confidence is enough."""
    if kind.kind == "list" and isinstance(method, Ranked):
        return replace(method, min_confidence=method.min_confidence * IF_EXPECTED)
    return method


def with_role(items: Iterable[SomeItem], role: Role, kind: PageKind) -> Iterator[SomeItem]:
    """The items, with their role and the kind of their page."""
    for item in items:
        item.role = role.role
        item.page_kind = None if kind is UNKNOWN else kind.kind
        yield item


def _article(page: Page, wanted: Wanted) -> Iterator[Finding]:
    kind = wanted.page_kind or kind_of(page)
    role = article_role(kind)
    if wanted.emits(role):
        found = article(page, method=wanted.article)
        yield from with_role(article_items(found, page.url, wanted.article_fields), role, kind)


def _detail(page: Page, wanted: Wanted) -> Iterator[Finding]:
    kind = wanted.page_kind or kind_of(page)
    role = detail_role(kind)
    # Of a page whose kind cannot be told it cannot be told either that it is about one thing.
    if wanted.emits(role) and kind is not UNKNOWN and not page.is_oversized:
        found = detail(page)
        if found is not None and found.sources:
            if "declared" in wanted.detail_fields:
                found.declared = declared(page)
            yield from with_role(detail_items(found, page.url, wanted.detail_fields), role, kind)


MAX_RECORDS: Final = 10_000
"""Records of a page that are read."""


def _records(page: Page, wanted: Wanted) -> Iterator[Finding]:
    kind = wanted.page_kind or kind_of(page)
    left = MAX_RECORDS
    for place, one in enumerate(_lists(page, kind, wanted)):
        if not left or not wanted.emits(one.role):
            continue
        found = one.records[:left]
        left -= len(found)
        if wanted.rows:
            table = _table(page, one, found, wanted.memory)
            yield from record_rows(found, page.url, place, table, one.key)
        else:
            is_aligned = not wanted.records_fields <= OF_RECORDS_ALONE
            items = record_items(
                found,
                page.url,
                place,
                _table(page, one, found, wanted.memory) if is_aligned else None,
                one.key,
                selected=wanted.records_fields,
                identities=wanted.identities,
            )
            yield from with_role(items, one.role, kind)


class _List(NamedTuple):
    """Records that make one table."""

    key: str
    records: Sequence[Record]
    role: Role
    name: str
    """The name of the list in site memory."""


def _table(page: Page, one: _List, records: Sequence[Record], memory: SiteMemory | None) -> Table:
    """The records in columns that have their names from the memory, which learns them."""
    nodes = [record.nodes for record in records]
    if memory is None:
        return table_of(page, nodes)
    table = table_of(page, nodes)
    # Names that the memory gave would confirm themselves.
    memory.learn(page, one.name, table.columns)
    saved = memory.columns(page, one.name)
    return table_of(page, nodes, saved) if saved else table


LIKE_EXAMPLE: Final = Role(MAIN, "records like the example")


def _lists(page: Page, kind: PageKind, wanted: Wanted) -> Iterator[_List]:
    """The lists of a page: by key trees, by examples, or all that there are."""
    if key_trees := wanted_key_trees(wanted, page.url):
        for one in key_trees:
            sighting = find_records(page, one.key)
            if wanted.seen is not None:
                wanted.seen(one, sighting)
            yield _List(one.name, sighting.records, LIKE_EXAMPLE, f"\n{one.name}")
    elif wanted.similar:
        like = wanted.similar
        found = similar(page, like.examples, threshold=like.threshold, measure=like.measure)
        key = shortened_key(" | ".join(like.examples))
        # Line breaks keep it apart from the keys of regions and the names of key trees.
        yield _List(key, found, LIKE_EXAMPLE, f"\n\n{key}")
    elif wanted.emit == "all" or has_main_list(kind):
        regions = records(page, method=expecting(wanted.records, kind))
        of_regions = region_roles(page, kind, regions)
        if not any(map(wanted.emits, of_regions)):
            return
        keys = numbered(region.key for region in regions)
        for key, region, role in zip(keys, regions, of_regions, strict=True):
            yield _List(key, region.records, role, key)


def wanted_key_trees(wanted: Wanted, url: str) -> list[NamedKeyTree]:
    """The key trees to find a page's records by.

    Raises:
        LookupError: there is none of the name that is asked for.
    """
    if wanted.key_tree:
        return [wanted.key_trees.by_name(wanted.key_tree)]
    return wanted.key_trees.for_url(url)


def _comments(page: Page, wanted: Wanted) -> Iterator[Finding]:
    kind = wanted.page_kind or kind_of(page)
    role = comments_role(kind)
    if wanted.emits(role):
        found = comments(page, method=wanted.comments)
        yield from with_role(comment_items(found, page.url, wanted.comments_fields), role, kind)


def _template(page: Page, wanted: Wanted) -> Iterator[Finding]:
    candidates = wanted.templates.ranked(page)
    found = within(candidates, wanted.template_min_confidence)
    match = extracted(*found, page) if found else None
    if wanted.matched is not None:
        wanted.matched([one for one, _ in candidates], match)
    if found and not found[0].fields:
        # An item of nothing would be a blank row.
        return iter(())
    if wanted.rows:
        return template_rows(match, page.url, wanted.templates.field_names)
    return template_items(match, page.url)


KINDS: Final[dict[str, Callable[[Page, Wanted], Iterator[Finding]]]] = {
    "article": _article,
    "detail": _detail,
    "records": _records,
    "comments": _comments,
    "template": _template,
}
"""Functions that make each kind of finding of a page.

These names are those of the settings, of items' ``kind``, of feeds, folders and stats: a plural is
a kind of which a page may have several.
"""
