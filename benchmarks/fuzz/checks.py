"""A variant as targets get it, and what must be true of every result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from random import Random
from typing import Any, Final

from lxml import etree
from lxml.html import fromstring

from scrapy_treesim import Page, Record
from scrapy_treesim.tree import tags

NO_URL: Final = "https://fuzz.example/"
MOST_XPATHS: Final = 40
"""XPaths of one finding that are evaluated."""
MOST_ELEMENTS: Final = 3
"""XPaths among them whose element is looked up by its number too."""
_ACTIVE: Final = frozenset(("script", "iframe", "object", "embed", "style", "link", "form"))
_SAFE: Final = (type(None), bool, int)


@dataclass(frozen=True)
class Sample:
    """A page and a number; nothing but these three values decides what a target does."""

    html: bytes
    url: str = NO_URL
    number: int = 0

    @cached_property
    def page(self) -> Page:
        """The page, that of all targets together: what one made another may find."""
        return self.fresh()

    def fresh(self) -> Page:
        """The page, read anew."""
        return Page(self.html, self.url)

    def draw(self) -> Random:
        """Chances that are the same at every call."""
        return Random(f"sample {self.number}")

    def element(self) -> int:
        """An element of the page, by its number in the tree."""
        tree = self.page.tree
        elements = [node for node in range(len(tree)) if tree.tag[node] != tags.TEXT]
        return self.draw().choice(elements)


class Broken(AssertionError):
    """Something is not as it must be."""

    def __init__(self, what: str, detail: object = "") -> None:
        super().__init__(f"{what}: {detail!r:.300}" if detail != "" else what)
        self.what = what


def check(holds: object, what: str, detail: object = "") -> None:
    """Raise :class:`Broken` where something does not hold."""
    if not holds:
        raise Broken(what, detail)


def share(value: object, what: str) -> None:
    """A number in [0, 1]."""
    check(isinstance(value, float | int) and 0 <= value <= 1, f"{what} is in [0, 1]", value)


def plain(value: Any, what: str) -> None:
    """Texts that UTF-8 can hold, finite numbers, dates, and lists and mappings of these."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Broken(f"{what} can be written as UTF-8", value) from None
    elif isinstance(value, float):
        check(-1e400 < value < 1e400, f"{what} is finite", value)
    elif isinstance(value, Decimal):
        check(value.is_finite(), f"{what} is finite", value)
    elif is_dataclass(value) and not isinstance(value, type):
        plain(asdict(value), what)
    elif isinstance(value, Mapping):
        check(all(isinstance(key, str) for key in value), f"{what} has texts as keys", value)
        plain([*value, *value.values()], what)
    elif isinstance(value, list | tuple):
        for one in value:
            plain(one, what)
    else:
        check(isinstance(value, (*_SAFE, date)), f"{what} is plain data", type(value))


def as_json(value: Any, what: str) -> None:
    """Plain data that JSON can hold."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise Broken(f"{what} can be written as JSON", error) from error


def clean_html(html: str, what: str) -> None:
    """HTML that runs and loads nothing but pictures."""
    plain(html, what)
    if not html.strip():
        return
    for element in fromstring(f"<div>{html}</div>").iter():
        check(element.tag not in _ACTIVE, f"{what} runs nothing", element.tag)
        for name, value in element.items():
            is_script = str(value).strip().lower().startswith("javascript:")
            runs = is_script or str(name).startswith("on")
            check(not runs, f"{what} runs nothing", (name, value))


def places(page: Page, xpaths: Iterable[str], what: str) -> None:
    """XPaths, absolute in the page, that lead to one element each."""
    # What follows an early </html> is another root, with the same path.
    roots = 1 + sum(1 for _ in page.root.itersiblings("html"))
    for xpath in [*dict.fromkeys(xpaths)][:MOST_XPATHS]:
        try:
            found = page.root.xpath(xpath)
        except (etree.XPathError, ValueError) as error:
            detail = f"of {what}: {error}: {xpath}"
            raise Broken("an XPath can be evaluated", detail) from None
        count = len(found) if isinstance(found, list) else -1
        check(1 <= count <= roots, "an XPath leads to one element", (what, count, xpath))


def nodes(page: Page, numbers: Iterable[int], what: str) -> None:
    """Nodes of the page whose XPath leads to their element."""
    numbers = [*dict.fromkeys(numbers)]
    for node in numbers:
        check(0 <= node < len(page.tree), "nodes are the page's", (what, node))
    for node in numbers[:MOST_ELEMENTS]:
        xpath = page.xpath(node)
        places(page, [xpath], what)
        found: Any = page.root.xpath(xpath)
        check(page.element(node) in found, "an XPath leads to its element", (what, xpath))


def all_of_records(page: Page, records: Iterable[Record]) -> None:
    """Records of a page and those within them."""
    records = [*records]
    for record in records:
        share(record.similarity, "a record's similarity")
        ordered = [*record.nodes] == sorted({*record.nodes})
        check(record.nodes and ordered, "a record has nodes in page order")
        plain([record.text, record.links, record.images, record.xpaths], "a record")
        for inner in record.regions:
            all_of_records(page, inner.records)
    places(page, [xpath for record in records for xpath in record.xpaths], "a record")
    nodes(page, [node for record in records for node in record.nodes], "a record")
