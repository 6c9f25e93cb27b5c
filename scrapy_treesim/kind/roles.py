"""The role of each finding on its page: main, or secondary.

One decision for all of them, by the kind of the page: a sure list is main whatever else the page
may be, and its rows are no article; comments are not records and not main text; posts of a thread
are comments; teasers are records of a list, not an article; on a page about one thing lists are of
other things.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.article.learned import scored_blocks
from scrapy_treesim.comments.signed import signed_posts
from scrapy_treesim.kind.page_kind import MIN_LIST, PageKind, kind_of, share_of_text
from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.records import records
from scrapy_treesim.records.regions.tables import rows_of_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.records import Region

MAIN: Final = "main"
SECONDARY: Final = "secondary"

MIN_ARTICLE: Final = 0.2
"""Lowest probability of an article, or of a page of no clear kind, for a main text: to miss an
article costs more than one too many. Chosen on dev pages."""
MIN_ON_THREAD: Final = 0.3
"""Lowest probability for a main text where a thread is likelier. Chosen on dev pages."""
MIN_UNITS: Final = 40
"""Least size of the main text of a page of no clear kind, in half words: forms have a line or two.
Set by hand."""
MIN_SIGNED: Final = 0.5
"""Lowest share of signed comments in a main text that is a talk page's. Set by hand."""
MIN_DISCUSSED: Final = 0.5
"""Lowest probability of a kind that may have comments: article, thread, detail. Set by hand."""
MIN_REGION: Final = 0.5
"""Lowest confidence of further main regions of a list. Set by hand."""
MIN_OF_FIRST: Final = 0.25
"""Lowest size of further main regions, as a share of the first region's text. Set by hand."""


class Role(NamedTuple):
    """Role of a finding on its page, and the reason.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> roles(f"<ul>{rows}</ul>").regions
    (Role(role='main', why='the first list of a list page'),)
    """

    role: str
    """``main`` or ``secondary``."""
    why: str
    """Reason for the role, in a few words."""

    @property
    def is_main(self) -> bool:
        """True for a finding that the page is for."""
        return self.role == MAIN


TEXT_OF_LIST: Final = Role(SECONDARY, "the page's text is the records of a sure list")

FURTHER_STORY: Final = Role(SECONDARY, "a further story, beside that of the page")

FACTS: Final = Role(SECONDARY, "without links it is facts of the page's declared thing")

IN_DATA_TABLE: Final = Role(MAIN, "a table of data on a page of no clear kind")

IN_JSON: Final = Role(MAIN, "the list that the page's JSON is for")

BESIDE_IN_JSON: Final = Role(SECONDARY, "a list beside what the page's JSON is for")


@dataclass(frozen=True, slots=True)
class PageRoles:
    """Kind of a page, and the roles of all its findings.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> roles(f"<ul>{rows}</ul>").comments.role
    'secondary'
    """

    kind: PageKind
    article: Role
    """Role of :func:`scrapy_treesim.article`."""
    comments: Role
    """Role of all of :func:`scrapy_treesim.comments`."""
    detail: Role
    """Role of :func:`scrapy_treesim.detail`."""
    regions: tuple[Role, ...]
    """Role of each region of :func:`scrapy_treesim.records`, in the same order."""

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "kind": self.kind.to_dict(),
            "article": self.article._asdict(),
            "comments": self.comments._asdict(),
            "detail": self.detail._asdict(),
            "regions": [role._asdict() for role in self.regions],
        }


def roles(page: Page | Source) -> PageRoles:
    """Decide on the roles of all findings of a page together: main or secondary.

    >>> cards = "".join(f"<li><a href=/{name}><img src=/{name}.jpg><h3>{name}</h3></a> <b>$2.50</b>"
    ...                 for name in "Apple Pear Plum Fig Quince Cherry Peach Grape".split())
    >>> result = roles(f"<title>Fruit</title><h1>Fruit</h1><ul>{cards}</ul>")
    >>> result.kind.kind, result.regions[0].role, result.article.role
    ('list', 'main', 'secondary')

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    kind = kind_of(page)
    return PageRoles(
        kind,
        article_role(kind),
        comments_role(kind),
        detail_role(kind),
        region_roles(page, kind, records(page)),
    )


def article_role(kind: PageKind) -> Role:
    """Return the role of a page's article."""
    if kind.has_sure_list:
        return TEXT_OF_LIST
    if kind.has_main_story:
        return Role(MAIN, "the story that the page's title is about")
    signed = kind._page.once(signed_posts)
    if signed and share_of_text(kind._page, signed) >= MIN_SIGNED:
        return Role(SECONDARY, "most of the text is signed comments")
    article, listed = kind.probabilities["article"], kind.probabilities["list"]
    probability = article + kind.probabilities["other"]
    least = MIN_ON_THREAD if kind.kind == "thread" else MIN_ARTICLE
    if probability >= least and (listed < MIN_LIST or article > listed):
        return _role_of_text(kind, probability)
    return Role(SECONDARY, f"the page is of the kind {kind.kind}, not an article")


