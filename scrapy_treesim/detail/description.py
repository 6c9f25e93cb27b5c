"""The description of a page's thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import article

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_CHARS: Final = 20_000
"""Of a description."""
LONG: Final = 60
"""Characters from which a declared text is a description, and a line of the page is prose."""


def description_of(marks: Marks) -> str | None:
    """The longest description that the thing's declarations have; else the prose of the main text.

    Lines shorter than :data:`LONG` are left out: of a page about one thing they are labels,
    buttons and facts.
    """
    declared = max(
        (
            text
            for declaration in marks.own_declarations[:3]
            for text in declaration.values.get("description", ())[:2]
        ),
        key=len,
        default="",
    )
    if len(declared) >= LONG:
        return declared[:MAX_CHARS]
    found = article(marks.page)
    lines = [] if found is None else found.text[:MAX_CHARS].splitlines()
    return "\n".join(line for line in lines if len(line) >= LONG) or declared or None
