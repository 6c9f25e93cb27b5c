"""The kinds of findings, the options to find them by, and their items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article import Learned, Method, article
from scrapy_treesim.article.stories import stories_of
from scrapy_treesim.comments import LearnedThread, comments
from scrapy_treesim.comments import Method as CommentsMethod
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.findings.as_items import (
    OF_RECORDS_ALONE,
    items_of,
    record_items,
    record_rows,
    template_rows,
)
from scrapy_treesim.items import (
    ArticleItem,
    CommentItem,
    DetailItem,
    Finding,
    RecordItem,
    SomeItem,
    TemplateItem,
    default_fields,
)
from scrapy_treesim.kind import roles
from scrapy_treesim.kind.page_kind import UNKNOWN, PageKind, kind_of
from scrapy_treesim.reading.declared.plain import declared
from scrapy_treesim.records import records
from scrapy_treesim.records.extract import Method as RecordsMethod
from scrapy_treesim.records.over_pages.region_key import numbered, shortened_key
from scrapy_treesim.records.regions.extract import Ranked
from scrapy_treesim.records.table.columns import table_of
from scrapy_treesim.records.table.json_columns import completed
from scrapy_treesim.records.table.named_fields import with_fields
from scrapy_treesim.templates.by_example.key_tree import THRESHOLD, KeyTree, similar
from scrapy_treesim.templates.by_example.key_trees import KeyTrees, NamedKeyTree
from scrapy_treesim.templates.by_example.sighting import Sighting, find_records, learn_key_tree
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import extracted, within

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records import Record
    from scrapy_treesim.records.over_pages.memory import SiteMemory
    from scrapy_treesim.records.table.columns import Table
    from scrapy_treesim.records.table.named_fields import FieldNodes
    from scrapy_treesim.templates.template import Template, TemplateMatch


@dataclass(frozen=True, slots=True)
class Similar:
    """Examples of a record, and the least similarity to them."""

    examples: tuple[str, ...] = ()
    """CSS, XPath or HTML."""
    threshold: float = THRESHOLD
    measure: str = "free"
    values: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()
    """Records by their values, instead of examples: of each the pairs of a field and its texts."""
    key: KeyTree | None = None
    """Key tree of the values on a saved page; without one each page is searched for them."""


@dataclass(frozen=True, slots=True)
class FindingOptions:
    """Kinds of findings wanted of a page, with the methods to find them."""

    kinds: tuple[str, ...] = field(default_factory=lambda: tuple(KINDS))
    article: Method = field(default_factory=Learned)
    records: RecordsMethod = field(default_factory=Ranked)
    comments: CommentsMethod = field(default_factory=LearnedThread)
    similar: Similar | None = None
    """Examples to find records by."""
    schemas: tuple[type, ...] = ()
    """Classes of one's own to fill, beside the kinds."""
    key_trees: KeyTrees = field(default_factory=KeyTrees)
    """Key trees to find records by, on pages that they are for."""
    key_tree: str = ""
    """Name of the key tree to use on all pages; empty for none."""
    seen: Callable[[NamedKeyTree, Sighting], None] | None = None
    """Function to call with all findings of a key tree."""
    article_fields: frozenset[str] = default_fields(ArticleItem)
    """Fields of the items, so that only these are made; likewise below."""
    detail_fields: frozenset[str] = default_fields(DetailItem)
    records_fields: frozenset[str] = default_fields(RecordItem)
    comments_fields: frozenset[str] = default_fields(CommentItem)
    identities: bool = False
    """True if records are compared with those of other pages."""
    rows: bool = False
    """True if records become rows of columns, template pages of all fields."""
    templates: Templates = field(default_factory=Templates)
    """Templates to match pages with; empty for none."""
    template_min_confidence: float = 0.0
    """Lowest similarity of a page to a template, whatever the template's own threshold."""
    emit: str = "main"
    """Findings that become items: those with the role ``main``, or ``all``."""
    page_kind: PageKind | None = None
    """Kind of the page, if it is known already."""
    memory: SiteMemory | None = None
    """Memory of the columns of its site's lists, which learns those of the page."""
    matched: Callable[[Sequence[Template], TemplateMatch | None], None] | None = None
    """Function to call with a page's possible templates, the most similar first, and its match."""

    def emits(self, role: roles.Role) -> bool:
        """Tell whether a finding with this role becomes items."""
        return role.is_main or self.emit == "all"


