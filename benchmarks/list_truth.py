"""True records of lists and their typed cells, labelled page by page or by wrappers of two sets.

``list_cells.json`` holds, for pages of several sets, the records of their main lists as XPaths in
lxml's tree of the page, and what a person reads in each: strings, prices without their currency and
with a point, dates in ISO 8601, addresses made absolute with the page's, currencies by ISO 4217. A
list of strings means that either is right; null, that no answer can be held against anyone (``$``
on a page that does not say whose); a field that is absent, that the record has none.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import accumulate
from pathlib import Path
from typing import Any, Final
from unicodedata import category
from urllib.parse import unquote

from lxml import etree

from benchmarks.comment_truth import day_of
from benchmarks.figures import one_to_one
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page
from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import is_separator, plain_line

SAME: Final = 0.9
"""Jaccard of text nodes from which two records, or two cells, are the same."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A record as the nodes it is made of and the numbers of the text nodes in them."""

    nodes: tuple[int, ...]
    texts: frozenset[int]


class Places:
    """Elements and text nodes of one page by XPaths."""

    def __init__(self, page: Page) -> None:
        self.page = page
        elements: Any = page.root.xpath("//*")
        self._node = dict(zip(elements, page.nodes_of(elements), strict=True))
        self._texts_before = [0, *accumulate(tag == tags.TEXT for tag in page.tree.tag)]

    def node(self, element: etree._Element) -> int:
        """The number of an element in the tree."""
        node: int = self._node[element]
        return node

    def element(self, xpath: str) -> etree._Element | None:
        """The first element of an XPath."""
        found: Any = self.page.root.xpath(xpath)
        return found[0] if found else None

    def elements(self, xpaths: Sequence[str]) -> list[etree._Element]:
        """The elements of some XPaths, without those that lead nowhere."""
        return [one for one in map(self.element, xpaths) if one is not None]

    def covered(self, xpaths: Sequence[str]) -> Covered | None:
        """The record of these XPaths; None where one leads nowhere."""
        present = self.elements(xpaths)
        return self.covered_by(present) if len(present) == len(xpaths) else None

    def covered_by(self, elements: Sequence[etree._Element]) -> Covered:
        """The record of these elements."""
        nodes: list[int] = []
        texts: set[int] = set()
        for element in elements:
            node = self._node[element]
            stop = node + self.page.tree.size[node]
            nodes.append(node)
            texts.update(range(self._texts_before[node], self._texts_before[stop]))
        return Covered(tuple(nodes), frozenset(texts))


def match(found: Sequence[Covered], true: Sequence[Covered]) -> dict[int, int]:
    """Match records one to one: of each true one that was found, its position among those found."""
    holders: dict[int, list[int]] = {}
    by_nodes: dict[tuple[int, ...], list[int]] = {}
    for place, record in enumerate(true):
        by_nodes.setdefault(record.nodes, []).append(place)
        for text in record.texts:
            holders.setdefault(text, []).append(place)
    pairs: list[tuple[float, int, int]] = []
    for number, one in enumerate(found):
        pairs.extend((2.0, number, place) for place in by_nodes.get(one.nodes, ()))
        shared = Counter(place for text in one.texts for place in holders.get(text, ()))
        for place, common in shared.items():
            jaccard = common / (len(one.texts) + len(true[place].texts) - common)
            if jaccard >= SAME:
                pairs.append((jaccard, number, place))
    return {place: number for number, place in one_to_one(pairs).items()}


FIELDS: Final = (
    "title", "url", "image", "price", "old_price", "currency", "rating", "reviews", "date",
    "author", "availability",
)  # fmt: skip
"""The fields that are compared."""
NUMBERS: Final = frozenset({"price", "old_price", "rating", "reviews"})
"""Fields that are equal as decimal numbers."""
ADDRESSES: Final = frozenset({"url", "image"})
"""Fields that are equal as addresses, however they are quoted."""
CODES: Final = frozenset({"currency", "availability"})
"""Fields that are equal as text without case."""
_AMOUNT: Final = re.compile(r"\d[\d.,'’\s\u00a0\u202f]*")
_CENTS: Final = re.compile(r"[.,](\d{1,2})$")
_NO_DIGIT: Final = re.compile(r"\D")


def is_right(field: str, said: Any, true: Sequence[str]) -> bool:
    """Tell whether what is said of a field is one of the values that are true of it."""
    comparable = _comparable(field, said)
    return any(comparable == _comparable(field, one) for one in true)


def _comparable(field: str, value: Any) -> object:
    text = str(value)
    if field in NUMBERS:
        try:
            return Decimal(text)
        except InvalidOperation:
            return text
    if field in ADDRESSES:
        return "".join(unquote(text).partition("#")[0].split())
    if field == "date":
        return text[:10]
    squeezed = "".join(sign for sign in text if not _is_unseen(sign))
    return squeezed.casefold() if field in CODES else squeezed


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or category(sign) == "Cf"


def amount(text: str) -> str | None:
    """The first number of a text, with a point before its decimals; stars that are drawn count."""
    found = _AMOUNT.search(text)
    if found is None:
        return f"{text.count('★')}" if "★" in text else None
    number = found[0].rstrip(" .,'’\u00a0\u202f\n\t")
    cents = _CENTS.search(number)
    whole = _NO_DIGIT.sub("", number[: cents.start()] if cents else number)
    return f"{whole}.{cents[1]}" if cents else whole