def _role_of_text(kind: PageKind, probability: float) -> Role:
    scored = kind._page.once(scored_blocks)
    if kind.kind == "other" and scored and scored.size < MIN_UNITS:
        return Role(SECONDARY, "hardly any text on a page of no clear kind")
    if kind.kind in ("article", "other"):
        return Role(MAIN, f"text of a page of the kind {kind.kind}")
    return Role(MAIN, f"the page may be an article, or of no clear kind ({probability:.2f})")


def comments_role(kind: PageKind) -> Role:
    """Return the role of a page's comments."""
    if kind._page.once(signed_posts):
        return Role(MAIN, "the comments end with signatures")
    if kind.has_sure_list:
        return TEXT_OF_LIST
    probability = sum(kind.probabilities[name] for name in ("article", "thread", "detail"))
    if probability >= MIN_DISCUSSED:
        return Role(MAIN, f"the page is of a kind that may have comments ({probability:.2f})")
    return Role(SECONDARY, f"the page is hardly of a kind that has comments ({probability:.2f})")


def detail_role(kind: PageKind) -> Role:
    """Return the role of the one thing a page may be about."""
    if kind.has_main_thing:
        return Role(MAIN, "the page declares one main thing")
    listed = kind.probabilities["list"]
    if kind.kind == "detail" and (listed >= MIN_LIST or kind.has_sure_list):
        return Role(SECONDARY, f"the page may be a list, whose records are main ({listed:.2f})")
    if kind.kind == "detail":
        return Role(MAIN, "the page is about one thing")
    return Role(SECONDARY, f"the page is of the kind {kind.kind}, not about one thing")


def has_main_list(kind: PageKind) -> bool:
    """Tell whether any region of a page may be main."""
    is_list = kind.probabilities["list"] >= MIN_LIST and not kind.has_main_story
    return is_list or kind.has_sure_list or kind.kind == "other"


def _has_links(page: Page, region: Region) -> bool:
    """Tell whether most records of a region have links; others may be facts of a thing."""
    links, size = page.once(analysis_of).links, page.tree.size
    nodes = [record.nodes for record in region.records]
    linked = sum(any(links[node + size[node]] > links[node] for node in record) for record in nodes)
    return 2 * linked > len(nodes)


def _are_rows(page: Page, region: Region) -> bool:
    """Tell whether the records of a region are the rows of a data table with headers."""
    return bool(rows_of_tables(page, [record.nodes for record in region.records]))


def region_roles(page: Page, kind: PageKind, regions: Sequence[Region]) -> tuple[Role, ...]:
    """Return the role of each of a page's regions, given best first."""
    if kind._page.once(content_of) is not None:
        first = IN_JSON if kind.kind == "list" else BESIDE_IN_JSON
        return tuple(BESIDE_IN_JSON if index else first for index in range(len(regions)))
    if kind.has_main_thing and not all(linked := [_has_links(page, region) for region in regions]):
        decided_roles = iter(region_roles(page, kind, [*compress(regions, linked)]))
        return tuple(next(decided_roles) if has_links else FACTS for has_links in linked)
    is_list = kind.probabilities["list"] >= MIN_LIST or kind.has_sure_list
    if kind.has_main_story or not is_list:
        secondary = Role(SECONDARY, f"the page is {_why_no_list(kind)}")
        return tuple(
            IN_DATA_TABLE if kind.kind == "other" and _are_rows(page, region) else secondary
            for region in regions
        )
    return _roles_of_list(page, regions)


def _why_no_list(kind: PageKind) -> str:
    if kind.has_main_story:
        return "for the first of several stories"
    if kind.kind == "list":
        # The likeliest of five kinds may still be unlikely.
        return f"not surely a list ({kind.probabilities['list']:.2f})"
    return f"of the kind {kind.kind}, not a list"


def _roles_of_list(page: Page, regions: Sequence[Region]) -> tuple[Role, ...]:
    """Return the roles of the regions of a page that is a list: the first one in its main area is
    main, and others that are as large and sure."""
    sizes = [
        sum(page.tree.text_chars(node) for record in region.records for node in record.nodes)
        for region in regions
    ]
    beside = [page.once(analysis_of).cues[region.records[0].nodes[0]] != 0 for region in regions]
    first = 0
    if regions and beside[0] and regions[0].confidence < MIN_REGION and not all(beside):
        first = beside.index(False)
    roles: list[Role] = []
    for index, (region, size) in enumerate(zip(regions, sizes, strict=True)):
        if index == first:
            roles.append(Role(MAIN, "the first list of a list page"))
        elif beside[index]:
            roles.append(Role(SECONDARY, "it is beside the page's main area"))
        elif region.confidence < MIN_REGION or size < MIN_OF_FIRST * sizes[first]:
            roles.append(Role(SECONDARY, "it is smaller, or less sure, than the first list"))
        else:
            roles.append(Role(MAIN, "a further list of a list page"))
    return tuple(roles)
