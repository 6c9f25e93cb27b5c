"""The JSON documents of a page: the page itself, or what its scripts hold.

Nothing is ever evaluated. Scripts are read up to :data:`MAX_CHARS`; what is no JSON is left to the
extra ``chompjs``, if that is installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.tree.parsing.json_text import json_of_text, writable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

chompjs: Any = None
with suppress(ImportError):
    chompjs = import_module("chompjs")

MAX_CHARS: Final = 16_000_000
"""Largest number of characters read of scripts, all together."""
MAX_VALUES: Final = 10_000
"""Largest number of values read of one script."""

_DECODER: Final = json.JSONDecoder(strict=False)
_WRAPPING: Final = re.compile(r"(?:\s|\ufeff|<!--|//|/\*|\*/|<!\[CDATA\[)*")
_LAST_COMMA: Final = re.compile(r",\s*(?=[]}])")
_OPENING: Final = re.compile(
    r'(?:\[\s{0,20})?\{\s{0,100}"[^"\\\n]{1,100}"\s{0,9}:|JSON\.parse\(\s{0,9}(?=["\'])'
    r"|__next_f\.push\((?=\[)"
)
"""Start of an object in JSON up to its first value, or of a list of them; or of JSON in a text."""
_LITERAL: Final = re.compile(r"'((?:[^'\\\n]|\\.)*)'")
_QUOTES: Final = re.compile(r"\\'|\"")
_ASSIGNED: Final = re.compile(r"[\w$\])]\s{0,9}=\s{0,9}(?=[\[{])")
_FLIGHT_ROW: Final = re.compile(r"[0-9a-f]{1,8}:[\[{]")


class Document(NamedTuple):
    """One JSON value of a page."""

    value: Any
    address: str
    """``#`` for the page itself, ``(//script)[3]#`` for a script; JSON Pointers follow."""
    is_whole: bool = False
    """True where it is all the text of the response or the script."""


def documents_of(page: Page) -> list[Document]:
    """Return the JSON of a page, in order; call it through ``page.once``."""
    if page.json is not None:
        return [Document(page.json, "#", is_whole=page.json_text.is_whole)]
    scripts = page.once(Scripts)
    documents = [
        Document(value, f"(//script)[{number + 1}]#", number in scripts.whole)
        for number in range(len(page.tree.scripts))
        for value in scripts.values(number)
    ]
    return [*documents, *_flight_of(page)]


class Scripts:
    """The JSON values of each script of a page, parsed on demand and once."""

    def __init__(self, page: Page) -> None:
        self.whole: set[int] = set()
        """Positions of the scripts read so far that are JSON and nothing else."""
        self._page = page
        self._values: dict[int, list[Any]] = {}
        self._room = MAX_CHARS

    def values(self, number: int) -> list[Any]:
        """Return the outermost values of a script, by its position from 0."""
        if number not in self._values:
            kind, text = self._page.tree.scripts[number]
            self._room -= len(text)
            script = text.decode("utf-8", "replace") if self._room >= 0 else ""
            value = None
            if kind and kind.strip().lower().endswith(b"json"):
                value, is_whole, _ = json_of_text(script)
                self.whole |= {number} if is_whole else set()
                value = parsed(writable(script)) if value is None else value
            values = _values_in_code(writable(script)) if value is None else [value]
            self._values[number] = [value for value in values if isinstance(value, (dict, list))]
        return self._values[number]


def parsed(script: str) -> Any:
    """Return the first JSON value in a script, trailing commas allowed; None for an invalid one."""
    wrapping = _WRAPPING.match(script)
    text = script[wrapping.end() :] if wrapping else script
    with suppress(ValueError, RecursionError):
        return _DECODER.raw_decode(text)[0]
    with suppress(ValueError, RecursionError):
        return _DECODER.raw_decode(_LAST_COMMA.sub("", text))[0]
    return None


def inner_json(text: str) -> Any:
    """Return the object or list that a text is the JSON of; None for any other text."""
    start = text[:100].lstrip()
    if start[:1] in ("{", "[") and text.rstrip()[-1:] in ("}", "]"):
        with suppress(ValueError, RecursionError):
            return _DECODER.decode(text)
    return None


def _values_in_code(script: str) -> Iterator[Any]:
    """Yield the JSON values that a script of code holds, the outermost ones."""
    position = count = 0
    # Where the text is no JSON the next brace is tried, for so many characters in all.
    budget = 2 * len(script)
    while budget > 0 and count < MAX_VALUES and (begin := _OPENING.search(script, position)):
        count += 1
        start = begin.end() if begin[0][-1] == "(" else begin.start()
        try:
            value, position = _decoded(script, start)
        except json.JSONDecodeError as error:
            # Making the error costs time as well: it counts the lines before it.
            budget -= abs(error.pos - start) + error.pos // 64 + 1
            position = start + 1
            continue
        except (RecursionError, ValueError):
            return
        yield value
    if not count and chompjs is not None:
        yield from _objects_of_code(script)


def _decoded(script: str, start: int) -> tuple[Any, int]:
    """Return the value at a position and its end, of a text the value that is in it."""
    literal = _LITERAL.match(script, start)
    if literal is None:
        value, end = _DECODER.raw_decode(script, start)
    else:
        plain = _QUOTES.sub(lambda quote: "'" if quote[0] == "\\'" else '\\"', literal[1])
        value, end = _DECODER.decode(f'"{plain}"'), literal.end()
    return (inner_json(value) if isinstance(value, str) else value), end


def _objects_of_code(script: str) -> Iterator[Any]:
    """Yield the literals of JavaScript that a script assigns."""
    budget = 2 * len(script)
    for begin in _ASSIGNED.finditer(script):
        budget -= len(script) - begin.end()
        if budget < 0:
            return
        with suppress(ValueError, RecursionError):
            yield chompjs.parse_js_object(script[begin.end() :])


def _flight_of(page: Page) -> Iterator[Document]:
    """Yield the rows of React's flight data, which Next.js writes in several scripts."""
    address, text = "", ""
    for number, (_, encoded) in enumerate(page.tree.scripts):
        for row in page.once(Scripts).values(number) if b"__next_f.push(" in encoded else ():
            if isinstance(row, list) and len(row) > 1 and isinstance(row[1], str):
                address = address or f"(//script)[{number + 1}]#"
                text += row[1]
    lines = (line.partition(":") for line in text.split("\n") if _FLIGHT_ROW.match(line))
    rows = {number: inner_json(value) for number, _, value in lines}
    if rows:
        yield Document(rows, address)
