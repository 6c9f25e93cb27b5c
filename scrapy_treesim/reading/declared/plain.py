"""All declared data of a page, as plain values ready for JSON."""

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
"""Largest depth of nested things and lists; deeper ones are left out."""
MAX_VALUES: Final = 20_000
"""Largest number of values of a page, things and lists included."""
MAX_CHARS: Final = 1_000_000
"""Largest number of characters of all texts and names."""

_META: Final = tags.NUMBER["meta"]
_UNSAFE: Final = re.compile("[\x00\ud800-\udfff]")


def declared(page: Page | Source) -> dict[str, Any]:
    """Read all data declared by a page to programs.

    ``json-ld``, ``microdata`` and ``rdfa`` have the things in each syntax, each a dict with its
    type as ``@type`` and its properties, further things nested in it; ``meta`` has the contents of
    ``<meta>`` by name, Open Graph's included. A property of several values has a list. A syntax
    that the page does not use is left out; so are values beyond a depth of 30, 20,000 values or a
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
    json_ld = (thing for thing in page.once(read_json_ld).things if thing.above is None)
    by_syntax: dict[str, Any] = {
        "json-ld": copy.things(json_ld, is_json=True),
        "microdata": copy.things(_outermost(page.once(read_microdata))),
        "rdfa": copy.things(_outermost(page.once(read_rdfa)[1:])),
        "meta": copy.plain(_meta(page), 0),
    }
    return {syntax: values for syntax, values in by_syntax.items() if values}


def _outermost(things: list[Thing]) -> Iterable[Thing]:
    """Return the things outside others."""
    return (thing for thing in things if not thing.of and (thing.types or thing.properties))


def _meta(page: Page) -> dict[str, list[str]]:
    contents: dict[str, list[str]] = {}
    for node in page.of_tag(_META):
        name = page.tree.get(node, "property") or page.tree.get(node, "name")
        content = page.tree.get(node, "content")
        if name and content:
            contents.setdefault(name, []).append(content)
    return contents


class _Copy:
    """Copier of values, up to the limits."""

    def __init__(self) -> None:
        self._values = MAX_VALUES
        self._chars = MAX_CHARS

    def things(self, things: Iterable[Thing], is_json: bool = False) -> list[Any]:
        """Return the properties of each thing."""
        copies = (self.plain(thing.properties, 0, is_json) for thing in things)
        return [plain for plain in copies if plain]

    def plain(self, value: Any, depth: int, is_json: bool = False) -> Any:
        """Return a value for JSON; None for an invalid one, or beyond the limits.

        Outside JSON-LD every property is a list: one of a single value becomes the value.
        """
        self._values -= 1
        if self._values < 0 or depth > MAX_DEPTH:
            return None
        if isinstance(value, dict):
            properties = {}
            for key, member in value.items():
                name = "" if key == NODE else self._text(key)
                if name and (copy := self.plain(member, depth + 1, is_json)) is not None:
                    properties[name] = copy
            return properties
        if isinstance(value, list):
            if len(value) == 1 and not is_json:
                return self.plain(value[0], depth)
            copies = (self.plain(member, depth + 1, is_json) for member in value)
            return [copy for copy in copies if copy is not None]
        if isinstance(value, Marked):
            return self._text(" ".join(value.read().split()))
        if isinstance(value, str):
            return self._text(value)
        return None if isinstance(value, float) and not isfinite(value) else value

    def _text(self, text: str) -> str:
        text = _UNSAFE.sub("", text[: max(self._chars, 0)])
        self._chars -= len(text)
        return text
