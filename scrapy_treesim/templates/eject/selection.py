"""One selector of a field, what is read of what it selects, and the pages it is checked on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from cssselect import SelectorError
from lxml import etree
from parsel import Selector, SelectorList

from scrapy_treesim.templates.eject import reading

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


NEXT_RUN: Final = "following-sibling::text()[normalize-space()][1]"
"""The text after an element, for which CSS has no words."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selector of ejected code for a field, and the part of what it selects that is taken."""

    css: str
    """With ``::text`` or ``::attr()`` at its end where not an element's text is taken."""
    xpath: str = ""
    """A step from there for which CSS has no words."""
    index: int | None = None
    """Which of those that say anything, as in a list; None for all."""
    after: str = ""
    """What stands before the value, and is left out; without it there is no value."""
    before: str = ""
    """What stands after it."""
    absolute: bool = False
    """Whether it is an address to be made absolute."""
    least: int = 1
    """Of how many that say anything it is one at least, where an index is given."""

    def picked(self, said: list[str]) -> tuple[str, ...]:
        """The values, of the texts that are selected: all, each once, or the one of the index."""
        if self.after or self.before:
            said = [*filter(None, reading.between(said, self.after, self.before))]
        if self.index is None:
            return tuple(dict.fromkeys(said))
        found = reading.text(said, self.index, self.least)
        return (found,) if found else ()


def selected(page: Selector, css: str, xpath: str) -> SelectorList[Selector]:
    """The nodes selected on a page, in page order.

    Raises:
        ValueError: the selector is none.
    """
    if not is_portable(css):
        raise ValueError(f"{css!r} is not said the same by every cssselect")
    try:
        found = page.css(css)
    except SelectorError as error:
        raise ValueError(f"{css!r} is not CSS: {error}") from None
    return found.xpath(xpath) if xpath else found


def run_of_text(number: int) -> str:
    """The XPath step to one of an element's runs of text, from 1."""
    return f"text()[normalize-space()][{number}]"


_STRING: Final = re.compile(r'"(?:[^"\\]|\\[\s\S])*(?:"|\\?\Z)')
PSEUDO: Final = frozenset(
    ("attr", "contains", "is", "not", "nth-of-type", "nth-last-of-type", "text")
)
"""Pseudo-classes and pseudo-elements that each cssselect from 1.2 on translates, whatever they
hold; ``:has()`` with a quoted text in it only some do."""
_PSEUDO: Final = re.compile(r"::?([A-Za-z-]{1,30})")


def is_portable(css: str) -> bool:
    """Tell whether a selector has nothing that only some versions of cssselect understand."""
    return PSEUDO.issuperset(_PSEUDO.findall(_STRING.sub('""', css)))


_BARE: Final = re.compile(r"(?:^|[ >+~])(?:[a-z]+|\*)(?:::|$)")
_SAYING: Final = re.compile(r"[.\[#]|:contains|\bh1\b|\btitle\b")
_COSTS: Final = [
    (re.compile(cause), cost)
    for cause, cost in (
        (r"[ >+~](?=[^ >+~])", 0.5), (r":nth-of-type", 1.2), (r"[*^]=", 0.6), (r":contains", 1.5),
        (r":not", 0.5), (r"[.\[#]", 0.2), (r",", 0.5), (r"::text", 0.5),
        (r"(?:^|[ >+~]):contains", 0.7),
    )
]  # fmt: skip


def cost_of(one: Selection) -> float:
    """The cost of a selection: how unlike it is to what a person writes; the lowest is taken."""
    said = len(one.css) / 100
    css = _STRING.sub('""', one.css)
    said += sum(cost * len(cause.findall(css)) for cause, cost in _COSTS)
    if not _SAYING.search(css):
        # Tags alone are everywhere.
        said += 2.5
    elif _BARE.search(css):
        said += 0.6
    if one.xpath:
        said += 1.5
    return (
        said
        + 0.4 * (bool(one.after) + bool(one.before))
        + (0.5 if one.index else 0.0)
        + 0.3 * (one.least > 1)
    )


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
