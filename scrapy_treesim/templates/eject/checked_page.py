"""A page that selectors are checked on: what the template finds there, and what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from lxml import etree
from parsel import Selector

from scrapy_treesim.templates.eject import reading
from scrapy_treesim.templates.eject.selection import Selection, selected

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_SELECTED: Final = 300
"""Elements that a selector may select; one that selects more is none of a field."""
MAX_DEPTH_SUM: Final = 2_000_000
"""The sum over a page's nodes of how deep they lie: what ``a b c`` costs."""
MAX_NESTED_TEXT: Final = 20_000_000
"""The same of its bytes of text, each counted once for each element it is in: ``:contains()``."""
MAX_SIBLING_PAIRS: Final = 1_000_000
"""Pairs of siblings: ``:nth-of-type()`` and ``a ~ b``."""


class CheckedPage:
    """One page, and what each selector says on it, read once."""

    def __init__(self, page: Page, wanted: Mapping[str, tuple[str, ...]]) -> None:
        self.page = page
        self.wanted = wanted
        """The values of each field as the template finds them."""
        self._selector = Selector(root=page.root, type="html")
        self._said: dict[tuple[str, str, bool], list[str] | None] = {}
        self._texts: dict[etree._Element, str] = {}

    def values(self, one: Selection) -> tuple[str, ...] | None:
        """The values of a selection; None where it selects too much, or is none."""
        key = one.css, one.xpath, one.absolute
        if key not in self._said:
            self._said[key] = self._read(one)
        said = self._said[key]
        return None if said is None else one.picked(said)

    def count(self, one: Selection) -> int:
        """Count what is selected and says anything."""
        self.values(one)
        said = self._said[one.css, one.xpath, one.absolute] or []
        if one.after or one.before:
            said = [*filter(None, reading.between(said, one.after, one.before))]
        return len(said)

    def _read(self, one: Selection) -> list[str] | None:
        try:
            found = selected(self._selector, one.css, one.xpath)
        except (ValueError, RecursionError):
            return None
        if len(found) > MAX_SELECTED:
            return None
        if one.absolute:
            return [*reading.absolute(self, found)]
        return [*filter(None, map(self._text, found))]

    def _text(self, found: Selector) -> str:
        if isinstance(found.root, str):
            return reading.text_of(found)
        known = self._texts.get(found.root)
        if known is None:
            known = self._texts[found.root] = reading.text_of(found)
        return known

    @property
    def url(self) -> str:
        """The page's own address, as a response has it."""
        return self.page.url

    def urljoin(self, address: str) -> str:
        """An address made absolute, as a response does it."""
        return urljoin(self.page.base_url, address)


def is_checkable(tree: PageTree) -> bool:
    """Tell whether selectors cost little enough on a page, which may be made to cost much."""
    text = sum(
        depth * (stop - start)
        for depth, (start, stop) in zip(tree.depth, pairwise(tree.start), strict=True)
    )
    siblings = Counter(tree.parent)
    pairs = sum(count * count for count in siblings.values())
    return (
        sum(tree.depth) <= MAX_DEPTH_SUM and text <= MAX_NESTED_TEXT and pairs <= MAX_SIBLING_PAIRS
    )


def of_pages(
    pages: Sequence[Page], wanted: Sequence[Mapping[str, tuple[str, ...]]]
) -> list[CheckedPage]:
    """The pages that can be checked on."""
    both = zip(pages, wanted, strict=True)
    return [CheckedPage(page, values) for page, values in both if is_checkable(page.tree)]
