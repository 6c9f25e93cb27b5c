"""Text that is JSON: its object or list, or why it has none. Nothing is ever evaluated.

Beside one document these are JSON lines, the calls of JSONP, and JSON behind what keeps other sites
from running it as a script.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_GUARD: Final = re.compile(
    r"\)\]\}'?,?|for\s?\(;;\);|while\s?\((?:1|true)\);"
    r"|(?:/\*\*/\s?)?(?:typeof [\w$.]{1,100} === 'function' && )?([A-Za-z_$][\w$.]{0,99})\("
)
"""What may be before a document: a guard, or the start of a call, whose function is a group."""
_CALL_END: Final = re.compile(r"\)[ \t\r\n]*(?:;[ \t\r\n]*)?\Z")
_LINE_END: Final = re.compile(r"[ \t\r]*(?:\n[ \t\r\n]*|\Z)")
_DECODER: Final = json.JSONDecoder(parse_constant=lambda word: None)
"""Reads what Python writes for no number, ``NaN``, as null."""

BROKEN: Final = "broken, or in pieces"
TOO_DEEP: Final = "nested too deeply"
SINGLE: Final = "a single value, and no object or list"


class JsonText(NamedTuple):
    """The object or list of a text."""

    value: Any
    """None where the text has none."""
    is_whole: bool = False
    """True where the text is one document and nothing else, and the value is as it is written."""
    fault: str = ""
    """Why it has none; empty for a text that is no JSON at all."""


def json_of_text(text: str) -> JsonText:
    """Read a text as JSON. O(text)."""
    mended = writable(text)
    start, is_guarded, is_call = start_of(mended)
    try:
        value, end = _DECODER.raw_decode(mended, start)
        behind = _space(mended, end)
        is_whole = behind == len(mended) and not is_call
        if not is_whole and not is_guarded and isinstance(value, dict):
            value = _lines(mended, end, value)
        elif not is_whole and not (is_call and _CALL_END.match(mended, behind)):
            return JsonText(None, fault=BROKEN)
    except RecursionError:
        return JsonText(None, fault=TOO_DEEP)
    except ValueError:
        return JsonText(None, fault=BROKEN)
    if not isinstance(value, (dict, list)):
        return JsonText(None, fault=SINGLE)
    return JsonText(value, is_whole and not is_guarded and mended == text)


def start_of(text: str) -> tuple[int, bool, bool]:
    """Return where the document of a text starts, whether there is a guard before it, and whether
    that is a call."""
    start = _space(text, 0)
    guard = _GUARD.match(text, start)
    if guard is None:
        return start, False, False
    return _space(text, guard.end()), True, bool(guard[1])


def _lines(text: str, position: int, first: dict[str, Any]) -> list[Any]:
    """Return the objects of JSON lines, read up to a position behind the first one.

    Raises:
        ValueError: it is something else.
    """
    objects: list[Any] = [first]
    while (end := _LINE_END.match(text, position)) and end.end() < len(text):
        value, position = _DECODER.raw_decode(text, end.end())
        objects.append(value)
    if end is None or not all(isinstance(value, dict) for value in objects):
        raise ValueError("these are no lines of objects")
    return objects


def _space(text: str, position: int) -> int:
    """Return the position behind white space."""
    space = _SPACE.match(text, position)
    return space.end() if space else position


def writable(text: str) -> str:
    """JSON without escapes of single surrogates, which nothing can be encoded with."""
    return _SURROGATE.sub(r"\\ufffd", text) if "\\ud" in text or "\\uD" in text else text
