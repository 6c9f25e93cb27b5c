"""One selector of a field, and what is read of what it selects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cssselect import SelectorError
from parsel import Selector, SelectorList

from scrapy_treesim.templates.eject import reading

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
