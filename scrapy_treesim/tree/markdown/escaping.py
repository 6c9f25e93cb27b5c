"""Text and addresses without meaning as markup."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_BACKTICKS: Final = re.compile("`+")
_UNSAFE_IN_ADDRESSES: Final = re.compile(r"[\s()<>\\`\"'\x00-\x1f\x7f]")
# Each alternative begins with its sign, so that text without one is passed over quickly. marked
# forgets the backslashes before brackets inside of links; some renderers read a list of attributes
# in braces that stand alone or follow markup.
_MARKUP: Final = re.compile(
    r"\*|\[|\]|`|_(?![^\W_])|_(?<![^\W_]_)|~(?=~)|~(?<=~~)|\\(?=[!-/:-@\[-`{-~]|\Z)"
    r"|<(?=[a-zA-Z/!?]|\Z)|\((?<=\]\()|\{(?<![^ ]\{)|&(?=#|[0-9A-Za-z]{1,31};)"
)
# Beginnings of other blocks at the start of a block, up to the position of the backslash. A line
# of dashes and the like underlines a heading, ends a table's head or begins a formula.
_LEADING: Final = re.compile(
    r"\A(?:(?=>|(?:#{1,6}|[-+])(?: |\Z)|[-:|=$][-:|=$ ]*\Z)|\d{1,9}(?=[.)](?: |\Z)))"
)
_REFERENCE: Final = re.compile(r"&(?=#|[0-9A-Za-z]{1,31};)")
BROKEN_REFERENCE: Final = re.compile(r"&#(?!\d+;|[xX][0-9A-Fa-f]+;)")
"""The start of an invalid numeric reference, on which Python-Markdown fails."""


def fence_for(content: str, least: int) -> str:
    """Return the backticks around code, more than in any run inside it."""
    return "`" * max([least, *(len(run) + 1 for run in _BACKTICKS.findall(content))])


def escaped(text: str, at_start: bool) -> str:
    """Escape the markup in a text.

    Signs of HTML become references: not all renderers support a backslash before them, and an
    automatic link would include it.
    """
    text = _MARKUP.sub(_escape, text)
    return _LEADING.sub(r"\g<0>\\", text) if at_start else text


def _escape(match: re.Match[str]) -> str:
    sign = match[0]
    return "&lt;" if sign == "<" else "&amp;" if sign == "&" else f"\\{sign}"


def destination(address: str) -> str:
    """Return an address as written in a link."""
    address = _UNSAFE_IN_ADDRESSES.sub(lambda match: quote(match[0]), address)
    return _REFERENCE.sub("&amp;", address)
