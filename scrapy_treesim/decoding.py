"""Bytes to text: which encoding a page is really in.

lxml on raw bytes believes a wrong declaration and loses text; most such pages are valid UTF-8, or
GBK that calls itself gb2312 or nothing at all. So: a byte order mark, then strict UTF-8 whatever
is declared, then what is declared, then GB 18030 where that reads as Chinese, then Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding

_NON_ASCII = re.compile(rb"[\x80-\xff]")
# The characters of GB 2312: the Chinese that people write lies almost wholly within it.
_GB2312_PAIR = re.compile(rb"[\xb0-\xf7][\xa1-\xfe]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")

MAX_BAD_SHARE: Final = 0.01
"""Bytes beyond ASCII that may be broken in text still taken for the encoding it declares."""


def find_encoding(body: bytes, declared: str | None = None) -> str:
    """The name of the Python codec that reads ``body`` best.

    ``declared`` is what came with the page (the HTTP charset); else the page's own ``<meta>`` or
    XML declaration is looked up in its first 4 KiB.
    """
    marked, _ = read_bom(body)
    if marked:
        return marked
    if _reads_as(body, "utf-8", 0.0):
        return "utf-8"
    stated = (resolve_encoding(declared) if declared else None) or html_body_declared_encoding(body)
    if stated and _reads_as(body, stated, MAX_BAD_SHARE):
        return stated
    if _reads_as(body, "utf-8", MAX_BAD_SHARE):
        return "utf-8"
    if _is_gb(body):
        return "gb18030"
    return stated if stated and stated != "utf-8" else "cp1252"


def decode(body: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text of ``body`` and the codec that read it; what is broken comes as U+FFFD."""
    encoding = find_encoding(body, declared)
    mark, rest = read_bom(body)
    text = rest.decode(encoding, "replace") if mark and rest else body.decode(encoding, "replace")
    return text.removeprefix("\ufeff"), encoding


def same_encoding(one: str, other: str) -> bool:
    """Whether two names mean one codec."""
    try:
        return codecs.lookup(one).name == codecs.lookup(other).name
    except LookupError:
        return False


def _reads_as(body: bytes, encoding: str, bad_share: float) -> bool:
    try:
        body.decode(encoding)
    except UnicodeDecodeError:
        if not bad_share:
            return False
    except LookupError:
        return False
    else:
        return True
    broken = body.decode(encoding, "replace").count("\ufffd")
    return broken <= bad_share * len(_NON_ASCII.findall(body))


def _is_gb(body: bytes) -> bool:
    """Whether the bytes beyond ASCII are, nearly all, characters of GB 2312."""
    high = paired = 0
    for run in _HIGH_RUN.findall(body):
        high += len(run)
        paired += 2 * len(_GB2312_PAIR.findall(run))
    return high >= 8 and paired >= 0.8 * high


def is_binary(body: bytes) -> bool:
    """Whether ``body`` is no text in any encoding: a tenth of its start are control characters."""
    start = body[:4096]
    if read_bom(start)[0]:
        return False
    return 10 * len(_CONTROL.findall(start)) > len(start)
