"""Codes on a page: candidates of the SKU, the MPN and the GTIN of its thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import log1p
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import FieldCandidate, no_features
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import CUES, Marks
from scrapy_treesim.values.identifiers import code_of

if TYPE_CHECKING:
    from array import array

CODES: Final = ("sku", "mpn", "gtin")
"""Fields that are codes."""
MAX_CHARS: Final = 40
"""Largest number of characters of a code."""
MAX_URL_CHARS: Final = 2_000
"""Largest number of characters read of an address."""
MAX_PIECES: Final = 12
"""Largest number of codes read in an address, from its end."""
MAX_ENDS: Final = 3
"""Largest number of ends read of a segment of an address, each from a word on."""
MAX_NAMED: Final = 12
"""Largest number of elements named after codes, and of texts near the headline, that are read."""
BEFORE: Final = 6
"""Number of texts before the headline that are read."""
AFTER: Final = 60
"""Number of texts after the headline that are read."""
MAX_IN_TEXTS: Final = 50
"""Number of occurrences of a code in the text; more count as this many."""
MIN_NEAR: Final = 4
"""Smallest number of characters of a code near the headline, without a label."""
MAX_NEAR: Final = 24
"""Largest number of characters of a code near the headline, without a label."""

_EXTENSION: Final = re.compile(
    r"\.(?:html?|php|aspx?|jsp|jhtml|cfm|shtml|prd|do|p)$", re.IGNORECASE
)
_PIECE: Final = re.compile(r"[^\W_]{1,40}")
_QUERY: Final = re.compile(r"id|sku|code|ref|prod|item|art|num|pid|no", re.IGNORECASE)


def code_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the codes in the page and in its address, each once."""
    candidates: dict[str, FieldCandidate] = {}
    for field in CODES:
        _add_labelled(marks, candidates, field)
    for node in _marks_cy.flagged(marks.name_cues, CUES["code"], MAX_NAMED):
        if 0 < marks.tree.text_chars(node) <= MAX_CHARS:
            code = code_of(marks.tree.plain_text(node))
            if code is not None:
                _add(marks, candidates, code, "shown", node)
    for node in _near(marks):
        code = code_of(marks.tree.plain_text(node))
        if code is not None and any(map(str.isdigit, code)):
            candidate = _add(marks, candidates, code, "shown", node)
            candidate.row[AT["code_near"]] = 1.0
    for code, features in address_codes(marks.url):
        candidate = _add(marks, candidates, code, "address", None)
        for name, feature in features.items():
            candidate.row[AT[name]] = max(feature, candidate.row[AT[name]])
    return [*candidates.values()]


def _add_labelled(marks: Marks, candidates: dict[str, FieldCandidate], field: str) -> None:
    """Add the codes beside labels of a field."""
    for pair in marks.labelled.get(field, ()):
        code = code_of(pair.value[: MAX_CHARS + 20])
        if code is None:
            continue
        row = _add(marks, candidates, code, "label", pair.node).row
        if field != "gtin":
            row[AT[f"code_label_{field}"]] = 1.0
        row[AT["code_label_score"]] = max(pair.score, row[AT["code_label_score"]])


def _near(marks: Marks) -> list[int]:
    """Return the short texts with digits near the headline, without amounts and dates."""
    return [
        node
        for node in marks.numbers_near(BEFORE, AFTER)
        if not marks.is_amount_or_date(node) and MIN_NEAR <= marks.tree.text_chars(node) <= MAX_NEAR
    ][:MAX_NAMED]


def _add(
    marks: Marks, candidates: dict[str, FieldCandidate], code: str, source: str, node: int | None
) -> FieldCandidate:
    value = plain_code(code)
    candidate = candidates.get(value)
    if candidate is None:
        row = no_features() if node is None else marks.position(node, "code")
        add_code_features(marks, code, row)
        candidate = candidates[value] = FieldCandidate(value, code, source, node, row)
    return candidate


def plain_code(code: str) -> str:
    """Return a code in compared form: without case."""
    return code.casefold()


def add_code_features(marks: Marks, code: str, row: array[float]) -> None:
    """Add the features of a code by itself to its row."""
    digits = sum(map(str.isdigit, code))
    letters = sum(map(str.isalpha, code))
    row[AT["code_digits"]] = digits / len(code)
    row[AT["code_mixed"]] = float(digits > 0 and letters > 0)
    row[AT["code_signs"]] = float(digits + letters < len(code))
    row[AT["code_length"]] = min(2.0, len(code) / 10)
    row[AT["code_long"]] = float(len(code) > 12)
    row[AT["code_words"]] = float(" " in code)
    row[AT["code_in_name"]] = float(code.casefold() in marks.plain_name)


def add_code_counts(
    candidates: Iterable[FieldCandidate], counts: Mapping[str, Sequence[int]]
) -> None:
    """Add to codes how many times the page shows them, as far as ``counts`` has them."""
    for candidate in candidates:
        if not candidate.row[AT["code_length"]]:
            # A declared GTIN: its row has no features of codes.
            continue
        in_text, _ = counts.get(candidate.text, (0, 0))
        candidate.row[AT["code_texts"]] = log1p(min(MAX_IN_TEXTS, in_text))


def address_codes(url: str) -> list[tuple[str, dict[str, float]]]:
    """Return the codes in an address, each with the features of its position there.

    >>> [code for code, _ in address_codes("https://x.example/red-chair-ab12-c3.html?id=77")]
    ['77', 'red-chair-ab12-c3', 'c3', 'ab12-c3', 'chair-ab12-c3']
    """
    try:
        parts = urlsplit(url[:MAX_URL_CHARS])
        query = parse_qsl(parts.query, max_num_fields=30)
    except ValueError:
        return []
    codes: list[tuple[str, dict[str, float]]] = []
    for name, value in query:
        if any(map(str.isdigit, value)) and len(value) <= MAX_CHARS:
            features = {"code_address": 1.0, "code_query": 1.0}
            features["code_query_named"] = float(_QUERY.search(name[:30]) is not None)
            codes.append((value, features))
    segments = [segment for segment in unquote(parts.path).split("/") if segment]
    for segment in reversed(segments[-4:]):
        for code in _pieces(_EXTENSION.sub("", segment[:200])):
            codes.append((code, {"code_address": 1.0}))
    return codes[:MAX_PIECES]


def _pieces(segment: str) -> list[str]:
    """Return a segment of an address, its ends and its first word, as far as they have digits."""
    pieces = [*_PIECE.finditer(segment)]
    codes = [segment, *(segment[piece.start() :] for piece in reversed(pieces[1:][-MAX_ENDS:]))]
    if len(pieces) > 1:
        codes.append(pieces[0][0])
    return [code for code in codes if len(code) <= MAX_CHARS and any(map(str.isdigit, code))]
