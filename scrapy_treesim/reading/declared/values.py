"""Declared values as plain text."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from itertools import islice
from math import isfinite
from typing import Any, Final

from scrapy_treesim.reading.declared.thing import Marked, Properties

MAX_VALUES: Final = 50
"""Largest number of values read of one property."""
MAX_READ: Final = 20_000
"""Largest number of values and properties read, of all things of a page."""
MAX_LINE_CHARS: Final = 20_000
"""Largest number of characters read of a value."""
CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

_ORDER: Final = (
    "streetAddress addressLocality addressRegion postalCode addressCountry latitude longitude"
).split()
"""Order of the parts of addresses and coordinates, after all other properties of a thing."""
_MOST_OF_NUMBER: Final = 10**30
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_NO_LETTER = re.compile(r"&#[xX]?[0-9a-fA-F]{9,}")
"""Reference to a character beyond Unicode: its number may be too long to parse."""


class Values:
    """Reader of properties: further things, lists or references to other things.

    The number of reads is limited, since a page may refer to the same thing again and again.
    """

    def __init__(self, by_id: Mapping[str, Properties]) -> None:
        self._by_id = by_id
        self._left = iter(range(MAX_READ))

    def nodes(self, value: Any) -> Iterator[Properties]:
        """Yield the things in a value: itself, its members or referred ones, by properties."""
        return (member for member in self._members(value) if isinstance(member, dict))

    def plain(
        self,
        value: Any,
        inside: tuple[str, ...] = (),
        *,
        whole: bool = False,
        most: int = MAX_VALUES,
    ) -> Iterator[Any]:
        """Yield at most ``most`` plain values in a value: of further things those of the properties
        ``inside``; with ``whole`` all values of things without any of these."""
        return (
            member
            for member in self._members(value, inside, into=True, whole=whole, most=most)
            if not isinstance(member, dict)
        )

    def texts(
        self,
        node: Properties,
        names: Iterable[str],
        inside: tuple[str, ...] = (),
        *,
        numbers: bool = True,
    ) -> Iterator[str]:
        """Yield the plain values of some properties unchanged, name by name; other values than
        texts only with ``numbers``."""
        for name in names:
            value = node.get(name)
            if isinstance(value, str):
                yield value
            elif value is not None:
                for member in self.plain(value, inside):
                    if numbers or isinstance(member, (str, Marked)):
                        yield raw_text(member)

    def _members(
        self,
        value: Any,
        inside: tuple[str, ...] = (),
        *,
        into: bool = False,
        whole: bool = False,
        most: int = MAX_VALUES,
    ) -> Iterator[Any]:
        waiting = deque((value,))
        for _ in islice(self._left, most):
            member = waiting.popleft()
            if isinstance(member, list):
                waiting.extendleft(reversed(member[:most]))
            elif isinstance(member, dict):
                node = self.resolved(member)
                inner = (node[name] for name in (*inside, "@value") if node.get(name))
                if not into:
                    yield node
                elif (further := next(inner, None)) is not None:
                    waiting.appendleft(further)
                elif whole:
                    ordered = sorted(islice(node, most), key=_position)
                    members = (node[name] for name in ordered if name[:1] != "@")
                    waiting.extendleft(reversed([*members]))
            elif member is not None:
                yield member
            if not waiting:
                return

    def resolved(self, node: Properties) -> Properties:
        """Return the target of a mere reference, else the node itself."""
        name = node.get("@id")
        if isinstance(name, str) and len(node) <= 2 and not node.keys() - {"@id", "@type"}:
            return self._by_id.get(name, node)
        return node


def _position(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else -1


def raw_text(value: Any) -> str:
    """Return a plain value as text; empty for others and for absurd numbers."""
    if isinstance(value, str):
        return value
    if isinstance(value, Marked):
        return value.read()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < _MOST_OF_NUMBER else ""
    if isinstance(value, float) and isfinite(value) and abs(value) < _MOST_OF_NUMBER:
        return str(int(value)) if value == int(value) else repr(value)
    return ""


def line_of(text: str) -> str:
    """Return one line of plain text from a text with or without HTML."""
    text = text[:MAX_LINE_CHARS]
    if "&" in text:
        # Often escaped twice.
        for _ in range(2):
            text = unescape(_NO_LETTER.sub(" ", text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isprintable():
        text = CONTROL.sub(" ", text)
    return " ".join(text.split())


def plain_text(value: str, most: int) -> str | None:
    """Return one line of plain text, or None if it is empty or too long."""
    text = line_of(value[: 8 * most])
    return text if 0 < len(text) <= most else None
