"""All that a page declares, as plain values ready for JSON."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import NODE, read_microdata, read_rdfa
from scrapy_treesim.reading.declared.thing import Marked, Thing
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH: Final = 30
"""Things and lists within each other; what lies deeper is left out."""
MAX_VALUES: Final = 20_000
"""Values of a page, things and lists among them."""
MAX_CHARS: Final = 1_000_000
"""Characters of all texts and names."""

_META: Final = tags.NUMBER["meta"]
_UNSAFE: Final = re.compile("[\x00\ud800-\udfff]")


def declared(page: Page | Source) -> dict[str, Any]:
    """Read all that a page declares to machines.

    By ``json-ld``, ``microdata`` and ``rdfa`` the things declared so, each a dict with its type as
    ``@type`` and its properties, further things nested in it; by ``meta`` the contents of
    ``<meta>`` by name, Open Graph's among them. A property of several values has a list. A syntax
    that the page does not use is left out; so is what exceeds a depth of 30, 20,000 values or a
    million characters.

    >>> declared("<meta property='og:title' content='Oak chair'><p itemscope itemtype="
    ...     "'https://schema.org/Chair'><b itemprop='name'>Oak</b></p>")
    {'microdata': [{'@type': 'Chair', 'name': 'Oak'}], 'meta': {'og:title': 'Oak chair'}}

    Raises:
        TypeError: the source cannot be read as a page.
    """
    page = Page.of(page)
    if page.is_oversized:
        return {}
    copy = _Copy()
    json_ld = (one for one in page.once(read_json_ld).things if one.above is None)
    found: dict[str, Any] = {
        "json-ld": copy.things(json_ld, is_json=True),
        "microdata": copy.things(_outermost(page.once(read_microdata))),
        "rdfa": copy.things(_outermost(page.once(read_rdfa)[1:])),
        "meta": copy.plain(_meta(page), 0),
    }
    return {syntax: values for syntax, values in found.items() if values}


def _outermost(things: list[Thing]) -> Iterable[Thing]:
    """The things that are no values of others."""
    return (one for one in things if not one.of and (one.types or one.properties))


def _meta(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for node in page.of_tag(_META):
        name = page.tree.get(node, "property") or page.tree.get(node, "name")
        content = page.tree.get(node, "content")
        if name and content:
            found.setdefault(name, []).append(content)
    return found


class _Copy:
    """Copies values as long as there is room."""

    def __init__(self) -> None:
        self._values = MAX_VALUES
        self._chars = MAX_CHARS

    def things(self, things: Iterable[Thing], is_json: bool = False) -> list[Any]:
        """The properties of each thing."""
        copies = (self.plain(thing.properties, 0, is_json) for thing in things)
        return [one for one in copies if one]

    def plain(self, value: Any, depth: int, is_json: bool = False) -> Any:
        """A value as JSON has it; None of what is none, and where there is no room.

        Outside JSON every property has a list: of one value, it is that value.
        """
        self._values -= 1
        if self._values < 0 or depth > MAX_DEPTH:
            return None
        if isinstance(value, dict):
            found = {}
            for key, member in value.items():
                name = "" if key == NODE else self._text(key)
                if name and (one := self.plain(member, depth + 1, is_json)) is not None:
                    found[name] = one
            return found
        if isinstance(value, list):
            if len(value) == 1 and not is_json:
                return self.plain(value[0], depth)
            copies = (self.plain(member, depth + 1, is_json) for member in value)
            return [one for one in copies if one is not None]
        if isinstance(value, Marked):
            return self._text(" ".join(value.read().split()))
        if isinstance(value, str):
            return self._text(value)
        return None if isinstance(value, float) and not isfinite(value) else value

    def _text(self, text: str) -> str:
        text = _UNSAFE.sub("", text[: max(self._chars, 0)])
        self._chars -= len(text)
        return text