LABELLED: Final = Path(__file__).with_name("list_cells.json")
"""The file of labelled lists."""
WRAPPERS: Final = Path(__file__).with_name("cells.json")
"""Wrappers written by hand: for each host one or several, each with a test that the first root of
its records passes (``record``) and, by field, an XPath relative to every root of a record."""
WRAPPED: Final = ("records/webdext", "records/synthetic")
"""Sets whose fields are those of wrappers."""


@dataclass(frozen=True, slots=True)
class TrueList:
    """The records of one list of a page and what is true of each."""

    records: tuple[tuple[str, ...], ...]
    """The XPaths of each record."""
    cells: tuple[Mapping[str, Sequence[str] | None], ...]
    """Values of each record by field; None where nothing is known, absent where it has none."""


@dataclass(frozen=True, slots=True)
class PageOfLists:
    """A page and its true lists."""

    id: str
    url: str
    html: bytes
    lists: tuple[TrueList, ...]


def labelled_pages(data: Path, half: str) -> Iterator[PageOfLists]:
    """The labelled pages of a half, of the sets that lie in this folder."""
    for one in json.loads(LABELLED.read_text(encoding="utf-8"))["pages"]:
        packed = data / one["set"] / "dev" / "pages" / f"{one['id']}.html.gz"
        if one["half"] == half:
            lists = tuple(_labelled(records) for records in one["lists"])
            html = gzip.decompress(packed.read_bytes())
            yield PageOfLists(f"{one['set']} {one['id']}", one["url"], html, lists)


def _labelled(records: Sequence[dict[str, Any]]) -> TrueList:
    return TrueList(
        tuple(tuple(record["xpaths"]) for record in records),
        tuple(
            {
                name: [value] if isinstance(value, str) else value
                for name, value in record["cells"].items()
            }
            for record in records
        ),
    )


def wrapped_pages(data: Path, name: str) -> Iterator[PageOfLists]:
    """The pages of a set of :data:`WRAPPED`; of fields that no wrapper names nothing is known."""
    wrappers = json.loads(WRAPPERS.read_text(encoding="utf-8"))
    for page in DataSet(data / name / "dev").pages():
        yield PageOfLists(page.id, page.url, page.html, tuple(_wrapped(page, wrappers)))


def _wrapped(labelled: LabelledPage, wrappers: dict[str, Any]) -> Iterator[TrueList]:
    page = Page(labelled.html, labelled.url)
    places = Places(page)
    language = page.root.get("lang") or "en"
    for region in labelled.truth["regions"]:
        records = [places.elements(record["xpaths"]) for record in region["records"]]
        wrapper = next(
            one
            for one in wrappers[labelled.truth["host"]]
            if etree.XPath(f"boolean({one['record']})")(records[0][0])
        )
        paths = {
            one["name"]: etree.XPath(one["path"])
            for one in wrapper["fields"].values()
            if one.get("name") in FIELDS
        }
        rows = []
        for roots in records:
            row: dict[str, Sequence[str] | None] = dict.fromkeys(FIELDS)
            for name, path in paths.items():
                nodes, addresses = _cell(places, path, roots)
                if nodes or addresses:
                    row[name] = _read(page, name, nodes, language) if nodes else sorted(addresses)
                else:
                    del row[name]
            rows.append(row)
        yield TrueList(tuple(tuple(one["xpaths"]) for one in region["records"]), tuple(rows))


def _cell(
    places: Places, path: etree.XPath, roots: Sequence[etree._Element]
) -> tuple[list[int], set[str]]:
    """The text nodes that a wrapper's path leads to or that lie below; where it leads to
    attributes, the addresses in them."""
    page, tree = places.page, places.page.tree
    nodes: set[int] = set()
    addresses: set[str] = set()
    matches: list[Any] = [match for root in roots for match in path(root)]  # type: ignore[union-attr]
    for match in matches:
        if isinstance(match, etree._Element):
            node = places.node(match)
            nodes.update(range(node, node + tree.size[node]))
        elif match.is_attribute:
            addresses.update(filter(None, [page.absolute(match)]))
        elif match.strip():
            element = match.getparent()
            while not isinstance(element.tag, str):
                element = element.getprevious()
            node = places.node(element)
            nodes.add(node + (tree.size[node] if match.is_tail else 1))
    texts = [node for node in sorted(nodes) if node < len(tree) and tree.tag[node] == tags.TEXT]
    shown = [node for node in texts if not is_separator(plain_line(tree, node))]
    return shown, set() if texts else addresses


def _read(page: Page, name: str, nodes: Sequence[int], language: str) -> Sequence[str] | None:
    """The values of a cell of some text nodes."""
    texts = [page.tree.raw_text(node) for node in nodes]
    whole = "".join(texts)
    if name in ADDRESSES:
        return []
    if name in NUMBERS:
        return [found for text in (whole, *texts) if (found := amount(text))]
    if name == "date":
        day = day_of(" ".join(whole.split()), language.partition("-")[0].lower(), "MDY")
        return [day.isoformat()] if day else None
    return [whole]