IF_EXPECTED: Final = 1 / 3
"""Share of the least confidence that is enough for the records of a list. Set by hand; with the
whole of it 17 of 639 labelled lists lose their records."""


def expecting(method: RecordsMethod, kind: PageKind) -> RecordsMethod:
    """Return the method for a page of this kind: on a list less confidence is enough."""
    if kind.kind == "list" and isinstance(method, Ranked):
        return replace(method, min_confidence=method.min_confidence * IF_EXPECTED)
    return method


def with_role(items: Iterable[SomeItem], role: roles.Role, kind: PageKind) -> Iterator[SomeItem]:
    """Yield the items, with their role and the kind of their page."""
    for item in items:
        item.role = role.role
        item.page_kind = None if kind is UNKNOWN else kind.kind
        yield item


def _article(page: Page, options: FindingOptions) -> Iterator[Finding]:
    kind = options.page_kind or kind_of(page)
    role = roles.article_role(kind)
    if options.emits(role):
        main_text = article(page, method=options.article)
        stories = main_text.stories if main_text and options.emits(roles.FURTHER_STORY) else ()
        for text, of_text in (
            (main_text, role),
            *((story, roles.FURTHER_STORY) for story in stories),
        ):
            items = items_of(ArticleItem, [text], page.url, options.article_fields)
            yield from with_role(items, of_text, kind)


def _detail(page: Page, options: FindingOptions) -> Iterator[Finding]:
    kind = options.page_kind or kind_of(page)
    role = roles.detail_role(kind)
    # On a page of an unknown kind there is no evidence that it is about one thing.
    if options.emits(role) and kind is not UNKNOWN and not page.is_oversized:
        result = detail(page)
        if result is not None and result.sources:
            if "declared" in options.detail_fields:
                result.declared = declared(page)
            items = items_of(DetailItem, [result], page.url, options.detail_fields)
            yield from with_role(items, role, kind)


MAX_RECORDS: Final = 10_000
"""Largest number of records read from a page."""


def _records(page: Page, options: FindingOptions) -> Iterator[Finding]:
    kind = options.page_kind or kind_of(page)
    remaining = MAX_RECORDS
    for index, listed in enumerate(_lists(page, kind, options)):
        if not remaining or not options.emits(listed.role):
            continue
        selected = listed.records[:remaining]
        remaining -= len(selected)
        if options.rows:
            table = _table(page, listed, selected, options.memory)
            yield from record_rows(selected, page.url, index, table, listed.key)
        else:
            is_aligned = not options.records_fields <= OF_RECORDS_ALONE
            items = record_items(
                selected,
                page.url,
                index,
                _table(page, listed, selected, options.memory) if is_aligned else None,
                listed.key,
                selected=options.records_fields,
                identities=options.identities,
            )
            yield from with_role(items, listed.role, kind)


class _List(NamedTuple):
    """Records of one table."""

    key: str
    records: Sequence[Record]
    role: roles.Role
    name: str
    """The name of the list in site memory."""
    fields: Sequence[FieldNodes] = ()
    """The fields that its example names."""


def _table(
    page: Page, listed: _List, records: Sequence[Record], memory: SiteMemory | None
) -> Table:
    """Return the records in columns, named by the memory, which learns them."""
    if records and not records[0].nodes:
        # What is no part of a tree came with its table.
        return records[0]._rows.table
    nodes = [record.nodes for record in records]
    table = table_of(page, nodes)
    if memory is not None:
        # Names that the memory gave would confirm themselves.
        memory.learn(page, listed.name, table.columns)
        saved = memory.columns(page, listed.name)
        table = table_of(page, nodes, saved) if saved else table
    table = completed(page, table)
    return with_fields(page, table, nodes, listed.fields) if listed.fields else table


