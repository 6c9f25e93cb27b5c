"""The nodes to click for a value that was pasted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.example import loosened, nearest_text, shown, squeezed
from scrapy_treesim.templates.rules.values import (
    ABSOLUTE,
    TEXT,
    NodeTexts,
    PageText,
    bare,
    in_attributes,
)
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_HEAD: Final = tags.NUMBER["head"]
MAX_FOUND: Final = 20
MAX_CHARS: Final = 20_000
"""Characters of a value that is looked for."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A place of a value."""

    node: int
    """The element that it stands in."""
    value: str
    """As it stands there, on one line."""
    take: str
    """``text``, or the attribute that says it."""


@dataclass(frozen=True, slots=True)
class FoundValues:
    """All places of a value, the smallest elements first."""

    found: tuple[FoundValue, ...]
    message: str = ""
    """What there is to say: that it stands there a little otherwise, or what is nearest."""


def find_value(page: Page, text: str, most: int = MAX_FOUND) -> FoundValues:
    """Find a text on a page: by itself, within others, over several, in an attribute.

    Where it does not stand so, letters and digits alone are compared; where that is in vain too,
    the message tells the nearest text. Nothing for a text without letters, digits or signs.

    Raises:
        ValueError: there is nothing to look for, or too much.
    """
    if not squeezed(text):
        raise ValueError("paste a value that stands on the page")
    if len(text) > MAX_CHARS:
        raise ValueError(f"a value has at most {MAX_CHARS:,} characters")
    for places, message in (
        (_as_it_is(page, text), ""),
        (_loosely(page, text), "it stands on the page with other signs or in other case"),
    ):
        found = sorted(dict.fromkeys(places), key=partial(_rank, page))
        if found:
            more = f"these are {most} of its places" if len(found) > most else message
            return FoundValues(tuple(found[:most]), more)
    near = nearest_text(page, text)
    instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return FoundValues((), f"{shown(text)} does not stand on the page; {instead}")


def _rank(page: Page, one: FoundValue) -> tuple[bool, bool, int, int]:
    """Visible places first: texts, then attributes, then the page's head."""
    tree = page.tree
    above = one.node
    while tree.depth[above] > 1:
        above = tree.parent[above]
    return tree.tag[above] == _HEAD, one.take != TEXT, tree.size[one.node], one.node


def _as_it_is(page: Page, text: str) -> Iterator[FoundValue]:
    wanted = squeezed(text)
    yield from _in_texts(page, PageText(page), wanted)
    for _, one in islice(in_attributes(page, {wanted}), 10 * MAX_FOUND):
        take = one.take.removeprefix(ABSOLUTE)
        value = " ".join(text.split())
        yield FoundValue(one.node, value, take)


def _loosely(page: Page, text: str) -> Iterator[FoundValue]:
    wanted = loosened(text)
    if wanted:
        yield from _in_texts(page, PageText(page, loosened), wanted)


def _in_texts(page: Page, texts: PageText, wanted: str) -> Iterator[FoundValue]:
    tree = page.tree
    reader = NodeTexts(page)
    for one in texts.find(wanted):
        # Of an element around with nothing else in it the inner one says the same.
        if one.above:
            continue
        value = bare(reader.taken(one.node, TEXT), one.prefix, one.suffix)
        is_text = tree.tag[one.node] == tags.TEXT
        if value:
            yield FoundValue(tree.parent[one.node] if is_text else one.node, value, TEXT)
