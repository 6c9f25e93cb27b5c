"""Decoding of pages: detection of the actual encoding, and text.

lxml on raw bytes believes a wrong declaration and loses text; most such pages are valid UTF-8, or
GBK declared as gb2312 or not at all. So: a byte order mark, then strict UTF-8 whatever is declared,
then the declared encoding, then GB 18030 if that reads as Chinese, then Windows-1252.
UTF-8 that was encoded twice is undone, see :mod:`scrapy_treesim.tree.parsing.doubled`.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding

from scrapy_treesim.tree._flat_cy import has_long_tag
from scrapy_treesim.tree.parsing.doubled import may_be_doubled, undoubled
from scrapy_treesim.tree.parsing.json_text import start_of

_ASCII = bytes(range(128))
_GB2312 = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_JSON = re.compile(
    r"""[\[{](?:\s*(?:[\[\]{},:]|"(?:[^"\\]|\\.)*(?:"|\\?\Z)"""
    r"""|[-+.\deE]+(?![-+.\deE])|true|false|null|Infinity|NaN))*\s*(?:\)\s*(?:;\s*)?)?\Z""",
    re.DOTALL,
)

MAX_ATTRIBUTES: Final = 5_000
"""Largest number of attributes of a tag; libxml2 compares them with one another. Tags that people
write or generate have less than 100."""
_LONG_TAG: Final = 40_000
"""Least number of bytes of a tag to count its attributes: those of a shorter one take no time."""
_TAG: Final = re.compile(
    rb"<(?:!--|[/!?][^>]*|(?:(script|style)(?=[\s/>])|[a-z][^\s/<>]*[\s/]))", re.IGNORECASE
)
_ATTRIBUTES: Final = re.compile(rb"""(?:[^>=]+|=\s*(?:"[^"]*"|'[^']*')?){0,40}""")
_VALUE: Final = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)|/""")
_ENDS: Final = {
    b"<!--": re.compile(rb"--!?>"),
    b"script": re.compile(rb"</script", re.IGNORECASE),
    b"style": re.compile(rb"</style", re.IGNORECASE),
}
"""Ends of comments and elements without tags inside."""

# Codecs of Python that no page is written in, with other kinds of errors.
_NOT_OF_THE_WEB: Final = frozenset(
    "idna mbcs oem punycode raw-unicode-escape undefined unicode-escape utf-7".split()
)

MAX_BAD_SHARE: Final = 0.01
"""Largest share of broken bytes, of those beyond ASCII, in text of the declared encoding; of
UTF-8, as many may be broken as there are whole characters."""

DECODED_AT_ONCE: Final = 1 << 15
"""Number of bytes of a page to try as UTF-8 at a time."""


def find_encoding(body: bytes, declared: str | None = None) -> str:
    """The name of the best Python codec for ``body``.

    ``declared`` is the encoding in the HTTP headers; next the page's own ``<meta>`` or XML
    declaration is looked up in its first 4 KiB.
    """
    marked, _ = read_bom(body)
    if marked:
        return marked
    if _reads_as(body, "utf-8", 0.0):
        return "utf-8"
    stated = [name for name in (_codec(declared), _declared_inside(body)) if name]
    for name in stated:
        if _reads_as(body, name, MAX_BAD_SHARE):
            return name
    if _reads_as(body, "utf-8", MAX_BAD_SHARE):
        return "utf-8"
    if _is_gb(body):
        return "gb18030"
    return next((name for name in stated if name != "utf-8"), "cp1252")


def decode(body: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text of ``body`` and its codec; broken bytes become U+FFFD."""
    encoding = find_encoding(body, declared)
    return decode_as(body, encoding), encoding


def decode_as(body: bytes, encoding: str) -> str:
    """The text of ``body`` in an encoding, without a byte order mark."""
    _, mark = read_bom(body)
    text = body[len(mark or b"") :].decode(encoding, "replace")
    return undoubled(text) if encoding == "utf-8" and may_be_doubled(body) else text


def is_doubled(body: bytes) -> bool:
    """Tell whether some of the text of a UTF-8 ``body`` was encoded twice."""
    if not may_be_doubled(body):
        return False
    text = body.decode("utf-8", "replace")
    return undoubled(text) != text


def _codec(label: str | None) -> str | None:
    """The Python codec of a label of the web; None if there is none."""
    name = resolve_encoding(label) if label else None
    if name is None or name in _NOT_OF_THE_WEB:
        return None
    try:
        "".encode(name)
    except LookupError:
        # A codec, but not of text: hex, base64, zlib ...
        return None
    return name


def is_of_the_web(encoding: str) -> bool:
    """Tell whether pages may have an encoding: a codec of text, not special to Python."""
    return _codec(encoding) is not None


def _declared_inside(body: bytes) -> str | None:
    name = _codec(html_body_declared_encoding(body))
    # Whoever could read this declaration was not reading UTF-16.
    return None if name and name.startswith(("utf-16", "utf-32")) else name


def is_single_byte(encoding: str) -> bool:
    """Tell whether an encoding is a code page of 256 characters, able to decode any bytes."""
    return _python_name(encoding).startswith(("cp125", "cp437", "cp8", "iso8859", "koi8", "mac"))


def same_encoding(first: str, second: str) -> bool:
    """Tell whether two names mean one codec."""
    return _python_name(first) == _python_name(second) != ""


def _python_name(encoding: str) -> str:
    """Python's name of a codec; empty if it has none."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return ""


def _reads_as(body: bytes, encoding: str, bad_share: float) -> bool:
    try:
        if encoding == "utf-8":
            return _is_utf8(body)
        body.decode(encoding)
    except UnicodeError:
        if not bad_share:
            return False
    except LookupError:
        return False
    else:
        return True
    text = body.decode(encoding, "replace")
    broken, high = text.count("\ufffd"), len(body.translate(None, _ASCII))
    # Another encoding's bytes are next to never characters of UTF-8.
    whole = len(text) - (len(body) - high) - broken if encoding == "utf-8" else 0
    return broken <= max(whole, bad_share * high)


def _is_utf8(body: bytes) -> bool:
    """Tell whether all bytes are UTF-8; a page may be cut in the middle of its last character.

    Raises:
        UnicodeError: they are not.
    """
    offset = 0
    view = memoryview(body)
    # Decoded in blocks, which stay in the processor's cache.
    while offset < len(body):
        _, used = codecs.utf_8_decode(view[offset : offset + DECODED_AT_ONCE], "strict", False)
        if not used:
            break
        offset += used
    if offset < len(body) and body[:offset].isascii():
        # An accented letter at the end, in another encoding.
        raise UnicodeError
    return True


def _is_gb(body: bytes) -> bool:
    """Tell whether most bytes beyond ASCII are the common characters of GB 2312."""
    high = len(body.translate(None, _ASCII))
    leads = b"".join(_GB2312.findall(body))[::2]
    common = len(leads) - len(leads.translate(None, _COMMON_LEADS))
    return high >= 8 and 2 * common >= 0.6 * high


def is_binary(body: bytes) -> bool:
    """Tell whether ``body`` is no text: a PDF, or 1 in 14 bytes at its start is a control."""
    start = body[:4096]
    if read_bom(start)[0]:
        return False
    # A PDF may begin with long lists in text.
    return start.startswith(b"%PDF-") or 14 * len(_CONTROL.findall(start)) > len(start)


def is_json(body: bytes) -> bool:
    """Tell whether ``body`` is JSON, JSON lines or JSONP, of objects or lists, by its start."""
    marked, mark = read_bom(body[:4096])
    start = body[len(mark or b"") : 4096].decode(marked or "utf-8", "replace")
    # A word such as true may be cut in two.
    start = start.rstrip("aefilnrstuyIN") if len(body) > 4096 else start
    return bool(_JSON.match(start, start_of(start)[0]))


def has_giant_tag(body: bytes) -> bool:
    """Tell whether a tag of a page has more attributes than :data:`MAX_ATTRIBUTES`."""
    body = body.replace(b"\x00", b"")
    if not has_long_tag(body, _LONG_TAG):
        return False
    unclosed: set[bytes] = set()
    offset = 0
    while (match := _TAG.search(body, offset)) is not None:
        start, offset = match.span()
        opened = match[0] if match[0] == b"<!--" else match[1] and match[1].lower()
        if opened != b"<!--":
            while (past := _ATTRIBUTES.match(body, offset)) is not None and past.end() > offset:
                offset = past.end()
            if _is_giant(body[start:offset]):
                return True
        if opened in _ENDS and opened not in unclosed and body[offset - 1 : offset] != b"/":
            # Two of the characters that open a comment may also close it.
            end = _ENDS[opened].search(body, offset - 2)
            if end is not None:
                offset = end.end()
            else:
                # Parsers differ on unclosed elements, so their tags count.
                unclosed.add(opened)
    return False


def _is_giant(tag: bytes) -> bool:
    if len(tag) <= 2 * MAX_ATTRIBUTES:
        return False
    return len({*_VALUE.sub(b" ", tag).split()}) > MAX_ATTRIBUTES + 1


# Leads of its common characters; small Cyrillic and Greek letters of code pages are above.
_COMMON_LEADS = bytes(range(0xB0, 0xD8))
