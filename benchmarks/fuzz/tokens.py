"""HTML as tokens (tags and texts) that joined give back its bytes, and its elements among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

Span: TypeAlias = "tuple[int, int]"
"""The tokens from one number up to another."""

_TOKEN: Final = re.compile(rb"<[^<>]*>|[^<]+|<")
_NAME: Final = re.compile(rb"<(/?)([a-zA-Z][^\s/<>]*)")
_ATTRIBUTE: Final = re.compile(rb"""\s+[^\s=/<>"']+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>]*))?""")
_VOID: Final = frozenset(
    b"area base br col embed hr img input link meta param source track wbr".split()
)
_OPEN_AT_ONCE: Final = 200
"""Open tags among which an end tag finds its own."""


def tokens_of(html: bytes) -> list[bytes]:
    """The tags and the texts between them; a comment is a tag, or several where tags are in it."""
    return _TOKEN.findall(html)


def name_of(token: bytes) -> bytes:
    """The name in a start tag or an end tag, lower case; empty for all else."""
    found = _NAME.match(token)
    return found[2].lower() if found else b""


def is_end(token: bytes) -> bool:
    """Whether the token is an end tag."""
    return token.startswith(b"</")


def attributes_of(tag: bytes) -> list[Span]:
    """Where the attributes of a start tag stand in it, each with the white space before it."""
    found = _NAME.match(tag)
    if found is None or found[1]:
        return []
    return [one.span() for one in _ATTRIBUTE.finditer(tag, found.end())]


def elements_of(tokens: Sequence[bytes]) -> list[Span]:
    """The elements that are closed, or are void, by their tokens; inner ones first."""
    found: list[Span] = []
    names: list[bytes] = []
    starts: list[int] = []
    for number, token in enumerate(tokens):
        name = name_of(token)
        if not name:
            continue
        if not is_end(token):
            if name in _VOID:
                found.append((number, number + 1))
            else:
                names.append(name)
                starts.append(number)
        elif name in names[-_OPEN_AT_ONCE:]:
            while names.pop() != name:
                starts.pop()
            found.append((starts.pop(), number + 1))
    return found
