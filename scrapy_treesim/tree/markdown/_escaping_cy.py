"""Kernel of escaping: text and addresses without meaning as markup."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from scrapy_treesim import _cython as cython

_BACKTICKS: Final = re.compile("`+")
_UNSAFE_IN_ADDRESSES: Final = re.compile(r"[\s()<>\\`\"'\x00-\x1f\x7f]")
# Beginnings of other blocks at the start of a block, up to the position of the backslash. A line
# of dashes and the like underlines a heading, ends a table's head or begins a formula.
_LEADING: Final = re.compile(
    r"\A(?:(?=>|(?:#{1,6}|[-+])(?: |\Z)|[-:|=$][-:|=$ ]*\Z)|\d{1,9}(?=[.)](?: |\Z)))"
)
_REFERENCE: Final = re.compile(r"&(?=#|[0-9A-Za-z]{1,31};)")
BROKEN_REFERENCE: Final = re.compile(r"&#(?!\d+;|[xX][0-9A-Fa-f]+;)")
"""The start of an invalid numeric reference, on which Python-Markdown fails."""


@cython.ccall
def fence_for(content: str, least: cython.int) -> str:
    """Return the backticks around code, more than in any run inside it."""
    if "`" not in content:
        return "`" * least
    return "`" * max(least, 1 + max(map(len, _BACKTICKS.findall(content))))


@cython.ccall
@cython.locals(i=cython.Py_ssize_t, sign=cython.Py_UCS4)
def escaped(text: str, at_start: cython.bint) -> str:
    """Escape the markup in a text.

    Signs of HTML become references: not all renderers support a backslash before them, and an
    automatic link would include it.
    """
    begin: cython.Py_ssize_t = 0
    pieces: list[str] = []
    for i, sign in enumerate(text):
        # Most are letters, which need no further test.
        if "a" <= sign <= "z" or sign == " ":
            continue
        if (
            sign == "*" or sign == "_" or sign == "[" or sign == "]" or sign == "&" or sign == "<"
            or sign == "`" or sign == "\\" or sign == "~" or sign == "{"
            or sign == "("
        ) and _is_markup(text, i, sign):  # fmt: skip
            pieces.append(text[begin:i])
            pieces.append("&lt;" if sign == "<" else "&amp;" if sign == "&" else f"\\{sign}")
            begin = i + 1
    if pieces:
        pieces.append(text[begin:])
        text = "".join(pieces)
    return _LEADING.sub(r"\g<0>\\", text) if at_start else text


def _is_markup(text: str, position: cython.Py_ssize_t, sign: cython.Py_UCS4) -> cython.bint:
    """Tell whether a sign would be read as part of markup."""
    if sign == "&":
        return _REFERENCE.match(text, position) is not None
    is_last = position + 1 >= len(text)
    after: cython.Py_UCS4 = " " if is_last else text[position + 1]
    if sign == "_":
        return is_last or position == 0 or not (text[position - 1].isalnum() and after.isalnum())
    if sign == "~":
        return after == "~" or (position > 0 and text[position - 1] == "~")
    if sign == "\\":
        return is_last or is_ascii_punctuation(after)
    if sign == "<":
        is_letter = "a" <= after <= "z" or "A" <= after <= "Z"
        return is_last or is_letter or after == "/" or after == "!" or after == "?"
    if sign == "(":
        # marked forgets the backslashes before brackets inside of links.
        return position > 0 and text[position - 1] == "]"
    if sign == "{":
        # Some renderers read a list of attributes if it is alone or follows markup.
        return position == 0 or text[position - 1] == " "
    return True


@cython.cfunc
def is_ascii_punctuation(sign: cython.Py_UCS4) -> cython.bint:
    """Tell whether a character is ASCII, but no letter, digit, or white space."""
    return "!" <= sign <= "/" or ":" <= sign <= "@" or "[" <= sign <= "`" or "{" <= sign <= "~"


def _quoted(match: re.Match[str]) -> str:
    return quote(match[0])


@cython.ccall
def destination(address: str) -> str:
    """Return an address as written in a link."""
    return _REFERENCE.sub("&amp;", _UNSAFE_IN_ADDRESSES.sub(_quoted, address))
