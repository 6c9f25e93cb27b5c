"""Encodings: one declared and another used, byte order marks, NUL bytes, lone surrogates."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from benchmarks.fuzz.mutations.amounts import place_in, times

_NAMES: Final = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252", "latin-1", "gb18030",
    "gbk", "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "koi8-r", "cp1251", "iso-8859-6",
)  # fmt: skip
_DECLARED: Final = (*_NAMES, "utf8", "utf-9", "unicode", "none", "", "x-user-defined", "undefined",
                    "idna", "punycode", "base64", "hex", "rot13", "mbcs", "u" * 300)  # fmt: skip
_MARKS: Final = (
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xff\xfe\x00\x00",
    b"\x00\x00\xfe\xff",
)
_PIECES: Final = (
    b"\x00", b"\x00" * 50, b"\xed\xa0\x80", b"\xed\xbf\xbf\xed\xa0\x80", b"\xc0\x80",
    b"\xf8\x88\x80\x80",
    b"\xff", b"\xfe\xff", b"\x80" * 20, b"\xe4\xb8", b"\xf0\x9f\x98", b"\x1b$B", b"+ADw-",
    b"\xa1\xa1",
    b"\xef\xbf\xbe", b"\x0e\x0f", b"\x85\xa0", b"&#xd800;&#xdfff;", b"\xef\xbb\xbf",
)  # fmt: skip


def change_encoding(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to how bytes are to be read."""
    match draw.randrange(5):
        case 0:
            return draw.choice(_MARKS) + html
        case 1:
            name = draw.choice(_DECLARED).encode()
            return b'<meta charset="' + name + b'">' + html
        case 2:
            declared = draw.choice(_DECLARED)
            head = f'<meta http-equiv="content-type" content="text/html; charset={declared}">'
            text = head + html.decode("utf-8", "replace")
            return text.encode(draw.choice(_NAMES), "replace")
        case 3:
            text = html.decode("utf-8", "replace")
            return text.encode(
                draw.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32")), "replace"
            )
        case _:
            held = bytearray(html)
            for _ in range(times(draw, 60)):
                at = place_in(draw, len(held))
                held[at:at] = draw.choice(_PIECES)
            return bytes(held)
