"""Text and addresses written so that Markdown leaves them as they are."""

from __future__ import annotations

import re
from urllib.parse import quote

_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(
    r"[*`\[\]]|\\(?=[!-/:-@\[-`{-~]|\Z)|<(?=[A-Za-z/!?]|\Z)|&(?=#?[0-9A-Za-z]{1,31};)"
    r"|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~"
)
# Ends where the backslash has to go. The last one underlines a heading or parts a table's head.
_LEADING = re.compile(r"\d{1,9}(?=[.)](?: |\Z))|(?=#{1,6}(?: |\Z)|>|[-+](?: |\Z)|[-:|=][-:|= ]*\Z)")
_UNSAFE_IN_ADDRESSES = re.compile(r"[\s()<>\\`\x00-\x1f\x7f]")
_REFERENCE = re.compile(r"&(?=#?[0-9A-Za-z]{1,31};)")


def fence_for(content: str, least: int) -> str:
    """The backticks around code that holds some itself."""
    return "`" * max(least, 1 + max(map(len, _BACKTICKS.findall(content)), default=0))


def escaped(text: str, at_start: bool = False) -> str:
    """Text with backslashes where it would be read as markup."""
    written = _SPECIAL.sub(r"\\\g<0>", text)
    found = _LEADING.match(written) if at_start else None
    return f"{written[: found.end()]}\\{written[found.end() :]}" if found else written


def destination(address: str) -> str:
    """An address as it stands in a link."""
    safe = _UNSAFE_IN_ADDRESSES.sub(lambda found: quote(found[0]), address)
    return _REFERENCE.sub(r"\\&", safe)
