"""A page's style sheets, with all loading removed.

A style sheet loads by ``@import`` or by a function: ``url()``, ``image-set()``, ``src()`` and any
that browsers may add. So functions are kept by an allow-list. Style sheets have long ceased to run
scripts; the ways to do so (``expression()``, bindings, behaviours) are removed as well.

The sheet is read token by token as in the standard (CSS Syntax Level 3), by one expression:
comments, strings, addresses and names, with their escapes; any other character is a token itself.
No parser of whole sheets is used: it costs ten times as much, on many pages far more than all the
rest, and neither the content of blocks nor their nesting matters here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

Load: TypeAlias = "Callable[[str], str | None]"
"""Function from an address to the one to load in its place, or None."""

MAX_DATA: Final = 100_000
"""Largest size of a ``data:`` address to keep: enough for an icon or a font's subset."""

_HARMLESS: Final = frozenset(
    # values
    "var env attr calc min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot "
    "log exp abs sign calc-size anchor anchor-size counter counters if "
    # colours and gradients
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk from to "
    "linear-gradient radial-gradient conic-gradient repeating-linear-gradient gradient color-stop "
    "repeating-radial-gradient repeating-conic-gradient -webkit-gradient -webkit-linear-gradient "
    "-webkit-radial-gradient -webkit-repeating-linear-gradient -webkit-repeating-radial-gradient "
    "-moz-linear-gradient -moz-radial-gradient -o-linear-gradient -ms-linear-gradient "
    # transforms, filters, shapes, easing, grids
    "matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex "
    "scaley scalez skew skewx skewy translate translate3d translatex translatey translatez blur "
    "brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia alpha "
    "circle ellipse inset polygon path rect xywh shape ray cubic-bezier steps linear repeat minmax "
    "fit-content scroll view "
    # fonts
    "local format tech styleset stylistic swash ornaments annotation character-variant "
    # selectors and conditions
    "not is where has matches -webkit-any -moz-any nth-child nth-last-child nth-of-type "
    "nth-last-of-type lang dir host host-context slotted part cue highlight state selector style "
    "supports layer scroll-state font-tech font-format and or".split()
)

_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}[ \t\n]?|[^\n0-9a-fA-F])"
_IN_NAME = r"[-_a-zA-Z0-9\x80-\U0010ffff]"
_NAME = rf"(?:{_IN_NAME}+|{_ESCAPE})+"
_NAME_ENDS = rf"(?!{_IN_NAME}|\\[^\n])"
_STRING = "|".join(
    rf"{quote}(?:[^{quote}\\\n]+|\\\n|{_ESCAPE})*(?:{quote}|(?=\n)|\\?\Z)" for quote in ('"', "'")
)
_BARE = rf"(?:[^\"'()\\\s]+|{_ESCAPE})+"
_LINK = rf":(?i:-webkit-any-link|any-link|link){_NAME_ENDS}(?!\()"
_HREF = rf"\[\s*(?i:href){_NAME_ENDS}"
# A group in a lookahead is matched once, and never tried in other ways if what follows it fails.
_TOKEN = re.compile(
    rf"(?P<comment>/\*[\s\S]*?(?:\*/|\Z))|(?P<string>{_STRING})|"
    r"(?i:url)\(\s*"
    rf"(?:(?=(?P<quoted>{_STRING}))(?P=quoted)\s*|(?=(?P<bare>{_BARE}))(?P=bare)\s*)?\)|"
    rf"@(?P<rule>{_NAME})|(?P<hash>\#{_NAME})|(?P<link>{_LINK})|(?P<href>{_HREF})|"
    rf"(?P<name>{_NAME})(?P<function>\()?|<(?![\s\d=])"
)
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|(\n)|([\s\S]))")
_WRAPPING = re.compile(r"<!--|-->|<!\[CDATA\[|\]\]>|[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_NEWLINE = re.compile(r"\r\n?|\f")
_UNQUOTABLE = re.compile(r'["\\\n\r\f]')
_SAFE_DATA = re.compile(r"data:(?:image/|font/|application/(?:x-)?font|application/vnd\.ms-font)")
_LOCAL = re.compile(r"#[-\w.:]+")
_IMPORT = re.compile(r"(?i:import)|.*\\.*", re.DOTALL)
_ANGLE = re.compile(r"\\?<|\\[\s\S]")


def inert_css(css: str, load: Load | None = None) -> str:
    """Return a style sheet, or a style attribute's value, that loads only what ``load`` allows.

    ``url()`` is kept for ``data:`` pictures and fonts and for parts of the page itself (``#name``);
    any other address is replaced by that of ``load``, or ``none``. Other functions that are not
    known to load nothing, and ``@import``, get names without a meaning. The result has no
    ``</style`` nor any other tag. The links of an inert page have no ``href``: ``:link`` and
    ``[href]`` are written as ``[data-treesim-href]``, of the same specificity.

    O(characters), about a tenth of a microsecond each.
    """
    css = _NEWLINE.sub("\n", _WRAPPING.sub("", css))
    return _TOKEN.sub(lambda token: _harmless(token, load), css)


def _harmless(token: re.Match[str], load: Load | None) -> str:
    kind = token.lastgroup
    if kind in ("name", "string", "hash"):
        return _without_angles(token[0])
    if kind == "function":
        # Nobody with good intentions spells a name with escapes.
        return token[0] if token["name"].lower() in _HARMLESS else "-treesim-none("
    if kind == "rule":
        return "@treesim-none" if _IMPORT.fullmatch(token["rule"]) else token[0]
    if kind in _REPLACED:
        return _REPLACED[kind]
    if token[0] == "<":
        return r"\3c "
    address = token["bare"] or token["quoted"] or ""
    address = _ESCAPED.sub(_character, address[1:-1] if token["quoted"] else address)
    return _url(address.strip(), load)


_REPLACED: Final = {
    "link": "[data-treesim-href]", "href": "[data-treesim-href", "comment": "/**/"
}  # fmt: skip


def _without_angles(token: str) -> str:
    """Escape each ``<`` in a name or string."""
    if "<" not in token:
        return token
    return _ANGLE.sub(lambda part: r"\3c " if part[0].endswith("<") else part[0], token)


def _url(address: str, load: Load | None) -> str:
    """Return the address to write: the same one, another, or ``none``."""
    if address[:5].lower() == "data:":
        is_allowed = _SAFE_DATA.match(address[:40].lower()) and len(address) <= MAX_DATA
        target = address if is_allowed else None
    elif _LOCAL.fullmatch(address):
        target = address
    else:
        target = load(address) if load is not None and address else None
    if target is None:
        return "none "
    quoted = _UNQUOTABLE.sub(lambda match: f"\\{ord(match[0]):x} ", target)
    return f'url("{_without_angles(quoted)}")'


def _character(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return escape[3] or ""
    code = int(escape[1], 16)
    return "�" if code in range(0xD800, 0xE000) or not 0 < code < 0x110000 else chr(code)
