"""The description of a page's thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import article

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_CHARS: Final = 20_000
"""Of a description."""
LONG: Final = 200
"""Characters from which a declared description is one, and no slogan for search engines."""


def description_of(marks: Marks) -> str | None:
    """The longest declared description, if it is long; else the main text, if that is longer."""
    declared = max(
        (
            text
            for declaration in marks.declarations[:3]
            for text in declaration.values.get("description", ())[:2]
        ),
        key=len,
        default="",
    )
    if len(declared) >= LONG:
        return declared[:MAX_CHARS]
    found = article(marks.page)
    if found is not None and len(found.text) > len(declared):
        return found.text[:MAX_CHARS]
    return declared or None
