"""Kernel of escaping: text and addresses written so that Markdown leaves them as they are.

C types stand in the .pxd: those of characters, which have no names in Python.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim.tree.markdown.constants import *
else:
    from scrapy_treesim.tree.markdown.constants import *

_BACKTICKS: Final = re.compile("`+")
_UNSAFE_IN_ADDRESSES: Final = re.compile(r"[\s()<>\\`\"'\x00-\x1f\x7f]")
_REFERENCE: Final = re.compile(r"&(?=#?[0-9A-Za-z]{1,31};)")


def fence_for(content: str, least: int) -> str:
    """The backticks around code that holds some itself."""
    if "`" not in content:
        return "`" * least
    return "`" * max(least, 1 + max(map(len, _BACKTICKS.findall(content))))


def escaped(text: str, at_start: bool) -> str:
    """Text that is not read as markup.

    Signs of HTML become references: not all renderers know a backslash before them, and an
    address that is made a link takes it in.
    """
    begin = 0
    pieces: list[str] = []
    for i, sign in enumerate(text):
        # Most are letters, which need no further question.
        if "a" <= sign <= "z" or sign == " ":
            continue
        if (
            sign == "*" or sign == "_" or sign == "[" or sign == "]" or sign == "&" or sign == "<"
            or sign == "`" or sign == "\\" or sign == "~" or sign == "{"
        ) and _is_markup(text, i, sign):  # fmt: skip
            pieces.append(text[begin:i])
            pieces.append("&lt;" if sign == "<" else "&amp;" if sign == "&" else f"\\{sign}")
            begin = i + 1
    if pieces:
        pieces.append(text[begin:])
        text = "".join(pieces)
    if at_start:
        begin = _leading(text)
        if begin >= 0:
            return f"{text[:begin]}\\{text[begin:]}"
    return text


def _is_markup(text: str, at: int, sign: str) -> bool:
    """Tell whether a sign would be read as part of some."""
    if sign == "&":
        return _is_reference(text, at + 1)
    is_last = at + 1 >= len(text)
    after = " " if is_last else text[at + 1]
    if sign == "_":
        return is_last or at == 0 or not (_is_word(text[at - 1]) and _is_word(after))
    if sign == "~":
        return after == "~" or (at > 0 and text[at - 1] == "~")
    if sign == "\\":
        return is_last or is_ascii_punctuation(after)
    if sign == "<":
        return is_last or after == "/" or after == "!" or after == "?" or _is_ascii_letter(after)
    if sign == "{":
        # Some read a list of attributes where it stands alone or follows markup.
        return at == 0 or text[at - 1] == " "
    return True


def _is_word(sign: str) -> bool:
    return sign.isalnum()


def is_ascii_punctuation(sign: str) -> bool:
    """Tell whether it is a sign of ASCII, not a letter, a digit, or white space."""
    return "!" <= sign <= "/" or ":" <= sign <= "@" or "[" <= sign <= "`" or "{" <= sign <= "~"


def _is_ascii_letter(sign: str) -> bool:
    return "a" <= sign <= "z" or "A" <= sign <= "Z"


def _is_reference(text: str, at: int) -> bool:
    """Tell whether a character reference follows."""
    stop = len(text)
    if at < stop and text[at] == "#":
        at += 1
    i = at
    while i < stop and i - at <= MAX_REFERENCE:
        if text[i] == ";":
            return i > at
        if not (_is_ascii_letter(text[i]) or "0" <= text[i] <= "9"):
            return False
        i += 1
    return False


def _leading(text: str) -> int:
    """The place of a backslash if the start of a block would be read as that of another; or -1.

    A line of dashes and the like underlines a heading, parts a table's head or begins a formula.
    """
    stop = len(text)
    if not stop:
        return -1
    sign = text[0]
    i = 0
    if sign == ">":
        return 0
    if sign == "#":
        while i < stop and text[i] == "#":
            i += 1
        return 0 if i <= MAX_HASHES and _is_end_of_word(text, i) else -1
    if (sign == "-" or sign == "+") and _is_end_of_word(text, 1):
        return 0
    if sign == "-" or sign == ":" or sign == "|" or sign == "=" or sign == "$":
        while i < stop:
            sign = text[i]
            if not (
                sign == "-" or sign == ":" or sign == "|" or sign == "=" or sign == "$"
                or sign == " "
            ):  # fmt: skip
                return -1
            i += 1
        return 0
    while i < stop and i <= MAX_NUMBER and text[i].isdecimal():
        i += 1
    if 0 < i <= MAX_NUMBER and i < stop and (text[i] == "." or text[i] == ")"):
        return i if _is_end_of_word(text, i + 1) else -1
    return -1


def _is_end_of_word(text: str, at: int) -> bool:
    return at >= len(text) or text[at] == " "


def _quoted(found: re.Match[str]) -> str:
    return quote(found[0])


def destination(address: str) -> str:
    """An address as it stands in a link."""
    for i, sign in enumerate(address):
        if (
            sign <= " " or sign > "~" or sign == "(" or sign == ")" or sign == "<" or sign == ">"
            or sign == "\\" or sign == "`" or sign == '"' or sign == "'"
            or (sign == "&" and _is_reference(address, i + 1))
        ):  # fmt: skip
            safe = _UNSAFE_IN_ADDRESSES.sub(_quoted, address)
            return _REFERENCE.sub("&amp;", safe)
    return address
