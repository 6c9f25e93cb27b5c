"""The fields that labels name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import sections_of

MAX_CHARS: Final = 50
"""Of a label that may name a field."""

_SIGNS: Final = re.compile(r"[\s.:：#()/*·-]+")


def _plain(label: str) -> str:
    return _SIGNS.sub(" ", label.lower()).strip()


_FIELDS: Final[dict[str, list[str]]] = {}
for _name, _labels in sections_of("label").items():
    for _label in _labels:
        if _name not in (_known := _FIELDS.setdefault(_plain(_label), [])):
            _known.append(_name)


def fields_of(label: str) -> tuple[str, ...]:
    """The fields that a label names, by all its words.

    >>> fields_of("Art.-Nr.:"), fields_of("Model number"), fields_of("Weight")
    (('sku',), ('sku', 'mpn'), ())
    """
    return _fields_of(label) if len(label) <= MAX_CHARS else ()


@lru_cache(maxsize=2048)
def _fields_of(label: str) -> tuple[str, ...]:
    return tuple(_FIELDS.get(_plain(label), ()))
