"""Text encoded twice: UTF-8 read as Latin-1 and written as UTF-8 again.

A euro sign becomes the three characters ``â\\x82¬`` then, or ``â‚¬`` if it was read as
Windows-1252. It is undone if all text beyond ASCII was encoded twice, with control characters from
U+0080 on, never intended in a text, or many such characters as evidence that it is no example.
"""

from __future__ import annotations

import re
from typing import Final

MIN_LIKELY: Final = 10
"""Least number of characters encoded twice by way of Windows-1252 to undo them; an article about
them shows fewer. Set by hand."""

# Windows-1252 has no characters for these five bytes; they stay control characters.
_UNDEFINED: Final = b"\x81\x8d\x8f\x90\x9d"
_BYTE_OF: Final = {
    ord(bytes([byte]).decode("cp1252")): byte
    for byte in range(0x80, 0xA0)
    if byte not in _UNDEFINED
}
"""Byte of each character that Windows-1252 has in place of a control character."""
_CONTROL: Final = re.compile("[\x80-\x9f]")

_NEXT_BYTES = (
    rb"(?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]"
    rb"|\xe2(?:\x80[\x93-\xba]|\x82\xac|\x84\xa2))"
)
_ODD_BYTES = (
    rb"(?:\xc2[\x80-\x9f]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]"
    rb"|\xe2(?:\x80[\x9a\x9e\xa0\xa1\xb0\xb9\xba]|\x82\xac))"
)
_SUSPECT = re.compile(
    rb"\xc3(?:[\x82\x83\x90\x91]%(next)b|[\x82-\x9f]\xc2[\x80-\x9f]"
    rb"|[\xa0-\xb4](?:%(odd)b%(next)b|%(next)b%(odd)b)"
    rb"|[\xb0-\xb4]%(next)b%(next)b%(odd)b)" % {b"next": _NEXT_BYTES, b"odd": _ODD_BYTES}
)


def may_be_doubled(utf8: bytes) -> bool:
    """Tell whether any text may be encoded twice: False for nearly all pages, at little cost."""
    return b"\xc3" in utf8 and _SUSPECT.search(utf8) is not None


def undoubled(text: str) -> str:
    """Undo a text encoded twice as a whole; return any other as it is."""
    try:
        once = text.translate(_BYTE_OF).encode("latin-1")
        meant = once.decode("utf-8")
    except UnicodeError:
        return text
    count = len(meant) - len(meant.encode("ascii", "ignore"))
    return meant if count >= MIN_LIKELY or (count and _CONTROL.search(text)) else text
