"""Values that are declared, as plain text."""

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
"""Values of one property that are looked at."""
MAX_READ: Final = 20_000
"""Values and properties that are looked at, of all things of a page."""
MAX_LINE_CHARS: Final = 20_000
"""Characters of a value that are read."""
CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

_MOST_OF_NUMBER: Final = 10**30
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_NO_LETTER = re.compile(r"&#[xX]?[0-9a-fA-F]{9,}")
"""A reference to a letter beyond all that there are: its number may be too long to be read."""


class Values:
    """Reads properties that may be further things, lists or references to other things.

    There is room for so many looks at a page: it may refer to the same again and again.
    """

    def __init__(self, by_id: Mapping[str, Properties]) -> None:
        self._by_id = by_id
        self._left = iter(range(MAX_READ))

    def nodes(self, value: Any) -> Iterator[Properties]:
        """The properties that a value is, has as members or refers to."""
        return (one for one in self._members(value) if isinstance(one, dict))

    def plain(
        self,
        value: Any,
        inside: tuple[str, ...] = (),
        *,
        whole: bool = False,
        most: int = MAX_VALUES,
    ) -> Iterator[Any]:
        """The plain values that a value is or has, at most so many: of further things by these
        properties; with ``whole`` all of those that have none of them."""
        return (
            one
            for one in self._members(value, inside, into=True, whole=whole, most=most)
            if not isinstance(one, dict)
        )

    def texts(
        self,
        node: Properties,
        names: Iterable[str],
        inside: tuple[str, ...] = (),
        *,
        numbers: bool = True,
    ) -> Iterator[str]:
        """The plain values of some properties as they stand, name by name; those that are no texts
        only with ``numbers``."""
        for name in names:
            value = node.get(name)
            if isinstance(value, str):
                yield value
            elif value is not None:
                for one in self.plain(value, inside):
                    if numbers or isinstance(one, (str, Marked)):
                        yield raw_text(one)

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
            one = waiting.popleft()
            if isinstance(one, list):
                waiting.extendleft(reversed(one[:most]))
            elif isinstance(one, dict):
                node = self.resolved(one)
                held = (node[name] for name in (*inside, "@value") if node.get(name))
                if not into:
                    yield node
                elif (further := next(held, None)) is not None:
                    waiting.appendleft(further)
                elif whole:
                    members = (node[name] for name in islice(node, most) if name[:1] != "@")
                    waiting.extendleft(reversed([*members]))
            elif one is not None:
                yield one
            if not waiting:
                return

    def resolved(self, node: Properties) -> Properties:
        """The node that a mere reference refers to; else the node itself."""
        name = node.get("@id")
        if isinstance(name, str) and len(node) <= 2 and not node.keys() - {"@id", "@type"}:
            return self._by_id.get(name, node)
        return node


def raw_text(value: Any) -> str:
    """A plain value as it stands; empty where it is none, or no number that anything has."""
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
    """One line of plain text, of what may be HTML."""
    text = text[:MAX_LINE_CHARS]
    if "&" in text:
        # Escaped twice as often as not.
        for _ in range(2):
            text = unescape(_NO_LETTER.sub(" ", text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isprintable():
        text = CONTROL.sub(" ", text)
    return " ".join(text.split())


def plain_text(value: str, most: int) -> str | None:
    """One line of plain text; None where it is empty or too long."""
    text = line_of(value[: 8 * most])
    return text if 0 < len(text) <= most else None
