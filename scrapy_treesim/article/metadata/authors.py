"""Names of authors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from scrapy_treesim.reading.declared.values import MAX_VALUES, plain_text

MAX_AUTHOR_CHARS: Final = 200

_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(r"https?:|//|www\.|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I)


def first_name_first(name: str) -> str:
    """First name first: ``Roy, Aniruddha`` is ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def names_from(values: Iterable[str]) -> str | None:
    """The names among these, each once, as far as there is room."""
    names: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = plain_text(value, MAX_AUTHOR_CHARS) or ""
        by = _BY.match(text)
        name = (text[by.end() :] if by else text).strip(" ,;:|-")
        if any(map(str.isalpha, name)) and not _NO_NAME.search(name):
            names.setdefault(name.casefold(), name)
    joined = ""
    for name in names.values():
        longer = f"{joined}, {name}" if joined else name
        if len(longer) <= MAX_AUTHOR_CHARS:
            joined = longer
    return joined or None
