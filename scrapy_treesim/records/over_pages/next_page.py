"""The link to a list's next page: what it says, where it stands, and where it leads.

No one sign is enough. ``rel="next"`` and the word "next" are on the next post of a blog and the
next chapter of a manual too; a number or an arrow is on calendars and carousels. So two signs of
different kinds must agree: one of the link (its words, ``rel``, an arrow or icon) and one of the
list (an address that is this page's with the next number, a row of page numbers, a pager by name).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag, urlsplit

from scrapy_treesim.page import Page, Source
from scrapy_treesim.records.over_pages.list_address import LONGEST, Leads, ListAddress, leads, like
from scrapy_treesim.records.over_pages.next_words import LONGEST as LABEL
from scrapy_treesim.records.over_pages.next_words import Says, label_says, name_says
from scrapy_treesim.records.over_pages.pager import Pager, pagers
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MOST: Final = 500
"""Links that say anything, and pagers, looked at of one page."""
NEAR: Final = 40
"""Nodes from a row of numbers to a link that belongs to it."""
NAMES: Final = 300
"""Characters of an element's class and id that are searched for a pager's name."""
ICONS: Final = 500
"""Characters of those in and around a link that are searched for an icon's."""
_A: Final = tags.NUMBER["a"]
_LINK: Final = tags.NUMBER["link"]
_IMAGE: Final = tags.NUMBER["img"]
_PAGER_NAME: Final = re.compile(r"pag(?:er|ing|inat|enav|e[-_]?nav|e[-_]?num|es\b)", re.IGNORECASE)
_OTHER_NAME: Final = re.compile(
    r"carousel|slide|slick|swiper|calendar|datepicker|lightbox|gallery|ticker|owl-", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Link:
    """A link that may lead on."""

    node: int
    shown: bool
    """Whether it is an ``<a>``, not a ``<link>`` of the head."""
    address: str
    says: Says
    rel: bool
    """Whether it is declared with ``rel="next"``."""
    numbered: bool
    """Whether it is the number after this page's own, in a row of numbers."""
    by_numbers: bool
    """Whether it stands in or beside a row of page numbers."""
    in_pager: bool
    """The same, or it stands in something called a pager."""
    leads: Leads

    @property
    def rank(self) -> tuple[bool, Says, bool]:
        """What decides between links that are as sure: two lists, or the next and the last page."""
        return self.rel, self.says, self.shown


def next_page(page: Page | Source) -> str | None:
    """The absolute address of the next page of the list that the page shows; None if unsure.

    Only an address of the page's own host counts (``www.`` or none is all one), where the page has
    a url; one that differs from the page's in more than its fragment. O(nodes).

    >>> from scrapy_treesim import Page
    >>> page = Page('<p>Goods</p><a href="?page=2">Next</a>', url="https://shop.example/list")
    >>> next_page(page)
    'https://shop.example/list?page=2'

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    if len(page.base_url) > LONGEST or len(page.url) > LONGEST:
        return None
    rated = [(_rate(link), link) for link in _links(page)]
    best = max(((rate, *link.rank) for rate, link in rated), default=(0,))
    addresses = {link.address for rate, link in rated if rate and (rate, *link.rank) == best}
    return addresses.pop() if len(addresses) == 1 else None


def _rate(link: _Link) -> int:
    """How sure it is that a link leads to the next page; 0 where it is not."""
    says, where = link.says, link.leads
    worded = says >= Says.NEXT or link.rel
    arrow = says in (Says.ARROW, Says.ARROWS)
    if where is Leads.BACK:
        return 0
    if link.numbered:
        return 5 if worded or where is Leads.NEXT else 3
    if where is Leads.NEXT:
        return 5 if worded else 4 if arrow else 2
    if where is Leads.NUMBERED:
        return 4 if worded else 1 if link.in_pager else 0
    if where is Leads.SAME:
        return 2 if worded else 1 if arrow and link.in_pager else 0
    if says >= Says.NEXT and link.by_numbers:
        return 2
    return 1 if says is Says.NEXT_PAGE else 0


def _links(page: Page) -> Iterator[_Link]:
    """Links that say anything and lead to a page of this host."""
    tree = page.tree
    rows = _rows(page)
    own = _taken_apart(page.url)
    left = MOST
    for node, tag in enumerate(tree.tag):
        if tag != _A and tag != _LINK:
            continue
        says = _says(tree, node) if tag == _A else Says.NOTHING
        # A declaration is on the next post too, and only the page's own address tells which it is.
        rel = own is not None and "next" in (tree.get(node, "rel") or "").lower().split()
        numbered = node in rows.following
        if not (says or rel or numbered) or _names(tree, node, _OTHER_NAME):
            continue
        left -= 1
        if left < 0:
            return
        address = _address(page, tree.get(node, "href"))
        target = _taken_apart(address or "")
        if address is None or target is None:
            continue
        near = rows.near(node)
        in_pager = near or _names(tree, node, _PAGER_NAME)
        yield _Link(
            node, tag == _A, address, says, rel, numbered, near, in_pager, leads(own, target)
        )


def _says(tree: PageTree, node: int) -> Says:
    """What a link's text says; where it has none, its title, image or class."""
    stop = node + tree.size[node]
    if tree.text_chars(node) > LABEL or tree.start[stop] - tree.start[node] > 500:
        return Says.NOTHING
    text = " ".join(tree.raw_text(node).split())
    said = label_says(text)
    if said or any(letter.isalnum() for letter in text):
        return said
    images = (
        tree.get(one, "alt") or tree.get(one, "title") or ""
        for one in range(node, node + min(tree.size[node], 20))
        if tree.tag[one] == _IMAGE
    )
    said = max(map(label_says, (tree.get(node, "title") or "", *images)))
    # An icon is an element in the link, often, called chevron-right or so.
    around = range(max(tree.parent[node], 0), tree.parent[node] + 1)
    inside = range(node, node + min(tree.size[node], 5))
    names = (
        (tree.get(one, name) or "")[:ICONS]
        for one in (*around, *inside)
        for name in ("class", "id")
    )
    return max(said, name_says(" ".join(names)[:ICONS]))


def _names(tree: PageTree, node: int, wanted: re.Pattern[str]) -> bool:
    """Whether the link or one of the four elements around it has such a class or id."""
    for _ in range(5):
        if node <= 0:
            return False
        names = ((tree.get(node, name) or "")[:NAMES] for name in ("class", "id"))
        if wanted.search(" ".join(names)[:NAMES]):
            return True
        node = tree.parent[node]
    return False


def _address(page: Page, href: str | None) -> str | None:
    """The absolute address, if it is another page of the same host."""
    if not href or len(href) > LONGEST or href.lstrip().startswith("#"):
        return None
    absolute = page.absolute(href)
    if absolute is None or len(absolute) > LONGEST:
        return None
    address, own = urldefrag(absolute).url, urldefrag(page.url).url
    return address if address != own and _is_same_host(own, address) else None


def _is_same_host(own: str, address: str) -> bool:
    if not own:
        return True
    try:
        here, there = urlsplit(own), urlsplit(address)
        hosts = [(one.hostname or "").removeprefix("www.") for one in (here, there)]
        ports = [one.port for one in (here, there)]
    except ValueError:
        return False
    schemes = ("http", "https") if here.scheme in ("http", "https") else (here.scheme,)
    return hosts[0] == hosts[1] and ports[0] == ports[1] and there.scheme in schemes


def _taken_apart(address: str) -> ListAddress | None:
    try:
        return ListAddress.of(address) if address else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of page numbers: the links that follow the page at hand, and where the rows lie."""

    following: frozenset[int]
    extents: tuple[tuple[int, int], ...]

    def near(self, node: int) -> bool:
        return any(start - NEAR <= node <= stop + NEAR for start, stop in self.extents)


def _rows(page: Page) -> _Rows:
    following: set[int] = set()
    extents: list[tuple[int, int]] = []
    for pager in islice(pagers(page.tree), MOST):
        link = _following(page, pager)
        if link is not None:
            following.add(link)
            extents.append((pager.numbers[0].node, pager.numbers[-1].node))
    return _Rows(frozenset(following), tuple(extents[:20]))


def _following(page: Page, pager: Pager) -> int | None:
    """The link to the next page in a row of numbers, if the row is one of pages.

    Then its address is another's near it but for the numbers, or it is the only one.
    """
    place = pager.current(page.tree)
    link = None if place is None else pager.after(place)
    if place is None or link is None:
        return None
    address = _address(page, page.tree.get(link, "href"))
    if address is None:
        return None
    around = pager.numbers[max(place - 2, 0) : place + 4]
    hrefs = [page.tree.get(one.link, "href") for one in around if one.link not in (-1, link)]
    others = [other for href in hrefs if (other := _address(page, href))]
    return link if not others or any(like(address, other) for other in others) else None
