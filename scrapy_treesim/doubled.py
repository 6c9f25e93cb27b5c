"""Text that was encoded twice: UTF-8 that was read as Latin-1 and written as UTF-8 again.

A euro sign has become the three characters ``â\\x82¬`` then, or ``â‚¬`` where it was read as
Windows-1252. What is undone is what no text is meant to say. Control characters from U+0080 on,
inside of what would be UTF-8, are enough; pages that show such characters as examples show those
of Windows-1252, so of these there have to be many, and next to nothing that contradicts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

MIN_LIKELY: Final = 10
"""Characters encoded twice by way of Windows-1252 in a page that is taken to be so as a whole;
an article about them shows fewer, or right ones beside them. Set by hand."""

MAX_STRAY: Final = 0.1
"""Characters that say otherwise, for each that is encoded twice. Entities give some. Set by
hand."""

MAX_LETTERS_APART: Final = 256
"""Accented letters found one by one, which is fast for few, before all are searched for."""

_ASCII: Final = bytes(range(128))
# Windows-1252 has no characters for these five, and leaves them as controls.
_UNDEFINED: Final = b"\x81\x8d\x8f\x90\x9d"
_SPECIAL: Final = {
    bytes([byte]).decode("cp1252"): byte for byte in range(0x80, 0xA0) if byte not in _UNDEFINED
}
"""What Windows-1252 has in place of control characters."""
_BYTE_OF: Final = str.maketrans({character: chr(byte) for character, byte in _SPECIAL.items()})
_TYPOGRAPHIC: Final = "–—‘’“”•…™"
# What follows a letter and a space in ordinary text too: "café – 2 €" with hard spaces.


def _range(first: int, last: int) -> str:
    """The characters, for a class of a pattern, that stand for bytes of a range."""
    special = "".join(sign for sign, byte in _SPECIAL.items() if first <= byte <= last)
    return f"{chr(first)}-{chr(last)}{special}"


_NEXT = f"[{_range(0x80, 0xBF)}]"
_SEQUENCE = "|".join(
    (
        f"[\xc2-\xdf]{_NEXT}",
        f"\xe0[{_range(0xA0, 0xBF)}]{_NEXT}",
        f"[\xe1-\xec\xee\xef]{_NEXT}{_NEXT}",
        f"\xed[{_range(0x80, 0x9F)}]{_NEXT}",
        f"\xf0[{_range(0x90, 0xBF)}]{_NEXT}{_NEXT}",
        f"[\xf1-\xf3]{_NEXT}{_NEXT}{_NEXT}",
        f"\xf4[{_range(0x80, 0x8F)}]{_NEXT}{_NEXT}",
    )
)
_SEQUENCES = re.compile(_SEQUENCE)
_RUN = re.compile(f"(?:{_SEQUENCE}){{1,1000}}")
_LATIN_1_RUN = re.compile(_RUN.pattern.translate({ord(sign): None for sign in _SPECIAL}))

# Windows-1252 has other characters for these, so that they were read as Latin-1. After an Â they
# would be controls again.
_AS_LATIN_1 = "(?<!Â)[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]"
_SURELY_LATIN_1 = re.compile(_AS_LATIN_1)
_SURE = re.compile(f"{_AS_LATIN_1}|[\xe0-\xf4][\x80-\xbf]{{0,2}}[\x80-\x9f]")
_CONTROL = re.compile("[\x80-\x9f]")
_ODD = "".join(sign for sign in _SPECIAL if sign not in _TYPOGRAPHIC)
_LIKELY = re.compile(f"[ÂÃÐÑ]|[\xe0-\xf4].{{0,2}}[\x80-\x9f{_ODD}]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
# Entities are written for these in pages of any encoding.
_OF_ENTITIES: Final = dict.fromkeys(map(ord, "\xa0©®™«»·•"))

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
    """Tell whether any of it looks encoded twice: False of nearly all pages, at little cost."""
    at = utf8.find(b"\xc3")
    for _ in range(MAX_LETTERS_APART):
        if at < 0:
            return False
        if _SUSPECT.match(utf8, at):
            return True
        at = utf8.find(b"\xc3", at + 1)
    return at >= 0 and _SUSPECT.search(utf8, at) is not None


def undoubled(text: str) -> str:
    """The text with what was encoded twice, once, as it was meant; all else stays as it is."""
    if text.isascii():
        return text
    whole = _undoubled_as_a_whole(text)
    if whole is not None:
        return whole
    beyond = "\n".join(_BEYOND_ASCII.findall(text))
    times = Counter(_SEQUENCES.findall(beyond))
    sure = sum(count for one, count in times.items() if _SURE.search(one))
    likely = sum(count for one, count in times.items() if _LIKELY.match(one))
    if not sure and likely < MIN_LIKELY:
        return text
    left = _SEQUENCES.sub("", beyond)
    allowed = MAX_STRAY * sum(times.values())
    controls = len(_CONTROL.findall(left))
    if sure:
        stray = controls + sum(map(str.isalpha, left))
    else:
        stray = len(left.replace("\n", "").translate(_OF_ENTITIES))
    if stray <= allowed:
        return _BEYOND_ASCII.sub(lambda part: _RUN.sub(_meant, part[0]), text)
    latin_1 = sum(count for one, count in times.items() if _SURELY_LATIN_1.search(one))
    if latin_1 and controls <= MAX_STRAY * latin_1:
        # Some of it was pasted into a page that is right else.
        return _BEYOND_ASCII.sub(lambda part: _LATIN_1_RUN.sub(_surely_meant, part[0]), text)
    return text


def _undoubled_as_a_whole(text: str) -> str | None:
    """The text as it was meant, if all of it was surely encoded twice, as most such is."""
    try:
        once = text.encode("latin-1")
        meant = once.decode("utf-8")
    except UnicodeError:
        return None
    beyond = once.translate(None, _ASCII).decode("latin-1")
    return meant if _SURE.search(beyond) else None


def _meant(run: re.Match[str]) -> str:
    return run[0].translate(_BYTE_OF).encode("latin-1").decode("utf-8")


def _surely_meant(run: re.Match[str]) -> str:
    return _meant(run) if _SURE.search(run[0]) else run[0]
