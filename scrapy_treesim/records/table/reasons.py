"""Why a column has its name and its kind, in words for people who write spiders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.text_kinds import DATE, NUMBER, PRICE, RATING
from scrapy_treesim.wording import quoted

if TYPE_CHECKING:
    from scrapy_treesim.records.table.naming import Name

_OF_WORD: Final = {
    "itemprop": "named after the itemprop {word}",
    "header": "named after the column head {word}",
    "label": "named after the label {word} beside it",
    "class": "named after the class {word}",
    "unit": "named after the word {word} after its numbers",
    "lead": "named after the word {word} that its values begin with",
    "link_text": "named after {word}, which its links say",
    "column": "the address of the column {word}",
}
_OF_LOOKS: Final = {
    "byline": "cut from a line that names several things",
    "heading": "a heading in the record",
    "link": "the text of a link in the record",
    "struck": "a price that is crossed out",
    "long": "a long text in the record",
    "first": "a text that most records have, and most of them another",
    "fullest": "the one of its kind that most records have",
    "values": "",
    "kind": "named after its kind, for want of another name",
    "written": "found by how the records write it",
    "earlier": "named as on the pages before",
}
_KINDS: Final = {PRICE: "prices", DATE: "dates", RATING: "ratings", NUMBER: "numbers"}


def column_reason(name: str, kind: str, cells: Sequence[str | None], named: Name | None) -> str:
    """Why a column of these cells has its name; ``named`` is what its own page calls it."""
    values = f"the values are {_KINDS[kind]}" if kind in _KINDS else ""
    return "; ".join(filter(None, (_of_name(name, kind, named), values, _share(cells))))


def _of_name(name: str, kind: str, named: Name | None) -> str:
    # A page before may have called it something else.
    if named is None or named.name != name:
        return _OF_LOOKS["earlier"]
    source = named.source
    if source.origin in _OF_LOOKS:
        return _OF_LOOKS[source.origin]
    of = "link_text" if source.origin == "label" and kind == "url" else source.origin
    return _OF_WORD[of].format(word=quoted(source.word or ""))


def _share(cells: Sequence[str | None]) -> str:
    count = len(cells)
    having = sum(cell is not None for cell in cells)
    if having == count:
        return {1: "in the one record", 2: "in both records"}.get(count, f"in all {count} records")
    return f"in {having or 'none'} of {count} records"
