"""The least input that still fails the same, by delta debugging (Zeller, Hildebrandt 2002)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from benchmarks.fuzz.tokens import attributes_of, elements_of, name_of, tokens_of

T = TypeVar("T")
Fails: TypeAlias = "Callable[[bytes], bool]"

SECONDS: Final = 120.0
"""On the clock, that one input is made smaller at most."""
_WORD: Final = re.compile(rb"\s*[^\s]+\s*|\s+")
_FEW: Final = 3_000
"""Bytes up to which an input is taken apart byte by byte."""


def minimised(html: bytes, fails: Fails, seconds: float = SECONDS) -> bytes:
    """The input without what it fails without; as it is where it does not fail.

    Tags and texts are left out, then elements, the tags around elements, attributes and words, at
    last bytes: again and again until no more can be, or until the time is over.
    """
    oracle = _Oracle(fails, monotonic() + seconds)
    if not oracle(html):
        return html
    while not oracle.is_late:
        before = html
        html = _without(html, tokens_of, oracle)
        html = _without_pairs(html, oracle, whole=True)
        html = _without_pairs(html, oracle, whole=False)
        html = _without(html, _attributes_and_words, oracle)
        if len(html) <= _FEW:
            html = _without(html, _single_bytes, oracle)
        if html == before:
            break
    return html


def ddmin(parts: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Parts of which none can be left out without the failure going away; all together fail."""
    size = -(-len(parts) // 2)
    while size:
        start, before = 0, len(parts)
        while start < len(parts):
            rest = [*parts[:start], *parts[start + size :]]
            if fails(rest):
                parts = rest
            else:
                start += size
        if size > 1:
            size = -(-min(size, len(parts)) // 2)
        elif len(parts) == before:
            break
    return parts


class _Oracle:
    """Asks about each input once, and says no to all when the time is over."""

    def __init__(self, fails: Fails, until: float) -> None:
        self._fails = fails
        self._until = until
        self._known: dict[bytes, bool] = {}

    @property
    def is_late(self) -> bool:
        return monotonic() > self._until

    def __call__(self, html: bytes) -> bool:
        known = self._known.get(html)
        if known is None:
            if self.is_late:
                return False
            known = self._known[html] = self._fails(html)
        return known


def _without(html: bytes, split: Callable[[bytes], list[bytes]], fails: Fails) -> bytes:
    return b"".join(ddmin(split(html), lambda parts: fails(b"".join(parts))))


def _without_pairs(html: bytes, fails: Fails, whole: bool) -> bytes:
    """Without elements, outer ones first; or without the tags around what is in them."""
    tokens = tokens_of(html)
    for start, stop in sorted(elements_of(tokens), key=lambda span: span[0] - span[1]):
        if not tokens[start]:
            continue
        rest = [*tokens]
        if whole:
            rest[start:stop] = [b""] * (stop - start)
        else:
            rest[start] = rest[stop - 1] = b""
        if fails(b"".join(rest)):
            tokens = rest
    return b"".join(tokens)


def _attributes_and_words(html: bytes) -> list[bytes]:
    parts: list[bytes] = []
    for token in tokens_of(html):
        if not name_of(token):
            parts += _WORD.findall(token)
            continue
        cuts = sorted({0, len(token), *(at for span in attributes_of(token) for at in span)})
        parts += [token[start:stop] for start, stop in pairwise(cuts)]
    return parts


def _single_bytes(html: bytes) -> list[bytes]:
    return [html[at : at + 1] for at in range(len(html))]