LIKE_EXAMPLE: Final = roles.Role(roles.MAIN, "records like the example")


def _lists(page: Page, kind: PageKind, options: FindingOptions) -> Iterator[_List]:
    """Yield the lists of a page: by key trees, by examples, or all of them."""
    if key_trees := key_trees_for(options, page):
        for key_tree in key_trees:
            sighting = find_records(page, key_tree.key)
            if options.seen is not None:
                options.seen(key_tree, sighting)
            name = f"\n{key_tree.name}"
            yield _List(key_tree.name, sighting.records, LIKE_EXAMPLE, name, sighting.fields)
    elif options.similar:
        like = options.similar
        matches = similar(page, like.examples, threshold=like.threshold, measure=like.measure)
        key = shortened_key(" | ".join(like.examples))
        # Line breaks keep it apart from the keys of regions and the names of key trees.
        yield _List(key, matches, LIKE_EXAMPLE, f"\n\n{key}")
    elif options.emit == "all" or roles.has_main_list(kind):
        regions = records(page, method=expecting(options.records, kind))
        of_regions = roles.region_roles(page, kind, regions)
        if not any(map(options.emits, of_regions)):
            return
        keys = numbered(region.key for region in regions)
        for key, region, role in zip(keys, regions, of_regions, strict=True):
            yield _List(key, region.records, role, key)


def key_trees_for(options: FindingOptions, page: Page) -> list[NamedKeyTree]:
    """Return the key trees to find a page's records by: the requested one, its site's, or that of
    values.

    Raises:
        ExampleNotFound: this page does not have the values.
    """
    if options.key_tree:
        return [options.key_trees.by_name(options.key_tree)]
    like = options.similar
    trees = options.key_trees.for_url(page.url)
    if trees or like is None or not like.values:
        return trees
    return [NamedKeyTree("values", ("*",), like.key or key_tree_of(page, like))]


def key_tree_of(page: Page, like: Similar) -> KeyTree:
    """Return a key tree of the records with the values.

    Raises:
        ExampleNotFound: the page does not have them.
    """
    examples = [dict(pairs) for pairs in like.values]
    return learn_key_tree(page, examples, threshold=like.threshold, measure=like.measure)


def _comments(page: Page, options: FindingOptions) -> Iterator[Finding]:
    kind = options.page_kind or kind_of(page)
    role = roles.comments_role(kind)
    if options.emits(role):
        headings = [page.xpath(story.headline) for story in page.once(stories_of)]
        # A story is no post, although its comments are.
        posts = [
            post
            for post in comments(page, method=options.comments)
            if not any(heading.startswith(f"{post.xpath}/") for heading in headings)
        ]
        items = items_of(CommentItem, posts, page.url, options.comments_fields)
        yield from with_role(items, role, kind)


def _template(page: Page, options: FindingOptions) -> Iterator[Finding]:
    candidates = options.templates.ranked(page)
    best = within(candidates, options.template_min_confidence)
    match = extracted(*best, page) if best else None
    if options.matched is not None:
        options.matched([template for template, _ in candidates], match)
    if best and not best[0].fields:
        # An item of nothing would be a blank row.
        return iter(())
    if options.rows:
        return template_rows(match, page.url, options.templates.field_names)
    return items_of(TemplateItem, [match], page.url)


KINDS: Final[dict[str, Callable[[Page, FindingOptions], Iterator[Finding]]]] = {
    "article": _article,
    "detail": _detail,
    "records": _records,
    "comments": _comments,
    "template": _template,
}
"""Functions for each kind of finding of a page.

The names are used in settings, in items' ``kind``, in feeds, folders and stats: a plural is a kind
with several findings on a page.
"""
